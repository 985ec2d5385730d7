"""The distribution over legal actions, computed on these alone: for games with very many actions.

Of 1,854 actions of Carcassonne about 20 are legal; a dense categorical distribution costs nearly
as much as the network there (measured: 50 of 120 microseconds of a decision's gradient).
"""

import torch

MASKED = -1e8  # logit of an illegal action
WIDE = 512  # from so many actions on the dense distribution is slower


class Choices:
    """The legal actions (L) of many games (N), their logits and log-probabilities."""

    def __init__(self, logits: torch.Tensor, mask: torch.Tensor) -> None:
        self.logits, self.mask = logits, mask
        self.game, self.action = mask.nonzero(as_tuple=True)
        legal = logits.reshape(-1).index_select(0, self.game * logits.shape[1] + self.action)
        games = len(logits)
        most = legal.new_full((games,), MASKED)
        most = most.scatter_reduce(0, self.game, legal.detach(), "amax")
        shifted = legal - most[self.game]
        total = legal.new_zeros(games).index_add(0, self.game, shifted.exp())
        self.norm = most + total.log()
        self.log_probs = shifted - total.log().index_select(0, self.game)

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """Return the log-probability of one legal action in each game, (N,)."""
        return self.logits.gather(1, actions[:, None])[:, 0] - self.norm

    def entropy(self) -> torch.Tensor:
        """Return the entropy in each game, (N,)."""
        terms = -self.log_probs.exp() * self.log_probs
        return terms.new_zeros(len(self.logits)).index_add(0, self.game, terms)

    def sample(self, generator: torch.Generator | None = None) -> torch.Tensor:
        """Draw an action in each game, (N,)."""
        limits = self.log_probs.detach().double().exp().cumsum(0)
        count = self.mask.sum(1)
        last = count.cumsum(0) - 1
        low = torch.where(last >= count, limits[last - count], 0)
        chance = torch.rand(len(last), generator=generator, dtype=torch.float64)
        drawn = torch.searchsorted(limits, low + chance * (limits[last] - low), right=True)
        return self.action[drawn.clamp(min=last - count + 1, max=last)]

    def mode(self) -> torch.Tensor:
        """Return the most likely action in each game, (N,)."""
        return self.logits.masked_fill(~self.mask, MASKED).argmax(1)
