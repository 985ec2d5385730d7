"""The golden games come out as they are written; `write_golden.py` writes them anew."""

import pytest

from tests.envs.rise_to_nobility.golden_games import (
    FOLDER,
    GAMES,
    GoldenGame,
    read_from,
    written_out,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_game(game: GoldenGame) -> None:
    text = game.path.read_text(encoding="utf-8")
    assert written_out(game, read_from(text)) == text


def test_every_file_is_a_golden_game() -> None:
    assert {game.path for game in GAMES} == set(FOLDER.glob("*"))


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
    """Seeds of GAMES that no longer do are to be replaced by others."""
    assert any(words in game.path.read_text(encoding="utf-8") for game in GAMES)
