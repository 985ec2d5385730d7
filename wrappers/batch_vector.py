"""BatchVectorEnv: many learner's seats as a Gymnasium vector environment."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fiefdom.envs import load
from fiefdom.envs.common.game import Game, check_seed
from fiefdom.envs.common.rewards import ILLEGAL
from fiefdom.wrappers.learner import ROTATE, LearnerSeats, Opponents


class BatchVectorEnv(VectorEnv[Any, Any, npt.NDArray[Any]]):
    """N games as a Gymnasium vector environment with autoreset in the same step.

    It equals, step by step, N `SingleAgentEnv`s that are reset as soon as they end: the last
    observations are in `infos["final_obs"]` (where `infos["_final_obs"]`), and the returned
    observation is the first of the next game.

    Args:
        game: a game or its name.
        num_envs: N.
        opponents, learner_seat, **options: as for SingleAgentEnv.
        threads: threads that share the games.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        opponents: Opponents = "random",
        learner_seat: int | str = ROTATE,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode={render_mode!r}: a vector environment does not render")
        played = load(game) if isinstance(game, str) else game
        seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self.games = LearnerSeats(
            played, num_envs, opponents, learner_seat, seed, threads, **options
        )
        batch = self.games.batch
        self.num_envs = batch.num_games
        self.single_observation_space = batch.layout.space()
        self.single_action_space = spaces.Discrete(batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game in every slot.

        Args:
            seed: one seed for slot 0, the others counting up from it, or one for each slot;
                without, each slot goes on to its next seed.
            options: ignored; the options of a game belong to the constructor.
        """
        seeds = None
        if seed is not None:
            counted = range(self.num_envs)
            given = list(seed) if isinstance(seed, Sequence) else [seed + row for row in counted]
            if len(given) != self.num_envs:
                raise ValueError(f"{len(given)} seeds for {self.num_envs} games")
            seeds = [check_seed(number) for number in given]
        self.games.restart(self.games.rows, None if seeds is None else np.array(seeds, np.uint64))
        return self.games.observation(), self._info()

    def step(self, actions: npt.NDArray[Any]) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play the learner's actions, (N,); an illegal one ends its episode with -1.

        Raises:
            ValueError: for an action outside of the space; no game has moved then.
        """
        chosen = np.asarray(actions)
        limit = self.games.batch.num_actions
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(f"actions must be ({self.num_envs},) integers, not {actions!r}")
        outside = np.flatnonzero((chosen < 0) | (chosen >= limit))
        if outside.size:
            row = outside[0]
            raise ValueError(f"row {row}: action {chosen[row]} is not in 0 to {limit - 1}")
        forfeits = ~self.games.batch.action_mask[self.games.rows, chosen]
        outcome = self.games.step(chosen, forfeits)
        rewards = np.where(forfeits, ILLEGAL, outcome.rewards)
        infos = self._info()
        if outcome.done.any():
            infos["final_obs"] = outcome.final_observation
            infos["_final_obs"] = outcome.done.copy()
            mask = np.zeros((self.num_envs, limit), np.int8)  # nobody is to move at the end
            infos["final_info"] = {"action_mask": mask, "_action_mask": outcome.done.copy()}
            infos["_final_info"] = outcome.done.copy()
        terminated = outcome.done & ~outcome.truncated
        return self.games.observation(), rewards, terminated, outcome.truncated, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the learner's legal actions, (N, A) bool."""
        return self.games.action_masks()

    def _info(self) -> dict[str, Any]:
        mask = self.games.action_masks().astype(np.int8)
        return {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.games.batch.close()
