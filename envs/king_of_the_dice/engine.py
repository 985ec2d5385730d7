"""The rules of King of the Dice, compiled: what may happen, and what then happens.

Section numbers are those of the rules specification; T0 to T9 are the steps of its turn.
"""

from typing import Any

from fiefdom.envs.common.bits import has_bit
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import clear, fill
from fiefdom.envs.common.rng import below, start_stream
from fiefdom.envs.king_of_the_dice.actions import DECLINE, GIVE, NUM_ACTIONS, STOP, TAKE, TAKE_ONLY
from fiefdom.envs.king_of_the_dice.rolling import equal_pairs, fulfilled_citizens, is_fulfilled
from fiefdom.envs.king_of_the_dice.rules import NUM_CITIZENS, NUM_SLOTS, VILLAGE_STACK
from fiefdom.envs.king_of_the_dice.state import CHOOSE, EMPTY, GIFT_CHOICE, HYPNO_CHOICE, KEEP
from fiefdom.envs.king_of_the_dice.supply import NUM_PENALTY_VALUES, draw_citizen, reveal_penalty
from fiefdom.envs.king_of_the_dice.turns import (
    finish_turn,
    give_dragon,
    has_village,
    keep_dice,
    resolve,
    start_turn,
    take_citizen,
)

ALL_CITIZENS = (1 << NUM_CITIZENS) - 1
STACK_SIZE = len(VILLAGE_STACK)
NO_ACTION = -1


@njit
def reset(rules: Any, state: Any, seed: Any) -> None:
    """Deal a new game under the options already in the record (section 2)."""
    start_stream(state, seed)
    state.unseen = ALL_CITIZENS
    state.discarded = 0
    clear(state.kingdoms)
    clear(state.points)
    clear(state.minus)
    clear(state.fairies)
    clear(state.elf)
    fill(state.villages, 0)
    fill(state.scoundrels, 0)
    for value in range(NUM_PENALTY_VALUES):
        state.penalties_left[value] = rules.penalty_copies[value]
    state.turn = 0
    state.over = 0
    state.truncated = 0
    state.extra = 0
    state.offered = EMPTY
    state.dragon = EMPTY
    state.mover = below(state, int(state.num_players)) if state.random_start else 0
    for slot in range(NUM_SLOTS):
        state.villages_left[slot] = STACK_SIZE
        state.row[slot] = draw_citizen(state)
    reveal_penalty(state)
    start_turn(rules, state)
    skip_forced(rules, state)


@njit
def count_takes(rules: Any, state: Any, slot: int) -> int:
    """Count the ways to take the citizen of a slot: with and without its village."""
    return 2 if not state.village_auto and has_village(rules, state, slot) else 1


@njit
def only_action(rules: Any, state: Any) -> int:
    """Return the legal action if there is just one, else NO_ACTION."""
    if state.phase == GIFT_CHOICE and state.num_players == 2:
        return GIVE
    if state.phase != CHOOSE:
        return NO_ACTION
    found = NO_ACTION
    fulfilled = fulfilled_citizens(rules, state)
    for slot in range(NUM_SLOTS):
        if has_bit(fulfilled, int(state.row[slot])):
            if found != NO_ACTION or count_takes(rules, state, slot) > 1:
                return NO_ACTION
            found = TAKE + slot
    return found


@njit
def skip_forced(rules: Any, state: Any) -> None:
    """Play decisions with a single legal action, if the option says so."""
    while state.skip_forced and not state.over:
        action = only_action(rules, state)
        if action == NO_ACTION:
            return
        play(rules, state, action)


@njit
def can_take(rules: Any, state: Any, slot: int, with_village: bool) -> bool:
    """Say whether the citizen of a slot may be taken now, with or without its village."""
    if state.phase == CHOOSE:
        if not is_fulfilled(rules, state, slot):
            return False
    elif state.phase != HYPNO_CHOICE or int(state.offered) != slot:
        return False
    return with_village or count_takes(rules, state, slot) > 1


@njit
def is_legal(rules: Any, state: Any, action: int) -> bool:
    """Say whether the mover may play an action (section 7.1)."""
    if action < 0 or action >= NUM_ACTIONS or state.over:
        return False
    if action <= STOP:
        return bool(state.phase == KEEP and rules.keeps[equal_pairs(state), action] != 0)
    if action < TAKE_ONLY:
        return can_take(rules, state, action - TAKE, True)
    if action < DECLINE:
        return can_take(rules, state, action - TAKE_ONLY, False)
    if action == DECLINE:
        return state.phase == HYPNO_CHOICE  # type: ignore[no-any-return]
    return bool(state.phase == GIFT_CHOICE and action - GIVE < int(state.num_players) - 1)


@njit
def legal(rules: Any, state: Any, mask: Any) -> None:
    """Fill the mover's mask: 1 for each legal action, all 0 once the game is over."""
    clear(mask)
    if state.over:
        return
    if state.phase == KEEP:
        pattern = equal_pairs(state)
        for action in range(TAKE):
            mask[action] = rules.keeps[pattern, action]
        return
    if state.phase == GIFT_CHOICE:
        for opponent in range(int(state.num_players) - 1):
            mask[GIVE + opponent] = 1
        return
    for slot in range(NUM_SLOTS):
        mask[TAKE + slot] = can_take(rules, state, slot, True)
        mask[TAKE_ONLY + slot] = can_take(rules, state, slot, False)
    mask[DECLINE] = state.phase == HYPNO_CHOICE


@njit
def play(rules: Any, state: Any, action: int) -> None:
    """Play an action that is known to be legal, up to the next decision."""
    if action == STOP:
        resolve(rules, state)
    elif action < TAKE:
        keep_dice(rules, state, action)
    elif action < TAKE_ONLY:
        take_citizen(rules, state, action - TAKE, True)
    elif action < DECLINE:
        take_citizen(rules, state, action - TAKE_ONLY, False)
    elif action == DECLINE:
        state.offered = EMPTY
        finish_turn(rules, state)
    else:
        players = int(state.num_players)
        give_dragon(rules, state, (int(state.mover) + 1 + action - GIVE) % players)


@njit
def step(rules: Any, state: Any, action: int) -> bool:
    """Play a legal action and all chance up to the next decision; False if it is illegal."""
    if not is_legal(rules, state, action):
        return False
    play(rules, state, action)
    skip_forced(rules, state)
    return True


@njit
def score_of(state: Any, seat: int) -> int:
    """Return a seat's points less its minus points (section 4)."""
    return int(state.points[seat]) - int(state.minus[seat])


@njit
def scores(rules: Any, state: Any, out: Any) -> None:
    """Fill each seat's score; nothing of it is secret, so it is the same during and after."""
    for seat in range(int(state.num_players)):
        out[seat] = score_of(state, seat)


@njit
def ranks(rules: Any, state: Any, out: Any) -> None:
    """Fill the places from 1: most points, then fewest minus points, else shared (section 4)."""
    players = int(state.num_players)
    for seat in range(players):
        place = 1
        for other in range(players):
            more = score_of(state, other) - score_of(state, seat)
            if more > 0 or (more == 0 and int(state.minus[other]) < int(state.minus[seat])):
                place += 1
        out[seat] = place


@njit
def determinize(rules: Any, state: Any, seat: int, seed: Any) -> None:
    """Redraw what a seat cannot know: nothing lies hidden, so only chance to come."""
    start_stream(state, seed)
