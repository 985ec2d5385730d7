"""A turn, compiled: from its first roll to a citizen or a penalty and the next turn (T0 to T9)."""

from typing import Any

from fiefdom.envs.common.jit import njit, njit_inline
from fiefdom.envs.common.record import next_seat
from fiefdom.envs.king_of_the_dice.rolling import fulfilled_citizens, roll
from fiefdom.envs.king_of_the_dice.rules import (
    ELF,
    ELF_ROLLS,
    EXTRA,
    FAIRY,
    GIFT,
    HYPNO,
    NUM_SLOTS,
    ROLLS,
)
from fiefdom.envs.king_of_the_dice.state import (
    CHOOSE,
    EMPTY,
    GIFT_CHOICE,
    HYPNO_CHOICE,
    KEEP,
    TOP_CARD,
)
from fiefdom.envs.king_of_the_dice.supply import refill_row, reveal_penalty


@njit_inline
def village_gain(rules: Any, state: Any, slot: int) -> int:
    """Return the points of the village that comes with the citizen of a slot, 0 without."""
    matches = int(int(rules.card_column[state.row[slot]]) == slot)
    return matches * int(rules.village_value[state.villages_left[slot]])


@njit
def has_village(rules: Any, state: Any, slot: int) -> bool:
    """Say whether the citizen of a slot lies under a village of its colour."""
    return village_gain(rules, state, slot) > 0


@njit
def take_citizen(rules: Any, state: Any, slot: int, with_village: bool) -> None:
    """T5 and T6: the citizen of a slot, and its village, to the mover; its effect."""
    seat = int(state.mover)
    card = int(state.row[slot])
    if with_village and has_village(rules, state, slot):
        establish_village(rules, state, slot)
    state.row[slot] = EMPTY
    state.offered = EMPTY
    effect = int(rules.card_effect[card])
    if effect == GIFT:
        state.dragon = card
        state.phase = GIFT_CHOICE
        return
    add_citizen(state, seat, card, effect)
    gained = int(rules.card_points[card])
    if effect == FAIRY:
        fairies = int(state.fairies[seat])
        gained += 2 * fairies + 1  # n x n grows by 2n + 1
        state.fairies[seat] = fairies + 1
    elif effect == EXTRA:
        state.extra = 1
    state.points[seat] = int(state.points[seat]) + gained
    if effect == HYPNO and slot < NUM_SLOTS - 1:
        state.offered = slot + 1
        state.phase = HYPNO_CHOICE
        return
    finish_turn(rules, state)


@njit
def add_citizen(state: Any, seat: int, card: int, effect: int) -> None:
    """Put a citizen on top of a kingdom pile; under `top_card` it decides on four rolls."""
    state.kingdoms[seat] = int(state.kingdoms[seat]) | (1 << card)
    if effect == ELF:
        state.elf[seat] = 1
    elif state.elf_mode == TOP_CARD:
        state.elf[seat] = 0


@njit
def establish_village(rules: Any, state: Any, slot: int) -> None:
    """Take the top village of a column."""
    seat = int(state.mover)
    left = int(state.villages_left[slot])
    value = int(rules.village_value[left])
    state.villages_left[slot] = left - 1
    state.villages[seat, slot] = int(state.villages[seat, slot]) + value
    state.points[seat] = int(state.points[seat]) + value


@njit
def give_dragon(rules: Any, state: Any, receiver: int) -> None:
    """T7: the dragon goes to an opponent and counts against it."""
    card = int(state.dragon)
    state.dragon = EMPTY
    state.minus[receiver] = int(state.minus[receiver]) - int(rules.card_points[card])
    add_citizen(state, receiver, card, GIFT)
    finish_turn(rules, state)


@njit
def take_penalty(rules: Any, state: Any) -> None:
    """T4: the visible scoundrel to the mover, the rightmost citizen to the discard pile."""
    seat = int(state.mover)
    value = int(state.top_penalty)
    state.minus[seat] = int(state.minus[seat]) + value
    state.scoundrels[seat, value - 1] = int(state.scoundrels[seat, value - 1]) + 1
    state.penalties_left[value - 1] = int(state.penalties_left[value - 1]) - 1
    last = NUM_SLOTS - 1
    state.discarded = int(state.discarded) | (1 << int(state.row[last]))
    state.row[last] = EMPTY
    reveal_penalty(state)
    finish_turn(rules, state)


@njit
def resolve(rules: Any, state: Any) -> None:
    """T3: a fulfilled citizen must be taken; without one the mover takes a penalty."""
    state.rolls_left = 0
    row = 0
    for slot in range(NUM_SLOTS):
        row |= 1 << int(state.row[slot])
    if fulfilled_citizens(rules, state) & row:
        state.phase = CHOOSE
    else:
        take_penalty(rules, state)


@njit
def is_end_reached(state: Any) -> bool:
    """Say whether the scoundrels or a stack of villages are used up (section 4)."""
    fewest = 1
    for slot in range(NUM_SLOTS):
        fewest = min(fewest, int(state.villages_left[slot]))
    return fewest == 0 or int(state.top_penalty) == 0


@njit
def finish_turn(rules: Any, state: Any) -> None:
    """T8 and T9: end the game, or refill the row and go on to the next turn."""
    if is_end_reached(state) or refill_row(state):
        state.over = 1
        state.extra = 0
        return
    if not state.extra:
        state.mover = next_seat(state, int(state.mover))
    start_turn(rules, state)


@njit
def start_turn(rules: Any, state: Any) -> None:
    """T0 and the first T1: set the number of rolls and roll all six dice."""
    seat = int(state.mover)
    rolls = ELF_ROLLS if state.elf[seat] else ROLLS
    if state.elf_mode != TOP_CARD:
        state.elf[seat] = 0
    state.turn = int(state.turn) + 1
    state.extra = 0
    state.rolls_left = rolls - 1
    roll(rules, state, 0)
    state.phase = KEEP


@njit
def keep_dice(rules: Any, state: Any, kept: int) -> None:
    """T2: keep some dice and roll the others; after the last roll the turn is resolved."""
    roll(rules, state, kept)
    state.rolls_left = int(state.rolls_left) - 1
    if state.rolls_left == 0:
        resolve(rules, state)
