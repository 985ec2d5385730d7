"""The numbering of the 79 actions: keep dice, take a citizen, decline, give the dragon.

0-63  keep the dice whose bit is set and roll the others; 63 stops
64-68  take the citizen of slot 0-4, with the village above it if their colours match
69-73  take the citizen of slot 0-4 and leave its matching village
74  decline the hypnotist's second citizen
75-78  give the dragon to the opponent 1-4 seats clockwise
"""

from typing import Any

from fiefdom.envs.king_of_the_dice.rules import (
    CITIZENS,
    COLUMNS,
    DICE_PER_TYPE,
    DIE_TYPES,
    EFFECT_MEANINGS,
    EFFECTS,
    FAIRY,
    MAX_PLAYERS,
    NUM_DICE,
    NUM_SLOTS,
    VILLAGE_STACK,
    requirement_text,
)
from fiefdom.envs.king_of_the_dice.state import EMPTY

STOP = (1 << NUM_DICE) - 1
TAKE = STOP + 1
TAKE_ONLY = TAKE + NUM_SLOTS
DECLINE = TAKE_ONLY + NUM_SLOTS
GIVE = DECLINE + 1
NUM_ACTIONS = GIVE + MAX_PLAYERS - 1


def kept_dice(action: int) -> list[int]:
    """Return the indices of the dice that a keep action keeps."""
    return [die for die in range(NUM_DICE) if action >> die & 1]


def die_text(die: int, face: int) -> str:
    """Return face and colour of a die, as in `3R`."""
    return f"{face}{DIE_TYPES[die // DICE_PER_TYPE][face - 1]}"


def citizen_text(card: int) -> str:
    """Return a citizen's kind, requirement, points and effect in words."""
    citizen = CITIZENS[card]
    points = "n x n" if citizen.effect == FAIRY else f"{citizen.points:+d}"
    effect = EFFECT_MEANINGS[EFFECTS[citizen.effect]]
    note = f"; {effect}" if effect else ""
    return f"{citizen.kind} ({requirement_text(citizen.requirement)}; {points}{note})"


def action_text(state: Any, action: int) -> str:
    """Say what an action means in a position (a record of STATE).

    Raises:
        ValueError: if the action is not one of 0..78.
    """
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action} is out of range; allowed: 0 to {NUM_ACTIONS - 1}")
    if action == STOP:
        return "stop rolling"
    if action < TAKE:
        kept = [die_text(die, int(state.dice[die])) for die in kept_dice(action)]
        return f"keep {' '.join(kept)}, roll the rest" if kept else "roll all six dice"
    if action < DECLINE:
        return _take_text(state, (action - TAKE) % NUM_SLOTS, action < TAKE_ONLY)
    if action == DECLINE:
        return "decline the hypnotist's second citizen"
    receiver = (int(state.mover) + 1 + action - GIVE) % int(state.num_players)
    return f"give the dragon to player_{receiver}"


def _take_text(state: Any, slot: int, with_village: bool) -> str:
    card = int(state.row[slot])
    if card == EMPTY:
        return f"take the citizen of slot {slot} (empty)"
    text = f"take the {citizen_text(card)} of slot {slot}"
    left = int(state.villages_left[slot])
    if CITIZENS[card].column != COLUMNS[slot] or not left:
        return text
    village = f"the {COLUMNS[slot]} village (+{VILLAGE_STACK[-left]})"
    return f"{text} with {village}" if with_village else f"{text}, leave {village}"
