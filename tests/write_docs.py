"""Writes the marked tables of the games' READMEs: `python tests/write_docs.py [GAME ...]`.

By default those of all games. A game's own tables, beside the observation and the options, are in
`tests/envs/<game>/doc_tables.py`, if there is one: TABLES, from marker to function.
"""

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path

from fiefdom.envs import GAMES, load
from fiefdom.envs.common.options import allowed_values

ROOT = Path(__file__).parents[1]


def page_of(name: str) -> Path:
    """Return the README of a game."""
    return ROOT / "envs" / name / "README.md"


def block_of(marker: str) -> re.Pattern[str]:
    """Return what finds a table with its markers; the second group is the table."""
    return re.compile(rf"(<!-- {marker}:start -->\n)(.*?)(<!-- {marker}:end -->)", re.DOTALL)


def between(page: Path, marker: str) -> str:
    """Return the table that stands between two markers."""
    found = block_of(marker).search(page.read_text())
    assert found, f"{page} lacks the markers of {marker}"
    return found[2].strip()


def observation_table(name: str) -> str:
    """Return a row for each block of the observation under the default options."""
    game = load(name)
    return game.layout(game.options({})).table()


def options_table(name: str) -> str:
    """Return a row for each option."""
    kind = load(name).Options
    lines = ["| option | allowed, default first | meaning |", "|---|---|---|"]
    for option, values in allowed_values(kind).items():
        meaning = kind.__dataclass_fields__[option].metadata["meaning"]
        shown = ", ".join(f"`{value!r}`" for value in values)
        lines.append(f"| `{option}` | {shown} | {meaning} |")
    return "\n".join(lines)


def tables_of(name: str) -> dict[str, Callable[[], str]]:
    """Return what makes each marked table of a game's README, by marker."""
    tables: dict[str, Callable[[], str]] = {
        "observation": lambda: observation_table(name),
        "options": lambda: options_table(name),
    }
    own = f"tests.envs.{name}.doc_tables"
    if importlib.util.find_spec(own):
        tables |= importlib.import_module(own).TABLES
    return tables


def write(name: str) -> None:
    """Fill the marked tables of a game's README."""
    page = page_of(load(name).name)
    text = page.read_text()
    for marker, make in tables_of(name).items():
        table = make()
        text, count = block_of(marker).subn(lambda m, t=table: f"{m[1]}{t}\n{m[3]}", text)
        assert count == 1, f"{page} lacks the markers of {marker}"
    page.write_text(text)


def main() -> None:
    """Write the tables of the games named on the command line."""
    sys.path.insert(0, str(ROOT))
    for name in sys.argv[1:] or GAMES:
        write(name)
        print(page_of(name))


if __name__ == "__main__":
    main()
