"""The protocol of an agent, which bots, trained models and people share, and the agent `random`.

An agent decides for many games at once: rows of observations, masks and seats in, actions out. It
sees only what its seat may see. `rows` are the numbers of the games (slots of a batch), for agents
that keep something from one decision of a game to the next; `reset` says that those start anew,
and under which seeds, so that an agent with chance of its own can repeat itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import Game, check_seed
from fiefdom.envs.common.loops import WORD, pick_games
from fiefdom.envs.common.options import suggest
from fiefdom.envs.common.rng import mix

Ints = npt.NDArray[np.int64]
Seeds = npt.NDArray[np.uint64]
Weights = npt.NDArray[np.float64]
DRAW = 0x5EA7  # sets the stream of a mixture apart from those of its agents


class Agent(Protocol):
    """Whoever decides for a seat."""

    def act(
        self, observation: Any, mask: npt.NDArray[np.bool_], seats: Ints, rows: Ints
    ) -> npt.NDArray[Any]:
        """Return a legal action for each row.

        Args:
            observation: (R, ...) array, or a dict of them, as the game's space without the mask.
            mask: (R, A) bool, the legal actions.
            seats: (R,) int64, the seat that decides in each row.
            rows: (R,) int64, the game of each row.
        """

    def reset(self, rows: Ints, seeds: Seeds) -> None:
        """Forget the games of these rows: they start anew, under these seeds."""


class Scripted:
    """A deterministic agent that keeps nothing between decisions; a subclass has `decide`.

    Args:
        game: what it plays, with the rules that are played.
        options: its options.
        seed: not used.
    """

    def __init__(self, game: Game, options: Any, seed: int = 0) -> None:
        self.rules = game.rules_bytes
        self.layout = game.layout(options)

    def decide(self, seen: npt.NDArray[Any], mask: npt.NDArray[np.bool_], actions: Ints) -> None:
        """Fill an action for each row of flat observations and masks."""
        raise NotImplementedError

    def act(
        self, observation: Any, mask: npt.NDArray[np.bool_], seats: Ints, rows: Ints
    ) -> npt.NDArray[np.int64]:
        """Return an action for each row; see `Agent`."""
        actions = np.zeros(len(mask), np.int64)
        self.decide(self.layout.flat_rows(observation), np.ascontiguousarray(mask), actions)
        return actions

    def reset(self, rows: Ints, seeds: Seeds) -> None:
        """Forget nothing: a decision depends on what is seen alone."""


def make_weights(usual: Mapping[str, float], given: Mapping[str, float] | None) -> Weights:
    """Return an agent's weights in order, some of them as given; ValueError for an unknown name."""
    changed = given or {}
    for name in changed:
        if name not in usual:
            raise ValueError(
                f"unknown weight {name!r}{suggest(name, usual)}; weights: {', '.join(usual)}"
            )
    return np.array([changed.get(name, value) for name, value in usual.items()], np.float64)


class Random:
    """Plays every legal action with the same chance; the same in two games of the same seed.

    Args:
        game, options: not used; every scripted agent is made with them.
        seed: sets its chance apart from that of others.
    """

    def __init__(self, game: Game | None = None, options: Any = None, seed: int = 0) -> None:
        self.seed = check_seed(seed)
        self._streams = np.zeros(0, np.uint64)

    def act(
        self, observation: Any, mask: npt.NDArray[np.bool_], seats: Ints, rows: Ints
    ) -> npt.NDArray[np.int64]:
        """Return a random legal action for each row."""
        self._grow(int(rows.max(initial=-1)) + 1)  # for a game that was never announced
        width = -(-mask.shape[1] // WORD) * WORD
        padded = np.zeros((mask.shape[0], width), np.uint8)
        padded[:, : mask.shape[1]] = mask
        streams = self._streams[rows]
        actions = np.zeros(mask.shape[0], np.int64)
        pick_games(padded.view(np.uint64), np.arange(len(rows)), streams, actions)
        self._streams[rows] = streams
        return actions

    def reset(self, rows: Ints, seeds: Seeds) -> None:
        """Start the streams of these games anew."""
        self._grow(int(rows.max(initial=-1)) + 1)
        own = np.uint64(self.seed)
        for row, seed in zip(rows, seeds, strict=True):
            self._streams[row] = mix(seed, own)

    def _grow(self, size: int) -> None:
        new = [mix(np.uint64(row), np.uint64(self.seed)) for row in range(self._streams.size, size)]
        if new:
            self._streams = np.concatenate([self._streams, np.array(new, np.uint64)])


class Mixture:
    """Draws for each game which of several agents plays in it.

    Args:
        agents: at least one.
        weights: how often each is drawn; equally often by default.
        seed: sets the draws apart from those of others.
    """

    def __init__(
        self, agents: Sequence[Agent], weights: Sequence[float] | None = None, seed: int = 0
    ) -> None:
        if not agents:
            raise ValueError("a mixture needs at least one agent")
        self.agents = list(agents)
        self.seed = check_seed(seed)
        self.set_weights([1.0] * len(agents) if weights is None else weights)
        self._drawn = np.zeros(0, np.int64)

    def set_weights(self, weights: Sequence[float]) -> None:
        """Change how often each agent is drawn in games to come."""
        shares = np.asarray(weights, np.float64)
        fits = shares.shape == (len(self.agents),) and bool(np.isfinite(shares).all())
        if not fits or (shares < 0).any() or shares.sum() <= 0:
            raise ValueError(
                f"weights {list(weights)} do not fit {len(self.agents)} agents: one each, "
                "finite, none negative, not all 0"
            )
        self._limits = np.cumsum(shares / shares.sum())

    def reset(self, rows: Ints, seeds: Seeds) -> None:
        """Draw an agent for each of these games."""
        self._grow(int(rows.max(initial=-1)) + 1)
        own = np.uint64(self.seed ^ DRAW)
        chances = np.array([float(mix(seed, own)) / 2.0**64 for seed in seeds])
        drawn = np.searchsorted(self._limits, chances, side="right")
        self._drawn[rows] = np.minimum(drawn, len(self.agents) - 1)
        for number, agent in enumerate(self.agents):
            chosen = self._drawn[rows] == number
            agent.reset(rows[chosen], seeds[chosen])

    def act(
        self, observation: Any, mask: npt.NDArray[np.bool_], seats: Ints, rows: Ints
    ) -> npt.NDArray[np.int64]:
        """Let each game's agent act on its rows."""
        self._grow(int(rows.max(initial=-1)) + 1)  # for a game that was never announced
        actions = np.zeros(len(rows), np.int64)
        drawn = self._drawn[rows]
        for number in np.unique(drawn):
            mine = np.flatnonzero(drawn == number)
            actions[mine] = self.agents[number].act(
                take_rows(observation, mine), mask[mine], seats[mine], rows[mine]
            )
        return actions

    def _grow(self, size: int) -> None:
        missing = max(0, size - self._drawn.size)
        self._drawn = np.concatenate([self._drawn, np.zeros(missing, np.int64)])


def take_rows(observation: Any, rows: Ints) -> Any:
    """Return copies of some rows of an observation, array or dict of arrays."""
    if isinstance(observation, dict):
        return {name: part[rows] for name, part in observation.items()}
    return observation[rows]


def scripted(game: Game) -> dict[str, Callable[..., Agent]]:
    """Return the constructors of the scripted agents of a game by name."""
    return {"random": Random, **game.agents}


def make_scripted(game: Game, options: Any, name: str, seed: int = 0) -> Agent:
    """Make a scripted agent of a game; ValueError lists the known ones."""
    known = scripted(game)
    if name not in known:
        raise ValueError(
            f"unknown agent {name!r} for {game.name}{suggest(name, known)}; "
            f"scripted agents: {', '.join(known)}"
        )
    return known[name](game, options, seed=seed)
