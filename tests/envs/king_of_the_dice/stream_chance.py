"""Luck for the oracle from the engine's stream of random numbers, computed a second time.

SplitMix64 and Lemire's bounded draws in plain Python integers, and the engine's order of draws: the
seat that begins (if it is drawn), five citizens, a scoundrel, a roll, and so on through the game.
"""

from tests.envs.king_of_the_dice.oracle_cards import ALL_CITIZENS, SCOUNDRELS

WORD = 2**64
HALF_WORD = 2**32
GOLDEN = 0x9E3779B97F4A7C15


def scramble(word: int) -> int:
    """Return the output function of SplitMix64 (its constants are those of Stafford's mix 13)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
    return word ^ word >> 31


def unscramble(word: int) -> int:
    """Return the word of which `scramble` makes this one."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, WORD) % WORD
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return word ^ word >> 30 ^ word >> 60


class Stream:
    """SplitMix64.

    Attributes:
        word: The state; the engine keeps it in the field `rng`.
    """

    def __init__(self, word: int) -> None:
        """Start from a state."""
        self.word = word

    def next_word(self) -> int:
        """Return 64 random bits."""
        self.word = (self.word + GOLDEN) % WORD
        return scramble(self.word)

    def below(self, limit: int) -> int:
        """Return an integer from 0 to limit - 1; 2^32 mod limit of all 2^32 draws are refused."""
        while True:
            high, low = divmod(self.next_word() // HALF_WORD * limit, HALF_WORD)
            if low >= HALF_WORD % limit:
                return high


class StreamChance:
    """The luck of the engine's game of a seed."""

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed, with all cards on their piles."""
        self.stream = Stream(scramble(seed ^ GOLDEN))
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
