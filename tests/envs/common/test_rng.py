"""The random stream, against an implementation in Python integers, and its fairness."""

import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fiefdom.envs.common import rng
from fiefdom.envs.common.loops import WORD, pick, pick_games

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
SEEDS = st.integers(0, MASK)
RECORD: Any = np.dtype((np.record, np.dtype([("rng", np.uint64)])))
QUICK = settings(max_examples=200, deadline=None)


def scrambled(number: int) -> int:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


class Stream:
    """SplitMix64 and Lemire's method in Python integers."""

    def __init__(self, state: int) -> None:
        self.state = state

    def bits(self) -> int:
        self.state = self.state + GOLDEN & MASK
        return scrambled(self.state)

    def below(self, limit: int) -> int:
        unfair = 2**32 % limit
        while True:
            product = (self.bits() >> 32) * limit
            if product % 2**32 >= unfair:
                return product >> 32


def stream(state: int) -> Any:
    record = np.zeros(1, RECORD)[0]
    record.rng = state
    return record


def is_uniform(counts: npt.NDArray[Any]) -> bool:
    """Chi-square against equal chances; 6 standard deviations of its normal approximation."""
    expected = counts.sum() / counts.size
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    freedom = counts.size - 1
    return chi_square < freedom + 6 * math.sqrt(2 * freedom) + 12


def test_known_numbers_of_splitmix64() -> None:
    record = stream(1234567)
    drawn = [int(rng.draw_bits(record)) for _ in range(5)]
    assert drawn == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@QUICK
@given(SEEDS, st.lists(st.integers(1, 2**32 - 1), min_size=1, max_size=8))
def test_below_equals_the_reference(seed: int, limits: list[int]) -> None:
    record, reference = stream(seed), Stream(seed)
    for limit in limits:
        drawn = rng.below(record, limit)
        assert 0 <= drawn < limit
        assert drawn == reference.below(limit)
        assert int(record.rng) == reference.state


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 40, 72])
def test_below_is_uniform(limit: int) -> None:
    record = stream(limit)
    drawn = [rng.below(record, limit) for _ in range(400 * limit)]
    assert is_uniform(np.bincount(drawn, minlength=limit)) or limit == 1


def test_below_is_unbiased_where_a_remainder_would_show() -> None:
    """With 3 x 2^30 values, a plain product would draw every third value twice as often."""
    record = stream(7)
    drawn = [rng.below(record, 3 * 2**30) % 3 for _ in range(30_000)]
    assert is_uniform(np.bincount(drawn, minlength=3))


@QUICK
@given(SEEDS, st.integers(0, MASK))
def test_seeds_are_pure(seed: int, index: int) -> None:
    number, place = np.uint64(seed), np.uint64(index)
    mixed = scrambled(scrambled(seed + GOLDEN & MASK) + index * GOLDEN & MASK)
    assert int(rng.mix(number, place)) == mixed
    assert int(rng.next_seed(number)) == scrambled(seed + 0xD1B54A32D192ED03 & MASK)
    record = stream(0)
    rng.start_stream(record, number)
    assert int(record.rng) == scrambled(seed ^ GOLDEN)


def test_seeds_of_slots_and_of_games_do_not_meet() -> None:
    seeds = {
        int(rng.mix(np.uint64(seed), np.uint64(row))) for seed in range(9) for row in range(99)
    }
    assert len(seeds) == 9 * 99
    followed = set()
    for seed in list(seeds)[:50]:
        number = np.uint64(seed)
        for _ in range(20):
            number = np.uint64(rng.next_seed(number))
            followed.add(int(number))
    assert len(followed) == 1000
    assert not followed & seeds


def test_scramble_is_one_to_one_on_neighbours() -> None:
    numbers = [int(rng.scramble(np.uint64(number))) for number in range(5000)]
    assert len(set(numbers)) == 5000
    flips = [(a ^ b).bit_count() for a, b in itertools.pairwise(numbers)]
    assert 31 < np.mean(flips[1:]) < 33, "half of the bits change"


def test_kinds_are_drawn_by_their_copies() -> None:
    record = stream(3)
    copies = np.array([0, 3, 1, 0, 2], np.int8)
    drawn = [rng.draw_kind(record, copies, 6) for _ in range(6000)]
    counts = np.bincount(drawn, minlength=5)
    assert counts.tolist() == np.where(copies, counts, 0).tolist()
    each = np.repeat(counts / np.maximum(copies, 1), copies)
    assert is_uniform(each)


@QUICK
@given(st.lists(st.booleans(), min_size=1, max_size=100), SEEDS)
def test_pick_takes_a_legal_action(legal: list[bool], seed: int) -> None:
    width = -(-len(legal) // WORD) * WORD
    mask = np.zeros((1, width), np.uint8)
    mask[0, : len(legal)] = legal
    streams = np.array([seed], np.uint64)
    action = pick(mask.view(np.uint64), 0, streams)
    if any(legal):
        assert legal[action]
        assert streams[0] != seed
    else:
        assert action == -1


@pytest.mark.parametrize(
    "legal", [[0], [79], range(8), [3, 64], [0, 7, 8, 15, 16, 71], range(0, 80, 3), range(80)]
)
def test_pick_is_uniform_over_legal_actions(legal: Any) -> None:
    games = 800 * len(legal)
    mask = np.zeros((games, 80), np.uint8)
    mask[:, list(legal)] = 1
    streams = np.array([rng.mix(np.uint64(5), np.uint64(row)) for row in range(games)], np.uint64)
    actions = np.zeros(games, np.int64)
    pick_games(mask.view(np.uint64), np.arange(len(mask)), streams, actions)
    counts = np.bincount(actions, minlength=80)
    assert not np.delete(counts, list(legal)).any()
    assert len(legal) == 1 or is_uniform(counts[list(legal)])
