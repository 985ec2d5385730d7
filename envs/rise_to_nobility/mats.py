"""The players' mats in the picture; Commission cards are open to their owner only."""

from typing import Any

from fiefdom.envs.common.canvas import Box, Canvas, square, text_width
from fiefdom.envs.common.colours import LINE, MUTED, PANEL, SEATS, TEXT, mix
from fiefdom.envs.common.draw import SeatLine, die, seat_card, seat_lines, token
from fiefdom.envs.common.jit import plain
from fiefdom.envs.rise_to_nobility.captions import (
    dice_of,
    drawn_cards,
    mark,
    may_see,
    members,
    nobility_vp,
    winners,
)
from fiefdom.envs.rise_to_nobility.cards import condition_text, reward_text
from fiefdom.envs.rise_to_nobility.commissions import is_active
from fiefdom.envs.rise_to_nobility.pieces import (
    BACK,
    GOLD,
    GOOD_COLOURS,
    LEVEL_COLOURS,
    PURPLE,
    STONE,
    city_token,
    coin,
    crown,
    cube,
    cubes,
    house,
    pill,
    slot,
    worker,
)
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import GUILDS, HAND_LIMIT, MAX_HOUSES, MAX_REPUTATION
from fiefdom.envs.rise_to_nobility.state import DIE, EMPTY, TOKEN

MATS_IN_ROW = 3
GAP = 8.0
LABEL = 66.0
LETTERS = 11.0
HEIGHTS = (28.0, 23.0, 23.0, 27.0, 38.0, 23.0)  # of the rows above the Commissions
ROW_GAP, COMMISSION, MOST_SCALE = 3.0, 46.0, 1.3
FULL_TEXT = 100.0  # least width for the text of a Commission card
RACE_SIGNS = {
    "Halfling": "Hf", "Human": "Hu", "Elf": "El", "Dwarf": "Dw", "Green Elf": "GE", "Trobit": "Tr",
}  # fmt: skip


def num_rows(state: Any) -> int:
    """Return in how many rows the mats stand."""
    return 1 if state.num_players <= MATS_IN_ROW else 2


def draw_mats(canvas: Canvas, box: Box, state: Any, viewer: Any, rules: Rules) -> None:
    """Draw a mat for each seat."""
    players, rows = int(state.num_players), num_rows(state)
    columns = -(-players // rows)
    mover, first = (None, winners(state)) if state.over else (int(state.mover), [])
    points = [int(vp) for vp in state.vp[:players]]
    for line in seat_lines(points, mover, first, viewer):
        row = box.rows(rows, GAP)[line.seat // columns]
        place = row.columns(columns, GAP)[line.seat % columns]
        _draw_mat(canvas, place, state, viewer, line, rules)


def _draw_mat(
    canvas: Canvas, box: Box, state: Any, viewer: Any, line: SeatLine, rules: Rules
) -> None:
    seat = line.seat
    seat_card(canvas, box, line)
    inner = box.inset(11, 7)
    needed = sum(HEIGHTS) + len(HEIGHTS) * ROW_GAP + COMMISSION * int(state.chancery)
    scale = min(MOST_SCALE, inner.height / needed)
    parts = []
    for height in HEIGHTS:
        part, inner = inner.cut_top(height * scale, ROW_GAP * scale)
        parts.append(part)
    _draw_head(canvas, parts[0], state, line)
    _draw_numbers(canvas, parts[1], state, seat, rules)
    _draw_goods(canvas, parts[2], state, seat)
    _draw_houses(canvas, parts[3], state, seat, rules)
    _draw_held(canvas, parts[4], state, seat, rules)
    _draw_tiles(canvas, parts[5], state, seat, rules)
    if state.chancery:
        _draw_commissions(canvas, inner, state, viewer, seat, rules)


def _draw_head(canvas: Canvas, box: Box, state: Any, line: SeatLine) -> None:
    seat, y = line.seat, box.centre[1]
    token(canvas, (box.left + 12, y), 12, SEATS[seat], str(seat))
    name = f"player_{seat}"
    left = box.left + 30
    canvas.text((left, y), name, 15, bold=True)
    left += text_width(name, 15) * 1.05 + 10
    notes = line.marks + ["passed"] * bool(state.passed[seat])
    canvas.text((left, y), " · ".join(notes), LETTERS, MUTED)
    canvas.text((box.right, y), f"{line.score} VP", 21, bold=True, align="right")
    dice = dice_of(state, seat)
    x = box.right - 88 - 24 * (len(dice) - 1)
    for place, value in enumerate(dice):
        die(canvas, square((x + 24 * place, y), 20), value, SEATS[seat])


def _draw_numbers(canvas: Canvas, box: Box, state: Any, seat: int, rules: Rules) -> None:
    """Draw the Reputation with the sum of the dice used, then coins, Modifiers and Nobility."""
    track, rest = box.cut_left(box.width * 0.44, 12)
    reputation, used = int(state.reputation[seat]), int(state.used_sum[seat])
    colour = SEATS[seat]
    bar = track.inset(0, max(0.0, (track.height - 20) / 2))
    canvas.panel(bar, mix(LINE, PANEL, 0.5), None, radius=5)
    for number, share in ((reputation, 0.68), (used, 0.4)):
        width = bar.width * min(number, MAX_REPUTATION) / MAX_REPUTATION
        if number:
            canvas.panel(
                bar._replace(width=max(width, 10)), mix(colour, PANEL, share), None, radius=5
            )
    canvas.write(
        bar.inset(7, 0), f"Reputation {reputation} · dice sum {used}", LETTERS, TEXT, bold=True
    )
    coins, modifiers, nobility = _three(rest)
    y = coins.centre[1]
    coin(canvas, (coins.left + 9, y), 9, "")
    canvas.text((coins.left + 23, y), str(state.coins[seat]), 14, bold=True)
    pill(
        canvas,
        square((modifiers.left + 11, y), 20)._replace(height=20),
        "±1",
        mix(GOLD, PANEL, 0.5),
    )
    canvas.text((modifiers.left + 27, y), str(state.modifiers[seat]), 14, bold=True)
    crown(canvas, (nobility.left + 9, y), 17)
    words = f"{state.nobility[seat]} ({nobility_vp(state, seat, rules)} VP)"
    canvas.write(nobility.cut_left(23)[1], words, 13, bold=True)


def _three(box: Box) -> tuple[Box, Box, Box]:
    first, rest = box.cut_left(box.width * 0.27)
    second, third = rest.cut_left(box.width * 0.27)
    return first, second, third


def _draw_goods(canvas: Canvas, box: Box, state: Any, seat: int) -> None:
    """Draw the cubes of each Good, then the Workers of Lot and reserve."""
    goods, workers = box.cut_left(box.width * 0.56, 8)
    for good, place in enumerate(goods.columns(len(GOOD_COLOURS))):
        y, count = place.centre[1], int(state.goods[seat, good])
        cube(canvas, (place.left + 9, y), 17, good)
        canvas.text((place.left + 22, y), str(count), 13, TEXT if count else MUTED, bold=count > 0)
    numbers = {"Lot": int(state.lot[seat]), "reserve": int(state.reserve[seat])}
    for (name, count), place in zip(numbers.items(), workers.columns(2), strict=True):
        colour = SEATS[seat] if name == "Lot" else mix(SEATS[seat], PANEL, 0.6)
        worker(canvas, (place.left + 9, place.centre[1]), 17, colour)
        canvas.write(place.cut_left(22)[1], f"{name} {count}", 12, bold=name == "Lot" and count > 0)


def _labelled(canvas: Canvas, box: Box, words: str) -> Box:
    label, rest = box.cut_left(LABEL, 4)
    canvas.write(label, words, 10.5, MUTED)
    return rest


def _draw_houses(canvas: Canvas, box: Box, state: Any, seat: int, rules: Rules) -> None:
    """Draw the Houses, with the races that live there, and the character."""
    rest = _labelled(canvas, box, "Houses")
    houses, words = rest.cut_left(MAX_HOUSES * 26, 8)
    races = [rules.settlers[number].race for number in members(state.completed[seat])]
    for place, column in enumerate(houses.columns(MAX_HOUSES)):
        is_built = place < int(state.houses[seat])
        full = place < len(races)
        colour = mix(SEATS[seat], PANEL, 0.1 if full else 0.7) if is_built else None
        label = RACE_SIGNS[races[place]] if full else ""
        house(canvas, column.centre, 23, colour, label)
    if state.character[seat] != EMPTY:
        row = rules.characters[int(state.character[seat])]
        used = bool(state.character_used[seat])
        name = row.name or "character"
        gives = "used" if used else reward_text(row.reward)
        line = f"{name} {mark(row)}: {gives}"
        canvas.write(words, line, LETTERS, MUTED if used else TEXT, lines=2)


def _draw_held(canvas: Canvas, box: Box, state: Any, seat: int, rules: Rules) -> None:
    """Draw the Settlers cards that are not completed."""
    rest = _labelled(canvas, box, "to complete")
    held = state.held[seat, : int(state.num_held[seat])]
    if not len(held):
        canvas.write(rest, "no Settlers cards", LETTERS, MUTED)
    for number, place in zip(held, rest.columns(HAND_LIMIT, 4), strict=False):
        row = rules.settlers[int(number)]
        colour = LEVEL_COLOURS[row.level - 1]
        canvas.panel(place, mix(colour, PANEL, 0.7), mix(colour, TEXT, 0.2), 1, 5)
        above, below = place.inset(3, 2).rows(2)
        canvas.write(above, row.race, 9.5)
        canvas.write(above, str(row.vp), 12, bold=True, align="right")
        cubes(canvas, below, row.need, 14)


def _draw_tiles(canvas: Canvas, box: Box, state: Any, seat: int, rules: Rules) -> None:
    """Draw the Buildings, a crown on the upgraded ones, and the fulfilled Stone Council tiles."""
    rest = _labelled(canvas, box, "tiles")
    built = [int(number) for number in state.buildings[seat, : int(state.num_buildings[seat])]]
    council = members(state.council_done[seat])
    if not built and not council:
        canvas.write(rest, "no Buildings, no Stone Council tiles", LETTERS, MUTED)
        return
    step = min(48.0, rest.width / (len(built) + len(council)))
    place = rest._replace(width=step - 3)
    for lot, number in enumerate(built):
        row = rules.buildings[number]
        upgraded = bool(state.upgraded[seat, lot])
        pill(
            canvas,
            place,
            f"{row.id}+" if upgraded else row.id,
            GOOD_COLOURS[GUILDS.index(row.guild)],
        )
        canvas.panel(place, None, PURPLE if upgraded else MUTED, 2 if upgraded else 1, 8)
        place = place._replace(left=place.left + step)
    for number in council:
        pill(canvas, place, rules.council[number].id, STONE)
        place = place._replace(left=place.left + step)


def _draw_commissions(
    canvas: Canvas, box: Box, state: Any, viewer: Any, seat: int, rules: Rules
) -> None:
    """Draw the Commission cards, open or as backs, with their dice tiles; then what was drawn."""
    height = min(box.height, COMMISSION * MOST_SCALE)
    rest = _labelled(canvas, box._replace(height=height), "Commissions")
    is_open = may_see(viewer, seat)
    drawn = drawn_cards(state, seat) if is_open else []
    number = int(state.num_cards[seat])
    if not number and not drawn:
        canvas.write(rest, "none kept yet", LETTERS, MUTED)
    columns = rest.columns(max(number + len(drawn), 1 if is_open else 2), 5)
    for place in range(number):
        _draw_commission(canvas, columns[place], state, seat, place, rules, is_open)
    for chosen, column in zip(drawn, columns[number:], strict=False):
        canvas.panel(column, None, PURPLE, 2, 6)
        _write_card(canvas, column, rules.commissions[chosen])


def _draw_commission(
    canvas: Canvas, box: Box, state: Any, seat: int, place: int, rules: Rules, is_open: bool
) -> None:
    active = plain(is_active)(state, seat, place)
    tile, words = box.cut_left(min(56.0, box.width * 0.55), 2)
    fill = mix(BACK, PANEL, 0.85) if is_open else BACK
    canvas.panel(box, fill, mix(BACK, PANEL if is_open else TEXT, 0.4), 1.2, 6)
    if is_open:
        _write_card(canvas, words, rules.commissions[int(state.cards[seat, place])])
    else:
        label = "activated" if active else "secret"
        canvas.write(words.inset(4, 2), label, LETTERS, PANEL, align="centre")
    canvas.panel(tile, mix(GOLD, PANEL, 0.2 if active else 0.72), mix(GOLD, TEXT, 0.3), 1, 6)
    number = int(state.tiles[seat, place])
    if number != EMPTY:
        _draw_dice_tile(canvas, tile, rules.dice_tiles[number].slots, state.slots[seat, place])


def _write_card(canvas: Canvas, box: Box, row: Any) -> None:
    """Write a Commission card; only its id and VP where there is little room."""
    words = condition_text(row) if box.width >= FULL_TEXT else mark(row)
    canvas.write(box.inset(4, 1), f"{words}: {row.vp} VP", 11, lines=4)


def _draw_dice_tile(canvas: Canvas, box: Box, values: Any, contents: Any) -> None:
    for value, content, column in zip(values, contents, box.inset(3, 2).columns(3, 1), strict=True):
        side = min(17.0, column.width)
        place = square(column.centre, side)
        if content == TOKEN:
            city_token(canvas, place.centre, side / 2)
        elif content == DIE:
            die(canvas, place, int(value), STONE)
        else:
            slot(canvas, place, is_taken=False)
            canvas.text(place.centre, str(value), 11.5, align="centre")
