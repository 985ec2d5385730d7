"""The scripted agent: looks one full turn ahead and values what the table would then be worth.

It makes the position again from its observation and tries every placement with every piece. The
value of a position is, over its own seat and less the mean of the others:

- the score, and the bonus tiles as if the game ended now;
- of every feature with an owner the points to be expected: what it is worth now, and for each open
  end a chance to be closed. That chance falls with the turns left; a city pays twice if it closes,
  a cloister gains a point for each empty cell around it, a road for each end, a field for cities to
  come (see `WEIGHTS`);
- of pieces in hand what they will still bring: each further follower less than the one before, all
  of it fading in the last turns. A piece that is tied up costs that much.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.carcassonne.actions import (
    FIRST_PIECE,
    FIRST_WAGON,
    HOME,
    PASS,
    draw_number,
    place_number,
)
from fiefdom.envs.carcassonne.features import count_fed, feature_of, majority
from fiefdom.envs.carcassonne.frontier import (
    is_hole,
    neighbour,
    placements_on,
    tile_on,
    window_north,
    window_west,
)
from fiefdom.envs.carcassonne.placing import (
    AROUND_X,
    AROUND_Y,
    BARN_AT,
    MAYOR_AT,
    WAGON_AT,
    barn_field,
    piece_choices,
    place_tile,
)
from fiefdom.envs.carcassonne.rebuild import rebuild
from fiefdom.envs.carcassonne.rules import (
    ABBEY,
    BARN_CITY,
    CITY_TILE,
    CLOISTER,
    FARM_CITY,
    FIELD,
    OPEN_CITY_TILE,
    QUARTER_TURNS,
    ROAD,
)
from fiefdom.envs.carcassonne.scoring import bonus_of, score_cloisters, score_features
from fiefdom.envs.carcassonne.state import (
    ABBEY_CHOICE,
    BARNS_AT,
    MEN,
    MEN_BITS,
    PIECE,
    PLACE,
    STATE,
)
from fiefdom.envs.carcassonne.tables import RULES
from fiefdom.envs.carcassonne.turns import WAGON_SEGMENTS, wagon_targets
from fiefdom.envs.common.agents import Scripted, make_weights
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import copy_bytes

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

# Found by playing against itself; see the game's README.
WEIGHTS = {
    "close": 0.5,  # chance that an open end is closed while many turns are left
    "turns": 4.1,  # turns left at which that chance has fallen to 63 % of it
    "end_of_road": 0.6,  # points to come for an open end of a road
    "cell_of_cloister": 0.9,  # points to come for an empty cell around a cloister
    "field": 0.4,  # points to come for a field while many turns are left
    "follower": 5.9,  # of the first follower in hand
    "next_follower": 0.78,  # of each further one, as a share of the one before
    "hand_turns": 4.3,  # turns left at which pieces in hand have lost 37 % of that
    "other_piece": 3.7,  # of a wagon, mayor or barn in hand
    "abbey": 2.3,  # of an abbey in hand
}
(
    CLOSE,
    CLOSE_TURNS,
    ROAD_END,
    CLOISTER_CELL,
    FIELD_TO_COME,
    FOLLOWER,
    NEXT_FOLLOWER,
    HAND_TURNS,
    OTHER_PIECE,
    ABBEY_IN_HAND,
) = range(len(WEIGHTS))
CHANCE, FADE = len(WEIGHTS), len(WEIGHTS) + 1  # filled for the position: see set_pace


@njit
def set_pace(state: Any, weights: Floats) -> None:
    """Fill the chance that an open end is closed, and how much pieces in hand still count."""
    turns = int(state.undrawn_total) / int(state.num_players)
    weights[CHANCE] = weights[CLOSE] * (1.0 - math.exp(-turns / weights[CLOSE_TURNS]))
    weights[FADE] = 1.0 - math.exp(-turns / weights[HAND_TURNS])


@njit
def expected(state: Any, feature: int, has_barn: bool, weights: Floats) -> float:
    """Return the points to be expected from a feature by each of its owners."""
    slot = int(state.segment_slot[feature])
    ends = int(state.open[feature])
    worth = float(int(state.worth[feature]))
    chance = weights[CHANCE]
    if slot >= FIELD:
        cities = float(count_fed(state, feature))
        if has_barn:
            return BARN_CITY * cities + weights[FIELD_TO_COME] * weights[FADE]  # type: ignore[no-any-return]
        return FARM_CITY * cities + weights[FIELD_TO_COME] * weights[FADE]  # type: ignore[no-any-return]
    if ends == 0:
        return worth
    if slot < ROAD:
        tiles = int(state.tile_count[feature]) + int(state.pennants[feature])
        closes = chance**ends
        return closes * CITY_TILE * (tiles + 0.5 * ends) + (1.0 - closes) * OPEN_CITY_TILE * tiles  # type: ignore[no-any-return]
    if slot < CLOISTER:
        return worth + weights[ROAD_END] * min(ends, 2) * chance  # type: ignore[no-any-return]
    return worth + weights[CLOISTER_CELL] * ends * chance  # type: ignore[no-any-return]


@njit
def hand_value(followers: int, weights: Floats) -> float:
    """Return what followers in hand will still bring."""
    value, share = 0.0, weights[FOLLOWER] * weights[FADE]
    for _ in range(followers):
        value += share
        share *= weights[NEXT_FOLLOWER]
    return value


@njit
def seat_hand(state: Any, seat: int, weights: Floats) -> float:
    """Return what all pieces in a seat's hand will still bring."""
    others = int(state.wagons[seat]) + int(state.mayors[seat]) + int(state.barns[seat])
    if int(state.wagon_from[seat]) >= 0:
        others += 1
    value = hand_value(int(state.followers[seat]), weights)
    value += others * weights[OTHER_PIECE] * weights[FADE]
    return value + int(state.abbeys[seat]) * weights[ABBEY_IN_HAND] * weights[FADE]  # type: ignore[no-any-return]


@njit
def share_of(state: Any, seat: int) -> float:
    """Return how a seat's points count for seat 0: its own fully, others' against it."""
    return 1.0 if seat == 0 else -1.0 / (int(state.num_players) - 1)


@njit
def value_of(state: Any, weights: Floats) -> float:
    """Return the value of a position for seat 0."""
    players = int(state.num_players)
    value = 0.0
    for seat in range(players):
        points = float(int(state.score[seat]) + bonus_of(state, seat))
        value += share_of(state, seat) * (points + seat_hand(state, seat, weights))
    for feature in range(int(state.num_segments)):
        owners = int(state.owners[feature])
        if owners != 0 and int(state.label[feature]) == feature:
            has_barn = int(state.crew[feature]) >> BARNS_AT > 0
            points = expected(state, feature, has_barn, weights)
            for seat in range(players):
                if (owners >> seat) & 1:
                    value += share_of(state, seat) * points
    return value


@njit
def piece_gain(rules: Any, state: Any, choice: int, weights: Floats) -> float:
    """Return what a piece of the mover, seat 0, on the last tile adds to the value."""
    tile = int(state.num_tiles) - 1
    if choice >= BARN_AT:
        return barn_gain(state, barn_field(rules, state, choice - BARN_AT), weights)
    if choice >= MAYOR_AT:
        feature = feature_of(rules, state, tile, choice - MAYOR_AT)
        if int(state.pennants[feature]) == 0:
            return -weights[OTHER_PIECE]  # type: ignore[no-any-return]
        cost = weights[OTHER_PIECE] * weights[FADE]
    elif choice >= WAGON_AT:
        feature = feature_of(rules, state, tile, choice - WAGON_AT)
        cost = weights[OTHER_PIECE] * weights[FADE]
    else:
        feature = feature_of(rules, state, tile, choice)
        hand = int(state.followers[0])
        cost = hand_value(hand, weights) - hand_value(hand - 1, weights)
    if int(state.segment_slot[feature]) < FIELD and int(state.open[feature]) == 0:
        cost = 0.0  # comes home at once
    return expected(state, feature, False, weights) - cost  # type: ignore[no-any-return]


@njit
def barn_gain(state: Any, field: int, weights: Floats) -> float:
    """Return what a barn on a field adds: its farmers are paid and go home (7.2)."""
    crew = int(state.crew[field])
    owners = majority(state, field)
    paid = float(FARM_CITY * count_fed(state, field)) - expected(state, field, False, weights)
    gain = expected(state, field, True, weights) - weights[OTHER_PIECE] * weights[FADE]
    for seat in range(int(state.num_players)):
        if (owners >> seat) & 1:
            gain += share_of(state, seat) * paid
        men = (crew >> (MEN_BITS * seat)) & MEN
        hand = int(state.followers[seat])
        back = hand_value(hand + men, weights) - hand_value(hand, weights)
        gain += share_of(state, seat) * back
    return gain  # type: ignore[no-any-return]


@njit
def best_piece(rules: Any, state: Any, weights: Floats, gains: Floats) -> int:
    """Return the best piece choice on the last tile; its gain goes into `gains[0]`."""
    choices = piece_choices(rules, state)
    best = PASS
    gains[0] = 0.0
    for choice in range(PASS):
        if (choices >> choice) & 1:
            gain = piece_gain(rules, state, choice, weights)
            if gain > gains[0]:
                gains[0] = gain
                best = choice
    return best


@njit
def value_placement(
    rules: Any, state: Any, kind: int, x: int, y: int, turns: int, weights: Floats, gains: Floats
) -> float:
    """Place a tile on a scratch position; return its value with the best piece."""
    place_tile(rules, state, kind, x, y, turns)
    best_piece(rules, state, weights, gains)
    score_features(rules, state)
    score_cloisters(rules, state)
    return value_of(state, weights) + gains[0]  # type: ignore[no-any-return]


@njit
def best_placement(rules: Any, games: Any, states: Bytes, kind: int, weights: Floats) -> int:
    """Return the best placement of a kind of tile on the position in row 0 of `states`."""
    state, scratch = games[0], games[1]
    gains = np.zeros(2)
    area = int(state.table) * int(state.table)
    west, north = window_west(state), window_north(state)
    best, most = -1, -np.inf
    for entry in range(int(state.frontier_size)):
        if kind == ABBEY:
            fitting = int(is_hole(int(state.frontier_need[entry])))
        else:
            fitting = placements_on(rules, state, entry, kind)
        position = place_number(state, int(state.frontier_cell[entry]))
        row, column = divmod(position, int(state.table))
        for turns in range(QUARTER_TURNS):
            if (fitting >> turns) & 1:
                copy_bytes(states[0], states[1])
                x, y = west + column, north + row
                value = value_placement(rules, scratch, kind, x, y, turns, weights, gains)
                if value > most:
                    most = value
                    best = turns * area + position
    weights[-1] = most
    return best


@njit
def best_abbey(rules: Any, games: Any, states: Bytes, weights: Floats) -> int:
    """Return the best hole for the abbey, or the draw if the abbey is worth more in hand."""
    state = games[0]
    now = value_of(state, weights)
    in_hand = weights[ABBEY_IN_HAND] * weights[FADE]
    hole = best_placement(rules, games, states, ABBEY, weights)
    gain = weights[-1] - now
    return hole if gain > in_hand else draw_number(state)


@njit
def best_target(rules: Any, state: Any, weights: Floats) -> int:
    """Return where to drive the wagon: the target of most expected points, or home."""
    targets = wagon_targets(rules, state)
    cell = int(state.tile_cell[state.wagon_from[0]])
    best, most = HOME, weights[OTHER_PIECE] * weights[FADE]
    for target in range(HOME):
        if (targets >> target) & 1:
            step, slot = divmod(target, WAGON_SEGMENTS)
            tile = tile_on(state, neighbour(cell, AROUND_X[step], AROUND_Y[step]))
            feature = feature_of(rules, state, tile, slot)
            points = expected(state, feature, False, weights)
            if points > most:
                best, most = target, points
    return best


@njit
def act_greedily(
    rule_bytes: Bytes, states: Bytes, observation: Bytes, weights: Floats, actions: Ints
) -> None:
    """Fill the greedy action for each row of observations; `states` are two scratch games."""
    rules = rule_bytes.view(RULES_DTYPE)[0]
    games = states.reshape(-1).view(STATE)
    gains = np.zeros(2)
    for row in range(observation.shape[0]):
        state = games[0]
        rebuild(rules, state, observation[row])
        set_pace(state, weights)
        if state.phase == PLACE:
            actions[row] = best_placement(rules, games, states, int(state.drawn), weights)
        elif state.phase == ABBEY_CHOICE:
            actions[row] = best_abbey(rules, games, states, weights)
        elif state.phase == PIECE:
            choice = best_piece(rules, state, weights, gains)
            actions[row] = draw_number(state) + FIRST_PIECE + choice
        else:
            target = best_target(rules, state, weights)
            actions[row] = draw_number(state) + FIRST_WAGON + target


RULES_DTYPE = RULES.dtype


class Greedy(Scripted):
    """The scripted agent of Carcassonne; other values for some of `WEIGHTS` may be given."""

    def __init__(
        self, game: Game, options: Any, seed: int = 0, weights: dict[str, float] | None = None
    ) -> None:
        super().__init__(game, options)
        self.states = game.new_states(options, 2)
        self.weights = np.concatenate([make_weights(WEIGHTS, weights), np.zeros(3)])

    def decide(self, seen: Bytes, mask: npt.NDArray[np.bool_], actions: Ints) -> None:
        """Fill the greedy action for each row of observations."""
        act_greedily(self.rules, self.states, seen, self.weights, actions)
