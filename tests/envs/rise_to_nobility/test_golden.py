"""What the golden games show, so that they are worth reading."""

import pytest

from tests.envs.golden import assert_show
from tests.envs.rise_to_nobility.golden_games import GAMES


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
