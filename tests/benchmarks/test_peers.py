"""Peers: the protocol of their processes, what is said of one that cannot run, the comparison."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fiefdom.benchmarks import peers, peers_worker
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
    beside = ("env",)
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
    beside: tuple[str, ...] = ()

    def describe(self) -> str:
        return "a dummy"

    def run(self, seconds: float) -> tuple[int, float]:
        return int(10 * seconds), seconds


def dummy_command(tmp_path: Path, init: str = "pass", run: str = "pass") -> list[str]:
    path = tmp_path / "dummy.py"
    path.write_text(DUMMY.format(folder=str(SCRIPT.parent), init=init, run=run))
    return [sys.executable, str(path)]


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


def test_a_missing_package_names_the_extra_and_the_other_way(tmp_path: Path) -> None:
    init = 'raise ImportError("No module named pgx")'
    with PeerProcess("pgx", dummy_command(tmp_path, init)) as peer:
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
    for name in (*peers_worker.PEERS, "no such peer"):
        ran = subprocess.run(
            [sys.executable, str(SCRIPT), name],
            input="",
            capture_output=True,
            text=True,
            check=False,
        )
        if name in peers_worker.PEERS:
            assert {"describe", "missing"} & json.loads(ran.stdout).keys()
        else:
            assert ran.returncode != 0
            assert "names: pettingzoo" in ran.stderr


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


def test_a_peer_runs_through_the_interpreter_named_for_it() -> None:
    settings = peers.Settings(python=(f"pgx={sys.executable}",), players=3)
    wanted = peers.commands(settings)
    assert list(wanted) == [*peers.OURS, *peers_worker.PEERS]
    assert wanted["pgx"] == [sys.executable, str(SCRIPT.resolve()), "pgx"]
    assert wanted["env"][-4:] == ["--worker", "env", "king_of_the_dice", "3"]


def test_ours_are_compared_with_what_stands_beside_them() -> None:
    rows = [
        Row("env", 2, STEPS, "ours", [10.0, 20.0]),
        Row("batch", 2, STEPS, "ours", [100.0, 100.0]),
        Row("one", 2, STEPS, "theirs", [5.0, 5.0]),
        Row("many", 2, STEPS, "theirs", [50.0, 25.0]),
    ]
    beside = {"env": [], "batch": [], "one": ["env"], "many": ["env", "batch"]}
    found = {row.name: row.samples for row in peers.compare(rows, beside)}
    assert found == {
        "env / one": [2.0, 4.0],
        "env / many": [0.2, 0.8],
        "batch / many": [2.0, 4.0],
    }


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


def test_all_of_it_runs_and_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "PEERS", {"pettingzoo": peers_worker.PettingZoo})
    path = tmp_path / "peers.json"
    peers.main(["--quick", "--peers", "pettingzoo", "--json", str(path)])
    measured = json.loads(path.read_text())
    printed = capsys.readouterr().out
    assert [row["name"] for row in measured["rows"]][:2] == ["env", "batch"]
    if measured["skipped"]:
        assert "pettingzoo skipped" in printed
    else:
        assert [row["name"] for row in measured["ratios"]] == ["env / pettingzoo"]
        assert "connect_four_v3" in printed


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--peers", "chess"], "unknown peer 'chess'"),
        (["chess"], "unknown game 'chess'"),
        (["--python", "pgx"], "NAME=PATH"),
        (["--worker", "nobody"], "allowed: pettingzoo, openspiel, pgx, env GAME PLAYERS"),
    ],
)
def test_bad_arguments_are_named(args: list[str], message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        peers.main(args)
