"""The common look of the pictures: the pieces that games share, drawn on a canvas."""

from collections.abc import Sequence
from typing import NamedTuple

from fiefdom.envs.common.canvas import BOLD, Box, Canvas, Point, square, text_width
from fiefdom.envs.common.colours import (
    LINE,
    MUTED,
    PANEL,
    SEATS,
    SHADOW,
    TEXT,
    Colour,
    ink_on,
    mix,
)

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def card(canvas: Canvas, box: Box, fill: Colour = PANEL, edge: Colour = LINE) -> None:
    """Draw a panel with a soft shadow below it."""
    canvas.panel(box._replace(top=box.top + 2), SHADOW, None)
    canvas.panel(box, fill, edge)


def die(canvas: Canvas, box: Box, number: int, colour: Colour) -> None:
    """Draw a die of a colour that shows a number as pips."""
    side = box.width
    canvas.panel(box._replace(top=box.top + side / 24), SHADOW, None, radius=side / 5)
    canvas.panel(box, colour, mix(colour, TEXT, 0.35), side / 40, side / 5)
    x, y = box.centre
    for across, down in PIPS[number]:
        canvas.circle((x + across * side / 4, y + down * side / 4), side / 11, ink_on(colour))


def token(canvas: Canvas, centre: Point, radius: float, colour: Colour, label: str = "") -> None:
    """Draw a round piece of a colour with a short label on it."""
    canvas.circle(centre, radius, colour, mix(colour, TEXT, 0.35), max(1.0, radius / 12))
    canvas.text(centre, label, radius * 1.15, ink_on(colour), bold=True, align="centre")


def pile(canvas: Canvas, box: Box, num_cards: int, colour: Colour) -> Box:
    """Draw a pile of cards of which up to three show their edges; return its topmost card."""
    step = 3.0
    top = Box(box.left, box.top, box.width - 2 * step, box.height - 2 * step)
    for level in range(min(num_cards, 3) - 1, -1, -1):
        lower = top._replace(left=top.left + level * step, top=top.top + level * step)
        canvas.panel(lower, colour, mix(colour, TEXT, 0.45), 1, 6)
    if not num_cards:
        canvas.panel(top, None, LINE, 1.5, 6)
    return top


class SeatLine(NamedTuple):
    """What the score panel says of a seat."""

    seat: int
    score: int
    is_mover: bool = False
    is_first: bool = False  # a finished game's winner
    note: str = ""  # such as "you"


def score_panel(
    canvas: Canvas, box: Box, seats: Sequence[SeatLine], down: bool = False, gap: float = 12.0
) -> list[Box]:
    """Draw a panel for each seat, side by side or `down`; return what is free in each of them."""
    parts = box.rows(len(seats), gap) if down else box.columns(len(seats), gap)
    return [_seat_panel(canvas, part, line) for part, line in zip(parts, seats, strict=True)]


def _seat_panel(canvas: Canvas, box: Box, line: SeatLine) -> Box:
    colour = SEATS[line.seat]
    card(canvas, box)
    if line.is_mover or line.is_first:
        canvas.panel(box, None, colour, 3)
    inner = box.inset(12, 8)
    head, free = inner.cut_top(34, 6)
    token(canvas, (head.left + 15, head.centre[1]), 15, colour, str(line.seat))
    names = head.cut_left(38)[1]
    score = str(line.score)
    score_width = text_width(score, 26) + 8
    canvas.text((head.right, head.centre[1]), score, 26, bold=True, align="right")
    names = names._replace(width=names.width - score_width)
    marks = ["to move"] * line.is_mover + ["winner"] * line.is_first + [line.note] * bool(line.note)
    if marks:
        names, below = names.cut_top(19)
        canvas.write(below, " · ".join(marks), 11.5, MUTED)
    canvas.write(names, f"player_{line.seat}", 15, bold=True)
    canvas.line([(free.left, free.top - 3), (free.right, free.top - 3)], LINE)
    return free


def headline(canvas: Canvas, box: Box, title: str, words: str) -> None:
    """Write a game's title on the left, and what is going on on the right."""
    width = text_width(title, 22) * (1 + BOLD) + 24
    canvas.write(box, title, 22, bold=True)
    canvas.write(box.cut_left(width)[1], words, 15, MUTED, align="right")


def legend(canvas: Canvas, box: Box, entries: Sequence[tuple[Colour, str]]) -> None:
    """Write what colours mean, in one line."""
    size, swatch, gap = 12.0, 12.0, 18.0
    needed = sum(swatch + 6 + text_width(words, size) + gap for _, words in entries) - gap
    shrink = min(1.0, box.width / needed)
    x = box.left
    for colour, words in entries:
        side = swatch * shrink
        canvas.panel(square((x + side / 2, box.centre[1]), side), colour, None, radius=3)
        x += side + 6 * shrink
        canvas.text((x, box.centre[1]), words, size * shrink, MUTED)
        x += text_width(words, size * shrink) + gap * shrink
