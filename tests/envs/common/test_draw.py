"""The common look of the pictures: canvas, colours and pieces, pixel by pixel."""

import itertools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common import colours
from fiefdom.envs.common.canvas import SMALLEST, Box, Canvas, fit, square, text_width
from fiefdom.envs.common.colours import BACKGROUND, BLUE, GREEN, PANEL, RED, SEATS, TEXT, mix, rgb
from fiefdom.envs.common.draw import (
    ACTION_SIZES,
    SeatLine,
    actions_height,
    card,
    die,
    draw_actions,
    headline,
    in_columns,
    pile,
    score_panel,
    seat_lines,
    token,
)

WORDS = "a citizen of the city who wants six dice that show even numbers"
# Machado, Oliveira and Fernandes 2009, severity 1: what linear red, green and blue become.
SIGHTS = {
    "full": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(colour: str, sight: Any) -> Any:
    """Return a colour in CIELAB, as someone of that sight has it."""
    values = np.array(rgb(colour)) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(np.array(sight) @ linear, 0, 1) / XYZ.sum(axis=1)
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)
@pytest.mark.parametrize("row", [SEATS, (RED, GREEN, BLUE)], ids=["seats", "symbols"])
def test_colours_are_told_apart_by_everyone(row: tuple[str, ...], sight: Any) -> None:
    seen = [lab(colour, sight) for colour in row]
    distances = [np.linalg.norm(one - other) for one, other in itertools.combinations(seen, 2)]
    assert min(distances) > 32


def has(picture: Any, colour: str, pixels: int = 20) -> bool:
    return int((picture == rgb(colour)).all(axis=2).sum()) >= pixels


def painted(paint: Callable[[Canvas], Any], width: int = 300, height: int = 120) -> Any:
    """Return a picture, drawn twice alike."""
    pictures = []
    for _ in range(2):
        canvas = Canvas(width, height)
        paint(canvas)
        pictures.append(canvas.array())
    assert pictures[0].shape == (height, width, 3)
    assert pictures[0].dtype == np.uint8
    assert pictures[0].flags.writeable
    assert pictures[0].flags.c_contiguous
    assert pictures[0].tobytes() == pictures[1].tobytes()
    return pictures[0]


def test_shapes_are_where_they_belong() -> None:
    def paint(canvas: Canvas) -> None:
        canvas.panel(Box(10, 20, 30, 40), RED, GREEN, 2, radius=5)
        canvas.circle((100, 50), 20, BLUE)
        canvas.polygon([(150, 20), (190, 20), (190, 60)], RED)
        canvas.line([(200, 100), (280, 100)], GREEN, 4)

    picture = painted(paint)
    corners = {(10, 20), (39, 20), (10, 59), (39, 59)}
    for x, y in corners:
        assert tuple(picture[y, x]) == rgb(BACKGROUND), "round"
    for x, y in ((10, 40), (39, 40), (25, 20), (25, 59)):
        assert tuple(picture[y, x]) == rgb(GREEN), "the edge lies inside"
    for x, y in ((9, 40), (40, 40), (25, 19), (25, 60)):
        assert tuple(picture[y, x]) == rgb(BACKGROUND)
    assert tuple(picture[40, 25]) == rgb(RED)
    assert tuple(picture[50, 100]) == rgb(BLUE)
    assert tuple(picture[30, 180]) == rgb(RED)
    assert tuple(picture[50, 155]) == rgb(BACKGROUND)
    assert tuple(picture[100, 240]) == rgb(GREEN)


def test_clear_colours_let_what_lies_below_shine_through() -> None:
    def paint(canvas: Canvas) -> None:
        canvas.panel(Box(0, 0, 100, 100), "#ffffff", None, radius=0)
        canvas.panel(Box(0, 0, 50, 100), "#00000080", None, radius=0)

    picture = painted(paint)
    assert abs(int(picture[50, 20, 0]) - 127) <= 1
    assert tuple(picture[50, 70]) == (255, 255, 255)


def test_stamps_are_turned_clockwise() -> None:
    tile = Canvas(40, 40, PANEL)
    tile.panel(Box(0, 0, 10, 10), RED, None, radius=0)
    corners = [(5, 5), (35, 5), (35, 35), (5, 35)]
    for turns in range(-1, 5):
        canvas = Canvas(60, 60)
        canvas.stamp(tile, 20, 10, turns)
        for number, (x, y) in enumerate(corners):
            wanted = RED if number == turns % 4 else PANEL
            assert tuple(canvas.array()[10 + y, 20 + x]) == rgb(wanted)


def test_text_that_fits_keeps_its_size() -> None:
    assert fit("burgher", 200, 30, 16, 1) == (16, ("burgher",))
    assert fit("", 200, 30, 16, 1) == (16, ())


@pytest.mark.parametrize("width", [40, 90, 200, 500])
@pytest.mark.parametrize("height", [12, 30, 60])
@pytest.mark.parametrize("most", [1, 2, 4])
@pytest.mark.parametrize("words", [WORDS, "w" * 80, "word " + "w" * 80])
def test_text_stays_in_its_box(words: str, width: int, height: int, most: int) -> None:
    size, lines = fit(words, width, height, 18, most)
    assert SMALLEST <= size <= 18
    assert 1 <= len(lines) <= most
    assert all(text_width(line, size) <= width for line in lines)
    shown = " ".join(lines)
    assert shown == words or (size == SMALLEST and shown.endswith("…"))
    box = Box(50, 20, width, height)
    picture = painted(lambda canvas: canvas.write(box, words, 18, lines=most), 600, 100)
    ink = np.argwhere((picture != rgb(BACKGROUND)).any(axis=2))
    assert ink[:, 1].min() >= box.left - 1
    assert ink[:, 1].max() <= box.right + 1
    assert ink[:, 0].min() >= box.top - 1
    assert ink[:, 0].max() <= box.bottom + 1


def test_boxes_are_divided_without_loss() -> None:
    box = Box(10, 20, 300, 100)
    assert (box.right, box.bottom, box.centre) == (310, 120, (160, 70))
    assert box.inset(10, 20) == Box(20, 40, 280, 60)
    assert box.cut_top(30, 10) == (Box(10, 20, 300, 30), Box(10, 60, 300, 60))
    assert box.cut_left(30, 10) == (Box(10, 20, 30, 100), Box(50, 20, 260, 100))
    columns, rows = box.columns(4, 20), box.rows(3, 5)
    assert {part.width for part in columns} == {60}
    assert (columns[0].left, columns[-1].right) == (10, 310)
    assert {part.height for part in rows} == {30}
    assert (rows[0].top, rows[-1].bottom) == (20, 120)
    assert square((50, 50), 20) == Box(40, 40, 20, 20)


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("down", [False, True])
def test_score_panel_shows_every_seat(seats: int, down: bool) -> None:
    lines = [SeatLine(seat, seat * 30 - 5, seat == 1, note="you") for seat in range(seats)]
    frees: list[list[Box]] = []
    whole = Box(10, 10, 880, 580)
    picture = painted(
        lambda canvas: frees.append(score_panel(canvas, whole, lines, down)), 900, 600
    )
    assert [has(picture, colour) for colour in SEATS] == [seat < seats for seat in range(6)]
    assert len(frees[0]) == seats
    for free in frees[0]:
        assert free.width > 50
        assert free.height > 20
        assert whole.left < free.left
        assert free.bottom < whole.bottom
        inside = picture[int(free.top) + 1 : int(free.bottom), int(free.left) + 1 : int(free.right)]
        assert (inside == rgb(PANEL)).all(), "free for the game"


def test_mover_and_winner_are_marked() -> None:
    def panel(**marks: Any) -> Any:
        line = SeatLine(2, 17, **marks)
        return painted(lambda canvas: score_panel(canvas, canvas.box.inset(5), [line]))

    plain, mover, winner, noted = (
        panel(), panel(is_mover=True), panel(is_first=True), panel(note="you"),
    )  # fmt: skip
    looks = {picture.tobytes() for picture in (plain, mover, winner, noted)}
    assert len(looks) == 4
    assert tuple(mover[60, 6]) == tuple(winner[60, 6]) == rgb(SEATS[2])
    assert tuple(plain[60, 6]) == rgb(PANEL)


def test_lines_of_seats_say_who_moves_who_has_won_and_who_looks() -> None:
    running = seat_lines((3, 5, -2), 1, [], 1)
    assert [(line.seat, line.score) for line in running] == [(0, 3), (1, 5), (2, -2)]
    assert [line.marks for line in running] == [[], ["to move", "you"], []]
    over = seat_lines((3, 5, 5), None, [1, 2], "public")
    assert [line.marks for line in over] == [[], ["winner"], ["winner"]]


ACTIONS = [f"{action} keep {'1R ' * (action % 7)}" for action in range(64)]


@pytest.mark.parametrize(("width", "height"), [(900, 150), (900, 60), (400, 150), (150, 40)])
@pytest.mark.parametrize("number", [1, 5, 30, 64])
def test_as_many_actions_as_fit_are_listed_whole(width: int, height: int, number: int) -> None:
    texts = ACTIONS[:number]
    size, columns = in_columns(texts, Box(0, 0, width, height))
    shown = [text for column in columns for text in column]
    if shown != texts:
        last = shown.pop()
        assert size == ACTION_SIZES[-1]
        assert last == f"and {number - len(shown)} more"
        assert shown == texts[: len(shown)]
    assert shown
    box = Box(40, 50, width + 28, height + 38)
    picture = painted(lambda canvas: draw_actions(canvas, box, texts), 1000, 300)
    ink = np.argwhere((picture == rgb(TEXT)).all(axis=2))
    assert ink[:, 1].max() <= box.right - 14
    assert ink[:, 0].max() <= box.bottom - 8


def test_all_actions_are_listed_where_there_is_room() -> None:
    size, columns = in_columns(ACTIONS, Box(0, 0, 2000, 400))
    assert (size, list(itertools.chain(*columns))) == (ACTION_SIZES[0], ACTIONS)
    size, columns = in_columns(ACTIONS, Box(0, 0, 900, actions_height(13) - 38))
    assert len(columns[0]) <= 13
    assert list(itertools.chain(*columns)) == ACTIONS


def test_a_note_stands_where_no_actions_are_shown() -> None:
    def panel(texts: list[str], note: str) -> Any:
        return painted(lambda canvas: draw_actions(canvas, canvas.box.inset(5), texts, note))

    assert (panel([], "") == rgb(BACKGROUND)).all()
    assert has(panel([], "player_1 wins"), TEXT)
    assert panel(ACTIONS, "").tobytes() == panel(ACTIONS, "player_1 wins").tobytes()


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_has_as_many_pips_as_its_number(number: int) -> None:
    picture = painted(lambda canvas: die(canvas, square((60, 60), 88), number, RED))
    pips = (picture == rgb(PANEL)).all(axis=2)
    one = (painted(lambda canvas: canvas.circle((60, 60), 8, PANEL)) == rgb(PANEL)).all(axis=2)
    assert round(pips.sum() / one.sum()) == number
    assert has(picture, RED)


def test_pieces_show_their_colour() -> None:
    assert has(painted(lambda canvas: token(canvas, (60, 60), 20, BLUE, "3")), BLUE)
    assert has(painted(lambda canvas: card(canvas, Box(9, 9, 90, 90), GREEN)), GREEN)
    empty = painted(lambda canvas: pile(canvas, Box(9, 9, 90, 90), 0, GREEN))
    assert not has(empty, GREEN)
    sizes = [
        (painted(lambda canvas: pile(canvas, Box(9, 9, 90, 90), cards, GREEN)) != empty).sum()  # noqa: B023
        for cards in (1, 2, 3, 30)
    ]
    assert sizes[0] < sizes[1] < sizes[2] == sizes[3]
    assert has(painted(lambda canvas: headline(canvas, canvas.box, "Title", "words")), TEXT)


def test_colours_are_mixed_and_written_upon() -> None:
    assert mix("#000000", "#ffffff", 0) == "#000000"
    assert mix("#000000", "#ffffff", 1) == "#ffffff"
    assert mix("#204060", "#406080", 0.5) == "#305070"
    assert {colours.ink_on(colour) for colour in ("#ffffff", "#eecc22")} == {TEXT}
    assert {colours.ink_on(colour) for colour in ("#000000", BLUE)} == {PANEL}


def test_without_pillow_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIL", "PIL.Image", "PIL.ImageDraw", "PIL.ImageFont"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"PIL is not installed.*pip install 'fiefdom\[render\]'"):
        Canvas(10, 10)
