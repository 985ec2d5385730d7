"""Luck for the oracle: of the engine's stream, written out by a test, or shuffled from a seed.

The engine's order of draws: the seat that begins (if it is drawn), five citizens, a scoundrel, a
roll, and so on through the game.
"""

import random
from collections import deque

from tests.envs.king_of_the_dice.oracle_cards import ALL_CITIZENS, SCOUNDRELS
from tests.envs.stream import Stream

# A roll that meets none of the forty cards; the colours are B G B R B R.
DULL = (1, 2, 5, 6, 3, 5)


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


class ScriptedChance:
    """Plays a script, and when it has run out: dull dice, and the first card of table 1.4.

    Attributes:
        asked: All that has been asked for, in order.
    """

    def __init__(
        self, row: str = "", dice: str = "", penalties: str = "", starter: int = 0
    ) -> None:
        """Take citizens by id with spaces between, and dice and penalties as digits."""
        self.citizens = deque(row.split())
        self.faces = deque(int(digit) for digit in dice if digit.isdigit())
        self.penalties = deque(int(digit) for digit in penalties)
        self.other_penalties = deque(sorted(SCOUNDRELS))
        for minus in self.penalties:
            self.other_penalties.remove(minus)
        self.other_citizens = deque(
            citizen.id for citizen in ALL_CITIZENS if citizen.id not in self.citizens
        )
        self.first_seat = starter
        self.asked: list[str] = []

    def begin_roll(self) -> None:
        """Do nothing: each die has its own luck."""

    def die(self, index: int) -> int:
        """Return the next face of the script, or that of the dull roll."""
        self.asked.append(f"die {index}")
        return self.faces.popleft() if self.faces else DULL[index]

    def citizen(self) -> str:
        """Return the next citizen of the script, or any other."""
        self.asked.append("citizen")
        return (self.citizens or self.other_citizens).popleft()

    def penalty(self) -> int:
        """Return the next penalty of the script, or the mildest one."""
        self.asked.append("penalty")
        return (self.penalties or self.other_penalties).popleft()

    def starter(self, num_players: int) -> int:
        """Return the seat of the script."""
        self.asked.append(f"starter of {num_players}")
        return self.first_seat


class ShuffledChance:
    """Shuffles both piles and rolls the dice from a seed."""

    def __init__(self, seed: int) -> None:
        """Shuffle the piles."""
        self.random = random.Random(seed)
        self.citizens = [citizen.id for citizen in ALL_CITIZENS]
        self.penalties = list(SCOUNDRELS)
        self.random.shuffle(self.citizens)
        self.random.shuffle(self.penalties)

    def begin_roll(self) -> None:
        """Do nothing: each die has its own luck."""

    def die(self, index: int) -> int:
        """Roll a die; all six are fair."""
        del index
        return self.random.randint(1, 6)

    def citizen(self) -> str:
        """Turn over the top citizen."""
        return self.citizens.pop()

    def penalty(self) -> int:
        """Return the penalty card that lies on top."""
        return self.penalties.pop()

    def starter(self, num_players: int) -> int:
        """Draw the seat that begins."""
        return self.random.randrange(num_players)
