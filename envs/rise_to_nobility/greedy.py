"""The scripted agent: tries every action on a copy and takes the one that leaves it best off.

It makes the position again from its observation, plays an action and the choices that follow from it
(each the best at once), and values what it then has: points scored and to be scored at the end;
coins, Goods, Modifiers and Workers at their worth, which fades in the last rounds; Settlers cards,
Stone Council tiles and Commission cards by how much of what they ask for is there; income of
Apprentices, desks and Buildings, and the room that Reputation gives, for each round to come; and the
dice not yet placed, so that a die is spent only on something worth more than that. Opponents are
looked at only through what they leave on the table. See `WEIGHTS`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.agents import Scripted, make_weights
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import copy_bytes
from fiefdom.envs.rise_to_nobility.actions import (
    COMPLETE,
    END_TURN,
    GUILD_DIE,
    KEEP_CARD,
    NUM_ACTIONS,
    PASS,
    USE_CHARACTER,
)
from fiefdom.envs.rise_to_nobility.choices import fill_legal
from fiefdom.envs.rise_to_nobility.engine import play
from fiefdom.envs.rise_to_nobility.gains import count_desks
from fiefdom.envs.rise_to_nobility.rebuild import rebuild
from fiefdom.envs.rise_to_nobility.rules import COUNCIL_ROW, NUM_GOODS, NUM_VALUES, TILE_SLOTS
from fiefdom.envs.rise_to_nobility.scoring import count_for, public_score
from fiefdom.envs.rise_to_nobility.state import EMPTY, KEEP, MAIN, OPEN, SETUP, STATE
from fiefdom.envs.rise_to_nobility.tables import (
    REWARD_COINS,
    REWARD_MODS,
    REWARD_NOB,
    REWARD_REP,
    RULES,
)

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Weights = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Points of victory that something is held to be worth; found by playing against itself.
WEIGHTS = {
    "coin": 0.35,  # beyond what it pays at the end, while rounds are left
    "good": 0.4,
    "modifier": 0.8,
    "worker": 1.0,  # ready in the Lot
    "apprentice": 0.8,  # beside its income
    "house": 1.5,  # free for a Settlers card
    "reputation": 0.3,  # a step, for each round to come
    "building": 0.3,  # its yield, for each round to come
    "card": 0.5,  # share of a held card's worth that Goods on hand bring
    "held": 1.0,  # a Settlers card on hand at all
    "tile": 0.3,  # share of a Stone Council tile's worth that Goods on hand bring
    "commission": 0.6,  # share of a Commission's VP that its filled slots and its progress bring
    "die": 1.0,  # not yet placed
    "desk": 2.0,  # beside its income
    "nobility": 2.0,  # a step of Nobility that a card or tile brings
    "reward_coin": 0.5,  # a coin that a card brings
    "no_house": 0.5,  # share of a held card's worth without a free House for it
}
(
    COIN,
    CUBE,
    MODIFIER,
    WORKER,
    APPRENTICE_WORTH,
    HOUSE,
    STEP,
    BUILDING,
    CARD,
    HELD,
    COUNCIL_TILE,
    COMMISSION_WORTH,
    UNUSED_DIE,
    DESK,
    NOBILITY_STEP,
    REWARD_COIN,
    NO_HOUSE,
) = range(len(WEIGHTS))
FADE_ROUNDS = 3.0  # in the last rounds things on hand are worth less and less
APPRENTICE_ROUNDS = 2  # in as many last rounds an Apprentice is worth less
THIS_ROUND = 0.5  # the part of this round that is still to come
# Of things on hand, more count nothing.
USEFUL_COINS, USEFUL_CUBES, USEFUL_MODIFIERS, USEFUL_WORKERS, USEFUL_HOUSES = 15, 4, 5, 5, 3
ENOUGH_REPUTATION = 18  # a step beyond it
BEYOND_ENOUGH = 0.4  # counts as this part of one
# Of a Commission card's VP, with nothing yet of what it asks for: of one held, of one to be kept.
HELD_AT_LEAST, KEPT_AT_LEAST = 0.3, 0.5
MOST_CHOICES = 12  # that follow from an action
BEFORE_END = 0.01  # what may be done in a turn is done before the turn is ended


@njit
def rounds_left(rules: Any, state: Any) -> int:
    """Return the rounds after this one."""
    rounds = int(rules.misc_short_rounds) if state.short else int(rules.misc_rounds)
    return rounds - int(state.round_number)


@njit
def share_there(state: Any, need: Any, taken: Any) -> float:
    """Return the share of a card's Goods that seat 0 has beside those already counted."""
    total, there = 0, 0
    for good in range(NUM_GOODS):
        wanted = int(need[good])
        total += wanted
        there += min(wanted, max(int(state.goods[0, good]) - int(taken[good]), 0))
    return there / max(total, 1)


@njit
def card_worth(rules: Any, card: int, later: int, weights: Weights) -> float:
    """Return what completing a Settlers card brings."""
    worth = float(int(rules.settler_vp[card])) + weights[WORKER] * int(rules.settler_workers[card])
    reward = rules.settler_reward[card]
    coins, modifiers = int(reward[REWARD_COINS]), int(reward[REWARD_MODS])
    worth += weights[REWARD_COIN] * coins + weights[MODIFIER] * modifiers
    worth += weights[NOBILITY_STEP] * int(reward[REWARD_NOB])
    return worth + weights[STEP] * later * int(reward[REWARD_REP])  # type: ignore[no-any-return]


@njit
def value_cards(rules: Any, state: Any, weights: Weights, taken: Ints) -> float:
    """Value the Settlers cards on hand, each with the Goods that earlier ones leave."""
    later = rounds_left(rules, state)
    value = 0.0
    free = int(state.houses[0]) - int(state.num_completed[0])
    for good in range(NUM_GOODS):
        taken[good] = 0
    for index in range(int(state.num_held[0])):
        card = int(state.held[0, index])
        share = share_there(state, rules.settler_need[card], taken)
        room = 1.0 if index < free else weights[NO_HOUSE]
        worth = card_worth(rules, card, later, weights)
        value += room * weights[CARD] * worth * share * share
        if later > 0:
            value += room * weights[HELD] * min(later, FADE_ROUNDS) / FADE_ROUNDS
        for good in range(NUM_GOODS):
            taken[good] += int(rules.settler_need[card, good])
    return value


@njit
def value_council(rules: Any, state: Any, weights: Weights, taken: Ints) -> float:
    """Value the Stone Council tile that the Goods on hand come nearest to."""
    best = 0.0
    for good in range(NUM_GOODS):
        taken[good] = 0
    for space in range(COUNCIL_ROW):
        card = int(state.council_row[space])
        if card == EMPTY:
            continue
        nobility = weights[NOBILITY_STEP] * int(rules.council_nob[card])
        worth = float(int(rules.council_vp[card])) + nobility
        share = share_there(state, rules.council_need[card], taken)
        best = max(best, worth * share * share)
    return weights[COUNCIL_TILE] * best  # type: ignore[no-any-return]


@njit
def value_commissions(rules: Any, state: Any, weights: Weights) -> float:
    """Value the own Commission cards by their filled slots and how near their condition is."""
    value = 0.0
    for place in range(int(state.num_cards[0])):
        card = int(state.cards[0, place])
        if card == EMPTY:
            continue
        filled = 0
        for slot in range(TILE_SLOTS):
            filled += int(int(state.slots[0, place, slot]) != OPEN)
        kind, arg = int(rules.commission_kind[card]), int(rules.commission_arg[card])
        count = count_for(rules, state, 0, kind, arg)
        progress = min(count / int(rules.commission_threshold[card]), 1.0)
        near = HELD_AT_LEAST + (1.0 - HELD_AT_LEAST) * filled / TILE_SLOTS
        near *= HELD_AT_LEAST + (1.0 - HELD_AT_LEAST) * progress
        value += weights[COMMISSION_WORTH] * int(rules.commission_vp[card]) * near
        if filled == TILE_SLOTS and progress >= 1.0:
            value += (1.0 - weights[COMMISSION_WORTH]) * int(rules.commission_vp[card])
    return value


@njit
def value_income(rules: Any, state: Any, weights: Weights) -> float:
    """Value what comes in again in each round to come."""
    later = rounds_left(rules, state)
    coin = 1.0 / int(rules.misc_coins_per_vp) + weights[COIN] * min(later / FADE_ROUNDS, 1.0)
    value = 0.0
    for guild in range(NUM_GOODS):
        own, total = int(state.apprentices[0, guild]), 0
        for seat in range(int(state.num_players)):
            total += int(state.apprentices[seat, guild])
        rate = int(rules.setup_income[state.num_players, total])
        worth = weights[APPRENTICE_WORTH] * min(later, APPRENTICE_ROUNDS)
        value += own * (rate * (later + 1) * coin + worth)
    desks = count_desks(state, 0)
    value += desks * int(rules.misc_chancery_income) * (later + 1) * coin
    value += desks * weights[DESK] * min(later / FADE_ROUNDS, 1.0)
    value += weights[BUILDING] * int(state.num_buildings[0]) * later
    reputation = int(state.reputation[0])
    beyond = max(reputation - ENOUGH_REPUTATION, 0)
    useful = min(reputation, ENOUGH_REPUTATION) + BEYOND_ENOUGH * beyond
    return value + weights[STEP] * useful * (later + THIS_ROUND)  # type: ignore[no-any-return]


@njit
def value_of(rules: Any, state: Any, weights: Weights, taken: Ints) -> float:
    """Return the value of a position for seat 0."""
    later = rounds_left(rules, state)
    fade = min(later / FADE_ROUNDS, 1.0)
    value = float(public_score(rules, state, 0))
    value += weights[COIN] * fade * min(int(state.coins[0]), USEFUL_COINS)
    cubes = 0
    for good in range(NUM_GOODS):
        cubes += min(int(state.goods[0, good]), USEFUL_CUBES)
    value += weights[CUBE] * fade * cubes
    value += weights[MODIFIER] * fade * min(int(state.modifiers[0]), USEFUL_MODIFIERS)
    value += weights[WORKER] * fade * min(int(state.lot[0]), USEFUL_WORKERS)
    free = int(state.houses[0]) - int(state.num_completed[0])
    value += weights[HOUSE] * fade * min(free, USEFUL_HOUSES)
    room = int(state.reputation[0]) - int(state.used_sum[0])
    if not state.passed[0]:
        for face in range(NUM_VALUES):
            for _ in range(int(state.dice[0, face])):
                if face + 1 <= room:
                    value += weights[UNUSED_DIE]
                    room -= face + 1
    value += value_cards(rules, state, weights, taken)
    value += value_council(rules, state, weights, taken)
    value += value_commissions(rules, state, weights)
    return value + value_income(rules, state, weights)  # type: ignore[no-any-return]


@njit
def finish_choices(rules: Any, games: Any, states: Bytes, weights: Weights, taken: Ints) -> None:
    """Make the choices that follow from an action in row 1, each the best at once."""
    state = games[1]
    for _ in range(MOST_CHOICES):
        if state.over or state.phase in (MAIN, SETUP, KEEP) or int(state.mover) != 0:
            return
        fill_legal(rules, state)
        best, most = -1, -np.inf
        for action in range(GUILD_DIE, NUM_ACTIONS):
            if state.legal[action] != 0:
                copy_bytes(states[1], states[2])
                play(rules, games[2], action)
                value = value_of(rules, games[2], weights, taken)
                if value > most:
                    best, most = action, value
        play(rules, state, best)


@njit
def value_action(
    rules: Any, games: Any, states: Bytes, action: int, weights: Weights, taken: Ints
) -> float:
    """Return the value after an action of seat 0 in the position in row 0."""
    state = games[0]
    if action == PASS:
        copy_bytes(states[0], states[1])
        games[1].passed[0] = 1
        return value_of(rules, games[1], weights, taken)
    if action == END_TURN:
        return value_of(rules, state, weights, taken)
    if action >= KEEP_CARD:
        return value_kept(rules, state, action - KEEP_CARD)
    copy_bytes(states[0], states[1])
    play(rules, games[1], action)
    finish_choices(rules, games, states, weights, taken)
    value = value_of(rules, games[1], weights, taken)
    if action == USE_CHARACTER or COMPLETE <= action < GUILD_DIE:
        return value + BEFORE_END
    return value


@njit
def value_kept(rules: Any, state: Any, place: int) -> float:
    """Value a Commission card to keep: its VP, and how near its condition is."""
    drawing = int(state.num_history) - 1
    card = int(state.history_cards[drawing, place])
    kind, arg = int(rules.commission_kind[card]), int(rules.commission_arg[card])
    count = count_for(rules, state, 0, kind, arg)
    progress = min(count / int(rules.commission_threshold[card]), 1.0)
    return int(rules.commission_vp[card]) * (KEPT_AT_LEAST + (1.0 - KEPT_AT_LEAST) * progress)


@njit
def act_greedily(
    rule_bytes: Bytes,
    states: Bytes,
    observation: Floats,
    mask: Any,
    weights: Weights,
    actions: Ints,
) -> None:
    """Fill the greedy action for each row of observations; `states` are three scratch games."""
    rules = rule_bytes.view(RULES_DTYPE)[0]
    games = states.reshape(-1).view(STATE)
    taken = np.zeros(NUM_GOODS, np.int64)
    for row in range(observation.shape[0]):
        rebuild(rules, games[0], observation[row])
        best, most = -1, -np.inf
        for action in range(NUM_ACTIONS):
            if mask[row, action]:
                value = value_action(rules, games, states, action, weights, taken)
                if value > most:
                    best, most = action, value
        actions[row] = best


RULES_DTYPE = RULES.dtype


class Greedy(Scripted):
    """The scripted agent of Rise to Nobility; other values for some of `WEIGHTS` may be given."""

    def __init__(
        self, game: Game, options: Any, seed: int = 0, weights: dict[str, float] | None = None
    ) -> None:
        super().__init__(game, options)
        self.states = game.new_states(options, 3)
        self.weights = make_weights(WEIGHTS, weights)

    def decide(self, seen: Floats, mask: npt.NDArray[np.bool_], actions: Ints) -> None:
        """Fill the greedy action for each row of observations and masks."""
        act_greedily(self.rules, self.states, seen, mask, self.weights, actions)
