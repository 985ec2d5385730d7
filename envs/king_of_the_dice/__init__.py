"""King of the Dice (HABA 2017): press-your-luck dice for a row of citizens, 2 to 5 players."""

from fiefdom.envs.king_of_the_dice.env import env, raw_env
from fiefdom.envs.king_of_the_dice.game import GAME

__all__ = ["GAME", "env", "raw_env"]
