"""Writes the tables of the game's README: `python tests/envs/toy_nim/write_docs.py`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "envs" / "toy_nim" / "README.md"
sys.path.insert(0, str(ROOT))


def main() -> None:
    """Fill the marked tables."""
    from fiefdom.envs import load
    from tests.test_docs import options_table

    game = load("toy_nim")
    tables = {
        "observation": game.layout(game.options({})).table(),
        "options": options_table("toy_nim"),
    }
    text = PAGE.read_text()
    for marker, table in tables.items():
        block = rf"(<!-- {marker}:start -->\n).*?(<!-- {marker}:end -->)"
        text = re.sub(block, rf"\g<1>{table}\n\g<2>", text, flags=re.DOTALL)
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
