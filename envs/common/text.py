"""The common look of texts: what the printed views of games share; rich is imported on use."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

LEGAL_ACTIONS = "legal actions"  # the title of the list in both views


def console(width: int) -> "Console":
    """Return a console that keeps what is printed, with colours, in lines of a width."""
    from rich.console import Console

    return Console(
        file=io.StringIO(), force_terminal=True, color_system="256", width=width, highlight=False
    )


def printed(console: "Console") -> str:
    """Return what was printed to a console that keeps it."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def actions_table(texts: Sequence["str | Text"], columns: int, width: int) -> "Table":
    """Return the legal actions as a table without a frame, read line by line."""
    from rich.table import Table

    table = Table(title=LEGAL_ACTIONS, show_header=False, width=width, box=None)
    for _ in range(columns):
        table.add_column(ratio=1)
    for start in range(0, len(texts), columns):
        row = texts[start : start + columns]
        table.add_row(*row, *[""] * (columns - len(row)))
    return table


def and_more(texts: Sequence[str], most: int) -> list[str]:
    """Return texts; of more than the most that are shown, the first ones and how many follow."""
    if len(texts) <= most:
        return list(texts)
    return [*texts[: most - 1], f"and {len(texts) - most + 1} more"]


def victory(seats: Sequence[int]) -> str:
    """Say which seats have won."""
    names = " and ".join(f"player_{seat}" for seat in seats)
    return f"{names} {'wins' if len(seats) == 1 else 'share the victory'}"
