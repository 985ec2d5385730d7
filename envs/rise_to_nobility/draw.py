"""A position as a picture, in the common look; Commission cards are open to their owner only."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.canvas import Box, Canvas, text_width
from fiefdom.envs.common.colours import MUTED, PANEL, SEATS, mix
from fiefdom.envs.common.draw import actions_height, card, draw_actions, headline
from fiefdom.envs.rise_to_nobility.captions import (
    GROUPED,
    LEGEND,
    action_groups,
    doing,
    mark,
    may_see,
    outcome,
)
from fiefdom.envs.rise_to_nobility.cards import condition_text, event_text, rules_of
from fiefdom.envs.rise_to_nobility.city import chancery_height, draw_chancery, draw_city
from fiefdom.envs.rise_to_nobility.mats import draw_mats, num_rows
from fiefdom.envs.rise_to_nobility.offers import draw_offers
from fiefdom.envs.rise_to_nobility.pieces import GOLD, city_token, crown, cube, slot, worker
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import GOODS, TITLE
from fiefdom.envs.rise_to_nobility.state import EMPTY

ACTIONS = round(actions_height(11))
WIDTH, HEIGHT = 1500, 1109 + ACTIONS
MARGIN, GAP = 14.0, 9.0
HEAD, NOTE, LEGEND_HEIGHT = 30.0, 24.0, 20.0
MATS = {1: 326.0, 2: 472.0}  # height by the number of rows
SOLO_MAT = 860.0
CITY = 622.0
LETTERS = 12.0


def draw(state: Any, seat: Any, legal: list[int]) -> npt.NDArray[np.uint8]:
    """Return a position as a picture of HEIGHT x WIDTH pixels.

    Args:
        state: a record of STATE.
        seat: whose view, whose Commission cards are open; a seat, `public` or `all`.
        legal: the mover's legal actions, as far as the viewer may know them.
    """
    rules = rules_of(state)
    canvas = Canvas(WIDTH, HEIGHT)
    head, rest = canvas.box.inset(MARGIN, 8).cut_top(HEAD, 4)
    headline(canvas, head, TITLE, doing(state, rules))
    if state.events:
        note, rest = rest.cut_top(NOTE, GAP)
        _draw_event(canvas, note, state, rules)
    height = MATS[num_rows(state)]
    below = height + GAP + ACTIONS + 4 + LEGEND_HEIGHT
    table, rest = rest.cut_top(rest.height - below - GAP, GAP)
    mats, rest = rest.cut_top(height, GAP)
    actions, legend = rest.cut_top(ACTIONS, 4)
    chancery = chancery_height(state, rules)
    if chancery:
        table, desks = table.cut_top(table.height - chancery - GAP, GAP)
        draw_chancery(canvas, desks, state, rules)
    city, offers = table.cut_left(CITY, GAP)
    draw_city(canvas, city, state, rules)
    draw_offers(canvas, offers, state, rules)
    if state.num_players == 1:
        mats, objectives = mats.cut_left(SOLO_MAT, GAP)
        _draw_objectives(canvas, objectives, state, rules)
    draw_mats(canvas, mats, state, seat, rules)
    draw_actions(canvas, actions, action_groups(state, legal), _note(state, seat), GROUPED)
    _draw_legend(canvas, legend)
    return canvas.array()


def _note(state: Any, viewer: Any) -> str:
    """Return what is said where no legal actions are shown."""
    if state.over:
        return outcome(state)
    mover = int(state.mover)
    if may_see(viewer, mover):
        return ""
    return f"the legal actions are shown to player_{mover} only"


def _draw_event(canvas: Canvas, box: Box, state: Any, rules: Rules) -> None:
    words = "no event"
    if state.event != EMPTY:
        row = rules.events[int(state.event)]
        title = f"{row.title}: " if row.title else ""
        words = f"event {mark(row)} · {title}{event_text(row)}"
    canvas.panel(box, mix(GOLD, PANEL, 0.7), None, radius=8)
    canvas.write(box.inset(10, 0), words, 13, align="centre")


def _draw_objectives(canvas: Canvas, box: Box, state: Any, rules: Rules) -> None:
    """Draw what the solo player must have reached at the end."""
    card(canvas, box)
    head, rest = box.inset(14, 10).cut_top(26, 8)
    canvas.write(head, "objectives at the end of the game", 15, bold=True)
    for number, place in zip(state.objectives, rest.rows(len(state.objectives), 8), strict=True):
        if number != EMPTY:
            row = rules.solo[int(number)]
            canvas.panel(place, mix(GOLD, PANEL, 0.7), None, radius=8)
            name, words = place.inset(12, 4).cut_left(46)
            canvas.write(name, mark(row), 12, MUTED)
            canvas.write(words, condition_text(row), 15, lines=2)


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
