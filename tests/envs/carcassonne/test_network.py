"""The network for Carcassonne, and its training end to end on a few hundred decisions."""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("sb3_contrib")

import torch

from fiefdom.envs import load
from fiefdom.envs.carcassonne import observe
from fiefdom.envs.carcassonne.actions import draw_action
from fiefdom.envs.common.agents import make_scripted
from fiefdom.envs.common.batch import BatchEnv
from fiefdom.training import arena, checkpoint
from fiefdom.training.export import export_sb3
from fiefdom.training.networks import NetworkConfig
from fiefdom.training.policy import NetworkAgent, make_network
from fiefdom.training.ppo_sb3 import Run, train
from fiefdom.training.settings import BY_GAME, Settings

GAME = load("carcassonne")
CONFIG = NetworkConfig("tiles", 16, 8)
SMALL = Settings(
    GAME.name, option=("table=17", "configuration=full"), steps=512, games=16, rollout=16,
    minibatch=128, epochs=1, evaluations=1, curve_games=4, final_games=4, threads=1, pool=3, bots=0.0,
)  # fmt: skip


def positions(steps: int, games: int = 64, **given: Any) -> BatchEnv:
    """Play random moves."""
    batch = BatchEnv(GAME, games, seed=3, **given)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def untrained(options: Any) -> torch.nn.Module:
    """Return a network whose heads are not near zero."""
    torch.manual_seed(5)
    network = make_network(GAME, options, CONFIG)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, 0, 0.3)
    return network.eval()


def answers(batch: BatchEnv) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    seen = torch.from_numpy(batch.layout.flat_rows(batch.observation))
    with torch.no_grad():
        logits, values = untrained(batch.options)(seen)
    return logits.numpy(), values.numpy()


@pytest.mark.parametrize(("players", "configuration"), [(2, "core"), (3, "full"), (6, "full")])
@pytest.mark.parametrize("steps", [0, 1, 30, 90])
def test_every_legal_placement_has_a_logit(players: int, configuration: str, steps: int) -> None:
    batch = positions(steps, num_players=players, configuration=configuration, table=17)
    logits, values = answers(batch)
    assert logits.shape == (64, batch.num_actions)
    assert values.shape == (64, 1)
    places = draw_action(17)
    legal = batch.action_mask[:, :places]
    assert ((logits[:, :places] != 0) == legal).all()


def test_the_choices_of_a_phase_are_told_apart() -> None:
    batch = positions(120, games=512, configuration="full", table=17)
    logits, _ = answers(batch)
    phases = batch.layout.flat_rows(batch.observation)[:, batch.layout.slices()["phase"]]
    seen = set()
    for phase, chosen, legal in zip(phases.argmax(1), logits, batch.action_mask, strict=True):
        if legal.sum() > 1:
            seen.add(int(phase))
            assert np.ptp(chosen[legal]) > 0
    assert seen == {0, 1, 2, 3}


def test_a_shifted_board_shifts_the_placement_logits() -> None:
    batch = positions(20, configuration="core", table=31)
    network = untrained(batch.options)
    seen = torch.from_numpy(batch.observation.copy())
    moved = seen.clone()
    boards = [n for n in range(seen.shape[1]) if n != observe.NUM_PLANES]  # that holds the facts
    moved[:, boards] = torch.roll(seen[:, boards], (2, -3), (2, 3))
    with torch.no_grad():
        logits, values = network(seen.flatten(1))
        shifted, others = network(moved.flatten(1))
    places = draw_action(31)
    before = torch.roll(logits[:, :places].view(-1, 4, 31, 31), (2, -3), (2, 3))
    assert torch.allclose(before, shifted[:, :places].view(-1, 4, 31, 31), atol=1e-5)
    assert torch.allclose(logits[:, places:], shifted[:, places:], atol=1e-5)
    assert torch.allclose(values, others, atol=1e-5)


@pytest.mark.parametrize("sample", [True, False])
def test_an_agent_never_plays_illegally(sample: bool) -> None:
    options = GAME.options({"table": 17})
    agent = NetworkAgent(untrained(options), GAME.layout(options), sample, seed=1)
    line_up = [agent, make_scripted(GAME, options, "random")]
    assert (arena.play_match(GAME, options, line_up, range(4)).ranks > 0).all()


def test_another_encoding_is_refused_with_the_way_out() -> None:
    with pytest.raises(ValueError, match="encoding=planes"):
        make_network(GAME, GAME.options({"encoding": "dict"}), CONFIG)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("run") / "tiles"
    return train(dataclasses.replace(SMALL, out=out))


def test_a_trained_model_plays(model: Path) -> None:
    card = checkpoint.read(model).card
    options = GAME.options(card["options"])
    assert options.reward == BY_GAME[GAME.name].options["reward"]
    assert (options.table, options.configuration) == (17, "full")
    agent = checkpoint.load_agent(model, GAME, options)
    line_up = [agent, make_scripted(GAME, options, "random")]
    assert (arena.play_match(GAME, options, line_up, range(2)).ranks > 0).all()


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    first = Run(dataclasses.replace(SMALL, out=tmp_path), Console(quiet=True))
    first.refresh_opponents()
    first.model.learn(256, reset_num_timesteps=False)
    first.save_checkpoint()
    second = Run(dataclasses.replace(SMALL, out=tmp_path), Console(quiet=True))
    assert second.model.num_timesteps == 256
    for name, tensor in first.network.state_dict().items():
        assert torch.equal(tensor, second.network.state_dict()[name]), name


def test_export_plays_as_the_model(model: Path, tmp_path: Path) -> None:
    from sb3_contrib import MaskablePPO

    export_sb3(model, tmp_path / "sb3.zip")
    exported = MaskablePPO.load(tmp_path / "sb3.zip", device="cpu")
    batch = positions(40, configuration="full", table=17)
    agent = checkpoint.load_agent(model, GAME, batch.options)
    chosen, _ = exported.predict(
        batch.observation, action_masks=batch.action_mask, deterministic=True
    )
    rows = np.arange(64)
    assert (chosen == agent.act(batch.observation, batch.action_mask, batch.mover, rows)).all()
