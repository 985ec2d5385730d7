"""The README's tables from measured JSON: `python -m fiefdom.benchmarks.report steps.json ...`.

What `steps`, `peers` and `training` saved goes between the markers `<!-- speed:start -->` and
`<!-- speed:end -->`: a block for each game and benchmark, under a comment that names both, which
replaces that block and leaves the others. Results of trained agents go between those of `results`.
"""

import dataclasses
import functools
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import tyro

from fiefdom.benchmarks.timing import Row, spread
from fiefdom.training.results import FORMAT, Pairing, Result, Standing

SPEED, RESULTS = "speed", "results"
BLOCK = re.compile(r"^<!-- (\w+ \w+) -->\n", re.MULTILINE)  # benchmark and game


@dataclasses.dataclass
class Settings:
    """Print the tables of measured figures and write them into a README."""

    files: Annotated[tuple[Path, ...], tyro.conf.Positional] = ()
    """What `steps`, `peers` and `training` wrote with --json."""
    results: tuple[Path, ...] = ()
    """What `fiefdom train` and `fiefdom arena` wrote: results.json of a run."""
    readme: Path = Path("README.md")
    """The file to write into."""


def read_json(path: Path) -> dict[str, Any]:
    """Return a file's JSON object; ValueError if it is not one, OSError if it cannot be read."""
    try:
        return dict(json.loads(path.read_text()))
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path} does not hold a JSON object: {error}") from error


def read_rows(measured: dict[str, Any], key: str = "rows") -> list[Row]:
    """Return the rows of a measurement as they were."""
    names = [field.name for field in dataclasses.fields(Row)]
    return [Row(**{name: row[name] for name in names}) for row in measured[key]]


def table(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Write a Markdown table, its first column to the left and the others to the right."""
    rule = ["---", *["---:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(line) + " |" for line in (header, rule, *lines))


def origin(measured: dict[str, Any]) -> str:
    """Say where, when and how a measurement was made."""
    machine = measured["machine"]
    packages = (
        ("fiefdom", "numba", "torch") if "torch_threads" in measured else ("fiefdom", "numba")
    )
    versions = ", ".join(
        f"{name} {machine['versions'][name]}" for name in packages if name in machine["versions"]
    )
    return (
        f"{machine['cpu']}, {machine['cores']} cores, Python {machine['python']}, {versions}, "
        f"{machine['date'][:10]}; median of {measured['repeats']} (least to greatest): "
        f"`{measured['command']}`"
    )


def steps_table(measured: dict[str, Any]) -> str:
    """Return the table of one game's speed."""
    rows = read_rows(measured)
    counts = measured["players"]
    cells: dict[str, dict[int, Row]] = {}
    for row in rows:
        cells.setdefault(row.name, {})[row.players] = row
    lines = []
    for line in cells.values():
        first = next(iter(line.values()))
        figures = [spread(line[count]) if count in line else "" for count in counts]
        lines.append([f"{first.meaning}, {first.unit}", *figures])
    header = [measured["title"], *(f"{count} players" for count in counts)]
    return f"{table(header, lines)}\n\n{origin(measured)}"


def peers_table(measured: dict[str, Any]) -> str:
    """Return the table that puts a game beside other libraries."""
    rows = read_rows(measured)
    ratios = {row.name: row for row in read_rows(measured, "ratios")}
    ours = list(dict.fromkeys(name.split(" / ")[0] for name in ratios))
    lines = []
    for row in rows:
        times = [ratios.get(f"{mine} / {row.name}") for mine in ours]
        versions = measured["about"][row.name]["versions"].items()
        used = ", ".join(f"{name} {version}" for name, version in versions if name != "python")
        figures = ["" if one is None else spread(one) for one in times]
        lines.append([f"{row.meaning} ({used})", spread(row), *figures])
    header = ["One core, taking turns", "steps/s", *(f"our {mine} / this" for mine in ours)]
    skipped = "".join(f"\n\n{reason}" for reason in measured["skipped"])
    return f"{table(header, lines)}\n\n{origin(measured)}{skipped}"


def training_table(measured: dict[str, Any]) -> str:
    """Return the table of learning."""
    lines = [[f"{row.meaning}, {row.unit}", spread(row)] for row in read_rows(measured)]
    used = f"{measured['cores']} cores, {measured['torch_threads']} torch thread(s)"
    return f"{table([f'MaskablePPO, {used}', measured['game']], lines)}\n\n{origin(measured)}"


TABLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "steps": steps_table,
    "peers": peers_table,
    "training": training_table,
}


def speed_blocks(paths: Sequence[Path]) -> dict[str, str]:
    """Return the tables of some measurements by benchmark and game, in the order given.

    Raises:
        OSError, ValueError: if a file cannot be read or is no measurement.
    """
    blocks = {}
    for path in paths:
        measured = read_json(path)
        kind = measured.get("benchmark")
        if kind not in TABLES:
            raise ValueError(f"{path} is not of a benchmark; wanted: {', '.join(TABLES)}")
        try:
            for one in measured.get("comparisons", [{}]):  # those of `peers`, one for each game
                merged = {**measured, **one}
                blocks[f"{kind} {merged['game']}"] = TABLES[kind](merged)
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path} lacks {error}: of another version?") from error
    return blocks


def merge_blocks(section: str, blocks: dict[str, str]) -> str:
    """Return a section with some blocks replaced or, where they are new, added at its end.

    What stands before the first block is dropped.
    """
    parts = BLOCK.split(section)
    before = {key: text.strip() for key, text in zip(parts[1::2], parts[2::2], strict=True)}
    return "\n\n".join(f"<!-- {key} -->\n{text}" for key, text in {**before, **blocks}.items())


def results_section(paths: Sequence[Path]) -> str:
    """Return the tables of some tournaments, in the order given.

    Raises:
        OSError, ValueError: if a file cannot be read or holds no results.
    """
    parts = []
    for path in paths:
        read = read_json(path)
        if read.pop("format", None) != FORMAT:
            raise ValueError(f"{path} is not the result of an arena ({FORMAT})")
        try:
            read["pairings"] = [Pairing(**pairing) for pairing in read["pairings"]]
            read["standings"] = [Standing(**standing) for standing in read["standings"]]
            parts.append(Result(**read).to_markdown())
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path} is not a result of this version: {error}") from error
    return "\n\n".join(parts)


def replace_section(text: str, name: str, change: Callable[[str], str], path: Path) -> str:
    """Return a text with what stands between the markers of a name changed.

    Raises:
        ValueError: unless each marker stands there once, the first before the second.
    """
    start, end = f"<!-- {name}:start -->", f"<!-- {name}:end -->"
    if text.count(start) != 1 or text.count(end) != 1 or text.index(start) > text.index(end):
        raise ValueError(f"{path} needs the markers {start} and {end}, each once, in this order")
    before, rest = text.split(start)
    section, after = rest.split(end)
    return f"{before}{start}\n{change(section)}\n{end}{after}"


def write_sections(path: Path, changes: dict[str, Callable[[str], str]]) -> None:
    """Change sections of a file, all of them or none."""
    text = path.read_text()
    for name, change in changes.items():
        text = replace_section(text, name, change, path)
    path.write_text(text)


def main(args: list[str] | None = None) -> None:
    """Print the tables and write them into the README."""
    settings = tyro.cli(Settings, args=args, prog="python -m fiefdom.benchmarks.report")
    if not settings.files and not settings.results:
        raise SystemExit("nothing to report: give JSON files of benchmarks, or --results")
    changes: dict[str, Callable[[str], str]] = {}
    try:
        if settings.files:
            blocks = speed_blocks(settings.files)
            print("\n\n".join(blocks.values()))
            changes[SPEED] = functools.partial(merge_blocks, blocks=blocks)
        if settings.results:
            results = results_section(settings.results)
            print(results)
            changes[RESULTS] = lambda _: results
        write_sections(settings.readme, changes)
    except (OSError, ValueError) as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
