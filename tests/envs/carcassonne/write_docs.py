"""Writes the tables of the game's README: `python tests/envs/carcassonne/write_docs.py`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "envs" / "carcassonne" / "README.md"
sys.path.insert(0, str(ROOT))


def tiles_table() -> str:
    """Return a row for each kind of tile: set, copies, what it shows, how sure that is."""
    from fiefdom.envs.carcassonne.tiles import TILES

    lines = ["| tile | set | copies | shows | confidence |", "|---|---|---|---|---|"]
    for tile in TILES:
        note = f"; {tile.note}" if tile.note else ""
        mark = "**reconstructed**" if tile.reconstructed else tile.mark
        lines.append(f"| {tile.id} | {tile.set} | {tile.copies} | {tile.name}{note} | {mark} |")
    return "\n".join(lines)


def main() -> None:
    """Fill the marked tables."""
    from fiefdom.envs import load
    from tests.test_docs import options_table

    game = load("carcassonne")
    tables = {
        "observation": game.layout(game.options({})).table(),
        "options": options_table("carcassonne"),
        "tiles": tiles_table(),
    }
    text = PAGE.read_text()
    for marker, table in tables.items():
        block = rf"(<!-- {marker}:start -->\n).*?(<!-- {marker}:end -->)"
        text = re.sub(block, lambda m, t=table: f"{m[1]}{t}\n{m[2]}", text, flags=re.DOTALL)
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
