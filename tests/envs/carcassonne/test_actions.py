"""The numbering of the actions and their texts."""

from functools import cache
from typing import Any

import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.actions import (
    action_text,
    count_actions,
    draw_action,
    piece_action,
    wagon_action,
)
from tests.envs.carcassonne.one_game import OneGame, action_of, decision_of
from tests.envs.carcassonne.policies import at_random, positions

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 3, "skip_forced": False},
    {"configuration": "base", "table": 17, "skip_forced": False},
]
EACH = 4  # positions of each phase
EVERY_CASE = pytest.mark.parametrize("case", range(len(OPTIONS)))


@cache
def looked_at(case: int) -> list[OneGame]:
    """Return positions of all phases of a game."""
    found: dict[str | None, list[OneGame]] = {}
    for number, game in enumerate(positions(3, at_random, **OPTIONS[case])):
        some = found.setdefault(game.phase, [])
        if not game.over and len(some) < EACH and (number % 7 == 0 or not some):
            some.append(game.copy())
    return [game for some in found.values() for game in some]


def test_numbers() -> None:
    """Section 13.3: four quarter turns of every cell, a draw, 25 pieces and none, 64 targets."""
    for table in (17, 31, 101):
        assert draw_action(table) == 4 * table * table
        assert piece_action(table, 0) == draw_action(table) + 1
        assert wagon_action(table, 0) == piece_action(table, 0) + 25
        assert count_actions(table) == GAME.num_actions(GAME.options({"table": table}))
        assert count_actions(table) == wagon_action(table, 0) + 64


@EVERY_CASE
def test_numbers_and_decisions_belong_together(case: int) -> None:
    """All of them, but for targets without a wagon to drive and for an abbey that is turned."""
    for game in looked_at(case):
        record, table = game.record, int(game.record.table)
        numbers = list(range(wagon_action(table, 0)))
        if game.phase == "abbey":
            numbers = [*range(table * table), *range(draw_action(table), len(numbers))]
        if game.phase == "wagon":
            numbers += range(wagon_action(table, 0), count_actions(table))
        decisions = [decision_of(record, number) for number in numbers]
        assert [action_of(record, decision) for decision in decisions] == numbers
        assert len(set(decisions)) == len(decisions)


def test_positions_are_of_all_phases() -> None:
    seen = {game.phase for case in range(len(OPTIONS)) for game in looked_at(case)}
    assert seen == {"abbey", "place", "piece", "wagon"}


@EVERY_CASE
def test_texts_of_legal_actions_differ(case: int) -> None:
    for game in looked_at(case):
        texts = [action_text(game.record, action) for action in game.actions()]
        assert len(set(texts)) == len(texts)


@EVERY_CASE
def test_every_action_has_a_text_in_any_position(case: int) -> None:
    for game in looked_at(case):
        last = count_actions(int(game.record.table)) - 1
        assert all(action_text(game.record, action) for action in range(last + 1))
        for action in (-1, last + 1):
            with pytest.raises(ValueError, match=f"action {action} .*0 to {last}"):
                action_text(game.record, action)
