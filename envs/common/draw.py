"""The common look of the pictures: the pieces that games share, drawn on a canvas."""

from collections.abc import Sequence
from typing import NamedTuple

from fiefdom.envs.common.canvas import BOLD, Box, Canvas, Point, text_width
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
from fiefdom.envs.common.text import LEGAL_ACTIONS, and_more

ACTION_SIZES = (15.0, 14.0, 13.0, 12.5, 12.0, 11.5, 11.0)  # of the letters of legal actions
ACTION_ROW, ACTION_GAP = 1.35, 26.0  # height of a line of them, by its letters; between columns
ACTION_HEAD, ACTION_SIDES, ACTION_ENDS = 22.0, 14.0, 8.0
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

    @property
    def marks(self) -> list[str]:
        """What is said beside its name."""
        marks = {"to move": self.is_mover, "winner": self.is_first, self.note: bool(self.note)}
        return [mark for mark, holds in marks.items() if holds]


def seat_lines(
    scores: Sequence[int], mover: int | None, first: Sequence[int], viewer: object
) -> list[SeatLine]:
    """Return the lines of all seats.

    Args:
        scores: their points.
        mover: the seat to move, if there is one.
        first: the winners of a finished game.
        viewer: whose view it is.
    """
    return [
        SeatLine(seat, score, seat == mover, seat in first, "you" if seat == viewer else "")
        for seat, score in enumerate(scores)
    ]


def seat_card(canvas: Canvas, box: Box, line: SeatLine) -> None:
    """Draw the panel of a seat, framed in its colour if it is to move or has won."""
    card(canvas, box)
    if line.is_mover or line.is_first:
        canvas.panel(box, None, SEATS[line.seat], 3)


def score_panel(
    canvas: Canvas, box: Box, seats: Sequence[SeatLine], down: bool = False, gap: float = 12.0
) -> list[Box]:
    """Draw a panel for each seat, side by side or `down`; return what is free in each of them."""
    parts = box.rows(len(seats), gap) if down else box.columns(len(seats), gap)
    return [_seat_panel(canvas, part, line) for part, line in zip(parts, seats, strict=True)]


def _seat_panel(canvas: Canvas, box: Box, line: SeatLine) -> Box:
    colour = SEATS[line.seat]
    seat_card(canvas, box, line)
    inner = box.inset(12, 8)
    head, free = inner.cut_top(34, 6)
    token(canvas, (head.left + 15, head.centre[1]), 15, colour, str(line.seat))
    names = head.cut_left(38)[1]
    score = str(line.score)
    score_width = text_width(score, 26) + 8
    canvas.text((head.right, head.centre[1]), score, 26, bold=True, align="right")
    names = names._replace(width=names.width - score_width)
    if line.marks:
        names, below = names.cut_top(19)
        canvas.write(below, " · ".join(line.marks), 11.5, MUTED)
    canvas.write(names, f"player_{line.seat}", 15, bold=True)
    canvas.line([(free.left, free.top - 3), (free.right, free.top - 3)], LINE)
    return free


def headline(canvas: Canvas, box: Box, title: str, words: str) -> None:
    """Write a game's title on the left, and what is going on on the right."""
    width = text_width(title, 22) * (1 + BOLD) + 24
    canvas.write(box, title, 22, bold=True)
    canvas.write(box.cut_left(width)[1], words, 15, MUTED, align="right")


def actions_height(rows: int) -> float:
    """Return the height of a panel with so many rows of legal actions in the smallest letters."""
    return ACTION_HEAD + 2 * ACTION_ENDS + rows * ACTION_SIZES[-1] * ACTION_ROW


def draw_actions(
    canvas: Canvas, box: Box, texts: Sequence[str], note: str = "", hint: str = ""
) -> None:
    """Draw the legal actions in words, as many as fit; where there are none, a note in their place.

    Args:
        canvas: the picture.
        box: where the panel is.
        texts: what each action means.
        note: such as who has won.
        hint: how the texts are to be read.
    """
    inner = box.inset(ACTION_SIDES, ACTION_ENDS)
    if texts:
        card(canvas, box)
        head, rest = inner.cut_top(ACTION_HEAD)
        canvas.write(head, LEGAL_ACTIONS, 14, bold=True)
        canvas.write(head, hint, 11.5, MUTED, align="right")
        _list_actions(canvas, rest, [text.strip() for text in texts])
    elif note:
        card(canvas, box)
        canvas.write(inner, note, 20, align="centre")


def _list_actions(canvas: Canvas, box: Box, texts: list[str]) -> None:
    size, columns = in_columns(texts, box)
    left = box.left
    for column in columns:
        for row, text in enumerate(column):
            canvas.text((left, box.top + (row + 0.5) * size * ACTION_ROW), text, size)
        left += _width(column, size) + ACTION_GAP


def in_columns(texts: list[str], box: Box) -> tuple[float, list[list[str]]]:
    """Return the size of the letters, and the columns by which whole texts fit into a box.

    What does not fit even in the smallest letters is counted in the last entry.
    """
    for size in ACTION_SIZES:
        columns = _columns(texts, size, box.height)
        if _fits(columns, size, box.width):
            return size, columns
    most = len(texts) - 1
    while most > 1 and not _fits(columns, size, box.width):
        columns = _columns(and_more(texts, most), size, box.height)
        most -= 1
    return size, columns


def _columns(texts: list[str], size: float, height: float) -> list[list[str]]:
    rows = max(1, int(height / (size * ACTION_ROW) + 1e-6))
    return [texts[start : start + rows] for start in range(0, len(texts), rows)]


def _width(column: list[str], size: float) -> float:
    return max(text_width(text, size) for text in column)


def _fits(columns: list[list[str]], size: float, width: float) -> bool:
    gaps = ACTION_GAP * (len(columns) - 1)
    return sum(_width(column, size) for column in columns) + gaps <= width
