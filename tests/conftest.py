"""What all tests share."""

import pytest


@pytest.fixture(autouse=True)
def no_real_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have windows opened without a screen, whatever the machine."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no display, as on a server."""
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
