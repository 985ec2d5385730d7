"""Peek: a small game made for the generic suite; it has what a first game of the registry may lack.

One to three players, secret cards, planes beside a vector (a Dict observation), an action space
that depends on an option, a length cap that truncates, pictures. Ten cards of 0 to 9 points; each
seat holds one. A turn is one decision: play the card for its points, swap it for one of the deck
(twice a game), pass (not after a pass), or, with the option `bold`, play a card of 5 or more
doubled. A played card is replaced from the deck; the game ends when the deck is used up.
"""

import dataclasses
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.layout import Block, Layout
from fiefdom.envs.common.loops import bind_loops
from fiefdom.envs.common.options import CommonOptions, choice, covering_sets
from fiefdom.envs.common.record import record_dtype
from fiefdom.envs.common.rewards import mode_number
from fiefdom.envs.common.rng import below, start_stream

MAX_PLAYERS = 3
NUM_CARDS = 10
NUM_SWAPS = 2
NO_CARD = -1
TARGET = 25  # points that a single player must reach
BOLD_FROM = 5
SHORT_GAME = 8  # decisions under the option cap
MARGIN_SCALE = 10.0
PLAY, SWAP, PASS, DOUBLE = range(4)

STATE: Any = record_dtype(
    [
        ("rng", np.uint64),
        ("rules_hash", np.uint64),
        ("deck", np.int16),  # a bit for each card in the deck; secret
        ("discarded", np.int16),  # a bit for each card played
        ("points", np.int16, (MAX_PLAYERS,)),
        ("decisions", np.int16),
        ("hands", np.int8, (MAX_PLAYERS,)),  # the card that each seat holds; secret
        ("swaps", np.int8, (MAX_PLAYERS,)),
        ("passed", np.int8),
        ("num_players", np.int8),
        ("reward", np.int8),
        ("random_start", np.int8),
        ("skip_forced", np.int8),
        ("bold", np.int8),
        ("cap", np.int8),
        ("mover", np.int8),
        ("over", np.int8),
        ("truncated", np.int8),
    ]
)
RULES: Any = np.zeros(1, record_dtype([("values", np.int16, (NUM_CARDS,))]))
RULES["values"][0] = range(NUM_CARDS)
RULES.flags.writeable = False


@njit
def draw_card(state: Any) -> int:
    left = 0
    for card in range(NUM_CARDS):
        left += (int(state.deck) >> card) & 1
    pick = below(state, left)
    for card in range(NUM_CARDS):
        pick -= (int(state.deck) >> card) & 1
        if pick < 0:
            state.deck = int(state.deck) & ~(1 << card)
            return card
    return NO_CARD


@njit
def reset(rules: Any, state: Any, seed: Any) -> None:
    start_stream(state, seed)
    state.deck = (1 << NUM_CARDS) - 1
    state.discarded = 0
    state.decisions = 0
    state.passed = 0
    state.over = 0
    state.truncated = 0
    state.mover = below(state, int(state.num_players)) if state.random_start else 0
    for seat in range(MAX_PLAYERS):
        state.points[seat] = 0
        state.swaps[seat] = 0
        state.hands[seat] = draw_card(state) if seat < state.num_players else NO_CARD


@njit
def is_legal(rules: Any, state: Any, action: int) -> bool:
    if state.over:
        return False
    seat = int(state.mover)
    if action == PLAY:
        return True
    if action == SWAP:
        return bool(state.swaps[seat] < NUM_SWAPS)
    if action == PASS:
        return not state.passed
    return bool(action == DOUBLE and state.bold and state.hands[seat] >= BOLD_FROM)


@njit
def legal(rules: Any, state: Any, mask: Any) -> None:
    for action in range(mask.size):
        mask[action] = is_legal(rules, state, action)


@njit
def play(rules: Any, state: Any, action: int) -> None:
    seat = int(state.mover)
    card = int(state.hands[seat])
    state.passed = action == PASS
    state.decisions = int(state.decisions) + 1
    if action == SWAP:
        state.swaps[seat] = int(state.swaps[seat]) + 1
        state.hands[seat] = draw_card(state)
        state.deck = int(state.deck) | (1 << card)
    elif action != PASS:
        times = 2 if action == DOUBLE else 1
        state.points[seat] = int(state.points[seat]) + times * int(rules.values[card])
        state.discarded = int(state.discarded) | (1 << card)
        state.hands[seat] = draw_card(state)
        state.over = state.deck == 0
    if state.cap and not state.over and state.decisions >= SHORT_GAME:
        state.over = 1
        state.truncated = 1
    if not state.over:
        state.mover = (seat + 1) % int(state.num_players)


@njit
def step(rules: Any, state: Any, action: int) -> bool:
    if not is_legal(rules, state, action):
        return False
    play(rules, state, action)
    while state.skip_forced and not state.over and not state.bold and state.passed:
        if state.swaps[state.mover] < NUM_SWAPS:
            break
        play(rules, state, PLAY)
    return True


@njit
def scores(rules: Any, state: Any, out: Any) -> None:
    for seat in range(int(state.num_players)):
        out[seat] = state.points[seat]
        if state.over:
            out[seat] += rules.values[state.hands[seat]]


@njit
def ranks(rules: Any, state: Any, out: Any) -> None:
    players = int(state.num_players)
    final = np.zeros(MAX_PLAYERS, np.int64)
    scores(rules, state, final)
    for seat in range(players):
        out[seat] = 1 if players > 1 or final[0] >= TARGET else 2
        for other in range(players):
            out[seat] += final[other] > final[seat]


@njit
def determinize(rules: Any, state: Any, seat: int, seed: Any) -> None:
    start_stream(state, seed)
    for other in range(int(state.num_players)):
        if other != seat:
            state.deck = int(state.deck) | (1 << int(state.hands[other]))
    for other in range(int(state.num_players)):
        if other != seat:
            state.hands[other] = draw_card(state)


CARDS_AT, HAND_AT, TABLE_AT = 0, NUM_CARDS, 2 * NUM_CARDS
SEATS_AT = TABLE_AT + 2
SEAT_SIZE = 3


@njit
def observe(rules: Any, state: Any, seat: int, out: Any) -> None:
    observer = max(seat, 0)
    for position in range(out.size):
        out[position] = 0
    for card in range(NUM_CARDS):
        out[CARDS_AT + card] = (int(state.discarded) >> card) & 1
        out[TABLE_AT] += (int(state.deck) >> card) & 1
    out[HAND_AT + int(state.hands[observer])] = 1
    out[TABLE_AT + 1] = state.passed
    players = int(state.num_players)
    for offset in range(players):
        shown = (observer + offset) % players
        at = SEATS_AT + offset * SEAT_SIZE
        out[at] = 1 if state.mover == shown and not state.over else 0
        out[at + 1] = state.points[shown]
        out[at + 2] = state.swaps[shown]
    if seat < 0:
        for shown in range(players):
            at = SEATS_AT + players * SEAT_SIZE + shown * NUM_CARDS
            out[at + int(state.hands[shown])] = 1


def blocks(players: int) -> list[Block]:
    names = ("is the mover", "points", "swaps")
    return [
        Block("discarded", NUM_CARDS, 0, 1, "cards that were played"),
        Block("hand", NUM_CARDS, 0, 1, "the card that the observer holds", public=False),
        Block("deck_left", 1, 0, NUM_CARDS, "cards in the deck"),
        Block("passed", 1, 0, 1, "the last decision was a pass"),
        *(
            Block(f"seat_{offset}", SEAT_SIZE, 0, 99, "a seat", names, public=False)
            for offset in range(players)
        ),
    ]


def layout(options: Any) -> Layout:
    parts = {"cards": (2, 2, NUM_CARDS // 2), "table": (2 + options.num_players * SEAT_SIZE,)}
    return Layout(np.dtype(np.uint8), parts, tuple(blocks(options.num_players)))


def state_layout(options: Any) -> Layout:
    seats = range(options.num_players)
    hidden = [Block(f"hand_{seat}", NUM_CARDS, 0, 1, "the card held") for seat in seats]
    return Layout.vector([*blocks(options.num_players), *hidden])


@dataclasses.dataclass(frozen=True)
class Options(CommonOptions):
    num_players: int = choice((2, 3, 1), "seats")
    bold: bool = choice((False, True), "cards of 5 and more may be doubled")
    cap: str = choice(("none", "short"), "whether a long game is cut")


def configure(state: Any, options: Options) -> None:
    state.num_players = options.num_players
    state.reward = mode_number(options.reward)
    state.random_start = options.start == "random"
    state.skip_forced = options.skip_forced
    state.bold = options.bold
    state.cap = options.cap == "short"


def num_actions(options: Options) -> int:
    return DOUBLE + 1 if options.bold else DOUBLE


def action_text(state: Any, action: int) -> str:
    return ("play", "swap", "pass", "double")[action]


def text(state: Any, seat: Any, actions: list[int]) -> str:
    lines = [f"deck {int(state.deck).bit_count()}, played {int(state.discarded):010b}"]
    for shown in range(int(state.num_players)):
        card = int(state.hands[shown]) if seat in (shown, "all") else "?"
        lines.append(f"player_{shown}: {int(state.points[shown])} points, card {card}")
    lines += [f"{action} {action_text(state, action)}" for action in actions]
    return "\n".join(lines)


def draw(state: Any, seat: Any, actions: list[int]) -> npt.NDArray[np.uint8]:
    picture = np.zeros((4, NUM_CARDS, 3), np.uint8)
    picture[0, :, 1] = [255 * (int(state.discarded) >> card & 1) for card in range(NUM_CARDS)]
    picture[0, actions, 2] = 255
    for shown in range(int(state.num_players)):
        if seat in (shown, "all"):
            picture[1 + shown, int(state.hands[shown]), 0] = 255
    return picture


VERBS: Any = {
    "reset": reset,
    "legal": legal,
    "step": step,
    "observe": observe,
    "scores": scores,
    "ranks": ranks,
    "determinize": determinize,
}
# numba's cache sees an edit of the loops, not of this file: the name must change with it
_EDITION = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]

GAME = Game(
    name="peek",
    version=0,
    title="Peek",
    STATE=STATE,
    RULES=RULES,
    Options=Options,
    max_players=MAX_PLAYERS,
    margin_scale=MARGIN_SCALE,
    longest_game=40,
    configure=configure,
    num_actions=num_actions,
    layout=layout,
    state_layout=state_layout,
    loops=bind_loops(f"peek_{_EDITION}", STATE, RULES.dtype, MAX_PLAYERS, MARGIN_SCALE, **VERBS),
    action_text=action_text,
    text=text,
    draw=draw,
    agents={},
    option_sets=(
        *covering_sets(Options),
        Options(num_players=1, bold=True, cap="short"),
        Options(num_players=3, reward="score", cap="short"),
    ),
    **VERBS,
)
