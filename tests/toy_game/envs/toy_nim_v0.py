"""Toy Nim, version 0: `env` and `raw_env`."""

from fiefdom.envs.toy_nim import GAME, env, raw_env

__all__ = ["GAME", "env", "raw_env"]
