"""The pictures of the tiles: every kind and rotation against its topology, pixel by pixel."""

from typing import Any

import numpy as np
import pytest

from fiefdom.envs.carcassonne.draw import draw_tile, draw_tile_table
from fiefdom.envs.carcassonne.rules import (
    ABBEY,
    CITY,
    CLOISTER,
    FIELD,
    NUM_SEGMENTS,
    NUM_TYPES,
    QUARTER_TURNS,
    ROAD,
    segments_of,
)
from fiefdom.envs.carcassonne.scenery import (
    ABBEY_GROUND,
    CLOISTER_ROOF,
    CLOISTER_WALL,
    INN_SIGN,
    PENNANT,
    distance_to,
    is_inside,
)
from fiefdom.envs.carcassonne.shapes import (
    BRIDGE,
    CITY_BRIDGES,
    CITY_COLOUR,
    CROSSINGS,
    FIELD_COLOUR,
    ROAD_BRIDGES,
    ROAD_COLOUR,
    outline,
    turn_point,
)
from fiefdom.envs.carcassonne.spots import spot, turned_spot
from fiefdom.envs.carcassonne.tiles import HALF_EDGES, TILES, Tile
from fiefdom.envs.common.colours import PANEL, rgb

SIZE = 200
NEAR_EDGE = 46.0  # of 50: where the colours at the border are looked at
COLOURS = {"f": FIELD_COLOUR, "r": ROAD_COLOUR, "c": CITY_COLOUR, "a": ABBEY_GROUND}
OVER_FIELDS = (*CITY_BRIDGES, *ROAD_BRIDGES)  # a bridge hides where their fields are joined
EVERY_TILE = pytest.mark.parametrize("tile", TILES, ids=[tile.id for tile in TILES])


def at(point: tuple[float, float]) -> tuple[int, int]:
    """Return the row and column of a point of a tile."""
    x, y = point
    return int((y + 50) * SIZE / 100), int((x + 50) * SIZE / 100)


def colour_at(picture: Any, point: tuple[float, float]) -> tuple[int, ...]:
    return tuple(int(value) for value in picture[at(point)])


def along_edge(edge: int, aside: float) -> tuple[float, float]:
    """Return a point just inside of an edge, so far to the right as seen from the middle."""
    return turn_point((aside, -NEAR_EDGE), edge)


@EVERY_TILE
@pytest.mark.parametrize("turns", range(QUARTER_TURNS))
def test_the_twelve_points_at_the_border_show_the_terrain(tile: Tile, turns: int) -> None:
    picture = draw_tile(TILES.index(tile), turns, SIZE)
    for edge in range(QUARTER_TURNS):
        terrain = tile.terrain[(edge - turns) % QUARTER_TURNS]
        assert colour_at(picture, along_edge(edge, 0)) == rgb(COLOURS[terrain])
        beside = FIELD_COLOUR if terrain == "r" else COLOURS[terrain]
        for aside in (-25, 25):
            assert colour_at(picture, along_edge(edge, aside)) == rgb(beside)


def areas(picture: Any, colour: str) -> Any:
    """Number the connected areas of a colour, 0 where it is not."""
    inside = (picture == rgb(colour)).all(axis=2)
    numbers = np.zeros(inside.shape, np.int64)
    found = 0
    for start in np.argwhere(inside):
        if numbers[tuple(start)]:
            continue
        found += 1
        border = [tuple(start)]
        while border:
            row, column = border.pop()
            if not (0 <= row < SIZE and 0 <= column < SIZE):
                continue
            if inside[row, column] and not numbers[row, column]:
                numbers[row, column] = found
                border += [
                    (row + 1, column),
                    (row - 1, column),
                    (row, column + 1),
                    (row, column - 1),
                ]
    return numbers


def half_edge_point(half_edge: str) -> tuple[float, float]:
    edge, side = divmod(HALF_EDGES.index(half_edge), 2)
    return along_edge(edge, 25 if side else -25)


@EVERY_TILE
def test_fields_are_joined_and_parted_as_in_the_tile(tile: Tile) -> None:
    numbers = areas(draw_tile(TILES.index(tile), 0, SIZE), FIELD_COLOUR)
    seen = []
    for number, field in enumerate(tile.fields):
        places = [half_edge_point(half) for half in field.half_edges]
        places.append(spot(tile, FIELD + number))
        here = {int(numbers[at(place)]) for place in places}
        assert 0 not in here
        if tile.id not in OVER_FIELDS:
            assert len(here) == 1, "one area"
        seen += sorted(here)
    assert len(seen) == len(set(seen)), "different fields are different areas"


@EVERY_TILE
def test_every_segment_has_a_spot_of_its_own_on_it(tile: Tile) -> None:
    picture = draw_tile(TILES.index(tile), 0, SIZE)
    for segment in segments_of(tile):
        shown = colour_at(picture, spot(tile, segment))
        if segment < ROAD:
            assert shown in (rgb(CITY_COLOUR), rgb(BRIDGE))
        elif segment < CLOISTER:
            assert shown == rgb(ROAD_COLOUR)
        elif segment > CLOISTER:
            assert shown == rgb(FIELD_COLOUR)
    spots = [spot(tile, segment) for segment in segments_of(tile)]
    for number, one in enumerate(spots):
        for other in spots[:number]:
            assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > 20


@EVERY_TILE
def test_a_city_s_spot_lies_in_that_city_only(tile: Tile) -> None:
    if tile.id in (*CROSSINGS, *CITY_BRIDGES):
        return  # the edges at the spot are looked at below
    for number in range(len(tile.cities)):
        place = spot(tile, CITY + number)
        for other in range(len(tile.cities)):
            assert is_inside(place, outline(tile, other)) == (number == other)
        assert distance_to(outline(tile, number), place) > 4


def test_spots_of_crossing_cities_are_at_edges_of_theirs() -> None:
    for tile in TILES:
        for number, city in enumerate(tile.cities):
            if tile.id in (*CROSSINGS, *CITY_BRIDGES):
                x, y = spot(tile, CITY + number)
                edge = ("E" if x > 0 else "W") if abs(x) > abs(y) else ("S" if y > 0 else "N")
                assert edge in city.edges


@EVERY_TILE
def test_buildings_and_pennants_are_shown(tile: Tile) -> None:
    picture = draw_tile(TILES.index(tile), 1, SIZE)

    def has(colour: str) -> bool:
        return bool((picture == rgb(colour)).all(axis=2).any())

    assert has(PENNANT) == any(city.pennants for city in tile.cities)
    assert has(INN_SIGN) == any(road.inn for road in tile.roads)
    assert has(CLOISTER_ROOF) == (tile.cloister and TILES.index(tile) != ABBEY)
    assert has(PANEL) == (tile.reconstructed or any(city.pennants for city in tile.cities))
    assert has(CLOISTER_WALL) >= tile.cloister
    assert has(ABBEY_GROUND) == (TILES.index(tile) == ABBEY)


def test_two_pennants_are_two_shields() -> None:
    shields = []
    for name in ("C", "AM1"):
        picture = draw_tile([tile.id for tile in TILES].index(name), 0, SIZE)
        shields.append(int((picture == rgb(PENNANT)).all(axis=2).sum()))
    assert shields[1] == pytest.approx(2 * shields[0], rel=0.1)


def test_spots_turn_with_the_tile_but_for_the_cloister() -> None:
    for kind, tile in enumerate(TILES):
        for segment in segments_of(tile):
            x, y = spot(tile, segment)
            wanted = (x, y) if segment == CLOISTER else (-y, x)
            assert turned_spot(kind, segment, 1) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("name", "segment"), [("B", CITY), ("E", ROAD), ("ABBEY", FIELD), ("X", NUM_SEGMENTS)]
)
def test_a_segment_that_a_tile_lacks_is_refused(name: str, segment: int) -> None:
    tile = next(tile for tile in TILES if tile.id == name)
    with pytest.raises(ValueError, match=f"tile {name} has no segment {segment}"):
        spot(tile, segment)


@pytest.mark.parametrize(
    "wrong",
    [{"kind": -1}, {"kind": NUM_TYPES}, {"turns": 4}, {"turns": -1}, {"size": 0}, {"size": 5000}],
)
def test_wrong_tiles_are_refused(wrong: dict[str, int]) -> None:
    name, number = next(iter(wrong.items()))
    with pytest.raises(ValueError, match=f"{name}={number}; allowed: "):
        draw_tile(**{"kind": 0, **wrong})


@pytest.mark.parametrize("size", [8, 31, 120])
def test_a_tile_is_drawn_alike_again_and_in_any_size(size: int) -> None:
    for kind in range(NUM_TYPES):
        picture = draw_tile(kind, 1, size)
        assert picture.shape == (size, size, 3)
        assert picture.dtype == np.uint8
        assert picture.tobytes() == draw_tile(kind, 1, size).tobytes()


def test_different_tiles_look_different() -> None:
    looks: dict[bytes, list[str]] = {}
    for kind, tile in enumerate(TILES):
        looks.setdefault(draw_tile(kind, 0, SIZE).tobytes(), []).append(tile.id)
    assert [names for names in looks.values() if len(names) > 1] == [["KR2", "AM6"]], (
        "alike in play"
    )


def test_table_of_tiles_shows_each() -> None:
    table = draw_tile_table()
    assert table.tobytes() == draw_tile_table().tobytes()
    for kind in range(NUM_TYPES):
        tile = draw_tile(kind, 0, 112)
        row, column = divmod(kind, 9)
        top, left = 14 + row * 156, 14 + column * 126
        assert (table[top : top + 112, left : left + 112] == tile).all()
