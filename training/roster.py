"""Agents as they are named on a command line: scripted agents by name, models by their file."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fiefdom.envs.common.agents import Agent, make_scripted, scripted
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import suggest
from fiefdom.training.extras import load_extra


class Member(NamedTuple):
    """An agent that plays, its short label and where it came from (a name or a path)."""

    label: str
    source: str
    agent: Agent


def is_file_name(name: str) -> bool:
    """Say whether a name means a model file: it exists, or looks like a path."""
    path = Path(name)
    return path.exists() or bool(path.suffix) or path.name != name


def make_agent(
    game: Game, options: Any, name: str, sample: bool = False, others: Sequence[str] = ()
) -> Agent:
    """Make the agent of a name or of a model file; torch is loaded only for a file.

    Args:
        game: what it will play.
        options: its options.
        name: a scripted agent's name, or the path of a model file.
        sample: let a model draw its actions from its policy, not take the likeliest.
        others: further names that the caller knows, for the message.

    Raises:
        ValueError: for an unknown name (the message lists the known ones), or a file that is
            damaged or of another game.
        OSError: for a file that is missing or cannot be read.
        ImportError: if a model is wanted and torch is not installed.
    """
    known = [*scripted(game), *others]
    if name in known:
        return make_scripted(game, options, name)
    if not is_file_name(name):
        raise ValueError(
            f"unknown agent {name!r} for {game.name}{suggest(name, known)}; "
            f"agents: {', '.join(known)}, or the path of a model file"
        )
    agent: Agent = load_extra("fiefdom.training.checkpoint").load_agent(name, game, options, sample)
    return agent


def make_labels(game: Game, names: Sequence[str]) -> list[str]:
    """Return a short label for each agent: its name or its file's, numbered if given twice."""
    short = [name if name in scripted(game) else Path(name).stem for name in names]
    uses = Counter(short)
    chosen = [
        label if uses[label] == 1 or name in scripted(game) else name
        for label, name in zip(short, names, strict=True)
    ]
    seen: Counter[str] = Counter()
    labels = []
    for label in chosen:
        seen[label] += 1
        labels.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return labels


def enlist(game: Game, options: Any, names: Sequence[str], sample: bool = False) -> list[Member]:
    """Make several agents; the errors are those of `make_agent`."""
    labels = make_labels(game, names)
    return [
        Member(label, name, make_agent(game, options, name, sample))
        for label, name in zip(labels, names, strict=True)
    ]
