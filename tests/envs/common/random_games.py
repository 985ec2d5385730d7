"""Random games of every game and option set, as digests to compare between two processes."""

import hashlib
from typing import Any

import numpy as np

from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from tests.envs.registry import TESTED, scaled, settings
from tests.envs.walks import parts_of

STEPS = scaled(600)
VALUES = scaled(15_000_000)  # observed ones of a batch, at most: plain Python writes each of them


def arrays_of(batch: BatchEnv) -> list[Any]:
    """Return all arrays that a batch shows, one seat's view and drawn worlds included."""
    worlds = batch.states.copy()
    seeds = batch.seeds + np.uint64(1)
    rules, rows = batch.game.rules_bytes, np.arange(batch.num_games)
    batch.game.loops.determinize(rules, worlds, rows, batch.mover, seeds)
    seen = parts_of(batch.observe(batch.num_players - 1)).values()
    return [
        batch.states, batch.seeds, batch.action_mask, batch.mover, batch.rewards, batch.done,
        batch.truncated, batch.final_scores * batch.done[:, None],
        batch.final_ranks * batch.done[:, None], worlds,
        *parts_of(batch.observation).values(), *seen,
    ]  # fmt: skip


def digest(game: Game, options: Any) -> str:
    """Return a digest of all that a few random games show."""
    batch = BatchEnv(game, 2, seed=31, **settings(options))
    found = hashlib.sha256()
    for _ in range(max(6, min(STEPS, VALUES // batch.layout.size))):
        batch.step(batch.sample())
        for array in arrays_of(batch):
            found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def digests() -> dict[str, str]:
    """Return the digests of every game and option set."""
    return {
        f"{name} {settings(options)}": digest(game, options)
        for name, game in TESTED.items()
        for options in game.option_sets
    }
