"""The console command `fiefdom`: train, arena, play, games, bench, replay, export.

Each command is a dataclass that tyro reads from the command line; games, numba and torch are
imported only by the commands that need them. What a user got wrong is one line on stderr and exit
code 2; an exception with a traceback is a bug of ours.
"""

import contextlib
import dataclasses
import importlib.metadata
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from fiefdom.training.extras import load_extra

if TYPE_CHECKING:
    from fiefdom.envs.common.agents import Agent
    from fiefdom.envs.common.game import Game

ABOUT = (
    "Medieval tabletop games as reinforcement-learning environments. "
    "`fiefdom COMMAND --help` explains a command, `fiefdom games` lists the games."
)
OPPONENTS = (
    "Names of scripted agents, model files, or `human` for a further person here: clockwise from "
    "your seat (when watching, from seat 0), the last one in all seats left. Default: the game's "
    "scripted agent."
)
REFUSED = 2  # exit code
INTERRUPTED = 130
MESSAGE_LENGTH = 600
MOST_DELAY = 60.0
HUMAN = "human"

GameName = Annotated[
    str,
    tyro.conf.Positional,
    tyro.conf.arg(metavar="GAME", help="Name of the game; `fiefdom games` lists them."),
]
GameOptions = Annotated[
    tuple[str, ...],
    tyro.conf.UseAppendAction,
    tyro.conf.arg(aliases=("-o",), metavar="NAME=VALUE", help="An option of the game."),
]
Agents = Annotated[tuple[str, ...], tyro.conf.Positional]
OptionalFile = Annotated[Path | None, tyro.conf.arg(metavar="FILE", help_behavior_hint="")]


class Refused(Exception):
    """What the user asked for cannot be done; the message says why."""


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turn errors about what the user gave into Refused."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (ValueError, TypeError, OSError, ImportError) as error:
        raise Refused(str(error) or repr(error)) from error


def find_game(name: str, option: Sequence[str]) -> tuple["Game", Any]:
    """Return a game and its options as they were given on the command line."""
    from fiefdom.envs import load
    from fiefdom.envs.common.options import parse_options

    with refusing():
        game = load(name)
        return game, game.options(parse_options(game.Options, option))


def check_target(path: Path | None) -> None:
    """Refuse a file that cannot be written, before a game is played for it."""
    if path is not None and path.is_dir():
        raise Refused(f"{path} is a folder; give the name of a file")
    if path is not None and not path.parent.is_dir():
        raise Refused(f"there is no folder {path.parent} for {path.name}")


def check_delay(delay: float) -> None:
    """Refuse a delay that is negative or longer than anyone waits."""
    if not 0 <= delay <= MOST_DELAY:
        raise Refused(f"delay {delay} is not allowed; allowed: 0 to {MOST_DELAY:g} seconds")


@dataclasses.dataclass
class Arena:
    """Let agents play each other; print win rates with 95 % intervals, scores and ratings."""

    game: GameName
    agents: Annotated[Agents, tyro.conf.arg(metavar="AGENT ...", help_behavior_hint="(2 or more)")]
    """Names of scripted agents (random, greedy), or model files."""
    option: GameOptions = ()
    games: int = 2000
    """Games of each line-up (a pair, or a full table), over all its seatings."""
    seed: int = 0
    """Of the games and of agents that draw."""
    sample: bool = False
    """Let models draw their actions from their policy, not take the likeliest."""
    json: OptionalFile = None
    """File for the results as JSON."""
    markdown: OptionalFile = None
    """File for the tables as Markdown."""

    def run(self) -> None:
        """Play and report."""
        from fiefdom.training import arena, roster

        game, options = find_game(self.game, self.option)
        check_target(self.json)
        check_target(self.markdown)
        with refusing():
            arena.check_numbers(options.num_players, len(self.agents), self.games, self.seed)
            members = roster.enlist(game, options, self.agents, self.sample)
        result = arena.tournament(game, options, members, self.games, self.seed, _report)
        print(result.to_markdown())
        with refusing():
            if self.json:
                self.json.write_text(json.dumps(result.to_json(), indent=1) + "\n")
            if self.markdown:
                self.markdown.write_text(result.to_markdown() + "\n")


@dataclasses.dataclass
class Play:
    """Play a game at the terminal against agents, or watch agents play."""

    game: GameName
    agents: Annotated[
        Agents, tyro.conf.arg(metavar="AGENT ...", help=OPPONENTS, help_behavior_hint="")
    ] = ()
    option: GameOptions = ()
    seat: int = 0
    """Your seat."""
    seed: Annotated[int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="")] = None
    """Of the game; by default a new one, which is shown."""
    watch: bool = False
    """Let agents play each other."""
    delay: float = 0.5
    """Seconds after each decision when watching."""
    sample: bool = False
    """Let models draw their actions from their policy, not take the likeliest."""
    save: OptionalFile = None
    """File for a replay of the game."""

    def run(self) -> None:
        """Play one game."""
        from fiefdom.envs.common import replay
        from fiefdom.envs.common.aec import GameEnv
        from fiefdom.training import play

        game, options = find_game(self.game, self.option)
        check_target(self.save)
        check_delay(self.delay)
        env = GameEnv(game, checked=False, **dataclasses.asdict(options))
        tell, ask = _terminal()
        with refusing():
            env.reset(self.seed)
            names = self._names(game, options.num_players)
            seated = {name: self._agent(env, name, ask, tell) for name in names}
        tell(f"{game.title}, seed {env.seed}: {', '.join(names)}")
        delay = self.delay if self.watch else 0.0
        agents = [seated[name] for name in names]
        actions = play.play_game(env, agents, names, tell, self.watch, delay)
        if self.save:
            with refusing():
                replay.write(replay.record(env, actions, names), self.save)
            tell(f"replay: {self.save}")

    def _names(self, game: "Game", players: int) -> list[str]:
        from fiefdom.envs.common.agents import scripted

        if not 0 <= self.seat < players:
            raise ValueError(f"seat {self.seat} is not allowed; allowed: 0 to {players - 1}")
        others = players if self.watch else players - 1
        if len(self.agents) > others:
            raise ValueError(f"{len(self.agents)} agents given; seats for agents: {others}")
        given = [*(self.agents or [list(scripted(game))[-1]])]
        given += given[-1:] * (others - len(given))
        around = given[:others] if self.watch else [HUMAN, *given[:others]]
        first = 0 if self.watch else self.seat
        return [around[(seat - first) % players] for seat in range(players)]

    def _agent(self, env: Any, name: str, ask: Any, tell: Any) -> "Agent":
        from fiefdom.training.play import Human
        from fiefdom.training.roster import make_agent

        if name == HUMAN and not self.watch:
            return Human(env, ask, tell)
        people = [] if self.watch else [HUMAN]
        return make_agent(env.game, env.options, name, self.sample, people)


def _terminal() -> tuple[Callable[[str], None], Callable[[str], str]]:
    """Return how text is shown and asked for; colours only where they can be seen."""
    from fiefdom.training.play import without_colours

    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def tell(text: str) -> None:
        print(text if coloured else without_colours(text), flush=True)

    return tell, input


def _report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@dataclasses.dataclass
class Games:
    """List the games: players, sizes, agents, options and what these allow."""

    def run(self) -> None:
        """Print the tables."""
        from fiefdom.training.catalogue import print_games

        print_games()


@dataclasses.dataclass
class Replay:
    """Check a replay: play its game again and compare the final scores; or show it."""

    file: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="FILE")]
    """A replay, as `fiefdom play --save FILE` writes it."""
    show: bool = False
    """Show every position, with all secrets, and every action."""
    delay: float = 0.0
    """Seconds between two positions."""

    def run(self) -> None:
        """Verify, and show if asked to."""
        from fiefdom.envs import load
        from fiefdom.envs.common import replay

        check_delay(self.delay)
        with refusing():
            found = replay.read(self.file)
            game = load(found.game)
            replay.verify(game, found)
        if self.show:
            self._show(game, found)
        seats = zip(found.players, found.scores, found.ranks, strict=False)
        ends = ", ".join(f"{name} {score} (rank {rank})" for name, score, rank in seats)
        print(
            f"{self.file} is right: {found.game}, seed {found.seed}, {len(found.actions)} actions; "
            f"{ends or 'the game is not over'}"
        )

    def _show(self, game: "Game", found: Any) -> None:
        import time

        from fiefdom.envs.common import replay
        from fiefdom.envs.common.aec import ALL_SEATS

        tell, _ = _terminal()
        for env, action in replay.play(game, found):
            tell(game.text(env.record, ALL_SEATS, []))
            if action is not None:
                name = env.agent_selection
                tell(f"{name}: {env.action_text(action)}")
                time.sleep(self.delay)


@dataclasses.dataclass
class Export:
    """Write a trained model as a zip file for stable-baselines3; there is no way back."""

    model: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="MODEL")]
    """A model file of `fiefdom train`."""
    out: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="OUT")]
    """The file to write, for MaskablePPO.load(). Such files hold pickles: load only your own."""

    def run(self) -> None:
        """Export."""
        check_target(self.out)
        with refusing():
            load_extra("fiefdom.training.export").export_sb3(self.model, self.out)
        print(f"written: {self.out}")


@dataclasses.dataclass
class Bench:
    """Measure steps per second of a game: `fiefdom bench GAME`."""


@dataclasses.dataclass
class Train:
    """Train an agent by self-play (needs the extra: pip install 'fiefdom[train]')."""


COMMANDS: dict[str, Any] = {
    "train": Train,
    "arena": Arena,
    "play": Play,
    "games": Games,
    "bench": Bench,
    "replay": Replay,
    "export": Export,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        run(args)
    except Refused as refused:
        text = textwrap.shorten(str(refused), MESSAGE_LENGTH, placeholder=" ...")
        print(f"fiefdom: {text}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("\nfiefdom: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def run(args: Sequence[str]) -> None:
    """Read a command line and run its command."""
    first = args[0] if args else ""
    if first == "--version":
        print(f"fiefdom {importlib.metadata.version('fiefdom')}")
    elif first == "bench":
        _bench(list(args[1:]))
    elif first == "train":
        _train(args)
    else:
        read(COMMANDS, args).run()


def read(commands: dict[str, Any], args: Sequence[str]) -> Any:
    """Return the command that tyro makes of a command line."""
    markers = (tyro.conf.FlagCreatePairsOff,)
    return tyro.extras.subcommand_cli_from_dict(
        commands, prog="fiefdom", description=ABOUT, args=args, config=markers
    )


def _train(args: Sequence[str]) -> None:
    """Train with the settings of training/settings.py, which are the command line."""
    with refusing():
        kind = load_extra("fiefdom.training.settings").Settings
    repeated = tyro.conf.configure(tyro.conf.UseAppendAction)(kind)
    settings = read({**COMMANDS, "train": repeated}, args)
    find_game(settings.game, settings.option)
    with refusing():
        load_extra("fiefdom.training.ppo_sb3").train(settings)


def _bench(args: list[str]) -> None:
    """Hand everything after `bench` to benchmarks/steps.py."""
    from fiefdom.benchmarks import steps

    if args and not args[0].startswith("-"):
        find_game(args[0], ())
    with refusing():
        steps.main(args)


if __name__ == "__main__":
    sys.exit(main())
