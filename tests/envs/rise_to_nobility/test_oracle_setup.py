"""The oracle's setup (section 3): what lies where, and every draw in its order."""

import copy
from typing import Any

import pytest

from tests.envs.rise_to_nobility.chance import ScriptedChance
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_positions import end_round, new_game
from tests.envs.rise_to_nobility.oracle_rules import load_rules

TWO_PLAYERS = {
    "dice": 5,
    "rep": 9,
    "guild_slots": 1,
    "apprentice_slots": 2,
    "income": [2, 1],
    "council_row": 3,
    "ships": 3,
    "ship_slots": 1,
    "castle_slots": 1,
    "hall_slots": 1,
    "berk_slots": 1,
    "tavern_slots": 3,
    "yard_slots": 2,
    "council_slots": 2,
    "desks": 6,
}


def downwards(first: int, count: int) -> list[int]:
    """Return the limits of draws from a shrinking pile."""
    return [first - drawn for drawn in range(count)]


def test_draws_of_the_setup_come_in_order() -> None:
    script = ScriptedChance()
    oracle = Oracle(script, num_players=3, start="random")
    assert script.limits == [
        3,
        *downwards(24, 3),
        *downwards(21, 3),
        *downwards(24, 3),
        *downwards(48, 6),
        *downwards(30, 4),
        *downwards(18, 3),
        *downwards(13, 3),
        *downwards(18, 9),
    ]
    del script.limits[:]
    for seat in range(3):
        assert (oracle.phase, oracle.mover) == ("setup", seat)
        assert len(oracle.commissions_left) == 9
        assert script.limits == []
        oracle.play(("keep", 0))
    assert script.limits == [*downwards(18, 3), 8, *[6] * 15]
    assert (oracle.phase, oracle.mover, oracle.round) == ("main", 0, 1)


def test_draw_picks_from_what_is_left_in_order_of_the_data() -> None:
    numbers = [
        2,
        0,
        2,
        *[20, 19, 18],
        *[23, 0, 0],
        *[47, 0, 0, 0, 0, 0],
        *[1, 1, 1, 1],
        *[17, 0, 0],
    ]
    oracle = Oracle(ScriptedChance(numbers), num_players=3, chancery=False, characters=False)
    assert oracle.held == [["S03"], ["S01"], ["S05"]]
    assert oracle.settlers_row == ["S24", "S23", "S22", "S48", "S25", "S26"]
    assert oracle.buildings_row == ["B48", "B01", "B02", "B03", "B04", "B05"]
    assert oracle.council_row == ["T02", "T03", "T04", "T05"]
    assert oracle.ships == ["P18", "P01", "P02"]


def test_random_starter_begins() -> None:
    oracle = Oracle(ScriptedChance([2]), num_players=3, start="random", chancery=False)
    assert (oracle.first_player, oracle.turn_seat, oracle.mover) == (2, 2, 2)
    end_round(oracle)
    assert oracle.first_player == 0


@pytest.mark.parametrize(
    ("num_players", "council", "ships"), [(2, 3, 3), (3, 4, 3), (4, 4, 3), (5, 5, 4), (6, 5, 4)]
)
def test_rows_follow_the_setup_card(num_players: int, council: int, ships: int) -> None:
    oracle = new_game(num_players)
    assert (len(oracle.council_row), len(oracle.ships)) == (council, ships)
    assert len(oracle.council_left) == 30 - council
    assert len(oracle.ships_left) == 18 - ships
    assert (len(oracle.settlers_left[1]), len(oracle.settlers_left[2])) == (21 - num_players, 21)
    assert len(oracle.buildings_left) == 42


@pytest.mark.parametrize("num_players", range(1, 7))
def test_start_of_a_player(num_players: int) -> None:
    oracle = new_game(num_players)
    for seat in range(num_players):
        assert oracle.rep[seat] == (7 if num_players == 6 else 9)
        assert len(oracle.dice[seat]) == (4 if num_players == 6 else 5)
        assert (oracle.nobility[seat], oracle.vp[seat], oracle.coins[seat]) == (0, 0, 8)
        assert (oracle.houses[seat], oracle.lot[seat], oracle.reserve[seat]) == (1, 0, 14)
        assert (oracle.goods[seat], oracle.modifiers[seat]) == ([0] * 6, 0)
        assert (len(oracle.held[seat]), oracle.completed[seat]) == (1, [])
    assert oracle.modifiers_left == 20


@pytest.mark.parametrize(("num_players", "reputation"), [(2, 11), (5, 11), (6, 9)])
def test_short_variant_starts_richer(num_players: int, reputation: int) -> None:
    oracle = new_game(num_players, short=True)
    assert oracle.held[:2] == [["S01", "S02"], ["S03", "S04"]]
    assert set(oracle.rep) == {reputation}
    assert (set(oracle.coins), set(oracle.houses), set(oracle.modifiers)) == ({12}, {2}, {1})
    assert oracle.modifiers_left == 20 - num_players
    assert set(oracle.vp) == {0}


@pytest.mark.parametrize(("short", "rounds"), [(False, 10), (True, 7)])
def test_number_of_rounds(short: bool, rounds: int) -> None:
    oracle = new_game(2, short=short)
    for number in range(1, rounds + 1):
        assert (oracle.over, oracle.round) == (False, number)
        end_round(oracle)
    assert (oracle.over, oracle.phase, oracle.round) == (True, None, rounds)
    assert oracle.legal() == set()
    assert oracle.mover == oracle.turn_seat == rounds % 2


def test_chancery_setup_with_four_players() -> None:
    oracle = Oracle(ScriptedChance(), num_players=4)
    assert len(oracle.commissions_left) == 6
    assert oracle.legal() == {("keep", 0), ("keep", 1), ("keep", 2)}
    for index in (0, 2, 1, 0):
        oracle.play(("keep", index))
    assert [own[0]["id"] for own in oracle.commissions] == ["C01", "C06", "C08", "C10"]
    assert [own[0]["tile"] for own in oracle.commissions] == ["D01", "D02", "D03", "D04"]
    assert all(own[0]["dice"] == ["open"] * 3 for own in oracle.commissions)
    assert [len(own) for own in oracle.commissions] == [1, 1, 1, 1]
    assert len(oracle.commissions_left) == len(oracle.dice_tiles_left) == 14
    assert oracle.commissions_bottom == []
    assert oracle.returned_seen[:2] == [["C02", "C03"], ["C04", "C05"]]


def test_chancery_setup_with_six_players() -> None:
    oracle = Oracle(ScriptedChance(), num_players=6)
    for _ in range(6):
        assert oracle.commissions_left == []
        oracle.play(("keep", 0))
    assert len(oracle.commissions_left) == len(oracle.dice_tiles_left) == 12


def test_without_the_chancery_nothing_of_it_is_there() -> None:
    oracle = Oracle(ScriptedChance(), num_players=4, chancery=False)
    assert (oracle.round, oracle.phase) == (1, "main")
    assert oracle.commissions == [[], [], [], []]
    assert oracle.commissions_left == oracle.dice_tiles_left == []
    oracle.completed[0] = ["S01", "S05", "S09"]
    oracle.lot[0] = 3
    oracle.dice[0] = [1, 2, 3]
    assert not {decision for decision in oracle.legal() if decision[0] in ("desk", "tile")}


def test_no_characters_without_the_option() -> None:
    script = ScriptedChance()
    oracle = Oracle(script, num_players=2, characters=False, chancery=False, events=False)
    assert oracle.character == [None, None]
    assert 13 not in script.limits
    assert ("character",) not in oracle.legal()


@pytest.mark.parametrize(
    "options", [{"num_players": 0}, {"num_players": 7}, {"num_players": 6, "chancery": False}]
)
def test_games_that_the_rulebook_does_not_have(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="players"):
        Oracle(ScriptedChance(), **options)


def test_solo_is_set_up_as_for_two() -> None:
    script = ScriptedChance()
    oracle = Oracle(script, num_players=1, events=False)
    assert script.limits == [
        24,
        *downwards(23, 3),
        *downwards(24, 3),
        *downwards(48, 6),
        *downwards(30, 3),
        *downwards(18, 3),
        13,
        *downwards(15, 3),
        *downwards(18, 3),
    ]
    assert oracle.objectives == ["O01", "O02", "O03"]
    del script.limits[:]
    oracle.play(("keep", 1))
    assert script.limits == [18, *[6] * 7]
    assert len(oracle.commissions_left) == 17
    for name, wanted in TWO_PLAYERS.items():
        assert getattr(oracle.table, name) == wanted, name


def test_solo_objective_about_the_chancery_needs_it() -> None:
    without = Oracle(ScriptedChance([*[0] * 20, 13, 12, 11]), num_players=1, chancery=False)
    assert without.objectives == ["O15", "O13", "O12"]
    with_it = Oracle(ScriptedChance([*[0] * 20, 13, 12, 11]), num_players=1)
    assert with_it.objectives == ["O14", "O13", "O12"]


def test_other_games_have_no_objectives() -> None:
    oracle = new_game(2)
    assert (oracle.objectives, oracle.objectives_met(), oracle.closed_guilds) == ([], [], set())


def test_default_game() -> None:
    oracle = Oracle(ScriptedChance())
    assert (len(oracle.rep), oracle.phase, oracle.mover) == (4, "setup", 0)
    assert None not in oracle.character
    for _ in range(4):
        oracle.play(("keep", 0))
    assert (oracle.event, oracle.last_round, oracle.first_player) == ("E01", 10, 0)


def test_given_rules_are_played() -> None:
    rules = copy.deepcopy(load_rules())
    next(row for row in rules["misc"] if row["id"] == "start_coins")["value"] = 3
    assert new_game(2, rules=rules).coins == [3, 3]
