"""The networks that learn, as plain torch modules, and their use as an agent and as an SB3 policy.

A network maps a flat observation to logits of all actions and a value. It knows nothing of SB3, so
a trained model plays without it; `NetworkPolicy` is the thin shell that MaskablePPO trains.
"""

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.layout import Layout

MASKED = -1e8  # logit of an illegal action


@dataclasses.dataclass(frozen=True)
class NetworkConfig:
    """Size and kind of a network; stored in every checkpoint."""

    kind: str = "vector"
    width: int = 256
    slot_width: int = 64


class VectorNetwork(nn.Module):
    """Two hidden layers over the whole observation; for any game with a vector observation."""

    def __init__(self, layout: Layout, num_actions: int, config: NetworkConfig) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(layout.size, config.width), nn.ReLU(),
            nn.Linear(config.width, config.width), nn.ReLU(),
        )  # fmt: skip
        self.policy = _small(nn.Linear(config.width, num_actions))
        self.value = nn.Linear(config.width, 1)

    def forward(self, observation: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (N, A) and values (N, 1)."""
        hidden = self.body(observation)
        return self.policy(hidden), self.value(hidden)


class DiceRowNetwork(nn.Module):
    """For dice that are kept for one of several cards: the cards share their weights.

    Every card of the row gets a score of how much to roll for it. The logit of keeping a set of
    dice sums over its dice what the scored cards want of them (the observation says which dice to
    keep for each card), beside a dense layer over the whole observation.
    """

    def __init__(self, layout: Layout, num_actions: int, config: NetworkConfig) -> None:
        super().__init__()
        places = layout.slices()
        slots = [place for name, place in places.items() if name.startswith("slot_")]
        self.num_slots = len(slots)
        self.first, self.last = slots[0].start, slots[-1].stop
        self.slot_size = (self.last - self.first) // self.num_slots
        labels = layout.blocks[list(places).index("slot_0")].labels
        wanted = [index for index, label in enumerate(labels) if label.startswith("keep die")]
        self.wanted_from, self.num_dice = wanted[0], len(wanted)
        rest = layout.size - (self.last - self.first)
        inner = config.slot_width
        self.slot = nn.Sequential(nn.Linear(self.slot_size, inner), nn.ReLU())
        self.body = nn.Sequential(
            nn.Linear(rest + self.num_slots * inner, config.width), nn.ReLU(),
            nn.Linear(config.width, config.width), nn.ReLU(),
        )  # fmt: skip
        self.slot_context = nn.Linear(config.width, inner)
        self.slot_own = nn.Linear(inner, inner)
        self.slot_scores = _small(nn.Linear(inner, 3))  # roll for it, take it, take it alone
        self.dice = _small(nn.Linear(config.width, self.num_dice))
        self.policy = _small(nn.Linear(config.width, num_actions))
        self.value = nn.Linear(config.width, 1)
        keeps = np.arange(2**self.num_dice)[:, None] >> np.arange(self.num_dice) & 1
        self.register_buffer("keeps", torch.tensor(keeps.T, dtype=torch.float32), False)

    def forward(self, observation: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (N, A) and values (N, 1)."""
        row = observation[:, self.first : self.last]
        row = row.reshape(-1, self.num_slots, self.slot_size)
        rest = torch.cat([observation[:, : self.first], observation[:, self.last :]], 1)
        slots = self.slot(row)
        hidden = self.body(torch.cat([rest, slots.flatten(1)], 1))
        mixed = torch.relu(self.slot_own(slots) + self.slot_context(hidden)[:, None])
        scores = self.slot_scores(mixed)
        wanted = row[:, :, self.wanted_from : self.wanted_from + self.num_dice] * 2 - 1
        dice = self.dice(hidden) + (scores[:, :, :1] * wanted).sum(1)
        logits = self.policy(hidden)
        assert isinstance(self.keeps, torch.Tensor)
        keep = logits[:, : self.keeps.shape[1]] + dice @ self.keeps
        take = scores[:, :, 1:].transpose(1, 2).flatten(1)
        begin, end = self.keeps.shape[1], self.keeps.shape[1] + take.shape[1]
        return torch.cat([keep, logits[:, begin:end] + take, logits[:, end:]], 1), self.value(
            hidden
        )


NETWORKS: dict[str, type[nn.Module]] = {"vector": VectorNetwork, "dice_row": DiceRowNetwork}


def _small(layer: nn.Linear) -> nn.Linear:
    """Start a head near zero, so that the first policy is close to uniform."""
    nn.init.orthogonal_(layer.weight, 0.01)
    nn.init.zeros_(layer.bias)
    return layer


def make_network(game: Game, options: Any, config: NetworkConfig) -> nn.Module:
    """Make an untrained network for a game; ValueError for an unknown kind."""
    if config.kind not in NETWORKS:
        raise ValueError(f"unknown network {config.kind!r}; networks: {', '.join(NETWORKS)}")
    return NETWORKS[config.kind](game.layout(options), game.num_actions(options), config)


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
        flat = torch.from_numpy(flatten(self.layout, observation))
        logits, _ = self.network(flat)
        logits = logits.masked_fill(~torch.from_numpy(np.ascontiguousarray(mask)), MASKED)
        if self.sample:
            noise = torch.empty_like(logits).exponential_(generator=self._generator)
            logits = torch.log_softmax(logits, 1) - noise.log()  # the Gumbel maximum
        chosen: npt.NDArray[np.int64] = logits.argmax(1).numpy()
        return chosen

    def reset(self, rows: npt.NDArray[np.int64], seeds: npt.NDArray[np.uint64]) -> None:
        """Forget nothing: a decision depends on what is seen alone."""


def flatten(layout: Layout, observation: Any) -> npt.NDArray[np.float32]:
    """Return observations (N, ...), or a dict of them, as (N, size) float32."""
    parts = observation.values() if isinstance(observation, dict) else [observation]
    flat = [np.asarray(part, np.float32).reshape(len(part), -1) for part in parts]
    return flat[0] if len(flat) == 1 else np.concatenate(flat, 1)
