"""Replays: a game as seed, options and actions in a JSON file, and its check."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game, check_seed

FORMAT = "fiefdom-replay-1"


class Replay(NamedTuple):
    """One game: who played what from which seed, and how it ended (empty scores: not yet)."""

    game: str
    version: int
    rules: str
    options: dict[str, Any]
    seed: int
    actions: list[int]
    scores: list[int]
    ranks: list[int]
    players: list[str]


def record(env: GameEnv, actions: list[int], players: list[str] | None = None) -> Replay:
    """Make a replay of the game that an environment has just played."""
    over = bool(env.record.over)
    return Replay(
        env.game.name,
        env.game.version,
        f"{env.game.rules_hash:016x}",
        {name: getattr(env.options, name) for name in env.options.__dataclass_fields__},
        env.seed,
        [int(action) for action in actions],
        env.scores() if over else [],
        env.ranks() if over else [],
        players or list(env.possible_agents),
    )


def write(replay: Replay, path: str | Path) -> None:
    """Write a replay; an existing file is replaced only once the new one is complete."""
    path = Path(path)
    partial = path.with_name(path.name + ".partial")
    partial.write_text(json.dumps({"format": FORMAT, **replay._asdict()}, indent=1) + "\n")
    partial.replace(path)


def read(path: str | Path) -> Replay:
    """Read a replay.

    Raises:
        ValueError: if the file is not a replay, names a field wrongly or lacks one.
    """
    try:
        fields = json.loads(Path(path).read_text())
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is not a replay: {error}") from error
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        raise ValueError(f"{path} is not a replay of format {FORMAT}")
    if set(fields) != set(Replay._fields):
        odd = sorted(set(fields) ^ set(Replay._fields))
        raise ValueError(f"{path}: fields missing or unknown: {', '.join(odd)}")
    for name, kind in Replay.__annotations__.items():
        if not _is_of(fields[name], kind):
            raise ValueError(f"{path}: {name}={fields[name]!r} is not {kind}")
    return Replay(**fields)


def _is_of(value: Any, kind: Any) -> bool:
    """Say whether a value read from JSON is of an annotated type; a bool is no int."""
    if get_origin(kind) is list:
        return isinstance(value, list) and all(_is_of(one, get_args(kind)[0]) for one in value)
    return isinstance(value, get_origin(kind) or kind) and not isinstance(value, bool)


def play(game: Game, replay: Replay, **settings: Any) -> Iterator[tuple[GameEnv, int | None]]:
    """Play a replay back: yield the environment and the action about to be played, None at the end.

    Raises:
        ValueError: if the replay is of another game, version or rules, or an action is illegal.
    """
    rules = f"{game.rules_hash:016x}"
    found = (replay.game, replay.version, replay.rules)
    if found != (game.name, game.version, rules):
        raise ValueError(
            f"the replay is of {replay.game} version {replay.version}, rules {replay.rules}; "
            f"this is {game.name} version {game.version}, rules {rules}"
        )
    try:
        env = GameEnv(game, checked=False, **settings, **replay.options)
        env.reset(seed=check_seed(replay.seed))
    except TypeError as error:
        raise ValueError(f"the replay: {error}") from error
    for number, action in enumerate(replay.actions):
        if env.record.over:
            raise ValueError(f"the game ends before action number {number} of the replay")
        yield env, action
        try:
            env.step(action)
        except (TypeError, ValueError) as error:
            raise ValueError(f"action number {number} of the replay: {error}") from error
    yield env, None


def verify(game: Game, replay: Replay) -> None:
    """Play a replay and raise ValueError unless it ends with the scores and ranks it states."""
    env = None
    for env, _ in play(game, replay):  # noqa: B007  (the last position is what counts)
        pass
    assert env is not None
    over = bool(env.record.over)
    played = (env.scores(), env.ranks()) if over else ([], [])
    if played != (replay.scores, replay.ranks):
        raise ValueError(
            f"the replay states scores {replay.scores} and ranks {replay.ranks}; "
            f"played out it gives {played[0]} and {played[1]}"
        )
