"""A position as a picture, in the common look, and the table of all tiles."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.carcassonne.board import (
    draw_board,
    draw_mark,
    mark_reconstructed,
    tile_canvas,
)
from fiefdom.envs.carcassonne.captions import GROUPED, action_lines, doing, winners
from fiefdom.envs.carcassonne.panels import (
    GAP,
    LEGEND_HEIGHT,
    SUPPLY_HEIGHT,
    draw_legend,
    draw_seats,
    draw_supply,
    draw_undrawn,
)
from fiefdom.envs.carcassonne.rules import ABBEY, NUM_TYPES, QUARTER_TURNS, TITLE
from fiefdom.envs.carcassonne.tiles import TILES
from fiefdom.envs.common.canvas import Box, Canvas
from fiefdom.envs.common.colours import MUTED
from fiefdom.envs.common.draw import actions_height, draw_actions, headline
from fiefdom.envs.common.text import victory

BOARD, SIDE_WIDTH, MARGIN, HEAD = 990, 388, 14, 30
ACTIONS = round(actions_height(10))
WIDTH, HEIGHT = BOARD + SIDE_WIDTH + 3 * MARGIN, BOARD + HEAD + ACTIONS + 4 * MARGIN
TILE_SIDES = (8, 1000)  # allowed sizes of a tile's picture
COLUMNS = 9
RECONSTRUCTED = "reconstructed: no description of these tiles is known, they are a guess"
TABLE_TILE, TABLE_GAP, TABLE_LABEL = 112, 14, 44


def draw(state: Any, seat: Any, legal: list[int]) -> npt.NDArray[np.uint8]:
    """Return a position as a picture of HEIGHT x WIDTH pixels; the tiles are as large as they fit.

    Args:
        state: a record of STATE.
        seat: whose view, marked in its panel; a seat, `public` or `all`.
        legal: the mover's legal actions.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    head, rest = canvas.box.inset(MARGIN).cut_top(HEAD, MARGIN)
    table, actions = rest.cut_top(BOARD, MARGIN)
    board, side = table.cut_left(BOARD, MARGIN)
    headline(canvas, head, TITLE, doing(state))
    draw_board(canvas, board, state)
    supply, rest = side.cut_top(SUPPLY_HEIGHT, GAP)
    seats, legend = rest.cut_top(rest.height - LEGEND_HEIGHT - GAP, GAP)
    draw_supply(canvas, supply, state)
    free = draw_seats(canvas, seats, state, seat)
    draw_undrawn(canvas, free, state)
    draw_legend(canvas, legend, state)
    outcome = victory(winners(state)) if state.over else ""
    draw_actions(canvas, actions, action_lines(state, legal), outcome, GROUPED)
    return canvas.array()


def draw_tile(kind: int, turns: int = 0, size: int = 120) -> npt.NDArray[np.uint8]:
    """Return a kind of tile after clockwise quarter turns as a square picture.

    Raises:
        ValueError: if there is no such kind, rotation or size.
    """
    for name, number, (least, most) in (
        ("kind", kind, (0, NUM_TYPES - 1)),
        ("turns", turns, (0, QUARTER_TURNS - 1)),
        ("size", size, TILE_SIDES),
    ):
        if not least <= number <= most:
            raise ValueError(f"{name}={number}; allowed: {least} to {most}")
    canvas = Canvas(size, size)
    canvas.stamp(tile_canvas(kind, turns, size), 0, 0)
    mark_reconstructed(canvas, canvas.box, kind)
    return canvas.array()


def draw_tile_table() -> npt.NDArray[np.uint8]:
    """Return a picture of every kind of tile with its name and how many there are."""
    rows = -(-NUM_TYPES // COLUMNS)
    step, height = TABLE_TILE + TABLE_GAP, TABLE_TILE + TABLE_LABEL
    canvas = Canvas(COLUMNS * step + TABLE_GAP, rows * height + TABLE_GAP + HEAD)
    for kind, tile in enumerate(TILES):
        row, column = divmod(kind, COLUMNS)
        box = Box(TABLE_GAP + column * step, TABLE_GAP + row * height, TABLE_TILE, TABLE_TILE)
        canvas.stamp(tile_canvas(kind, 0, TABLE_TILE), box.left, box.top)
        mark_reconstructed(canvas, box, kind)
        label = box._replace(top=box.bottom + 3, height=18)
        canvas.write(label, tile.id, 14, bold=True)
        number = "1 a player" if kind == ABBEY else f"x {tile.copies}"
        canvas.write(label, number, 13, MUTED, align="right")
    foot = canvas.box.inset(TABLE_GAP, 0)
    foot = foot._replace(top=canvas.box.bottom - HEAD - 8, height=HEAD)
    draw_mark(canvas, (foot.left + 9, foot.centre[1]), 9)
    canvas.write(foot.cut_left(26)[1], RECONSTRUCTED, 13)
    return canvas.array()
