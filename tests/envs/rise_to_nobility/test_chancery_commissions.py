"""Commissions in the engine: taking them at Berk's Office, their dice tiles, and what they score."""

import pytest

from tests.envs.rise_to_nobility.one_game import IDS
from tests.envs.rise_to_nobility.positions import Table

BERK = {1: (1, 1), 2: (1, 1), 3: (2, 2), 4: (2, 2), 5: (3, 3), 6: (3, 3)}  # cards, Reputation


def at_berk(num_players: int = 3, *, desks: tuple[int, ...] = (2,), reputation: int = 12) -> Table:
    table = Table(num_players)
    table.sit(*desks)
    table.record.reputation[0] = reputation
    return table


def is_asked(table: Table, die: int) -> bool:
    """Place a die at Berk's Office, replace nothing; say whether a Commission is offered."""
    table.record.berk_dice[:], table.record.used_sum[0] = 0, 0
    table.place("berk", die)
    table.play(("refresh", "none"))
    return table.phase == "commission"


# Taking a Commission card.


@pytest.mark.parametrize("die", BERK)
def test_without_an_apprentice_only_the_normal_action(die: int) -> None:
    """9.2, line 15."""
    table = at_berk(desks=())
    table.sit(2, seat=1)
    assert not is_asked(table, die)
    assert table.number("modifiers") == BERK[die][0]


@pytest.mark.parametrize("die", BERK)
def test_taking_a_commission(die: int) -> None:
    """9.2, lines 16 and 17."""
    number, cost = BERK[die]
    table = at_berk()
    row = table.row("settlers_row")
    table.place("berk", die)
    table.play(("refresh", "settlers"))
    assert table.row("settlers_row") != row
    deck, tiles = table.deck(), int(table.record.dice_tiles_left)
    assert table.legal() == {("yes",), ("no",)}
    table.play(("yes",))
    assert table.number("reputation") == 12
    drawn = [IDS["commissions"][c] for c in table.record.history_cards[3, :number].tolist()]
    assert set(drawn) <= set(deck)
    assert table.legal() == {("keep", place) for place in range(number)}
    table.play(("keep", number - 1))
    assert table.in_hand("cards")[1:] == drawn[-1:]
    assert table.deck()[len(deck) - number :] == sorted(drawn[:-1])
    assert table.numbers("modifiers", "reputation") == [number, 12 - cost]
    assert table.marks(1) == "..."
    assert tiles - int(table.record.dice_tiles_left) == 1 << int(table.record.tiles[0, 1])
    table.record.reputation[0] = 12
    assert not is_asked(table, die), "2 cards = 1 + 1 Apprentice"
    table.sit(3)
    assert is_asked(table, die)


def test_commission_may_be_declined() -> None:
    table = at_berk()
    assert is_asked(table, 3)
    table.play(("no",))
    assert (table.phase, *table.numbers("num_cards", "reputation")) == ("main", 1, 12)


def test_rejected_cards_come_back_last() -> None:
    table = at_berk(2, desks=(1, 2, 3, 4, 5))
    for _ in range(2):
        table.draw_at_berk(0, 5, 0)
    below = [set(table.deck()[10:12]), set(table.deck()[12:])]
    table.record.commission_pool = 0
    table.draw_at_berk(0, 5, 0)
    drawn = [IDS["commissions"][c] for c in table.record.history_cards[4].tolist()]
    assert set(drawn[:2]) == below[0]
    assert drawn[2] in below[1]
    assert len(table.deck()) == 3


def test_fewer_cards_or_none() -> None:
    table = at_berk()
    table.record.commission_pool = 1 << IDS["commissions"].index("C09")
    assert is_asked(table, 5)
    table.play(("yes",))
    assert table.legal() == {("keep", 0)}
    table.play(("keep", 0))
    table.sit(3)
    assert not is_asked(table, 1)


def test_no_dice_tile_left() -> None:
    table = at_berk()
    table.record.dice_tiles_left = 0
    assert not is_asked(table, 1)


@pytest.mark.parametrize(
    ("reputation", "die", "asked"), [(7, 3, False), (7, 2, True), (6, 1, False), (8, 6, False), (9, 6, True)]
)  # fmt: skip
def test_commission_at_a_low_reputation(reputation: int, die: int, asked: bool) -> None:
    """9.2, line 18."""
    table = at_berk(reputation=reputation)
    assert is_asked(table, die) == asked
    if asked:
        table.play(("yes",))
        table.play(("keep", 0))
        assert table.number("reputation") == 6


def test_reputation_lost_lowers_the_ceiling_at_once() -> None:
    """9.2, line 19."""
    table = at_berk(reputation=15)
    table.record.used_sum[0] = 12
    table.turn(0, 3, 1)
    for decision in (("berk", 3), ("refresh", "none"), ("yes",), ("keep", 0), ("end_turn",)):
        table.play(decision)
    assert table.numbers("used_sum", "reputation") == [15, 13]
    table.turn(0, 1)
    assert table.legal() == {("pass",)} | table.options_of("modify")


# Dice tiles.


def with_tiles(*cards: tuple[str, str, str], players: int = 3) -> Table:
    table = Table(players)
    table.commission(*cards)
    return table


def test_dice_of_several_turns_and_rounds() -> None:
    """9.2, line 20: D05 takes 1, 3 and 5; tokens come in Upkeep only."""
    table = with_tiles(("C17", "D05", "..."))
    table.record.reputation[0], table.record.round_number = 16, 3
    for die, marks, used in ((3, ".d.", 3), (5, ".dd", 8)):
        table.place("tile", 0, die)
        assert (table.marks(), table.number("used_sum")) == (marks, used)
        assert table.legal() == {("end_turn",)}, "nothing else is gained by it"
        table.play(("end_turn",))
    assert not table.may_place("tile", 0, 3)
    table.end_round()
    assert table.marks() == ".tt"
    assert not table.may_place("tile", 0, 5)
    table.end_round()
    assert table.marks() == ".tt"
    table.place("tile", 0, 1)
    assert table.marks() == "dtt"
    table.end_round()
    assert table.marks() == "ttt"
    table.turn(0, 1, 3, 5)
    assert table.options_of("tile") == set()


@pytest.mark.parametrize("die", range(1, 7))
def test_only_matching_dice_within_the_sum(die: int) -> None:
    table = with_tiles(("C17", "D05", "..."))
    assert table.may_place("tile", 0, die) == (die in (1, 3, 5))
    table.record.used_sum[0] = 9 - die + 1
    assert not table.may_place("tile", 0, die)


def test_two_slots_of_one_value() -> None:
    table = with_tiles(("C17", "D18", "..."))
    table.record.reputation[0] = 20
    table.place("tile", 0, 4)
    assert table.marks() == "d.."
    table.place("tile", 0, 4)
    assert table.marks() == "dd."
    assert not table.may_place("tile", 0, 4)


@pytest.mark.parametrize(("chosen", "marks"), [(0, ("..d", "...")), (1, ("...", "..d"))])
def test_player_chooses_between_two_tiles(chosen: int, marks: tuple[str, str]) -> None:
    """9.2, line 21: D05 and D06 have an open 5 both; the die serves one only."""
    table = with_tiles(("C17", "D05", "..."), ("C18", "D06", "..."))
    table.turn(0, 5)
    assert table.options_of("tile") == {("tile", 0, 5), ("tile", 1, 5)}
    table.play(("tile", chosen, 5))
    assert (table.marks(0), table.marks(1)) == marks


def test_tiles_of_others_are_not_ones_own() -> None:
    table = with_tiles(("C17", "D01", "..."))
    table.commission(("C18", "D16", "..."), seat=1)
    assert not table.may_place("tile", 0, 3)
    table.place("tile", 0, 3, seat=1)
    assert (table.marks(), table.marks(0, 1)) == ("...", "d..")


# Scores.


def end_with(marks: str, reputation: int, die: int = 0) -> int:
    """Play the last round out with C17 on D05; return what the card brought."""
    table = with_tiles(("C17", "D05", marks))
    table.record.round_number = 10
    table.record.reputation[0], table.record.coins[0] = reputation, 0
    if die:
        table.place("tile", 0, die)
    table.end_round()
    assert table.phase is None
    return table.number("vp")


@pytest.mark.parametrize(
    ("marks", "reputation", "points"),
    [("ttt", 16, 8), ("ttt", 15, 0), ("tt.", 20, 0), ("...", 20, 0), ("ttt", 24, 8)],
)
def test_only_activated_and_met_cards_score(marks: str, reputation: int, points: int) -> None:
    """9.2, line 23."""
    assert end_with(marks, reputation) == points


@pytest.mark.parametrize(("reputation", "points"), [(16, 8), (15, 0)])
def test_last_slot_filled_in_the_last_round(reputation: int, points: int) -> None:
    """9.2, line 22: token and activation in the Upkeep of round 10."""
    assert end_with("tt.", reputation, die=5) == points


def test_every_card_scores_for_its_owner_only() -> None:
    table = with_tiles(("C17", "D05", "ttt"), ("C13", "D06", "ttt"), ("C18", "D07", "ttt"))
    table.commission(("C16", "D01", "ttt"), seat=1)
    table.record.round_number = 10
    table.record.reputation[:3], table.record.coins[:3] = 20, 0
    table.complete("S01", "S02", "S03", "S04", "S05")
    table.fulfil("T01", "T02", seat=1)
    table.end_round()
    assert table.record.vp[:3].tolist() == [8 + 8, 0, 0]
