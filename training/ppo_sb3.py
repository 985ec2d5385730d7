"""Self-play with MaskablePPO of sb3-contrib: one run from an untrained network to a results table.

The learner plays one seat of many games at once. In each game the other seats are played by the
newest snapshot of the learner, by an older one, or now and then by a scripted agent.
"""

import csv
import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from fiefdom.envs import load
from fiefdom.envs.common.agents import Agent, Mixture, make_scripted, scripted
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import parse_options
from fiefdom.training import arena, checkpoint
from fiefdom.training.checkpoint import Checkpoint, Tensors
from fiefdom.training.curve import draw_curve
from fiefdom.training.policy import NetworkAgent, make_network
from fiefdom.training.policy_sb3 import NetworkPolicy, policy_arguments
from fiefdom.training.settings import Settings, tune
from fiefdom.training.threads import choose_threads
from fiefdom.wrappers.sb3_vec import SB3VecEnv

MODEL = "model.zip"
CHECKPOINT = "checkpoint.zip"
CURVE = "curve.csv"
PICTURE = "learning_curve.png"
RESULTS = "results.json"
CHECKPOINT_SECONDS = 20.0
WARMUP = 40  # random steps into the games on which threads are measured
OLDER_AGENTS = 2  # older snapshots in play at a time; each costs a batched call
RANDOM_SHARE = 0.2  # of the games against scripted agents
VALUE_WEIGHT = 0.5
GRADIENT_NORM = 0.5
LAST_RATE = 0.02  # of the first learning rate
LAST_ENTROPY = 0.1  # of the first entropy weight


class SelfPlay(BaseCallback):
    """Between two rollouts: refreshes opponents, evaluates, writes checkpoints, shows progress."""

    def __init__(self, run: "Run") -> None:
        super().__init__()
        self.run = run
        self.updates = 0
        self.saved_at = time.monotonic()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        run, model = self.run, self.run.model
        model.ent_coef = run.settings.entropy * (
            LAST_ENTROPY + (1 - LAST_ENTROPY) * model._current_progress_remaining
        )
        if self.updates % run.settings.refresh == 0:
            run.refresh_opponents()
        self.updates += 1
        if model.num_timesteps >= run.next_evaluation:
            run.evaluate()
            run.next_evaluation += run.steps / run.settings.evaluations
        if time.monotonic() - self.saved_at > CHECKPOINT_SECONDS:
            run.save_checkpoint()
            self.saved_at = time.monotonic()
        run.show_progress()


class Run:
    """One training run: the learner, its opponents, its folder."""

    def __init__(self, settings: Settings, console: Console) -> None:
        self.wanted = settings
        self.console = console
        self.game: Game = load(settings.game)
        self.settings = tune(settings, self.game.name)
        given = parse_options(self.game.Options, settings.option)
        self.options = self.game.options({**self.settings.options, **given})
        self.config = self.settings.network
        self.steps = self.settings.steps
        self.folder, self.resumed = choose_folder(settings, self.game.name)
        torch.manual_seed(settings.seed)
        self._make_opponents()
        self._make_model()
        self.curve: list[dict[str, float]] = []
        self.snapshots: dict[str, Tensors] = {}
        self.random = np.random.default_rng(settings.seed)
        self.next_evaluation = self.steps / self.settings.evaluations
        if self.resumed is not None:
            self._resume(self.resumed)

    def _make_opponents(self) -> None:
        settings = self.settings
        layout = self.game.layout(self.options)
        self.older = [self._snapshot_agent(layout, 1 + number) for number in range(OLDER_AGENTS)]
        self.newest = self._snapshot_agent(layout, 0)
        bots = {name: make_scripted(self.game, self.options, name) for name in scripted(self.game)}
        others = len(bots) - 1
        weights = [settings.newest, *[settings.older / OLDER_AGENTS] * OLDER_AGENTS]
        for name in bots:
            share = RANDOM_SHARE if name == "random" else (1 - RANDOM_SHARE) / max(others, 1)
            weights.append(settings.bots * share)
        agents: list[Agent] = [self.newest, *self.older, *bots.values()]
        self.env = SB3VecEnv(
            self.game,
            settings.games,
            Mixture(agents, weights, self.wanted.seed),
            seed=self.wanted.seed,
            **{name: getattr(self.options, name) for name in self.options.__dataclass_fields__},
        )

    def _snapshot_agent(self, layout: Any, seed: int) -> NetworkAgent:
        network = make_network(self.game, self.options, self.config)
        return NetworkAgent(network, layout, sample=True, seed=self.wanted.seed * 1000 + seed)

    def _make_model(self) -> None:
        settings = self.settings
        self.model: Any = MaskablePPO(
            NetworkPolicy,
            self.env,
            learning_rate=lambda left: (
                settings.learning_rate * (LAST_RATE + (1 - LAST_RATE) * left)
            ),
            n_steps=settings.rollout,
            batch_size=min(settings.minibatch, settings.rollout * settings.games),
            n_epochs=settings.epochs,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            clip_range=settings.clip,
            ent_coef=settings.entropy,
            vf_coef=VALUE_WEIGHT,
            max_grad_norm=GRADIENT_NORM,
            policy_kwargs=policy_arguments(self.game, self.options, self.config),
            seed=self.wanted.seed % 2**32,
            device="cpu",
        )
        self.network: Any = self.model.policy.mlp_extractor.network

    def fastest_threads(self) -> int:
        """Measure which number of torch threads suits this run."""
        batch = BatchEnv(self.game, self.settings.games, **dataclasses.asdict(self.options))
        for _ in range(WARMUP):
            batch.step(batch.sample())
        seen = torch.from_numpy(batch.layout.flat_rows(batch.observation))
        return choose_threads(self.network, seen, self.settings)

    def refresh_opponents(self) -> None:
        """Take a snapshot of the learner; older ones take turns."""
        weights = {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
        self.newest.network.load_state_dict(weights)
        self.snapshots[f"{self.model.num_timesteps:012d}"] = weights
        if len(self.snapshots) > self.settings.pool:
            keys = sorted(self.snapshots)
            del self.snapshots[keys[self.random.integers(1, len(keys) - 1)]]  # thin it out evenly
        for agent in self.older:
            chosen = self.random.choice(sorted(self.snapshots))
            agent.network.load_state_dict(self.snapshots[chosen])

    def evaluate(self) -> None:
        """Add a point to the learning curve: wins against each scripted agent."""
        point = {"steps": float(self.model.num_timesteps)}
        for name in scripted(self.game):
            games = self.settings.curve_games
            point[name] = win_share(self.game, self.options, self.agent(), name, games)
            self.model.logger.record(f"wins/{name}", point[name])
        self.curve.append(point)
        with (self.folder / CURVE).open("w", newline="") as file:
            writer = csv.DictWriter(file, list(point))
            writer.writeheader()
            writer.writerows(self.curve)

    def agent(self) -> NetworkAgent:
        """Return the learner as it plays now, taking its most likely action."""
        network = make_network(self.game, self.options, self.config)
        network.load_state_dict(self.network.state_dict())
        return NetworkAgent(network, self.game.layout(self.options))

    def save_checkpoint(self) -> None:
        """Write everything that a resumed run needs."""
        checkpoint.save(
            self.folder / CHECKPOINT,
            Checkpoint(
                self._card(), dict(self.network.state_dict()),
                optimizer_tensors(self.model.policy.optimizer), self.snapshots,
            ),
        )  # fmt: skip

    def _card(self) -> dict[str, Any]:
        settings = {**dataclasses.asdict(self.wanted), **dataclasses.asdict(self.settings)}
        settings["out"] = str(self.folder)
        return checkpoint.make_card(
            self.game, self.options, self.config, settings=settings, curve=self.curve,
            steps=int(self.model.num_timesteps), total_steps=self.steps, versions=versions(),
        )  # fmt: skip

    def _resume(self, saved: Checkpoint) -> None:
        checkpoint.check_card(saved.card, self.game, self.folder / CHECKPOINT)
        self.network.load_state_dict(saved.network)
        restore_optimizer(self.model.policy.optimizer, saved.optimizer)
        self.snapshots = dict(saved.pool)
        self.curve = saved.card["curve"]
        self.steps = saved.card["total_steps"]
        self.model.num_timesteps = saved.card["steps"]
        done = len(self.curve) + 1
        self.next_evaluation = done * self.steps / self.settings.evaluations
        self.env.games.restart(  # not the games of the beginning again
            self.env.games.rows, self.random.integers(0, 2**63, self.settings.games)
        )

    def learn(self, progress: Progress) -> None:
        """Train up to the last step."""
        self.progress = progress
        self.task = progress.add_task("training", total=self.steps, note="")
        self.started, self.start_steps = time.monotonic(), self.model.num_timesteps
        self.model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
        left = self.steps - self.model.num_timesteps
        if left > 0:
            self.model.learn(left, callback=SelfPlay(self), reset_num_timesteps=False)
        self.evaluate()

    def show_progress(self) -> None:
        """Bring the progress bar up to date."""
        done = self.model.num_timesteps - self.start_steps
        rate = done / max(time.monotonic() - self.started, 1e-9)
        wins = ""
        if self.curve:
            shares = [f"{k} {v:.0%}" for k, v in self.curve[-1].items() if k != "steps"]
            wins = "wins against " + ", ".join(shares)
        self.progress.update(
            self.task, completed=self.model.num_timesteps, note=f"{rate:,.0f} steps/s  {wins}"
        )

    def finish(self) -> Path:
        """Write the model, the learning curve and the results; remove the checkpoint."""
        path = self.folder / MODEL
        checkpoint.save(path, Checkpoint(self._card(), dict(self.network.state_dict()), {}, {}))
        draw_curve(self.curve, self.folder / PICTURE, self.game.title)
        agents = [*scripted(self.game), str(path)]
        result = arena.tournament(
            self.game,
            self.options,
            agents,
            games=self.settings.final_games,
            seed=self.wanted.seed,
        )
        (self.folder / RESULTS).write_text(json.dumps(result.to_json(), indent=1) + "\n")
        self.console.print(result.to_markdown(), markup=False)
        (self.folder / CHECKPOINT).unlink(missing_ok=True)
        return path


def train(settings: Settings) -> Path:
    """Run a training from start (or its checkpoint) to results; return the path of the model.

    Raises:
        TypeError, ValueError: for an unknown game or option, or a damaged checkpoint.
    """
    console = Console()
    torch.distributions.Distribution.set_default_validate_args(False)  # costs a tenth of the time
    run = Run(settings, console)
    threads = settings.threads or run.fastest_threads()
    torch.set_num_threads(threads)
    resumed = f", resumed at step {run.model.num_timesteps:,}" if run.resumed else ""
    console.print(
        f"training {run.game.name} for {run.steps:,} steps in {run.folder} "
        f"with {threads} torch thread(s){resumed}", markup=False, highlight=False
    )  # fmt: skip
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"),
               TimeRemainingColumn(), TextColumn("{task.fields[note]}"))  # fmt: skip
    with Progress(*columns, console=console) as progress:
        run.learn(progress)
    path = run.finish()
    console.print(f"model {path}, learning curve {run.folder / PICTURE}", markup=False)
    return path


def choose_folder(settings: Settings, game: str) -> tuple[Path, Checkpoint | None]:
    """Return the folder of a run and the checkpoint it resumes; a finished run is never touched."""
    base = settings.out or Path("runs") / game
    folder, number = base, 1
    while (folder / MODEL).exists() or (settings.fresh and (folder / CHECKPOINT).exists()):
        number += 1
        folder = base.with_name(f"{base.name}-{number}")
    folder.mkdir(parents=True, exist_ok=True)
    saved = folder / CHECKPOINT
    return folder, checkpoint.read(saved) if saved.exists() else None


def win_share(game: Game, options: Any, agent: Agent, opponent: str, games: int) -> float:
    """Return an agent's share of wins against seats of a scripted agent, its seat rotated."""
    players = options.num_players
    seeds = np.arange(games // players, dtype=np.uint64)
    won = []
    for seat in range(players):
        line_up = [make_scripted(game, options, opponent) for _ in range(players)]
        line_up[seat] = agent
        _, ranks = arena.play_match(game, options, line_up, seeds)
        first = ranks == 1
        won.append(first[:, seat] / first.sum(axis=1))
    return float(np.concatenate(won).mean())


def optimizer_tensors(optimizer: torch.optim.Optimizer) -> Tensors:
    """Return the state of Adam as named tensors."""
    state = optimizer.state_dict()["state"]
    return {f"{index}.{name}": torch.as_tensor(value).clone()
            for index, entry in state.items() for name, value in entry.items()}  # fmt: skip


def restore_optimizer(optimizer: torch.optim.Optimizer, tensors: Tensors) -> None:
    """Set the state of Adam from named tensors."""
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, tensor in tensors.items():
        index, name = key.split(".", 1)
        state.setdefault(int(index), {})[name] = tensor
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})


def versions() -> dict[str, str]:
    """Return the versions of the packages that a result depends on."""
    from importlib.metadata import version

    names = ("fiefdom", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")
    return {name: version(name) for name in names}
