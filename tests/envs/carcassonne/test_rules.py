"""The tiles and the tables made of them: structure, totals, and a second computation."""

from collections import Counter
from itertools import combinations, pairwise, product

import pytest

from fiefdom.envs.carcassonne import rules
from fiefdom.envs.carcassonne.rules import ALL_SEGMENTS, MAX_TILES, SEGMENTS
from fiefdom.envs.carcassonne.state import FED_BITS, FED_WORDS, GRID, MEN_BITS
from fiefdom.envs.carcassonne.tables import RULES
from fiefdom.envs.carcassonne.tiles import EDGES, HALF_EDGES, SETS, TILES, Tile
from tests.envs.carcassonne.oracle_board import (
    CORNERS,
    TILE_BY_ID,
    Segment,
    distinct_rotations,
    segments,
    terrain,
)

TABLES = RULES[0]
DRAWN = [tile for tile in TILES if tile.id != "ABBEY"]
EVERY_TILE = pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
EVERY_DRAWN_TILE = pytest.mark.parametrize("tile", DRAWN, ids=lambda tile: tile.id)
BITS = {"f": 1, "r": 2, "c": 4, "a": 0}

# 10.2: types, tiles, cloisters, pennants and orientations of each set.
TOTALS = {
    "base": (24, 72, 6, 10, 79),
    "king_robber": (5, 5, 1, 0, 17),
    "abbey_mayor": (12, 12, 1, 6, 40),
    "cleric_serf": (10, 10, 4, 0, 27),
}
BASE_COUNTS = "A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1"  # 10.2
# Tiles on which features pass over each other (c city, r road, f field).
CROSSINGS = {
    "KR5": {"c0c1"},
    "AM2": {"c0c1"},
    "AM12": {"c0r0", "f2r0"},
    "CS5": {"c0f0", "c0f1", "c0r0"},
    "CS6": {"c0f0"},
    "CS10": {"f0r0"},
}
# Tiles whose field touches a city that it does not meet at a corner of the tile.
FAR_TOUCH = {("AM3", 1), ("AM4", 2), ("AM9", 1), ("KR4", 1), ("KR4", 2)}
JOINED_AROUND_A_ROAD = {"AM12", "CS10"}  # a field on both sides of an unbroken road


def edges_of(tile: Tile, letter: str) -> str:
    return "".join(edge for edge, kind in zip(EDGES, tile.terrain, strict=True) if kind == letter)


def field_at(tile: Tile) -> dict[str, int]:
    """Return the number of the field at each half-edge."""
    return {half: n for n, field in enumerate(tile.fields) for half in field.half_edges}


# The tiles: what check_tiles.py of the rules specification checks.


def test_totals_of_the_sets() -> None:
    assert tuple(TOTALS) == SETS
    for name, figures in TOTALS.items():
        tiles = [tile for tile in DRAWN if tile.set == name]
        pennants = (tile.copies * sum(city.pennants for city in tile.cities) for tile in tiles)
        assert figures == (
            len(tiles),
            sum(tile.copies for tile in tiles),
            sum(tile.copies for tile in tiles if tile.cloister),
            sum(pennants),
            sum(tile.orientations for tile in tiles),
        )


def test_counts() -> None:
    assert len(TILE_BY_ID) == len(TILES)
    base = " ".join(f"{tile.id}{tile.copies}" for tile in TILES if tile.set == "base")
    assert base == BASE_COUNTS
    assert {tile.copies for tile in DRAWN if tile.set != "base"} == {1}
    assert TILE_BY_ID["ABBEY"].copies == 6
    assert TILE_BY_ID["ABBEY"].set == "abbey_mayor"
    assert TILES[rules.START_TILE].id == "D"


def test_reconstructed_tiles() -> None:
    """10.4: four of the fan expansion; three readings are marked medium."""
    assert [tile.id for tile in TILES if tile.reconstructed] == ["CS2", "CS3", "CS4", "CS9"]
    marks = {tile.id: tile.mark for tile in TILES if tile.mark != "high"}
    assert marks == {"KR5": "medium", "CS7": "medium"} | dict.fromkeys(
        ("CS2", "CS3", "CS4", "CS9"), "low"
    )


def test_abbey_is_a_cloister_that_fits_everything() -> None:
    abbey = TILE_BY_ID["ABBEY"]
    assert (abbey.terrain, abbey.cloister, abbey.orientations) == ("aaaa", True, 1)
    assert (abbey.cities, abbey.roads, abbey.fields) == ((), (), ())
    assert TILES.index(abbey) == rules.ABBEY


@EVERY_DRAWN_TILE
def test_edges_belong_to_one_city_or_road(tile: Tile) -> None:
    assert set(tile.terrain) <= set("crf")
    for letter, features in (("c", tile.cities), ("r", tile.roads)):
        assert all(feature.edges for feature in features)
        together = "".join(feature.edges for feature in features)
        assert sorted(together) == sorted(edges_of(tile, letter))
    assert all(city.pennants in (0, 1, 2) for city in tile.cities)
    assert [(tile.id, n) for n, road in enumerate(tile.roads) if road.inn] == (
        [("CS1", 1)] if tile.id == "CS1" else []
    )


@EVERY_DRAWN_TILE
def test_half_edges_belong_to_one_field(tile: Tile) -> None:
    halves = [half for field in tile.fields for half in field.half_edges]
    assert len(set(halves)) == len(halves)
    assert set(halves) == {half for half in HALF_EDGES if half[0] not in edges_of(tile, "c")}
    owner = field_at(tile)
    for edge in edges_of(tile, "f"):
        assert owner[edge + "L"] == owner[edge + "R"]
    for field in tile.fields:
        assert len(set(field.cities)) == len(field.cities)
        assert set(field.cities) <= set(range(len(tile.cities)))


@EVERY_DRAWN_TILE
def test_unbroken_roads_part_the_field(tile: Tile) -> None:
    owner = field_at(tile)
    for road in tile.roads:
        if len(road.edges) > 1:
            joined = any(owner[edge + "L"] == owner[edge + "R"] for edge in road.edges)
            assert joined == (tile.id in JOINED_AROUND_A_ROAD)


@EVERY_DRAWN_TILE
def test_fields_touch_the_cities_that_they_meet(tile: Tile) -> None:
    owner = field_at(tile)
    city_at = {edge: n for n, city in enumerate(tile.cities) for edge in city.edges}
    met = {
        (owner[half], city_at[other[0]])
        for pair in CORNERS.values()
        for half, other in (sorted(pair), sorted(pair, reverse=True))
        if half in owner and other[0] in city_at
    }
    listed = {(n, city) for n, field in enumerate(tile.fields) for city in field.cities}
    assert met <= listed
    far = {(tile.id, n) for n, city in listed - met if tile.fields[n].half_edges}
    assert far == {touch for touch in FAR_TOUCH if touch[0] == tile.id}


def border_of(tile: Tile) -> dict[str, set[int]]:
    """Return where each feature reaches the border: three slots an edge, clockwise."""
    slots: dict[str, set[int]] = {}
    cities, roads = [city.edges for city in tile.cities], [road.edges for road in tile.roads]
    for letter, features in (("c", cities), ("r", roads)):
        for number, edges in enumerate(features):
            middles = {3 * EDGES.index(edge) + 1 for edge in edges}
            ends = {slot + side for slot in middles for side in (-1, 1)} if letter == "c" else set()
            slots[f"{letter}{number}"] = middles | ends
    for half, number in field_at(tile).items():
        at = 3 * EDGES.index(half[0])
        own = {at + 2 * "LR".index(half[1])}
        own |= {at + 1} if half[0] in edges_of(tile, "f") else set()
        slots.setdefault(f"f{number}", set()).update(own)
    return slots


def interleave(one: set[int], other: set[int]) -> bool:
    """Say whether two features take turns around the border at least twice."""
    ring = [slot in one for slot in range(12) if slot in one | other]
    return sum(before != after for before, after in pairwise([*ring, ring[0]])) >= 4


@EVERY_DRAWN_TILE
def test_features_cross_only_at_bridges(tile: Tile) -> None:
    slots = border_of(tile)
    crossing = {a + b for a, b in combinations(sorted(slots), 2) if interleave(slots[a], slots[b])}
    assert crossing == CROSSINGS.get(tile.id, set())


def look_of(tile: Tile, rotation: int) -> tuple[object, ...]:
    """Return what matters for play of a turned tile, features described by what they reach."""
    named = segments(tile.id, rotation)
    features = [
        (part.kind, *sorted(part.ends), part.pennants, part.inn, *sorted(map(str, touched)))
        for part in named.values()
        for touched in [[sorted(named[city].ends) for city in part.cities]]
    ]
    sides = terrain(tile.id, rotation)
    return (*(sides[edge] for edge in EDGES), *sorted(map(str, features)))


def test_orientations() -> None:
    for tile in TILES:
        looks = {look_of(tile, rotation) for rotation in range(4)}
        assert len(looks) == tile.orientations == len(distinct_rotations(tile.id)), tile.id


def test_two_tiles_alone_are_the_same_for_play() -> None:
    canonical = {tile.id: min(look_of(tile, turns) for turns in range(4)) for tile in TILES}
    same = [(a, b) for a, b in combinations(canonical, 2) if canonical[a] == canonical[b]]
    assert same == [("KR2", "AM6")]


# The published numbers and the bounds of the record.


def test_numbers_of_the_rulebook() -> None:
    assert (rules.MIN_PLAYERS, rules.MAX_PLAYERS, rules.FOLLOWERS[0], rules.TOKENS) == (2, 6, 7, 14)
    assert (rules.CITY_TILE, rules.OPEN_CITY_TILE, rules.ROAD_TILE) == (2, 1, 1)
    assert (rules.INN_ROAD_TILE, rules.TINY_CITY) == (2, (4, 2))
    assert rules.CLOISTER_TILE * (1 + rules.NUM_AROUND) == 9
    assert (rules.FARM_CITY, rules.BARN_CITY, rules.JOINED_CITY) == (3, 4, 1)
    assert (rules.CLERIC_POINTS, rules.CLERIC_ABBEY, rules.MOST_TOKENS) == (10, 2, 10)
    assert (rules.SERF_FARMER, rules.SERF_BARN) == (1, 5)


def test_bounds_of_the_record() -> None:
    """13.2, with six abbeys: 105 tiles, of which 99 may lie in a line."""
    assert MAX_TILES == 72 + 5 + 12 + 10 + 6 < 2**7
    assert rules.MAX_FRONTIER == 2 * MAX_TILES + 2
    assert max(rules.TABLES) - 2 >= MAX_TILES - 6
    assert max(rules.TABLES) < GRID
    cities = sum(tile.copies * len(tile.cities) for tile in TILES)
    assert cities <= FED_BITS * FED_WORDS < 2**7
    parts = Counter({tile.id: tile.copies * len(segments(tile.id, 0)) for tile in TILES})
    assert parts.total() == ALL_SEGMENTS < 2**15
    assert max(rules.FOLLOWERS) + 1 < 2**MEN_BITS
    assert max(len(segments(tile.id, 0)) for tile in TILES) == rules.MOST_SEGMENTS == 9


# The tables of each rotation, from the names that the oracle gives to turned features.


def name_at(kind: int, rank: int) -> str | None:
    """Return the name of a segment by its place among those of the tile."""
    return None if rank < 0 else SEGMENTS[TABLES.slots[kind, rank]]


def names_by_end(tile: Tile, rotation: int) -> dict[str, str]:
    return {end: name for name, part in segments(tile.id, rotation).items() for end in part.ends}


@EVERY_TILE
def test_table_of_segments(tile: Tile) -> None:
    kind = TILES.index(tile)
    names = set(segments(tile.id, 0))
    assert {name_at(kind, rank) for rank in range(int(TABLES.num_segments[kind]))} == names
    for slot, name in enumerate(SEGMENTS):
        rank = int(TABLES.rank[kind, slot])
        assert (rank >= 0) == (name in names)
        part = segments(tile.id, 0).get(name, Segment("field"))
        edges = len(part.ends) if part.kind in ("city", "road") else 0
        values = (TABLES.edges[kind, slot], TABLES.pennants[kind, slot], TABLES.inn[kind, slot])
        assert tuple(map(int, values)) == (edges, part.pennants, part.inn)
        assert rank < 0 or name_at(kind, rank) == name
    for number, city in product(range(4), range(2)):
        touched = segments(tile.id, 0).get(f"field{number}", Segment("field")).cities
        assert bool(TABLES.touches[kind, number, city]) == (f"city{city}" in touched)


@EVERY_TILE
def test_table_of_sets(tile: Tile) -> None:
    kind = TILES.index(tile)
    assert SETS[TABLES.set[kind]] == tile.set
    assert int(TABLES.copies[kind]) == tile.copies
    assert bool(TABLES.reconstructed[kind]) == (tile.mark == "low")
    assert bool(TABLES.is_abbey[kind]) == (tile.id == "ABBEY")


@EVERY_TILE
def test_table_of_borders(tile: Tile) -> None:
    """Four edges, eight half-edges, then the enclosed fields."""
    kind = TILES.index(tile)
    for rotation in range(4):
        ranks = TABLES.border[kind, rotation].tolist()
        found = [name_at(kind, rank) for rank in ranks]
        wanted = names_by_end(tile, rotation)
        inner = [name for name, part in segments(tile.id, rotation).items()
                 if part.kind == "field" and not part.ends]  # fmt: skip
        assert found[:12] == [wanted.get(end) for end in (*EDGES, *HALF_EDGES)]
        assert [name for name in found[12:] if name] == inner


@EVERY_TILE
def test_table_of_corners(tile: Tile) -> None:
    kind = TILES.index(tile)
    assert tuple(CORNERS) == rules.CORNERS
    for rotation in range(4):
        wanted = names_by_end(tile, rotation)
        for corner, halves in enumerate(CORNERS.values()):
            fields = {wanted.get(half) for half in halves}
            found = name_at(kind, int(TABLES.corner[kind, rotation, corner]))
            assert found == (fields.pop() if len(fields) == 1 else None)


@EVERY_TILE
def test_table_of_terrain(tile: Tile) -> None:
    kind = TILES.index(tile)
    code = 0
    for rotation, (number, edge) in product(range(4), enumerate(EDGES)):
        bits = BITS[terrain(tile.id, rotation)[edge]]
        assert int(TABLES.terrain[kind, rotation, number]) == bits
        code += bits * 2 ** (16 * rotation + 3 * number)
    assert int(TABLES.codes[kind]) == code


@EVERY_TILE
def test_table_of_doubles(tile: Tile) -> None:
    """A rotation that repeats a lower one is that one, with its segments renumbered."""
    kind = TILES.index(tile)
    assert int(TABLES.rotations[kind]) == sum(1 << turns for turns in distinct_rotations(tile.id))
    for rotation in range(4):
        upright = int(TABLES.upright[kind, rotation])
        looks = [look_of(tile, turns) for turns in range(rotation + 1)]
        assert upright == looks.index(looks[rotation])
        renumbered = TABLES.renumbered[kind, rotation].tolist()
        assert sorted(renumbered) == list(range(len(SEGMENTS)))
        before, after = segments(tile.id, rotation), segments(tile.id, upright)
        new_name = {name: SEGMENTS[renumbered[SEGMENTS.index(name)]] for name in before}
        for name, part in before.items():
            same = after[new_name[name]]
            assert part._replace(cities=()) == same._replace(cities=())
            assert {new_name[city] for city in part.cities} == set(same.cities)
