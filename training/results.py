"""What a tournament found: win rates with intervals, scores, margins and a rating, as tables or JSON."""

import contextlib
import dataclasses
import importlib.metadata
import math
import platform
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

FORMAT = "fiefdom-arena-1"
NORMAL_95 = 1.959964  # half-width of the middle 95 % of a normal distribution, in deviations
PACKAGES = ("fiefdom", "numpy", "numba", "openskill")
Ints = npt.NDArray[np.int64]


class Match(NamedTuple):
    """The final scores and ranks of some games, (G, P) each, by seat."""

    scores: Ints
    ranks: Ints


@dataclasses.dataclass(frozen=True)
class Pairing:
    """How one agent did against another in the games that seat these two alone.

    With more than two players each has several seats, equally often as many as the other: `wins`
    are those of all its seats, so that equals have a win rate of a half in any number of seats.
    `margin` is the mean score of its seats less that of the other's.
    """

    agent: str
    against: str
    games: int
    wins: float
    win_rate: float
    low: float
    high: float
    score: float
    margin: float


@dataclasses.dataclass(frozen=True)
class Standing:
    """How an agent did in all games, as means over its seats; equals win 1 in num_players.

    `margin` is its score less the mean of the others'; `rating` and its deviation are openskill's.
    """

    agent: str
    source: str
    seats: int
    win_rate: float
    score: float
    margin: float
    rating: float
    deviation: float


@dataclasses.dataclass(frozen=True)
class Result:
    """What a tournament found, and all that it depends on."""

    game: str
    version: int
    rules: str
    options: dict[str, Any]
    seed: int
    games: int
    line_ups: list[dict[str, Any]]
    pairings: list[Pairing]
    standings: list[Standing]
    packages: dict[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return the result as what JSON can hold."""
        return {"format": FORMAT, **dataclasses.asdict(self)}

    def to_markdown(self) -> str:
        """Return the win-rate matrix and the standings as Markdown tables."""
        title = f"{self.game}_v{self.version}, {self.options['num_players']} players"
        heading = (
            f"**{title}**: {self.games:,} games in each line-up, every seating on the same seeds "
            f"(from {self.seed})"
        )
        legend = (
            "Wins of the row against the column in %, with 95 % interval; a win shared by w counts "
            "1/w."
        )
        tables = (_table(self._matrix()), _table(self._places()))
        return "\n".join([heading, "", *tables[0], "", legend, "", *tables[1]])

    def _matrix(self) -> list[list[str]]:
        names = [standing.agent for standing in self.standings]
        cells = {
            (pairing.agent, pairing.against): f"{100 * pairing.win_rate:.1f} "
            f"({100 * pairing.low:.1f} to {100 * pairing.high:.1f})"
            for pairing in self.pairings
        }
        rows = [[row, *(cells.get((row, column), "-") for column in names)] for row in names]
        return [["wins, %", *names], *rows]

    def _places(self) -> list[list[str]]:
        rows = [
            [
                standing.agent,
                f"{standing.rating:.2f} ± {standing.deviation:.2f}",
                f"{100 * standing.win_rate:.1f}",
                f"{standing.score:.2f}",
                f"{standing.margin:+.2f}",
            ]
            for standing in sorted(self.standings, key=lambda s: -s.rating)
        ]
        return [["agent", "rating", "wins per seat, %", "mean score", "mean margin"], *rows]


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a chance after `wins` (maybe fractional) in some games."""
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"wins={wins} in games={games}; allowed: 0 <= wins <= games, games >= 1")
    share, weight = wins / games, NORMAL_95**2 / games
    centre = share + weight / 2
    half = NORMAL_95 * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    return max(0.0, (centre - half) / (1 + weight)), min(1.0, (centre + half) / (1 + weight))


def shares_of_win(ranks: Ints) -> npt.NDArray[np.float64]:
    """Return what each seat gets of a win, (G, P): 1, or 1/w where w seats share it."""
    first = ranks == 1
    shares: npt.NDArray[np.float64] = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
    return shares


def pair_up(
    labels: Sequence[str], seats: Sequence[Ints], matches: Sequence[Match]
) -> list[Pairing]:
    """Return both views of every match between two agents alone.

    Args:
        labels: of the agents.
        seats: for each match (G, P), the number of the agent in each seat.
        matches: final scores and ranks.
    """
    pairings = []
    for seated, match in zip(seats, matches, strict=True):
        agents = np.unique(seated).tolist()
        if len(agents) == 2:
            for one, other in (agents, agents[::-1]):
                pairings.append(_pair(seated == one, match, labels[one], labels[other]))
    return pairings


def _pair(mine: npt.NDArray[np.bool_], match: Match, agent: str, against: str) -> Pairing:
    """Sum up the games of a pair for the one whose seats are `mine`."""
    games = len(mine)
    wins = float(shares_of_win(match.ranks)[mine].sum())
    low, high = wilson(min(wins, games), games)
    own = np.where(mine, match.scores, 0).sum(axis=1) / mine.sum(axis=1)
    others = np.where(mine, 0, match.scores).sum(axis=1) / (~mine).sum(axis=1)
    return Pairing(
        agent, against, games, wins, wins / games, low, high,
        float(match.scores[mine].mean()), float((own - others).mean()),
    )  # fmt: skip


def rank_agents(
    labels: Sequence[str],
    sources: Sequence[str],
    seats: Sequence[Ints],
    matches: Sequence[Match],
) -> list[Standing]:
    """Return how each agent did in all matches; the arguments are those of `pair_up`."""
    seated = np.concatenate(seats)
    scores = np.concatenate([match.scores for match in matches])
    ranks = np.concatenate([match.ranks for match in matches])
    shares = shares_of_win(ranks)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (scores.shape[1] - 1)
    ratings = rate(len(labels), seats, matches)
    standings = []
    for agent, label in enumerate(labels):
        mine = seated == agent
        standings.append(
            Standing(
                label,
                sources[agent],
                int(mine.sum()),
                float(shares[mine].mean()),
                float(scores[mine].mean()),
                float((scores - others)[mine].mean()),
                *ratings[agent],
            )
        )
    return standings


def rate(
    num_agents: int, seats: Sequence[Ints], matches: Sequence[Match]
) -> list[tuple[float, float]]:
    """Return rating and deviation of each agent (openskill's Plackett-Luce, no drift).

    The line-ups take turns, so that none of them counts as the most recent. An agent in several
    seats is rated in each; what these change adds up, as evidence about one and the same agent.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    means = [model.mu] * num_agents
    deviations = [model.sigma] * num_agents
    for number in range(max(len(seated) for seated in seats)):
        for seated, match in zip(seats, matches, strict=True):
            if number < len(seated):
                sitting = seated[number].tolist()
                teams = [[model.rating(means[a], deviations[a])] for a in sitting]
                rated = model.rate(teams, ranks=match.ranks[number].tolist())
                old = [(means[a], deviations[a]) for a in sitting]
                for agent, (mean, deviation), (new,) in zip(sitting, old, rated, strict=True):
                    means[agent] += new.mu - mean
                    deviations[agent] *= new.sigma / deviation
    return list(zip(means, deviations, strict=True))


def package_versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that a result depends on."""
    names = [*PACKAGES, *(["torch"] if "torch" in sys.modules else [])]
    found = {"python": platform.python_version()}
    for name in names:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found
