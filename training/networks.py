"""Networks for vector observations, as plain torch modules: observations in, logits and value out.

A network knows nothing of SB3, so a trained model plays without it.
"""

import dataclasses
from typing import Any

import numpy as np
import torch
from torch import nn

from fiefdom.envs.common.game import Game


@dataclasses.dataclass(frozen=True)
class NetworkConfig:
    """Size and kind of a network; stored in every checkpoint."""

    kind: str = "vector"
    width: int = 256
    slot_width: int = 64


class VectorNetwork(nn.Module):
    """Two hidden layers over the whole observation; for any game."""

    def __init__(self, game: Game, options: Any, config: NetworkConfig) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(game.layout(options).size, config.width), nn.ReLU(),
            nn.Linear(config.width, config.width), nn.ReLU(),
        )  # fmt: skip
        self.policy = small(nn.Linear(config.width, game.num_actions(options)))
        self.value = nn.Linear(config.width, 1)

    def forward(self, observation: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (N, A) and values (N, 1)."""
        hidden = self.body(observation.float())
        return self.policy(hidden), self.value(hidden)


class DiceRowNetwork(nn.Module):
    """For dice that are kept for one of several cards: the cards share their weights.

    Every card of the row gets a score of how much to roll for it. The logit of keeping a set of
    dice sums over its dice what the scored cards want of them (the observation says which dice to
    keep for each card), beside a dense layer over the whole observation.
    """

    def __init__(self, game: Game, options: Any, config: NetworkConfig) -> None:
        super().__init__()
        layout = game.layout(options)
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
        self.slot_scores = small(nn.Linear(inner, 3))  # roll for it, take it, take it alone
        self.dice = small(nn.Linear(config.width, self.num_dice))
        self.policy = small(nn.Linear(config.width, game.num_actions(options)))
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


def small(layer: nn.Linear) -> nn.Linear:
    """Start a head near zero, so that the first policy is close to uniform."""
    nn.init.orthogonal_(layer.weight, 0.01)
    nn.init.zeros_(layer.bias)
    return layer
