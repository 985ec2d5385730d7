"""Games played at random, but eager for all that fills the table: for tests of what is shown."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.rise_to_nobility import actions as a
from fiefdom.envs.rise_to_nobility import raw_env

LIKINGS = (
    (a.PASS, a.END_TURN, 0.02),
    (a.MODIFY_UP, a.COMPLETE, 0.05),
    (a.COMPLETE, a.GUILD_DIE, 60.0),
    (a.YARD_DIE, a.DESK_DIE, 8.0),
    (a.DESK_DIE, a.TAKE_CARD, 30.0),
    (a.YES, a.NO, 6.0),
)
WEIGHTS = np.ones(a.NUM_ACTIONS)
for start, stop, liking in LIKINGS:
    WEIGHTS[start:stop] = liking


def choose(env: GameEnv, rng: np.random.Generator) -> int:
    """Return a legal action."""
    legal = np.flatnonzero(env.record.legal)
    weights = WEIGHTS[legal]
    return int(rng.choice(legal, p=weights / weights.sum()))


def walk(seed: int, **options: Any) -> Iterator[GameEnv]:
    """Play a game; give the environment at each position, the finished game last."""
    env = raw_env(**options)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not env.record.over:
        yield env
        env.step(choose(env, rng))
    yield env


def legal_actions(env: GameEnv) -> list[int]:
    """Return the mover's legal actions, none once the game is over."""
    legal: list[int] = np.flatnonzero(env.record.legal).tolist()
    return [] if env.record.over else legal


def world_of(env: GameEnv, seat: int, seed: int) -> Any:
    """Return the record of a world that a seat holds possible."""
    world = env.clone()
    world.determinize(env.possible_agents[seat], seed)
    return world.record
