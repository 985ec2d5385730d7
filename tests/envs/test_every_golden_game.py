"""The golden games come out as they are written; `tests/envs/write_golden.py` writes them anew."""

from typing import Any

import pytest

from fiefdom.envs import GAMES
from tests.envs.golden import GoldenGame, module_of, read_from
from tests.envs.registry import EVERY_REGISTERED

EVERY_GOLDEN_GAME = pytest.mark.parametrize(
    ("module", "golden"),
    [
        pytest.param(module, golden, id=f"{name}-{golden.name}")
        for name, module in zip(GAMES, map(module_of, GAMES), strict=True)
        for golden in module.GAMES
    ],
)


@EVERY_GOLDEN_GAME
def test_game_plays_as_written(module: Any, golden: GoldenGame) -> None:
    text = golden.path.read_text(encoding="utf-8")
    assert module.written_out(golden, read_from(text)) == text


@EVERY_REGISTERED
def test_every_file_is_a_golden_game(name: str) -> None:
    module = module_of(name)
    assert {golden.path for golden in module.GAMES} == set(module.FOLDER.glob("*"))
