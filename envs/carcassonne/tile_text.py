"""A tile as three lines of five characters, each with a style, made from its topology."""

import functools
from typing import NamedTuple

from fiefdom.envs.carcassonne.rules import ABBEY, QUARTER_TURNS, turned_edges
from fiefdom.envs.carcassonne.scenery import is_inside, is_open_ended
from fiefdom.envs.carcassonne.shapes import (
    CROSSINGS,
    LENSES,
    ROAD_BRIDGES,
    SIDE,
    TUNNELS,
    city_corners,
    is_bridge,
    leads_to,
    outline,
    turn_point,
)
from fiefdom.envs.carcassonne.spots import pennant_spots
from fiefdom.envs.carcassonne.tiles import EDGES, TILES, Tile
from fiefdom.envs.common.canvas import Point

COLUMNS, ROWS = 5, 3
INK = "bold color(231)"
# Of what is on a ground: its signs, and the ground itself, whose pattern is seen without colours.
FIELD_STYLE, CITY_STYLE, ABBEY_STYLE = "on color(65)", "on color(137)", "on color(60)"
GROUNDS = {
    FIELD_STYLE: (" ", FIELD_STYLE),
    CITY_STYLE: ("▒", f"color(143) {CITY_STYLE}"),
    ABBEY_STYLE: ("░", f"color(146) {ABBEY_STYLE}"),
}
NORTH, EAST, SOUTH, WEST = range(QUARTER_TURNS)
MIDDLE, FIRST = (2, 1), (0, 0)
ENDS = {NORTH: (2, 0), EAST: (4, 1), SOUTH: (2, 2), WEST: (0, 1)}  # cells at the edges' middles
CORNER_CELLS = ((0, 0), (4, 0), (4, 2), (0, 2))
ROAD_SIGNS = {
    (EAST, WEST): "─", (NORTH, SOUTH): "│", (NORTH, WEST): "╯", (NORTH, EAST): "╰",
    (EAST, SOUTH): "╭", (SOUTH, WEST): "╮", (NORTH, EAST, SOUTH): "├", (EAST, SOUTH, WEST): "┬",
    (NORTH, SOUTH, WEST): "┤", (NORTH, EAST, WEST): "┴", (NORTH, EAST, SOUTH, WEST): "┼",
}  # fmt: skip
BRIDGE_SIGNS = {(EAST, WEST): "═", (NORTH, SOUTH): "║"}
CLOISTER_SIGN, HOUSE_SIGN, PENNANT_SIGN, INN_SIGN, BUSH_SIGN = "†", "⌂", "◆", "i", "♣"
TUNNEL_SIGNS, TUNNEL_MOUTH = "┆┄", "∩"
DOT = "·"  # in a tile's first character, so that tiles are told apart

Cell = tuple[int, int]


class Sign(NamedTuple):
    """One character and its style."""

    character: str
    style: str


def cell_of(point: Point) -> Cell:
    """Return the character's column and row at a point of a tile."""
    x, y = point
    column = int((x + SIDE / 2) * COLUMNS / SIDE)
    row = int((y + SIDE / 2) * ROWS / SIDE)
    return min(max(column, 0), COLUMNS - 1), min(max(row, 0), ROWS - 1)


def middle_of(cell: Cell) -> Point:
    """Return the point in the middle of a character."""
    return (cell[0] + 0.5) * SIDE / COLUMNS - SIDE / 2, (cell[1] + 0.5) * SIDE / ROWS - SIDE / 2


@functools.cache
def tile_signs(kind: int, turns: int) -> tuple[tuple[Sign, ...], ...]:
    """Return the lines of a kind of tile after clockwise quarter turns."""
    tile = TILES[kind]
    if kind == ABBEY:
        signs = {MIDDLE: CLOISTER_SIGN}
        styles = dict.fromkeys(_cells(), ABBEY_STYLE)
    else:
        city = _city_cells(tile, turns)
        signs = _road_signs(tile, turns, city) | _other_signs(tile, turns)
        styles = {cell: CITY_STYLE if cell in city else FIELD_STYLE for cell in _cells()}
    return tuple(
        tuple(
            sign_on(styles[cell], signs.get(cell, DOT if cell == FIRST else "")) for cell in cells
        )
        for cells in _rows()
    )


def sign_on(ground: str, character: str) -> Sign:
    """Return a character on a ground, or the ground itself; only fields have dots."""
    if character == DOT and ground == FIELD_STYLE:
        return Sign(DOT, f"color(108) {ground}")
    if character in ("", DOT):
        return Sign(*GROUNDS[ground])
    return Sign(character, f"{INK} {ground}")


def _rows() -> list[list[Cell]]:
    return [[(column, row) for column in range(COLUMNS)] for row in range(ROWS)]


def _cells() -> list[Cell]:
    return [cell for cells in _rows() for cell in cells]


def _city_cells(tile: Tile, turns: int) -> set[Cell]:
    cells: set[Cell] = set()
    for number, city in enumerate(tile.cities):
        for edge in turned_edges(city.edges, turns):
            column, row = ENDS[edge]
            cells |= {(column, row)} if edge % 2 else {(column + step, row) for step in (-1, 0, 1)}
        if is_bridge(tile, number):
            across = EAST in turned_edges(city.edges, turns) or (
                len(city.edges) == 1 and turned_edges(city.edges, turns)[0] % 2 == 1
            )
            cells |= {(1, 1), (2, 1), (3, 1)} if across else {MIDDLE}
            continue
        around = outline(tile, number)
        for column in (1, 2, 3):
            if is_inside(turn_point(middle_of((column, 1)), -turns % QUARTER_TURNS), around):
                cells.add((column, 1))
    cells |= {CORNER_CELLS[corner] for corner in _one_city_corners(tile, turns)}
    return cells - _enclosed_cells(tile, turns)


def _one_city_corners(tile: Tile, turns: int) -> set[int]:
    """Return the turned corners that one city reaches, or two crossing ones."""
    reached = [city_corners(tile, number) for number in range(len(tile.cities))]
    corners = [corner for corners in reached for corner in corners]
    return {
        (corner + turns) % QUARTER_TURNS
        for corner in corners
        if corners.count(corner) == 1 or tile.id in CROSSINGS
    }


def _enclosed_cells(tile: Tile, turns: int) -> set[Cell]:
    enclosed = sum(not field.half_edges for field in tile.fields)
    return {cell_of(turn_point(lens, turns)) for lens in LENSES[:enclosed]}


def _road_signs(tile: Tile, turns: int, city: set[Cell]) -> dict[Cell, str]:
    signs: dict[Cell, str] = {}
    edges = [sorted(turned_edges(road.edges, turns)) for road in tile.roads]
    bends = [_bend(tile, number, turns) for number in range(len(tile.roads))]
    aside = sum(bool(bend) for bend in bends) > 1  # two bends: neither is in the middle
    middle: list[int] = []
    for ends, bend in zip(edges, bends, strict=True):
        for edge in ends:
            signs[ENDS[edge]] = "│" if edge % 2 == 0 else "─"
            if edge % 2 and not (len(ends) == 1 and not bend and _passing(tile)):
                signs[2 + (1 if edge == EAST else -1), 1] = "─"
        if bend and aside:
            signs |= _bend_aside(*bend, ends)
        elif bend:
            signs[MIDDLE] = ROAD_SIGNS[bend]
            signs[3 if EAST in bend else 1, 1] = "─"
        elif len(ends) > 1:
            signs[MIDDLE] = ROAD_SIGNS[tuple(ends)]
        else:
            middle += ends
    if middle and MIDDLE not in signs:
        signs[MIDDLE] = HOUSE_SIGN
    signs = {cell: sign for cell, sign in signs.items() if cell not in city}
    return signs | _bridge_signs(tile, turns)


def _passing(tile: Tile) -> bool:
    return any(len(road.edges) > 2 for road in tile.roads)


def _bend(tile: Tile, number: int, turns: int) -> tuple[int, int] | tuple[()]:
    """Return the neighbouring edges that a road joins, the last of them maybe a city's."""
    road = tile.roads[number]
    edges = turned_edges(road.edges, turns)
    city = leads_to(tile, number)
    if len(edges) == 1 and city >= 0 and len(tile.cities[city].edges) == 1:
        edges += turned_edges(tile.cities[city].edges, turns)
    if len(edges) != 2 or (edges[0] - edges[1]) % 2 == 0:
        return ()
    return min(edges), max(edges)


def _bend_aside(one: int, other: int, roads: list[int]) -> dict[Cell, str]:
    """Return a bend beside the middle, for tiles that have two of them."""
    upright, level = (one, other) if one % 2 == 0 else (other, one)
    column, row = (3 if level == EAST else 1), ENDS[upright][1]
    signs = {(column, 1): ROAD_SIGNS[one, other]}
    if upright in roads:
        opposite = ((upright + 2) % QUARTER_TURNS, (level + 2) % QUARTER_TURNS)
        signs[column, row] = ROAD_SIGNS[min(opposite), max(opposite)]
        signs[2, row] = ROAD_SIGNS[one, other]
    return signs


def _bridge_signs(tile: Tile, turns: int) -> dict[Cell, str]:
    signs: dict[Cell, str] = {}
    level, upright = BRIDGE_SIGNS[EAST, WEST], BRIDGE_SIGNS[NORTH, SOUTH]
    bridges = [city for number, city in enumerate(tile.cities) if is_bridge(tile, number)]
    spans = [turned_edges(city.edges, turns)[0] % 2 for city in bridges]
    if tile.id in ROAD_BRIDGES:
        spans += [turned_edges(road.edges, turns)[0] % 2 for road in tile.roads]
    for span in spans:
        signs |= dict.fromkeys(((1, 1), MIDDLE, (3, 1)), level) if span else {MIDDLE: upright}
    if tile.id in TUNNELS:
        signs[MIDDLE] = TUNNEL_SIGNS[turns % 2]
        signs[ENDS[(SOUTH + turns) % QUARTER_TURNS]] = TUNNEL_MOUTH
    return signs


def _other_signs(tile: Tile, turns: int) -> dict[Cell, str]:
    signs: dict[Cell, str] = {}
    for number in range(len(tile.cities)):
        for place in pennant_spots(tile, number):
            signs[cell_of(turn_point(place, turns))] = PENNANT_SIGN
    if tile.cloister:
        signs[MIDDLE] = CLOISTER_SIGN
    for number, road in enumerate(tile.roads):
        if road.inn:
            signs[MIDDLE] = INN_SIGN
        if is_open_ended(tile, number) and _passing(tile):
            column, row = ENDS[(EDGES.index(road.edges) + turns) % QUARTER_TURNS]
            if row == 1:
                signs[(column + 2) // 2, row] = BUSH_SIGN
            else:
                signs[column, row] = BUSH_SIGN
    return signs
