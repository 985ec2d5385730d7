"""Each rule by a small position: heaps as digits, who is to move, an action and what follows."""

import numpy as np
import pytest

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.toy_nim import raw_env
from fiefdom.envs.toy_nim.actions import take_action
from fiefdom.envs.toy_nim.greedy import Greedy


def position(heaps: str, mover: int = 0, **options: object) -> GameEnv:
    """Return an environment in a position of heaps, one digit each."""
    env = raw_env(**options)
    env.reset(seed=1)
    state = env.clone()
    state.record.heaps = [int(stones) for stones in heaps]
    state.record.mover = mover
    env.set_state(state.get_state())
    return env


def heaps_of(env: GameEnv) -> str:
    return "".join(str(stones) for stones in env.record.heaps)


def test_heaps_are_drawn() -> None:
    """Each of the two sizes of each heap, in all 16 combinations."""
    env = raw_env()
    drawn = set()
    for seed in range(200):
        env.reset(seed=seed)
        drawn.add(heaps_of(env))
    assert drawn == {f"{a}{b}{c}{d}" for a in "12" for b in "34" for c in "45" for d in "56"}


@pytest.mark.parametrize(
    ("heaps", "legal"), [("2456", "110111111111"), ("0123", "000100110111"), ("1001", "1" + "0" * 8 + "100")]
)  # fmt: skip
def test_a_heap_gives_up_to_three_stones(heaps: str, legal: str) -> None:
    env = position(heaps)
    mask = env.observe("player_0")["action_mask"]
    assert "".join(str(bit) for bit in mask) == legal


@pytest.mark.parametrize("last", ["wins", "loses"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_last_stone(last: str, players: int) -> None:
    env = position("0020", mover=1, num_players=players, last=last)
    env.step(take_action(2, 2))
    assert env.record.over
    won = [(seat == 1) == (last == "wins") for seat in range(players)]
    assert env.scores() == [int(one) for one in won]
    assert env.ranks() == [1 if one else 1 + sum(won) for one in won]


@pytest.mark.parametrize("skip", [True, False])
def test_last_stone_is_taken_by_the_engine_if_wanted(skip: bool) -> None:
    env = position("1001", mover=1, num_players=2, skip_forced=skip)
    env.step(take_action(3, 1))
    assert bool(env.record.over) == skip
    assert int(env.record.mover) == 0
    assert heaps_of(env) == ("0000" if skip else "1000")
    assert env.record.taken.tolist()[:2] == [int(skip), 1]


@pytest.mark.parametrize(("heaps", "action"), [("0300", 5), ("1200", 3), ("0056", 8), ("1100", 0)])
def test_greedy_leaves_a_sum_of_zero(heaps: str, action: int) -> None:
    env = position(heaps)
    seen = env.observe("player_0")
    rows = np.zeros(1, np.int64)
    agent = Greedy(env.game, env.options)
    chosen = agent.act(seen["observation"][None], seen["action_mask"][None] > 0, rows, rows)
    assert chosen.tolist() == [action]
