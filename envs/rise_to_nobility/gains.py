"""What a seat gains and pays, compiled: Reputation, Modifiers, Workers and the rewards of cards."""

from typing import Any

from fiefdom.envs.common.jit import njit
from fiefdom.envs.rise_to_nobility.rules import NUM_DESKS, NUM_GOODS
from fiefdom.envs.rise_to_nobility.state import EMPTY
from fiefdom.envs.rise_to_nobility.tables import (
    BYTE,
    REWARD_CARDS,
    REWARD_COINS,
    REWARD_GOODS,
    REWARD_MODS,
    REWARD_NOB,
    REWARD_REP,
    REWARD_WORKERS,
)

MOST_CUBES = 127  # that a byte holds beside its highest bit
LOW_BITS = sum(1 << (BYTE * good) for good in range(NUM_GOODS))
HIGH_BITS = LOW_BITS << (BYTE - 1)


@njit
def gain_reputation(rules: Any, state: Any, seat: int, steps: int) -> None:
    """Move a seat's Reputation up; what goes beyond the track is lost (4)."""
    most = int(rules.misc_rep_max)
    state.reputation[seat] = min(int(state.reputation[seat]) + steps, most)


@njit
def lose_reputation(rules: Any, state: Any, seat: int, steps: int) -> None:
    """Move a seat's Reputation down, not below its least (4)."""
    least = int(rules.misc_rep_min)
    state.reputation[seat] = max(int(state.reputation[seat]) - steps, least)


@njit
def gain_modifiers(state: Any, seat: int, number: int) -> None:
    """Give Modifiers, as many as are left (2)."""
    number = min(number, int(state.modifiers_left))
    state.modifiers_left = int(state.modifiers_left) - number
    state.modifiers[seat] = int(state.modifiers[seat]) + number


@njit
def gain_workers(state: Any, seat: int, number: int) -> None:
    """Move Workers from reserve to Lot, as many as are left (9, default 7)."""
    number = min(number, int(state.reserve[seat]))
    state.reserve[seat] = int(state.reserve[seat]) - number
    state.lot[seat] = int(state.lot[seat]) + number


@njit
def gain_good(state: Any, seat: int, good: int, number: int) -> None:
    """Give cubes of a Good."""
    state.goods[seat, good] = int(state.goods[seat, good]) + number


@njit
def give_reward(rules: Any, state: Any, seat: int, reward: Any) -> None:
    """Give the reward of a card; its choices are asked afterwards (7.2)."""
    state.coins[seat] = int(state.coins[seat]) + int(reward[REWARD_COINS])
    gain_reputation(rules, state, seat, int(reward[REWARD_REP]))
    gain_modifiers(state, seat, int(reward[REWARD_MODS]))
    state.nobility[seat] = int(state.nobility[seat]) + int(reward[REWARD_NOB])
    gain_workers(state, seat, int(reward[REWARD_WORKERS]))
    state.goods_to_choose = int(reward[REWARD_GOODS])
    state.takes_forced = int(reward[REWARD_CARDS])


@njit
def pack_goods(state: Any, seat: int) -> int:
    """Return a seat's cubes as one number, a byte for each Good, as RULES has the needs of cards."""
    cubes = 0
    for good in range(NUM_GOODS):
        cubes |= min(int(state.goods[seat, good]), MOST_CUBES) << (BYTE * good)
    return cubes


@njit
def missing_cubes(need: int, cubes: int) -> int:
    """Return how many cubes of a card's need are not there, for all Goods at once."""
    differences = (need | HIGH_BITS) - cubes  # in each byte: 128 + needed - there
    lacking = (differences & HIGH_BITS) >> (BYTE - 1)  # in each byte: 1 if needed >= there
    positive = differences & (lacking * MOST_CUBES)
    return (positive * LOW_BITS) >> (BYTE * (NUM_GOODS - 1)) & (2 * MOST_CUBES + 1)


@njit
def pay_goods(state: Any, seat: int, need: Any) -> None:
    """Take the Goods that a card asks for."""
    for good in range(NUM_GOODS):
        state.goods[seat, good] = int(state.goods[seat, good]) - int(need[good])


@njit
def benefit_of(rules: Any, state: Any, seat: int, benefit: int) -> int:
    """Return the amount of a desk benefit, 0 without; equal ones do not add up (6.3)."""
    for desk in range(NUM_DESKS):
        if int(state.desks[desk]) == seat and int(rules.desk_benefit[desk]) == benefit:
            return max(int(rules.benefit_amount[benefit]), 1)
    return 0


@njit
def event_of(rules: Any, state: Any, kind: int) -> int:
    """Return the amount of this round's event if it is of a kind, else 0."""
    event = int(state.event)
    if event == EMPTY or int(rules.event_kind[event]) != kind:
        return 0
    return int(rules.event_amount[event])


@njit
def count_desks(state: Any, seat: int) -> int:
    """Count a seat's Apprentices in the Chancery."""
    count = 0
    for desk in range(NUM_DESKS):
        count += int(int(state.desks[desk]) == seat)
    return count
