"""SingleAgentEnv: one learner's seat of any game as a Gymnasium environment."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fiefdom.envs import load
from fiefdom.envs.common.game import Game, check_seed
from fiefdom.envs.common.rewards import ILLEGAL
from fiefdom.envs.common.show import RENDER_FPS, Window, check_mode, render_modes, show
from fiefdom.wrappers.learner import ROTATE, LearnerSeats, Opponents

FIRST = np.zeros(1, np.int64)


class SingleAgentEnv(gymnasium.Env[Any, np.int64]):
    """The learner's seat of a game; the other seats are played inside by `opponents`.

    The observation is the bare Box (or Dict); the legal actions are `action_masks()` and
    `info["action_mask"]`. An illegal action ends the episode with -1.

    Args:
        game: a game or its name.
        opponents: name of a scripted agent, an agent, or several to draw from for each game.
        learner_seat: a seat, or `rotate`: drawn from each game's seed.
        render_mode: None, `ansi`, `human`, or `rgb_array` where the game has pictures. `human` is
            a window with the picture or, where none can be opened, the text.
        **options: the options of the game.
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        opponents: Opponents = "random",
        learner_seat: int | str = ROTATE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        check_mode(self.game, render_mode)
        self.metadata = {"render_modes": render_modes(self.game), "render_fps": RENDER_FPS}
        self.render_mode = render_mode
        seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self.games = LearnerSeats(
            self.game, 1, opponents, learner_seat, seed, restarts=False, **options
        )
        batch = self.games.batch
        self.observation_space = batch.layout.space()
        self.action_space = spaces.Discrete(batch.num_actions)
        self._num_actions = batch.num_actions
        self._over = True
        self._window: Window | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game and play to the learner's first decision.

        Args:
            seed: 0 to 2^64 - 1; without one, the seed that follows the last game's.
            options: ignored; the options of a game belong to the constructor.
        """
        if seed is not None:
            number = check_seed(seed)
            super().reset(seed=number)
            self.games.restart(FIRST, [number])
        else:
            self.games.restart(FIRST)
        self._over = False
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and everybody else's up to its next decision.

        Raises:
            RuntimeError: before reset() or after the end.
            ValueError: for an action outside of the space.
        """
        if self._over:
            raise RuntimeError("the game is over or not begun: call reset()")
        if not self.action_space.contains(action):
            raise ValueError(
                f"action {action!r} is not in the action space: 0 to {self._num_actions - 1}"
            )
        forfeit = ~self.games.batch.action_mask[:, int(action)]
        outcome = self.games.step(np.array([action], np.int64), forfeit)
        reward = ILLEGAL if forfeit[0] else float(outcome.rewards[0])
        if not outcome.done[0]:
            return self._look(), reward, False, False, self._info()
        self._over = True
        final = outcome.final_observation
        last = {k: part[0] for k, part in final.items()} if isinstance(final, dict) else final[0]
        truncated = bool(outcome.truncated[0])
        return last, reward, not truncated, truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions, (A,) bool; none after the end."""
        mask = self.games.action_masks()[0]
        return np.zeros_like(mask) if self._over else mask

    def _look(self) -> Any:
        seen = self.games.observation()
        return {k: part[0] for k, part in seen.items()} if isinstance(seen, dict) else seen[0]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self.games.seats[0])

    def render(self) -> Any:
        """Return the learner's view as text or picture; `human` shows it instead.

        Raises:
            ImportError: `rgb_array` without the extra `render`, which has Pillow.
        """
        record = self.game.record(self.games.batch.states[0])
        legal = np.flatnonzero(self.action_masks()).tolist()
        if self._window is None and self.render_mode == "human":
            self._window = Window(self.game.title)
        return show(self.game, record, self.render_mode, self.seat, legal, self._window)

    def close(self) -> None:
        """Close the window, if there is one, and stop the threads."""
        if self._window:
            self._window.close()
        self.games.batch.close()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the window behind: a copy opens its own."""
        return {**self.__dict__, "_window": None}
