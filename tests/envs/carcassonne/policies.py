"""Players for random games: anything at all, the greedy agent, and one that packs tiles tightly."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.rules import AROUND
from tests.envs.carcassonne.one_game import Decision, OneGame, decision_of
from tests.envs.carcassonne.views import cells_of, features_of

Policy = Callable[[OneGame, random.Random], Decision]
positions = OneGame.positions

CLAIM = 0.7  # chances to take what is on offer
FARM = 0.15
BARN = 0.6
ABBEY = 0.6
DRIVE = 0.8
WHIM = 0.05
ROW = np.zeros(1, np.int64)


def at_random(game: OneGame, luck: random.Random) -> Decision:
    """Play any decision."""
    return luck.choice(sorted(game.legal()))


def greedy(game: OneGame, luck: random.Random) -> Decision:
    """Play as the scripted agent does, but for a whim now and then."""
    if luck.random() < WHIM:
        return at_random(game, luck)
    mask = np.zeros((1, GAME.num_actions(game.options)), np.bool_)
    mask[0, game.actions()] = True
    action = agent_for(game.options).act(game.look()[None], mask, ROW, ROW)
    return decision_of(game.record, int(action[0]))


@cache
def agent_for(options: Any) -> Any:
    return GAME.agents["greedy"](GAME, options)


def packing(game: OneGame, luck: random.Random) -> Decision:
    """Put tiles where most others lie around them; claim what is closed, and much else."""
    legal = sorted(game.legal())
    if game.phase == "place":
        cells = set(cells_of(game.record))
        return max(legal, key=lambda placed: (around(cells, placed[1:3]), luck.random()))
    if game.phase == "piece":
        return claim(game, legal, luck)
    offers = [decision for decision in legal if decision[0] in ("abbey", "wagon")]
    chance = ABBEY if game.phase == "abbey" else DRIVE
    if offers and luck.random() < chance:
        return luck.choice(offers)
    return ("draw",) if game.phase == "abbey" else ("home",)


def around(cells: set[Any], cell: Any) -> int:
    """Count the tiles on a cell's eight neighbours."""
    return sum((cell[0] + dx, cell[1] + dy) in cells for dx, dy in AROUND)


def claim(game: OneGame, legal: list[Decision], luck: random.Random) -> Decision:
    """Place a barn, a piece on a closed feature, or at times another piece."""
    pieces = [decision for decision in legal if decision[0] == "piece"]
    barns = [piece for piece in pieces if piece[1] == "barn"]
    if barns and luck.random() < BARN:
        return luck.choice(barns)
    standing = [piece for piece in pieces if piece[2][:4] in ("city", "road", "cloi")]
    closed = [piece for piece in standing if is_closed(game, piece[2])]
    if closed:
        return luck.choice(closed)
    if standing and luck.random() < CLAIM:
        return luck.choice(standing)
    return luck.choice(pieces) if pieces and luck.random() < FARM else ("pass",)


def is_closed(game: OneGame, where: str) -> bool:
    """Say whether a feature of the last tile is complete."""
    part = (*cells_of(game.record)[-1], where)
    features = features_of(game.record).values()
    return any(part in feature["parts"] and feature["open"] == 0 for feature in features)
