"""The record of every game and its copies: no padding, integers only, bytes that go on alike."""

import copy
import importlib
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from fiefdom.envs import GAMES, load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game, numbers_hash
from fiefdom.envs.common.rewards import MODES
from tests.envs.registry import (
    EVERY_GAME,
    EVERY_OPTION_SET,
    EVERY_REGISTERED,
    has_secrets,
    make_env,
    make_raw,
    scaled,
)
from tests.envs.walks import (
    find_illegal,
    is_over,
    legal_actions,
    look,
    play_out,
    replayed,
    same_look,
    walk,
)


@pytest.fixture(autouse=True)
def _every_tested_game_unpickles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "peek", "tests.envs.peek")


@EVERY_GAME
def test_record_has_no_hidden_padding_and_only_integers(game: Game) -> None:
    names = game.STATE.names
    assert game.STATE.type is np.record
    assert names is not None
    assert sum(game.STATE[name].itemsize for name in names) == game.STATE.itemsize
    assert game.STATE.itemsize % 8 == 0
    kinds = {game.STATE[name].base.kind for name in names}
    assert kinds <= {"i", "u"}
    sizes = [game.STATE[name].base.itemsize for name in names]
    assert sizes == sorted(sizes, reverse=True), "widest fields first"


@EVERY_GAME
def test_rules_are_one_read_only_record(game: Game) -> None:
    assert game.RULES.shape == (1,)
    assert not game.RULES.flags.writeable


@EVERY_REGISTERED
def test_a_corrected_number_is_other_rules(name: str) -> None:
    """Compiled code has numbers of rules.py built in: RULES holds their hash."""
    game = load(name)
    names = vars(importlib.import_module(f"fiefdom.envs.{name}.rules"))
    assert game.RULES["numbers"] == numbers_hash(names)
    numbers = {one: names[one] for one in names if isinstance(names[one], int | float)}
    assert {"MIN_PLAYERS", "MARGIN_SCALE", "LONGEST_GAME"} <= set(numbers)
    hashes = {numbers_hash({**names, one: number + 1}) for one, number in numbers.items()}
    assert len(hashes - {numbers_hash(names)}) == len(numbers)
    rules = game.RULES.copy()
    rules["numbers"] = hashes.pop()
    assert game.with_rules(rules).rules_hash != game.rules_hash


@EVERY_OPTION_SET
def test_fields_that_every_record_has(game: Game, options: Any) -> None:
    env = make_env(game, options)
    env.reset(seed=3)
    for _ in walk(env, np.random.default_rng(3)):
        record = env.record
        assert record.num_players == options.num_players == env.num_agents
        assert record.reward == MODES.index(options.reward)
        assert env.agent_selection == f"player_{record.mover}"
        assert (record.over, record.truncated) == (0, 0)
    assert env.record.over == 1
    assert env.record.truncated in (0, 1)


@EVERY_OPTION_SET
def test_start_is_seat_0_or_drawn(game: Game, options: Any) -> None:
    env = make_env(game, options)
    movers = set()
    for seed in range(40 * options.num_players):
        env.reset(seed=seed)
        movers.add(env.agent_selection)
    wanted = env.possible_agents if options.start == "random" else ["player_0"]
    assert movers == set(wanted)


@EVERY_OPTION_SET
def test_forced_decisions_are_skipped_if_wanted(game: Game, options: Any) -> None:
    """In games without secrets: where secrets leave a single action, to skip it would tell."""
    env = make_env(game, options)
    fewest = []
    for seed in range(scaled(100)):
        env.reset(seed=seed)
        fewest.append(min(len(legal_actions(env)) for _ in walk(env, np.random.default_rng(seed))))
    if options.skip_forced and not has_secrets(game, options):
        assert min(fewest) > 1


def by_pickle(env: GameEnv) -> GameEnv:
    twin: GameEnv = pickle.loads(pickle.dumps(env))
    return twin


def by_bytes(env: GameEnv) -> GameEnv:
    twin = make_env(env.game, env.options, mask_in_info=env.mask_in_info)
    twin.set_state(env.get_state())
    return twin


COPIES: dict[str, Callable[[GameEnv], GameEnv]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "copy": lambda env: copy.deepcopy(env.clone()),
    "pickle": by_pickle,
    "bytes": by_bytes,
}
EVERY_COPY = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)


def positions(game: Game, options: Any) -> Iterator[tuple[GameEnv, list[int | None]]]:
    """Yield environments at some points of a game, and the actions that follow there."""
    env = make_env(game, options, mask_in_info=True)
    env.reset(seed=6)
    actions = play_out(env.clone(), np.random.default_rng(6))
    whole: list[int | None] = [*actions, *[None] * options.num_players]
    stops = {0, 1, len(actions) // 2, *range(len(actions) - 1, len(whole) + 1)}
    for number, _ in enumerate(replayed(env, whole)):
        if number in stops:
            yield env, whole[number:]


@EVERY_COPY
@EVERY_OPTION_SET
def test_copies_go_on_alike(game: Game, options: Any, copied: Callable[[GameEnv], GameEnv]) -> None:
    for env, rest in positions(game, options):
        twin, second, before = copied(env), copied(env), look(env)
        assert type(twin) is type(env)
        assert twin.seed == env.seed
        for name in ("checked", "render_mode", "render_seat", "mask_in_info", "options"):
            assert getattr(twin, name) == getattr(env, name)
        for _ in zip(replayed(twin, rest), replayed(second, rest), strict=True):
            assert same_look(look(twin), look(second))
        assert twin.agents == []
        assert same_look(look(env), before), "a copy's moves are its own"
        twin.reset()
        second.reset()
        assert same_look(look(twin), look(second)), "the next game is the same"
        assert same_look(look(env), before)


@EVERY_COPY
@EVERY_GAME
def test_original_does_not_move_its_copies(
    game: Game, copied: Callable[[GameEnv], GameEnv]
) -> None:
    env = make_env(game, mask_in_info=True)
    env.reset(seed=4)
    twin = copied(env)
    before = look(twin)
    containers: tuple[dict[str, Any], ...] = (
        env.rewards,
        env._cumulative_rewards,
        env.terminations,
        env.truncations,
    )
    for container in containers:
        container["player_0"] = 7
    env.infos["player_0"]["action_mask"][:] = 1
    env.infos["player_0"]["more"] = 1
    env.agents.reverse()
    for _ in walk(twin.clone(), np.random.default_rng(4)):
        pass
    assert same_look(look(twin), before)


@EVERY_COPY
@EVERY_GAME
def test_copy_after_an_illegal_end(game: Game, copied: Callable[[GameEnv], GameEnv]) -> None:
    env = make_env(game)
    env.step(find_illegal(env, 4))
    assert is_over(env)
    twin = copied(env)
    for _ in env.possible_agents:
        assert same_look(look(twin), look(env))
        env.step(None)
        twin.step(None)
    assert twin.agents == env.agents == []


@EVERY_GAME
@pytest.mark.parametrize("copied", [COPIES["clone"], copy.deepcopy, by_pickle])
def test_copy_before_reset(game: Game, copied: Callable[[GameEnv], GameEnv]) -> None:
    env = make_env(game)
    twin = copied(env)
    with pytest.raises(AttributeError, match="before reset"):
        _ = twin.agents
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="before step"):
        twin.step(0)
    twin.reset(seed=1)
    assert same_look(look(twin), look(env))


@EVERY_GAME
def test_pickle_keeps_the_streams_of_spaces(game: Game) -> None:
    env = make_env(game)
    for agent in env.possible_agents:
        env.action_space(agent).seed(5)
        env.observation_space(agent).seed(5)
    twin = by_pickle(env)
    for agent in env.possible_agents:
        drawn = [[space.sample() for _ in range(9)] for space in spaces_of(env, agent)]
        again = [[space.sample() for _ in range(9)] for space in spaces_of(twin, agent)]
        assert repr(drawn) == repr(again)


def spaces_of(env: GameEnv, agent: str) -> tuple[Any, Any]:
    return env.action_space(agent), env.observation_space(agent)


@EVERY_OPTION_SET
def test_state_bytes_round_trip_at_every_ply(game: Game, options: Any) -> None:
    env, other = make_raw(game, options), make_raw(game, options)
    env.reset(seed=12)
    actions = play_out(env.clone(), np.random.default_rng(12))
    whole: list[int | None] = [*actions, *[None] * options.num_players]
    for _ in replayed(env, whole):
        saved = env.get_state()
        other.set_state(saved)
        assert other.get_state() == saved
        assert same_look(look(other), look(env))
        assert other.scores() == env.scores()
        assert other.seed == env.seed


@EVERY_OPTION_SET
def test_state_vector_never_shows_the_stream(game: Game, options: Any) -> None:
    env = make_env(game, options)
    env.reset(seed=9)
    for _ in walk(env, np.random.default_rng(9)):
        twin = env.clone()
        twin.record.rng ^= np.uint64(2**64 - 1)
        assert twin.get_state() != env.get_state()
        assert twin.state().tobytes() == env.state().tobytes()
        assert env.state().dtype == env.state_space.dtype == np.float32
