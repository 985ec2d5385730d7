"""A turned board is played by the engine as the board itself, and the observation is complete.

A position is made again from its observation (turned or not) by `rebuild`; the engine must show and
allow there exactly what the helper says, and go on alike.
"""

from typing import Any

import numpy as np
import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.rebuild import rebuild
from fiefdom.envs.carcassonne.symmetry import turn_board
from fiefdom.envs.common.jit import njit
from fiefdom.envs.common.layout import Layout
from fiefdom.envs.common.one_game import OneGame
from tests.envs.registry import scaled

STATE, RULES = GAME.STATE, GAME.RULES.dtype
OPTIONS = [
    {"configuration": "full", "table": 41},
    {"configuration": "full", "num_players": 4, "encoding": "dict", "table": 41},
    {"configuration": "core", "num_players": 3, "table": 17, "skip_forced": False},
    {"configuration": "base"},
]


@njit
def rebuild_bytes(rules: Any, state: Any, seen: Any) -> None:
    rebuild(rules.view(RULES)[0], state.view(STATE)[0], seen)


def rebuilt(game: OneGame, options: Any, flat: Any) -> OneGame:
    """Return the game at the position that an observation shows, its observer seat 0."""
    twin = game.copy()
    twin.states[:] = GAME.new_states(options, 1)
    rebuild_bytes(GAME.rules_bytes, twin.states[0], flat)
    twin.record.rng = game.record.rng
    return twin


def turned(layout: Layout, options: Any, seen: Any, action: int | None, turns: int) -> Any:
    """Return a view (flat observation, mask) and an action turned by the helper."""
    observation, mask, action = turn_board(options, layout.shaped(seen[0]), seen[1], action, turns)
    return layout.flat(observation), mask, action


def assert_same(view: Any, other: Any) -> None:
    np.testing.assert_array_equal(view[0], other[0])
    np.testing.assert_array_equal(view[1], other[1])


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("keywords", OPTIONS)
def test_the_engine_plays_a_turned_board_alike(keywords: dict[str, Any], turns: int) -> None:
    options = GAME.options(keywords)
    layout = GAME.layout(options)
    game = OneGame(GAME, options)
    rng = np.random.default_rng(turns)
    for seed in range(scaled(20)):
        game.reset(seed, False)
        while not game.record.over:
            seat = int(game.record.mover)
            seen = game.view(seat)
            legal = np.flatnonzero(seen[1])
            flat, mask, action = turned(layout, options, seen, int(rng.choice(legal)), turns)
            twin = rebuilt(game, options, flat)
            assert_same(twin.view(0), (flat, mask))
            back = turned(layout, options, (flat, mask), action, -turns % 4)
            assert game.step(back[2]) == twin.step(action) == 1
            if not game.record.over:
                flat, mask, _ = turned(layout, options, game.view(seat), None, turns)
                assert_same(twin.view(0), (flat, mask))


def test_wrong_input() -> None:
    options = GAME.options({})
    game = OneGame(GAME, options)
    game.reset(1, False)
    flat, mask = game.view(0)
    observation = GAME.layout(options).shaped(flat)
    with pytest.raises(ValueError, match=r"turns=4 .*0 to 3"):
        turn_board(options, observation, mask, None, 4)
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(ValueError, match=f"action {illegal} is not legal"):
        turn_board(options, observation, mask, illegal)
