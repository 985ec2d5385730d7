"""Setting up a game, compiled (section 3)."""

from typing import Any

from fiefdom.envs.common.bits import draw_from
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import fill
from fiefdom.envs.rise_to_nobility.commissions import draw_commissions
from fiefdom.envs.rise_to_nobility.gains import gain_modifiers
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDINGS_ROW,
    COUNCIL_ROW,
    COUNTS,
    MAX_PLAYERS,
    NUM_DOCKS,
    NUM_GOODS,
    NUM_LEVELS,
    NUM_OBJECTIVES,
    NUM_VALUES,
    SETTLERS_ROW,
)
from fiefdom.envs.rise_to_nobility.scoring import CHANCERY
from fiefdom.envs.rise_to_nobility.state import EMPTY
from fiefdom.envs.rise_to_nobility.supply import (
    dock_ship,
    draw_settler,
    refill_buildings,
    refill_council,
    refill_settlers,
)
from fiefdom.envs.rise_to_nobility.turns import clear_places

ALL_BUILDINGS, ALL_COUNCIL, ALL_SHIPS, ALL_TILES, ALL_COMMISSIONS, ALL_CHARACTERS, ALL_EVENTS, SOLO = (
    (1 << COUNTS[name]) - 1
    for name in (
        "buildings", "council", "ships", "dice_tiles", "commissions", "characters", "events", "solo",
    )
)  # fmt: skip


@njit
def deal(rules: Any, state: Any, first: int) -> None:
    """Set up the game in the order of section 3."""
    clear_seats(state)
    clear_table(rules, state)
    clear_pending(state)
    state.first_player = first
    state.turn_seat = first
    state.mover = first
    state.modifiers_left = rules.misc_modifiers_total
    for seat in range(int(state.num_players)):
        deal_seat(rules, state, seat)
    for seat in range(int(state.num_players)):
        cards = int(rules.misc_short_settlers if state.short else rules.misc_start_settlers)
        for place in range(cards):
            state.held[seat, place] = draw_settler(state, 0)
        state.num_held[seat] = cards
    lay_rows(rules, state)
    deal_characters(state)
    deal_objectives(rules, state)
    if state.chancery:
        for seat in range(int(state.num_players)):
            draw_commissions(state, seat, int(rules.misc_commissions_dealt))


@njit
def deal_seat(rules: Any, state: Any, seat: int) -> None:
    """Give a seat what it starts with (3.2)."""
    players = int(state.num_players)
    if state.short:
        state.reputation[seat] = rules.setup_short_rep[players]
        state.coins[seat] = rules.misc_short_coins
        state.houses[seat] = rules.misc_short_houses
        gain_modifiers(state, seat, int(rules.misc_short_mods))
    else:
        state.reputation[seat] = rules.setup_rep[players]
        state.coins[seat] = rules.misc_start_coins
        state.houses[seat] = rules.misc_start_houses
        gain_modifiers(state, seat, int(rules.misc_start_mods))
    state.vp[seat] = rules.misc_start_vp
    state.nobility[seat] = rules.misc_start_nob
    state.reserve[seat] = rules.misc_workers
    for good in range(NUM_GOODS):
        state.goods[seat, good] = rules.misc_start_goods


@njit
def lay_rows(rules: Any, state: Any) -> None:
    """Lay out the face-up rows and dock the ships (3.1)."""
    for space in range(SETTLERS_ROW):
        refill_settlers(rules, state, space)
    for space in range(BUILDINGS_ROW):
        refill_buildings(state, space)
    for space in range(COUNCIL_ROW):
        if space < int(rules.setup_council_row[state.num_players]):
            refill_council(state, space)
    for dock in range(NUM_DOCKS):
        if dock < int(rules.setup_ships[state.num_players]):
            dock_ship(state, dock)


@njit
def deal_characters(state: Any) -> None:
    """Give each player a character."""
    left = ALL_CHARACTERS
    if state.characters:
        for seat in range(int(state.num_players)):
            card = draw_from(state, left)
            left &= ~(1 << card)
            state.character[seat] = card


@njit
def deal_objectives(rules: Any, state: Any) -> None:
    """Draw the objectives of the solo game; without the Chancery none that needs it (8.9)."""
    if int(state.num_players) != 1:
        return
    left = SOLO
    if not state.chancery:
        for card in range(rules.solo_kind.size):
            if int(rules.solo_kind[card]) == CHANCERY:
                left &= ~(1 << card)
    for place in range(min(NUM_OBJECTIVES, int(rules.misc_solo_objectives))):
        card = draw_from(state, left)
        left &= ~(1 << card)
        state.objectives[place] = card


@njit
def clear_seats(state: Any) -> None:
    """Take everything from all seats; the same game leaves the same bytes, whatever was before."""
    for seat in range(MAX_PLAYERS):
        state.completed[seat] = 0
        state.council_done[seat] = 0
        state.returned[seat] = 0
        state.coins[seat] = 0
        state.vp[seat] = 0
        state.commission_points[seat] = 0
        state.nobility[seat] = 0
        state.reputation[seat] = 0
        state.used_sum[seat] = 0
        state.passed[seat] = 0
        state.modifiers[seat] = 0
        state.houses[seat] = 0
        state.lot[seat] = 0
        state.reserve[seat] = 0
        state.num_completed[seat] = 0
        state.num_council[seat] = 0
        state.num_held[seat] = 0
        state.num_buildings[seat] = 0
        state.num_cards[seat] = 0
        state.character[seat] = EMPTY
        state.character_used[seat] = 0
        for face in range(NUM_VALUES):
            state.dice[seat, face] = 0
    fill(state.goods, 0)
    fill(state.apprentices, 0)
    fill(state.upgraded, 0)
    fill(state.slots, 0)
    fill(state.held, EMPTY)
    fill(state.buildings, EMPTY)
    fill(state.cards, EMPTY)
    fill(state.tiles, EMPTY)


@njit
def clear_table(rules: Any, state: Any) -> None:
    """Put all cards and tiles back into their decks."""
    clear_places(state)
    state.buildings_left = ALL_BUILDINGS
    state.council_left = ALL_COUNCIL
    state.ships_left = ALL_SHIPS
    state.dice_tiles_left = ALL_TILES
    state.commission_pool = ALL_COMMISSIONS
    state.events_left = ALL_EVENTS
    for level in range(NUM_LEVELS):
        state.settlers_left[level] = rules.level_cards[level]
        state.settlers_discards[level] = 0
    fill(state.bottom, 0)
    fill(state.bottom_history, EMPTY)
    fill(state.desks, EMPTY)
    fill(state.settlers_row, EMPTY)
    fill(state.buildings_row, EMPTY)
    fill(state.council_row, EMPTY)
    fill(state.ships, EMPTY)
    fill(state.ships_bottom, EMPTY)
    fill(state.objectives, EMPTY)
    fill(state.history_seat, EMPTY)
    fill(state.history_kept, EMPTY)
    fill(state.history_cards, EMPTY)
    fill(state.history_source, EMPTY)
    fill(state.history_size, 0)
    state.num_ships_bottom = 0
    state.num_history = 0
    state.num_bottom = 0
    state.event = EMPTY


@njit
def clear_pending(state: Any) -> None:
    """Nothing is pending, the first round has not begun."""
    state.goods_to_choose = 0
    state.takes_forced = 0
    state.takes_optional = 0
    state.sales_left = 0
    state.sold = 0
    state.place = EMPTY
    state.events_to_ask = 0
    state.placed = 0
    state.completed_now = 0
    state.recalled = 0
    state.decisions = 0
    state.round_number = 1
    state.over = 0
    state.truncated = 0
    state.solo_won = 0
