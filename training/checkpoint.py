"""Model files: a zip of JSON and safetensors, so that loading one never runs code from it.

`model.json` names game, version, rules hash, options, network and settings; `network.safetensors`
holds the weights. A checkpoint of a training run adds the optimizer and the pool of snapshots.
"""

import io
import json
import os
import zipfile
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import nn

from fiefdom.envs import load
from fiefdom.envs.common.game import Game
from fiefdom.training.networks import NetworkConfig
from fiefdom.training.policy import NetworkAgent, make_network

FORMAT = "fiefdom-model-1"
CARD = "model.json"
NETWORK = "network.safetensors"
OPTIMIZER = "optimizer.safetensors"
POOL = "pool/"
Tensors = dict[str, torch.Tensor]
DAMAGE = (  # what the parts of a file raise when they are damaged, encrypted or something else
    zipfile.BadZipFile, zlib.error, json.JSONDecodeError, UnicodeDecodeError, SafetensorError,
    EOFError, KeyError, RuntimeError,
)  # fmt: skip
HOW = "fiefdom models are written by `fiefdom train`; SB3's own zip files hold pickles and are refused"


class Checkpoint(NamedTuple):
    """A model file in memory; `optimizer` and `pool` are empty in a finished model."""

    card: dict[str, Any]
    network: Tensors
    optimizer: Tensors
    pool: dict[str, Tensors]


def make_card(game: Game, options: Any, config: NetworkConfig, **more: Any) -> dict[str, Any]:
    """Return the description that a model file carries."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "rules": f"{game.rules_hash:016x}",
        "options": {name: getattr(options, name) for name in options.__dataclass_fields__},
        "network": {name: getattr(config, name) for name in config.__dataclass_fields__},
        **more,
    }


def save(path: str | Path, checkpoint: Checkpoint) -> None:
    """Write a model file; an existing one is replaced only once the new one is complete."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with zipfile.ZipFile(partial, "w") as archive:
        archive.writestr(CARD, json.dumps(checkpoint.card, indent=1))
        archive.writestr(NETWORK, save_tensors(checkpoint.network))
        if checkpoint.optimizer:
            archive.writestr(OPTIMIZER, save_tensors(checkpoint.optimizer))
        for name, tensors in checkpoint.pool.items():
            archive.writestr(f"{POOL}{name}", save_tensors(tensors))
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(path)


def read(path: str | Path) -> Checkpoint:
    """Read a model file without unpickling anything.

    Raises:
        FileNotFoundError: if there is no such file.
        ValueError: if the file is damaged or not a fiefdom model.
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"no model file {path}; `fiefdom train GAME` makes one")
    try:
        archive = zipfile.ZipFile(io.BytesIO(path.read_bytes()))
        names = archive.namelist()
        if CARD not in names or NETWORK not in names:
            raise ValueError(f"{path} is not a fiefdom model: it lacks {CARD} or {NETWORK}. {HOW}")
        card = json.loads(archive.read(CARD))
        if not isinstance(card, dict) or card.get("format") != FORMAT:
            raise ValueError(f"{path} is not a model of format {FORMAT}. {HOW}")
        network = load_tensors(archive.read(NETWORK))
        optimizer = load_tensors(archive.read(OPTIMIZER)) if OPTIMIZER in names else {}
        pool = {
            name.removeprefix(POOL): load_tensors(archive.read(name))
            for name in names
            if name.startswith(POOL)
        }
    except DAMAGE as error:
        raise ValueError(f"{path} is damaged or not a fiefdom model: {error}. {HOW}") from error
    return Checkpoint(card, network, optimizer, pool)


def check_card(card: dict[str, Any], game: Game, path: str | Path) -> None:
    """Raise ValueError unless a model is of this game, version and rules."""
    rules = f"{game.rules_hash:016x}"
    for name, here in (("game", game.name), ("version", game.version), ("rules", rules)):
        if card.get(name) != here:
            raise ValueError(f"{path} is a model for {name} {card.get(name)!r}, not {here!r}")


def make_trained(
    checkpoint: Checkpoint, path: str | Path, game: Game | None = None
) -> tuple[Game, Any, nn.Module]:
    """Return the game, the options and the network of a model; ValueError if they do not fit.

    Args:
        checkpoint: the model.
        path: its file, for messages.
        game: what it was trained for; a model of corrected rules needs the game with these.
    """
    card = checkpoint.card
    try:
        played = load(card["game"]) if game is None else game
        check_card(card, played, path)
        options = played.options(card["options"])
        config = NetworkConfig(**card["network"])
        network = make_network(played, options, config)
        network.load_state_dict(checkpoint.network)
    except (KeyError, TypeError, RuntimeError) as error:
        raise ValueError(f"{path} does not fit its own description: {error}") from error
    return played, options, network


def load_agent(path: str | Path, game: Game, options: Any, sample: bool = False) -> NetworkAgent:
    """Return the agent of a model file for a game under some options.

    Raises:
        FileNotFoundError: if there is no such file.
        ValueError: if it is damaged, of another game, or was trained for another observation
            (another number of players, say).
    """
    _, trained, network = make_trained(read(path), path, game)
    if game.layout(trained) != game.layout(options):
        raise ValueError(
            f"{path} was trained for {trained}; under {options} the observation differs"
        )
    return NetworkAgent(network, game.layout(options), sample)
