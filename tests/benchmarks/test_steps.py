"""The benchmark of one game: it runs, and what it writes is complete. No figure is judged here."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from fiefdom.benchmarks import machine, startup, steps, threads, timing
from fiefdom.envs import GAMES, load
from fiefdom.envs.common.batch import BatchEnv

TINY = ["--quick", "--games", "8", "--thread-games", "16"]
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs sched_setaffinity")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_measured_and_written(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "steps.json"
    steps.main([game, *TINY, "--players", "2", "--json", str(path)])
    measured: dict[str, Any] = json.loads(path.read_text())
    played = load(game)
    names = {row["name"] for row in measured["rows"]}
    assert {"batch", "playouts", "env", "raw_env", "copy", "clone", "clone, step"} < names
    assert set(played.agents) < names
    assert {threads.GAIN, threads.WRITING_GAIN, threads.GAIN_SHARE} < names
    assert measured["state_bytes"] == played.STATE.itemsize
    assert measured["command"].startswith(f"python -m fiefdom.benchmarks.steps {game} --quick")
    assert {"cpu", "cores", "python", "versions", "date"} < measured["machine"].keys()
    for row in measured["rows"]:
        assert row["min"] <= row["median"] <= row["max"]
        assert row["min"] > 0
    assert played.title in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["king_of_the_dic"], "did you mean 'king_of_the_dice'"),
        (["--players", "9"], "num_players=9 is not allowed"),
    ],
)
def test_bad_arguments_are_named(args: list[str], message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        steps.main(args)


def test_agents_decide_legally() -> None:
    for name in GAMES:
        game = load(name)
        for make in game.agents.values():
            decisions, seconds = steps.run_agent(make, game, 2, 4)(0.0)
            assert decisions == 0
            assert seconds == 0.0
            decisions, seconds = steps.run_agent(make, game, 2, 4)(0.001)
            assert decisions % 4 == 0
            assert seconds > 0


def test_median_and_ratios_are_taken_round_by_round() -> None:
    upper = timing.Row("a", 2, timing.STEPS, "", [10.0, 30.0, 20.0])
    lower = timing.Row("b", 2, timing.STEPS, "", [1.0, 10.0, 5.0])
    assert upper.median == 20.0
    assert timing.ratio("a / b", "", upper, lower).samples == [10.0, 3.0, 4.0]


def test_a_case_gives_rates_or_microseconds() -> None:
    def run(seconds: float) -> tuple[int, float]:
        return 100, 0.5

    for unit, value in ((timing.STEPS, 200.0), (timing.MICROSECONDS, 5000.0)):
        case = timing.Case("a", 2, unit, "", run)
        (row,) = timing.measure([case], 2, 0.0, Console(quiet=True), "")
        assert row.samples == [value, value]


def test_the_writing_loop_writes_every_byte_of_every_game() -> None:
    rows, buffer = np.arange(5), np.zeros((5, 7), np.uint8)
    threads.write_rows(rows, buffer, 3)
    assert (buffer == 3).all()
    batch = BatchEnv(load("king_of_the_dice"), 4)
    shown = batch.observation[0].nbytes + batch.rewards[0].nbytes + batch.mover[0].nbytes
    assert threads.written_bytes(batch) >= shown + batch.action_mask[0].nbytes + 2


@ON_LINUX
def test_pinning_ends() -> None:
    before = os.sched_getaffinity(0)
    with machine.pinned(1) as cores:
        assert cores == 1
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before
    with machine.pinned(len(before) + 1) as cores:
        assert cores == 0
        assert os.sched_getaffinity(0) == before


def test_a_disturbed_measurement_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        timing.Row(name, 2, timing.STEPS, "", [1.0], busy)
        for name, busy in (("a", 0.5), ("b", 1.0))
    ]
    timing.warn_if_disturbed(rows, Console(width=200))
    printed = capsys.readouterr().out
    assert "during a:" in printed
    timing.warn_if_disturbed(rows[1:], Console())
    assert capsys.readouterr().out == ""


def test_a_new_process_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # nothing to compile: a matter of seconds
    first, later = startup.measure_startup("king_of_the_dice", 2, 1, Console(quiet=True))
    assert first.samples[0] > 0
    assert later.samples[0] > 0
