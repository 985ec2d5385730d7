"""What every environment does with its render mode: text, picture, or a window with the picture."""

import os
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.extras import load_extra
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import check

RENDER_FPS = 2
NO_SCREEN = ("offscreen", "dummy")  # drivers that SDL takes on its own if there is no display


def render_modes(game: Game) -> list[str]:
    """Return the render modes of a game; `rgb_array` where it has pictures."""
    return ["human", "ansi"] + (["rgb_array"] if game.draw else [])


def check_mode(game: Game, mode: str | None) -> None:
    """Raise TypeError or ValueError for a render mode that the game does not have."""
    check("render_mode", mode, (None, *render_modes(game)))


def show(
    game: Game,
    record: Any,
    mode: str | None,
    seat: int | str,
    legal: list[int],
    window: "Window | None" = None,
) -> str | npt.NDArray[np.uint8] | None:
    """Return a position as text or picture, as `seat` may see it.

    `human` shows the picture in the window; where none can be opened, it prints the text.
    """
    if mode is None:
        return None
    if mode == "rgb_array":
        assert game.draw is not None
        return game.draw(record, seat, legal)
    if mode == "human" and window and _show_picture(game, record, seat, legal, window):
        return None
    text = game.text(record, seat, legal)
    if mode == "ansi":
        return text
    print(text)
    return None


def _show_picture(
    game: Game, record: Any, seat: int | str, legal: list[int], window: "Window"
) -> bool:
    if game.draw is None or not has_display():
        return False
    try:
        return window.show(game.draw(record, seat, legal))
    except ImportError:  # the extra is not installed
        return False


def has_display() -> bool:
    """Say whether a window may be tried: asking SDL without a display prints errors."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in screens)


class Window:
    """The window of one environment: opened by its first picture, never waited for.

    Closed by hand, it is opened again by the next picture.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._pygame: Any = None
        self._window: Any = None

    def show(self, picture: npt.NDArray[np.uint8]) -> bool:
        """Show a picture; False if no window can be opened here.

        Raises:
            ImportError: without the extra `render`.
        """
        pixels = picture.swapaxes(0, 1)
        surface = self._surface()
        if surface is None or surface.get_size() != pixels.shape[:2]:
            if not self._open(pixels.shape[:2]):
                return False
            surface = self._window.get_surface()
        self._pygame.surfarray.blit_array(surface, pixels)
        self._window.flip()
        self._answer_events()
        return True

    def _surface(self) -> Any:
        """Return what the window shows; None if it is not open, or was closed by someone else."""
        try:
            return self._window.get_surface() if self._window else None
        except self._pygame.error:  # pygame.quit() was called
            self._window = None  # let go first: freed later, it may free a new one at its address
            return None

    def _open(self, size: tuple[int, ...]) -> bool:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        self._pygame = pygame = load_extra("pygame", "render", "windows need")
        try:
            pygame.display.init()
            if pygame.display.get_driver() in NO_SCREEN and not os.environ.get("SDL_VIDEODRIVER"):
                return False
            if hasattr(pygame, "Window"):
                self._window = pygame.Window(self._title, size)
            else:  # pygame, which pygame-ce comes from, has one window for all
                pygame.display.set_mode(size)
                pygame.display.set_caption(self._title)
                self._window = pygame.display
        except pygame.error:
            return False
        return True

    def _answer_events(self) -> None:
        """Tell the system that the window is alive; close it if its button was pressed."""
        pygame = self._pygame
        for event in pygame.event.get(pygame.WINDOWCLOSE):
            if self._window in (pygame.display, getattr(event, "window", None)):
                self.close()
            else:
                pygame.event.post(event)

    def close(self) -> None:
        """Close the window if it is open."""
        window, self._window = self._window, None
        if window is not None:
            (window.quit if window is self._pygame.display else window.destroy)()
