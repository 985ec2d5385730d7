"""The draws of the engine's stream."""

import pytest

from fiefdom.envs.carcassonne.tiles import TILES
from tests.envs.carcassonne.chance import StreamChance
from tests.envs.carcassonne.oracle import Oracle
from tests.envs.stream import Stream


class Numbers(Stream):
    """Draws that are written down."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0)
        self.numbers = list(numbers)
        self.limits: list[int] = []

    def below(self, limit: int) -> int:
        """Return the next number."""
        self.limits.append(limit)
        return self.numbers.pop(0)


@pytest.mark.parametrize(
    ("number", "tile"), [(0, "A"), (1, "A"), (2, "B"), (5, "B"), (6, "X"), (7, "X")]
)
def test_tile_is_the_one_at_that_place_of_all_copies_in_a_row(number: int, tile: str) -> None:
    draw = StreamChance(0)
    draw.stream = numbers = Numbers(number)
    assert draw({"A": 2, "B": 4, "X": 2}) == tile
    assert numbers.limits == [8]


def test_starter_is_drawn_before_the_tiles() -> None:
    draw = StreamChance(5)
    stream = Stream.of_seed(5)
    assert draw.starter(4) == stream.below(4)
    row = [tile.id for tile in TILES if tile.set == "base" for _ in range(tile.copies)]
    row.remove("D")
    oracle = Oracle(draw, king_robber=False, cleric_serf=False, abbey_mayor=False)
    assert oracle.drawn == row[stream.below(71)]


def test_seeds_differ_and_repeat() -> None:
    def first_tiles(seed: int) -> list[str]:
        draw = StreamChance(seed)
        return [draw({tile.id: tile.copies for tile in TILES}) for _ in range(10)]

    assert first_tiles(1) == first_tiles(1)
    assert first_tiles(1) != first_tiles(2)
