"""How long a process takes until a game can be played: compiling it, and from the cache."""

import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console

from fiefdom.benchmarks.timing import SECONDS, Row

PLAY = """
import sys
from fiefdom.envs import load, make
from fiefdom.envs.common.batch import BatchEnv
env = make(sys.argv[1], num_players=int(sys.argv[2]))
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
batch = BatchEnv(load(sys.argv[1]), 4, num_players=int(sys.argv[2]))
batch.step(batch.sample())
"""


def time_process(game: str, players: int, cache: str) -> float:
    """Return the seconds of a new process that plays a step of `env()` and of a batch."""
    command = [sys.executable, "-c", PLAY, game, str(players)]
    start = time.perf_counter()
    subprocess.run(
        command, env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True, stderr=subprocess.PIPE
    )
    return time.perf_counter() - start


def measure_startup(game: str, players: int, repeats: int, console: Console) -> list[Row]:
    """Time the first process with an empty cache of compiled code, and those after it."""
    with (
        console.status("compiling in a new process"),
        tempfile.TemporaryDirectory(prefix="fiefdom-cache-") as cache,
    ):
        first = time_process(game, players, cache)
        later = [time_process(game, players, cache) for _ in range(repeats)]
    return [
        Row("first use", players, SECONDS, "first process, compiling the game", [first]),
        Row("later use", players, SECONDS, "later process, up to a first step", later),
    ]
