"""Peers: the protocol of their processes, what is said of one that cannot run, the comparison."""

import contextlib
import io
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from fiefdom.benchmarks import pairs, peers, peers_worker
from fiefdom.benchmarks.pairs import PAIRS, Pair
from fiefdom.benchmarks.peer_process import PeerProcess
from fiefdom.benchmarks.timing import STEPS, Row
from fiefdom.envs import load
from fiefdom.envs.common.aec import GameEnv

SCRIPT = Path(peers_worker.__file__)
DUMMY = """
import os, sys
sys.path.insert(0, {folder!r})
import peers_worker

class Dummy:
    packages = ("numpy", "no-such-package")
    def __init__(self):
        {init}
        print("a library that talks")
        os.write(1, b"and its C code too")
    def describe(self):
        return "a dummy"
    def run(self, seconds):
        {run}
        return 7, seconds

peers_worker.serve_process(Dummy)
"""


class Dummy:
    packages: tuple[str, ...] = ()

    def describe(self) -> str:
        return "a dummy"

    def run(self, seconds: float) -> tuple[int, float]:
        return int(10 * seconds), seconds


def dummy_command(tmp_path: Path, init: str = "pass", run: str = "pass") -> list[str]:
    path = tmp_path / "dummy.py"
    path.write_text(DUMMY.format(folder=str(SCRIPT.parent), init=init, run=run))
    return [sys.executable, str(path)]


def run_worker(words: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *words]
    return subprocess.run(command, input="", capture_output=True, text=True, check=False)


def answers(make: Any, lines: list[str]) -> list[dict[str, Any]]:
    out = io.StringIO()
    peers_worker.serve(make, lines, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_worker_answers_each_line() -> None:
    about, first, second = answers(Dummy, ["0.5\n", "2\n"])
    assert about["describe"] == "a dummy"
    assert (first["steps"], first["seconds"]) == (5, 0.5)
    assert (second["steps"], second["seconds"]) == (20, 2.0)


def test_a_worker_says_why_it_cannot() -> None:
    def missing() -> Dummy:
        raise ModuleNotFoundError("No module named 'pgx'")

    def broken() -> Dummy:
        raise ValueError("bad luck")

    assert answers(missing, []) == [
        {"missing": "No module named 'pgx'", "kind": peers_worker.NOT_INSTALLED}
    ]
    assert answers(broken, []) == [{"missing": "ValueError: bad luck", "kind": "failed"}]


def test_a_process_plays_when_told_and_ends(tmp_path: Path) -> None:
    with PeerProcess("dummy", dummy_command(tmp_path)) as peer:
        assert peer.skipped is None
        assert peer.about["describe"] == "a dummy"
        assert "no-such-package" not in peer.about["versions"]
        assert [peer.run(0.25)["seconds"] for _ in range(3)] == [0.25] * 3
    assert peer.process.returncode == 0


def test_a_missing_package_names_the_ways_to_get_it(tmp_path: Path) -> None:
    wanted = peers.commands("king_of_the_dice", PAIRS["king_of_the_dice"], 2, {})[-1]
    init = 'raise ImportError("No module named pgx")'
    with PeerProcess(wanted.name, dummy_command(tmp_path, init), wanted.hint) as peer:
        assert peer.skipped is not None
        for part in ("No module named pgx", "pip install 'fiefdom[bench]'", "--python pgx=PATH"):
            assert part in peer.skipped


def test_a_process_that_ends_or_babbles_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ended with code 3"):
        PeerProcess("a", [sys.executable, "-c", "raise SystemExit(3)"])
    with pytest.raises(RuntimeError, match="answered 'hello"):
        PeerProcess("a", [sys.executable, "-c", "print('hello')"])
    with pytest.raises(RuntimeError, match="cannot be started"):
        PeerProcess("a", [str(tmp_path / "nothing")])
    with PeerProcess("a", dummy_command(tmp_path, run="sys.exit(5)")) as peer:
        with pytest.raises(RuntimeError, match="ended with code 5"):
            peer.run(0.1)
        with pytest.raises(RuntimeError, match="ended"):
            peer.run(0.1)


def test_the_worker_is_a_script_without_fiefdom() -> None:
    text = SCRIPT.read_text()
    assert "import fiefdom" not in text
    assert "from fiefdom" not in text
    for words in (["pgx"], ["no such library", "chess"]):
        ran = run_worker(words)
        assert ran.returncode != 0
        assert "libraries: pettingzoo" in ran.stderr


@pytest.mark.parametrize("library", peers_worker.PEERS)
def test_a_library_says_what_it_is_or_what_is_missing(library: str) -> None:
    game = next(pair.game for row in PAIRS.values() for pair in row if pair.library == library)
    assert {"describe", "missing"} & json.loads(run_worker([library, game]).stdout).keys()


def test_interpreters_are_read(tmp_path: Path) -> None:
    known = ("pgx", "openspiel")
    assert peers.parse_interpreters((f"pgx={sys.executable}",), known) == {"pgx": sys.executable}
    for text, message in (
        ("pgx", "NAME=PATH"),
        ("pgx=", "NAME=PATH"),
        (f"pgy={sys.executable}", "unknown peer 'pgy'; peers: pgx, openspiel"),
        (f"pgx={tmp_path}/python", "there is no file"),
    ):
        with pytest.raises(ValueError, match=message):
            peers.parse_interpreters((text,), known)


def test_a_peer_runs_through_the_interpreter_named_for_its_library() -> None:
    row = (
        Pair("pgx", "connect_four", ("batch",)),
        Pair("pgx", "go_9x9", ("batch", "env"), ("reward=win",)),
        Pair("openspiel", "chess", ("batch",)),
    )
    wanted = peers.commands("king_of_the_dice", row, 3, {"pgx": "another"})
    commands = {one.name: one.command for one in wanted}
    script = str(SCRIPT.resolve())
    assert list(commands) == [
        "env reward=win", "batch", "batch reward=win",
        "pgx connect_four", "pgx go_9x9", "openspiel chess",
    ]  # fmt: skip
    assert commands["pgx connect_four"] == ["another", script, "pgx", "connect_four"]
    assert commands["pgx go_9x9"] == ["another", script, "pgx", "go_9x9"]
    assert commands["openspiel chess"] == [sys.executable, script, "openspiel", "chess"]
    assert commands["batch"][-4:] == ["--worker", "batch", "king_of_the_dice", "3"]
    assert commands["env reward=win"][-4:] == ["env", "king_of_the_dice", "3", "reward=win"]


def test_ours_are_compared_with_what_stands_beside_them() -> None:
    rows = [
        Row("env", 2, STEPS, "ours", [10.0, 20.0]),
        Row("batch", 2, STEPS, "ours", [100.0, 100.0]),
        Row("batch size=9", 2, STEPS, "ours", [30.0, 60.0]),
        Row("one go", 5, STEPS, "theirs", [5.0, 5.0]),
        Row("many go", 5, STEPS, "theirs", [50.0, 25.0]),
        Row("many chess", 5, STEPS, "theirs", [10.0, 10.0]),
    ]
    row = (
        Pair("one", "go", ("env",)),
        Pair("many", "go", ("env", "batch")),
        Pair("many", "chess", ("batch",), ("size=9",)),
        Pair("missing", "chess", ("env",)),
    )
    found = {one.name: one.samples for one in peers.compare(rows, row)}
    assert found == {
        "env / one go": [2.0, 4.0],
        "env / many go": [0.2, 0.8],
        "batch / many go": [2.0, 4.0],
        "batch / many chess": [3.0, 6.0],
    }
    peers.describe_peers(rows, row)
    assert [one.players for one in rows] == [2] * 6
    assert rows[-1].meaning == "theirs, beside our size=9"
    assert {one.meaning for one in rows[:-1]} == {"ours", "theirs"}


def test_a_peer_that_breaks_while_it_plays_is_left_out(tmp_path: Path) -> None:
    wanted = [
        peers.Wanted("broken", dummy_command(tmp_path, run="sys.exit(5)")),
        peers.Wanted("absent", [str(tmp_path / "nothing")]),
    ]
    with contextlib.ExitStack() as running:
        started, skipped = peers.start(wanted, running, 0.1, Console(file=io.StringIO()))
    assert started == []
    assert "broken skipped: the process of broken ended with code 5" in skipped[0]
    assert "absent skipped" in skipped[1]


def test_the_loop_counts_decisions() -> None:
    env = GameEnv(load("king_of_the_dice"))
    env.reset(seed=0)
    played = 0
    step = env.step

    def counted(action: Any) -> None:
        nonlocal played
        played += action is not None
        step(action)

    env.step = counted  # type: ignore[method-assign]
    steps, seconds = peers_worker.play_aec(env, 0.0, lambda: 0.5)
    assert steps == played > 0
    assert seconds > 0


def test_all_of_it_runs_with_a_peer_and_without_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = (
        Pair("wingedsheep", "base", ("env", "batch"), ("reward=margin",)),
        Pair("pgx", "go_9x9", ("batch",)),
    )
    monkeypatch.setattr(pairs, "PAIRS", {"king_of_the_dice": row, "not_registered": row})
    python, none = tmp_path / "python", tmp_path / "none"
    python.write_text(f"#!/bin/sh\nexec {shlex.join(dummy_command(tmp_path))}\n")
    none.write_text("#!/bin/sh\nexit 4\n")
    for path in (python, none):
        path.chmod(0o755)
    path = tmp_path / "peers.json"
    through = ["--python", f"wingedsheep={python}", "--python", f"pgx={none}"]
    peers.main(["--quick", *through, "--json", str(path)])
    measured = json.loads(path.read_text())
    printed = capsys.readouterr().out
    assert measured["benchmark"] == "peers"
    (compared,) = measured["comparisons"]
    assert compared["game"] == "king_of_the_dice"
    assert [one["name"] for one in compared["rows"]] == [
        "env reward=margin", "batch reward=margin", "batch", "wingedsheep base",
    ]  # fmt: skip
    assert "(reward=margin) env()" in compared["rows"][0]["meaning"]
    assert compared["rows"][3]["meaning"] == "a dummy, beside our reward=margin"
    assert [one["name"] for one in compared["ratios"]] == [
        "env / wingedsheep base", "batch / wingedsheep base",
    ]  # fmt: skip
    assert compared["skipped"] == [
        "pgx go_9x9 skipped: the process of pgx go_9x9 ended with code 4; see above"
    ]
    assert compared["skipped"][0] in printed
    assert "a dummy" in printed


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--peers", "chess"], "unknown peer 'chess'"),
        (["chess"], "unknown game 'chess'"),
        (["king_of_the_dice", "--players", "9"], "num_players=9 is not allowed"),
        (["king_of_the_dice", "--peers", "wingedsheep"], "wingedsheep stands beside king_of_the_d"),
        (["--python", "pgx"], "NAME=PATH"),
        (["--worker", "nobody"], "allowed: env or batch, GAME, PLAYERS"),
    ],
)
def test_bad_arguments_are_named(args: list[str], message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        peers.main(args)
