"""What a seat sees does not depend on what it cannot know, in any game, at any position.

The true world and worlds from `determinize` must look alike to the seat: observation, mask, infos,
rewards, flags, public scores and the rendered view, byte for byte. (`state()`, `get_state()` and
replays show everything, and are documented so.)
"""

from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, has_secrets, make_env, scaled
from tests.envs.walks import at_random_position, find_illegal, legal_actions, play_out, same_view

NUM_POSITIONS = scaled(60)
NUM_DRAWS = 20
NUM_TEXTS = 2  # worlds of which the rendered view is compared too: a text costs milliseconds
NUM_PICTURES = scaled(20)  # positions that are drawn: a picture costs up to half a second


def shown_env(game: Game, options: Any) -> GameEnv:
    return make_env(game, options, mask_in_info=True, render_mode="ansi")


def sight(env: GameEnv, seat: int) -> dict[str, Any]:
    """Return all that a seat may look at."""
    agent = env.possible_agents[seat]
    assert env.infos.keys() == set(env.possible_agents)
    return {
        "observation": env.observe(agent),
        "infos": {"of": dict(env.infos[agent])},
        "rewards": np.array(list(env.rewards.values())),
        "pending": np.array(env._cumulative_rewards[agent]),
        "flags": np.array([list(env.terminations.values()), list(env.truncations.values())]),
        "mover": np.array(env.possible_agents.index(env.agent_selection)),
        "scores": np.array(env.scores()),
    }


def rendered(env: GameEnv, seat: int) -> str:
    """Return the text that is shown to a seat."""
    env.render_seat, env.render_mode = seat, "ansi"
    return str(env.render())


def pictured(env: GameEnv, seat: int) -> bytes:
    """Return the picture that is shown to a seat."""
    env.render_seat, env.render_mode = seat, "rgb_array"
    return env.render().tobytes() if env.game.draw else b""


def hidden_bytes(env: GameEnv) -> bytes:
    """Return the bytes of a record without its random stream."""
    record = env.record.copy()
    record["rng"] = 0
    return bytes(record.tobytes())


def drawn(env: GameEnv, seat: int, seed: int) -> GameEnv:
    """Return a world that a seat holds possible."""
    world = env.clone()
    world.determinize(env.possible_agents[seat], seed)
    return world


@EVERY_OPTION_SET
def test_possible_worlds_look_like_the_true_one(game: Game, options: Any) -> None:
    env = shown_env(game, options)
    for position in range(NUM_POSITIONS):
        at_random_position(env, position)
        for seat in range(options.num_players):
            truth, text = sight(env, seat), rendered(env, seat)
            if position < NUM_PICTURES if game.secrets else position + seat == 0:
                assert pictured(drawn(env, seat, 0), seat) == pictured(env, seat)
            for seed in range(5):
                world = drawn(env, seat, seed)
                assert same_view(sight(world, seat), truth), (position, seat, seed)
                again = drawn(world, seat, seed + 1)
                assert same_view(sight(again, seat), truth), "a world of a world"
                assert seed >= NUM_TEXTS or rendered(world, seat) == text, (position, seat, seed)


@EVERY_OPTION_SET
def test_hidden_parts_are_redrawn(game: Game, options: Any) -> None:
    """They differ in some of 20 draws; in a game without secrets only the stream differs."""
    env = shown_env(game, options)
    redrawn = 0
    for position in range(NUM_POSITIONS):
        at_random_position(env, position)
        for seat in range(options.num_players):
            worlds = {hidden_bytes(drawn(env, seat, seed)) for seed in range(NUM_DRAWS)}
            redrawn += worlds != {hidden_bytes(env)}
    if has_secrets(game, options) and options.num_players > 1:
        assert redrawn > NUM_POSITIONS * options.num_players // 2
    else:
        assert redrawn == 0


@EVERY_OPTION_SET
def test_what_others_hold_is_as_likely_in_every_world(game: Game, options: Any) -> None:
    """Draws from the true world and from a drawn one are alike: the truth leaves no trace."""
    env = shown_env(game, options)
    for position in range(scaled(20)):
        at_random_position(env, position)
        for seat in range(options.num_players):
            other = drawn(env, seat, 77)
            sums = [
                np.sum([drawn(world, seat, seed).state() for seed in range(200)], axis=0)
                for world in (env, other)
            ]
            space: Any = env.state_space
            scale = np.maximum(1.0, space.high)
            assert (np.abs(sums[0] - sums[1]) / scale).max() < 6 * np.sqrt(2 * 200 * 0.25)


@EVERY_OPTION_SET
def test_determinize_repeats_with_its_seed(game: Game, options: Any) -> None:
    env = shown_env(game, options)
    for position in range(NUM_POSITIONS):
        at_random_position(env, position)
        before = env.get_state()
        worlds = [drawn(env, 0, seed) for seed in (3, 3, 4)]
        first, second, third = (world.get_state() for world in worlds)
        assert first == second != third
        assert env.get_state() == before
        assert len({int(world.record.rng) for world in (*worlds, env)}) == 3


@EVERY_OPTION_SET
def test_chance_to_come_is_not_the_true_one(game: Game, options: Any) -> None:
    env = shown_env(game, options)
    env.reset(seed=8)
    for seat in range(options.num_players):
        futures = set()
        for seed in range(NUM_DRAWS):
            world = drawn(env, seat, seed)
            play_out(world, np.random.default_rng(1))
            futures.add(world.record.tobytes())
        true = env.clone()
        play_out(true, np.random.default_rng(1))
        assert true.record.tobytes() not in futures
        assert len(futures) == NUM_DRAWS


@EVERY_OPTION_SET
def test_a_world_plays_on(game: Game, options: Any) -> None:
    """Mask and engine agree in a drawn world, whoever drew it, up to its end."""
    env = shown_env(game, options)
    for position in range(NUM_POSITIONS):
        at_random_position(env, position)
        world = drawn(env, position % options.num_players, position)
        assert world.record.rules_hash == env.record.rules_hash
        assert 0 < len(play_out(world, np.random.default_rng(2))) <= game.longest_game


@EVERY_GAME
def test_determinize_refuses(game: Game) -> None:
    env = make_env(game)
    with pytest.raises(AssertionError, match="before determinize"):
        env.determinize("player_0", 1)
    env.reset(seed=1)
    cases: tuple[tuple[Any, Any, type[Exception], str], ...] = (
        ("player_9", 1, ValueError, "unknown agent 'player_9'; agents: player_0"),
        ("player_0", -1, ValueError, "seed -1 .*0 to"),
        ("player_0", None, TypeError, "seed None"),
    )
    before = env.get_state()
    for agent, seed, error, message in cases:
        with pytest.raises(error, match=message):
            env.determinize(agent, seed)
    assert env.get_state() == before
    play_out(env, np.random.default_rng(1))
    while True:
        with pytest.raises(ValueError, match="finished game"):
            env.determinize("player_0", 1)
        if not env.agents:
            return
        env.step(None)


@EVERY_GAME
def test_determinize_refuses_a_game_that_an_illegal_action_ended(game: Game) -> None:
    env = make_env(game)
    env.step(find_illegal(env, 3))
    with pytest.raises(ValueError, match="finished game"):
        env.determinize("player_0", 1)


@EVERY_OPTION_SET
def test_pending_rewards_survive_determinize(game: Game, options: Any) -> None:
    env = shown_env(game, options)
    env.reset(seed=5)
    for _ in range(2):
        env.step(int(legal_actions(env)[0]))
    world = drawn(env, 0, 1)
    assert (world.rewards, world._cumulative_rewards) == (env.rewards, env._cumulative_rewards)
    assert (world.agents, world.agent_selection) == (env.agents, env.agent_selection)
    assert world.seed == env.seed
