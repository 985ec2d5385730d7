"""What a seat sees, as named blocks of one float32 vector: the public table and its own secrets.

Seats are relative: 0 is the observer, then the others in turn order. Secret are others' Commission
cards and what they have seen of them; the observer sees its own, what it returned, and which of
those still lie under the deck for all it knows. Per-seat blocks come last.
"""

from typing import Any

import numpy as np

from fiefdom.envs.common.bits import size_of
from fiefdom.envs.common.jit import njit_fill, njit_fill_inline, njit_inline, rest
from fiefdom.envs.common.record import clear, next_seat
from fiefdom.envs.rise_to_nobility.blocks import (
    APPRENTICES,
    ASKED,
    BELONGINGS_AT,
    CHOICES,
    COINS,
    CUBES,
    DICE,
    FILLED,
    GUILD_DICE,
    HAND_LABELS,
    HELD,
    HOUSES,
    MISSING,
    MODIFIERS,
    MOST_COINS,
    NUM_BUILDINGS,
    NUM_CHARACTERS,
    NUM_COUNCIL,
    NUM_EVENTS,
    NUM_PHASES,
    NUM_SETTLERS,
    NUM_TILES,
    OFFER_LABELS,
    ORDERED_DICE,
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
from fiefdom.envs.rise_to_nobility.buying import (
    building_price,
    buy_discount,
    can_fulfil,
    can_pay,
)
from fiefdom.envs.rise_to_nobility.commissions import is_active
from fiefdom.envs.rise_to_nobility.gains import MOST_CUBES, missing_cubes, pack_goods
from fiefdom.envs.rise_to_nobility.observe_cards import (
    observe_commissions,
    observe_memory,
    observe_secrets,
    observe_set,
)
from fiefdom.envs.rise_to_nobility.places import can_complete, count_apprentices
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDING_LOTS,
    BUILDINGS_ROW,
    COUNCIL_ROW,
    HAND_LIMIT,
    MAX_COMMISSIONS,
    MAX_PLAYERS,
    NUM_DESKS,
    NUM_DOCKS,
    NUM_GOODS,
    NUM_OBJECTIVES,
    NUM_RACES,
    NUM_RANGES,
    NUM_SHIPS,
    NUM_VALUES,
    SETTLERS_ROW,
    TILE_SLOTS,
)
from fiefdom.envs.rise_to_nobility.scoring import (
    is_objective_met,
    public_score,
)
from fiefdom.envs.rise_to_nobility.state import EMPTY
from fiefdom.envs.rise_to_nobility.tables import BUILDING_LABELS, SHIP_LABELS
from fiefdom.envs.rise_to_nobility.turns import last_round

PLACES_AT, SETTLERS_AT, BUILDINGS_AT, COUNCIL_AT, HAND_AT, OFFERS_AT, MEMORY_AT, WHERE_AT = (
    SLICES[name].start
    for name in (
        "places", "settler_0", "building_0", "council_0", "held_0", "offer_0", "returned", "settlers",
    )
)  # fmt: skip
IN_DECK = int(WHERE)  # the place of a card, one bit, above those of all seats
assert 2 + MAX_PLAYERS <= IN_DECK == 1 << 3


@njit_fill
def observe(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Fill what a seat may know, itself first; -1 stands for everyone, seen from seat 0."""
    observer = max(seat, 0)
    clear(out)
    observe_turn(rules, state, out)
    observe_places(rules, state, rest(out, PLACES_AT))
    cubes = pack_goods(state, observer)
    observe_settlers(rules, state, cubes, rest(out, SETTLERS_AT))
    observe_buildings(rules, state, observer, rest(out, BUILDINGS_AT))
    observe_council(rules, state, observer, cubes, rest(out, COUNCIL_AT))
    observe_hand(rules, state, observer, cubes, rest(out, HAND_AT))
    observe_commissions(rules, state, observer, rest(out, OFFERS_AT))
    observe_memory(state, observer, rest(out, MEMORY_AT))
    observe_decks(rules, state, observer, rest(out, WHERE_AT))
    at, shown = SEATS_AT, observer
    for _ in range(int(state.num_players)):
        observe_seat(rules, state, shown, rest(out, at))
        at += SEAT_SIZE
        shown = next_seat(state, shown)
    if seat < 0 and state.chancery:
        observe_secrets(state, rest(out, at))


@njit_inline
def scaled(number: int, scale: float) -> Any:
    """Return a number over its scale, in the width of the observation, as fast as it gets.

    A division costs five times as much, and vectors of 64-bit numbers have no conversion to floats.
    """
    return np.float32(np.int32(number)) * np.float32(1.0 / scale)


@njit_inline
def one_hot(out: Any, at: int, size: int, number: int) -> int:
    """Mark one of some values; return the position behind them."""
    if number >= 0:
        out[at + number] = 1.0
    return at + size


@njit_fill_inline
def observe_turn(rules: Any, state: Any, out: Any) -> None:
    """Fill the phase, the round, what is pending and the events."""
    at = one_hot(out, 0, NUM_PHASES, EMPTY if state.over else int(state.phase))
    out[at] = scaled(int(state.round_number), ROUNDS)
    out[at + 1] = scaled(last_round(rules, state) - int(state.round_number), ROUNDS)
    out[at + 2] = state.placed
    out[at + 3] = state.completed_now
    out[at + 4] = state.recalled
    out[at + 5] = state.sold
    out[at + 6] = scaled(int(state.goods_to_choose), CHOICES)
    out[at + 7] = scaled(int(state.takes_forced), TAKES)
    out[at + 8] = scaled(int(state.takes_optional), TAKES)
    out[at + 9] = scaled(int(state.sales_left), SALES)
    out[at + 10] = scaled(int(state.place) + 1, PLACE)
    out[at + 11] = scaled(int(state.events_to_ask), ASKED)
    out[at + 12] = scaled(int(state.modifiers_left), SUPPLY)
    at = one_hot(out, at + 13, NUM_EVENTS, int(state.event))
    observe_set(int(state.events_left), NUM_EVENTS, rest(out, at))


@njit_fill_inline
def observe_places(rules: Any, state: Any, out: Any) -> None:
    """Fill the dice on the board, the Apprentices of all in the guilds, desks and ships."""
    for guild in range(NUM_GOODS):
        out[guild] = scaled(int(state.guild_dice[guild]), GUILD_DICE)
        out[NUM_GOODS + guild] = np.int32((int(state.closed_guilds) >> guild) & 1)
        out[2 * NUM_GOODS + guild] = scaled(count_apprentices(state, guild), APPRENTICES)
    at = 3 * NUM_GOODS
    for dock in range(NUM_DOCKS):
        out[at + dock] = scaled(int(state.ship_dice[dock]), SLOT_DICE)
    at += NUM_DOCKS
    for spread in range(NUM_RANGES):
        out[at + spread] = scaled(int(state.castle_dice[spread]), SLOT_DICE)
        out[at + NUM_RANGES + spread] = scaled(int(state.berk_dice[spread]), SLOT_DICE)
        out[at + 2 * NUM_RANGES + spread] = scaled(int(state.hall_dice[spread]), SLOT_DICE)
    at += 3 * NUM_RANGES
    out[at] = scaled(int(state.tavern_dice), ORDERED_DICE)
    out[at + 1] = scaled(int(state.tavern_last), VALUE)
    out[at + 2] = scaled(int(state.yard_dice), ORDERED_DICE)
    out[at + 3] = scaled(int(state.yard_last), VALUE)
    out[at + 4] = scaled(int(state.council_dice), ORDERED_DICE)
    out[at + 5] = scaled(int(state.council_last), VALUE)
    at += 6
    observe_set(int(state.chancery_dice), NUM_VALUES, rest(out, at))
    at += NUM_VALUES
    for desk in range(NUM_DESKS):
        out[at + desk] = np.int32(int(state.desks[desk]) != EMPTY)
    at += NUM_DESKS
    for dock in range(NUM_DOCKS):
        ship = int(state.ships[dock])
        if ship != EMPTY:
            copy_features(rules.ship_features, ship, rest(out, at + dock * len(SHIP_LABELS)))


@njit_fill_inline
def copy_features(features: Any, card: int, out: Any) -> None:
    """Fill the features of a card."""
    for feature in range(features.shape[1]):
        out[feature] = features[card, feature]


@njit_fill_inline
def observe_settlers(rules: Any, state: Any, cubes: int, out: Any) -> None:
    """Fill the face-up Settlers cards and what the observer's packed cubes lack for each."""
    for space in range(SETTLERS_ROW):
        card = int(state.settlers_row[space])
        if card != EMPTY:
            row = rest(out, space * len(ROW_LABELS))
            copy_features(rules.settler_features, card, row)
            missing = missing_cubes(int(rules.settler_pack[card]), cubes)
            row[len(ROW_LABELS) - 1] = scaled(missing, MISSING)


@njit_fill_inline
def observe_council(rules: Any, state: Any, observer: int, cubes: int, out: Any) -> None:
    """Fill the Stone Council tiles and how they stand to what the observer has."""
    for space in range(COUNCIL_ROW):
        card = int(state.council_row[space])
        if card != EMPTY:
            row = rest(out, space * len(TILE_LABELS))
            copy_features(rules.council_features, card, row)
            missing = missing_cubes(int(rules.council_pack[card]), cubes)
            row[len(TILE_LABELS) - 2] = scaled(missing, MISSING)
            row[len(TILE_LABELS) - 1] = int(can_fulfil(rules, state, observer, cubes, space))


@njit_fill_inline
def observe_buildings(rules: Any, state: Any, observer: int, out: Any) -> None:
    """Fill the face-up Buildings, and with dice of which ranges the observer can buy them."""
    discount = buy_discount(rules, state, observer)
    for space in range(BUILDINGS_ROW):
        card = int(state.buildings_row[space])
        if card != EMPTY:
            row = rest(out, space * len(OFFER_LABELS))
            copy_features(rules.building_features, card, row)
            more = rest(row, len(BUILDING_LABELS))
            guild = int(rules.building_guild[card])
            more[0] = scaled(int(state.apprentices[observer, guild]), APPRENTICES)
            missing = int(rules.building_cost[card]) - int(state.coins[observer])
            more[1] = scaled(max(missing, 0), MISSING)
            price = building_price(rules, state, observer, discount, space)
            for spread in range(NUM_RANGES):
                more[2 + spread] = np.int32(can_pay(rules, state, observer, price, spread))


@njit_fill_inline
def observe_hand(rules: Any, state: Any, observer: int, cubes: int, out: Any) -> None:
    """Fill the observer's own Settlers cards."""
    for index in range(int(state.num_held[observer])):
        card = int(state.held[observer, index])
        row = rest(out, index * len(HAND_LABELS))
        copy_features(rules.settler_features, card, row)
        missing = missing_cubes(int(rules.settler_pack[card]), cubes)
        row[len(HAND_LABELS) - 2] = scaled(missing, MISSING)
        row[len(HAND_LABELS) - 1] = int(can_complete(rules, state, observer, cubes, index))


@njit_fill_inline
def observe_decks(rules: Any, state: Any, observer: int, out: Any) -> None:
    """Fill where every card and tile is that is neither face up nor on a hand or mat."""
    decks = int(state.settlers_left[0]) | int(state.settlers_left[1])
    discards = int(state.settlers_discards[0]) | int(state.settlers_discards[1])
    observe_owners(state, observer, state.completed, decks, discards, 2, NUM_SETTLERS, out)
    bag = rest(out, NUM_SETTLERS)
    observe_set(int(state.buildings_left), NUM_BUILDINGS, bag)
    tiles, stack = rest(bag, NUM_BUILDINGS), int(state.council_left)
    observe_owners(state, observer, state.council_done, stack, 0, 1, NUM_COUNCIL, tiles)
    ships = rest(tiles, NUM_COUNCIL)
    for place in range(NUM_SHIPS):
        ships[place] = scaled(int(state.ships_bottom[place]) + 1, NUM_SHIPS)
    observe_set(int(state.ships_left), NUM_SHIPS, rest(ships, NUM_SHIPS))
    dice_tiles = rest(ships, 2 * NUM_SHIPS)
    observe_set(int(state.dice_tiles_left), NUM_TILES, dice_tiles)
    objectives = rest(dice_tiles, NUM_TILES)
    for place in range(NUM_OBJECTIVES):
        objective = int(state.objectives[place])
        if objective != EMPTY:
            objectives[objective] = 1.0 if is_objective_met(rules, state, objective) else 0.5


@njit_fill_inline
def observe_owners(
    state: Any, observer: int, owned: Any, deck: int, discards: int, first: int, size: int, out: Any
) -> None:
    """Fill where each of some cards is: in the deck, discarded (1), or `first` + k with seat k.

    Places are numbers of four bits: for each bit there is the set of cards whose place has it.
    """
    ones, twos, fours, seat = discards, 0, 0, observer
    for number in range(first, first + int(state.num_players)):
        cards = int(owned[seat])
        ones |= cards * (number & 1)
        twos |= cards * (number >> 1 & 1)
        fours |= cards * (number >> 2)
        seat = next_seat(state, seat)
    for card in range(size):
        place = (ones >> card & 1) + 2 * (twos >> card & 1)
        place += 4 * (fours >> card & 1) + IN_DECK * (deck >> card & 1)
        out[card] = scaled(place, WHERE)


@njit_fill_inline
def observe_seat(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Fill what one seat has, as all can see it, into its block."""
    playing = state.over == 0
    out[0] = int(playing and int(state.mover) == seat)
    out[1] = int(playing and int(state.turn_seat) == seat)
    out[2] = int(int(state.first_player) == seat)
    out[3] = state.passed[seat]
    out[4] = scaled(int(state.reputation[seat]), REPUTATION)
    out[5] = scaled(int(state.used_sum[seat]), REPUTATION)
    out[6] = scaled(int(state.reputation[seat]) - int(state.used_sum[seat]), REPUTATION)
    points = int(state.vp[seat])
    out[7] = scaled(points, POINTS)
    out[8] = scaled(public_score(rules, state, seat) if playing else points, POINTS)
    out[9] = scaled(int(state.nobility[seat]), TRACK)
    out[10] = scaled(min(int(state.coins[seat]), MOST_COINS), COINS)
    out[11] = scaled(int(state.modifiers[seat]), MODIFIERS)
    out[12] = scaled(int(state.houses[seat]), HOUSES)
    out[13] = scaled(int(state.lot[seat]), WORKERS)
    out[14] = scaled(int(state.reserve[seat]), WORKERS)
    out[15] = scaled(int(state.num_held[seat]), HELD)
    out[16] = scaled(int(state.num_completed[seat]), HOUSES)
    out[17] = scaled(int(state.num_buildings[seat]), TILES)
    out[18] = scaled(int(state.num_council[seat]), TILES)
    out[19] = state.character_used[seat]
    out[20] = scaled(int(state.num_cards[seat]), MAX_COMMISSIONS)
    active = 0
    for card in range(int(state.num_cards[seat])):
        active += int(is_active(state, seat, card))
    out[21] = scaled(active, MAX_COMMISSIONS)
    observe_belongings(rules, state, seat, rest(out, BELONGINGS_AT))


@njit_fill_inline
def observe_belongings(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Fill a seat's Goods, dice, Workers, cards, Buildings, desks and dice tiles.

    Places without a card hold EMPTY, which becomes 0: loops of a known length need no branches.
    """
    masters = rest(out, 3 * NUM_GOODS)
    for good in range(NUM_GOODS):
        out[good] = scaled(min(int(state.goods[seat, good]), MOST_CUBES), CUBES)
        out[NUM_GOODS + good] = scaled(int(state.dice[seat, good]), DICE)
        out[2 * NUM_GOODS + good] = scaled(int(state.apprentices[seat, good]), APPRENTICES)
    at = 4 * NUM_GOODS
    for race in range(NUM_RACES):
        cards = int(state.completed[seat]) & int(rules.race_cards[race])
        out[at + race] = scaled(size_of(cards), HOUSES)
    at += NUM_RACES
    for index in range(HAND_LIMIT):
        out[at + index] = scaled(int(state.held[seat, index]) + 1, NUM_SETTLERS)
    at += HAND_LIMIT
    for lot in range(BUILDING_LOTS):
        out[at + lot] = scaled(int(state.buildings[seat, lot]) + 1, NUM_BUILDINGS)
        out[at + BUILDING_LOTS + lot] = np.int32(state.upgraded[seat, lot])
    for lot in range(int(state.num_buildings[seat])):
        masters[int(rules.building_guild[state.buildings[seat, lot]])] += scaled(1, TILES)
    at = one_hot(out, at + 2 * BUILDING_LOTS, NUM_CHARACTERS, int(state.character[seat]))
    for desk in range(NUM_DESKS):
        out[at + desk] = np.int32(int(state.desks[desk]) == seat)
    tiles = rest(out, at + NUM_DESKS)
    for card in range(MAX_COMMISSIONS):
        tiles[card] = scaled(int(state.tiles[seat, card]) + 1, NUM_TILES)
    slots = rest(tiles, MAX_COMMISSIONS)
    for card in range(MAX_COMMISSIONS):
        for slot in range(TILE_SLOTS):
            slots[TILE_SLOTS * card + slot] = scaled(int(state.slots[seat, card, slot]), FILLED)
