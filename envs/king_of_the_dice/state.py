"""STATE: the record that one game of King of the Dice is. Everything in it is public."""

from typing import Any

import numpy as np

from fiefdom.envs.common.record import record_dtype
from fiefdom.envs.king_of_the_dice.rules import (
    MAX_PLAYERS,
    NUM_DICE,
    NUM_SLOTS,
    PENALTIES,
)

EMPTY = -1  # a slot of the row without a card; no slot is offered

PHASES = ("keep", "choose", "hypno", "gift")
KEEP, CHOOSE, HYPNO_CHOICE, GIFT_CHOICE = range(len(PHASES))

AT_LEAST, EXACT = range(2)
NEXT_TURN, TOP_CARD = range(2)

FIELDS: list[Any] = [
    ("rng", np.uint64),  # the stream of random numbers; nobody may see it
    ("rules_hash", np.uint64),  # of the RULES record this game is played by
    ("unseen", np.int64),  # a bit for each citizen in the draw pile
    ("discarded", np.int64),  # a bit for each citizen on the discard pile
    ("kingdoms", np.int64, (MAX_PLAYERS,)),  # a bit for each citizen on a seat's pile
    ("points", np.int16, (MAX_PLAYERS,)),  # of citizens and villages, without minus points
    ("minus", np.int16, (MAX_PLAYERS,)),  # minus points of scoundrels and dragons, 0..32
    ("numbers", np.int16),  # combination of numbers on the dice, index of RULES.chance
    ("turn", np.int16),  # turns begun, extra turns included, 1..35
    ("colours", np.int8),  # combination of colours on the dice
    ("dice", np.int8, (NUM_DICE,)),  # faces 1..6, the two of a type in order
    # of each die its number (then its colour) x 6 + earlier dice that show the same
    ("places", np.int8, (2, NUM_DICE)),
    ("row", np.int8, (NUM_SLOTS,)),  # citizen under each column, EMPTY in a gap
    ("villages_left", np.int8, (NUM_SLOTS,)),  # cards on each stack, 0..3
    ("villages", np.int8, (MAX_PLAYERS, NUM_SLOTS)),  # points of villages by seat and colour
    ("penalties_left", np.int8, (len(PENALTIES),)),  # cards of 1..4 minus points, top included
    ("scoundrels", np.int8, (MAX_PLAYERS, len(PENALTIES))),  # those taken, by seat
    ("fairies", np.int8, (MAX_PLAYERS,)),  # fairies of each seat, 0..5
    ("elf", np.int8, (MAX_PLAYERS,)),  # 1: four rolls in the seat's next turn
    ("top_penalty", np.int8),  # minus points of the visible scoundrel, 0 without
    ("num_players", np.int8),  # option, 2..5
    ("reward", np.int8),  # option, index of rewards.MODES
    ("random_start", np.int8),  # option start: 1 for random
    ("skip_forced", np.int8),  # option
    ("count_mode", np.int8),  # option: AT_LEAST, EXACT
    ("orc_distinct", np.int8),  # option
    ("village_auto", np.int8),  # option village: 1 for auto
    ("elf_mode", np.int8),  # option: NEXT_TURN, TOP_CARD
    ("mover", np.int8),  # seat to decide; the last one once the game is over
    ("over", np.int8),  # 1 once the game has ended
    ("truncated", np.int8),  # always 0: no game is cut short
    ("phase", np.int8),  # index of PHASES
    ("rolls_left", np.int8),  # 0..3
    ("extra", np.int8),  # 1 while a turn with an apprentice is finished; 0 at every decision
    ("offered", np.int8),  # slot that the hypnotist offers, EMPTY without
    ("dragon", np.int8),  # citizen that must be given away, EMPTY without
]

STATE = record_dtype(FIELDS)
