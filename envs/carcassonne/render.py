"""A position as coloured text, the tiles as a map; plain Python, rich is imported on use."""

from itertools import groupby
from typing import TYPE_CHECKING, Any

from fiefdom.envs.carcassonne.actions import coordinates, kind_of
from fiefdom.envs.carcassonne.captions import (
    action_lines,
    bonus_tiles,
    doing,
    placements_by_cell,
    reconstructed_names,
    shown_tile,
    supply_lines,
)
from fiefdom.envs.carcassonne.figures import BARN, MAYOR, WAGON
from fiefdom.envs.carcassonne.rules import CITY, CLOISTER, FIELD, ROAD, TITLE
from fiefdom.envs.carcassonne.spots import Standing, standing_pieces
from fiefdom.envs.carcassonne.state import EMPTY
from fiefdom.envs.carcassonne.tile_text import (
    ABBEY_STYLE,
    CITY_STYLE,
    CLOISTER_SIGN,
    COLUMNS,
    FIELD_STYLE,
    GROUNDS,
    HOUSE_SIGN,
    INK,
    INN_SIGN,
    PENNANT_SIGN,
    ROWS,
    Sign,
    cell_of,
    tile_signs,
)
from fiefdom.envs.carcassonne.tiles import TILES
from fiefdom.envs.common.colours import SEATS, ink_on
from fiefdom.envs.common.text import actions_table, and_more, console, printed

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

WIDTH = 110
RULER = 5  # characters before the map
LETTERS = {CITY: "K", ROAD: "T", CLOISTER: "M", FIELD: "F"}  # of followers
PIECE_LETTERS = {WAGON: "W", MAYOR: "Y", BARN: "B"}
PIECE_WORDS = "K knight  T thief  M monk  F farmer"
MORE_WORDS = "W wagon (w waits to drive on)  Y mayor  B barn"
LAST_SIGN, FITS_SIGN, RECONSTRUCTED_SIGN = "*", "+", "?"
LAST_STYLE, FITS_STYLE = "bold color(226)", "bold color(250) on color(237)"
CELL_COLUMNS, MOST_ACTIONS = 3, 90

Block = list[list[Sign]]


def text(state: Any, seat: Any, legal: list[int]) -> str:
    """Return a position as text with colours; everything in this game is public.

    Args:
        state: a record of STATE.
        seat: whose view, marked in the table of players; a seat, `public` or `all`.
        legal: the mover's legal actions; the cells of placements are marked on the map.
    """
    fits = placements_by_cell(state, legal)
    lines = _map_lines(state, list(fits))
    width = max([WIDTH, *(len(line) for line in lines)])
    page = console(width)
    page.print(f"[bold]{TITLE}[/bold]  {doing(state)}")
    for line in (*_supply_block(state), *lines, *_legend_lines(state)):
        page.print(line)
    page.print(_seats_table(state, seat))
    if legal:
        page.print(_actions_table(state, legal, is_placing=bool(fits)))
    return printed(page)


def _supply_block(state: Any) -> list["Text"]:
    """Return the tile that is to be placed, or was placed last, and what is left."""
    why, kind, turns = shown_tile(state)
    if kind == EMPTY:
        return []
    tile = TILES[kind]
    guess = " (reconstructed)" if tile.reconstructed else ""
    words = [f"{tile.id} {why}{guess}", tile.name, " · ".join(supply_lines(state))]
    lines = []
    for signs, word in zip(tile_signs(kind, turns), words, strict=True):
        line = _line(list(signs))
        line.append(f"  {word}")
        lines.append(line)
    return lines


def _line(signs: list[Sign]) -> "Text":
    from rich.text import Text

    line = Text(no_wrap=True, overflow="ignore")
    for style, run in groupby(signs, lambda sign: sign.style):
        line.append("".join(sign.character for sign in run), style)
    return line


def _map_lines(state: Any, fits: list[tuple[int, int]]) -> list["Text"]:
    """Return the map: the box of the tiles, and of the cells that fit, with coordinates."""
    blocks = _blocks(state, fits)
    if not blocks:
        return []
    columns = range(min(x for x, _ in blocks), max(x for x, _ in blocks) + 1)
    header = " " * RULER + "".join(f"{x:^{COLUMNS}}" for x in columns)
    lines = [_line([Sign(header, "dim")])]
    empty = [[Sign(" ", "")] * COLUMNS] * ROWS
    for y in range(min(y for _, y in blocks), max(y for _, y in blocks) + 1):
        for row in range(ROWS):
            label = f"{y if row == ROWS // 2 else '':>{RULER - 1}} "
            signs = [Sign(label, "dim")]
            for x in columns:
                signs += blocks.get((x, y), empty)[row]
            lines.append(_line(signs))
    return lines


def _blocks(state: Any, fits: list[tuple[int, int]]) -> dict[tuple[int, int], Block]:
    """Return the characters of each cell that is not empty."""
    middle = ROWS // 2
    blocks = {}
    for cell in fits:
        blocks[cell] = [[Sign(" ", FITS_STYLE)] * COLUMNS for _ in range(ROWS)]
        blocks[cell][middle][COLUMNS // 2] = Sign(FITS_SIGN, FITS_STYLE)
    pieces = standing_pieces(state)
    for tile in range(int(state.num_tiles)):
        kind, turns = int(state.tile_type[tile]), int(state.tile_turns[tile])
        block = [list(signs) for signs in tile_signs(kind, turns)]
        if TILES[kind].reconstructed:
            block[0][0] = Sign(RECONSTRUCTED_SIGN, INK + ground_of(block[0][0]))
        if tile == int(state.num_tiles) - 1:
            block[0][-1] = Sign(LAST_SIGN, LAST_STYLE + ground_of(block[0][-1]))
        _put_pieces(block, [piece for piece in pieces if piece.tile == tile])
        blocks[coordinates(state, tile)] = block
    return blocks


def ground_of(sign: Sign) -> str:
    """Return the background of a sign's style."""
    return " on " + sign.style.partition("on ")[2]


def _put_pieces(block: Block, pieces: list[Standing]) -> None:
    """Write pieces as a letter and the seat's number, as near to their spots as there is room."""
    taken: set[tuple[int, int]] = set()
    for piece in pieces:
        column, row = cell_of(piece.point)
        left = min(column, COLUMNS - 2)
        places = [(x, y) for y in range(ROWS) for x in range(COLUMNS - 1)]
        free = [(x, y) for x, y in places if not {(x, y), (x + 1, y)} & taken]
        x, y = min(
            free or places,
            key=lambda place: (abs(place[1] - row) * 2 + abs(place[0] - left), place),
        )
        taken |= {(x, y), (x + 1, y)}
        style = seat_style(piece.seat)
        block[y][x : x + 2] = [Sign(letter_of(piece), style), Sign(str(piece.seat), style)]


def letter_of(piece: Standing) -> str:
    """Return the letter of a piece; small if it waits to drive on."""
    if piece.figure in PIECE_LETTERS:
        letter = PIECE_LETTERS[piece.figure]
        return letter.lower() if piece.figure == WAGON and piece.segment is None else letter
    assert piece.segment is not None
    return LETTERS[kind_of(piece.segment)]


def seat_style(seat: int) -> str:
    """Return the style of what belongs to a seat."""
    return f"bold {ink_on(SEATS[seat])} on {SEATS[seat]}"


def _legend_lines(state: Any) -> list["Text"]:
    """Return what the signs mean."""
    from rich.text import Text

    grounds = Text()
    for style, words in ((FIELD_STYLE, "field"), (CITY_STYLE, "city"), (ABBEY_STYLE, "abbey")):
        if style != ABBEY_STYLE or state.abbey_mayor:
            character, look = GROUNDS[style]
            grounds.append(3 * character, look).append(f" {words}  ")
    inn = f"  {INN_SIGN} inn" if state.cleric_serf else ""
    grounds.append(
        f"─ road  ═ bridge  {CLOISTER_SIGN} cloister  {HOUSE_SIGN} end of roads  "
        f"{PENNANT_SIGN} pennant{inn}"
    )
    marks = Text(f"{LAST_SIGN} tile placed last  ").append(f" {FITS_SIGN} ", FITS_STYLE)
    marks.append(" the tile fits here")
    names = reconstructed_names(state)
    if names:
        words = f"reconstructed tile ({names}): no description is known"
        marks.append(f"  {RECONSTRUCTED_SIGN} {words}{_reconstructed_here(state)}")
    others = f"  {MORE_WORDS}" if state.abbey_mayor else ""
    pieces = Text(f"pieces with their player: {PIECE_WORDS}{others}")
    return [grounds, marks, pieces]


def _reconstructed_here(state: Any) -> str:
    """Say which reconstructed tiles are on the board."""
    kinds = sorted({int(kind) for kind in state.tile_type[: int(state.num_tiles)]})
    names = [TILES[kind].id for kind in kinds if TILES[kind].reconstructed]
    return f"; on the board: {' '.join(names)}" if names else ""


def _seats_table(state: Any, seat: Any) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(show_header=True, width=WIDTH)
    hands = {"followers": state.followers}
    if state.abbey_mayor:
        hands |= {
            "wagon": state.wagons, "mayor": state.mayors, "barn": state.barns,
            "abbey": state.abbeys,
        }  # fmt: skip
    if state.cleric_serf:
        hands |= {"tokens": state.tokens, "cloisters": state.cloisters}
    for name in ("player", "score", *hands, "holds"):
        left = name in ("player", "holds")
        table.add_column(name, justify="left" if left else "right", no_wrap=name == "player")
    for player in range(int(state.num_players)):
        moves = player == int(state.mover) and not state.over and state.num_tiles
        notes = f"{' *' if moves else ''}{' (you)' if player == seat else ''}"
        who = Text().append(f" {player} ", seat_style(player)).append(f" player_{player}{notes}")
        counts = [str(int(numbers[player])) for numbers in hands.values()]
        score = str(int(state.score[player]))
        table.add_row(who, score, *counts, ", ".join(bonus_tiles(state, player)))
    return table


def _actions_table(state: Any, legal: list[int], is_placing: bool) -> "Table":
    texts = and_more(action_lines(state, legal), MOST_ACTIONS)
    columns = CELL_COLUMNS if is_placing else 2
    if max(map(len, texts)) > WIDTH // columns - 2:
        columns = 1
    return actions_table(texts, columns, WIDTH)
