"""Carcassonne, version 0: `env` and `raw_env`."""

from fiefdom.envs.carcassonne import GAME, env, raw_env

__all__ = ["GAME", "env", "raw_env"]
