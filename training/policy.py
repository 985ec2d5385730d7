"""Networks by name, and a network as an agent."""

import importlib
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.layout import Layout
from fiefdom.training.legal import MASKED, WIDE, Choices
from fiefdom.training.networks import NetworkConfig

# kind -> module and class; a module is loaded when its network is wanted, and may know its game
NETWORKS = {
    "vector": ("fiefdom.training.networks", "VectorNetwork"),
    "dice_row": ("fiefdom.training.networks", "DiceRowNetwork"),
    "tiles": ("fiefdom.training.networks_tiles", "TilesNetwork"),
}


def make_network(game: Game, options: Any, config: NetworkConfig) -> nn.Module:
    """Make an untrained network for a game; ValueError for one that there is not or that is unfit."""
    if config.kind not in NETWORKS:
        raise ValueError(f"unknown network {config.kind!r}; networks: {', '.join(NETWORKS)}")
    module, name = NETWORKS[config.kind]
    network: nn.Module = getattr(importlib.import_module(module), name)(game, options, config)
    return network


class NetworkAgent:
    """A network as an agent (see `agents.Agent`): one batched evaluation for all rows.

    Args:
        network: maps observations to logits and values.
        layout: of the observation.
        sample: draw actions from the policy; else take the most likely one.
        seed: of the draws.
    """

    def __init__(
        self, network: nn.Module, layout: Layout, sample: bool = False, seed: int = 0
    ) -> None:
        self.network = network.eval()
        self.layout = layout
        self.sample = sample
        self._generator = torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def act(
        self,
        observation: Any,
        mask: npt.NDArray[np.bool_],
        seats: npt.NDArray[np.int64],
        rows: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.int64]:
        """Return an action for each row."""
        flat = torch.from_numpy(self.layout.flat_rows(observation))
        logits, _ = self.network(flat)
        legal = torch.from_numpy(np.ascontiguousarray(mask))
        if self.sample and legal.shape[1] >= WIDE:
            drawn: npt.NDArray[np.int64] = Choices(logits, legal).sample(self._generator).numpy()
            return drawn
        logits = logits.masked_fill(~legal, MASKED)
        if self.sample:
            noise = torch.empty_like(logits).exponential_(generator=self._generator)
            logits = torch.log_softmax(logits, 1) - noise.log()  # the Gumbel maximum
        chosen: npt.NDArray[np.int64] = logits.argmax(1).numpy()
        return chosen

    def reset(self, rows: npt.NDArray[np.int64], seeds: npt.NDArray[np.uint64]) -> None:
        """Forget nothing: a decision depends on what is seen alone."""
