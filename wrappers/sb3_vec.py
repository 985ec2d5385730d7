"""SB3VecEnv: a batched VecEnv of Stable-Baselines3 for MaskablePPO."""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from fiefdom.envs import load
from fiefdom.envs.common.game import Game
from fiefdom.wrappers.learner import ROTATE, LearnerSeats, Opponents


class SB3VecEnv(VecEnv):
    """N games as one VecEnv: the learner's seat, the others played inside by `opponents`.

    Observations are the bare Box (or Dict), masks come from `action_masks()`, rewards are the
    learner's. A finished game restarts in the same step; its last observation is in
    `infos[i]["terminal_observation"]`, its return and length in `infos[i]["episode"]`, so that no
    VecMonitor is needed. Everything handed out is a copy.

    Args:
        game: a game or its name.
        num_envs: N.
        opponents: name of a scripted agent, an agent, or several to draw from for each game.
        learner_seat, seed, threads, **options: as for LearnerSeats.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        opponents: Opponents = "random",
        learner_seat: int | str = ROTATE,
        seed: int = 0,
        threads: int = 1,
        **options: Any,
    ) -> None:
        played = load(game) if isinstance(game, str) else game
        self.games = LearnerSeats(
            played, num_envs, opponents, learner_seat, seed, threads, **options
        )
        batch = self.games.batch
        self.render_mode = None
        super().__init__(num_envs, batch.layout.space(), spaces.Discrete(batch.num_actions))
        self._actions: npt.NDArray[Any] = np.zeros(num_envs, np.int64)
        self._start = time.time()
        self._clear_episodes()

    def _clear_episodes(self) -> None:
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, np.int64)

    def reset(self) -> Any:
        """Deal new games, under the seeds given to seed() or each under its next one."""
        seeds = [seed for seed in self._seeds if seed is not None] or None
        self.games.restart(self.games.rows, seeds)
        self._clear_episodes()
        self._reset_seeds()
        self._reset_options()
        return self.games.observation()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keep the actions for step_wait()."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> Any:
        """Play the learner's actions; return observations, rewards, dones and infos.

        Raises:
            ValueError: for an illegal action; no game has moved then.
        """
        outcome = self.games.step(self._actions)
        self._returns += outcome.rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(outcome.done):
            final = outcome.final_observation
            infos[row] = {
                "terminal_observation": (
                    {name: part[row].copy() for name, part in final.items()}
                    if isinstance(final, dict)
                    else final[row].copy()
                ),
                "TimeLimit.truncated": bool(outcome.truncated[row]),
                "episode": {
                    "r": float(self._returns[row]),
                    "l": int(self._lengths[row]),
                    "t": round(time.time() - self._start, 6),
                },
            }
        self._returns[outcome.done] = 0
        self._lengths[outcome.done] = 0
        rewards = outcome.rewards.astype(np.float32)
        return self.games.observation(), rewards, outcome.done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the learner's legal actions, (N, A) bool."""
        return self.games.action_masks()

    def close(self) -> None:
        """Stop the threads."""
        self.games.batch.close()

    def has_attr(self, attr_name: str) -> bool:
        """Say whether the environments have an attribute."""
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for each of the chosen environments."""
        rows = list(self._get_indices(indices))
        if attr_name == "action_masks":
            return [self.action_masks] * len(rows)
        if attr_name == "render_mode":
            return [None] * len(rows)
        raise AttributeError(f"{type(self).__name__} has no attribute {attr_name!r}")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: the games have no attributes of their own."""
        raise AttributeError(f"{attr_name!r} cannot be set: the games are one batch")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> Any:
        """Call a method for each of the chosen environments; only `action_masks` exists."""
        if method_name != "action_masks":
            raise AttributeError(f"{type(self).__name__} has no method {method_name!r}")
        masks = self.action_masks()
        return masks if indices is None else masks[list(self._get_indices(indices))]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Say that no environment is wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[Any]:
        """Return no pictures."""
        return [None] * self.num_envs
