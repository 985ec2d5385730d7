"""The tables of rules.json: their columns, and what each row must keep to by itself."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from fiefdom.envs.rise_to_nobility import rows
from fiefdom.envs.rise_to_nobility.fields import (
    REWARD,
    STATUS,
    TEXT,
    TEXT_OR_NULL,
    Field,
    number,
    numbers,
    one_of,
)
from fiefdom.envs.rise_to_nobility.rules import (
    BENEFITS,
    BUILDING_LOTS,
    BUILDINGS_ROW,
    CONDITION_ARGS,
    CONDITIONS,
    COUNCIL_ROW,
    COUNTS,
    DEALT,
    EVENT_GROUPS,
    EVENTS,
    GUILDS,
    HAND_LIMIT,
    LEVELS,
    MAX_APPRENTICES,
    MAX_CLOSED,
    MAX_DICE,
    MAX_HOUSES,
    MAX_MODIFIERS,
    MAX_PLAYERS,
    MAX_REPUTATION,
    MAX_ROUNDS,
    MAX_SLOTS,
    MAX_WORKERS,
    MIN_PLAYERS,
    MOST_THRESHOLD,
    NO_AMOUNT,
    NOW_EVENTS,
    NUM_CUBES,
    NUM_DESKS,
    NUM_DOCKS,
    NUM_GOODS,
    NUM_OBJECTIVES,
    NUM_RANGES,
    NUM_VALUES,
    ORDERS,
    RACES,
    SETTLERS_ROW,
    TILE_SLOTS,
    TOP_DESKS,
    TWO_NUMBERS,
    WHENS,
)

Complaint = tuple[str, str]  # a field, and what is allowed there


class Table(NamedTuple):
    """A table: rows are named by the column `key`, or numbered from `first` on."""

    row: Callable[..., Any]
    num_rows: int
    columns: dict[str, Field]
    key: str = "id"
    first: int | None = None
    check: Callable[[Any], Complaint | None] = lambda row: None
    by_id: Mapping[str, Field] = MappingProxyType({})  # the column `value`, by the row's id


VP = number(0, 99)
NOBILITY = number(0, 9)
COST = number(0, 99)
SLOTS = number(1, MAX_SLOTS)
NEED = numbers(NUM_GOODS, NUM_GOODS, 0, NUM_CUBES, least_sum=1)


def by_range(low: int, high: int) -> Field:
    """Allow a number for each range of a die."""
    return numbers(NUM_RANGES, NUM_RANGES, low, high)


PLACES = {
    "goods_by_range": by_range(1, 9),
    "sell_by_range": by_range(1, 9),
    "castle_by_range": by_range(1, 9),
    "berk_by_range": by_range(0, 9),
    "hall_price_by_range": by_range(-9, 9),
    "commission_draws_by_range": by_range(1, DEALT),
    "commission_rep_by_range": by_range(0, 9),
    "tavern_order": one_of(ORDERS),
    "yard_order": one_of(ORDERS),
    "council_order": one_of(ORDERS),
}
MISC = {
    "rounds": number(1, MAX_ROUNDS),
    "rep_min": number(0, MAX_REPUTATION),
    "rep_max": number(1, MAX_REPUTATION),
    "start_coins": COST,
    "start_houses": number(0, MAX_HOUSES),
    "start_settlers": number(0, HAND_LIMIT),
    "start_vp": VP,
    "start_nob": number(0, COUNTS["nobility"] - 1),
    "start_goods": number(0, NUM_CUBES),
    "start_mods": number(0, MAX_MODIFIERS // MAX_PLAYERS),
    "short_rounds": number(1, MAX_ROUNDS),
    "short_coins": COST,
    "short_houses": number(0, MAX_HOUSES),
    "short_settlers": number(0, HAND_LIMIT),
    "short_mods": number(0, MAX_MODIFIERS // MAX_PLAYERS),
    "hand_limit": number(1, HAND_LIMIT),
    "building_lots": number(1, BUILDING_LOTS),
    "workers": number(1, MAX_WORKERS),
    "houses": number(1, MAX_HOUSES),
    "modifiers_total": number(0, MAX_MODIFIERS),
    "settlers_row_1": number(0, SETTLERS_ROW),
    "settlers_row_2": number(0, SETTLERS_ROW),
    "buildings_row": number(1, BUILDINGS_ROW),
    "building_goods": number(0, 9),
    "upgrade_goods": number(0, 9),
    "tavern_cards": number(1, HAND_LIMIT),
    "commissions_dealt": number(1, DEALT),
    "city_tokens": number(TILE_SLOTS, TILE_SLOTS),
    "chancery_income": number(0, 99),
    "events_per_group": number(0, COUNTS["events"]),
    "solo_objectives": number(1, NUM_OBJECTIVES),
    "solo_closed_guilds": number(0, MAX_CLOSED),
    "coins_per_vp": number(1, 99),
    "goods_per_vp": number(1, 99),
}
CONDITION = {
    "kind": one_of(CONDITIONS),
    "arg": TEXT_OR_NULL,
    "threshold": number(1, max(MOST_THRESHOLD.values())),
}


def check_condition(row: Any) -> Complaint | None:
    """Refuse an argument that the kind does not have, or a threshold out of reach."""
    args: tuple[str | None, ...] = CONDITION_ARGS.get(row.kind, (None,))
    if row.arg not in args:
        return "arg", f"{one_of(args).allowed} with the kind {row.kind!r}"
    most = MOST_THRESHOLD[row.kind]
    return ("threshold", number(1, most).allowed) if row.threshold > most else None


def check_event(row: Any) -> Complaint | None:
    """Refuse a time or a second number that the kind does not have."""
    when = WHENS[row.kind not in NOW_EVENTS]
    if row.when != when:
        return "when", f"{when!r} with the kind {row.kind!r}"
    if row.second and row.kind not in TWO_NUMBERS:
        return "second", f"0 with the kind {row.kind!r}"
    return None


def check_setup(row: Any) -> Complaint | None:
    """Refuse an income that does not fit the Apprentice slots."""
    slots = row.apprentice_slots
    return ("income", f"as many as apprentice_slots={slots}") if len(row.income) != slots else None


def check_benefit(row: Any) -> Complaint | None:
    """Refuse a number where the benefit has none, and none where it has one."""
    if (row.amount is None) != (row.id in NO_AMOUNT):
        return "amount", "null" if row.id in NO_AMOUNT else "a whole number"
    return None


TABLES = {
    "settlers": Table(
        rows.Settler,
        COUNTS["settlers"],
        {
            "id": TEXT,
            "level": one_of(LEVELS),
            "race": one_of(RACES),
            "need": NEED,
            "workers": number(0, MAX_WORKERS),
            "vp": VP,
            "reward": REWARD,
        },
    ),
    "buildings": Table(
        rows.Building,
        COUNTS["buildings"],
        {
            "id": TEXT,
            "guild": one_of(GUILDS),
            "cost": COST,
            "vp": VP,
            "nob": NOBILITY,
            "bonus": REWARD,
            "up_cost": COST,
            "up_vp": VP,
            "up_nob": NOBILITY,
        },
    ),
    "council": Table(
        rows.CouncilTile,
        COUNTS["council"],
        {
            "id": TEXT,
            "need": NEED,
            "coins": COST,
            "vp": VP,
            "nob": NOBILITY,
            "rep_cost": number(0, MAX_REPUTATION),
        },
    ),
    "ships": Table(
        rows.Ship,
        COUNTS["ships"],
        {"id": TEXT, "price": numbers(NUM_GOODS, NUM_GOODS, 0, 9, least_sum=1)},
    ),
    "dice_tiles": Table(
        rows.DiceTile,
        COUNTS["dice_tiles"],
        {"id": TEXT, "slots": numbers(TILE_SLOTS, TILE_SLOTS, 1, NUM_VALUES)},
    ),
    "commissions": Table(
        rows.Commission,
        COUNTS["commissions"],
        {"id": TEXT, **CONDITION, "vp": VP},
        check=check_condition,
    ),
    "characters": Table(
        rows.Character,
        COUNTS["characters"],
        {"id": TEXT, "name": TEXT_OR_NULL, "reward": REWARD},
    ),
    "events": Table(
        rows.Event,
        COUNTS["events"],
        {
            "id": TEXT,
            "group": one_of(EVENT_GROUPS),
            "title": TEXT_OR_NULL,
            "when": one_of(WHENS),
            "kind": one_of(EVENTS),
            "amount": number(1, 9),
            "second": number(0, 9),
        },
        check=check_event,
    ),
    "solo": Table(rows.Objective, COUNTS["solo"], {"id": TEXT, **CONDITION}, check=check_condition),
    "setup": Table(
        rows.Setup,
        COUNTS["setup"],
        {
            "players": number(MIN_PLAYERS, MAX_PLAYERS),
            "dice": number(1, MAX_DICE),
            "rep": number(0, MAX_REPUTATION),
            "short_rep": number(0, MAX_REPUTATION),
            "guild_slots": SLOTS,
            "apprentice_slots": number(1, MAX_APPRENTICES),
            "income": numbers(1, MAX_APPRENTICES, 0, 9),
            "council_row": number(1, COUNCIL_ROW),
            "ships": number(1, NUM_DOCKS),
            "ship_slots": SLOTS,
            "castle_slots": SLOTS,
            "hall_slots": SLOTS,
            "berk_slots": SLOTS,
            "tavern_slots": SLOTS,
            "yard_slots": SLOTS,
            "council_slots": SLOTS,
            "desks": one_of((TOP_DESKS, NUM_DESKS)),
        },
        key="players",
        first=MIN_PLAYERS,
        check=check_setup,
    ),
    "places": Table(rows.PlaceRule, len(PLACES), {"id": one_of(PLACES)}, by_id=PLACES),
    "houses": Table(
        rows.House,
        COUNTS["houses"],
        {"house": number(1, COUNTS["houses"]), "cost": COST, "vp": VP},
        key="house",
        first=1,
    ),
    "benefits": Table(
        rows.Benefit,
        len(BENEFITS),
        {"id": one_of(BENEFITS), "amount": one_of((None, *range(1, 10)))},
        check=check_benefit,
    ),
    "chancery": Table(
        rows.Desk,
        COUNTS["chancery"],
        {"desk": number(1, NUM_DESKS), "race": one_of(RACES), "benefit": one_of(BENEFITS)},
        key="desk",
        first=1,
    ),
    "nobility": Table(
        rows.Nobility,
        COUNTS["nobility"],
        {"nobility": number(0, COUNTS["nobility"] - 1), "vp": VP},
        key="nobility",
        first=0,
    ),
    "misc": Table(rows.Number, len(MISC), {"id": one_of(MISC)}, by_id=MISC),
}
STATUS_COLUMN = {"status": STATUS}
