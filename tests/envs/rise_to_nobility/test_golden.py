"""The golden games come out as they are written; `tests/envs/write_golden.py` writes them anew."""

import pytest

from tests.envs.golden import (
    GoldenGame,
    assert_are_all_files,
    assert_plays_as_written,
    assert_show,
)
from tests.envs.rise_to_nobility.golden_games import GAMES, written_out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_game(game: GoldenGame) -> None:
    assert_plays_as_written(game, written_out)


def test_every_file_is_a_golden_game() -> None:
    assert_are_all_files(GAMES)


@pytest.mark.parametrize(
    "words",
    [
        "plays complete", "plays buy", "plays upgrade", "plays fulfil", "to the ship", "White Castle",
        "Berk's Office", "Cavern Tavern", "Construction Yard", "plays recall", "plays change a",
        "plays use H", "to desk", "dice tile of Commission", "plays keep", "replace the",
        "below the Commissions", "ttt", "objectives", "event E", "has passed",
    ],
)  # fmt: skip
def test_golden_games_show_every_kind_of_event(words: str) -> None:
    assert_show(GAMES, words)
