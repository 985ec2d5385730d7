"""The picture of a position: what it shows, at positions of all kinds."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.actions import coordinates
from fiefdom.envs.carcassonne.board import LAST, draw_board, open_cells, view_of
from fiefdom.envs.carcassonne.captions import DOINGS, action_lines
from fiefdom.envs.carcassonne.draw import BOARD, HEAD, HEIGHT, MARGIN, WIDTH, draw
from fiefdom.envs.carcassonne.rules import TABLES
from fiefdom.envs.carcassonne.spots import standing_pieces
from fiefdom.envs.carcassonne.state import PHASES
from fiefdom.envs.carcassonne.tiles import TILES
from fiefdom.envs.common.canvas import Box, Canvas
from fiefdom.envs.common.colours import SEATS, rgb
from tests.envs.carcassonne.one_game import OneGame, scripted
from tests.envs.carcassonne.policies import at_random, packing, positions
from tests.envs.pictures import drawn, has

TABLE = Box(MARGIN, HEAD + 2 * MARGIN, BOARD, BOARD)
RECONSTRUCTED = [tile.id for tile in TILES if tile.reconstructed]


def pixel(picture: Any, point: tuple[float, float]) -> tuple[int, ...]:
    return tuple(int(value) for value in picture[int(point[1]), int(point[0])])


def assert_pieces_have_their_colours(game: OneGame, picture: Any) -> None:
    view = view_of(game.record, TABLE)
    pieces = standing_pieces(game.record)
    points = [view.point(*coordinates(game.record, piece.tile), piece.point) for piece in pieces]
    for piece, point in zip(pieces, points, strict=True):
        near = [other for other in points if np.hypot(*np.subtract(other, point)) < view.size / 2]
        if len(near) == 1:  # nothing else stands on it
            assert pixel(picture, point) == rgb(SEATS[piece.seat]), piece


def counted_pieces(game: OneGame) -> Counter[str]:
    """Return how many pieces of each kind are on the board, by what is missing in hand."""
    record, players = game.record, game.options.num_players
    each = int(record.followers_each)
    counts = Counter(followers=sum(each - int(n) for n in record.followers[:players]))
    for kind, numbers in (
        ("wagon", record.wagons),
        ("mayor", record.mayors),
        ("barn", record.barns),
    ):
        counts[kind] = sum(1 - int(n) for n in numbers[:players]) if record.abbey_mayor else 0
    return counts


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("configuration", ["full", "core", "base"])
def test_every_phase_is_drawn_and_nothing_is_cut(
    players: int, configuration: str, words: Counter[str]
) -> None:
    seen: set[str | None] = set()
    options = {"num_players": players, "configuration": configuration}
    for seed in range(4):
        for game in positions(seed, packing if seed % 2 else at_random, **options):
            if game.phase in seen and game.record.turn % 25:
                continue
            seen.add(game.phase)
            words.clear()
            legal = [] if game.over else game.actions()
            picture = drawn(draw, game.record, "public", legal, (WIDTH, HEIGHT))
            assert all(words[line] for line in action_lines(game.record, legal))
            assert bool(legal) == bool(words["legal actions"])
            assert_says_whose_turn(game, words)
            assert_pieces_have_their_colours(game, picture)
            figures = Counter(piece.figure for piece in standing_pieces(game.record))
            figures["followers"] = figures.pop("follower", 0) + figures.pop("farmer", 0)
            assert +figures == +counted_pieces(game)
    wanted = {"place", "piece", None} | ({"abbey", "wagon"} if configuration == "full" else set())
    assert seen == wanted


def test_the_same_position_is_drawn_alike() -> None:
    last = b""
    for number, game in enumerate(positions(5, packing)):
        if number % 40 == 20:
            picture = draw(game.record, "public", []).tobytes()
            assert picture == draw(game.record, "all", []).tobytes()
            assert picture != last
            last = picture


def assert_says_whose_turn(game: OneGame, words: Counter[str]) -> None:
    lines = " ".join(words)
    if game.over:
        best = max(game.score)
        assert f"game over after {int(game.record.turn)} turns" in lines
        assert words["winner"] == 2 * game.score.count(best), "once whole, once as its only line"
        assert not words["to move"]
    else:
        doing = DOINGS[PHASES.index(str(game.phase))]
        assert f"player_{game.mover} {doing}" in lines
        assert words["to move"]
        assert not words["winner"]
    for score in game.score:
        assert words[str(score)]


def test_hands_tokens_and_bonus_tiles_are_shown(words: Counter[str]) -> None:
    game = OneGame(num_players=3)
    record = game.record
    record.followers[:3] = 5, 0, 7
    record.tokens[:3], record.cloisters[:3] = (3, 0, 1), (0, 2, 1)
    record.king, record.robber, record.cleric, record.serf = 2, 2, 1, 0
    record.king_size, record.robber_size, record.serf_record, record.token_supply = 11, 9, 4, 10
    draw(record, 1, [])
    for wanted in (
        "x 5", "x 0", "x 7", "tokens 3 · cloisters 0", "tokens 0 · cloisters 2", "King",
        "Robber Baron", "Cleric", "Serf", "largest city 11 · longest road 9", "you",
        "tokens left 10 · most farmers by a barn 4",
    ):  # fmt: skip
        assert words[wanted], wanted
    assert words[f"{int(record.undrawn_total)} tiles left to draw"]
    assert any(line.startswith(f"{game.drawn} · drawn") for line in words)


def test_the_legend_names_what_is_in_play(words: Counter[str]) -> None:
    draw(OneGame().record, "public", [])
    names = f"reconstructed tile ({' '.join(RECONSTRUCTED)}): no description is known"
    everything = (
        "field", "road", "city", "cloister", "pennant in a city", "follower", "farmer", "mayor",
        "abbey", "inn", "barn at a corner", "tile placed last", "the tile fits here", names,
    )  # fmt: skip
    assert all(words[wanted] for wanted in everything)
    words.clear()
    draw(OneGame(configuration="base").record, "public", [])
    assert not any(words[name] for name in ("mayor", "abbey", "inn", names))
    words.clear()
    draw(OneGame(cs_tiles="described").record, "public", [])
    assert words["inn"]
    assert not words[names]


def test_a_reconstructed_tile_is_marked_where_it_lies(words: Counter[str]) -> None:
    game = OneGame(skip_forced=False)
    game.set_undrawn("E B")  # what is left is shown with its marks too
    game.to_place(0, "E")
    draw(game.record, "public", [])
    before = words["?"]
    game.lay(0, "CS2", 0, -1, 2)
    draw(game.record, "public", [])
    assert words["?"] == 2 * before + 2, "on the board, and large beside it"


@pytest.mark.parametrize("table", TABLES)
def test_the_box_of_the_tiles_fits_whatever_the_table(table: int) -> None:
    game = OneGame(table=table, skip_forced=False)
    game.lay(0, "U", 1, 0).play(("pass",))
    for x in range(2, table - 2):
        game.lay(0, "U", x, 0).play(("pass",))
    view = view_of(game.record, TABLE)
    assert view.columns == table
    assert view.size * table <= BOARD
    if table <= 31:
        assert view.size >= 30
    for x in (0, table - 3):
        cell = view.cell(x, 0)
        assert TABLE.left < cell.left - view.size + 1
        assert cell.right + view.size - 1 < TABLE.right
    assert draw(game.record, 0, []).shape == (HEIGHT, WIDTH, 3)


def test_the_last_tile_is_outlined() -> None:
    game = scripted("0 U 1 0 0", "1 U 2 0 0")
    picture = draw(game.record, "public", [])
    view = view_of(game.record, TABLE)
    yellow = np.argwhere((picture[:, : TABLE.width] == rgb(LAST)).all(axis=2))
    middle = yellow.mean(axis=0)
    assert middle == pytest.approx(view.cell(2, 0).centre[::-1], abs=2)


def test_open_cells_are_those_of_the_legal_placements() -> None:
    phases = Counter[str]()
    for seed, policy in ((0, at_random), (0, packing), (2, at_random)):
        for game in positions(seed, policy, num_players=3):
            cells = {
                decision[1:3] for decision in game.legal() if decision[0] in ("place", "abbey")
            }
            assert set(open_cells(game.record)) == cells
            phases[str(game.phase)] += 1
    assert phases["place"] > 100
    assert phases["abbey"] > 10


def test_a_wagon_that_waits_is_ringed_on_its_tile() -> None:
    game = next(game for game in positions(0, packing, num_players=3) if game.phase == "wagon")
    waiting = [piece for piece in standing_pieces(game.record) if piece.segment is None]
    waiting = [piece for piece in waiting if piece.figure == "wagon"]
    assert [piece.seat for piece in waiting][:1] == [game.mover]
    assert waiting[0].tile == int(game.record.wagon_from[game.mover])


def test_a_game_that_is_not_dealt_is_drawn(words: Counter[str]) -> None:
    record = GAME.record(GAME.new_states(GAME.options({}), 1)[0])
    assert draw(record, "public", []).shape == (HEIGHT, WIDTH, 3)
    assert words["not started"]
    assert not words["to move"]


def test_the_board_alone_can_be_drawn() -> None:
    game = scripted("0 U 1 0 0 follower road0")
    canvas = Canvas(400, 300)
    view = draw_board(canvas, canvas.box, game.record)
    point = view.point(1, 0, standing_pieces(game.record)[0].point)
    assert pixel(canvas.array(), point) == rgb(SEATS[0])
    assert has(canvas.array(), LAST)
