"""Tabletop games as reinforcement-learning environments: one folder a game, the same files in each.

>>> from fiefdom.envs import GAMES, make
>>> list(GAMES)
['king_of_the_dice', 'carcassonne', 'rise_to_nobility']
"""

import importlib
import importlib.util
from typing import Any

import gymnasium
import pettingzoo

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import suggest

# name -> the module of its version. A new game adds its line here and nowhere else.
GAMES = {
    "king_of_the_dice": "fiefdom.envs.king_of_the_dice_v0",
    "carcassonne": "fiefdom.envs.carcassonne_v0",
    "rise_to_nobility": "fiefdom.envs.rise_to_nobility_v0",
}

__all__ = ["GAMES", "load", "make"]


def load(name: str) -> Game:
    """Return a game by name, with or without its version (`king_of_the_dice_v0`).

    Raises:
        ValueError: if there is no such game; the message lists those that there are.
    """
    modules = {**GAMES, **{module.rsplit(".", 1)[1]: module for module in GAMES.values()}}
    if name not in modules:
        raise ValueError(
            f"unknown game {name!r}{suggest(str(name), modules)}; games: {', '.join(GAMES)}"
        )
    game: Game = importlib.import_module(modules[name]).GAME
    return game


def make(name: str, **options: Any) -> Any:
    """Make the AEC environment of a game: `make("king_of_the_dice", num_players=3)`."""
    load(name)
    return importlib.import_module(GAMES[name.rsplit("_v", 1)[0]]).env(**options)


def _gymnasium_id(module: str) -> str:
    name, version = module.rsplit(".", 1)[1].rsplit("_v", 1)
    return "".join(word.capitalize() for word in name.split("_")) + f"-v{version}"


def _register() -> None:
    for name, module in GAMES.items():
        version = module.rsplit("_v", 1)[1]
        if hasattr(pettingzoo, "register"):  # PettingZoo 1.27 and newer
            pettingzoo.register("aec", f"fiefdom/{name}-v{version}", entry_point=f"{module}:env")
        gymnasium.register(
            _gymnasium_id(module),
            entry_point="fiefdom.wrappers.single_agent:SingleAgentEnv",
            vector_entry_point="fiefdom.wrappers.batch_vector:BatchVectorEnv",
            kwargs={"game": name},
            disable_env_checker=True,  # it warns of every dict or mask that it does not know
            order_enforce=False,
        )


_register()
