"""The rules of Rise to Nobility, compiled: what may happen, and what then happens.

Section numbers are those of the rules specification. The legal actions of a position are worked out
once, after each step, and kept in the record.
"""

from typing import Any

from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.rng import below, start_stream
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
    FIRST_DIE,
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
    REFRESH_SETTLERS,
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
    build_house,
    buy_building,
    fulfil_tile,
    upgrade_building,
)
from fiefdom.envs.rise_to_nobility.choices import fill_legal
from fiefdom.envs.rise_to_nobility.commissions import (
    draw_commissions,
    draws_at_berk,
    finish_commission,
)
from fiefdom.envs.rise_to_nobility.dealing import deal
from fiefdom.envs.rise_to_nobility.gains import (
    benefit_of,
    event_of,
    gain_good,
    give_reward,
)
from fiefdom.envs.rise_to_nobility.places import (
    TAVERN_2,
    TAVERN_CARDS,
    complete_settler,
    fill_slot,
    range_of,
    sale_limit,
    sell,
    take_desk,
    take_settler,
    visit_berk,
    visit_castle,
    visit_guild,
)
from fiefdom.envs.rise_to_nobility.rules import MAX_DECISIONS, NUM_VALUES
from fiefdom.envs.rise_to_nobility.scoring import comes_before, score_end
from fiefdom.envs.rise_to_nobility.secrets import redraw_history
from fiefdom.envs.rise_to_nobility.state import (
    COMMISSION,
    HALL,
    KEEP,
    MAIN,
    SETUP,
    TILE,
)
from fiefdom.envs.rise_to_nobility.supply import replace_buildings, replace_settlers
from fiefdom.envs.rise_to_nobility.turns import (
    ask_next_event_good,
    end_turn,
    go_on,
    keep_first_commission,
    start_round,
)


@njit
def reset(rules: Any, state: Any, seed: Any) -> None:
    """Deal a new game under the options already in the record (section 3)."""
    start_stream(state, seed)
    first = below(state, int(state.num_players)) if state.random_start else 0
    deal(rules, state, first)
    if state.chancery:
        state.phase = SETUP
        state.mover = 0
    else:
        start_round(rules, state)
    settle(rules, state)


@njit
def settle(rules: Any, state: Any) -> None:
    """Work out the legal actions; play decisions with a single one, if the option says so."""
    while not state.over:
        count = fill_legal(rules, state)
        if count != 1 or not state.skip_forced:
            return
        action = 0
        while state.legal[action] == 0:
            action += 1
        play(rules, state, action)
    for action in range(NUM_ACTIONS):
        state.legal[action] = 0


@njit
def legal(rules: Any, state: Any, mask: Any) -> None:
    """Fill the mover's mask: 1 for each legal action, all 0 once the game is over."""
    for action in range(NUM_ACTIONS):
        mask[action] = state.legal[action]
    for action in range(NUM_ACTIONS, mask.size):
        mask[action] = 0


@njit
def step(rules: Any, state: Any, action: int) -> bool:
    """Play a legal action and all chance up to the next decision; False if it is illegal."""
    if action < 0 or action >= NUM_ACTIONS or state.legal[action] == 0:
        return False
    play(rules, state, action)
    settle(rules, state)
    return True


@njit
def play(rules: Any, state: Any, action: int) -> None:
    """Play an action that is known to be legal, up to the next decision."""
    state.decisions = int(state.decisions) + 1
    if state.phase == MAIN:
        play_main(rules, state, action)
    else:
        play_choice(rules, state, action)
    if not state.over and int(state.decisions) >= MAX_DECISIONS * int(state.num_players):
        score_end(rules, state)
        state.truncated = 1


@njit
def play_main(rules: Any, state: Any, action: int) -> None:
    """TURN_MAIN: one of the options of section 7.1."""
    seat = int(state.mover)
    if action == PASS:
        state.passed[seat] = 1
        end_turn(rules, state)
    elif action == END_TURN:
        end_turn(rules, state)
    elif action == USE_CHARACTER:
        state.character_used[seat] = 1
        give_reward(rules, state, seat, rules.character_reward[state.character[seat]])
        go_on(rules, state)
    elif action < RECALL:
        modify_die(state, seat, action)
    elif action < COMPLETE:
        guild = action - RECALL
        state.apprentices[seat, guild] = int(state.apprentices[seat, guild]) - 1
        state.lot[seat] = int(state.lot[seat]) + 1
        state.recalled = 1
    elif action < GUILD_DIE:
        complete_settler(rules, state, seat, action - COMPLETE)
        go_on(rules, state)
    else:
        place_die(rules, state, seat, action)


@njit
def modify_die(state: Any, seat: int, action: int) -> None:
    """Change a die that is not placed by one (4)."""
    if action < MODIFY_DOWN:
        face, change = action - MODIFY_UP, 1
    else:
        face, change = action - MODIFY_DOWN + 1, -1
    state.modifiers[seat] = int(state.modifiers[seat]) - 1
    state.modifiers_left = int(state.modifiers_left) + 1
    state.dice[seat, face] = int(state.dice[seat, face]) - 1
    state.dice[seat, face + change] = int(state.dice[seat, face + change]) + 1


@njit
def die_value(action: int) -> int:
    """Return the value of the die that an action places."""
    if DESK_DIE <= action < TILE_DIE:
        return (action - DESK_DIE) % NUM_VALUES + 1
    if action >= TILE_DIE:
        return (action - TILE_DIE) % NUM_VALUES + 1
    return (action - FIRST_DIE) % NUM_VALUES + 1


@njit
def place_die(rules: Any, state: Any, seat: int, action: int) -> None:
    """PLACE: the die counts for the sum, then the place does what it does."""
    value = die_value(action)
    state.dice[seat, value - 1] = int(state.dice[seat, value - 1]) - 1
    state.used_sum[seat] = int(state.used_sum[seat]) + value
    state.placed = 1
    if action < SHIP_DIE:
        visit_guild(rules, state, seat, (action - GUILD_DIE) // NUM_VALUES, value)
    elif action < CASTLE_DIE:
        visit_ship(rules, state, seat, (action - SHIP_DIE) // NUM_VALUES, value)
    elif action < BERK_DIE:
        visit_castle(rules, state, seat, value)
    elif action < TAVERN_DIE:
        visit_berk(rules, state, seat, value)
    elif action < YARD_DIE:
        visit_tavern(rules, state, seat, value)
    elif action < HALL_DIE:
        state.yard_dice = int(state.yard_dice) + 1
        state.yard_last = value
        build_house(rules, state, seat)
    elif action < COUNCIL_DIE:
        spread = range_of(value)
        state.hall_dice[spread] = int(state.hall_dice[spread]) + 1
        state.place = spread
        state.phase = HALL
    elif action < DESK_DIE:
        state.council_dice = int(state.council_dice) + 1
        state.council_last = value
        state.phase = TILE
    elif action < TILE_DIE:
        take_desk(state, seat, action - DESK_DIE)
    else:
        fill_slot(rules, state, seat, (action - TILE_DIE) // NUM_VALUES, value)


@njit
def visit_ship(rules: Any, state: Any, seat: int, dock: int, value: int) -> None:
    """Put a die on a ship; cubes are sold one by one (5.2)."""
    state.ship_dice[dock] = int(state.ship_dice[dock]) + 1
    state.place = dock
    state.sales_left = sale_limit(rules, state, value)
    state.sold = 0
    go_on(rules, state)


@njit
def visit_tavern(rules: Any, state: Any, seat: int, value: int) -> None:
    """Put a die on the Tavern; Settlers cards are taken one by one (5.5)."""
    state.tavern_dice = int(state.tavern_dice) + 1
    state.tavern_last = value
    state.takes_forced = 1  # the first; further ones may be taken
    extra = benefit_of(rules, state, seat, TAVERN_2) + event_of(rules, state, TAVERN_CARDS)
    state.takes_optional = int(rules.misc_tavern_cards) - 1 + extra
    go_on(rules, state)


@njit
def play_choice(rules: Any, state: Any, action: int) -> None:
    """A choice of section 7.2: the setup, or what follows from a die, a card, an event."""
    seat = int(state.mover)
    if state.phase == SETUP:
        keep_first_commission(rules, state, action - KEEP_CARD)
    elif REFRESH_NONE <= action <= REFRESH_BUILDINGS:
        if action == REFRESH_SETTLERS:
            replace_settlers(rules, state)
        elif action == REFRESH_BUILDINGS:
            replace_buildings(state)
        if draws_at_berk(rules, state, int(state.place)) > 0:
            state.phase = COMMISSION
        else:
            go_on(rules, state)
    elif action in (YES, NO):
        answer(rules, state, seat, action == YES)
    elif action >= KEEP_CARD:
        finish_commission(rules, state, action - KEEP_CARD)
        go_on(rules, state)
    else:
        play_pick(rules, state, seat, action)


@njit
def answer(rules: Any, state: Any, seat: int, is_yes: bool) -> None:
    """Become an Apprentice in a guild, or draw Commission cards, or not."""
    if state.phase == COMMISSION:
        if is_yes:
            draw_commissions(state, seat, draws_at_berk(rules, state, int(state.place)))
            state.phase = KEEP
            return
    elif is_yes:
        guild = int(state.place)
        state.lot[seat] = int(state.lot[seat]) - 1
        state.apprentices[seat, guild] = int(state.apprentices[seat, guild]) + 1
    go_on(rules, state)


@njit
def play_pick(rules: Any, state: Any, seat: int, action: int) -> None:
    """Take, buy, upgrade, fulfil, sell or choose something, or be done with it."""
    if action < BUY:
        take_settler(rules, state, seat, action - TAKE_CARD)
        if int(state.takes_forced) > 0:
            state.takes_forced = int(state.takes_forced) - 1
        else:
            state.takes_optional = int(state.takes_optional) - 1
    elif action < UPGRADE:
        buy_building(rules, state, seat, action - BUY)
    elif action < FULFIL:
        upgrade_building(rules, state, seat, action - UPGRADE)
    elif action < CHOOSE_GOOD:
        fulfil_tile(rules, state, seat, action - FULFIL)
    elif action == DONE:
        state.takes_optional = 0
        state.sales_left = 0
    elif int(state.goods_to_choose) > 0:
        gain_good(state, seat, action - CHOOSE_GOOD, 1)
        state.goods_to_choose = int(state.goods_to_choose) - 1
        if int(state.goods_to_choose) == 0 and int(state.events_to_ask) > 0:
            ask_next_event_good(rules, state)
            return
    else:
        sell(rules, state, seat, action - CHOOSE_GOOD)
    if int(state.events_to_ask) == 0:
        go_on(rules, state)


@njit
def scores(rules: Any, state: Any, out: Any) -> None:
    """Fill each seat's points on the score track; once over, its final points."""
    for seat in range(int(state.num_players)):
        out[seat] = state.vp[seat]


@njit
def ranks(rules: Any, state: Any, out: Any) -> None:
    """Fill the places from 1; ties as in section 1.2. Solo: 1 if all objectives are met, else 2."""
    players = int(state.num_players)
    if players == 1:
        out[0] = 2 - int(state.solo_won)
        return
    for seat in range(players):
        place = 1
        for other in range(players):
            place += int(comes_before(state, other, seat))
        out[seat] = place


@njit
def determinize(rules: Any, state: Any, seat: int, seed: Any) -> None:
    """Redraw what a seat cannot know: others' Commission cards, the deck, chance to come."""
    start_stream(state, seed)
    if state.chancery:
        redraw_history(state, seat)
