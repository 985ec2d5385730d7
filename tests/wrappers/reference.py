"""A learner's seat played out with a plain AEC environment: what every wrapper must equal."""

from typing import Any, NamedTuple

import numpy as np

from fiefdom.envs.common.agents import Agent
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.rng import next_seed
from tests.envs.registry import make_raw
from tests.envs.walks import is_over

ROW = np.zeros(1, np.int64)


class Seen(NamedTuple):
    """What the learner gets from a step."""

    observation: Any
    mask: Any
    reward: float
    terminated: bool
    truncated: bool


class Reference:
    """One game from one seat, the other seats played by an agent of its own."""

    def __init__(self, game: Game, options: Any, opponents: Agent) -> None:
        self.env = make_raw(game, options)
        self.opponents = opponents
        self.seat = 0
        self.seed = 0

    def reset(self, seed: int, seat: int) -> bool:
        """Deal a game and play to the learner's first decision; False if it ends before."""
        self.seed, self.seat = seed, seat
        self.env.reset(seed=seed)
        self.opponents.reset(ROW, np.array([seed], np.uint64))
        self._play_others()
        return not is_over(self.env)

    def next_seed(self) -> int:
        return int(next_seed(np.uint64(self.seed)))

    @property
    def learner(self) -> str:
        return self.env.possible_agents[self.seat]

    def look(self, reward: float = 0.0) -> Seen:
        """Return what the learner sees now."""
        seen = self.env.observe(self.learner)
        ended = self.env.terminations[self.learner], self.env.truncations[self.learner]
        return Seen(seen["observation"], seen["action_mask"], reward, *ended)

    def step(self, action: int) -> Seen:
        """Play the learner's action and everybody else's up to its next decision or the end."""
        self.env.step(action)
        reward = self.env.rewards[self.learner] + self._play_others()
        return self.look(reward)

    def _play_others(self) -> float:
        reward = 0.0
        while not is_over(self.env) and self.env.agent_selection != self.learner:
            mover = self.env.agent_selection
            seen = self.env.observe(mover)
            action = self.opponents.act(
                batched(seen["observation"]),
                seen["action_mask"][None].astype(bool),
                np.array([self.env.possible_agents.index(mover)]),
                ROW,
            )
            self.env.step(int(action[0]))
            reward += self.env.rewards[self.learner]
        return reward


def batched(observation: Any) -> Any:
    """Return an observation as a batch of one."""
    if isinstance(observation, dict):
        return {name: part[None] for name, part in observation.items()}
    return observation[None]
