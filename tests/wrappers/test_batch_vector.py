"""BatchVectorEnv over every game: step by step what N SingleAgentEnvs give, restarts included."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from fiefdom.envs import load
from fiefdom.envs.common.agents import Random
from fiefdom.envs.common.game import Game
from fiefdom.wrappers.batch_vector import BatchVectorEnv
from fiefdom.wrappers.single_agent import SingleAgentEnv
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, EVERY_REGISTERED, scaled, settings
from tests.envs.walks import frozen, parts_of, same_view

N = 4
STEPS = scaled(500)


def batched(game: Game, options: Any, **more: Any) -> BatchVectorEnv:
    return BatchVectorEnv(game, N, **more, **settings(options))


def singles(game: Game, options: Any, opponents: Any = lambda: "random") -> Any:
    makers = [lambda: SingleAgentEnv(game, opponents(), **settings(options))] * N
    return SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)


def choose(mask: Any, rng: np.random.Generator, illegal: float) -> npt.NDArray[np.int64]:
    """Return an action for every row, now and then any action of the space."""
    legal = [rng.choice(np.flatnonzero(row)) for row in mask]
    anything = rng.integers(mask.shape[1], size=len(mask))
    return np.where(rng.random(len(mask)) < illegal, anything, legal).astype(np.int64)


def same_infos(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Compare infos; of those that belong to some rows, only these rows."""
    if one.keys() != other.keys():
        return False
    for name, value in one.items():
        if name.startswith("_"):
            same = value.tolist() == other[name].tolist()
        elif isinstance(value, dict) and not name.endswith("obs"):
            same = same_infos(value, other[name])
        else:
            rows = np.flatnonzero(one["_" + name]).tolist()
            same = all(same_view(row_of(value, r), row_of(other[name], r)) for r in rows)
        if not same:
            return False
    return True


def row_of(value: Any, row: int) -> Any:
    if isinstance(value, dict):
        return {name: np.asarray(part[row]) for name, part in value.items()}
    return value[row]


# each environment has agents of its own, which keep a stream for each of its games
OPPONENTS = {"random": lambda: "random", "mixture": lambda: ["random", Random(seed=3)]}


@EVERY_OPTION_SET
@pytest.mark.parametrize("illegal", [0.0, 0.05])
@pytest.mark.parametrize("opponents", OPPONENTS.values(), ids=OPPONENTS)
def test_equals_single_environments(
    game: Game, options: Any, illegal: float, opponents: Any
) -> None:
    one, many = batched(game, options, opponents=opponents()), singles(game, options, opponents)
    rng = np.random.default_rng(1)
    (shown, infos), (shown_2, infos_2) = one.reset(seed=9), many.reset(seed=9)
    for _ in range(STEPS):
        assert same_view(parts_of(shown), parts_of(shown_2))
        assert same_infos(infos, infos_2)
        assert one.observation_space.contains(shown)
        actions = choose(infos["action_mask"], rng, illegal)
        shown, *numbers, infos = one.step(actions)
        shown_2, *numbers_2, infos_2 = many.step(actions)
        for mine, theirs in zip(numbers, numbers_2, strict=True):
            assert mine.dtype == theirs.dtype
            assert mine.tolist() == theirs.tolist()


@EVERY_OPTION_SET
def test_seeds(game: Game, options: Any) -> None:
    env = batched(game, options)
    env.reset(seed=9)
    counted = env.games.batch.states.tobytes()
    env.reset(seed=[9, 10, 11, 12])
    assert env.games.batch.states.tobytes() == counted
    many = singles(game, options)
    for seed in ([3, 1, 4, 1], 2**63):
        ours, theirs = env.reset(seed=seed)[0], many.reset(seed=seed)[0]
        assert same_view(parts_of(ours), parts_of(theirs))
    for _ in range(3):
        ours, theirs = env.reset()[0], many.reset()[0]
        assert same_view(parts_of(ours), parts_of(theirs)), "each goes on to its next seed"


WRONG_SEEDS: tuple[tuple[Any, type[Exception], str], ...] = (
    ([1, 2], ValueError, "2 seeds for 4 games"),
    (-1, ValueError, "seed -1"),
    (2**64 - 2, ValueError, "seed 18446744073709551616"),
    ([1, 2, 3, -1], ValueError, "seed -1"),
    ([1, 2, 3, 1.5], TypeError, "seed 1.5"),
)


@EVERY_GAME
@pytest.mark.parametrize(("seed", "error", "message"), WRONG_SEEDS, ids=repr)
def test_wrong_seeds(game: Game, seed: Any, error: type[Exception], message: str) -> None:
    env = BatchVectorEnv(game, N)
    before = env.games.batch.states.tobytes()
    with pytest.raises(error, match=message):
        env.reset(seed=seed)
    assert env.games.batch.states.tobytes() == before


@EVERY_GAME
def test_actions_outside_of_the_space_move_no_game(game: Game) -> None:
    env = BatchVectorEnv(game, N)
    env.reset(seed=1)
    good = choose(env.action_masks(), np.random.default_rng(1), 0)
    size = env.games.batch.num_actions
    cases: list[tuple[Any, str]] = [
        (
            np.where(np.arange(N) == 2, size, good),
            f"row 2: action {size} is not in 0 to {size - 1}",
        ),
        (np.where(np.arange(N) == 1, -1, good), "row 1: action -1"),
        (good[:2], r"\(4,\) integers"),
        (good.astype(np.float64), r"\(4,\) integers"),
        (None, r"\(4,\) integers"),
    ]
    for actions, message in cases:
        before = env.games.batch.states.tobytes()
        with pytest.raises(ValueError, match=message):
            env.step(actions)
        assert env.games.batch.states.tobytes() == before
    env.step(good.tolist())


@EVERY_REGISTERED
def test_make_vec(name: str) -> None:
    game = load(name)
    words = "".join(word.capitalize() for word in name.split("_"))
    env = gymnasium.make_vec(
        f"fiefdom.envs:{words}-v{game.version}",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        opponents="random",
        num_players=3,
    )
    made: Any = env.unwrapped
    assert isinstance(made, BatchVectorEnv)
    assert (env.num_envs, made.games.batch.num_players) == (3, 3)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    shown, infos = env.reset(seed=1)
    assert env.observation_space.contains(shown)
    env.step(np.array([np.flatnonzero(row)[0] for row in infos["action_mask"]]))
    env.close()


@EVERY_OPTION_SET
def test_what_is_handed_out_is_never_overwritten(game: Game, options: Any) -> None:
    env = batched(game, options)
    rng = np.random.default_rng(2)
    shown, infos = env.reset(seed=2)
    held, copies = [], []
    for _ in range(STEPS // 4):
        given = env.step(choose(infos["action_mask"], rng, 0.02))
        infos = given[-1]
        held.append(given)
        copies.append(frozen(given))
    assert [frozen(given) for given in held] == copies
    assert len(parts_of(shown)) == len(env.games.batch.layout.parts)


@EVERY_GAME
def test_settings(game: Game) -> None:
    env = BatchVectorEnv(game, N, learner_seat=1 % game.Options().num_players, threads=2)
    assert (env.games.seats == env.games.learner_seat).all()
    env.close()
    with pytest.raises(ValueError, match="render_mode='human'"):
        BatchVectorEnv(game, N, render_mode="human")
    with pytest.raises(ValueError, match="unknown game 'no_such'"):
        BatchVectorEnv("no_such", N)
