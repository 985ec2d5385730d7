"""What the golden games show, so that they are worth reading."""

import pytest

from tests.envs.golden import assert_show
from tests.envs.king_of_the_dice.golden_games import GAMES


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
