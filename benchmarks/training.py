"""Environment steps a second while MaskablePPO learns, beside the same learner on a free game.

The free environment costs nothing: it hands out the same arrays again and again. Both learners
take turns in rounds; a step is a decision of the learner. Needs the extra `train`.
"""

import contextlib
import dataclasses
import io
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import torch
import tyro
from rich.console import Console
from rich.progress import track
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from fiefdom.benchmarks.machine import command_line, describe_machine, pinned
from fiefdom.benchmarks.timing import (
    DECISIONS,
    SHARE,
    STEPS,
    Row,
    make_console,
    print_rows,
    ratio,
    write_json,
)
from fiefdom.training import ppo_sb3
from fiefdom.training.settings import Settings as TrainingSettings
from fiefdom.wrappers.sb3_vec import SB3VecEnv

ENVIRONMENT, OPPONENTS, POLICY, LEARNING, REST = (
    "environment", "opponents", "policy", "learning", "rest",
)  # fmt: skip
SHARES = {
    ENVIRONMENT: "in the environment, opponents left out",
    OPPONENTS: "in opponents' decisions",
    POLICY: "in the learner's decisions",
    LEARNING: "in gradient steps",
    REST: "in the rest of the learner (buffers, callbacks)",
}
WANTED = 0.6  # of the steps a second on the free environment
QUICK_REPEATS = 2


@dataclasses.dataclass
class Settings:
    """Time MaskablePPO with the settings of `fiefdom train`, and on an environment that is free."""

    game: Annotated[str, tyro.conf.Positional] = "king_of_the_dice"
    """Name of the game (`fiefdom games` lists them)."""
    option: tuple[str, ...] = ()
    """Options of the game, as name=value."""
    repeats: int = 7
    """Rounds, of which the median is taken."""
    updates: int = 4
    """Rollouts, each with its update, in a round."""
    cores: int = 2
    """Cores to use, where the system allows to choose."""
    threads: int = 0
    """Threads of torch; 0 measures which number is fastest, as a training run does."""
    json: Path | None = None
    """File for the figures."""
    quick: bool = False
    """Only try everything out: small rollouts, few rounds."""


class FreeVecEnv(VecEnv):
    """An environment of the same shapes that costs nothing: the same arrays on every call."""

    def __init__(self, like: SB3VecEnv) -> None:
        super().__init__(like.num_envs, like.observation_space, like.action_space)
        self._observation = like.games.observation()
        self._masks = like.action_masks()
        self._rewards = np.zeros(like.num_envs, np.float32)
        self._done = np.zeros(like.num_envs, np.bool_)
        self._infos: list[dict[str, Any]] = [{} for _ in range(like.num_envs)]

    def reset(self) -> Any:
        """Return the observations."""
        return self._observation

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Ignore the actions."""

    def step_wait(self) -> Any:
        """Return the same observations, rewards, dones and infos."""
        return self._observation, self._rewards, self._done, self._infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the same masks."""
        return self._masks

    def close(self) -> None:
        """Release nothing."""

    def has_attr(self, attr_name: str) -> bool:
        """Say whether the environments have an attribute."""
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return None for each environment."""
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Ignore it."""

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> Any:
        """Return the masks, the only method asked for."""
        return self._masks

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Say that no environment is wrapped."""
        return [False] * self.num_envs


class Stopwatch:
    """Adds up the time spent in some methods of some objects."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(SHARES, 0.0)
        self.decisions = 0  # of opponents

    def watch(self, owner: Any, method: str, part: str, within: str | None = None) -> None:
        """Add the time of every call to a part, and take it from the part `within` it runs."""
        called: Callable[..., Any] = getattr(owner, method)

        def timed(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            result = called(*args, **kwargs)
            spent = time.perf_counter() - start
            self.seconds[part] += spent
            if within is not None:
                self.seconds[within] -= spent
            if part == OPPONENTS:
                self.decisions += len(result)
            return result

        setattr(owner, method, timed)


class Refresh(BaseCallback):
    """Takes snapshots of the learner as a training run does, without its evaluations."""

    def __init__(self, learner: ppo_sb3.Run) -> None:
        super().__init__()
        self.learner = learner
        self.updates = 0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.updates % self.learner.settings.refresh == 0:
            self.learner.refresh_opponents()
        self.updates += 1


@contextlib.contextmanager
def make_learners(settings: Settings) -> Iterator[tuple[ppo_sb3.Run, ppo_sb3.Run]]:
    """Make the learner of a default training run, and its twin on the free environment."""
    quiet = Console(file=io.StringIO())
    wanted = TrainingSettings(settings.game, option=settings.option, threads=settings.threads)
    if settings.quick:
        wanted = dataclasses.replace(wanted, games=32, rollout=8, minibatch=256)
    with tempfile.TemporaryDirectory(prefix="fiefdom-bench-") as folder:
        learners = [
            ppo_sb3.Run(dataclasses.replace(wanted, out=Path(folder, name)), quiet)
            for name in ("played", "free")
        ]
        played, free = learners
        free.model.set_env(FreeVecEnv(free.env))
        yield played, free
        for learner in learners:
            learner.env.close()


def watch_parts(learner: ppo_sb3.Run) -> Stopwatch:
    """Return a stopwatch on what a learner does."""
    watch = Stopwatch()
    env, model = learner.env, learner.model
    watch.watch(env, "step", ENVIRONMENT)
    watch.watch(env, "env_method", ENVIRONMENT)  # the masks
    watch.watch(env.games.opponents, "act", OPPONENTS, within=ENVIRONMENT)
    watch.watch(model.policy, "forward", POLICY)
    watch.watch(model.policy, "predict_values", POLICY)
    watch.watch(model, "train", LEARNING)
    return watch


def learn(learner: ppo_sb3.Run, updates: int, callback: BaseCallback | None) -> tuple[int, float]:
    """Let a learner make some updates; return its decisions and the seconds."""
    before = learner.model.num_timesteps
    wanted = updates * learner.settings.rollout * learner.settings.games
    start = time.perf_counter()
    learner.model.learn(wanted, callback=callback, reset_num_timesteps=False)
    return learner.model.num_timesteps - before, time.perf_counter() - start


def measure(
    played: ppo_sb3.Run, free: ppo_sb3.Run, repeats: int, updates: int, console: Console
) -> list[Row]:
    """Let both learners take turns, after one round that does not count."""
    players = played.options.num_players
    refresh = Refresh(played)
    watch = watch_parts(played)
    ours = Row("played", players, STEPS, "learning on the game", [])
    nothing = Row("free", players, STEPS, "learning on an environment that costs nothing", [])
    total = Row("decisions", players, DECISIONS, "decisions of all seats while learning", [])
    parts = {part: Row(part, players, SHARE, text, []) for part, text in SHARES.items()}
    learn(played, 1, refresh)
    learn(free, 1, None)
    rounds = track(
        range(repeats), "learning", console=console, transient=True, disable=not console.is_terminal
    )
    for _ in rounds:
        watch.seconds = dict.fromkeys(SHARES, 0.0)
        watch.decisions = 0
        steps, seconds = learn(played, updates, refresh)
        ours.samples.append(steps / seconds)
        total.samples.append((steps + watch.decisions) / seconds)
        watch.seconds[REST] = seconds - sum(watch.seconds.values())
        for part, row in parts.items():
            row.samples.append(100 * watch.seconds[part] / seconds)
        steps, seconds = learn(free, updates, None)
        nothing.samples.append(steps / seconds)
    share = ratio("ratio", f"game over nothing (wanted: at least {WANTED})", ours, nothing)
    return [ours, nothing, share, total, *parts.values()]


def measure_all(settings: Settings, console: Console) -> tuple[list[Row], int]:
    """Return all rows and the number of torch threads, on so many cores."""
    torch.distributions.Distribution.set_default_validate_args(False)  # as a training run does
    with pinned(settings.cores) as cores, make_learners(settings) as (played, free):
        if not cores:
            console.print(f"cannot choose {settings.cores} cores here; all are used")
        threads = settings.threads or played.fastest_threads()
        torch.set_num_threads(threads)
        return measure(played, free, settings.repeats, settings.updates, console), threads


def to_json(
    settings: Settings, rows: Sequence[Row], machine: dict[str, Any], command: str, threads: int
) -> dict[str, Any]:
    """Return what `report` reads."""
    return {
        "benchmark": "training",
        "game": settings.game,
        "command": command,
        "machine": machine,
        "cores": settings.cores,
        "torch_threads": threads,
        "repeats": settings.repeats,
        "updates": settings.updates,
        "rows": [row.to_json() for row in rows],
    }


def main(args: list[str] | None = None) -> None:
    """Measure, print a table and write JSON."""
    settings = tyro.cli(Settings, args=args, prog="python -m fiefdom.benchmarks.training")
    if settings.quick:
        settings.repeats, settings.updates = QUICK_REPEATS, 1
    console = make_console()
    machine = describe_machine()  # before we load it
    try:
        rows, threads = measure_all(settings, console)
    except (TypeError, ValueError) as error:
        raise SystemExit(str(error)) from error
    print_rows(rows, f"{settings.game}: MaskablePPO, {threads} torch thread(s)", console)
    if settings.json is not None:
        command = command_line("training", args)
        write_json(settings.json, to_json(settings, rows, machine, command, threads), console)


if __name__ == "__main__":
    main()
