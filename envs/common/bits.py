"""Sets of cards as the bits of one integer: signed, so at most 63 of them."""

from typing import Any

import numpy as np

from fiefdom.envs.common.jit import njit, njit_modular
from fiefdom.envs.common.rng import below

ODD_BITS = np.uint64(0x5555555555555555)
BIT_PAIRS = np.uint64(0x3333333333333333)
LOW_HALVES = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTE_SUM = np.uint64(0x0101010101010101)
ONE, TWO, FOUR, TOP_BYTE = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@njit_modular
def count_bits(bits: Any) -> int:
    """Count the ones of a uint64, in the form that compilers know as one instruction."""
    bits = bits - ((bits >> ONE) & ODD_BITS)
    bits = (bits & BIT_PAIRS) + ((bits >> TWO) & BIT_PAIRS)
    bits = (bits + (bits >> FOUR)) & LOW_HALVES
    return np.int64((bits * BYTE_SUM) >> TOP_BYTE)  # type: ignore[return-value]


@njit
def size_of(cards: int) -> int:
    """Return how many cards a set holds."""
    return count_bits(np.uint64(cards))


@njit
def has_bit(cards: int, card: int) -> bool:
    """Say whether a card is in a set."""
    return (cards >> card) & 1 != 0


@njit
def draw_from(state: Any, cards: int) -> int:
    """Return one of a set of cards, each equally likely; the set is not empty."""
    left = below(state, size_of(cards))
    for _ in range(left):
        cards &= cards - 1
    return size_of((cards & -cards) - 1)
