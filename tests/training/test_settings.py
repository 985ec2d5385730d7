"""What suits a game, and what the command line changes of it."""

import pytest

pytest.importorskip("torch")

from fiefdom.envs import GAMES, load
from fiefdom.training.policy import NETWORKS
from fiefdom.training.settings import BY_GAME, FALLBACK, Settings, tune


@pytest.mark.parametrize("name", BY_GAME)
def test_every_entry_fits_its_game(name: str) -> None:
    assert name in GAMES
    load(name).options(dict(BY_GAME[name].options))
    assert BY_GAME[name].network.kind in NETWORKS


def test_what_is_set_comes_first_then_what_suits_the_game() -> None:
    tuned = tune(Settings("carcassonne", steps=7, entropy=0.0), "carcassonne")
    assert (tuned.steps, tuned.entropy) == (7, 0.0)
    assert tuned.games == BY_GAME["carcassonne"].games
    assert tuned.network == BY_GAME["carcassonne"].network
    assert tune(Settings(), "another") == FALLBACK
