"""Counts of move sequences from a position, by the engine and by an oracle.

Chance follows the stream, which a copy of a game carries along: after the same decisions the same
dice fall. The last level is counted, not played.
"""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.envs.registry import FULL
from tests.envs.single_game import SingleGame

Copy = Callable[[Any], Any]  # returns a copy of an oracle with its luck


def count_by_engine(game: SingleGame, depth: int) -> int:
    """Count the sequences of so many decisions."""
    legal = game.actions()
    if depth == 1:
        return len(legal)
    before, total = game.state.copy(), 0
    for action in legal:
        assert game.step(action)
        total += count_by_engine(game, depth - 1)
        game.state[:] = before
    game.look()
    return total


def count_by_oracle(oracle: Any, depth: int, copy_of: Copy) -> int:
    """Count the sequences of so many decisions."""
    legal = oracle.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for decision in legal:
        twin = copy_of(oracle)
        twin.play(decision)
        total += count_by_oracle(twin, depth - 1, copy_of)
    return total


def first_of(
    seed: int,
    start: Callable[[int], tuple[Any, Any]],
    policy: Callable[[Any, random.Random], Any],
    is_wanted: Callable[[Any, int], bool],
) -> tuple[Any, Any]:
    """Play the games of a seed and of those that follow it up to a position that is wanted.

    Args:
        seed: The first one.
        start: Returns the game of a seed, and that of the oracle.
        policy: Who plays.
        is_wanted: Gets the game and the number of decisions played.
    """
    while True:
        game, oracle = start(seed)
        luck = random.Random(seed)
        for played in itertools.count():
            if game.over:
                break
            if is_wanted(game, played):
                return game, oracle
            decision = policy(game, luck)
            game.play(decision)
            oracle.play(decision)
        seed += 1


def assert_counts(
    game: SingleGame, oracle: Any, copy_of: Copy, counts: Sequence[int], oracle_limit: int
) -> None:
    """Check the counts from depth 1 on; the oracle's below a limit, or all in a full run."""
    depths = range(1, len(counts) + 1)
    assert [count_by_engine(game, depth) for depth in depths] == list(counts)
    for depth, count in zip(depths, counts, strict=True):
        if FULL or count < oracle_limit:
            assert count_by_oracle(oracle, depth, copy_of) == count
