"""Settings of a training run: what suits each game, and the command line that overrides it."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import tyro

from fiefdom.training.networks import NetworkConfig


@dataclasses.dataclass(frozen=True)
class Tuning:
    """What suits a game; the meaning of the fields is told at those of `Settings`."""

    network: NetworkConfig = dataclasses.field(default_factory=NetworkConfig)
    options: Mapping[str, Any] = dataclasses.field(default_factory=lambda: {"reward": "win"})
    steps: int = 3_000_000
    games: int = 512
    rollout: int = 32
    minibatch: int = 2048
    epochs: int = 3
    learning_rate: float = 1e-3
    entropy: float = 0.01
    gamma: float = 1.0
    gae_lambda: float = 0.95
    clip: float = 0.2
    newest: float = 0.62
    older: float = 0.30
    bots: float = 0.08
    refresh: int = 4
    pool: int = 20
    evaluations: int = 14
    curve_games: int = 400
    final_games: int = 2000


FALLBACK = Tuning()  # of a game without an entry
BY_GAME = {
    "king_of_the_dice": Tuning(network=NetworkConfig("dice_row"), steps=3_500_000),
    "carcassonne": Tuning(
        network=NetworkConfig("tiles", width=128, slot_width=32),
        options={"configuration": "core", "table": 21, "reward": "margin"},
        steps=1_200_000,
        games=256,
        minibatch=512,
        learning_rate=3e-3,
        gae_lambda=0.97,
        evaluations=6,
        curve_games=200,
        final_games=500,
    ),
    "rise_to_nobility": Tuning(
        options={"reward": "margin"},
        steps=5_000_000,
        evaluations=8,
        curve_games=200,
        final_games=500,
    ),
}


def by_game(name: str) -> Any:
    """Mark a setting whose default depends on the game; its help shows the defaults."""
    known = [f"{game} {getattr(tuning, name):,}" for game, tuning in BY_GAME.items()]
    same = len({getattr(tuning, name) for tuning in BY_GAME.values()}) == 1
    default = getattr(next(iter(BY_GAME.values())), name)
    hint = f"{default:,}" if same else ", ".join(known)
    metavar = type(default).__name__.upper()
    return tyro.conf.arg(metavar=metavar, help_behavior_hint=f"(default: {hint})")


@dataclasses.dataclass
class Settings:
    """Train an agent by self-play with MaskablePPO."""

    game: Annotated[str, tyro.conf.Positional] = "king_of_the_dice"
    """Name of the game (`fiefdom games` lists them)."""
    out: Path | None = None
    """Folder of the run; default runs/GAME. A finished run there is kept, and the next number used."""
    option: tuple[str, ...] = ()
    """Options of the game, as name=value."""
    seed: int = 0
    """Of games, weights and exploration."""
    steps: Annotated[int | None, by_game("steps")] = None
    """Decisions of the learner."""
    games: Annotated[int | None, by_game("games")] = None
    """Games that are played side by side."""
    rollout: Annotated[int | None, by_game("rollout")] = None
    """Decisions in each game between two updates."""
    minibatch: Annotated[int | None, by_game("minibatch")] = None
    """Decisions in a gradient step."""
    epochs: Annotated[int | None, by_game("epochs")] = None
    """Passes over the decisions of an update."""
    learning_rate: Annotated[float | None, by_game("learning_rate")] = None
    """At the start; it falls in a straight line to a fiftieth."""
    entropy: Annotated[float | None, by_game("entropy")] = None
    """Weight of the entropy bonus at the start; it falls to a tenth."""
    gamma: Annotated[float | None, by_game("gamma")] = None
    """Discount of a decision."""
    gae_lambda: Annotated[float | None, by_game("gae_lambda")] = None
    """Smoothing of the advantages."""
    clip: Annotated[float | None, by_game("clip")] = None
    """Largest change of a probability in an update, as a ratio."""
    newest: Annotated[float | None, by_game("newest")] = None
    """Share of games against the newest snapshot of the learner."""
    older: Annotated[float | None, by_game("older")] = None
    """Share of games against older snapshots."""
    bots: Annotated[float | None, by_game("bots")] = None
    """Share of games against scripted agents, the random one rarely."""
    refresh: Annotated[int | None, by_game("refresh")] = None
    """Updates after which the newest snapshot is taken anew."""
    pool: Annotated[int | None, by_game("pool")] = None
    """Older snapshots that are kept."""
    evaluations: Annotated[int | None, by_game("evaluations")] = None
    """Points of the learning curve."""
    curve_games: Annotated[int | None, by_game("curve_games")] = None
    """Games of each point against each scripted agent."""
    final_games: Annotated[int | None, by_game("final_games")] = None
    """Games of the last evaluation against each scripted agent."""
    threads: int = 0
    """Threads of torch; 0 measures which number is fastest here."""
    fresh: bool = False
    """Start a new run although an unfinished one in the folder could be resumed."""


def tune(settings: Settings, game: str) -> Tuning:
    """Return what suits a game, with what was set in its place."""
    names = {field.name for field in dataclasses.fields(Tuning)} & set(vars(settings))
    given = {name: getattr(settings, name) for name in names}
    chosen = {name: value for name, value in given.items() if value is not None}
    return dataclasses.replace(BY_GAME.get(game, FALLBACK), **chosen)
