"""Other libraries beside one game of ours: `python -m fiefdom.benchmarks.peers`.

Each runs in a process of its own, all pinned to the same core, and they take turns in rounds, so
that ratios hold although a machine changes its speed. A library that cannot share the environment
runs through its own interpreter: `--python NAME=PATH`.
"""

import contextlib
import dataclasses
import functools
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import tyro
from rich.console import Console
from rich.progress import track
from rich.table import Table

from fiefdom.benchmarks import peers_worker
from fiefdom.benchmarks.machine import command_line, describe_machine, pinned
from fiefdom.benchmarks.peer_process import PeerProcess
from fiefdom.benchmarks.peers_worker import PEERS, Peer, play_aec, serve_process
from fiefdom.benchmarks.threads import run_batch
from fiefdom.benchmarks.timing import (
    STEPS,
    WARM_UP,
    Row,
    make_console,
    ratio,
    spread,
    warn_if_disturbed,
    write_json,
)
from fiefdom.envs import load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.batch import BatchEnv

BATCH = 1024
WORKER = "--worker"
QUICK_REPEATS, QUICK_SECONDS = 3, 0.05


@dataclasses.dataclass
class Settings:
    """Time other libraries and one game of ours in turns on one core, and print the ratios."""

    game: Annotated[str, tyro.conf.Positional] = "king_of_the_dice"
    """Our game."""
    players: int = 2
    """Players of our game."""
    peers: tuple[str, ...] = tuple(PEERS)
    """Names of the libraries."""
    python: tyro.conf.UseAppendAction[tuple[str, ...]] = ()
    """NAME=PATH: the interpreter of a library that cannot share this environment."""
    repeats: int = 7
    """Rounds, of which the median is taken."""
    seconds: float = 1.0
    """How long each runs in a round."""
    json: Path | None = None
    """File for the figures."""
    quick: bool = False
    """Only try everything out: few short rounds."""


class OurEnv:
    """`env()` of our game in the loop that PettingZoo's plays in."""

    packages: tuple[str, ...] = ("fiefdom", "numba", "numpy", "pettingzoo")
    beside: tuple[str, ...] = ()

    def __init__(self, game: str, players: int) -> None:
        self.env = GameEnv(load(game), num_players=players)
        self.env.reset(seed=0)
        self.draw = random.Random(0).random

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"fiefdom {self.env.game.name} env(), agent_iter, last, step"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        return play_aec(self.env, seconds, self.draw)


class OurBatch:
    """A batch of our game."""

    packages = OurEnv.packages
    beside = OurEnv.beside

    def __init__(self, game: str, players: int) -> None:
        self.batch = BatchEnv(load(game), BATCH, num_players=players)
        self._run = run_batch(self.batch)

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"fiefdom {self.batch.game.name} batch.step(batch.sample()), {BATCH:,} games"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        return self._run(seconds)


OURS: dict[str, Callable[[str, int], Peer]] = {"env": OurEnv, "batch": OurBatch}


def parse_interpreters(texts: tuple[str, ...], known: tuple[str, ...]) -> dict[str, str]:
    """Read `NAME=PATH` texts.

    Raises:
        ValueError: for another form, an unknown name, or a path that is not there.
    """
    paths = {}
    for text in texts:
        name, equals, path = text.partition("=")
        if not equals or not path:
            raise ValueError(f"--python {text!r} is not of the form NAME=PATH")
        if name not in known:
            raise ValueError(f"unknown peer {name!r}; peers: {', '.join(known)}")
        if not Path(path).is_file():
            raise ValueError(f"--python {text}: there is no file {path}")
        paths[name] = path
    return paths


def commands(settings: Settings) -> dict[str, list[str]]:
    """Return the command of each process: ours, then the peers'."""
    unknown = [name for name in settings.peers if name not in PEERS]
    if unknown:
        raise ValueError(f"unknown peer {unknown[0]!r}; peers: {', '.join(PEERS)}")
    paths = parse_interpreters(settings.python, tuple(PEERS))
    script = str(Path(peers_worker.__file__).resolve())
    ours = [sys.executable, "-m", "fiefdom.benchmarks.peers", WORKER]
    return {
        **{name: [*ours, name, settings.game, str(settings.players)] for name in OURS},
        **{name: [paths.get(name, sys.executable), script, name] for name in settings.peers},
    }


class Comparison(NamedTuple):
    """What was measured: rates, ratios, and what each process said of itself."""

    rows: list[Row]
    ratios: list[Row]
    about: dict[str, dict[str, Any]]
    skipped: list[str]


def start(
    wanted: dict[str, list[str]], running: contextlib.ExitStack, console: Console
) -> tuple[list[PeerProcess], list[str]]:
    """Start the processes one after another; return those that run and why others do not."""
    started, skipped = [], []
    for name, command in wanted.items():
        with console.status(f"preparing {name}"):
            try:
                peer = running.enter_context(PeerProcess(name, command))
                reason = peer.skipped
            except RuntimeError as error:
                reason = f"{name} skipped: {error}"
        if reason is None:
            started.append(peer)
        else:
            skipped.append(reason)
            console.print(reason, style="yellow", markup=False, highlight=False)
    return started, skipped


def measure(
    peers: list[PeerProcess], players: int, repeats: int, seconds: float, console: Console
) -> list[Row]:
    """Let the processes take turns, after one round that does not count."""
    for peer in peers:
        peer.run(min(seconds, WARM_UP))
    rows = [Row(peer.name, 0, STEPS, peer.about["describe"], [], 1.0) for peer in peers]
    for _ in track(
        range(repeats), "rounds", console=console, transient=True, disable=not console.is_terminal
    ):
        for peer, row in zip(peers, rows, strict=True):
            took = peer.run(seconds)
            row.samples.append(took["steps"] / took["seconds"])
            row.busy = min(row.busy or 0.0, took["worked"] / took["seconds"])
    for row in rows:
        row.players = players if row.name in OURS else 2
    return rows


def compare(rows: list[Row], beside: dict[str, list[str]]) -> list[Row]:
    """Return how many times as fast ours are as the peers they stand beside, round by round."""
    by_name = {row.name: row for row in rows}
    return [
        ratio(f"{mine} / {name}", f"our {mine} over {name}", by_name[mine], by_name[name])
        for name in by_name
        for mine in beside[name]
        if mine in by_name
    ]


def print_table(rows: list[Row], ratios: list[Row], console: Console) -> None:
    """Print every rate, and how many times as fast ours are."""
    by_name = {row.name: row for row in ratios}
    table = Table(title="one core, median (min to max)", title_justify="left")
    table.add_column("what")
    for column in ("steps/s", *(f"our {name} / this" for name in OURS)):
        table.add_column(column, justify="right")
    for row in rows:
        cells = [spread(row)]
        for mine in OURS:
            other = by_name.get(f"{mine} / {row.name}")
            cells.append("" if other is None else spread(other))
        table.add_row(row.meaning, *cells)
    console.print(table)


def measure_all(settings: Settings, console: Console) -> Comparison:
    """Start every process on one core, measure, end them; return rates and ratios."""
    with pinned(1) as cores, contextlib.ExitStack() as running:
        if not cores:
            console.print("cannot pin to one core here; figures may vary more")
        peers, skipped = start(commands(settings), running, console)
        rows = measure(peers, settings.players, settings.repeats, settings.seconds, console)
    about = {peer.name: peer.about for peer in peers}
    beside = {name: said["beside"] for name, said in about.items()}
    return Comparison(rows, compare(rows, beside), about, skipped)


def to_json(
    settings: Settings, compared: Comparison, machine: dict[str, Any], command: str
) -> dict[str, Any]:
    """Return what `report` reads."""
    return {
        "benchmark": "peers",
        "game": settings.game,
        "players": settings.players,
        "command": command,
        "machine": machine,
        "repeats": settings.repeats,
        "seconds": settings.seconds,
        "about": compared.about,
        "skipped": compared.skipped,
        "rows": [row.to_json() for row in compared.rows],
        "ratios": [row.to_json() for row in compared.ratios],
    }


def serve(words: list[str]) -> None:
    """Be the process of one of ours, or of a peer: NAME and, for ours, GAME PLAYERS."""
    match words:
        case [name, game, players] if name in OURS:
            serve_process(functools.partial(OURS[name], game, int(players)))
        case [name] if name in PEERS:
            serve_process(PEERS[name])
        case _:
            ours = " or ".join(f"{name} GAME PLAYERS" for name in OURS)
            raise ValueError(f"{WORKER} {' '.join(words)}; allowed: {', '.join(PEERS)}, {ours}")


def main(args: list[str] | None = None) -> None:
    """Measure, print the table of ratios and write JSON; or, after --worker, be one process."""
    words = sys.argv[1:] if args is None else args
    try:
        if words[:1] == [WORKER]:
            serve(words[1:])
        else:
            run(tyro.cli(Settings, args=words, prog="python -m fiefdom.benchmarks.peers"), words)
    except (ValueError, RuntimeError) as error:
        raise SystemExit(str(error)) from error


def run(settings: Settings, words: list[str]) -> None:
    """Measure, print the table of ratios and write JSON."""
    if settings.quick:
        settings.repeats, settings.seconds = QUICK_REPEATS, QUICK_SECONDS
    load(settings.game).options({"num_players": settings.players})
    console = make_console()
    machine = describe_machine()  # before we load it
    compared = measure_all(settings, console)
    warn_if_disturbed(compared.rows, console)
    print_table(compared.rows, compared.ratios, console)
    if settings.json is not None:
        measured = to_json(settings, compared, machine, command_line("peers", words))
        write_json(settings.json, measured, console)


if __name__ == "__main__":
    main()
