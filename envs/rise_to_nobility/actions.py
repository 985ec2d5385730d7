"""The numbering of the 250 actions (rules specification, section 7.7): one index for each choice.

0 pass, 1 end of turn, 2 use the character; 3-12 modify a die of value 1-5 up, 2-6 down; 13-18 recall
from a guild; 19-24 complete a held card; 25-60 guild g, value v; 61-84 ship at dock d, value v; 85-120
White Castle, Berk, Tavern, Construction Yard, Guild Hall, Stone Council, value v; 121-132 Chancery
desk; 133-210 dice tile of the own Commission c, value v; 211-216 take from the Settlers row; 217-222
buy; 223-229 upgrade; 230-234 fulfil; 235-240 a Good; 241 done; 242-244 refresh nothing, Settlers,
Buildings; 245 yes, 246 no; 247-249 keep a drawn Commission.
"""

from typing import Any

from fiefdom.envs.rise_to_nobility.rules import (
    BUILDING_LOTS,
    BUILDINGS_ROW,
    COUNCIL_ROW,
    DEALT,
    HAND_LIMIT,
    MAX_COMMISSIONS,
    NUM_DESKS,
    NUM_DOCKS,
    NUM_GOODS,
    NUM_VALUES,
    SETTLERS_ROW,
)

PASS, END_TURN, USE_CHARACTER = range(3)
MODIFY_UP = 3  # values 1..5
MODIFY_DOWN = MODIFY_UP + NUM_VALUES - 1  # values 2..6
RECALL = MODIFY_DOWN + NUM_VALUES - 1
COMPLETE = RECALL + NUM_GOODS
GUILD_DIE = COMPLETE + HAND_LIMIT
SHIP_DIE = GUILD_DIE + NUM_GOODS * NUM_VALUES
CASTLE_DIE = SHIP_DIE + NUM_DOCKS * NUM_VALUES
BERK_DIE = CASTLE_DIE + NUM_VALUES
TAVERN_DIE = BERK_DIE + NUM_VALUES
YARD_DIE = TAVERN_DIE + NUM_VALUES
HALL_DIE = YARD_DIE + NUM_VALUES
COUNCIL_DIE = HALL_DIE + NUM_VALUES
DESK_DIE = COUNCIL_DIE + NUM_VALUES
TILE_DIE = DESK_DIE + NUM_DESKS
TAKE_CARD = TILE_DIE + MAX_COMMISSIONS * NUM_VALUES
BUY = TAKE_CARD + SETTLERS_ROW
UPGRADE = BUY + BUILDINGS_ROW
FULFIL = UPGRADE + BUILDING_LOTS
CHOOSE_GOOD = FULFIL + COUNCIL_ROW
DONE = CHOOSE_GOOD + NUM_GOODS
REFRESH_NONE, REFRESH_SETTLERS, REFRESH_BUILDINGS = range(DONE + 1, DONE + 4)
YES, NO = REFRESH_BUILDINGS + 1, REFRESH_BUILDINGS + 2
KEEP_CARD = NO + 1
NUM_ACTIONS = KEEP_CARD + DEALT
FIRST_DIE, LAST_DIE = GUILD_DIE, TAKE_CARD  # actions that place a die


def action_text(state: Any, action: int) -> str:
    """Say what an action means in a position (a record of STATE)."""
    raise NotImplementedError
