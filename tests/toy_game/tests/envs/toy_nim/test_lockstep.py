"""The engine against the oracle, step by step over random games of every kind."""

import itertools
import random

import pytest

from fiefdom.envs.toy_nim import raw_env
from tests.envs.registry import scaled
from tests.envs.toy_nim.oracle import Oracle


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize(
    ("start", "last", "skip"),
    list(itertools.product(("first", "random"), ("wins", "loses"), (True, False))),
)
def test_engine_follows_the_oracle(num_players: int, start: str, last: str, skip: bool) -> None:
    env = raw_env(num_players=num_players, start=start, last=last, skip_forced=skip)
    for seed in range(scaled(200)):
        luck = random.Random(seed)
        env.reset(seed=seed)
        stones = env.record.heaps.tolist()
        oracle = Oracle(stones, num_players, int(env.record.mover), last, skip)
        while not oracle.over:
            mask = env.last()[0]["action_mask"]
            assert mask.nonzero()[0].tolist() == oracle.legal()
            assert env.record.heaps.tolist() == [len(heap) for heap in oracle.heaps]
            assert env.record.taken.tolist()[:num_players] == [len(h) for h in oracle.hands]
            action = luck.choice(oracle.legal())
            env.step(action)
            oracle.play(action)
            assert int(env.record.mover) == oracle.turn
        assert env.record.over
        assert env.scores() == [int(seat in oracle.winners()) for seat in range(num_players)]
        assert env.ranks() == oracle.places()
