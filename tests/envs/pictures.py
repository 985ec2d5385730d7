"""What the tests of pictures ask of them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from fiefdom.envs.common.colours import rgb


def has(picture: Any, colour: str) -> bool:
    """Say whether a colour occurs in a picture."""
    return bool((picture == rgb(colour)).all(axis=2).any())


def drawn(
    draw: Callable[[Any, Any, list[int]], Any],
    record: Any,
    viewer: Any,
    legal: list[int],
    size: tuple[int, int],
) -> Any:
    """Draw a position; check the picture's width and height and that the position is as before."""
    before = record.tobytes()
    picture = draw(record, viewer, legal)
    assert picture.shape == (*size[::-1], 3)
    assert picture.dtype == np.uint8
    assert record.tobytes() == before
    return picture
