"""What the tests of the games share."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from fiefdom.envs.common.canvas import Canvas
from tests.envs.registry import FULL

pytest.register_assert_rewrite("tests.envs.golden", "tests.envs.perft", "tests.envs.pictures")


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return what is written into pictures from now on; what is cut off is an error."""
    written: Counter[str] = Counter()
    write, text = Canvas.write, Canvas.text

    def note(self: Canvas, box: Any, words: str, *args: Any, **settings: Any) -> None:
        written[words] += 1
        write(self, box, words, *args, **settings)

    def note_line(self: Canvas, at: Any, words: str, *args: Any, **settings: Any) -> None:
        assert "…" not in words, "cut off"
        written[words] += 1
        text(self, at, words, *args, **settings)

    monkeypatch.setattr(Canvas, "write", note)
    monkeypatch.setattr(Canvas, "text", note_line)
    return written


@pytest.fixture(scope="module")
def totals(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """Add up what all tests of a game's file saw; the full run prints it."""
    seen: Counter[str] = Counter()
    yield seen
    if FULL:
        lines = (f"  {what}: {count:,}" for what, count in sorted(seen.items()))
        print(f"\nengine and oracle of {request.path.parent.name} agree:", *lines, sep="\n")
