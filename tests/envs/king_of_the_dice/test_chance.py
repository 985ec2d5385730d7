"""The second computation of the stream of random numbers."""

import pytest

from tests.envs.king_of_the_dice.chance import StreamChance
from tests.envs.king_of_the_dice.one_game import OneGame
from tests.envs.king_of_the_dice.positions import position
from tests.envs.stream import GOLDEN, WORD, Stream, scramble, unscramble

SEEDS = [0, 1, 2**32, 2**63, 2**64 - 1, 0x9E3779B97F4A7C15]


def test_stream_is_splitmix64() -> None:
    """Published outputs for the state 1234567 (Vigna's splitmix64.c)."""
    stream = Stream(1234567)
    assert [stream.next_word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("word", SEEDS)
def test_unscramble_takes_scramble_back(word: int) -> None:
    assert unscramble(scramble(word)) == word == scramble(unscramble(word))


@pytest.mark.parametrize("seed", SEEDS)
def test_engine_deals_from_the_stream(seed: int) -> None:
    chance = StreamChance(seed)
    game = OneGame(seed, num_players=5, start="random")
    assert game.mover == chance.starter(5)
    assert game.row == [chance.citizen() for _ in range(5)]
    assert game.record.top_penalty == chance.penalty()
    chance.begin_roll()
    assert sorted(game.dice) == sorted(chance.die(die) for die in range(6))
    assert int(game.record.rng) == chance.stream.word


# Of 2^32 draws of a roll some are refused, those whose product with 6^6 is just above a multiple
# of 2^32. 6^6 is 64 x 729: products are multiples of 64.
ROLLS = 6**6
LAST_REFUSED = (2**32 % ROLLS - 1) // 64 * 64


@pytest.mark.parametrize(
    ("low", "draws"), [(0, 2), (LAST_REFUSED, 2), (LAST_REFUSED + 64, 1), (2**32 - 64, 1)]
)
def test_refused_draws_are_drawn_again(low: int, draws: int) -> None:
    draw = low // 64 * pow(729, -1, 2**26) % 2**26
    assert draw * ROLLS % 2**32 == low
    game = position("BUR-E BUR-O DWA-5x1 GNO-6B MUS-6")
    start = (unscramble(draw << 32) - GOLDEN) % WORD
    chance = StreamChance(0)
    chance.stream.word = game.record.rng = start
    game.play(0)
    chance.begin_roll()
    assert chance.stream.word == (start + draws * GOLDEN) % WORD == int(game.record.rng)
    assert sorted(game.dice) == sorted(chance.die(die) for die in range(6))
