"""What a seat cannot know, compiled: a new history of the Commission cards (section 7.6).

All that is hidden follows from who drew which Commission cards and kept which. A new history is
played forward: the seat's own drawings stay, every other seat draws from what can have been there.
All histories that agree with what the seat has seen are equally likely, since the chance of a draw
depends only on how many cards are left; what others choose to keep is no evidence.
"""

from typing import Any

from fiefdom.envs.common.bits import draw_from
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import fill
from fiefdom.envs.rise_to_nobility.commissions import leave_group, put_under
from fiefdom.envs.rise_to_nobility.dealing import ALL_COMMISSIONS
from fiefdom.envs.rise_to_nobility.state import EMPTY


@njit
def redraw_history(state: Any, seat: int) -> None:
    """Replace what other seats drew, and the deck, by what agrees with a seat's memory.

    Where cards were returned more than once, a history may turn out to be impossible: another is
    tried. What happened is possible, so that one is found.
    """
    while not play_history(state, seat):
        pass


@njit
def play_history(state: Any, seat: int) -> bool:
    """Play all drawings anew; False if the seat could then not have drawn what it drew."""
    state.commission_pool = ALL_COMMISSIONS
    state.num_bottom = 0
    fill(state.bottom, 0)
    fill(state.bottom_history, EMPTY)
    fill(state.returned, 0)
    deal_anew(state, seat)
    for drawing in range(int(state.num_history)):
        if drawing >= int(state.num_players):
            is_own = int(state.history_seat[drawing]) == seat
            if not (draw_again(state, drawing) if is_own else draw_anew(state, seat, drawing)):
                return False
        keep_again(state, drawing)
        if drawing == int(state.num_players) - 1:
            return_first_cards(state)
    return True


@njit
def draw_again(state: Any, drawing: int) -> bool:
    """Let a drawing show the cards it showed, if they lie where they did."""
    for place in range(int(state.history_size[drawing])):
        card = int(state.history_cards[drawing, place])
        if int(state.history_source[drawing, place]) == EMPTY:
            if (int(state.commission_pool) >> card) & 1 == 0:
                return False
            state.commission_pool = int(state.commission_pool) & ~(1 << card)
        else:
            if (int(state.bottom[0]) >> card) & 1 == 0:
                return False
            leave_group(state, drawing, place, card)
    return True


@njit
def draw_anew(state: Any, seat: int, drawing: int) -> bool:
    """Let another seat draw; what `seat` draws later must still be where it will be found."""
    forced = cards_to_return(state, seat, drawing)
    staying = cards_to_stay(state, seat, drawing, int(state.num_history))
    kept = int(state.history_kept[drawing])
    for place in range(int(state.history_size[drawing])):
        if int(state.history_source[drawing, place]) != EMPTY:
            card = draw_from(state, int(state.bottom[0]))
            leave_group(state, drawing, place, card)
            state.history_cards[drawing, place] = card
            continue
        cards = int(state.commission_pool) & ~staying & ~forced
        if forced & int(state.commission_pool) and place != kept:
            cards = forced & int(state.commission_pool)
        if cards == 0:
            return False
        draw_out(state, drawing, place, cards)
    return True


@njit
def deal_anew(state: Any, seat: int) -> None:
    """Deal the first cards of the others: all that were kept first, then what was returned.

    A card that `seat` draws later cannot have been kept but may have been returned. In this order
    every draw is one of the same number of cards, so all deals are equally likely.
    """
    players = int(state.num_players)
    own = 0
    for place in range(int(state.history_size[seat])):
        own |= 1 << int(state.history_cards[seat, place])
    staying = cards_to_stay(state, seat, players - 1, int(state.num_history))
    state.commission_pool = ALL_COMMISSIONS & ~own
    for drawing in range(players):
        kept = int(state.history_kept[drawing])
        if drawing != seat and kept != EMPTY:
            draw_out(state, drawing, kept, int(state.commission_pool) & ~staying)
    for drawing in range(players):
        for place in range(int(state.history_size[drawing])):
            if drawing != seat and place != int(state.history_kept[drawing]):
                draw_out(state, drawing, place, int(state.commission_pool))


@njit
def draw_out(state: Any, drawing: int, place: int, cards: int) -> None:
    """Draw one of some cards of the pool."""
    card = draw_from(state, cards)
    state.commission_pool = int(state.commission_pool) & ~(1 << card)
    state.history_cards[drawing, place] = card


@njit
def is_from_pool(state: Any, drawing: int) -> bool:
    """Say whether all cards of a drawing came from the pool."""
    others = 0
    for place in range(int(state.history_size[drawing])):
        others += int(int(state.history_source[drawing, place]) != EMPTY)
    return others == 0


@njit
def cards_to_return(state: Any, seat: int, drawing: int) -> int:
    """Return the cards that `seat` drew out of what a drawing had put under the deck."""
    cards = 0
    if not is_from_pool(state, drawing):
        return cards  # such a card may have come from further back: other worlds are tried
    for later in range(drawing + 1, int(state.num_history)):
        if int(state.history_seat[later]) == seat:
            for place in range(int(state.history_size[later])):
                if int(state.history_source[later, place]) == drawing:
                    cards |= 1 << int(state.history_cards[later, place])
    return cards


@njit
def cards_to_stay(state: Any, seat: int, drawing: int, end: int) -> int:
    """Return the cards in the pool after a drawing that `seat` draws before the drawing `end`."""
    cards = 0
    for later in range(drawing + 1, end):
        if int(state.history_seat[later]) == seat:
            for place in range(int(state.history_size[later])):
                source = int(state.history_source[later, place])
                if source == EMPTY or (source > drawing and is_from_pool(state, source)):
                    cards |= 1 << int(state.history_cards[later, place])
    return cards


@njit
def keep_again(state: Any, drawing: int) -> None:
    """Give a drawing's seat the card that it kept; the others go where they went."""
    kept = int(state.history_kept[drawing])
    if kept == EMPTY:
        return
    owner = int(state.history_seat[drawing])
    place, rejected = 0, 0
    for earlier in range(drawing):
        place += int(int(state.history_seat[earlier]) == owner)
    for other in range(int(state.history_size[drawing])):
        if other != kept:
            rejected |= 1 << int(state.history_cards[drawing, other])
    state.cards[owner, place] = state.history_cards[drawing, kept]
    state.returned[owner] = int(state.returned[owner]) | rejected
    if drawing >= int(state.num_players):
        put_under(state, drawing, rejected)


@njit
def return_first_cards(state: Any) -> None:
    """Shuffle what was returned at the start into the deck, once all have chosen (3.4)."""
    players = int(state.num_players)
    for player in range(players):
        if int(state.history_kept[player]) == EMPTY:
            return
    for player in range(players):
        state.commission_pool = int(state.commission_pool) | int(state.returned[player])
