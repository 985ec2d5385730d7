"""The formulas of the reward modes, for any ranks and scores."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fiefdom.envs.common.rewards import MODES, add_margins, mode_number, pay_places

QUICK = settings(max_examples=200, deadline=None)
SCORES = st.lists(st.integers(-500, 500), min_size=1, max_size=6)


def paid(ranks: list[int]) -> list[float]:
    out = np.full(6, 9.0)
    pay_places(np.array(ranks + [0] * (6 - len(ranks))), len(ranks), out)
    assert (out[len(ranks) :] == 9).all(), "only the seats of the game are paid"
    return [float(reward) for reward in out[: len(ranks)]]


@QUICK
@given(SCORES)
def test_win_is_zero_sum_and_shared(scores: list[int]) -> None:
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    rewards = paid(ranks)
    players, winners = len(scores), ranks.count(1)
    if players == 1:
        assert rewards == [1.0]
        return
    won = (Fraction(players, winners) - 1) / (players - 1)
    for rank, reward in zip(ranks, rewards, strict=True):
        assert reward == pytest.approx(float(won if rank == 1 else Fraction(-1, players - 1)))
    assert sum(rewards) == pytest.approx(0)


CASES = (
    ([1], [1.0]),
    ([2], [-1.0]),
    ([1, 2], [1.0, -1.0]),
    ([2, 1], [-1.0, 1.0]),
    ([1, 1], [0.0, 0.0]),
    ([3, 1, 2], [-0.5, 1.0, -0.5]),
    ([1, 1, 3], [0.25, 0.25, -0.5]),
    ([1, 2, 3, 4, 5, 6], [1.0, -0.2, -0.2, -0.2, -0.2, -0.2]),
)


@pytest.mark.parametrize(("ranks", "rewards"), CASES)
def test_win_by_hand(ranks: list[int], rewards: list[float]) -> None:
    assert paid(ranks) == pytest.approx(rewards)


@QUICK
@given(SCORES, st.floats(-2, 2), st.lists(st.floats(-3, 3), min_size=6, max_size=6))
def test_margin_is_own_score_less_the_mean_of_the_others(
    scores: list[int], weight: float, before: list[float]
) -> None:
    out = np.array(before)
    add_margins(np.array(scores), len(scores), weight, out)
    for seat, score in enumerate(scores):
        others = [other for place, other in enumerate(scores) if place != seat]
        mean = sum(others) / len(others) if others else 0.0
        assert out[seat] == pytest.approx(before[seat] + weight * (score - mean), abs=1e-9)
    assert out[len(scores) :].tolist() == before[len(scores) :]


def test_modes_are_numbered_in_their_order() -> None:
    assert [mode_number(mode) for mode in MODES] == [0, 1, 2]
