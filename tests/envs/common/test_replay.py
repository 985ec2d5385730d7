"""Replays of every game: written, read, verified, played back, and refused where they do not fit."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common import replay
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, make_env, settings
from tests.envs.walks import play_out


def played(game: Game, options: Any = None, seed: int = 11) -> tuple[GameEnv, replay.Replay]:
    """Return an environment after a random game, and its replay."""
    env = make_env(game, options)
    env.reset(seed=seed)
    actions = play_out(env, np.random.default_rng(seed))
    return env, replay.record(env, actions)


@EVERY_OPTION_SET
def test_round_trip(game: Game, options: Any, tmp_path: Path) -> None:
    env, made = played(game, options, seed=2**64 - 1)
    path = tmp_path / "game.json"
    replay.write(made, path)
    read = replay.read(path)
    assert read == made
    assert read.options == settings(options)
    assert (read.scores, read.ranks) == (env.scores(), env.ranks())
    replay.verify(game, read)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"], "no partial file stays"


@EVERY_OPTION_SET
def test_play_shows_every_position(game: Game, options: Any) -> None:
    env, made = played(game, options)
    twin = make_env(game, options)
    twin.reset(seed=made.seed)
    actions = []
    for shown, action in replay.play(game, made, render_mode="ansi"):
        assert shown.record.tobytes() == twin.record.tobytes()
        assert shown.render()
        if action is not None:
            actions.append(action)
            twin.step(action)
    assert actions == made.actions
    assert shown.record.tobytes() == env.record.tobytes()


@EVERY_GAME
def test_unfinished_game(game: Game) -> None:
    env = make_env(game)
    env.reset(seed=1)
    action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    env.step(action)
    made = replay.record(env, [action], [f"bot_{seat}" for seat in range(env.num_agents)])
    assert (made.scores, made.ranks) == ([], [])
    assert made.players[0] == "bot_0"
    replay.verify(game, made)


@EVERY_GAME
def test_file_is_readable_json_and_replaced_whole(game: Game, tmp_path: Path) -> None:
    _, made = played(game)
    path = tmp_path / "game.json"
    path.write_text("old")
    replay.write(made, str(path))
    fields = json.loads(path.read_text())
    assert fields.pop("format") == replay.FORMAT
    assert fields == made._asdict()


def changes(made: replay.Replay) -> dict[str, tuple[dict[str, Any], str]]:
    """Return changed fields by name, and what verify says of each."""
    first, *rest = made.actions
    return {
        "score": ({"scores": [s + 1 for s in made.scores]}, "states scores"),
        "rank": ({"ranks": [r + 1 for r in made.ranks]}, "states scores .* and ranks"),
        "no end": ({"scores": [], "ranks": []}, "states scores"),
        "game": ({"game": "chess"}, "is of chess version 0"),
        "version": ({"version": 9}, "version 9"),
        "rules": ({"rules": "0" * 16}, "rules 0000000000000000"),
        "seed": ({"seed": -1}, "seed -1"),
        "cut short": ({"actions": made.actions[:-1]}, "states scores"),
        "too long": ({"actions": [*made.actions, first]}, "ends before action number"),
        "negative": ({"actions": [-1, *rest]}, "action number 0"),
        "too large": ({"actions": [10**9, *rest]}, "action number 0"),
        "text": ({"actions": ["0", *rest]}, "action number 0"),
        "option": ({"options": {**made.options, "reward": "no"}}, "reward='no'"),
        "unknown option": ({"options": {**made.options, "no_such": 1}}, "unknown option 'no_such'"),
    }


CHANGES = list(changes(replay.Replay("", 0, "", {}, 0, [0], [], [], [])))


@EVERY_GAME
@pytest.mark.parametrize("name", CHANGES)
def test_verify_refuses_what_was_changed(game: Game, name: str) -> None:
    _, made = played(game)
    fields, message = changes(made)[name]
    with pytest.raises(ValueError, match=message):
        replay.verify(game, made._replace(**fields))


@EVERY_GAME
def test_verify_refuses_an_illegal_action(game: Game) -> None:
    _, made = played(game)
    env = make_env(game)
    env.reset(seed=made.seed)
    for number, action in enumerate(made.actions):
        illegal = np.flatnonzero(env.last()[0]["action_mask"] == 0)
        if illegal.size:
            wrong = [*made.actions[:number], int(illegal[0]), *made.actions[number + 1 :]]
            with pytest.raises(ValueError, match=f"action number {number} .*illegal"):
                replay.verify(game, made._replace(actions=wrong))
            return
        env.step(action)
    pytest.fail("every action was legal all the time")


@EVERY_GAME
def test_verify_refuses_other_rules(game: Game) -> None:
    _, made = played(game)
    rules = game.RULES.copy()
    rules.view(np.uint8)[-1] ^= 1
    with pytest.raises(ValueError, match=f"this is {game.name} version {game.version}"):
        replay.verify(game._replace(RULES=rules), made)


FILES: tuple[tuple[str, bytes, str], ...] = (
    ("empty", b"", "is not a replay"),
    ("not JSON", b"{", "is not a replay"),
    ("not text", b"\xff\xfe\x00", "is not a replay"),
    ("a list", b"[]", "is not a replay of format"),
    ("no format", b"{}", "is not a replay of format"),
    ("another format", b'{"format": "fiefdom-replay-9"}', "is not a replay of format"),
    ("fields missing", b'{"format": "fiefdom-replay-1"}', "missing or unknown: actions, game"),
)


@pytest.mark.parametrize(("content", "message"), [f[1:] for f in FILES], ids=[f[0] for f in FILES])
def test_read_refuses(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        replay.read(path)


WRONG_TYPES: tuple[tuple[str, Any], ...] = (
    ("version", "0"), ("seed", 1.5), ("seed", True), ("actions", "12"), ("options", []),
    ("actions", [1.5]), ("actions", [None]), ("scores", ["1"]), ("players", [1]), ("game", None),
    ("ranks", 1), ("rules", 5),
)  # fmt: skip


@EVERY_GAME
@pytest.mark.parametrize(("name", "value"), WRONG_TYPES)
def test_wrong_types_are_refused(game: Game, name: str, value: Any, tmp_path: Path) -> None:
    _, made = played(game)
    path = tmp_path / "game.json"
    replay.write(made._replace(**{name: value}), path)
    with pytest.raises(ValueError, match=f"{name}|{name[:-1]} number 0"):
        replay.verify(game, replay.read(path))


def test_missing_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        replay.read(tmp_path / "nowhere.json")
