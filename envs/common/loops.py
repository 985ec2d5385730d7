"""Loops over many games, each written once; `bind_loops` compiles them for one game.

A game is one row of a `uint8 (N, STATE.itemsize)` buffer; the rules are the bytes of one `RULES`
record. Each compiled loop contains the whole engine and costs its compile time again: keep them
few. All arrays are filled in place and nothing is allocated in a step, but for a few scratch rows
in a call.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common import rng
from fiefdom.envs.common.bits import BYTE_SUM, ONE, TOP_BYTE
from fiefdom.envs.common.jit import bind, borrow, njit, njit_modular, njit_modular_inline
from fiefdom.envs.common.rewards import MARGIN, SCORE, WIN, add_margins, pay_places

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Seeds = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

LAST_MOVER = -1  # final_seat: show the last position to whoever moved last
EVERYONE = -1  # seat of view: the position with all secrets, for state()

# The names below stand for the game's own verbs and dtypes, which `bind` puts in their place.
STATE: Any = None
RULES: Any = None
MAX_PLAYERS = 0
MARGIN_SCALE = 1.0


def reset(rules: Any, state: Any, seed: Any) -> None:
    """Stand for the game's verb of this name."""


def legal(rules: Any, state: Any, mask: Any) -> None:
    """Stand for the game's verb of this name."""


def step(rules: Any, state: Any, action: int) -> bool:
    """Stand for the game's verb of this name."""
    raise NotImplementedError


def observe(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Stand for the game's verb of this name."""


def scores(rules: Any, state: Any, out: Any) -> None:
    """Stand for the game's verb of this name."""


def ranks(rules: Any, state: Any, out: Any) -> None:
    """Stand for the game's verb of this name."""


def determinize(rules: Any, state: Any, seat: int, seed: Any) -> None:
    """Stand for the game's verb of this name."""


def play_action(*arguments: Any) -> bool:
    """Stand for play_in_game, compiled for the game."""
    raise NotImplementedError


def finish(*arguments: Any) -> None:
    """Stand for finish_game, compiled for the game."""


def redeal(book: Any, state: Any, seeds: Seeds, row: int) -> None:
    """Stand for redeal_game, compiled for the game."""


def reset_games(rules: Bytes, states: Bytes, rows: Ints, seeds: Seeds, mover: Ints) -> None:
    """Deal a new game in each of the given rows."""
    book = borrow(rules.view(RULES))[0]
    games = borrow(states.reshape(-1).view(STATE))
    for index in range(rows.size):
        row = rows[index]
        state = games[row]
        reset(book, state, seeds[row])
        mover[row] = state.mover


def play_in_game(
    book: Any,
    state: Any,
    action: int,
    points: Ints,
    before: Ints,
    rewards: Floats,
    ended: Bytes,
) -> bool:
    """Play an action; fill what it pays and whether the game is over. False if it is illegal."""
    players = int(state.num_players)
    mode = int(state.reward)
    if mode == SCORE:
        scores(book, state, before)
    if not step(book, state, action):
        return False
    ended[0] = state.over != 0
    ended[1] = state.truncated
    for seat in range(players):
        rewards[seat] = 0.0
    if mode == SCORE:
        scores(book, state, points)
        add_margins(points, players, 1.0 / MARGIN_SCALE, rewards)
        add_margins(before, players, -1.0 / MARGIN_SCALE, rewards)
    return True


def finish_game(
    book: Any,
    state: Any,
    viewer: int,
    points: Ints,
    places: Ints,
    rewards: Floats,
    final_observation: npt.NDArray[Any],
    finals: Ints,
) -> None:
    """Pay the end of one game; leave its last observation, its scores and its ranks."""
    players = int(state.num_players)
    scores(book, state, points)
    ranks(book, state, places)
    if int(state.reward) == WIN:
        pay_places(places, players, rewards)
    elif int(state.reward) == MARGIN:
        add_margins(points, players, 1.0 / MARGIN_SCALE, rewards)
    for seat in range(players):
        finals[0, seat] = points[seat]
        finals[1, seat] = places[seat]
    observe(book, state, viewer, final_observation)


def redeal_game(book: Any, state: Any, seeds: Seeds, row: int) -> None:
    """Deal a row's game anew, under the seed that follows."""
    seeds[row] = rng.next_seed(seeds[row])
    reset(book, state, seeds[row])


def step_games(
    rules: Bytes,
    states: Bytes,
    rows: Ints,
    actions: Ints,
    seeds: Seeds,
    restart: bool,
    final_seat: Ints,
    observation: npt.NDArray[Any],
    mask: Bytes,
    mover: Ints,
    rewards: Floats,
    ended: Bytes,
    final_observation: npt.NDArray[Any],
    finals: Ints,
) -> int:
    """Play one action in each of the given rows; return how many were legal.

    A row whose action is illegal is left as it is. A finished game leaves its last observation (as
    `final_seat` sees it), its scores and its ranks, and is dealt anew if `restart`.
    """
    observation, mask, ended = borrow(observation), borrow(mask), borrow(ended)
    rewards, shown, finals = borrow(rewards), borrow(final_observation), borrow(finals)
    book = borrow(rules.view(RULES))[0]
    games = borrow(states.reshape(-1).view(STATE))
    points, others = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    played = 0
    for row in rows:
        state = games[row]
        viewer = final_seat[row] if final_seat[row] != LAST_MOVER else int(state.mover)
        if play_action(book, state, actions[row], points, others, rewards[row], ended[row]):
            played += 1
            if state.over:
                finish(book, state, viewer, points, others, rewards[row], shown[row], finals[row])
                if restart:
                    redeal(book, state, seeds, row)
            mover[row] = state.mover
            observe(book, state, mover[row], observation[row])
            legal(book, state, mask[row])
    return played


def view_games(
    rules: Bytes,
    states: Bytes,
    rows: Ints,
    seats: Ints,
    observation: npt.NDArray[Any],
    mask: Bytes,
) -> None:
    """Show each of the given rows to a seat; everybody but the mover gets an empty mask."""
    observation, mask = borrow(observation), borrow(mask)
    book = borrow(rules.view(RULES))[0]
    games = borrow(states.reshape(-1).view(STATE))
    for index in range(rows.size):
        row = rows[index]
        state = games[row]
        observe(book, state, seats[row], observation[row])
        if seats[row] == int(state.mover):
            legal(book, state, mask[row])
        else:
            for action in range(mask.shape[1]):
                mask[row, action] = 0


def determinize_games(rules: Bytes, states: Bytes, rows: Ints, seats: Ints, seeds: Seeds) -> None:
    """Redraw, in each of the given rows, what its seat cannot know, and all chance to come."""
    book = borrow(rules.view(RULES))[0]
    games = borrow(states.reshape(-1).view(STATE))
    for index in range(rows.size):
        row = rows[index]
        determinize(book, games[row], seats[row], seeds[row])


def play_randomly(
    rules: Bytes,
    states: Bytes,
    seeds: Seeds,
    streams: Seeds,
    steps: int,
    mask: Bytes,
    words: Seeds,
) -> int:
    """Play `steps` random legal decisions in every game, without observations.

    Finished games restart; return how many ended. `words` are the bytes of `mask` as uint64.
    """
    mask = borrow(mask)
    book = borrow(rules.view(RULES))[0]
    games = borrow(states.reshape(-1).view(STATE))
    ended = 0
    for row in range(states.shape[0]):
        state = games[row]
        for _ in range(steps):
            legal(book, state, mask[row])
            step(book, state, pick(words, row, streams))
            if state.over:
                ended += 1
                redeal(book, state, seeds, row)
    return ended


WORD = 8  # mask rows are a multiple of this many bytes
WORD_SHIFT = np.uint64(3)  # a word is 2^3 bytes, a byte 2^3 bits
WORD_MASK = np.uint64(WORD - 1)
GUESSES = 3
BYTE_HIGH = np.uint64(0x8080808080808080)
BYTE_SHIFT = np.uint64(7)


@njit_modular
def count_ones(word: Any) -> int:
    """Count the ones in a word of eight bytes that are 0 or 1 (one multiplication)."""
    return np.int64((word * BYTE_SUM) >> TOP_BYTE)  # type: ignore[return-value]


@njit_modular
def pick_counting(words: Seeds, row: int, streams: Seeds) -> int:
    """Return a legal action of a row as `pick` does, by counting the legal ones."""
    total = 0
    for position in range(words.shape[1]):
        total += count_ones(words[row, position])
    if total == 0:
        return -1
    streams[row] = rng.next_seed(streams[row])
    left = (np.int64(streams[row] >> rng.SHIFT_32) * total) >> 32
    position = 0
    ones = count_ones(words[row, 0])
    while left >= ones:
        left -= ones
        position += 1
        ones = count_ones(words[row, position])
    before = words[row, position] * BYTE_SUM  # in each byte: the ones up to and with it
    reached = ((np.uint64(left) * BYTE_SUM) | BYTE_HIGH) - before
    return position * WORD + count_ones((reached & BYTE_HIGH) >> BYTE_SHIFT)


@njit_modular_inline
def pick(words: Seeds, row: int, streams: Seeds) -> int:
    """Return a legal action of a row, each equally likely, and advance its stream; -1 if none is.

    Guesses a few times, which is all that a well filled mask needs, then counts. Takes masks as
    words of eight bytes: a byte-wise pick costs more than a step of a small game.
    """
    width = np.uint64(words.shape[1] * WORD)
    for _ in range(GUESSES):
        streams[row] = rng.next_seed(streams[row])
        action = ((streams[row] >> rng.SHIFT_32) * width) >> rng.SHIFT_32
        word = words[row, np.int64(action >> WORD_SHIFT)]
        if (word >> ((action & WORD_MASK) << WORD_SHIFT)) & ONE:
            return np.int64(action)  # type: ignore[return-value]
    return pick_counting(words, row, streams)


@njit
def pick_games(words: Seeds, rows: Ints, streams: Seeds, actions: Ints) -> None:
    """Fill one random legal action for each of the given rows of masks."""
    for index in range(rows.size):
        actions[rows[index]] = pick(words, rows[index], streams)


@njit
def first_illegal(mask: Bytes, num_actions: int, rows: Ints, actions: Ints) -> int:
    """Return the first of the given rows whose action is not legal, -1 if all are."""
    for index in range(rows.size):
        action = actions[rows[index]]
        if action < 0 or action >= num_actions or mask[rows[index], action] == 0:
            return int(rows[index])
    return -1


class Loops(NamedTuple):
    """The compiled entry points of one game."""

    reset: Callable[..., None]
    step: Callable[..., int]
    view: Callable[..., None]
    determinize: Callable[..., None]
    play_randomly: Callable[..., int]


def bind_loops(
    game: str,
    state_dtype: np.dtype[Any],
    rules_dtype: np.dtype[Any],
    max_players: int,
    margin_scale: float,
    **verbs: Callable[..., Any],
) -> Loops:
    """Compile (on first use) every loop against a game's verbs."""
    names: dict[str, Any] = {
        "STATE": state_dtype,
        "RULES": rules_dtype,
        "MAX_PLAYERS": max_players,
        "MARGIN_SCALE": margin_scale,
        **verbs,
    }
    # compiled apart: inlined into each loop they would cost their compile time again
    names["finish"] = bind(finish_game, game, **names)
    names["redeal"] = bind(redeal_game, game, **names)
    names["play_action"] = bind(play_in_game, game, inline=True, **names)
    return Loops(
        bind(reset_games, game, **names),
        bind(step_games, game, **names),
        bind(view_games, game, **names),
        bind(determinize_games, game, **names),
        bind(play_randomly, game, **names),
    )
