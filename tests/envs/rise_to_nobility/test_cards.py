"""Every row of each deck in the engine: what it costs and gives, when its condition is met."""

from typing import Any

import pytest

from fiefdom.envs.rise_to_nobility.rules import GOODS
from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.one_game import IDS, RULES
from tests.envs.rise_to_nobility.positions import Table

NUMBERS = ("vp", "nobility", "reputation", "coins", "modifiers", "lot", "reserve")


def poor(players: int = 3, **options: Any) -> Table:
    """Return a game in which seat 0 has no cards and coins, and Workers in reserve only."""
    table = Table(players, **options)
    table.record.coins[0] = 0
    table.give("held")
    return table


def gains(
    vp: int = 0, nob: int = 0, rep: int = 0, coins: int = 0, mods: int = 0, workers: int = 0
) -> list[int]:
    """Return NUMBERS of a seat that began poor and gained this."""
    return [vp, nob, 9 + rep, coins, mods, workers, 14 - workers]


def take_choices(table: Table, reward: Any) -> None:
    """Choose the Goods and cards of a reward; they must be what is asked, in this order."""
    for number in range(reward.any_good):
        assert table.legal() == {("good", good) for good in range(6)}, number
        table.play(("good", 5))
    for _ in range(reward.settler):
        assert table.legal() == {("take", space) for space in range(6)}
        table.play(("take", 3))
    assert table.phase == "main"
    assert table.number("num_held") == reward.settler


def numbers_of(reward: Any) -> dict[str, int]:
    return {"nob": reward.nob, "rep": reward.rep, "coins": reward.coins, "mods": reward.mods}


# Settlers, Buildings, Stone Council, ships.


@pytest.mark.parametrize("card", IDS["settlers"])
def test_settlers_card(card: str) -> None:
    row = RULES.settlers[IDS["settlers"].index(card)]
    table = poor()
    table.give("held", card)
    table.record.goods[0] = row.need
    table.record.houses[0] = 2
    for good, number in enumerate(row.need):
        if number:
            table.record.goods[0, good] -= 1
            table.turn(0)
            assert ("complete", 0) not in table.legal()
            table.record.goods[0, good] += 1
    table.turn(0)
    table.play(("complete", 0))
    numbers = numbers_of(row.reward)
    assert table.numbers(*NUMBERS) == gains(row.vp, workers=row.workers, **numbers)
    assert not table.record.goods[0].any()
    assert (table.completed(), table.in_hand("held")) == ([card], [])
    take_choices(table, row.reward)


@pytest.mark.parametrize(
    ("card", "numbers"),
    [
        ("S01", gains(3, coins=2, workers=1)), ("S02", gains(3, rep=1, workers=1)),
        ("S03", gains(4, mods=1, workers=2)), ("S04", gains(5, workers=2)),
        ("S27", gains(10, nob=1, workers=3)), ("S48", gains(11, workers=3)),
    ],
)  # fmt: skip
def test_settlers_card_as_printed(card: str, numbers: list[int]) -> None:
    table = poor()
    table.give("held", card)
    table.record.goods[0] = 3
    table.turn(0)
    table.play(("complete", 0))
    assert table.numbers(*NUMBERS) == numbers


def test_workers_left_and_top_of_the_track() -> None:
    """2, 4 and ruling 7: what is not there or goes beyond is lost."""
    table = poor()
    table.give("held", "S35", "S02", "S03")
    table.record.goods[0], table.record.houses[0] = 9, 7
    table.record.reserve[0], table.record.reputation[0], table.record.modifiers_left = 2, 24, 0
    for _ in range(3):
        table.turn(0)
        table.play(("complete", 0))
    assert table.numbers("reserve", "lot", "reputation", "modifiers") == [0, 2, 24, 0]


@pytest.mark.parametrize("card", IDS["buildings"])
def test_building(card: str) -> None:
    row = RULES.buildings[IDS["buildings"].index(card)]
    guild = GOODS.index(row.guild)
    table = poor()
    table.lay("buildings_row", card)
    table.record.apprentices[0] = 1
    table.record.apprentices[0, guild] = 0
    table.record.coins[0] = row.cost
    assert not table.may_place("hall", 3)
    table.record.apprentices[0] = 0
    table.record.apprentices[0, guild] = 1
    table.record.coins[0] = row.cost - 1
    assert not table.may_place("hall", 3)
    table.record.coins[0] = row.cost
    table.place("hall", 3)
    table.play(("buy", 0))
    numbers = {**numbers_of(row.bonus), "nob": 1 + row.bonus.nob}
    assert table.numbers(*NUMBERS) == gains(row.vp, **numbers)
    assert not table.record.apprentices[0].any()
    take_choices(table, row.bonus)
    table.record.coins[0], table.record.used_sum[0] = row.up_cost, 0
    table.record.hall_dice[:] = 0
    table.place("hall", 4)
    table.play(("upgrade", 0))
    assert table.numbers("vp", "nobility", "coins") == [row.vp + row.up_vp, 2, 0]
    assert table.record.upgraded[0].tolist() == [1] + [0] * 6


@pytest.mark.parametrize(("die", "yields"), [(1, (1, 2, 3)), (4, (2, 3, 4)), (6, (3, 4, 5))])
def test_buildings_raise_the_yield_of_their_guild(die: int, yields: tuple[int, ...]) -> None:
    for buildings, number in zip(((), ("B01",), ("B02+",)), yields, strict=True):
        table = poor()
        table.build(*buildings, "B09")
        table.place("guild", 0, die)
        assert table.record.goods[0].tolist() == [number, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("tile", IDS["council"])
def test_council_tile(tile: str) -> None:
    row = RULES.council[IDS["council"].index(tile)]
    table = poor()
    table.lay("council_row", tile)
    table.record.goods[0] = row.need
    table.record.coins[0] = row.coins - 1
    assert not table.may_place("council", 2)
    table.record.coins[0] = row.coins
    table.place("council", 2)
    table.play(("fulfil", 0))
    assert table.numbers(*NUMBERS) == gains(row.vp, row.nob, -2)
    assert not table.record.goods[0].any()
    assert table.row("council_row") == [None] * 5
    table.end_round()
    assert None not in table.row("council_row")[:4]


@pytest.mark.parametrize("ship", IDS["ships"])
def test_ship(ship: str) -> None:
    row = RULES.ships[IDS["ships"].index(ship)]
    table = poor()
    table.lay("ships", ship)
    for good, price in enumerate(row.price):
        table.record.goods[0] = 0
        table.record.goods[0, good] = 2
        table.record.coins[0] = table.record.ship_dice[0] = table.record.used_sum[0] = 0
        assert table.may_place("ship", 0, 1) == (price > 0)
        if price:
            table.play(("ship", 0, 1))
            table.play(("good", good))
            table.play(("good", good))
            assert (table.phase, table.number("coins")) == ("main", 2 * price)


# Characters.


@pytest.mark.parametrize("character", IDS["characters"])
def test_character(character: str) -> None:
    reward = RULES.characters[IDS["characters"].index(character)].reward
    table = poor(characters=True)
    table.record.character[0] = IDS["characters"].index(character)
    table.give("held")
    table.turn(0)
    table.play(("character",))
    assert table.numbers(*NUMBERS) == gains(workers=reward.worker, **numbers_of(reward))
    take_choices(table, reward)
    assert table.record.goods[0].tolist() == [0] * 5 + [reward.any_good]
    for _ in range(2):
        assert ("character",) not in table.legal()
        table.end_round()
        table.turn(0)


@pytest.mark.parametrize(("held", "taken"), [(6, 0), (5, 1), (4, 2)])
def test_cards_of_a_character_with_a_full_hand(held: int, taken: int) -> None:
    table = poor(characters=True)
    table.record.character[0] = IDS["characters"].index("H08")
    table.give("held", *IDS["settlers"][:held])
    table.turn(0)
    table.play(("character",))
    for _ in range(taken):
        table.play(("take", 0))
    assert table.phase == "main"
    assert table.numbers("num_held", "modifiers") == [held + taken, 1]


# Events.


def revealed(event: str, **numbers: Any) -> Table:
    """Let an event come in the round after one in which seats have had these numbers."""
    table = poor(events=True, in_setup=False)
    while table.phase == "good":
        table.play(("good", 0))
    number = IDS["events"].index(event)
    table.record.event = -1
    table.record.events_left = 1 << number
    table.record.round_number = 1 if RULES.events[number].group == 1 else 6
    table.record.goods[:] = 0
    for field, values in numbers.items():
        table.record[field][:3] = values
    table.end_round()
    assert int(table.record.event) == number
    return table


def during(event: str) -> Table:
    table = poor()
    table.happen(event)
    return table


def sales(event: str | None, die: int) -> list[int]:
    table = during(event) if event else poor()
    table.lay("ships", "P01")
    table.record.goods[0] = goods("9B")
    table.place("ship", 0, die)
    while table.phase == "sell":
        table.play(("good", 0))
    return [9 - int(table.record.goods[0, 0]), table.number("coins")]


@pytest.mark.parametrize(
    ("event", "sold"),
    [(None, [(2, 4), (3, 6), (4, 8)]), ("E01", [(2, 6), (3, 9), (4, 12)]), ("E10", [(1, 2), (2, 4), (3, 6)])],
)  # fmt: skip
def test_events_of_the_port(event: str | None, sold: list[tuple[int, int]]) -> None:
    assert [tuple(sales(event, die)) for die in (2, 3, 6)] == sold


def test_event_of_the_guilds() -> None:
    table = during("E02")
    for die, total in ((1, 2), (3, 5)):
        table.place("guild", 2, die)
        assert int(table.record.goods[0, 2]) == total


def test_event_of_apprentices() -> None:
    table = revealed(
        "E03", coins=[0, 0, 0], apprentices=[[1, 0, 1, 0, 0, 0], [1, 1, 1, 1, 1, 0], [0] * 6]
    )
    income = [2 * 2, 5 * 2, 0]  # paid before; no guild has three Apprentices
    assert table.record.coins[:3].tolist() == [income[0] + 2, income[1] + 4, 0]


@pytest.mark.parametrize(("desks", "price"), [((), 2), ((5,), 1)])
def test_event_of_the_yard(desks: tuple[int, ...], price: int) -> None:
    table = during("E04")
    table.sit(*desks)
    table.record.coins[0] = 9
    table.place("yard", 3)
    assert table.number("coins") == 9 - price


@pytest.mark.parametrize(("die", "steps"), [(1, 2), (3, 3), (6, 4)])
def test_event_of_the_castle(die: int, steps: int) -> None:
    table = during("E05")
    table.place("castle", die)
    assert table.number("reputation") == 9 + steps


@pytest.mark.parametrize(("desks", "most"), [((), 2), ((4,), 3)])
def test_event_of_the_tavern(desks: tuple[int, ...], most: int) -> None:
    table = during("E06")
    table.sit(*desks)
    table.give("held")
    table.place("tavern", 1)
    for number in range(most):
        assert (("done",) in table.legal()) == (number > 0)
        table.play(("take", 0))
    assert table.phase == "main"


def test_event_of_the_clerk() -> None:
    table = during("E07")
    table.place("berk", 3)
    assert table.number("modifiers") == 3


def test_market_day_asks_from_the_first_player_on() -> None:
    table = revealed("E08")
    assert not table.record.dice.any(), "before rolling"
    for seat in (1, 2, 0):
        assert (table.phase, int(table.record.mover)) == ("good", seat)
        table.play(("good", seat))
    assert (table.phase, int(table.record.mover)) == ("main", 1)
    assert [int(table.record.goods[seat, seat]) for seat in range(3)] == [1, 1, 1]
    assert int(table.record.goods.sum()) == 3
    assert table.record.dice[:3].sum(axis=1).tolist() == [5, 5, 5]


def test_city_tax() -> None:
    table = revealed("E09", coins=[2, 1, 0], reputation=[9, 9, 6])
    assert table.record.coins[:3].tolist() == [0, 0, 0]
    assert table.record.reputation[:3].tolist() == [9, 8, 6]


@pytest.mark.parametrize(("desks", "steps"), [((), 1), ((3,), 0)])
def test_event_of_the_council(desks: tuple[int, ...], steps: int) -> None:
    table = during("E11")
    table.sit(*desks)
    table.lay("council_row", "T01")
    table.record.goods[0], table.record.coins[0] = goods("1B 1A"), 2
    table.place("council", 1)
    table.play(("fulfil", 0))
    assert table.number("reputation") == 9 - steps


@pytest.mark.parametrize(
    ("event", "field", "before", "after"),
    [
        ("E12", "reputation", [9, 12, 12], [9, 11, 11]),
        ("E12", "reputation", [6, 6, 6], [6, 6, 6]),
        ("E16", "vp", [3, 3, 8], [11, 11, 9]),
        ("E16", "vp", [3, 0, 8], [9, 11, 9]),
    ],
)
def test_events_of_the_first_and_the_last(
    event: str, field: str, before: list[int], after: list[int]
) -> None:
    numbers = {"reputation": [9, 9, 9], field: before}
    assert revealed(event, **numbers).record.reputation[:3].tolist() == after


@pytest.mark.parametrize(("die", "buy", "turn_over"), [(1, 5, 5), (3, 4, 4), (5, 3, 3)])
def test_event_of_the_hall(die: int, buy: int, turn_over: int) -> None:
    """B17 and the upgrade of B18 cost 4 each."""
    for decision, price in ((("buy", 0), buy), (("upgrade", 0), turn_over)):
        table = during("E13")
        table.lay("buildings_row", "B17")
        table.build("B18")
        table.record.apprentices[0, 2] = 1
        table.record.coins[0] = 9
        table.place("hall", die)
        table.play(decision)
        assert table.number("coins") == 9 - price + 1


def test_event_of_completed_cards() -> None:
    table = during("E14")
    table.give("held", "S01")
    table.record.goods[0] = goods("1B 1A")
    table.turn(0)
    table.play(("complete", 0))
    assert table.number("vp") == 3 + 1


def test_event_of_the_income() -> None:
    table = during("E15")
    table.record.apprentices[0] = [1, 2, 0, 0, 0, 0]
    table.record.apprentices[1] = [0, 1, 0, 0, 0, 0]
    table.record.coins[:] = 0
    table.sit(2)
    table.end_round()
    assert table.record.coins[:3].tolist() == [3 + 1 + 0, 0, 0]
