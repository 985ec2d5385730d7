"""The scripted agent: plays Nim's theory for two players, where the last stone wins."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.agents import Scripted
from fiefdom.envs.common.jit import njit
from fiefdom.envs.toy_nim.actions import NUM_ACTIONS
from fiefdom.envs.toy_nim.observe import HEAPS_AT, LARGEST
from fiefdom.envs.toy_nim.rules import MOST_TAKEN, NUM_HEAPS

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
PERIOD = MOST_TAKEN + 1  # a heap counts for its stones modulo this


@njit
def sum_after(seen: Floats, action: int) -> int:
    """Return the Nim sum of the heaps after an action; 0 is lost for whoever is to move."""
    total = 0
    for heap in range(NUM_HEAPS):
        stones = round(seen[HEAPS_AT + heap] * LARGEST)
        if heap == action // MOST_TAKEN:
            stones -= action % MOST_TAKEN + 1
        total ^= stones % PERIOD
    return total


@njit
def act_greedily(observation: Floats, mask: Any, actions: Ints) -> None:
    """Fill for each row the first action to a sum of 0, or the first legal one."""
    for row in range(observation.shape[0]):
        chosen = -1
        for action in range(NUM_ACTIONS):
            if mask[row, action] and (chosen < 0 or sum_after(observation[row], action) == 0):
                chosen = action
                if sum_after(observation[row], action) == 0:
                    break
        actions[row] = chosen


class Greedy(Scripted):
    """The scripted agent of Toy Nim."""

    def decide(self, seen: Floats, mask: npt.NDArray[np.bool_], actions: Ints) -> None:
        """Fill the greedy action for each row of observations and masks."""
        act_greedily(seen, mask, actions)
