"""Compiled code is never stale, is cached wherever it can be, and equals the plain Python."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import event

from fiefdom.envs import GAMES
from fiefdom.envs.common.jit import (
    ENABLED,
    FILL_SLP,
    USUAL_SLP,
    _Compiler,
    _FillCompiler,
    njit_fill,
    rest,
)
from tests.envs.common.package_copy import RUN_TINY, TOTAL, PackageCopy, finished
from tests.envs.common.random_games import digests
from tests.envs.registry import FULL

ROOT = Path(__file__).resolve().parents[3]
COMPILING = "fiefdom: compiling tiny, once for this version and machine (up to a minute)"
NO_FOLDER = "fiefdom: no writable folder for compiled code"
PLAY = """
from fiefdom.envs import make
env = make({name!r})
env.reset(seed=5)
while env.agents:
    seen = env.last()[0]
    legal = [a for a, one in enumerate(seen["action_mask"]) if one]
    env.step(legal[-1] if legal else None)
print(env.scores(), env.ranks(), env.record.tobytes().hex())
"""


@pytest.fixture
def package(tmp_path: Path) -> PackageCopy:
    return PackageCopy(tmp_path / "a folder")


EDITS = (
    ("tiny/rules.py", "BONUS = 2", "BONUS = 7", TOTAL + 3 * 5),
    ("tiny/cards.csv", "queen,3", "queen,4", TOTAL + 1),
    ("tiny/engine.py", "+ BONUS", "- BONUS", TOTAL - 12),
    ("common/tiny_loops.py", "range(rules.size)", "range(2)", TOTAL - 3),
    ("tiny/cards.csv", "fool,1\n", "fool,1\njoker,9\n", TOTAL + 11),
)


def test_an_edit_is_never_played_by_stale_code(package: PackageCopy) -> None:
    assert package.run() == (str(TOTAL), [COMPILING])
    for name, old, new, total in EDITS:
        package.edit(name, old, new)
        assert package.run() == (str(total), [COMPILING]), name
        package.edit(name, new, old)
    assert package.run().out == str(TOTAL)


def test_one_line_on_first_use_and_none_afterwards(package: PackageCopy) -> None:
    assert package.run() == (str(TOTAL), [COMPILING])
    names = [path.name for path in package.compiled()]
    assert any("tiny.add_up" in name for name in names)
    assert package.run() == (str(TOTAL), [])
    assert [path.name for path in package.compiled()] == names


@pytest.mark.parametrize("chosen", [False, True])
def test_code_of_older_sources_is_pruned(chosen: bool, package: PackageCopy) -> None:
    folder = package.folder / "chosen" if chosen else package.envs
    where = {"NUMBA_CACHE_DIR": str(folder)} if chosen else {}
    package.run(**where)
    old = package.compiled(folder)
    other = old[0].with_name("someone_elses.function-12.py311.nbi")
    other.touch()
    package.edit("tiny/rules.py", "BONUS = 2", "BONUS = 3")
    package.run(**where)
    kept = set(package.compiled(folder))
    assert other in kept, "only code that carries a hash of ours is pruned"
    assert not kept & set(old)
    hashes = {m[1] for p in kept if (m := re.search(r"-([0-9a-f]{12})-", p.name))}
    assert len(hashes) <= 2, "one for common/, one for the game"


def test_read_only_package_is_cached_for_the_user(package: PackageCopy) -> None:
    package.block_caches()
    home = {"HOME": str(package.folder / "home"), "XDG_CACHE_HOME": str(package.folder / "cache")}
    assert package.run(**home) == (str(TOTAL), [COMPILING])
    assert package.run(**home) == (str(TOTAL), [])
    assert package.compiled() == []
    package.edit("tiny/rules.py", "BONUS = 2", "BONUS = 3")
    assert package.run(**home) == (str(TOTAL + 3), [COMPILING])


def test_without_any_writable_folder(package: PackageCopy) -> None:
    """Each process compiles anew and says so once."""
    package.block_caches()
    blocked = package.folder / "file"
    blocked.touch()
    home = {"HOME": str(blocked), "XDG_CACHE_HOME": str(blocked), "IPYTHONDIR": str(blocked)}
    for _ in range(2):
        done = package.run(**home)
        assert done.out == str(TOTAL)
        assert [line.startswith(NO_FOLDER) for line in done.notices] == [True, False]
        assert done.notices[1] == COMPILING


def test_cache_folder_of_the_user(package: PackageCopy) -> None:
    chosen = {"NUMBA_CACHE_DIR": str(package.folder / "chosen")}
    assert package.run(**chosen) == (str(TOTAL), [COMPILING])
    assert package.run(**chosen) == (str(TOTAL), [])
    assert package.compiled() == []
    package.edit("tiny/cards.csv", "king,5", "king,6")
    assert package.run(**chosen) == (str(TOTAL + 1), [COMPILING])


def test_eight_processes_at_once_on_a_cold_cache(package: PackageCopy) -> None:
    processes = [package.start(RUN_TINY) for _ in range(8)]
    assert [finished(process).out for process in processes] == [str(TOTAL)] * 8
    assert package.run() == (str(TOTAL), [])


def test_without_the_jit(package: PackageCopy) -> None:
    assert package.run(NUMBA_DISABLE_JIT="1") == (str(TOTAL), [])
    assert package.compiled() == []


@pytest.mark.parametrize("name", list(GAMES) if FULL else list(GAMES)[:1])
def test_first_use_of_a_game(name: str, package: PackageCopy) -> None:
    """Of all games in a full run: each is compiled here again, as in the test of the wheel.

    How long it takes is measured by `fiefdom.benchmarks.steps`.
    """
    code = PLAY.format(name=name)
    cold, warm = package.run(code), package.run(code)
    line = f"fiefdom: compiling {name}, once for this version and machine (up to a minute)"
    assert (cold.notices, warm.notices) == ([line], [])
    assert cold.out == warm.out


@pytest.mark.skipif(not FULL, reason="compiles a game eight times; FIEFDOM_ORACLE=full runs it")
@pytest.mark.parametrize("name", list(GAMES))
def test_eight_processes_on_a_game(name: str, package: PackageCopy) -> None:
    processes = [package.start(PLAY.format(name=name)) for _ in range(8)]
    results = {finished(process).out for process in processes}
    assert len(results) == 1


def test_plain_python_plays_the_same() -> None:
    """The same bytes, observations, masks and rewards with NUMBA_DISABLE_JIT=1."""
    code = "import json; from tests.envs.common.random_games import digests; print(json.dumps(digests()))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "fiefdom:" not in done.stderr
    plain = json.loads(done.stdout)
    assert plain == digests()
    assert len(plain) > len(GAMES)


@njit_fill
def fill_scaled(numbers: Any, out: Any) -> None:
    """Write some numbers behind two that stay, and over its scale what lies at the end."""
    behind = rest(out, 2)
    for place in range(numbers.size):
        behind[place] = numbers[place] * np.float32(0.5)
    rest(behind, numbers.size)[0] = numbers[numbers.size - 1]


@pytest.mark.parametrize("length", [1, 3, 8, 21])
def test_rest_of_a_row(length: int) -> None:
    numbers = np.arange(1, length + 1, dtype=np.int8)
    out = np.full(length + 4, -1.0, np.float32)
    fill_scaled(numbers, out)
    assert out.tolist() == [-1, -1, *(numbers / 2), numbers[-1], -1]


@numba.njit(pipeline_class=_Compiler)  # type: ignore[untyped-decorator]
def twice(number: Any) -> Any:
    return number * np.float32(2)


def fill_twice(numbers: Any, out: Any) -> None:
    for place in range(numbers.size):
        out[place] = twice(numbers[place])


class Settings(event.Listener):  # type: ignore[misc]
    """Notes whether numbers are joined to vectors when a function becomes machine code."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def on_start(self, event: Any) -> None:
        if event.data["name"].startswith("native_lowering"):
            self.seen[event.data["qualname"]] = numba.config.SLP_VECTORIZE  # type: ignore[attr-defined]

    def on_end(self, event: Any) -> None:
        pass


@pytest.mark.skipif(not ENABLED, reason="there is no compiler")
def test_only_what_fills_is_compiled_in_another_way() -> None:
    """Not what it calls, though that is compiled in between. Without a cache, so always anew."""
    filling: Any = numba.njit(pipeline_class=_FillCompiler)(fill_twice)
    out = np.zeros(3, np.float32)
    with event.install_listener("numba:run_pass", Settings()) as settings:
        filling(np.ones(3, np.int8), out)
    assert out.tolist() == [2, 2, 2]
    ours = {name: slp for name, slp in settings.seen.items() if name in ("twice", "fill_twice")}
    assert ours == {"twice": USUAL_SLP, "fill_twice": FILL_SLP}
    assert USUAL_SLP == numba.config.SLP_VECTORIZE  # type: ignore[attr-defined]
    assert promises(filling, "fill_twice") > promises(twice, "twice")


def promises(function: Any, name: str) -> int:
    """Count the arguments of a compiled function that are said to share no memory."""
    code = next(iter(function.inspect_llvm().values()))
    heads = [line for line in code.splitlines() if line.startswith("define") and name in line]
    return int(heads[0].count("noalias"))
