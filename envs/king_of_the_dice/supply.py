"""The piles, compiled: drawing citizens, turning up scoundrels, refilling the row (step T8)."""

from typing import Any

from fiefdom.envs.common.bits import draw_from
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.rng import draw_kind
from fiefdom.envs.king_of_the_dice.rules import NUM_SLOTS, PENALTIES
from fiefdom.envs.king_of_the_dice.state import EMPTY

NUM_PENALTY_VALUES = len(PENALTIES)


@njit
def draw_citizen(state: Any) -> int:
    """Draw a citizen, each of the unseen ones equally likely."""
    unseen = int(state.unseen)
    card = draw_from(state, unseen)
    state.unseen = unseen & ~(1 << card)
    return card


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
    state.top_penalty = draw_kind(state, state.penalties_left, total) + 1 if total else 0


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
        if state.unseen == 0:
            return True
    return False
