"""The empty cells beside tiles, compiled: what their neighbours demand, and which tiles fit.

The need of a cell holds TERRAIN_BITS bits an edge for the terrains that its neighbour there forbids,
then a bit for each edge at which there is a neighbour. The grid wraps around; the window is the
table's cells with the tiles' bounding box in their middle.
"""

from typing import Any

from fiefdom.envs.carcassonne.rules import EDGE_STEPS, QUARTER_TURNS
from fiefdom.envs.carcassonne.state import EMPTY, GRID_BITS, GRID_MASK
from fiefdom.envs.carcassonne.tables import ANY_TERRAIN, LANE_BITS, TERRAIN_BITS
from fiefdom.envs.common.jit import njit

NEIGHBOURS_AT = TERRAIN_BITS * QUARTER_TURNS
FORBIDDEN = (1 << NEIGHBOURS_AT) - 1
HOLE = ((1 << QUARTER_TURNS) - 1) << NEIGHBOURS_AT  # neighbours on all four sides
LANE = (1 << LANE_BITS) - 1
EVERY_LANE = sum(1 << (LANE_BITS * turns) for turns in range(QUARTER_TURNS))
EDGE_X = tuple(dx for dx, _ in EDGE_STEPS)
EDGE_Y = tuple(dy for _, dy in EDGE_STEPS)


@njit
def cell_at(x: int, y: int) -> int:
    """Return the index of a cell of the grid by its coordinates."""
    return ((y & GRID_MASK) << GRID_BITS) | (x & GRID_MASK)


@njit
def neighbour(cell: int, dx: int, dy: int) -> int:
    """Return the cell some steps east and south of a cell."""
    return cell_at((cell & GRID_MASK) + dx, (cell >> GRID_BITS) + dy)


@njit
def tile_on(state: Any, cell: int) -> int:
    """Return the number of the tile on a cell, EMPTY if it is empty."""
    return int(state.grid[cell]) - 1


@njit
def window_west(state: Any) -> int:
    """Return the x of the window's first column: the bounding box lies in its middle."""
    return ((int(state.west) + int(state.east)) >> 1) - (int(state.table) >> 1)


@njit
def window_north(state: Any) -> int:
    """Return the y of the window's first row."""
    return ((int(state.north) + int(state.south)) >> 1) - (int(state.table) >> 1)


@njit
def is_on_table(state: Any, x: int, y: int) -> bool:
    """Say whether a tile at x, y keeps the bounding box within the table, less a rim of one."""
    longest = int(state.table) - 2
    width = max(int(state.east), x) - min(int(state.west), x) + 1
    height = max(int(state.south), y) - min(int(state.north), y) + 1
    return width <= longest and height <= longest


@njit
def need_of(rules: Any, state: Any, cell: int) -> int:
    """Return what the neighbours of a cell demand of a tile there."""
    need = 0
    for edge in range(QUARTER_TURNS):
        tile = tile_on(state, neighbour(cell, EDGE_X[edge], EDGE_Y[edge]))
        if tile != EMPTY:
            need |= need_at(rules, state, tile, edge)
    return need


@njit
def need_at(rules: Any, state: Any, tile: int, edge: int) -> int:
    """Return what a tile demands of its neighbour, to which it lies at `edge`."""
    opposite = (edge + 2) % QUARTER_TURNS
    terrain = int(rules.terrain[state.tile_type[tile], state.tile_turns[tile], opposite])
    forbidden = ANY_TERRAIN ^ terrain if terrain else 0
    return (forbidden << (TERRAIN_BITS * edge)) | (1 << (NEIGHBOURS_AT + edge))


@njit
def fitting_turns(rules: Any, kind: int, need: int) -> int:
    """Return the rotations in which a kind of tile fits a need, as bits, without doubles."""
    clash = int(rules.codes[kind]) & ((need & FORBIDDEN) * EVERY_LANE)
    turns = 0
    for lane in range(QUARTER_TURNS):
        if (clash >> (LANE_BITS * lane)) & LANE == 0:
            turns |= 1 << lane
    return turns & int(rules.rotations[kind])


@njit
def placements_on(rules: Any, state: Any, entry: int, kind: int) -> int:
    """Return the legal rotations of a kind of tile on a cell of the frontier, as bits (4.1)."""
    turns = fitting_turns(rules, kind, int(state.frontier_need[entry]))
    if turns == 0:
        return 0
    cell = int(state.frontier_cell[entry])
    west, north = window_west(state), window_north(state)
    x = west + (((cell & GRID_MASK) - west) & GRID_MASK)
    y = north + (((cell >> GRID_BITS) - north) & GRID_MASK)
    return turns if is_on_table(state, x, y) else 0


@njit
def count_placements(rules: Any, state: Any, kind: int, enough: int) -> int:
    """Count the legal placements of a kind of tile, but stop at `enough`."""
    count = 0
    for entry in range(int(state.frontier_size)):
        turns = placements_on(rules, state, entry, kind)
        while turns:
            turns &= turns - 1
            count += 1
        if count >= enough:
            return count
    return count


@njit
def update_frontier(rules: Any, state: Any, tile: int) -> None:
    """Take a new tile's cell from the frontier and add, or update, the empty ones beside it."""
    cell = int(state.tile_cell[tile])
    leave_frontier(state, cell)
    for edge in range(QUARTER_TURNS):
        beside = neighbour(cell, EDGE_X[edge], EDGE_Y[edge])
        if tile_on(state, beside) == EMPTY:
            demand = need_at(rules, state, tile, (edge + 2) % QUARTER_TURNS)
            entry = entry_of(state, beside)
            if entry == EMPTY:
                entry = int(state.frontier_size)
                state.frontier_size = entry + 1
                state.frontier_cell[entry] = beside
                state.frontier_need[entry] = 0
            need = int(state.frontier_need[entry]) | demand
            state.frontier_need[entry] = need
            state.holes = int(state.holes) + int(is_hole(need))


@njit
def leave_frontier(state: Any, cell: int) -> None:
    """Take a cell from the frontier; the last one takes its place."""
    entry = entry_of(state, cell)
    if entry == EMPTY:
        return  # the start tile
    state.holes = int(state.holes) - int(is_hole(int(state.frontier_need[entry])))
    last = int(state.frontier_size) - 1
    state.frontier_size = last
    state.frontier_cell[entry] = state.frontier_cell[last]
    state.frontier_need[entry] = state.frontier_need[last]
    state.frontier_cell[last] = 0
    state.frontier_need[last] = 0


@njit
def entry_of(state: Any, cell: int) -> int:
    """Return a cell's place in the frontier, EMPTY if it is not there."""
    for entry in range(int(state.frontier_size)):
        if int(state.frontier_cell[entry]) == cell:
            return entry
    return EMPTY


@njit
def is_hole(need: int) -> bool:
    """Say whether a cell of this need has neighbours on all four sides (7.1)."""
    return need & HOLE == HOLE
