"""A position as a coloured text table; plain Python, rich is imported on use."""

from typing import TYPE_CHECKING, Any

from fiefdom.envs.common.text import actions_table, console, printed
from fiefdom.envs.king_of_the_dice.actions import TAKE, die_text
from fiefdom.envs.king_of_the_dice.captions import action_lines, doing
from fiefdom.envs.king_of_the_dice.rules import (
    CITIZENS,
    COLUMNS,
    DRAW_PILE,
    EFFECTS,
    FAIRY,
    NUM_CITIZENS,
    NUM_DICE,
    NUM_SLOTS,
    PENALTIES,
    TITLE,
    VILLAGE_STACK,
    requirement_text,
)
from fiefdom.envs.king_of_the_dice.state import EMPTY

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

WIDTH = 110
VILLAGE_STYLES = {
    "city": "yellow", "mine": "color(137)", "workshop": "blue", "orcs": "green",
    "forest": "magenta", None: "white",
}  # fmt: skip
DIE_STYLES = {"R": "bold white on red", "G": "bold white on green", "B": "bold white on blue"}
KEEP_COLUMNS = 4


def text(state: Any, seat: Any, legal: list[int]) -> str:
    """Return a position as text with colours; everything in this game is public.

    Args:
        state: a record of STATE.
        seat: whose view, marked in the table of players; a seat, `public` or `all`.
        legal: the mover's legal actions.
    """
    page = console(WIDTH)
    page.print(_headline(state))
    page.print(_row_table(state))
    page.print(_dice_line(state))
    page.print(_supply_line(state))
    page.print(_seats_table(state, seat))
    if legal:
        columns = KEEP_COLUMNS if legal[0] < TAKE else 1
        page.print(actions_table(action_lines(state, legal), columns, WIDTH))
    return printed(page)


def _headline(state: Any) -> str:
    rolls = "" if state.over else f" · rolls left: {state.rolls_left}"
    return f"[bold]{TITLE}[/bold]  {doing(state)}{rolls}"


def _row_table(state: Any) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(show_header=True, width=WIDTH)
    for slot, column in enumerate(COLUMNS):
        left = int(state.villages_left[slot])
        top = f"+{VILLAGE_STACK[-left]}" if left else "-"
        offered = " (offered)" if int(state.offered) == slot else ""
        title = Text(f"{slot} {column} {top} ({left}){offered}")
        title.stylize(VILLAGE_STYLES[column])
        table.add_column(title, ratio=1)
    table.add_row(*(_citizen_cell(int(state.row[slot])) for slot in range(NUM_SLOTS)))
    return table


def _citizen_cell(card: int) -> "Text":
    from rich.text import Text

    if card == EMPTY:
        return Text("-")
    citizen = CITIZENS[card]
    points = "n x n" if citizen.effect == FAIRY else f"{citizen.points:+d}"
    effect = f"\n{EFFECTS[citizen.effect]}" if citizen.effect else ""
    cell = Text(f"{citizen.kind} {points}\n{requirement_text(citizen.requirement)}{effect}")
    cell.stylize(VILLAGE_STYLES[citizen.column])
    return cell


def _dice_line(state: Any) -> "Text":
    from rich.text import Text

    line = Text("dice  ")
    for die in range(NUM_DICE):
        shown = die_text(die, int(state.dice[die]))
        line.append(f" {shown} ", DIE_STYLES[shown[-1]])
        line.append(" ")
    return line


def _supply_line(state: Any) -> str:
    pile = int(state.unseen).bit_count()
    penalties = ", ".join(
        f"{int(left)} of -{value}"
        for value, left in zip(PENALTIES, state.penalties_left, strict=True)
    )
    top = f"-{state.top_penalty} on top" if state.top_penalty else "used up"
    unseen = _names(int(state.unseen))
    return (
        f"draw pile {pile} of {DRAW_PILE}; scoundrels {top} (left: {penalties})\n"
        f"in the draw pile: {unseen or 'nothing'}\ndiscarded: {_names(int(state.discarded)) or 'nothing'}"
    )


def _names(cards: int) -> str:
    return " ".join(CITIZENS[card].id for card in range(NUM_CITIZENS) if cards >> card & 1)


def _seats_table(state: Any, seat: Any) -> "Table":
    from rich.table import Table

    table = Table(show_header=True, width=WIDTH)
    for name in ("player", "score", "minus", "fairies", "villages", "scoundrels", "citizens"):
        table.add_column(name, justify="left" if name in ("player", "citizens") else "right")
    for player in range(int(state.num_players)):
        marks = " *" if player == int(state.mover) and not state.over else ""
        marks += " (you)" if player == seat else ""
        marks += " four rolls" if state.elf[player] else ""
        score = int(state.points[player]) - int(state.minus[player])
        villages = " ".join(
            f"{column}:{int(points)}"
            for column, points in zip(COLUMNS, state.villages[player], strict=True)
            if points
        )
        table.add_row(
            f"player_{player}{marks}", str(score), str(int(state.minus[player])),
            str(int(state.fairies[player])), villages, str(int(state.scoundrels[player].sum())),
            _names(int(state.kingdoms[player])),
        )  # fmt: skip
    return table
