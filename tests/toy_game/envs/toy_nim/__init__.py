"""Toy Nim: take stones from heaps; whoever takes the last one wins, 2 to 4 players."""

from fiefdom.envs.toy_nim.env import env, raw_env
from fiefdom.envs.toy_nim.game import GAME

__all__ = ["GAME", "env", "raw_env"]
