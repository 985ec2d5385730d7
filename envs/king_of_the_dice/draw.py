"""A position as a picture, in the common look; everything in this game is public."""

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.canvas import Box, Canvas, Point, square, text_width
from fiefdom.envs.common.colours import (
    BLUE,
    GREEN,
    LINE,
    MUTED,
    PANEL,
    RED,
    TEXT,
    Colour,
    ink_on,
    mix,
)
from fiefdom.envs.common.draw import (
    actions_height,
    card,
    die,
    draw_actions,
    headline,
    pile,
    score_panel,
    seat_lines,
)
from fiefdom.envs.common.jit import plain
from fiefdom.envs.common.text import victory
from fiefdom.envs.king_of_the_dice.captions import action_lines, doing, winners
from fiefdom.envs.king_of_the_dice.engine import score_of
from fiefdom.envs.king_of_the_dice.rolling import fulfilled_citizens
from fiefdom.envs.king_of_the_dice.rules import (
    CITIZENS,
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    DICE_PER_TYPE,
    DIE_TYPES,
    EFFECT_MEANINGS,
    EFFECTS,
    FAIRY,
    NUM_DICE,
    NUM_SLOTS,
    PENALTIES,
    TITLE,
    VILLAGE_STACK,
    Citizen,
    requirement_text,
)
from fiefdom.envs.king_of_the_dice.state import EMPTY, GIFT_CHOICE, HYPNO_CHOICE
from fiefdom.envs.king_of_the_dice.tables import RULES

MARGIN, GAP = 20.0, 12.0
HEAD, VILLAGE, CITIZEN, MIDDLE, KINGDOM = 32.0, 54.0, 202.0, 130.0, 210.0
ABOVE_ACTIONS, ACTION_ROWS = 702, 13
WIDTH, HEIGHT = 1000, ABOVE_ACTIONS + round(actions_height(ACTION_ROWS))
DIE, SMALL_DIE, LETTERS = 64.0, 22.0, 12.5
BIG_HOUSE, SMALL_HOUSE = 33.0, 23.0
DIE_COLOURS = dict(zip(COLOURS, (RED, GREEN, BLUE), strict=True))
VILLAGE_COLOURS = {
    "city": "#d9a528", "mine": "#8d6748", "workshop": "#4f7fb8", "orcs": "#6f8f3c",
    "forest": "#95588f", None: "#7b756a",
}  # fmt: skip
GOOD = "#2f8f5b"  # edge of what may be taken
BACK = "#6b5a45"  # of the draw pile's cards


def draw(state: Any, seat: Any, legal: list[int]) -> npt.NDArray[np.uint8]:
    """Return a position as a picture of HEIGHT x WIDTH pixels.

    Args:
        state: a record of STATE.
        seat: whose view, marked in its panel; a seat, `public` or `all`.
        legal: the mover's legal actions.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    head, rest = canvas.box.inset(MARGIN, 12).cut_top(HEAD, 8)
    villages, rest = rest.cut_top(VILLAGE, 6)
    citizens, rest = rest.cut_top(CITIZEN, GAP)
    middle, rest = rest.cut_top(MIDDLE, GAP)
    seats, actions = rest.cut_top(KINGDOM, GAP)
    headline(canvas, head, TITLE, doing(state))
    takeable = _takeable(state)
    for slot, box in enumerate(villages.columns(NUM_SLOTS, GAP)):
        _draw_village(canvas, box, COLUMNS[slot], int(state.villages_left[slot]))
    for slot, box in enumerate(citizens.columns(NUM_SLOTS, GAP)):
        _draw_slot(canvas, box, int(state.row[slot]), takeable.get(slot, ""))
    dice, piles = middle.cut_left(560, GAP)
    _draw_dice(canvas, dice, state)
    _draw_piles(canvas, piles, state)
    _draw_seats(canvas, seats, state, seat)
    outcome = victory(winners(state)) if state.over else ""
    draw_actions(canvas, actions, action_lines(state, legal), outcome)
    return canvas.array()


def _takeable(state: Any) -> dict[int, str]:
    """Return the slots whose citizen may be taken with these dice, and why."""
    if state.over or state.phase == GIFT_CHOICE:
        return {}
    if state.phase == HYPNO_CHOICE:
        return {int(state.offered): "offered by the hypnotist"}
    fulfilled = int(fulfilled_citizens(RULES[0], state))
    row = [int(number) for number in state.row]
    return {
        slot: "fulfilled by the dice"
        for slot, number in enumerate(row)
        if number != EMPTY and fulfilled >> number & 1
    }


def _draw_village(canvas: Canvas, box: Box, column: str, left: int) -> None:
    colour = VILLAGE_COLOURS[column]
    canvas.panel(box, mix(colour, PANEL, 0.75), mix(colour, PANEL, 0.3), 1.5)
    name, stack = box.inset(10, 4).cut_left(72, 6)
    canvas.write(name, column, 14.5, mix(colour, TEXT, 0.5), bold=True)
    ground = stack.centre[1] + BIG_HOUSE / 2
    gone = len(VILLAGE_STACK) - left
    for number, (place, points) in enumerate(
        zip(stack.columns(len(VILLAGE_STACK)), VILLAGE_STACK, strict=True)
    ):
        side = BIG_HOUSE if number == gone else SMALL_HOUSE
        shade = mix(colour, PANEL, 0.0 if number == gone else 0.45) if number >= gone else None
        _draw_house(canvas, (place.centre[0], ground - side / 2), side, shade, str(points))


def _draw_house(
    canvas: Canvas, centre: Point, side: float, colour: Colour | None, label: str
) -> None:
    """Draw a village with its points; without a colour, the place of one that was taken."""
    box = square(centre, side)
    roof = box.top + 0.42 * side
    left, right = box.left + 0.12 * side, box.right - 0.12 * side
    shape = [
        (box.centre[0], box.top), (box.right, roof), (right, roof), (right, box.bottom),
        (left, box.bottom), (left, roof), (box.left, roof),
    ]  # fmt: skip
    canvas.polygon(shape, colour, mix(colour, TEXT, 0.35) if colour else LINE)
    if colour:
        at = (box.centre[0], box.top + 0.64 * side)
        canvas.text(at, label, 0.46 * side, ink_on(colour), bold=True, align="centre")


def _draw_slot(canvas: Canvas, box: Box, number: int, mark: str) -> None:
    if number == EMPTY:
        canvas.panel(box, None, LINE, 1.5)
        canvas.write(box, "no citizen", 14, MUTED, align="centre")
        return
    citizen = CITIZENS[number]
    card(canvas, box)
    _draw_title(canvas, box.cut_top(36)[0], citizen)
    rest = box.inset(9, 8).cut_top(32)[1]
    meaning = EFFECT_MEANINGS[EFFECTS[citizen.effect]]
    icons, rest = rest.cut_top(40 if meaning else 62)
    words, rest = rest.cut_top(34)
    effect, below = rest.cut_top(rest.height - 26, 6)
    _draw_requirement(canvas, icons, citizen)
    canvas.write(words, requirement_text(citizen.requirement), 15, align="centre", lines=2)
    if meaning:
        canvas.panel(effect, mix(VILLAGE_COLOURS[citizen.column], PANEL, 0.85), None, radius=6)
        canvas.write(effect.inset(6, 3), meaning, 12.5, align="centre", lines=2)
    if mark:
        canvas.panel(box, None, GOOD, 3)
        canvas.panel(below, GOOD, None, radius=below.height / 2)
        canvas.write(below, mark, 12, PANEL, bold=True, align="centre")


def _draw_title(canvas: Canvas, box: Box, citizen: Citizen) -> None:
    colour = VILLAGE_COLOURS[citizen.column]
    canvas.panel(box, colour, None)
    canvas.panel(box.cut_top(box.height / 2)[1], colour, None, radius=0)
    points = "n x n" if citizen.effect == FAIRY else str(citizen.points)
    ink = ink_on(colour)
    width = text_width(points, 20) + 10
    inside = box.inset(11, 0)
    canvas.write(inside._replace(width=inside.width - width), citizen.kind, 16, ink, bold=True)
    canvas.write(inside, points, 20, ink, bold=True, align="right")


def _draw_requirement(canvas: Canvas, box: Box, citizen: Citizen) -> None:
    """Draw the dice that are wanted as a row of small ones, or the sum."""
    kind, *rest = citizen.requirement
    numbers = [int(number) for number in rest]
    if kind in ("sum_le", "sum_ge"):
        _draw_sum(canvas, box.centre, numbers[0], 1 if kind == "sum_le" else -1)
        return
    wanted = _wanted_dice(str(kind), numbers)
    step, gap = SMALL_DIE + 3, 7.0
    num_gaps = sum(label == " " for label, _ in wanted)
    x = box.centre[0] - (step * (len(wanted) - num_gaps) - 3 + gap * num_gaps) / 2
    y = box.centre[1]
    for number, (label, colours) in enumerate(wanted):
        if label == " ":
            x += gap
            continue
        rise = 3.0 * ((len(wanted) - 1) / 2 - number) if kind == "run" else 0.0
        place = square((x + SMALL_DIE / 2, y + rise), SMALL_DIE)
        _draw_small_die(canvas, place, label, colours)
        x += step


def _wanted_dice(kind: str, numbers: list[int]) -> list[tuple[str, list[Colour]]]:
    """Return label and colours of each small die; a blank label is a gap."""
    if kind == "cols":
        colours = zip(numbers, DIE_COLOURS.values(), strict=True)
        return [("", [colour]) for count, colour in colours for _ in range(count)]
    if kind == "anycol":
        return [("", list(DIE_COLOURS.values()))] * numbers[0]
    if kind == "num":
        return [(str(numbers[0]), [PANEL])] * numbers[1]
    if kind == "parity":
        return [(str(face), [PANEL]) for face in ((1, 3, 5) if numbers[0] else (2, 4, 6)) * 2]
    if kind == "run":
        return [("", [PANEL])] * numbers[0]
    wanted: list[tuple[str, list[Colour]]] = []
    for letter, size in zip("ABC", numbers, strict=False):
        wanted += [(" ", [])] * bool(wanted) + [(letter, [PANEL])] * size
    return wanted


def _draw_small_die(canvas: Canvas, box: Box, label: str, colours: list[Colour]) -> None:
    if label.isdigit():
        die(canvas, box, int(label), colours[0])
        return
    fill = colours[0] if len(colours) == 1 else PANEL
    canvas.panel(box, fill, mix(fill, TEXT, 0.35), 1, 4)
    canvas.write(box, label, 13, align="centre")
    if fill not in colours:  # any colour
        for place, colour in zip(box.inset(2.5).columns(len(colours)), colours, strict=True):
            canvas.panel(place.inset(0.5, 1.5), colour, None, radius=1.5)


def _draw_sum(canvas: Canvas, centre: Point, limit: int, down: int) -> None:
    x, y = centre
    canvas.text((x + 12, y), str(limit), 26, bold=True, align="centre")
    arrow = [(x - 26, y + 8 * down), (x - 34, y - 6 * down), (x - 18, y - 6 * down)]
    canvas.polygon(arrow, TEXT)


def _draw_dice(canvas: Canvas, box: Box, state: Any) -> None:
    card(canvas, box)
    side, faces = box.inset(16, 12).cut_left(92, 8)
    number, words = side.cut_top(84)
    rolls = int(state.rolls_left)
    canvas.write(number, str(rolls), 44, bold=True, align="centre")
    canvas.write(words, "roll left" if rolls == 1 else "rolls left", LETTERS, MUTED, align="centre")
    pairs = faces.columns(len(DIE_TYPES), 8)
    for shown in range(NUM_DICE):
        pair = pairs[shown // DICE_PER_TYPE]
        place = pair.columns(DICE_PER_TYPE)[shown % DICE_PER_TYPE]
        face = int(state.dice[shown])
        letter = DIE_TYPES[shown // DICE_PER_TYPE][face - 1]
        above, name = place.cut_top(84)
        die(canvas, square(above.centre, DIE), face, DIE_COLOURS[letter])
        canvas.write(name, COLOUR_NAMES[letter], LETTERS, MUTED, align="centre")


def _draw_piles(canvas: Canvas, box: Box, state: Any) -> None:
    card(canvas, box)
    unseen, discarded = int(state.unseen).bit_count(), int(state.discarded).bit_count()
    left, right = box.inset(16, 12).columns(2, 16)
    names = ("draw pile", "discarded")
    for place, name, number in zip(left.columns(2, 10), names, (unseen, discarded), strict=True):
        colour = BACK if name == "draw pile" else mix(BACK, PANEL, 0.55)
        _draw_pile(canvas, place, name, number, colour, str(number))
    place, rest = right.cut_left(79, 12)
    top = f"-{state.top_penalty}" if state.top_penalty else ""
    cards = int(state.penalties_left.sum())
    _draw_pile(canvas, place, "scoundrels", cards, RED, top)
    for row, (value, copies) in zip(rest.rows(len(PENALTIES)), PENALTIES.items(), strict=True):
        left_of = int(state.penalties_left[value - 1])
        canvas.write(row, f"-{value}: {left_of} of {copies}", LETTERS, TEXT if left_of else MUTED)


def _draw_pile(
    canvas: Canvas, box: Box, name: str, num_cards: int, colour: Colour, label: str
) -> None:
    above, below = box.cut_top(box.height - 20, 4)
    top = pile(canvas, above, num_cards, colour)
    ink = ink_on(colour) if num_cards else MUTED
    canvas.write(top, label, 28, ink, bold=True, align="centre")
    canvas.write(below, name, LETTERS, MUTED, align="centre")


def _draw_seats(canvas: Canvas, box: Box, state: Any, viewer: Any) -> None:
    scores = [plain(score_of)(state, player) for player in range(int(state.num_players))]
    mover, first = (None, winners(state)) if state.over else (int(state.mover), [])
    lines = seat_lines(scores, mover, first, viewer)
    for player, free in enumerate(score_panel(canvas, box, lines, gap=GAP)):
        _draw_kingdom(canvas, free, state, player)


def _draw_kingdom(canvas: Canvas, box: Box, state: Any, player: int) -> None:
    counts = {
        "points": int(state.points[player]),
        "minus": int(state.minus[player]),
        "citizens": int(state.kingdoms[player]).bit_count(),
        "fairies": int(state.fairies[player]),
    }
    numbers, rest = box.cut_top(40, 4)
    for place, (name, count) in zip(numbers.columns(len(counts)), counts.items(), strict=True):
        above, below = place.cut_top(22)
        canvas.write(above, str(count), 17, bold=True, align="centre")
        canvas.write(below.inset(2, 0), name, 11, MUTED, align="centre")
    houses, rest = rest.cut_top(34, 6)
    for place, column, points in zip(
        houses.columns(NUM_SLOTS), COLUMNS, state.villages[player], strict=True
    ):
        colour = VILLAGE_COLOURS[column] if points else None
        _draw_house(canvas, place.centre, min(30, place.width - 4), colour, str(int(points)))
    names, note = rest.cut_top(rest.height - 26, 4)
    citizens = _citizen_names(int(state.kingdoms[player]))
    canvas.write(names, citizens, 13, align="centre", lines=3)
    if state.elf[player]:
        canvas.panel(note, mix(VILLAGE_COLOURS["city"], PANEL, 0.6), None, radius=note.height / 2)
        canvas.write(note, "four rolls in the next turn", 11.5, align="centre")


def _citizen_names(kingdom: int) -> str:
    kinds = Counter(
        citizen.kind for number, citizen in enumerate(CITIZENS) if kingdom >> number & 1
    )
    return ", ".join(f"{kind} x{count}" if count > 1 else kind for kind, count in kinds.items())
