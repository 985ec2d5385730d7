"""SingleAgentEnv over every game: Gymnasium's checks, seeds, seats, illegal actions, the end."""

import copy
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from fiefdom.envs import load
from fiefdom.envs.common.agents import Random
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.rng import next_seed
from fiefdom.wrappers.single_agent import SingleAgentEnv
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, EVERY_REGISTERED, scaled, settings
from tests.envs.walks import frozen, same_view
from tests.wrappers.reference import Reference

EPISODES = scaled(60)


def single(game: Game, options: Any, **more: Any) -> SingleAgentEnv:
    return SingleAgentEnv(game, **more, **settings(options))


def choose(env: SingleAgentEnv, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(env.action_masks())))


def episode(env: SingleAgentEnv, rng: np.random.Generator) -> list[Any]:
    """Play an episode that was just begun; return all that its steps gave."""
    given: list[Any] = []
    while True:
        given.append(env.step(choose(env, rng)))
        if given[-1][2] or given[-1][3]:
            return given


@EVERY_OPTION_SET
def test_gymnasium_check(game: Game, options: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(single(game, options), skip_render_check=True)


@EVERY_REGISTERED
def test_gymnasium_make(name: str) -> None:
    game = load(name)
    words = "".join(word.capitalize() for word in name.split("_"))
    id_ = f"fiefdom.envs:{words}-v{game.version}"
    env = gymnasium.make(id_, opponents="random", num_players=3, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    made: Any = env.unwrapped
    assert isinstance(made, SingleAgentEnv)
    assert made.game is game
    assert made.games.batch.num_players == 3
    _, info = env.reset(seed=1)
    assert env.spec is not None
    env.step(np.flatnonzero(info["action_mask"])[0])
    assert env.render()
    with pytest.raises(ValueError, match="num_players=99"):
        gymnasium.make(id_, num_players=99)


@EVERY_OPTION_SET
def test_equals_a_game_played_alone(game: Game, options: Any) -> None:
    env, alone = single(game, options), Reference(game, options, Random())
    rng = np.random.default_rng(1)
    for seed in range(EPISODES):
        shown, info = env.reset(seed=seed)
        dealt = int(env.games.batch.seeds[0])
        assert alone.reset(dealt, env.seat)
        assert same_view(shown, alone.look().observation)
        while (
            not alone.env.terminations[alone.learner] and not alone.env.truncations[alone.learner]
        ):
            assert same_view(info["action_mask"], alone.look().mask)
            assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
            action = choose(env, rng)
            shown, reward, terminated, truncated, info = env.step(action)
            seen = alone.step(action)
            assert same_view(shown, seen.observation)
            assert env.observation_space.contains(shown)
            assert reward == pytest.approx(seen.reward)
            assert (terminated, truncated) == (seen.terminated, seen.truncated)
            assert {type(reward), type(terminated), type(truncated)} == {float, bool}
        assert not info["action_mask"].any()
        assert not env.action_masks().any()


@EVERY_OPTION_SET
@pytest.mark.parametrize(
    "opponents", ["random", ["random", Random(seed=5)]], ids=["one", "mixture"]
)
def test_seed_repeats_everything(game: Game, options: Any, opponents: Any) -> None:
    """The deal, the seat and what the opponents play, in the same environment and in another."""
    one, other = (single(game, options, opponents=opponents) for _ in range(2))
    seats = set()
    for seed in range(EPISODES):
        played = []
        for env in (one, other, one):
            first = env.reset(seed=seed)
            seats.add(env.seat)
            given = episode(env, np.random.default_rng(seed))
            after = env.reset()
            played.append(
                (env.seat, env.games.batch.states.tobytes(), frozen((first, given, after)))
            )
        assert played[0] == played[1] == played[2]
    assert len(seats) > 1 or options.num_players == 1


@EVERY_OPTION_SET
def test_reset_without_seed_goes_on(game: Game, options: Any) -> None:
    env = single(game, options, learner_seat=0)
    env.reset(seed=5)
    seeds = []
    for number in range(4):
        if number % 2:
            episode(env, np.random.default_rng(1))
        before = env.games.batch.seeds[0]
        env.reset()
        seeds.append(int(env.games.batch.seeds[0]))
        if options.start == "first":
            assert seeds[-1] == int(next_seed(before))
    assert len(set(seeds)) == 4
    fresh = [single(game, options) for _ in range(2)]
    for env in fresh:
        env.reset()
    assert fresh[0].games.batch.seeds[0] != fresh[1].games.batch.seeds[0]


@EVERY_OPTION_SET
def test_illegal_action_ends_the_episode(game: Game, options: Any) -> None:
    env = single(game, options)
    rng = np.random.default_rng(3)
    for seed in range(EPISODES):
        shown, info = env.reset(seed=seed)
        while info["action_mask"].all():
            shown, *_, info = env.step(choose(env, rng))
        if not info["action_mask"].any():
            continue
        illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
        last, reward, terminated, truncated, info = env.step(illegal)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert same_view(last, shown)
        assert not info["action_mask"].any()
        with pytest.raises(RuntimeError, match=r"reset\(\)"):
            env.step(illegal)


@EVERY_GAME
def test_calls_out_of_order(game: Game) -> None:
    env = SingleAgentEnv(game)
    with pytest.raises(RuntimeError, match=r"reset\(\)"):
        env.step(0)
    env.reset(seed=1)
    wrong: tuple[Any, ...] = (-1, env.games.batch.num_actions, 1.5, None, "0", [0])
    for action in wrong:
        before = env.games.batch.states.tobytes()
        with pytest.raises(ValueError, match="not in the action space: 0 to"):
            env.step(action)
        assert env.games.batch.states.tobytes() == before
    seeds: tuple[Any, ...] = ((-1, ValueError), (2**64, ValueError), ("1", TypeError))
    for seed, error in seeds:
        with pytest.raises(error, match=r"seed .*0 to 18446744073709551615"):
            env.reset(seed=seed)
    env.reset(seed=2**64 - 1, options={"unknown": 1})
    episode(env, np.random.default_rng(1))
    with pytest.raises(RuntimeError, match=r"reset\(\)"):
        env.step(0)
    env.close()


@EVERY_GAME
def test_render(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    modes = SingleAgentEnv(game).metadata["render_modes"]
    assert modes == ["human", "ansi"] + (["rgb_array"] if game.draw else [])
    for mode in modes:
        env = SingleAgentEnv(game, render_mode=mode)
        env.reset(seed=1)
        capsys.readouterr()
        shown = env.render()
        printed = capsys.readouterr().out.strip()
        if mode == "ansi":
            assert isinstance(shown, str)
        elif mode == "human":
            assert shown is None
            assert bool(printed) == (game.draw is None), "a window, or the text"
        else:
            assert shown.tobytes() == drawn(env).tobytes()
        env.close()
    with pytest.raises(
        ValueError, match=r"render_mode='gif' is not allowed; allowed: None, 'human'"
    ):
        SingleAgentEnv(game, render_mode="gif")


def drawn(env: SingleAgentEnv) -> Any:
    """Return the picture of what the learner may see."""
    assert env.game.draw is not None
    legal = np.flatnonzero(env.action_masks()).tolist()
    return env.game.draw(env.game.record(env.games.batch.states[0]), env.seat, legal)


@EVERY_GAME
def test_human_shows_the_learners_view_until_it_is_closed(game: Game) -> None:
    pygame = pytest.importorskip("pygame")
    if game.draw is None:
        pytest.skip("it has no pictures")
    env = SingleAgentEnv(game, render_mode="human")
    rng = np.random.default_rng(1)
    for seed in range(3):
        env.reset(seed=seed)
        env.step(choose(env, rng))
        for _ in range(2):
            assert env.render() is None
            assert env._window is not None
            window: Any = env._window._window
            shown = pygame.surfarray.array3d(window.get_surface()).swapaxes(0, 1)
            assert (shown == drawn(env)).all()
        assert copy.deepcopy(env)._window is None, "a copy opens a window of its own"
        env.close()
        env.close()
        assert env._window is not None
        assert env._window._window is None


@EVERY_GAME
@pytest.mark.usefixtures("no_display")
def test_human_prints_the_text_without_a_display(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    env, written = (SingleAgentEnv(game, render_mode=mode) for mode in ("human", "ansi"))
    for made in (env, written):
        made.reset(seed=1)
    capsys.readouterr()
    assert env.render() is None
    assert capsys.readouterr().out == f"{written.render()}\n"
    env.close()


@EVERY_OPTION_SET
def test_what_is_handed_out_is_never_overwritten(game: Game, options: Any) -> None:
    env = single(game, options)
    shown, info = env.reset(seed=1)
    copies = [frozen((shown, info))]
    held = [(shown, info)]
    rng = np.random.default_rng(1)
    while env.action_masks().any():
        shown, *_, info = env.step(choose(env, rng))
        copies.append(frozen((shown, info)))
        held.append((shown, info))
    env.reset()
    assert [frozen(pair) for pair in held] == copies
