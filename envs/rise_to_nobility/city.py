"""The city in the picture: the places with their slots for dice, the guilds and the Chancery."""

from typing import Any

from fiefdom.envs.common.canvas import Box, Canvas, square
from fiefdom.envs.common.colours import LINE, MUTED, PANEL, SEATS, TEXT, mix
from fiefdom.envs.common.draw import card, die, token
from fiefdom.envs.common.jit import plain
from fiefdom.envs.rise_to_nobility.captions import (
    ORDER_RULES,
    ORDERED_PLACES,
    PLACE_NAMES,
    RANGE_PLACES,
    guild_spot,
    members,
    ordered_spot,
    range_spots,
)
from fiefdom.envs.rise_to_nobility.cards import benefit_text
from fiefdom.envs.rise_to_nobility.commissions import deck_size
from fiefdom.envs.rise_to_nobility.pieces import GOOD_COLOURS, STONE, cube, slots, worker
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import NUM_GOODS, NUM_VALUES, TOP_DESKS
from fiefdom.envs.rise_to_nobility.state import EMPTY

GAP = 7.0
SLOT = 20.0
LETTERS = 11.5
DESK_ROW, CHANCERY_NAME = 42.0, 112.0


def draw_city(canvas: Canvas, box: Box, state: Any, rules: Rules) -> None:
    """Draw the guilds, the places with ranges and those where dice must follow in order."""
    guilds, rest = box.cut_top((box.height - 2 * GAP) * 0.45, GAP)
    ranges, ordered = rest.cut_top((rest.height - GAP) * 0.52, GAP)
    rows = guilds.rows(2, GAP)
    for guild in range(NUM_GOODS):
        place = rows[guild // 3].columns(3, GAP)[guild % 3]
        _draw_guild(canvas, place, state, guild, rules)
    for name, place in zip(RANGE_PLACES, ranges.columns(3, GAP), strict=True):
        _draw_ranges(canvas, place, state, name, rules)
    for name, place in zip(ORDERED_PLACES, ordered.columns(3, GAP), strict=True):
        _draw_ordered(canvas, place, state, name, rules)


def _draw_guild(canvas: Canvas, box: Box, state: Any, guild: int, rules: Rules) -> None:
    colour = GOOD_COLOURS[guild]
    canvas.panel(box, mix(colour, PANEL, 0.82), mix(colour, TEXT, 0.25), 1.2, 8)
    spot = guild_spot(state, guild, rules)
    head, rest = box.inset(8, 5).cut_top(24)
    cube(canvas, (head.left + 9, head.centre[1]), 17, guild)
    name, dice = head.cut_left(24)[1].cut_left(head.width - 24 - 72)
    canvas.write(name, spot.label, 13, bold=True)
    if spot.words:
        canvas.write(dice, spot.words, LETTERS, MUTED, align="right")
    else:
        slots(canvas, dice, spot.taken, spot.slots, SLOT, at_right=True)
    _draw_apprentices(canvas, rest, state, guild, rules)


def _draw_apprentices(canvas: Canvas, box: Box, state: Any, guild: int, rules: Rules) -> None:
    """Draw who sits in a guild, the free places, and what each Apprentice earns."""
    setup = rules.setup_for(state.num_players)
    counts = [int(count) for count in state.apprentices[: int(state.num_players), guild]]
    seats = [seat for seat, count in enumerate(counts) for _ in range(count)]
    people, words = box.cut_top(box.height - 15)
    step = min(33.0, people.width / setup.apprentice_slots)
    side = min(step - 5, people.height - 4)
    x, y = people.left + side / 2, people.centre[1]
    for place in range(setup.apprentice_slots):
        colour = SEATS[seats[place]] if place < len(seats) else None
        worker(canvas, (x + place * step, y), side, colour)
    pay = setup.income[max(len(seats), 1) - 1]
    each = "each Apprentice earns" if seats else "the first Apprentice earns"
    canvas.write(words, f"{each} {pay}", 10.5, MUTED)


def _place(canvas: Canvas, box: Box, name: str, words: str) -> Box:
    """Draw the panel of a place with its name; return what is free below."""
    card(canvas, box)
    head, rest = box.inset(9, 6).cut_top(17, 3)
    canvas.write(head, name, 13, bold=True)
    below, rest = rest.cut_top(14, 2)
    canvas.write(below, words, 10.5, MUTED)
    return rest


def _draw_ranges(canvas: Canvas, box: Box, state: Any, place: str, rules: Rules) -> None:
    free = _place(canvas, box, PLACE_NAMES[place], f"a die of these values: {RANGE_PLACES[place]}")
    spots = range_spots(state, place, rules)
    for spot, column in zip(spots, free.columns(len(spots), 4), strict=True):
        canvas.panel(column, mix(STONE, PANEL, 0.86), None, radius=6)
        label, rest = column.inset(2, 3).cut_top(14)
        dice, effect = rest.cut_top(rest.height - 17)
        canvas.write(label, spot.label, LETTERS, MUTED, align="centre")
        slots(canvas, dice, spot.taken, spot.slots, SLOT)
        canvas.write(effect, spot.words, 13, bold=True, align="centre")


def _draw_ordered(canvas: Canvas, box: Box, state: Any, place: str, rules: Rules) -> None:
    spot = ordered_spot(state, place, rules)
    free = _place(canvas, box, spot.label, ORDER_RULES[rules.order(f"{place}_order")])
    dice, below = free.cut_top(free.height - 22, 3)
    slots(canvas, dice, spot.taken, spot.slots, SLOT)
    last = int(state[f"{place}_last"])
    if last:
        die(canvas, square((below.left + 10, below.centre[1]), 18), last, PANEL)
        below = below.cut_left(26)[1]
    next_die = spot.words if spot.words == "full" else f"next: {spot.words}"
    canvas.write(below, next_die, 12.5)


def chancery_height(state: Any, rules: Rules) -> float:
    """Return the height of the Chancery's panel, 0 without it."""
    if not state.chancery:
        return 0.0
    return 12 + DESK_ROW * (rules.setup_for(state.num_players).desks // TOP_DESKS)


def draw_chancery(canvas: Canvas, box: Box, state: Any, rules: Rules) -> None:
    """Draw a die slot for each value and the desks that it serves."""
    card(canvas, box)
    name, rest = box.inset(10, 5).cut_left(CHANCERY_NAME, GAP)
    lines = name.rows(3) if name.height < 60 else name.inset(0, (name.height - 56) / 2).rows(3)
    canvas.write(lines[0], "Chancery", 14, bold=True)
    canvas.write(lines[1], f"{plain(deck_size)(state)} Commissions", 10.5, MUTED)
    canvas.write(lines[2], f"{len(members(state.dice_tiles_left))} dice tiles left", 10.5, MUTED)
    for value, column in enumerate(rest.columns(NUM_VALUES, GAP)):
        place, desks = column.cut_left(26, 4)
        taken = int(state.chancery_dice) >> value & 1
        die(canvas, square(place.centre, 24), value + 1, STONE if taken else PANEL)
        numbers = range(value, rules.setup_for(state.num_players).desks, TOP_DESKS)
        for desk, row in zip(numbers, desks.rows(len(numbers), 4), strict=True):
            _draw_desk(canvas, row, state, desk, rules)


def _draw_desk(canvas: Canvas, box: Box, state: Any, desk: int, rules: Rules) -> None:
    row, seat = rules.chancery[desk], int(state.desks[desk])
    colour = SEATS[seat] if seat != EMPTY else LINE
    canvas.panel(box, mix(colour, PANEL, 0.85) if seat != EMPTY else PANEL, colour, 1.2, 6)
    words, place = box.inset(5, 1).cut_left(box.width - 10 - 22, 2)
    race, benefit = words.cut_top(13)
    canvas.write(race, f"{desk + 1} {row.race}", 11, bold=True)
    canvas.write(benefit, benefit_text(row.benefit, rules), 9.5, MUTED, lines=2)
    if seat != EMPTY:
        token(canvas, place.centre, 10, colour, str(seat))
    else:
        worker(canvas, place.centre, 17, None)
