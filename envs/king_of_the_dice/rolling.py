"""The dice, compiled: rolling them, and what they fulfil (steps T1 to T3 of the rules)."""

from typing import Any

from fiefdom.envs.common.bits import has_bit
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.rng import below
from fiefdom.envs.king_of_the_dice.rules import DICE_PER_TYPE, NUM_DICE, NUM_FACES
from fiefdom.envs.king_of_the_dice.tables import variant as variant_of

ALL_ROLLS = NUM_FACES**NUM_DICE
SEEN_BITS = 3  # of a packed count of dice
SEEN_MASK = 2**SEEN_BITS - 1
table_variant = njit(variant_of)


@njit
def roll(rules: Any, state: Any, kept: int) -> None:
    """T1: roll the dice that are not kept; the two dice of a type are put in order.

    One draw for all six dice and no branch on a die: a mispredicted one costs more than a roll.
    """
    faces = below(state, ALL_ROLLS)
    for die in range(NUM_DICE):
        shown = int(state.dice[die])
        is_rolled = 1 - ((kept >> die) & 1)
        state.dice[die] = shown + is_rolled * (1 + faces % NUM_FACES - shown)
        faces //= NUM_FACES
    for die in range(0, NUM_DICE, DICE_PER_TYPE):
        first, second = int(state.dice[die]), int(state.dice[die + 1])
        state.dice[die] = min(first, second)
        state.dice[die + 1] = max(first, second)
    # Look up the combinations of numbers and of colours that the dice show.
    first = rules.pair_of[state.dice[0], state.dice[1]]
    second = rules.pair_of[state.dice[2], state.dice[3]]
    third = rules.pair_of[state.dice[4], state.dice[5]]
    state.numbers = rules.numbers_of[first, second, third]
    state.colours = rules.colours_of[first, second, third]
    mark_places(rules, state)


@njit
def mark_places(rules: Any, state: Any) -> None:
    """Number the dice that show the same number, and those of the same colour."""
    numbers_seen = 0
    colours_seen = 0
    for die in range(NUM_DICE):
        face = int(state.dice[die])
        number = (face - 1) * SEEN_BITS
        colour = int(rules.die_colour[die, face]) * SEEN_BITS
        state.places[0, die] = (face - 1) * NUM_DICE + ((numbers_seen >> number) & SEEN_MASK)
        state.places[1, die] = int(rules.die_colour[die, face]) * NUM_DICE + (
            (colours_seen >> colour) & SEEN_MASK
        )
        numbers_seen += 1 << number
        colours_seen += 1 << colour


@njit
def fulfilled_citizens(rules: Any, state: Any) -> int:
    """Return the set of all citizens whose requirement the dice fulfil (section 1.5)."""
    variant = table_variant(int(state.count_mode), int(state.orc_distinct))
    by_numbers = int(rules.fulfilled_by_numbers[variant, state.numbers])
    return by_numbers | int(rules.fulfilled_by_colours[variant, state.colours])


@njit
def is_fulfilled(rules: Any, state: Any, slot: int) -> bool:
    """Say whether the dice fulfil the citizen of a slot."""
    return has_bit(fulfilled_citizens(rules, state), int(state.row[slot]))


@njit
def equal_pairs(state: Any) -> int:
    """Return a bit for each die type whose two dice show the same face."""
    bits = 0
    for die in range(0, NUM_DICE, 2):
        bits |= int(state.dice[die] == state.dice[die + 1]) << (die // 2)
    return bits
