"""The other libraries, each a class; runs as a plain script in any Python, without fiefdom.

    python peers_worker.py NAME

makes the peer of that name and answers lines on standard input with lines of JSON: first what it
is, or why it cannot run here; then, for each number of seconds, the steps it took and the seconds.
A new peer is a class like those below, entered in PEERS.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Iterable
from typing import IO, Any, Protocol

NOT_INSTALLED = "not installed"


class Peer(Protocol):
    """Something that plays; made without arguments, ImportError if its packages are missing."""

    packages: tuple[str, ...]
    beside: tuple[str, ...]  # the forms of ours that it is compared with: env, batch

    def describe(self) -> str:
        """Say in a line what is measured."""

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""


def play_aec(env: Any, seconds: float, draw: Callable[[], float]) -> tuple[int, float]:
    """Play whole games of any AEC environment with random legal actions; return steps, seconds.

    The leave-taking of agents whose game is over costs time but does not count as a step.
    """
    steps = 0
    start = time.perf_counter()
    while True:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(draw() * len(legal))])
            steps += 1
        spent = time.perf_counter() - start
        if spent >= seconds:
            return steps, spent


class PettingZoo:
    """PettingZoo's connect four, with its default wrappers."""

    packages: tuple[str, ...] = ("pettingzoo",)
    beside: tuple[str, ...] = ("env",)

    def __init__(self) -> None:
        from pettingzoo.classic import connect_four_v3

        self.env = connect_four_v3.env()
        self.env.reset(seed=0)
        self.draw = random.Random(0).random

    def describe(self) -> str:
        """Say in a line what is measured."""
        return "PettingZoo connect_four_v3.env(), agent_iter, last, step"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        return play_aec(self.env, seconds, self.draw)


class OpenSpiel:
    """OpenSpiel's connect four from Python: observation into one numpy array, mask, step.

    `make_observation` is about twice as fast here as `observation_tensor`, which makes a list.
    """

    packages: tuple[str, ...] = ("open_spiel",)
    beside: tuple[str, ...] = ("env", "batch")

    def __init__(self) -> None:
        import pyspiel
        from open_spiel.python.observation import make_observation

        self.game = pyspiel.load_game("connect_four")
        self.observation = make_observation(self.game)
        self.draw = random.Random(0).random

    def describe(self) -> str:
        """Say in a line what is measured."""
        return "OpenSpiel connect_four from Python, observation and mask"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        observe, draw = self.observation.set_from, self.draw
        steps = 0
        start = time.perf_counter()
        while True:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                observe(state, state.current_player())
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
            spent = time.perf_counter() - start
            if spent >= seconds:
                return steps, spent


class Pgx:
    """pgx's connect four on the processor: a compiled loop with auto-reset at its best batch."""

    packages: tuple[str, ...] = ("pgx", "jax", "jaxlib")
    beside: tuple[str, ...] = ("batch",)
    batches = (64, 128, 256, 512, 1024, 2048, 4096)
    steps_in_call = 64
    scan_seconds = 0.3
    scan_rounds = 3

    def __init__(self) -> None:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        if "XLA_FLAGS" not in os.environ:
            os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
        import jax
        import pgx
        from pgx.experimental import act_randomly, auto_reset

        env = pgx.make("connect_four")
        step = jax.vmap(auto_reset(env.step, env.init))

        def play(state: Any, key: Any) -> tuple[Any, None]:
            choice, chance = jax.random.split(key)
            actions = act_randomly(choice, state.legal_action_mask)
            return step(state, actions, jax.random.split(chance, actions.shape[0])), None

        def play_on(state: Any, key: Any) -> Any:
            return jax.lax.scan(play, state, jax.random.split(key, self.steps_in_call))[0]

        self.jax = jax
        self.start = jax.jit(jax.vmap(env.init))
        self.play_on = jax.jit(play_on)
        self.key = jax.random.PRNGKey(0)
        self.rates = self.scan_batches()
        self.batch = max(self.rates, key=lambda batch: self.rates[batch])
        self.state = self.deal(self.batch)

    def deal(self, batch: int) -> Any:
        """Return new games and compile the loop over so many."""
        state = self.start(self.jax.random.split(self.key, batch))
        return self.jax.block_until_ready(self.play_on(state, self.key))

    def scan_batches(self) -> dict[int, float]:
        """Return the best rate of each size of batch; sizes take turns."""
        states = {batch: self.deal(batch) for batch in self.batches}
        rates = dict.fromkeys(self.batches, 0.0)
        for _ in range(self.scan_rounds):
            for batch in self.batches:
                self.batch, self.state = batch, states[batch]
                steps, spent = self.run(self.scan_seconds)
                rates[batch] = max(rates[batch], steps / spent)
        return rates

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"pgx connect_four, loop compiled with auto-reset, best batch {self.batch:,}"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        steps = 0
        start = time.perf_counter()
        while True:
            self.key, key = self.jax.random.split(self.key)
            self.state = self.jax.block_until_ready(self.play_on(self.state, key))
            steps += self.batch * self.steps_in_call
            spent = time.perf_counter() - start
            if spent >= seconds:
                return steps, spent


PEERS: dict[str, Callable[[], Peer]] = {
    "pettingzoo": PettingZoo,
    "openspiel": OpenSpiel,
    "pgx": Pgx,
}


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of Python and of those packages that are installed."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def serve(make: Callable[[], Peer], lines: Iterable[str], out: IO[str]) -> None:
    """Make a peer, say what it is, and run it for as many seconds as each line says."""

    def answer(**fields: Any) -> None:
        print(json.dumps(fields), file=out, flush=True)

    try:
        peer = make()
    except ImportError as error:
        return answer(missing=str(error), kind=NOT_INSTALLED)
    except Exception as error:  # noqa: BLE001  (whatever it is, the others are still measured)
        return answer(missing=f"{type(error).__name__}: {error}", kind="failed")
    answer(
        describe=peer.describe(),
        beside=peer.beside,
        versions=versions(peer.packages),
        details=getattr(peer, "rates", None),
    )
    for line in lines:
        worked = time.process_time()
        steps, seconds = peer.run(float(line))
        answer(steps=steps, seconds=seconds, worked=time.process_time() - worked)
    return None


def serve_process(make: Callable[[], Peer]) -> None:
    """Serve on standard input and output; what a library prints goes to standard error."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    serve(make, sys.stdin, out)


def main(names: list[str]) -> None:
    """Serve the peer of the one name given."""
    if len(names) != 1 or names[0] not in PEERS:
        raise SystemExit(f"usage: peers_worker.py NAME; names: {', '.join(PEERS)}")
    serve_process(PEERS[names[0]])


if __name__ == "__main__":
    FOLDER = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if path != FOLDER]  # it has a training.py and others
    main(sys.argv[1:])
