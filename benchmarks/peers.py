"""Other libraries beside our games: `python -m fiefdom.benchmarks.peers`; `pairs` says which.

Each runs in a process of its own, all pinned to the same core, and they take turns in rounds, so
that ratios hold although a machine changes its speed. A library that cannot share the environment
runs through its own interpreter: `--python NAME=PATH`.
"""

import contextlib
import dataclasses
import functools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import tyro
from rich.console import Console
from rich.progress import track
from rich.table import Table

from fiefdom.benchmarks import peers_worker
from fiefdom.benchmarks.machine import command_line, describe_machine, pinned
from fiefdom.benchmarks.ours import OURS
from fiefdom.benchmarks.pairs import Pair, choose
from fiefdom.benchmarks.peer_process import PeerProcess
from fiefdom.benchmarks.peers_worker import PEERS, serve_process
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

WORKER = "--worker"
PEER_PLAYERS = 2
QUICK_REPEATS, QUICK_SECONDS = 3, 0.05


@dataclasses.dataclass
class Settings:
    """Time other libraries and our games in turns on one core, and print the ratios."""

    games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    """Our games; without a name all that have peers."""
    players: int = 2
    """Players of our games."""
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


class Wanted(NamedTuple):
    """A process to start."""

    name: str
    command: list[str]
    hint: str = ""  # if it is not installed


def commands(game: str, pairs: Sequence[Pair], players: int, paths: dict[str, str]) -> list[Wanted]:
    """Return what to start for one game: ours, each form and options once, then the peers."""
    start = [sys.executable, "-m", "fiefdom.benchmarks.peers", WORKER]
    script = str(Path(peers_worker.__file__).resolve())
    ours = {
        pair.ours(form): Wanted(pair.ours(form), [*start, form, game, str(players), *pair.options])
        for form in OURS
        for pair in pairs
        if form in pair.forms
    }
    peers = [
        Wanted(
            pair.peer,
            [paths.get(pair.library, sys.executable), script, pair.library, pair.game],
            f"{PEERS[pair.library].install}; an interpreter that has it is named by "
            f"--python {pair.library}=PATH",
        )
        for pair in pairs
    ]
    return [*ours.values(), *peers]


class Comparison(NamedTuple):
    """What was measured for one game: rates, ratios, and what each process said of itself."""

    game: str
    rows: list[Row]
    ratios: list[Row]
    about: dict[str, dict[str, Any]]
    skipped: list[str]

    def to_json(self) -> dict[str, Any]:
        """Return it as what JSON can hold."""
        rows = {name: [row.to_json() for row in getattr(self, name)] for name in ("rows", "ratios")}
        return {"game": self.game, "about": self.about, "skipped": self.skipped, **rows}


def start(
    wanted: Sequence[Wanted], running: contextlib.ExitStack, seconds: float, console: Console
) -> tuple[list[PeerProcess], list[str]]:
    """Start the processes one after another, and let each play once, which does not count.

    Returns:
        Those that run, and why others do not.
    """
    started, skipped = [], []
    for name, command, hint in wanted:
        with console.status(f"preparing {name}"):
            try:
                peer = running.enter_context(PeerProcess(name, command, hint))
                reason = peer.skipped
                if reason is None:
                    peer.run(min(seconds, WARM_UP))
            except RuntimeError as error:
                reason = f"{name} skipped: {error}"
        if reason is None:
            started.append(peer)
        else:
            skipped.append(reason)
            console.print(reason, style="yellow", markup=False, highlight=False)
    return started, skipped


def measure(
    peers: Sequence[PeerProcess], players: int, repeats: int, seconds: float, console: Console
) -> list[Row]:
    """Let the processes take turns."""
    rows = [Row(peer.name, players, STEPS, peer.about["describe"], [], 1.0) for peer in peers]
    for _ in track(
        range(repeats), "rounds", console=console, transient=True, disable=not console.is_terminal
    ):
        for peer, row in zip(peers, rows, strict=True):
            took = peer.run(seconds)
            row.samples.append(took["steps"] / took["seconds"])
            row.busy = min(row.busy or 0.0, took["worked"] / took["seconds"])
    return rows


def compare(rows: Sequence[Row], pairs: Sequence[Pair]) -> list[Row]:
    """Return how many times as fast ours are as the peers they stand beside, round by round."""
    by_name = {row.name: row for row in rows}
    return [
        ratio(
            f"{form} / {pair.peer}",
            f"our {pair.ours(form)} over {pair.peer}",
            by_name[pair.ours(form)],
            by_name[pair.peer],
        )
        for pair in pairs
        for form in pair.forms
        if pair.ours(form) in by_name and pair.peer in by_name
    ]


def describe_peers(rows: Sequence[Row], pairs: Sequence[Pair]) -> None:
    """Correct the rows of peers: two players, and which options of ours they stand beside."""
    by_name = {pair.peer: pair for pair in pairs}
    for row in rows:
        if row.name in by_name:
            row.players = PEER_PLAYERS
            options = ", ".join(by_name[row.name].options)
            row.meaning += f", beside our {options}" if options else ""


def print_table(compared: Comparison, console: Console) -> None:
    """Print every rate, and how many times as fast ours are."""
    by_name = {row.name: row for row in compared.ratios}
    table = Table(title=f"{compared.game}: one core, median (min to max)", title_justify="left")
    table.add_column("what")
    for column in ("steps/s", *(f"our {name} / this" for name in OURS)):
        table.add_column(column, justify="right")
    for row in compared.rows:
        cells = [spread(row)]
        for mine in OURS:
            other = by_name.get(f"{mine} / {row.name}")
            cells.append("" if other is None else spread(other))
        table.add_row(row.meaning, *cells)
    console.print(table)


def measure_game(
    game: str, pairs: Sequence[Pair], settings: Settings, console: Console
) -> Comparison:
    """Start every process of one game on one core, measure, end them."""
    paths = parse_interpreters(settings.python, tuple(PEERS))
    wanted = commands(game, pairs, settings.players, paths)
    with pinned(1) as cores, contextlib.ExitStack() as running:
        if not cores:
            console.print("cannot pin to one core here; figures may vary more")
        peers, skipped = start(wanted, running, settings.seconds, console)
        rows = measure(peers, settings.players, settings.repeats, settings.seconds, console)
    describe_peers(rows, pairs)
    about = {peer.name: peer.about for peer in peers}
    return Comparison(game, rows, compare(rows, pairs), about, skipped)


def to_json(
    settings: Settings, compared: Sequence[Comparison], machine: dict[str, Any], command: str
) -> dict[str, Any]:
    """Return what `report` reads."""
    return {
        "benchmark": "peers",
        "players": settings.players,
        "command": command,
        "machine": machine,
        "repeats": settings.repeats,
        "seconds": settings.seconds,
        "comparisons": [one.to_json() for one in compared],
    }


def serve(words: list[str]) -> None:
    """Be the process of one of ours: FORM GAME PLAYERS OPTION..."""
    match words:
        case [form, game, players, *options] if form in OURS:
            serve_process(functools.partial(OURS[form], game, int(players), tuple(options)))
        case _:
            allowed = f"{' or '.join(OURS)}, GAME, PLAYERS, and options as name=value"
            raise ValueError(f"{WORKER} {' '.join(words)}; allowed: {allowed}")


def main(args: list[str] | None = None) -> None:
    """Measure, print tables of ratios and write JSON; or, after --worker, be one process."""
    words = sys.argv[1:] if args is None else args
    try:
        if words[:1] == [WORKER]:
            serve(words[1:])
        else:
            run(tyro.cli(Settings, args=words, prog="python -m fiefdom.benchmarks.peers"), words)
    except (TypeError, ValueError, RuntimeError) as error:
        raise SystemExit(str(error)) from error


def run(settings: Settings, words: list[str]) -> None:
    """Measure, print a table of ratios for each game and write JSON."""
    if settings.quick:
        settings.repeats, settings.seconds = QUICK_REPEATS, QUICK_SECONDS
    chosen = choose(settings.games, settings.peers, settings.players)
    parse_interpreters(settings.python, tuple(PEERS))
    console = make_console()
    machine = describe_machine()  # before we load it
    compared = []
    for game, pairs in chosen.items():
        compared.append(measure_game(game, pairs, settings, console))
        warn_if_disturbed(compared[-1].rows, console)
        print_table(compared[-1], console)
    if settings.json is not None:
        measured = to_json(settings, compared, machine, command_line("peers", words))
        write_json(settings.json, measured, console)


if __name__ == "__main__":
    main()
