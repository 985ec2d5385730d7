"""Rounds and turns, compiled: from the event to Upkeep (sections 1, 7.1 to 7.4)."""

from typing import Any

from fiefdom.envs.common.bits import draw_from
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import next_seat
from fiefdom.envs.rise_to_nobility.commissions import (
    draw_dice_tile,
    keep_commission,
    take_dice_off_tiles,
)
from fiefdom.envs.rise_to_nobility.gains import (
    count_desks,
    event_of,
    gain_reputation,
    lose_reputation,
)
from fiefdom.envs.rise_to_nobility.places import can_take, count_apprentices, has_listed_good
from fiefdom.envs.rise_to_nobility.rules import (
    COUNCIL_ROW,
    NUM_DOCKS,
    NUM_GOODS,
    NUM_RANGES,
    NUM_VALUES,
)
from fiefdom.envs.rise_to_nobility.scoring import score_end
from fiefdom.envs.rise_to_nobility.state import EMPTY, GOOD, MAIN, SELL, TAKE
from fiefdom.envs.rise_to_nobility.supply import move_ships, refill_council, roll_dice
from fiefdom.envs.rise_to_nobility.tables import EVENT_KINDS

APPRENTICE_COINS, ANY_GOOD, CITY_TAX, GOSSIP, GUILD_DUES, FAVOUR = (
    EVENT_KINDS.index(kind)
    for kind in ("apprentice_coins", "any_good", "city_tax", "gossip", "guild_dues", "favour")
)


@njit
def keep_first_commission(rules: Any, state: Any, kept: int) -> None:
    """SETUP_COMMISSION: keep one of the cards dealt; after the last seat the game begins (3.4)."""
    seat = int(state.mover)
    keep_commission(state, seat, kept)
    state.mover = seat + 1
    if seat + 1 < int(state.num_players):
        return
    for player in range(int(state.num_players)):
        pool = int(state.commission_pool) | int(state.returned[player])
        state.commission_pool = pool
    for player in range(int(state.num_players)):
        draw_dice_tile(state, player)
    start_round(rules, state)


@njit
def start_round(rules: Any, state: Any) -> None:
    """ROUND_START: the event, then the dice."""
    state.turn_seat = state.first_player
    state.mover = state.first_player
    if state.events:
        reveal_event(rules, state)
    if int(state.events_to_ask) > 0:
        state.goods_to_choose = event_of(rules, state, ANY_GOOD)
        state.phase = GOOD
    else:
        start_action_phase(rules, state)


@njit
def start_action_phase(rules: Any, state: Any) -> None:
    """Roll the dice; the first player begins."""
    roll_dice(rules, state)
    state.mover = state.first_player
    start_turn(state)


@njit
def reveal_event(rules: Any, state: Any) -> None:
    """Reveal this round's event, of group I in the first rounds, and do what it does now (8.8)."""
    group = 0 if int(state.round_number) <= int(rules.misc_events_per_group) else 1
    event = draw_from(state, int(state.events_left) & int(rules.group_events[group]))
    state.events_left = int(state.events_left) & ~(1 << event)
    state.event = event
    kind, amount = int(rules.event_kind[event]), int(rules.event_amount[event])
    if kind == APPRENTICE_COINS:
        pay_apprentices(state, amount, int(rules.event_second[event]))
    elif kind == ANY_GOOD:
        state.events_to_ask = state.num_players
    elif kind == CITY_TAX:
        for seat in range(int(state.num_players)):
            if int(state.coins[seat]) < amount:
                lose_reputation(rules, state, seat, int(rules.event_second[event]))
            state.coins[seat] = max(int(state.coins[seat]) - amount, 0)
    elif kind == GOSSIP:
        most = 0
        for seat in range(int(state.num_players)):
            most = max(most, int(state.reputation[seat]))
        for seat in range(int(state.num_players)):
            if int(state.reputation[seat]) == most:
                lose_reputation(rules, state, seat, amount)
    elif kind == FAVOUR:
        least = int(state.vp[0])
        for seat in range(int(state.num_players)):
            least = min(least, int(state.vp[seat]))
        for seat in range(int(state.num_players)):
            if int(state.vp[seat]) == least:
                gain_reputation(rules, state, seat, amount)


@njit
def pay_apprentices(state: Any, amount: int, most: int) -> None:
    """Pay coins for each own guild Apprentice, up to a limit (E03)."""
    for seat in range(int(state.num_players)):
        count = 0
        for guild in range(NUM_GOODS):
            count += int(state.apprentices[seat, guild])
        state.coins[seat] = int(state.coins[seat]) + min(amount * count, most)


@njit
def ask_next_event_good(rules: Any, state: Any) -> None:
    """The next seat chooses a Good of the event; after the last one the dice are rolled."""
    state.events_to_ask = int(state.events_to_ask) - 1
    if int(state.events_to_ask) > 0:
        state.mover = next_seat(state, int(state.mover))
        state.goods_to_choose = event_of(rules, state, ANY_GOOD)
    else:
        start_action_phase(rules, state)


@njit
def start_turn(state: Any) -> None:
    """TURN_MAIN of the mover."""
    state.turn_seat = state.mover
    state.placed = 0
    state.completed_now = 0
    state.recalled = 0
    state.place = EMPTY
    state.phase = MAIN


@njit
def go_on(rules: Any, state: Any) -> None:
    """Ask the next choice that is pending, else go back to TURN_MAIN (7.2)."""
    seat = int(state.mover)
    if int(state.goods_to_choose) > 0:
        state.phase = GOOD
        return
    if int(state.takes_forced) + int(state.takes_optional) > 0:
        if can_take(rules, state, seat):
            state.phase = TAKE
            return
        state.takes_forced = 0
        state.takes_optional = 0
    if int(state.sales_left) > 0 and has_listed_good(rules, state, seat, int(state.place)):
        state.phase = SELL
        return
    state.sales_left = 0
    state.sold = 0
    state.place = EMPTY
    state.phase = MAIN


@njit
def end_turn(rules: Any, state: Any) -> None:
    """The next seat that has not passed; after the last one Income and Upkeep."""
    seat = int(state.mover)
    for _ in range(int(state.num_players)):
        seat = next_seat(state, seat)
        if not state.passed[seat]:
            state.mover = seat
            start_turn(state)
            return
    pay_income(rules, state)
    do_upkeep(rules, state)
    if int(state.round_number) < last_round(rules, state):
        state.first_player = next_seat(state, int(state.first_player))
        state.round_number = int(state.round_number) + 1
        start_round(rules, state)
    else:
        score_end(rules, state)


@njit
def last_round(rules: Any, state: Any) -> int:
    """Return the number of rounds (1)."""
    return int(rules.misc_short_rounds) if state.short else int(rules.misc_rounds)


@njit
def pay_income(rules: Any, state: Any) -> None:
    """ROUND_INCOME: coins for Apprentices in guilds and in the Chancery (7.3)."""
    dues = event_of(rules, state, GUILD_DUES)
    for guild in range(NUM_GOODS):
        total = count_apprentices(state, guild)
        rate = max(int(rules.setup_income[state.num_players, total]) - dues, 0)
        for seat in range(int(state.num_players)):
            paid = rate * int(state.apprentices[seat, guild])
            state.coins[seat] = int(state.coins[seat]) + paid
    for seat in range(int(state.num_players)):
        paid = int(rules.misc_chancery_income) * count_desks(state, seat)
        state.coins[seat] = int(state.coins[seat]) + paid


@njit
def do_upkeep(rules: Any, state: Any) -> None:
    """ROUND_UPKEEP: dice back, tokens, refills, ships, the event goes (7.4)."""
    take_dice_off_tiles(state)
    for seat in range(int(state.num_players)):
        state.used_sum[seat] = 0
        state.passed[seat] = 0
        for face in range(NUM_VALUES):
            state.dice[seat, face] = 0
    clear_places(state)
    for space in range(COUNCIL_ROW):
        shown = space < int(rules.setup_council_row[state.num_players])
        if shown and int(state.council_row[space]) == EMPTY:
            refill_council(state, space)
    move_ships(rules, state)
    state.event = EMPTY


@njit
def clear_places(state: Any) -> None:
    """Take all dice off the board."""
    for guild in range(NUM_GOODS):
        state.guild_dice[guild] = 0
    for dock in range(NUM_DOCKS):
        state.ship_dice[dock] = 0
    for spread in range(NUM_RANGES):
        state.castle_dice[spread] = 0
        state.berk_dice[spread] = 0
        state.hall_dice[spread] = 0
    state.tavern_dice = 0
    state.yard_dice = 0
    state.council_dice = 0
    state.tavern_last = 0
    state.yard_last = 0
    state.council_last = 0
    state.chancery_dice = 0
    state.closed_guilds = 0
