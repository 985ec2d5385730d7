"""Counts of move sequences from fixed seeds, equal in engine and oracle."""

import copy
from typing import Any

import pytest

from tests.envs.king_of_the_dice.chance import StreamChance
from tests.envs.king_of_the_dice.one_game import OneGame
from tests.envs.king_of_the_dice.oracle import Oracle
from tests.envs.king_of_the_dice.policies import for_citizens
from tests.envs.perft import assert_counts, first_of

EXACT: dict[str, Any] = {"count_mode": "exact", "elf_mode": "top_card", "start": "random"}
SHARED: dict[str, Any] = {"orc_distinct": False, "village": "auto"}
# Seed, options, the phase whose first decision is looked for, and the sequences of 1, 2 and 3
# actions from there. They change with the order in which luck is drawn.
COUNTS: list[tuple[int, dict[str, Any], str, list[int]]] = [
    (1, {"num_players": 2}, "keep", [48, 2770, 57996]),
    (2, {"num_players": 5, **EXACT}, "keep", [36, 1788, 49204]),
    (3, {"num_players": 2}, "choose", [2, 96, 4832]),
    (4, {"num_players": 3, **EXACT, "skip_forced": False}, "hypno", [2, 112, 6453]),
    (5, {"num_players": 4, "elf_mode": "top_card"}, "gift", [3, 108, 5034]),
    (6, {"num_players": 5, **SHARED}, "gift", [4, 256, 15296]),
]
ORACLE_LIMIT = 20_000  # sequences that the oracle counts in less than a second; all in a full run


def copy_of(oracle: Oracle) -> Oracle:
    """Copy a game with its piles and its luck (ten times as fast as deepcopy)."""
    twin = copy.copy(oracle)
    for name, value in vars(oracle).items():
        if isinstance(value, list):
            piles = [list(item) if isinstance(item, list) else item for item in value]
            setattr(twin, name, piles)
    assert isinstance(oracle.chance, StreamChance)
    chance = copy.copy(oracle.chance)
    chance.stream = copy.copy(chance.stream)
    chance.citizens, chance.penalties = list(chance.citizens), list(chance.penalties)
    twin.chance = chance
    return twin


@pytest.mark.parametrize(("seed", "options", "phase", "counts"), COUNTS)
def test_counts(seed: int, options: dict[str, Any], phase: str, counts: list[int]) -> None:
    def start(seed: int) -> tuple[OneGame, Oracle]:
        return OneGame(seed, **options), Oracle(StreamChance(seed), **options)

    game, oracle = first_of(seed, start, for_citizens, lambda game, _: game.phase == phase)
    assert_counts(game, oracle, copy_of, counts, ORACLE_LIMIT)
