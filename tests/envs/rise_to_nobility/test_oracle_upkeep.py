"""The oracle's Income and Upkeep (7.3, 7.4), its characters (8.7) and the solo game (8.9)."""

import pytest

from tests.envs.rise_to_nobility.chance import ScriptedChance
from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_positions import (
    end_round,
    may_place,
    new_game,
    place,
    script_of,
    turn,
)

RATES = {
    2: [2, 1],
    3: [2, 2, 1],
    4: [2, 2, 1, 1],
    5: [2, 2, 2, 1, 1],
    6: [2, 2, 2, 1, 1, 1],
}


@pytest.mark.parametrize(
    ("num_players", "total"),
    [(players, total) for players, rates in RATES.items() for total in range(1, len(rates) + 1)],
)
def test_income_depends_on_the_total(num_players: int, total: int) -> None:
    oracle = new_game(num_players)
    oracle.guild_apprentices[1][2] = total
    end_round(oracle)
    assert oracle.coins[:2] == [8, 8 + total * RATES[num_players][total - 1]]


def test_income_of_several_players() -> None:
    oracle = new_game(3)
    oracle.guild_apprentices = [[2, 1, 0, 0, 0, 1], [1, 1, 0, 0, 0, 0], [0] * 6]
    oracle.buildings[2] = [("B01", False), ("B09", True)]
    end_round(oracle)
    assert [coins - 8 for coins in oracle.coins] == [2 + 2 + 2, 1 + 2, 0]


def test_income_after_recalling_uses_the_new_total() -> None:
    oracle = new_game(2)
    oracle.guild_apprentices = [[1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    turn(oracle, 0, 1)
    oracle.play(("recall", 0))
    end_round(oracle)
    assert oracle.coins == [8, 10]


def test_income_and_upkeep_of_the_last_round() -> None:
    oracle = new_game(2)
    oracle.round = 10
    oracle.desks = {1: 0}
    oracle.council_row[0] = None
    end_round(oracle)
    assert oracle.over
    assert (oracle.coins, oracle.council_row[0]) == ([11, 8], "T04")
    assert oracle.ships == ["P02", "P03", "P04"]


def test_ships_move_on() -> None:
    oracle = new_game(2)
    script_of(oracle).write(14)
    end_round(oracle)
    assert (oracle.ships, oracle.ships_returned) == (["P02", "P03", "P18"], ["P01"])
    script_of(oracle).write(0)
    end_round(oracle)
    assert (oracle.ships, oracle.ships_returned) == (["P03", "P18", "P04"], ["P01", "P02"])
    assert script_of(oracle).limits[0] == 14


def test_ship_that_left_first_returns_first() -> None:
    oracle = new_game(2)
    oracle.ships_left, oracle.ships_returned = [], ["P09", "P05"]
    script_of(oracle).write()
    end_round(oracle)
    assert (oracle.ships, oracle.ships_returned) == (["P02", "P03", "P09"], ["P05", "P01"])
    assert script_of(oracle).limits == [6] * 10


def test_upkeep_draws_council_then_ship_then_event_then_dice() -> None:
    oracle = new_game(2, events=True)
    oracle.council_row = [None, "T02", None]
    script_of(oracle).write()
    end_round(oracle)
    assert script_of(oracle).limits == [27, 26, 15, 7, *[6] * 10]


# Characters (8.7).


@pytest.mark.parametrize(
    ("character", "gains", "chosen_goods", "cards"),
    [
        ("H01", {"rep": 13}, 0, 1),
        ("H02", {"coins": 13}, 0, 0),
        ("H03", {"coins": 10}, 2, 0),
        ("H04", {"modifiers": 4}, 0, 0),
        ("H05", {"rep": 13, "modifiers": 2}, 0, 0),
        ("H06", {}, 3, 0),
        ("H07", {"rep": 12, "coins": 10}, 0, 0),
        ("H08", {"modifiers": 1}, 0, 2),
        ("H09", {"coins": 11, "modifiers": 2}, 0, 0),
        ("H10", {"coins": 9, "rep": 11}, 1, 0),
        ("H11", {"coins": 11}, 0, 1),
        ("H12", {"coins": 9, "lot": 1, "reserve": 13}, 0, 0),
        ("H13", {"rep": 11, "modifiers": 1}, 1, 0),
    ],
)
def test_character(character: str, gains: dict[str, int], chosen_goods: int, cards: int) -> None:
    oracle = new_game()
    oracle.character[0] = character
    turn(oracle, 0, 1)
    oracle.play(("character",))
    wanted = {"coins": 8, "rep": 9, "modifiers": 0, "lot": 0, "reserve": 14, "nobility": 0} | gains
    assert {name: getattr(oracle, name)[0] for name in wanted} == wanted
    assert oracle.modifiers_left == 20 - wanted["modifiers"]
    for chosen in range(chosen_goods):
        assert (oracle.phase, oracle.mover) == ("good", 0)
        oracle.play(("good", chosen))
    assert oracle.goods[0] == [1] * chosen_goods + [0] * (6 - chosen_goods)
    for _ in range(cards):
        assert (oracle.phase, oracle.legal()) == ("take", {("take", space) for space in range(6)})
        oracle.play(("take", 0))
    assert oracle.held[0] == ["S01", "S04", "S07"][: 1 + cards]
    assert oracle.phase == "main"
    assert oracle.character_used == [True, False, False]
    assert ("character",) not in oracle.legal()


def test_character_may_be_used_once_and_after_placing() -> None:
    oracle = new_game(characters=True)
    assert oracle.character == ["H01", "H02", "H03"]
    turn(oracle, 1, 1)
    oracle.play(("guild", 0, 1))
    assert oracle.legal() == {("character",), ("end_turn",)}
    oracle.play(("character",))
    assert (oracle.coins, oracle.legal()) == ([8, 13, 8], {("end_turn",)})
    end_round(oracle)
    turn(oracle, 1, 1)
    assert ("character",) not in oracle.legal()
    turn(oracle, 0, 1)
    assert ("character",) in oracle.legal()


def test_no_character_while_a_choice_is_pending() -> None:
    oracle = new_game(characters=True)
    place(oracle, "berk", 1)
    assert ("character",) not in oracle.legal()


@pytest.mark.parametrize(
    ("character", "held", "taken"), [("H01", 6, 0), ("H08", 6, 0), ("H08", 5, 1)]
)
def test_cards_beyond_six_are_lost(character: str, held: int, taken: int) -> None:
    oracle = new_game()
    oracle.character[0] = character
    oracle.held[0] = [f"S{number}" for number in range(30, 30 + held)]
    turn(oracle, 0, 1)
    oracle.play(("character",))
    for _ in range(taken):
        oracle.play(("take", 0))
    assert (oracle.phase, len(oracle.held[0])) == ("main", held + taken)


def test_worker_of_a_character_comes_from_the_reserve() -> None:
    oracle = new_game()
    oracle.character[0] = "H12"
    oracle.lot[0], oracle.reserve[0] = 14, 0
    turn(oracle, 0, 1)
    oracle.play(("character",))
    assert (oracle.lot[0], oracle.reserve[0], oracle.coins[0]) == (14, 0, 9)


def test_modifiers_of_a_character_are_limited() -> None:
    oracle = new_game()
    oracle.character[0], oracle.modifiers_left = "H04", 3
    turn(oracle, 0, 1)
    oracle.play(("character",))
    assert (oracle.modifiers[0], oracle.modifiers_left) == (3, 0)


# Solo (8.9).


def solo(*neutral: int) -> Oracle:
    """Return a solo game whose neutral dice of round 1 show these values."""
    before_neutral = [0] * (1 + 6 + 6 + 3 + 3 + 3 + 5)
    script = ScriptedChance([*before_neutral, *(value - 1 for value in neutral)])
    return new_game(1, script=script, chancery=False)


def test_neutral_dice_close_guilds() -> None:
    oracle = solo(5, 2)
    assert oracle.closed_guilds == {1, 4}
    assert {guild for guild in range(6) if may_place(oracle, "guild", guild, 1)} == {0, 2, 3, 5}
    oracle.guild_apprentices[0][1] = 1
    turn(oracle, 0, 1)
    assert ("recall", 1) in oracle.legal()
    end_round(oracle)
    assert (oracle.closed_guilds, oracle.coins[0]) == ({0}, 10)
    assert may_place(oracle, "guild", 1, 1)


def test_equal_neutral_dice_close_one_guild() -> None:
    assert solo(6, 6).closed_guilds == {5}


def test_solo_player_is_first_every_round() -> None:
    oracle = new_game(1)
    for _ in range(10):
        assert (oracle.first_player, oracle.mover) == (0, 0)
        place(oracle, "guild", 5, 1)
        oracle.play(("end_turn",))
        end_round(oracle)
    assert oracle.over
    assert (oracle.ranks(), oracle.goods[0]) == ([1], goods("10F"))
