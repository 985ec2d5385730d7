"""What a second thread gains a batch, beside a loop that only writes as many bytes."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
from rich.console import Console

from fiefdom.benchmarks.timing import BYTES, STEPS, Case, Row, Run, measure, ratio
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.jit import njit

GAIN, WRITING_GAIN, GAIN_SHARE = "gain, batch", "gain, writing", "gain, share"
WANTED = 0.9  # of the gain of the loop that only writes


@njit
def write_rows(rows: npt.NDArray[np.int64], buffer: npt.NDArray[np.uint8], value: int) -> None:
    """Fill the given rows with a number, as cheaply as memory allows."""
    for index in range(rows.size):
        buffer[rows[index], :] = value


def written_bytes(batch: BatchEnv) -> int:
    """Return the bytes that a step writes for one game: all that a batch shows of it."""
    shown = batch.layout.size * batch.layout.dtype.itemsize
    mask = batch.game.mask_width(batch.options)
    rest = (batch.mover, batch.rewards, batch.done, batch.truncated)
    return shown + mask + sum(part.nbytes for part in rest) // batch.num_games


def run_batch(batch: BatchEnv) -> Run:
    """Return a run that plays random legal decisions in a batch."""

    def run(seconds: float) -> tuple[int, float]:
        steps = 0
        start = time.perf_counter()
        while True:
            batch.step(batch.sample())
            steps += batch.num_games
            spent = time.perf_counter() - start
            if spent >= seconds:
                return steps, spent

    return run


def make_writer(games: int, width: int, threads: int) -> Callable[[], None]:
    """Return a call that writes `width` bytes for each game, split as BatchEnv splits them."""
    buffer = np.zeros((games, width), np.uint8)
    shares = [np.ascontiguousarray(share) for share in np.array_split(np.arange(games), threads)]
    pool = ThreadPoolExecutor(threads) if threads > 1 else None
    value = 0

    def write(share: npt.NDArray[np.int64]) -> None:
        write_rows(share, buffer, value)

    def call() -> None:
        nonlocal value
        value = (value + 1) % 256
        if pool is None:
            write(shares[0])
        else:
            for _ in pool.map(write, shares):
                pass

    return call


def run_writer(games: int, call: Callable[[], None]) -> Run:
    """Return a run that writes again and again; it counts games, as a batch does."""

    def run(seconds: float) -> tuple[int, float]:
        count = 0
        start = time.perf_counter()
        while True:
            call()
            count += games
            spent = time.perf_counter() - start
            if spent >= seconds:
                return count, spent

    return run


def measure_threads(
    game: Game, players: int, games: int, repeats: int, seconds: float, console: Console
) -> list[Row]:
    """Time a batch and the writing loop with one and with two threads, in turns."""
    cases = []
    for threads in (1, 2):
        batch = BatchEnv(game, games, threads=threads, num_players=players)
        width = written_bytes(batch)
        name = f"{threads} thread{'s' * (threads > 1)}"
        writer = run_writer(games, make_writer(games, width, threads))
        cases += [
            Case(f"batch, {name}", players, STEPS, f"{games:,} games, {name}", run_batch(batch)),
            Case(f"writing, {name}", players, STEPS, f"only writing as many bytes, {name}", writer),
        ]
    rows = measure(cases, repeats, seconds, console, "threads")
    for row in rows:
        row.busy = None  # with two threads the processor works up to twice the time
    batch_1, writing_1, batch_2, writing_2 = rows
    gain = ratio(GAIN, "gain of two threads", batch_2, batch_1)
    writing = ratio(WRITING_GAIN, "gain of two threads that only write", writing_2, writing_1)
    share = ratio(GAIN_SHARE, f"gain over gain (wanted: at least {WANTED})", gain, writing)
    size = Row("written bytes", players, BYTES, "bytes written for a game", [width])
    return [*rows, size, gain, writing, share]
