"""The data file of Rise to Nobility (8.10) as the oracle reads it."""

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

DATA_FILE = Path(__file__).parents[3] / "envs" / "rise_to_nobility" / "rules.json"

# Section 0: Goods and Guilds share their order.
GUILD_NAMES = ("Books", "Artwork", "Weaponry", "Magic", "Jewelry", "Furnishings")
GUILDS = range(len(GUILD_NAMES))

Reward = dict[str, int]
R = TypeVar("R")


@dataclass(frozen=True)
class SettlersCard:
    """A row of 8.1."""

    level: int
    race: str
    need: list[int]
    workers: int
    vp: int
    reward: Reward


@dataclass(frozen=True)
class Building:
    """A row of 8.2."""

    guild: str
    cost: int
    vp: int
    nob: int
    bonus: Reward
    up_cost: int
    up_vp: int
    up_nob: int


@dataclass(frozen=True)
class CouncilTile:
    """A row of 8.3."""

    need: list[int]
    coins: int
    vp: int
    nob: int
    rep_cost: int


@dataclass(frozen=True)
class Ship:
    """A row of 8.4; price 0: not bought."""

    price: list[int]


@dataclass(frozen=True)
class DiceTile:
    """A row of 8.5."""

    slots: list[int]


@dataclass(frozen=True)
class Goal:
    """A condition at the end of the game; by itself a row of 8.9."""

    kind: str
    arg: str | None
    threshold: int


@dataclass(frozen=True)
class CommissionCard(Goal):
    """A row of 8.6."""

    vp: int


@dataclass(frozen=True)
class Character:
    """A row of 8.7."""

    reward: Reward


@dataclass(frozen=True)
class Event:
    """A row of 8.8; the second number is a limit or a further loss."""

    group: int
    kind: str
    amount: int
    second: int


@dataclass(frozen=True)
class Desk:
    """A row of 6.1."""

    race: str
    benefit: str


@dataclass(frozen=True)
class House:
    """A column of the table of 5.6."""

    cost: int
    vp: int


@dataclass(frozen=True)
class Table:
    """A Setup card (3.3)."""

    dice: int
    rep: int
    short_rep: int
    guild_slots: int
    apprentice_slots: int
    income: list[int]
    council_row: int
    ships: int
    ship_slots: int
    castle_slots: int
    hall_slots: int
    berk_slots: int
    tavern_slots: int
    yard_slots: int
    council_slots: int
    desks: int


def read(kind: type[R], row: dict[str, Any]) -> R:
    """Return a row of the data file as one of the classes above."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: row[name] for name in names})


def read_all(kind: type[R], rows: list[dict[str, Any]], key: str = "id") -> dict[Any, R]:
    """Return rows by their key, in the order of the data file."""
    return {row[key]: read(kind, row) for row in rows}


class Rules:
    """All tables; each is a dict from the id of a row to the row."""

    def __init__(self, tables: dict[str, list[dict[str, Any]]]) -> None:
        self.settlers = read_all(SettlersCard, tables["settlers"])
        self.buildings = read_all(Building, tables["buildings"])
        self.council = read_all(CouncilTile, tables["council"])
        self.ships = read_all(Ship, tables["ships"])
        self.dice_tiles = read_all(DiceTile, tables["dice_tiles"])
        self.commissions = read_all(CommissionCard, tables["commissions"])
        self.objectives = read_all(Goal, tables["solo"])
        self.characters = read_all(Character, tables["characters"])
        self.events = read_all(Event, tables["events"])
        self.desks = read_all(Desk, tables["chancery"], "desk")
        self.houses = read_all(House, tables["houses"], "house")
        self.tables = read_all(Table, tables["setup"], "players")
        self.nobility = {row["nobility"]: row["vp"] for row in tables["nobility"]}
        self.benefits = {row["id"]: row["amount"] for row in tables["benefits"]}
        self.misc = {row["id"]: row["value"] for row in tables["misc"]}
        self._by_range = {row["id"]: row["value"] for row in tables["places"]}
        decks = (self.settlers, self.buildings, self.council, self.ships, self.dice_tiles)
        more = (self.commissions, self.objectives, self.characters, self.events)
        self._order = [name for deck in (*decks, *more) for name in deck]

    def in_order(self, names: list[str]) -> list[str]:
        """Return cards or tiles of one deck in the order of the data file."""
        return sorted(names, key=self._order.index)

    def by_range(self, key: str, value: int) -> int:
        """Return what a place gives for a die: a number for each of 1-2, 3-4 and 5-6."""
        return int(self._by_range[key][range_of(value)])


def range_of(value: int) -> int:
    """Return 0 for a die of 1 or 2, 1 for 3 or 4, 2 for 5 or 6."""
    return (value - 1) // 2


def load_rules() -> dict[str, Any]:
    """Return the parsed data file of the library."""
    tables: dict[str, Any] = json.loads(DATA_FILE.read_text())
    return tables
