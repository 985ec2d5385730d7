"""The package as a whole: one identity, light imports, typed, documented examples that run."""

import ast
import doctest
import importlib
import importlib.metadata
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import fiefdom.envs

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("envs", "wrappers", "training", "benchmarks")
MOST_LINES = 400
GRAB_BAGS = {"utils", "util", "helpers", "helper", "misc", "common_utils", "tools", "stuff"}
HEAVY = {
    "torch", "stable_baselines3", "sb3_contrib", "rich", "matplotlib", "PIL", "tyro", "openskill",
    "safetensors", "tensorboard", "tqdm", "jax", "pygame",
}  # fmt: skip


def modules_of(package: Any) -> list[str]:
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [package.__name__, *(module.name for module in found)]


ENVS = modules_of(fiefdom.envs)
SOURCES = [
    path
    for folder in (*PARTS, "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "__pycache__" not in path.parts
]


def run(code: str) -> str:
    """Run Python on some code, away from the checkout; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd="/",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


IMPORT = """
import sys
import gymnasium, numba, numpy, pettingzoo
from numba.core import event
def tops():
    return {{name.split(".")[0] for name in sys.modules}}
before = tops()
with event.install_recorder("numba:compile") as compiled:
    import fiefdom.envs
    {more}
print(sorted(tops() - before - {{"fiefdom"}} - set(sys.stdlib_module_names)), len(compiled.buffer))
"""


@pytest.mark.parametrize("more", ["", "[fiefdom.envs.load(name) for name in fiefdom.envs.GAMES]"])
def test_import_loads_little_and_compiles_nothing(more: str) -> None:
    assert run(IMPORT.format(more=more)) == "[] 0"


def test_playing_loads_nothing_heavy() -> None:
    code = f"""
import sys
import fiefdom.envs
for name in fiefdom.envs.GAMES:
    env = fiefdom.envs.make(name)
    env.reset(seed=1)
    env.last()
print(sorted({HEAVY!r} & set(sys.modules)))
"""
    assert run(code) == "[]"


def test_wrappers_load_only_what_they_wrap() -> None:
    code = f"""
import sys
import fiefdom.wrappers.batch_vector, fiefdom.wrappers.learner, fiefdom.wrappers.single_agent
print(sorted({HEAVY!r} & set(sys.modules)))
"""
    assert run(code) == "[]"


@pytest.mark.parametrize("name", ENVS)
def test_doctests(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_no_second_identity() -> None:
    """A module imported as `envs` beside `fiefdom.envs` would have types and caches of its own."""
    loaded = [name for name in sys.modules if name.split(".")[0] in PARTS]
    assert loaded == []


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_typed(part: str) -> None:
    package = importlib.import_module(f"fiefdom.{part}")
    assert Path(next(iter(package.__path__)), "py.typed").is_file()


def test_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert importlib.metadata.version("fiefdom") == project["version"]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_source_files(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert path.stem not in GRAB_BAGS
    if path.relative_to(ROOT).parts[0] != "tests":
        assert ast.get_docstring(ast.parse(text)), "a module begins with what it holds"


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    parts = path.relative_to(ROOT).parts
    shared = parts[0] in ("envs", "wrappers", "tests") and path.stem not in ("smoke",)
    for name, module in fiefdom.envs.GAMES.items():
        version = module.rsplit(".", 1)[1]
        own = name in parts or path.stem in (name, version) or parts == ("envs", "__init__.py")
        if shared and not own and f"fiefdom.envs.{name}" in path.read_text():
            pytest.fail(f"{relative(path)} knows {name}")
