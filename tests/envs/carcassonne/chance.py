"""Draws for the oracle: of the engine's stream, or written out by a test.

The engine draws the seat that begins (if it is drawn), and then tile by tile.
"""

from itertools import accumulate

from tests.envs.stream import Stream


class StreamChance:
    """The tiles that the engine draws in its game of a seed."""

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed."""
        self.stream = Stream.of_seed(seed)

    def starter(self, num_players: int) -> int:
        """Draw the seat that begins."""
        return self.stream.below(num_players)

    def __call__(self, counts: dict[str, int]) -> str:
        """Draw from the tiles left, which lie in the order of `TILES`."""
        drawn = self.stream.below(sum(counts.values()))
        for tile, end in zip(counts, accumulate(counts.values()), strict=True):
            if drawn < end:
                return tile
        raise AssertionError("the draw lies below the number of tiles")


class ScriptedChance:
    """Takes these tiles one after the other, given with spaces between."""

    def __init__(self, tiles: str) -> None:
        self.tiles = iter(tiles.split())

    def __call__(self, counts: dict[str, int]) -> str:
        """Draw the next tile of the script."""
        return next(self.tiles)


def first_left(counts: dict[str, int]) -> str:
    """Draw the first tile of `TILES` that is left."""
    return next(iter(counts))
