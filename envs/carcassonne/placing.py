"""Placing, compiled: a tile joins features, and a piece goes on the tile (sections 4 and 7)."""

from typing import Any

from fiefdom.envs.carcassonne.features import (
    add_segment,
    feature_at,
    feature_of,
    feed_fields,
    is_free,
    join,
    refresh,
)
from fiefdom.envs.carcassonne.frontier import (
    EDGE_X,
    EDGE_Y,
    cell_at,
    neighbour,
    tile_on,
    update_frontier,
)
from fiefdom.envs.carcassonne.rules import (
    AROUND,
    CLOISTER,
    CORNERS,
    FIELD,
    NUM_SEGMENTS,
    QUARTER_TURNS,
    ROAD,
)
from fiefdom.envs.carcassonne.state import BARNS_AT, EMPTY, MAYORS_AT, MEN_BITS
from fiefdom.envs.common.jit import njit

AROUND_X = tuple(dx for dx, _ in AROUND)
AROUND_Y = tuple(dy for _, dy in AROUND)
NUM_CELLS = len(AROUND)
NUM_CORNERS = len(CORNERS)

# Piece slots, the same for every tile: a follower on each segment, a wagon on each but fields, a
# mayor on each city, a barn at each corner.
FOLLOWER_AT = 0
WAGON_AT = FOLLOWER_AT + NUM_SEGMENTS
MAYOR_AT = WAGON_AT + FIELD
BARN_AT = MAYOR_AT + ROAD
NUM_PIECE_SLOTS = BARN_AT + NUM_CORNERS

# The tiles that meet at the corners of a tile, clockwise, and which of their corners that is.
JUNCTIONS = tuple(
    tuple(
        (dx, dy, corner)
        for dx, dy, corner in (
            (0, 0, number),
            (x, 0, (number + (1, 3)[number % 2]) % NUM_CORNERS),
            (0, y, (number + (3, 1)[number % 2]) % NUM_CORNERS),
            (x, y, (number + 2) % NUM_CORNERS),
        )
    )
    for number, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1)))
)


@njit
def place_tile(rules: Any, state: Any, kind: int, x: int, y: int, turns: int) -> None:
    """Put a tile on the table and join its segments to those of its neighbours."""
    tile = int(state.num_tiles)
    cell = cell_at(x, y)
    state.num_tiles = tile + 1
    state.tile_type[tile] = kind
    state.tile_turns[tile] = turns
    state.tile_cell[tile] = cell
    state.tile_first[tile] = state.num_segments
    state.piece[tile] = EMPTY
    state.piece_seat[tile] = EMPTY
    state.grid[cell] = tile + 1
    for rank in range(int(rules.num_segments[kind])):
        add_segment(rules, state, tile, int(rules.slots[kind, rank]))
    state.west = min(int(state.west), x)
    state.east = max(int(state.east), x)
    state.north = min(int(state.north), y)
    state.south = max(int(state.south), y)
    for edge in range(QUARTER_TURNS):
        other = tile_on(state, neighbour(cell, EDGE_X[edge], EDGE_Y[edge]))
        if other != EMPTY:
            meet(rules, state, tile, other, edge)
    surround(rules, state, tile)
    update_frontier(rules, state, tile)
    for rank in range(int(rules.num_segments[kind])):
        refresh(state, int(state.label[int(state.tile_first[tile]) + rank]))
    complete_features(rules, state, tile)


@njit
def meet(rules: Any, state: Any, tile: int, other: int, edge: int) -> None:
    """Join what meets across an edge of a tile; an abbey closes it instead (7.1)."""
    opposite = (edge + 2) % QUARTER_TURNS
    one = feature_at(rules, state, tile, edge)
    two = feature_at(rules, state, other, opposite)
    if rules.is_abbey[state.tile_type[tile]] or rules.is_abbey[state.tile_type[other]]:
        for feature in (one, two):
            if feature != EMPTY:
                state.open[feature] = int(state.open[feature]) - 1
                refresh(state, feature)
        return
    if one != EMPTY:
        joined = join(state, one, two)
        state.open[joined] = int(state.open[joined]) - 2
    left = QUARTER_TURNS + 2 * edge
    left_opposite = QUARTER_TURNS + 2 * opposite
    for side in range(2):  # the left half of an edge meets the right half of the other
        half = feature_at(rules, state, tile, left + side)
        if half != EMPTY:
            join(state, half, feature_at(rules, state, other, left_opposite + 1 - side))


@njit
def surround(rules: Any, state: Any, tile: int) -> None:
    """Count the tiles around a new tile, for its cloister and for those of its neighbours."""
    cell = int(state.tile_cell[tile])
    count = 0
    for step in range(NUM_CELLS):
        other = tile_on(state, neighbour(cell, AROUND_X[step], AROUND_Y[step]))
        if other != EMPTY and other != tile:
            count += 1
            cloister = feature_of(rules, state, other, CLOISTER)
            if cloister != EMPTY:
                state.open[cloister] = int(state.open[cloister]) - 1
                refresh(state, cloister)
    cloister = feature_of(rules, state, tile, CLOISTER)
    if cloister != EMPTY:
        state.open[cloister] = int(state.open[cloister]) - count


@njit
def touched_feature(rules: Any, state: Any, tile: int, edge: int) -> int:
    """Return the city or road at an edge of a tile; of an abbey, that which it closes there."""
    if not rules.is_abbey[state.tile_type[tile]]:
        return feature_at(rules, state, tile, edge)
    beside = neighbour(int(state.tile_cell[tile]), EDGE_X[edge], EDGE_Y[edge])
    return feature_at(rules, state, tile_on(state, beside), (edge + 2) % QUARTER_TURNS)


@njit
def is_new(rules: Any, state: Any, tile: int, edge: int) -> bool:
    """Say whether the feature at an edge is not one at an earlier edge of the tile too."""
    feature = touched_feature(rules, state, tile, edge)
    for earlier in range(edge):
        if touched_feature(rules, state, tile, earlier) == feature:
            return False
    return feature != EMPTY


@njit
def complete_features(rules: Any, state: Any, tile: int) -> None:
    """Count the cities and roads that a new tile completes, and feed the fields beside cities."""
    for edge in range(QUARTER_TURNS):
        if not is_new(rules, state, tile, edge):
            continue
        feature = touched_feature(rules, state, tile, edge)
        if int(state.open[feature]) == 0:
            if int(state.segment_slot[feature]) < ROAD:
                state.closed_cities = int(state.closed_cities) + 1
                feed_fields(rules, state, feature)
            else:
                state.closed_roads = int(state.closed_roads) + 1


@njit
def barn_field(rules: Any, state: Any, corner: int) -> int:
    """Return the field at a corner of the last tile where a barn may stand, else EMPTY (7.2)."""
    tile = int(state.num_tiles) - 1
    cell = int(state.tile_cell[tile])
    field = EMPTY
    for dx, dy, other_corner in JUNCTIONS[corner]:
        other = tile_on(state, neighbour(cell, dx, dy))
        if other == EMPTY:
            return EMPTY
        rank = int(rules.corner[state.tile_type[other], state.tile_turns[other], other_corner])
        if rank < 0:
            return EMPTY
        field = int(state.label[int(state.tile_first[other]) + rank])
    if int(state.crew[field]) >> BARNS_AT and not state.barn_on_barn:
        return EMPTY
    return field


@njit
def is_lowest(state: Any, tile: int, rank: int) -> bool:
    """Say whether a tile has no earlier segment of the same feature (4.3)."""
    first = int(state.tile_first[tile])
    for earlier in range(rank):
        if int(state.label[first + earlier]) == int(state.label[first + rank]):
            return False
    return True


@njit
def piece_choices(rules: Any, state: Any) -> int:
    """Return where the mover may put a piece on the last tile, piece slots as bits (4.3, 7)."""
    seat = int(state.mover)
    tile = int(state.num_tiles) - 1
    kind = int(state.tile_type[tile])
    followers, wagons = int(state.followers[seat]) > 0, int(state.wagons[seat]) > 0
    mayors = int(state.mayors[seat]) > 0
    choices = 0
    for rank in range(int(rules.num_segments[kind])):
        slot = int(rules.slots[kind, rank])
        feature = int(state.label[int(state.tile_first[tile]) + rank])
        if not is_free(state, feature) or not is_lowest(state, tile, rank):
            continue
        if followers and (slot < FIELD or state.with_farmers != 0):
            choices |= 1 << (FOLLOWER_AT + slot)
        if wagons and slot < FIELD:
            choices |= 1 << (WAGON_AT + slot)
        if mayors and slot < ROAD:
            choices |= 1 << (MAYOR_AT + slot)
    if int(state.barns[seat]) > 0:
        for corner in range(NUM_CORNERS):
            if barn_field(rules, state, corner) != EMPTY:
                choices |= 1 << (BARN_AT + corner)
    return choices


@njit
def put_piece(rules: Any, state: Any, choice: int) -> int:
    """Put a piece of the mover on the last tile; return the field of a barn, EMPTY otherwise."""
    seat = int(state.mover)
    tile = int(state.num_tiles) - 1
    if choice >= BARN_AT:
        state.barns[seat] = 0
        state.barns_played = int(state.barns_played) + 1
    elif choice >= MAYOR_AT:
        state.mayors[seat] = 0
    elif choice >= WAGON_AT:
        state.wagons[seat] = 0
        put_wagon(rules, state, seat, tile, choice - WAGON_AT)
        return EMPTY
    else:
        state.followers[seat] = int(state.followers[seat]) - 1
        if choice >= FIELD and int(state.serf) == EMPTY and not state.serf_by_barns:
            state.serf = seat if state.cleric_serf else EMPTY  # the first farmer (8.5)
    feature = stand(rules, state, tile, seat, choice)
    return feature if choice >= BARN_AT else EMPTY


@njit
def stand(rules: Any, state: Any, tile: int, seat: int, choice: int) -> int:
    """Let a seat's piece, but a wagon, stand on a tile by its slot; return its feature."""
    if choice >= BARN_AT:
        kind, turns = state.tile_type[tile], state.tile_turns[tile]
        rank = int(rules.corner[kind, turns, choice - BARN_AT])
        feature = int(state.label[int(state.tile_first[tile]) + rank])
        strength = 1 << (BARNS_AT + seat)
    elif choice >= MAYOR_AT:
        feature = feature_of(rules, state, tile, choice - MAYOR_AT)
        strength = 1 << (MAYORS_AT + seat)
    else:
        feature = feature_of(rules, state, tile, choice)
        strength = 1 << (MEN_BITS * seat)
        state.farmers = int(state.farmers) + int(choice >= FIELD)
    state.crew[feature] = int(state.crew[feature]) + strength
    state.piece[tile] = choice
    state.piece_seat[tile] = seat
    refresh(state, feature)
    return feature


@njit
def put_wagon(rules: Any, state: Any, seat: int, tile: int, slot: int) -> None:
    """Put a seat's wagon, which is in nobody's hand, on a segment of a tile (7.4)."""
    feature = feature_of(rules, state, tile, slot)
    state.wagon_tile[seat] = tile
    state.wagon_slot[seat] = slot
    state.crew[feature] = int(state.crew[feature]) + (1 << (MEN_BITS * seat))
    refresh(state, feature)
