"""What the observation computes, worked out anew from a position and the rows of rules.json."""

from typing import Any

import numpy as np

from fiefdom.envs.rise_to_nobility.rules import GOODS
from tests.envs.rise_to_nobility.one_game import IDS, RULES
from tests.envs.rise_to_nobility.positions import Table

NOBILITY = [0, 1, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28]


def guild_of(building: int) -> int:
    return GOODS.index(RULES.buildings[building].guild)


def missing_goods(table: Table, seat: int, need: Any) -> int:
    return sum(
        max(asked - has, 0)
        for asked, has in zip(need, table.record.goods[seat].tolist(), strict=True)
    )


def has_desk(table: Table, seat: int, benefit: str) -> bool:
    own = [desk for desk in range(12) if table.record.desks[desk] == seat]
    return any(RULES.chancery[desk].benefit == benefit for desk in own)


def buildings_of(table: Table, seat: int) -> list[int]:
    return [card for card in table.record.buildings[seat].tolist() if card >= 0]


def races_of(table: Table, seat: int) -> list[str]:
    completed = int(table.record.completed[seat])
    return [row.race for card, row in enumerate(RULES.settlers) if completed >> card & 1]


def count(table: Table, seat: int, goal: Any) -> int:
    """Return what a Commission or an objective counts (8.6, 8.9)."""
    r, races = table.record, races_of(table, seat)
    masters = [guild_of(card) for card in buildings_of(table, seat)]
    if goal.kind == "vp":
        return points_now(table, seat) + commissions_now(table, seat)
    if goal.kind == "guild":
        guild = GOODS.index(goal.arg)
        own = masters.count(guild)
        return own + int(r.apprentices[seat, guild]) if own else 0
    counts = {
        "race": races.count(goal.arg),
        "settlers": len(races),
        "races": len(set(races)),
        "building_guilds": len(set(masters)),
        "council": int(r.council_done[seat]).bit_count(),
        "reputation": int(r.reputation[seat]),
        "upgrades": int(r.upgraded[seat].sum()),
        "buildings": len(masters),
        "nobility": int(r.nobility[seat]),
        "houses": int(r.houses[seat]),
        "coins": int(r.coins[seat]),
        "worker_guilds": len({*masters, *np.flatnonzero(r.apprentices[seat]).tolist()}),
        "chancery": int((r.desks == seat).sum()),
        "each_good": int(r.goods[seat].min()),
    }
    return counts[goal.kind]


def points_now(table: Table, seat: int) -> int:
    """Return the points without Commissions if the game ended now (1.2)."""
    r = table.record
    if r.over:
        return int(r.vp[seat]) - commissions_now(table, seat)
    nobility = NOBILITY[min(int(r.nobility[seat]), 12)]
    return int(r.vp[seat]) + nobility + int(r.coins[seat]) // 5 + int(r.goods[seat].sum()) // 3


def commissions_now(table: Table, seat: int) -> int:
    r, points = table.record, 0
    for place in range(int(r.num_cards[seat])):
        row = RULES.commissions[r.cards[seat, place]]
        active = r.slots[seat, place].tolist() == [2, 2, 2]
        points += row.vp * (active and count(table, seat, row) >= row.threshold)
    return points


def can_buy(table: Table, seat: int, building: int, spread: int) -> bool:
    """Say whether a seat has Apprentice, lot and coins for a Building (5.7, 6.3, 8.8)."""
    r, price = (
        table.record,
        RULES.buildings[building].cost + RULES.by_range("hall_price_by_range")[spread],
    )
    price -= has_desk(table, seat, "BUILDING_MINUS1")
    price -= r.event >= 0 and IDS["events"][r.event] == "E13"
    has_room = len(buildings_of(table, seat)) < 7
    has_apprentice = r.apprentices[seat, guild_of(building)] > 0
    return bool(has_room and has_apprentice and max(price, 0) <= r.coins[seat])


def can_fulfil(table: Table, seat: int, tile: int) -> bool:
    """Say whether a seat can pay Goods, coins and Reputation of a tile (5.8, 6.3, 8.8)."""
    row, r = RULES.council[tile], table.record
    cost = 2 - has_desk(table, seat, "COUNCIL_REP1")
    if r.event >= 0 and IDS["events"][r.event] == "E11":
        cost = max(cost - 1, 0)
    coins = 0 if has_desk(table, seat, "COUNCIL_FREE") else row.coins
    able = int(r.coins[seat]) >= coins and int(r.reputation[seat]) - cost >= 6
    return able and missing_goods(table, seat, row.need) == 0


def objective(table: Table, number: int) -> float:
    if number not in table.record.objectives.tolist():
        return 0.0
    goal = RULES.solo[number]
    return 1.0 if count(table, 0, goal) >= goal.threshold else 0.5
