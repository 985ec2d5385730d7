"""What every environment does with its render mode: text, picture or a print."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import check

RENDER_FPS = 2


def render_modes(game: Game) -> list[str]:
    """Return the render modes of a game; `rgb_array` where it has pictures."""
    return ["human", "ansi"] + (["rgb_array"] if game.draw else [])


def check_mode(game: Game, mode: str | None) -> None:
    """Raise TypeError or ValueError for a render mode that the game does not have."""
    check("render_mode", mode, (None, *render_modes(game)))


def show(
    game: Game, record: Any, mode: str | None, seat: int | str, legal: list[int]
) -> str | npt.NDArray[np.uint8] | None:
    """Return a position as text or picture, as `seat` may see it; `human` prints it."""
    if mode is None:
        return None
    if mode == "rgb_array":
        assert game.draw is not None
        return game.draw(record, seat)
    text = game.text(record, seat, legal)
    if mode == "ansi":
        return text
    print(text)
    return None
