"""Decks, bag and stacks that run out (section 9, defaults 5 and 6), ships that come back (5.2)."""

import pytest

from fiefdom.envs.rise_to_nobility.state import EMPTY
from tests.envs.rise_to_nobility.one_game import IDS, members
from tests.envs.rise_to_nobility.positions import Table, bits, number_of

FIRST_SPACE = {1: 0, 2: 3}  # of the Settlers row, by the level that feeds it
CARDS = {1: ("S20", "S21", "S22"), 2: ("S40", "S41", "S42")}


def table_without(*levels: int, discards: dict[int, tuple[str, ...]] | None = None) -> Table:
    """Return a game in which Settlers decks are empty, and these cards are discarded."""
    table = Table(2)
    for level in levels:
        table.record.settlers_left[level - 1] = 0
    for level, cards in (discards or {}).items():
        table.record.settlers_discards[level - 1] = settlers(*cards)
    return table


def settlers(*cards: str) -> int:
    return bits(number_of("settlers", card) for card in cards)


def take(table: Table, level: int) -> str | None:
    """Take the first card of a level at the Tavern; return what is laid in its place."""
    table.place("tavern", 1)
    table.play(("take", FIRST_SPACE[level]))
    return table.row("settlers_row")[FIRST_SPACE[level]]


@pytest.mark.parametrize("level", [1, 2])
def test_discards_are_reshuffled(level: int) -> None:
    cards = CARDS[level]
    seen = set()
    for luck in range(40):
        table = table_without(level, discards={1: CARDS[1], 2: CARDS[2]})
        table.record.rng = luck
        card = take(table, level)
        seen.add(card)
        left = members("settlers", table.record.settlers_left[level - 1])
        assert left == [other for other in cards if other != card]
        assert table.record.settlers_discards[level - 1] == 0
        assert table.record.settlers_discards[2 - level] == settlers(*CARDS[3 - level])
    assert seen == set(cards), "each of them may come first"


@pytest.mark.parametrize("level", [1, 2])
def test_discards_wait_until_the_deck_is_empty(level: int) -> None:
    table = table_without(discards=CARDS)
    table.record.settlers_left[level - 1] = settlers("S10")
    assert take(table, level) == "S10"
    assert table.record.settlers_discards[level - 1] == settlers(*CARDS[level])


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("discarded", [False, True])
def test_other_level_stands_in(level: int, discarded: bool) -> None:
    """Its deck, or its discards if that is empty too."""
    other = 3 - level
    table = table_without(level)
    table.record.settlers_discards[level - 1] = 0
    if discarded:
        table.record.settlers_left[other - 1] = 0
        table.record.settlers_discards[other - 1] = settlers(*CARDS[other])
    else:
        table.record.settlers_left[other - 1] = settlers(*CARDS[other])
    card = take(table, level)
    assert card in CARDS[other]
    left = members("settlers", table.record.settlers_left[other - 1])
    assert left == [one for one in CARDS[other] if one != card]


def test_space_stays_empty_without_any_settlers() -> None:
    table = table_without(1, 2)
    for space in range(6):
        table.give("held")
        table.record.tavern_dice = table.record.tavern_last = 0
        table.place("tavern", 1)
        assert table.options_of("take") == {("take", other) for other in range(space, 6)}
        table.play(("take", space))
    assert table.row("settlers_row") == [None] * 6
    table.record.tavern_dice = table.record.tavern_last = 0
    table.give("held")
    assert not table.may_place("tavern", 1), "there is nothing to take"


def test_character_gives_a_card_of_the_other_level_or_none() -> None:
    for cards in (CARDS[2], ()):
        table = table_without(1, 2, discards={2: cards})
        table.lay("settlers_row", *([CARDS[1][0]] if cards else []))
        table.give("held")
        table.lay("character", "H01")
        table.turn(0, 1)
        table.play(("character",))
        if cards:
            assert table.legal() == {("take", 0)}
            table.play(("take", 0))
            assert table.row("settlers_row")[0] in cards
        assert table.phase == "main"
        assert table.in_hand("held") == ([CARDS[1][0]] if cards else [])


def test_replaced_cards_come_back_if_there_are_no_others() -> None:
    """9, default 5: those discarded a moment ago are shuffled too."""
    table = table_without(1, 2)
    before = table.row("settlers_row")
    table.place("berk", 1)
    table.play(("refresh", "settlers"))
    after = table.row("settlers_row")
    assert set(after[:3]) == set(before[:3])
    assert set(after[3:]) == set(before[3:])
    assert not table.record.settlers_discards.any()


def test_empty_bag_leaves_spaces_of_the_guild_hall_empty() -> None:
    table = Table(2)
    table.lay("buildings_row", "B01", "B02", "B03", "B04", "B05", "B06")
    table.record.buildings_left = bits([number_of("buildings", "B30")])
    for space, laid in ((0, "B30"), (1, None)):
        table.afford_all()
        table.record.apprentices[0] = 1
        table.record.hall_dice[:] = 0
        table.place("hall", 3)
        table.play(("buy", space))
        while table.phase in ("good", "take"):
            table.play(min(table.legal()))
        assert table.row("buildings_row")[space] == laid
        assert table.record.buildings_left == 0
    table.record.hall_dice[:] = 0
    table.record.apprentices[0] = 1
    table.place("hall", 3)
    assert ("buy", 1) not in table.legal()
    assert ("buy", 2) in table.legal()


def test_buildings_put_back_come_back_from_an_empty_bag() -> None:
    table = Table(2)
    table.record.buildings_left = 0
    table.lay("buildings_row", "B01", "B02", None, "B04", None, None)
    table.place("berk", 1)
    table.play(("refresh", "buildings"))
    assert set(table.row("buildings_row")[:3]) == {"B01", "B02", "B04"}
    assert table.row("buildings_row")[3:] == [None] * 3


def test_empty_stack_leaves_spaces_of_the_stone_council_empty() -> None:
    table = Table(2)
    table.lay("council_row", None, "T02", None)
    table.record.council_left = bits([number_of("council", "T09")])
    table.end_round()
    assert table.row("council_row")[:3] == ["T09", "T02", None]
    assert table.record.council_left == 0
    table.end_round()
    assert table.row("council_row")[:3] == ["T09", "T02", None]
    table.afford_all()
    table.place("council", 3)
    assert table.legal() == {("fulfil", 0), ("fulfil", 1)}


def test_without_a_tile_the_stone_council_is_closed() -> None:
    table = Table(2)
    table.afford_all()
    assert table.may_place("council", 3)
    table.lay("council_row")
    assert not table.may_place("council", 3)


@pytest.mark.parametrize("docks", [3, 4])
def test_ships_that_left_first_return_once_none_is_new(docks: int) -> None:
    table = Table(5 if docks == 4 else 2)
    ships = ["P01", "P02", "P03", "P04"][:docks]
    table.lay("ships", *ships)
    table.record.ships_left = bits([number_of("ships", "P09")])
    table.record.ships_bottom[:2] = [number_of("ships", ship) for ship in ("P07", "P05")]
    table.record.num_ships_bottom = 2
    for new, waiting in (
        ("P09", ["P07", "P05", "P01"]),
        ("P07", ["P05", "P01", "P02"]),
        ("P05", ["P01", "P02", "P03"]),
        ("P01", ["P02", "P03", ships[3] if docks == 4 else "P09"]),
    ):
        ships = [*ships[1:], new]
        table.end_round()
        assert table.row("ships")[:docks] == ships
        assert table.record.ships_left == 0
        bottom = table.record.ships_bottom.tolist()
        assert [IDS["ships"][ship] for ship in bottom[:3]] == waiting
        assert bottom[3:] == [EMPTY] * (len(bottom) - 3)
        assert table.record.num_ships_bottom == 3


def test_a_ship_alone_comes_back_to_the_last_dock() -> None:
    table = Table(2)
    table.lay("ships", "P01", "P02", "P03")
    table.record.ships_left = 0
    table.end_round()
    assert table.row("ships")[:3] == ["P02", "P03", "P01"]
    assert table.record.num_ships_bottom == 0
