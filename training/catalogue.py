"""The list of games that `fiefdom games` prints."""

import dataclasses
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from fiefdom.envs import GAMES, load
from fiefdom.envs.common.agents import scripted
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import allowed_values


def print_games() -> None:
    """Print a table of the games and one of each game's options."""
    console = Console()
    games = [load(name) for name in GAMES]
    _print_sizes(console, games)
    for game in games:
        _print_options(console, game)


def _print_sizes(console: Console, games: Sequence[Game]) -> None:
    table = Table()
    table.add_column("game", no_wrap=True)
    for title in ("players", "actions", "observation", "state, bytes", "agents"):
        table.add_column(title)
    for game in games:
        table.add_row(
            game.name,
            _span(allowed_values(game.Options)["num_players"]),
            _span([game.num_actions(options) for options in game.option_sets]),
            _span([game.layout(options).size for options in game.option_sets]),
            str(game.STATE.itemsize),
            ", ".join(scripted(game)),
        )
    console.print(table)


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _print_options(console: Console, game: Game) -> None:
    table = Table(title=f"options of {game.name} (default first)", title_justify="left")
    for title in ("option", "allowed", "meaning"):
        table.add_column(title)
    for field in dataclasses.fields(game.Options):
        allowed = ", ".join(str(value) for value in field.metadata["allowed"])
        table.add_row(field.name, allowed, field.metadata["meaning"])
    console.print(table)
