"""What the generic suite runs over: every game of the registry, and Peek, made for these tests."""

import dataclasses
import os
from collections.abc import Callable
from typing import Any

import pytest

from fiefdom.envs import GAMES, load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import allowed_values
from fiefdom.envs.common.rewards import MODES
from tests.envs import peek

FULL = os.environ.get("FIEFDOM_ORACLE") == "full"
TESTED: dict[str, Game] = {**{name: load(name) for name in GAMES}, peek.GAME.name: peek.GAME}


def scaled(number: int) -> int:
    """Return how much of a long comparison to run: all of it, or a tenth by default."""
    return number if FULL else max(1, number // 10)


def settings(options: Any) -> dict[str, Any]:
    """Return options as keywords."""
    return dataclasses.asdict(options)


def player_counts(game: Game) -> tuple[int, ...]:
    counts: tuple[int, ...] = allowed_values(game.Options)["num_players"]
    return tuple(sorted(counts))


def has_secrets(game: Game, options: Any) -> bool:
    """Say whether seats hide something: only then has state() blocks that observations lack."""
    seen = {block.name for block in game.layout(options).blocks}
    return any(block.name not in seen for block in game.state_layout(options).blocks)


def make_env(game: Game, options: Any = None, **more: Any) -> GameEnv:
    """Make the environment that checks, for options or for the default ones."""
    return GameEnv(game, **{**(settings(options) if options else {}), **more})


def make_raw(game: Game, options: Any = None, **more: Any) -> GameEnv:
    """Make the environment that raises ValueError on an illegal action."""
    return make_env(game, options, checked=False, **more)


def _label(game: Game, options: Any) -> str:
    return f"{game.name}-{game.option_sets.index(options)}"


EVERY_GAME = pytest.mark.parametrize(
    "game", [pytest.param(game, id=name) for name, game in TESTED.items()]
)
EVERY_REGISTERED = pytest.mark.parametrize("name", list(GAMES))
EVERY_OPTION_SET = pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(game, options, id=_label(game, options))
        for game in TESTED.values()
        for options in game.option_sets
    ],
)
EVERY_COUNT = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{name}-{players}")
        for name, game in TESTED.items()
        for players in player_counts(game)
    ],
)
EVERY_COUNT_AND_MODE = pytest.mark.parametrize(
    ("game", "players", "reward"),
    [
        pytest.param(game, players, reward, id=f"{name}-{players}-{reward}")
        for name, game in TESTED.items()
        for players in player_counts(game)
        for reward in MODES
    ],
)
Decorator = Callable[[Callable[..., None]], Callable[..., None]]
