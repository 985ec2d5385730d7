"""The oracle's Tavern, Construction Yard, Guild Hall and Stone Council (5.5 to 5.8)."""

import copy

import pytest

from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle_positions import (
    end_round,
    may_afford_all,
    may_place,
    new_game,
    options,
    place,
    script_of,
    turn,
)
from tests.envs.rise_to_nobility.oracle_rules import load_rules

VALUES = range(1, 7)

# Cavern Tavern (5.5): S04 S05 S06 S25 S26 S27.


def test_tavern_gives_one_card_and_refills_the_space() -> None:
    oracle = new_game()
    place(oracle, "tavern", 3)
    assert (oracle.phase, oracle.legal()) == ("take", {("take", space) for space in range(6)})
    script_of(oracle).write(4)
    oracle.play(("take", 1))
    assert script_of(oracle).limits == [18]
    assert oracle.settlers_row == ["S04", "S11", "S06", "S25", "S26", "S27"]
    assert (oracle.held[0], oracle.coins[0], oracle.phase) == (["S01", "S05"], 8, "main")


def test_tavern_space_of_level_two_is_refilled_from_its_deck() -> None:
    oracle = new_game()
    place(oracle, "tavern", 3)
    script_of(oracle).write(20)
    oracle.play(("take", 3))
    assert script_of(oracle).limits == [21]
    assert oracle.settlers_row[3] == "S48"


def test_tavern_dice_never_fall() -> None:
    oracle = new_game(6)
    assert all(may_place(oracle, "tavern", value) for value in VALUES)
    place(oracle, "tavern", 3)
    oracle.play(("take", 0))
    assert (oracle.tavern_last, oracle.tavern_count) == (3, 1)
    allowed = {value for value in VALUES if may_place(oracle, "tavern", value, seat=1)}
    assert allowed == {3, 4, 5, 6}
    end_round(oracle)
    assert (oracle.tavern_last, oracle.tavern_count) == (None, 0)
    assert may_place(oracle, "tavern", 1)


@pytest.mark.parametrize("num_players", range(1, 7))
def test_tavern_slots(num_players: int) -> None:
    oracle = new_game(num_players)
    oracle.rep[0] = 24
    for _ in range(max(2, num_players) + 1):
        assert may_place(oracle, "tavern", 2)
        place(oracle, "tavern", 2)
        oracle.play(("take", 0))
        oracle.held[0] = []
    assert not may_place(oracle, "tavern", 2)


def test_tavern_is_closed_with_six_cards() -> None:
    oracle = new_game()
    oracle.held[0] = [f"S{number}" for number in range(30, 36)]
    assert not may_place(oracle, "tavern", 6)
    oracle.held[0].pop()
    assert may_place(oracle, "tavern", 6)


def test_tavern_needs_a_card_and_skips_empty_spaces() -> None:
    oracle = new_game()
    oracle.settlers_row = [None, None, "S06", None, None, None]
    place(oracle, "tavern", 2)
    assert oracle.legal() == {("take", 2)}
    oracle.settlers_row = [None] * 6
    assert not may_place(oracle, "tavern", 2)


# Construction Yard (5.6).


@pytest.mark.parametrize(
    ("number", "price", "points"),
    [(2, 3, 1), (3, 3, 1), (4, 4, 2), (5, 4, 2), (6, 5, 3), (7, 5, 3)],
)
def test_house(number: int, price: int, points: int) -> None:
    oracle = new_game()
    oracle.houses[0] = number - 1
    oracle.coins[0] = price - 1
    assert not may_place(oracle, "yard", 4)
    oracle.coins[0] = price
    place(oracle, "yard", 4)
    assert (oracle.houses[0], oracle.coins[0], oracle.vp[0]) == (number, 0, points)


def test_no_eighth_house() -> None:
    oracle = new_game()
    oracle.houses[0] = 7
    assert not may_place(oracle, "yard", 4)


def test_house_price_is_never_below_zero() -> None:
    rules = copy.deepcopy(load_rules())
    rules["houses"][1]["cost"] = 0
    oracle = new_game(rules=rules)
    oracle.desks, oracle.coins[0] = {5: 0}, 0
    place(oracle, "yard", 4)
    assert (oracle.coins[0], oracle.houses[0]) == (0, 2)


def test_yard_dice_never_rise() -> None:
    oracle = new_game()
    assert all(may_place(oracle, "yard", value) for value in VALUES)
    place(oracle, "yard", 4)
    assert (oracle.yard_last, oracle.yard_count) == (4, 1)
    allowed = {value for value in VALUES if may_place(oracle, "yard", value, seat=1)}
    assert allowed == {1, 2, 3, 4}
    end_round(oracle)
    assert (oracle.yard_last, oracle.yard_count) == (None, 0)
    assert may_place(oracle, "yard", 6)


@pytest.mark.parametrize("num_players", range(1, 7))
def test_yard_slots(num_players: int) -> None:
    oracle = new_game(num_players)
    may_afford_all(oracle)
    for _ in range(max(2, num_players)):
        oracle.houses[0] = 1
        assert may_place(oracle, "yard", 2)
        place(oracle, "yard", 2)
    assert not may_place(oracle, "yard", 2)


# Guild Hall (5.7): B01 to B06 of Books, costs 4 4 5 5 6 6.


@pytest.mark.parametrize(("value", "change"), [(1, 1), (2, 1), (3, 0), (4, 0), (5, -1), (6, -1)])
def test_price_by_range(value: int, change: int) -> None:
    oracle = new_game()
    oracle.guild_apprentices[0][0] = 1
    oracle.coins[0] = 20
    place(oracle, "hall", value)
    oracle.play(("buy", 5))
    assert oracle.coins[0] == 20 - 6 - change
    oracle.used_sum[0] = 0
    oracle.hall_dice = [0, 0, 0]
    place(oracle, "hall", value)
    oracle.play(("upgrade", 0))
    assert oracle.coins[0] == 20 - 2 * (6 + change)


def test_buying_makes_a_guild_master() -> None:
    oracle = new_game()
    oracle.guild_apprentices[0] = [2, 0, 0, 0, 0, 0]
    place(oracle, "hall", 3)
    script_of(oracle).write(41)
    oracle.play(("buy", 3))
    assert oracle.guild_apprentices[0] == [1, 0, 0, 0, 0, 0]
    assert (oracle.num_masters(0, 0), oracle.num_masters(0, 1)) == (1, 0)
    assert oracle.buildings[0] == [("B04", False)]
    assert (oracle.vp[0], oracle.nobility[0], oracle.coins[0]) == (5, 1, 3)
    assert oracle.buildings_row == ["B01", "B02", "B03", "B48", "B05", "B06"]
    assert script_of(oracle).limits == [42]
    assert oracle.phase == "main"


def test_a_freed_apprentice_slot_is_open_at_once() -> None:
    oracle = new_game(2)
    oracle.guild_apprentices = [[1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    oracle.lot = [1, 1]
    place(oracle, "hall", 3)
    oracle.play(("buy", 0))
    place(oracle, "guild", 0, 1, seat=1)
    assert oracle.phase == "apprentice"


def test_buying_needs_an_apprentice_of_that_guild() -> None:
    oracle = new_game()
    oracle.buildings_row = ["B01", "B09", "B17", None, "B33", "B02"]
    oracle.guild_apprentices[0] = [1, 0, 0, 1, 1, 0]
    place(oracle, "hall", 3)
    assert (oracle.phase, oracle.legal()) == ("hall", {("buy", 0), ("buy", 4), ("buy", 5)})
    oracle.guild_apprentices = [[0] * 6, [1] * 6, [0] * 6]
    assert not may_place(oracle, "hall", 3)


def test_buying_needs_coins_and_a_lot() -> None:
    oracle = new_game()
    oracle.guild_apprentices[0][0] = 9
    oracle.coins[0] = 5
    place(oracle, "hall", 3)
    assert oracle.legal() == {("buy", space) for space in range(4)}
    oracle.buildings[0] = [(f"B{number:02}", True) for number in range(10, 17)]
    assert not may_place(oracle, "hall", 6)
    oracle.buildings[0].pop()
    assert may_place(oracle, "hall", 6)


def test_place_needs_something_affordable_with_that_die() -> None:
    oracle = new_game()
    oracle.guild_apprentices[0][0] = 1
    oracle.coins[0] = 4
    assert [may_place(oracle, "hall", value) for value in VALUES] == [False] * 2 + [True] * 4
    oracle.coins[0] = 3
    assert [may_place(oracle, "hall", value) for value in VALUES] == [False] * 4 + [True] * 2


@pytest.mark.parametrize(
    ("building", "gains"),
    [
        ("B01", {"modifiers": 1}),
        ("B02", {"rep": 10}),
        ("B04", {}),
        ("B05", {"rep": 10, "modifiers": 1}),
        ("B08", {"rep": 11}),
    ],
)
def test_bonus_of_a_building(building: str, gains: dict[str, int]) -> None:
    oracle = new_game()
    oracle.guild_apprentices[0][0] = 1
    oracle.buildings_row[0] = building
    place(oracle, "hall", 6)
    oracle.play(("buy", 0))
    wanted = {"rep": 9, "modifiers": 0} | gains
    assert {name: getattr(oracle, name)[0] for name in wanted} == wanted


def test_good_of_choice_of_a_building_is_asked_after_the_refill() -> None:
    oracle = new_game()
    oracle.guild_apprentices[0][0] = 1
    place(oracle, "hall", 6)
    oracle.play(("buy", 2))
    assert (oracle.phase, oracle.mover, oracle.buildings_row[2]) == ("good", 0, "B07")
    assert oracle.legal() == {("good", good) for good in range(6)}
    oracle.play(("good", 4))
    assert (oracle.goods[0], oracle.phase) == (goods("1J"), "main")


def test_building_reputation_beyond_the_top_is_lost() -> None:
    oracle = new_game()
    oracle.rep[0] = 23
    oracle.guild_apprentices[0][0] = 1
    oracle.buildings_row[0] = "B08"
    place(oracle, "hall", 6)
    oracle.play(("buy", 0))
    assert oracle.rep[0] == 24


def test_upgrading() -> None:
    oracle = new_game()
    oracle.buildings[0] = [("B09", True), ("B01", False), ("B08", False)]
    place(oracle, "hall", 3)
    assert oracle.legal() == {("upgrade", 1), ("upgrade", 2)}
    oracle.play(("upgrade", 2))
    assert oracle.buildings[0] == [("B09", True), ("B01", False), ("B08", True)]
    assert (oracle.coins[0], oracle.vp[0], oracle.nobility[0]) == (1, 7, 1)
    assert (oracle.rep[0], oracle.modifiers[0]) == (9, 0)
    oracle.coins[0] = 3
    assert not may_place(oracle, "hall", 3)


def test_price_is_never_below_zero() -> None:
    rules = copy.deepcopy(load_rules())
    rules["buildings"][0]["cost"] = rules["buildings"][0]["up_cost"] = 0
    oracle = new_game(rules=rules)
    oracle.guild_apprentices[0][0] = 1
    oracle.coins[0] = 0
    place(oracle, "hall", 6)
    oracle.play(("buy", 0))
    assert oracle.coins[0] == 0
    oracle.used_sum[0] = oracle.hall_dice[2] = 0
    place(oracle, "hall", 6)
    oracle.play(("upgrade", 0))
    assert oracle.coins[0] == 0


# Stone Council (5.8): T01 1B 1A 2 coins, T02 1B 1W 3 coins, T03 1B 1M, T04 1B 1J.


def test_fulfilling_a_tile() -> None:
    oracle = new_game()
    oracle.council_row[1] = "T16"
    oracle.goods[0] = goods("3B 2A")
    place(oracle, "council", 2)
    assert (oracle.phase, oracle.legal()) == ("tile", {("fulfil", 0), ("fulfil", 1)})
    oracle.play(("fulfil", 1))
    assert (oracle.goods[0], oracle.coins[0], oracle.rep[0]) == (goods("1B"), 4, 7)
    assert (oracle.vp[0], oracle.nobility[0], oracle.council_done[0]) == (9, 2, ["T16"])
    assert (oracle.council_row, oracle.phase) == (["T01", None, "T03", "T04"], "main")


def test_council_space_is_refilled_in_upkeep_from_left_to_right() -> None:
    oracle = new_game(2)
    oracle.council_row = [None, "T02", None]
    script_of(oracle).write(26, 0)
    end_round(oracle)
    assert oracle.council_row == ["T30", "T02", "T04"]
    assert script_of(oracle).limits[:2] == [27, 26]


def test_empty_council_space_stays_so_without_tiles() -> None:
    oracle = new_game(2)
    oracle.council_row = [None, None, "T02"]
    oracle.council_left = ["T30"]
    end_round(oracle)
    assert (oracle.council_row, oracle.council_left) == (["T30", None, "T02"], [])


def test_council_dice_rise_strictly() -> None:
    oracle = new_game(6)
    oracle.goods[0] = oracle.goods[1] = [9] * 6
    oracle.rep = [20] * 6
    assert all(may_place(oracle, "council", value) for value in VALUES)
    place(oracle, "council", 3)
    oracle.play(("fulfil", 0))
    assert (oracle.council_last, oracle.council_count) == (3, 1)
    allowed = {value for value in VALUES if may_place(oracle, "council", value, seat=1)}
    assert allowed == {4, 5, 6}
    end_round(oracle)
    assert (oracle.council_last, oracle.council_count) == (None, 0)
    assert may_place(oracle, "council", 1)


@pytest.mark.parametrize("num_players", range(1, 6))
def test_council_slots(num_players: int) -> None:
    oracle = new_game(num_players)
    may_afford_all(oracle)
    for value in range(1, max(2, num_players) + 1):
        oracle.rep[0] = 24
        oracle.council_row[0] = "T01"
        assert may_place(oracle, "council", value)
        place(oracle, "council", value)
        oracle.play(("fulfil", 0))
    oracle.council_row[0] = "T01"
    assert not may_place(oracle, "council", 6)


@pytest.mark.parametrize(
    ("owned", "coins", "reputation", "spaces"),
    [
        ("1B 1A 1W", 3, 8, {0, 1}),
        ("1B 1A 1W", 2, 8, {0}),
        ("1B 1W", 8, 8, {1}),
        ("1B 1A 1W", 8, 7, set()),
        ("2A 2W", 8, 9, set()),
    ],
)
def test_what_a_tile_needs(owned: str, coins: int, reputation: int, spaces: set[int]) -> None:
    oracle = new_game()
    oracle.goods[0], oracle.coins[0], oracle.rep[0] = goods(owned), coins, reputation
    assert may_place(oracle, "council", 2) == bool(spaces)
    if spaces:
        turn(oracle, 0, 2)
        oracle.play(("council", 2))
        assert options(oracle, "fulfil") == {("fulfil", space) for space in spaces}
