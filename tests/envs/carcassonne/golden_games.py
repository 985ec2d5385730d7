"""Golden games: whole games written out so that a person with the rulebook can follow them."""

import random
from collections.abc import Iterator
from pathlib import Path

from fiefdom.envs.carcassonne.actions import action_text
from tests.envs.carcassonne.one_game import OneGame, action_of
from tests.envs.carcassonne.policies import at_random, packing
from tests.envs.carcassonne.views import cells_of, features_of, grid_of, pieces_of, tiles_of
from tests.envs.golden import Chooser, GoldenGame, options_text

FOLDER = Path(__file__).with_name("golden")
NOTATION = (
    "Cells: (x,y), x to the east, y to the south. Map: tile and clockwise quarter turns. Pieces "
    "stand on city0, road1, ... of their tile as it is numbered in tiles.py."
)
BONUS_NAMES = {"king": "King", "robber": "Robber Baron", "cleric": "Cleric", "serf": "Serf"}
WHIM = 0.2
MAP_EVERY = 25  # tiles
CELL = 9  # characters of the map
GAMES = (
    GoldenGame(FOLDER, "base", 11, {"configuration": "base"}),
    GoldenGame(
        FOLDER,
        "core",
        80,
        {
            "configuration": "core",
            "num_players": 3,
            "start": "random",
            "tiny_city": 2,
            "inn_rule": True,
            "serf_no_barn_cities": "all",
        },
    ),
    GoldenGame(FOLDER, "full", 93, {"num_players": 3, "skip_forced": False}),
)


def chosen_by_players(golden: GoldenGame) -> Chooser:
    """Return how the actions of a new golden game are chosen: mostly well, at times anyhow."""
    luck = random.Random(golden.seed)

    def choose(game: OneGame) -> int:
        policy = at_random if luck.random() < WHIM else packing
        return action_of(game.record, policy(game, luck))

    return choose


def written_out(golden: GoldenGame, choose: Chooser) -> str:
    """Play a game and return it as text."""
    game = OneGame(golden.seed, **golden.options)
    lines = [
        f"Carcassonne, seed {golden.seed}",
        options_text(game.options),
        NOTATION,
        *map_of(game),
    ]
    number = 0
    while not game.over:
        number += 1
        action = choose(game)
        before = game.copy()
        lines += [
            f"{number}. {heading(game)}: {action_text(game.record, action)} (action {action})"
        ]
        assert game.step(action)
        lines += [f"    {change}" for change in changes(before, game)]
        if num_tiles(before) // MAP_EVERY < num_tiles(game) // MAP_EVERY:
            lines += map_of(game)
    lines += ["", "The game is over.", *map_of(game), *account(game)]
    scores, ranks = game.finals
    lines += [f"player_{seat}: {scores[seat]} points, place {ranks[seat]}" for seat in game.seats]
    return "\n".join(lines) + "\n"


def num_tiles(game: OneGame) -> int:
    return int(game.record.num_tiles)


def heading(game: OneGame) -> str:
    """Say who decides, after which draw, and what else it could choose from."""
    seat = f"player_{game.mover}, turn {int(game.record.turn)}"
    drawn = f", {game.drawn} drawn" if game.drawn else ""
    return f"{seat}{drawn}, one of {len(game.actions())}"


def map_of(game: OneGame) -> list[str]:
    """Draw where the tiles lie, with the seat of whoever stands on them."""
    grid = grid_of(game.record)
    columns, rows = zip(*grid, strict=True)
    across = range(min(columns), max(columns) + 1)
    seats = {piece[2:4]: f"p{piece[0]}" for piece in sorted(pieces_of(game.record))}
    lines = ["   y\\x " + "".join(f"{x:<{CELL}}" for x in across).rstrip()]
    for y in range(min(rows), max(rows) + 1):
        tiles = ("" if (x, y) not in grid else "{}/{}".format(*grid[x, y]) for x in across)
        shown = zip(tiles, (seats.get((x, y), "") for x in across), strict=True)
        line = "".join(f"{(tile or '.') + seat:<{CELL}}" for tile, seat in shown)
        lines.append(f"   {y:>3} {line.rstrip()}")
    return ["", *lines, ""]


def changes(before: OneGame, after: OneGame) -> Iterator[str]:
    """Say what a decision led to."""
    cells = cells_of(after.record)
    grid = grid_of(after.record)
    chosen = before.phase in ("place", "abbey") and len(cells) > num_tiles(before)
    for cell in cells[num_tiles(before) + chosen :]:
        yield "the only place: {} at ({},{}) turned {}".format(
            grid[cell][0], *cell, 90 * grid[cell][1]
        )
    for seat, kind, x, y, where in sorted(pieces_of(before.record) - pieces_of(after.record)):
        yield f"player_{seat} takes the {kind} off {where} of ({x},{y})"
    for seat in after.seats:
        gain = after.score[seat] - before.score[seat]
        if gain and not after.over:
            yield f"player_{seat} gets {gain} points: {after.score[seat]}"
        if after.tokens[seat] > before.tokens[seat]:
            yield f"player_{seat} gets a cloister token, {int(after.record.token_supply)} are left"
    for name, holder in after.holders.items():
        if holder != before.holders[name]:
            yield f"player_{holder} gets the {BONUS_NAMES[name]}"
    for tile, count in (tiles_of(before) - tiles_of(after)).items():
        yield f"{count} x {tile} fits nowhere and leaves the game"


def account(game: OneGame) -> Iterator[str]:
    """List what is paid at the end."""
    record = game.record
    for (x, y, where), feature in sorted(features_of(record).items()):
        owners = ", ".join(f"player_{seat}" for seat in feature["owners"])
        if owners and feature["worth"]:
            cities = f" beside {len(feature['cities'])} cities" if feature["cities"] else ""
            kind = f"{feature['kind']} of {feature['size']} tiles{cities}"
            yield f"{kind} with {where} of ({x},{y}): {feature['worth']} points to {owners}"
    counts = {
        "king": f"{int(record.closed_cities)} completed cities",
        "robber": f"{int(record.closed_roads)} completed roads",
        "cleric": f"{int(record.abbeys_played)} abbeys",
        "serf": f"{int(record.farmers)} farmers, {int(record.barns_played)} barns",
    }
    for name, holder in game.holders.items():
        if holder is not None:
            yield f"{BONUS_NAMES[name]} of player_{holder}: {counts[name]}"
    if any(game.tokens):
        yield f"cloister tokens: {', '.join(map(str, game.tokens))}"
