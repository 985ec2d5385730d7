"""What of ours stands beside peers: `env()` and a batch, each played as a peer is."""

import random
from collections.abc import Callable

from fiefdom.benchmarks.peers_worker import Peer, play_aec
from fiefdom.benchmarks.threads import run_batch
from fiefdom.envs import load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.options import parse_options

BATCH = 1024
PACKAGES = ("fiefdom", "numba", "numpy", "pettingzoo")


def title(game: str, options: tuple[str, ...]) -> str:
    """Name a game of ours, and its options where it has any."""
    return f"fiefdom {game} ({', '.join(options)})" if options else f"fiefdom {game}"


class OurEnv:
    """`env()` of our game in the loop that PettingZoo's plays in."""

    packages: tuple[str, ...] = PACKAGES

    def __init__(self, name: str, players: int, options: tuple[str, ...]) -> None:
        game = load(name)
        given = parse_options(game.Options, options)
        self.title = title(game.name, options)
        self.env = GameEnv(game, num_players=players, **given)
        self.env.reset(seed=0)
        self.draw = random.Random(0).random

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"{self.title} env(), agent_iter, last, step"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        return play_aec(self.env, seconds, self.draw)


class OurBatch:
    """A batch of our game."""

    packages: tuple[str, ...] = PACKAGES

    def __init__(self, name: str, players: int, options: tuple[str, ...]) -> None:
        game = load(name)
        given = parse_options(game.Options, options)
        self.title = title(game.name, options)
        self.play = run_batch(BatchEnv(game, BATCH, num_players=players, **given))

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"{self.title} batch.step(batch.sample()), {BATCH:,} games"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        return self.play(seconds)


OURS: dict[str, Callable[[str, int, tuple[str, ...]], Peer]] = {"env": OurEnv, "batch": OurBatch}
