"""How strong the scripted agent is."""

import numpy as np

from fiefdom.envs.common.agents import Random
from fiefdom.envs.rise_to_nobility import GAME
from fiefdom.training.arena import play_match

NUM_GAMES = 100


def test_greedy_beats_random() -> None:
    """In both seats, on the same seeds."""
    options = GAME.options({"num_players": 2})
    agents = [GAME.agents["greedy"](GAME, options), Random()]
    won = 0
    for seating in ((0, 1), (1, 0)):
        seats = np.tile(seating, (NUM_GAMES, 1))
        match = play_match(GAME, options, agents, range(NUM_GAMES), seats)
        won += int((match.ranks[:, seating.index(0)] < match.ranks[:, seating.index(1)]).sum())
    assert won >= 0.99 * 2 * NUM_GAMES


def test_greedy_scores_as_people_do() -> None:
    """Four of them: more than 90 points each."""
    options = GAME.options({"num_players": 4})
    greedy = GAME.agents["greedy"](GAME, options)
    match = play_match(GAME, options, [greedy] * 4, range(NUM_GAMES))
    assert match.scores.mean() > 90
