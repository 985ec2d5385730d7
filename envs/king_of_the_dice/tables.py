"""RULES: the published rules, and what follows from them, as one read-only record.

The engine reads every table from this record, its first argument: a table read as a global would
be frozen into compiled code.
"""

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import numbers_hash
from fiefdom.envs.common.record import record_dtype
from fiefdom.envs.king_of_the_dice import dice, rules
from fiefdom.envs.king_of_the_dice.rules import (
    CITIZENS,
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    DICE_PER_TYPE,
    DIE_TYPES,
    EFFECTS,
    FAIRY,
    GIFT,
    MOST_ROLLS_LEFT,
    NUM_CITIZENS,
    NUM_DICE,
    NUM_FACES,
    PENALTIES,
    VILLAGE_STACK,
    Requirement,
)

NUM_VARIANTS = 4  # count_mode x orc_distinct, see variant()
NUM_TYPES = len(DIE_TYPES)
NUM_PAIRS = NUM_FACES * (NUM_FACES + 1) // 2  # two dice of a type, in order of their faces
NUM_COMBINATIONS = 462  # numbers on six dice; colours use the first 28
NUM_COLOURINGS = 28
NUM_KEEPS = 2**NUM_DICE
EQUAL_PATTERNS = 2**NUM_TYPES

# What numbers are divided by; the dice that show something are divided by NUM_DICE.
POINTS = 10.0  # points of a card
SUM = NUM_DICE * NUM_FACES  # of the dice

EVEN, ODD = "even", "odd"
RUN = f"run / {NUM_DICE}"
FACE_LABELS = tuple(f"dice showing {face} / {NUM_DICE}" for face in range(1, NUM_FACES + 1))
COLOUR_LABELS = tuple(f"{name} dice / {NUM_DICE}" for name in COLOUR_NAMES.values())
ONE_COLOUR = f"dice of one colour / {NUM_DICE}"
SET_LABELS = tuple(f"{which} set / {NUM_DICE}" for which in ("largest", "second", "third"))
SUM_AT_MOST, SUM_AT_LEAST = f"sum at most / {SUM}", f"sum at least / {SUM}"
REQUIREMENT_LABELS = (
    EVEN, ODD, RUN, *FACE_LABELS, *COLOUR_LABELS, ONE_COLOUR, *SET_LABELS, SUM_AT_MOST, SUM_AT_LEAST,
)  # fmt: skip
CARD_LABELS = (
    f"(card number + 1) / {NUM_CITIZENS}",
    f"points / {POINTS:g}",
    *REQUIREMENT_LABELS,
    *(f"effect {effect}" for effect in EFFECTS[1:]),
)
CARD_WIDTH = 32  # a whole number of vector instructions copies it
NUMBER_LABELS = (*FACE_LABELS, f"sum / {SUM}")

FIELDS: list[Any] = [
    ("numbers", np.uint64),  # hash of those in rules.py
    # citizens fulfilled, a bit each, by option variant and combination of numbers or of colours
    ("fulfilled_by_numbers", np.int64, (NUM_VARIANTS, NUM_COMBINATIONS)),
    ("fulfilled_by_colours", np.int64, (NUM_VARIANTS, NUM_COLOURINGS)),
    # dice to keep for a citizen with 1..3 rolls left, a bit for each place (see place_bits)
    ("keep", np.int64, (NUM_VARIANTS, MOST_ROLLS_LEFT, NUM_COMBINATIONS, NUM_CITIZENS)),
    ("card_features", np.float32, (NUM_CITIZENS, CARD_WIDTH)),  # zeros behind the labelled ones
    ("byte_features", np.float32, (256, 8)),  # the bits of a byte as numbers, lowest first
    ("penalty_shares", np.float32, (len(PENALTIES), max(PENALTIES.values()) + 1)),  # left / all
    ("number_features", np.float32, (NUM_COMBINATIONS, len(NUMBER_LABELS))),
    ("colour_features", np.float32, (NUM_COLOURINGS, len(COLOUR_LABELS))),
    # chance to fulfil a citizen with 0..3 rolls left
    ("chance", np.float32, (NUM_VARIANTS, MOST_ROLLS_LEFT + 1, NUM_COMBINATIONS, NUM_CITIZENS)),
    ("numbers_of", np.int16, (NUM_PAIRS, NUM_PAIRS, NUM_PAIRS)),  # pairs -> combination of numbers
    ("card_points", np.int16, (NUM_CITIZENS,)),
    ("card_gain", np.int16, (NUM_CITIZENS,)),  # its taker's points: 0 for a fairy, a dragon
    ("card_column", np.int8, (NUM_CITIZENS,)),  # its village's column, -1 without
    ("card_effect", np.int8, (NUM_CITIZENS,)),
    ("card_is_fairy", np.int8, (NUM_CITIZENS,)),
    ("card_uses_colours", np.int8, (NUM_CITIZENS,)),
    ("village_value", np.int8, (len(VILLAGE_STACK) + 1,)),  # of the top card, by cards left
    ("penalty_copies", np.int8, (len(PENALTIES),)),  # cards of 1, 2, 3, 4 minus points
    ("pair_of", np.int8, (NUM_FACES + 1, NUM_FACES + 1)),  # two faces in order -> pair
    ("colours_of", np.int8, (NUM_PAIRS, NUM_PAIRS, NUM_PAIRS)),  # pairs -> combination of colours
    ("die_colour", np.int8, (NUM_DICE, NUM_FACES + 1)),  # index in RGB of a die's face
    # legal keep masks, by which pairs show equal faces (bit 0: dice 0 and 1, ...)
    ("keeps", np.int8, (EQUAL_PATTERNS, NUM_KEEPS)),
]


def variant(count_mode: int, orc_distinct: int) -> int:
    """Return the index of tables for two options as the record holds them."""
    return 2 * count_mode + 1 - orc_distinct


def requirement_features(requirement: Requirement) -> list[float]:
    """Return a requirement as numbers, in the order of REQUIREMENT_LABELS."""
    kind, *rest = requirement
    numbers = [int(number) for number in rest]
    values = dict.fromkeys(REQUIREMENT_LABELS, 0.0)
    if kind == "parity":
        values[ODD if numbers[0] else EVEN] = 1.0
    elif kind == "run":
        values[RUN] = numbers[0] / NUM_DICE
    elif kind == "num":
        values[FACE_LABELS[numbers[0] - 1]] = numbers[1] / NUM_DICE
    elif kind == "cols":
        for label, count in zip(COLOUR_LABELS, numbers, strict=True):
            values[label] = count / NUM_DICE
    elif kind == "anycol":
        values[ONE_COLOUR] = numbers[0] / NUM_DICE
    elif kind == "sets":
        for label, size in zip(SET_LABELS, numbers, strict=False):
            values[label] = size / NUM_DICE
    else:
        values[SUM_AT_MOST if kind == "sum_le" else SUM_AT_LEAST] = numbers[0] / SUM
    return list(values.values())


def _fill_cards(rules: Any) -> None:
    for card, citizen in enumerate(CITIZENS):
        rules.card_points[card] = citizen.points
        rules.card_column[card] = COLUMNS.index(citizen.column) if citizen.column else -1
        rules.card_effect[card] = citizen.effect
        rules.card_is_fairy[card] = citizen.effect == FAIRY
        rules.card_gain[card] = 0 if citizen.effect == GIFT else citizen.points
        rules.card_uses_colours[card] = dice.uses_colours(citizen.requirement)
        effects = [float(citizen.effect == effect) for effect in range(1, len(EFFECTS))]
        rules.card_features[card, : len(CARD_LABELS)] = [
            (card + 1) / NUM_CITIZENS,
            citizen.points / POINTS,
            *requirement_features(citizen.requirement),
            *effects,
        ]
    for left in range(1, len(VILLAGE_STACK) + 1):
        rules.village_value[left] = VILLAGE_STACK[-left]
    for index, copies in enumerate(PENALTIES.values()):
        rules.penalty_copies[index] = copies
        rules.penalty_shares[index, : copies + 1] = np.arange(copies + 1) / copies
    rules.byte_features[:] = np.arange(256)[:, None] >> np.arange(8) & 1


def _fill_dice(rules: Any) -> None:
    faces = range(1, NUM_FACES + 1)
    pairs = list(itertools.combinations_with_replacement(faces, DICE_PER_TYPE))
    numbers = {counts: index for index, counts in enumerate(dice.counts_of(NUM_DICE, NUM_FACES))}
    colours = {counts: i for i, counts in enumerate(dice.counts_of(NUM_DICE, len(COLOURS)))}
    for pair, shown in enumerate(pairs):
        rules.pair_of[shown[0], shown[1]] = rules.pair_of[shown[1], shown[0]] = pair
    for triple in itertools.product(range(NUM_PAIRS), repeat=NUM_TYPES):
        shown = sum((pairs[pair] for pair in triple), ())
        seen = [DIE_TYPES[i // DICE_PER_TYPE][face - 1] for i, face in enumerate(shown)]
        rules.numbers_of[triple] = numbers[tuple(shown.count(face) for face in faces)]
        rules.colours_of[triple] = colours[tuple(seen.count(colour) for colour in COLOURS)]
    for die in range(NUM_DICE):
        kind = die // DICE_PER_TYPE
        for face in faces:
            rules.die_colour[die, face] = COLOURS.index(DIE_TYPES[kind][face - 1])
    for counts, index in numbers.items():
        total = sum(face * count for face, count in zip(faces, counts, strict=True))
        shares = [count / NUM_DICE for count in counts]
        rules.number_features[index] = [*shares, total / SUM]
    for counts, index in colours.items():
        rules.colour_features[index] = [count / NUM_DICE for count in counts]
    for pattern in range(EQUAL_PATTERNS):
        for mask in range(NUM_KEEPS):
            second_alone = [mask >> (2 * kind) & 3 == 2 for kind in range(NUM_TYPES)]
            equal = [pattern >> kind & 1 for kind in range(NUM_TYPES)]
            rules.keeps[pattern, mask] = not any(
                a and b for a, b in zip(second_alone, equal, strict=True)
            )


def _fill_chances(rules: Any) -> None:
    for by_colours, categories in ((0, NUM_FACES), (1, len(COLOURS))):
        ways = dice.combinations(categories)
        places = np.array([place_bits(counts) for counts in ways.kept], np.int64)
        cards = [c for c in range(NUM_CITIZENS) if rules.card_uses_colours[c] == by_colours]
        bits = np.array([1 << card for card in cards], np.int64)
        by_mode = rules.fulfilled_by_colours if by_colours else rules.fulfilled_by_numbers
        for exact, distinct in itertools.product((0, 1), (0, 1)):
            index = variant(exact, distinct)
            fulfilled = np.array(
                [
                    [
                        dice.is_fulfilled(
                            CITIZENS[c].requirement, counts, bool(exact), bool(distinct)
                        )
                        for c in cards
                    ]
                    for counts in ways.finals
                ]
            )
            chances, keeps = dice.best_chances(ways, fulfilled)
            size = len(ways.finals)
            by_mode[index, :size] = (fulfilled * bits).sum(axis=1)
            rules.chance[index][:, :size, cards] = chances
            rules.keep[index][:, :size, cards] = places[keeps]


def place_bits(counts: dice.Counts) -> int:
    """Return kept dice as bits: a die's place is its category x 6 + earlier dice of it."""
    return sum(((1 << count) - 1) << (NUM_DICE * category) for category, count in enumerate(counts))


def make_rules() -> npt.NDArray[Any]:
    """Build the record from rules.py (about a third of a second)."""
    table = np.zeros(1, record_dtype(FIELDS))
    table[0].numbers = numbers_hash(vars(rules))
    for fill in (_fill_cards, _fill_dice, _fill_chances):
        fill(table[0])
    table.flags.writeable = False
    return table


RULES = make_rules()
