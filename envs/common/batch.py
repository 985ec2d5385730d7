"""BatchEnv: many games at once in arrays, one compiled call a step, on as many threads as wanted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import Game, check_seed
from fiefdom.envs.common.loops import LAST_MOVER, first_illegal, pick_games
from fiefdom.envs.common.rng import mix, next_seed

Ints = npt.NDArray[np.int64]


class BatchEnv:
    """N games that are stepped together; finished ones restart at once.

    Every array is a view that the next step overwrites. Slot i plays the games of `seeds[i]`:
    `env.reset(seed=int(batch.seeds[i]))` replays it byte for byte.

    Args:
        game: a game, as `fiefdom.envs.load(name)` returns it.
        num_games: N, at least 1.
        seed: 0 to 2^64 - 1; slot i starts with `mix(seed, i)`.
        threads: threads that share the games; the results do not depend on it.
        **options: the options of the game.

    Attributes:
        observation: (N, ...) as the game's space has it, or a dict of such arrays.
        action_mask: (N, A) bool, read-only.
        mover: (N,) int64, the seat to decide.
        rewards: (N, P) float64 of the last step.
        done, truncated: (N,) bool, whether the last step ended a game.
        final_scores, final_ranks: (N, P) int64, of rows that are done.
        final_observation: (N, ...) of rows that are done, as `final_seat` sees it.
        final_seat: (N,) int64, writable; -1 (default) for the seat that moved last.
        seeds: (N,) uint64, the seed of the game that each slot plays now.
        restarts: whether finished games restart at once; True, writable.

    Raises:
        TypeError, ValueError: for an unknown option or a value that is not allowed.
    """

    def __init__(
        self, game: Game, num_games: int, seed: int = 0, threads: int = 1, **options: Any
    ) -> None:
        self.game = game
        self.options = game.options(options)
        for name, number in (("num_games", num_games), ("threads", threads)):
            if isinstance(number, bool) or not isinstance(number, int | np.integer):
                raise TypeError(f"{name}={number!r} is not an integer")
            if number < 1:
                raise ValueError(f"{name}={number} is not allowed; at least 1")
        self.num_games = int(num_games)
        self.threads = min(int(threads), self.num_games)
        self.num_players: int = self.options.num_players
        self.num_actions = game.num_actions(self.options)
        self.layout = game.layout(self.options)
        self.restarts = True
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._make_buffers()
        self.reset(seed)

    def _make_buffers(self) -> None:
        games, players = self.num_games, self.num_players
        self.states = self.game.new_states(self.options, games)
        self.seeds = np.zeros(games, np.uint64)
        self.final_seat = np.full(games, LAST_MOVER, np.int64)
        self._rules = self.game.rules_bytes
        self._rows = np.arange(games)
        self._actions = np.zeros(games, np.int64)
        self._chosen = np.zeros(games, np.bool_)
        self._flat = np.zeros((games, self.layout.size), self.layout.dtype)
        self._mask = np.zeros((games, self.game.mask_width(self.options)), np.uint8)
        self._words = self._mask.view(np.uint64)
        self.mover = np.zeros(games, np.int64)
        self.rewards = np.zeros((games, players))
        self._ended = np.zeros((games, 2), np.uint8)
        self._final_flat = np.zeros_like(self._flat)
        self._finals = np.zeros((games, 2, players), np.int64)
        self._streams = np.zeros(games, np.uint64)
        self.observation = self.layout.shaped(self._flat)
        self.final_observation = self.layout.shaped(self._final_flat)
        self.action_mask = self._mask[:, : self.num_actions].view(np.bool_)
        self.action_mask.flags.writeable = False
        self.done = self._ended[:, 0].view(np.bool_)
        self.truncated = self._ended[:, 1].view(np.bool_)
        self.final_scores = self._finals[:, 0]
        self.final_ranks = self._finals[:, 1]
        shares = np.array_split(self._rows, self.threads)
        self._shares = [np.ascontiguousarray(share) for share in shares]

    def reset(self, seed: int = 0) -> None:
        """Deal a new game in every slot; slot i gets the seed `mix(seed, i)`."""
        number = np.uint64(check_seed(seed))
        for row in range(self.num_games):
            self.seeds[row] = mix(number, np.uint64(row))
            self._streams[row] = mix(self.seeds[row], np.uint64(1))
        self._deal(self._rows)
        self._ended[:] = 0
        self.rewards[:] = 0

    def restart(self, rows: npt.ArrayLike, seeds: npt.ArrayLike | None = None) -> None:
        """Deal new games in some slots: (R,) rows, under (R,) seeds or each under its next one."""
        chosen = self._distinct(rows)
        if seeds is None:
            self.seeds[chosen] = [next_seed(seed) for seed in self.seeds[chosen]]
        else:
            given = [check_seed(seed) for seed in np.asarray(seeds).tolist()]
            if len(given) != chosen.size:
                raise ValueError(f"{len(given)} seeds for {chosen.size} rows")
            self.seeds[chosen] = given
        self._deal(chosen)

    def _deal(self, rows: Ints) -> None:
        loops = self.game.loops
        loops.reset(self._rules, self.states, rows, self.seeds, self.mover)
        loops.view(self._rules, self.states, rows, self.mover, self._flat, self._mask)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action, (N,) integers, in every game and restart those that end.

        Raises:
            ValueError: for an illegal action, naming row, action and some legal ones, or a wrong
                number of actions; no game has moved then.
            TypeError: if the actions are not integers.
        """
        self._take(actions, self._rows, self._shares)
        self._share(self._run, self._shares)

    def step_rows(self, rows: npt.ArrayLike, actions: npt.ArrayLike) -> None:
        """Play one action in some games only: (R,) distinct rows and their (R,) actions.

        The other rows keep what they show; `done` and `rewards` are cleared for them.
        """
        chosen = self._distinct(rows)
        self._take(actions, chosen, [chosen])
        self._ended[:] = 0
        self.rewards[:] = 0
        self._run(chosen)

    def _distinct(self, rows: npt.ArrayLike) -> Ints:
        given = np.asarray(rows)
        if given.ndim != 1 or not (np.issubdtype(given.dtype, np.integer) or given.size == 0):
            raise ValueError(f"rows {rows!r} are not (R,) integers")
        chosen = given.astype(np.int64)
        self._chosen[:] = False
        if not ((chosen < 0) | (chosen >= self.num_games)).any():
            self._chosen[chosen] = True
        if self._chosen.sum() != chosen.size:
            raise ValueError(f"rows {rows!r}; allowed: distinct ones of 0 to {self.num_games - 1}")
        return chosen

    def _share(self, work: Callable[[Ints], int | None], shares: list[Ints]) -> list[int | None]:
        """Let the threads do a piece of work on shares of the rows; return what they return."""
        if self._pool is None or len(shares) == 1:
            return [work(share) for share in shares]
        return list(self._pool.map(work, shares))

    def _take(self, actions: npt.ArrayLike, rows: Ints, shares: list[Ints]) -> None:
        given = np.asarray(actions)
        if given.shape != rows.shape:
            raise ValueError(f"actions have shape {given.shape}; wanted {rows.shape}")
        if not np.issubdtype(given.dtype, np.integer):
            raise TypeError(f"actions are {given.dtype}, not integers")
        self._actions[rows] = given
        found = self._share(self._find_illegal, shares)
        illegal = [row for row in found if row is not None and row >= 0]
        if illegal:
            row = illegal[0]
            legal = ", ".join(str(action) for action in np.flatnonzero(self.action_mask[row])[:10])
            raise ValueError(
                f"row {row}: action {self._actions[row]} is illegal; some legal actions: {legal} "
                f"(all: action_mask[{row}]). No game has moved"
            )

    def _find_illegal(self, rows: Ints) -> int:
        return first_illegal(self._mask, self.num_actions, rows, self._actions)

    def _run(self, rows: Ints) -> int:
        return self.game.loops.step(
            self._rules, self.states, rows, self._actions, self.seeds, self.restarts, self.final_seat,
            self._flat, self._mask, self.mover, self.rewards, self._ended, self._final_flat,
            self._finals,
        )  # fmt: skip

    def sample(self) -> Ints:
        """Return a random legal action for every game, from streams of the batch's own."""
        actions = np.zeros(self.num_games, np.int64)
        self._share(
            lambda rows: pick_games(self._words, rows, self._streams, actions), self._shares
        )
        return actions

    def observe(self, seats: npt.ArrayLike) -> Any:
        """Return what one seat in each game, (N,), sees now, in fresh arrays."""
        flat = np.empty_like(self._flat)
        chosen = np.array(np.broadcast_to(seats, (self.num_games,)), np.int64)
        if ((chosen < 0) | (chosen >= self.num_players)).any():
            raise ValueError(f"seats {seats!r}; allowed: 0 to {self.num_players - 1}")
        self.game.loops.view(
            self._rules, self.states, self._rows, chosen, flat, np.empty_like(self._mask)
        )
        return self.layout.shaped(flat)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
