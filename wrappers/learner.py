"""LearnerSeats: many games seen from one learner's seat each; the shared core of all wrappers.

One step is the learner's decision and everybody else's until the learner decides again or the game
ends. The seat is drawn from the game's seed, each equally often, so that a seed repeats everything.
A game that ends before the learner's first decision is dropped.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.agents import Agent, Mixture, make_scripted, take_rows
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import check
from fiefdom.envs.common.rng import mix

ROTATE = "rotate"
SEAT_DRAW = np.uint64(0x5EA7ED)  # sets the draw of seats apart from other uses of a seed
Opponents = str | Agent | Sequence[str | Agent]


class Outcome(NamedTuple):
    """What a step brought the learner in each game; every array is fresh."""

    rewards: npt.NDArray[np.float64]
    done: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    final_observation: Any  # of rows that are done, as the learner sees the end


def make_opponents(game: Game, options: Any, opponents: Opponents, seed: int = 0) -> Agent:
    """Make one agent of a name, an agent, or a mixture of several of them.

    Raises:
        ValueError: for an unknown name (the message lists the known ones) or an empty sequence.
    """
    if isinstance(opponents, str):
        return make_scripted(game, options, opponents, seed)
    if isinstance(opponents, Sequence):
        agents = [make_opponents(game, options, one, seed) for one in opponents]
        return Mixture(agents, seed=seed)
    if not hasattr(opponents, "act") or not hasattr(opponents, "reset"):
        raise TypeError(f"opponents {opponents!r} are neither a name nor an agent (act and reset)")
    return opponents


class LearnerSeats:
    """N games, each with a learner's seat; the other seats are played by `opponents`.

    Args:
        game: the game.
        num_games: N.
        opponents: name of a scripted agent, an agent, or several to draw from for each game.
        learner_seat: a seat, or `rotate`: drawn from each game's seed.
        seed, threads, options: as for BatchEnv.
        restarts: whether finished games restart at once; else they stay until `restart`.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponents: Opponents,
        learner_seat: int | str = ROTATE,
        seed: int = 0,
        threads: int = 1,
        restarts: bool = True,
        **options: Any,
    ) -> None:
        self.batch = BatchEnv(game, num_games, seed, threads, **options)
        check("learner_seat", learner_seat, (ROTATE, *range(self.batch.num_players)))
        self.batch.restarts = restarts
        self.learner_seat = learner_seat
        self.opponents = make_opponents(game, self.batch.options, opponents)
        self.seats = self.batch.final_seat  # the end is shown to the learner
        self.rows = np.arange(self.batch.num_games)
        self.begin(self.rows)

    def begin(self, rows: npt.NDArray[np.int64]) -> None:
        """Seat the learner in games that were just dealt, and play on to its first decision."""
        while rows.size:
            self._take_seats(rows)
            outcome = self._nothing()
            self._advance(outcome)
            rows = np.flatnonzero(outcome.done) if not self.batch.restarts else rows[:0]
            if rows.size:
                self.batch.restart(rows)

    def restart(self, rows: npt.NDArray[np.int64], seeds: npt.ArrayLike | None = None) -> None:
        """Deal new games in some rows, under the given seeds or each under its next one."""
        self.batch.restart(rows, seeds)
        self.begin(rows)

    def step(
        self, actions: npt.ArrayLike, forfeits: npt.NDArray[np.bool_] | None = None
    ) -> Outcome:
        """Play the learner's action in every game, and everybody else's up to its next one.

        Args:
            actions: (N,) legal actions.
            forfeits: (N,) games to abandon instead; each restarts under its next seed.
        """
        outcome = self._nothing()
        if forfeits is None or not forfeits.any():
            self.batch.step(actions)
            self._collect(self.rows, outcome)
        else:
            lost, played = np.flatnonzero(forfeits), np.flatnonzero(~forfeits)
            outcome.done[lost] = True
            self._keep_final(outcome, lost, self.batch.observation)
            self.batch.step_rows(played, np.asarray(actions)[played])
            self._collect(played, outcome)
            if self.batch.restarts:
                self.batch.restart(lost)
                self._take_seats(lost)
        self._advance(outcome)
        return outcome

    def observation(self) -> Any:
        """Return what the learner sees in every game, in fresh arrays."""
        return take_rows(self.batch.observation, self.rows)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the learner's legal actions in every game, (N, A), in a fresh array."""
        return self.batch.action_mask.copy()

    def _nothing(self) -> Outcome:
        games = self.batch.num_games
        return Outcome(
            np.zeros(games),
            np.zeros(games, np.bool_),
            np.zeros(games, np.bool_),
            take_rows(self.batch.final_observation, self.rows),
        )

    def _take_seats(self, rows: npt.NDArray[np.int64]) -> None:
        seeds = self.batch.seeds[rows]
        if self.learner_seat == ROTATE:
            players = np.uint64(self.batch.num_players)
            self.seats[rows] = [int(mix(seed, SEAT_DRAW) % players) for seed in seeds]
        else:
            self.seats[rows] = self.learner_seat
        self.opponents.reset(rows, seeds)

    def _advance(self, outcome: Outcome) -> None:
        batch = self.batch
        while True:
            waiting = batch.mover != self.seats
            if not batch.restarts:
                waiting &= ~outcome.done
            rows = np.flatnonzero(waiting)
            if rows.size == 0:
                return
            seen = take_rows(batch.observation, rows)
            movers = batch.mover[rows]
            actions = self.opponents.act(seen, batch.action_mask[rows], movers, rows)
            batch.step_rows(rows, actions)
            self._collect(rows, outcome)

    def _collect(self, rows: npt.NDArray[np.int64], outcome: Outcome) -> None:
        going = rows[~outcome.done[rows]]
        outcome.rewards[going] += self.batch.rewards[going, self.seats[going]]
        ended = rows[self.batch.done[rows]]
        if ended.size:
            first = ended[~outcome.done[ended]]
            outcome.done[first] = True
            outcome.truncated[first] = self.batch.truncated[first]
            self._keep_final(outcome, first, self.batch.final_observation)
            if self.batch.restarts:
                self._take_seats(ended)

    def _keep_final(self, outcome: Outcome, rows: npt.NDArray[np.int64], shown: Any) -> None:
        if isinstance(shown, dict):
            for name, part in shown.items():
                outcome.final_observation[name][rows] = part[rows]
        else:
            outcome.final_observation[rows] = shown[rows]
