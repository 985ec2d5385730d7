"""Features, compiled: segments joined to cities, roads and fields, and what each of them is worth.

Joining relabels the smaller feature, so that a segment's feature is always one look away.
"""

from typing import Any

import numpy as np

from fiefdom.envs.carcassonne.rules import (
    BARN_CITY,
    CITY_TILE,
    CLOISTER,
    CLOISTER_TILE,
    FARM_CITY,
    FIELD,
    INN_ROAD_TILE,
    MAX_CITIES,
    MAX_PLAYERS,
    NUM_AROUND,
    OPEN_CITY_TILE,
    ROAD,
    ROAD_TILE,
    TINY_CITY,
    TINY_CITY_TILES,
)
from fiefdom.envs.carcassonne.state import (
    BARNS_AT,
    EMPTY,
    FED_BITS,
    FED_WORDS,
    MAYORS_AT,
    MEN,
    MEN_BITS,
)
from fiefdom.envs.common.bits import count_bits
from fiefdom.envs.common.jit import njit

TINY_CITY_OLD = TINY_CITY[1]


@njit
def add_segment(rules: Any, state: Any, tile: int, slot: int) -> int:
    """Make a segment of a tile a feature of its own; return its number."""
    kind = int(state.tile_type[tile])
    segment = int(state.num_segments)
    state.num_segments = segment + 1
    state.segment_tile[segment] = tile
    state.segment_slot[segment] = slot
    state.label[segment] = segment
    state.next_member[segment] = EMPTY
    state.last_member[segment] = segment
    state.members[segment] = 1
    state.tile_count[segment] = 1
    state.open[segment] = NUM_AROUND if slot == CLOISTER else int(rules.edges[kind, slot])
    state.pennants[segment] = rules.pennants[kind, slot]
    state.inn[segment] = rules.inn[kind, slot]
    if slot < ROAD:
        state.city_number[segment] = state.num_cities
        state.num_cities = int(state.num_cities) + 1
    return segment


@njit
def feature_at(rules: Any, state: Any, tile: int, border: int) -> int:
    """Return the feature at an edge (0-3) or half-edge (4-11) of a tile, EMPTY if there is none."""
    rank = int(rules.border[state.tile_type[tile], state.tile_turns[tile], border])
    return EMPTY if rank < 0 else int(state.label[int(state.tile_first[tile]) + rank])


@njit
def feature_of(rules: Any, state: Any, tile: int, slot: int) -> int:
    """Return the feature of a segment of a tile by its index of SEGMENTS, EMPTY if it has none."""
    rank = int(rules.rank[state.tile_type[tile], slot])
    return EMPTY if rank < 0 else int(state.label[int(state.tile_first[tile]) + rank])


@njit
def count_fed(state: Any, feature: int) -> int:
    """Count the completed cities beside a field."""
    total = 0
    for word in range(FED_WORDS):
        total += count_bits(np.uint64(state.fed[feature, word]))
    return total


@njit
def is_free(state: Any, feature: int) -> bool:
    """Say whether nobody stands on a feature (no barn either)."""
    return int(state.crew[feature]) == 0


@njit
def majority(state: Any, feature: int) -> int:
    """Return the seats of the greatest strength above 0 as bits (section 5, step 1)."""
    crew = int(state.crew[feature])
    pennants = int(state.pennants[feature])
    most, seats = 1, 0
    for seat in range(int(state.num_players)):
        strength = (crew >> (MEN_BITS * seat)) & MEN
        strength += pennants * ((crew >> (MAYORS_AT + seat)) & 1)
        if strength > most:
            most, seats = strength, 0
        if strength == most:
            seats |= 1 << seat
    return seats


@njit
def owners_of(state: Any, feature: int) -> int:
    """Return the seats that a feature pays, as bits: owners of its barns, else the majority."""
    crew = int(state.crew[feature])
    if crew == 0:
        return 0
    barns = crew >> BARNS_AT
    return barns if barns else majority(state, feature)


@njit
def worth_of(state: Any, feature: int) -> int:
    """Return what each owner of a feature gets if the game ends now (sections 5 and 9)."""
    slot = int(state.segment_slot[feature])
    is_open = int(state.open[feature]) > 0
    size = int(state.tile_count[feature])
    if slot < ROAD:
        tiles = size + int(state.pennants[feature])
        if is_open:
            return OPEN_CITY_TILE * tiles
        if size == TINY_CITY_TILES and state.tiny_city_two:
            return TINY_CITY_OLD // TINY_CITY_TILES * tiles
        return CITY_TILE * tiles
    if slot < CLOISTER:
        if state.inn_rule and state.inn[feature]:
            return 0 if is_open else INN_ROAD_TILE * size
        return ROAD_TILE * size
    if slot == CLOISTER:
        return CLOISTER_TILE * (1 + NUM_AROUND - int(state.open[feature]))
    has_barn = int(state.crew[feature]) >> BARNS_AT > 0
    return (BARN_CITY if has_barn else FARM_CITY) * count_fed(state, feature)


@njit
def add_prospect(state: Any, feature: int, sign: int) -> None:
    """Add a feature's worth to what its owners have in prospect, or take it away again."""
    owners = int(state.owners[feature])
    if owners == 0:
        return
    for seat in range(MAX_PLAYERS):
        if (owners >> seat) & 1:
            state.prospect[seat] = int(state.prospect[seat]) + sign * int(state.worth[feature])


@njit
def refresh(state: Any, feature: int) -> None:
    """Bring a feature's owners, worth and prospects up to date after a change."""
    add_prospect(state, feature, -1)
    state.owners[feature] = owners_of(state, feature)
    state.worth[feature] = worth_of(state, feature)
    add_prospect(state, feature, 1)


@njit
def has_segment_of(state: Any, tile: int, feature: int) -> bool:
    """Say whether a tile has a segment that belongs to a feature."""
    for segment in range(int(state.tile_first[tile]), int(state.num_segments)):
        if int(state.segment_tile[segment]) != tile:
            return False
        if int(state.label[segment]) == feature:
            return True
    return False


@njit
def join(state: Any, one: int, other: int) -> int:
    """Join two features; return the label of both. Each tile counts once (section 4.2)."""
    if one == other:
        return one
    if int(state.members[one]) < int(state.members[other]):
        one, other = other, one
    add_prospect(state, one, -1)
    add_prospect(state, other, -1)
    state.owners[one] = 0
    state.owners[other] = 0
    size = int(state.tile_count[one])
    segment = other
    while segment != EMPTY:
        tile = int(state.segment_tile[segment])
        if not has_segment_of(state, tile, one):
            size += 1
        state.label[segment] = one
        segment = int(state.next_member[segment])
    state.tile_count[one] = size
    state.next_member[state.last_member[one]] = other
    state.last_member[one] = state.last_member[other]
    state.members[one] = int(state.members[one]) + int(state.members[other])
    state.open[one] = int(state.open[one]) + int(state.open[other])
    state.pennants[one] = int(state.pennants[one]) + int(state.pennants[other])
    state.inn[one] = int(state.inn[one]) | int(state.inn[other])
    state.crew[one] = int(state.crew[one]) + int(state.crew[other])
    for word in range(FED_WORDS):
        state.fed[one, word] = int(state.fed[one, word]) | int(state.fed[other, word])
    return one


@njit
def feed_fields(rules: Any, state: Any, city: int) -> None:
    """Let a city that was just completed count for every field beside it."""
    word, bit = divmod(int(state.city_number[city]), FED_BITS)
    segment = city
    while segment != EMPTY:
        tile = int(state.segment_tile[segment])
        kind = int(state.tile_type[tile])
        number = int(state.segment_slot[segment])
        for slot in range(FIELD, FIELD + rules.touches.shape[1]):
            if rules.touches[kind, slot - FIELD, number]:
                field = feature_of(rules, state, tile, slot)
                state.fed[field, word] = int(state.fed[field, word]) | (1 << bit)
                refresh(state, field)
        segment = int(state.next_member[segment])


@njit
def count_cities(rules: Any, state: Any, field: int) -> int:
    """Count the cities beside a field, also incomplete ones (option serf_no_barn_cities)."""
    low, high = 0, 0
    segment = field
    while segment != EMPTY:
        tile = int(state.segment_tile[segment])
        number = int(state.segment_slot[segment]) - FIELD
        for city in range(MAX_CITIES):
            if rules.touches[state.tile_type[tile], number, city]:
                word, bit = divmod(
                    int(state.city_number[feature_of(rules, state, tile, city)]), FED_BITS
                )
                if word:
                    high |= 1 << bit
                else:
                    low |= 1 << bit
        segment = int(state.next_member[segment])
    return count_bits(np.uint64(low)) + count_bits(np.uint64(high))
