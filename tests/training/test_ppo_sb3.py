"""Training end to end on a few hundred decisions: results, resuming, export, refusals."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("sb3_contrib")

import torch

from fiefdom.envs import load
from fiefdom.training import checkpoint
from fiefdom.training.export import export_sb3
from fiefdom.training.ppo_sb3 import CHECKPOINT, CURVE, MODEL, PICTURE, RESULTS, Run, train
from fiefdom.training.settings import Settings

GAME = "king_of_the_dice"
SMALL = Settings(
    GAME, steps=1024, games=16, rollout=16, minibatch=128, epochs=1, evaluations=1,
    final_games=4, threads=1, pool=3,
)  # fmt: skip


def settings(out: Path, **changes: object) -> Settings:
    return dataclasses.replace(SMALL, out=out, **changes)  # type: ignore[arg-type]


def begun(out: Path, updates: int = 2, **changes: object) -> Run:
    run = Run(settings(out, **changes), Console(quiet=True))
    run.refresh_opponents()
    run.model.learn(updates * SMALL.games * SMALL.rollout, reset_num_timesteps=False)
    return run


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train(settings(tmp_path_factory.mktemp("run") / "kd"))


def test_a_run_leaves_its_results(model: Path) -> None:
    left = {path.name for path in model.parent.iterdir()}
    assert {MODEL, CURVE, PICTURE, RESULTS, "tensorboard"} <= left
    assert CHECKPOINT not in left
    card = checkpoint.read(model).card
    assert (card["game"], card["options"]["num_players"]) == (GAME, 2)
    assert card["steps"] >= SMALL.steps
    assert card["settings"]["games"] == SMALL.games


def test_a_finished_run_is_kept(model: Path) -> None:
    before = model.read_bytes()
    again = Run(settings(model.parent), Console(quiet=True))
    assert again.folder == model.parent.with_name("kd-2")
    assert model.read_bytes() == before


def test_the_model_plays(model: Path) -> None:
    game = load(GAME)
    options = game.options({})
    agent = checkpoint.load_agent(model, game, options)
    mask = np.zeros((3, 79), np.bool_)
    mask[:, [4, 70]] = True
    rows = np.arange(3)
    seen = np.random.default_rng(1).random((3, game.layout(options).size), np.float32)
    assert set(agent.act(seen, mask, rows, rows)) <= {4, 70}


def test_a_model_refuses_another_number_of_players(model: Path) -> None:
    game = load(GAME)
    with pytest.raises(ValueError, match="num_players=3"):
        checkpoint.load_agent(model, game, game.options({"num_players": 3}))


def test_a_killed_run_goes_on_without_loss(tmp_path: Path) -> None:
    first = begun(tmp_path)
    first.evaluate()
    first.save_checkpoint()
    second = Run(settings(tmp_path), Console(quiet=True))
    assert second.resumed is not None
    assert second.model.num_timesteps == first.model.num_timesteps
    assert second.curve == first.curve
    assert list(second.snapshots) == list(first.snapshots)
    for name, tensor in first.network.state_dict().items():
        assert torch.equal(tensor, second.network.state_dict()[name]), name
    ours = first.model.policy.optimizer.state_dict()["state"]
    theirs = second.model.policy.optimizer.state_dict()["state"]
    assert ours.keys() == theirs.keys() != set()
    for index, entry in ours.items():
        for name, value in entry.items():
            assert torch.equal(torch.as_tensor(value), torch.as_tensor(theirs[index][name]))
    assert (train(settings(tmp_path))).exists()


def test_fresh_does_not_touch_an_unfinished_run(tmp_path: Path) -> None:
    begun(tmp_path / "kd").save_checkpoint()
    other = Run(settings(tmp_path / "kd", fresh=True), Console(quiet=True))
    assert other.resumed is None
    assert other.folder == tmp_path / "kd-2"


def test_old_snapshots_are_thinned_out(tmp_path: Path) -> None:
    run = begun(tmp_path)
    for steps in range(1, 9):
        run.model.num_timesteps = steps
        run.refresh_opponents()
    assert len(run.snapshots) == SMALL.pool


def test_export_plays_as_the_model(model: Path, tmp_path: Path) -> None:
    from sb3_contrib import MaskablePPO

    export_sb3(model, tmp_path / "sb3.zip")
    exported = MaskablePPO.load(tmp_path / "sb3.zip", device="cpu")
    game = load(GAME)
    agent = checkpoint.load_agent(model, game, game.options({}))
    random = np.random.default_rng(2)
    seen = random.random((64, game.layout(game.options({})).size), np.float32)
    mask = random.random((64, 79)) < 0.4
    rows = np.arange(64)
    chosen, _ = exported.predict(seen, action_masks=mask, deterministic=True)
    assert (chosen == agent.act(seen, mask, rows, rows)).all()


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"game": "king_of_the_dies"}, ValueError, "did you mean 'king_of_the_dice'"),
        ({"option": ("players=3",)}, TypeError, "unknown option 'players'"),
        ({"option": ("num_players=9",)}, ValueError, "allowed: 2, 3, 4, 5"),
    ],
)
def test_what_is_wrong_is_named(
    changes: dict[str, object], error: type[Exception], message: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=message):
        train(settings(tmp_path, **changes))
    assert not list(tmp_path.iterdir())


def test_a_damaged_checkpoint_is_named_and_kept(tmp_path: Path) -> None:
    saved = tmp_path / CHECKPOINT
    saved.write_bytes(b"PK\x03\x04 not a model")
    with pytest.raises(ValueError, match=r"checkpoint\.zip is damaged"):
        train(settings(tmp_path))
    assert saved.exists()
