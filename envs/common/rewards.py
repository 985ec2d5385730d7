"""The three reward modes, the same in every game: `win`, `margin` and `score`.

`win`: 0 until the end; then, with w of n seats at rank 1, each of them gets (n/w - 1)/(n - 1) and
every other seat -1/(n - 1): zero-sum, and a sole winner gets 1. `margin`: at the end, the own
score minus the mean of the others', over the game's scale. `score`: the change of that margin at
every step, so that it adds up to `margin`. A single player gets 1 or -1 for met objectives (`win`)
and its own score over the scale.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.jit import njit

MODES = ("win", "margin", "score")
WIN, MARGIN, SCORE = range(len(MODES))
ILLEGAL = -1.0  # what the mover gets for an illegal action, in every mode; the others get 0


@njit
def pay_places(ranks: npt.NDArray[np.int64], players: int, out: npt.NDArray[np.float64]) -> None:
    """Fill the rewards of mode `win`."""
    if players == 1:
        out[0] = 1.0 if ranks[0] == 1 else -1.0
        return
    winners = 0
    for seat in range(players):
        winners += ranks[seat] == 1
    for seat in range(players):
        if ranks[seat] == 1:
            out[seat] = (players / winners - 1.0) / (players - 1.0)
        else:
            out[seat] = -1.0 / (players - 1.0)


@njit
def add_margins(
    scores: npt.NDArray[np.int64], players: int, weight: float, out: npt.NDArray[np.float64]
) -> None:
    """Add weight x (own score - mean of the others) to each seat's reward."""
    total = 0
    for seat in range(players):
        total += scores[seat]
    for seat in range(players):
        others = (total - scores[seat]) / (players - 1) if players > 1 else 0.0
        out[seat] += weight * (scores[seat] - others)


def mode_number(mode: str) -> Any:
    """Return the number that a record holds for the mode of this name."""
    return MODES.index(mode)
