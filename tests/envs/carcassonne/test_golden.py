"""The golden games come out as they are written; `tests/envs/write_golden.py` writes them anew."""

import pytest

from tests.envs.carcassonne.golden_games import GAMES, written_out
from tests.envs.golden import (
    GoldenGame,
    assert_are_all_files,
    assert_plays_as_written,
    assert_show,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_game(game: GoldenGame) -> None:
    assert_plays_as_written(game, written_out)


def test_every_file_is_a_golden_game() -> None:
    assert_are_all_files(GAMES)


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
    assert_show(GAMES, words)
