"""Bytes that are damaged or of another game, option set or rules raise, and change nothing."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import allowed_values
from tests.envs.registry import EVERY_GAME, TESTED, make_env, make_raw
from tests.envs.walks import at_random_position, look, play_out, same_look

MOST = 150  # places of a state that are tried


def check_refused(
    env: GameEnv, state: Any, message: str, kind: type[Exception] = ValueError
) -> None:
    """Check that a state is refused with a message, and that nothing has changed."""
    before, saved = look(env), env.get_state()
    with pytest.raises(kind, match=message):
        env.set_state(state)
    assert same_look(look(env), before)
    assert env.get_state() == saved


def places(size: int, rng: np.random.Generator) -> list[int]:
    """Return the first and last places and some between."""
    between = rng.choice(size, min(size, MOST), replace=False).tolist()
    return sorted({*range(min(size, 60)), size - 1, *between})


@EVERY_GAME
def test_truncated(game: Game) -> None:
    env = at_random_position(make_env(game), 1)
    state = env.get_state()
    for size in places(len(state), np.random.default_rng(1)):
        check_refused(env, state[:size], "state")
    for longer in (state + b"\0", state + state, b" " + state):
        check_refused(env, longer, "state")


@EVERY_GAME
def test_flipped(game: Game) -> None:
    env = at_random_position(make_env(game), 2)
    state = env.get_state()
    rng = np.random.default_rng(2)
    for place in places(len(state), rng):
        flipped = bytearray(state)
        flipped[place] ^= 1 << int(rng.integers(8))
        check_refused(env, bytes(flipped), "state")


@EVERY_GAME
@pytest.mark.parametrize("state", [None, "text", 3, [1], {}], ids=repr)
def test_not_bytes(game: Game, state: Any) -> None:
    check_refused(at_random_position(make_env(game), 3), state, "state is bytes", TypeError)


@EVERY_GAME
def test_other_kinds_of_bytes_are_taken(game: Game) -> None:
    env, other = at_random_position(make_env(game), 3), make_env(game)
    kinds: tuple[Any, ...] = (bytes, bytearray, memoryview)
    for kind in kinds:
        other.reset(seed=1)
        other.set_state(kind(env.get_state()))
        assert same_look(look(other), look(env))


def test_of_another_game() -> None:
    envs = {name: at_random_position(make_env(game), 4) for name, game in TESTED.items()}
    for name, env in envs.items():
        for other, given in envs.items():
            if other != name:
                check_refused(env, given.get_state(), f"another game: '{other}', not '{name}'")


@EVERY_GAME
def test_of_other_options(game: Game) -> None:
    options = game.Options()
    env = at_random_position(make_env(game), 5)
    for name, values in allowed_values(game.Options).items():
        for value in values[1:]:
            given = make_env(game, dataclasses.replace(options, **{name: value}))
            given.reset(seed=1)
            wanted = "layout" if game.layout(given.options) != game.layout(options) else name
            check_refused(env, given.get_state(), wanted)


@EVERY_GAME
def test_of_another_version(game: Game) -> None:
    given = GameEnv(game._replace(version=game.version + 1))
    given.reset(seed=1)
    env = at_random_position(make_env(game), 6)
    check_refused(env, given.get_state(), f"version: {game.version + 1}, not {game.version}")


def with_other_rules(game: Game) -> Game:
    """Return a game in whose rules one bit is another."""
    rules = game.RULES.copy()
    raw = rules.view(np.uint8)
    raw[-1] ^= 1
    return game._replace(RULES=rules)


@EVERY_GAME
def test_of_other_rules(game: Game) -> None:
    given = GameEnv(with_other_rules(game))
    given.reset(seed=1)
    check_refused(at_random_position(make_env(game), 7), given.get_state(), "another rules")


def new_name(field: str) -> str:
    """Return another name for a field, but for the one that `new_states` writes."""
    return field if field == "rules_hash" else f"{field}_"


class Renamed:
    """A record whose fields are called otherwise, to be written as if they were not."""

    record: Any

    def __init__(self, record: Any) -> None:
        self.__dict__["record"] = record

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.record, new_name(name), value)


@EVERY_GAME
def test_of_another_record(game: Game) -> None:
    """A field was renamed: the sizes fit, the meanings may not."""
    names = game.STATE.names
    assert names is not None
    fields = [(new_name(name), game.STATE[name]) for name in names]
    renamed = np.dtype((np.record, np.dtype(fields)))

    def configure(record: Any, options: Any) -> None:
        game.configure(Renamed(record), options)

    given = GameEnv(game._replace(STATE=renamed, configure=configure))
    given.reset(seed=1)
    check_refused(at_random_position(make_env(game), 8), given.get_state(), "another layout")


@EVERY_GAME
def test_refused_before_and_after_a_game(game: Game) -> None:
    """A refusal leaves an environment that was not reset as it was; good bytes start it."""
    env, source = make_raw(game), at_random_position(make_raw(game), 9)
    with pytest.raises(AssertionError, match="before get_state"):
        env.get_state()
    state = source.get_state()
    with pytest.raises(ValueError, match="state"):
        env.set_state(state[:-1])
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
    env.set_state(state)
    assert same_look(look(env), look(source))
    play_out(env, np.random.default_rng(1))
    check_refused(env, state[:-1], "truncated")
    env.set_state(state)
    assert same_look(look(env), look(source))
