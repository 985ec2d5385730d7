"""A position of a game in the terminal as an SVG picture for the docs.

`python -m fiefdom.training.picture GAME OUT.svg`
"""

import dataclasses
import io
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro

from fiefdom.envs import load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.agents import make_scripted


@dataclasses.dataclass
class Picture:
    """Draw a position that scripted agents have reached."""

    game: Annotated[str, tyro.conf.Positional]
    """Name of the game."""
    out: Annotated[Path, tyro.conf.Positional]
    """The SVG file to write."""
    agent: str = "greedy"
    """Name of the scripted agent that plays all seats."""
    decisions: int = 31
    """Decisions that are played first."""
    seed: int = 7
    """Of the game."""


def reach(settings: Picture) -> GameEnv:
    """Play up to the position."""
    game = load(settings.game)
    env = GameEnv(game, render_mode="ansi", num_players=min(3, game.max_players))
    agent = make_scripted(game, env.options, settings.agent)
    env.reset(seed=settings.seed)
    row = np.zeros(1, np.int64)
    agent.reset(row, np.array([settings.seed], np.uint64))
    for _ in range(settings.decisions):
        if env.record.over:
            break
        seen = env.last()[0]
        seat = np.array([env.possible_agents.index(env.agent_selection)])
        mask = seen["action_mask"].astype(np.bool_)[None]
        env.step(int(agent.act(seen["observation"][None], mask, seat, row)[0]))
    return env


def draw(settings: Picture) -> None:
    """Write the picture."""
    from rich.console import Console
    from rich.text import Text

    text = Text.from_ansi(str(reach(settings).render()))
    width = max(len(line) for line in text.plain.splitlines())
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
    console.print(text)
    settings.out.write_text(console.export_svg(title=load(settings.game).title))


if __name__ == "__main__":
    draw(tyro.cli(Picture))
