"""Tiles as shapes, made from their topology: fields, roads, cities, and where bridges cross them.

Lengths are hundredths of a tile's side, counted from its middle; y grows to the south. A tile is
drawn as it is in tiles.py and turned as a whole.
"""

import functools
import math
from collections.abc import Iterable
from typing import NamedTuple

from fiefdom.envs.carcassonne.rules import CORNER_HALF_EDGES, QUARTER_TURNS
from fiefdom.envs.carcassonne.tiles import EDGES, Tile
from fiefdom.envs.common.canvas import Canvas, Point
from fiefdom.envs.common.colours import Colour, mix

FIELD_COLOUR, ROAD_COLOUR, CITY_COLOUR = "#b7d48a", "#fbf7ea", "#dcb27c"
FIELD_SHADE = mix(FIELD_COLOUR, "#3c6a2a", 0.25)
ROAD_EDGE, WALL, BRIDGE = "#8b8171", "#7a5536", mix(CITY_COLOUR, "#ffffff", 0.35)
SIDE, HALF = 100.0, 50.0
DEPTH, LONE_DEPTH, FIELD_DEPTH = 24.0, 29.0, 26.0  # how far a city or field at an edge reaches in
ROAD_WIDTH, ROAD_BORDER, WALL_WIDTH = 11.0, 1.5, 3.2
CURVE_STEPS = 12
DIAGONAL_BULGE = 0.06  # how far a city in a corner reaches beyond the diagonal
BRIDGE_HALF = 9.0  # half the width of a city's bridge
MOUTH = 41.0  # of the tunnel on AM12

CORNER_POINTS = ((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF))
MIDDLES = ((0.0, -HALF), (HALF, 0.0), (0.0, HALF), (-HALF, 0.0))
CENTRE = (0.0, 0.0)

# What the topology leaves open: who passes over whom.
CITY_BRIDGES = ("CS5", "CS6")  # a city spans the field, or the road, in its middle
CROSSINGS = ("KR5", "AM2", "AM3")  # a city passes over another one
ROAD_BRIDGES = ("CS10",)
TUNNELS = ("AM12",)
AT_THE_WALL = ("AM7", "AM8")  # the bend touches the city wall
LENSES = ((29.0, -33.5), (-29.0, 33.5))  # enclosed fields at crossing cities


class Shape(NamedTuple):
    """A filled shape, or a line if it is not closed."""

    points: tuple[Point, ...]
    fill: Colour | None = None
    edge: Colour | None = None
    width: float = 1.0
    closed: bool = True


def turn_point(point: Point, turns: int) -> Point:
    """Return a point after clockwise quarter turns around the middle."""
    x, y = point
    for _ in range(turns % QUARTER_TURNS):
        x, y = -y, x
    return x, y


def ellipse(centre: Point, across: float, down: float, angle: float = 0.0) -> tuple[Point, ...]:
    """Return points around an ellipse of two radii, turned clockwise by degrees."""
    tilt = math.radians(angle)
    points = []
    for step in range(2 * CURVE_STEPS):
        part = math.pi * step / CURVE_STEPS
        x, y = across * math.cos(part), down * math.sin(part)
        points.append(
            (
                centre[0] + x * math.cos(tilt) - y * math.sin(tilt),
                centre[1] + x * math.sin(tilt) + y * math.cos(tilt),
            )
        )
    return tuple(points)


def rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def curve(start: Point, end: Point, control: Point) -> tuple[Point, ...]:
    """Return points on a curve that leaves and arrives in the direction of a control point."""
    points = []
    for step in range(CURVE_STEPS + 1):
        part = step / CURVE_STEPS
        one, two, three = (1 - part) ** 2, 2 * part * (1 - part), part**2
        points.append(
            (
                one * start[0] + two * control[0] + three * end[0],
                one * start[1] + two * control[1] + three * end[1],
            )
        )
    return tuple(points)


def arc_through(start: Point, end: Point, middle: Point) -> tuple[Point, ...]:
    """Return points on a curve between two points that bends through a third one."""
    control = (2 * middle[0] - (start[0] + end[0]) / 2, 2 * middle[1] - (start[1] + end[1]) / 2)
    return curve(start, end, control)


def bend(edge: int, other: int) -> tuple[Point, ...]:
    """Return a path between the middles of neighbouring edges, around the corner they share."""
    start, end = MIDDLES[edge], MIDDLES[other]
    corner = (start[0] + end[0], start[1] + end[1])
    points = []
    for step in range(CURVE_STEPS + 1):
        angle = math.pi / 2 * step / CURVE_STEPS
        points.append(
            (
                corner[0] - end[0] * math.cos(angle) - start[0] * math.sin(angle),
                corner[1] - end[1] * math.cos(angle) - start[1] * math.sin(angle),
            )
        )
    return tuple(points)


def edge_numbers(edges: str) -> list[int]:
    """Return the numbers of edges, clockwise from north."""
    return sorted(EDGES.index(edge) for edge in edges)


def field_of(tile: Tile, half_edge: str) -> int:
    """Return the number of the field at a half-edge, -1 if there is none."""
    at = (number for number, field in enumerate(tile.fields) if half_edge in field.half_edges)
    return next(at, -1)


def city_corners(tile: Tile, city: int) -> list[int]:
    """Return the corners that a city reaches: of its edges, and where it parts two fields."""
    edges = edge_numbers(tile.cities[city].edges)
    corners = {corner % QUARTER_TURNS for edge in edges for corner in (edge, edge + 1)}
    for corner, halves in enumerate(CORNER_HALF_EDGES):
        first, second = (field_of(tile, half) for half in halves)
        if first != second and min(first, second) >= 0:
            corners.add(corner)
    return sorted(corners)


def inner_side(start: int, end: int, depth: float) -> tuple[Point, ...]:
    """Return a city's wall between two corners, clockwise around the city."""
    one, two = CORNER_POINTS[start], CORNER_POINTS[end]
    if (end - start) % 4 == 2:  # around the third corner, which lies outside
        third = (start + 1) % 4
        x, y = CORNER_POINTS[third]
        return arc_through(one, two, (x * DIAGONAL_BULGE, y * DIAGONAL_BULGE))
    edge = start if (end - start) % 4 == 1 else end
    x, y = MIDDLES[edge]
    share = 1 - depth / HALF
    return arc_through(one, two, (x * share, y * share))


def depth_of(tile: Tile, city: int) -> float:
    """Return how far a city reaches in at its edge; two neighbours must not meet."""
    if len(tile.cities[city].edges) > 1 or len(city_corners(tile, city)) > 2:
        return FIELD_DEPTH
    return LONE_DEPTH if len(tile.cities) == 1 and not tile.cloister else DEPTH


def walls(tile: Tile, city: int) -> list[tuple[Point, ...]]:
    """Return a city's sides that do not lie on an edge of the tile."""
    edges, corners = edge_numbers(tile.cities[city].edges), city_corners(tile, city)
    depth = depth_of(tile, city)
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    return [
        inner_side(start, end, depth)
        for start, end in sides
        if not (start in edges and end == (start + 1) % 4)
    ]


def outline(tile: Tile, city: int) -> tuple[Point, ...]:
    """Return the points around a city."""
    corners = city_corners(tile, city)
    sides = {side[0]: side for side in walls(tile, city)}
    points: list[Point] = []
    for corner in corners:
        point = CORNER_POINTS[corner]
        points += sides.get(point, (point,))
    return tuple(points)


def caps(tile: Tile, city: int) -> list[tuple[Point, ...]]:
    """Return the parts of a bridging city at its edges, without the bridge."""
    edges = edge_numbers(tile.cities[city].edges)
    return [inner_side((edge + 1) % 4, edge, FIELD_DEPTH) for edge in edges]


def is_bridge(tile: Tile, city: int) -> bool:
    """Say whether a city passes over the middle of the tile on a bridge."""
    crosses = tile.id in CROSSINGS and "N" in tile.cities[city].edges
    return crosses or tile.id in CITY_BRIDGES


def city_shapes(tile: Tile, city: int) -> list[Shape]:
    """Return the ground of a city, its walls and its bridge."""
    if not is_bridge(tile, city):
        sides = [Shape(side, None, WALL, WALL_WIDTH, False) for side in walls(tile, city)]
        return [Shape(outline(tile, city), CITY_COLOUR), *sides]
    parts = caps(tile, city)
    shapes = [Shape(part, CITY_COLOUR) for part in parts]
    shapes += [Shape(part, None, WALL, WALL_WIDTH, False) for part in parts]
    return shapes + bridge_shapes(tile, city)


def bridge_shapes(tile: Tile, city: int) -> list[Shape]:
    """Return a city's bridge over the middle; where the other end has no city it meets the field."""
    edges = tile.cities[city].edges
    near = HALF - FIELD_DEPTH + 1.0
    far = near if len(edges) > 1 else near + 5.0
    side, plank_side = BRIDGE_HALF, BRIDGE_HALF - 3
    walls_of = [((-near, -side), (far, -side)), ((-near, side), (far, side))]
    if len(edges) == 1:
        walls_of.append(((far, -side), (far, side)))
    plank = mix(CITY_COLOUR, WALL, 0.25)
    shapes = [Shape(rectangle(-near - 2, -side, far + 2, side), BRIDGE)]
    shapes += [Shape(wall, None, WALL, WALL_WIDTH, False) for wall in walls_of]
    for x in (-18.0, -9.0, 0.0, 9.0, 18.0):
        shapes.append(Shape(((x, -plank_side), (x, plank_side)), None, plank, 1.0, False))
    return shapes if "W" in edges else [turn_shape(shape, 1) for shape in shapes]


def turn_shape(shape: Shape, turns: int) -> Shape:
    """Return a shape after clockwise quarter turns around the middle."""
    return shape._replace(points=tuple(turn_point(point, turns) for point in shape.points))


def leads_to(tile: Tile, road: int) -> int:
    """Return the city that a road of one edge runs into, -1 if it ends elsewhere."""
    edge = tile.roads[road].edges
    left, right = (field_of(tile, edge + side) for side in "LR")
    if left == right:
        return -1
    shared = set(tile.fields[left].cities) & set(tile.fields[right].cities)
    return min(shared, default=-1)


def road_path(tile: Tile, road: int) -> tuple[Point, ...]:
    """Return the middle of a road of one or two edges, from its first edge on."""
    edges = edge_numbers(tile.roads[road].edges)
    start = MIDDLES[edges[0]]
    if len(edges) == 2:
        if tile.id in AT_THE_WALL:
            return path_at_wall(edges)
        if (edges[1] - edges[0]) % 4 == 2:
            return start, MIDDLES[edges[1]]
        return bend(*edges)
    city = leads_to(tile, road)
    if city >= 0 and len(tile.cities[city].edges) == 1:
        target = EDGES.index(tile.cities[city].edges)
        if (target - edges[0]) % 2:
            return bend(edges[0], target)
    if any(len(other.edges) > 2 for other in tile.roads):  # a dead end before a passing road
        return start, (start[0] * 0.4, start[1] * 0.4)
    return start, CENTRE


def path_at_wall(edges: list[int]) -> tuple[Point, ...]:
    """Return a bend that touches the wall of the city in the north."""
    wall = (0.0, LONE_DEPTH - HALF + 2)
    start, end = (MIDDLES[edge] for edge in edges)
    return curve(start, wall, (start[0] * 0.25, 0.0)) + curve(wall, end, (end[0] * 0.25, 0.0))


def road_lines(tile: Tile, road: int) -> list[tuple[Point, ...]]:
    """Return the visible paths that a road consists of; branches go to the middle."""
    edges = edge_numbers(tile.roads[road].edges)
    if tile.id in TUNNELS:
        return [(MIDDLES[0], CENTRE), (MIDDLES[2], (0.0, MOUTH))]
    if len(edges) <= 2:
        return [road_path(tile, road)]
    return [(MIDDLES[edge], CENTRE) for edge in edges]


def fillets(edges: list[int], half_width: float) -> list[tuple[Point, ...]]:
    """Return the rounded corners where branches of one road meet."""
    inner, outer = half_width * 0.7, half_width + 10.0
    corner = curve((inner, -outer), (outer, -inner), (inner + 1, -inner - 1))
    shape = (*corner, (inner, -inner))
    neighbours = [edge for edge in edges if (edge + 1) % 4 in edges]
    return [tuple(turn_point(point, edge) for point in shape) for edge in neighbours]


def road_shapes(tile: Tile, road: int) -> list[Shape]:
    """Return a road with its borders."""
    edges = edge_numbers(tile.roads[road].edges)
    shapes = []
    for colour, width in ((ROAD_EDGE, ROAD_WIDTH + 2 * ROAD_BORDER), (ROAD_COLOUR, ROAD_WIDTH)):
        for line in road_lines(tile, road):
            shapes.append(Shape(line, None, colour, width, False))
        if len(edges) > 2:
            shapes += [Shape(corner, colour) for corner in fillets(edges, width / 2)]
    return shapes


def all_shapes(groups: Iterable[list[Shape]]) -> list[Shape]:
    """Return the shapes of several groups, one after the other."""
    return [shape for group in groups for shape in group]


@functools.cache
def ground_shapes(tile: Tile) -> tuple[Shape, ...]:
    """Return fields, roads and cities of a tile, from the lowest shape to the topmost."""
    shapes = [Shape(rectangle(-HALF, -HALF, HALF, HALF), FIELD_COLOUR)]
    if tile.id in ROAD_BRIDGES:
        shapes += gully_shapes()
    shapes += all_shapes(road_shapes(tile, road) for road in range(len(tile.roads)))
    below_first = sorted(range(len(tile.cities)), key=lambda city: is_bridge(tile, city))
    shapes += all_shapes(city_shapes(tile, city) for city in below_first)
    if tile.id in ROAD_BRIDGES:
        shapes += parapet_shapes()
    if tile.id in TUNNELS:
        shapes += tunnel_shapes()
    enclosed = sum(not field.half_edges for field in tile.fields)
    for centre in LENSES[:enclosed]:
        lens = ellipse(centre, 13.0, 6.0, 31.0)
        shapes.append(Shape(lens, FIELD_COLOUR, WALL, WALL_WIDTH * 0.7))
    return tuple(shapes)


def gully_shapes() -> list[Shape]:
    """Return the hollow under a road bridge."""
    return [Shape(ellipse(CENTRE, 14.0, 27.0), FIELD_SHADE)]


def parapet_shapes() -> list[Shape]:
    """Return the walls at both sides of a road bridge."""
    side = ROAD_WIDTH / 2 + ROAD_BORDER
    north = ((-20.0, -side - 4), (-14.0, -side), (14.0, -side), (20.0, -side - 4))
    wall = Shape(north, None, WALL, WALL_WIDTH, False)
    return [wall, turn_shape(wall, 2)]


def tunnel_shapes() -> list[Shape]:
    """Return the mouth of a tunnel in the south, and where the road runs under the city."""
    arch = (*ellipse((0.0, MOUTH), 8.0, 7.5)[CURVE_STEPS:], (8.0, MOUTH))
    shapes = [Shape(arch, "#4a4036", ROAD_EDGE, 1.5)]
    for y in range(-18, 20, 9):
        line = ((0.0, float(y)), (0.0, y + 4.0))
        shapes.append(Shape(line, None, mix(CITY_COLOUR, ROAD_EDGE, 0.6), 2.0, False))
    return shapes


def paint(canvas: Canvas, shapes: Iterable[Shape], middle: Point, scale: float) -> None:
    """Draw shapes around a point, `scale` being the pixels of a unit."""
    for shape in shapes:
        points = [(middle[0] + x * scale, middle[1] + y * scale) for x, y in shape.points]
        if shape.closed:
            canvas.polygon(points, shape.fill, shape.edge, shape.width * scale)
        elif shape.edge:
            canvas.line(points, shape.edge, shape.width * scale)
