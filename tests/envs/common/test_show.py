"""The render modes: a window without a screen, and the text where there is none."""

import copy
import pickle
import sys
from typing import Any

import numpy as np
import pytest

from fiefdom.envs import GAMES, load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.show import Window

pygame = pytest.importorskip("pygame")
ONE_FOR_ALL = pytest.mark.skipif(
    not hasattr(pygame, "Window"), reason="pygame has one window; pygame-ce is tested here"
)
TIMES = 50  # one in four failed when a new window was opened before the old one was let go
PICTURE = np.arange(20 * 30 * 3, dtype=np.uint8).reshape(20, 30, 3)


@pytest.fixture(params=[name for name in GAMES if load(name).draw])
def env(request: pytest.FixtureRequest) -> Any:
    made = GameEnv(load(request.param), render_mode="human")
    made.reset(seed=1)
    yield made
    made.close()


@pytest.fixture
def window() -> Any:
    made = Window("title")
    yield made
    made.close()


def seen(env: GameEnv) -> list[int]:
    """Return the legal actions as far as everybody may know them."""
    legal = np.flatnonzero(env.last()[0]["action_mask"]).tolist()
    return [] if env.game.secrets else legal


def shown(window: Any) -> Any:
    """Return the picture that a window shows."""
    return pygame.surfarray.array3d(window._window.get_surface()).swapaxes(0, 1)


def test_human_shows_the_picture_again_and_again(
    env: GameEnv, capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        assert env.render() is None
        assert env.game.draw is not None
        assert (shown(env._window) == env.game.draw(env.record, "public", seen(env))).all()
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert capfd.readouterr() == ("", "")


@ONE_FOR_ALL
def test_each_environment_has_its_own_window(env: GameEnv) -> None:
    env.render()
    before = env._window
    twins = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for twin in twins:
        assert twin._window is None
        twin.step(int(twin.last()[0]["action_mask"].argmax()))
        twin.render()
        assert (shown(twin._window) != shown(env._window)).any()
        twin.close()
    assert env._window is before
    env.render()
    assert env.game.draw is not None
    assert (shown(env._window) == env.game.draw(env.record, "public", seen(env))).all()


def test_close_closes_and_render_opens_again(env: GameEnv) -> None:
    env.close()
    for _ in range(2):
        env.render()
        assert env._window is not None
        assert env._window._window is not None
        env.close()
        env.close()
        assert env._window._window is None


def test_other_modes_have_no_window(env: GameEnv) -> None:
    for mode in ("ansi", "rgb_array"):
        other = GameEnv(env.game, render_mode=mode)
        other.reset(seed=1)
        assert other.render() is not None
        assert other._window is None
        other.close()


@ONE_FOR_ALL
def test_button_closes_only_its_window(window: Window) -> None:
    other = Window("other")
    assert window.show(PICTURE)
    assert other.show(PICTURE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE, window=window._window))
    assert other.show(PICTURE)
    assert other._window is not None
    assert window.show(PICTURE), "the last picture before it is answered"
    assert window._window is None
    assert window.show(PICTURE)
    assert (shown(window) == PICTURE).all(), "opened again"
    other.close()


def test_pygame_has_one_window_for_all(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pygame, "Window", raising=False)
    other = Window("other")
    larger = np.tile(PICTURE, (2, 2, 1))
    for _ in range(2):
        assert window.show(PICTURE)
        assert (shown(window) == PICTURE).all()
        assert other.show(larger)
        assert (shown(other) == larger).all()
        assert window.show(PICTURE)
        other.close()
    assert window.show(PICTURE)
    assert (shown(window) == PICTURE).all()


@pytest.mark.parametrize("leave", [pygame.quit, pygame.display.quit])
def test_window_that_someone_else_closed_is_opened_again(window: Window, leave: Any) -> None:
    """Often: the memory of the old window may become the new one's, to be freed with the old."""
    for _ in range(TIMES):
        assert window.show(PICTURE)
        leave()
    assert window.show(PICTURE)
    assert (shown(window) == PICTURE).all()
    leave()
    window.close()


def assert_prints(env: GameEnv, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert env.render() is None
    assert capsys.readouterr().out == env.game.text(env.record, "public", seen(env)) + "\n"


@pytest.mark.usefixtures("no_display")
def test_without_a_display_the_text_is_printed(
    env: GameEnv, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_prints(env, capsys)
    pygame.display.quit()
    monkeypatch.setenv("DISPLAY", ":98765")  # SDL draws off the screen then
    assert_prints(env, capsys)


@pytest.mark.parametrize("missing", ["PIL.Image", "pygame"])
def test_without_the_extra_the_text_is_printed(
    missing: str,
    env: GameEnv,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert_prints(env, capsys)


def test_without_a_working_screen_the_text_is_printed(
    env: GameEnv, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise pygame.error("no")

    monkeypatch.setattr(pygame, "Window", refuse, raising=False)
    assert_prints(env, capsys)


def test_rgb_array_without_the_extra_says_what_to_install(
    env: GameEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = GameEnv(env.game, render_mode="rgb_array")
    other.reset(seed=1)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(ImportError, match=r"pip install 'fiefdom\[render\]'"):
        other.render()
