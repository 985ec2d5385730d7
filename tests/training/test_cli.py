import io
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fiefdom.envs import load
from fiefdom.training import cli
from tests.training.models import Planted, planted_files, write_model

GAME = load("king_of_the_dice")
NAME = GAME.name


MAIN = "import sys; from fiefdom.training.cli import main; sys.exit(main())"
COMPILING = "fiefdom: compiling"  # said once where nothing is cached yet
WITHOUT_TORCH = """
import sys
from fiefdom.training.cli import main

class NoTorch:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "torch":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoTorch())
sys.exit(main())
"""


def run(*args: str, stdin: bytes = b"", code: str = MAIN) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code, *args], input=stdin, capture_output=True, timeout=300,
        check=False,
    )  # fmt: skip


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the one line on stderr with which a command line is refused."""
    assert cli.main(args) == 2
    shown = capsys.readouterr()
    lines = [line for line in shown.err.splitlines() if COMPILING not in line]
    assert len(lines) == 1
    assert lines[0].startswith("fiefdom: ")
    assert "Traceback" not in shown.err + shown.out
    return lines[0]


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["arena", "king_of_dice", "random", "greedy"], ["unknown game", "did you mean", NAME]),
        (["play", "chess"], ["unknown game 'chess'", NAME]),
        (["bench", "chess"], ["unknown game 'chess'"]),
        (["arena", NAME, "random", "gredy"], ["unknown agent 'gredy'", "did you mean 'greedy'"]),
        (["play", NAME, "gredy"], ["unknown agent 'gredy'", "human", "model file"]),
        (["play", NAME, "human", "--watch"], ["unknown agent 'human'"]),
        (["arena", NAME, "random", "greedy", "-o", "village"], ["'village'", "name=value"]),
        (["arena", NAME, "random", "greedy", "-o", "vilage=auto"], ["did you mean 'village'"]),
        (["play", NAME, "--option", "village=none"], ["village='none'", "optional, auto"]),
        (["play", NAME, "-o", "num_players=6"], ["num_players='6'", "2, 3, 4, 5"]),
        (["play", NAME, "--seat", "2"], ["seat 2", "0 to 1"]),
        (["play", NAME, "--seed", "-1"], ["seed -1", "0 to"]),
        (["play", NAME, "--delay", "nan"], ["delay nan", "0 to 60"]),
        (["play", NAME, "greedy", "random"], ["2 agents", "1"]),
        (["arena", NAME, "greedy"], ["at least 2 agents, not 1"]),
        (["arena", NAME], ["at least 2 agents, not 0"]),
        (["arena", NAME, "random", "greedy", "--games", "1"], ["games=1", "at least 2"]),
        (["arena", NAME, "random", "greedy", "--seed", str(2**64)], ["out of range"]),
        (["arena", NAME, "random", "greedy", "--json", "/no/such/x"], ["no folder /no/such"]),
        (["arena", NAME, "random", "greedy", "--markdown", "/"], ["is a folder"]),
        (["replay", "no-such-file"], ["no-such-file"]),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], args: list[str], parts: list[str]
) -> None:
    line = refused(capsys, *args)
    for part in parts:
        assert part in line


@pytest.mark.parametrize("args", [[], ["nope"], ["arena"], ["arena", NAME, "random", "--nope"]])
def test_tyro_refuses_what_it_cannot_read(
    capsys: pytest.CaptureFixture[str], args: list[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(args)
    assert left.value.code == 2
    assert capsys.readouterr().err


@pytest.mark.parametrize("command", ["", *cli.COMMANDS])
def test_help_is_there(capsys: pytest.CaptureFixture[str], command: str) -> None:
    if command in ("train", "bench"):
        pytest.importorskip("torch")
    with pytest.raises(SystemExit) as left:
        cli.main([*([command] if command else []), "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert "usage: " in shown
    if not command:
        assert all(f"• {name}" in shown for name in cli.COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("fiefdom 0.")


def test_games_lists_options_and_their_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    shown = capsys.readouterr().out
    for part in (NAME, "2 to 5", "79", str(GAME.STATE.itemsize), "greedy", "top_card"):
        assert part in shown
    for option in GAME.Options.__dataclass_fields__:
        assert option in shown


def test_help_imports_neither_games_nor_torch() -> None:
    code = (
        "import sys; from fiefdom.training.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numba', 'numpy', 'torch', 'pettingzoo', 'openskill'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_arena_of_scripted_agents_needs_no_torch() -> None:
    done = run("arena", NAME, "random", "greedy", "--games", "8", code=WITHOUT_TORCH)
    assert done.returncode == 0
    assert b"| greedy " in done.stdout
    assert b"line-up 1 of 1: random, greedy (8 games)" in done.stderr


@pytest.mark.parametrize(
    "args", [["train", NAME], ["arena", NAME, "random", "x.zip"], ["export", "x.zip", "y.zip"]]
)
def test_without_the_extra_the_install_command_is_named(args: list[str]) -> None:
    done = run(*args, code=WITHOUT_TORCH)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert b"torch is not installed" in done.stderr
    assert b"pip install 'fiefdom[train]'" in done.stderr


def test_arena_writes_json_and_markdown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [tmp_path / "results.json", tmp_path / "results.md"]
    targets = ["--json", str(files[0]), "--markdown", str(files[1])]
    args = ["arena", NAME, "random", "greedy", "-o", "num_players=3", "-o", "village=auto"]
    assert cli.main([*args, "--games", "12", *targets]) == 0
    shown = capsys.readouterr().out
    fields = json.loads(files[0].read_text())
    assert fields["options"]["num_players"] == 3
    assert fields["options"]["village"] == "auto"
    assert fields["games"] == 12
    assert files[1].read_text() == shown


def test_play_by_a_pipe_ends_politely_with_the_input(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = b"help\nnonsense\n\xff\xfe\n78\nstop\n"
    done = run("play", NAME, "--seed", "3", "--save", str(file), stdin=typed)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    shown = done.stdout.decode()
    assert "\x1b" not in shown
    assert "'nonsense' is not a legal action" in shown
    assert "player_0 (you): stop rolling" in shown
    assert "player_1 (greedy): " in shown
    assert "The game was left after" in shown
    assert json.loads(file.read_text())["players"] == ["human", "greedy"]
    checked = run("replay", str(file))
    assert checked.returncode == 0
    assert b"the game is not over" in checked.stdout


def test_several_people_and_agents_sit_clockwise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    args = ["play", NAME, "greedy", "human", "--seat", "1", "-o", "num_players=5", "--seed", "1"]
    assert cli.main(args) == 0
    shown = capsys.readouterr().out
    assert "King of the Dice, seed 1: human, human, greedy, human, human\n" in shown


def test_watch_shows_a_game_and_saves_a_replay(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    args = ["play", NAME, "greedy", "random", "--watch", "--delay", "0", "--seed", "7"]
    assert cli.main([*args, "--save", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "player_0 (greedy): " in shown
    assert "player_1 (random): " in shown
    assert "The game is over:" in shown
    assert cli.main(["replay", str(file)]) == 0
    assert f"{file} is right" in capsys.readouterr().out
    assert cli.main(["replay", str(file), "--show"]) == 0
    assert "player_1: " in capsys.readouterr().out


def test_a_changed_replay_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    args = ["play", NAME, "--watch", "--delay", "0", "--save", str(file), "--seed", "7"]
    assert cli.main(args) == 0
    right = json.loads(file.read_text())
    changes: list[tuple[dict[str, Any], str]] = [
        ({"scores": [99, 0]}, "states scores"),
        ({"rules": "0" * 16}, "rules"),
        ({"game": "chess"}, "unknown game"),
        ({"actions": [78, *right["actions"]]}, "action number 0"),
        ({"options": {"village": "none"}}, "village='none'"),
        ({"format": "other"}, "not a replay"),
        ({"seed": -1}, "out of range"),
    ]
    capsys.readouterr()
    for change, part in changes:
        file.write_text(json.dumps({**right, **change}))
        assert part in refused(capsys, "replay", str(file))
    file.write_text(json.dumps(right)[:100])
    assert "not a replay" in refused(capsys, "replay", str(file))


def test_bench_hands_its_arguments_over(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = pytest.importorskip("fiefdom.benchmarks.steps")
    given: list[list[str]] = []
    monkeypatch.setattr(steps, "main", given.append)
    assert cli.main(["bench", NAME, "--quick"]) == 0
    assert given == [[NAME, "--quick"]]


def test_train_hands_the_settings_over(monkeypatch: pytest.MonkeyPatch) -> None:
    ppo = pytest.importorskip("fiefdom.training.ppo_sb3")
    given: list[Any] = []
    monkeypatch.setattr(ppo, "train", given.append)
    options = ["--option", "num_players=3", "--option", "village=auto"]
    assert cli.main(["train", NAME, "--steps", "256", *options]) == 0
    assert (given[0].game, given[0].steps) == (NAME, 256)
    assert given[0].option == ("num_players=3", "village=auto")


@pytest.mark.parametrize("args", [["chess"], [NAME, "--option", "village=none"]])
def test_train_checks_game_and_options(capsys: pytest.CaptureFixture[str], args: list[str]) -> None:
    pytest.importorskip("torch")
    refused(capsys, "train", *args)


def test_a_model_file_plays_and_is_exported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("sb3_contrib")
    path = write_model(tmp_path / "own.zip", GAME, GAME.options({}))
    assert cli.main(["arena", NAME, "random", str(path), "--games", "8", "--sample"]) == 0
    assert "| own " in capsys.readouterr().out
    assert cli.main(["export", str(path), str(tmp_path / "sb3.zip")]) == 0
    assert (tmp_path / "sb3.zip").stat().st_size > 0
    assert "sb3.zip is " in refused(capsys, "arena", NAME, "random", str(tmp_path / "sb3.zip"))


def test_a_planted_pickle_is_refused_and_never_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    from fiefdom.training import checkpoint
    from fiefdom.training.networks import NetworkConfig

    trace = tmp_path / "trace"
    card = checkpoint.make_card(GAME, GAME.options({}), NetworkConfig())
    for path in planted_files(tmp_path, trace, card).values():
        for command in (["arena", NAME, "random"], ["play", NAME]):
            refused(capsys, *command, str(path))
        refused(capsys, "export", str(path), str(tmp_path / "out.zip"))
        assert not trace.exists()
    pickle.loads(pickle.dumps(Planted(trace)))  # which a loader that unpickles would have done
    assert trace.exists()


@pytest.mark.parametrize("kept", [0, 1, 0.3, 0.9, -1])
def test_a_truncated_model_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kept: float
) -> None:
    pytest.importorskip("torch")
    path = write_model(tmp_path / "own.zip", GAME, GAME.options({}))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(kept if kept in (0, 1, -1) else kept * len(whole))])
    assert "damaged" in refused(capsys, "arena", NAME, "random", str(path))


def test_a_model_of_other_options_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    path = write_model(tmp_path / "own.zip", GAME, GAME.options({}))
    line = refused(capsys, "arena", NAME, "random", str(path), "-o", "num_players=3")
    assert "was trained for" in line
    folder = tmp_path / "folder"
    folder.mkdir()
    assert str(folder) in refused(capsys, "arena", NAME, "random", str(folder))
