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
    GOODS,
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
FIRST_DIE = GUILD_DIE  # of the actions that place a die


MAIN_TEXTS = ("pass: no more dice in this round", "end the turn")
REFRESH_TEXTS = (
    "replace nothing",
    "replace the face-up Settlers cards",
    "replace the face-up Buildings",
)
ROW_TEXTS = (
    (TAKE_CARD, BUY, "take {}", "settlers_row", "settlers"),
    (BUY, UPGRADE, "buy {}", "buildings_row", "buildings"),
    (FULFIL, CHOOSE_GOOD, "fulfil {}", "council_row", "council"),
)
DIE_TEXTS = (
    (CASTLE_DIE, "the White Castle"),
    (BERK_DIE, "Berk's Office"),
    (TAVERN_DIE, "the Cavern Tavern"),
    (YARD_DIE, "the Construction Yard"),
    (HALL_DIE, "the Guild Hall"),
    (COUNCIL_DIE, "the Stone Council"),
)


def action_text(state: Any, action: int) -> str:
    """Say what an action means in a position (a record of STATE).

    Cards are named by the ids of rules.json, Commission cards only by the order in which they were
    drawn: a text says nothing that is not public.

    Raises:
        ValueError: if the action is not one of 0..249.
    """
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action} is out of range; allowed: 0 to {NUM_ACTIONS - 1}")
    if action < USE_CHARACTER:
        return MAIN_TEXTS[action]
    if action == USE_CHARACTER:
        return f"use {_card(state, 'characters', state.character[state.mover], 'the character')}"
    if action < MODIFY_DOWN:
        return f"change a {action - MODIFY_UP + 1} to {action - MODIFY_UP + 2}"
    if action < RECALL:
        return f"change a {action - MODIFY_DOWN + 2} to {action - MODIFY_DOWN + 1}"
    if action < COMPLETE:
        return f"recall an Apprentice from the {GOODS[action - RECALL]} guild"
    if action < GUILD_DIE:
        index = action - COMPLETE
        held = state.held[state.mover, index]
        return f"complete {_card(state, 'settlers', held, f'held card {index + 1}')}"
    if action < TAKE_CARD:
        return _die_text(state, action)
    return _choice_text(state, action)


def _card(state: Any, table: str, card: Any, otherwise: str) -> str:
    """Name a card by its id and what matters of it, by the rules of this game."""
    from fiefdom.envs.rise_to_nobility.cards import card_text, rules_of

    return card_text(table, int(card), rules_of(state)) if card >= 0 else otherwise


def _die_text(state: Any, action: int) -> str:
    if action < SHIP_DIE:
        guild, face = divmod(action - GUILD_DIE, NUM_VALUES)
        return f"die {face + 1} to the {GOODS[guild]} guild"
    if action < CASTLE_DIE:
        dock, face = divmod(action - SHIP_DIE, NUM_VALUES)
        ship = _card(state, "ships", state.ships[dock], "that is not there")
        return f"die {face + 1} to the ship {ship} at dock {dock + 1}"
    if action < DESK_DIE:
        start, name = next((s, name) for s, name in reversed(DIE_TEXTS) if action >= s)
        return f"die {action - start + 1} to {name}"
    if action < TILE_DIE:
        desk = action - DESK_DIE
        return f"die {desk % NUM_VALUES + 1} and a Worker to desk {desk + 1} of the Chancery"
    card, face = divmod(action - TILE_DIE, NUM_VALUES)
    return f"die {face + 1} to the dice tile of Commission {card + 1}"


def _choice_text(state: Any, action: int) -> str:
    for start, stop, text, row, table in ROW_TEXTS:
        if start <= action < stop:
            space = action - start
            return text.format(_card(state, table, state[row][space], f"space {space + 1}"))
    if action < FULFIL:
        lot = action - UPGRADE
        return _upgrade_text(state, lot)
    if action < DONE:
        good = GOODS[action - CHOOSE_GOOD]
        return f"sell a cube of {good}" if state.sales_left > 0 else f"take a cube of {good}"
    if action == DONE:
        return "done"
    if action <= REFRESH_BUILDINGS:
        return REFRESH_TEXTS[action - REFRESH_NONE]
    if action <= NO:
        return "yes" if action == YES else "no"
    return f"keep the Commission card drawn as number {action - KEEP_CARD + 1}"


def _upgrade_text(state: Any, lot: int) -> str:
    from fiefdom.envs.rise_to_nobility.cards import rules_of

    building = int(state.buildings[state.mover, lot])
    if building < 0:
        return f"upgrade lot {lot + 1}"
    row = rules_of(state).buildings[building]
    gain = f"{row.up_vp} VP" + (f" and {row.up_nob} Nobility" if row.up_nob else "")
    return f"upgrade {row.id} ({row.guild}: {row.up_cost} coins for {gain})"
