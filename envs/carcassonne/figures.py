"""The pieces as shapes: followers, farmers, mayors, wagons and barns, in the lengths of a tile."""

import functools

from fiefdom.envs.carcassonne.shapes import Shape, arc_through, ellipse, rectangle, turn_shape
from fiefdom.envs.common.canvas import Point
from fiefdom.envs.common.colours import PANEL, TEXT, Colour, mix

FOLLOWER, FARMER, MAYOR, WAGON, BARN = "follower", "farmer", "mayor", "wagon", "barn"
HALO, INK_WIDTH = 5.0, 1.8
HEAD = ellipse((0.0, -11.5), 7.0, 7.0)
BODY = (
    *arc_through((-6.0, -5.0), (-12.0, 14.0), (-7.5, 4.0)),
    *arc_through((-12.0, 14.0), (12.0, 14.0), (0.0, 17.0)),
    *arc_through((12.0, 14.0), (6.0, -5.0), (7.5, 4.0)),
)
LYING = 0.86  # a farmer's size beside a standing follower's


@functools.cache
def figure_shapes(figure: str, colour: Colour) -> tuple[Shape, ...]:
    """Return a piece around its middle, in a seat's colour, with a light rim around it."""
    ink = mix(colour, TEXT, 0.7)
    solid = {
        FOLLOWER: _follower, FARMER: _farmer, MAYOR: _mayor, WAGON: _wagon, BARN: _barn
    }[figure](colour, ink)  # fmt: skip
    rim = [shape._replace(fill=PANEL, edge=PANEL, width=HALO) for shape in solid if shape.closed]
    return (*rim, *solid)


def _follower(colour: Colour, ink: Colour) -> list[Shape]:
    return [Shape(BODY, colour, ink, INK_WIDTH), Shape(HEAD, colour, ink, INK_WIDTH)]


def _farmer(colour: Colour, ink: Colour) -> list[Shape]:
    return [scaled(turn_shape(shape, 3), LYING) for shape in _follower(colour, ink)]


def _mayor(colour: Colour, ink: Colour) -> list[Shape]:
    hat = (
        (-6.0, -15.0), (-7.0, -26.0), (7.0, -26.0), (6.0, -15.0), (12.0, -15.0), (12.0, -12.5),
        (-12.0, -12.5), (-12.0, -15.0),
    )  # fmt: skip
    chain = arc_through((-7.0, -2.0), (7.0, -2.0), (0.0, 7.0))
    person = [scaled(shape, 1.15) for shape in _follower(colour, ink)]
    return [*person, Shape(hat, ink, ink, 1.0), Shape(chain, None, PANEL, 2.2, False)]


def _wagon(colour: Colour, ink: Colour) -> list[Shape]:
    cover = arc_through((-15.0, -3.0), (15.0, -3.0), (0.0, -19.0))
    shapes = [
        Shape(((14.0, 3.0), (24.0, 6.0)), None, ink, 2.4, False),
        Shape(cover, mix(colour, PANEL, 0.55), ink, INK_WIDTH),
        Shape(rectangle(-16.0, -4.0, 16.0, 6.0), colour, ink, INK_WIDTH),
    ]
    for x in (-9.0, 9.0):
        shapes.append(Shape(ellipse((x, 9.0), 6.5, 6.5), ink, ink, 1.0))
        shapes.append(Shape(ellipse((x, 9.0), 2.4, 2.4), PANEL))
    return shapes


def _barn(colour: Colour, ink: Colour) -> list[Shape]:
    roof = ((-20.0, -5.0), (-13.0, -17.0), (0.0, -23.0), (13.0, -17.0), (20.0, -5.0))
    return [
        Shape(rectangle(-16.0, -6.0, 16.0, 16.0), colour, ink, INK_WIDTH),
        Shape(roof, mix(colour, TEXT, 0.45), ink, INK_WIDTH),
        Shape(rectangle(-6.0, 5.0, 6.0, 16.0), PANEL, ink, 1.2),
        Shape(((-6.0, 5.0), (6.0, 16.0)), None, ink, 1.2, False),
        Shape(((6.0, 5.0), (-6.0, 16.0)), None, ink, 1.2, False),
    ]


def scaled(shape: Shape, scale: float) -> Shape:
    """Return a shape in another size, around the middle."""
    points: tuple[Point, ...] = tuple((x * scale, y * scale) for x, y in shape.points)
    return shape._replace(points=points)
