"""The rules of Toy Nim as data; nothing here plays.

Source: C. L. Bouton, Nim, a game with a complete mathematical theory (1901), with a limit of
stones a turn.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import numbers_hash
from fiefdom.envs.common.record import record_dtype

TITLE = "Toy Nim"
MIN_PLAYERS, MAX_PLAYERS = 2, 4
HEAPS = (2, 4, 5, 6)  # stones at the start, at most
FEWER = 1  # stones that a heap may lack of that, drawn for each
NUM_HEAPS = len(HEAPS)
NUM_STONES = sum(HEAPS)
MOST_TAKEN = 3  # stones of one heap, in a turn
MARGIN_SCALE = 1.0  # a winner has a point, the others have none
LONGEST_GAME = NUM_STONES

FIELDS: list[Any] = [
    ("numbers", np.uint64),  # hash of those above
    ("heaps", np.int8, (NUM_HEAPS,)),  # stones at the start, at most
]


def make_rules() -> npt.NDArray[Any]:
    """Build the record."""
    table = np.zeros(1, record_dtype(FIELDS))
    table[0].numbers = numbers_hash(globals())
    table["heaps"][0] = HEAPS
    table.flags.writeable = False
    return table


RULES = make_rules()
