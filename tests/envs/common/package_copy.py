"""A copy of the package in a folder of its own, with a tiny compiled game to edit, and runs of it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import fiefdom.envs

SOURCES = Path(next(iter(fiefdom.envs.__path__)))
RULES = "BONUS = 2\n"
CARDS = "card,points\nking,5\nqueen,3\nfool,1\n"
TABLES = """
from pathlib import Path
import numpy as np
ROWS = Path(__file__).with_name("cards.csv").read_text().splitlines()[1:]
RULES = np.array([int(row.split(",")[1]) for row in ROWS])
"""
ENGINE = """
from fiefdom.envs.common.jit import njit
from fiefdom.envs.tiny.rules import BONUS

@njit
def worth(rules, card):
    return rules[card] + BONUS
"""
LOOPS = """
def add_up(rules, out):
    for card in range(rules.size):
        out[0] += worth(rules, card)
"""
GAME = """
import numpy as np
from fiefdom.envs.common.jit import bind
from fiefdom.envs.common.tiny_loops import add_up
from fiefdom.envs.tiny.engine import worth
from fiefdom.envs.tiny.tables import RULES
add_up = bind(add_up, "tiny", worth=worth)

def total():
    out = np.zeros(1, np.int64)
    add_up(RULES, out)
    return int(out[0])
"""
FILES = {
    "tiny/__init__.py": "",
    "tiny/rules.py": RULES,
    "tiny/cards.csv": CARDS,
    "tiny/tables.py": TABLES,
    "tiny/engine.py": ENGINE,
    "tiny/game.py": GAME,
    "common/tiny_loops.py": LOOPS,
}
TOTAL = 5 + 3 + 1 + 3 * 2
RUN_TINY = "from fiefdom.envs.tiny.game import total; print(total())"


class Done(NamedTuple):
    """What a process printed on stdout and, of our own lines, on stderr."""

    out: str
    notices: list[str]


class PackageCopy:
    """A copy of envs/ without compiled code, importable as fiefdom.envs in processes of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.envs = folder / "fiefdom" / "envs"
        shutil.copytree(SOURCES, self.envs, ignore=shutil.ignore_patterns("__pycache__"))
        for name, text in FILES.items():
            path = self.envs / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text that stands in a file once."""
        path = self.envs / name
        text = path.read_text()
        assert text.count(old) == 1, (name, old)
        path.write_text(text.replace(old, new))

    def start(self, code: str, **environment: str) -> "subprocess.Popen[str]":
        """Start Python on some code; it writes no bytecode, whose own staleness is not ours."""
        kept = {key: text for key, text in os.environ.items() if not key.startswith("NUMBA")}
        there = f"import fiefdom.envs; assert fiefdom.envs.__file__.startswith({str(self.envs)!r})"
        return subprocess.Popen(
            [sys.executable, "-B", "-c", f"{there}\n{code}"],
            env={**kept, "PYTHONPATH": str(self.folder), **environment},
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, code: str = RUN_TINY, **environment: str) -> Done:
        """Run Python on some code to its end."""
        return finished(self.start(code, **environment))

    def compiled(self, folder: Path | None = None) -> list[Path]:
        """Return the files of compiled code in the package, or in another folder."""
        return sorted((folder or self.envs).rglob("*.nb?"))

    def block_caches(self) -> None:
        """Make it impossible to write compiled code into the package, even for root."""
        for folder in [self.envs, *(path for path in self.envs.rglob("*") if path.is_dir())]:
            if folder.name != "__pycache__":
                (folder / "__pycache__").touch()


def finished(process: "subprocess.Popen[str]") -> Done:
    """Wait for a process and return what it printed; it must have succeeded."""
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return Done(out.strip(), [line for line in err.splitlines() if line.startswith("fiefdom:")])
