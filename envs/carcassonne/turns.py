"""A turn, compiled: abbey or draw, placement, piece, scoring, wagons; and the end (section 3)."""

from typing import Any

from fiefdom.envs.carcassonne.features import is_free
from fiefdom.envs.carcassonne.frontier import count_placements, neighbour, tile_on
from fiefdom.envs.carcassonne.placing import (
    AROUND_X,
    AROUND_Y,
    NUM_CELLS,
    NUM_PIECE_SLOTS,
    place_tile,
    put_piece,
    put_wagon,
)
from fiefdom.envs.carcassonne.rules import ABBEY, FIELD
from fiefdom.envs.carcassonne.scoring import (
    move_serf,
    score_barn,
    score_cloisters,
    score_end,
    score_features,
    score_joined_farms,
)
from fiefdom.envs.carcassonne.state import ABBEY_CHOICE, EMPTY, PIECE, PLACE, WAGON
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import next_seat
from fiefdom.envs.common.rng import draw_kind

WAGON_SEGMENTS = FIELD  # a wagon stands on cities, roads and cloisters
NUM_WAGON_TARGETS = NUM_CELLS * WAGON_SEGMENTS


@njit
def start_turn(rules: Any, state: Any) -> None:
    """START_OF_TURN: an abbey may be placed instead of drawing."""
    seat = int(state.turn_seat)
    state.turn = int(state.turn) + 1
    if int(state.undrawn_total) == 0:
        start_abbey_round(state)
    elif int(state.abbeys[seat]) > 0 and int(state.holes) > 0:
        state.phase = ABBEY_CHOICE
        state.mover = seat
    else:
        draw_tile(rules, state)


@njit
def draw_tile(rules: Any, state: Any) -> None:
    """DRAW: the next tile that can be placed; others leave the game."""
    while int(state.undrawn_total) > 0:
        kind = draw_undrawn(state)
        if count_placements(rules, state, kind, 1) > 0:
            state.drawn = kind
            state.phase = PLACE
            state.mover = state.turn_seat
            return
    start_abbey_round(state)


@njit
def draw_undrawn(state: Any) -> int:
    """Draw one of the undrawn tiles, each equally likely; return its kind."""
    total = int(state.undrawn_total)
    kind = draw_kind(state, state.undrawn, total)
    state.undrawn_total = total - 1
    state.undrawn[kind] = int(state.undrawn[kind]) - 1
    return kind


@njit
def start_abbey_round(state: Any) -> None:
    """GAME_END: each player may place its abbey once, from the left of the last one (7.1)."""
    if state.abbey_mayor and state.abbey_endgame:
        state.abbey_round = state.num_players
    ask_abbey_round(state)


@njit
def ask_abbey_round(state: Any) -> None:
    """Ask the next player who can place an abbey; after the last one the game is over."""
    while int(state.abbey_round) > 0:
        seat = int(state.turn_seat)
        if int(state.abbeys[seat]) > 0 and int(state.holes) > 0:
            state.phase = ABBEY_CHOICE
            state.mover = seat
            return
        state.abbey_round = int(state.abbey_round) - 1
        state.turn_seat = next_seat(state, seat)
    score_end(state)
    state.over = 1


@njit
def decline_abbey(rules: Any, state: Any) -> None:
    """ABBEY_CHOICE, draw: draw a tile; in the abbey round the next player is asked."""
    if int(state.abbey_round) == 0:
        draw_tile(rules, state)
        return
    state.abbey_round = int(state.abbey_round) - 1
    state.turn_seat = next_seat(state, int(state.turn_seat))
    ask_abbey_round(state)


@njit
def place(rules: Any, state: Any, x: int, y: int, turns: int) -> None:
    """PLACE, or ABBEY_CHOICE with a hole: put the drawn tile, or an abbey, on a cell."""
    seat = int(state.mover)
    if state.phase == ABBEY_CHOICE:
        state.abbeys[seat] = int(state.abbeys[seat]) - 1
        state.abbeys_played = int(state.abbeys_played) + 1
        place_tile(rules, state, ABBEY, x, y, 0)
    else:
        place_tile(rules, state, int(state.drawn), x, y, turns)
        state.drawn = EMPTY
    state.phase = PIECE


@njit
def finish_piece(rules: Any, state: Any, choice: int) -> None:
    """PIECE and SCORE: put a piece or pass, then score in the order of section 5."""
    field = EMPTY
    if choice < NUM_PIECE_SLOTS:
        field = put_piece(rules, state, choice)
    score_features(rules, state)
    score_cloisters(rules, state)
    if field != EMPTY:
        score_barn(state, field)
    score_joined_farms(rules, state)
    ask_wagons(rules, state)


@njit
def ask_wagons(rules: Any, state: Any) -> None:
    """WAGON: the next owner of a wagon that left its feature, clockwise; then the next turn."""
    seat = int(state.turn_seat)
    for _ in range(int(state.num_players)):
        if int(state.wagon_from[seat]) != EMPTY:
            state.phase = WAGON
            state.mover = seat
            return
        seat = next_seat(state, seat)
    move_serf(rules, state)
    state.turn_seat = next_seat(state, int(state.turn_seat))
    if int(state.abbey_round) > 0:
        state.abbey_round = int(state.abbey_round) - 1
        ask_abbey_round(state)
    else:
        start_turn(rules, state)


@njit
def wagon_targets(rules: Any, state: Any) -> int:
    """Return where the mover's wagon may drive, bits by cell and segment (7.4, rule C2)."""
    cell = int(state.tile_cell[state.wagon_from[state.mover]])
    targets = 0
    for step in range(NUM_CELLS):
        tile = tile_on(state, neighbour(cell, AROUND_X[step], AROUND_Y[step]))
        if tile == EMPTY:
            continue
        first = int(state.tile_first[tile])
        for rank in range(int(rules.num_segments[state.tile_type[tile]])):
            slot = int(state.segment_slot[first + rank])
            feature = int(state.label[first + rank])
            if slot < WAGON_SEGMENTS and is_free(state, feature) and int(state.open[feature]) > 0:
                targets |= 1 << (step * WAGON_SEGMENTS + slot)
    return targets


@njit
def drive_wagon(rules: Any, state: Any, target: int) -> None:
    """WAGON: drive to a target, or back to hand; then the next wagon or the next turn."""
    seat = int(state.mover)
    origin = int(state.wagon_from[seat])
    state.wagon_from[seat] = EMPTY
    if target == NUM_WAGON_TARGETS:
        state.wagons[seat] = 1
    else:
        step = target // WAGON_SEGMENTS
        cell = neighbour(int(state.tile_cell[origin]), AROUND_X[step], AROUND_Y[step])
        put_wagon(rules, state, seat, tile_on(state, cell), target % WAGON_SEGMENTS)
    ask_wagons(rules, state)
