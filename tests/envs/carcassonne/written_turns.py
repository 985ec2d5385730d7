"""Turns whose outcome is asked of the engine and of the oracle alike."""

import pytest

# Seat 0 farms beside a closed city; the barn of the last turn stands on that farm.
FIRST_FARMER = "0 E 0 -1 2 follower field0"
BARN_TURNS = ("1 E 0 -2 0", "0 E 0 -3 2", "1 E 1 -2 0")
BARN = "1 E 1 -1 1 barn NW"

# Of those turns, the position of `seed_example_2`: who holds the Serf after the farmer and after
# the barn, the record of the Serf, and the points at the end.
EVERY_SERF_MODE = pytest.mark.parametrize(
    ("mode", "holders", "removed", "final"),
    [
        ("auto", [None, 1], 1, [6, 13]),
        ("barn", [None, 1], 1, [6, 13]),
        ("no_barn", [0, 0], -1, [11, 8]),
    ],
)
