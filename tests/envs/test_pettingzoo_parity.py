"""`env()` beside `raw_env()` in PettingZoo's own three wrappers: the same answer to every call.

Exempt, as documented: bool actions, private attributes, attribute assignment, `str`, and mutating
a mask that was handed out.
"""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from fiefdom.envs import GAMES
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, make_env, make_raw, scaled
from tests.envs.walks import same_view

ATTRIBUTES = (
    "agents", "num_agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations",
    "truncations", "infos", "possible_agents", "max_num_agents", "metadata", "render_mode",
)  # fmt: skip
# not uint64: Gymnasium 1.4 refuses it since it cannot be cast to int64, 1.0 does not
NUMBERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.array)
WRONG: tuple[Any, ...] = (
    None, 1.0, 0.5, "0", "", b"0", [0], (0,), {}, {0: 1}, object(), np.float32(1), np.float64("nan"),
    np.array([0]), np.array([[0]]), np.array(0.0), np.zeros(0, np.int64), np.bool_(True), 1j,
    np.datetime64("2020-01-01"),
)  # fmt: skip
OUTSIDE: tuple[Any, ...] = (
    -1, -2, -(2**31), -(2**63), 2**31, 2**63, 2**70, -(2**70), np.int64(-1), np.uint64(2**64 - 1),
    np.array(-3),
)  # fmt: skip
Call = Callable[[Any], Any]


class Pair:
    """The native environment and the wrapped one, which are given the same calls."""

    def __init__(self, game: Game, options: Any = None, **more: Any) -> None:
        self.native = make_env(game, options, **more)
        raw = make_raw(game, options, **more)
        wrapped = TerminateIllegalWrapper(raw, illegal_reward=-1)
        self.wrapped: Any = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))
        self.log: list[str] = []

    def call(self, name: str, call: Call) -> Any:
        """Make the same call on both and compare what comes back; return it."""
        self.log.append(name)
        one, other = outcome(self.native, call), outcome(self.wrapped, call)
        assert same_value(one, other), (self.log[-5:], one, other)
        self.compare()
        return one

    def compare(self) -> None:
        """Compare all that can be read."""
        for name in ATTRIBUTES:
            one, other = (outcome(e, lambda env: getattr(env, name)) for e in self.both())  # noqa: B023
            assert same_value(one, other), (self.log[-5:], name, one, other)

    def compare_views(self) -> None:
        """Compare what every agent sees."""
        for agent in self.native.possible_agents:
            self.call("observe", lambda env: env.observe(agent))  # noqa: B023
        self.call("state", lambda env: env.state())

    def both(self) -> tuple[GameEnv, Any]:
        return self.native, self.wrapped


def outcome(env: Any, call: Call) -> tuple[str, Any, list[str]]:
    """Return what a call gives: its value or the class of its exception, and the lines logged."""
    EnvLogger.flush()
    try:
        value = ("value", call(env))
    except Exception as error:  # noqa: BLE001  (its class is what is compared)
        value = ("error", type(error))
    lines = [str(line) for line in EnvLogger.mqueue]
    EnvLogger.flush()
    return (*value, lines)


def same_value(one: Any, other: Any) -> bool:
    """Say whether two values are equal and of the same types, arrays byte for byte."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return isinstance(other, np.ndarray) and same_view(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same_value(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same_value, one, other))
    return bool(one == other)


def step(action: Any) -> Call:
    return lambda env: env.step(action)


def take(iterator: Callable[[Any], Any], count: int) -> Call:
    """Return a call that draws agents from an iterator without stepping in between."""

    def call(env: Any) -> list[str]:
        agents = iter(iterator(env))
        return [next(agents) for _ in range(count)]

    return call


def twice(env: Any) -> list[str]:
    """Draw an agent from each of two passes over the same iterable, with a reset in between."""
    agents = env.agent_iter(1)
    first = next(iter(agents))
    env.reset(seed=1)
    return [first, next(iter(agents))]


def reset(seed: int) -> Call:
    return lambda env: env.reset(seed=seed, options={"any": 1})


BEFORE_RESET: dict[str, Call] = {
    "step": step(0),
    "step None": step(None),
    "step wrong": step("x"),
    "observe": lambda env: env.observe("player_0"),
    "observe nobody": lambda env: env.observe("nobody"),
    "last": lambda env: env.last(),
    "last blind": lambda env: env.last(observe=False),
    "agent_iter": lambda env: env.agent_iter(),
    "render": lambda env: env.render(),
    "state": lambda env: env.state(),
    "spaces": lambda env: [env.action_space("player_0").n, len(env.observation_space("player_0"))],
    "space of nobody": lambda env: env.action_space("nobody"),
    "observation space of nobody": lambda env: env.observation_space("nobody"),
    "unhashable agent": lambda env: env.action_space(["player_0"]),
    "missing": lambda env: env.no_such_attribute,
    "close": lambda env: env.close(),
    "bad seed": lambda env: env.reset(seed=-1),
    "unwrapped": lambda env: isinstance(env.unwrapped, GameEnv),
}


@EVERY_OPTION_SET
@pytest.mark.parametrize("mode", [None, "ansi", "human"])
def test_before_reset(game: Game, options: Any, mode: str | None) -> None:
    pair = Pair(game, options, render_mode=mode)
    pair.compare()
    for name, call in BEFORE_RESET.items():
        if name != "bad seed":
            pair.call(name, call)
    pair.call("reset", reset(1))
    for name, call in BEFORE_RESET.items():
        if "step" not in name and "iter" not in name:
            pair.call(name, call)
    pair.compare_views()


def live_calls(pair: Pair, rng: np.random.Generator) -> list[tuple[str, Call]]:
    """Return calls of every kind that fit a position in which someone is to decide."""
    seen = pair.native.observe(pair.native.agent_selection)["action_mask"]
    legal, illegal = np.flatnonzero(seen), np.flatnonzero(seen == 0)
    size = len(seen)
    number = NUMBERS[rng.integers(len(NUMBERS))]
    good = int(rng.choice(legal)) if legal.size else 0
    calls = [("legal", step(good))] * 8
    if good < 128:
        calls.append(("numpy legal", step(number(good))))
    if illegal.size:
        calls.append(("illegal", step(int(rng.choice(illegal)))))
    calls += [
        ("outside", step(OUTSIDE[rng.integers(len(OUTSIDE))])),
        ("size", step(size)),
        ("wrong", step(WRONG[rng.integers(len(WRONG))])),
    ]
    return calls


def any_calls(pair: Pair, rng: np.random.Generator) -> list[tuple[str, Call]]:
    """Return calls that may be made at any time after reset."""
    agents = [*pair.native.possible_agents, "nobody"]
    agent = agents[rng.integers(len(agents))]
    most = int(rng.integers(3))
    return [
        ("None", step(None)),
        ("None", step(None)),
        ("zero", step(0)),
        ("last", lambda env: env.last()),
        ("last blind", lambda env: env.last(observe=False)),
        (f"observe {agent}", lambda env: env.observe(agent)),
        ("state", lambda env: env.state()),
        ("render", lambda env: env.render()),
        ("one of iter", take(lambda env: env.agent_iter(), 1)),
        ("two of iter", take(lambda env: env.agent_iter(), 2)),
        (f"iter at most {most}", take(lambda env: env.agent_iter(most), most + 1)),
    ]


def random_calls(pair: Pair, rng: np.random.Generator, count: int) -> None:
    """Make random calls of all kinds; reset now and then, mostly once nobody is left."""
    pair.call("reset", reset(int(rng.integers(1000))))
    for _ in range(count):
        native = pair.native
        if rng.random() < (0.2 if not native.agents else 0.01):
            pair.call("reset", reset(int(rng.integers(1000))))
        elif native.agents and rng.random() < 0.8:
            calls = live_calls(pair, rng)
            pair.call(*calls[rng.integers(len(calls))])
        else:
            calls = any_calls(pair, rng)
            pair.call(*calls[rng.integers(len(calls))])
        if rng.random() < 0.2:
            pair.compare_views()


@EVERY_OPTION_SET
@pytest.mark.parametrize("mask_in_info", [False, True])
def test_random_calls(game: Game, options: Any, mask_in_info: bool) -> None:
    pair = Pair(game, options, mask_in_info=mask_in_info)
    for seed in range(scaled(40)):
        random_calls(pair, np.random.default_rng(seed), 200)


@EVERY_OPTION_SET
def test_whole_games(game: Game, options: Any) -> None:
    pair = Pair(game, options)
    for seed in range(scaled(30)):
        rng = np.random.default_rng(seed)
        pair.call("reset", reset(seed))
        while pair.native.agents:
            mask = pair.native.observe(pair.native.agent_selection)["action_mask"]
            pair.call("last", lambda env: env.last())
            pair.call("step", step(int(rng.choice(np.flatnonzero(mask))) if mask.any() else None))
            pair.compare_views()
        for call in (step(None), step(0), step("x"), lambda env: env.last()):
            pair.call("after the end", call)


@EVERY_GAME
def test_agent_iter_is_an_iterable(game: Game) -> None:
    pair = Pair(game)
    pair.call("reset", reset(1))
    assert pair.call("twice", twice)[0] == "value"
    assert pair.call("next", lambda env: next(env.agent_iter()))[1] is TypeError


@EVERY_GAME
@pytest.mark.parametrize(
    "action", [*WRONG, *OUTSIDE], ids=lambda value: repr(value).partition(" at 0x")[0]
)
def test_wrong_actions_of_the_living_and_the_dead(game: Game, action: Any) -> None:
    pair = Pair(game)
    pair.call("reset", reset(2))
    before = pair.native.record.tobytes()
    assert pair.call("wrong", step(action))[1] is AssertionError
    assert pair.native.record.tobytes() == before
    rng = np.random.default_rng(2)
    while not any(pair.native.terminations.values()):
        mask = pair.native.last()[0]["action_mask"]
        pair.call("step", step(int(rng.choice(np.flatnonzero(mask)))))
    if action is not None:
        pair.call("wrong and dead", step(action))
    pair.call("in the space and dead", step(0))
    pair.call("None", step(None))


UNDER_O = """
from fiefdom.envs import make
assert False, "this line is not run under -O"
env = make({name!r})
raw = type(env)(env.game, checked=False)

def raises(kind, call, *arguments):
    try:
        call(*arguments)
    except kind:
        return
    raise SystemExit(f"no {{kind.__name__}} by {{call.__name__}}{{arguments}}")

for call in (env.step, env.observe):
    raises(AssertionError, call, 0)
for call in (env.agent_iter, env.state, env.render, env.get_state):
    raises(AssertionError, call)
raises(AssertionError, env.determinize, "player_0", 1)
env.reset(seed=1)
raw.reset(seed=1)
for action in (-1, None, "0", 1.5, 10**6):
    raises(AssertionError, env.step, action)
    raises((ValueError, TypeError), raw.step, action)
agents = iter(env.agent_iter())
next(agents)
raises(AssertionError, next, agents)
mask = env.last()[0]["action_mask"]
illegal = [action for action in range(len(mask)) if not mask[action]]
raises(ValueError, raw.step, illegal[0])
env.step(illegal[0])
raises(ValueError, env.step, 0)
print("checked", env.rewards["player_0"])
"""


@pytest.mark.parametrize("name", list(GAMES))
def test_checks_survive_optimised_python(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-O", "-c", UNDER_O.format(name=name)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.endswith("checked -1.0\n"), done.stderr
