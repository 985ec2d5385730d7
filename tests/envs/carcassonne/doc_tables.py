"""The tables of the game's README that no other game has; `tests/write_docs.py` writes them."""

from collections.abc import Callable

from fiefdom.envs.carcassonne.tiles import TILES


def tiles_table() -> str:
    """Return a row for each kind of tile: set, copies, what it shows, how sure that is."""
    lines = ["| tile | set | copies | shows | confidence |", "|---|---|---|---|---|"]
    for tile in TILES:
        note = f"; {tile.note}" if tile.note else ""
        mark = "**reconstructed**" if tile.reconstructed else tile.mark
        lines.append(f"| {tile.id} | {tile.set} | {tile.copies} | {tile.name}{note} | {mark} |")
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {"tiles": tiles_table}
