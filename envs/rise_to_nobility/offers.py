"""What is on offer in the picture: Settlers, Buildings, Stone Council tiles and ships."""

from collections.abc import Callable
from typing import Any

from fiefdom.envs.common.canvas import Box, Canvas
from fiefdom.envs.common.colours import LINE, MUTED, PANEL, TEXT, Colour, ink_on, mix
from fiefdom.envs.common.draw import card
from fiefdom.envs.rise_to_nobility.captions import dock_spot, mark, members
from fiefdom.envs.rise_to_nobility.cards import counted, reward_text
from fiefdom.envs.rise_to_nobility.pieces import (
    GOOD_COLOURS,
    LEVEL_COLOURS,
    STONE,
    coin,
    cube,
    cubes,
    slots,
)
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import COUNCIL_ROW, GUILDS, NUM_DOCKS
from fiefdom.envs.rise_to_nobility.state import EMPTY

GAP, TITLE, HEAD = 7.0, 19.0, 21.0
LETTERS = 11.5
SHIP = "#4d7f94"

Painter = Callable[[Canvas, Box, Any], None]


def draw_offers(canvas: Canvas, box: Box, state: Any, rules: Rules) -> None:
    """Draw the face-up rows, each below its name and how many are left."""
    card(canvas, box)
    inner = box.inset(10, 6)
    settlers, inner = inner.cut_top(inner.height * 0.36, GAP)
    buildings, inner = inner.cut_top(inner.height * 0.49, GAP)
    first, second = (len(members(deck)) for deck in state.settlers_left)
    title = f"Settlers at the Tavern · decks: {first} of level I, {second} of level II"
    _draw_row(canvas, settlers, title, state.settlers_row, rules.settlers, _draw_settler)
    title = f"Buildings at the Guild Hall · {len(members(state.buildings_left))} left"
    _draw_row(canvas, buildings, title, state.buildings_row, rules.buildings, _draw_building)
    share = COUNCIL_ROW / (COUNCIL_ROW + NUM_DOCKS)
    council, port = inner.cut_left((inner.width - GAP) * share, GAP)
    row = rules.setup_for(state.num_players)
    title = f"Stone Council tiles · {len(members(state.council_left))} left"
    tiles = state.council_row[: row.council_row]
    _draw_row(canvas, council, title, tiles, rules.council, _draw_tile)
    to_come = len(members(state.ships_left)) + int(state.num_ships_bottom)
    head, docks = port.cut_top(TITLE)
    canvas.write(head, f"Port · {to_come} ships to come", LETTERS, MUTED)
    for dock, place in enumerate(docks.columns(row.ships, GAP)):
        _draw_dock(canvas, place, state, dock, rules)


def _draw_row(
    canvas: Canvas, box: Box, title: str, numbers: Any, rows: Any, painter: Painter
) -> None:
    head, rest = box.cut_top(TITLE)
    canvas.write(head, title, LETTERS, MUTED)
    for number, place in zip(numbers, rest.columns(len(numbers), GAP), strict=True):
        if number == EMPTY:
            canvas.panel(place, None, LINE, 1.5, 6)
            canvas.write(place, "empty", LETTERS, MUTED, align="centre")
        else:
            painter(canvas, place, rows[int(number)])


def _framed(canvas: Canvas, box: Box, colour: Colour, name: str, row: Any) -> Box:
    """Draw a card with a coloured head: name and id; return what is free below."""
    canvas.panel(box, mix(colour, PANEL, 0.86), mix(colour, TEXT, 0.25), 1, 7)
    head, rest = box.cut_top(HEAD)
    canvas.panel(head, colour, None, radius=7)
    canvas.panel(head.cut_top(HEAD / 2)[1], colour, None, radius=0)
    canvas.line([(head.left, head.bottom), (head.right, head.bottom)], mix(colour, TEXT, 0.25))
    inside, ink = head.inset(6, 0), ink_on(colour)
    canvas.write(inside._replace(width=inside.width - 33), name, LETTERS, ink, bold=True)
    canvas.write(inside, mark(row), 10.5, ink, align="right")
    return rest.inset(5, 3)


def _draw_settler(canvas: Canvas, box: Box, row: Any) -> None:
    level = f"{row.race} {'I' * row.level}"
    free = _framed(canvas, box, LEVEL_COLOURS[row.level - 1], level, row)
    need, points, workers, reward = _parts(free, (0.32, 0.27, 0.2, 0.21))
    cubes(canvas, need, row.need, 18)
    canvas.write(points, f"{row.vp} VP", 16, bold=True, align="centre")
    canvas.write(workers, counted("worker", row.workers), LETTERS, align="centre")
    canvas.write(reward, reward_text(row.reward), LETTERS, MUTED, align="centre")


def _parts(box: Box, shares: tuple[float, ...]) -> list[Box]:
    """Return parts one below the other with shares of the height."""
    parts, top = [], box.top
    for share in shares:
        parts.append(box._replace(top=top, height=box.height * share))
        top += box.height * share
    return parts


def _draw_building(canvas: Canvas, box: Box, row: Any) -> None:
    free = _framed(canvas, box, GOOD_COLOURS[GUILDS.index(row.guild)], row.guild, row)
    price, bonus, upgrade = _parts(free, (0.48, 0.27, 0.25))
    left, right = price.columns(2)
    coin(canvas, (left.centre[0] + 8, left.centre[1]), 12, str(row.cost))
    canvas.write(right, f"{row.vp} VP", 16, bold=True)
    canvas.write(bonus, reward_text(row.bonus), LETTERS, MUTED, align="centre")
    words = f"upgrade {row.up_cost} coins: {row.up_vp} VP"
    canvas.write(upgrade, words, 10, MUTED, align="centre")


def _draw_tile(canvas: Canvas, box: Box, row: Any) -> None:
    free = _framed(canvas, box, STONE, f"{row.vp} VP", row)
    need, price, gain = _parts(free, (0.36, 0.36, 0.28))
    cubes(canvas, need, row.need, 17)
    left, right = price.columns(2)
    coin(canvas, (left.centre[0] + 4, left.centre[1]), 10.5, str(row.coins))
    canvas.write(right, f"-{row.rep_cost} Rep", LETTERS)
    canvas.write(gain, f"+{row.nob} Nobility", LETTERS, align="centre")


def _draw_dock(canvas: Canvas, box: Box, state: Any, dock: int, rules: Rules) -> None:
    spot = dock_spot(state, dock, rules)
    if state.ships[dock] == EMPTY:
        canvas.panel(box, None, LINE, 1.5, 6)
        canvas.write(box, "no ship", LETTERS, MUTED, align="centre")
        return
    row = rules.ships[int(state.ships[dock])]
    free = _framed(canvas, box, SHIP, spot.label, row)
    prices, dice = _parts(free, (0.62, 0.38))
    listed = [(good, price) for good, price in enumerate(row.price) if price]
    for place, (good, price) in zip(prices.columns(len(listed)), listed, strict=True):
        x, y = place.centre
        side = min(17.0, place.width - 1)
        cube(canvas, (x, y - 10), side, good)
        coin(canvas, (x, y + 9), min(8.5, place.width / 2 - 1), str(price))
    slots(canvas, dice, spot.taken, spot.slots, 19)
    canvas.line([(free.left, dice.top - 1), (free.right, dice.top - 1)], LINE)
