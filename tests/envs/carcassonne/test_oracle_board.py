"""Turned tiles, and features and farms on the board."""

import random
from typing import Any

import pytest

from fiefdom.envs.carcassonne.tiles import EDGES, TILES, Tile
from tests.envs.carcassonne.oracle import Decision, Oracle
from tests.envs.carcassonne.oracle_board import (
    AROUND_CORNER,
    CORNERS,
    Board,
    beyond,
    distinct_rotations,
    segments,
    terrain,
)
from tests.envs.carcassonne.oracle_positions import new_game, play_turns

IDS = [tile.id for tile in TILES]


@pytest.mark.parametrize("tile", TILES, ids=IDS)
def test_distinct_rotations_are_as_many_as_the_tile_says(tile: Tile) -> None:
    rotations = distinct_rotations(tile.id)
    assert rotations == list(range(tile.orientations))


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("tile", IDS)
def test_terrain_and_ends_of_turned_tiles_agree(tile: str, rotation: int) -> None:
    ends = [end for part in segments(tile, rotation).values() for end in part.ends]
    assert len(ends) == len(set(ends))
    for edge, kind in terrain(tile, rotation).items():
        shown = {end for end in ends if end[0] == edge}
        halves = {edge + "L", edge + "R"}
        assert shown == {"c": {edge}, "r": {edge} | halves, "f": halves, "a": set()}[kind]


def test_quarter_turn_is_clockwise() -> None:
    # K: city N, road S-W; the small field between road and corner SW.
    assert terrain("K", 1) == {"N": "r", "E": "c", "S": "f", "W": "r"}
    turned = segments("K", 1)
    assert turned["road0"].ends == {"N", "W"}
    assert turned["field1"].ends == {"NL", "WR"}
    assert turned["field1"].cities == ()
    assert turned["field0"].cities == ("city0",)


def randomly_filled(seed: int) -> Oracle:
    """Return a game at 60 tiles, placed where they have the most neighbours."""
    rng = random.Random(seed)
    oracle = Oracle(lambda counts: rng.choice(list(counts)))

    def neighbours(decision: Decision) -> int:
        return sum(beyond(decision[1:3], edge) in oracle.grid for edge in EDGES)

    while len(oracle.grid) < 60:
        options = sorted(oracle.legal(), key=lambda decision: rng.random())
        oracle.play(max(options, key=neighbours) if oracle.phase == "place" else options[0])
    return oracle


def outline(board: Board) -> list[tuple[object, ...]]:
    """Return what turning the board must not change."""
    return sorted(
        (
            feature.kind,
            sorted(name for _, _, name in feature.parts),
            feature.tiles,
            feature.open,
            feature.pennants,
            feature.inn,
            sorted(city.open for city in board.cities_beside(feature)),
        )
        for feature in board.features
    )


@pytest.mark.parametrize("seed", range(3))
def test_turning_the_whole_board_changes_nothing(seed: int) -> None:
    oracle = randomly_filled(seed)
    turned = Board(
        {(-y, x): (tile, (rotation + 1) % 4) for (x, y), (tile, rotation) in oracle.grid.items()}
    )
    assert outline(turned) == outline(oracle.board)
    assert turned.holes() == {(-y, x) for x, y in oracle.board.holes()}
    ring = list(CORNERS)
    for cell in oracle.grid:
        for corner, after in zip(ring, ring[1:] + ring[:1], strict=True):
            is_barn_corner = oracle.board.is_barn_corner(cell, corner)
            assert turned.is_barn_corner((-cell[1], cell[0]), after) == is_barn_corner


@pytest.mark.parametrize("seed", range(3))
def test_four_tiles_around_a_barn_show_one_farm(seed: int) -> None:
    board = randomly_filled(seed).board
    corners = [(*cell, corner) for cell in board.grid for corner in CORNERS]
    barn_corners = [corner for corner in corners if board.is_barn_corner(corner[:2], corner[2])]
    assert 0 < len(barn_corners) < len(corners)
    for x, y, corner in barn_corners:
        parts = [
            board.field_at((x + dx, y + dy), other) for (dx, dy), other in AROUND_CORNER[corner]
        ]
        assert len({board.feature_of[part] for part in parts if part}) == 1


@pytest.mark.parametrize(
    ("fourth", "fits"),
    [
        (("B", 0), True),
        (("X", 0), True),
        (None, False),
        (("ABBEY", 0), False),
        (("E", 0), False),
        (("E", 3), False),
        # Both roads beside the corner run into the city and part the field there.
        (("KR4", 2), False),
        (("KR4", 0), False),
    ],
)
def test_barn_corner(fourth: tuple[str, int] | None, fits: bool) -> None:
    """Three cloisters and at (1, 1) a tile whose NW corner is one field or not."""
    grid = dict.fromkeys([(0, 0), (1, 0), (0, 1)], ("B", 0))
    board = Board(grid | ({(1, 1): fourth} if fourth else {}))
    assert board.is_barn_corner((0, 0), "SE") == fits


def test_features_of_a_small_board() -> None:
    oracle = new_game()
    play_turns(oracle, "0 E 0 -1 2 follower field0")
    plain: dict[str, Any] = {"tiles": 1, "open": 0, "pennants": 0, "complete": False}
    nobody: dict[str, Any] = {"pieces": frozenset(), "owners": []}
    seen = {min(feature["parts"]): feature for feature in oracle.features()}
    assert seen == {
        (0, -1, "city0"): nobody
        | {"kind": "city", "parts": {(0, -1, "city0"), (0, 0, "city0")}, "pennants": 0}
        | {"tiles": 2, "open": 0, "complete": True, "worth": 4, "cities": 0},
        (0, -1, "field0"): plain
        | {"kind": "field", "parts": {(0, -1, "field0")}, "worth": 3, "cities": 1}
        | {"pieces": {(0, "follower")}, "owners": [0]},
        (0, 0, "road0"): plain
        | nobody
        | {"kind": "road", "parts": {(0, 0, "road0")}, "open": 2, "worth": 1, "cities": 0},
        (0, 0, "field0"): plain
        | nobody
        | {"kind": "field", "parts": {(0, 0, "field0")}, "worth": 3, "cities": 1},
        (0, 0, "field1"): plain
        | nobody
        | {"kind": "field", "parts": {(0, 0, "field1")}, "worth": 0, "cities": 0},
    }


def test_feature_of_a_cloister_and_of_a_city_with_a_mayor() -> None:
    oracle = new_game()
    play_turns(oracle, "0 B 0 1 0 follower cloister", "1 F 0 -1 1 mayor city0")
    seen = {feature["kind"]: feature for feature in oracle.features() if feature["owners"]}
    cloister = seen["cloister"]
    assert (cloister["open"], cloister["worth"], cloister["complete"]) == (7, 2, False)
    city = seen["city"]
    assert (city["owners"], city["pieces"], city["pennants"]) == ([1], {(1, "mayor")}, 1)
    assert (city["worth"], city["open"], city["tiles"]) == (3, 1, 2)


def test_farm_with_barns_is_worth_four_for_each_city_to_their_owners() -> None:
    oracle = new_game()
    play_turns(oracle, "0 E 0 -1 2 follower field0")
    [farm] = [feature for feature in oracle.features() if feature["owners"]]
    assert (farm["owners"], farm["worth"]) == ([0], 3)
    oracle.grid |= dict.fromkeys([(1, -1), (0, -2), (1, -2)], ("B", 0))
    oracle.pieces |= {(1, "barn", 1, -2, "SW"), (0, "barn", 0, -2, "SE")}
    [farm] = [feature for feature in oracle.features() if feature["owners"]]
    assert (farm["owners"], farm["worth"], farm["cities"]) == ([0, 1], 4, 1)
    assert farm["pieces"] == {(0, "follower"), (0, "barn"), (1, "barn")}
