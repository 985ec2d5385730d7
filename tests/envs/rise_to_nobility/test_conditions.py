"""Every Commission and every solo objective in the engine, just met and just not."""

from collections.abc import Callable
from typing import Any

import pytest

from fiefdom.envs.rise_to_nobility.rules import GOODS, RACES
from tests.envs.rise_to_nobility.one_game import IDS, RULES
from tests.envs.rise_to_nobility.positions import Table

# Settlers cards by race and Buildings by guild, in the order of tables 8.1 and 8.2.
OF_RACE = {race: [f"S{4 * n + k:02}" for k in range(1, 5)] for n, race in enumerate(RACES)}
OF_GUILD = {good: [f"B{8 * n + k:02}" for k in range(1, 9)] for n, good in enumerate(GOODS)}
ONE_OF_EACH = [OF_RACE[race][0] for race in RACES]
Force = Callable[[Table, int], None]


def of_race(race: str) -> Force:
    others = [card for card in ONE_OF_EACH if card not in OF_RACE[race]]
    return lambda table, number: table.complete(*OF_RACE[race][:number], *others)


def of_guild(good: str) -> Force:
    """One Guild Master, the rest Apprentices; many of another guild."""

    def force(table: Table, number: int) -> None:
        other = GOODS[GOODS.index(good) - 1]
        table.build(OF_GUILD[good][2], *OF_GUILD[other][:3])
        table.record.apprentices[0] = 2
        table.record.apprentices[0, GOODS.index(good)] = number - 1

    return force


def in_guilds(table: Table, number: int) -> None:
    """A Guild Master in the first of so many guilds, Apprentices in the others."""
    table.build("B01", "B02")
    table.record.apprentices[0, 1:number] = 2


def set_field(name: str) -> Force:
    def force(table: Table, number: int) -> None:
        table.record[name][0] = number

    return force


FORCES: dict[str, Force] = {
    "settlers": lambda table, number: table.complete(*OF_RACE["Elf"][:3], *OF_RACE["Human"][: number - 3]),
    "races": lambda table, number: table.complete(*ONE_OF_EACH[:number], "S02", "S03"),
    "building_guilds": lambda table, number: table.build("B01", *[f"B{8 * n + 2:02}" for n in range(number)]),
    "council": lambda table, number: table.fulfil(*IDS["council"][:number]),
    "reputation": set_field("reputation"),
    "upgrades": lambda table, number: table.build("B01", "B02", *["B09+", "B10+"][:number]),
    "buildings": lambda table, number: table.build(*OF_GUILD["Magic"][:number]),
    "nobility": set_field("nobility"),
    "houses": set_field("houses"),
    "coins": set_field("coins"),
    "worker_guilds": in_guilds,
    "chancery": lambda table, number: table.sit(*range(1, number + 1)),
    "each_good": lambda table, number: fill_goods(table, number),
    "vp": set_field("vp"),
}  # fmt: skip


def fill_goods(table: Table, number: int) -> None:
    table.record.goods[0] = 8
    table.record.goods[0, 4] = number


def force_for(row: Any) -> Force:
    if row.kind == "race":
        return of_race(row.arg)
    return of_guild(row.arg) if row.kind == "guild" else FORCES[row.kind]


def last_round(table: Table) -> None:
    table.record.round_number = 10
    table.end_round()
    assert table.phase is None


@pytest.mark.parametrize("card", IDS["commissions"])
def test_commission(card: str) -> None:
    row = RULES.commissions[IDS["commissions"].index(card)]
    for number, points in (
        (row.threshold - 1, 0),
        (row.threshold, row.vp),
        (row.threshold + 1, row.vp),
    ):
        if row.kind in ("upgrades", "races") and number > row.threshold:
            continue
        scores = []
        for marks in ("ttt", "tt."):
            table = Table(2)
            table.record.coins[:], table.record.vp[0] = 0, 10
            force_for(row)(table, number)
            table.commission((card, "D01", marks))
            last_round(table)
            scores.append(table.number("vp"))
        assert scores[0] - scores[1] == points, number


@pytest.mark.parametrize("good", GOODS)
def test_apprentices_alone_are_no_guild_master(good: str) -> None:
    table = Table(2)
    table.record.coins[:] = 0
    table.record.apprentices[0, GOODS.index(good)] = 2
    table.commission((f"C{7 + GOODS.index(good):02}", "D01", "ttt"))
    table.record.apprentices[1] = 0
    table.record.round_number = 10
    table.end_round()
    assert table.number("vp") == 0, "two Apprentices of two earn 2 coins"


@pytest.mark.parametrize("goal", [row.id for row in RULES.solo])
def test_objective(goal: str) -> None:
    number = IDS["solo"].index(goal)
    row = RULES.solo[number]
    for count in (row.threshold - 1, row.threshold):
        table = Table(1)
        table.record.coins[0] = 0
        force_for(row)(table, count)
        if row.kind == "vp":  # 2 VP of coins, 1 of Nobility, 1 of Goods are points too
            table.record.vp[0] = count - 4
            table.record.coins[0], table.record.nobility[0], table.record.goods[0, 3] = 14, 1, 5
        table.lay("objectives", goal)
        last_round(table)
        won = count == row.threshold
        assert (bool(table.record.solo_won), table.ranks) == (won, [1 if won else 2]), count


def test_commissions_count_for_objectives_of_points() -> None:
    for marks, won in (("ttt", True), ("tt.", False)):
        table = Table(1)
        table.record.vp[0], table.record.coins[0], table.record.reputation[0] = 62, 0, 16
        table.commission(("C17", "D05", marks))
        table.lay("objectives", "O01")
        last_round(table)
        assert bool(table.record.solo_won) == won


@pytest.mark.parametrize("missing", range(3))
def test_all_objectives_are_needed(missing: int) -> None:
    table = Table(1)
    table.record.coins[0], table.record.nobility[0], table.record.houses[0] = 15, 7, 6
    table.record[("coins", "nobility", "houses")[missing]][0] -= 1
    table.lay("objectives", "O12", "O10", "O11")
    last_round(table)
    assert not table.record.solo_won


@pytest.mark.parametrize("chancery", [False, True])
def test_objective_about_the_chancery_comes_with_it_only(chancery: bool) -> None:
    number = IDS["solo"].index("O14")
    drawn = {
        card
        for seed in range(40)
        for card in Table(1, seed, in_setup=True, chancery=chancery).record.objectives.tolist()
    }
    assert (number in drawn) == chancery
    assert len(drawn) > 10


@pytest.mark.parametrize(
    ("nobility", "points"), list(enumerate([0, 1, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28, 28, 28]))
)
def test_nobility(nobility: int, points: int) -> None:
    table = Table(2)
    table.record.coins[0], table.record.nobility[0] = 0, nobility
    last_round(table)
    assert table.number("vp") == points


@pytest.mark.parametrize(
    ("coins", "cubes", "points"), [(4, 2, 0), (5, 2, 1), (4, 3, 1), (14, 8, 4)]
)
def test_coins_and_goods(coins: int, cubes: int, points: int) -> None:
    table = Table(2)
    table.record.coins[0] = coins
    table.record.goods[0, :2] = [cubes // 2, cubes - cubes // 2]
    last_round(table)
    assert table.number("vp") == points


@pytest.mark.parametrize(
    ("vp", "nobility", "reputation", "coins", "places"),
    [
        ([20, 19], [0, 0], [6, 9], [0, 0], [1, 2]),
        ([20, 19], [0, 1], [9, 9], [0, 0], [2, 1]),
        ([20, 20], [0, 0], [10, 9], [0, 4], [1, 2]),
        ([20, 20], [0, 0], [9, 9], [3, 4], [2, 1]),
        ([20, 20], [0, 0], [9, 9], [4, 4], [1, 1]),
    ],
)
def test_ties(
    vp: list[int], nobility: list[int], reputation: list[int], coins: list[int], places: list[int]
) -> None:
    table = Table(2)
    r = table.record
    r.vp[:2], r.nobility[:2], r.reputation[:2], r.coins[:2] = vp, nobility, reputation, coins
    last_round(table)
    assert table.ranks == places
