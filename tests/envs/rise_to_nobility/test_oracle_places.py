"""The oracle's Guilds, Port, White Castle and Berk's Office (5.1 to 5.4)."""

import pytest

from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle_positions import (
    end_round,
    may_place,
    new_game,
    options,
    place,
    script_of,
    turn,
)
from tests.envs.rise_to_nobility.oracle_state import Decision

VALUES = range(1, 7)
PLACES_BY_RANGE = ("castle", "hall", "berk")

# Guilds (5.1).


@pytest.mark.parametrize(("value", "cubes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_guild_gives_cubes_by_range(value: int, cubes: int) -> None:
    oracle = new_game()
    place(oracle, "guild", 2, value)
    assert oracle.goods == [[0, 0, cubes, 0, 0, 0], [0] * 6, [0] * 6]


def test_own_buildings_raise_the_yield() -> None:
    oracle = new_game()
    oracle.buildings[0] = [("B01", False), ("B02", True), ("B09", True)]
    oracle.buildings[1] = [("B03", False)]
    oracle.rep[0] = 12
    place(oracle, "guild", 0, 4)
    place(oracle, "guild", 1, 4)
    place(oracle, "guild", 2, 4)
    assert oracle.goods[0] == goods("5B 4A 2W")


@pytest.mark.parametrize(("num_players", "slots"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_open_slots_of_a_guild(num_players: int, slots: int) -> None:
    oracle = new_game(num_players)
    oracle.buildings[0] = [("B41", True)]
    for _ in range(slots):
        place(oracle, "guild", 5, 1)
    assert oracle.guild_dice == [0, 0, 0, 0, 0, slots]
    for seat in range(num_players):
        assert not may_place(oracle, "guild", 5, 1, seat=seat)
        assert may_place(oracle, "guild", 4, 1, seat=seat)
    end_round(oracle)
    assert may_place(oracle, "guild", 5, 1)


@pytest.mark.parametrize(("num_players", "slots"), [(1, 2), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_apprentice_slots_of_a_guild(num_players: int, slots: int) -> None:
    oracle = new_game(num_players)
    oracle.lot[0] = 9
    for filled in range(slots):
        oracle.guild_dice = [0] * 6
        oracle.used_sum[0] = 0
        place(oracle, "guild", 5, 1)
        assert (oracle.phase, oracle.mover) == ("apprentice", 0)
        assert oracle.legal() == {("yes",), ("no",)}
        oracle.play(("yes",))
        assert (oracle.guild_apprentices[0][5], oracle.lot[0]) == (filled + 1, 8 - filled)
    oracle.guild_dice = [0] * 6
    oracle.used_sum[0] = 0
    place(oracle, "guild", 5, 1)
    assert oracle.phase == "main"


def test_apprentices_of_all_share_the_slots() -> None:
    oracle = new_game(2)
    oracle.guild_apprentices = [[1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0]]
    oracle.lot[0] = 1
    place(oracle, "guild", 0, 1)
    assert oracle.pending == []
    place(oracle, "guild", 1, 1)
    assert oracle.phase == "apprentice"


def test_apprentice_may_be_refused_and_needs_a_worker() -> None:
    oracle = new_game()
    oracle.lot[0] = 1
    place(oracle, "guild", 0, 1)
    oracle.play(("no",))
    assert (oracle.lot[0], oracle.guild_apprentices[0], oracle.phase) == (1, [0] * 6, "main")
    oracle.lot[0] = 0
    place(oracle, "guild", 1, 1)
    assert oracle.phase == "main"


# Port (5.2): P01 pays 2B 2A 3M, P02 4B 1A 2J, P03 2B 2A 3F.


@pytest.mark.parametrize(("value", "most"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_sale_limit_by_range(value: int, most: int) -> None:
    oracle = new_game()
    oracle.goods[0] = goods("9B")
    place(oracle, "ship", 1, value)
    for sold in range(most):
        assert oracle.phase == "sell"
        assert oracle.legal() == {("good", 0)} | ({("done",)} if sold else set())
        oracle.play(("good", 0))
    assert (oracle.phase, oracle.coins[0], oracle.goods[0]) == (
        "main",
        8 + 4 * most,
        [9 - most] + [0] * 5,
    )


def test_only_listed_and_owned_goods_are_sold() -> None:
    oracle = new_game()
    oracle.goods[0] = goods("1B 1M 2J")
    place(oracle, "ship", 0, 6)
    assert options(oracle, "good") == {("good", 0), ("good", 3)}
    oracle.play(("good", 3))
    assert (oracle.coins[0], options(oracle, "good")) == (11, {("good", 0)})
    oracle.play(("good", 0))
    assert (oracle.phase, oracle.coins[0], oracle.goods[0]) == ("main", 13, goods("2J"))


def test_sale_may_stop_after_the_first() -> None:
    oracle = new_game()
    oracle.goods[0] = goods("3B")
    place(oracle, "ship", 0, 6)
    oracle.play(("good", 0))
    oracle.play(("done",))
    assert (oracle.phase, oracle.coins[0], oracle.goods[0]) == ("main", 10, goods("2B"))


def test_ship_needs_a_good_on_its_list() -> None:
    oracle = new_game()
    oracle.goods[0] = goods("1A")
    assert [may_place(oracle, "ship", dock, 3) for dock in range(3)] == [True, True, True]
    oracle.goods[0] = goods("1J 2W")
    assert [may_place(oracle, "ship", dock, 3) for dock in range(3)] == [False, True, False]


@pytest.mark.parametrize(("num_players", "slots"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_slots_of_a_ship(num_players: int, slots: int) -> None:
    oracle = new_game(num_players)
    oracle.goods[0] = goods("9B")
    for _ in range(slots):
        place(oracle, "ship", 1, 1)
        oracle.play(("good", 0))
    assert oracle.ship_dice == [0, slots, 0, 0][: len(oracle.ships)]
    assert not may_place(oracle, "ship", 1, 1)
    assert may_place(oracle, "ship", 0, 1)
    end_round(oracle)
    assert may_place(oracle, "ship", 1, 1)


# White Castle (5.3).


@pytest.mark.parametrize(("value", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_castle_raises_reputation_by_range(value: int, steps: int) -> None:
    oracle = new_game()
    place(oracle, "castle", value)
    assert oracle.rep == [9 + steps, 9, 9]


def test_castle_stops_at_the_top() -> None:
    oracle = new_game()
    oracle.rep[0] = 23
    place(oracle, "castle", 6)
    assert oracle.rep[0] == 24
    assert not may_place(oracle, "castle", 2)


@pytest.mark.parametrize(
    ("num_players", "slots"),
    [(2, (1, 1, 1)), (3, (1, 1, 1)), (4, (2, 2, 1)), (5, (2, 2, 2)), (6, (2, 2, 2))],
)
@pytest.mark.parametrize("low", [1, 3, 5])
def test_slots_of_a_range(num_players: int, slots: tuple[int, int, int], low: int) -> None:
    oracle = new_game(num_players)
    oracle.coins[0] = 50
    oracle.guild_apprentices[0] = [2] * 6
    finish: dict[str, Decision] = {"hall": ("buy", 0), "berk": ("refresh", "none")}
    for name, number in zip(PLACES_BY_RANGE, slots, strict=True):
        for used in range(number):
            oracle.used_sum[0] = 0
            place(oracle, name, low + used % 2)
            if name in finish:
                oracle.play(finish[name])
        assert getattr(oracle, f"{name}_dice")[low // 2] == number
        assert sum(getattr(oracle, f"{name}_dice")) == number
        oracle.used_sum[0] = 0
        open_values = {value for value in VALUES if may_place(oracle, name, value)}
        assert open_values == set(VALUES) - {low, low + 1}
    end_round(oracle)
    for name in PLACES_BY_RANGE:
        assert may_place(oracle, name, low)


# Berk's Office (5.4).


@pytest.mark.parametrize(("value", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_berk_gives_modifiers_by_range(value: int, count: int) -> None:
    oracle = new_game()
    place(oracle, "berk", value)
    assert (oracle.modifiers, oracle.modifiers_left) == ([count, 0, 0], 20 - count)
    assert (oracle.phase, oracle.mover) == ("refresh", 0)
    assert oracle.legal() == {("refresh", what) for what in ("none", "settlers", "buildings")}
    oracle.play(("refresh", "none"))
    assert oracle.phase == "main"


@pytest.mark.parametrize("left", [0, 1])
def test_berk_gives_what_modifiers_are_left(left: int) -> None:
    oracle = new_game()
    oracle.modifiers_left = left
    place(oracle, "berk", 6)
    assert (oracle.modifiers[0], oracle.modifiers_left, oracle.phase) == (left, 0, "refresh")


def test_berk_replaces_settlers() -> None:
    oracle = new_game()
    place(oracle, "berk", 1)
    script_of(oracle).write(17, 0, 0, 20, 0, 0)
    oracle.play(("refresh", "settlers"))
    assert script_of(oracle).limits == [18, 17, 16, 21, 20, 19]
    assert oracle.settlers_row == ["S24", "S07", "S08", "S48", "S28", "S29"]
    assert oracle.discards == {1: ["S04", "S05", "S06"], 2: ["S25", "S26", "S27"]}
    assert oracle.buildings_row == ["B01", "B02", "B03", "B04", "B05", "B06"]


def test_berk_replaces_buildings() -> None:
    oracle = new_game()
    place(oracle, "berk", 1)
    script_of(oracle).write(47, 2, 0, 0, 0, 0)
    oracle.play(("refresh", "buildings"))
    assert script_of(oracle).limits == [48, 47, 46, 45, 44, 43]
    assert oracle.buildings_row == ["B48", "B03", "B01", "B02", "B04", "B05"]
    assert oracle.settlers_row == ["S04", "S05", "S06", "S25", "S26", "S27"]
    assert sorted(oracle.buildings_left) == ["B06", *(f"B{number:02}" for number in range(7, 48))]


def test_berk_replaces_nothing() -> None:
    oracle = new_game()
    place(oracle, "berk", 1)
    script_of(oracle).write()
    oracle.play(("refresh", "none"))
    assert script_of(oracle).limits == []
    assert oracle.settlers_row == ["S04", "S05", "S06", "S25", "S26", "S27"]
    assert oracle.buildings_row == ["B01", "B02", "B03", "B04", "B05", "B06"]
    assert oracle.phase == "main"


def test_placed_dice_end_with_the_round() -> None:
    oracle = new_game()
    turn(oracle, 0, 6)
    oracle.play(("guild", 0, 6))
    end_round(oracle)
    assert (oracle.used_sum, oracle.guild_dice, oracle.passed) == ([0] * 3, [0] * 6, [False] * 3)
    assert oracle.castle_dice == oracle.hall_dice == oracle.berk_dice == [0] * 3
    assert [len(dice) for dice in oracle.dice] == [5, 5, 5]
