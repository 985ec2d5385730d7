"""What is paid for at the places, compiled: Houses, Buildings and Stone Council tiles (5.6 to 5.8)."""

from typing import Any

from fiefdom.envs.common.jit import njit
from fiefdom.envs.rise_to_nobility.gains import (
    benefit_of,
    event_of,
    give_reward,
    lose_reputation,
    missing_cubes,
    pack_goods,
    pay_goods,
)
from fiefdom.envs.rise_to_nobility.places import (
    BUILDING_MINUS1,
    COUNCIL_FREE,
    COUNCIL_REP,
    COUNCIL_REP1,
    HALL_DISCOUNT,
    HOUSE_DISCOUNT,
    HOUSE_MINUS1,
)
from fiefdom.envs.rise_to_nobility.rules import BUILDINGS_ROW, COUNCIL_ROW, MAX_HOUSES
from fiefdom.envs.rise_to_nobility.state import EMPTY
from fiefdom.envs.rise_to_nobility.supply import refill_buildings

UNAFFORDABLE = 1 << 20  # coins; nobody ever has as many

# Construction Yard (5.6)


@njit
def house_price(rules: Any, state: Any, seat: int) -> int:
    """Return the coins for a seat's next House; -1 if it has them all."""
    house = int(state.houses[seat]) + 1
    if house > min(int(rules.misc_houses), MAX_HOUSES):
        return -1
    price = int(rules.house_cost[house]) - benefit_of(rules, state, seat, HOUSE_MINUS1)
    return max(price - event_of(rules, state, HOUSE_DISCOUNT), 0)


@njit
def build_house(rules: Any, state: Any, seat: int) -> None:
    """Buy the next House."""
    state.coins[seat] = int(state.coins[seat]) - house_price(rules, state, seat)
    house = int(state.houses[seat]) + 1
    state.houses[seat] = house
    state.vp[seat] = int(state.vp[seat]) + int(rules.house_vp[house])


# Guild Hall (5.7)


@njit
def hall_change(rules: Any, state: Any, spread: int) -> int:
    """Return what a range of the die adds to a price at the Guild Hall, before desk benefits."""
    return int(rules.hall_price_by_range[spread]) - event_of(rules, state, HALL_DISCOUNT)


@njit
def buy_discount(rules: Any, state: Any, seat: int) -> int:
    """Return the coins that a seat's desk takes off the price of a Building."""
    return benefit_of(rules, state, seat, BUILDING_MINUS1)


@njit
def building_price(rules: Any, state: Any, seat: int, discount: int, space: int) -> int:
    """Return what a seat pays for the Building on a space, without what the range adds.

    UNAFFORDABLE if there is none, or no Apprentice of its guild, or no free lot.
    """
    card = int(state.buildings_row[space])
    if card == EMPTY or int(state.num_buildings[seat]) >= int(rules.misc_building_lots):
        return UNAFFORDABLE
    if int(state.apprentices[seat, rules.building_guild[card]]) == 0:
        return UNAFFORDABLE
    return int(rules.building_cost[card]) - discount


@njit
def upgrade_price(rules: Any, state: Any, seat: int, lot: int) -> int:
    """Return what a seat pays to upgrade a Building, without what the range adds."""
    if state.upgraded[seat, lot] != 0:
        return UNAFFORDABLE
    return int(rules.upgrade_cost[state.buildings[seat, lot]])


@njit
def cheapest_at_hall(rules: Any, state: Any, seat: int) -> int:
    """Return the lowest price of all that a seat may buy or upgrade, without what the range adds."""
    lowest, discount = UNAFFORDABLE, buy_discount(rules, state, seat)
    for space in range(BUILDINGS_ROW):
        lowest = min(lowest, building_price(rules, state, seat, discount, space))
    for lot in range(int(state.num_buildings[seat])):
        lowest = min(lowest, upgrade_price(rules, state, seat, lot))
    return lowest


@njit
def can_pay(rules: Any, state: Any, seat: int, price: int, spread: int) -> bool:
    """Say whether a seat can pay a price at the Guild Hall with a die of a range."""
    return price + hall_change(rules, state, spread) <= int(state.coins[seat])


@njit
def pay_at_hall(rules: Any, state: Any, seat: int, price: int) -> None:
    """Pay a price at the Guild Hall, changed by the range of the die there."""
    price += hall_change(rules, state, int(state.place))
    state.coins[seat] = int(state.coins[seat]) - max(price, 0)


@njit
def buy_building(rules: Any, state: Any, seat: int, space: int) -> None:
    """Buy a Building: an Apprentice becomes its Guild Master; VP, Nobility, bonus, refill."""
    card = int(state.buildings_row[space])
    guild = int(rules.building_guild[card])
    price = building_price(rules, state, seat, buy_discount(rules, state, seat), space)
    pay_at_hall(rules, state, seat, price)
    state.apprentices[seat, guild] = int(state.apprentices[seat, guild]) - 1
    lot = int(state.num_buildings[seat])
    state.buildings[seat, lot] = card
    state.upgraded[seat, lot] = 0
    state.num_buildings[seat] = lot + 1
    state.vp[seat] = int(state.vp[seat]) + int(rules.building_vp[card])
    state.nobility[seat] = int(state.nobility[seat]) + int(rules.building_nob[card])
    refill_buildings(state, space)
    give_reward(rules, state, seat, rules.building_reward[card])


@njit
def upgrade_building(rules: Any, state: Any, seat: int, lot: int) -> None:
    """Turn over one of a seat's Buildings; VP and Nobility."""
    card = int(state.buildings[seat, lot])
    pay_at_hall(rules, state, seat, upgrade_price(rules, state, seat, lot))
    state.upgraded[seat, lot] = 1
    state.vp[seat] = int(state.vp[seat]) + int(rules.upgrade_vp[card])
    state.nobility[seat] = int(state.nobility[seat]) + int(rules.upgrade_nob[card])


# Stone Council (5.8)


@njit
def council_cost(rules: Any, state: Any, seat: int, card: int) -> int:
    """Return how far a seat goes back on Reputation for a Stone Council tile."""
    cost = int(rules.council_rep[card])
    only = benefit_of(rules, state, seat, COUNCIL_REP1)
    if only > 0:
        cost = min(cost, only)
    return max(cost - event_of(rules, state, COUNCIL_REP), 0)


@njit
def can_fulfil(rules: Any, state: Any, seat: int, cubes: int, space: int) -> bool:
    """Say whether a seat can pay, from its packed cubes, for the Stone Council tile on a space."""
    card = int(state.council_row[space])
    if card == EMPTY or missing_cubes(int(rules.council_pack[card]), cubes) > 0:
        return False
    is_free = benefit_of(rules, state, seat, COUNCIL_FREE) > 0
    if not is_free and int(state.coins[seat]) < int(rules.council_coins[card]):
        return False
    reputation = int(state.reputation[seat]) - council_cost(rules, state, seat, card)
    return reputation >= int(rules.misc_rep_min)


@njit
def is_council_open(rules: Any, state: Any, seat: int) -> bool:
    """Say whether a seat can put a die, in order, on the Stone Council."""
    if int(state.council_dice) >= int(rules.setup_council_slots[state.num_players]):
        return False
    cubes = pack_goods(state, seat)
    space = 0
    while space < COUNCIL_ROW and not can_fulfil(rules, state, seat, cubes, space):
        space += 1
    return space < COUNCIL_ROW


@njit
def fulfil_tile(rules: Any, state: Any, seat: int, space: int) -> None:
    """Fulfil a Stone Council tile; its space stays empty until Upkeep."""
    card = int(state.council_row[space])
    pay_goods(state, seat, rules.council_need[card])
    if benefit_of(rules, state, seat, COUNCIL_FREE) == 0:
        state.coins[seat] = int(state.coins[seat]) - int(rules.council_coins[card])
    lose_reputation(rules, state, seat, council_cost(rules, state, seat, card))
    state.vp[seat] = int(state.vp[seat]) + int(rules.council_vp[card])
    state.nobility[seat] = int(state.nobility[seat]) + int(rules.council_nob[card])
    state.council_done[seat] = int(state.council_done[seat]) | (1 << card)
    state.num_council[seat] = int(state.num_council[seat]) + 1
    state.council_row[space] = EMPTY
