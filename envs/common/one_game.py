"""OneGame: the buffers of a single game, a batch of one, and the compiled calls on them."""

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.loops import EVERYONE, LAST_MOVER
from fiefdom.envs.common.rng import next_seed

ROW = np.zeros(1, np.int64)
BOUND = ("observation_row", "mask_row", "ended_row", "rewards_row", "_actions", "_step_arguments")


class OneGame:
    """One game of any kind in arrays, as GameEnv needs it.

    Args:
        game: the game.
        options: its options.

    Attributes:
        states: (1, bytes) uint8, the record.
        seeds: (1,) uint64, the seed of the game being played.
        observation: (1, size), what the mover sees.
        mask: (1, width) uint8, the mover's legal actions.
        mover: (1,) int64.
        ended: (1, 2) uint8, over and truncated.
        observation_row, mask_row, ended_row, rewards_row: views of their only row; `mask_row` is
            int8 of the number of actions.
    """

    observation_row: npt.NDArray[Any]
    mask_row: npt.NDArray[np.int8]
    ended_row: npt.NDArray[np.uint8]
    rewards_row: npt.NDArray[np.float64]

    def __init__(self, game: Game, options: Any) -> None:
        self.game = game
        self.num_players: int = options.num_players
        self.num_actions = game.num_actions(options)
        layout = game.layout(options)
        self.state_size = game.state_layout(options).size
        self._rules = game.rules_bytes
        self._step = game.loops.step
        self._constants = dict(self.__dict__)  # what a copy shares
        self._constants["_constants"] = self._constants
        self.states = game.new_states(options, 1)
        self.seeds = np.zeros(1, np.uint64)
        self.observation = np.zeros((1, layout.size), layout.dtype)
        self.mask = np.zeros((1, game.mask_width(options)), np.uint8)
        self.mover = np.zeros(1, np.int64)
        self.ended = np.zeros((1, 2), np.uint8)

    def _bind(self) -> None:
        """Make views and scratch arrays: on first use, so that a clone that never steps is cheap."""
        self.observation_row = self.observation[0]
        self.mask_row = self.mask[0, : self.num_actions].view(np.int8)
        self.ended_row = self.ended[0]
        self._actions = np.zeros(1, np.int64)
        rewards = np.zeros((1, self.num_players))
        self.rewards_row = rewards[0]
        self._step_arguments = (
            self._rules, self.states, ROW, self._actions, self.seeds, False,
            np.full(1, LAST_MOVER, np.int64), self.observation, self.mask, self.mover, rewards,
            self.ended, np.zeros_like(self.observation),
            np.zeros((1, 2, self.num_players), np.int64),
        )  # fmt: skip

    def __getattr__(self, name: str) -> Any:
        """Bind on first use."""
        if name not in BOUND:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self._bind()
        return self.__dict__[name]

    def copy(self) -> "OneGame":
        """Return an independent copy."""
        twin = object.__new__(OneGame)
        fields = twin.__dict__
        fields.update(self._constants)
        fields["states"] = self.states.copy()
        fields["seeds"] = self.seeds.copy()
        fields["observation"] = self.observation.copy()
        fields["mask"] = self.mask.copy()
        fields["mover"] = self.mover.copy()
        fields["ended"] = self.ended.copy()
        return twin

    @property
    def record(self) -> Any:
        """The game as a record of named fields."""
        return self.game.record(self.states[0])

    def reset(self, seed: int | None, again: bool) -> None:
        """Deal a game under a seed, else (`again`) under the next one, else a random one."""
        if seed is not None:
            self.seeds[0] = seed
        elif again:
            self.seeds[0] = next_seed(self.seeds[0])
        else:
            self.seeds[0] = int.from_bytes(os.urandom(8), "little")
        loops = self.game.loops
        loops.reset(self._rules, self.states, ROW, self.seeds, self.mover)
        loops.view(self._rules, self.states, ROW, self.mover, self.observation, self.mask)
        self.ended[:] = 0

    def step(self, action: int) -> int:
        """Play an action; 0, and nothing changed, if it is illegal."""
        self._actions[0] = action
        return self._step(*self._step_arguments)

    def view(self, seat: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.int8]]:
        """Return what a seat sees and may do, in fresh arrays."""
        observation = np.empty_like(self.observation)
        mask = np.empty_like(self.mask)
        seats = np.array([seat], np.int64)
        self.game.loops.view(self._rules, self.states, ROW, seats, observation, mask)
        return observation[0], mask[0, : self.num_actions].copy().view(np.int8)

    def view_everything(self) -> npt.NDArray[np.float32]:
        """Return the whole position, secrets included, as state() has it."""
        out = np.empty((1, self.state_size), self.observation.dtype)
        seats = np.array([EVERYONE], np.int64)
        self.game.loops.view(self._rules, self.states, ROW, seats, out, np.empty_like(self.mask))
        return np.asarray(out[0], np.float32)

    def determinize(self, seat: int, seed: int) -> None:
        """Redraw what a seat cannot know and all chance to come."""
        self.game.loops.determinize(
            self._rules, self.states, ROW, np.array([seat], np.int64), np.array([seed], np.uint64)
        )
        self.refresh()

    def refresh(self) -> None:
        """Show the position to its mover again, after its bytes were changed."""
        self.mover[0] = int(self.record.mover)
        self.observation_row[:], self.mask_row[:] = self.view(int(self.mover[0]))

    def points(self) -> list[int]:
        """Return the points of each seat so far; the final ones once the game is over."""
        out = np.zeros(self.num_players, np.int64)
        self.game.scores(self.game.RULES[0], self.record, out)
        return [int(score) for score in out]

    def places(self) -> list[int]:
        """Return the places of the seats from 1, as if the game ended now."""
        out = np.zeros(self.num_players, np.int64)
        self.game.ranks(self.game.RULES[0], self.record, out)
        return [int(rank) for rank in out]
