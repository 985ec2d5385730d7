"""The golden games come out as they are written; `write_golden.py` writes them anew."""

import pytest

from tests.envs.toy_nim.golden_games import FOLDER, GAMES, GoldenGame, read_from, written_out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_game(game: GoldenGame) -> None:
    text = game.path.read_text(encoding="utf-8")
    assert written_out(game, read_from(text)) == text


def test_every_file_is_a_golden_game() -> None:
    assert {game.path for game in GAMES} == set(FOLDER.glob("*"))
