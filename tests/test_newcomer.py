"""The steps of CONTRIBUTING.md, followed to the letter: a game is added to a copy and tested there.

The game, Toy Nim, lies in tests/toy_game as it would in the repository. Beside its folders and one
line of the registry nothing in the copy is edited.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAME = "toy_nim"
TOY = Path(__file__).with_name("toy_game")
ADDED = (f"envs/{GAME}", f"envs/{GAME}_v0.py", f"tests/envs/{GAME}")
PAGE = f"envs/{GAME}/README.md"
TABLE = re.compile(r"(<!-- \w+:start -->\n).*?(<!-- \w+:end -->)", re.DOTALL)
WRITERS = ("tests/envs/write_golden.py", "tests/write_docs.py")
PARTS = ("envs", "wrappers", "training", "benchmarks")  # imported as fiefdom.<part>
REGISTRY_END = "}\n\n__all__"
LINE = f'    "{GAME}": "fiefdom.envs.{GAME}_v0",\n'
# the game's own tests, the generic suite, the pages and the sources, all in one process
TESTS = (
    f"tests/envs/{GAME}",
    "tests/envs/test_*.py",
    "tests/test_docs.py",
    "tests/test_packaging.py",
)
MINUTES = 10  # for all of them, on a machine that has much else to do
PLAY = """
import fiefdom.envs, random
assert fiefdom.envs.__file__.startswith({copy!r})
for seed in range(5):
    env = fiefdom.envs.make({game!r}, num_players=3)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        legal = [number for number, may in enumerate(observation["action_mask"]) if may]
        env.step(None if over or cut else random.choice(legal))
    print(sum(env.scores()), sorted(env.ranks()))
"""


class Checkout:
    """A copy of the tracked files, without compiled code, importable as `fiefdom` by its tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
        )
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (ROOT / name).is_file():  # not one that is just being deleted
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)
        self.links = folder / "build" / "types"  # as `make types` makes them
        (self.links / "fiefdom").mkdir(parents=True)
        for part in PARTS:
            (self.links / "fiefdom" / part).symlink_to(folder / part)

    def add_game(self) -> None:
        """Do what the steps say: the game's folders, its version, its line in the registry."""
        for name in ADDED:
            copied = shutil.copytree if (TOY / name).is_dir() else shutil.copyfile
            copied(TOY / name, self.folder / name)
        registry = self.folder / "envs" / "__init__.py"
        text = registry.read_text()
        assert text.count(REGISTRY_END) == 1
        registry.write_text(text.replace(REGISTRY_END, LINE + REGISTRY_END))

    def run(self, *arguments: str) -> str:
        """Run Python in the copy; return what it printed."""
        done = subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, "PYTHONPATH": str(self.links)},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60 * MINUTES,
            check=False,
        )
        assert done.returncode == 0, f"{arguments}\n{done.stdout[-5000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    def written(self) -> dict[Path, bytes]:
        """Return what the commands of the steps write: the game's page and its golden games."""
        golden = (self.folder / f"tests/envs/{GAME}/golden").iterdir()
        return {path: path.read_bytes() for path in (self.folder / PAGE, *golden)}

    def write_again(self) -> None:
        """Empty the page's tables, remove the golden games and let the commands write them."""
        page, *golden = self.written()
        page.write_text(TABLE.sub(r"\1\2", page.read_text()))
        for path in golden:
            path.unlink()
        assert len(self.written()) == 1
        for writer in WRITERS:
            self.run(writer, GAME)

    def test(self) -> str:
        """Run the copy's tests of the game; return pytest's last line."""
        paths = [str(path) for pattern in TESTS for path in sorted(self.folder.glob(pattern))]
        command = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", GAME]
        return self.run(*command, *paths).splitlines()[-1]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout: nothing is tracked")
def test_a_game_is_added_by_its_folders_and_one_line(tmp_path: Path) -> None:
    """One test: the copy is made and the game is compiled once."""
    copy = Checkout(tmp_path / "copy")
    copy.add_game()
    played = copy.run("-c", PLAY.format(copy=str(copy.folder), game=GAME))
    assert played == "1 [1, 2, 2]\n" * 5
    assert f"options of {GAME}" in copy.run("-m", "fiefdom.training.cli", "games")
    written = copy.written()
    copy.write_again()
    assert copy.written() == written
    summary = copy.test()
    assert re.fullmatch(r"\d{3} passed, \d+ deselected.*", summary), summary
