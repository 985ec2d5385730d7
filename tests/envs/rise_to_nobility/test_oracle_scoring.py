"""The oracle's end of the game: final scoring, ties, Commissions and objectives (1.2, 8.6, 8.9)."""

from typing import Any

import pytest

from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_positions import commission, new_game
from tests.envs.rise_to_nobility.oracle_scoring import is_met

RACES = {"C01": 1, "C02": 5, "C03": 9, "C04": 13, "C05": 17, "C06": 21}
GUILDS = {"C07": 1, "C08": 9, "C09": 17, "C10": 25, "C11": 33, "C12": 41}
NOBILITY = [0, 1, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28]


def poor(num_players: int = 2, **options: Any) -> Oracle:
    """Return a game in which nobody has a point."""
    oracle = new_game(num_players, **options)
    oracle.coins = [0] * num_players
    return oracle


def settlers(*numbers: int) -> list[str]:
    return [f"S{number:02}" for number in numbers]


def owned(*numbers: int, upgraded: bool = False) -> list[tuple[str, bool]]:
    return [(f"B{number:02}", upgraded) for number in numbers]


@pytest.mark.parametrize(("nobility", "points"), [*enumerate(NOBILITY), (13, 28), (20, 28)])
def test_nobility_is_worth(nobility: int, points: int) -> None:
    oracle = poor()
    oracle.nobility = [nobility, 0]
    assert oracle.final_scores() == [points, 0]


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2)])
def test_coins_are_worth(coins: int, points: int) -> None:
    oracle = poor()
    oracle.coins = [0, coins]
    assert oracle.final_scores() == [0, points]


@pytest.mark.parametrize(
    ("owned_goods", "points"), [("2B", 0), ("1B 1A 1F", 1), ("2B 3A", 1), ("6J", 2)]
)
def test_goods_are_worth(owned_goods: str, points: int) -> None:
    oracle = poor()
    oracle.goods[1] = goods(owned_goods)
    assert oracle.final_scores() == [0, points]


def test_what_is_worth_nothing() -> None:
    oracle = poor()
    oracle.rep[0], oracle.modifiers[0], oracle.lot[0] = 24, 9, 9
    oracle.held[0] = settlers(25, 26, 27)
    oracle.houses[0] = 7
    oracle.desks = {1: 0}
    oracle.completed[0], oracle.buildings[0] = settlers(1), owned(1)
    oracle.council_done[0] = ["T16"]
    assert oracle.final_scores() == [0, 0]


def test_final_score_adds_all_up() -> None:
    oracle = poor()
    oracle.vp, oracle.nobility, oracle.coins = [31, 7], [3, 8], [11, 4]
    oracle.goods = [goods("4B"), goods("3M 3F")]
    oracle.rep[0] = 16
    oracle.commissions[0] = [commission("C17", dice="ttt"), commission("C13", "D01", dice="ttt")]
    assert oracle.final_scores() == [31 + 4 + 2 + 1 + 8, 7 + 15 + 0 + 2]


# Commissions: each by what just meets it and what just does not.

MET: list[tuple[str, dict[str, Any]]] = [
    *((card, {"completed": settlers(first, first + 24)}) for card, first in RACES.items()),
    *((card, {"buildings": owned(first, first + 1)}) for card, first in GUILDS.items()),
    ("C13", {"completed": settlers(1, 2, 3, 4, 25)}),
    ("C14", {"completed": settlers(1, 29, 9, 37)}),
    ("C15", {"buildings": owned(1, 9, 48)}),
    ("C16", {"council_done": ["T01", "T02", "T03"]}),
    ("C17", {"rep": 16}),
    ("C18", {"buildings": owned(1, 2, upgraded=True)}),
]
UNMET: list[tuple[str, dict[str, Any]]] = [
    *((card, {"completed": settlers(first)}) for card, first in RACES.items()),
    *((card, {"buildings": owned(first)}) for card, first in GUILDS.items()),
    *((card, {"guild_apprentices": [2] * 6}) for card in GUILDS),
    ("C13", {"completed": settlers(1, 2, 3, 4), "held": settlers(25)}),
    ("C14", {"completed": settlers(1, 2, 29, 9, 10)}),
    ("C15", {"buildings": owned(1, 2, 9, 10)}),
    ("C15", {"buildings": owned(1, 9), "guild_apprentices": [1] * 6}),
    ("C16", {"council_done": ["T16", "T17"]}),
    ("C17", {"rep": 15}),
    ("C18", {"buildings": [("B01", True), ("B02", False), ("B09", False)]}),
]
POINTS = {"C14": 9, "C15": 9, "C16": 9}


def give(oracle: Oracle, seat: int, having: dict[str, Any]) -> None:
    """Give a seat what a condition looks at."""
    for name, value in having.items():
        assert type(value) is type(getattr(oracle, name)[seat])
        getattr(oracle, name)[seat] = value


@pytest.mark.parametrize(("card", "having"), MET)
def test_commission_met(card: str, having: dict[str, Any]) -> None:
    oracle = poor()
    give(oracle, 1, having)
    oracle.commissions = [[commission(card, dice="ttt")], [commission(card, dice="ttt")]]
    assert oracle.final_scores() == [0, POINTS.get(card, 8)]


@pytest.mark.parametrize(("card", "having"), UNMET)
def test_commission_unmet(card: str, having: dict[str, Any]) -> None:
    oracle = poor()
    give(oracle, 1, having)
    oracle.commissions = [[], [commission(card, dice="ttt")]]
    assert oracle.final_scores() == [0, 0]


def test_every_commission_is_met_once() -> None:
    assert [card for card, _ in MET] == [f"C{number:02}" for number in range(1, 19)]
    assert {card for card, _ in UNMET} == {card for card, _ in MET}


@pytest.mark.parametrize("card", sorted(RACES))
def test_race_commission_is_met_by_its_race_only(card: str) -> None:
    oracle = poor()
    for other, first in RACES.items():
        oracle.completed[0] = settlers(first + 1, first + 2)
        assert is_met(oracle, 0, oracle.rules.commissions[card]) == (card == other)


@pytest.mark.parametrize("card", sorted(GUILDS))
def test_guild_commission_counts_an_apprentice_beside_the_master(card: str) -> None:
    oracle = poor()
    guild = list(GUILDS).index(card)
    oracle.buildings[0] = owned(GUILDS[card])
    oracle.guild_apprentices[0] = [1] * 6
    assert is_met(oracle, 0, oracle.rules.commissions[card])
    oracle.guild_apprentices[0][guild] = 0
    assert not is_met(oracle, 0, oracle.rules.commissions[card])


# Solo objectives.

REACHED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("O01", {"vp": 68, "nobility": 2}, {"vp": 68, "nobility": 1}),
    ("O02", {"vp": 89, "coins": 5}, {"vp": 89, "coins": 4}),
    ("O03", {"completed": settlers(1, 2, 3, 4, 5)}, {"completed": settlers(1, 2, 3, 4)}),
    ("O04", {"completed": settlers(1, 5, 9, 48)}, {"completed": settlers(1, 2, 5, 9)}),
    ("O05", {"buildings": owned(1, 2, 3, 4)}, {"buildings": owned(1, 2, 3)}),
    ("O06", {"buildings": owned(1, 9, 17)}, {"buildings": owned(1, 2, 9, 10)}),
    ("O07", {"buildings": owned(1, 2, upgraded=True)}, {"buildings": owned(1, upgraded=True)}),
    ("O08", {"council_done": ["T01", "T02", "T03", "T04"]}, {"council_done": ["T16"] * 3}),
    ("O09", {"rep": 18}, {"rep": 17}),
    ("O10", {"nobility": 7}, {"nobility": 6}),
    ("O11", {"houses": 6}, {"houses": 5}),
    ("O12", {"coins": 15}, {"coins": 14}),
    (
        "O13",
        {"guild_apprentices": [1, 0, 2, 1, 0, 0], "buildings": owned(9, 48)},
        {"guild_apprentices": [1, 1, 2, 1, 0, 0], "buildings": owned(1, 9)},
    ),
    ("O15", {"goods": goods("2B 2A 3W 2M 2J 2F")}, {"goods": goods("9B 9A 9W 9M 1J 9F")}),
]


@pytest.mark.parametrize(("objective", "reached", "missed"), REACHED)
def test_objective(objective: str, reached: dict[str, Any], missed: dict[str, Any]) -> None:
    for having, met in [(reached, True), (missed, False)]:
        oracle = poor(1)
        oracle.objectives = [objective]
        give(oracle, 0, having)
        assert oracle.objectives_met() == [met]


@pytest.mark.parametrize(("desks", "met"), [({1: 0, 2: 0}, True), ({1: 0}, False)])
def test_objective_of_the_chancery(desks: dict[int, int], met: bool) -> None:
    oracle = poor(1)
    oracle.objectives = ["O14", "O09"]
    oracle.desks = desks
    assert oracle.objectives_met() == [met, False]


def test_every_objective_is_looked_at() -> None:
    numbers = [number for number in range(1, 16) if number != 14]
    assert [objective for objective, _, _ in REACHED] == [f"O{number:02}" for number in numbers]


# Ties.


@pytest.mark.parametrize(
    ("vp", "nobility", "rep", "coins", "ranks"),
    [
        ([5, 9, 7], [0, 0, 0], [9, 9, 9], [0, 0, 0], [3, 1, 2]),
        ([6, 7, 8], [2, 1, 0], [6, 7, 8], [0, 0, 0], [1, 2, 3]),
        ([7, 7, 7], [0, 0, 0], [9, 8, 10], [4, 4, 0], [2, 3, 1]),
        ([7, 7, 7], [0, 0, 0], [9, 9, 9], [4, 2, 3], [1, 3, 2]),
        ([7, 7, 7], [0, 0, 0], [9, 9, 9], [4, 4, 3], [1, 1, 3]),
        ([7, 7, 9], [0, 0, 0], [9, 9, 6], [4, 4, 0], [2, 2, 1]),
        ([7, 7, 7], [0, 0, 0], [9, 9, 9], [4, 4, 4], [1, 1, 1]),
        ([0, 0, 0], [13, 12, 12], [6, 7, 8], [0, 1, 2], [1, 3, 2]),
    ],
)
def test_ranks(
    vp: list[int], nobility: list[int], rep: list[int], coins: list[int], ranks: list[int]
) -> None:
    oracle = poor(3)
    oracle.vp, oracle.nobility, oracle.rep, oracle.coins = vp, nobility, rep, coins
    assert oracle.ranks() == ranks
