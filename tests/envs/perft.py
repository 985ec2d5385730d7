"""Counts of move sequences from a position, by the engine and by an oracle.

Chance follows the stream, which a copy of a game carries along: after the same decisions the same
dice fall. The last level is counted, not played.
"""

from collections.abc import Callable, Sequence
from typing import Any

from tests.envs.registry import FULL
from tests.envs.single_game import SingleGame

After = Callable[[Any, Any], Any]  # a copy of an oracle in which a decision was played


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


def count_by_oracle(oracle: Any, depth: int, after: After) -> int:
    """Count the sequences of so many decisions."""
    legal = oracle.legal()
    if depth == 1:
        return len(legal)
    return sum(count_by_oracle(after(oracle, decision), depth - 1, after) for decision in legal)


def assert_counts(
    game: SingleGame, oracle: Any, after: After, counts: Sequence[int], oracle_limit: int
) -> None:
    """Check the counts from depth 1 on; the oracle's below a limit, or all in a full run."""
    depths = range(1, len(counts) + 1)
    assert [count_by_engine(game, depth) for depth in depths] == list(counts)
    for depth, count in zip(depths, counts, strict=True):
        if FULL or count < oracle_limit:
            assert count_by_oracle(oracle, depth, after) == count
