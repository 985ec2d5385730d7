"""Golden games: whole games as text that a person can follow, written by one command and compared.

A game's `golden_games.py` has GAMES, how a new game is played (`chosen_by_players`) and how a game
becomes text (`written_out`), in which each decision ends with `(action <number>)`. They are compared
in `test_every_golden_game.py`; which events they show, in the game's own `test_golden.py`.
"""

import dataclasses
import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fiefdom.envs import load

Chooser = Callable[[Any], int]  # gets the game, or what of it a choice needs


class GoldenGame(NamedTuple):
    """A golden game: its folder, file, seed and options."""

    folder: Path
    name: str
    seed: int
    options: dict[str, Any]

    @property
    def path(self) -> Path:
        """Where the game is written."""
        return self.folder / f"{self.name}.txt"


def read_from(text: str) -> Chooser:
    """Return how the actions of a written game are chosen: as they stand there."""
    written = iter(re.findall(r"\(action (\d+)\)", text))
    return lambda game: int(next(written))


def options_text(options: Any) -> str:
    """Return options as a line."""
    return ", ".join(
        f"{field.name}={getattr(options, field.name)}" for field in dataclasses.fields(options)
    )


def module_of(name: str) -> Any:
    """Return the golden games of a game of the registry."""
    return importlib.import_module(f"tests.envs.{load(name).name}.golden_games")


def write(name: str) -> Iterator[Path]:
    """Play the golden games of a game of the registry anew and write them."""
    module = module_of(name)
    for golden in module.GAMES:
        golden.folder.mkdir(exist_ok=True)
        text = module.written_out(golden, module.chosen_by_players(golden))
        golden.path.write_text(text, encoding="utf-8")
        yield golden.path


def assert_show(games: Sequence[GoldenGame], words: str) -> None:
    """Check that a kind of event occurs; seeds that no longer show it are to be replaced."""
    assert any(words in game.path.read_text(encoding="utf-8") for game in games)
