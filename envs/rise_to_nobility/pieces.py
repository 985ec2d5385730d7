"""The small pieces of the picture: cubes, coins, Workers, Houses, slots for dice, City tokens."""

from collections.abc import Sequence

from fiefdom.envs.common.canvas import Box, Canvas, Point, square
from fiefdom.envs.common.colours import LINE, MUTED, PANEL, TEXT, Colour, ink_on, mix
from fiefdom.envs.rise_to_nobility.rules import GOOD_LETTERS

GOOD_COLOURS = ("#f6f3ea", "#57a46c", "#c2493c", "#4671bd", "#e5be3f", "#8b6243")
GOLD = "#e0ab35"
STONE = "#8c8f96"  # of Stone Council tiles and taken slots
PURPLE = "#6d4a8c"  # of Nobility
BACK = "#5b4c6b"  # of Commission cards
LEVEL_COLOURS = ("#a9b7a0", "#6f8a6a")  # of Settlers cards
SLOT_FREE = "#f3efe6"


def cube(canvas: Canvas, centre: Point, side: float, good: int) -> None:
    """Draw a cube of a Good with its letter."""
    colour = GOOD_COLOURS[good]
    canvas.panel(square(centre, side), colour, mix(colour, TEXT, 0.45), 1, side / 5)
    canvas.text(centre, GOOD_LETTERS[good], side * 0.68, ink_on(colour), bold=True, align="centre")


def cubes(canvas: Canvas, box: Box, numbers: Sequence[int], side: float) -> None:
    """Draw Goods that are asked for in the middle of a box, a cube each."""
    wanted = [good for good, number in enumerate(numbers) for _ in range(number)]
    if not wanted:
        canvas.write(box, "no Goods", 10, MUTED, align="centre")
        return
    step = min(side + 2, box.width / len(wanted))
    x, y = box.centre
    x -= step * (len(wanted) - 1) / 2
    for place, good in enumerate(wanted):
        cube(canvas, (x + place * step, y), min(side, step - 1), good)


def coin(canvas: Canvas, centre: Point, radius: float, label: str) -> None:
    """Draw a coin with a number."""
    canvas.circle(centre, radius, GOLD, mix(GOLD, TEXT, 0.4), 1)
    size = radius * (1.2 if len(label) < 2 else 1.0)
    canvas.text(centre, label, size, ink_on(GOLD), bold=True, align="centre")


def crown(canvas: Canvas, centre: Point, side: float) -> None:
    """Draw a crown, the sign of Nobility."""
    x, y = centre
    half, up = side / 2, side * 0.38
    points = [
        (x - half, y - up), (x - half / 2, y), (x, y - up * 1.15), (x + half / 2, y),
        (x + half, y - up), (x + half * 0.8, y + up), (x - half * 0.8, y + up),
    ]  # fmt: skip
    canvas.polygon(points, PURPLE)


def worker(canvas: Canvas, centre: Point, side: float, colour: Colour | None) -> None:
    """Draw a Worker of a seat's colour, or the free place of one."""
    x, y = centre
    edge = mix(colour, TEXT, 0.4) if colour else LINE
    body = [
        (x - 0.42 * side, y + side / 2), (x - 0.24 * side, y - 0.08 * side),
        (x + 0.24 * side, y - 0.08 * side), (x + 0.42 * side, y + side / 2),
    ]  # fmt: skip
    canvas.polygon(body, colour or SLOT_FREE, edge)
    canvas.circle((x, y - 0.24 * side), 0.25 * side, colour or SLOT_FREE, edge)


def house(canvas: Canvas, centre: Point, side: float, colour: Colour | None, label: str) -> None:
    """Draw a House with a label; without a colour, the place of one that is not built."""
    box = square(centre, side)
    roof = box.top + 0.4 * side
    left, right = box.left + 0.1 * side, box.right - 0.1 * side
    shape = [
        (box.centre[0], box.top), (box.right, roof), (right, roof), (right, box.bottom),
        (left, box.bottom), (left, roof), (box.left, roof),
    ]  # fmt: skip
    canvas.polygon(shape, colour, mix(colour, TEXT, 0.4) if colour else LINE)
    at = (box.centre[0], box.top + 0.66 * side)
    ink = ink_on(colour) if colour else MUTED
    canvas.text(at, label, 0.4 * side, ink, bold=True, align="centre")


def slot(canvas: Canvas, box: Box, is_taken: bool) -> None:
    """Draw a slot for a die."""
    canvas.panel(box, SLOT_FREE, mix(STONE, PANEL, 0.3), 1.2, box.width / 5)
    if is_taken:
        canvas.panel(box.inset(2.5), STONE, mix(STONE, TEXT, 0.4), 1, box.width / 6)


def slots(
    canvas: Canvas, box: Box, taken: int, number: int, side: float, at_right: bool = False
) -> None:
    """Draw slots side by side in the middle of a box or at its right, the first ones taken."""
    number = max(number, taken)
    if not number:
        return
    step = min(side + 4, box.width / number)
    x, y = box.centre
    x -= step * (number - 1) / 2
    if at_right:
        x += (box.width - step * number) / 2
    for place in range(number):
        slot(canvas, square((x + place * step, y), min(side, step - 2)), place < taken)


def city_token(canvas: Canvas, centre: Point, radius: float) -> None:
    """Draw a City token: a gate in a disc."""
    canvas.circle(centre, radius, PURPLE, mix(PURPLE, TEXT, 0.4), 1)
    gate = square(centre, radius)
    canvas.panel(gate, mix(PURPLE, PANEL, 0.8), None, radius=radius / 4)


def pill(canvas: Canvas, box: Box, words: str, colour: Colour, size: float = 11.0) -> None:
    """Write words on a coloured bar with round ends."""
    canvas.panel(box, colour, None, radius=min(box.height / 2, 8))
    canvas.write(box.inset(4, 0), words, size, ink_on(colour), bold=True, align="centre")
