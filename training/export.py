"""A model as Stable-Baselines3's own file, for users of SB3; there is no way back."""

from pathlib import Path
from typing import Any

from sb3_contrib import MaskablePPO

from fiefdom.training import checkpoint
from fiefdom.training.networks import NetworkConfig
from fiefdom.training.policy_sb3 import NetworkPolicy, policy_arguments
from fiefdom.wrappers.sb3_vec import SB3VecEnv


def export_sb3(model: str | Path, out: str | Path) -> None:
    """Write a model as SB3's own zip, for `MaskablePPO.load(out)`.

    Raises:
        FileNotFoundError, ValueError: if the model is missing or damaged.
    """
    saved = checkpoint.read(model)
    game, options, network = checkpoint.make_trained(saved, model)
    fields = {name: getattr(options, name) for name in options.__dataclass_fields__}
    ppo: Any = MaskablePPO(
        NetworkPolicy,
        SB3VecEnv(game, 1, **fields),
        policy_kwargs=policy_arguments(game, options, NetworkConfig(**saved.card["network"])),
        device="cpu",
    )
    ppo.policy.mlp_extractor.network.load_state_dict(network.state_dict())
    ppo.save(str(out))
