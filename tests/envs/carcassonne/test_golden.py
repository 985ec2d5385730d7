"""The golden games come out as they are written; `write_golden.py` writes them anew."""

import pytest

from tests.envs.carcassonne.golden_games import (
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
        ": draw a tile (action",
        ": place no abbey (action",
        ": place the abbey at",
        ": wagon to (",
        ": wagon back to hand (action",
        ": barn at the",
        ": mayor in the city",
        ": monk in the cloister",
        ": farmer on the field",
        "the only place: ",
        "fits nowhere and leaves the game",
        "gets a cloister token",
        "takes the follower off field",
        "takes the mayor off city",
        "gets the King",
        "gets the Robber Baron",
        "gets the Cleric",
        "gets the Serf",
        " to player_0, player_1",
    ],
)
def test_golden_games_show_every_kind_of_event(words: str) -> None:
    """Seeds of GAMES that no longer do are to be replaced by others."""
    assert any(words in game.path.read_text(encoding="utf-8") for game in GAMES)
