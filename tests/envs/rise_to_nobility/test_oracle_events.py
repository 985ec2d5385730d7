"""The oracle's events (8.8), each with what it changes and what it leaves alone."""

import dataclasses

import pytest

from tests.envs.rise_to_nobility.chance import ScriptedChance
from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_positions import end_round, may_place, new_game, place, turn

GROUP_1 = [f"E{number:02}" for number in range(1, 9)]
GROUP_2 = [f"E{number:02}" for number in range(9, 17)]


def reveal(oracle: Oracle, event: str) -> None:
    """End the round and have this event revealed for the next."""
    oracle.events_left = {1: [event], 2: [event]}
    oracle.options = dataclasses.replace(oracle.options, events=True)
    end_round(oracle)


def test_events_of_the_rounds() -> None:
    script = ScriptedChance()
    oracle = new_game(2, script=script, events=True, chancery=False)
    seen: list[str] = []
    for _ in range(10):
        assert oracle.event is not None
        seen.append(oracle.event)
        if len(seen) == 7:
            script.write(0, 5)
        while oracle.phase == "good":
            oracle.play(("good", 0))
        end_round(oracle)
    assert seen[:5] == ["E01", "E02", "E03", "E04", "E05"]
    assert seen[5:] == ["E09", "E10", "E16", "E11", "E12"]
    assert oracle.event is None


def test_event_is_drawn_after_the_setup_and_before_the_dice() -> None:
    script = ScriptedChance()
    new_game(2, script=script, events=True, chancery=False)
    assert script.limits[-11:] == [8, *[6] * 10]


def test_short_variant_has_two_events_of_the_second_group() -> None:
    oracle = new_game(2, events=True, short=True)
    for _ in range(5):
        end_round(oracle)
    assert oracle.event == "E09"
    end_round(oracle)
    assert oracle.event == "E10"


def test_no_events_without_the_option() -> None:
    script = ScriptedChance()
    oracle = new_game(2, script=script, chancery=False)
    assert (oracle.event, 8 in script.limits) == (None, False)


# Events that last for the round.


def test_port_traders() -> None:
    oracle = new_game()
    oracle.event = "E01"
    oracle.goods[0] = goods("3B")
    place(oracle, "ship", 0, 3)
    for _ in range(3):
        oracle.play(("good", 0))
    assert oracle.coins[0] == 8 + 9


def test_flourishing_guilds() -> None:
    oracle = new_game()
    oracle.event = "E02"
    oracle.buildings[0] = [("B01", True)]
    place(oracle, "guild", 0, 1)
    place(oracle, "guild", 1, 6)
    assert oracle.goods[0] == goods("4B 4A")


def test_open_yard() -> None:
    oracle = new_game()
    oracle.event = "E04"
    oracle.coins[0] = 4
    place(oracle, "yard", 1)
    assert oracle.coins[0] == 2
    oracle.desks = {5: 0}
    place(oracle, "yard", 1)
    assert oracle.coins[0] == 1


def test_royal_audience() -> None:
    oracle = new_game()
    oracle.event = "E05"
    place(oracle, "castle", 1)
    assert oracle.rep[0] == 11
    oracle.rep[0] = 23
    place(oracle, "castle", 3)
    assert oracle.rep[0] == 24
    assert not may_place(oracle, "castle", 6)


@pytest.mark.parametrize(("desks", "cards"), [({}, 2), ({4: 0}, 3)])
def test_full_tavern(desks: dict[int, int], cards: int) -> None:
    oracle = new_game()
    oracle.event, oracle.desks = "E06", desks
    place(oracle, "tavern", 1)
    for taken in range(cards):
        assert (oracle.phase, ("done",) in oracle.legal()) == ("take", taken > 0)
        oracle.play(("take", 0))
    assert (oracle.phase, len(oracle.held[0])) == ("main", 1 + cards)


@pytest.mark.parametrize(("left", "taken"), [(20, 3), (2, 2)])
def test_generous_clerk(left: int, taken: int) -> None:
    oracle = new_game()
    oracle.event, oracle.modifiers_left = "E07", left
    place(oracle, "berk", 4)
    assert (oracle.modifiers[0], oracle.modifiers_left) == (taken, left - taken)


@pytest.mark.parametrize(("value", "most"), [(1, 1), (2, 1), (4, 2), (6, 3)])
def test_rough_sea(value: int, most: int) -> None:
    oracle = new_game()
    oracle.event = "E10"
    oracle.goods[0] = goods("9B")
    place(oracle, "ship", 0, value)
    for _ in range(most):
        assert oracle.phase == "sell"
        oracle.play(("good", 0))
    assert oracle.phase == "main"


@pytest.mark.parametrize(
    ("desks", "before", "after"), [({}, 7, 6), ({3: 0}, 6, 6), ({}, 12, 11), ({3: 0}, 12, 12)]
)
def test_council_in_session(desks: dict[int, int], before: int, after: int) -> None:
    oracle = new_game()
    oracle.event, oracle.desks = "E11", desks
    oracle.rep[0] = before
    oracle.goods[0] = goods("1B 1A")
    place(oracle, "council", 1)
    oracle.play(("fulfil", 0))
    assert (oracle.rep[0], oracle.coins[0]) == (after, 6)


def test_builders_fair() -> None:
    oracle = new_game()
    oracle.event, oracle.desks = "E13", {6: 0}
    oracle.guild_apprentices[0][0] = 1
    oracle.coins[0] = 5 - 3 + 5 - 2
    place(oracle, "hall", 5)
    oracle.play(("buy", 3))
    assert oracle.coins[0] == 3
    oracle.used_sum[0] = oracle.hall_dice[2] = 0
    place(oracle, "hall", 6)
    oracle.play(("upgrade", 0))
    assert oracle.coins[0] == 0


def test_housewarming() -> None:
    oracle = new_game()
    oracle.event = "E14"
    oracle.completed[1] = ["S09"]
    oracle.goods[0] = goods("1B 1A")
    turn(oracle, 0, 1)
    oracle.play(("complete", 0))
    assert oracle.vp == [4, 0, 0]


def test_guild_dues() -> None:
    oracle = new_game(3)
    oracle.event = "E15"
    oracle.desks = {1: 1}
    oracle.guild_apprentices = [[1, 2, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0] * 6]
    end_round(oracle)
    assert [coins - 8 for coins in oracle.coins] == [1 + 0, 0 + 1 + 3, 0]


@pytest.mark.parametrize("event", ["E03", "E08", "E09", "E12", "E16"])
def test_event_with_its_effect_now_changes_nothing_later(event: str) -> None:
    oracle = new_game()
    oracle.event = event
    oracle.guild_apprentices[0][0] = 1
    oracle.goods[0] = goods("1B 1A")
    turn(oracle, 0, 1)
    oracle.play(("complete", 0))
    oracle.play(("castle", 1))
    end_round(oracle)
    assert (oracle.vp, oracle.rep, oracle.coins) == ([3, 0, 0], [10, 9, 9], [12, 8, 8])


# Events that act at once.


def test_hardworking_apprentices() -> None:
    oracle = new_game(4)
    oracle.guild_apprentices = [[1, 0, 2, 0, 0, 0], [2, 0, 1, 1, 1, 0], [0] * 6, [0, 1, 0, 0, 0, 0]]
    oracle.buildings[3] = [("B01", False)]
    oracle.desks = {1: 2, 2: 3}
    reveal(oracle, "E03")
    income = [1 + 2, 2 + 1 + 2 + 2, 3, 2 + 3]
    assert [coins - 8 for coins in oracle.coins] == [
        earned + now for earned, now in zip(income, [3, 4, 0, 1], strict=True)
    ]


def test_market_day_is_asked_from_the_first_player_on_before_the_dice() -> None:
    oracle = new_game(3)
    reveal(oracle, "E08")
    assert (oracle.round, oracle.first_player, oracle.dice) == (2, 1, [[], [], []])
    for seat, good in [(1, 5), (2, 0), (0, 3)]:
        assert (oracle.phase, oracle.mover) == ("good", seat)
        assert oracle.legal() == {("good", kind) for kind in range(6)}
        oracle.play(("good", good))
    assert oracle.goods == [goods("1M"), goods("1F"), goods("1B")]
    assert (oracle.phase, oracle.mover, len(oracle.dice[0])) == ("main", 1, 5)


@pytest.mark.parametrize(
    ("coins", "reputation", "after"),
    [(3, 9, (1, 9)), (2, 9, (0, 9)), (1, 9, (0, 8)), (0, 9, (0, 8)), (0, 6, (0, 6))],
)
def test_city_tax(coins: int, reputation: int, after: tuple[int, int]) -> None:
    oracle = new_game(3)
    oracle.coins[2], oracle.rep[2] = coins, reputation
    reveal(oracle, "E09")
    assert (oracle.coins[2], oracle.rep[2]) == after
    assert (oracle.coins[:2], oracle.rep[:2]) == ([6, 6], [9, 9])


@pytest.mark.parametrize(
    ("before", "after"),
    [([9, 8, 7], [8, 8, 7]), ([9, 7, 9], [8, 7, 8]), ([6, 6, 6], [6, 6, 6])],
)
def test_gossip(before: list[int], after: list[int]) -> None:
    oracle = new_game(3)
    oracle.rep = before
    reveal(oracle, "E12")
    assert oracle.rep == after


@pytest.mark.parametrize(
    ("points", "before", "after"),
    [
        ([5, 1, 3], [9, 9, 9], [9, 11, 9]),
        ([1, 5, 1], [9, 9, 23], [11, 9, 24]),
        ([0, 0, 0], [24, 6, 9], [24, 8, 11]),
    ],
)
def test_queens_favour(points: list[int], before: list[int], after: list[int]) -> None:
    oracle = new_game(3)
    oracle.vp, oracle.rep = points, before
    oracle.nobility = [0, 9, 0]
    reveal(oracle, "E16")
    assert oracle.rep == after


def test_effect_ends_with_the_round() -> None:
    oracle = new_game(3)
    oracle.event = "E05"
    end_round(oracle)
    assert oracle.event is None
    place(oracle, "castle", 1)
    assert oracle.rep[0] == 10


def test_all_events_are_in_their_group() -> None:
    oracle = new_game(2)
    assert oracle.events_left == {1: GROUP_1, 2: GROUP_2}
