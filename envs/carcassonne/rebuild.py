"""A record made again from an observation, compiled: what a scripted agent looks ahead on.

The observer becomes seat 0, the others follow in turn order; the window's cells are the coordinates.
"""

from typing import Any

from fiefdom.envs.carcassonne.engine import clear_board, clear_counts, clear_features
from fiefdom.envs.carcassonne.observe import (
    COUNTS_AT,
    DRAWN_AT,
    HALF,
    LAST,
    PHASE_AT,
    PIECE_PLANE,
    SEAT_SIZE,
    SEATS_AT,
    TILE,
    TURNS,
    UNDRAWN_AT,
    WAGON_PLANE,
    WAITING,
    facts_at,
    seat_plane,
)
from fiefdom.envs.carcassonne.placing import place_tile, put_wagon, stand
from fiefdom.envs.carcassonne.rules import NUM_TYPES
from fiefdom.envs.carcassonne.state import EMPTY, GRID_BITS, PHASES
from fiefdom.envs.common.jit import njit

NUM_PHASES = len(PHASES)


@njit
def rebuild(rules: Any, state: Any, seen: Any) -> None:
    """Fill a record, whose options are set, from what its seat 0 sees."""
    table = int(state.table)
    clear_board(state)
    clear_features(state)
    clear_counts(state)
    last = 0
    while seen[LAST * table * table + last] == 0:
        last += 1
    start_box(state, last % table, last // table)
    for position in range(table * table):
        if seen[TILE * table * table + position] != 0 and position != last:
            rebuild_tile(rules, state, seen, position)
    rebuild_tile(rules, state, seen, last)
    first = facts_at(state, table * table)
    rebuild_counts(state, seen, first)
    for seat in range(int(state.num_players)):
        rebuild_seat(state, seat, seen, first + SEATS_AT + seat * SEAT_SIZE)
    for tile in range(int(state.num_tiles)):
        rebuild_pieces(rules, state, seen, tile)


@njit
def start_box(state: Any, x: int, y: int) -> None:
    """Start the bounding box at a cell that holds a tile."""
    state.west = x
    state.east = x
    state.north = y
    state.south = y


@njit
def rebuild_tile(rules: Any, state: Any, seen: Any, position: int) -> None:
    """Place the tile that is seen at a position of the window."""
    table = int(state.table)
    kind = int(seen[TILE * table * table + position]) - 1
    turns = int(seen[TURNS * table * table + position])
    place_tile(rules, state, kind, position % table, position // table, turns)


@njit
def rebuild_pieces(rules: Any, state: Any, seen: Any, tile: int) -> None:
    """Put the pieces that are seen on a tile."""
    table = int(state.table)
    cell = int(state.tile_cell[tile])
    position = (cell >> GRID_BITS) * table + (cell & ((1 << GRID_BITS) - 1))
    for seat in range(int(state.num_players)):
        piece = int(seen[seat_plane(state, seat, PIECE_PLANE) * table * table + position])
        if piece != 0:
            stand(rules, state, tile, seat, piece - 1)
        wagon = int(seen[seat_plane(state, seat, WAGON_PLANE) * table * table + position])
        if wagon == WAITING:
            state.wagon_from[seat] = tile
        elif wagon != 0:
            put_wagon(rules, state, seat, tile, wagon - 1)


@njit
def rebuild_counts(state: Any, seen: Any, first: int) -> None:
    """Fill phase, tiles left and the other facts that no seat owns."""
    for phase in range(NUM_PHASES):
        if seen[first + PHASE_AT + phase] != 0:
            state.phase = phase
    state.drawn = EMPTY
    for kind in range(NUM_TYPES):
        if seen[first + DRAWN_AT + kind] != 0:
            state.drawn = kind
        state.undrawn[kind] = seen[first + UNDRAWN_AT + kind]
    at = first + COUNTS_AT
    state.undrawn_total = seen[at]
    state.king_size = seen[at + 1]
    state.robber_size = seen[at + 2]
    state.serf_record = int(seen[at + 3]) - 1
    state.token_supply = seen[at + 4]
    state.abbeys_played = seen[at + 6]
    state.barns_played = seen[at + 7]
    state.abbey_round = seen[at + 10]


@njit
def rebuild_seat(state: Any, seat: int, seen: Any, at: int) -> None:
    """Fill what one seat has."""
    if seen[at] != 0:
        state.mover = seat
    if seen[at + 1] != 0:
        state.turn_seat = seat
    state.score[seat] = int(seen[at + 2]) * HALF + int(seen[at + 3])
    state.followers[seat] = seen[at + 6]
    state.wagons[seat] = seen[at + 7]
    state.mayors[seat] = seen[at + 8]
    state.barns[seat] = seen[at + 9]
    state.abbeys[seat] = seen[at + 10]
    state.tokens[seat] = seen[at + 11]
    state.cloisters[seat] = seen[at + 12]
    state.wagon_tile[seat] = EMPTY
    state.wagon_slot[seat] = EMPTY
    state.wagon_from[seat] = EMPTY
    if seen[at + 13] != 0:
        state.king = seat
    if seen[at + 14] != 0:
        state.robber = seat
    if seen[at + 15] != 0:
        state.cleric = seat
    if seen[at + 16] != 0:
        state.serf = seat
