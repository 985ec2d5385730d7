"""Luck for the oracle from the engine's stream of random numbers.

The engine's order of draws: the seat that begins (if it is drawn), five citizens, a scoundrel, a
roll, and so on through the game.
"""

from tests.envs.king_of_the_dice.oracle_cards import ALL_CITIZENS, SCOUNDRELS
from tests.envs.stream import Stream


class StreamChance:
    """The luck of the engine's game of a seed."""

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed, with all cards on their piles."""
        self.stream = Stream.of_seed(seed)
        self.citizens = [citizen.id for citizen in ALL_CITIZENS]
        self.penalties = list(SCOUNDRELS)
        self.rolled = 0

    def begin_roll(self) -> None:
        """Draw one of the 6^6 rolls of all dice; those that are kept ignore their part."""
        self.rolled = self.stream.below(6**6)

    def die(self, index: int) -> int:
        """Return a die's part of the roll: a digit in base 6, the first die's the lowest."""
        return 1 + self.rolled // int(6**index) % 6

    def citizen(self) -> str:
        """Draw from the citizens left, which lie in the order of table 1.4."""
        return self.citizens.pop(self.stream.below(len(self.citizens)))

    def penalty(self) -> int:
        """Draw from the scoundrels left, which lie in the order of their minus points."""
        return self.penalties.pop(self.stream.below(len(self.penalties)))

    def starter(self, num_players: int) -> int:
        """Draw the seat that begins."""
        return self.stream.below(num_players)
