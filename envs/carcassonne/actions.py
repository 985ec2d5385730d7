"""The numbering of the actions, for a table of W x W cells.

0 to 4 W^2 - 1  put the tile on a cell of the window: W^2 cells, row by row, for each quarter turn
4 W^2           draw a tile (in the abbey round: place no abbey)
+1 to +25       put a piece on the tile just placed: a follower on city 0-1, road 0-3, the cloister,
                field 0-3; a wagon on city 0-1, road 0-3, the cloister; a mayor on city 0-1; a barn
                at the corner NW, NE, SE, SW; nothing
+26 to +89      drive the wagon to a segment (city 0-1, road 0-3, cloister) of the tile where it stood
                or of one of the eight around it, row by row; back to hand

An abbey is put on a cell by the cell's first number (no quarter turn).
"""

from typing import Any

from fiefdom.envs.carcassonne.frontier import window_north, window_west
from fiefdom.envs.carcassonne.placing import (
    BARN_AT,
    FOLLOWER_AT,
    MAYOR_AT,
    NUM_PIECE_SLOTS,
    WAGON_AT,
)
from fiefdom.envs.carcassonne.rules import (
    ABBEY,
    AROUND,
    CITY,
    CLOISTER,
    CORNERS,
    EDGE_NAMES,
    FIELD,
    QUARTER_TURNS,
    ROAD,
    SEGMENTS,
    segments_of,
    turned_edges,
    turned_half_edge,
)
from fiefdom.envs.carcassonne.state import ABBEY_CHOICE, EMPTY, GRID_BITS, GRID_MASK
from fiefdom.envs.carcassonne.tiles import TILES
from fiefdom.envs.carcassonne.turns import NUM_WAGON_TARGETS, WAGON_SEGMENTS
from fiefdom.envs.common.jit import njit, plain

PASS = NUM_PIECE_SLOTS  # of a piece
HOME = NUM_WAGON_TARGETS  # of a wagon
FIRST_PIECE = 1  # counted from the action that draws
FIRST_WAGON = FIRST_PIECE + PASS + 1
HALF_EDGE_NAMES = (
    "north edge, west half", "north edge, east half", "east edge, north half",
    "east edge, south half", "south edge, east half", "south edge, west half",
    "west edge, south half", "west edge, north half",
)  # fmt: skip


@njit
def draw_number(state: Any) -> int:
    """Return the number of the action that draws a tile; the placements come before it."""
    return QUARTER_TURNS * int(state.table) * int(state.table)


@njit
def place_number(state: Any, cell: int) -> int:
    """Return the number of the action that puts a tile on a cell without turning it."""
    column = ((cell & GRID_MASK) - window_west(state)) & GRID_MASK
    row = ((cell >> GRID_BITS) - window_north(state)) & GRID_MASK
    return row * int(state.table) + column


def draw_action(table: int) -> int:
    """Return the action that draws a tile on a table of so many cells a side."""
    return QUARTER_TURNS * table * table


def piece_action(table: int, choice: int) -> int:
    """Return the action that puts a piece by its slot (`PASS`: none)."""
    return draw_action(table) + FIRST_PIECE + choice


def wagon_action(table: int, target: int) -> int:
    """Return the action that drives a wagon to a target (`HOME`: back to hand)."""
    return draw_action(table) + FIRST_WAGON + target


def count_actions(table: int) -> int:
    """Return the number of actions for a table."""
    return wagon_action(table, HOME) + 1


def window(state: Any) -> tuple[int, int]:
    """Return the x and y of the window's first cell."""
    return plain(window_west)(state), plain(window_north)(state)


def placed_at(state: Any, action: int) -> tuple[int, int, int]:
    """Return the cell x, y and the quarter turns of a placement."""
    table = int(state.table)
    turns, place = divmod(action, table * table)
    row, column = divmod(place, table)
    west, north = window(state)
    return west + column, north + row, turns


def coordinates(state: Any, tile: int) -> tuple[int, int]:
    """Return x and y of the tile that was placed as number `tile`."""
    cell = int(state.tile_cell[tile])
    west, north = window(state)
    x = west + (((cell & GRID_MASK) - west) & GRID_MASK)
    return x, north + (((cell >> GRID_BITS) - north) & GRID_MASK)


def action_text(state: Any, action: int) -> str:
    """Say what an action means in a position (a record of STATE).

    Raises:
        ValueError: if there is no such action.
    """
    table = int(state.table)
    if not 0 <= action < count_actions(table):
        raise ValueError(
            f"action {action} is out of range; allowed: 0 to {count_actions(table) - 1}"
        )
    if action < draw_action(table):
        return _place_text(state, *placed_at(state, action))
    if action == draw_action(table):
        return "place no abbey" if state.abbey_round else "draw a tile"
    if action < wagon_action(table, 0):
        return _piece_text(state, action - piece_action(table, 0))
    return _wagon_text(state, action - wagon_action(table, 0))


def _place_text(state: Any, x: int, y: int, turns: int) -> str:
    kind = ABBEY if state.phase == ABBEY_CHOICE else int(state.drawn)
    name = "the abbey" if kind == ABBEY else "a tile" if kind == EMPTY else TILES[kind].id
    angle = f" turned {90 * turns}°" if turns else ""
    return f"place {name} at ({x},{y}){angle}"


def _piece_text(state: Any, choice: int) -> str:
    tile = int(state.num_tiles) - 1
    if choice == PASS:
        return "place no piece"
    if choice >= BARN_AT:
        return f"barn at the {CORNERS[choice - BARN_AT]} corner"
    piece, start = next(
        (piece, start)
        for piece, start in (("mayor", MAYOR_AT), ("wagon", WAGON_AT), ("follower", FOLLOWER_AT))
        if choice >= start
    )
    slot = choice - start
    if piece == "follower":
        piece = {CITY: "knight", ROAD: "thief", CLOISTER: "monk", FIELD: "farmer"}[kind_of(slot)]
    return f"{piece} {segment_text(state, tile, slot)}"


def _wagon_text(state: Any, target: int) -> str:
    if target == HOME:
        return "wagon back to hand"
    step, slot = divmod(target, WAGON_SEGMENTS)
    origin = int(state.wagon_from[state.mover])
    if origin == EMPTY:
        return f"wagon to {SEGMENTS[slot]} of cell {AROUND[step]} from where it stood"
    x, y = coordinates(state, origin)
    x, y = x + AROUND[step][0], y + AROUND[step][1]
    tile = int(state.grid[((y & GRID_MASK) << GRID_BITS) | (x & GRID_MASK)]) - 1
    where = SEGMENTS[slot] if tile == EMPTY else segment_text(state, tile, slot)
    return f"wagon to ({x},{y}), {where}"


def kind_of(slot: int) -> int:
    """Return CITY, ROAD, CLOISTER or FIELD for an index of SEGMENTS."""
    return max(start for start in (CITY, ROAD, CLOISTER, FIELD) if slot >= start)


def segment_text(state: Any, tile: int, slot: int) -> str:
    """Say which segment of a placed tile is meant, by the edges that it reaches."""
    kind, turns = TILES[state.tile_type[tile]], int(state.tile_turns[tile])
    number = slot - kind_of(slot)
    if kind_of(slot) == CLOISTER:
        return "in the cloister"
    if slot not in segments_of(kind):
        return f"on {SEGMENTS[slot]}, which the tile lacks"
    if kind_of(slot) == FIELD:
        halves = sorted(turned_half_edge(half, turns) for half in kind.fields[number].half_edges)
        enclosed = [n for n, field in enumerate(kind.fields) if not field.half_edges]
        if number in enclosed:
            return f"on the enclosed field {enclosed.index(number) + 1} of {len(enclosed)}"
        return f"on the field {field_text(halves)}"
    is_city = kind_of(slot) == CITY
    reached = kind.cities[number].edges if is_city else kind.roads[number].edges
    edges = " ".join(EDGE_NAMES[edge] for edge in sorted(turned_edges(reached, turns)))
    return f"in the city {edges}" if is_city else f"on the road {edges}"


def field_text(halves: list[int]) -> str:
    """Say which half-edges a field reaches; an edge whose halves are both there is named whole."""
    names = []
    for edge, name in enumerate(EDGE_NAMES):
        both = [half for half in halves if half // 2 == edge]
        if len(both) == 2:
            names.append(name)
        else:
            names.extend(HALF_EDGE_NAMES[half].replace(" edge, ", " (") + ")" for half in both)
    return ", ".join(names)
