"""The text of a position: the map, the pieces, the seats and what may be done."""

import re
from typing import Any

import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.actions import action_text, draw_action
from fiefdom.envs.carcassonne.render import letter_of, placements_by_cell, text
from fiefdom.envs.carcassonne.rules import ABBEY, CORNERS, NUM_TYPES, QUARTER_TURNS
from fiefdom.envs.carcassonne.spots import standing_pieces
from fiefdom.envs.carcassonne.tile_text import (
    BRIDGE_SIGNS,
    BUSH_SIGN,
    CITY_STYLE,
    CLOISTER_SIGN,
    COLUMNS,
    ENDS,
    FIELD_STYLE,
    HOUSE_SIGN,
    INN_SIGN,
    PENNANT_SIGN,
    ROAD_SIGNS,
    ROWS,
    TUNNEL_MOUTH,
    tile_signs,
)
from fiefdom.envs.carcassonne.tiles import TILES, Tile
from tests.envs.carcassonne.one_game import OneGame, scripted
from tests.envs.carcassonne.policies import at_random, packing, positions

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
ROADS = {*ROAD_SIGNS.values(), *BRIDGE_SIGNS.values(), BUSH_SIGN, TUNNEL_MOUTH}
EVERY_TILE = pytest.mark.parametrize("tile", TILES, ids=[tile.id for tile in TILES])


def shown(game: OneGame, seat: Any = "public") -> str:
    """Return the text of a game without its colours."""
    return COLOURS.sub("", text(game.record, seat, game.actions()))


def the_map(words: str) -> str:
    """Return the part of a text with the map."""
    return words[: words.index("pieces with their player")]


@EVERY_TILE
@pytest.mark.parametrize("turns", range(QUARTER_TURNS))
def test_the_characters_at_the_edges_show_the_terrain(tile: Tile, turns: int) -> None:
    kind = TILES.index(tile)
    lines = tile_signs(kind, turns)
    assert [len(line) for line in lines] == [COLUMNS] * ROWS
    assert all(len(sign.character) == 1 for line in lines for sign in line)
    for edge in range(QUARTER_TURNS):
        column, row = ENDS[edge]
        sign = lines[row][column]
        terrain = tile.terrain[(edge - turns) % QUARTER_TURNS]
        assert (CITY_STYLE in sign.style) == (terrain == "c")
        assert (FIELD_STYLE in sign.style) == (terrain in "fr")
        assert (sign.character in ROADS) == (terrain == "r")


@EVERY_TILE
def test_the_characters_of_a_tile_show_what_is_on_it(tile: Tile) -> None:
    for turns in range(QUARTER_TURNS):
        lines = tile_signs(TILES.index(tile), turns)
        characters = [sign.character for line in lines for sign in line]
        assert characters.count(PENNANT_SIGN) == sum(city.pennants for city in tile.cities)
        assert characters.count(CLOISTER_SIGN) == tile.cloister
        assert characters.count(INN_SIGN) == sum(road.inn for road in tile.roads)


def test_a_few_tiles_are_drawn_as_they_should_be() -> None:
    for name, turns, wanted in (
        ("D", 0, ["▒▒▒▒▒", "─────", "     "]),
        ("V", 0, ["·    ", "──╮  ", "  │  "]),
        ("V", 1, ["· │  ", "──╯  ", "     "]),
        ("M", 0, ["◆▒▒▒▒", "▒▒▒  ", "▒    "]),
        ("L", 2, ["· │  ", "──⌂──", "▒▒▒▒▒"]),
        ("CS1", 0, ["·╭╯  ", "─╯i╭─", "  ╭╯ "]),
        ("CS8", 0, ["· │  ", "──┼──", "  │  "]),
        ("CS5", 0, ["▒ │ ▒", "▒═══▒", "▒ │ ▒"]),
        ("KR3", 1, ["· ╰╮▒", "─╮ ╰▒", " ╰╮ ▒"]),
    ):
        kind = [tile.id for tile in TILES].index(name)
        lines = tile_signs(kind, turns)
        assert ["".join(sign.character for sign in line) for line in lines] == wanted
    assert HOUSE_SIGN == "⌂"


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("configuration", ["full", "core", "base"])
def test_pieces_seats_tile_and_actions_are_named(players: int, configuration: str) -> None:
    seen: set[str | None] = set()
    options = {"num_players": players, "configuration": configuration}
    for seed in (0, 1, 2, 3):
        for game in positions(seed, packing if seed % 2 else at_random, **options):
            if game.phase in seen and game.record.turn % 25:
                continue
            seen.add(game.phase)
            words = shown(game)
            for piece in standing_pieces(game.record):
                assert f"{letter_of(piece)}{piece.seat}" in the_map(words)
            for seat in game.seats:
                assert re.search(rf"player_{seat}[ *]+│ +{game.score[seat]} │", words)
            assert_says_what_is_on(game, words)
    assert {"place", "piece", None} <= seen


def assert_says_what_is_on(game: OneGame, words: str) -> None:
    left = int(game.record.undrawn_total)
    assert f"{left} tile{'' if left == 1 else 's'} left to draw" in words
    if game.over:
        assert "game over" in words
        assert "legal actions" not in words
        return
    assert f"player_{game.mover} *" in words
    if game.phase == "place":
        assert f"{game.drawn} drawn" in words
    table = words[words.index("legal actions") :]
    for action in game.actions():
        assert re.search(rf"\b{action}\b", table)
        if action >= draw_action(int(game.record.table)):
            assert action_text(game.record, action) in table


def test_every_piece_has_its_letter() -> None:
    game = scripted(
        "0 D 1 0 0 follower road0", "1 E 0 -1 2 follower field0", "0 B 0 1 0 follower cloister",
        "1 E 1 1 2 mayor city0", "0 W -1 0 0 wagon road1", "1 H 1 -1 0 follower city0",
    )  # fmt: skip
    words = the_map(shown(game))
    assert all(letters in words for letters in ("T0", "F1", "M0", "Y1", "W0", "K1"))


def test_what_is_in_hand_and_held_is_shown() -> None:
    game = OneGame(num_players=3)
    record = game.record
    record.followers[:3] = 5, 0, 7
    record.tokens[:3], record.cloisters[:3] = (3, 0, 1), (0, 2, 1)
    record.king, record.robber, record.cleric, record.serf = 2, 2, 1, 0
    words = shown(game, 1)
    for seat, held in enumerate(("Serf", "Cleric", "King")):
        row = next(line for line in words.splitlines() if f"player_{seat}" in line and "│" in line)
        assert held in row
        assert ("(you)" in row) == (seat == 1)
        assert f" {int(record.followers[seat])} │" in row
    base = shown(OneGame(configuration="base"))
    for word in ("wagon", "abbey", "tokens", "reconstructed", "inn"):
        assert word in words
        assert word not in base


def test_reconstructed_tiles_are_named_and_marked() -> None:
    game = OneGame(skip_forced=False)
    game.to_place(0, "CS2")
    words = shown(game)
    assert "CS2 drawn (reconstructed)" in words
    assert "? reconstructed tile (CS2 CS3 CS4 CS9): no description is known" in words
    assert "on the board" not in words
    game.play(("place", 0, -1, 2))
    words = " ".join(shown(game).split())
    assert "on the board: CS2" in words
    assert the_map(words).count("?") == 2, "on the map and in the legend"
    assert "reconstructed" not in shown(OneGame(cs_tiles="described"))


def test_placements_are_marked_and_grouped_by_cell() -> None:
    game = OneGame(skip_forced=False)
    game.to_place(0, "U")
    cells = placements_by_cell(game.record, game.actions())
    assert set(cells) == {(-1, 0), (1, 0), (0, 1)}
    words = shown(game)
    for (x, y), turns_of in cells.items():
        for turns, action in turns_of.items():
            assert re.search(rf"\({x},{y}\).*{90 * turns}°: {action}\b", words)
    assert the_map(words).count("+") == len(cells) + 1, "and once in the legend"
    assert "+" not in the_map(COLOURS.sub("", text(game.record, 0, []))).replace(" + ", "", 1)


def test_many_actions_are_cut_with_a_note() -> None:
    game = OneGame(table=101, skip_forced=False)
    game.lay(0, "U", 1, 0).play(("pass",))
    for x in range(2, 70):
        game.lay(0, "U", x, 0).play(("pass",))
    game.to_place(0, "B")
    words = shown(game)
    assert re.search(r"and \d+ more", words)
    header = next(line for line in words.splitlines() if re.search(r" 68 +69", line))
    assert len(header) > 70 * COLUMNS, "the map is not cut"


def test_games_that_are_over_or_not_dealt_have_a_text() -> None:
    record = GAME.record(GAME.new_states(GAME.options({}), 1)[0])
    assert "not started" in text(record, "public", [])
    game = scripted("0 E 0 -1 2 follower city0")
    game.finish()
    words = shown(game)
    assert "game over after" in words
    assert "player_0 wins" in words


def test_a_barn_stands_in_its_corner() -> None:
    game = next(
        game for game in positions(0, packing, num_players=3) if int(game.record.barns_played)
    )
    barn = next(piece for piece in standing_pieces(game.record) if piece.figure == "barn")
    assert abs(barn.point[0]) == abs(barn.point[1]) == 50
    assert len(CORNERS) == 4
    assert "B" + str(barn.seat) in the_map(shown(game))


def test_the_abbey_looks_like_nothing_else() -> None:
    looks = {tile_signs(kind, 0) for kind in range(NUM_TYPES) if kind != ABBEY}
    assert tile_signs(ABBEY, 0) not in looks
    assert len({tile_signs(ABBEY, turns) for turns in range(QUARTER_TURNS)}) == 1
