"""The Chancery in the engine: each sentence of the expansion, each line of table 9.2 in order."""

import pytest

from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.one_game import IDS
from tests.envs.rise_to_nobility.positions import Table

HALFLING, HUMAN, ELF, DWARF, GREEN_ELF, TROBIT = "S01", "S05", "S09", "S13", "S17", "S21"


def ready(num_players: int, *cards: str, workers: int = 1) -> Table:
    """Return a game in which seat 0 has completed cards and Workers in the Lot."""
    table = Table(num_players)
    table.complete(*cards)
    table.record.lot[0], table.record.reserve[0] = workers, 14 - workers
    return table


def desks_for(table: Table, *dice: int) -> set[int]:
    """Return the desks open to seat 0 with these dice."""
    table.turn(0, *dice)
    return {decision[1] for decision in table.options_of("desk")}


# Additional setup.


@pytest.mark.parametrize(
    ("players", "deck", "desks"), [(1, 17, 6), (2, 16, 6), (3, 15, 6), (4, 14, 6), (5, 13, 12), (6, 12, 12)]
)  # fmt: skip
def test_setup(players: int, deck: int, desks: int) -> None:
    """9.2, first two lines; three open slots for the three City tokens."""
    table = Table(players, in_setup=True)
    for seat in range(players):
        assert (table.phase, int(table.record.mover)) == ("setup", seat)
        assert table.legal() == {("keep", place) for place in range(3)}
        dealt = table.record.history_cards[seat].tolist()
        assert len(table.deck()) == 18 - 3 * players
        assert int(table.record.dice_tiles_left).bit_count() == 18
        table.play(("keep", 2))
        assert table.record.cards[seat].tolist() == [dealt[2]] + [-1] * 12
    assert len(table.deck()) == deck
    assert int(table.record.dice_tiles_left).bit_count() == deck
    assert [len(table.in_hand("tiles", seat)) for seat in range(players)] == [1] * players
    assert [table.marks(0, seat) for seat in range(players)] == ["..."] * players
    table.complete(*IDS["settlers"][::4])
    table.record.lot[0] = 14
    table.afford_all()
    assert desks_for(table, 1, 2, 3, 4, 5, 6) == set(range(1, desks + 1))


def test_returned_cards_may_lie_anywhere_in_the_deck() -> None:
    table = Table(2)
    pool = int(table.record.commission_pool)
    for seat in (0, 1):
        returned = [
            c for c in table.record.history_cards[seat].tolist() if c not in table.record.cards
        ]
        assert len(returned) == 2
        assert all(pool >> card & 1 for card in returned)
    assert int(table.record.num_bottom) == 0


def test_without_the_chancery_there_is_none_of_it() -> None:
    table = Table(4, chancery=False)
    table.complete(*IDS["settlers"])
    table.record.lot[0] = 5
    table.sit(1, 2)
    table.afford_all()
    table.turn(0, 1, 2, 3, 4, 5, 6)
    assert not table.options_of("desk") | table.options_of("tile")
    table.place("berk", 1)
    table.play(("refresh", "none"))
    assert table.phase == "main"


# The board: who may send an Apprentice, and where to.


def test_worker_goes_to_the_desk_of_die_and_race() -> None:
    """9.2, line 3."""
    table = ready(3, HUMAN)
    table.place("desk", 2)
    assert table.numbers("lot", "used_sum") == [0, 2]
    assert table.record.desks.tolist() == [-1, 0] + [-1] * 10
    assert table.completed() == [HUMAN]
    table.record.goods[0], table.record.coins[0] = goods("1B"), 0
    table.record.used_sum[0] = 0
    table.lay("ships", "P01")
    table.place("ship", 0, 1)
    table.play(("good", 0))
    assert table.number("coins") == 2 + 1


def test_what_an_apprentice_needs() -> None:
    """9.2, line 4, and the sum of section 4."""
    table = ready(3, HUMAN)
    assert desks_for(table, 2) == {2}
    assert desks_for(table, 3) == set()
    table.record.lot[0] = 0
    assert desks_for(table, 2) == set()
    table.record.lot[0], table.record.used_sum[0] = 1, 8
    assert desks_for(table, 2) == set()
    table.record.used_sum[0] = 7
    assert desks_for(table, 2) == {2}
    table.complete()
    table.give("held", HUMAN)
    assert desks_for(table, 2) == set()
    table.complete(HUMAN, seat=1)
    assert desks_for(table, 2) == set()


@pytest.mark.parametrize(
    ("card", "desks"),
    [
        (HALFLING, {1, 10}), (HUMAN, {2, 11}), (ELF, {3, 12}), (DWARF, {4, 7}), (GREEN_ELF, {5, 8}),
        (TROBIT, {6, 9}), ("S26", {1, 10}),
    ],
)  # fmt: skip
def test_desks_of_each_race(card: str, desks: set[int]) -> None:
    table = ready(5, card)
    table.record.reputation[0] = 24
    assert desks_for(table, 1, 2, 3, 4, 5, 6) == desks
    few = ready(4, card)
    few.record.reputation[0] = 24
    assert desks_for(few, 1, 2, 3, 4, 5, 6) == {desk for desk in desks if desk <= 6}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_slot_is_filled_and_later_closed(players: int) -> None:
    """9.2, lines 5 and 8."""
    table = ready(players, HUMAN, ELF, workers=3)
    table.place("desk", 2)
    for _ in range(3):
        assert 2 not in desks_for(table, 2, 2, 3)
        assert table.options_of("recall") == set()
        table.end_round()
        assert desks_for(table, 2, 3) == {3}
        assert table.record.desks.tolist() == [-1, 0] + [-1] * 10
        assert table.number("lot") == 2


def test_one_slot_with_two_desks() -> None:
    """9.2, line 6: top or bottom desk; the other one in a later round, if it is still empty."""
    table = ready(5, HUMAN, GREEN_ELF, workers=3)
    assert desks_for(table, 2) == {2, 8}
    table.play(("desk", 8))
    assert desks_for(table, 2) == set()
    table.end_round()
    assert desks_for(table, 2) == {2}
    table.sit(2, seat=3)
    assert desks_for(table, 2) == set()


def test_slot_that_another_has_used_is_closed() -> None:
    table = ready(5, HUMAN, GREEN_ELF)
    table.complete(HUMAN, seat=1)
    table.record.lot[1] = 1
    table.place("desk", 2, seat=1)
    assert desks_for(table, 2) == set()


def test_only_a_worker_of_the_lot_may_go() -> None:
    """9.2, line 7, and ruling 19."""
    table = ready(3, HUMAN, workers=0)
    table.record.apprentices[0, 3] = 1
    table.build("B01")
    assert desks_for(table, 2) == set()
    table.play(("recall", 3))
    table.play(("desk", 2))
    assert table.numbers("lot", "num_buildings") == [0, 1]
    assert not table.record.apprentices[0].any()
    assert int(table.record.desks[1]) == 0


def test_one_card_serves_several_desks() -> None:
    table = ready(6, HUMAN, workers=2)
    table.record.reputation[0] = 20
    table.place("desk", 2)
    table.place("desk", 11)
    assert desks_of(table) == {2, 11}


def desks_of(table: Table, seat: int = 0) -> set[int]:
    return {desk + 1 for desk, owner in enumerate(table.record.desks.tolist()) if owner == seat}


# What Apprentices bring.


def test_income() -> None:
    """9.2, line 9: 3 coins for each, besides the guild income."""
    table = Table(5)
    table.sit(2, 8)
    table.sit(1, seat=3)
    table.record.apprentices[0, 0] = 1
    table.record.coins[:] = 0
    table.end_round()
    assert table.record.coins[:5].tolist() == [6 + 2, 0, 0, 3, 0]


@pytest.mark.parametrize(
    ("desks", "event", "coins"),
    [((), None, 6), ((2,), None, 9), ((8,), None, 9), ((2, 8), None, 9), ((2,), "E01", 12),
     ((1, 3, 4, 5, 6), None, 6)],
)  # fmt: skip
def test_port_benefit(desks: tuple[int, ...], event: str | None, coins: int) -> None:
    """9.2, line 10: in every visit again."""
    table = Table(5)
    table.sit(*desks)
    table.happen(event)
    table.lay("ships", "P01", "P02", "P03", "P04")
    for visit in (1, 2):
        table.record.goods[0] = goods("3B")
        table.record.coins[0] = 5
        table.record.used_sum[0] = 0
        table.place("ship", 0, 3)
        for _ in range(3):
            table.play(("good", 0))
        assert (visit, table.number("coins")) == (visit, 5 + coins)


@pytest.mark.parametrize(
    ("desks", "coins", "reputation"),
    [((), 4, 10), ((1,), 0, 10), ((7,), 0, 10), ((3,), 4, 11), ((9,), 4, 11), ((3, 9), 4, 11),
     ((1, 3), 0, 11), ((2, 4, 5, 6), 4, 10)],
)  # fmt: skip
def test_council_benefits(desks: tuple[int, ...], coins: int, reputation: int) -> None:
    """9.2, line 11: T16 at Reputation 12."""
    table = Table(5)
    table.sit(*desks)
    table.sit(*{1, 3, 7, 9} - set(desks), seat=1)
    table.record.reputation[0], table.record.goods[0] = 12, goods("2B 2A")
    table.lay("council_row", "T16")
    table.record.coins[0] = coins - 1 if coins else 0
    assert table.may_place("council", 2) == (coins == 0)
    table.record.coins[0] = coins
    table.place("council", 2)
    table.play(("fulfil", 0))
    assert table.numbers("coins", "reputation", "vp", "nobility") == [0, reputation, 9, 2]
    assert not table.record.goods[0].any()


def test_council_costs_one_step_only_at_a_low_reputation() -> None:
    table = Table(3)
    table.record.goods[0], table.record.reputation[0] = goods("1B 1A"), 7
    table.lay("council_row", "T01")
    assert not table.may_place("council", 2)
    table.sit(3)
    assert table.may_place("council", 2)


@pytest.mark.parametrize(("desk", "held", "taken"), [(4, 4, 2), (10, 4, 2), (4, 5, 1), (3, 4, 1)])
def test_tavern_benefit(desk: int, held: int, taken: int) -> None:
    """9.2, line 12: the second card out of the refilled row, and only if one likes."""
    table = Table(5)
    table.sit(desk)
    table.give("held", *IDS["settlers"][30 : 30 + held])
    first = table.row("settlers_row")[0]
    table.place("tavern", 2)
    assert ("done",) not in table.legal()
    table.play(("take", 0))
    if taken == 2:
        new = table.row("settlers_row")[0]
        assert new not in (None, first)
        assert ("done",) in table.legal()
        twin = table.copy()
        twin.play(("take", 0))
        assert twin.in_hand("held")[held:] == [first, new]
        table.play(("done",))
    assert table.phase == "main"
    assert table.in_hand("held")[held:] == [first]


@pytest.mark.parametrize(("desk", "price"), [(5, 3), (11, 3), (6, 4)])
def test_house_benefit(desk: int, price: int) -> None:
    """9.2, line 13: the fourth House."""
    table = Table(5)
    table.sit(desk)
    table.record.houses[0], table.record.coins[0] = 3, price - 1
    assert not table.may_place("yard", 2)
    table.record.coins[0] = price
    table.place("yard", 2)
    assert table.numbers("coins", "houses", "vp") == [0, 4, 2]


@pytest.mark.parametrize(("die", "price"), [(1, 5), (3, 4), (6, 3)])
@pytest.mark.parametrize("desk", [6, 12])
def test_building_benefit(desk: int, die: int, price: int) -> None:
    """9.2, line 14: B03."""
    table = Table(5)
    table.sit(desk)
    table.lay("buildings_row", "B03")
    table.record.apprentices[0, 0] = 1
    table.record.coins[0] = price - 1
    assert not table.may_place("hall", die)
    table.record.coins[0] = price
    table.place("hall", die)
    table.play(("buy", 0))
    assert table.number("coins") == 0
    assert table.in_hand("buildings") == ["B03"]


def test_upgrade_is_no_purchase() -> None:
    table = Table(3)
    table.sit(6)
    table.build("B03")
    table.record.coins[0] = 4
    assert not table.may_place("hall", 3)
    table.record.coins[0] = 5
    table.place("hall", 3)
    table.play(("upgrade", 0))
    assert table.number("coins") == 0
