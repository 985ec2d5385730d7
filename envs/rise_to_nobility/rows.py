"""What a row of each table of rules.json is; `Rules` holds them all.

Section numbers are those of the rules specification.
"""

from typing import NamedTuple

Marks = tuple[tuple[str, str], ...]  # (field, status)


class Reward(NamedTuple):
    """What a card gives; `settler` and `any_good` are chosen by the player."""

    coins: int = 0
    rep: int = 0
    mods: int = 0
    nob: int = 0
    any_good: int = 0
    settler: int = 0
    worker: int = 0


class Settler(NamedTuple):
    """A Settlers card (8.1); `need` counts each Good."""

    id: str
    level: int
    race: str
    need: tuple[int, ...]
    workers: int
    vp: int
    reward: Reward
    status: str
    marks: Marks = ()


class Building(NamedTuple):
    """A Building tile (8.2); `up_` is its second side."""

    id: str
    guild: str
    cost: int
    vp: int
    nob: int
    bonus: Reward
    up_cost: int
    up_vp: int
    up_nob: int
    status: str
    marks: Marks = ()


class CouncilTile(NamedTuple):
    """A Stone Council tile (8.3)."""

    id: str
    need: tuple[int, ...]
    coins: int
    vp: int
    nob: int
    rep_cost: int
    status: str
    marks: Marks = ()


class Ship(NamedTuple):
    """A Ship tile (8.4): the price of each Good, 0 where it is not bought."""

    id: str
    price: tuple[int, ...]
    status: str
    marks: Marks = ()


class DiceTile(NamedTuple):
    """A dice tile (8.5)."""

    id: str
    slots: tuple[int, ...]
    status: str
    marks: Marks = ()


class Commission(NamedTuple):
    """A Commission card (8.6): a condition and its VP."""

    id: str
    kind: str
    arg: str | None
    threshold: int
    vp: int
    status: str
    marks: Marks = ()


class Character(NamedTuple):
    """A Character card (8.7)."""

    id: str
    name: str | None
    reward: Reward
    status: str
    marks: Marks = ()


class Event(NamedTuple):
    """An Event card (8.8)."""

    id: str
    group: int
    title: str | None
    when: str
    kind: str
    amount: int
    second: int
    status: str
    marks: Marks = ()


class Objective(NamedTuple):
    """A solo objective card (8.9)."""

    id: str
    kind: str
    arg: str | None
    threshold: int
    status: str
    marks: Marks = ()


class Setup(NamedTuple):
    """A Setup card (3.3) and what else depends on the number of players.

    `short_rep` is the start Reputation of the short variant; `income` the coins for an Apprentice
    by the number of Apprentices in the Guild. Slots of the castle, hall and Berk are for each
    range, those of a Guild and a ship for each of them.
    """

    players: int
    dice: int
    rep: int
    short_rep: int
    guild_slots: int
    apprentice_slots: int
    income: tuple[int, ...]
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
    status: str
    marks: Marks = ()


class PlaceRule(NamedTuple):
    """A number for each range, or the order in which dice must follow at a place (section 5)."""

    id: str
    value: tuple[int, ...] | str
    status: str
    marks: Marks = ()


class House(NamedTuple):
    """The next House's number, price and VP (5.6); a House of the start pays and scores nothing."""

    house: int
    cost: int
    vp: int
    status: str
    marks: Marks = ()


class Benefit(NamedTuple):
    """A benefit of desks (6.1)."""

    id: str
    amount: int | None
    status: str
    marks: Marks = ()


class Desk(NamedTuple):
    """A desk of the Chancery (6.1); desks n and n + 6 share the die slot of value n."""

    desk: int
    race: str
    benefit: str
    status: str
    marks: Marks = ()


class Nobility(NamedTuple):
    """VP at the end for a place on the Nobility track; the last row is for more, too (1.2)."""

    nobility: int
    vp: int
    status: str
    marks: Marks = ()


class Number(NamedTuple):
    """A single number of the rules, by name."""

    id: str
    value: int
    status: str
    marks: Marks = ()


class Rules(NamedTuple):
    """The tables of a file, in its order."""

    settlers: tuple[Settler, ...]
    buildings: tuple[Building, ...]
    council: tuple[CouncilTile, ...]
    ships: tuple[Ship, ...]
    dice_tiles: tuple[DiceTile, ...]
    commissions: tuple[Commission, ...]
    characters: tuple[Character, ...]
    events: tuple[Event, ...]
    solo: tuple[Objective, ...]
    setup: tuple[Setup, ...]
    places: tuple[PlaceRule, ...]
    houses: tuple[House, ...]
    benefits: tuple[Benefit, ...]
    chancery: tuple[Desk, ...]
    nobility: tuple[Nobility, ...]
    misc: tuple[Number, ...]

    def setup_for(self, num_players: int) -> Setup:
        """Return the Setup row of a number of players."""
        return next(row for row in self.setup if row.players == num_players)

    def number(self, name: str) -> int:
        """Return a number of the table `misc`."""
        return {row.id: row.value for row in self.misc}[name]

    def by_range(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the table `places` for the three ranges of a die."""
        return {row.id: row.value for row in self.places if isinstance(row.value, tuple)}[name]

    def order(self, name: str) -> str:
        """Return the order of the table `places` in which dice must follow each other."""
        return {row.id: row.value for row in self.places if isinstance(row.value, str)}[name]
