"""Cards and dice of King of the Dice for the oracle, typed by hand from tables 1.1 to 1.4.

A roll is a plain list of (number, colour) pairs and a requirement is a predicate over such a
list, so that each row can be read beside the rulebook. Nothing here is made to be fast.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Literal

Colour = Literal["red", "green", "blue"]
Die = tuple[int, Colour]
Roll = Sequence[Die]
Effect = Literal["elf", "extra", "fairy", "hypno", "gift"]


@dataclass(frozen=True)
class Reading:
    """How requirements are read: the options `count_mode` and `orc_distinct` of section 6."""

    exact: bool = False
    orc_distinct: bool = True


Requirement = Callable[[Roll, Reading], bool]


@dataclass(frozen=True)
class Citizen:
    """One of the forty citizen cards; `points` of a dragon are negative, of a fairy 0."""

    id: str
    points: int
    colour: str | None
    meets: Requirement
    effect: Effect | None = None

    def __str__(self) -> str:
        """Name the card as the rulebook does."""
        return self.id


@dataclass(frozen=True)
class Village:
    """A village card that has been claimed from the stack of a column."""

    column: int
    value: int

    def __str__(self) -> str:
        """Name value and column."""
        return f"village {self.value} of {self.column}"


@dataclass(frozen=True)
class Scoundrel:
    """A penalty card; `minus` is the positive number of points that it costs."""

    minus: int

    def __str__(self) -> str:
        """Name what it costs."""
        return f"scoundrel -{self.minus}"


PileCard = Citizen | Village | Scoundrel

# 1.1: the three die types, faces 1 to 6 from left to right.
RED: Colour = "red"
GREEN: Colour = "green"
BLUE: Colour = "blue"
TYPE_A: tuple[Colour, ...] = (BLUE, GREEN, RED, RED, GREEN, BLUE)
TYPE_B: tuple[Colour, ...] = (RED, BLUE, GREEN, GREEN, BLUE, RED)
TYPE_C: tuple[Colour, ...] = (GREEN, RED, BLUE, BLUE, RED, GREEN)
DICE = (TYPE_A, TYPE_A, TYPE_B, TYPE_B, TYPE_C, TYPE_C)

# 1.2: the colours of the five columns from left to right, and a stack from its top.
COLUMNS = ("yellow", "brown", "blue", "green", "purple")
VILLAGE_STACK = (2, 3, 4)

# 1.3
SCOUNDRELS = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4)


def coloured_roll(faces: Sequence[int]) -> list[Die]:
    """Return number and colour of each die that shows the given faces."""
    return [(face, die[face - 1]) for face, die in zip(faces, DICE, strict=True)]


def numbers_of(roll: Roll) -> list[int]:
    """Return the six numbers of a roll, smallest first."""
    return sorted(number for number, _ in roll)


def colours_of(roll: Roll) -> list[Colour]:
    """Return the six colours of a roll."""
    return [colour for _, colour in roll]


def enough(have: int, wanted: int, reading: Reading) -> bool:
    """Compare a count with the pictured one: spare dice are fine unless counts are exact."""
    return have == wanted if reading.exact else have >= wanted


def all_even(roll: Roll, _: Reading) -> bool:
    """Six even numbers."""
    return all(number in (2, 4, 6) for number in numbers_of(roll))


def all_odd(roll: Roll, _: Reading) -> bool:
    """Six odd numbers."""
    return all(number in (1, 3, 5) for number in numbers_of(roll))


def run_of(length: int) -> Requirement:
    """So many consecutive numbers, wherever the run begins; repeats do no harm."""

    def meets(roll: Roll, _: Reading) -> bool:
        seen = set(numbers_of(roll))
        runs = [set(range(low, low + length)) for low in range(1, 8 - length)]
        return any(run <= seen for run in runs)

    return meets


def showing(count: int, number: int) -> Requirement:
    """So many dice with the number printed on the card."""

    def meets(roll: Roll, reading: Reading) -> bool:
        return enough(numbers_of(roll).count(number), count, reading)

    return meets


def coloured(**wanted: int) -> Requirement:
    """So many dice of each colour named; a colour that is not named does not matter."""

    def meets(roll: Roll, reading: Reading) -> bool:
        shown: list[str] = list(colours_of(roll))
        return all(enough(shown.count(name), count, reading) for name, count in wanted.items())

    return meets


def of_one_colour(count: int) -> Requirement:
    """So many dice of one colour, whichever it is."""

    def meets(roll: Roll, reading: Reading) -> bool:
        shown = colours_of(roll)
        most = max(shown.count(colour) for colour in (RED, GREEN, BLUE))
        return enough(most, count, reading)

    return meets


def same_numbers(*groups: int) -> Requirement:
    """A group of equal dice for each symbol; never exact (section 6, `count_mode`).

    Every way to give the symbols a number is tried. Distinct symbols need different numbers;
    otherwise symbols may share one, but then their dice add up, since no die is used twice.
    """

    def meets(roll: Roll, reading: Reading) -> bool:
        shown = numbers_of(roll)
        faces = sorted(set(shown))
        ways: Iterable[tuple[int, ...]] = product(faces, repeat=len(groups))
        if reading.orc_distinct:
            ways = permutations(faces, len(groups))
        return any(covers(shown, way, groups) for way in ways)

    return meets


def covers(shown: Sequence[int], way: Sequence[int], groups: Sequence[int]) -> bool:
    """Say whether the dice suffice when the groups take the numbers in `way`."""
    pool = list(shown)
    for number, size in zip(way, groups, strict=True):
        for _ in range(size):
            if number not in pool:
                return False
            pool.remove(number)
    return True


def sum_at_most(limit: int) -> Requirement:
    """The six dice together show the limit or less."""
    return lambda roll, _: sum(numbers_of(roll)) <= limit


def sum_at_least(limit: int) -> Requirement:
    """The six dice together show the limit or more."""
    return lambda roll, _: sum(numbers_of(roll)) >= limit


# 1.4, family by family in the order of the rulebook.
BURGHERS = [
    Citizen("BUR-E", 5, "yellow", all_even),
    Citizen("BUR-O", 5, "yellow", all_odd),
]
ELVES = [
    Citizen("ELF-4", 1, "yellow", run_of(4), "elf"),
    Citizen("ELF-5", 3, "yellow", run_of(5), "elf"),
    Citizen("ELF-6", 7, "yellow", run_of(6), "elf"),
]
DWARVES = [
    Citizen("DWA-3x1", 4, "brown", showing(3, 1)),
    Citizen("DWA-3x3", 4, "brown", showing(3, 3)),
    Citizen("DWA-3x4", 4, "brown", showing(3, 4)),
    Citizen("DWA-4x3", 6, "brown", showing(4, 3)),
    Citizen("DWA-4x4", 6, "brown", showing(4, 4)),
    Citizen("DWA-4x6", 6, "brown", showing(4, 6)),
    Citizen("DWA-5x1", 10, "brown", showing(5, 1)),
    Citizen("DWA-5x6", 10, "brown", showing(5, 6)),
]
GNOMES = [
    Citizen("GNO-3G", 1, "blue", coloured(green=3)),
    Citizen("GNO-4R", 2, "blue", coloured(red=4)),
    Citizen("GNO-4G", 2, "blue", coloured(green=4)),
    Citizen("GNO-5R", 3, "blue", coloured(red=5)),
    Citizen("GNO-5B", 3, "blue", coloured(blue=5)),
    Citizen("GNO-6B", 8, "blue", coloured(blue=6)),
]
ORCS = [
    Citizen("ORC-2+2", 1, "green", same_numbers(2, 2)),
    Citizen("ORC-3", 2, "green", same_numbers(3)),
    Citizen("ORC-4", 3, "green", same_numbers(4)),
    Citizen("ORC-3+2", 3, "green", same_numbers(3, 2)),
    Citizen("ORC-5", 7, "green", same_numbers(5)),
    Citizen("ORC-2+2+2", 7, "green", same_numbers(2, 2, 2)),
    Citizen("ORC-4+2", 8, "green", same_numbers(4, 2)),
]
MUSHROOM_GOBLINS = [
    Citizen("MUS-4", 1, "purple", of_one_colour(4)),
    Citizen("MUS-5", 2, "purple", of_one_colour(5)),
    Citizen("MUS-6", 7, "purple", of_one_colour(6)),
]
APPRENTICES = [
    Citizen("APP-222", 2, "purple", coloured(red=2, green=2, blue=2), "extra"),
    Citizen("APP-33", 3, "purple", coloured(red=3, blue=3), "extra"),
]
FAIRIES = [
    Citizen("FAI-2R2G", 0, "purple", coloured(red=2, green=2), "fairy"),
    Citizen("FAI-2G2B", 0, "purple", coloured(green=2, blue=2), "fairy"),
    Citizen("FAI-3R2B", 0, "purple", coloured(red=3, blue=2), "fairy"),
    Citizen("FAI-2R3G", 0, "purple", coloured(red=2, green=3), "fairy"),
    Citizen("FAI-2G3B", 0, "purple", coloured(green=2, blue=3), "fairy"),
]
# White and red banners: no village colour.
HYPNOTISTS = [Citizen("HYP", 1, None, sum_at_most(12), "hypno")]
DRAGONS = [
    Citizen("DRA-25", -2, None, sum_at_least(25), "gift"),
    Citizen("DRA-28", -4, None, sum_at_least(28), "gift"),
    Citizen("DRA-30", -6, None, sum_at_least(30), "gift"),
]
ALL_CITIZENS = (
    BURGHERS
    + ELVES
    + DWARVES
    + GNOMES
    + ORCS
    + MUSHROOM_GOBLINS
    + APPRENTICES
    + FAIRIES
    + HYPNOTISTS
    + DRAGONS
)
CITIZEN_BY_ID = {citizen.id: citizen for citizen in ALL_CITIZENS}
