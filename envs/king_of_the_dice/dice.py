"""What a roll fulfils, and how likely a requirement is with rolls left: exact, in integers.

A requirement looks either at how often each number shows or at how often each colour shows, never
at both, so 462 combinations of numbers and 28 of colours stand for all 46,656 rolls.
"""

import itertools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fiefdom.envs.king_of_the_dice.rules import MOST_ROLLS_LEFT, NUM_DICE, NUM_FACES, Requirement

Counts = tuple[int, ...]  # how many dice show each number, or each colour
COLOUR_REQUIREMENTS = {"cols", "anycol"}


class Combinations(NamedTuple):
    """All final combinations of dice by category, and all that can be kept on the way to them."""

    finals: tuple[Counts, ...]
    kept: tuple[Counts, ...]
    starts: npt.NDArray[np.intp]  # where in the next two each kept combination begins
    reached: npt.NDArray[np.intp]  # index of a final combination
    ways: npt.NDArray[np.int64]  # rolls that lead there, out of categories^6
    subsets: npt.NDArray[np.intp]  # [final, option]: index of a kept combination, most dice first


def counts_of(total: int, categories: int) -> list[Counts]:
    """List the ways to spread `total` dice over categories."""
    chosen = itertools.combinations_with_replacement(range(categories), total)
    return [tuple(dice.count(category) for category in range(categories)) for dice in chosen]


def combinations(categories: int) -> Combinations:
    """Enumerate combinations of six dice that each show one of `categories` equally likely."""
    finals = counts_of(NUM_DICE, categories)
    kept = [counts for total in range(NUM_DICE + 1) for counts in counts_of(total, categories)]
    final_index = {counts: index for index, counts in enumerate(finals)}
    kept_index = {counts: index for index, counts in enumerate(kept)}
    starts: list[int] = []
    reached: list[int] = []
    ways: list[int] = []
    for counts in kept:
        starts.append(len(reached))
        held = sum(counts)
        for rolled in counts_of(NUM_DICE - held, categories):
            final = tuple(a + b for a, b in zip(counts, rolled, strict=True))
            reached.append(final_index[final])
            orders = math.factorial(NUM_DICE - held)
            orders //= math.prod(math.factorial(count) for count in rolled)
            ways.append(orders * categories**held)
    subsets = []
    for final in finals:
        parts = itertools.product(*(range(count + 1) for count in final))
        options = sorted(parts, key=lambda part: (-sum(part), part))
        indices = [kept_index[part] for part in options]
        subsets.append(indices + [indices[0]] * (2**NUM_DICE - len(indices)))
    return Combinations(
        tuple(finals),
        tuple(kept),
        np.array(starts, np.intp),
        np.array(reached, np.intp),
        np.array(ways, np.int64),
        np.array(subsets, np.intp),
    )


def best_chances(
    dice: Combinations, fulfilled: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]]:
    """Return the chance to fulfil each card when re-rolling only for it, and what to keep.

    Args:
        dice: the combinations, F final ones.
        fulfilled: (F, cards), whether a final combination fulfils a card.

    Returns:
        chances (rolls left 0..3, F, cards) and the kept combination for 1..3 rolls left
        (3, F, cards): of equally good ones that which keeps most dice. Chances are exact
        fractions of integers, so they are the same on every machine.
    """
    whole = int(dice.ways[: dice.starts[1]].sum())  # categories^6
    wins = fulfilled.astype(np.int64)
    chances = [wins.astype(np.float64)]
    keeps = []
    for rolls in range(1, MOST_ROLLS_LEFT + 1):
        weighted = dice.ways[:, None] * wins[dice.reached]
        after_keeping = np.add.reduceat(weighted, dice.starts, axis=0)
        options = after_keeping[dice.subsets]
        best = options.argmax(axis=1)
        wins = np.take_along_axis(options, best[:, None, :], axis=1)[:, 0]
        keeps.append(np.take_along_axis(dice.subsets, best, axis=1))
        chances.append(wins / float(whole**rolls))
    return np.stack(chances), np.stack(keeps)


def is_fulfilled(requirement: Requirement, counts: Counts, exact: bool, distinct: bool) -> bool:
    """Say whether dice with these counts fulfil a requirement (section 1.5).

    Args:
        requirement: as in `rules.CITIZENS`.
        counts: dice showing each number 1..6, or each colour for `cols` and `anycol`.
        exact: option `count_mode=exact`: exactly, not at least, the number of dice asked for.
        distinct: option `orc_distinct`: different symbols need different numbers.
    """
    kind, *rest = requirement
    numbers = [int(number) for number in rest]
    total = sum((face + 1) * count for face, count in enumerate(counts))
    tests: dict[str, Callable[[], Any]] = {
        "parity": lambda: sum(counts[1 - numbers[0] :: 2]) == NUM_DICE,
        "run": lambda: any(
            all(counts[a : a + numbers[0]]) for a in range(NUM_FACES + 1 - numbers[0])
        ),
        "num": lambda: _enough(counts[numbers[0] - 1], numbers[1], exact),
        "cols": lambda: all(
            _enough(count, wanted, exact)
            for count, wanted in zip(counts, numbers, strict=True)
            if wanted
        ),
        "anycol": lambda: _enough(max(counts), numbers[0], exact),
        "sets": lambda: _has_sets(counts, numbers, distinct),
        "sum_le": lambda: total <= numbers[0],
        "sum_ge": lambda: total >= numbers[0],
    }
    return bool(tests[str(kind)]())


def _enough(count: int, wanted: int, exact: bool) -> bool:
    return count == wanted if exact else count >= wanted


def _has_sets(counts: Counts, sizes: list[int], distinct: bool) -> bool:
    if distinct:
        most = sorted(counts, reverse=True)
        return all(count >= size for count, size in zip(most, sizes, strict=False))
    if not sizes:
        return True
    for face, count in enumerate(counts):
        if count >= sizes[0]:
            left = (*counts[:face], count - sizes[0], *counts[face + 1 :])
            if _has_sets(left, sizes[1:], distinct):
                return True
    return False


def uses_colours(requirement: Requirement) -> bool:
    """Say whether a requirement looks at colours rather than numbers."""
    return requirement[0] in COLOUR_REQUIREMENTS
