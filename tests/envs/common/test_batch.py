"""BatchEnv over every game: its seeds, its arrays, replays of its slots, threads and refusals."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.rng import mix, next_seed
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, make_raw, scaled, settings
from tests.envs.walks import is_over, parts_of, same_view

SMALL = 6


def batch_of(game: Game, options: Any, num_games: int = SMALL, **more: Any) -> BatchEnv:
    return BatchEnv(game, num_games, **more, **settings(options))


def row_of(observation: Any, row: int) -> Any:
    """Return one game's observation."""
    if isinstance(observation, dict):
        return {name: part[row].copy() for name, part in observation.items()}
    return observation[row].copy()


def everything(batch: BatchEnv) -> dict[str, Any]:
    """Return copies of all arrays of a batch."""
    names = (
        "states", "seeds", "action_mask", "mover", "rewards", "done", "truncated",
        "final_scores", "final_ranks",
    )  # fmt: skip
    arrays = {name: getattr(batch, name).copy() for name in names}
    for name in ("observation", "final_observation"):
        arrays |= {name + part: a.copy() for part, a in parts_of(getattr(batch, name)).items()}
    return arrays


@EVERY_OPTION_SET
def test_shapes_and_dtypes(game: Game, options: Any) -> None:
    batch = batch_of(game, options)
    players, actions = options.num_players, game.num_actions(options)
    table: dict[str, tuple[tuple[int, ...], Any]] = {
        "states": ((SMALL, game.STATE.itemsize), np.uint8),
        "seeds": ((SMALL,), np.uint64),
        "action_mask": ((SMALL, actions), np.bool_),
        "mover": ((SMALL,), np.int64),
        "rewards": ((SMALL, players), np.float64),
        "done": ((SMALL,), np.bool_),
        "truncated": ((SMALL,), np.bool_),
        "final_scores": ((SMALL, players), np.int64),
        "final_ranks": ((SMALL, players), np.int64),
        "final_seat": ((SMALL,), np.int64),
    }
    for name, (shape, dtype) in table.items():
        array = getattr(batch, name)
        assert (array.shape, array.dtype) == (shape, dtype), name
    for shown in (batch.observation, batch.final_observation, batch.observe(0)):
        parts = parts_of(shown)
        assert [part.shape[1:] for part in parts.values()] == list(batch.layout.parts.values())
        assert {part.dtype for part in parts.values()} == {batch.layout.dtype}
    assert (batch.num_games, batch.num_players, batch.num_actions) == (SMALL, players, actions)
    with pytest.raises(ValueError, match="read-only"):
        batch.action_mask[0, 0] = True


@EVERY_OPTION_SET
def test_arrays_are_views_that_steps_overwrite(game: Game, options: Any) -> None:
    batch = batch_of(game, options)
    held = {name: id(value) for name, value in vars(batch).items() if not name.startswith("_")}
    for _ in range(game.longest_game):
        batch.step(batch.sample())
    assert held == {n: id(value) for n, value in vars(batch).items() if not n.startswith("_")}


@EVERY_GAME
def test_seeds_are_public_and_pure(game: Game) -> None:
    batch = BatchEnv(game, SMALL, seed=5)
    first = [int(mix(np.uint64(5), np.uint64(row))) for row in range(SMALL)]
    assert batch.seeds.tolist() == first
    for _ in range(3 * game.longest_game):
        before = batch.seeds.copy()
        batch.step(batch.sample())
        wanted = [next_seed(s) if over else s for s, over in zip(before, batch.done, strict=True)]
        assert batch.seeds.tolist() == [int(seed) for seed in wanted]
    larger = BatchEnv(game, SMALL + 3, seed=5)
    assert larger.seeds[:SMALL].tolist() == first


class Replayed:
    """Every slot of a batch again, each in an environment of its own."""

    def __init__(self, batch: BatchEnv) -> None:
        self.batch = batch
        self.envs = [make_raw(batch.game, batch.options) for _ in range(batch.num_games)]
        self.episodes = 0
        for row in range(batch.num_games):
            self.envs[row].reset(seed=int(batch.seeds[row]))

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play the same actions and compare every row."""
        self.batch.step(actions)
        for row, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            mover = env.agent_selection
            env.step(int(action))
            assert self.batch.rewards[row].tolist() == list(env.rewards.values())
            assert self.batch.done[row] == is_over(env)
            assert self.batch.truncated[row] == all(env.truncations.values())
            if is_over(env):
                self._compare_end(row, env, mover)
            self._compare(row, env)

    def _compare_end(self, row: int, env: GameEnv, mover: str) -> None:
        self.episodes += 1
        assert self.batch.final_scores[row].tolist() == env.scores()
        assert self.batch.final_ranks[row].tolist() == env.ranks()
        last = env.observe(mover)["observation"]
        assert same_view(row_of(self.batch.final_observation, row), last)
        if self.episodes % 2:
            env.reset()
        else:
            env.reset(seed=int(self.batch.seeds[row]))

    def _compare(self, row: int, env: GameEnv) -> None:
        assert env.seed == self.batch.seeds[row]
        assert env.record.tobytes() == self.batch.states[row].tobytes()
        seen = env.observe(env.agent_selection)
        assert same_view(row_of(self.batch.observation, row), seen["observation"])
        assert self.batch.action_mask[row].tolist() == seen["action_mask"].astype(bool).tolist()
        assert env.agent_selection == env.possible_agents[self.batch.mover[row]]


@EVERY_OPTION_SET
def test_every_slot_replays_in_a_single_environment(game: Game, options: Any) -> None:
    replayed = Replayed(batch_of(game, options, seed=3))
    for _ in range(4 * game.longest_game):
        replayed.step(replayed.batch.sample())
        if replayed.episodes >= 3 * SMALL:
            return
    pytest.fail("too few games ended")


@EVERY_OPTION_SET
@pytest.mark.parametrize("threads", [2, 3, 64])
def test_threads_give_the_same_bytes(game: Game, options: Any, threads: int) -> None:
    one = batch_of(game, options, 50, seed=2)
    many = batch_of(game, options, 50, seed=2, threads=threads)
    for _ in range(scaled(200)):
        actions = one.sample()
        assert actions.tolist() == many.sample().tolist()
        one.step(actions)
        many.step(actions)
        assert same_view(everything(one), everything(many))
    many.close()


@EVERY_OPTION_SET
def test_illegal_rows_are_named_and_no_game_moves(game: Game, options: Any) -> None:
    batch = batch_of(game, options, 5, seed=4)
    while batch.action_mask.all(axis=1).any():
        batch.step(batch.sample())
    for row in range(5):
        actions = batch.sample()
        illegal = int(np.flatnonzero(~batch.action_mask[row])[-1])
        for wrong in (illegal, -1, batch.num_actions, 2**62, -(2**63)):
            actions[row] = wrong
            before = everything(batch)
            legal = np.flatnonzero(batch.action_mask[row])[0]
            message = f"row {row}: action {wrong} is illegal; some legal actions: {legal}"
            with pytest.raises(ValueError, match=message):
                batch.step(actions)
            assert same_view(everything(batch), before)


def wrong_arguments(batch: BatchEnv) -> Iterator[tuple[Any, type[Exception]]]:
    good = batch.sample()
    yield good[:-1], ValueError
    yield good[:, None], ValueError
    yield int(good[0]), ValueError
    yield None, TypeError
    yield good.astype(np.float64), TypeError
    yield good.astype(np.bool_), TypeError
    yield good.astype(str), TypeError


@EVERY_GAME
def test_wrong_actions_are_refused(game: Game) -> None:
    batch = BatchEnv(game, SMALL)
    for actions, error in wrong_arguments(batch):
        before = everything(batch)
        with pytest.raises((error, ValueError), match="actions"):
            batch.step(actions)
        assert same_view(everything(batch), before)
    for kind in (np.int8, np.uint8, np.int32, np.int64, np.uint64):
        if game.num_actions(batch.options) <= np.iinfo(kind).max:
            batch.step(batch.sample().astype(kind))
    batch.step(batch.sample().tolist())


CONSTRUCTOR: tuple[tuple[dict[str, Any], type[Exception], str], ...] = (
    ({"num_games": 0}, ValueError, "num_games=0.*at least 1"),
    ({"num_games": 2.0}, TypeError, "num_games=2.0"),
    ({"num_games": True}, TypeError, "num_games=True"),
    ({"threads": 0}, ValueError, "threads=0.*at least 1"),
    ({"threads": "2"}, TypeError, "threads='2'"),
    ({"seed": -1}, ValueError, "seed -1 .*0 to 18446744073709551615"),
    ({"seed": None}, TypeError, "seed None"),
    ({"num_players": 99}, ValueError, "num_players=99 is not allowed; allowed: "),
    ({"num_player": 2}, TypeError, "unknown option 'num_player'.*did you mean 'num_players'"),
    ({"reward": 1}, TypeError, "reward=1 is of type int, not str; allowed: 'win'"),
)


@EVERY_GAME
@pytest.mark.parametrize(("given", "error", "message"), CONSTRUCTOR)
def test_wrong_settings_are_refused(
    game: Game, given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        BatchEnv(game, **{"num_games": 2, **given})


@EVERY_OPTION_SET
def test_samples_are_legal_and_repeat(game: Game, options: Any) -> None:
    one, other = (batch_of(game, options, 40, seed=9) for _ in range(2))
    for _ in range(50):
        actions = one.sample()
        assert actions.dtype == np.int64
        assert one.action_mask[np.arange(40), actions].all()
        assert actions.tolist() == other.sample().tolist()
        one.step(actions)
        other.step(actions)


@EVERY_OPTION_SET
def test_observe_shows_any_seat(game: Game, options: Any) -> None:
    batch = batch_of(game, options, seed=1)
    rng = np.random.default_rng(1)
    env = make_raw(game, options)
    for _ in range(scaled(200)):
        batch.step(batch.sample())
        seats = rng.integers(options.num_players, size=SMALL)
        shown = batch.observe(seats)
        for row, seat in enumerate(seats):
            env.reset(seed=1)
            env._one.states[0] = batch.states[row]
            env._one.refresh()
            assert same_view(row_of(shown, row), env.observe(f"player_{seat}")["observation"])
        assert same_view(parts_of(batch.observe(batch.mover)), parts_of(batch.observation))
        again = batch.observe(seats)
        pairs = zip(parts_of(shown).values(), parts_of(again).values(), strict=True)
        assert not any(np.shares_memory(one, other) for one, other in pairs)
    for wrong in (-1, options.num_players, [0] * (SMALL - 1) + [99]):
        with pytest.raises(ValueError, match=f"allowed: 0 to {options.num_players - 1}"):
            batch.observe(wrong)


@EVERY_OPTION_SET
def test_final_seat_chooses_who_sees_the_end(game: Game, options: Any) -> None:
    seat = options.num_players - 1
    batch, env = batch_of(game, options, 1, seed=8), make_raw(game, options)
    batch.final_seat[:] = seat
    env.reset(seed=int(batch.seeds[0]))
    while not is_over(env):
        actions = batch.sample()
        batch.step(actions)
        env.step(int(actions[0]))
    assert batch.done[0]
    last = env.observe(f"player_{seat}")["observation"]
    assert same_view(row_of(batch.final_observation, 0), last)


@EVERY_OPTION_SET
def test_step_rows_plays_only_those(game: Game, options: Any) -> None:
    batch, whole = batch_of(game, options, seed=6), batch_of(game, options, seed=6)
    rows = np.array([4, 1])
    others = np.setdiff1d(np.arange(SMALL), rows)
    for _ in range(scaled(300)):
        actions = whole.sample()
        before = everything(batch)
        batch.step_rows(rows, actions[rows])
        after = everything(batch)
        for name in ("states", "seeds", "mover", "action_mask"):
            assert (after[name][others] == before[name][others]).all()
        assert not batch.done[others].any()
        assert not batch.rewards[others].any()
        batch.step_rows(others, actions[others])
        whole.step(actions)
        assert batch.states.tobytes() == whole.states.tobytes()
        assert batch.seeds.tolist() == whole.seeds.tolist()
    batch.step_rows(rows[:0], rows[:0])


ROWS: tuple[tuple[Any, Any], ...] = (
    ([0, 0], ValueError),
    ([SMALL], (ValueError, IndexError)),
    ([-1], (ValueError, IndexError)),
    ([0.5], (ValueError, TypeError)),
    ([[0, 1]], ValueError),
)


@EVERY_GAME
@pytest.mark.parametrize(("rows", "error"), ROWS, ids=repr)
def test_wrong_rows_are_refused(game: Game, rows: Any, error: Any) -> None:
    batch = BatchEnv(game, SMALL)
    good = batch.sample()
    before = everything(batch)
    with pytest.raises(error):
        batch.step_rows(rows, good[: np.size(rows)].reshape(np.shape(rows)))
    with pytest.raises(error):
        batch.restart(rows)
    assert same_view(everything(batch), before)


@EVERY_OPTION_SET
def test_restart(game: Game, options: Any) -> None:
    batch = batch_of(game, options, seed=6)
    batch.step(batch.sample())
    before = everything(batch)
    batch.restart([3], [77])
    batch.restart([1])
    assert batch.seeds[3] == 77
    assert batch.seeds[1] == next_seed(before["seeds"][1])
    env = make_raw(game, options)
    for row in (1, 3):
        env.reset(seed=int(batch.seeds[row]))
        assert env.record.tobytes() == batch.states[row].tobytes()
    rest = [0, 2, 4, 5]
    assert (batch.states[rest] == before["states"][rest]).all()
    for seeds, error in (([-1], ValueError), ([2**64], ValueError), ([0.5], TypeError)):
        with pytest.raises(error, match=r"seed .*0 to 18446744073709551615"):
            batch.restart([0], seeds)
    with pytest.raises(ValueError, match="seeds"):
        batch.restart([0, 1], [1])


def played(batch: BatchEnv, steps: int) -> list[list[int]]:
    """Play random actions and return them."""
    actions = []
    for _ in range(steps):
        actions.append(batch.sample().tolist())
        batch.step(actions[-1])
    return actions


@EVERY_GAME
def test_reset_deals_the_same_games_again(game: Game) -> None:
    batch = BatchEnv(game, SMALL, seed=12)
    start = everything(batch)
    first = played(batch, 20)
    batch.reset(12)
    assert same_view(everything(batch)["states"], start["states"])
    assert not batch.done.any()
    assert not batch.rewards.any()
    assert played(batch, 20) == first
    batch.reset(13)
    assert not same_view(everything(batch)["states"], start["states"])
