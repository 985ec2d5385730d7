"""Random and illegal calls: no broken invariant, no crash, no byte changed by an illegal action.

A million calls in all with FIEFDOM_ORACLE=full, a tenth of them by default.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from tests.envs.buffers import Buffers
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, make_env, make_raw, scaled, settings
from tests.envs.walks import is_over, look, same_look

COMPILED_CALLS = scaled(800_000)  # of a game, split over its option sets
AEC_CALLS = scaled(150_000)
BATCH_CALLS = scaled(50_000)
EXTREMES = np.array([-1, -2, 2**31, -(2**31), 2**63 - 1, -(2**63)])


def random_actions(games: Buffers, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return for each game a legal action, any action, or one far outside."""
    legal = np.argmax(rng.random(games.mask.shape) * games.mask, axis=1)
    anything = rng.integers(-3, games.num_actions + 3, len(legal))
    outside = rng.choice(EXTREMES, len(legal))
    kind = rng.random(len(legal))
    chosen: npt.NDArray[np.int64] = np.where(
        kind < 0.5, legal, np.where(kind < 0.95, anything, outside)
    )
    return chosen.astype(np.int64)


def check_rows(games: Buffers, options: Any) -> None:
    """Check what must hold of every game that goes on."""
    records = games.states.reshape(-1).view(games.game.STATE)
    assert (records["num_players"] == options.num_players).all()
    assert (records["over"] == 0).all()
    assert (games.mover == records["mover"]).all()
    assert ((games.mover >= 0) & (games.mover < options.num_players)).all()
    assert games.mask.max(axis=1).all()
    assert games.mask.max() == 1
    assert not games.mask[:, games.num_actions :].any()
    assert np.isfinite(games.rewards).all()
    low, high = bounds_of(games)
    assert (games.observation >= low).all()
    assert (games.observation <= high).all()


def bounds_of(games: Buffers) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    blocks = games.layout.blocks
    low = np.concatenate([np.full(block.size, block.low) for block in blocks])
    high = np.concatenate([np.full(block.size, block.high) for block in blocks])
    return low.astype(games.layout.dtype), high.astype(games.layout.dtype)


@EVERY_OPTION_SET
def test_compiled_steps(game: Game, options: Any) -> None:
    games = Buffers(game, options, 250, seed=1)
    rng = np.random.default_rng(1)
    everything: tuple[npt.NDArray[Any], ...] = (
        games.states,
        games.observation,
        games.mask,
        games.mover,
        games.seeds,
    )
    for _ in range(COMPILED_CALLS // len(game.option_sets) // 250):
        actions = random_actions(games, rng)
        legal = games.is_legal(actions)
        before = [array.copy() for array in everything]
        games.ended[:] = 0
        assert games.step(actions) == legal.sum()
        for array, kept in zip(everything, before, strict=True):
            assert (array[~legal] == kept[~legal]).all()
        assert (games.states[legal] != before[0][legal]).any(axis=1).all()
        assert not games.ended[~legal].any()
        check_rows(games, options)


def junk(rng: np.random.Generator, size: int) -> Any:
    """Return an action or something that is none."""
    number = int(rng.integers(-2, size + 2))
    values = (number, np.int64(number), float(number), None, str(number), [number], number << 40)
    return values[rng.choice(len(values), p=[0.5, 0.2, 0.06, 0.06, 0.06, 0.06, 0.06])]


def damaged(state: bytes, rng: np.random.Generator) -> Any:
    """Return bytes that are not a state."""
    spot = int(rng.integers(len(state)))
    flipped = bytes([state[spot] ^ (1 << int(rng.integers(8)))])
    return (state[:spot], state[:spot] + flipped + state[spot + 1 :], state + b"\0", b"", None)[
        rng.integers(5)
    ]


def queries(env: GameEnv, rng: np.random.Generator) -> list[Callable[[], Any]]:
    """Return calls that must not change anything, though some raise."""
    agents: list[Any] = [*env.possible_agents, "nobody", None]
    agent = agents[rng.integers(len(agents))]
    state = env.get_state() if rng.random() < 0.01 else b"FIEFDOM1" + bytes(60)
    return [
        lambda: env.observe(agent),
        lambda: env.last(),
        lambda: env.state(),
        lambda: env.clone().step(junk(rng, 9)),
        lambda: env.clone().determinize(agent, int(rng.integers(99))),
        lambda: env.set_state(damaged(state, rng)),
        lambda: env.reset(seed=-1),
        lambda: env.scores(),
        lambda: env.explain(env.observe(agent)),
        lambda: env.action_space(agent),
    ]


def check_env(env: GameEnv) -> None:
    agents = set(env.agents)
    for flags in (env.rewards, env.terminations, env.truncations, env.infos):
        assert flags.keys() == agents
    if not env.agents or is_over(env):
        return
    assert env.agent_selection == env.possible_agents[env.record.mover]
    seen = env.observe(env.agent_selection)
    assert seen["action_mask"].any()
    assert env.observation_space(env.agent_selection).contains(seen)


@EVERY_GAME
@pytest.mark.parametrize("checked", [True, False])
def test_aec_calls(game: Game, checked: bool) -> None:
    rng = np.random.default_rng(4 + checked)
    count = AEC_CALLS // 2 // len(game.option_sets)
    for options in game.option_sets:
        env = (make_env if checked else make_raw)(game, options)
        env.reset(seed=4)
        size = game.num_actions(options)
        for _ in range(count):
            if rng.random() < 0.3:
                check_query(env, rng)
            else:
                check_step(env, junk(rng, size), rng)
            if not env.agents:
                env.reset()


def complaint(call: Callable[[], Any]) -> str:
    """Make a call; return what its exception says, which must be something."""
    try:
        call()
    except (ValueError, TypeError, AssertionError, KeyError) as error:
        return str(error) or pytest.fail(f"{type(error).__name__} without a message")
    return ""


def check_query(env: GameEnv, rng: np.random.Generator) -> None:
    before = look(env) if rng.random() < 0.1 else None
    kept = env.record.tobytes()
    calls = queries(env, rng)
    complaint(calls[rng.integers(len(calls))])
    assert env.record.tobytes() == kept
    assert before is None or same_look(look(env), before)


def check_step(env: GameEnv, action: Any, rng: np.random.Generator) -> None:
    """Step, mostly with the junk, else legally so that games get on."""
    over = is_over(env)
    mask = env.observe(env.agent_selection)["action_mask"]
    if rng.random() < 0.3:
        action = None if over else int(rng.choice(np.flatnonzero(mask)))
    kept = env.record.tobytes()
    is_number = isinstance(action, int | np.integer) and 0 <= action < mask.size
    legal = not over and is_number and bool(mask[action])
    assert not (complaint(lambda: env.step(action)) and legal)
    assert legal == (env.record.tobytes() != kept)
    check_env(env)


@EVERY_GAME
def test_batch_calls(game: Game) -> None:
    rng = np.random.default_rng(6)
    for options in game.option_sets:
        batch = BatchEnv(game, 50, seed=6, **settings(options))
        for _ in range(BATCH_CALLS // len(game.option_sets) // batch.num_games):
            actions = batch.sample()
            spoiled = rng.random(50) < 0.01
            actions[spoiled] = rng.integers(-3, batch.num_actions + 3, spoiled.sum())
            legal = (actions >= 0) & (actions < batch.num_actions)
            legal &= batch.action_mask[np.arange(50), np.where(legal, actions, 0)]
            kept = batch.states.copy()
            if legal.all():
                batch.step(actions)
                assert (batch.states != kept).any(axis=1).all()
            else:
                row = np.flatnonzero(~legal)[0]
                with pytest.raises(ValueError, match=f"row {row}: action {actions[row]} is"):
                    batch.step(actions)
                assert (batch.states == kept).all()
