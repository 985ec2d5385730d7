"""What a seat sees, as planes of W x W cells and a vector of facts; everything here is public.

One flat uint8 buffer: with the encoding `planes` the planes of the board, one that holds the facts
row by row, and two planes for each seat; with `dict` the planes of board and seats, then the facts.
The bounding box of the tiles lies in the middle of the window. Seats are relative: 0 is the
observer. Owners are bits, bit 0 the observer's. Counts stop at MOST.
"""

from typing import Any

import numpy as np

from fiefdom.envs.carcassonne.actions import place_number
from fiefdom.envs.carcassonne.features import feature_of
from fiefdom.envs.carcassonne.frontier import is_hole, placements_on
from fiefdom.envs.carcassonne.rules import (
    CLOISTER,
    EDGE_NAMES,
    MAX_INNER_FIELDS,
    MAX_PLAYERS,
    NUM_SEGMENTS,
    NUM_TYPES,
    QUARTER_TURNS,
    ROAD,
    SEGMENTS,
)
from fiefdom.envs.carcassonne.scoring import final_score
from fiefdom.envs.carcassonne.state import ABBEY_CHOICE, EMPTY, PHASES, PLACE
from fiefdom.envs.carcassonne.tables import INNER_AT, NUM_HALF_EDGES
from fiefdom.envs.carcassonne.tiles import HALF_EDGES, TILES
from fiefdom.envs.carcassonne.turns import WAGON_SEGMENTS
from fiefdom.envs.common.jit import njit_fill, njit_inline, rest
from fiefdom.envs.common.layout import Block, Layout, phase_block, seat_blocks, seat_name, unused
from fiefdom.envs.common.record import clear, next_seat

MOST = 254  # not 255: frameworks take such planes for photographs
HALF = 128  # scores are two numbers: whole HALFs and the rest
WAITING = WAGON_SEGMENTS + 1  # a wagon that waits to drive on from this tile


def _edges(name: str, meaning: str) -> list[tuple[str, str]]:
    return [(f"{name}_{edge[0]}", f"{meaning} at the {edge} edge") for edge in EDGE_NAMES]


def _halves(name: str, meaning: str) -> list[tuple[str, str]]:
    return [(f"{name}_{half}", f"{meaning} at half-edge {half}") for half in HALF_EDGES]


def _inner(name: str, meaning: str) -> list[tuple[str, str]]:
    return [(f"{name}_{n}", f"{meaning} {n}") for n in range(MAX_INNER_FIELDS)]


# Board planes in order; each starts where the list of its kind does.
PLANES = [
    ("tile", "kind of tile + 1, 0 on an empty cell"),
    ("turns", "its clockwise quarter turns"),
    ("last", "1 on the tile placed last"),
    ("fits", "rotations in which the drawn tile (or an abbey) fits an empty cell, bits 0 to 3"),
    ("cloister", "points of the cloister or abbey now"),
    ("cloister_owners", "owners of the cloister or abbey"),
    *_edges("city", "tiles of the city"),
    *_edges("road", "tiles of the road"),
    *_edges("open", "open ends of the city or road (0: complete)"),
    *_edges("worth", "points of the city or road now"),
    *_edges("owners", "owners of the city or road"),
    *_halves("field", "tiles of the field"),
    *_halves("field_worth", "points of the field now"),
    *_halves("field_owners", "owners of the field"),
    *_inner("inner_worth", "points now of the enclosed field"),
    *_inner("inner_owners", "owners of the enclosed field"),
]
NUM_PLANES = len(PLANES)
_AT = {name: number for number, (name, _) in enumerate(PLANES)}
TILE, TURNS, LAST, FITS = (_AT[name] for name in ("tile", "turns", "last", "fits"))
CLOISTER_PLANE, CLOISTER_OWNERS = _AT["cloister"], _AT["cloister_owners"]
CITY_PLANE, ROAD_PLANE, OPEN, WORTH, OWNERS = (
    _AT[f"{name}_n"] for name in ("city", "road", "open", "worth", "owners")
)
FIELD_PLANE, FIELD_WORTH, FIELD_OWNERS = (
    _AT[f"{name}_{HALF_EDGES[0]}"] for name in ("field", "field_worth", "field_owners")
)
INNER_WORTH, INNER_OWNERS = _AT["inner_worth_0"], _AT["inner_owners_0"]
SEAT_PLANES = (
    ("piece", "piece of {} on a tile: 1 + its slot in the piece actions (no wagon)"),
    ("wagon", "wagon of {}: 1 + its segment, or {} where it waits to drive on"),
)
PIECE_PLANE, WAGON_PLANE = range(len(SEAT_PLANES))
NUM_SEAT_PLANES = len(SEAT_PLANES)

KIND_LABELS = tuple(
    f"{tile.id} (reconstructed)" if tile.reconstructed else tile.id for tile in TILES
)
COUNT_LABELS = (
    "tiles undrawn", "size of the largest city completed", "length of the longest road completed",
    "farmers removed by a barn, record + 1", "cloister tokens left", "farmers on the board",
    "abbeys played", "barns played", "cities completed", "roads completed",
    "seats still asked in the abbey round",
)  # fmt: skip
SEAT_LABELS = (
    "is the mover", "has the turn", f"score // {HALF}", f"score % {HALF}",
    f"score if the game ended now // {HALF}", f"score if the game ended now % {HALF}",
    "followers in hand", "wagons in hand", "mayors in hand", "barns in hand", "abbeys in hand", "cloister tokens",
    "cloisters scored", "holds the King", "holds the Robber Baron", "holds the Cleric",
    "holds the Serf",
)  # fmt: skip
SEAT_SIZE = len(SEAT_LABELS)


def _facts() -> list[Block]:
    return [
        phase_block(PHASES),
        Block("drawn", NUM_TYPES, 0, 1, "the drawn tile; all 0 without", KIND_LABELS),
        Block("undrawn", NUM_TYPES, 0, MOST, "copies of each tile undrawn", KIND_LABELS),
        Block("counts", len(COUNT_LABELS), 0, MOST, "counts of the game", COUNT_LABELS),
        Block(
            "same_feature", NUM_SEGMENTS, 0, NUM_SEGMENTS,
            "of each segment of the last tile: 1 + the first one of the same feature, 0 if absent",
            SEGMENTS,
        ),
    ]  # fmt: skip


FACTS = _facts()
_PLACES = Layout.vector(FACTS).slices()
PHASE_AT, DRAWN_AT, UNDRAWN_AT, COUNTS_AT, SAME_AT = (
    _PLACES[name].start for name in ("phase", "drawn", "undrawn", "counts", "same_feature")
)
SEATS_AT = _PLACES["same_feature"].stop


def facts() -> list[Block]:
    """Return the blocks of the vector: it has room for every seat, absent ones are 0."""
    return [*FACTS, *seat_blocks(MAX_PLAYERS, 0, MOST, SEAT_LABELS)]


FACTS_SIZE = SEATS_AT + MAX_PLAYERS * SEAT_SIZE


def layout(options: Any) -> Layout:
    """Return the blocks of the observation for these options."""
    table, players = options.table, options.num_players
    area = table * table
    board = [Block(n, area, 0, MOST, text, public="owners" not in n) for n, text in PLANES]
    seats = [
        Block(f"{n}_{offset}", area, 0, MOST, text.format(seat_name(offset), WAITING), public=False)
        for offset in range(players)
        for n, text in SEAT_PLANES
    ]
    planes = len(board) + len(seats)
    if options.encoding == "dict":
        parts = {"board": (planes, table, table), "vector": (FACTS_SIZE,)}
        return Layout(np.dtype(np.uint8), parts, (*board, *seats, *facts()))
    parts = {"observation": (planes + 1, table, table)}
    return Layout(np.dtype(np.uint8), parts, (*board, *facts(), unused(area - FACTS_SIZE), *seats))


@njit_inline
def facts_at(state: Any, area: int) -> int:
    """Return where the facts begin."""
    planes = NUM_PLANES
    if state.dict_encoding:
        planes += NUM_SEAT_PLANES * int(state.num_players)
    return planes * area


@njit_inline
def seat_plane(state: Any, offset: int, number: int) -> int:
    """Return the number of a seat's plane."""
    facts_before = 1 - int(state.dict_encoding)
    return NUM_PLANES + facts_before + NUM_SEAT_PLANES * offset + number


def state_layout(options: Any) -> Layout:
    """Return the same blocks as one float32 vector: nothing is secret."""
    return Layout.vector(layout(options).blocks)


@njit_fill
def observe(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Fill what a seat may know, itself first; -1 stands for everyone, seen from seat 0."""
    observer = max(seat, 0)
    clear(out)
    area = int(state.table) * int(state.table)
    for tile in range(int(state.num_tiles)):
        observe_tile(rules, state, observer, tile, area, out)
    observe_fits(rules, state, area, out)
    observe_pieces(state, observer, area, out)
    facts_of_all = rest(out, facts_at(state, area))
    observe_facts(rules, state, facts_of_all)
    shown = observer
    for offset in range(int(state.num_players)):
        observe_seat(state, shown, rest(facts_of_all, SEATS_AT + offset * SEAT_SIZE))
        shown = next_seat(state, shown)


@njit_inline
def relative(state: Any, seats: int, observer: int) -> int:
    """Return bits of seats as bits of seats counted from the observer."""
    players = int(state.num_players)
    return ((seats >> observer) | (seats << (players - observer))) & ((1 << players) - 1)


@njit_fill
def observe_tile(rules: Any, state: Any, observer: int, tile: int, area: int, out: Any) -> None:
    """Fill the planes of a tile, its edges, its fields and its cloister."""
    kind, turns = int(state.tile_type[tile]), int(state.tile_turns[tile])
    first = int(state.tile_first[tile])
    at = place_number(state, int(state.tile_cell[tile]))
    out[TILE * area + at] = kind + 1
    out[TURNS * area + at] = turns
    for edge in range(QUARTER_TURNS):
        rank = int(rules.border[kind, turns, edge])
        if rank >= 0:
            feature = int(state.label[first + rank])
            is_city = int(state.segment_slot[feature]) < ROAD
            plane = (CITY_PLANE if is_city else ROAD_PLANE) + edge
            out[plane * area + at] = state.tile_count[feature]
            out[(OPEN + edge) * area + at] = min(int(state.open[feature]), MOST)
            out[(WORTH + edge) * area + at] = min(int(state.worth[feature]), MOST)
            owners = relative(state, int(state.owners[feature]), observer)
            out[(OWNERS + edge) * area + at] = owners
    for half in range(NUM_HALF_EDGES):
        rank = int(rules.border[kind, turns, QUARTER_TURNS + half])
        if rank >= 0:
            feature = int(state.label[first + rank])
            out[(FIELD_PLANE + half) * area + at] = state.tile_count[feature]
            out[(FIELD_WORTH + half) * area + at] = min(int(state.worth[feature]), MOST)
            owners = relative(state, int(state.owners[feature]), observer)
            out[(FIELD_OWNERS + half) * area + at] = owners
    for number in range(MAX_INNER_FIELDS):
        rank = int(rules.border[kind, turns, INNER_AT + number])
        if rank >= 0:
            feature = int(state.label[first + rank])
            out[(INNER_WORTH + number) * area + at] = state.worth[feature]
            owners = relative(state, int(state.owners[feature]), observer)
            out[(INNER_OWNERS + number) * area + at] = owners
    cloister = feature_of(rules, state, tile, CLOISTER)
    if cloister != EMPTY:
        out[CLOISTER_PLANE * area + at] = state.worth[cloister]
        owners = relative(state, int(state.owners[cloister]), observer)
        out[CLOISTER_OWNERS * area + at] = owners


@njit_fill
def observe_fits(rules: Any, state: Any, area: int, out: Any) -> None:
    """Fill where the drawn tile fits, or an abbey while that is the choice; and the last tile."""
    last = int(state.num_tiles) - 1
    out[LAST * area + place_number(state, int(state.tile_cell[last]))] = 1
    if state.over:
        return
    for entry in range(int(state.frontier_size)):
        turns = 0
        if state.phase == PLACE:
            turns = placements_on(rules, state, entry, int(state.drawn))
        elif state.phase == ABBEY_CHOICE:
            turns = int(is_hole(int(state.frontier_need[entry])))
        if turns:
            out[FITS * area + place_number(state, int(state.frontier_cell[entry]))] = turns


@njit_fill
def observe_pieces(state: Any, observer: int, area: int, out: Any) -> None:
    """Fill what stands where, on the planes of its seat."""
    players = int(state.num_players)
    for tile in range(int(state.num_tiles)):
        if int(state.piece[tile]) != EMPTY:
            offset = (int(state.piece_seat[tile]) - observer + players) % players
            plane = seat_plane(state, offset, PIECE_PLANE)
            at = place_number(state, int(state.tile_cell[tile]))
            out[plane * area + at] = int(state.piece[tile]) + 1
    for seat in range(players):
        plane = seat_plane(state, (seat - observer + players) % players, WAGON_PLANE)
        stands, waits = int(state.wagon_tile[seat]), int(state.wagon_from[seat])
        if stands != EMPTY:
            at = place_number(state, int(state.tile_cell[stands]))
            out[plane * area + at] = int(state.wagon_slot[seat]) + 1
        if waits != EMPTY:
            at = place_number(state, int(state.tile_cell[waits]))
            out[plane * area + at] = WAITING


@njit_fill
def observe_facts(rules: Any, state: Any, out: Any) -> None:
    """Fill the facts that no seat owns."""
    if not state.over:
        out[PHASE_AT + int(state.phase)] = 1
    if int(state.drawn) != EMPTY:
        out[DRAWN_AT + int(state.drawn)] = 1
    for kind in range(NUM_TYPES):
        out[UNDRAWN_AT + kind] = state.undrawn[kind]
    counts = rest(out, COUNTS_AT)
    counts[0] = state.undrawn_total
    counts[1] = state.king_size
    counts[2] = state.robber_size
    counts[3] = int(state.serf_record) + 1
    counts[4] = state.token_supply
    counts[5] = state.farmers
    counts[6] = state.abbeys_played
    counts[7] = state.barns_played
    counts[8] = state.closed_cities
    counts[9] = state.closed_roads
    counts[10] = state.abbey_round
    tile = int(state.num_tiles) - 1
    for slot in range(NUM_SEGMENTS):
        feature = feature_of(rules, state, tile, slot)
        if feature != EMPTY:
            same = 0
            while feature_of(rules, state, tile, same) != feature:
                same += 1
            out[SAME_AT + slot] = same + 1


@njit_fill
def observe_seat(state: Any, seat: int, out: Any) -> None:
    """Fill what one seat has."""
    score = int(state.score[seat])
    final = score if state.over else final_score(state, seat)
    out[0] = int(int(state.mover) == seat and state.over == 0)
    out[1] = int(int(state.turn_seat) == seat and state.over == 0)
    out[2] = score // HALF
    out[3] = score % HALF
    out[4] = final // HALF
    out[5] = final % HALF
    out[6] = state.followers[seat]
    out[7] = state.wagons[seat]
    out[8] = state.mayors[seat]
    out[9] = state.barns[seat]
    out[10] = state.abbeys[seat]
    out[11] = state.tokens[seat]
    out[12] = state.cloisters[seat]
    out[13] = int(int(state.king) == seat)
    out[14] = int(int(state.robber) == seat)
    out[15] = int(int(state.cleric) == seat)
    out[16] = int(int(state.serf) == seat)
