"""Decks, rows and the bag, compiled: what is drawn is drawn when it is revealed (section 7.5).

Every draw is one number below the cards that are left, counted in the order of the data.
"""

from typing import Any

from fiefdom.envs.common.bits import draw_from
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.rng import below
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDINGS_ROW,
    NUM_GOODS,
    NUM_LEVELS,
    NUM_VALUES,
    SETTLERS_ROW,
)
from fiefdom.envs.rise_to_nobility.state import EMPTY


@njit
def draw_settler(state: Any, level: int) -> int:
    """Draw a Settlers card for a space of a level; EMPTY if none is left (9, default 5)."""
    for offset in range(NUM_LEVELS):
        deck = (level + offset) % NUM_LEVELS
        if int(state.settlers_left[deck]) == 0:
            state.settlers_left[deck] = state.settlers_discards[deck]
            state.settlers_discards[deck] = 0
        cards = int(state.settlers_left[deck])
        if cards:
            card = draw_from(state, cards)
            state.settlers_left[deck] = cards & ~(1 << card)
            return card
    return EMPTY


@njit
def refill_settlers(rules: Any, state: Any, space: int) -> None:
    """Lay a Settlers card on a space of the row."""
    level = 0 if space < int(rules.misc_settlers_row_1) else 1
    state.settlers_row[space] = draw_settler(state, level)


@njit
def refill_buildings(state: Any, space: int) -> None:
    """Lay a Building from the bag on a space of the row."""
    state.buildings_row[space] = EMPTY
    left = int(state.buildings_left)
    if left:
        card = draw_from(state, left)
        state.buildings_left = left & ~(1 << card)
        state.buildings_row[space] = card


@njit
def refill_council(state: Any, space: int) -> None:
    """Lay a Stone Council tile on a space of the row."""
    state.council_row[space] = EMPTY
    left = int(state.council_left)
    if left:
        card = draw_from(state, left)
        state.council_left = left & ~(1 << card)
        state.council_row[space] = card


@njit
def dock_ship(state: Any, dock: int) -> None:
    """Dock a ship: one never seen, else the one that left first (5.2)."""
    left = int(state.ships_left)
    waiting = int(state.num_ships_bottom)
    state.ships[dock] = EMPTY
    if left:
        ship = draw_from(state, left)
        state.ships_left = left & ~(1 << ship)
        state.ships[dock] = ship
    elif waiting:
        state.ships[dock] = state.ships_bottom[0]
        for place in range(waiting - 1):
            state.ships_bottom[place] = state.ships_bottom[place + 1]
        state.ships_bottom[waiting - 1] = EMPTY
        state.num_ships_bottom = waiting - 1


@njit
def move_ships(rules: Any, state: Any) -> None:
    """The ship at dock 0 goes under the stack, the others move up, another docks (5.2)."""
    docks = int(rules.setup_ships[state.num_players])
    waiting = int(state.num_ships_bottom)
    if int(state.ships[0]) != EMPTY:
        state.ships_bottom[waiting] = state.ships[0]
        state.num_ships_bottom = waiting + 1
    for dock in range(docks - 1):
        state.ships[dock] = state.ships[dock + 1]
    dock_ship(state, docks - 1)


@njit
def replace_settlers(rules: Any, state: Any) -> None:
    """Discard the face-up Settlers cards and lay out new ones (5.4)."""
    for space in range(SETTLERS_ROW):
        discard_settler(rules, state, int(state.settlers_row[space]))
        state.settlers_row[space] = EMPTY
    for space in range(SETTLERS_ROW):
        refill_settlers(rules, state, space)


@njit
def discard_settler(rules: Any, state: Any, card: int) -> None:
    """Put a Settlers card on the discards of its level."""
    if card != EMPTY:
        level = int(rules.settler_level[card])
        state.settlers_discards[level] = int(state.settlers_discards[level]) | (1 << card)


@njit
def replace_buildings(state: Any) -> None:
    """Put the face-up Buildings back into the bag and draw new ones (5.4)."""
    for space in range(BUILDINGS_ROW):
        if int(state.buildings_row[space]) != EMPTY:
            bag = int(state.buildings_left) | (1 << int(state.buildings_row[space]))
            state.buildings_left = bag
    for space in range(BUILDINGS_ROW):
        refill_buildings(state, space)


@njit
def roll_dice(rules: Any, state: Any) -> None:
    """All players roll their dice; the solo game closes guilds by neutral dice (8.9)."""
    for seat in range(int(state.num_players)):
        for _ in range(int(rules.setup_dice[state.num_players])):
            face = below(state, NUM_VALUES)
            state.dice[seat, face] = int(state.dice[seat, face]) + 1
    state.closed_guilds = 0
    if int(state.num_players) == 1:
        for _ in range(int(rules.misc_solo_closed_guilds)):
            guild = below(state, NUM_VALUES)
            state.closed_guilds = int(state.closed_guilds) | (1 << guild)


assert NUM_VALUES == NUM_GOODS  # a neutral die names a guild
