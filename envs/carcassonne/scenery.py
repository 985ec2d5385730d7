"""What stands on a tile as shapes: houses, pennants, cloister, abbey, inn, village and bushes."""

import functools
import math

from fiefdom.envs.carcassonne.rules import ABBEY, CITY
from fiefdom.envs.carcassonne.shapes import (
    CENTRE,
    CITY_COLOUR,
    HALF,
    ROAD_EDGE,
    Shape,
    ellipse,
    ground_shapes,
    is_bridge,
    leads_to,
    outline,
    rectangle,
    road_path,
    turn_point,
    turn_shape,
)
from fiefdom.envs.carcassonne.spots import pennant_spots, spot
from fiefdom.envs.carcassonne.tiles import TILES, Tile
from fiefdom.envs.common.canvas import Point
from fiefdom.envs.common.colours import BLUE, PANEL, TEXT, mix

GROUND, CLOISTER_ROOF, CLOISTER_WALL = "#e6d9b6", "#b5432f", "#f3ead6"
ABBEY_GROUND, ABBEY_ROOF = "#cdc7d6", "#5b5f8c"
ROOF, ROOF_SHADE = "#c2774d", "#9c5836"
INN_SIGN, BUSH = "#e3b23c", "#6f9a4b"
PENNANT = BLUE
PENNANT_HEIGHT, CLOISTER_SIDE = 17.0, 34.0
INN, INN_HEIGHT = (4.5, 4.5), 19.0
BUSHES = 0.7  # how near to the middle they are, measured by the end of their road
NEAR_WALL, NEAR_SPOT, NEAR_PENNANT = 8.0, 17.0, 14.0  # how far roofs keep off


@functools.cache
def tile_shapes(kind: int, turns: int) -> tuple[Shape, ...]:
    """Return all shapes of a turned tile, from the lowest to the topmost; what stands is upright.

    Args:
        kind: of tile, index of TILES.
        turns: clockwise quarter turns.
    """
    tile = TILES[kind]
    if kind == ABBEY:
        return tuple(abbey_shapes())
    lying = list(ground_shapes(tile))
    pennants: list[Shape] = []
    for city in range(len(tile.cities)):
        lying += roof_shapes(tile, city)
        for place in pennant_spots(tile, city):
            pennants += pennant_shapes(turn_point(place, turns), PENNANT_HEIGHT)
    turned = [turn_shape(shape, turns) for shape in lying]
    return (*turned, *pennants, *building_shapes(tile, turns))


def building_shapes(tile: Tile, turns: int) -> list[Shape]:
    """Return cloister, village, house, inn and bushes of a turned tile."""
    ends = [road for road in range(len(tile.roads)) if is_open_ended(tile, road)]
    shapes: list[Shape] = []
    if tile.cloister:
        shapes += cloister_shapes(CENTRE, CLOISTER_SIDE)
    elif len(ends) > 2:
        shapes += village_shapes()
    elif ends and road_path(tile, ends[0])[-1] == CENTRE:
        shapes += house_shapes((0.0, -2.0), 22.0)
    elif ends:
        x, y = road_path(tile, ends[0])[-1]
        shapes += bush_shapes(turn_point((x * BUSHES, y * BUSHES), turns))
    if any(road.inn for road in tile.roads):
        shapes += inn_shapes(turn_point(INN, turns), INN_HEIGHT)
    return shapes


def is_open_ended(tile: Tile, road: int) -> bool:
    """Say whether a road has one edge and does not run into a city."""
    return len(tile.roads[road].edges) == 1 and leads_to(tile, road) < 0


def bush_shapes(centre: Point) -> list[Shape]:
    """Return bushes around a point."""
    x, y = centre
    places = ((x + 3, y - 5.5), (x - 5, y), (x + 3, y + 5.5))
    return [Shape(ellipse(at, 6.5, 6.0), BUSH, mix(BUSH, TEXT, 0.35), 1.2) for at in places]


def house_shapes(centre: Point, side: float, roof: str = ROOF) -> list[Shape]:
    """Return a house seen from the front."""
    x, y = centre
    half, eaves = side / 2, y - 0.02 * side
    walls = rectangle(x - 0.36 * side, eaves, x + 0.36 * side, y + half)
    gable = ((x - half, eaves), (x, y - half), (x + half, eaves))
    door = rectangle(x - 0.1 * side, y + 0.2 * side, x + 0.1 * side, y + half)
    ink = mix(roof, TEXT, 0.5)
    return [
        Shape(walls, CLOISTER_WALL, ink, 1.4), Shape(gable, roof, ink, 1.4), Shape(door, ink)
    ]  # fmt: skip


def village_shapes() -> list[Shape]:
    """Return the village at which roads end."""
    shapes = [Shape(ellipse(CENTRE, 14.0, 13.0), GROUND, ROAD_EDGE, 1.5)]
    for place in ((-6.5, -3.5), (6.5, -2.5), (0.0, 5.0)):
        shapes += house_shapes(place, 11.5)
    return shapes


def cloister_shapes(centre: Point, side: float) -> list[Shape]:
    """Return a cloister: a church with a tower and a cross on its own ground."""
    x, y = centre
    unit = side / 34.0
    ink = mix(CLOISTER_ROOF, TEXT, 0.5)

    def box(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
        return rectangle(x + left * unit, y + top * unit, x + right * unit, y + bottom * unit)

    def at(*points: Point) -> tuple[Point, ...]:
        return tuple((x + across * unit, y + down * unit) for across, down in points)

    thin = 1.4 * unit
    return [
        Shape(ellipse(at((0, 2))[0], 21 * unit, 19 * unit), GROUND, ROAD_EDGE, thin),
        Shape(box(-13, -3, 14, 13), CLOISTER_WALL, ink, thin),
        Shape(at((-6, -3), (-1, -11), (13, -11), (17, -3)), CLOISTER_ROOF, ink, thin),
        Shape(box(-13, -9, -5, 13), CLOISTER_WALL, ink, thin),
        Shape(at((-15, -9), (-9, -17), (-3, -9)), CLOISTER_ROOF, ink, thin),
        Shape(at((-9, -22), (-9, -15)), None, ink, 1.8 * unit, False),
        Shape(at((-11.5, -19.5), (-6.5, -19.5)), None, ink, 1.8 * unit, False),
        Shape(box(2, 4, 8, 13), ink),
    ]


def abbey_shapes() -> list[Shape]:
    """Return an abbey: a walled court that fills its tile, with a large church."""
    ink = mix(ABBEY_ROOF, TEXT, 0.5)
    court = mix(ABBEY_GROUND, "#ffffff", 0.45)
    shapes = [
        Shape(rectangle(-HALF, -HALF, HALF, HALF), ABBEY_GROUND),
        Shape(rectangle(-40, -40, 40, 40), court, mix(ABBEY_ROOF, ABBEY_GROUND, 0.4), 3.0),
    ]
    for x in (-40.0, 40.0):
        for y in (-40.0, 40.0):
            shapes.append(Shape(ellipse((x, y), 6.0, 6.0), ABBEY_ROOF, ink, 1.4))
    shapes += [
        Shape(rectangle(-25, -2, 25, 26), CLOISTER_WALL, ink, 1.5),
        Shape(((-30, -2), (-20, -15), (20, -15), (30, -2)), ABBEY_ROOF, ink, 1.5),
        Shape(rectangle(-8, -14, 8, 26), CLOISTER_WALL, ink, 1.5),
        Shape(((-12, -14), (0, -29), (12, -14)), ABBEY_ROOF, ink, 1.5),
        Shape(((0, -38), (0, -26)), None, ink, 2.4, False),
        Shape(((-4, -34), (4, -34)), None, ink, 2.4, False),
    ]
    for x in (-18.0, 18.0):
        shapes.append(Shape(rectangle(x - 3, 6, x + 3, 16), ink))
    return shapes


def inn_shapes(centre: Point, height: float) -> list[Shape]:
    """Return an inn as a sign on a post."""
    x, y = centre
    unit = height / 20.0
    ink = mix(INN_SIGN, TEXT, 0.7)

    def at(*points: Point) -> tuple[Point, ...]:
        return tuple((x + across * unit, y + down * unit) for across, down in points)

    return [
        Shape(at((0, 0), (0, 9)), None, ink, 2.6 * unit, False),
        Shape(at(*rectangle(-7, -9, 7, 3)), INN_SIGN, ink, 1.5 * unit),
        Shape(at(*rectangle(-3, -6, 1.5, 0.5)), ink),
        Shape(at((1.5, -4.5), (4, -3), (1.5, -1.5)), None, ink, 1.2 * unit, False),
    ]


def pennant_shapes(centre: Point, height: float) -> list[Shape]:
    """Return a pennant as a shield."""
    x, y = centre
    half, wide = height / 2, height * 0.42
    shield = (
        (x - wide, y - half), (x + wide, y - half), (x + wide, y + 0.05 * height),
        (x + 0.6 * wide, y + 0.32 * height), (x, y + half), (x - 0.6 * wide, y + 0.32 * height),
        (x - wide, y + 0.05 * height),
    )  # fmt: skip
    stripe = ((x - wide * 0.75, y + 0.02 * height), (x + wide * 0.75, y - 0.26 * height))
    return [
        Shape(shield, PENNANT, PANEL, height / 8),
        Shape(stripe, None, PANEL, height / 6, False),
    ]


def roof_shapes(tile: Tile, city: int) -> list[Shape]:
    """Return the roofs of a city's houses, where there is room for them."""
    if is_bridge(tile, city) or (len(tile.cities[city].edges) > 1 and overpassed(tile)):
        return []
    around = outline(tile, city)
    taken = [(spot(tile, CITY + city), NEAR_SPOT)]
    taken += [(place, NEAR_PENNANT) for place in pennant_spots(tile, city)]
    shapes: list[Shape] = []
    for row, y in enumerate(range(-42, 43, 12)):
        for column, x in enumerate(range(-42, 43, 14)):
            at = (x + (row % 2) * 5.0, float(y))
            free = not any(math.dist(at, place) < far for place, far in taken)
            if free and is_inside(at, around) and distance_to(around, at) > NEAR_WALL:
                shapes += roof(at, (row + column) % 2 == 0)
    return shapes


def overpassed(tile: Tile) -> bool:
    """Say whether a city of the tile passes over another one."""
    return any(is_bridge(tile, city) for city in range(len(tile.cities)))


def distance_to(around: tuple[Point, ...], at: Point) -> float:
    """Return how far a point lies from an outline."""
    sides = zip(around, (*around[1:], around[0]), strict=True)
    return min(distance(at, start, end) for start, end in sides)


def distance(at: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from a line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / length if length else 0.0
    part = min(1.0, max(0.0, along))
    return math.dist(at, (start[0] + part * dx, start[1] + part * dy))


def is_inside(at: Point, around: tuple[Point, ...]) -> bool:
    """Say whether a point lies inside of an outline."""
    x, y = at
    inside = False
    for (x1, y1), (x2, y2) in zip(around, (*around[1:], around[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def roof(centre: Point, lengthwise: bool) -> list[Shape]:
    """Return the roof of a house seen from above."""
    x, y = centre
    across, down = (5.0, 3.6) if lengthwise else (3.8, 4.6)
    whole = rectangle(x - across, y - down, x + across, y + down)
    left, top = (x - across, y) if lengthwise else (x, y - down)
    half = rectangle(left, top, x + across, y + down)
    colour = mix(CITY_COLOUR, ROOF, 0.75)
    return [Shape(whole, colour), Shape(half, mix(CITY_COLOUR, ROOF_SHADE, 0.75))]
