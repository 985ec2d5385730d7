"""What all games do with their records."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fiefdom.envs.common.record import clear, copy_bytes, fill, next_seat, record_dtype

FIELDS: list[Any] = [("wide", np.int64), ("grid", np.int16, (2, 3)), ("num_players", np.int8)]


def record() -> Any:
    return np.zeros(1, record_dtype(FIELDS))[0]


@given(st.integers(1, 40))
def test_records_are_padded_to_whole_words(size: int) -> None:
    dtype = record_dtype([("bytes", np.int8, (size,))])
    assert dtype.type is np.record
    assert dtype.names == ("bytes", "_pad")
    assert dtype.itemsize == (size + 7) // 8 * 8


def test_fill_reaches_every_number_of_a_field_and_no_other_field() -> None:
    game = record()
    fill(game.grid, -7)
    assert (game.grid == -7).all()
    game["grid"] = 0
    assert not any(game.tobytes())


def test_clear_reaches_every_number_of_a_row() -> None:
    rows = np.ones((2, 11))
    clear(rows[1])
    assert (rows == [[1], [0]]).all()


def test_copied_games_are_equal_and_apart() -> None:
    dtype = record_dtype(FIELDS)
    source, target = np.zeros((2, dtype.itemsize), np.uint8)
    source[:] = np.arange(source.size)
    copy_bytes(source, target)
    assert (source == target).all()
    source[0] += 1
    assert (source != target).sum() == 1


@pytest.mark.parametrize("num_players", [1, 2, 5])
def test_next_seat_goes_round_the_table(num_players: int) -> None:
    game = record()
    game.num_players = num_players
    order = [0]
    for _ in range(num_players):
        order.append(next_seat(game, order[-1]))
    assert order == [*range(num_players), 0]
