"""The engines' stream of random numbers, computed a second time in plain Python integers.

SplitMix64 and Lemire's bounded draws.
"""

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
        word: The state; the engines keep it in the field `rng`.
    """

    def __init__(self, word: int) -> None:
        """Start from a state."""
        self.word = word

    @classmethod
    def of_seed(cls, seed: int) -> "Stream":
        """Start as a game of this seed does."""
        return cls(scramble(seed ^ GOLDEN))

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
