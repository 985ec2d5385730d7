"""The cap on decisions (7.7): a game that comes to it is cut short and scored as it stands."""

import random
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.rise_to_nobility import GAME, env
from fiefdom.envs.rise_to_nobility.rules import MAX_DECISIONS
from tests.envs.rewards import margins, shares
from tests.envs.rise_to_nobility.one_game import ACTION_OF, Decision
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.policies import eager
from tests.envs.stream import Stream

SEED = 8
PLAYED = 90  # decisions before the cap is put near: enough for points of all sorts
PLAYERS = pytest.mark.parametrize("players", [1, 2, 4, 6])


def game_of(players: int) -> tuple[Oracle, list[Decision]]:
    """Return a game of the oracle, which knows no cap, and the decisions played in it."""
    luck = random.Random(SEED)
    oracle = Oracle(Stream.of_seed(SEED), num_players=players, skip_forced=False)
    played = []
    for _ in range(PLAYED):
        played.append(eager(oracle, luck))
        oracle.play(played[-1])
    assert not oracle.over
    assert oracle.final_scores() != oracle.vp, "nothing is paid at the end"
    return oracle, played


def places(oracle: Oracle) -> list[int]:
    if oracle.options.solo:
        return [1 if all(oracle.objectives_met()) else 2]
    return oracle.ranks()


@PLAYERS
@pytest.mark.parametrize("reward", ["win", "margin"])
def test_env_is_cut_short_and_scored(players: int, reward: str) -> None:
    oracle, played = game_of(players)
    table = env(num_players=players, skip_forced=False, reward=reward)
    table.reset(seed=SEED)
    for number, decision in enumerate(played, 1):
        assert not any([*table.truncations.values(), *table.terminations.values()])
        if number == PLAYED - 1:
            table.record.decisions = MAX_DECISIONS * players - 2
        table.step(ACTION_OF[decision])
    assert int(table.record.decisions) == MAX_DECISIONS * players
    assert bool(table.record.over)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert table.scores() == oracle.final_scores()
    assert table.ranks() == places(oracle)
    due = shares(places(oracle)) if reward == "win" else margins(table.scores(), GAME.margin_scale)
    assert list(table.rewards.values()) == pytest.approx(due)


@PLAYERS
@pytest.mark.parametrize("restarts", [True, False])
def test_batch_is_cut_short_and_scored(players: int, restarts: bool) -> None:
    """Of three equal games the middle one comes to the cap."""
    oracle, played = game_of(players)
    batch = BatchEnv(GAME, 3, num_players=players, skip_forced=False)
    batch.restarts = restarts
    batch.restart(range(3), [SEED] * 3)
    for number, decision in enumerate(played, 1):
        assert not batch.done.any()
        if number == PLAYED:
            decisions(batch)[1] = MAX_DECISIONS * players - 1
        batch.step([ACTION_OF[decision]] * 3)
    assert batch.done.tolist() == batch.truncated.tolist() == [False, True, False]
    assert batch.final_scores[1].tolist() == oracle.final_scores()
    assert batch.final_ranks[1].tolist() == places(oracle)
    assert batch.rewards[1] == pytest.approx(shares(places(oracle)))
    assert not batch.rewards[[0, 2]].any()
    assert decisions(batch).tolist() == [PLAYED, 0 if restarts else MAX_DECISIONS * players, PLAYED]


def decisions(batch: BatchEnv) -> Any:
    """Return the counts of decisions of all games, to be written to."""
    return batch.states.reshape(-1).view(GAME.STATE)["decisions"]


def test_a_game_that_ends_with_its_last_decision_is_not_cut_short() -> None:
    """Its end comes first."""
    table = env(num_players=2, skip_forced=False, short=True)
    table.reset(seed=SEED)
    luck = np.random.default_rng(SEED)
    while not table.record.over:
        last = table.clone()
        legal = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
        action = int(luck.choice(legal))
        table.step(action)
    last.record.decisions = MAX_DECISIONS * 2 - 1
    last.step(action)
    assert all(last.terminations.values())
    assert not any(last.truncations.values())
