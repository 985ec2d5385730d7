"""Places that no card changes: the White Castle (5.3)."""

import pytest

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
