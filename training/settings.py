"""Settings of a training run: a dataclass that is also the command line, and what each game sets."""

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import tyro

from fiefdom.training.policy import NetworkConfig


@dataclasses.dataclass
class Settings:
    """Train an agent by self-play with MaskablePPO."""

    game: Annotated[str, tyro.conf.Positional] = "king_of_the_dice"
    """Name of the game (`fiefdom games` lists them)."""
    out: Path | None = None
    """Folder of the run; default runs/GAME. A finished run there is kept, and the next number used."""
    option: tuple[str, ...] = ()
    """Options of the game, as name=value."""
    steps: int | None = None
    """Decisions of the learner; the default depends on the game."""
    seed: int = 0
    """Of games, weights and exploration."""
    games: int = 512
    """Games that are played side by side."""
    rollout: int = 32
    """Decisions in each game between two updates."""
    minibatch: int = 2048
    """Decisions in a gradient step."""
    epochs: int = 3
    """Passes over the decisions of an update."""
    learning_rate: float = 1e-3
    """At the start; it falls in a straight line to a fiftieth."""
    entropy: float = 0.01
    """Weight of the entropy bonus at the start; it falls to a tenth."""
    gamma: float = 1.0
    """Discount of a decision."""
    gae_lambda: float = 0.95
    """Smoothing of the advantages."""
    clip: float = 0.2
    """Largest change of a probability in an update, as a ratio."""
    newest: float = 0.62
    """Share of games against the newest snapshot of the learner."""
    older: float = 0.30
    """Share of games against older snapshots."""
    bots: float = 0.08
    """Share of games against scripted agents, the random one rarely."""
    refresh: int = 4
    """Updates after which the newest snapshot is taken anew."""
    pool: int = 20
    """Older snapshots that are kept."""
    evaluations: int = 14
    """Points of the learning curve."""
    final_games: int = 2000
    """Games of the last evaluation against each scripted agent."""
    threads: int = 0
    """Threads of torch; 0 measures which number is fastest here."""
    fresh: bool = False
    """Start a new run although an unfinished one in the folder could be resumed."""


@dataclasses.dataclass(frozen=True)
class GameSettings:
    """What suits one game: its network, the length of a default run, options that train well."""

    steps: int
    network: NetworkConfig
    options: dict[str, Any]


FALLBACK = GameSettings(3_000_000, NetworkConfig("vector"), {"reward": "win"})
BY_GAME = {
    "king_of_the_dice": GameSettings(3_500_000, NetworkConfig("dice_row"), {"reward": "win"}),
}


def game_settings(name: str) -> GameSettings:
    """Return what suits a game; a game without an entry gets a plain network."""
    return BY_GAME.get(name, FALLBACK)
