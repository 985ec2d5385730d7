"""Toy Nim again, from its rules alone and by another route: heaps are lists of single stones."""


class Oracle:
    """One game in plain Python."""

    def __init__(
        self,
        stones: list[int],
        num_players: int,
        starter: int = 0,
        last: str = "wins",
        skip_forced: bool = True,
    ) -> None:
        self.heaps = [["stone"] * count for count in stones]
        self.hands: list[list[str]] = [[] for _ in range(num_players)]
        self.turn = starter
        self.last = last
        self.skip_forced = skip_forced

    @property
    def over(self) -> bool:
        return not any(self.heaps)

    def legal(self) -> list[int]:
        pairs = [(heap, stones) for heap in range(4) for stones in (1, 2, 3)]
        return [
            number for number, (heap, stones) in enumerate(pairs) if self.heaps[heap][stones - 1 :]
        ]

    def play(self, action: int) -> None:
        self._take(*divmod(action, 3))
        while self.skip_forced and len(self.legal()) == 1:
            self._take(*divmod(self.legal()[0], 3))

    def _take(self, heap: int, more: int) -> None:
        for _ in range(1 + more):
            self.hands[self.turn].append(self.heaps[heap].pop())
        if any(self.heaps):
            self.turn = [*range(1, len(self.hands)), 0][self.turn]

    def winners(self) -> set[int]:
        """Return who has won a finished game."""
        seats = set(range(len(self.hands)))
        return {self.turn} if self.last == "wins" else seats - {self.turn}

    def places(self) -> list[int]:
        winners = self.winners()
        return [1 if seat in winners else len(winners) + 1 for seat in range(len(self.hands))]
