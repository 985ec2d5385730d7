"""Layout: blocks to slices, flat buffers to arrays and back, for any shapes."""

import math
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from hypothesis import given, settings
from hypothesis import strategies as st

from fiefdom.envs.common.layout import Block, Layout, phase_block, seat_blocks

QUICK = settings(max_examples=100, deadline=None)
SHAPES = st.lists(
    st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple), min_size=1, max_size=3
)
TWO_PARTS = Layout(
    np.dtype(np.uint8),
    {"planes": (2, 2, 2), "values": (3,)},
    (
        Block("tiles", 4, 0, 1, "where tiles lie"),
        Block("heights", 4, 0, 9, "how high", ("a", "b", "c", "d")),
        Block("score", 1, 0, 99, "points"),
        Block("left", 2, 0, 3, "pieces left", ("big", "small"), public=False),
    ),
)


def layout_of(shapes: list[tuple[int, ...]], dtype: Any) -> Layout:
    parts = {f"part_{number}": shape for number, shape in enumerate(shapes)}
    blocks = tuple(
        Block(f"block_{number}", math.prod(shape), -number, number + 1, "some")
        for number, shape in enumerate(shapes)
    )
    return Layout(np.dtype(dtype), parts, blocks)


@QUICK
@given(SHAPES, st.sampled_from([np.float32, np.int8]), st.lists(st.integers(1, 3), max_size=2))
def test_split_and_flat_are_inverse(shapes: Any, dtype: Any, rows: list[int]) -> None:
    layout = layout_of(shapes, dtype)
    assert layout.size == sum(math.prod(shape) for shape in shapes)
    flat = np.arange(math.prod(rows) * layout.size).reshape(*rows, layout.size).astype(dtype)
    views = layout.split(flat)
    assert list(views) == list(layout.parts)
    for view, shape in zip(views.values(), shapes, strict=True):
        assert view.shape == (*rows, *shape)
        assert np.shares_memory(view, flat), "a step fills them in place"
    shaped = layout.shaped(flat)
    assert isinstance(shaped, dict) == (len(shapes) > 1)
    if not rows:
        again = layout.flat(shaped)
        assert again.dtype == flat.dtype
        assert again.tolist() == flat.tolist()


@QUICK
@given(SHAPES, st.sampled_from([np.float32, np.int8]))
def test_space_takes_shapes_bounds_and_dtype(shapes: Any, dtype: Any) -> None:
    layout = layout_of(shapes, dtype)
    space: Any = layout.space()
    boxes = list(space.values()) if len(shapes) > 1 else [space]
    for number, (box, shape) in enumerate(zip(boxes, shapes, strict=True)):
        assert isinstance(box, spaces.Box)
        assert (box.shape, box.dtype) == (shape, dtype)
        assert (box.low == -number).all()
        assert (box.high == number + 1).all()
    assert space.contains(layout.shaped(np.zeros(layout.size, dtype)))


def test_slices_and_describe() -> None:
    assert TWO_PARTS.slices() == {
        "tiles": slice(0, 4), "heights": slice(4, 8), "score": slice(8, 9), "left": slice(9, 11),
    }  # fmt: skip
    row = TWO_PARTS.describe()[-1]
    assert row == {
        "name": "left", "start": 9, "stop": 11, "low": 0, "high": 3, "meaning": "pieces left",
        "labels": ["big", "small"], "public": False,
    }  # fmt: skip
    assert [row["name"] for row in TWO_PARTS.describe()] == ["tiles", "heights", "score", "left"]


def test_explain_takes_a_dict_or_an_array() -> None:
    flat = np.arange(11, dtype=np.uint8)
    values = {
        "tiles": [0, 1, 2, 3],
        "heights": {"a": 4, "b": 5, "c": 6, "d": 7},
        "score": [8],
        "left": {"big": 9, "small": 10},
    }
    assert TWO_PARTS.explain(TWO_PARTS.split(flat)) == values
    assert TWO_PARTS.explain(flat) == values
    with pytest.raises(ValueError, match="11 values here, not 4"):
        TWO_PARTS.explain(flat[:4])


def test_table_is_markdown() -> None:
    lines = TWO_PARTS.table().splitlines()
    assert len(lines) == 2 + len(TWO_PARTS.blocks)
    assert lines[0] == "| from | to | block | range | meaning |"
    assert lines[-1] == "| 9 | 10 | `left` | 0 to 3 | pieces left |"


def test_vector() -> None:
    layout = Layout.vector(Block(f"b{size}", size, 0, 1, "some") for size in (2, 3))
    assert layout.dtype == np.float32
    assert dict(layout.parts) == {"observation": (5,)}
    assert layout.shaped(np.zeros(5)).shape == (5,)


def test_observations_of_many_games_are_laid_flat() -> None:
    flat = np.arange(3 * TWO_PARTS.size, dtype=np.uint8).reshape(3, -1)
    assert TWO_PARTS.flat_rows(TWO_PARTS.shaped(flat)).tolist() == flat.tolist()
    assert TWO_PARTS.flat_rows(TWO_PARTS.shaped(flat[:0])).shape == (0, TWO_PARTS.size)
    vector = Layout.vector(TWO_PARTS.blocks)
    rows = vector.flat_rows(flat)
    assert (rows.dtype, rows.tolist()) == (np.float32, flat.tolist())


def test_blocks_that_games_share() -> None:
    phase = phase_block(("deal", "play"))
    assert (phase.name, phase.size, phase.labels) == ("phase", 2, ("deal", "play"))
    assert phase.meaning == "one of deal, play; all 0 at the end"
    seats = seat_blocks(3, -1, 2, ("score", "cards"))
    assert [(seat.name, seat.size, seat.low, seat.high) for seat in seats] == [
        ("seat_0", 2, -1, 2), ("seat_1", 2, -1, 2), ("seat_2", 2, -1, 2),
    ]  # fmt: skip
    assert [seat.meaning for seat in seats] == [
        "the observer", "the player 1 seats after the observer",
        "the player 2 seats after the observer",
    ]  # fmt: skip
    assert not any(seat.public for seat in seats)
