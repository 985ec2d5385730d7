"""Rise to Nobility with the Chancery: dice-worker placement with secret Commission cards."""

from fiefdom.envs.rise_to_nobility.env import env, raw_env
from fiefdom.envs.rise_to_nobility.game import GAME, with_rules

__all__ = ["GAME", "env", "raw_env", "with_rules"]
