"""A position of a game for the docs: the picture as PNG, or the text in the terminal as SVG.

`python -m fiefdom.training.picture GAME OUT.png` (or `OUT.svg`); with `--tiles`, of a game that has
them, all kinds of tiles instead.
"""

import dataclasses
import importlib
import io
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro

from fiefdom.envs import load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.agents import make_scripted
from fiefdom.envs.common.extras import load_extra

PNG = ".png"
MODES = {PNG: "rgb_array", ".svg": "ansi"}  # render mode by the ending of the file
COLOURS = 256  # of a PNG's palette: a third of the bytes; pale tints shift a little
ROUNDS = 5  # of fitting the palette


@dataclasses.dataclass
class Picture:
    """Draw a position that scripted agents have reached."""

    game: Annotated[str, tyro.conf.Positional]
    """Name of the game."""
    out: Annotated[Path, tyro.conf.Positional]
    """The file to write: .png for the picture, .svg for the terminal."""
    agent: str = "greedy"
    """Name of the scripted agent that plays all seats."""
    decisions: int = 31
    """Decisions that are played first."""
    seed: int = 7
    """Of the game."""
    players: int = 3
    """Seats, as far as the game has them."""
    tiles: bool = False
    """Draw the game's tiles, each kind once, instead of a position."""

    def __post_init__(self) -> None:
        """Refuse other kinds of files."""
        if self.out.suffix not in MODES:
            raise ValueError(f"out={str(self.out)!r}; allowed: files ending in {', '.join(MODES)}")
        if self.tiles and self.out.suffix != PNG:
            raise ValueError(f"out={str(self.out)!r}; allowed with tiles: files ending in {PNG}")


def reach(settings: Picture) -> GameEnv:
    """Play up to the position, which is shown to the mover: with all that it may do."""
    game = load(settings.game)
    players = min(settings.players, game.max_players)
    env = GameEnv(
        game, render_mode=MODES[settings.out.suffix], render_seat="mover", num_players=players
    )
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
        env.step(int(agent.act(_as_row(seen["observation"]), mask, seat, row)[0]))
    return env


def _as_row(observation: Any) -> Any:
    if isinstance(observation, dict):
        return {name: part[None] for name, part in observation.items()}
    return observation[None]


def tile_table(name: str) -> Any:
    """Return the picture of all tiles of a game, as the module of its pictures draws it."""
    game = load(name)
    module = importlib.import_module(game.draw.__module__) if game.draw else None
    draw_table = getattr(module, "draw_tile_table", None)
    if draw_table is None:
        raise ValueError(f"{game.title} has no table of tiles")
    return draw_table()


def draw(settings: Picture) -> None:
    """Write the file."""
    shown: Any = tile_table(settings.game) if settings.tiles else reach(settings).render()
    if settings.out.suffix == ".svg":
        settings.out.write_text(_svg(shown, load(settings.game).title))
    else:
        pillow = load_extra("PIL.Image", "render", "pictures need")
        # This palette keeps small patches of a colour, and is then fitted to the large ones.
        image = pillow.fromarray(shown).quantize(
            COLOURS, pillow.Quantize.MAXCOVERAGE, kmeans=ROUNDS
        )
        image.save(settings.out, optimize=True)


def _svg(shown: str, title: str) -> str:
    from rich.console import Console
    from rich.text import Text

    text = Text.from_ansi(shown)
    width = max(len(line) for line in text.plain.splitlines())
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
    console.print(text)
    return console.export_svg(title=title)


if __name__ == "__main__":
    draw(tyro.cli(Picture))
