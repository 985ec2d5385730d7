"""Sets of cards as bits, against sets of Python."""

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fiefdom.envs.common.bits import draw_from, has_bit, size_of

MOST = 63  # cards of a set
QUICK = settings(max_examples=100, deadline=None)
CARDS = st.sets(st.integers(0, MOST - 1))


def bits_of(cards: set[int]) -> int:
    return sum(1 << card for card in cards)


def stream(state: int) -> Any:
    record = np.zeros(1, np.dtype((np.record, np.dtype([("rng", np.uint64)]))))[0]
    record.rng = state
    return record


@QUICK
@given(CARDS)
def test_bits_are_the_cards_of_a_set(cards: set[int]) -> None:
    bits = bits_of(cards)
    assert size_of(bits) == len(cards)
    assert {card for card in range(MOST) if has_bit(bits, card)} == cards


@QUICK
@given(CARDS.filter(bool), st.integers(0, 2**64 - 1))
def test_a_card_is_drawn_from_the_set(cards: set[int], seed: int) -> None:
    assert draw_from(stream(seed), bits_of(cards)) in cards


def test_every_card_is_drawn_alike() -> None:
    record = stream(3)
    cards = {0, 5, 31, 32, 62}
    drawn = Counter(draw_from(record, bits_of(cards)) for _ in range(5000))
    assert set(drawn) == cards
    assert all(900 < count < 1100 for count in drawn.values())
