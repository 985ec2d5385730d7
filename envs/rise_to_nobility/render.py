"""A position as text."""

from typing import Any


def text(state: Any, seat: Any, legal: list[int]) -> str:
    """Return a position as text."""
    return "x"
