"""STATE: the record that one game of Toy Nim is. Everything in it but the stream is public."""

from typing import Any

import numpy as np

from fiefdom.envs.common.record import record_dtype
from fiefdom.envs.toy_nim.rules import MAX_PLAYERS, NUM_HEAPS

WINS, LOSES = range(2)

FIELDS: list[Any] = [
    ("rng", np.uint64),  # the stream of random numbers; nobody may see it
    ("rules_hash", np.uint64),  # of the RULES record this game is played by
    ("heaps", np.int8, (NUM_HEAPS,)),  # stones left, 0..6
    ("taken", np.int8, (MAX_PLAYERS,)),  # stones that each seat has taken, 0..17
    ("num_players", np.int8),  # option, 2..4
    ("reward", np.int8),  # option, index of rewards.MODES
    ("random_start", np.int8),  # option start: 1 for random
    ("skip_forced", np.int8),  # option
    ("last", np.int8),  # option: WINS, LOSES
    ("mover", np.int8),  # seat to decide; who took the last stone once the game is over
    ("over", np.int8),  # 1 once the game has ended
    ("truncated", np.int8),  # always 0: no game is cut short
]

STATE = record_dtype(FIELDS)
