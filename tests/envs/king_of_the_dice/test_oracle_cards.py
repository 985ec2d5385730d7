"""The oracle's cards and dice against the figures of the rulebook."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import pytest

from tests.envs.king_of_the_dice.oracle_cards import (
    ALL_CITIZENS,
    CITIZEN_BY_ID,
    COLUMNS,
    DICE,
    SCOUNDRELS,
    Die,
    Reading,
    coloured_roll,
)

PRINTED = Reading()
EXACT = Reading(exact=True)
SHARING = Reading(orc_distinct=False)

# 1.7: numbers, colours, and all cards met.
VECTORS = [
    ("161625", "BBRRRR", "GNO-4R ORC-2+2 MUS-4 FAI-3R2B"),
    ("246246", "GRRBBG", "BUR-E ORC-2+2 ORC-2+2+2 APP-222 FAI-2G2B FAI-2R2G"),
    ("123456", "BGGGRG", "ELF-4 ELF-5 ELF-6 GNO-3G GNO-4G MUS-4"),
    (
        "333333",
        "RRGGBB",
        "BUR-O DWA-3x3 DWA-4x3 ORC-3 ORC-4 ORC-5 APP-222 FAI-2G2B FAI-2R2G",
    ),
    (
        "666665",
        "BBRRGR",
        "DWA-4x6 DWA-5x6 ORC-3 ORC-4 ORC-5 FAI-3R2B DRA-25 DRA-28 DRA-30",
    ),
    ("112233", "BBBBBB", "GNO-5B GNO-6B ORC-2+2 ORC-2+2+2 MUS-4 MUS-5 MUS-6 HYP"),
    (
        "565666",
        "GBBRGG",
        "DWA-4x6 GNO-3G ORC-2+2 ORC-3 ORC-4 ORC-3+2 ORC-4+2 FAI-2G2B DRA-25 DRA-28 DRA-30",
    ),
    (
        "444422",
        "RRGGRR",
        "BUR-E DWA-3x4 DWA-4x4 GNO-4R ORC-2+2 ORC-3 ORC-4 ORC-3+2 ORC-4+2 MUS-4 FAI-2R2G",
    ),
    ("111224", "BBRBRB", "DWA-3x1 ORC-2+2 ORC-3 ORC-3+2 MUS-4 HYP"),
]

# 1.4, column "count /46656".
COUNTS = {
    729: "BUR-E BUR-O",
    12600: "ELF-4",
    4320: "ELF-5",
    720: "ELF-6",
    2906: "DWA-3x1 DWA-3x3 DWA-3x4",
    406: "DWA-4x3 DWA-4x4 DWA-4x6",
    31: "DWA-5x1 DWA-5x6",
    14912: "GNO-3G",
    4672: "GNO-4R GNO-4G",
    832: "GNO-5R GNO-5B",
    64: "GNO-6B",
    25950: "ORC-2+2",
    17136: "ORC-3",
    2436: "ORC-4",
    7950: "ORC-3+2",
    186: "ORC-5",
    1800: "ORC-2+2+2",
    450: "ORC-4+2",
    14016: "MUS-4",
    2496: "MUS-5",
    192: "MUS-6",
    5760: "APP-222",
    1280: "APP-33",
    16640: "FAI-2R2G FAI-2G2B",
    6080: "FAI-3R2B FAI-2R3G FAI-2G3B",
    918: "HYP DRA-30",
    9604: "DRA-25",
    2835: "DRA-28",
}


def roll_of(digits: str) -> list[Die]:
    return coloured_roll([int(digit) for digit in digits])


def met_by(digits: str, reading: Reading = PRINTED) -> set[str]:
    roll = roll_of(digits)
    return {citizen.id for citizen in ALL_CITIZENS if citizen.meets(roll, reading)}


@cache
def all_rolls() -> Counter[tuple[Die, ...]]:
    """Go through all 46,656 rolls; the order of the dice matters to no card."""
    rolls = (coloured_roll(faces) for faces in product(range(1, 7), repeat=len(DICE)))
    return Counter(tuple(sorted(roll)) for roll in rolls)


def count_of(card: str, reading: Reading) -> int:
    meets = CITIZEN_BY_ID[card].meets
    return sum(times for roll, times in all_rolls().items() if meets(roll, reading))


@pytest.mark.parametrize(("digits", "colours", "cards"), VECTORS)
def test_vector_meets_exactly_its_cards(digits: str, colours: str, cards: str) -> None:
    assert "".join(colour[0].upper() for _, colour in roll_of(digits)) == colours
    assert met_by(digits) == set(cards.split())


def test_each_die_has_two_faces_of_each_colour_and_equal_opposite_faces() -> None:
    for die in DICE:
        assert sorted(Counter(die).values()) == [2, 2, 2]
        assert die[:3] == die[:2:-1]


def test_each_card_is_met_by_as_many_rolls_as_printed() -> None:
    printed = {card: count for count, cards in COUNTS.items() for card in cards.split()}
    assert {card: count_of(card, PRINTED) for card in CITIZEN_BY_ID} == printed


def test_few_rolls_meet_no_card() -> None:
    useless = sum(
        times
        for roll, times in all_rolls().items()
        if not any(citizen.meets(roll, PRINTED) for citizen in ALL_CITIZENS)
    )
    assert round(useless / 46656, 4) == 0.0072


def test_check_sums_of_the_tables() -> None:
    families = Counter(card[:3] for card in CITIZEN_BY_ID)
    assert list(families.values()) == [2, 3, 8, 6, 7, 3, 2, 5, 1, 3]
    colours = Counter(citizen.colour for citizen in ALL_CITIZENS)
    assert [colours[colour] for colour in (*COLUMNS, None)] == [5, 8, 6, 7, 10, 4]
    points = [citizen.points for citizen in ALL_CITIZENS]
    assert sum(value for value in points if value > 0) == 137
    assert sum(value for value in points if value < 0) == -12
    assert sum(SCOUNDRELS) == 20


@pytest.mark.parametrize(
    ("digits", "met", "missed"),
    [
        ("111123", "DWA-3x1", "DWA-4x3 DWA-5x1"),
        ("666666", "BUR-E DWA-5x6 ORC-5", "ORC-2+2 ORC-3+2 ORC-4+2 ORC-2+2+2"),
        ("444413", "ORC-3 ORC-4", "ORC-2+2 ORC-3+2"),
        ("333222", "ORC-3+2 ORC-2+2", "ORC-2+2+2"),
        ("346565", "ELF-4", "ELF-5"),
        ("134562", "ELF-6", ""),
        ("113356", "", "ELF-4"),
        ("222222", "HYP BUR-E", "DRA-25"),
        ("222223", "", "HYP BUR-E"),
        ("444445", "DRA-25", "DRA-28 BUR-E"),
        ("444444", "BUR-E", "DRA-25 HYP"),
        ("555555", "DRA-25 DRA-28 DRA-30 BUR-O", "BUR-E"),
        ("455555", "DRA-28", "DRA-30 BUR-O"),
    ],
)
def test_limits_of_the_requirements(digits: str, met: str, missed: str) -> None:
    assert set(met.split()) <= met_by(digits)
    assert not set(missed.split()) & met_by(digits)


def count_of_colours(*groups: int) -> int:
    """Count rolls whose dice have exactly so many of each colour: 2 faces of 6 for each."""
    return factorial(6) // prod(factorial(size) for size in groups) * 2**6


def test_exact_counts_by_formula() -> None:
    """Option `count_mode=exact`: `num`, `cols` and `anycol` ask for exactly the number."""
    of_number = {k: comb(6, k) * 5 ** (6 - k) for k in (3, 4, 5)}
    of_colour = {k: comb(6, k) * 2**6 * 2 ** (6 - k) for k in (3, 4, 5, 6)}
    expected = {
        **{card: of_number[int(card[4])] for card in CITIZEN_BY_ID if card[:3] == "DWA"},
        **{card: of_colour[int(card[4])] for card in CITIZEN_BY_ID if card[:3] == "GNO"},
        **{f"MUS-{k}": 3 * of_colour[k] for k in (4, 5, 6)},
        "APP-222": count_of_colours(2, 2, 2),
        "APP-33": count_of_colours(3, 3),
        "FAI-2R2G": count_of_colours(2, 2, 2),
        "FAI-2G2B": count_of_colours(2, 2, 2),
        **{card: count_of_colours(3, 2, 1) for card in ("FAI-3R2B", "FAI-2R3G", "FAI-2G3B")},
    }
    assert {card: count_of(card, EXACT) for card in expected} == expected


@pytest.mark.parametrize("family", ["BUR", "ELF", "ORC", "HYP", "DRA"])
def test_exact_counts_leave_other_families_alone(family: str) -> None:
    for card in CITIZEN_BY_ID:
        if card.startswith(family):
            assert count_of(card, EXACT) == count_of(card, PRINTED)


@pytest.mark.parametrize(
    ("digits", "met", "missed"),
    [
        ("444413", "ORC-2+2 ORC-3 ORC-4", "ORC-3+2 ORC-4+2 ORC-2+2+2"),
        ("444441", "ORC-3+2 ORC-5", "ORC-4+2 ORC-2+2+2"),
        ("444411", "ORC-4+2 ORC-2+2+2 ORC-3+2", "ORC-5"),
        ("444444", "ORC-4+2 ORC-2+2+2 ORC-3+2 ORC-2+2", ""),
        ("333444", "ORC-3+2 ORC-2+2", "ORC-2+2+2 ORC-4+2"),
        ("334561", "", "ORC-2+2 ORC-3"),
    ],
)
def test_symbols_may_share_a_number_but_no_die(digits: str, met: str, missed: str) -> None:
    """Option `orc_distinct=false`."""
    assert set(met.split()) <= met_by(digits, SHARING)
    assert not set(missed.split()) & met_by(digits, SHARING)


def chance_in_three_rolls(card: str, reading: Reading) -> float:
    """Return the chance of a number or colour card when only it is rolled for.

    The dice are taken as six alike, which is right for a card that asks for one aspect only.
    """
    meets = CITIZEN_BY_ID[card].meets
    colour_card = card.startswith("GNO")
    symbols: list[Die] = [(1, "blue"), (1, "green"), (1, "red")]
    if not colour_card:
        symbols = [(number, "red") for number in range(1, 7)]

    @cache
    def value(kept: tuple[Die, ...], rolls: int) -> float:
        """Return the chance when the kept dice lie and the others are rolled now."""
        rest = 6 - len(kept)
        total = 0.0
        for rolled in combinations_with_replacement(symbols, rest):
            ways = factorial(rest) / prod(factorial(n) for n in Counter(rolled).values())
            total += ways * best(tuple(sorted(kept + rolled)), rolls - 1)
        return total / float(len(symbols)) ** rest

    @cache
    def best(roll: tuple[Die, ...], rolls: int) -> float:
        if meets(roll, reading):
            return 1.0
        if rolls == 0:
            return 0.0
        keeps = {
            tuple(die for index, die in enumerate(roll) if mask >> index & 1) for mask in range(63)
        }
        return max(value(kept, rolls) for kept in keeps)

    return value((), 3)


@pytest.mark.parametrize(
    ("card", "reading", "chance"),
    [
        ("GNO-3G", PRINTED, 0.9324),
        ("GNO-4R", PRINTED, 0.7511),
        ("GNO-5R", PRINTED, 0.4282),
        ("GNO-3G", EXACT, 0.77),
        ("GNO-4R", EXACT, 0.61),
        ("GNO-5R", EXACT, 0.38),
        ("ORC-3+2", PRINTED, 0.7614),
        ("ORC-2+2", SHARING, 0.9685),
        ("ORC-3+2", SHARING, 0.7733),
        ("ORC-2+2+2", SHARING, 0.2973),
        ("ORC-4+2", SHARING, 0.1962),
    ],
)
def test_chance_in_three_rolls(card: str, reading: Reading, chance: float) -> None:
    digits = 2 if reading.exact else 4
    assert round(chance_in_three_rolls(card, reading), digits) == chance
