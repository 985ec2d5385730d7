"""What holds after every decision of random games, whatever the options."""

import dataclasses
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.state import GRID, GRID_BITS, NONE
from tests.envs.carcassonne.one_game import OneGame
from tests.envs.carcassonne.oracle_board import Board, beyond, terrain
from tests.envs.carcassonne.policies import at_random, packing
from tests.envs.carcassonne.views import cells_of, features_of, grid_of, pieces_of

EDGES = "NESW"
OPPOSITE = dict(zip(EDGES, "SWNE", strict=True))
FORBIDDEN = {"f": 0b110, "r": 0b101, "c": 0b011, "a": 0}
CASES: list[dict[str, Any]] = [
    *(dataclasses.asdict(options) for options in GAME.option_sets),
    {"num_players": 6, "barn_on_barn_field": True, "serf_mode": "no_barn"},
    {"num_players": 5, "farmers": False},
    {"num_players": 4, "cs_tiles": "described"},
    {"num_players": 3, "configuration": "core", "table": 17},
    {"num_players": 2, "configuration": "base"},
]
EVERY_CASE = pytest.mark.parametrize("case", range(len(CASES)))


def played(case: int) -> Iterator[tuple[OneGame, dict[str, Any]]]:
    """Play two games; yield each position with what look_at says of the one before it."""
    for seed, policy in ((case, at_random), (100 + case, packing)):
        luck = random.Random(seed)
        game = OneGame(seed, **{**CASES[case], "skip_forced": False})
        while not game.over:
            before = look_at(game)
            game.play(policy(game, luck))
            yield game, before


def look_at(game: OneGame) -> dict[str, Any]:
    return {
        "phase": game.phase,
        "pieces": pieces_of(game.record),
        "features": features_of(game.record),
        "score": game.score,
        "tiles": tiles_of(game),
        "hands": game.hands,
        "tokens": sum(game.tokens) + int(game.record.token_supply),
    }


def tiles_of(game: OneGame) -> Counter[str]:
    """Count the tiles on the table and to be drawn, by kind."""
    tiles = Counter(tile for tile, _ in grid_of(game.record).values())
    return tiles + Counter(game.undrawn) + Counter([game.drawn] if game.drawn else [])


def men_of(game: OneGame) -> list[Counter[str]]:
    """Count the pieces of each seat, wherever they are; abbeys are tiles."""
    counts = [Counter({**hand, "abbey": 0}) for hand in game.hands]
    for seat, kind, *_ in pieces_of(game.record):
        counts[seat][kind] += 1
    for seat in game.seats:
        counts[seat]["wagon"] += int(game.record.wagon_from[seat] != NONE)
    return [+count for count in counts]


@EVERY_CASE
def test_pieces_and_tokens_are_conserved(case: int) -> None:
    options = GAME.options(CASES[case])
    for game, before in played(case):
        others = int(game.record.abbey_mayor)
        full = +Counter(follower=options.followers, wagon=others, mayor=others, barn=others)
        assert men_of(game) == [full] * options.num_players
        assert sum(game.tokens) + int(game.record.token_supply) == before["tokens"]
        abbeys = sum(others - hand["abbey"] for hand in game.hands)
        assert abbeys == int(game.record.abbeys_played) == tiles_of(game)["ABBEY"]


@EVERY_CASE
def test_tiles_leave_the_game_only_where_one_is_drawn(case: int) -> None:
    for game, before in played(case):
        then, now = before["tiles"], tiles_of(game)
        gone = then - now
        assert now - then in (Counter(), Counter(ABBEY=1))
        assert int(game.record.undrawn_total) == sum(game.undrawn.values())
        if gone:
            assert before["phase"] in ("piece", "wagon", "abbey")
            assert game.phase == "place" or not game.undrawn


@EVERY_CASE
def test_pieces_leave_only_what_is_complete_or_holds_a_barn(case: int) -> None:
    for game, before in played(case):
        after = features_of(game.record)
        home = {
            part: feature for feature in before["features"].values() for part in feature["parts"]
        }
        barns = {part for feature in after.values() for part in feature["parts"]
                 if any(kind == "barn" for _, kind in feature["crew"])}  # fmt: skip
        for _, kind, *part in before["pieces"] - pieces_of(game.record):
            assert kind != "barn"
            feature = home[tuple(part)]
            if feature["kind"] == "field":
                assert tuple(part) in barns
            else:
                assert feature["open"] == 0


@EVERY_CASE
def test_nobody_stays_on_what_is_paid(case: int) -> None:
    """After the scoring complete features are empty, and farms with barns have no farmers."""
    for game, _ in played(case):
        if game.phase == "piece":
            continue
        for feature in features_of(game.record).values():
            kinds = {kind for _, kind in feature["crew"]}
            if feature["kind"] == "field":
                assert kinds in (set(), {"man"}, {"barn"})
            else:
                assert feature["open"] > 0 or not kinds


@EVERY_CASE
def test_what_is_complete_changes_no_more(case: int) -> None:
    """So it is paid once: only what somebody stands on pays."""
    complete: dict[Any, Any] = {}
    for game, before in played(case):
        after = features_of(game.record)
        if int(game.record.num_tiles) == 2:
            complete = {}
        for first, feature in complete.items():
            assert after[first] == feature
        if game.phase != "piece":
            closed = {
                first: f for first, f in after.items() if f["kind"] != "field" and not f["open"]
            }
            complete |= closed
        gains = [now - then for now, then in zip(game.score, before["score"], strict=True)]
        assert game.over or before["phase"] == "piece" or not any(gains)
        assert min(gains) >= 0
        assert all(bool(feature["owners"]) <= bool(feature["crew"]) for feature in after.values())


@EVERY_CASE
def test_prospects_are_what_the_owners_of_features_would_get(case: int) -> None:
    for game, _ in played(case):
        due = [0] * game.options.num_players
        for feature in features_of(game.record).values():
            for seat in feature["owners"]:
                due[seat] += feature["worth"]
        assert game.record.prospect[: len(due)].tolist() == due


@EVERY_CASE
def test_record_of_the_table(case: int) -> None:
    """The frontier with its needs, the holes and the box, found again from the tiles."""
    for game, _ in played(case):
        record, grid = game.record, grid_of(game.record)
        west, north, east, south = (
            int(record[name]) for name in ("west", "north", "east", "south")
        )
        columns, rows = zip(*grid, strict=True)
        assert (west, east) == (min(columns), max(columns))
        assert (north, south) == (min(rows), max(rows))
        needs = {cell: need_of(grid, cell) for tile in grid for cell in neighbours(tile)
                 if cell not in grid}  # fmt: skip
        size = int(record.frontier_size)
        cells, found = record.frontier_cell[:size].tolist(), record.frontier_need[:size].tolist()
        assert dict(zip(cells, found, strict=True)) == {
            (y % GRID << GRID_BITS) + x % GRID: need for (x, y), need in needs.items()
        }
        assert int(record.holes) == len(Board(grid).holes())
        assert sum(record.grid > 0) == len(grid) == len(cells_of(record)) == int(record.num_tiles)


def neighbours(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [beyond(cell, edge) for edge in EDGES]


def need_of(grid: dict[Any, Any], cell: tuple[int, int]) -> int:
    """Return three bits an edge for what may not lie there, then a bit for each neighbour."""
    need = 0
    for number, edge in enumerate(EDGES):
        tile = grid.get(beyond(cell, edge))
        if tile is not None:
            need |= FORBIDDEN[terrain(*tile)[OPPOSITE[edge]]] << 3 * number | 1 << 12 + number
    return need


@EVERY_CASE
def test_members_of_features_are_a_list(case: int) -> None:
    for game, _ in played(case):
        record, count = game.record, int(game.record.num_segments)
        own = defaultdict(list)
        for segment, label in enumerate(record.label[:count].tolist()):
            own[label].append(segment)
        following = record.next_member.tolist()
        for label, segments in own.items():
            listed = [label]
            while following[listed[-1]] != NONE:
                listed.append(following[listed[-1]])
            assert sorted(listed) == segments
            assert int(record.members[label]) == len(segments)
            assert int(record.last_member[label]) == listed[-1]
