"""Agents over every game: the protocol, `random`, mixtures, and the scripted ones by name."""

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.common.agents import (
    Agent,
    Mixture,
    Random,
    make_scripted,
    make_weights,
    scripted,
    take_rows,
)
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, settings
from tests.envs.walks import parts_of

Ints = npt.NDArray[np.int64]


class Constant:
    """Plays its number, legal or not, and keeps what it was told."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.resets: list[tuple[list[int], list[int]]] = []
        self.calls: list[tuple[Any, Any, list[int], list[int]]] = []

    def act(self, observation: Any, mask: Any, seats: Ints, rows: Ints) -> Ints:
        self.calls.append((observation, mask, seats.tolist(), rows.tolist()))
        return np.full(len(rows), self.number)

    def reset(self, rows: Ints, seeds: npt.NDArray[np.uint64]) -> None:
        self.resets.append((rows.tolist(), seeds.tolist()))


def seeds(*numbers: int) -> npt.NDArray[np.uint64]:
    return np.array(numbers, np.uint64)


def rows(*numbers: int) -> Ints:
    return np.array(numbers, np.int64)


def decisions(agent: Agent, batch: BatchEnv, steps: int) -> list[list[int]]:
    """Let an agent play all seats of a batch; return its actions."""
    every = np.arange(batch.num_games)
    agent.reset(every, batch.seeds)
    played = []
    for _ in range(steps):
        actions = agent.act(batch.observation, batch.action_mask, batch.mover, every)
        assert batch.action_mask[every, actions].all()
        played.append([int(action) for action in actions])
        batch.step(actions)
        agent.reset(every[batch.done], batch.seeds[batch.done])
    return played


@EVERY_OPTION_SET
def test_scripted_agents_play_legally_and_repeat(game: Game, options: Any) -> None:
    for name in scripted(game):
        games = [
            decisions(
                make_scripted(game, options, name, seed=3),
                BatchEnv(game, 4, seed=1, **settings(options)),
                2 * game.longest_game if name == "random" else 30,
            )
            for _ in range(2)
        ]
        assert games[0] == games[1], name


@EVERY_OPTION_SET
def test_scripted_agents_leave_what_they_see(game: Game, options: Any) -> None:
    batch = BatchEnv(game, 4, seed=2, **settings(options))
    for name in scripted(game):
        agent = make_scripted(game, options, name)
        before = {key: part.copy() for key, part in parts_of(batch.observation).items()}
        mask = batch.action_mask.copy()
        agent.act(batch.observation, batch.action_mask, batch.mover, np.arange(4))
        for key, part in parts_of(batch.observation).items():
            assert (part == before[key]).all()
        assert (batch.action_mask == mask).all()


@EVERY_OPTION_SET
def test_scripted_agents_decide_by_row_not_by_batch(game: Game, options: Any) -> None:
    """The same rows in another order, or one by one, get the same actions."""
    batch = BatchEnv(game, 6, seed=5, **settings(options))
    for _ in range(5):
        batch.step(batch.sample())
    for name in scripted(game):
        together, single = (make_scripted(game, options, name) for _ in range(2))
        for agent in (together, single):
            agent.reset(np.arange(6), batch.seeds)
        order = rows(4, 0, 5, 2, 1, 3)
        seen = take_rows(batch.observation, order)
        actions = together.act(seen, batch.action_mask[order], batch.mover[order], order)
        for row, action in zip(order, actions, strict=True):
            one = rows(int(row))
            seen = take_rows(batch.observation, one)
            assert single.act(seen, batch.action_mask[one], batch.mover[one], one) == [action]


@EVERY_GAME
def test_no_rows_is_no_action(game: Game) -> None:
    options = game.Options()
    batch = BatchEnv(game, 2)
    none = rows()
    for name in scripted(game):
        agent = make_scripted(game, options, name)
        agent.reset(none, seeds())
        seen = take_rows(batch.observation, none)
        assert len(agent.act(seen, batch.action_mask[none], none, none)) == 0


@EVERY_GAME
def test_unknown_agents_are_refused(game: Game) -> None:
    with pytest.raises(
        ValueError, match=r"unknown agent 'randon'.*did you mean 'random'.*agents: "
    ):
        make_scripted(game, game.Options(), "randon")


MASK = np.array([[True, False, True, True, False]])


def test_random_is_uniform() -> None:
    agent = Random(seed=1)
    agent.reset(np.arange(3000), np.arange(3000).astype(np.uint64))
    mask = MASK.repeat(3000, axis=0)
    counts = Counter(agent.act(None, mask, np.zeros(3000, np.int64), np.arange(3000)).tolist())
    assert set(counts) == {0, 2, 3}
    assert all(850 < count < 1150 for count in counts.values())


def test_random_depends_on_the_seeds_of_game_and_agent() -> None:
    mask = np.ones((1, 1000), bool)

    def first(agent_seed: int, game_seed: int, row: int) -> list[int]:
        agent = Random(seed=agent_seed)
        agent.reset(rows(row), seeds(game_seed))
        return [int(agent.act(None, mask, rows(0), rows(row))[0]) for _ in range(3)]

    assert first(1, 7, 0) == first(1, 7, 5), "the slot does not matter"
    assert first(1, 7, 0) != first(1, 8, 0)
    assert first(1, 7, 0) != first(2, 7, 0)
    assert first(1, 2**64 - 1, 0) == first(1, 2**64 - 1, 1)
    with pytest.raises(ValueError, match="seed -1"):
        Random(seed=-1)


def test_random_plays_games_that_were_not_announced() -> None:
    actions = Random().act(None, MASK.repeat(2, axis=0), rows(0, 1), rows(3, 9))
    assert MASK[0, actions].all()


def test_mixture_draws_by_weight_for_each_game() -> None:
    agents = [Constant(0), Constant(1), Constant(2)]
    mixture = Mixture(agents, [1, 3, 0], seed=4)
    every = np.arange(4000)
    mixture.reset(every, every.astype(np.uint64))
    drawn = mixture.act(np.zeros((4000, 1)), np.ones((4000, 3), bool), every * 0, every)
    counts = np.bincount(drawn, minlength=3)
    assert 900 < counts[0] < 1100
    assert counts[2] == 0
    again = mixture.act(np.zeros((4000, 1)), np.ones((4000, 3), bool), every * 0, every)
    assert (again == drawn).all(), "for the whole game"
    for number, agent in enumerate(agents):
        told = [row for reset_rows, _ in agent.resets for row in reset_rows]
        assert told == np.flatnonzero(drawn == number).tolist()
        assert len(agent.calls) == (2 if counts[number] else 0), "one call a step"


def test_mixture_repeats_by_seed_and_follows_new_weights() -> None:
    def drawn(seed: int, weights: list[float]) -> list[int]:
        mixture = Mixture([Constant(0), Constant(1)], seed=seed)
        mixture.set_weights(weights)
        mixture.reset(np.arange(64), np.arange(64).astype(np.uint64))
        ones = np.ones((64, 2), bool)
        return [
            int(a) for a in mixture.act(np.zeros((64, 1)), ones, rows(*[0] * 64), np.arange(64))
        ]

    assert drawn(1, [1, 1]) == drawn(1, [1, 1]) == drawn(1, [5, 5])
    assert drawn(1, [1, 1]) != drawn(2, [1, 1])
    assert drawn(1, [0, 1]) == [1] * 64
    assert drawn(1, [1, 0]) == [0] * 64


def test_mixture_gives_each_agent_its_rows() -> None:
    agents = [Constant(0), Constant(1)]
    mixture = Mixture(agents, seed=4)
    mixture.reset(np.arange(8), np.arange(8).astype(np.uint64))
    seen = {"a": np.arange(8)[:, None], "b": np.arange(8)[:, None, None]}
    mixture.act(seen, np.ones((8, 2), bool), np.arange(8) % 3, np.arange(8))
    for agent in agents:
        observation, mask, seats, slots = agent.calls[0]
        assert observation["a"][:, 0].tolist() == slots
        assert observation["b"][:, 0, 0].tolist() == slots
        assert seats == [slot % 3 for slot in slots]
        assert mask.shape == (len(slots), 2)


WEIGHTS: tuple[Any, ...] = ([1], [1, 2, 3], [-1, 2], [0, 0], [float("nan"), 1], [float("inf"), 1])


@pytest.mark.parametrize("weights", WEIGHTS, ids=repr)
def test_mixture_refuses_weights(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="do not fit 2 agents"):
        Mixture([Random(), Random()], weights)


def test_mixture_takes_any_sequence() -> None:
    mixture = Mixture([Constant(0), Constant(1)], np.array([0.0, 1.0]))  # type: ignore[arg-type]
    mixture.reset(rows(0), seeds(1))
    assert mixture.act(np.zeros((1, 1)), np.ones((1, 2), bool), rows(0), rows(0)) == [1]
    with pytest.raises(ValueError, match="at least one agent"):
        Mixture([])


def test_mixture_plays_games_that_were_not_announced() -> None:
    mixture = Mixture([Constant(0), Constant(1)])
    assert mixture.act(np.zeros((1, 1)), np.ones((1, 2), bool), rows(0), rows(7))[0] in (0, 1)


def test_weights_of_an_agent_may_be_given() -> None:
    usual = {"coin": 0.5, "card": 2.0}
    assert make_weights(usual, None).tolist() == [0.5, 2.0]
    assert make_weights(usual, {"card": 3}).tolist() == [0.5, 3.0]
    with pytest.raises(ValueError, match=r"'cart' \(did you mean 'card'\?\); weights: coin, card"):
        make_weights(usual, {"cart": 3})
