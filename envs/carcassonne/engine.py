"""The rules of Carcassonne, compiled: what may happen, and what then happens.

Section numbers are those of the rules specification; the capital words are the states of its turn.
"""

from typing import Any

from fiefdom.envs.carcassonne.actions import (
    FIRST_PIECE,
    FIRST_WAGON,
    HOME,
    PASS,
    draw_number,
    place_number,
)
from fiefdom.envs.carcassonne.frontier import (
    cell_at,
    count_placements,
    fitting_turns,
    is_hole,
    is_on_table,
    need_of,
    placements_on,
    tile_on,
    window_north,
    window_west,
)
from fiefdom.envs.carcassonne.placing import piece_choices, place_tile
from fiefdom.envs.carcassonne.rules import MAX_PLAYERS, NUM_TYPES, QUARTER_TURNS, START_TILE, TOKENS
from fiefdom.envs.carcassonne.state import (
    ABBEY_CHOICE,
    EMPTY,
    PIECE,
    PLACE,
    WAGON,
)
from fiefdom.envs.carcassonne.tiles import SETS
from fiefdom.envs.carcassonne.turns import (
    decline_abbey,
    drive_wagon,
    finish_piece,
    place,
    start_turn,
    wagon_targets,
)
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import clear, fill
from fiefdom.envs.common.rng import below, start_stream

NO_ACTION = -1
SET_KING_ROBBER, SET_ABBEY_MAYOR, SET_CLERIC_SERF = (
    SETS.index(name) for name in ("king_robber", "abbey_mayor", "cleric_serf")
)


@njit
def reset(rules: Any, state: Any, seed: Any) -> None:
    """Deal a new game under the options already in the record (section 2)."""
    start_stream(state, seed)
    clear_board(state)
    clear_features(state)
    clear_counts(state)
    fill_hands(state)
    fill_supply(rules, state)
    state.turn_seat = below(state, int(state.num_players)) if state.random_start else 0
    state.mover = state.turn_seat
    place_tile(rules, state, START_TILE, 0, 0, 0)
    start_turn(rules, state)
    skip_forced(rules, state)


@njit
def clear_board(state: Any) -> None:
    """Empty the board; the same game leaves the same bytes, whatever was there before."""
    fill(state.grid, 0)
    fill(state.frontier_cell, 0)
    fill(state.frontier_need, 0)
    fill(state.tile_cell, 0)
    fill(state.tile_first, 0)
    fill(state.tile_type, 0)
    fill(state.tile_turns, 0)
    fill(state.piece, EMPTY)
    fill(state.piece_seat, EMPTY)
    state.frontier_size = 0
    state.num_tiles = 0
    state.holes = 0
    state.west = 0
    state.east = 0
    state.north = 0
    state.south = 0


@njit
def clear_features(state: Any) -> None:
    """Forget all segments."""
    fill(state.crew, 0)
    fill(state.fed, 0)
    fill(state.label, 0)
    fill(state.next_member, 0)
    fill(state.last_member, 0)
    fill(state.members, 0)
    fill(state.tile_count, 0)
    fill(state.open, 0)
    fill(state.worth, 0)
    fill(state.segment_tile, 0)
    fill(state.segment_slot, 0)
    fill(state.pennants, 0)
    fill(state.inn, 0)
    fill(state.owners, 0)
    fill(state.city_number, 0)
    state.num_segments = 0
    state.num_cities = 0


@njit
def clear_counts(state: Any) -> None:
    """Set every score and count to that of the start of a game; nobody holds a bonus tile."""
    fill(state.score, 0)
    fill(state.prospect, 0)
    fill(state.tokens, 0)
    fill(state.cloisters, 0)
    state.token_supply = TOKENS if state.cleric_serf else 0
    state.closed_cities = 0
    state.closed_roads = 0
    state.king_size = 0
    state.robber_size = 0
    state.king = EMPTY
    state.robber = EMPTY
    state.cleric = EMPTY
    state.serf = EMPTY
    state.serf_record = EMPTY
    state.farmers = 0
    state.abbeys_played = 0
    state.barns_played = 0
    state.turn = 0
    state.drawn = EMPTY
    state.abbey_round = 0
    state.over = 0
    state.truncated = 0


@njit
def fill_hands(state: Any) -> None:
    """Give every player followers and, with Abbey & Mayor, one of each other piece."""
    for seat in range(MAX_PLAYERS):
        playing = seat < int(state.num_players)
        others = 1 if playing and state.abbey_mayor != 0 else 0
        state.followers[seat] = int(state.followers_each) if playing else 0
        state.wagons[seat] = others
        state.mayors[seat] = others
        state.barns[seat] = others
        state.abbeys[seat] = others
        state.wagon_tile[seat] = EMPTY
        state.wagon_slot[seat] = EMPTY
        state.wagon_from[seat] = EMPTY


@njit
def fill_supply(rules: Any, state: Any) -> None:
    """Shuffle the tiles of the sets in play; the start tile and the abbeys are not drawn."""
    total = 0
    for kind in range(NUM_TYPES):
        copies = int(rules.copies[kind]) - int(kind == START_TILE)
        number = int(rules.set[kind])
        if (
            (number == SET_KING_ROBBER and state.king_robber == 0)
            or (number == SET_ABBEY_MAYOR and state.abbey_mayor == 0)
            or (number == SET_CLERIC_SERF and state.cleric_serf == 0)
            or (rules.reconstructed[kind] != 0 and state.described_only != 0)
            or rules.is_abbey[kind] != 0
        ):
            copies = 0
        state.undrawn[kind] = copies
        total += copies
    state.undrawn_total = total


@njit
def only_placement(rules: Any, state: Any) -> int:
    """Return the legal placement of the drawn tile if there is just one, else NO_ACTION."""
    kind = int(state.drawn)
    if count_placements(rules, state, kind, 2) != 1:
        return NO_ACTION
    entry = 0
    while placements_on(rules, state, entry, kind) == 0:
        entry += 1
    fitting = placements_on(rules, state, entry, kind)
    turns = 0
    while (fitting >> turns) & 1 == 0:
        turns += 1
    area = int(state.table) * int(state.table)
    return turns * area + place_number(state, int(state.frontier_cell[entry]))


@njit
def only_action(rules: Any, state: Any) -> int:
    """Return the legal action if there is just one, else NO_ACTION."""
    if state.phase == PLACE:
        return only_placement(rules, state)
    if state.phase == PIECE and piece_choices(rules, state) == 0:
        return draw_number(state) + FIRST_PIECE + PASS
    if state.phase == WAGON and wagon_targets(rules, state) == 0:
        return draw_number(state) + FIRST_WAGON + HOME
    return NO_ACTION


@njit
def skip_forced(rules: Any, state: Any) -> None:
    """Play decisions with a single legal action, if the option says so."""
    while state.skip_forced and not state.over:
        action = only_action(rules, state)
        if action == NO_ACTION:
            return
        play(rules, state, action)


@njit
def is_legal(rules: Any, state: Any, action: int) -> bool:
    """Say whether the mover may play an action."""
    if action < 0 or state.over:
        return False
    draw = draw_number(state)
    if action < draw:
        return can_place(rules, state, action)
    if action == draw:
        return bool(state.phase == ABBEY_CHOICE)
    choice, target = action - draw - FIRST_PIECE, action - draw - FIRST_WAGON
    if choice <= PASS:
        if state.phase != PIECE:
            return False
        return choice == PASS or (piece_choices(rules, state) >> choice) & 1 != 0
    if state.phase != WAGON or target > HOME:
        return False
    return target == HOME or (wagon_targets(rules, state) >> target) & 1 != 0


@njit
def can_place(rules: Any, state: Any, action: int) -> bool:
    """Say whether the drawn tile, or an abbey, may be put where a placement says (4.1, 7.1)."""
    table = int(state.table)
    turns, position = divmod(action, table * table)
    row, column = divmod(position, table)
    x, y = window_west(state) + column, window_north(state) + row
    cell = cell_at(x, y)
    if tile_on(state, cell) != EMPTY:
        return False
    need = need_of(rules, state, cell)
    if state.phase == ABBEY_CHOICE:
        return bool(turns == 0 and is_hole(need))
    if state.phase != PLACE or need == 0 or not is_on_table(state, x, y):
        return False
    return (fitting_turns(rules, int(state.drawn), need) >> turns) & 1 != 0


@njit
def legal(rules: Any, state: Any, mask: Any) -> None:
    """Fill the mover's mask: 1 for each legal action, all 0 once the game is over."""
    clear(mask)
    if state.over:
        return
    draw = draw_number(state)
    if state.phase == PLACE:
        legal_placements(rules, state, mask)
    elif state.phase == ABBEY_CHOICE:
        mask[draw] = 1
        for entry in range(int(state.frontier_size)):
            if is_hole(int(state.frontier_need[entry])):
                mask[place_number(state, int(state.frontier_cell[entry]))] = 1
    elif state.phase == PIECE:
        choices = piece_choices(rules, state)
        for choice in range(PASS):
            mask[draw + FIRST_PIECE + choice] = (choices >> choice) & 1
        mask[draw + FIRST_PIECE + PASS] = 1
    else:
        targets = wagon_targets(rules, state)
        for target in range(HOME):
            mask[draw + FIRST_WAGON + target] = (targets >> target) & 1
        mask[draw + FIRST_WAGON + HOME] = 1


@njit
def legal_placements(rules: Any, state: Any, mask: Any) -> None:
    """Mark the placements of the drawn tile."""
    area = int(state.table) * int(state.table)
    for entry in range(int(state.frontier_size)):
        fitting = placements_on(rules, state, entry, int(state.drawn))
        if fitting:
            action = place_number(state, int(state.frontier_cell[entry]))
            for turns in range(QUARTER_TURNS):
                mask[turns * area + action] = (fitting >> turns) & 1


@njit
def play(rules: Any, state: Any, action: int) -> None:
    """Play an action that is known to be legal, up to the next decision."""
    draw = draw_number(state)
    if action < draw:
        table = int(state.table)
        turns, position = divmod(action, table * table)
        row, column = divmod(position, table)
        place(rules, state, window_west(state) + column, window_north(state) + row, turns)
    elif action == draw:
        decline_abbey(rules, state)
    elif action < draw + FIRST_WAGON:
        finish_piece(rules, state, action - draw - FIRST_PIECE)
    else:
        drive_wagon(rules, state, action - draw - FIRST_WAGON)


@njit
def step(rules: Any, state: Any, action: int) -> bool:
    """Play a legal action and all chance up to the next decision; False if it is illegal."""
    if not is_legal(rules, state, action):
        return False
    play(rules, state, action)
    skip_forced(rules, state)
    return True


@njit
def scores(rules: Any, state: Any, out: Any) -> None:
    """Fill each seat's points on the score track; once over, with those of the end."""
    for seat in range(int(state.num_players)):
        out[seat] = state.score[seat]


@njit
def ranks(rules: Any, state: Any, out: Any) -> None:
    """Fill the places from 1: most points; equal scores share a place (section 9)."""
    players = int(state.num_players)
    for seat in range(players):
        place_of = 1
        for other in range(players):
            place_of += int(int(state.score[other]) > int(state.score[seat]))
        out[seat] = place_of


@njit
def determinize(rules: Any, state: Any, seat: int, seed: Any) -> None:
    """Redraw what a seat cannot know: tiles are drawn when needed, so only chance to come."""
    start_stream(state, seed)
