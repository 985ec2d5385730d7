"""Model files for tests: an untrained one, and files that would run code if they were unpickled."""

import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

from fiefdom.envs.common.game import Game


def write_model(path: Path, game: Game, options: Any) -> Path:
    """Write an untrained model."""
    from fiefdom.training import checkpoint
    from fiefdom.training.networks import NetworkConfig
    from fiefdom.training.policy import make_network

    config = NetworkConfig("vector", 8)
    network = make_network(game, options, config)
    card = checkpoint.make_card(game, options, config)
    checkpoint.save(path, checkpoint.Checkpoint(card, dict(network.state_dict()), {}, {}))
    return path


class Planted:
    """Creates a file when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> Any:
        return Path.touch, (self.trace,)


def planted_files(folder: Path, trace: Path, card: dict[str, Any]) -> dict[str, Path]:
    """Write files that hold a pickle where some loader would look for one."""
    payload = pickle.dumps(Planted(trace))
    contents: dict[str, dict[str, bytes]] = {
        "sb3": {"data": b"{}", "policy.pth": payload, "pytorch_variables.pth": payload},
        "weights": {"model.json": json.dumps(card).encode(), "network.safetensors": payload},
        "card": {"model.json": payload, "network.safetensors": payload},
        "torch": {"archive/data.pkl": payload, "archive/version": b"3\n"},
    }
    paths = {}
    for name, parts in contents.items():
        paths[name] = folder / f"{name}.zip"
        with zipfile.ZipFile(paths[name], "w") as archive:
            for part, content in parts.items():
                archive.writestr(part, content)
    paths["bare"] = folder / "bare.pkl"
    paths["bare"].write_bytes(payload)
    return paths
