"""What a seat sees, as named blocks of one float32 vector: the public table and its own secrets.

Seats are relative: 0 is the observer, then the others in turn order. Secret are others' Commission
cards and what they have seen of them; the observer sees its own, what it returned, and which of
those still lie under the deck for all it knows. Per-seat blocks come last.
"""

from typing import Any

from fiefdom.envs.common.jit import njit, njit_inline
from fiefdom.envs.rise_to_nobility.blocks import (
    COINS,
    MOST_VALUE,
    NUM_BUILDINGS,
    NUM_CHARACTERS,
    NUM_COUNCIL,
    NUM_EVENTS,
    NUM_PHASES,
    NUM_SETTLERS,
    NUM_SOLO,
    NUM_TILES,
    POINTS,
    REPUTATION,
    TRACK,
    WHERE,
)
from fiefdom.envs.rise_to_nobility.buying import can_fulfil
from fiefdom.envs.rise_to_nobility.commissions import is_active
from fiefdom.envs.rise_to_nobility.observe_cards import (
    observe_commissions,
    observe_memory,
    observe_secrets,
    observe_set,
)
from fiefdom.envs.rise_to_nobility.places import can_complete
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDING_LOTS,
    BUILDINGS_ROW,
    COUNCIL_ROW,
    HAND_LIMIT,
    MAX_COMMISSIONS,
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
    count_masters,
    is_objective_met,
    public_score,
)
from fiefdom.envs.rise_to_nobility.state import EMPTY
from fiefdom.envs.rise_to_nobility.supply import size_of


@njit
def observe(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Fill what a seat may know, itself first; -1 stands for everyone, seen from seat 0."""
    observer = max(seat, 0)
    players = int(state.num_players)
    for position in range(out.size):
        out[position] = 0.0
    at = observe_turn(rules, state, out)
    at = observe_places(rules, state, at, out)
    at = observe_rows(rules, state, observer, at, out)
    at = observe_hand(rules, state, observer, at, out)
    at = observe_commissions(rules, state, observer, at, out)
    at = observe_memory(state, observer, at, out)
    at = observe_decks(rules, state, observer, at, out)
    for offset in range(players):
        at = observe_seat(rules, state, (observer + offset) % players, at, out)
    if seat < 0 and state.chancery:
        observe_secrets(state, at, out)


@njit_inline
def one_hot(out: Any, at: int, size: int, number: int) -> int:
    """Mark one of some values; return the position behind them."""
    if number >= 0:
        out[at + number] = 1.0
    return at + size


@njit
def observe_turn(rules: Any, state: Any, out: Any) -> int:
    """Fill the phase, the round, what is pending and the events."""
    at = one_hot(out, 0, NUM_PHASES, EMPTY if state.over else int(state.phase))
    rounds = int(rules.misc_short_rounds) if state.short else int(rules.misc_rounds)
    out[at] = int(state.round_number) / 10.0
    out[at + 1] = (rounds - int(state.round_number)) / 10.0
    out[at + 2] = state.placed
    out[at + 3] = state.completed_now
    out[at + 4] = state.recalled
    out[at + 5] = state.sold
    out[at + 6] = int(state.goods_to_choose) / 3.0
    out[at + 7] = int(state.takes_forced) / 2.0
    out[at + 8] = int(state.takes_optional) / 2.0
    out[at + 9] = int(state.sales_left) / 4.0
    out[at + 10] = (int(state.place) + 1) / 6.0
    out[at + 11] = int(state.events_to_ask) / 6.0
    out[at + 12] = int(state.modifiers_left) / 20.0
    at = one_hot(out, at + 13, NUM_EVENTS, int(state.event))
    return observe_set(int(state.events_left), NUM_EVENTS, at, out)


@njit
def observe_places(rules: Any, state: Any, at: int, out: Any) -> int:
    """Fill the dice on the board, the Apprentices of all in the guilds, desks and ships."""
    for guild in range(NUM_GOODS):
        total = 0
        for seat in range(int(state.num_players)):
            total += int(state.apprentices[seat, guild])
        out[at + guild] = int(state.guild_dice[guild]) / 3.0
        out[at + NUM_GOODS + guild] = int((int(state.closed_guilds) >> guild) & 1)
        out[at + 2 * NUM_GOODS + guild] = total / 6.0
    at += 3 * NUM_GOODS
    for dock in range(NUM_DOCKS):
        out[at + dock] = int(state.ship_dice[dock]) / 2.0
    at += NUM_DOCKS
    for spread in range(NUM_RANGES):
        out[at + spread] = int(state.castle_dice[spread]) / 2.0
        out[at + NUM_RANGES + spread] = int(state.berk_dice[spread]) / 2.0
        out[at + 2 * NUM_RANGES + spread] = int(state.hall_dice[spread]) / 2.0
    at += 3 * NUM_RANGES
    out[at] = int(state.tavern_dice) / 7.0
    out[at + 1] = int(state.tavern_last) / 6.0
    out[at + 2] = int(state.yard_dice) / 6.0
    out[at + 3] = int(state.yard_last) / 6.0
    out[at + 4] = int(state.council_dice) / 6.0
    out[at + 5] = int(state.council_last) / 6.0
    at = observe_set(int(state.chancery_dice), NUM_VALUES, at + 6, out)
    for desk in range(NUM_DESKS):
        out[at + desk] = int(int(state.desks[desk]) != EMPTY)
    at += NUM_DESKS
    for dock in range(NUM_DOCKS):
        at = copy_features(rules.ship_features, int(state.ships[dock]), at, out)
    return at


@njit_inline
def copy_features(features: Any, card: int, at: int, out: Any) -> int:
    """Fill the features of a card, if there is one."""
    size = features.shape[1]
    if card != EMPTY:
        for feature in range(size):
            out[at + feature] = features[card, feature]
    return at + size  # type: ignore[no-any-return]


@njit
def missing_goods(state: Any, seat: int, need: Any) -> float:
    """Return how many cubes a seat lacks for a card, over 5."""
    missing = 0
    for good in range(NUM_GOODS):
        missing += max(int(need[good]) - int(state.goods[seat, good]), 0)
    return missing / 5.0


@njit
def observe_rows(rules: Any, state: Any, observer: int, at: int, out: Any) -> int:
    """Fill the face-up rows and how they stand to what the observer has."""
    for space in range(SETTLERS_ROW):
        card = int(state.settlers_row[space])
        at = copy_features(rules.settler_features, card, at, out) + 1
        if card != EMPTY:
            out[at - 1] = missing_goods(state, observer, rules.settler_need[card])
    for space in range(BUILDINGS_ROW):
        card = int(state.buildings_row[space])
        at = copy_features(rules.building_features, card, at, out) + 2
        if card != EMPTY:
            guild = int(rules.building_guild[card])
            out[at - 2] = int(state.apprentices[observer, guild]) / 6.0
            missing = int(rules.building_cost[card]) - int(state.coins[observer])
            out[at - 1] = max(missing, 0) / 5.0
    for space in range(COUNCIL_ROW):
        card = int(state.council_row[space])
        at = copy_features(rules.council_features, card, at, out) + 2
        if card != EMPTY:
            out[at - 2] = missing_goods(state, observer, rules.council_need[card])
            out[at - 1] = int(can_fulfil(rules, state, observer, space))
    return at


@njit
def observe_hand(rules: Any, state: Any, observer: int, at: int, out: Any) -> int:
    """Fill the observer's own Settlers cards."""
    for index in range(HAND_LIMIT):
        card = int(state.held[observer, index])
        at = copy_features(rules.settler_features, card, at, out) + 2
        if card != EMPTY:
            out[at - 2] = missing_goods(state, observer, rules.settler_need[card])
            out[at - 1] = int(can_complete(rules, state, observer, index))
    return at


@njit
def observe_decks(rules: Any, state: Any, observer: int, at: int, out: Any) -> int:
    """Fill where every card and tile is that all can see."""
    observe_settlers(state, observer, at, out)
    at += NUM_SETTLERS
    players = int(state.num_players)
    for space in range(BUILDINGS_ROW):
        if int(state.buildings_row[space]) != EMPTY:
            out[at + int(state.buildings_row[space])] = 1.0 / WHERE
    for offset in range(players):
        seat = (observer + offset) % players
        for lot in range(int(state.num_buildings[seat])):
            place = 2 + 2 * offset + int(state.upgraded[seat, lot])
            out[at + int(state.buildings[seat, lot])] = place / WHERE
    at += NUM_BUILDINGS
    for space in range(COUNCIL_ROW):
        if int(state.council_row[space]) != EMPTY:
            out[at + int(state.council_row[space])] = 1.0 / WHERE
    for offset in range(players):
        done = int(state.council_done[(observer + offset) % players])
        for tile in range(NUM_COUNCIL):
            if (done >> tile) & 1:
                out[at + tile] = (2 + offset) / WHERE
    at += NUM_COUNCIL
    for place in range(NUM_SHIPS):
        out[at + place] = (int(state.ships_bottom[place]) + 1) / NUM_SHIPS
    at = observe_set(int(state.ships_left), NUM_SHIPS, at + NUM_SHIPS, out)
    at = observe_set(int(state.dice_tiles_left), NUM_TILES, at, out)
    for place in range(NUM_OBJECTIVES):
        objective = int(state.objectives[place])
        if objective != EMPTY:
            out[at + objective] = 1.0 if is_objective_met(rules, state, objective) else 0.5
    return at + NUM_SOLO


@njit
def observe_settlers(state: Any, observer: int, at: int, out: Any) -> None:
    """Fill where every Settlers card is."""
    players = int(state.num_players)
    discards = int(state.settlers_discards[0]) | int(state.settlers_discards[1])
    for card in range(NUM_SETTLERS):
        if (discards >> card) & 1:
            out[at + card] = 1.0 / WHERE
    for space in range(SETTLERS_ROW):
        if int(state.settlers_row[space]) != EMPTY:
            out[at + int(state.settlers_row[space])] = 2.0 / WHERE
    for offset in range(players):
        seat = (observer + offset) % players
        for index in range(int(state.num_held[seat])):
            out[at + int(state.held[seat, index])] = (3 + 2 * offset) / WHERE
        completed = int(state.completed[seat])
        while completed:
            card = size_of((completed & -completed) - 1)
            out[at + card] = (4 + 2 * offset) / WHERE
            completed &= completed - 1


@njit
def observe_seat(rules: Any, state: Any, seat: int, at: int, out: Any) -> int:
    """Fill what one seat has, as all can see it; return the position behind it."""
    playing = state.over == 0
    out[at] = int(playing and int(state.mover) == seat)
    out[at + 1] = int(playing and int(state.turn_seat) == seat)
    out[at + 2] = int(int(state.first_player) == seat)
    out[at + 3] = state.passed[seat]
    out[at + 4] = int(state.reputation[seat]) / REPUTATION
    out[at + 5] = int(state.used_sum[seat]) / REPUTATION
    out[at + 6] = (int(state.reputation[seat]) - int(state.used_sum[seat])) / REPUTATION
    points = int(state.vp[seat])
    out[at + 7] = points / POINTS
    out[at + 8] = (public_score(rules, state, seat) if playing else points) / POINTS
    out[at + 9] = int(state.nobility[seat]) / TRACK
    out[at + 10] = min(int(state.coins[seat]) / COINS, MOST_VALUE)
    out[at + 11] = int(state.modifiers[seat]) / 5.0
    out[at + 12] = int(state.houses[seat]) / 7.0
    out[at + 13] = int(state.lot[seat]) / 14.0
    out[at + 14] = int(state.reserve[seat]) / 14.0
    out[at + 15] = int(state.num_held[seat]) / 6.0
    out[at + 16] = int(state.num_completed[seat]) / 7.0
    out[at + 17] = int(state.num_buildings[seat]) / 7.0
    out[at + 18] = int(state.num_council[seat]) / 7.0
    out[at + 19] = state.character_used[seat]
    out[at + 20] = int(state.num_cards[seat]) / MAX_COMMISSIONS
    active = 0
    for card in range(int(state.num_cards[seat])):
        active += int(is_active(state, seat, card))
    out[at + 21] = active / MAX_COMMISSIONS
    return observe_belongings(rules, state, seat, at + 22, out)


@njit
def observe_belongings(rules: Any, state: Any, seat: int, at: int, out: Any) -> int:
    """Fill a seat's Goods, dice, Workers, cards, Buildings, desks and dice tiles."""
    for good in range(NUM_GOODS):
        out[at + good] = min(int(state.goods[seat, good]) / 5.0, MOST_VALUE)
        out[at + NUM_GOODS + good] = int(state.dice[seat, good]) / 5.0
        out[at + 2 * NUM_GOODS + good] = int(state.apprentices[seat, good]) / 6.0
        out[at + 3 * NUM_GOODS + good] = count_masters(rules, state, seat, good) / 7.0
    at += 4 * NUM_GOODS
    for race in range(NUM_RACES):
        cards = int(state.completed[seat]) & int(rules.race_cards[race])
        out[at + race] = size_of(cards) / 7.0
    at += NUM_RACES
    for index in range(HAND_LIMIT):
        out[at + index] = (int(state.held[seat, index]) + 1) / NUM_SETTLERS
    at += HAND_LIMIT
    for lot in range(BUILDING_LOTS):
        out[at + lot] = (int(state.buildings[seat, lot]) + 1) / NUM_BUILDINGS
        out[at + BUILDING_LOTS + lot] = state.upgraded[seat, lot]
    at = one_hot(out, at + 2 * BUILDING_LOTS, NUM_CHARACTERS, int(state.character[seat]))
    for desk in range(NUM_DESKS):
        out[at + desk] = int(int(state.desks[desk]) == seat)
    at += NUM_DESKS
    for card in range(MAX_COMMISSIONS):
        out[at + card] = (int(state.tiles[seat, card]) + 1) / NUM_TILES
        for slot in range(TILE_SLOTS):
            place = at + MAX_COMMISSIONS + TILE_SLOTS * card + slot
            out[place] = int(state.slots[seat, card, slot]) / 2.0
    return at + MAX_COMMISSIONS * (1 + TILE_SLOTS)
