"""Random games for the generic suite, and what of an environment is compared."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.aec import GameEnv


def parts_of(observation: Any) -> dict[str, npt.NDArray[Any]]:
    """Return an observation's arrays by name, whether it is one array or a dict of them."""
    return observation if isinstance(observation, dict) else {"": observation}


def same_view(one: Any, other: Any) -> bool:
    """Say whether two observations (arrays or nested dicts) are equal byte for byte."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_view(one[k], other[k]) for k in one)
    return (
        one.dtype == other.dtype
        and one.shape == other.shape
        and bool(one.tobytes() == other.tobytes())
    )


def frozen(value: Any) -> Any:
    """Return a copy of nested tuples, lists and dicts of arrays that can be compared with ==."""
    if isinstance(value, dict):
        return {name: frozen(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return tuple(frozen(part) for part in value)
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.tobytes())
    return value


def legal_actions(env: GameEnv) -> npt.NDArray[np.intp]:
    """Return the legal actions of the selected agent."""
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"])


def is_over(env: GameEnv) -> bool:
    """Say whether the game has ended, though agents may still have to leave."""
    return not env.agents or env.terminations[env.agents[0]] or env.truncations[env.agents[0]]


def walk(env: GameEnv, rng: np.random.Generator, most: int = 10**9) -> Iterator[GameEnv]:
    """Yield the environment before each decision of a random game, and play it."""
    for _ in range(most):
        if is_over(env):
            return
        yield env
        env.step(int(rng.choice(legal_actions(env))))


def replayed(env: GameEnv, actions: Sequence[int | None]) -> Iterator[GameEnv]:
    """Yield the environment before each of these actions, and after the last."""
    for action in actions:
        yield env
        env.step(action)
    yield env


def play_out(env: GameEnv, rng: np.random.Generator) -> list[int]:
    """Play a random game to its end, before any agent leaves; return its actions."""
    actions = []
    while not is_over(env):
        actions.append(int(rng.choice(legal_actions(env))))
        env.step(actions[-1])
    return actions


def at_random_position(env: GameEnv, seed: int) -> GameEnv:
    """Deal the game of a seed and play a random number of decisions, not to the end."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    length = len(play_out(env, np.random.default_rng(seed)))
    env.reset(seed=seed)
    for _ in walk(env, np.random.default_rng(seed), int(rng.integers(length))):
        pass
    return env


def find_illegal(env: GameEnv, seed: int) -> int:
    """Deal the game of a seed, play on until some action is illegal, and return it."""
    env.reset(seed=seed)
    for _ in walk(env, np.random.default_rng(seed)):
        illegal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)
        if illegal.size:
            return int(illegal[-1])
    raise AssertionError("every action was legal all the time")


def look(env: GameEnv) -> dict[str, Any]:
    """Return all that an environment shows in public attributes and views."""
    return {
        "agents": list(env.agents),
        "selection": env.agent_selection,
        "rewards": dict(env.rewards),
        "pending": dict(env._cumulative_rewards),
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "infos": {agent: dict(info) for agent, info in env.infos.items()},
        "views": {agent: env.observe(agent) for agent in env.possible_agents},
        "state": env.state(),
        "bytes": env.record.tobytes(),
    }


def same_look(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Say whether two results of look() are equal, arrays byte for byte."""
    plain = {"agents", "selection", "rewards", "pending", "terminations", "truncations", "bytes"}
    return (
        all(one[name] == other[name] for name in plain)
        and same_view(one["views"], other["views"])
        and same_view(one["infos"], other["infos"])
        and same_view(one["state"], other["state"])
    )
