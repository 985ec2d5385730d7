"""The oracle's Chancery: the worked examples (9.2) and the rulings of the expansion (9)."""

import pytest

from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_positions import (
    end_round,
    may_place,
    new_game,
    options,
    place,
    turn,
)

HALFLING, HUMAN, ELF, DWARF, GREEN_ELF, TROBIT = "S01", "S05", "S09", "S13", "S17", "S21"
CARDS = [HALFLING, HUMAN, ELF, DWARF, GREEN_ELF, TROBIT]


def desks_for(oracle: Oracle, *dice: int) -> set[int]:
    """Return the desks open to seat 0 with these dice."""
    turn(oracle, 0, *dice)
    return {decision[1] for decision in options(oracle, "desk")}


def ready(num_players: int, *cards: str) -> Oracle:
    """Return a game in which seat 0 has completed cards and a Worker in the Lot."""
    oracle = new_game(num_players)
    oracle.completed[0] = list(cards)
    oracle.houses[0] = 7
    oracle.lot[0], oracle.reserve[0] = 1, 13
    return oracle


# Desks (6.1, 6.2).


@pytest.mark.parametrize("num_players", range(1, 7))
def test_desks_of_each_die(num_players: int) -> None:
    oracle = ready(num_players, *CARDS)
    for value in range(1, 7):
        both = {value, value + 6} if num_players >= 5 else {value}
        assert desks_for(oracle, value) == both
    assert len(desks_for(oracle, 1, 2, 3, 4, 5, 6)) == (12 if num_players >= 5 else 6)


@pytest.mark.parametrize(
    ("card", "desks"),
    [
        (HALFLING, {1, 10}),
        (HUMAN, {2, 11}),
        (ELF, {3, 12}),
        (DWARF, {4, 7}),
        (GREEN_ELF, {5, 8}),
        (TROBIT, {6, 9}),
    ],
)
def test_race_of_each_desk(card: str, desks: set[int]) -> None:
    assert desks_for(ready(5, card), 1, 2, 3, 4, 5, 6) == desks


def test_apprentice_at_a_desk() -> None:
    oracle = ready(3, HUMAN)
    turn(oracle, 0, 2)
    oracle.play(("desk", 2))
    assert (oracle.lot[0], oracle.desks, oracle.used_sum[0]) == (0, {2: 0}, 2)
    assert (oracle.chancery_dice, oracle.has_placed, oracle.dice[0]) == ({2}, True, [])
    assert oracle.completed[0] == [HUMAN]
    oracle.goods[0] = goods("1B")
    place(oracle, "ship", 0, 1)
    oracle.play(("good", 0))
    assert oracle.coins[0] == 8 + 3


def test_what_an_apprentice_at_a_desk_needs() -> None:
    oracle = ready(3, HUMAN)
    assert desks_for(oracle, 3) == set()
    assert desks_for(oracle, 2) == {2}
    oracle.used_sum[0] = 8
    assert desks_for(oracle, 2) == set()
    oracle.used_sum[0] = 7
    assert desks_for(oracle, 2) == {2}
    oracle.lot[0] = 0
    assert desks_for(oracle, 2) == set()
    oracle.lot[0] = 1
    oracle.completed[0], oracle.held[0] = [], [HUMAN]
    assert desks_for(oracle, 2) == set()
    oracle.completed[1] = [HUMAN]
    assert desks_for(oracle, 2) == set()


def test_slot_is_closed_for_the_round_and_a_taken_desk_for_good() -> None:
    oracle = ready(5, HUMAN, GREEN_ELF)
    oracle.lot[0] = 2
    assert desks_for(oracle, 2) == {2, 8}
    oracle.play(("desk", 2))
    assert desks_for(oracle, 2) == set()
    end_round(oracle)
    assert oracle.chancery_dice == set()
    assert desks_for(oracle, 2) == {8}
    oracle.play(("desk", 8))
    assert oracle.desks == {2: 0, 8: 0}
    end_round(oracle)
    oracle.lot[0] = 1
    assert desks_for(oracle, 2) == set()


def test_slot_of_another_player_is_closed_too() -> None:
    oracle = ready(5, HUMAN, GREEN_ELF)
    oracle.desks[2] = 1
    assert desks_for(oracle, 2) == {8}
    oracle.chancery_dice = {2}
    assert desks_for(oracle, 2) == set()


def test_one_card_serves_several_desks() -> None:
    oracle = ready(6, HUMAN)
    oracle.lot[0] = 2
    place(oracle, "desk", 2)
    place(oracle, "desk", 11)
    assert (oracle.desks, oracle.completed[0]) == ({2: 0, 11: 0}, [HUMAN])


def test_only_a_worker_in_the_lot_may_go_but_a_recalled_one_is_one() -> None:
    oracle = ready(3, HUMAN)
    oracle.lot[0] = 0
    oracle.guild_apprentices[0][3] = 1
    oracle.buildings[0] = [("B01", False)]
    assert desks_for(oracle, 2) == set()
    oracle.play(("recall", 3))
    oracle.play(("desk", 2))
    assert (oracle.desks, oracle.guild_apprentices[0], oracle.lot[0]) == ({2: 0}, [0] * 6, 0)


def test_worker_of_a_character_may_go() -> None:
    oracle = ready(3, HUMAN)
    oracle.lot[0], oracle.character[0] = 0, "H12"
    turn(oracle, 0, 2)
    oracle.play(("character",))
    assert options(oracle, "desk") == {("desk", 2)}


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_apprentice_stays_at_the_desk_and_its_slot_stays_closed(num_players: int) -> None:
    oracle = ready(num_players, HUMAN, GREEN_ELF, ELF)
    oracle.lot[0] = 2
    place(oracle, "desk", 2)
    for _ in range(3):
        end_round(oracle)
        assert desks_for(oracle, 2, 3) == {3}
        assert options(oracle, "recall") == set()
        assert (oracle.desks, oracle.lot[0]) == ({2: 0}, 1)


# Benefits and income (6.3).


def test_chancery_income() -> None:
    oracle = new_game(5)
    oracle.desks = {2: 0, 8: 0, 1: 3}
    oracle.guild_apprentices[0][0] = 1
    end_round(oracle)
    assert [coins - 8 for coins in oracle.coins] == [6 + 2, 0, 0, 3, 0]
    end_round(oracle)
    assert [coins - 8 for coins in oracle.coins] == [16, 0, 0, 6, 0]


@pytest.mark.parametrize(
    ("desks", "event", "earned"),
    [
        ({}, None, 6),
        ({2: 0}, None, 9),
        ({8: 0}, None, 9),
        ({2: 0, 8: 0}, None, 9),
        ({2: 1}, None, 6),
        ({1: 0, 3: 0, 4: 0, 5: 0, 6: 0}, None, 6),
        ({2: 0}, "E01", 12),
    ],
)
def test_port_benefit(desks: dict[int, int], event: str | None, earned: int) -> None:
    oracle = new_game(5)
    oracle.desks, oracle.event = desks, event
    for visit in (1, 2):
        oracle.goods[0] = goods("3B")
        place(oracle, "ship", 0, 3)
        for _ in range(3):
            oracle.play(("good", 0))
        assert oracle.coins[0] == 8 + visit * earned


@pytest.mark.parametrize(
    ("desks", "coins", "reputation"),
    [
        ({}, 4, 10),
        ({1: 0}, 0, 10),
        ({7: 0}, 0, 10),
        ({3: 0}, 4, 11),
        ({9: 0}, 4, 11),
        ({3: 0, 9: 0}, 4, 11),
        ({1: 0, 3: 0}, 0, 11),
        ({1: 1, 3: 1, 2: 0, 4: 0, 5: 0, 6: 0}, 4, 10),
    ],
)
def test_council_benefits(desks: dict[int, int], coins: int, reputation: int) -> None:
    oracle = new_game(5)
    oracle.desks = desks
    oracle.rep[0] = 12
    oracle.goods[0] = goods("2B 2A")
    oracle.council_row = ["T16", None, None, None, None]
    oracle.coins[0] = max(0, coins - 1)
    assert may_place(oracle, "council", 2) == (coins == 0)
    oracle.coins[0] = 8
    place(oracle, "council", 2)
    oracle.play(("fulfil", 0))
    assert (oracle.coins[0], oracle.rep[0], oracle.goods[0]) == (8 - coins, reputation, [0] * 6)
    assert oracle.vp[0] == 9


def test_council_benefit_lets_a_low_reputation_pay() -> None:
    oracle = new_game()
    oracle.goods[0] = goods("1B 1A")
    oracle.rep[0] = 7
    assert not may_place(oracle, "council", 2)
    oracle.desks = {3: 0}
    assert may_place(oracle, "council", 2)
    oracle.rep[0] = 6
    assert not may_place(oracle, "council", 2)


@pytest.mark.parametrize("desks", [{4: 0}, {10: 0}, {4: 0, 10: 0}])
def test_tavern_benefit_with_four_cards_held(desks: dict[int, int]) -> None:
    oracle = new_game(5)
    oracle.desks = desks
    oracle.held[0] = ["S31", "S32", "S33", "S34"]
    place(oracle, "tavern", 2)
    assert ("done",) not in oracle.legal()
    oracle.play(("take", 0))
    assert oracle.settlers_row[0] not in (None, "S06")
    assert oracle.legal() == {("done",)} | {("take", space) for space in range(6)}
    new_card = oracle.settlers_row[0]
    oracle.play(("take", 0))
    assert oracle.held[0][4:] == ["S06", new_card]
    assert oracle.phase == "main"


def test_second_tavern_card_may_be_left() -> None:
    oracle = new_game()
    oracle.desks = {4: 0}
    place(oracle, "tavern", 2)
    oracle.play(("take", 0))
    oracle.play(("done",))
    assert (oracle.phase, len(oracle.held[0])) == ("main", 2)


def test_tavern_benefit_with_five_cards_held() -> None:
    oracle = new_game()
    oracle.desks = {4: 0}
    oracle.held[0] = ["S31", "S32", "S33", "S34", "S35"]
    place(oracle, "tavern", 2)
    oracle.play(("take", 0))
    assert (oracle.phase, len(oracle.held[0])) == ("main", 6)


@pytest.mark.parametrize(
    ("desks", "price"), [({}, 4), ({5: 0}, 3), ({11: 0}, 3), ({5: 0, 11: 0}, 3), ({5: 1, 6: 0}, 4)]
)
def test_house_benefit(desks: dict[int, int], price: int) -> None:
    oracle = new_game(5)
    oracle.desks = desks
    oracle.houses[0] = 3
    oracle.coins[0] = price - 1
    assert not may_place(oracle, "yard", 2)
    oracle.coins[0] = price
    place(oracle, "yard", 2)
    assert (oracle.coins[0], oracle.houses[0]) == (0, 4)


@pytest.mark.parametrize(("value", "price"), [(1, 5), (3, 4), (6, 3)])
@pytest.mark.parametrize("desks", [{6: 0}, {12: 0}, {6: 0, 12: 0}])
def test_building_benefit(desks: dict[int, int], value: int, price: int) -> None:
    oracle = new_game(5)
    oracle.desks = desks
    oracle.guild_apprentices[0][0] = 1
    oracle.coins[0] = price
    place(oracle, "hall", value)
    oracle.play(("buy", 2))
    assert (oracle.coins[0], oracle.buildings[0]) == (0, [("B03", False)])


def test_building_benefit_is_not_for_upgrades() -> None:
    oracle = new_game()
    oracle.desks = {6: 0}
    oracle.buildings[0] = [("B03", False)]
    place(oracle, "hall", 3)
    oracle.play(("upgrade", 0))
    assert oracle.coins[0] == 8 - 5
