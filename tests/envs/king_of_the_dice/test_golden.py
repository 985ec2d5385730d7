"""The golden games come out as they are written; `tests/envs/write_golden.py` writes them anew."""

import pytest

from tests.envs.golden import (
    GoldenGame,
    assert_are_all_files,
    assert_plays_as_written,
    assert_show,
)
from tests.envs.king_of_the_dice.golden_games import GAMES, written_out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_game(game: GoldenGame) -> None:
    assert_plays_as_written(game, written_out)


def test_every_file_is_a_golden_game() -> None:
    assert_are_all_files(GAMES)


@pytest.mark.parametrize(
    "words",
    [
        "the draw pile is used up",
        "a stack of villages is used up",
        "no scoundrel is left",
        "decline the hypnotist's second citizen (action",
        "who gets the dragon",
        "rolls left: 3",
        "another turn at once",
        ", leave the",
    ],
)
def test_golden_games_show_every_kind_of_event(words: str) -> None:
    assert_show(GAMES, words)
