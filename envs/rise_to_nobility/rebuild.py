"""A record made again from an observation, compiled: what a scripted agent looks ahead on.

The observer becomes seat 0, the others follow in turn order. What it cannot know (others' Commission
cards, the order of the deck) is left empty: nothing that it can do itself depends on it.
"""

from typing import Any

from fiefdom.envs.common.jit import njit
from fiefdom.envs.rise_to_nobility.blocks import (
    APPRENTICES,
    ASKED,
    BELONGINGS_AT,
    CHOICES,
    COINS,
    COMMISSION_LABELS,
    CUBES,
    DICE,
    FILLED,
    GUILD_DICE,
    HELD,
    HOUSES,
    MODIFIERS,
    NUM_BUILDINGS,
    NUM_CHARACTERS,
    NUM_COMMISSIONS,
    NUM_COUNCIL,
    NUM_EVENTS,
    NUM_PHASES,
    NUM_SETTLERS,
    NUM_TILES,
    OFFER_LABELS,
    ORDERED_DICE,
    OWN_LABELS,
    PLACE,
    POINTS,
    REPUTATION,
    ROUNDS,
    ROW_LABELS,
    SALES,
    SEAT_SIZE,
    SEATS_AT,
    SLICES,
    SLOT_DICE,
    SUPPLY,
    TAKES,
    TILE_LABELS,
    TILES,
    TRACK,
    VALUE,
    WHERE,
    WORKERS,
)
from fiefdom.envs.rise_to_nobility.dealing import clear_pending, clear_seats, clear_table
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
    NUM_RANGES,
    NUM_SHIPS,
    NUM_VALUES,
    SETTLERS_ROW,
    TILE_SLOTS,
)
from fiefdom.envs.rise_to_nobility.state import EMPTY, KEEP, SETUP
from fiefdom.envs.rise_to_nobility.tables import SHIP_LABELS

TURN_AT, EVENT_AT, EVENTS_LEFT_AT, PLACES_AT = (
    SLICES[name].start for name in ("turn", "event", "events_left", "places")
)
SHIPS_AT, SETTLERS_AT, BUILDINGS_AT, COUNCIL_AT, OFFERS_AT = (
    SLICES[f"{name}_0"].start for name in ("ship", "settler", "building", "council", "offer")
)
OWN_AT = SLICES["commissions"].start
WHERE_SETTLERS, BUILDINGS_LEFT_AT, WHERE_TILES, SHIPS_LEFT_AT, DICE_TILES_AT = (
    SLICES[name].start
    for name in ("settlers", "buildings_left", "tiles", "ships_left", "dice_tiles_left")
)
SHIP_SIZE, ROW_SIZE, OFFER_SIZE, TILE_SIZE, OWN_SIZE, COMMISSION_SIZE = (
    len(labels)
    for labels in (
        SHIP_LABELS,
        ROW_LABELS,
        OFFER_LABELS,
        TILE_LABELS,
        OWN_LABELS,
        COMMISSION_LABELS,
    )
)

IN_DECK = int(WHERE)  # among the places of cards


@njit
def number_at(seen: Any, at: int, scale: float) -> int:
    """Read a whole number that was written over a scale."""
    return int(seen[at] * scale + 0.5)


@njit
def read_set(seen: Any, at: int, size: int) -> int:
    """Read a set of cards, a value each."""
    cards = 0
    for card in range(size):
        if seen[at + card] > 0.5:
            cards |= 1 << card
    return cards


@njit
def rebuild(rules: Any, state: Any, seen: Any) -> None:
    """Fill a record, whose options are set, from what its seat 0 sees."""
    clear_seats(state)
    clear_table(rules, state)
    clear_pending(state)
    for phase in range(NUM_PHASES):
        if seen[phase] > 0.5:
            state.phase = phase
    rebuild_turn(state, seen)
    rebuild_places(state, seen)
    rebuild_rows(state, seen)
    for seat in range(int(state.num_players)):
        rebuild_seat(rules, state, seat, seen)
    rebuild_decks(rules, state, seen)
    rebuild_own(state, seen)


@njit
def rebuild_turn(state: Any, seen: Any) -> None:
    """Fill the round, what is pending and the events."""
    at = TURN_AT
    state.round_number = number_at(seen, at, ROUNDS)
    state.placed = number_at(seen, at + 2, 1.0)
    state.completed_now = number_at(seen, at + 3, 1.0)
    state.recalled = number_at(seen, at + 4, 1.0)
    state.sold = number_at(seen, at + 5, 1.0)
    state.goods_to_choose = number_at(seen, at + 6, CHOICES)
    state.takes_forced = number_at(seen, at + 7, TAKES)
    state.takes_optional = number_at(seen, at + 8, TAKES)
    state.sales_left = number_at(seen, at + 9, SALES)
    state.place = number_at(seen, at + 10, PLACE) - 1
    state.events_to_ask = number_at(seen, at + 11, ASKED)
    state.modifiers_left = number_at(seen, at + 12, SUPPLY)
    for event in range(NUM_EVENTS):
        if seen[EVENT_AT + event] > 0.5:
            state.event = event
    state.events_left = read_set(seen, EVENTS_LEFT_AT, NUM_EVENTS)


@njit
def rebuild_places(state: Any, seen: Any) -> None:
    """Fill the dice on the board."""
    at = PLACES_AT
    for guild in range(NUM_GOODS):
        state.guild_dice[guild] = number_at(seen, at + guild, GUILD_DICE)
    state.closed_guilds = read_set(seen, at + NUM_GOODS, NUM_GOODS)
    at += 3 * NUM_GOODS
    for dock in range(NUM_DOCKS):
        state.ship_dice[dock] = number_at(seen, at + dock, SLOT_DICE)
    at += NUM_DOCKS
    for spread in range(NUM_RANGES):
        state.castle_dice[spread] = number_at(seen, at + spread, SLOT_DICE)
        state.berk_dice[spread] = number_at(seen, at + NUM_RANGES + spread, SLOT_DICE)
        state.hall_dice[spread] = number_at(seen, at + 2 * NUM_RANGES + spread, SLOT_DICE)
    at += 3 * NUM_RANGES
    state.tavern_dice = number_at(seen, at, ORDERED_DICE)
    state.tavern_last = number_at(seen, at + 1, VALUE)
    state.yard_dice = number_at(seen, at + 2, ORDERED_DICE)
    state.yard_last = number_at(seen, at + 3, VALUE)
    state.council_dice = number_at(seen, at + 4, ORDERED_DICE)
    state.council_last = number_at(seen, at + 5, VALUE)
    state.chancery_dice = read_set(seen, at + 6, NUM_VALUES)


@njit
def rebuild_rows(state: Any, seen: Any) -> None:
    """Fill ships and face-up rows."""
    for dock in range(NUM_DOCKS):
        state.ships[dock] = number_at(seen, SHIPS_AT + dock * SHIP_SIZE, NUM_SHIPS) - 1
    for space in range(SETTLERS_ROW):
        card = number_at(seen, SETTLERS_AT + space * ROW_SIZE, NUM_SETTLERS) - 1
        state.settlers_row[space] = card
    for space in range(BUILDINGS_ROW):
        card = number_at(seen, BUILDINGS_AT + space * OFFER_SIZE, NUM_BUILDINGS) - 1
        state.buildings_row[space] = card
    for space in range(COUNCIL_ROW):
        card = number_at(seen, COUNCIL_AT + space * TILE_SIZE, NUM_COUNCIL) - 1
        state.council_row[space] = card


@njit
def rebuild_seat(rules: Any, state: Any, seat: int, seen: Any) -> None:
    """Fill what a seat has, as all can see it."""
    at = SEATS_AT + seat * SEAT_SIZE
    if seen[at] > 0.5:
        state.mover = seat
    if seen[at + 1] > 0.5:
        state.turn_seat = seat
    if seen[at + 2] > 0.5:
        state.first_player = seat
    state.passed[seat] = number_at(seen, at + 3, 1.0)
    state.reputation[seat] = number_at(seen, at + 4, REPUTATION)
    state.used_sum[seat] = number_at(seen, at + 5, REPUTATION)
    state.vp[seat] = number_at(seen, at + 7, POINTS)
    state.nobility[seat] = number_at(seen, at + 9, TRACK)
    state.coins[seat] = number_at(seen, at + 10, COINS)
    state.modifiers[seat] = number_at(seen, at + 11, MODIFIERS)
    state.houses[seat] = number_at(seen, at + 12, HOUSES)
    state.lot[seat] = number_at(seen, at + 13, WORKERS)
    state.reserve[seat] = number_at(seen, at + 14, WORKERS)
    state.num_held[seat] = number_at(seen, at + 15, HELD)
    state.num_completed[seat] = number_at(seen, at + 16, HOUSES)
    state.num_buildings[seat] = number_at(seen, at + 17, TILES)
    state.num_council[seat] = number_at(seen, at + 18, TILES)
    state.character_used[seat] = number_at(seen, at + 19, 1.0)
    state.num_cards[seat] = number_at(seen, at + 20, MAX_COMMISSIONS)
    rebuild_belongings(state, seat, seen, at + BELONGINGS_AT)


@njit
def rebuild_belongings(state: Any, seat: int, seen: Any, at: int) -> None:
    """Fill a seat's Goods, dice, Apprentices, cards, Buildings, desks and dice tiles."""
    for good in range(NUM_GOODS):
        state.goods[seat, good] = number_at(seen, at + good, CUBES)
        state.dice[seat, good] = number_at(seen, at + NUM_GOODS + good, DICE)
        state.apprentices[seat, good] = number_at(seen, at + 2 * NUM_GOODS + good, APPRENTICES)
    at += 5 * NUM_GOODS  # Guild Masters and races follow from the Buildings and cards
    for index in range(HAND_LIMIT):
        state.held[seat, index] = number_at(seen, at + index, NUM_SETTLERS) - 1
    at += HAND_LIMIT
    for lot in range(BUILDING_LOTS):
        state.buildings[seat, lot] = number_at(seen, at + lot, NUM_BUILDINGS) - 1
        state.upgraded[seat, lot] = number_at(seen, at + BUILDING_LOTS + lot, 1.0)
    at += 2 * BUILDING_LOTS
    for card in range(NUM_CHARACTERS):
        if seen[at + card] > 0.5:
            state.character[seat] = card
    at += NUM_CHARACTERS
    for desk in range(NUM_DESKS):
        if seen[at + desk] > 0.5:
            state.desks[desk] = seat
    at += NUM_DESKS
    for card in range(MAX_COMMISSIONS):
        state.tiles[seat, card] = number_at(seen, at + card, NUM_TILES) - 1
        for slot in range(TILE_SLOTS):
            place = at + MAX_COMMISSIONS + TILE_SLOTS * card + slot
            state.slots[seat, card, slot] = number_at(seen, place, FILLED)


@njit
def rebuild_decks(rules: Any, state: Any, seen: Any) -> None:
    """Fill the decks, the discards and whose the completed cards and fulfilled tiles are."""
    for level in range(rules.level_cards.size):
        state.settlers_left[level] = 0
    for card in range(NUM_SETTLERS):
        where = number_at(seen, WHERE_SETTLERS + card, WHERE)
        level = int(rules.settler_level[card])
        if where == IN_DECK:
            state.settlers_left[level] = int(state.settlers_left[level]) | (1 << card)
        elif where == 1:
            state.settlers_discards[level] = int(state.settlers_discards[level]) | (1 << card)
        elif where > 1:
            seat = where - 2
            state.completed[seat] = int(state.completed[seat]) | (1 << card)
    state.buildings_left = read_set(seen, BUILDINGS_LEFT_AT, NUM_BUILDINGS)
    stack = 0
    for card in range(NUM_COUNCIL):
        where = number_at(seen, WHERE_TILES + card, WHERE)
        if where == IN_DECK:
            stack |= 1 << card
        elif where > 0:
            state.council_done[where - 1] = int(state.council_done[where - 1]) | (1 << card)
    state.council_left = stack
    state.ships_left = read_set(seen, SHIPS_LEFT_AT, NUM_SHIPS)
    state.dice_tiles_left = read_set(seen, DICE_TILES_AT, NUM_TILES)


@njit
def rebuild_own(state: Any, seen: Any) -> None:
    """Fill the observer's Commission cards and those that it chooses from."""
    for place in range(int(state.num_cards[0])):
        card = number_at(seen, OWN_AT + place * OWN_SIZE, NUM_COMMISSIONS) - 1
        state.cards[0, place] = card
    if state.phase in (SETUP, KEEP):
        state.num_history = 1
        state.history_seat[0] = 0
        state.history_kept[0] = EMPTY
        for place in range(DEALT):
            card = number_at(seen, OFFERS_AT + place * COMMISSION_SIZE, NUM_COMMISSIONS) - 1
            state.history_cards[0, place] = card
            state.history_size[0] = int(state.history_size[0]) + int(card != EMPTY)
