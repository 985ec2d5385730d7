"""The benchmark of learning: it runs, and its shares add up. No figure is judged here."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from fiefdom.benchmarks import training
from fiefdom.wrappers.sb3_vec import SB3VecEnv


def test_it_runs_and_shares_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "training.json"
    training.main(["--quick", "--threads", "1", "--json", str(path)])
    measured = json.loads(path.read_text())
    rows = {row["name"]: row["samples"] for row in measured["rows"]}
    parts = [rows[part] for part in training.SHARES]
    assert [sum(shares) for shares in zip(*parts, strict=True)] == pytest.approx([100.0, 100.0])
    assert all(share > 0 for part in parts for share in part)
    assert min(rows["decisions"]) > min(rows["played"]) > 0
    assert "costs nothing" in capsys.readouterr().out


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(SystemExit, match="unknown game 'chess'"):
        training.main(["chess"])


def test_the_free_environment_has_the_same_shapes() -> None:
    played = SB3VecEnv("king_of_the_dice", 4)
    free = training.FreeVecEnv(played)
    assert free.reset().shape == played.reset().shape
    seen, rewards, done, infos = free.step(np.zeros(4, np.int64))
    same, same_rewards, same_done, same_infos = played.step(played.action_masks().argmax(1))
    for ours, theirs in ((seen, same), (rewards, same_rewards), (done, same_done)):
        assert ours.shape == theirs.shape
        assert ours.dtype == theirs.dtype
    assert len(infos) == len(same_infos)
    masks = free.env_method("action_masks")
    assert masks.shape == played.action_masks().shape
    assert masks.any(1).all()


def test_a_stopwatch_takes_inner_from_outer_time() -> None:
    class Worker:
        def inner(self) -> list[int]:
            return [1, 2, 3]

        def outer(self) -> list[int]:
            return self.inner()

    worker, watch = Worker(), training.Stopwatch()
    watch.watch(worker, "outer", training.ENVIRONMENT)
    watch.watch(worker, "inner", training.OPPONENTS, within=training.ENVIRONMENT)
    assert worker.outer() == [1, 2, 3]
    assert watch.decisions == 3
    assert watch.seconds[training.ENVIRONMENT] > 0
    assert watch.seconds[training.OPPONENTS] > 0
