"""The PettingZoo environment of Rise to Nobility; README.md beside this file is its page."""

import os
from typing import Any

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.rise_to_nobility.game import GAME, with_rules

Path = str | os.PathLike[str]


def env(rules: Path | None = None, **options: Any) -> GameEnv:
    """Make the environment with PettingZoo's checks: an illegal action ends the game at -1.

    Args:
        rules: a corrected copy of rules.json; by default the one of the package.
        **options: options of the game (`GAME.Options`) and of the environment (`GameEnv`).

    Raises:
        ValueError: if the file cannot be played; it names table, row and field.
    """
    return GameEnv(_game(rules), checked=True, **options)


def raw_env(rules: Path | None = None, **options: Any) -> GameEnv:
    """Make the environment that raises ValueError on an illegal action, its state untouched."""
    return GameEnv(_game(rules), checked=False, **options)


def _game(rules: Path | None) -> Game:
    return GAME if rules is None else with_rules(rules)
