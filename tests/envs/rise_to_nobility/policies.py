"""Players for random games: one takes anything, one is eager for all that fills the table."""

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.envs.rise_to_nobility.one_game import DECISIONS, Decision, OneGame
from tests.envs.rise_to_nobility.oracle import Oracle

AnyGame = OneGame | Oracle  # both say what is legal in the same words
positions = OneGame.positions

DULL = {"pass", "end_turn", "no", "done", "recall", "modify"}
RARE = {"complete", "desk", "tile", "hall", "council"}
EAGER = 0.9  # chances to leave out what is dull, and then to do what is rare
RARELY = 0.7
WEIGHTS = np.array([0.02 if d[0] in DULL else 20 if d[0] in RARE else 1 for d in DECISIONS])


def at_random(game: AnyGame, luck: random.Random) -> Decision:
    """Play any decision."""
    return luck.choice(in_order(game))


def eager(game: AnyGame, luck: random.Random) -> Decision:
    """Pass, end, decline, recall and modify seldom; do what is seldom possible."""
    legal = in_order(game)
    if luck.random() < EAGER:
        legal = [decision for decision in legal if decision[0] not in DULL] or legal
        rare = [decision for decision in legal if decision[0] in RARE]
        legal = rare if rare and luck.random() < RARELY else legal
    return luck.choice(legal)


def in_order(game: AnyGame) -> list[Decision]:
    """Return the legal decisions in an order that does not change from run to run."""
    return sorted(game.legal(), key=repr)


def eagerly(mask: npt.NDArray[Any], luck: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose an action in each row of a batch, as eagerly."""
    heights = np.log(WEIGHTS) + luck.gumbel(size=mask.shape)
    return np.argmax(np.where(mask, heights, -np.inf), axis=1)
