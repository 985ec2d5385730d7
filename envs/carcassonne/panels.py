"""What stands beside the table in the picture: the drawn tile, the supply, the seats, the legend."""

from collections.abc import Callable
from typing import Any

from fiefdom.envs.carcassonne.board import (
    FITS,
    draw_figure,
    draw_mark,
    mark_reconstructed,
    outline_last,
    tile_canvas,
)
from fiefdom.envs.carcassonne.captions import (
    bonus_tiles,
    reconstructed_names,
    shown_tile,
    supply_lines,
    winners,
)
from fiefdom.envs.carcassonne.figures import BARN, FARMER, FOLLOWER, MAYOR, WAGON
from fiefdom.envs.carcassonne.rules import ABBEY
from fiefdom.envs.carcassonne.scenery import (
    cloister_shapes,
    inn_shapes,
    pennant_shapes,
)
from fiefdom.envs.carcassonne.shapes import CITY_COLOUR, FIELD_COLOUR, ROAD_COLOUR, paint
from fiefdom.envs.carcassonne.state import EMPTY
from fiefdom.envs.carcassonne.tiles import TILES
from fiefdom.envs.common.canvas import Box, Canvas, Point, square, text_width
from fiefdom.envs.common.colours import LINE, MUTED, TEXT, mix
from fiefdom.envs.common.draw import card, score_panel, seat_lines

SUPPLY_HEIGHT, LEGEND_HEIGHT, GAP = 142.0, 168.0, 10.0
MOST_SEAT_HEIGHT, PLAIN_SEAT_HEIGHT = 112.0, 86.0
LEGEND_ROW = 19.0
UNDRAWN_HEAD, UNDRAWN_LETTERS = 22.0, 12.0
TILE, ICON, LETTERS = 108, 0.5, 12.5
BONUS_COLOUR = "#f3d58a"


def draw_supply(canvas: Canvas, box: Box, state: Any) -> None:
    """Draw the drawn tile, or that placed last, and what is left."""
    card(canvas, box)
    picture, words = box.inset(14, 14).cut_left(TILE, 16)
    place = square(picture.centre, TILE)
    why, kind, turns = shown_tile(state)
    if kind == EMPTY:
        canvas.panel(place, None, LINE, 1.5, 6)
    else:
        canvas.stamp(tile_canvas(kind, turns, TILE), place.left, place.top)
        mark_reconstructed(canvas, place, kind)
        head, words = words.cut_top(18, 2)
        canvas.write(head, f"{TILES[kind].id} · {why}", 15, bold=True)
        name, words = words.cut_top(34, 4)
        canvas.write(name, TILES[kind].name, LETTERS, MUTED, lines=2)
    lines = supply_lines(state)
    for line, row in zip(lines, words.rows(3), strict=False):
        canvas.write(row, line, LETTERS)


def draw_seats(canvas: Canvas, box: Box, state: Any, seat: Any) -> Box:
    """Draw a panel for each seat: score, pieces, bonus tiles, tokens; return what is free below."""
    players = int(state.num_players)
    honours = bool(state.king_robber or state.cleric_serf)
    most = MOST_SEAT_HEIGHT if honours else PLAIN_SEAT_HEIGHT
    height = min(most, (box.height - GAP * (players - 1)) / players)
    used, rest = box.cut_top(height * players + GAP * (players - 1), GAP)
    mover = int(state.mover) if state.num_tiles and not state.over else None
    first = winners(state) if state.over else []
    lines = seat_lines([int(score) for score in state.score[:players]], mover, first, seat)
    for player, free in enumerate(score_panel(canvas, used, lines, down=True, gap=GAP)):
        hand, *below = free.rows(1 + honours, 2)
        _draw_hand(canvas, hand, state, player)
        if below:
            _draw_honours(canvas, below[0], state, player)
    return rest


def draw_undrawn(canvas: Canvas, box: Box, state: Any) -> None:
    """Draw the kinds of tiles that are left to draw with their numbers, if there is room."""
    kinds = [kind for kind, copies in enumerate(state.undrawn) if copies]
    inner = box.inset(12, 10)
    columns = next((n for n in range(6, 15) if _fits_in(inner, len(kinds), n)), 0)
    if not kinds or not columns:
        return
    head, inner = inner.cut_top(UNDRAWN_HEAD)
    step = inner.width / columns
    rows = -(-len(kinds) // columns)
    card(canvas, box._replace(height=UNDRAWN_HEAD + rows * (step + UNDRAWN_LETTERS) + 16))
    canvas.write(head, "left to draw", LETTERS, MUTED)
    side = int(step) - 5
    for place, kind in enumerate(kinds):
        row, column = divmod(place, columns)
        left = inner.left + column * step
        top = inner.top + row * (step + UNDRAWN_LETTERS)
        canvas.stamp(tile_canvas(kind, 0, side), left, top)
        mark_reconstructed(canvas, Box(left, top, side, side), kind)
        at = (left + side / 2, top + side + UNDRAWN_LETTERS / 2 + 1)
        canvas.text(at, str(state.undrawn[kind]), 11, align="centre")


def _fits_in(box: Box, tiles: int, columns: int) -> bool:
    rows = -(-tiles // columns)
    return UNDRAWN_HEAD + rows * (box.width / columns + UNDRAWN_LETTERS) <= box.height


def _draw_hand(canvas: Canvas, box: Box, state: Any, player: int) -> None:
    y = box.centre[1]
    x = box.left + 10
    draw_figure(canvas, FOLLOWER, player, (x, y), ICON)
    canvas.text((x + 12, y), f"x {state.followers[player]}", 14)
    x += 72
    held = {WAGON: state.wagons, MAYOR: state.mayors, BARN: state.barns}
    for figure, counts in held.items():
        if counts[player]:
            draw_figure(canvas, figure, player, (x, y + (4 if figure == MAYOR else 1)), ICON)
        x += 46
    if state.abbeys[player]:
        canvas.stamp(tile_canvas(ABBEY, 0, 22), x - 11, y - 11)


def _draw_honours(canvas: Canvas, box: Box, state: Any, player: int) -> None:
    x, y = box.left, box.centre[1]
    for name in bonus_tiles(state, player):
        width = text_width(name, 11.5) + 16
        pill = Box(x, y - 9, width, 18)
        canvas.panel(pill, BONUS_COLOUR, mix(BONUS_COLOUR, TEXT, 0.5), 1, 9)
        canvas.write(pill, name, 11.5, align="centre")
        x += width + 6
    if state.cleric_serf:
        tokens, cloisters = int(state.tokens[player]), int(state.cloisters[player])
        words = f"tokens {tokens} · cloisters {cloisters}"
        canvas.text((box.right, y), words, 12, TEXT if tokens + cloisters else MUTED, align="right")


Painter = Callable[[Canvas, Point], None]


def legend_entries(state: Any) -> list[tuple[Painter, str]]:
    """Return what is explained in a game with these options: how it looks, and what it is."""
    seat = max(0, int(state.mover))
    entries: list[tuple[Painter, str]] = [
        (_swatch(FIELD_COLOUR), "field"),
        (_swatch(ROAD_COLOUR), "road"),
        (_swatch(CITY_COLOUR), "city"),
        (_shapes(pennant_shapes((0, 0), 15.0), 1.0), "pennant in a city"),
        (_shapes(cloister_shapes((0, 0), 34.0), 0.42), "cloister"),
        (_figure(FOLLOWER, seat), "follower"),
        (_figure(FARMER, seat), "farmer"),
    ]
    if state.abbey_mayor:
        entries += [
            (_figure(WAGON, seat), "wagon (ringed: drives on)"),
            (_figure(MAYOR, seat), "mayor"),
            (_figure(BARN, seat), "barn at a corner"),
            (_abbey, "abbey"),
        ]
    if state.cleric_serf:
        entries.append((_shapes(inn_shapes((0, 1), 18.0), 0.9), "inn"))
    entries += [
        (_last, "tile placed last"),
        (_fits, "the tile fits here"),
    ]
    return entries


def _swatch(colour: str) -> Painter:
    return lambda canvas, at: canvas.panel(square(at, 13), colour, MUTED, 1, 3)


def _abbey(canvas: Canvas, at: Point) -> None:
    canvas.stamp(tile_canvas(ABBEY, 0, 16), at[0] - 8, at[1] - 8)


def _last(canvas: Canvas, at: Point) -> None:
    outline_last(canvas, square(at, 12))


def _fits(canvas: Canvas, at: Point) -> None:
    canvas.panel(square(at, 14), FITS, MUTED, 1, 2)


def _shapes(shapes: list[Any], scale: float) -> Painter:
    return lambda canvas, at: paint(canvas, shapes, at, scale)


def _figure(figure: str, seat: int) -> Painter:
    scale = 0.42 if figure in (FOLLOWER, FARMER) else 0.36
    return lambda canvas, at: draw_figure(canvas, figure, seat, at, scale)


def draw_legend(canvas: Canvas, box: Box, state: Any) -> None:
    """Draw what the signs mean, in two columns; the reconstructed tiles are named below them."""
    card(canvas, box)
    inner = box.inset(12, 8)
    names = reconstructed_names(state)
    if names:
        inner, below = inner.cut_top(inner.height - LEGEND_ROW)
        draw_mark(canvas, (below.left + 10, below.centre[1]), 7)
        words = f"reconstructed tile ({names}): no description is known"
        canvas.write(below.cut_left(26)[1], words, 12)
    entries = legend_entries(state)
    half = -(-len(entries) // 2)
    columns = inner.columns(2, 8)
    for column, part in zip(columns, (entries[:half], entries[half:]), strict=True):
        for row, (painter, words) in zip(column.rows(half), part, strict=False):
            painter(canvas, (row.left + 10, row.centre[1]))
            canvas.write(row.cut_left(26)[1], words, 12)
