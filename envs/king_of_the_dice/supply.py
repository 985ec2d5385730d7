"""The piles, compiled: drawing citizens, turning up scoundrels, refilling the row (step T8)."""

from typing import Any

import numpy as np

from fiefdom.envs.common.bits import count_bits
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.rng import below
from fiefdom.envs.king_of_the_dice.rules import NUM_SLOTS, PENALTIES
from fiefdom.envs.king_of_the_dice.state import EMPTY

ONE = np.uint64(1)
NONE = np.uint64(0)
NUM_PENALTY_VALUES = len(PENALTIES)


@njit
def draw_citizen(state: Any) -> int:
    """Draw a citizen, each of the unseen ones equally likely."""
    unseen = np.uint64(state.unseen)
    pick = below(state, count_bits(unseen))
    for _ in range(pick):
        unseen &= unseen - ONE
    lowest = unseen & (~unseen + ONE)
    state.unseen = np.uint64(state.unseen) ^ lowest
    return count_bits(lowest - ONE)


@njit
def has_bit(bits: Any, card: int) -> bool:
    """Say whether a citizen is in a set of citizens."""
    return bool((np.uint64(bits) >> np.uint64(card)) & ONE != NONE)


@njit
def count_penalties(state: Any) -> int:
    """Count the scoundrels left, the visible one included."""
    total = 0
    for value in range(NUM_PENALTY_VALUES):
        total += int(state.penalties_left[value])
    return total


@njit
def reveal_penalty(state: Any) -> None:
    """Turn up the next scoundrel, each of those left equally likely."""
    total = count_penalties(state)
    state.top_penalty = 0
    if total == 0:
        return
    pick = below(state, total)
    for value in range(NUM_PENALTY_VALUES):
        pick -= int(state.penalties_left[value])
        if pick < 0:
            state.top_penalty = value + 1
            return


@njit
def refill_row(state: Any) -> bool:
    """T8: slide to the right, fill from the left; True once the draw pile is used up."""
    gap = NUM_SLOTS - 1
    for slot in range(NUM_SLOTS - 1, -1, -1):
        if state.row[slot] != EMPTY:
            state.row[gap] = state.row[slot]
            gap -= 1
    for slot in range(gap, -1, -1):
        state.row[slot] = EMPTY
    for slot in range(gap, -1, -1):
        state.row[slot] = draw_citizen(state)
        if state.unseen == NONE:
            return True
    return False
