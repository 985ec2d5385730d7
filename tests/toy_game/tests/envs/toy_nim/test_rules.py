"""The numbers of the rules, the record and the numbering of the actions."""

import pytest

from fiefdom.envs.toy_nim import GAME
from fiefdom.envs.toy_nim.actions import (
    NUM_ACTIONS,
    action_text,
    heap_and_stones,
    take_action,
)
from fiefdom.envs.toy_nim.rules import HEAPS, NUM_STONES


def test_numbers() -> None:
    assert HEAPS == (2, 4, 5, 6)
    assert NUM_STONES == 17
    assert GAME.STATE.itemsize == 32


def test_actions_round_trip() -> None:
    pairs = [heap_and_stones(action) for action in range(NUM_ACTIONS)]
    assert pairs == [(heap, stones) for heap in range(4) for stones in (1, 2, 3)]
    assert [take_action(*pair) for pair in pairs] == list(range(12))


def test_text() -> None:
    record = GAME.record(GAME.new_states(GAME.options({}), 1)[0])
    record.heaps = (2, 4, 5, 6)
    assert action_text(record, 4) == "take 2 of 4 from heap 1"
    for action in (-1, 12):
        with pytest.raises(ValueError, match=f"action {action} is out of range; allowed: 0 to 11"):
            action_text(record, action)
