"""The tables of the game's README that no other game has; `tests/write_docs.py` writes them."""

from collections import Counter
from collections.abc import Callable

from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.rules import STATUSES


def statuses_table() -> str:
    """Return a row for each table of rules.json: how many of its rows are how sure."""
    rules = load_rules()
    lines = [f"| table | rows | {' | '.join(STATUSES)} |", "|---|---|---|---|---|"]
    for name in rules._fields:
        counts = Counter(row.status for row in getattr(rules, name))
        numbers = " | ".join(str(counts[status]) for status in STATUSES)
        lines.append(f"| `{name}` | {counts.total()} | {numbers} |")
    return "\n".join(lines)


TABLES: dict[str, Callable[[], str]] = {"statuses": statuses_table}
