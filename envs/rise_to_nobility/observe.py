"""What a seat sees, as named blocks of one float32 vector: the public table and its own secrets.

Seats are relative: 0 is the observer, then the others in turn order. Secret are others' Commission
cards and what they have seen of them; the observer sees its own, what it returned, and which of
those still lie under the deck for all it knows. Per-seat blocks come last.
"""

from typing import Any

from fiefdom.envs.common.jit import njit, njit_inline
from fiefdom.envs.common.layout import Block, Layout
from fiefdom.envs.rise_to_nobility.buying import can_fulfil
from fiefdom.envs.rise_to_nobility.commissions import deck_size, is_active
from fiefdom.envs.rise_to_nobility.places import can_complete
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDING_LOTS,
    BUILDINGS_ROW,
    COUNCIL_ROW,
    COUNTS,
    DEALT,
    GOODS,
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
    RACES,
    RANGES,
    SETTLERS_ROW,
    TILE_SLOTS,
)
from fiefdom.envs.rise_to_nobility.scoring import (
    count_for,
    count_masters,
    is_met,
    is_objective_met,
    public_score,
)
from fiefdom.envs.rise_to_nobility.state import EMPTY, KEEP, OPEN, PHASES, SETUP
from fiefdom.envs.rise_to_nobility.supply import size_of
from fiefdom.envs.rise_to_nobility.tables import (
    BUILDING_LABELS,
    COUNCIL_LABELS,
    SETTLER_LABELS,
    SHIP_LABELS,
)

NUM_SETTLERS, NUM_BUILDINGS = COUNTS["settlers"], COUNTS["buildings"]
NUM_COUNCIL, NUM_TILES = COUNTS["council"], COUNTS["dice_tiles"]
NUM_COMMISSIONS, NUM_CHARACTERS = COUNTS["commissions"], COUNTS["characters"]
NUM_EVENTS, NUM_SOLO = COUNTS["events"], COUNTS["solo"]
NUM_PHASES = len(PHASES)
WHERE = 16.0  # scale of places: see the labels of `settlers`
POINTS, COINS, REPUTATION, TRACK = 100.0, 20.0, 24.0, 12.0
MOST_VALUE = 4.0  # no number goes beyond: what a game can reach, over its scale

TURN_LABELS = (
    "round / 10", "rounds left / 10", "die placed", "Settlers card completed", "Apprentice recalled",
    "something sold", "Goods to choose / 3", "Settlers cards to take / 2",
    "further Settlers cards / 2", "sales left / 4", "(guild, dock or range of the die + 1) / 6",
    "seats to choose a Good of the event / 6", "Modifiers left / 20",
)  # fmt: skip
PLACE_LABELS = (
    *(f"dice in the {good} guild / 3" for good in GOODS),
    *(f"{good} guild is closed" for good in GOODS),
    *(f"Apprentices in the {good} guild / 6" for good in GOODS),
    *(f"dice at dock {dock} / 2" for dock in range(NUM_DOCKS)),
    *(f"dice at the White Castle, {text} / 2" for text in RANGES),
    *(f"dice at Berk's Office, {text} / 2" for text in RANGES),
    *(f"dice at the Guild Hall, {text} / 2" for text in RANGES),
    "dice at the Tavern / 7", "last die there / 6", "dice at the Yard / 6", "last die there (Yard) / 6",
    "dice at the Council / 6", "last die there (Council) / 6",
    *(f"die at the Chancery, {value}" for value in range(1, NUM_VALUES + 1)),
    *(f"desk {desk} is taken" for desk in range(1, NUM_DESKS + 1)),
)  # fmt: skip
HAND_LABELS = (*SETTLER_LABELS, "Goods missing / 5", "can be completed now")
ROW_LABELS = (*SETTLER_LABELS, "Goods missing / 5")
OFFER_LABELS = (*BUILDING_LABELS, "own Apprentices in its guild / 6", "coins missing / 5")
TILE_LABELS = (*COUNCIL_LABELS, "Goods missing / 5", "can be fulfilled now")
COMMISSION_LABELS = (
    "(card + 1) / 18", "VP / 10", "what it counts / what it asks for, at most 1", "met now",
)  # fmt: skip
OWN_LABELS = (
    *COMMISSION_LABELS,
    "activated",
    *(f"value of slot {slot} / 6" for slot in range(TILE_SLOTS)),
    *(f"slot {slot} is open" for slot in range(TILE_SLOTS)),
)
SEAT_LABELS = (
    "is the mover", "has the turn", "is the first player", "has passed", "Reputation / 24",
    "sum of dice placed / 24", "room for dice / 24", "VP / 100", "VP if the game ended now / 100",
    "Nobility / 12", "coins / 20", "Modifiers / 5", "Houses / 7", "Workers in the Lot / 14",
    "Workers in reserve / 14", "Settlers cards held / 6", "Settlers cards completed / 7",
    "Buildings / 7", "Stone Council tiles / 7", "character used", "Commission cards / 13",
    "activated ones / 13",
    *(f"{good} / 5" for good in GOODS),
    *(f"dice showing {value} / 5" for value in range(1, NUM_VALUES + 1)),
    *(f"Apprentices in the {good} guild / 6 " for good in GOODS),
    *(f"Guild Masters of the {good} guild / 7" for good in GOODS),
    *(f"completed cards of race {race} / 7" for race in RACES),
    *(f"(card held {index} + 1) / 48" for index in range(HAND_LIMIT)),
    *(f"(Building {lot} + 1) / 48" for lot in range(BUILDING_LOTS)),
    *(f"Building {lot} is upgraded" for lot in range(BUILDING_LOTS)),
    *(f"character {number + 1}" for number in range(NUM_CHARACTERS)),
    *(f"Apprentice at desk {desk}" for desk in range(1, NUM_DESKS + 1)),
    *(f"(dice tile of Commission {card} + 1) / 18" for card in range(MAX_COMMISSIONS)),
    *(
        f"slot {slot} of that tile {card}: 0 open, 0.5 die, 1 token"
        for card in range(MAX_COMMISSIONS)
        for slot in range(TILE_SLOTS)
    ),
)  # fmt: skip


def _named(name: str, meaning: str, labels: tuple[str, ...], public: bool = True) -> Block:
    return Block(name, len(labels), -1.0, MOST_VALUE, meaning, labels, public)


def _cards(name: str, meaning: str, number: int) -> Block:
    return Block(name, number, 0.0, 1.0, meaning)


def _rows(name: str, meaning: str, number: int, labels: tuple[str, ...]) -> list[Block]:
    return [
        _named(f"{name}_{index}", f"{meaning} {index}; all 0 if there is none", labels, False)
        for index in range(number)
    ]


def _blocks() -> list[Block]:
    where = "0 deck, 1/16 discards, 2/16 face up, (3 + 2k)/16 held, (4 + 2k)/16 completed by seat k"
    return [
        _named("phase", f"one of {', '.join(PHASES)}; all 0 at the end", PHASES),
        _named("turn", "the round and what is pending", TURN_LABELS),
        _cards("event", "the event of this round", NUM_EVENTS),
        _cards("events_left", "events that have not come", NUM_EVENTS),
        _named("places", "dice and Apprentices on the board", PLACE_LABELS),
        *_rows("ship", "ship at dock", NUM_DOCKS, SHIP_LABELS),
        *_rows("settler", "Settlers card on space", SETTLERS_ROW, ROW_LABELS),
        *_rows("building", "Building on space", BUILDINGS_ROW, OFFER_LABELS),
        *_rows("council", "Stone Council tile on space", COUNCIL_ROW, TILE_LABELS),
        *_rows("held", "own Settlers card", HAND_LIMIT, HAND_LABELS),
        *_rows("offer", "Commission card to keep or return", DEALT, COMMISSION_LABELS),
        *_rows("commission", "own Commission card", MAX_COMMISSIONS, OWN_LABELS),
        Block("returned", NUM_COMMISSIONS, 0, 1, "Commission cards seen and returned", public=False),
        Block("under", NUM_COMMISSIONS, 0, 1, "those known to lie under the deck", public=False),
        _named("decks", "Commission cards", ("in the deck / 18", "of them returned to its bottom / 18")),
        Block("settlers", NUM_SETTLERS, 0, 1, f"where each Settlers card is: {where}", public=False),
        Block("buildings", NUM_BUILDINGS, 0, 1, "where each Building is: 0 bag, 1/16 face up, (2 + 2k)/16 bought, (3 + 2k)/16 upgraded by seat k", public=False),
        Block("tiles", NUM_COUNCIL, 0, 1, "where each Stone Council tile is: 0 stack, 1/16 face up, (2 + k)/16 fulfilled by seat k", public=False),
        Block("ships_at_sea", NUM_SHIPS, 0, 1, "ships that left, in the order of their return: (ship + 1) / 18"),
        _cards("ships_left", "ships never docked", NUM_SHIPS),
        _cards("dice_tiles_left", "dice tiles in the bag", NUM_TILES),
        Block("objectives", NUM_SOLO, 0, 1, "solo: the objectives, 0.5 or, while met, 1"),
    ]  # fmt: skip


BLOCKS = _blocks()
SLICES = Layout.vector(BLOCKS).slices()
SEATS_AT = SLICES["objectives"].stop
SEAT_SIZE = len(SEAT_LABELS)


def layout(options: Any) -> Layout:
    """Return the blocks of the observation for these options."""
    return Layout.vector([*BLOCKS, *(seat_block(offset) for offset in range(options.num_players))])


def seat_block(offset: int) -> Block:
    """Return the block of a seat."""
    who = "the observer" if offset == 0 else f"the player {offset} seats after the observer"
    return _named(f"seat_{offset}", who, SEAT_LABELS, False)


def state_layout(options: Any) -> Layout:
    """Return the blocks of state(): those of seat 0, then every seat's Commission cards."""
    secrets = [
        Block(f"cards_{seat}", MAX_COMMISSIONS, 0, 1, f"(Commission card + 1) / 18 of seat {seat}", public=False)
        for seat in range(options.num_players)
    ]  # fmt: skip
    offers = [
        Block(f"dealt_{seat}", DEALT, 0, 1, f"cards that seat {seat} chooses from", public=False)
        for seat in range(options.num_players)
    ]
    pool = Block("pool", NUM_COMMISSIONS, 0, 1, "Commission cards: 1 in the pool, 0.5 below it", public=False)  # fmt: skip
    return Layout.vector([*layout(options).blocks, *secrets, *offers, pool])


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
    if seat < 0:
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
    out[at] = int(state.round) / 10.0
    out[at + 1] = (rounds - int(state.round)) / 10.0
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


@njit_inline
def observe_set(cards: int, size: int, at: int, out: Any) -> int:
    """Fill a set of cards, a value each."""
    for card in range(size):
        out[at + card] = int((cards >> card) & 1)
    return at + size


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
    return at + size


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
def observe_card(rules: Any, state: Any, observer: int, card: int, at: int, out: Any) -> None:
    """Fill a Commission card and how near the observer is to its condition."""
    kind, arg = int(rules.commission_kind[card]), int(rules.commission_arg[card])
    count = count_for(rules, state, observer, kind, arg)
    out[at] = (card + 1) / NUM_COMMISSIONS
    out[at + 1] = int(rules.commission_vp[card]) / 10.0
    out[at + 2] = min(count / int(rules.commission_threshold[card]), 1.0)
    out[at + 3] = int(is_met(rules, state, observer, card))


@njit
def observe_commissions(rules: Any, state: Any, observer: int, at: int, out: Any) -> int:
    """Fill the cards that the observer chooses from, then its own."""
    chooses = int(state.phase) == KEEP and int(state.mover) == observer
    event = int(state.num_history) - 1
    if int(state.phase) == SETUP:
        event = observer
        chooses = int(state.history_kept[observer]) == EMPTY
    for place in range(DEALT):
        if chooses and not state.over and place < int(state.history_size[event]):
            card = int(state.history_cards[event, place])
            observe_card(rules, state, observer, card, at, out)
        at += len(COMMISSION_LABELS)
    for place in range(MAX_COMMISSIONS):
        if place < int(state.num_cards[observer]):
            card = int(state.cards[observer, place])
            observe_card(rules, state, observer, card, at, out)
            own = at + len(COMMISSION_LABELS)
            out[own] = int(is_active(state, observer, place))
            tile = int(state.tiles[observer, place])
            for slot in range(TILE_SLOTS):
                if tile != EMPTY:
                    out[own + 1 + slot] = int(rules.tile_slots[tile, slot]) / 6.0
                is_open = int(state.slots[observer, place, slot]) == OPEN
                out[own + 1 + TILE_SLOTS + slot] = int(is_open)
        at += len(OWN_LABELS)
    return at


@njit
def observe_memory(state: Any, observer: int, at: int, out: Any) -> int:
    """Fill what the observer returned, which of it lies under the deck, and the deck's size."""
    at = observe_set(int(state.returned[observer]), NUM_COMMISSIONS, at, out)
    under, below_pool = 0, 0
    for group in range(int(state.num_bottom)):
        below_pool += size_of(int(state.bottom[group]))
        owner = int(state.history_seat[state.bottom_history[group]])
        if owner == observer and not state.bottom_touched[group]:
            under |= int(state.bottom[group])
    at = observe_set(under, NUM_COMMISSIONS, at, out)
    out[at] = deck_size(state) / NUM_COMMISSIONS
    out[at + 1] = below_pool / NUM_COMMISSIONS
    return at + 2


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
    out[at + 10] = int(state.coins[seat]) / COINS
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


@njit
def observe_secrets(state: Any, at: int, out: Any) -> None:
    """Fill every seat's Commission cards and the deck, for state()."""
    players = int(state.num_players)
    for seat in range(players):
        for card in range(MAX_COMMISSIONS):
            out[at + card] = (int(state.cards[seat, card]) + 1) / NUM_COMMISSIONS
        at += MAX_COMMISSIONS
    for seat in range(players):
        chooses = int(state.phase) == SETUP and int(state.history_kept[seat]) == EMPTY
        for place in range(DEALT):
            if chooses and state.chancery != 0:
                out[at + place] = (int(state.history_cards[seat, place]) + 1) / NUM_COMMISSIONS
        at += DEALT
    observe_set(int(state.commission_pool), NUM_COMMISSIONS, at, out)
    for group in range(int(state.num_bottom)):
        for card in range(NUM_COMMISSIONS):
            if (int(state.bottom[group]) >> card) & 1:
                out[at + card] = 0.5


assert NUM_GOODS == NUM_VALUES
