"""Writes the tables of the game's README: `python tests/envs/rise_to_nobility/write_docs.py`."""

import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "envs" / "rise_to_nobility" / "README.md"
sys.path.insert(0, str(ROOT))


def statuses_table() -> str:
    """Return a row for each table of rules.json: how many of its rows are how sure."""
    from fiefdom.envs.rise_to_nobility.load import load_rules
    from fiefdom.envs.rise_to_nobility.rules import STATUSES

    rules = load_rules()
    lines = [f"| table | rows | {' | '.join(STATUSES)} |", "|---|---|---|---|---|"]
    for name in rules._fields:
        counts = Counter(row.status for row in getattr(rules, name))
        numbers = " | ".join(str(counts[status]) for status in STATUSES)
        lines.append(f"| `{name}` | {counts.total()} | {numbers} |")
    return "\n".join(lines)


def main() -> None:
    """Fill the marked tables."""
    from fiefdom.envs import load
    from tests.test_docs import options_table

    game = load("rise_to_nobility")
    tables = {
        "observation": game.layout(game.options({})).table(),
        "options": options_table("rise_to_nobility"),
        "statuses": statuses_table(),
    }
    text = PAGE.read_text()
    for marker, table in tables.items():
        block = rf"(<!-- {marker}:start -->\n).*?(<!-- {marker}:end -->)"
        text = re.sub(block, lambda m, t=table: f"{m[1]}{t}\n{m[2]}", text, flags=re.DOTALL)
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
