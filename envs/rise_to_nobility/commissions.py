"""Commission cards and dice tiles, compiled (sections 3.4, 6.4 and 6.5).

The deck is a pool in unknown order and, below it, groups of cards that were returned together.
Every drawing is noted in the history: what a seat knows follows from it (see secrets.py).
"""

from typing import Any

from fiefdom.envs.common.bits import draw_from, size_of
from fiefdom.envs.common.jit import njit
from fiefdom.envs.rise_to_nobility.gains import count_desks, lose_reputation
from fiefdom.envs.rise_to_nobility.rules import TILE_SLOTS
from fiefdom.envs.rise_to_nobility.state import DIE, EMPTY, OPEN, TOKEN


@njit
def deck_size(state: Any) -> int:
    """Count the Commission cards in the deck."""
    size = size_of(int(state.commission_pool))
    for group in range(int(state.num_bottom)):
        size += size_of(int(state.bottom[group]))
    return size


@njit
def draw_commission(state: Any, drawing: int, place: int) -> None:
    """Draw the top card for a drawing: one of the pool, else one of the group returned first."""
    pool = int(state.commission_pool)
    if pool:
        card = draw_from(state, pool)
        state.commission_pool = pool & ~(1 << card)
        state.history_source[drawing, place] = EMPTY
    else:
        card = draw_from(state, int(state.bottom[0]))
        leave_group(state, drawing, place, card)
    state.history_cards[drawing, place] = card


@njit
def leave_group(state: Any, drawing: int, place: int, card: int) -> None:
    """Take a card off the group that was returned first."""
    source = int(state.bottom_history[0])
    state.history_source[drawing, place] = source
    state.bottom[0] = int(state.bottom[0]) & ~(1 << card)
    if int(state.bottom[0]) == 0:
        drop_group(state)


@njit
def drop_group(state: Any) -> None:
    """Remove the first group of the bottom, which is used up."""
    last = int(state.num_bottom) - 1
    for group in range(last):
        state.bottom[group] = state.bottom[group + 1]
        state.bottom_history[group] = state.bottom_history[group + 1]
    state.bottom[last] = 0
    state.bottom_history[last] = EMPTY
    state.num_bottom = last


@njit
def draw_commissions(state: Any, seat: int, number: int) -> None:
    """Draw cards for a seat to keep one of, and note it in the history."""
    drawing = int(state.num_history)
    state.num_history = drawing + 1
    state.history_seat[drawing] = seat
    state.history_size[drawing] = number
    state.history_kept[drawing] = EMPTY
    for place in range(number):
        draw_commission(state, drawing, place)


@njit
def keep_commission(state: Any, drawing: int, kept: int) -> int:
    """Keep one of the cards of a drawing; return the others as a set."""
    seat = int(state.history_seat[drawing])
    state.history_kept[drawing] = kept
    place = int(state.num_cards[seat])
    state.cards[seat, place] = state.history_cards[drawing, kept]
    state.tiles[seat, place] = EMPTY
    for slot in range(TILE_SLOTS):
        state.slots[seat, place, slot] = OPEN
    state.num_cards[seat] = place + 1
    rejected = 0
    for other in range(int(state.history_size[drawing])):
        if other != kept:
            rejected |= 1 << int(state.history_cards[drawing, other])
    state.returned[seat] = int(state.returned[seat]) | rejected
    return rejected


@njit
def put_under(state: Any, drawing: int, cards: int) -> None:
    """Put the rejected cards of a drawing under the deck."""
    if cards:
        group = int(state.num_bottom)
        state.bottom[group] = cards
        state.bottom_history[group] = drawing
        state.num_bottom = group + 1


@njit
def draw_dice_tile(state: Any, seat: int) -> None:
    """Draw a dice tile for a seat's newest Commission card."""
    left = int(state.dice_tiles_left)
    tile = draw_from(state, left)
    state.dice_tiles_left = left & ~(1 << tile)
    state.tiles[seat, int(state.num_cards[seat]) - 1] = tile


@njit
def draws_at_berk(rules: Any, state: Any, spread: int) -> int:
    """Return how many cards the mover may draw at Berk's Office, 0 if it may not (6.4)."""
    seat = int(state.mover)
    desks = count_desks(state, seat)
    if not state.chancery or desks == 0 or int(state.num_cards[seat]) >= 1 + desks:
        return 0
    cost = int(rules.commission_rep_by_range[spread])
    if int(state.reputation[seat]) - cost < int(rules.misc_rep_min):
        return 0
    if int(state.dice_tiles_left) == 0:
        return 0
    return min(int(rules.commission_draws_by_range[spread]), deck_size(state))


@njit
def finish_commission(rules: Any, state: Any, kept: int) -> None:
    """Keep a card at Berk's Office: the others go under, Reputation back, a dice tile (6.4)."""
    seat = int(state.mover)
    drawing = int(state.num_history) - 1
    put_under(state, drawing, keep_commission(state, drawing, kept))
    lose_reputation(rules, state, seat, int(rules.commission_rep_by_range[state.place]))
    draw_dice_tile(state, seat)


@njit
def open_slot(rules: Any, state: Any, seat: int, card: int, value: int) -> int:
    """Return the first open slot of a value on a seat's dice tile, EMPTY without one."""
    tile = int(state.tiles[seat, card])
    for slot in range(TILE_SLOTS):
        is_open = int(state.slots[seat, card, slot]) == OPEN
        if is_open and int(rules.tile_slots[tile, slot]) == value:
            return slot
    return EMPTY


@njit
def is_active(state: Any, seat: int, card: int) -> bool:
    """Say whether a Commission card is activated: tokens on all slots of its tile."""
    tokens = 0
    for slot in range(TILE_SLOTS):
        tokens += int(int(state.slots[seat, card, slot]) == TOKEN)
    return tokens == TILE_SLOTS


@njit
def take_dice_off_tiles(state: Any) -> None:
    """Upkeep: City tokens replace the dice on dice tiles (6.5)."""
    for seat in range(int(state.num_players)):
        for card in range(int(state.num_cards[seat])):
            for slot in range(TILE_SLOTS):
                if int(state.slots[seat, card, slot]) == DIE:
                    state.slots[seat, card, slot] = TOKEN
