"""The places for a die, compiled: when one may be put there and what it does (sections 5 and 6)."""

from typing import Any

from fiefdom.envs.common.jit import njit
from fiefdom.envs.rise_to_nobility.commissions import open_slot
from fiefdom.envs.rise_to_nobility.gains import (
    benefit_of,
    event_of,
    gain_good,
    gain_modifiers,
    gain_reputation,
    gain_workers,
    give_reward,
    missing_cubes,
    pay_goods,
)
from fiefdom.envs.rise_to_nobility.rules import (
    NUM_GOODS,
    NUM_VALUES,
    ORDERS,
    RANGE_WIDTH,
    SETTLERS_ROW,
    TOP_DESKS,
)
from fiefdom.envs.rise_to_nobility.state import (
    APPRENTICE,
    DIE,
    EMPTY,
    REFRESH,
)
from fiefdom.envs.rise_to_nobility.supply import refill_settlers
from fiefdom.envs.rise_to_nobility.tables import BENEFIT_KINDS, EVENT_KINDS

ALL_VALUES = ((1 << NUM_VALUES) - 1) << 1
NOT_LOWER, HIGHER, NOT_HIGHER, LOWER = (ORDERS.index(order) for order in (">=", ">", "<=", "<"))
COUNCIL_FREE, PORT_PLUS1, COUNCIL_REP1, TAVERN_2, HOUSE_MINUS1, BUILDING_MINUS1 = range(
    len(BENEFIT_KINDS)
)
(
    PORT_COINS,
    GUILD_GOODS,
    HOUSE_DISCOUNT,
    CASTLE_REP,
    TAVERN_CARDS,
    BERK_MODS,
    PORT_LIMIT,
    COUNCIL_REP,
    HALL_DISCOUNT,
    CARD_VP,
) = (
    EVENT_KINDS.index(kind)
    for kind in (
        "port_coins", "guild_goods", "house_discount", "castle_rep", "tavern_cards", "berk_mods",
        "port_limit", "council_rep", "hall_discount", "card_vp",
    )
)  # fmt: skip


@njit
def range_of(value: int) -> int:
    """Return the range of a die: 0 for 1-2, 1 for 3-4, 2 for 5-6."""
    return (value - 1) // RANGE_WIDTH


@njit
def values_of(spread: int) -> int:
    """Return the values of a range of the die, a bit each."""
    return ((1 << RANGE_WIDTH) - 1) << (RANGE_WIDTH * spread + 1)


@njit
def values_in_order(order: int, last: int) -> int:
    """Return the values, a bit each, that may follow the last die at a place (0: none yet)."""
    lower = ALL_VALUES & ((1 << last) - 1)
    if last == 0:
        return ALL_VALUES
    if order == NOT_LOWER:
        return ALL_VALUES - lower
    if order == HIGHER:
        return ALL_VALUES - lower - (1 << last)
    if order == NOT_HIGHER:
        return lower + (1 << last)
    return lower if order == LOWER else ALL_VALUES


# Guild (5.1)


@njit
def is_guild_open(rules: Any, state: Any, guild: int) -> bool:
    """Say whether a guild has an open die slot."""
    if (int(state.closed_guilds) >> guild) & 1:
        return False
    return int(state.guild_dice[guild]) < int(rules.setup_guild_slots[state.num_players])


@njit
def count_apprentices(state: Any, guild: int) -> int:
    """Count all players' Apprentices in a guild."""
    count = 0
    for seat in range(int(state.num_players)):
        count += int(state.apprentices[seat, guild])
    return count


@njit
def visit_guild(rules: Any, state: Any, seat: int, guild: int, value: int) -> None:
    """Take Goods; then a Worker may become an Apprentice."""
    goods = int(rules.goods_by_range[range_of(value)]) + event_of(rules, state, GUILD_GOODS)
    for lot in range(int(state.num_buildings[seat])):
        if int(rules.building_guild[state.buildings[seat, lot]]) == guild:
            goods += int(rules.misc_building_goods)
            goods += int(rules.misc_upgrade_goods) * int(state.upgraded[seat, lot])
    state.guild_dice[guild] = int(state.guild_dice[guild]) + 1
    gain_good(state, seat, guild, goods)
    slots = int(rules.setup_apprentice_slots[state.num_players])
    if int(state.lot[seat]) > 0 and count_apprentices(state, guild) < slots:
        state.phase = APPRENTICE
        state.place = guild


# Port (5.2)


@njit
def has_listed_good(rules: Any, state: Any, seat: int, dock: int) -> bool:
    """Say whether a seat has a Good that the ship at a dock buys."""
    ship = int(state.ships[dock])
    count = 0
    for good in range(NUM_GOODS):
        if int(rules.ship_price[ship, good]) > 0:
            count += int(state.goods[seat, good])
    return count > 0


@njit
def sale_limit(rules: Any, state: Any, value: int) -> int:
    """Return how many cubes a die may sell."""
    return int(rules.sell_by_range[range_of(value)]) - event_of(rules, state, PORT_LIMIT)


@njit
def is_dock_open(rules: Any, state: Any, seat: int, dock: int) -> bool:
    """Say whether a seat can sell something at a dock."""
    if int(state.ships[dock]) == EMPTY:
        return False
    slots = int(rules.setup_ship_slots[state.num_players])
    return int(state.ship_dice[dock]) < slots and has_listed_good(rules, state, seat, dock)


@njit
def sell(rules: Any, state: Any, seat: int, good: int) -> None:
    """Sell a cube of a Good to the ship where the die lies."""
    price = int(rules.ship_price[state.ships[state.place], good])
    price += benefit_of(rules, state, seat, PORT_PLUS1) + event_of(rules, state, PORT_COINS)
    gain_good(state, seat, good, -1)
    state.coins[seat] = int(state.coins[seat]) + price
    state.sales_left = int(state.sales_left) - 1
    state.sold = 1


# Berk the Clerk's Office (5.4)


@njit
def visit_berk(rules: Any, state: Any, seat: int, value: int) -> None:
    """Take Modifiers; then rows may be replaced and a Commission card taken."""
    spread = range_of(value)
    state.berk_dice[spread] = int(state.berk_dice[spread]) + 1
    number = int(rules.berk_by_range[spread]) + event_of(rules, state, BERK_MODS)
    gain_modifiers(state, seat, number)
    state.phase = REFRESH
    state.place = spread


# Cavern Tavern (5.5) and Settlers cards (5.9)


@njit
def can_take(rules: Any, state: Any, seat: int) -> bool:
    """Say whether a seat has room for a Settlers card and one lies in the row."""
    cards = 0
    for space in range(SETTLERS_ROW):
        cards += int(int(state.settlers_row[space]) != EMPTY)
    return cards > 0 and int(state.num_held[seat]) < int(rules.misc_hand_limit)


@njit
def take_settler(rules: Any, state: Any, seat: int, space: int) -> None:
    """Take a Settlers card from the row, which is refilled at once."""
    held = int(state.num_held[seat])
    state.held[seat, held] = state.settlers_row[space]
    state.num_held[seat] = held + 1
    refill_settlers(rules, state, space)


@njit
def can_complete(rules: Any, state: Any, seat: int, cubes: int, index: int) -> bool:
    """Say whether a seat has a House, and in its packed cubes the Goods, for a card it holds."""
    if index >= int(state.num_held[seat]):
        return False
    if int(state.num_completed[seat]) >= int(state.houses[seat]):
        return False
    return missing_cubes(int(rules.settler_pack[state.held[seat, index]]), cubes) == 0


@njit
def complete_settler(rules: Any, state: Any, seat: int, index: int) -> None:
    """Complete a Settlers card: pay its Goods; its Workers, VP and reward."""
    card = int(state.held[seat, index])
    pay_goods(state, seat, rules.settler_need[card])
    last = int(state.num_held[seat]) - 1
    for later in range(index, last):
        state.held[seat, later] = state.held[seat, later + 1]
    state.held[seat, last] = EMPTY
    state.num_held[seat] = last
    state.completed[seat] = int(state.completed[seat]) | (1 << card)
    state.num_completed[seat] = int(state.num_completed[seat]) + 1
    gain_workers(state, seat, int(rules.settler_workers[card]))
    points = int(rules.settler_vp[card]) + event_of(rules, state, CARD_VP)
    state.vp[seat] = int(state.vp[seat]) + points
    state.completed_now = 1
    give_reward(rules, state, seat, rules.settler_reward[card])


# White Castle (5.3), Chancery (6.2), dice tiles (6.5)


@njit
def visit_castle(rules: Any, state: Any, seat: int, value: int) -> None:
    """Raise Reputation."""
    spread = range_of(value)
    state.castle_dice[spread] = int(state.castle_dice[spread]) + 1
    steps = int(rules.castle_by_range[spread]) + event_of(rules, state, CASTLE_REP)
    gain_reputation(rules, state, seat, steps)


@njit
def is_desk_open(rules: Any, state: Any, seat: int, desk: int) -> bool:
    """Say whether a seat can put an Apprentice on a desk of the Chancery."""
    value_bit = 1 << (desk % TOP_DESKS)
    if not state.chancery or desk >= int(rules.setup_desks[state.num_players]):
        return False
    if int(state.chancery_dice) & value_bit or int(state.desks[desk]) != EMPTY:
        return False
    race = int(rules.race_cards[rules.desk_race[desk]])
    return int(state.lot[seat]) > 0 and int(state.completed[seat]) & race != 0


@njit
def take_desk(state: Any, seat: int, desk: int) -> None:
    """Put a Worker on a desk, for the rest of the game."""
    state.lot[seat] = int(state.lot[seat]) - 1
    state.desks[desk] = seat
    state.chancery_dice = int(state.chancery_dice) | (1 << (desk % TOP_DESKS))


@njit
def fill_slot(rules: Any, state: Any, seat: int, card: int, value: int) -> None:
    """Put a die on a slot of an own dice tile."""
    state.slots[seat, card, open_slot(rules, state, seat, card, value)] = DIE
