"""The rules of Toy Nim, compiled: what may happen, and what then happens."""

from typing import Any

from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.record import fill, next_seat
from fiefdom.envs.common.rng import below, start_stream
from fiefdom.envs.toy_nim.actions import NUM_ACTIONS
from fiefdom.envs.toy_nim.rules import FEWER, MOST_TAKEN, NUM_HEAPS
from fiefdom.envs.toy_nim.state import WINS


@njit
def reset(rules: Any, state: Any, seed: Any) -> None:
    """Lay out the heaps under the options already in the record."""
    start_stream(state, seed)
    for heap in range(NUM_HEAPS):
        state.heaps[heap] = int(rules.heaps[heap]) - below(state, FEWER + 1)
    fill(state.taken, 0)
    state.over = 0
    state.truncated = 0
    state.mover = below(state, int(state.num_players)) if state.random_start else 0


@njit
def stones_left(state: Any) -> int:
    """Count the stones of all heaps."""
    left = 0
    for heap in range(NUM_HEAPS):
        left += int(state.heaps[heap])
    return left


@njit
def is_legal(rules: Any, state: Any, action: int) -> bool:
    """Say whether the heap has as many stones as the action takes."""
    if action < 0 or action >= NUM_ACTIONS or state.over:
        return False
    return action % MOST_TAKEN < int(state.heaps[action // MOST_TAKEN])


@njit
def legal(rules: Any, state: Any, mask: Any) -> None:
    """Fill the mover's mask: 1 for each legal action, all 0 once the game is over."""
    for action in range(mask.size):
        mask[action] = is_legal(rules, state, action)


@njit
def play(rules: Any, state: Any, action: int) -> None:
    """Take stones; who takes the last one stays the mover."""
    heap, stones = action // MOST_TAKEN, action % MOST_TAKEN + 1
    seat = int(state.mover)
    state.heaps[heap] = int(state.heaps[heap]) - stones
    state.taken[seat] = int(state.taken[seat]) + stones
    if stones_left(state) == 0:
        state.over = 1
    else:
        state.mover = next_seat(state, seat)


@njit
def skip_last_stone(rules: Any, state: Any) -> None:
    """Take the last stone, the only decision with a single action, if the option says so."""
    if state.skip_forced and not state.over and stones_left(state) == 1:
        for heap in range(NUM_HEAPS):
            if state.heaps[heap]:
                play(rules, state, heap * MOST_TAKEN)
                return


@njit
def step(rules: Any, state: Any, action: int) -> bool:
    """Play a legal action and what is forced after it; False if it is illegal."""
    if not is_legal(rules, state, action):
        return False
    play(rules, state, action)
    skip_last_stone(rules, state)
    return True


@njit
def scores(rules: Any, state: Any, out: Any) -> None:
    """Fill 1 for each winner and 0 for all others, and for all before the end."""
    for seat in range(int(state.num_players)):
        took_last = int(state.mover) == seat
        out[seat] = 1 if state.over and took_last == (state.last == WINS) else 0


@njit
def ranks(rules: Any, state: Any, out: Any) -> None:
    """Fill the places from 1; winners share theirs, and so do losers."""
    players = int(state.num_players)
    scores(rules, state, out)
    winners = 0
    for seat in range(players):
        winners += out[seat]
    for seat in range(players):
        out[seat] = 1 if out[seat] else 1 + winners


@njit
def determinize(rules: Any, state: Any, seat: int, seed: Any) -> None:
    """Redraw what a seat cannot know: nothing but the stream."""
    start_stream(state, seed)
