"""RULES: the tiles, and what follows from them for each rotation, as one read-only record.

The engine reads every table from this record, its first argument: a table read as a global would
be frozen into compiled code.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.carcassonne import rules
from fiefdom.envs.carcassonne.rules import (
    ABBEY,
    CITY,
    CORNER_HALF_EDGES,
    CORNERS,
    FIELD,
    MAX_CITIES,
    MAX_FIELDS,
    MAX_INNER_FIELDS,
    MOST_SEGMENTS,
    NUM_SEGMENTS,
    NUM_TYPES,
    QUARTER_TURNS,
    ROAD,
    field_key,
    segments_of,
    turned,
    turned_edges,
    turned_half_edge,
    upright,
)
from fiefdom.envs.carcassonne.tiles import HALF_EDGES, SETS, TILES, Tile
from fiefdom.envs.common.game import numbers_hash
from fiefdom.envs.common.record import record_dtype

ABSENT = -1
NUM_HALF_EDGES = len(HALF_EDGES)
INNER_AT = QUARTER_TURNS + NUM_HALF_EDGES  # four edges, eight half-edges, enclosed fields
NUM_BORDERS = INNER_AT + MAX_INNER_FIELDS
TERRAINS = "frc"
TERRAIN_BITS = 3  # a bit each for field, road, city
ANY_TERRAIN = (1 << TERRAIN_BITS) - 1
LANE_BITS = 16  # a rotation's terrain in `codes`

FIELDS: list[Any] = [
    ("numbers", np.uint64),  # hash of those in rules.py
    ("codes", np.int64, (NUM_TYPES,)),  # terrain of the four rotations, LANE_BITS each
    ("terrain", np.int8, (NUM_TYPES, QUARTER_TURNS, QUARTER_TURNS)),  # bits by rotation and edge
    ("rotations", np.int8, (NUM_TYPES,)),  # a bit for each rotation that is not a double
    ("upright", np.int8, (NUM_TYPES, QUARTER_TURNS)),  # lowest rotation that is the same
    # segment of a tile in that rotation which is this one (doubles number them otherwise)
    ("renumbered", np.int8, (NUM_TYPES, QUARTER_TURNS, NUM_SEGMENTS)),
    ("set", np.int8, (NUM_TYPES,)),  # index of SETS
    ("copies", np.int8, (NUM_TYPES,)),
    ("reconstructed", np.int8, (NUM_TYPES,)),
    ("is_abbey", np.int8, (NUM_TYPES,)),
    ("num_segments", np.int8, (NUM_TYPES,)),
    ("slots", np.int8, (NUM_TYPES, MOST_SEGMENTS)),  # of each segment its index of SEGMENTS
    ("rank", np.int8, (NUM_TYPES, NUM_SEGMENTS)),  # place among the tile's segments, or ABSENT
    # place among the tile's segments of that at an edge (city, road) or half-edge, and of the
    # enclosed fields, or ABSENT
    ("border", np.int8, (NUM_TYPES, QUARTER_TURNS, NUM_BORDERS)),
    ("corner", np.int8, (NUM_TYPES, QUARTER_TURNS, len(CORNERS))),  # of the one field at a corner
    ("edges", np.int8, (NUM_TYPES, NUM_SEGMENTS)),  # number of edges of a city or road
    ("pennants", np.int8, (NUM_TYPES, NUM_SEGMENTS)),
    ("inn", np.int8, (NUM_TYPES, NUM_SEGMENTS)),
    ("touches", np.int8, (NUM_TYPES, MAX_FIELDS, MAX_CITIES)),  # 1: the field touches the city
]


def terrain_bit(letter: str) -> int:
    """Return the bit of a terrain; an abbey's edge has none, since it fits everything."""
    return 1 << TERRAINS.index(letter) if letter in TERRAINS else 0


def renumbering(tile: Tile, turns: int) -> list[int]:
    """Return, for each segment, the number it has in the lowest rotation that is the same."""
    lowest = upright(tile, turns)
    numbers = list(range(NUM_SEGMENTS))
    for start, features, key in (
        (CITY, tile.cities, lambda n, t: sorted(turned_edges(tile.cities[n].edges, t))),
        (ROAD, tile.roads, lambda n, t: sorted(turned_edges(tile.roads[n].edges, t))),
        (FIELD, tile.fields, lambda n, t: field_key(tile, n, t)),
    ):
        taken: set[int] = set()
        for number in range(len(features)):
            same = next(
                other
                for other in range(len(features))
                if other not in taken and key(other, lowest) == key(number, turns)
            )
            taken.add(same)
            numbers[start + number] = start + same
    return numbers


def _fill_type(rules: Any, kind: int, tile: Tile) -> None:
    present = segments_of(tile)
    rules.set[kind] = SETS.index(tile.set)
    rules.copies[kind] = tile.copies
    rules.reconstructed[kind] = tile.reconstructed
    rules.is_abbey[kind] = kind == ABBEY
    rules.num_segments[kind] = len(present)
    rules.slots[kind] = ABSENT
    rules.slots[kind, : len(present)] = present
    for slot in range(NUM_SEGMENTS):
        rules.rank[kind, slot] = present.index(slot) if slot in present else ABSENT
    for number, city in enumerate(tile.cities):
        rules.edges[kind, CITY + number] = len(city.edges)
        rules.pennants[kind, CITY + number] = city.pennants
    for number, road in enumerate(tile.roads):
        rules.edges[kind, ROAD + number] = len(road.edges)
        rules.inn[kind, ROAD + number] = road.inn
    for number, field in enumerate(tile.fields):
        for touched in field.cities:
            rules.touches[kind, number, touched] = 1
    for turns in range(QUARTER_TURNS):
        _fill_rotation(rules, kind, tile, turns)


def _fill_rotation(rules: Any, kind: int, tile: Tile, turns: int) -> None:
    rank = rules.rank[kind]
    rules.upright[kind, turns] = upright(tile, turns)
    rules.rotations[kind] |= (upright(tile, turns) == turns) << turns
    rules.renumbered[kind, turns] = renumbering(tile, turns)
    for edge in range(QUARTER_TURNS):
        bit = terrain_bit(tile.terrain[(edge - turns) % QUARTER_TURNS])
        rules.terrain[kind, turns, edge] = bit
        rules.codes[kind] |= bit << (LANE_BITS * turns + TERRAIN_BITS * edge)
    border = rules.border[kind, turns]
    border[:] = ABSENT
    for number, city in enumerate(tile.cities):
        border[turned_edges(city.edges, turns)] = rank[CITY + number]
    for number, road in enumerate(tile.roads):
        border[turned_edges(road.edges, turns)] = rank[ROAD + number]
    for number, field in enumerate(tile.fields):
        for half in field.half_edges:
            border[QUARTER_TURNS + turned_half_edge(half, turns)] = rank[FIELD + number]
    inner = [FIELD + n for n, field in enumerate(tile.fields) if not field.half_edges]
    for number, slot in enumerate(inner):
        border[INNER_AT + number] = rank[slot]
    for corner, halves in enumerate(CORNER_HALF_EDGES):
        first, second = (border[QUARTER_TURNS + HALF_EDGES.index(half)] for half in halves)
        rules.corner[kind, turns, corner] = first if first == second else ABSENT


def make_rules() -> npt.NDArray[Any]:
    """Build the record from the tiles."""
    table = np.zeros(1, record_dtype(FIELDS))
    table[0].numbers = numbers_hash(vars(rules))
    for kind, tile in enumerate(TILES):
        assert len({turned(tile, turns) for turns in range(QUARTER_TURNS)}) == tile.orientations
        _fill_type(table[0], kind, tile)
    table.flags.writeable = False
    return table


RULES = make_rules()
