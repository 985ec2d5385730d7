"""The PettingZoo side of every game: api, seed and render tests, masks, observations, spaces."""

import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, render_test, seed_test

from fiefdom.envs import GAMES, load, make
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.rng import next_seed
from tests.envs.registry import (
    EVERY_COUNT_AND_MODE,
    EVERY_GAME,
    EVERY_OPTION_SET,
    EVERY_REGISTERED,
    make_env,
    make_raw,
    scaled,
)
from tests.envs.walks import (
    is_over,
    legal_actions,
    look,
    parts_of,
    play_out,
    replayed,
    same_look,
    same_view,
    walk,
)

# What PettingZoo's tests say of any environment with a Dict observation and a mask.
KNOWN_WARNINGS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium",
    "Action mask numpy array is all zeros",
)
PROBES = 200  # actions tried in one position
NUM_GAMES = scaled(50)
LOOKS = (0, 50)  # decisions after which a game is drawn, and at its end


@pytest.fixture
def only_known_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for known in KNOWN_WARNINGS:
            warnings.filterwarnings("ignore", message=known)
        yield


@EVERY_COUNT_AND_MODE
@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("mask_in_info", [False, True])
@pytest.mark.usefixtures("only_known_warnings")
def test_api(game: Game, players: int, reward: str, checked: bool, mask_in_info: bool) -> None:
    env = GameEnv(
        game, num_players=players, reward=reward, checked=checked, mask_in_info=mask_in_info
    )
    api_test(env, num_cycles=game.longest_game + players)


@EVERY_COUNT_AND_MODE
@pytest.mark.usefixtures("only_known_warnings")
def test_seed(game: Game, players: int, reward: str) -> None:
    seed_test(lambda: GameEnv(game, num_players=players, reward=reward))


@EVERY_COUNT_AND_MODE
@pytest.mark.usefixtures("only_known_warnings")
def test_render(game: Game, players: int, reward: str, capsys: pytest.CaptureFixture[str]) -> None:
    def constructor(render_mode: str | None = None) -> GameEnv:
        return GameEnv(game, num_players=players, reward=reward, render_mode=render_mode)

    modes = constructor().metadata["render_modes"]
    assert modes == ["human", "ansi"] + (["rgb_array"] if game.draw else [])
    render_test(constructor, {"ansi": lambda text: text.strip() != ""})
    printed = capsys.readouterr().out.strip()
    assert bool(printed) == (game.draw is None), "human shows the picture, else it prints the text"


@EVERY_GAME
@pytest.mark.usefixtures("only_known_warnings", "no_display")
def test_human_prints_the_text_without_a_display(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    env, written = make_env(game, render_mode="human"), make_env(game, render_mode="ansi")
    for shown in (env, written):
        shown.reset(seed=1)
    assert env.render() is None
    assert capsys.readouterr().out == f"{written.render()}\n"
    env.close()


@EVERY_OPTION_SET
def test_pictures_are_alike_in_kind_and_touch_nothing(game: Game, options: Any) -> None:
    if game.draw is None:
        pytest.skip("it has no pictures")
    env = make_env(game, options, render_mode="rgb_array")
    rng = np.random.default_rng(9)
    shapes = set()
    env.reset(seed=9)
    for number, _ in enumerate(itertools.chain(walk(env, rng), [env])):
        if number not in LOOKS and not is_over(env):
            continue
        before = env.record.tobytes()
        for seat in ("public", "all", number % options.num_players):
            env.render_seat = seat
            picture: Any = env.render()
            assert picture.dtype == np.uint8
            shapes.add(picture.shape)
            may_see = not game.secrets or seat in ("all", env.record.mover)
            legal = legal_actions(env).tolist() if may_see and not is_over(env) else []
            assert picture.tobytes() == game.draw(env.record, seat, legal).tobytes()
            assert not legal or picture.tobytes() != game.draw(env.record, seat, []).tobytes()
        assert env.record.tobytes() == before
    assert len(shapes) == 1, "one size for the same options"
    assert shapes.pop()[2] == 3


@EVERY_OPTION_SET
def test_random_games_end(game: Game, options: Any) -> None:
    env = make_env(game, options)
    for seed in range(NUM_GAMES):
        env.reset(seed=seed)
        actions = play_out(env, np.random.default_rng(seed))
        assert 0 < len(actions) <= game.longest_game
        assert all(env.terminations.values()) != all(env.truncations.values())
        assert bool(env.record.truncated) == all(env.truncations.values())
        for agent in list(env.agents):
            assert env.agent_selection == agent
            env.step(None)
        assert env.agents == []
        assert list(env.agent_iter()) == []


def check_masks(env: GameEnv) -> None:
    over = is_over(env)
    for agent in env.possible_agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.dtype == np.int8
        assert mask.shape == (env.game.num_actions(env.options),)
        assert set(np.unique(mask)) <= {0, 1}
        assert mask.any() == (agent == env.agent_selection and not over)


@EVERY_OPTION_SET
def test_only_the_mover_has_a_mask(game: Game, options: Any) -> None:
    env = make_env(game, options)
    for seed in range(NUM_GAMES):
        env.reset(seed=seed)
        for _ in walk(env, np.random.default_rng(seed)):
            check_masks(env)
        while env.agents:
            check_masks(env)
            env.step(None)
        check_masks(env)


def probes(mask: Any, rng: np.random.Generator) -> list[int]:
    """Return some legal and some illegal actions of a position, all if they are few."""
    legal, illegal = np.flatnonzero(mask), np.flatnonzero(mask == 0)
    some = [rng.permutation(actions)[: PROBES // 2] for actions in (legal, illegal)]
    return [int(action) for action in np.concatenate(some)]


@EVERY_OPTION_SET
def test_mask_says_what_step_accepts(game: Game, options: Any) -> None:
    env = make_raw(game, options)
    rng = np.random.default_rng(7)
    for seed in range(scaled(20)):
        env.reset(seed=seed)
        for _ in walk(env, rng):
            mask, before = env.observe(env.agent_selection)["action_mask"], env.record.tobytes()
            for action in probes(mask, rng):
                twin = env.clone()
                if mask[action]:
                    twin.step(action)
                    assert twin.record.tobytes() != before
                else:
                    with pytest.raises(ValueError, match=f"action {action} .*illegal"):
                        twin.step(action)
                    assert twin.record.tobytes() == before


@EVERY_OPTION_SET
def test_illegal_action_leaves_every_byte(game: Game, options: Any) -> None:
    env = make_raw(game, options, mask_in_info=True)
    rng = np.random.default_rng(8)
    env.reset(seed=8)
    for _ in walk(env, rng):
        mask = env.observe(env.agent_selection)["action_mask"]
        before = look(env)
        wrong = [*np.flatnonzero(mask == 0)[:3].tolist(), -1, mask.size, 2**70, 1.0, "0", [0]]
        for action in (*wrong, None, True, np.zeros(1, np.int64), np.float64(0)):
            with pytest.raises((ValueError, TypeError), match=r"legal|action"):
                env.step(action)
        assert same_look(look(env), before)


def contains(space: spaces.Space[Any], observation: Any) -> bool:
    """Say whether a space contains an observation, dtypes and shapes exactly."""
    if isinstance(space, spaces.Dict):
        return space.keys() == observation.keys() and all(
            contains(space[name], observation[name]) for name in space
        )
    same = space.dtype == observation.dtype and space.shape == observation.shape
    return same and space.contains(observation)


@EVERY_OPTION_SET
def test_observations_are_in_their_space_at_any_time(game: Game, options: Any) -> None:
    env = make_env(game, options)
    for seed in range(NUM_GAMES):
        env.reset(seed=seed)
        positions = walk(env, np.random.default_rng(seed))
        for _ in itertools.chain(positions, [env]):
            for agent in env.possible_agents:
                assert contains(env.observation_space(agent), env.observe(agent))
            assert contains(env.state_space, env.state())
    for agent in env.agents[:]:
        env.step(None)
        assert contains(env.observation_space(agent), env.observe(agent)), "of who has left"
    with pytest.raises(ValueError, match="agents: player_0"):
        env.observe("nobody")


def check_fresh(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one is not other
        for name in one:
            check_fresh(one[name], other[name])
    else:
        assert not np.shares_memory(one, other)
        assert one.flags.writeable
        assert one.flags.c_contiguous


@EVERY_OPTION_SET
def test_arrays_are_fresh_and_spaces_the_same_objects(game: Game, options: Any) -> None:
    env = make_env(game, options)
    env.reset(seed=5)
    for _ in walk(env, np.random.default_rng(5)):
        for agent in env.possible_agents:
            first, second = env.observe(agent), env.observe(agent)
            check_fresh(first, second)
            check_fresh(env.last()[0], env.last()[0])
            for part in (*parts_of(first["observation"]).values(), first["action_mask"]):
                part[...] = 1
            assert same_view(env.observe(agent), second), "what is handed out is nobody else's"
            assert env.observation_space(agent) is env.observation_space(agent)
            assert env.action_space(agent) is env.action_space(agent)
        check_fresh({"": env.state()}, {"": env.state()})


@EVERY_OPTION_SET
def test_same_seed_same_bytes(game: Game, options: Any) -> None:
    one, other = make_env(game, options), make_env(game, options)
    other.reset(seed=99)
    play_out(other, np.random.default_rng(1))
    for seed in (0, 1, 2**64 - 1):
        one.reset(seed=seed)
        actions = play_out(one, np.random.default_rng(1))
        one.reset(seed=seed)
        other.reset(seed=seed, options={"unknown": 1, "num_players": "ignored"})
        for _ in zip(replayed(one, actions), replayed(other, actions), strict=True):
            assert same_look(look(one), look(other))
    assert one.options == other.options == options, "options survive reset"
    one.reset(seed=0)
    other.reset(seed=1)
    assert one.get_state() != other.get_state()


@EVERY_OPTION_SET
def test_reset_without_seed_goes_on(game: Game, options: Any) -> None:
    env, twin = make_env(game, options), make_env(game, options)
    env.reset(seed=41)
    seed = 41
    for _ in range(3):
        play_out(env, np.random.default_rng(seed))
        env.reset()
        seed = int(next_seed(np.uint64(seed)))
        twin.reset(seed=seed)
        assert env.seed == twin.seed == seed
        assert env.get_state() == twin.get_state()
    fresh = [make_env(game, options) for _ in range(2)]
    for env in fresh:
        env.reset()
    assert fresh[0].seed != fresh[1].seed, "the first one comes from the operating system"


BAD_SEEDS = ((-1, ValueError), (2**64, ValueError), (1.0, TypeError), ("1", TypeError))


@EVERY_GAME
@pytest.mark.parametrize(("seed", "error"), [*BAD_SEEDS, (True, TypeError)])
def test_bad_seed_is_named_and_changes_nothing(game: Game, seed: Any, error: type) -> None:
    env = make_env(game)
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(error, match=r"seed .*0 to 18446744073709551615"):
        env.reset(seed=seed)
    assert env.get_state() == before
    numpy_seed: Any = np.int64(1)
    env.reset(seed=numpy_seed)
    assert env.get_state() == before


@EVERY_OPTION_SET
def test_infos_are_empty_or_constant_numbers(game: Game, options: Any) -> None:
    bare, full = make_env(game, options), make_env(game, options, mask_in_info=True)
    bare.reset(seed=2)
    full.reset(seed=2)
    actions = play_out(bare.clone(), np.random.default_rng(2))
    for _ in zip(replayed(bare, actions), replayed(full, actions), strict=True):
        assert bare.infos == {agent: {} for agent in bare.agents}
        for agent in full.agents:
            assert list(full.infos[agent]) == ["action_mask"]
            assert same_view(full.infos[agent]["action_mask"], full.observe(agent)["action_mask"])


@EVERY_GAME
def test_render_seats_and_modes_are_checked(game: Game) -> None:
    for seat in ("public", "mover", "all", 0, 1 % game.Options().num_players):
        env = make_env(game, render_mode="ansi", render_seat=seat)
        env.reset(seed=1)
        assert env.render()
    for name, value in (("render_seat", "nobody"), ("render_seat", 99), ("render_mode", "gif")):
        with pytest.raises(ValueError, match=f"{name}={value!r}.*allowed: "):
            make_env(game, **{name: value})
    silent = make_env(game)
    silent.reset(seed=1)
    assert silent.render() is None


@EVERY_REGISTERED
def test_made_by_name_and_registered(name: str) -> None:
    game = load(name)
    assert load(game.id) is game
    made = [make(name, num_players=3), make(game.id, num_players=3)]
    if hasattr(pettingzoo, "make"):
        id_ = f"fiefdom/{name}-v{game.version}"
        made.append(pettingzoo.make("aec", id_, num_players=3))
    for env in made:
        env.reset(seed=4)
        assert env.unwrapped.game is game
        assert env.unwrapped.options.num_players == 3
    assert len({env.unwrapped.get_state() for env in made}) == 1
    with pytest.raises(ValueError, match=f"unknown game.*did you mean.*games: {next(iter(GAMES))}"):
        load(name + "x")
