"""A position as a picture, in the common look; everything in this game is public."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.canvas import Box, Canvas
from fiefdom.envs.common.colours import BLUE
from fiefdom.envs.common.draw import (
    actions_height,
    card,
    draw_actions,
    headline,
    score_panel,
    seat_lines,
    token,
)
from fiefdom.envs.common.text import victory
from fiefdom.envs.toy_nim.actions import action_text
from fiefdom.envs.toy_nim.engine import ranks
from fiefdom.envs.toy_nim.rules import MAX_PLAYERS, NUM_HEAPS, RULES, TITLE

MARGIN, GAP, HEAD, HEAPS, SEATS = 20.0, 12.0, 32.0, 214.0, 90.0
WIDTH, HEIGHT = 720, 412 + round(actions_height(3))
RADIUS = 14.0


def draw(state: Any, seat: Any, legal: list[int]) -> npt.NDArray[np.uint8]:
    """Return a position as a picture of HEIGHT x WIDTH pixels.

    Args:
        state: a record of STATE.
        seat: whose view, marked in its panel; a seat, `public` or `all`.
        legal: the mover's legal actions.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    head, rest = canvas.box.inset(MARGIN).cut_top(HEAD, GAP)
    heaps, rest = rest.cut_top(HEAPS, GAP)
    seats, actions = rest.cut_top(SEATS, GAP)
    headline(canvas, head, TITLE, "game over" if state.over else f"player_{state.mover} takes")
    for heap, box in enumerate(heaps.columns(NUM_HEAPS, GAP)):
        draw_heap(canvas, box, int(state.heaps[heap]))
    mover, first = (None, winners(state)) if state.over else (int(state.mover), [])
    taken = [int(stones) for stones in state.taken[: int(state.num_players)]]
    score_panel(canvas, seats, seat_lines(taken, mover, first, seat), gap=GAP)
    words = [f"{action} {action_text(state, action)}" for action in legal]
    draw_actions(canvas, actions, words, victory(first) if first else "")
    return canvas.array()


def draw_heap(canvas: Canvas, box: Box, stones: int) -> None:
    """Draw the stones of a heap, one above the other."""
    card(canvas, box)
    for stone in range(stones):
        across, _ = box.centre
        token(canvas, (across, box.bottom - (2 * stone + 1.5) * RADIUS), RADIUS, BLUE)


def winners(state: Any) -> list[int]:
    """Return the seats of the first place."""
    places = np.zeros(MAX_PLAYERS, np.int64)
    ranks(RULES[0], state, places)
    return [seat for seat in range(int(state.num_players)) if places[seat] == 1]
