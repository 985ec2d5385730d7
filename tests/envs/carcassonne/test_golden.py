"""What the golden games show, so that they are worth reading."""

import pytest

from tests.envs.carcassonne.golden_games import GAMES
from tests.envs.golden import assert_show


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
