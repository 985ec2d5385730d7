"""Many games on the compiled loops alone, without the checks of BatchEnv."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.loops import LAST_MOVER
from fiefdom.envs.common.rng import mix

Ints = npt.NDArray[np.int64]


class Buffers:
    """N games of one game and option set in arrays; every illegal action reaches the engine."""

    def __init__(self, game: Game, options: Any, num_games: int, seed: int = 0) -> None:
        self.game = game
        self.num_actions = game.num_actions(options)
        self.layout = game.layout(options)
        self.states = game.new_states(options, num_games)
        self.rows = np.arange(num_games)
        mixed = [mix(np.uint64(seed), np.uint64(row)) for row in self.rows]
        self.seeds = np.array(mixed, np.uint64)
        self.observation = np.zeros((num_games, self.layout.size), self.layout.dtype)
        self.mask = np.zeros((num_games, game.mask_width(options)), np.uint8)
        self.mover = np.zeros(num_games, np.int64)
        self.rewards = np.zeros((num_games, options.num_players))
        self.ended = np.zeros((num_games, 2), np.uint8)
        self.final_seat = np.full(num_games, LAST_MOVER, np.int64)
        self.final = np.zeros_like(self.observation)
        self.finals = np.zeros((num_games, 2, options.num_players), np.int64)
        self.deal()

    def deal(self) -> None:
        """Deal the games of the seeds."""
        rules = self.game.rules_bytes
        self.game.loops.reset(rules, self.states, self.rows, self.seeds, self.mover)
        shown = (self.mover, self.observation, self.mask)
        self.game.loops.view(rules, self.states, self.rows, *shown)

    def step(self, actions: Ints, restart: bool = True) -> int:
        """Play an action in every game; return how many were legal."""
        return self.game.loops.step(
            self.game.rules_bytes, self.states, self.rows, actions, self.seeds, restart,
            self.final_seat, self.observation, self.mask, self.mover, self.rewards, self.ended,
            self.final, self.finals,
        )  # fmt: skip

    def is_legal(self, actions: Ints) -> npt.NDArray[np.bool_]:
        """Say of each game's action whether its mask allows it."""
        inside = (actions >= 0) & (actions < self.num_actions)
        allowed: npt.NDArray[np.bool_] = inside & (
            self.mask[self.rows, np.where(inside, actions, 0)] == 1
        )
        return allowed
