"""The picture of the table: tiles, pieces, the last tile, and where the drawn tile fits."""

import functools
from typing import Any, NamedTuple

from fiefdom.envs.carcassonne.actions import coordinates, window
from fiefdom.envs.carcassonne.figures import BARN, figure_shapes
from fiefdom.envs.carcassonne.frontier import fitting_turns, is_hole, is_on_table
from fiefdom.envs.carcassonne.scenery import tile_shapes
from fiefdom.envs.carcassonne.shapes import SIDE, paint
from fiefdom.envs.carcassonne.spots import standing_pieces
from fiefdom.envs.carcassonne.state import ABBEY_CHOICE, GRID_BITS, GRID_MASK, PLACE
from fiefdom.envs.carcassonne.tables import RULES
from fiefdom.envs.carcassonne.tiles import TILES
from fiefdom.envs.common.canvas import Box, Canvas, Point
from fiefdom.envs.common.colours import MUTED, PANEL, SEATS, TEXT, mix
from fiefdom.envs.common.draw import card
from fiefdom.envs.common.jit import plain

TABLE = "#ddd5c4"
SEAM = "#2e2b2740"  # between tiles; what lies below shines through
LAST = "#ffe14d"
FITS = mix(TABLE, PANEL, 0.65)
MARK = "?"  # on reconstructed tiles
RULER = 14.0  # around the cells
BIGGEST = 118.0  # pixels of a cell
SMALL = 26.0  # cells below this size have a number only at every fifth
FULL_SIZE = 42.0  # of a cell; in smaller ones pieces are larger for their tile


class View(NamedTuple):
    """The cells that are shown: the box of the tiles with a rim, centred."""

    west: int
    north: int
    columns: int
    rows: int
    left: float
    top: float
    size: float

    def cell(self, x: int, y: int) -> Box:
        """Return where a cell lies in the picture."""
        left = self.left + (x - self.west) * self.size
        return Box(left, self.top + (y - self.north) * self.size, self.size, self.size)

    def point(self, x: int, y: int, spot: Point) -> Point:
        """Return where a spot of the tile on a cell lies in the picture."""
        across, down = self.cell(x, y).centre
        return across + spot[0] * self.size / SIDE, down + spot[1] * self.size / SIDE


def view_of(state: Any, box: Box) -> View:
    """Return the cells to show in a box, as large as they fit."""
    columns = int(state.east) - int(state.west) + 3
    rows = int(state.south) - int(state.north) + 3
    inner = box.inset(RULER)
    size = float(int(min(BIGGEST, inner.width / max(columns, rows))))
    x, y = box.centre
    left, top = round(x - columns * size / 2), round(y - rows * size / 2)
    return View(int(state.west) - 1, int(state.north) - 1, columns, rows, left, top, size)


def draw_board(canvas: Canvas, box: Box, state: Any) -> View:
    """Draw the table of a position in a box; return which cells are where."""
    view = view_of(state, box)
    card(canvas, box, TABLE)
    _draw_rulers(canvas, box, view)
    for x, y in open_cells(state):
        canvas.panel(view.cell(x, y).inset(view.size * 0.08), FITS, MUTED, 1, view.size / 8)
    places = [coordinates(state, tile) for tile in range(int(state.num_tiles))]
    for tile, (x, y) in enumerate(places):
        kind, turns = int(state.tile_type[tile]), int(state.tile_turns[tile])
        canvas.stamp(tile_canvas(kind, turns, int(view.size)), *view.cell(x, y)[:2])
    for tile, (x, y) in enumerate(places):
        mark_reconstructed(canvas, view.cell(x, y), int(state.tile_type[tile]))
    if places:
        outline_last(canvas, view.cell(*places[-1]))
    _draw_pieces(canvas, state, view, places)
    return view


def _draw_rulers(canvas: Canvas, box: Box, view: View) -> None:
    every = 1 if view.size >= SMALL else 5
    for column in range(view.columns):
        x = view.west + column
        if x % every == 0:
            at = (view.cell(x, view.north).centre[0], box.top + RULER / 2 + 1)
            canvas.text(at, str(x), 9, MUTED, align="centre")
    for row in range(view.rows):
        y = view.north + row
        if y % every == 0:
            at = (box.left + RULER / 2 + 1, view.cell(view.west, y).centre[1])
            canvas.text(at, str(y), 9, MUTED, align="centre")


def _draw_pieces(canvas: Canvas, state: Any, view: View, places: list[tuple[int, int]]) -> None:
    scale = piece_scale(view.size)
    pieces = standing_pieces(state)
    for piece in sorted(pieces, key=lambda piece: piece.figure != BARN):
        at = view.point(*places[piece.tile], piece.point)
        if piece.segment is None and piece.figure != BARN:
            radius = 30 * scale
            canvas.circle(at, radius, None, PANEL, 7 * scale)
            canvas.circle(at, radius - 1.5 * scale, None, SEATS[piece.seat], 4 * scale)
        draw_figure(canvas, piece.figure, piece.seat, at, scale)


def piece_scale(size: float) -> float:
    """Return the pixels of a unit of a piece on a cell of so many pixels."""
    return max(size / SIDE, min(FULL_SIZE / SIDE, 0.2 + 0.7 * size / SIDE))


def draw_figure(canvas: Canvas, figure: str, seat: int, centre: Point, scale: float) -> None:
    """Draw a seat's piece around a point, `scale` being the pixels of a unit."""
    paint(canvas, figure_shapes(figure, SEATS[seat]), centre, scale)


@functools.lru_cache(128)  # at most 85 MB, of the largest tiles
def tile_canvas(kind: int, turns: int, size: int) -> Canvas:
    """Return a kind of tile after clockwise quarter turns as a square picture of its own."""
    canvas = Canvas(size, size)
    paint(canvas, tile_shapes(kind, turns), canvas.box.centre, size / SIDE)
    canvas.panel(canvas.box, None, SEAM, 1, 0)
    return canvas


def mark_reconstructed(canvas: Canvas, cell: Box, kind: int) -> None:
    """Draw the mark of a reconstructed tile into the upper left corner of its cell."""
    if TILES[kind].reconstructed:
        radius = max(5.0, min(9.0, cell.width * 0.13))
        draw_mark(canvas, (cell.left + radius + 1, cell.top + radius + 1), radius)


def draw_mark(canvas: Canvas, centre: Point, radius: float) -> None:
    """Draw the mark of reconstructed tiles."""
    canvas.circle(centre, radius, PANEL, TEXT, radius / 7)
    canvas.text(centre, MARK, radius * 1.7, TEXT, bold=True, align="centre")


def outline_last(canvas: Canvas, cell: Box) -> None:
    """Draw the frame of the tile placed last."""
    width = max(2.0, cell.width * 0.045)
    canvas.panel(cell.inset(-width), None, TEXT, width + 1, width)
    canvas.panel(cell.inset(-width + 0.8), None, LAST, width, width)


def open_cells(state: Any) -> list[tuple[int, int]]:
    """Return the cells where the drawn tile, or an abbey if that is the choice, may be put."""
    if state.over or state.phase not in (PLACE, ABBEY_CHOICE):
        return []
    west, north = window(state)
    cells = []
    for entry in range(int(state.frontier_size)):
        cell, need = int(state.frontier_cell[entry]), int(state.frontier_need[entry])
        x = west + (((cell & GRID_MASK) - west) & GRID_MASK)
        y = north + (((cell >> GRID_BITS) - north) & GRID_MASK)
        if state.phase == ABBEY_CHOICE:
            fits = plain(is_hole)(need)
        else:
            fits = plain(fitting_turns)(RULES[0], int(state.drawn), need) != 0
        if fits and plain(is_on_table)(state, x, y):
            cells.append((x, y))
    return cells
