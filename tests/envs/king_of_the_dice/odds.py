"""The chance to meet a card with rolls left, computed a second time with the oracle's predicates.

A card looks at the numbers of the six dice or at their colours, each of which comes with the same
chance on a die. Dice are counted by symbol: (3, 2, 1) are three red, two green and one blue die.
"""

from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tests.envs.king_of_the_dice.oracle_cards import (
    ALL_CITIZENS,
    BLUE,
    CITIZEN_BY_ID,
    GREEN,
    RED,
    Die,
    Reading,
)

NUM_DICE = 6
READINGS = [
    Reading(exact=exact, orc_distinct=distinct) for exact in (False, True) for distinct in (True, False)
]  # fmt: skip
COLOUR_FAMILIES = ("GNO", "MUS", "APP", "FAI")
Counts = tuple[int, ...]


class Symbols(NamedTuple):
    """What one aspect of six dice may show, and what follows from keeping a part of them.

    Attributes:
        shown: All counts of six dice.
        kept: All counts of six dice or fewer.
        cards: The cards that look at this aspect.
        after: (kept, shown), the chance of each outcome when the other dice are rolled.
        parts: For each of `shown`, which of `kept` are a part of it.
    """

    shown: list[Counts]
    kept: list[Counts]
    cards: list[str]
    after: npt.NDArray[np.float64]
    parts: list[list[int]]


def looks_at_colours(card: str) -> bool:
    """Say whether a card asks for colours rather than numbers."""
    return card.startswith(COLOUR_FAMILIES)


@cache
def symbols_of(by_colours: bool) -> Symbols:
    """Return all that numbers, or colours, may show."""
    kinds = 3 if by_colours else 6
    kept = [counts for size in range(NUM_DICE + 1) for counts in counts_of(size, kinds)]
    shown = counts_of(NUM_DICE, kinds)
    place = {counts: index for index, counts in enumerate(kept)}
    after = np.zeros((len(kept), len(shown)))
    after[len(kept) - len(shown) :] = np.eye(len(shown))
    for index in reversed(range(len(kept) - len(shown))):
        more = [place[plus_one(kept[index], symbol)] for symbol in range(kinds)]
        after[index] = after[more].mean(axis=0)
    parts = [
        [place[part] for part in product(*(range(count + 1) for count in counts))]
        for counts in shown
    ]
    cards = [citizen.id for citizen in ALL_CITIZENS if looks_at_colours(citizen.id) == by_colours]
    return Symbols(shown, kept, cards, after, parts)


def counts_of(size: int, kinds: int) -> list[Counts]:
    """Return all ways in which so many dice show the symbols."""
    rolls = combinations_with_replacement(range(kinds), size)
    return [tuple(roll.count(symbol) for symbol in range(kinds)) for roll in rolls]


def plus_one(counts: Counts, symbol: int) -> Counts:
    """Add a die that shows a symbol."""
    return tuple(count + (index == symbol) for index, count in enumerate(counts))


def roll_of(counts: Counts) -> list[Die]:
    """Return dice that show these numbers, or these colours."""
    if len(counts) == 3:
        colours = zip((RED, GREEN, BLUE), counts, strict=True)
        return [(1, colour) for colour, count in colours for _ in range(count)]
    return [(number, RED) for number, count in enumerate(counts, 1) for _ in range(count)]


@cache
def met(by_colours: bool, reading: Reading) -> npt.NDArray[np.float64]:
    """Return (shown, cards): 1 where the dice meet the card."""
    symbols = symbols_of(by_colours)
    rows = [
        [CITIZEN_BY_ID[card].meets(roll_of(counts), reading) for card in symbols.cards]
        for counts in symbols.shown
    ]
    return np.array(rows, np.float64)


@cache
def after_keeping(by_colours: bool, reading: Reading, rolls: int) -> npt.NDArray[np.float64]:
    """Return (kept, cards): the chance when the other dice are rolled and rolls - 1 more follow."""
    return symbols_of(by_colours).after @ chance(by_colours, reading, rolls - 1)


@cache
def chance(by_colours: bool, reading: Reading, rolls: int) -> npt.NDArray[np.float64]:
    """Return (shown, cards): the chance with so many rolls left when playing for the card alone."""
    if rolls == 0:
        return met(by_colours, reading)
    values = after_keeping(by_colours, reading, rolls)
    return np.stack([values[parts].max(axis=0) for parts in symbols_of(by_colours).parts])


def chance_of(card: str, counts: Counts, reading: Reading, rolls: int) -> float:
    """Return the chance of a card when the dice show these counts of its aspect."""
    symbols = symbols_of(looks_at_colours(card))
    values = chance(looks_at_colours(card), reading, rolls)
    return float(values[symbols.shown.index(counts), symbols.cards.index(card)])


def chance_when_keeping(card: str, kept: Counts, reading: Reading, rolls: int) -> float:
    """Return the chance of a card when only these dice are kept and the others rolled."""
    symbols = symbols_of(looks_at_colours(card))
    values = after_keeping(looks_at_colours(card), reading, rolls)
    return float(values[symbols.kept.index(kept), symbols.cards.index(card)])
