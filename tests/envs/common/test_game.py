"""The hash of the numbers of a rules.py."""

from typing import Any, NamedTuple

import pytest

from fiefdom.envs.common.game import numbers_hash


class Card(NamedTuple):
    name: str
    points: int


NAMES = {
    "ROLLS": 3,
    "SCALE": 0.5,
    "STACK": (2, 3),
    "COPIES": {1: 4, "two": 5},
    "CARD": Card("x", 6),
}


@pytest.mark.parametrize(
    "changed",
    [
        {"ROLLS": 4}, {"SCALE": 0.25}, {"STACK": (2, 4)}, {"STACK": (2, 3, 3)}, {"COPIES": {1: 5}},
        {"COPIES": {2: 4, "two": 5}}, {"CARD": Card("x", 7)}, {"MORE": 1},
    ],
    ids=str,
)  # fmt: skip
def test_each_number_counts(changed: dict[str, Any]) -> None:
    assert numbers_hash({**NAMES, **changed}) != numbers_hash(NAMES)


@pytest.mark.parametrize(
    "changed", [{"CARD": Card("y", 6)}, {"TITLE": "Dice"}, {"lower": 1}], ids=str
)
def test_texts_do_not_count(changed: dict[str, Any]) -> None:
    without = {**NAMES, **dict.fromkeys(changed, "")}
    assert numbers_hash({**NAMES, **changed}) == numbers_hash({**without, "CARD": NAMES["CARD"]})
