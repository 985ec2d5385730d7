"""The PettingZoo environment of Toy Nim; README.md beside this file is its page."""

from typing import Any

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.toy_nim.game import GAME


def env(**options: Any) -> GameEnv:
    """Make the environment with PettingZoo's checks: an illegal action ends the game at -1.

    Args:
        **options: options of the game (`GAME.Options`) and of the environment (`GameEnv`).
    """
    return GameEnv(GAME, checked=True, **options)


def raw_env(**options: Any) -> GameEnv:
    """Make the environment that raises ValueError on an illegal action, its state untouched."""
    return GameEnv(GAME, checked=False, **options)
