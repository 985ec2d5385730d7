"""Places that no card changes: the White Castle (5.3), and the order of dice."""

import operator
from collections.abc import Callable

import pytest

from fiefdom.envs.rise_to_nobility.places import values_in_order
from fiefdom.envs.rise_to_nobility.rules import ORDERS
from tests.envs.rise_to_nobility.positions import Table


@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_white_castle_raises_reputation(die: int, steps: int) -> None:
    table = Table(3)
    table.place("castle", die)
    assert table.numbers("reputation", "used_sum") == [9 + steps, die]
    assert table.phase == "main"


@pytest.mark.parametrize("die", range(1, 7))
def test_white_castle_is_closed_at_the_top(die: int) -> None:
    table = Table(3)
    table.record.reputation[0] = 24
    assert not table.may_place("castle", die)
    assert table.may_place("berk", die), "the die itself may be placed"
    table.record.reputation[0] = 23
    table.place("castle", die)
    assert table.number("reputation") == 24, "what is above the top is lost"


@pytest.mark.parametrize(("players", "slots"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_white_castle_has_slots_for_each_range(players: int, slots: int) -> None:
    """Table 3.3."""
    table = Table(players)
    for number in range(slots):
        table.place("castle", 3 + number % 2)
    table.record.used_sum[0] = 0
    for die in range(1, 7):
        assert table.may_place("castle", die) == (die not in (3, 4))


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "any": lambda value, last: True,
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
}


@pytest.mark.parametrize("last", range(7))
@pytest.mark.parametrize("order", ORDERS)
def test_values_that_may_follow_the_last_die(order: str, last: int) -> None:
    found = values_in_order(ORDERS.index(order), last)
    wanted = {v for v in range(1, 7) if last == 0 or COMPARISONS[order](v, last)}
    assert {value for value in range(8) if found >> value & 1} == wanted
