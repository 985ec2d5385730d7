"""One of our networks as the policy that MaskablePPO trains; the network itself knows no SB3."""

import dataclasses
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from fiefdom.envs import load
from fiefdom.envs.common.game import Game
from fiefdom.training.legal import WIDE, Choices
from fiefdom.training.networks import NetworkConfig
from fiefdom.training.policy import make_network


class _Heads(nn.Module):
    """A network in the place where SB3 expects the layers before its own heads."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and values."""
        logits, values = self.network(features)
        return logits, values

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Return logits."""
        return self.forward(features)[0]

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """Return values."""
        return self.forward(features)[1]


class LegalDistribution(MaskableCategoricalDistribution):
    """SB3's masked distribution, computed on the legal actions alone."""

    def proba_distribution(self, action_logits: torch.Tensor) -> "LegalDistribution":
        """Take the logits; every action is legal until `apply_masking`."""
        self.logits = action_logits
        self.choices: Choices | None = None
        return self

    def apply_masking(self, masks: Any) -> None:
        """Take the legal actions, (N, A) bool or 0 and 1; None for all."""
        if isinstance(masks, np.ndarray):
            masks = np.array(masks, np.bool_)  # a copy: torch warns of arrays that are read-only
        legal = torch.ones_like(self.logits) if masks is None else torch.as_tensor(masks)
        legal = legal.bool().reshape(self.logits.shape)
        self.choices = Choices(self.logits, legal)

    def _chosen(self) -> Choices:
        if self.choices is None:
            self.apply_masking(None)
        assert self.choices is not None
        return self.choices

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """Return the log-probability of an action in each game."""
        return self._chosen().log_prob(actions)

    def entropy(self) -> torch.Tensor:
        """Return the entropy in each game."""
        return self._chosen().entropy()

    def sample(self) -> torch.Tensor:
        """Draw an action in each game."""
        return self._chosen().sample()

    def mode(self) -> torch.Tensor:
        """Return the most likely action in each game."""
        return self._chosen().mode()


class NetworkPolicy(MaskableActorCriticPolicy):
    """One of our networks as a policy of MaskablePPO; `game`, `options` and `config` name it."""

    def __init__(
        self, *args: Any, game: str, options: dict[str, Any], config: dict[str, Any], **kwargs: Any
    ) -> None:
        self.made_of: dict[str, Any] = {"game": game, "options": options, "config": config}
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        game = load(self.made_of["game"])
        options = game.options(self.made_of["options"])
        network = make_network(game, options, NetworkConfig(**self.made_of["config"]))
        self.mlp_extractor: Any = _Heads(network)
        self.action_net: Any = nn.Identity()
        self.value_net: Any = nn.Identity()
        if game.num_actions(options) >= WIDE:
            self.action_dist = LegalDistribution(game.num_actions(options))
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), eps=1e-5)

    def extract_features(self, obs: Any, features_extractor: Any = None) -> Any:
        """Return the observations flat and of their own dtype: SB3 would make floats of bytes."""
        return obs.flatten(1)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), **self.made_of}


def policy_arguments(game: Game, options: Any, config: NetworkConfig) -> dict[str, Any]:
    """Return what makes NetworkPolicy build a network."""
    return {
        "game": game.name,
        "options": {name: getattr(options, name) for name in options.__dataclass_fields__},
        "config": dataclasses.asdict(config),
    }
