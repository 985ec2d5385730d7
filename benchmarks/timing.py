"""Cases, rounds and rows: how everything here is timed.

Cases take turns in rounds, so that a machine that changes its speed changes it for all of them,
and a ratio is taken within each round. A figure is the median of the rounds.
"""

import dataclasses
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

WARM_UP = 0.2  # seconds, before anything is timed
STEPS = "steps/s"
DECISIONS = "decisions/s"
MICROSECONDS = "µs"
SECONDS = "s"
TIMES = "x"
SHARE = "% of the time"
BYTES = "bytes"
WIDTH = 130  # characters of a table in a file
QUIET = 0.95  # share of the time that the processor should have worked for a case
Run = Callable[[float], tuple[int, float]]


@dataclasses.dataclass(frozen=True)
class Case:
    """Something to time: `run(seconds)` works for about that long; returns count and seconds."""

    name: str
    players: int
    unit: str
    meaning: str
    run: Run

    def value(self, count: int, seconds: float) -> float:
        """Return a figure in the case's unit: a rate, or microseconds each."""
        return 1e6 * seconds / count if self.unit == MICROSECONDS else count / seconds


@dataclasses.dataclass
class Row:
    """The figures of a case, one for each round; `busy` is the least share of the time worked."""

    name: str
    players: int
    unit: str
    meaning: str
    samples: list[float]
    busy: float | None = None

    @property
    def median(self) -> float:
        """The middle figure."""
        return statistics.median(self.samples)

    def to_json(self) -> dict[str, Any]:
        """Return the row as what JSON can hold."""
        spread = {"median": self.median, "min": min(self.samples), "max": max(self.samples)}
        return {**dataclasses.asdict(self), **spread}


def measure(
    cases: Sequence[Case], repeats: int, seconds: float, console: Console, title: str
) -> list[Row]:
    """Time cases in rounds that take turns, after one round that does not count."""
    for case in cases:
        case.run(min(seconds, WARM_UP))
    rows = [Row(case.name, case.players, case.unit, case.meaning, [], 1.0) for case in cases]
    for _ in track(
        range(repeats), title, console=console, transient=True, disable=not console.is_terminal
    ):
        for case, row in zip(cases, rows, strict=True):
            worked, start = time.process_time(), time.perf_counter()
            count, spent = case.run(seconds)
            busy = (time.process_time() - worked) / (time.perf_counter() - start)
            row.samples.append(case.value(count, spent))
            row.busy = min(row.busy or 0.0, busy)
    return rows


def ratio(name: str, meaning: str, upper: Row, lower: Row) -> Row:
    """Return one row over another, round by round."""
    samples = [a / b for a, b in zip(upper.samples, lower.samples, strict=True)]
    return Row(name, upper.players, TIMES, meaning, samples)


def repeat_calls(function: Callable[[], Any], calls: int = 200) -> Run:
    """Return a run that calls a function again and again, looking at the clock now and then."""

    def run(seconds: float) -> tuple[int, float]:
        count = 0
        start = time.perf_counter()
        while True:
            for _ in range(calls):
                function()
            count += calls
            spent = time.perf_counter() - start
            if spent >= seconds:
                return count, spent

    return run


def format_figure(value: float) -> str:
    """Write a figure with three digits or, above, without decimals."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def spread(row: Row) -> str:
    """Write the median, the least and the greatest figure of a row."""
    if len(set(row.samples)) == 1:
        return format_figure(row.median)
    low, high = format_figure(min(row.samples)), format_figure(max(row.samples))
    return f"{format_figure(row.median)} ({low} to {high})"


def print_rows(rows: Iterable[Row], title: str, console: Console) -> None:
    """Print a line for each case: median (least to greatest) for each number of players."""
    lines: dict[tuple[str, str], dict[int, Row]] = {}
    for row in rows:
        lines.setdefault((row.name, row.unit), {})[row.players] = row
    counts = sorted({players for line in lines.values() for players in line})
    table = Table(title=title, title_justify="left")
    table.add_column("case")
    for players in counts:
        table.add_column(f"{players} players", justify="right")
    table.add_column("unit")
    for (_, unit), line in lines.items():
        cells = [spread(line[players]) if players in line else "" for players in counts]
        table.add_row(next(iter(line.values())).meaning, *cells, unit)
    console.print(table)


def make_console() -> Console:
    """Return a console that does not squeeze tables when its output goes to a file."""
    return Console(width=None if sys.stdout.isatty() else WIDTH)


def warn_if_disturbed(rows: Iterable[Row], console: Console) -> None:
    """Say so if something else used the core while a case was timed."""
    disturbed = [row.name for row in rows if row.busy is not None and row.busy < QUIET]
    if disturbed:
        console.print(
            f"[yellow]other processes took more than {1 - QUIET:.0%} of the core during "
            f"{', '.join(sorted(set(disturbed)))}: these figures are too low[/yellow]"
        )


def write_json(path: Path, measured: dict[str, Any], console: Console) -> None:
    """Write measurements for `report`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(measured, indent=1) + "\n")
    console.print(f"written to {path}", markup=False)
