"""The legal actions of a position, compiled (sections 7.1 and 7.2)."""

from typing import Any

from fiefdom.envs.common.jit import njit
from fiefdom.envs.rise_to_nobility.actions import (
    BERK_DIE,
    BUY,
    CASTLE_DIE,
    CHOOSE_GOOD,
    COMPLETE,
    COUNCIL_DIE,
    DESK_DIE,
    DONE,
    END_TURN,
    FULFIL,
    GUILD_DIE,
    HALL_DIE,
    KEEP_CARD,
    MODIFY_DOWN,
    MODIFY_UP,
    NO,
    NUM_ACTIONS,
    PASS,
    RECALL,
    REFRESH_BUILDINGS,
    REFRESH_NONE,
    SHIP_DIE,
    TAKE_CARD,
    TAVERN_DIE,
    TILE_DIE,
    UPGRADE,
    USE_CHARACTER,
    YARD_DIE,
    YES,
)
from fiefdom.envs.rise_to_nobility.buying import (
    building_price,
    buy_discount,
    can_fulfil,
    can_pay,
    cheapest_at_hall,
    house_price,
    is_council_open,
    upgrade_price,
)
from fiefdom.envs.rise_to_nobility.gains import pack_goods
from fiefdom.envs.rise_to_nobility.places import (
    can_complete,
    can_take,
    is_desk_open,
    is_dock_open,
    is_guild_open,
    values_in_order,
    values_of,
)
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDINGS_ROW,
    COUNCIL_ROW,
    NUM_DESKS,
    NUM_DOCKS,
    NUM_GOODS,
    NUM_RANGES,
    NUM_VALUES,
    SETTLERS_ROW,
    TILE_SLOTS,
    TOP_DESKS,
)
from fiefdom.envs.rise_to_nobility.state import (
    APPRENTICE,
    COMMISSION,
    EMPTY,
    GOOD,
    HALL,
    KEEP,
    MAIN,
    OPEN,
    REFRESH,
    SELL,
    SETUP,
    TAKE,
    TILE,
)


@njit
def fill_legal(rules: Any, state: Any) -> int:
    """Mark the mover's legal actions in the record; return how many there are."""
    for action in range(NUM_ACTIONS):
        state.legal[action] = 0
    seat = int(state.mover)
    phase = int(state.phase)
    if phase == MAIN:
        fill_main(rules, state, seat)
    elif phase in (SETUP, KEEP):
        drawing = seat if phase == SETUP else int(state.num_history) - 1
        for card in range(int(state.history_size[drawing])):
            state.legal[KEEP_CARD + card] = 1
    elif phase in (APPRENTICE, COMMISSION):
        state.legal[YES] = 1
        state.legal[NO] = 1
    elif phase == REFRESH:
        for choice in range(REFRESH_NONE, REFRESH_BUILDINGS + 1):
            state.legal[choice] = 1
    else:
        fill_picks(rules, state, seat, phase)
    count = 0
    for action in range(NUM_ACTIONS):
        count += int(state.legal[action])
    return count


@njit
def fill_picks(rules: Any, state: Any, seat: int, phase: int) -> None:
    """Mark what may be picked from a row, a hand or the Goods."""
    if phase == GOOD:
        for good in range(NUM_GOODS):
            state.legal[CHOOSE_GOOD + good] = 1
    elif phase == SELL:
        ship = int(state.ships[state.place])
        for good in range(NUM_GOODS):
            is_listed = int(rules.ship_price[ship, good]) > 0
            state.legal[CHOOSE_GOOD + good] = int(is_listed and state.goods[seat, good] > 0)
        state.legal[DONE] = state.sold
    elif phase == TAKE:
        for space in range(SETTLERS_ROW):
            state.legal[TAKE_CARD + space] = int(int(state.settlers_row[space]) != EMPTY)
        state.legal[DONE] = int(int(state.takes_forced) == 0)
    elif phase == HALL:
        spread = int(state.place)
        discount = buy_discount(rules, state, seat)
        for space in range(BUILDINGS_ROW):
            price = building_price(rules, state, seat, discount, space)
            state.legal[BUY + space] = int(can_pay(rules, state, seat, price, spread))
        for lot in range(int(state.num_buildings[seat])):
            price = upgrade_price(rules, state, seat, lot)
            state.legal[UPGRADE + lot] = int(can_pay(rules, state, seat, price, spread))
    elif phase == TILE:
        cubes = pack_goods(state, seat)
        for space in range(COUNCIL_ROW):
            state.legal[FULFIL + space] = int(can_fulfil(rules, state, seat, cubes, space))


@njit
def fill_main(rules: Any, state: Any, seat: int) -> None:
    """Mark the options of TURN_MAIN (7.1)."""
    if state.placed:
        state.legal[END_TURN] = 1
    else:
        state.legal[PASS] = 1
        state.legal[END_TURN] = state.completed_now
        fill_changes(state, seat)
        fill_dice(rules, state, seat)
    if int(state.character[seat]) != EMPTY and not state.character_used[seat]:
        state.legal[USE_CHARACTER] = 1
    if not state.completed_now:
        cubes = pack_goods(state, seat)
        for index in range(int(state.num_held[seat])):
            state.legal[COMPLETE + index] = int(can_complete(rules, state, seat, cubes, index))


@njit
def fill_changes(state: Any, seat: int) -> None:
    """Mark which dice may be modified and from which guilds an Apprentice be recalled."""
    if int(state.modifiers[seat]) > 0:
        for face in range(NUM_VALUES - 1):
            state.legal[MODIFY_UP + face] = int(state.dice[seat, face] > 0)
            state.legal[MODIFY_DOWN + face] = int(state.dice[seat, face + 1] > 0)
    if not state.recalled:
        for guild in range(NUM_GOODS):
            state.legal[RECALL + guild] = int(state.apprentices[seat, guild] > 0)


@njit
def fill_dice(rules: Any, state: Any, seat: int) -> None:
    """Mark where each value of the mover's dice may be placed."""
    room = int(state.reputation[seat]) - int(state.used_sum[seat])
    values = 0
    for value in range(1, min(room, NUM_VALUES) + 1):
        if state.dice[seat, value - 1] > 0:
            values |= 1 << value
    if values == 0:
        return
    for guild in range(NUM_GOODS):
        if is_guild_open(rules, state, guild):
            fill_values(state, values, GUILD_DIE + guild * NUM_VALUES)
    for dock in range(NUM_DOCKS):
        if is_dock_open(rules, state, seat, dock):
            fill_values(state, values, SHIP_DIE + dock * NUM_VALUES)
    fill_ranges(rules, state, seat, values)
    fill_ordered(rules, state, seat, values)
    if state.chancery:
        fill_chancery(rules, state, seat, values)


@njit
def fill_values(state: Any, values: int, first: int) -> None:
    """Mark a place that takes any of some values."""
    for value in range(1, NUM_VALUES + 1):
        state.legal[first + value - 1] = (values >> value) & 1


@njit
def fill_ranges(rules: Any, state: Any, seat: int, values: int) -> None:
    """Mark the places with slots for ranges: White Castle, Berk's Office, Guild Hall."""
    players = int(state.num_players)
    below_top = int(state.reputation[seat]) < int(rules.misc_rep_max)
    lowest = cheapest_at_hall(rules, state, seat)
    castle, berk, hall = 0, 0, 0
    for spread in range(NUM_RANGES):
        of_range = values & values_of(spread)
        if below_top and int(state.castle_dice[spread]) < int(rules.setup_castle_slots[players]):
            castle |= of_range
        if int(state.berk_dice[spread]) < int(rules.setup_berk_slots[players]):
            berk |= of_range
        has_slot = int(state.hall_dice[spread]) < int(rules.setup_hall_slots[players])
        if has_slot and can_pay(rules, state, seat, lowest, spread):
            hall |= of_range
    fill_values(state, castle, CASTLE_DIE)
    fill_values(state, berk, BERK_DIE)
    fill_values(state, hall, HALL_DIE)


@njit
def fill_ordered(rules: Any, state: Any, seat: int, values: int) -> None:
    """Mark the places where dice must follow in order: Tavern, Yard, Stone Council."""
    players = int(state.num_players)
    has_slot = int(state.tavern_dice) < int(rules.setup_tavern_slots[players])
    if has_slot and can_take(rules, state, seat):
        in_order = values_in_order(int(rules.tavern_order), int(state.tavern_last))
        fill_values(state, values & in_order, TAVERN_DIE)
    has_slot = int(state.yard_dice) < int(rules.setup_yard_slots[players])
    if has_slot and 0 <= house_price(rules, state, seat) <= int(state.coins[seat]):
        in_order = values_in_order(int(rules.yard_order), int(state.yard_last))
        fill_values(state, values & in_order, YARD_DIE)
    if is_council_open(rules, state, seat):
        in_order = values_in_order(int(rules.council_order), int(state.council_last))
        fill_values(state, values & in_order, COUNCIL_DIE)


@njit
def fill_chancery(rules: Any, state: Any, seat: int, values: int) -> None:
    """Mark the desks and the slots of the own dice tiles."""
    for desk in range(NUM_DESKS):
        if (values >> (desk % TOP_DESKS + 1)) & 1:
            state.legal[DESK_DIE + desk] = int(is_desk_open(rules, state, seat, desk))
    for card in range(int(state.num_cards[seat])):
        tile, first = int(state.tiles[seat, card]), TILE_DIE + card * NUM_VALUES
        for slot in range(TILE_SLOTS):
            value = int(rules.tile_slots[tile, slot])
            if int(state.slots[seat, card, slot]) == OPEN and (values >> value) & 1:
                state.legal[first + value - 1] = 1
