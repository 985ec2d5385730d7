"""The rewards of every game in its three modes, computed again from scores and ranks."""

from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from tests.envs.registry import (
    EVERY_COUNT,
    EVERY_COUNT_AND_MODE,
    EVERY_OPTION_SET,
    make_env,
    scaled,
)
from tests.envs.rewards import margins, shares
from tests.envs.walks import find_illegal, walk

NUM_GAMES = scaled(100)


def rewards_of_a_game(env: GameEnv, seed: int) -> list[list[float]]:
    """Return the rewards of every step of a random game."""
    env.reset(seed=seed)
    rewards = []
    for number, _ in enumerate(walk(env, np.random.default_rng(seed))):
        if number:
            rewards.append(list(env.rewards.values()))
    return [*rewards, list(env.rewards.values())]


@EVERY_COUNT_AND_MODE
def test_rewards_fit_scores_and_ranks(game: Game, players: int, reward: str) -> None:
    env = GameEnv(game, num_players=players, reward=reward)
    for seed in range(NUM_GAMES):
        env.reset(seed=seed)
        start = margins(env.scores(), game.margin_scale)
        *steps, last = rewards_of_a_game(env, seed)
        final = margins(env.scores(), game.margin_scale)
        if reward == "win":
            assert last == pytest.approx(shares(env.ranks()))
        elif reward == "margin":
            assert last == pytest.approx(final)
        else:
            total = np.sum([*steps, last], axis=0)
            assert total == pytest.approx(np.array(final) - start)
        if reward != "score":
            assert not np.any(steps)
        if players > 1:
            assert sum(last) == pytest.approx(0, abs=1e-9)


@EVERY_COUNT
def test_score_pays_each_change_of_the_margin(game: Game, players: int) -> None:
    env = GameEnv(game, num_players=players, reward="score")
    for seed in range(NUM_GAMES):
        env.reset(seed=seed)
        before = None
        for _ in walk(env, np.random.default_rng(seed)):
            after = margins(env.scores(), game.margin_scale)
            if before is not None:
                assert list(env.rewards.values()) == pytest.approx(np.subtract(after, before))
            before = after


@EVERY_COUNT
def test_modes_play_the_same_game(game: Game, players: int) -> None:
    ends = set()
    for reward in ("win", "margin", "score"):
        env = GameEnv(game, num_players=players, reward=reward)
        rewards_of_a_game(env, 17)
        ends.add((env.record.rng, *env.scores(), *env.ranks()))
    assert len(ends) == 1


@EVERY_OPTION_SET
def test_ranks_are_places(game: Game, options: Any) -> None:
    env = make_env(game, options)
    for seed in range(NUM_GAMES):
        rewards_of_a_game(env, seed)
        scores, ranks = env.scores(), env.ranks()
        if options.num_players == 1:
            assert ranks in ([1], [2])
            continue
        assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
        pairs = sorted(zip(scores, ranks, strict=True), key=lambda pair: (-pair[0], pair[1]))
        assert [rank for _, rank in pairs] == sorted(ranks), "more points, a better place"


@EVERY_COUNT_AND_MODE
def test_illegal_action_costs_one(game: Game, players: int, reward: str) -> None:
    env = GameEnv(game, num_players=players, reward=reward)
    illegal = find_illegal(env, 5)
    mover = env.agent_selection
    env.step(illegal)
    assert env.rewards == {agent: -1.0 * (agent == mover) for agent in env.possible_agents}
    assert env._cumulative_rewards[mover] == -1
    assert all(env.terminations.values())


@EVERY_COUNT_AND_MODE
def test_pending_reward_of_last_adds_up(game: Game, players: int, reward: str) -> None:
    env = GameEnv(game, num_players=players, reward=reward)
    for seed in range(NUM_GAMES):
        steps = rewards_of_a_game(env, seed)
        env.reset(seed=seed)
        received = dict.fromkeys(env.possible_agents, 0.0)
        for _ in walk(env, np.random.default_rng(seed)):
            received[env.agent_selection] += env.last(observe=False)[1]
        for agent in env.agent_iter():
            received[agent] += env.last()[1]
            env.step(None)
        assert list(received.values()) == pytest.approx(np.sum(steps, axis=0))
