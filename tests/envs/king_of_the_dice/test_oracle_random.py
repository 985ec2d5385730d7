"""Random games of the oracle: cards are conserved, games end, rewards fit the scores."""

import random
from collections import Counter
from itertools import chain
from typing import Any

import pytest

from tests.envs.king_of_the_dice.chance import ShuffledChance
from tests.envs.king_of_the_dice.oracle import STOP, Oracle
from tests.envs.king_of_the_dice.oracle_cards import (
    CITIZEN_BY_ID,
    SCOUNDRELS,
    Citizen,
    Scoundrel,
    Village,
    coloured_roll,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"village": "auto"},
    {"elf_mode": "top_card", "start": "random"},
    {"count_mode": "exact"},
    {"orc_distinct": False, "skip_forced": False},
]
# 7.3: at most so many decisions, and so many turns, per game.
MOST_DECISIONS = 112
MOST_DRAWS = 35


def choose(oracle: Oracle, luck: random.Random, eager: bool) -> int:
    """Pick any action; an eager player seeks citizens and likes to leave villages."""
    legal = oracle.legal()
    if eager and oracle.phase == "keep":
        return STOP if oracle.fulfilled() else keep_alike(oracle.dice, luck)
    return legal[-1] if eager and luck.random() < 0.8 else luck.choice(legal)


def keep_alike(faces: list[int], luck: random.Random) -> int:
    """Keep the dice of the commonest number or of the commonest colour."""
    aspect = luck.randrange(2)
    shown = [die[aspect] for die in coloured_roll(faces)]
    commonest = max(shown, key=shown.count)
    return sum(1 << index for index, face in enumerate(shown) if face == commonest)


def check_cards(oracle: Oracle) -> None:
    """All forty citizens, fifteen villages and ten scoundrels are somewhere, once."""
    taken = list(chain.from_iterable(oracle.kingdoms))
    held = [] if oracle.held_dragon is None else [oracle.held_dragon]
    in_row = [card for card in oracle.row if card is not None]
    citizens = [card.id for card in (*taken, *held) if isinstance(card, Citizen)]
    everywhere = citizens + in_row + oracle.discard + oracle.draw_pile
    assert sorted(everywhere) == sorted(CITIZEN_BY_ID)
    for column, stack in enumerate(oracle.villages):
        claimed = [
            card.value for card in taken if isinstance(card, Village) if card.column == column
        ]
        assert sorted(claimed + stack) == [2, 3, 4]
        assert stack == sorted(stack)
    penalties = [card.minus for card in taken if isinstance(card, Scoundrel)]
    assert sorted(penalties + oracle.penalties_left) == list(SCOUNDRELS)


def check_decision(oracle: Oracle) -> None:
    """A game under way has a choice to make, and is not at any of its ends."""
    assert len(oracle.legal()) >= (2 if oracle.skip_forced else 1)
    assert oracle.draw_pile
    assert oracle.penalties_left
    assert all(oracle.villages)
    gaps = {"keep": [0], "choose": [0], "hypno": [1], "gift": [1, 2]}
    assert oracle.row.count(None) in gaps[oracle.phase]
    for first in (0, 2, 4):
        assert oracle.dice[first] <= oracle.dice[first + 1]
    assert oracle.rewards("win") == [0.0] * oracle.num_players


def end_of(oracle: Oracle) -> str:
    if not oracle.draw_pile:
        return "draw pile"
    return "village" if oracle.penalties_left else "penalties"


def check_end(oracle: Oracle, summed: list[float]) -> None:
    """Exactly one stack is used up, and all rewards fit the final scores."""
    ends = [not oracle.draw_pile, not oracle.penalties_left, not all(oracle.villages)]
    assert sum(ends) == 1
    assert oracle.legal() == []
    assert sum(oracle.rewards("win")) == pytest.approx(0)
    assert sum(oracle.rewards("margin")) == pytest.approx(0)
    assert summed == pytest.approx(oracle.rewards("margin"))
    best = max(zip(oracle.scores(), (-minus for minus in oracle.minus()), strict=True))
    winner = oracle.ranks().index(1)
    assert (oracle.scores()[winner], -oracle.minus()[winner]) == best
    assert all(-32 <= score <= 191 for score in oracle.scores())


def play(seed: int, num_players: int, eager: bool, options: dict[str, Any]) -> str:
    """Play a game with all checks and return how it ended."""
    luck = random.Random(seed)
    oracle = Oracle(ShuffledChance(seed), num_players, **options)
    summed = [0.0] * num_players
    decisions = 0
    while not oracle.over:
        check_cards(oracle)
        check_decision(oracle)
        decisions += len(oracle.legal()) > 1
        oracle.play(choose(oracle, luck, eager))
        summed = [a + b for a, b in zip(summed, oracle.rewards("score"), strict=True)]
    check_cards(oracle)
    check_end(oracle, summed)
    assert decisions <= MOST_DECISIONS
    assert 35 - len(oracle.draw_pile) <= MOST_DRAWS
    return end_of(oracle)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_random_games_keep_the_rules(num_players: int) -> None:
    ends: Counter[str] = Counter()
    for game, options in enumerate(OPTIONS * 4):
        ends[play(game, num_players, eager=game % 4 > 0, options=options)] += 1
    assert ends.total() == 4 * len(OPTIONS)
    assert ends["penalties"] > 0


def test_each_end_is_reached() -> None:
    modes = [{"village": "auto"}, {"village": "optional"}]
    ends = {play(seed, 2, eager=True, options=options) for seed in range(20) for options in modes}
    assert ends == {"draw pile", "penalties", "village"}


def test_same_luck_and_actions_give_the_same_game() -> None:
    first, second = (Oracle(ShuffledChance(5), 3) for _ in range(2))
    luck = random.Random(5)
    while not first.over:
        action = luck.choice(first.legal())
        first.play(action)
        second.play(action)
    assert second.over
    assert first.kingdoms == second.kingdoms
    assert first.row == second.row
