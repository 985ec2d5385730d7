"""A position as a picture, in the common look; everything in this game is public."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.canvas import Box, Canvas
from fiefdom.envs.common.colours import BLUE
from fiefdom.envs.common.draw import SeatLine, card, headline, score_panel, token
from fiefdom.envs.toy_nim.engine import ranks
from fiefdom.envs.toy_nim.rules import MAX_PLAYERS, NUM_HEAPS, RULES

WIDTH, HEIGHT = 720, 400
MARGIN, GAP, HEAD, SEATS = 20.0, 12.0, 32.0, 90.0
RADIUS = 14.0


def draw(state: Any, seat: Any) -> npt.NDArray[np.uint8]:
    """Return a position as a picture of 400 x 720 pixels.

    Args:
        state: a record of STATE.
        seat: whose view, marked in its panel; a seat, `public` or `all`.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    head, rest = canvas.box.inset(MARGIN).cut_top(HEAD, GAP)
    heaps, seats = rest.cut_top(rest.height - SEATS - GAP, GAP)
    headline(canvas, head, "Toy Nim", "game over" if state.over else f"player_{state.mover} takes")
    for heap, box in enumerate(heaps.columns(NUM_HEAPS, GAP)):
        draw_heap(canvas, box, int(state.heaps[heap]))
    score_panel(canvas, seats, seat_lines(state, seat), gap=GAP)
    return canvas.array()


def draw_heap(canvas: Canvas, box: Box, stones: int) -> None:
    """Draw the stones of a heap, one above the other."""
    card(canvas, box)
    for stone in range(stones):
        across, _ = box.centre
        token(canvas, (across, box.bottom - (2 * stone + 1.5) * RADIUS), RADIUS, BLUE)


def seat_lines(state: Any, seat: Any) -> list[SeatLine]:
    """Say of each seat how many stones it has taken, and who has won."""
    places = np.zeros(MAX_PLAYERS, np.int64)
    ranks(RULES[0], state, places)
    return [
        SeatLine(
            player,
            int(state.taken[player]),
            is_mover=bool(player == state.mover and not state.over),
            is_first=bool(state.over and places[player] == 1),
            note="you" if player == seat else "",
        )
        for player in range(int(state.num_players))
    ]
