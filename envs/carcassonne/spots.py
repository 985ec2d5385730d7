"""Where a piece stands on each segment of a tile, in the lengths of shapes.py."""

import functools
from typing import Any, NamedTuple

from fiefdom.envs.carcassonne.figures import BARN, FARMER, FOLLOWER, MAYOR, WAGON
from fiefdom.envs.carcassonne.placing import BARN_AT, MAYOR_AT
from fiefdom.envs.carcassonne.rules import (
    CITY,
    CLOISTER,
    CORNER_HALF_EDGES,
    EDGE_NAMES,
    FIELD,
    ROAD,
    segments_of,
)
from fiefdom.envs.carcassonne.shapes import (
    AT_THE_WALL,
    CENTRE,
    CITY_BRIDGES,
    CORNER_POINTS,
    CROSSINGS,
    LENSES,
    MIDDLES,
    TUNNELS,
    city_corners,
    edge_numbers,
    leads_to,
    road_path,
    turn_point,
)
from fiefdom.envs.carcassonne.state import EMPTY
from fiefdom.envs.carcassonne.tiles import EDGES, TILES, Tile
from fiefdom.envs.common.canvas import Point

IN_CORNER = 0.66  # of the way from the middle to a corner
AT_EDGE = 39.0  # from the middle, in a field or city that only reaches one edge
CITY_AT_EDGE = 35.0
MONK = (0.0, 8.0)

# Fields that are neither a corner nor a whole edge alone, by tile and number.
FIELD_SPOTS: dict[str, dict[int, Point]] = {
    "A": {0: (-31, -31)}, "B": {0: (-31, -31)}, "D": {0: (-37, -17), 1: (-24, 28)},
    "E": {0: (0, 16)}, "H": {0: (0, 0)}, "I": {0: (22, 22)}, "J": {0: (-22, 6)},
    "K": {0: (22, 6)}, "L": {0: (-36, -19)}, "M": {0: (27, 27)}, "N": {0: (27, 27)},
    "O": {0: (37, -17)}, "P": {0: (37, -17)}, "S": {0: (24, 41), 1: (-24, 41)},
    "T": {0: (24, 41), 1: (-24, 41)}, "U": {0: (0, -28), 1: (0, 28)}, "V": {0: (20, -20)},
    "W": {0: (0, -28)}, "KR1": {0: (-32, 32)}, "KR2": {0: (-38, -20), 1: (20, 14)},
    "KR3": {0: (-38, -20), 1: (-20, 20)},
    "KR4": {0: (-24, 41), 1: (24, 41), 2: (41, 24), 3: (41, -24)},
    "AM3": {1: (26, 41)}, "AM4": {0: (38, -20), 1: (-20, 38), 2: (24, 24)},
    "AM6": {0: (-38, -20), 1: (20, 14)}, "AM7": {0: (-24, 10), 1: (35, -17), 2: (30, 30)},
    "AM8": {0: (24, 10), 1: (-35, -17), 2: (-30, 30)}, "AM10": {0: (0, -27)},
    "AM11": {2: (0, 28)}, "AM12": {0: (-24, -41), 1: (24, -41), 2: (-28, 41)},
    "CS1": {1: (28, -28)}, "CS2": {0: (-32, 30)}, "CS3": {0: (0, -34), 1: (0, 34)},
    "CS4": {0: (-31, -31)}, "CS5": {0: (-21, -31), 1: (21, 31)}, "CS6": {0: (0, -30)},
    "CS9": {0: (0, -34)}, "CS10": {0: (0, -31)},
}  # fmt: skip

# Cities by their edges: where a knight stands, and where pennants hang.
CITY_SPOTS: dict[str, tuple[Point, ...]] = {
    "NW": ((-17, -17), (-37, -37)),
    "EW": ((9, 0), (-26, 0)),
    "NEW": ((8, -8), (-30, -26)),
    "NESW": ((4, 6), (-30, -28), (30, -28)),
}


@functools.cache
def spot(tile: Tile, segment: int) -> Point:
    """Return where a piece stands on a segment, an index of SEGMENTS, of a tile that is not turned.

    Raises:
        ValueError: if the tile lacks the segment.
    """
    if segment not in segments_of(tile):
        raise ValueError(f"tile {tile.id} has no segment {segment}; it has {segments_of(tile)}")
    if segment >= FIELD:
        return _field_spot(tile, segment - FIELD)
    if segment == CLOISTER:
        return MONK
    return _road_spot(tile, segment - ROAD) if segment >= ROAD else _city_spot(tile, segment - CITY)


def turned_spot(kind: int, segment: int, turns: int) -> Point:
    """Return where a piece stands on a segment of a tile after clockwise quarter turns."""
    if segment == CLOISTER:  # the house stays upright
        return spot(TILES[kind], segment)
    return turn_point(spot(TILES[kind], segment), turns)


def pennant_spots(tile: Tile, city: int) -> list[Point]:
    """Return where a city's pennants hang."""
    places = _city_places(tile, city)[1:]
    return list(places[: tile.cities[city].pennants])


def _city_spot(tile: Tile, city: int) -> Point:
    return _city_places(tile, city)[0]


def _city_places(tile: Tile, city: int) -> tuple[Point, ...]:
    """Return the place of a piece, then those of pennants."""
    edges = tile.cities[city].edges
    if tile.id in (*CROSSINGS, *CITY_BRIDGES) and len(edges) > 1:
        edges = edges[-1] if "W" in edges else edges[0]  # the bridge is too narrow
    if len(edges) > 1:
        return CITY_SPOTS[edges]
    edge = EDGES.index(edges)
    if len(city_corners(tile, city)) > 2 and tile.id not in (*CROSSINGS, *CITY_BRIDGES):
        places: tuple[Point, ...] = ((0.0, 10.0), (0.0, -35.0))  # spread over the tile
    else:
        aside = 7.0 if tile.cities[city].pennants else 0.0
        places = ((aside, -CITY_AT_EDGE), (-15.0, -37.0))
    return tuple(turn_point(place, edge) for place in places)


def _road_spot(tile: Tile, road: int) -> Point:
    edges = edge_numbers(tile.roads[road].edges)
    if len(edges) > 2:
        return 0.0, 0.0
    if tile.id in TUNNELS or tile.id in CITY_BRIDGES:
        x, y = MIDDLES[edges[0]]
        return x * 0.72, y * 0.72
    path = road_path(tile, road)
    if len(edges) == 2:
        share = 0.3 if tile.id in AT_THE_WALL else 0.5
        return along(path, share)
    return along(path, 0.24 if leads_to(tile, road) >= 0 and len(path) == 2 else 0.33)


def along(path: tuple[Point, ...], share: float) -> Point:
    """Return the point of a path after a share of its steps."""
    at = share * (len(path) - 1)
    first = min(int(at), len(path) - 2)
    rest = at - first
    (x, y), (further_x, further_y) = path[first], path[first + 1]
    return x + rest * (further_x - x), y + rest * (further_y - y)


def _field_spot(tile: Tile, number: int) -> Point:
    special = FIELD_SPOTS.get(tile.id, {})
    if number in special:
        return special[number]
    halves = set(tile.fields[number].half_edges)
    if not halves:
        enclosed = [n for n, field in enumerate(tile.fields) if not field.half_edges]
        return LENSES[enclosed.index(number)]
    for corner, pair in enumerate(CORNER_HALF_EDGES):
        if halves == set(pair):
            x, y = CORNER_POINTS[corner]
            return x * IN_CORNER, y * IN_CORNER
    for edge in range(len(EDGE_NAMES)):
        if halves == {EDGES[edge] + side for side in "LR"}:
            return turn_point((0.0, -AT_EDGE), edge)
    raise KeyError(f"tile {tile.id} needs a spot for field {number}")


class Standing(NamedTuple):
    """A piece on the board: what it is, whose, on which tile (by number), and where on it.

    `segment` is None for a barn, which stands at a corner, and for a wagon that waits to drive on.
    """

    figure: str
    seat: int
    tile: int
    point: Point
    segment: int | None


def standing_pieces(state: Any) -> list[Standing]:
    """Return the pieces on the board of a position, those on earlier tiles first."""
    pieces = []
    for tile in range(int(state.num_tiles)):
        if int(state.piece[tile]) != EMPTY:
            pieces.append(_standing(state, tile, int(state.piece[tile])))
    for seat in range(int(state.num_players)):
        tile, segment = int(state.wagon_tile[seat]), int(state.wagon_slot[seat])
        if int(state.num_tiles) == 0:
            continue
        if tile != EMPTY:
            pieces.append(Standing(WAGON, seat, tile, _point(state, tile, segment), segment))
        waits = int(state.wagon_from[seat])
        if waits != EMPTY:
            pieces.append(Standing(WAGON, seat, waits, CENTRE, None))
    return sorted(pieces, key=lambda piece: piece.tile)


def _standing(state: Any, tile: int, slot: int) -> Standing:
    seat = int(state.piece_seat[tile])
    if slot >= BARN_AT:
        return Standing(BARN, seat, tile, CORNER_POINTS[slot - BARN_AT], None)
    figure, segment = (MAYOR, slot - MAYOR_AT) if slot >= MAYOR_AT else (FOLLOWER, slot)
    if segment >= FIELD:
        figure = FARMER
    return Standing(figure, seat, tile, _point(state, tile, segment), segment)


def _point(state: Any, tile: int, segment: int) -> Point:
    return turned_spot(int(state.tile_type[tile]), segment, int(state.tile_turns[tile]))
