"""Carcassonne with King & Robber Baron, Abbey & Mayor and the fan expansion Cleric & Serf."""

from fiefdom.envs.carcassonne.env import env, raw_env
from fiefdom.envs.carcassonne.game import GAME

__all__ = ["GAME", "env", "raw_env"]
