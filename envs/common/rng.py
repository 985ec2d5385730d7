"""A stream of random numbers kept in the record: SplitMix64 (Steele, Lea, Flood 2014).

The only module that computes in uint64. A state of a game has a field `rng`; every draw
advances it, so that a copy of the bytes of a game continues with the same chance.
"""

from typing import Any

import numpy as np

from fiefdom.envs.common.jit import njit, njit_modular

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MULTIPLY_1 = np.uint64(0xBF58476D1CE4E5B9)
MULTIPLY_2 = np.uint64(0x94D049BB133111EB)
SHIFT_27 = np.uint64(27)
SHIFT_30 = np.uint64(30)
SHIFT_31 = np.uint64(31)
SHIFT_32 = np.uint64(32)
LOW_32 = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(1 << 32)
NEXT_SEED = np.uint64(0xD1B54A32D192ED03)


@njit_modular
def scramble(number: Any) -> Any:
    """Map a uint64 one to one to a uint64 whose bits all depend on all of its bits."""
    bits = np.uint64(number)
    bits = (bits ^ (bits >> SHIFT_30)) * MULTIPLY_1
    bits = (bits ^ (bits >> SHIFT_27)) * MULTIPLY_2
    return bits ^ (bits >> SHIFT_31)


@njit_modular
def mix(seed: Any, index: Any) -> Any:
    """Return the seed of slot `index` of a batch that was seeded with `seed`."""
    return scramble(scramble(np.uint64(seed) + GOLDEN) + np.uint64(index) * GOLDEN)


@njit_modular
def next_seed(seed: Any) -> Any:
    """Return the seed of the game that follows the game of this seed in the same slot."""
    return scramble(np.uint64(seed) + NEXT_SEED)


@njit_modular
def start_stream(state: Any, seed: Any) -> None:
    """Set the record's stream to the start that belongs to a seed."""
    state.rng = scramble(np.uint64(seed) ^ GOLDEN)


@njit_modular
def draw_bits(state: Any) -> Any:
    """Return 64 random bits and advance the record's stream."""
    state.rng = np.uint64(state.rng) + GOLDEN
    return scramble(state.rng)


@njit_modular
def below(state: Any, limit: int) -> int:
    """Return an integer in 0..limit-1, each equally likely (Lemire 2019); 1 <= limit < 2^32."""
    size = np.uint64(limit)
    product = (draw_bits(state) >> SHIFT_32) * size
    if (product & LOW_32) < size:
        unfair = (TWO_32 - size) % size
        while (product & LOW_32) < unfair:
            product = (draw_bits(state) >> SHIFT_32) * size
    return np.int64(product >> SHIFT_32)  # type: ignore[return-value]


@njit
def draw_kind(state: Any, copies: Any, total: int) -> int:
    """Return the kind of one of `total` cards, each equally likely, given the copies of each kind."""
    left = below(state, total)
    for kind in range(copies.size):
        left -= int(copies[kind])
        if left < 0:
            return kind
    return -1
