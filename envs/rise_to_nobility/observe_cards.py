"""What a seat sees of Commission cards, its own and what it remembers; the secrets of state()."""

from typing import Any

import numpy as np

from fiefdom.envs.common.bits import size_of
from fiefdom.envs.common.jit import njit, njit_fill, njit_fill_inline, rest
from fiefdom.envs.rise_to_nobility.blocks import (
    CARD_POINTS,
    COMMISSION_LABELS,
    NUM_COMMISSIONS,
    OWN_LABELS,
    VALUE,
)
from fiefdom.envs.rise_to_nobility.commissions import deck_size, is_active
from fiefdom.envs.rise_to_nobility.rules import (
    DEALT,
    MAX_COMMISSIONS,
    MAX_GROUPS,
    MAX_PLAYERS,
    TILE_SLOTS,
)
from fiefdom.envs.rise_to_nobility.scoring import count_for
from fiefdom.envs.rise_to_nobility.state import EMPTY, KEEP, OPEN, SETUP


@njit_fill_inline
def observe_set(cards: int, size: int, out: Any) -> None:
    """Fill a set of cards, a value each."""
    for card in range(size):
        out[card] = np.int32((cards >> card) & 1)  # 64 bits have no conversion in vectors


@njit_fill_inline
def observe_card(rules: Any, state: Any, observer: int, card: int, out: Any) -> None:
    """Fill a Commission card and how near the observer is to its condition."""
    kind, arg = int(rules.commission_kind[card]), int(rules.commission_arg[card])
    count = count_for(rules, state, observer, kind, arg)
    out[0] = (card + 1) * (1.0 / NUM_COMMISSIONS)
    wanted = int(rules.commission_threshold[card])
    out[1] = int(rules.commission_vp[card]) * (1.0 / CARD_POINTS)
    out[2] = min(count / wanted, 1.0)
    out[3] = int(count >= wanted)


@njit_fill_inline
def observe_commissions(rules: Any, state: Any, observer: int, out: Any) -> None:
    """Fill the cards that the observer chooses from, then its own."""
    chooses = int(state.phase) == KEEP and int(state.mover) == observer
    drawing = int(state.num_history) - 1
    if int(state.phase) == SETUP:
        drawing = observer
        chooses = int(state.history_kept[observer]) == EMPTY
    if chooses and not state.over:
        for place in range(int(state.history_size[drawing])):
            card = int(state.history_cards[drawing, place])
            observe_card(rules, state, observer, card, rest(out, place * len(COMMISSION_LABELS)))
    own = rest(out, DEALT * len(COMMISSION_LABELS))
    for place in range(int(state.num_cards[observer])):
        observe_own(rules, state, observer, place, rest(own, place * len(OWN_LABELS)))


@njit_fill_inline
def observe_own(rules: Any, state: Any, observer: int, place: int, out: Any) -> None:
    """Fill one of the observer's Commission cards and its dice tile."""
    observe_card(rules, state, observer, int(state.cards[observer, place]), out)
    more = rest(out, len(COMMISSION_LABELS))
    more[0] = int(is_active(state, observer, place))
    tile = int(state.tiles[observer, place])
    for slot in range(TILE_SLOTS):
        if tile != EMPTY:
            more[1 + slot] = int(rules.tile_slots[tile, slot]) * (1.0 / VALUE)
        is_open = int(state.slots[observer, place, slot]) == OPEN
        more[1 + TILE_SLOTS + slot] = int(is_open)


@njit_fill_inline
def observe_memory(state: Any, observer: int, out: Any) -> None:
    """Fill what the observer returned, what of it may lie under the deck, and all groups there."""
    observe_set(int(state.returned[observer]), NUM_COMMISSIONS, out)
    under = rest(out, NUM_COMMISSIONS)
    groups, below_pool = rest(under, NUM_COMMISSIONS), 0
    for group in range(int(state.num_bottom)):
        size = size_of(int(state.bottom[group]))
        below_pool += size
        drawing = int(state.bottom_history[group])
        offset = int(state.history_seat[drawing]) - observer
        if offset < 0:
            offset += int(state.num_players)
        groups[group] = size * (1.0 / DEALT)
        groups[MAX_GROUPS + group] = (offset + 1) * (1.0 / MAX_PLAYERS)
        if offset == 0:
            own = cards_left_under(state, observer, drawing)
            mark_set(own, (group + 1) * (1.0 / MAX_GROUPS), under)
    groups[2 * MAX_GROUPS] = deck_size(state) * (1.0 / NUM_COMMISSIONS)
    groups[2 * MAX_GROUPS + 1] = below_pool * (1.0 / NUM_COMMISSIONS)


@njit_fill
def mark_set(cards: int, value: float, out: Any) -> None:
    """Write a value for each card of a set."""
    while cards:
        out[size_of((cards & -cards) - 1)] = value
        cards &= cards - 1


@njit
def cards_left_under(state: Any, observer: int, drawing: int) -> int:
    """Return the cards that the observer returned in a drawing and has not seen elsewhere since."""
    kept, cards = int(state.history_kept[drawing]), 0
    for place in range(int(state.history_size[drawing])):
        if place != kept:
            cards |= 1 << int(state.history_cards[drawing, place])
    for later in range(drawing + 1, int(state.num_history)):
        if int(state.history_seat[later]) == observer:
            for place in range(int(state.history_size[later])):
                cards &= ~(1 << int(state.history_cards[later, place]))
    return cards


@njit_fill
def observe_secrets(state: Any, out: Any) -> None:
    """Fill every seat's Commission cards and the deck, for state()."""
    players, at = int(state.num_players), 0
    for seat in range(players):
        for card in range(MAX_COMMISSIONS):
            out[at + card] = (int(state.cards[seat, card]) + 1) / NUM_COMMISSIONS
        at += MAX_COMMISSIONS
    for seat in range(players):
        chooses = int(state.phase) == SETUP and int(state.history_kept[seat]) == EMPTY
        for place in range(DEALT):
            if chooses:
                out[at + place] = (int(state.history_cards[seat, place]) + 1) / NUM_COMMISSIONS
        at += DEALT
    pool = rest(out, at)
    observe_set(int(state.commission_pool), NUM_COMMISSIONS, pool)
    for group in range(int(state.num_bottom)):
        mark_set(int(state.bottom[group]), 0.5, pool)
