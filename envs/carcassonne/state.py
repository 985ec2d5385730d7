"""STATE: the record that one game of Carcassonne is. Everything but the stream is public.

The board is kept as segments (the cities, roads, fields and the cloister of each placed tile) that
are joined into features. A feature is known by the number of one of its segments, its label; the
fields from `members` to `fed` hold a feature's values at its label.
"""

from typing import Any

import numpy as np

from fiefdom.envs.carcassonne.rules import (
    ALL_SEGMENTS,
    MAX_FRONTIER,
    MAX_PLAYERS,
    MAX_TILES,
    NUM_TYPES,
)
from fiefdom.envs.common.record import record_dtype

EMPTY = -1  # no tile, no seat, no piece, no segment

PHASES = ("abbey", "place", "piece", "wagon")
ABBEY_CHOICE, PLACE, PIECE, WAGON = range(len(PHASES))

GRID_BITS = 7
GRID = 1 << GRID_BITS  # cells on a side of the grid, which wraps around
GRID_MASK = GRID - 1

# A feature's crew is one number: what stands on it, by seat.
MEN_BITS = 4  # followers and wagons of a seat: 0..11
MAYORS_AT = MEN_BITS * MAX_PLAYERS
BARNS_AT = MAYORS_AT + MAX_PLAYERS
MEN = (1 << MEN_BITS) - 1  # followers and wagons of a seat, once they are shifted
ALL_MEN = (1 << BARNS_AT) - 1  # followers, wagons and mayors of everybody
FED_WORDS = 2  # completed cities beside a farm, a bit each by a city's number 0..127
FED_BITS = 63

FIELDS: list[Any] = [
    ("rng", np.uint64),  # the stream of random numbers; nobody may see it
    ("rules_hash", np.uint64),  # of the RULES record this game is played by
    ("crew", np.int64, (ALL_SEGMENTS,)),  # what stands on a feature, see above
    ("fed", np.int64, (ALL_SEGMENTS, FED_WORDS)),  # of a field: its completed cities
    ("frontier_need", np.int32, (MAX_FRONTIER,)),  # see frontier.py
    ("frontier_cell", np.int16, (MAX_FRONTIER,)),  # empty cells beside a tile
    ("tile_cell", np.int16, (MAX_TILES,)),  # where a tile lies, index of grid
    ("tile_first", np.int16, (MAX_TILES,)),  # its first segment
    ("label", np.int16, (ALL_SEGMENTS,)),  # the feature that a segment belongs to
    ("next_member", np.int16, (ALL_SEGMENTS,)),  # the next segment of a feature, EMPTY at its end
    ("last_member", np.int16, (ALL_SEGMENTS,)),  # of a feature; its first is the label
    ("members", np.int16, (ALL_SEGMENTS,)),  # segments of a feature
    ("tile_count", np.int16, (ALL_SEGMENTS,)),  # tiles of a feature
    ("open", np.int16, (ALL_SEGMENTS,)),  # open edges; of a cloister: empty cells around it
    ("worth", np.int16, (ALL_SEGMENTS,)),  # points for an owner if the game ended now
    ("score", np.int16, (MAX_PLAYERS,)),
    ("prospect", np.int16, (MAX_PLAYERS,)),  # points of the features held if the game ended now
    ("undrawn_total", np.int16),
    ("frontier_size", np.int16),
    ("num_segments", np.int16),
    ("closed_cities", np.int16),
    ("closed_roads", np.int16),
    ("king_size", np.int16),  # tiles of the largest completed city
    ("robber_size", np.int16),  # tiles of the longest completed road
    ("turn", np.int16),  # turns begun, 1 in the first
    ("west", np.int16),  # least and greatest x and y of a placed tile; the start tile is at 0, 0
    ("east", np.int16),
    ("north", np.int16),
    ("south", np.int16),
    ("table", np.int16),  # option: cells on a side of the table
    ("grid", np.int8, (GRID * GRID,)),  # number of the tile on a cell + 1, 0 where none lies
    ("tile_type", np.int8, (MAX_TILES,)),  # index of TILES, in order of placement
    ("tile_turns", np.int8, (MAX_TILES,)),  # clockwise quarter turns 0..3
    ("piece", np.int8, (MAX_TILES,)),  # what stands on a tile (no wagon): index of piece slots
    ("piece_seat", np.int8, (MAX_TILES,)),  # whose it is
    ("segment_tile", np.int8, (ALL_SEGMENTS,)),  # the tile of a segment
    ("segment_slot", np.int8, (ALL_SEGMENTS,)),  # index of SEGMENTS
    ("pennants", np.int8, (ALL_SEGMENTS,)),  # of a feature
    ("inn", np.int8, (ALL_SEGMENTS,)),  # 1: a road with an inn
    ("owners", np.int8, (ALL_SEGMENTS,)),  # a bit for each seat that owns a feature
    ("city_number", np.int8, (ALL_SEGMENTS,)),  # of a city segment, in order of placement
    ("undrawn", np.int8, (NUM_TYPES,)),  # copies left to draw
    ("followers", np.int8, (MAX_PLAYERS,)),  # in hand
    ("wagons", np.int8, (MAX_PLAYERS,)),
    ("mayors", np.int8, (MAX_PLAYERS,)),
    ("barns", np.int8, (MAX_PLAYERS,)),
    ("abbeys", np.int8, (MAX_PLAYERS,)),
    ("wagon_tile", np.int8, (MAX_PLAYERS,)),  # tile of a wagon on the board, EMPTY else
    ("wagon_slot", np.int8, (MAX_PLAYERS,)),  # its segment there, index of SEGMENTS
    ("wagon_from", np.int8, (MAX_PLAYERS,)),  # tile where a wagon waits to drive on, EMPTY else
    ("tokens", np.int8, (MAX_PLAYERS,)),  # cloister tokens
    ("cloisters", np.int8, (MAX_PLAYERS,)),  # cloisters scored during the game
    ("king", np.int8),  # seats that hold the bonus tiles, EMPTY at first
    ("robber", np.int8),
    ("cleric", np.int8),
    ("serf", np.int8),
    ("serf_record", np.int8),  # most farmers removed by a barn, EMPTY before the first
    ("token_supply", np.int8),
    ("farmers", np.int8),  # farmers on the board
    ("abbeys_played", np.int8),
    ("barns_played", np.int8),
    ("num_tiles", np.int8),
    ("num_cities", np.int8),  # city segments placed
    ("holes", np.int8),  # empty cells with four neighbours
    ("drawn", np.int8),  # kind of tile that is to be placed, EMPTY without
    ("turn_seat", np.int8),  # whose turn it is
    ("abbey_round", np.int8),  # seats that the abbey round at the end has still to ask
    ("mover", np.int8),  # seat to decide; the last one once the game is over
    ("over", np.int8),  # 1 once the game has ended
    ("truncated", np.int8),  # always 0: no game is cut short
    ("phase", np.int8),  # index of PHASES
    ("num_players", np.int8),  # option, 2..6
    ("reward", np.int8),  # option, index of rewards.MODES
    ("random_start", np.int8),  # option start: 1 for random
    ("skip_forced", np.int8),  # option
    ("king_robber", np.int8),  # option: 1 with King & Robber Baron
    ("abbey_mayor", np.int8),  # option: 1 with Abbey & Mayor
    ("cleric_serf", np.int8),  # option: 1 with Cleric & Serf
    ("described_only", np.int8),  # option cs_tiles: 1 without the reconstructed tiles
    ("dict_encoding", np.int8),  # option encoding: 1 for dict
    ("with_farmers", np.int8),  # option farmers
    ("followers_each", np.int8),  # option followers
    ("tiny_city_two", np.int8),  # option tiny_city: 1 for 2 points
    ("abbey_endgame", np.int8),  # option
    ("barn_on_barn", np.int8),  # option barn_on_barn_field
    ("inn_rule", np.int8),  # option
    ("serf_by_barns", np.int8),  # option serf_mode resolved: 1 for the barn variant
    ("serf_all_cities", np.int8),  # option serf_no_barn_cities: 1 for all
    ("token_unoccupied", np.int8),  # option
    ("cleric_abbeys", np.int8),  # option cleric_counts_abbeys
]

STATE = record_dtype(FIELDS)
