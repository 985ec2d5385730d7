"""The golden games come out as they are written; `tests/envs/write_golden.py` writes them anew."""

import pytest

from tests.envs.golden import GoldenGame, assert_are_all_files, assert_plays_as_written
from tests.envs.toy_nim.golden_games import GAMES, written_out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_game(game: GoldenGame) -> None:
    assert_plays_as_written(game, written_out)


def test_every_file_is_a_golden_game() -> None:
    assert_are_all_files(GAMES)
