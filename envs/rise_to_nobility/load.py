"""Reads rules.json, or a corrected copy of it, and refuses what the engine could not play."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fiefdom.envs.common.options import suggest
from fiefdom.envs.rise_to_nobility.columns import STATUS_COLUMN, TABLES, Table
from fiefdom.envs.rise_to_nobility.fields import Field, Refused, marks
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDINGS_ROW,
    EVENT_GROUPS,
    LEVELS,
    MAX_PLAYERS,
    SETTLERS_ROW,
)

RULES_FILE = Path(__file__).with_name("rules.json")


def load_rules(path: str | os.PathLike[str] | None = None) -> Rules:
    """Return the rules of a file, by default the one that comes with the package.

    Raises:
        ValueError: if the file is no JSON or the engine could not play it; the message names the
            file, the table, the row, the field, its value and what is allowed.
    """
    file = RULES_FILE if path is None else Path(path)
    try:
        rules = _read_tables(_parse(file.read_bytes()))
        for complaint in _complaints(rules):
            raise ValueError(complaint)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    return rules


def _parse(text: bytes) -> dict[str, Any]:
    tables = json.loads(text, object_pairs_hook=_without_doubles)
    if type(tables) is not dict:
        raise ValueError("the file is not an object of tables")
    _check_names("table", tables, list(TABLES), "")
    return tables


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    twice = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]
    if twice:
        row = dict(pairs).get("id")
        where = f"row {row}: " if type(row) is str else ""
        raise ValueError(f"{where}{twice[0]!r} is given twice")
    return dict(pairs)


def _check_names(
    what: str, given: dict[str, Any], names: list[str], where: str, optional: str = ""
) -> None:
    for name in given:
        if name not in names and name != optional:
            listed = ", ".join([*names, *([optional] if optional else [])])
            raise ValueError(
                f"{where}unknown {what} {name!r}{suggest(name, names)}; allowed: {listed}"
            )
    for name in names:
        if name not in given:
            raise ValueError(f"{where}{what} {name!r} is missing; needed: {', '.join(names)}")


def _read_tables(tables: dict[str, Any]) -> Rules:
    return Rules(**{name: _read_table(name, table, tables[name]) for name, table in TABLES.items()})


def _read_table(name: str, table: Table, given: Any) -> tuple[Any, ...]:
    if type(given) is not list:
        raise ValueError(f"{name}: the table is not a list of rows")
    if len(given) != table.num_rows:
        raise ValueError(
            f"{name}: {len(given)} rows are not allowed; allowed: exactly {table.num_rows}, "
            "for which the engine has room"
        )
    rows = tuple(_read_row(name, table, number, row) for number, row in enumerate(given))
    counts = Counter(getattr(row, table.key) for row in rows)
    for row_id, times in counts.items():
        if times > 1:
            raise ValueError(f"{name} {row_id}: {table.key}={row_id!r} is given {times} times")
    return rows


def _read_row(name: str, table: Table, number: int, given: Any) -> Any:
    if type(given) is not dict:
        raise ValueError(f"{name} row {number + 1}: {given!r} is not an object of fields")
    row_id = given.get(table.key)
    where = f"{name} {row_id}" if type(row_id) in (str, int) else f"{name} row {number + 1}"
    columns = _columns_of(table, row_id)
    _check_names("field", given, list(columns), f"{where}: ", "marks")
    columns["marks"] = marks(field for field in columns if field not in (table.key, "status"))
    row = table.row(**{field: _read(where, columns[field], field, given[field]) for field in given})
    if table.first is not None and row_id != table.first + number:
        raise _refusal(where, table.key, row_id, f"{table.first + number} in row {number + 1}")
    complaint = table.check(row)
    if complaint:
        field, allowed = complaint
        raise _refusal(where, field, given[field], allowed)
    return row


def _columns_of(table: Table, row_id: Any) -> dict[str, Field]:
    """Return the columns of a row; a row of an unknown name is refused for its name."""
    value = table.by_id.get(row_id) if type(row_id) is str else None
    if table.by_id and value is None:
        value = Field(lambda given: given, "anything")
    return {**table.columns, **({"value": value} if value else {}), **STATUS_COLUMN}


def _read(where: str, field: Field, name: str, value: Any) -> Any:
    try:
        return field.read(value)
    except Refused:
        raise _refusal(where, name, value, field.allowed) from None


def _refusal(where: str, field: str, value: Any, allowed: str) -> ValueError:
    shown = "null" if value is None else repr(value)
    return ValueError(f"{where}: {field}={shown} is not allowed; allowed: {allowed}")


# What rows of several tables must keep to together.


def _complaints(rules: Rules) -> Iterator[str]:
    yield from _about_reputation(rules)
    yield from _about_settlers(rules)
    yield from _about_starts(rules)
    yield from _about_events(rules)
    yield from _about_thresholds(rules)


def _about_reputation(rules: Rules) -> Iterator[str]:
    low, high = rules.number("rep_min"), rules.number("rep_max")
    if low >= high:
        yield f"misc rep_min: value={low} is not allowed; allowed: less than rep_max={high}"
    for card in rules.setup:
        for field in ("rep", "short_rep"):
            value = getattr(card, field)
            if not low <= value <= high:
                where = f"setup {card.players}: {field}={value}"
                yield f"{where} is not allowed; allowed: rep_min={low} to rep_max={high}"
    for tile in rules.council:
        if tile.rep_cost > high - low:
            where = f"council {tile.id}: rep_cost={tile.rep_cost}"
            yield f"{where}: nobody could pay that; allowed: at most {high - low}"


def _about_settlers(rules: Rules) -> Iterator[str]:
    rows = [rules.number(f"settlers_row_{level}") for level in LEVELS]
    if sum(rows) != SETTLERS_ROW:
        yield (
            f"misc settlers_row_1, settlers_row_2: value={rows} is not allowed; "
            f"allowed: together {SETTLERS_ROW}"
        )
    if rules.number("buildings_row") != BUILDINGS_ROW:
        value = rules.number("buildings_row")
        yield f"misc buildings_row: value={value} is not allowed; allowed: {BUILDINGS_ROW}"
    dealt = max(rules.number("start_settlers"), rules.number("short_settlers")) * MAX_PLAYERS
    for level, row, given in zip(LEVELS, rows, (dealt, 0), strict=True):
        cards = sum(card.level == level for card in rules.settlers)
        if cards < row + given:
            yield (
                f"settlers: {cards} cards of level={level} are not allowed; "
                f"allowed: at least {row + given}, to deal and to lay out"
            )
    for card in rules.settlers:
        if card.workers > rules.number("workers"):
            where = f"settlers {card.id}: workers={card.workers}"
            yield f"{where} is not allowed; allowed: at most misc workers={rules.number('workers')}"


def _about_starts(rules: Rules) -> Iterator[str]:
    for start in ("start", "short"):
        for what, limit in (("houses", "houses"), ("settlers", "hand_limit")):
            value, most = rules.number(f"{start}_{what}"), rules.number(limit)
            if value > most:
                where = f"misc {start}_{what}: value={value}"
                yield f"{where} is not allowed; allowed: at most {limit}={most}"
        mods, total = rules.number(f"{start}_mods"), rules.number("modifiers_total")
        if mods * MAX_PLAYERS > total:
            where = f"misc {start}_mods: value={mods}"
            yield f"{where} is not allowed; allowed: at most {total // MAX_PLAYERS}"


def _about_events(rules: Rules) -> Iterator[str]:
    used = rules.number("events_per_group")
    for group in EVENT_GROUPS:
        cards = sum(event.group == group for event in rules.events)
        if cards < used:
            yield (
                f"events: {cards} cards of group={group} are not allowed; "
                f"allowed: at least events_per_group={used}"
            )
    for name in ("rounds", "short_rounds"):
        rounds, most = rules.number(name), used * len(EVENT_GROUPS)
        if rounds > most:
            where = f"misc {name}: value={rounds}"
            yield f"{where} is not allowed; allowed: at most {most}, one for each event drawn"
    least = min(rules.by_range("sell_by_range"))
    for event in rules.events:
        if event.kind == "port_limit" and event.amount >= least:
            where = f"events {event.id}: amount={event.amount}"
            yield f"{where} is not allowed; allowed: less than {least}, the least Port sale"


def _about_thresholds(rules: Rules) -> Iterator[str]:
    most = {
        "reputation": rules.number("rep_max"),
        "settlers": rules.number("houses"),
        "houses": rules.number("houses"),
        "buildings": rules.number("building_lots"),
        "upgrades": rules.number("building_lots"),
        "guild": rules.number("workers"),
    }
    cards = Counter(card.race for card in rules.settlers)
    for name, table in (("commissions", rules.commissions), ("solo", rules.solo)):
        for row in table:
            limit = cards[row.arg or ""] if row.kind == "race" else most.get(row.kind)
            if limit is not None and row.threshold > limit:
                where = f"{name} {row.id}: threshold={row.threshold}"
                yield f"{where} can never be met; allowed: at most {limit}"
