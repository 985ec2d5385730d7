"""Rise to Nobility, version 0: `env` and `raw_env`."""

from fiefdom.envs.rise_to_nobility import GAME, env, raw_env

__all__ = ["GAME", "env", "raw_env"]
