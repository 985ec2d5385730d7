"""The data and the dice tables of the engine against the figures of the rulebook."""

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.king_of_the_dice import rules
from fiefdom.envs.king_of_the_dice.rules import CITIZENS, COLOURS, COLUMNS, DIE_TYPES, EFFECTS
from fiefdom.envs.king_of_the_dice.state import AT_LEAST, EXACT
from fiefdom.envs.king_of_the_dice.tables import RULES, variant
from tests.envs.king_of_the_dice import oracle_cards
from tests.envs.king_of_the_dice.odds import (
    READINGS,
    Symbols,
    after_keeping,
    chance,
    symbols_of,
)
from tests.envs.king_of_the_dice.one_game import CARD_IDS, card_names
from tests.envs.king_of_the_dice.oracle_cards import CITIZEN_BY_ID, Reading, coloured_roll
from tests.envs.king_of_the_dice.test_oracle_cards import COUNTS, VECTORS

TABLES = RULES[0]
PRINTED = Reading()
NUM_ROLLS = 46656
READING_IDS = [f"{reading}" for reading in READINGS]
LUCKLESS = 0.0072  # 1.7: the share of all rolls that meet no card

# 1.4, columns p1, p3 and p4.
CHANCES = {
    "BUR-E BUR-O": (0.0156, 0.4488, 0.6789),
    "ELF-4": (0.2701, 0.7875, 0.8969),
    "ELF-5": (0.0926, 0.5178, 0.6806),
    "ELF-6": (0.0154, 0.1968, 0.3108),
    "DWA-3x1 DWA-3x3 DWA-3x4": (0.0623, 0.4998, 0.6889),
    "DWA-4x3 DWA-4x4 DWA-4x6": (0.0087, 0.2099, 0.3776),
    "DWA-5x1 DWA-5x6": (0.0007, 0.0517, 0.1269),
    "GNO-3G": (0.3196, 0.9324, 0.9838),
    "GNO-4R GNO-4G": (0.1001, 0.7511, 0.9041),
    "GNO-5R GNO-5B": (0.0178, 0.4282, 0.6614),
    "GNO-6B": (0.0014, 0.1214, 0.2670),
    "ORC-2+2": (0.5562, 0.9487, 0.9827),
    "ORC-3": (0.3673, 0.8887, 0.9536),
    "ORC-4": (0.0522, 0.5011, 0.6795),
    "ORC-3+2": (0.1704, 0.7614, 0.8783),
    "ORC-5": (0.0040, 0.1572, 0.2928),
    "ORC-2+2+2": (0.0386, 0.2726, 0.3877),
    "ORC-4+2": (0.0096, 0.1949, 0.3125),
    "MUS-4": (0.3004, 0.9262, 0.9779),
    "MUS-5": (0.0535, 0.6401, 0.8181),
    "MUS-6": (0.0041, 0.2189, 0.3938),
    "APP-222": (0.1235, 0.5549, 0.7003),
    "APP-33": (0.0274, 0.3893, 0.5709),
    "FAI-2R2G FAI-2G2B": (0.3567, 0.9218, 0.9760),
    "FAI-3R2B FAI-2R3G FAI-2G3B": (0.1303, 0.7301, 0.8727),
    "HYP DRA-30": (0.0197, 0.3819, 0.6024),
    "DRA-25": (0.2058, 0.8699, 0.9609),
    "DRA-28": (0.0608, 0.6115, 0.8098),
}
# 1.5 and 6: p3 of some cards under an option; the first three are printed with two digits.
CHANCES_OF_OPTIONS = [
    (Reading(exact=True), "GNO-3G", 2, 0.77),
    (Reading(exact=True), "GNO-4R", 2, 0.61),
    (Reading(exact=True), "GNO-5R", 2, 0.38),
    (Reading(orc_distinct=False), "ORC-2+2", 4, 0.9685),
    (Reading(orc_distinct=False), "ORC-3+2", 4, 0.7733),
    (Reading(orc_distinct=False), "ORC-2+2+2", 4, 0.2973),
    (Reading(orc_distinct=False), "ORC-4+2", 4, 0.1962),
]


def table_of(reading: Reading) -> int:
    """Return the engine's number of a reading of the requirements."""
    return variant(EXACT if reading.exact else AT_LEAST, int(reading.orc_distinct))


@cache
def all_rolls() -> npt.NDArray[np.int64]:
    """Return (46656, 6) faces."""
    return np.array(list(product(range(1, 7), repeat=6)))


def looked_up(faces: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the engine's combinations of numbers and of colours for rows of faces."""
    pairs = tuple(TABLES.pair_of[faces[:, die], faces[:, die + 1]] for die in (0, 2, 4))
    return TABLES.numbers_of[pairs], TABLES.colours_of[pairs]


def met_by_engine(faces: npt.NDArray[np.int64], reading: Reading) -> npt.NDArray[np.bool_]:
    """Return (rolls, cards): whether the engine's tables say that a roll meets a card."""
    numbers, colours = looked_up(faces)
    table = table_of(reading)
    met = TABLES.fulfilled_by_numbers[table, numbers] | TABLES.fulfilled_by_colours[table, colours]
    cards = np.arange(len(CITIZENS))
    return np.array(met[:, None] >> cards & 1, np.bool_)


# The data.


def test_check_sums_of_the_citizens() -> None:
    kinds = Counter(citizen.kind for citizen in CITIZENS)
    assert list(kinds.values()) == [2, 3, 8, 6, 7, 3, 2, 5, 1, 3]
    columns = Counter(citizen.column for citizen in CITIZENS)
    assert [columns[column] for column in (*COLUMNS, None)] == [5, 8, 6, 7, 10, 4]
    assert len(set(CARD_IDS)) == len(CITIZENS) == 40
    assert sum(citizen.points for citizen in CITIZENS if citizen.points > 0) == 137
    assert sum(citizen.points for citizen in CITIZENS if citizen.points < 0) == -12
    effects = Counter(EFFECTS[citizen.effect] for citizen in CITIZENS)
    assert effects == {"none": 26, "ELF": 3, "EXTRA": 2, "FAIRY": 5, "HYPNO": 1, "GIFT": 3}


def test_marks_of_confidence() -> None:
    """1.4: photographed are 25 cards, known from the list alone the other 15."""
    listed = [card for card in CARD_IDS if card.startswith(("DWA", "HYP", "DRA"))]
    listed += ["GNO-3G", "GNO-4R", "GNO-4G"]
    marks = {citizen.id: citizen.mark for citizen in CITIZENS}
    assert marks == {card: "T" if card in listed else "P" for card in CARD_IDS}


def test_citizens_are_those_of_the_oracle() -> None:
    """Typed twice from the rulebook: ids, points, columns and effects agree, in order."""
    column_of = dict(zip(oracle_cards.COLUMNS, COLUMNS, strict=True))
    assert list(CITIZEN_BY_ID) == CARD_IDS
    for citizen, other in zip(CITIZENS, CITIZEN_BY_ID.values(), strict=True):
        effect = EFFECTS[citizen.effect].lower()
        assert (citizen.points, effect) == (other.points, other.effect or "none"), citizen.id
        assert citizen.column == (column_of[other.colour] if other.colour else None)


def test_villages_scoundrels_and_limits() -> None:
    assert rules.VILLAGE_STACK == (2, 3, 4)
    assert TABLES.village_value.tolist() == [0, 4, 3, 2]
    assert rules.PENALTIES == {1: 4, 2: 3, 3: 2, 4: 1}
    assert TABLES.penalty_copies.tolist() == [4, 3, 2, 1]
    assert (rules.DRAW_PILE, rules.NUM_FAIRIES) == (35, 5)
    assert rules.MOST_POINTS == 137 + 25 + 29
    assert (rules.ROLLS, rules.ELF_ROLLS, rules.LONGEST_GAME) == (3, 4, 112)


def test_dice() -> None:
    """1.1: three types, two faces of each colour, opposite faces share one."""
    assert DIE_TYPES == ("BGRRGB", "RBGGBR", "GRBBRG")
    for faces in DIE_TYPES:
        assert sorted(Counter(faces).values()) == [2, 2, 2]
        assert faces == faces[::-1]
    for die, face in product(range(6), range(1, 7)):
        colour = coloured_roll([face] * 6)[die][1]
        assert COLOURS[TABLES.die_colour[die, face]] == colour[0].upper()


# What a roll meets.


@pytest.mark.parametrize(("digits", "colours", "cards"), VECTORS)
def test_vector_meets_exactly_its_cards(digits: str, colours: str, cards: str) -> None:
    faces = np.array([[int(digit) for digit in digits]])
    seen = [COLOURS[TABLES.die_colour[die, face]] for die, face in enumerate(faces[0])]
    assert "".join(seen) == colours
    met = np.flatnonzero(met_by_engine(faces, PRINTED)[0])
    assert {CARD_IDS[card] for card in met} == set(cards.split())


def test_each_card_is_met_by_as_many_rolls_as_printed() -> None:
    printed = {card: count for count, cards in COUNTS.items() for card in cards.split()}
    met = met_by_engine(all_rolls(), PRINTED)
    assert dict(zip(CARD_IDS, met.sum(axis=0).tolist(), strict=True)) == printed
    assert round(1 - met.any(axis=1).mean(), 4) == LUCKLESS


def test_two_dice_of_a_type_may_change_places() -> None:
    swapped = all_rolls()[:, [1, 0, 3, 2, 5, 4]]
    for one, other in zip(looked_up(all_rolls()), looked_up(swapped), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("reading", READINGS, ids=READING_IDS)
def test_every_roll_meets_what_the_oracle_says(reading: Reading) -> None:
    """All 46,656 rolls; the oracle is asked once for the same numbers and the same colours."""
    known: dict[tuple[object, ...], int] = {}
    met = met_by_engine(all_rolls(), reading) @ (1 << np.arange(len(CITIZENS)))
    for faces, bits in zip(all_rolls().tolist(), met.tolist(), strict=True):
        roll = coloured_roll(faces)
        expected = 0
        for aspect in (0, 1):
            key = (aspect, *sorted(die[aspect] for die in roll))
            if key not in known:
                known[key] = met_by_oracle(roll, reading, by_colours=bool(aspect))
            expected |= known[key]
        assert bits == expected, (faces, card_names(bits ^ expected))


def met_by_oracle(roll: list[oracle_cards.Die], reading: Reading, by_colours: bool) -> int:
    """Return as bits the cards of one aspect that the oracle says a roll meets."""
    cards = symbols_of(by_colours).cards
    return sum(
        1 << CARD_IDS.index(card) for card in cards if CITIZEN_BY_ID[card].meets(roll, reading)
    )


# The chance to meet a card.


def chance_from_the_start(card: str, reading: Reading, rolls: int) -> float:
    """Return the engine's chance before the first roll: the mean over all 46,656 first rolls."""
    number = CARD_IDS.index(card)
    shown = looked_up(all_rolls())[int(TABLES.card_uses_colours[number])]
    chances = TABLES.chance[table_of(reading), rolls - 1, :, number].astype(np.float64)
    return float(np.bincount(shown, minlength=len(chances)) @ chances / NUM_ROLLS)


@pytest.mark.parametrize("cards", CHANCES)
def test_chances_from_the_start_are_as_printed(cards: str) -> None:
    for card in cards.split():
        for rolls, printed in zip((1, 3, 4), CHANCES[cards], strict=True):
            assert abs(chance_from_the_start(card, PRINTED, rolls) - printed) < 0.000051


@pytest.mark.parametrize(("reading", "card", "digits", "printed"), CHANCES_OF_OPTIONS)
def test_chances_under_options(reading: Reading, card: str, digits: int, printed: float) -> None:
    assert round(chance_from_the_start(card, reading, 3), digits) == printed


def engine_order(symbols: Symbols, by_colours: bool) -> list[int]:
    """Return the engine's number of each combination, found by what the engine says it shows."""
    features = TABLES.colour_features if by_colours else TABLES.number_features[:, :6]
    counts = [tuple(row) for row in np.rint(features * 6).astype(int).tolist()]
    return [counts.index(shown) for shown in symbols.shown]


def decoded(places: int, kinds: int) -> tuple[int, ...]:
    """Read the bits of kept dice: six for each symbol, its first dice first."""
    counts = [(places >> 6 * symbol & 63).bit_count() for symbol in range(kinds)]
    assert places == sum(((1 << count) - 1) << 6 * index for index, count in enumerate(counts))
    return tuple(counts)


ASPECTS = pytest.mark.parametrize("by_colours", [False, True], ids=["numbers", "colours"])


@ASPECTS
@pytest.mark.parametrize("reading", READINGS, ids=READING_IDS)
def test_chances_are_those_of_the_second_computation(reading: Reading, by_colours: bool) -> None:
    symbols = symbols_of(by_colours)
    order = engine_order(symbols, by_colours)
    cards = [CARD_IDS.index(card) for card in symbols.cards]
    for rolls in (0, 1, 2, 3):
        best = chance(by_colours, reading, rolls)
        table = TABLES.chance[table_of(reading), rolls][order][:, cards]
        assert np.allclose(table, best, rtol=1e-6, atol=1e-9)


@ASPECTS
@pytest.mark.parametrize("reading", READINGS, ids=READING_IDS)
def test_dice_to_keep_reach_the_chance(reading: Reading, by_colours: bool) -> None:
    """One step from the table's dice gives the chance; of equally good dice the most are kept."""
    symbols = symbols_of(by_colours)
    order = engine_order(symbols, by_colours)
    cards = [CARD_IDS.index(card) for card in symbols.cards]
    place = {counts: index for index, counts in enumerate(symbols.kept)}
    sizes = np.array([sum(counts) for counts in symbols.kept])
    for rolls in (1, 2, 3):
        best = chance(by_colours, reading, rolls)
        values = after_keeping(by_colours, reading, rolls)
        keeps = TABLES.keep[table_of(reading), rolls - 1][order][:, cards].tolist()
        for shown, parts in enumerate(symbols.parts):
            kept = [place[decoded(places, len(symbols.shown[0]))] for places in keeps[shown]]
            assert set(kept) <= set(parts)
            assert np.allclose(values[kept, range(len(cards))], best[shown], rtol=1e-12)
            equal = values[parts] >= best[shown] - 1e-12
            assert np.array_equal(sizes[kept], (equal * sizes[parts, None]).max(axis=0))
