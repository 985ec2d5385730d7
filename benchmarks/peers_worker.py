"""The other libraries, each a class; runs as a plain script in any Python, without fiefdom.

    python peers_worker.py LIBRARY GAME

makes a library's game and answers lines on standard input with lines of JSON: first what it is, or
why it cannot run here; then, for each number of seconds, the steps it took and the seconds.
A new library is a class like those below, entered in PEERS; `pairs` says what it stands beside.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
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
BENCH = "pip install 'fiefdom[bench]'"
CHANCE = -1  # OpenSpiel's number of the player who deals


class Peer(Protocol):
    """Something that plays; ImportError on making it if its packages are missing."""

    packages: tuple[str, ...]

    def describe(self) -> str:
        """Say in a line what is measured."""

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""


class Library(Protocol):
    """A class of peers: makes one from the name of a game, as the library calls it."""

    install: str  # how to get it

    def __call__(self, game: str) -> Peer:
        """Make that game."""


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
    """A classic game of PettingZoo, with its default wrappers."""

    packages: tuple[str, ...] = ("pettingzoo",)
    install = BENCH

    def __init__(self, game: str) -> None:
        self.game = game
        self.env = importlib.import_module(f"pettingzoo.classic.{game}").env()
        self.env.reset(seed=0)
        self.draw = random.Random(0).random

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"PettingZoo {self.game}.env(), agent_iter, last, step"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        return play_aec(self.env, seconds, self.draw)


class OpenSpiel:
    """A game of OpenSpiel from Python: observation into one numpy array, mask, step.

    `make_observation` is about twice as fast here as `observation_tensor`, which makes a list.
    What chance decides is drawn here too, and costs time, but does not count as a step.
    """

    packages: tuple[str, ...] = ("open_spiel",)
    install = BENCH

    def __init__(self, game: str) -> None:
        import pyspiel
        from open_spiel.python.observation import make_observation

        self.name = game
        self.game = pyspiel.load_game(game)
        self.observation = make_observation(self.game)
        self.random = random.Random(0)

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"OpenSpiel {self.name} from Python, observation and mask"

    def deal(self, state: Any) -> None:
        """Draw what chance decides."""
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(self.random.choices(outcomes, weights)[0])

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about that long; return steps and seconds."""
        observe, draw = self.observation.set_from, self.random.random
        steps = 0
        start = time.perf_counter()
        while True:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                player = state.current_player()
                if player == CHANCE:
                    self.deal(state)
                    continue
                observe(state, player)
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
            spent = time.perf_counter() - start
            if spent >= seconds:
                return steps, spent


class Pgx:
    """A game of pgx on the processor: a compiled loop with auto-reset at its best batch."""

    packages: tuple[str, ...] = ("pgx", "jax", "jaxlib")
    install = BENCH
    batches = (1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
    steps_in_call = 64
    scan_seconds = 0.3
    scan_rounds = 3
    too_slow = 0.5  # of the best rate; Go is fastest in small batches, and great ones take minutes

    def __init__(self, game: str) -> None:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        if "XLA_FLAGS" not in os.environ:
            os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
        import jax
        import pgx
        from pgx.experimental import act_randomly, auto_reset

        env = pgx.make(game)
        step = jax.vmap(auto_reset(env.step, env.init))

        def play(state: Any, key: Any) -> tuple[Any, None]:
            choice, chance = jax.random.split(key)
            actions = act_randomly(choice, state.legal_action_mask)
            return step(state, actions, jax.random.split(chance, actions.shape[0])), None

        def play_on(state: Any, key: Any) -> Any:
            return jax.lax.scan(play, state, jax.random.split(key, self.steps_in_call))[0]

        self.game = game
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

    def rate(self, batch: int, state: Any) -> float:
        """Return the steps a second of a size of batch."""
        self.batch, self.state = batch, state
        steps, spent = self.run(self.scan_seconds)
        return steps / spent

    def scan_batches(self) -> dict[int, float]:
        """Return the best rate of each size of batch; sizes take turns.

        After two sizes in a row that are too slow (one may have been disturbed) none is tried.
        """
        states: dict[int, Any] = {}
        rates: dict[int, float] = {}
        for batch in self.batches:
            states[batch] = self.deal(batch)
            rates[batch] = self.rate(batch, states[batch])
            if max([*rates.values()][-2:]) < self.too_slow * max(rates.values()):
                break
        for _ in range(self.scan_rounds - 1):
            for batch, state in states.items():
                rates[batch] = max(rates[batch], self.rate(batch, state))
        return rates

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"pgx {self.game}, loop compiled with auto-reset, best batch {self.batch:,}"

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


class RLCard:
    """A game of RLCard: its own environment, step by step, observation and legal actions."""

    packages: tuple[str, ...] = ("rlcard",)
    install = BENCH

    def __init__(self, game: str) -> None:
        import rlcard

        self.game = game
        self.env = rlcard.make(game, config={"seed": 0})
        self.draw = random.Random(0).random

    def describe(self) -> str:
        """Say in a line what is measured."""
        return f"RLCard {self.game}, env.step, observation and legal actions"

    def run(self, seconds: float) -> tuple[int, float]:
        """Play whole games for about that long; return steps and seconds."""
        steps = 0
        start = time.perf_counter()
        while True:
            state, _ = self.env.reset()
            while not self.env.is_over():
                legal = list(state["legal_actions"])
                state, _ = self.env.step(legal[int(self.draw() * len(legal))])
                steps += 1
            spent = time.perf_counter() - start
            if spent >= seconds:
                return steps, spent


class Wingedsheep:
    """wingedsheep's Carcassonne in Python, two players with farmers: legal actions, one applied.

    Placing a tile and placing a follower, or none, are a step each, forced ones too. It makes no
    observation. Its `CarcassonneGame` opens a window, so what that calls is called here.
    """

    packages: tuple[str, ...] = ("wingedsheep-carcassonne", "numpy")
    install = (
        "git clone https://github.com/wingedsheep/carcassonne, and in an environment of its own "
        "pip install 'numpy<2' ./carcassonne"
    )

    def __init__(self, game: str) -> None:
        def find(module: str, name: str) -> Any:
            return getattr(importlib.import_module(f"wingedsheep.carcassonne.{module}"), name)

        self.game = game
        self.list_actions = find("utils.action_util", "ActionUtil").get_possible_actions
        self.apply = find("utils.state_updater", "StateUpdater").apply_action
        self.deal = functools.partial(
            find("carcassonne_game_state", "CarcassonneGameState"),
            tile_sets=[find("tile_sets.tile_sets", "TileSet")(game)],
            supplementary_rules=[
                find("tile_sets.supplementary_rules", "SupplementaryRule")("farmers")
            ],
            players=2,
        )
        random.seed(0)  # it shuffles with the module's own generator

    def describe(self) -> str:
        """Say in a line what is measured."""
        return (
            f"wingedsheep Carcassonne in Python, {self.game} tiles, legal actions, no observation"
        )

    def run(self, seconds: float) -> tuple[int, float]:
        """Play whole games, at least one, for about that long; return steps and seconds."""
        steps = 0
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):  # it reports
            start = time.perf_counter()
            while True:
                state = self.deal()
                while not state.is_terminated():
                    state = self.apply(state, random.choice(self.list_actions(state)))
                    steps += 1
                spent = time.perf_counter() - start
                if spent >= seconds:
                    return steps, spent


PEERS: dict[str, Library] = {
    "pettingzoo": PettingZoo,
    "openspiel": OpenSpiel,
    "pgx": Pgx,
    "rlcard": RLCard,
    "wingedsheep": Wingedsheep,
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


def main(words: list[str]) -> None:
    """Serve a library's game."""
    if len(words) != 2 or words[0] not in PEERS:
        raise SystemExit(f"usage: peers_worker.py LIBRARY GAME; libraries: {', '.join(PEERS)}")
    library, game = words
    serve_process(functools.partial(PEERS[library], game))


if __name__ == "__main__":
    FOLDER = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if path != FOLDER]  # it has a training.py and others
    main(sys.argv[1:])
