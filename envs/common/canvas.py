"""The canvas of all pictures: boxes, smooth shapes, and text that fits.

Pillow draws; it is loaded with the first canvas. All lengths are in pixels of the finished picture,
from its upper left corner.
"""

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.colours import BACKGROUND, LINE, PANEL, TEXT, Colour, is_clear
from fiefdom.envs.common.extras import load_extra

if TYPE_CHECKING:
    from PIL import ImageFont

SMOOTH = 4  # a canvas is drawn this many times as large, then reduced
RADIUS = 10.0  # of the corners of panels
LINE_HEIGHT = 1.22  # of the size of its letters
SMALLEST = 9.0
BOLD = 0.022  # width of the stroke around bold letters, as a share of their size
ALIGN = {"left": ("lm", 0.0), "centre": ("mm", 0.5), "right": ("rm", 1.0)}

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle, and how it is divided into others."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def inset(self, sides: float, ends: float | None = None) -> "Box":
        """Return the box without a margin, `ends` of it above and below."""
        down = sides if ends is None else ends
        return Box(
            self.left + sides, self.top + down, self.width - 2 * sides, self.height - 2 * down
        )

    def cut_top(self, height: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Return the upper part of a height, and the rest below a gap."""
        used = height + gap
        return self._replace(height=height), self._replace(
            top=self.top + used, height=self.height - used
        )

    def cut_left(self, width: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Return the left part of a width, and the rest after a gap."""
        used = width + gap
        return self._replace(width=width), self._replace(
            left=self.left + used, width=self.width - used
        )

    def columns(self, number: int, gap: float = 0.0) -> list["Box"]:
        """Return equal parts side by side."""
        width = (self.width - gap * (number - 1)) / number
        return [
            self._replace(left=self.left + part * (width + gap), width=width)
            for part in range(number)
        ]

    def rows(self, number: int, gap: float = 0.0) -> list["Box"]:
        """Return equal parts one below the other."""
        height = (self.height - gap * (number - 1)) / number
        return [
            self._replace(top=self.top + part * (height + gap), height=height)
            for part in range(number)
        ]


def square(centre: Point, side: float) -> Box:
    """Return a square around a point."""
    return Box(centre[0] - side / 2, centre[1] - side / 2, side, side)


def _pillow(module: str) -> Any:
    return load_extra(f"PIL.{module}", "render", "pictures need")


@functools.cache
def _font(size: int) -> "ImageFont.FreeTypeFont":
    """Return the font that comes with Pillow, laid out alike with and without libraqm."""
    fonts = _pillow("ImageFont")
    font: ImageFont.FreeTypeFont = fonts.load_default(size).font_variant(
        layout_engine=fonts.Layout.BASIC
    )
    return font


def text_width(words: str, size: float) -> float:
    """Return how wide a line of text is."""
    return _font(round(size * SMOOTH)).getlength(words) / SMOOTH


def _wrap(words: str, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@functools.lru_cache(4096)
def fit(
    words: str, width: float, height: float, size: float, most_lines: int
) -> tuple[float, tuple[str, ...]]:
    """Return the size, at most the wanted one, and the lines by which a text fits.

    What is too long even in the smallest letters ends in dots.
    """
    size = max(SMALLEST, min(size, height))
    while True:
        room = max(1, min(most_lines, int((height / size - 1) / LINE_HEIGHT) + 1))
        lines = _wrap(words, size, width)
        fits = all(text_width(line, size) <= width for line in lines)
        if size <= SMALLEST or (fits and len(lines) <= room):
            break
        size = max(SMALLEST, size - 0.5)
    last = [" ".join(lines[room - 1 :])] if len(lines) >= room else []
    return size, tuple(_cut(line, size, width) for line in (*lines[: room - 1], *last))


def _cut(line: str, size: float, width: float) -> str:
    if text_width(line, size) <= width:
        return line
    while line and text_width(line + "…", size) > width:
        line = line[:-1]
    return line.rstrip() + "…"


class Canvas:
    """A picture being drawn; later shapes lie on top of earlier ones.

    Args:
        width: of the picture.
        height: of the picture.
        background: its colour.
    """

    def __init__(self, width: int, height: int, background: Colour = BACKGROUND) -> None:
        size = (width * SMOOTH, height * SMOOTH)
        self.box = Box(0, 0, width, height)
        self._image = _pillow("Image").new("RGB", size, background)
        pen = _pillow("ImageDraw").Draw
        self._pen, self._glaze = pen(self._image), pen(self._image, "RGBA")

    def _pen_for(self, *colours: Colour | None) -> Any:
        """Return the pen that lets colours shine through only if needed: it is six times slower."""
        return self._glaze if any(colour and is_clear(colour) for colour in colours) else self._pen

    def panel(
        self,
        box: Box,
        fill: Colour | None = PANEL,
        edge: Colour | None = LINE,
        width: float = 1.0,
        radius: float = RADIUS,
    ) -> None:
        """Draw a rectangle with round corners; its edge lies inside of the box."""
        corners = [round(value * SMOOTH) for value in (box.left, box.top, box.right, box.bottom)]
        corners[2:] = [value - 1 for value in corners[2:]]  # Pillow draws the last pixel too
        thick = round(width * SMOOTH) if edge else 0
        self._pen_for(fill, edge).rounded_rectangle(corners, radius * SMOOTH, fill, edge, thick)

    def circle(
        self,
        centre: Point,
        radius: float,
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a disc."""
        middle = [value * SMOOTH for value in centre]
        corners = [value - radius * SMOOTH for value in middle]
        corners += [value + radius * SMOOTH for value in middle]
        self._pen_for(fill, edge).ellipse(corners, fill, edge, round(width * SMOOTH) if edge else 0)

    def polygon(
        self,
        points: Sequence[Point],
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a filled shape through points; its edge has round corners."""
        at = [(x * SMOOTH, y * SMOOTH) for x, y in points]
        if fill:
            self._pen_for(fill).polygon(at, fill)
        if edge:
            self.line([*points, points[0]], edge, width)

    def line(self, points: Sequence[Point], colour: Colour, width: float = 1.0) -> None:
        """Draw a line through points with round joints and ends."""
        at = [(x * SMOOTH, y * SMOOTH) for x, y in points]
        self._pen_for(colour).line(at, colour, round(width * SMOOTH), "curve")
        if not is_clear(colour):  # its ends would be seen twice
            for end in (points[0], points[-1]):
                self.circle(end, width / 2, colour)

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        colour: Colour = TEXT,
        bold: bool = False,
        align: str = "left",
    ) -> None:
        """Write one line, `at` being the middle of its height."""
        anchor = ALIGN[align][0]
        where = (at[0] * SMOOTH, at[1] * SMOOTH)
        stroke = round(size * SMOOTH * BOLD) if bold else 0
        font = _font(round(size * SMOOTH))
        self._pen_for(colour).text(where, words, colour, font, anchor, stroke_width=stroke)

    def write(
        self,
        box: Box,
        words: str,
        size: float,
        colour: Colour = TEXT,
        bold: bool = False,
        align: str = "left",
        lines: int = 1,
    ) -> None:
        """Write in the middle of a box's height what fits into it, in smaller letters if need be."""
        size, texts = fit(words, box.width, box.height, size, lines)
        x = box.left + ALIGN[align][1] * box.width
        y = box.centre[1] - (len(texts) - 1) * size * LINE_HEIGHT / 2
        for text in texts:
            self.text((x, y), text, size, colour, bold, align)
            y += size * LINE_HEIGHT

    def stamp(self, other: "Canvas", left: float, top: float, quarter_turns: int = 0) -> None:
        """Put another canvas on this one, turned clockwise; what is shown often is drawn once."""
        image = other._image
        if quarter_turns % 4:
            turns = _pillow("Image").Transpose
            ways = (turns.ROTATE_270, turns.ROTATE_180, turns.ROTATE_90)
            image = image.transpose(ways[quarter_turns % 4 - 1])
        self._image.paste(image, (round(left * SMOOTH), round(top * SMOOTH)))

    def array(self) -> npt.NDArray[np.uint8]:
        """Return the finished picture, uint8 (height, width, 3)."""
        return np.array(self._image.reduce(SMOOTH))
