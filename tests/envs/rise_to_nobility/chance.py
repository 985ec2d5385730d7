"""Luck for the oracle, written out by a test; that of a seed comes from `stream.Stream`."""

from collections.abc import Iterable


class ScriptedChance:
    """Gives written numbers, then 0, and remembers the limit of every draw."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.numbers = list(numbers)
        self.limits: list[int] = []

    def below(self, limit: int) -> int:
        """Return the next number."""
        self.limits.append(limit)
        number = self.numbers.pop(0) if self.numbers else 0
        assert 0 <= number < limit
        return number

    def write(self, *numbers: int) -> None:
        """Forget the draws so far, and give these numbers next."""
        self.numbers = list(numbers)
        self.limits = []
