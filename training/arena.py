"""Round robin between agents of a game; `results.py` sums it up.

Every line-up is played in each of its seatings on the same seeds, so that luck is shared, and
every slot plays one game only: were it the first N games to end, short ones would count more.
"""

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.agents import Agent, take_rows
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game, check_seed
from fiefdom.envs.common.rng import mix
from fiefdom.training import results
from fiefdom.training.results import FORMAT, Match, Pairing, Result, Standing
from fiefdom.training.roster import Member, enlist

__all__ = [
    "FORMAT",
    "LineUp",
    "Match",
    "Pairing",
    "Result",
    "Standing",
    "check_numbers",
    "line_ups",
    "play_match",
    "tournament",
]

Ints = npt.NDArray[np.int64]
Seeds = npt.NDArray[np.uint64]
Seating = tuple[int, ...]  # the number of the agent in each seat


class LineUp(NamedTuple):
    """Agents that meet, by number, and the seatings in which they do."""

    agents: tuple[int, ...]
    seatings: tuple[Seating, ...]


def line_ups(num_agents: int, players: int) -> list[LineUp]:
    """Return every pair of agents, and with more than two players every choice of as many agents.

    A pair meets in all seatings with both. Different agents in all seats meet in the rotations of
    their order and of its reverse.
    """
    found = []
    for pair in itertools.combinations(range(num_agents), 2):
        seatings = itertools.product(pair, repeat=players)
        found.append(LineUp(pair, tuple(s for s in seatings if len(set(s)) == 2)))
    if players > 2:
        for chosen in itertools.combinations(range(num_agents), players):
            turned = [chosen[seat:] + chosen[:seat] for seat in range(players)]
            found.append(LineUp(chosen, (*turned, *(order[::-1] for order in turned))))
    return found


def play_match(
    game: Game,
    options: Any,
    agents: Sequence[Agent],
    seeds: Iterable[int] | Seeds,
    seating: npt.ArrayLike | None = None,
) -> Match:
    """Play one game under each seed and return the final scores and ranks.

    An agent that sits in several seats decides for all of them in one call; its rows are
    numbered game x players + seat. Its own chance follows from the game's seed and the seat.

    Args:
        game: what is played.
        options: its options.
        agents: by seat, or any number of them with `seating`.
        seeds: (G,) of the games.
        seating: (G, P) the number of the agent in each seat.

    Raises:
        ValueError: if agents, seats and seating do not fit, or an agent plays illegally.
    """
    dealt = np.array([check_seed(seed) for seed in seeds], np.uint64)
    seated, distinct = _check_seating(options.num_players, agents, dealt.size, seating)
    batch = BatchEnv(game, dealt.size, **dataclasses.asdict(options))
    batch.restart(np.arange(dealt.size), dealt)
    for number, agent in enumerate(distinct):
        _announce(agent, seated == number, dealt)
    match = Match(np.zeros_like(seated), np.zeros_like(seated))
    going = np.arange(dealt.size)
    while going.size:
        batch.step_rows(going, _choose(batch, distinct, seated, going))
        ended = going[batch.done[going]]
        match.scores[ended] = batch.final_scores[ended]
        match.ranks[ended] = batch.final_ranks[ended]
        going = going[~batch.done[going]]
    return match


def _check_seating(
    players: int, agents: Sequence[Agent], games: int, seating: npt.ArrayLike | None
) -> tuple[Ints, list[Agent]]:
    """Return the seating by number of distinct agents, and these."""
    if seating is None and len(agents) != players:
        raise ValueError(f"{len(agents)} agents for {players} seats; give one for each seat")
    chosen = np.arange(players) if seating is None else np.asarray(seating, np.int64)
    if seating is not None and chosen.shape != (games, players):
        raise ValueError(f"the seating has shape {chosen.shape}; wanted {(games, players)}")
    if chosen.size and not 0 <= chosen.min() <= chosen.max() < len(agents):
        raise ValueError(f"the seating names agents outside of 0 to {len(agents) - 1}")
    distinct = list({id(agent): agent for agent in agents}.values())
    place = {id(agent): number for number, agent in enumerate(distinct)}
    numbers = np.array([place[id(agent)] for agent in agents], np.int64)
    return np.broadcast_to(numbers[chosen], (games, players)).copy(), distinct


def _announce(agent: Agent, seats: npt.NDArray[np.bool_], seeds: Seeds) -> None:
    """Reset an agent for its (G, P) seats, each under a seed of its own."""
    own = [mix(seeds[game], np.uint64(seat)) for game, seat in np.argwhere(seats)]
    agent.reset(np.flatnonzero(seats), np.array(own, np.uint64))


def _choose(batch: BatchEnv, agents: list[Agent], seating: Ints, going: Ints) -> Ints:
    """Let each agent decide in the games whose mover it is."""
    movers = batch.mover[going]
    deciding = seating[going, movers]
    actions = np.zeros(going.size, np.int64)
    for number in np.unique(deciding):
        mine = np.flatnonzero(deciding == number)
        rows, seats = going[mine], movers[mine]
        actions[mine] = agents[number].act(
            take_rows(batch.observation, rows),
            batch.action_mask[rows],
            seats,
            rows * batch.num_players + seats,
        )
    return actions


def tournament(
    game: Game,
    options: Any,
    agents: Sequence[str | Member],
    games: int = 2000,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Result:
    """Let every line-up of some agents play `games` games, split over its seatings.

    Args:
        game: what is played.
        options: its options, with at least two players.
        agents: at least two, by name or model file, or as `roster.enlist` makes them.
        games: exactly as many in each line-up.
        seed: the games of every seating have the seeds `mix(seed, 0)`, `mix(seed, 1)`, ...
        progress: called with a line of text before each line-up.

    Raises:
        TypeError, ValueError, OSError, ImportError: for arguments that do not fit, and as
            `roster.enlist` raises them.
    """
    check_numbers(options.num_players, len(agents), games, seed)
    members = _enlist(game, options, agents)
    labels = [member.label for member in members]
    meetings = line_ups(len(members), options.num_players)
    seats, matches = _play_all(game, options, members, meetings, games, seed, progress)
    return Result(
        game=game.name,
        version=game.version,
        rules=f"{game.rules_hash:016x}",
        options=dataclasses.asdict(options),
        seed=int(seed),
        games=int(games),
        line_ups=[_describe(line_up, labels, games) for line_up in meetings],
        pairings=results.pair_up(labels, seats, matches),
        standings=results.rank_agents(labels, [m.source for m in members], seats, matches),
        packages=results.package_versions(),
    )


def _play_all(
    game: Game,
    options: Any,
    members: Sequence[Member],
    meetings: Sequence[LineUp],
    games: int,
    seed: int,
    progress: Callable[[str], None] | None,
) -> tuple[list[Ints], list[Match]]:
    """Play the games of every line-up; return the seatings and what came out, by line-up."""
    seats, matches = [], []
    for number, line_up in enumerate(meetings, 1):
        if progress:
            names = ", ".join(members[agent].label for agent in line_up.agents)
            progress(f"line-up {number} of {len(meetings)}: {names} ({games:,} games)")
        seated, seeds = _spread(line_up, games, seed)
        seats.append(seated)
        matches.append(play_match(game, options, [m.agent for m in members], seeds, seated))
    return seats, matches


def _enlist(game: Game, options: Any, agents: Sequence[str | Member]) -> list[Member]:
    """Turn names and files into agents; ValueError unless all labels differ."""
    made = iter(enlist(game, options, [agent for agent in agents if isinstance(agent, str)]))
    members = [next(made) if isinstance(agent, str) else agent for agent in agents]
    labels = [member.label for member in members]
    if len(set(labels)) < len(labels):
        raise ValueError(f"two agents have the same label: {', '.join(labels)}")
    return members


def check_numbers(players: int, agents: int, games: int, seed: int) -> None:
    """Raise TypeError or ValueError unless a tournament of these numbers can be played."""
    check_seed(seed)
    if isinstance(games, bool) or not isinstance(games, int | np.integer):
        raise TypeError(f"games={games!r} is not an integer")
    for name, number in (("players", players), ("agents", agents)):
        if number < 2:
            raise ValueError(f"an arena needs at least 2 {name}, not {number}")
    most = max(len(line_up.seatings) for line_up in line_ups(agents, players))
    if games < most:
        raise ValueError(f"games={games} is too few; at least {most}, one for each seating")


def _spread(line_up: LineUp, games: int, seed: int) -> tuple[Ints, Seeds]:
    """Return seating and seed of each game: all seatings of one seed, then the next seed."""
    seatings = np.array(line_up.seatings, np.int64)
    numbers = np.arange(games)
    own = [mix(np.uint64(seed), np.uint64(deal)) for deal in range(_num_seeds(line_up, games))]
    return seatings[numbers % len(seatings)], np.array(own, np.uint64)[numbers // len(seatings)]


def _num_seeds(line_up: LineUp, games: int) -> int:
    return math.ceil(games / len(line_up.seatings))


def _describe(line_up: LineUp, labels: list[str], games: int) -> dict[str, Any]:
    return {
        "agents": [labels[agent] for agent in line_up.agents],
        "seatings": [[labels[agent] for agent in seating] for seating in line_up.seatings],
        "games": int(games),
        "seeds": _num_seeds(line_up, games),
    }
