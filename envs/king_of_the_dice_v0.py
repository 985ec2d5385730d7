"""King of the Dice, version 0: `env` and `raw_env`."""

from fiefdom.envs.king_of_the_dice import GAME, env, raw_env

__all__ = ["GAME", "env", "raw_env"]
