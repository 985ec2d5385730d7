"""Goods, marks and decisions as the rulebook and the golden games write them."""

from typing import Any

LETTERS = "BAWMJF"
MARKS = {"open": ".", "die": "d", "token": "t"}  # what is on a slot of a dice tile


def goods(text: str) -> list[int]:
    """Return Goods written as in the rulebook: `2B 1J`."""
    counts = [0] * len(LETTERS)
    for part in text.split():
        counts[LETTERS.index(part[-1])] += int(part[:-1])
    return counts


def value_of(decision: tuple[Any, ...]) -> int:
    """Return the value of the die that a decision places."""
    return int((decision[1] - 1) % 6 + 1 if decision[0] == "desk" else decision[-1])
