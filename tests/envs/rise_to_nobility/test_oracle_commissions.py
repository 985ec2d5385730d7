"""The oracle's Commissions and dice tiles (6.4 and 6.5)."""

import pytest

from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_positions import (
    commission,
    end_round,
    may_place,
    new_game,
    options,
    place,
    script_of,
    turn,
)


def at_berk(oracle: Oracle, value: int, *, replace: str = "none") -> None:
    """Place a die of seat 0 at Berk's Office and answer what is asked about the rows."""
    place(oracle, "berk", value)
    oracle.play(("refresh", replace))


def with_apprentices(count: int = 1, *, reputation: int = 12) -> Oracle:
    """Return a game of two in which seat 0 sits at desks; the deck is C02 C03 C05 to C18."""
    oracle = new_game(2)
    oracle.desks = dict.fromkeys(range(1, count + 1), 0)
    oracle.rep[0] = reputation
    return oracle


def test_no_commission_without_a_chancery_apprentice() -> None:
    oracle = with_apprentices(0)
    at_berk(oracle, 2)
    assert (oracle.phase, len(oracle.commissions[0])) == ("main", 1)
    oracle.desks, oracle.commissions[0] = {1: 1}, []
    at_berk(oracle, 3)
    assert oracle.phase == "main"


@pytest.mark.parametrize(("value", "count"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_taking_a_commission(value: int, count: int) -> None:
    oracle = with_apprentices()
    place(oracle, "berk", value)
    assert oracle.modifiers[0] == count
    oracle.play(("refresh", "buildings"))
    assert (oracle.phase, oracle.mover, oracle.legal()) == ("commission", 0, {("yes",), ("no",)})
    script_of(oracle).write(15, 0, 0)
    oracle.play(("yes",))
    drawn = ["C18", "C02", "C03"][:count]
    assert (oracle.phase, oracle.mover, oracle.offer) == ("keep", 0, drawn)
    assert oracle.legal() == {("keep", index) for index in range(count)}
    assert oracle.rep[0] == 12
    script_of(oracle).write(15)
    oracle.play(("keep", count - 1))
    kept, rejected = drawn.pop(), drawn
    assert oracle.commissions[0][1] == commission(kept, "D18")
    assert oracle.commissions_bottom == ([rejected] if rejected else [])
    assert len(oracle.commissions_left) == 16 - count
    assert (oracle.rep[0], oracle.offer, oracle.phase) == (12 - count, [], "main")
    assert script_of(oracle).limits == [16]
    assert oracle.returned_seen[0] == ["C02", "C03"] + [card for card in rejected if card == "C18"]


def test_order_of_draws_and_of_the_rejected() -> None:
    oracle = with_apprentices()
    at_berk(oracle, 6)
    script_of(oracle).write(3, 3, 3)
    oracle.play(("yes",))
    assert script_of(oracle).limits == [16, 15, 14]
    assert oracle.offer == ["C06", "C07", "C08"]
    oracle.play(("keep", 1))
    assert oracle.commissions_bottom == [["C06", "C08"]]
    assert oracle.commissions[0][1]["id"] == "C07"
    assert oracle.returned_seen[0] == ["C02", "C03", "C06", "C08"]


def test_commission_may_be_refused() -> None:
    oracle = with_apprentices()
    at_berk(oracle, 6)
    script_of(oracle).write()
    oracle.play(("no",))
    assert (oracle.phase, oracle.rep[0], len(oracle.commissions[0])) == ("main", 12, 1)
    assert (script_of(oracle).limits, oracle.modifiers[0]) == ([], 3)


def test_one_commission_for_each_apprentice_and_one_more() -> None:
    oracle = with_apprentices(2)
    for value, asked in [(1, True), (3, True), (5, False)]:
        at_berk(oracle, value)
        assert (oracle.phase == "commission") == asked
        if asked:
            oracle.play(("yes",))
            oracle.play(("keep", 0))
    assert len(oracle.commissions[0]) == 3
    assert oracle.phase == "main"


def test_activated_commissions_count_for_the_limit() -> None:
    oracle = with_apprentices()
    oracle.commissions[0] = [commission("C01", dice="ttt"), commission("C02", "D06")]
    at_berk(oracle, 1)
    assert oracle.phase == "main"


@pytest.mark.parametrize(
    ("value", "reputation", "asked"),
    [(2, 7, True), (2, 6, False), (3, 8, True), (3, 7, False), (6, 9, True), (6, 8, False)],
)
def test_reputation_must_stay_on_the_track(value: int, reputation: int, asked: bool) -> None:
    oracle = with_apprentices(reputation=reputation)
    at_berk(oracle, value)
    assert (oracle.phase == "commission") == asked
    if asked:
        oracle.play(("yes",))
        oracle.play(("keep", 0))
        assert oracle.rep[0] == 6


def test_lost_reputation_lowers_the_limit_of_the_round() -> None:
    oracle = with_apprentices(reputation=15)
    oracle.used_sum[0] = 12
    at_berk(oracle, 3)
    oracle.play(("yes",))
    oracle.play(("keep", 0))
    assert (oracle.used_sum[0], oracle.rep[0]) == (15, 13)
    assert not may_place(oracle, "guild", 0, 1)


def test_few_cards_left() -> None:
    oracle = with_apprentices()
    oracle.commissions_left, oracle.commissions_bottom = ["C09"], [["C10"]]
    at_berk(oracle, 6)
    oracle.play(("yes",))
    assert oracle.offer == ["C09", "C10"]
    assert (oracle.commissions_left, oracle.commissions_bottom) == ([], [])
    oracle.play(("keep", 0))
    assert (oracle.rep[0], oracle.commissions_bottom) == (9, [["C10"]])


def test_rejected_groups_are_drawn_the_first_first() -> None:
    oracle = with_apprentices()
    oracle.commissions_left, oracle.commissions_bottom = [], [["C12", "C10"], ["C02", "C03"]]
    at_berk(oracle, 6)
    script_of(oracle).write(1, 0, 1)
    oracle.play(("yes",))
    assert (oracle.offer, script_of(oracle).limits) == (["C12", "C10", "C03"], [2, 1, 2])
    assert oracle.commissions_bottom == [["C02"]]
    oracle.play(("keep", 0))
    assert oracle.commissions_bottom == [["C02"], ["C10", "C03"]]


@pytest.mark.parametrize(
    ("cards", "tiles", "asked"),
    [([], ["D01"], False), (["C09"], [], False), (["C09"], ["D01"], True)],
)
def test_last_card_and_last_tile(cards: list[str], tiles: list[str], asked: bool) -> None:
    oracle = with_apprentices()
    oracle.commissions_left, oracle.dice_tiles_left = cards, tiles
    at_berk(oracle, 1)
    assert (oracle.phase == "commission") == asked


def test_card_returned_before_is_noted_once() -> None:
    oracle = with_apprentices()
    oracle.commissions_left = ["C02", "C05"]
    at_berk(oracle, 3)
    oracle.play(("yes",))
    oracle.play(("keep", 1))
    assert oracle.returned_seen == [["C02", "C03"], ["C05", "C06"]]


# Dice tiles (6.5).


def test_tile_is_filled_over_several_rounds() -> None:
    oracle = new_game()
    oracle.commissions[0] = [commission("C17", "D05")]
    oracle.rep[0] = 12
    place(oracle, "tile", 0, 3)
    assert oracle.commissions[0] == [commission("C17", "D05", dice=".d.")]
    place(oracle, "tile", 0, 5)
    assert (oracle.used_sum[0], oracle.goods[0], oracle.coins[0]) == (8, [0] * 6, 8)
    assert not may_place(oracle, "tile", 0, 3)
    end_round(oracle)
    assert oracle.commissions[0] == [commission("C17", "D05", dice=".tt")]
    assert not may_place(oracle, "tile", 0, 5)
    end_round(oracle)
    place(oracle, "tile", 0, 1)
    assert oracle.commissions[0] == [{**commission("C17", "D05", dice="dtt"), "active": False}]
    end_round(oracle)
    assert oracle.commissions[0] == [commission("C17", "D05", dice="ttt")]
    assert oracle.commissions[0][0]["active"]


def test_tile_takes_only_its_values_within_the_sum() -> None:
    oracle = new_game()
    oracle.commissions[0] = [commission("C17", "D05")]
    turn(oracle, 0, 1, 2, 3, 4, 5, 6)
    assert options(oracle, "tile") == {("tile", 0, value) for value in (1, 3, 5)}
    oracle.used_sum[0] = 6
    assert options(oracle, "tile") == {("tile", 0, value) for value in (1, 3)}


def test_two_slots_of_one_value_take_two_dice() -> None:
    oracle = new_game()
    oracle.commissions[0] = [commission("C17", "D01")]
    for dice in ("d..", "dd."):
        place(oracle, "tile", 0, 1)
        assert oracle.commissions[0] == [commission("C17", "D01", dice=dice)]
    assert not may_place(oracle, "tile", 0, 1)
    assert may_place(oracle, "tile", 0, 6)


def test_player_chooses_between_two_tiles() -> None:
    oracle = new_game()
    oracle.commissions[0] = [commission("C17", "D05"), commission("C01", "D06")]
    oracle.rep[0] = 10
    turn(oracle, 0, 5)
    assert options(oracle, "tile") == {("tile", 0, 5), ("tile", 1, 5)}
    oracle.play(("tile", 1, 5))
    assert oracle.commissions[0] == [commission("C17", "D05"), commission("C01", "D06", dice="..d")]
    assert may_place(oracle, "tile", 0, 5)
    assert not may_place(oracle, "tile", 1, 5)


def test_other_players_tiles_are_not_filled() -> None:
    oracle = new_game()
    oracle.commissions[0] = [commission("C17", "D01")]
    oracle.commissions[1] = [commission("C18", "D09")]
    turn(oracle, 0, 2, 3)
    assert options(oracle, "tile") == set()


def test_last_slot_in_the_last_round() -> None:
    oracle = new_game(2)
    oracle.commissions[0] = [commission("C17", "D05", dice="tt.")]
    oracle.round, oracle.rep[0] = 10, 16
    before = oracle.final_scores()[0]
    place(oracle, "tile", 0, 5)
    end_round(oracle)
    assert oracle.over
    assert oracle.commissions[0] == [commission("C17", "D05", dice="ttt")]
    assert oracle.final_scores()[0] == before + 8


@pytest.mark.parametrize(
    ("dice", "reputation", "points"), [("ttt", 16, 8), ("ttt", 15, 0), ("tt.", 20, 0)]
)
def test_only_an_activated_and_met_commission_scores(
    dice: str, reputation: int, points: int
) -> None:
    oracle = new_game(2)
    oracle.coins[0] = 0
    oracle.commissions[0] = [commission("C17", "D05", dice=dice)]
    oracle.rep[0] = reputation
    assert oracle.final_scores()[0] == points
