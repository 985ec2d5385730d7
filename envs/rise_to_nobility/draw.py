"""A position as a picture, in the common look; Commission cards are open to their owner only."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.canvas import Box, Canvas, text_width
from fiefdom.envs.common.colours import MUTED, PANEL, SEATS, mix
from fiefdom.envs.common.draw import headline
from fiefdom.envs.rise_to_nobility.captions import LEGEND, TITLE, doing, mark
from fiefdom.envs.rise_to_nobility.cards import condition_text, event_text, rules_of
from fiefdom.envs.rise_to_nobility.city import chancery_height, draw_chancery, draw_city
from fiefdom.envs.rise_to_nobility.mats import draw_mats
from fiefdom.envs.rise_to_nobility.offers import draw_offers
from fiefdom.envs.rise_to_nobility.pieces import GOLD, city_token, crown, cube, slot, worker
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import GOODS
from fiefdom.envs.rise_to_nobility.state import EMPTY

WIDTH, HEIGHT = 1500, 1100
MARGIN, GAP = 14.0, 9.0
HEAD, NOTE, LEGEND_HEIGHT = 30.0, 24.0, 20.0
MATS = 448.0
CITY = 622.0
LETTERS = 12.0


def draw(state: Any, seat: Any) -> npt.NDArray[np.uint8]:
    """Return a position as a picture of 1100 x 1500 pixels.

    Args:
        state: a record of STATE.
        seat: whose view, whose Commission cards are open; a seat, `public` or `all`.
    """
    rules = rules_of(state)
    canvas = Canvas(WIDTH, HEIGHT)
    head, rest = canvas.box.inset(MARGIN, 8).cut_top(HEAD, 4)
    headline(canvas, head, TITLE, doing(state, rules))
    if state.events or state.num_players == 1:
        note, rest = rest.cut_top(NOTE, GAP)
        _draw_notes(canvas, note, state, rules)
    table, rest = rest.cut_top(rest.height - MATS - LEGEND_HEIGHT - GAP - 4, GAP)
    mats, legend = rest.cut_top(MATS, 4)
    chancery = chancery_height(state, rules)
    if chancery:
        table, below = table.cut_top(table.height - chancery - GAP, GAP)
        draw_chancery(canvas, below, state, rules)
    city, offers = table.cut_left(CITY, GAP)
    draw_city(canvas, city, state, rules)
    draw_offers(canvas, offers, state, rules)
    draw_mats(canvas, mats, state, seat, rules)
    _draw_legend(canvas, legend)
    return canvas.array()


def _draw_notes(canvas: Canvas, box: Box, state: Any, rules: Rules) -> None:
    """Draw the event of the round and the objectives of the solo game."""
    lines = []
    if state.event != EMPTY:
        row = rules.events[int(state.event)]
        title = f"{row.title}: " if row.title else ""
        lines.append(f"event {mark(row)} · {title}{event_text(row)}")
    elif state.events:
        lines.append("no event")
    for number in state.objectives:
        if number != EMPTY:
            row = rules.solo[int(number)]
            lines.append(f"objective {mark(row)} · {condition_text(row)}")
    for line, place in zip(lines, box.columns(len(lines), GAP), strict=True):
        canvas.panel(place, mix(GOLD, PANEL, 0.7), None, radius=8)
        canvas.write(place.inset(10, 0), line, 13, align="centre")


def _draw_legend(canvas: Canvas, box: Box) -> None:
    """Say what the signs mean, and which numbers are a guess."""
    x, y = box.left, box.centre[1]
    for good, name in enumerate(GOODS):
        cube(canvas, (x + 7, y), 13, good)
        x = _write_sign(canvas, x + 18, y, name)
    worker(canvas, (x + 7, y), 14, SEATS[0])
    x = _write_sign(canvas, x + 18, y, "Worker")
    crown(canvas, (x + 8, y), 14)
    x = _write_sign(canvas, x + 20, y, "Nobility")
    slot(canvas, Box(x, y - 7, 14, 14), is_taken=True)
    x = _write_sign(canvas, x + 18, y, "die")
    city_token(canvas, (x + 7, y), 7)
    x = _write_sign(canvas, x + 18, y, "City token")
    rest = box._replace(left=x, width=box.right - x)
    canvas.write(rest, LEGEND, LETTERS, MUTED, align="right")


def _write_sign(canvas: Canvas, x: float, y: float, words: str) -> float:
    canvas.text((x, y), words, LETTERS, MUTED)
    return x + text_width(words, LETTERS) + 14
