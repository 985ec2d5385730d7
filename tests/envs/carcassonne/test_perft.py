"""Counts of move sequences from fixed seeds, equal in engine and oracle."""

import copy
from typing import Any

import pytest

from tests.envs.carcassonne.chance import StreamChance
from tests.envs.carcassonne.one_game import OneGame
from tests.envs.carcassonne.oracle import Oracle
from tests.envs.carcassonne.policies import packing
from tests.envs.carcassonne.views import oracle_of
from tests.envs.perft import assert_counts, first_of

BASE: dict[str, Any] = {"configuration": "base"}
CORE: dict[str, Any] = {"configuration": "core", "num_players": 3, "start": "random"}
HOUSE: dict[str, Any] = {"num_players": 4, "barn_on_barn_field": True, "skip_forced": False}
# Seed, options, the decision from which on a phase is looked for, and the sequences of 1, 2 and 3
# decisions from there. They change with the order in which luck is drawn.
COUNTS: list[tuple[int, dict[str, Any], int, str, list[int]]] = [
    (1, BASE, 0, "place", [6, 30, 130]),
    (2, BASE, 60, "place", [19, 295, 5364]),
    (5, CORE, 0, "place", [6, 30, 260]),
    (3, CORE, 60, "piece", [5, 105, 327]),
    (5, {}, 0, "place", [7, 70, 330]),
    (19, {}, 40, "abbey", [2, 29, 231]),
    (3, {"num_players": 5}, 20, "wagon", [5, 95, 340]),
    (3, HOUSE, 80, "piece", [9, 216, 676]),
]
ORACLE_LIMIT = 3000  # sequences that the oracle counts in about a second; all in a full run


def copy_of(oracle: Oracle) -> Oracle:
    """Copy a game with all it remembers and its luck."""
    twin = copy.copy(oracle)
    for name, value in vars(oracle).items():
        if isinstance(value, list | dict | set):
            setattr(twin, name, copy.deepcopy(value))
    assert isinstance(oracle.draw, StreamChance)
    draw = copy.copy(oracle.draw)
    draw.stream = copy.copy(draw.stream)
    twin.draw = draw
    return twin


@pytest.mark.parametrize(("seed", "options", "after", "phase", "counts"), COUNTS)
def test_counts(
    seed: int, options: dict[str, Any], after: int, phase: str, counts: list[int]
) -> None:
    def start(seed: int) -> tuple[OneGame, Oracle]:
        return OneGame(seed, **options), oracle_of(seed, options)

    def is_wanted(game: OneGame, played: int) -> bool:
        return played >= after and game.phase == phase and len(game.actions()) > 1

    game, oracle = first_of(seed, start, packing, is_wanted)
    assert_counts(game, oracle, copy_of, counts, ORACLE_LIMIT)
