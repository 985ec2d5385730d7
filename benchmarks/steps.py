"""Steps a second of one game: `python -m fiefdom.benchmarks.steps king_of_the_dice`.

A step is: choose a random legal action, play it, write the next observation and mask, restart
finished games. Single-core cases are pinned to one core where the system allows it.
"""

import dataclasses
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro
from rich.console import Console

from fiefdom.benchmarks.machine import command_line, describe_machine, pinned
from fiefdom.benchmarks.peers_worker import play_aec
from fiefdom.benchmarks.startup import measure_startup
from fiefdom.benchmarks.threads import measure_threads, run_batch
from fiefdom.benchmarks.timing import (
    DECISIONS,
    MICROSECONDS,
    STEPS,
    Case,
    Row,
    Run,
    make_console,
    measure,
    print_rows,
    repeat_calls,
    warn_if_disturbed,
    write_json,
)
from fiefdom.envs import load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.agents import Agent
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game

PLAYOUT_STEPS = 16  # decisions of a game in one call
OPENING = 12  # decisions before a position is copied
QUICK_REPEATS, QUICK_SECONDS = 3, 0.02


@dataclasses.dataclass
class Settings:
    """Time one game: batch, playouts, AEC environment, copies, agents, threads, first use."""

    game: Annotated[str, tyro.conf.Positional] = "king_of_the_dice"
    """Name of the game (`fiefdom games` lists them)."""
    players: tuple[int, ...] = (2, 5)
    """Numbers of players."""
    games: int = 1024
    """Games of a batch."""
    thread_games: int = 8192
    """Games of the batch that one and two threads step."""
    repeats: int = 7
    """Rounds, of which the median is taken."""
    seconds: float = 0.5
    """How long a case runs in each round."""
    json: Path | None = None
    """File for the figures."""
    quick: bool = False
    """Only try everything out: few short rounds, no compiling in a new process."""


def play_randomly(game: Game, players: int, num_games: int) -> Run:
    """Return a run of random games without observations."""
    batch = BatchEnv(game, num_games, num_players=players)
    states, seeds, streams = batch.states.copy(), batch.seeds.copy(), batch.seeds.copy()
    mask = np.zeros((num_games, game.mask_width(batch.options)), np.uint8)
    words = mask.view(np.uint64)

    def run(seconds: float) -> tuple[int, float]:
        steps = 0
        start = time.perf_counter()
        while True:
            game.loops.play_randomly(
                game.rules_bytes, states, seeds, streams, PLAYOUT_STEPS, mask, words
            )
            steps += num_games * PLAYOUT_STEPS
            spent = time.perf_counter() - start
            if spent >= seconds:
                return steps, spent

    return run


def run_aec(env: GameEnv) -> Run:
    """Return a run of random games through agent_iter, last and step."""
    env.reset(seed=0)
    draw = random.Random(0).random
    return lambda seconds: play_aec(env, seconds, draw)


def run_agent(make: Callable[..., Agent], game: Game, players: int, num_games: int) -> Run:
    """Return a run that times the decisions of an agent in games against itself."""
    batch = BatchEnv(game, num_games, num_players=players)
    agent = make(game, batch.options)
    rows = np.arange(num_games)
    agent.reset(rows, batch.seeds)

    def run(seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while spent < seconds:
            start = time.perf_counter()
            actions = agent.act(batch.observation, batch.action_mask, batch.mover, rows)
            spent += time.perf_counter() - start
            decisions += num_games
            batch.step(actions)
            ended = np.flatnonzero(batch.done)
            agent.reset(ended, batch.seeds[ended])
        return decisions, spent

    return run


def opened(game: Game, players: int) -> GameEnv:
    """Return an environment some decisions into a game."""
    env = GameEnv(game, num_players=players)
    env.reset(seed=0)
    for _ in range(OPENING):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(legal[-1]))
    return env


def clone_and_step(env: GameEnv) -> Callable[[], None]:
    """Return a call that clones a game and plays a decision in the copy."""
    action = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])

    def call() -> None:
        env.clone().step(action)

    return call


def make_cases(game: Game, players: int, num_games: int) -> list[Case]:
    """Return all that is timed on one core."""
    batch = BatchEnv(game, num_games, num_players=players)
    envs = [GameEnv(game, checked=checked, num_players=players) for checked in (True, False)]
    middle = opened(game, players)
    state = batch.states[0].copy()
    cases: list[tuple[str, str, str, Run]] = [
        ("batch", STEPS, f"batch.step(batch.sample()), {num_games:,} games", run_batch(batch)),
        ("playouts", STEPS, "random games without observations",
         play_randomly(game, players, num_games)),
        ("env", STEPS, "env() by agent_iter, last, step", run_aec(envs[0])),
        ("raw_env", STEPS, "raw_env() by agent_iter, last, step", run_aec(envs[1])),
        ("copy", MICROSECONDS, f"copy of a game ({state.nbytes} bytes)", repeat_calls(state.copy)),
        ("clone", MICROSECONDS, "env().clone()", repeat_calls(middle.clone)),
        ("clone, step", MICROSECONDS, "env().clone().step(action)",
         repeat_calls(clone_and_step(middle))),
    ]  # fmt: skip
    for name, make in game.agents.items():
        run = run_agent(make, game, players, num_games)
        cases.append((name, DECISIONS, f"{name} against itself", run))
    return [Case(name, players, unit, meaning, run) for name, unit, meaning, run in cases]


def measure_all(settings: Settings, game: Game, console: Console) -> list[Row]:
    """Return every row: one core, then threads, then first use."""
    cases = [
        case
        for players in settings.players
        for case in make_cases(game, players, settings.games)
    ]  # fmt: skip
    with pinned(1) as cores:
        if not cores:
            console.print("cannot pin to one core here; figures may vary more")
        rows = measure(cases, settings.repeats, settings.seconds, console, "one core")
    warn_if_disturbed(rows, console)
    for players in settings.players:
        rows += measure_threads(
            game, players, settings.thread_games, settings.repeats, settings.seconds, console
        )
    if not settings.quick:
        rows += measure_startup(game.name, settings.players[0], settings.repeats, console)
    return rows


def to_json(
    settings: Settings, game: Game, rows: list[Row], machine: dict[str, Any], command: str
) -> dict[str, Any]:
    """Return what `report` reads."""
    return {
        "benchmark": "steps",
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "command": command,
        "machine": machine,
        "players": list(settings.players),
        "games": settings.games,
        "thread_games": settings.thread_games,
        "state_bytes": game.STATE.itemsize,
        "repeats": settings.repeats,
        "seconds": settings.seconds,
        "rows": [row.to_json() for row in rows],
    }


def main(args: list[str] | None = None) -> None:
    """Measure, print a table and write JSON."""
    settings = tyro.cli(Settings, args=args, prog="python -m fiefdom.benchmarks.steps")
    if settings.quick:
        settings.repeats, settings.seconds = QUICK_REPEATS, QUICK_SECONDS
    console = make_console()
    try:
        game = load(settings.game)
        for players in settings.players:
            game.options({"num_players": players})
    except ValueError as error:
        raise SystemExit(str(error)) from error
    machine = describe_machine()  # before we load it
    rows = measure_all(settings, game, console)
    print_rows(rows, f"{game.title}: {game.STATE.itemsize} bytes a game", console)
    if settings.json is not None:
        measured = to_json(settings, game, rows, machine, command_line("steps", args))
        write_json(settings.json, measured, console)


if __name__ == "__main__":
    main()
