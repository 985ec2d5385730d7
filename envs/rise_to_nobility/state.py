"""STATE: the record that one game of Rise to Nobility is.

A set of cards is a number, a bit for each card. Secret are the Commission cards: who holds which
(`cards`), what each drawing of them showed (`history_*`) and, since they follow from these,
the deck (`commission_pool`, `bottom`). Everything else, but the stream, is public.
"""

from typing import Any

import numpy as np

from fiefdom.envs.common.record import record_dtype
from fiefdom.envs.rise_to_nobility.actions import NUM_ACTIONS
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDING_LOTS,
    BUILDINGS_ROW,
    COUNCIL_ROW,
    DEALT,
    HAND_LIMIT,
    MAX_COMMISSIONS,
    MAX_DRAWS,
    MAX_GROUPS,
    MAX_PLAYERS,
    NUM_DESKS,
    NUM_DOCKS,
    NUM_GOODS,
    NUM_LEVELS,
    NUM_OBJECTIVES,
    NUM_RANGES,
    NUM_SHIPS,
    NUM_VALUES,
    SETTLERS_ROW,
    TILE_SLOTS,
)

EMPTY = -1  # no card, no seat, no place

PHASES = (
    "setup", "main", "apprentice", "sell", "take", "hall", "tile", "refresh", "commission", "keep",
    "good",
)  # fmt: skip
(
    SETUP,
    MAIN,
    APPRENTICE,
    SELL,
    TAKE,
    HALL,
    TILE,
    REFRESH,
    COMMISSION,
    KEEP,
    GOOD,
) = range(len(PHASES))

OPEN, DIE, TOKEN = range(3)  # what is on a slot of a dice tile

FIELDS: list[Any] = [
    ("rng", np.uint64),  # the stream of random numbers; nobody may see it
    ("rules_hash", np.uint64),  # of the RULES record this game is played by
    ("completed", np.int64, (MAX_PLAYERS,)),  # Settlers cards completed by a seat, a bit each
    ("settlers_left", np.int64, (NUM_LEVELS,)),  # cards in the deck of a level
    ("settlers_discards", np.int64, (NUM_LEVELS,)),
    ("buildings_left", np.int64),  # tiles in the bag
    ("council_left", np.int64),
    ("council_done", np.int64, (MAX_PLAYERS,)),  # tiles fulfilled by a seat
    ("ships_left", np.int32),  # ships never docked
    ("dice_tiles_left", np.int32),
    ("commission_pool", np.int32),  # Commission cards in the deck in unknown order
    ("bottom", np.int32, (MAX_GROUPS,)),  # below them: cards returned together, first on top
    ("returned", np.int32, (MAX_PLAYERS,)),  # cards that a seat saw and returned
    ("events_left", np.int32),
    ("coins", np.int16, (MAX_PLAYERS,)),
    ("vp", np.int16, (MAX_PLAYERS,)),  # on the score track; the final points once over
    ("commission_points", np.int16, (MAX_PLAYERS,)),  # in the final points
    ("nobility", np.int16, (MAX_PLAYERS,)),
    ("goods", np.int16, (MAX_PLAYERS, NUM_GOODS)),
    ("decisions", np.int16),  # of all seats; a cap truncates
    ("reputation", np.int8, (MAX_PLAYERS,)),  # 6..24
    ("used_sum", np.int8, (MAX_PLAYERS,)),  # sum of the dice placed in this round
    ("dice", np.int8, (MAX_PLAYERS, NUM_VALUES)),  # dice not placed, by value
    ("passed", np.int8, (MAX_PLAYERS,)),  # 1: out of this round
    ("modifiers", np.int8, (MAX_PLAYERS,)),
    ("houses", np.int8, (MAX_PLAYERS,)),  # built
    ("lot", np.int8, (MAX_PLAYERS,)),  # Workers ready
    ("reserve", np.int8, (MAX_PLAYERS,)),
    ("apprentices", np.int8, (MAX_PLAYERS, NUM_GOODS)),  # in each guild
    ("num_completed", np.int8, (MAX_PLAYERS,)),
    ("num_council", np.int8, (MAX_PLAYERS,)),
    ("held", np.int8, (MAX_PLAYERS, HAND_LIMIT)),  # Settlers cards in order of taking
    ("num_held", np.int8, (MAX_PLAYERS,)),
    ("buildings", np.int8, (MAX_PLAYERS, BUILDING_LOTS)),  # tiles in order of buying
    ("upgraded", np.int8, (MAX_PLAYERS, BUILDING_LOTS)),
    ("num_buildings", np.int8, (MAX_PLAYERS,)),
    ("character", np.int8, (MAX_PLAYERS,)),
    ("character_used", np.int8, (MAX_PLAYERS,)),
    ("cards", np.int8, (MAX_PLAYERS, MAX_COMMISSIONS)),  # Commission cards; secret
    ("tiles", np.int8, (MAX_PLAYERS, MAX_COMMISSIONS)),  # their dice tiles
    ("slots", np.int8, (MAX_PLAYERS, MAX_COMMISSIONS, TILE_SLOTS)),  # OPEN, DIE or TOKEN
    ("num_cards", np.int8, (MAX_PLAYERS,)),
    ("desks", np.int8, (NUM_DESKS,)),  # seat whose Apprentice sits there
    ("settlers_row", np.int8, (SETTLERS_ROW,)),
    ("buildings_row", np.int8, (BUILDINGS_ROW,)),
    ("council_row", np.int8, (COUNCIL_ROW,)),
    ("ships", np.int8, (NUM_DOCKS,)),
    ("ships_bottom", np.int8, (NUM_SHIPS,)),  # ships that left, the next to return first
    ("num_ships_bottom", np.int8),
    ("guild_dice", np.int8, (NUM_GOODS,)),  # dice in this round
    ("ship_dice", np.int8, (NUM_DOCKS,)),
    ("castle_dice", np.int8, (NUM_RANGES,)),
    ("berk_dice", np.int8, (NUM_RANGES,)),
    ("hall_dice", np.int8, (NUM_RANGES,)),
    ("tavern_dice", np.int8),
    ("yard_dice", np.int8),
    ("council_dice", np.int8),
    ("tavern_last", np.int8),  # value of the last die there, 0 before the first
    ("yard_last", np.int8),
    ("council_last", np.int8),
    ("chancery_dice", np.int8),  # values that hold a die in this round, a bit each
    ("closed_guilds", np.int8),  # solo: guilds closed in this round, a bit each
    ("objectives", np.int8, (NUM_OBJECTIVES,)),  # solo
    ("event", np.int8),  # of this round
    ("modifiers_left", np.int8),
    # every drawing of Commission cards: who, how many, which (secret), which was kept
    ("history_seat", np.int8, (MAX_DRAWS,)),
    ("history_size", np.int8, (MAX_DRAWS,)),
    ("history_kept", np.int8, (MAX_DRAWS,)),  # index of the card kept, EMPTY until it is
    ("history_cards", np.int8, (MAX_DRAWS, DEALT)),
    # the drawing that had put a card under the deck, EMPTY for a card of the pool
    ("history_source", np.int8, (MAX_DRAWS, DEALT)),
    ("num_history", np.int8),
    ("num_bottom", np.int8),
    ("bottom_history", np.int8, (MAX_GROUPS,)),  # the drawing that left a group at the bottom
    ("goods_to_choose", np.int8),  # choices that are pending, asked in the order of these lines
    ("takes_forced", np.int8),
    ("takes_optional", np.int8),
    ("sales_left", np.int8),
    ("sold", np.int8),  # 1: something was sold in this visit of the Port
    ("place", np.int8),  # guild, dock or range of the die whose choice is pending
    ("events_to_ask", np.int8),  # seats that have still to choose a Good of the event
    ("placed", np.int8),  # 1: the turn's die has been placed
    ("completed_now", np.int8),  # 1: the turn's Settlers card has been completed
    ("recalled", np.int8),  # 1: the turn's Apprentice has been recalled
    ("round_number", np.int8),  # from 1
    ("first_player", np.int8),
    ("turn_seat", np.int8),
    ("mover", np.int8),  # seat to decide; the last one once the game is over
    ("over", np.int8),  # 1 once the game has ended
    ("solo_won", np.int8),  # 1: the solo player met all objectives
    ("truncated", np.int8),  # 1: cut short by the cap
    ("phase", np.int8),  # index of PHASES
    ("legal", np.int8, (NUM_ACTIONS,)),  # 1 for each legal action of the mover
    ("num_players", np.int8),  # option, 1..6
    ("reward", np.int8),  # option, index of rewards.MODES
    ("random_start", np.int8),  # option start: 1 for random
    ("skip_forced", np.int8),  # option
    ("chancery", np.int8),  # option
    ("events", np.int8),  # option
    ("characters", np.int8),  # option
    ("short", np.int8),  # option
]

STATE = record_dtype(FIELDS)
