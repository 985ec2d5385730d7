"""The distribution over legal actions against torch's own over all of them."""

import pytest

torch = pytest.importorskip("torch")

from fiefdom.training.legal import Choices

GAMES, ACTIONS = 7, 40


def example() -> tuple["torch.Tensor", "torch.Tensor"]:
    generator = torch.Generator().manual_seed(1)
    logits = 5 * torch.randn(GAMES, ACTIONS, generator=generator)
    mask = torch.rand(GAMES, ACTIONS, generator=generator) < 0.2
    mask[0] = False
    mask[:, 17] = True  # the only one in game 0
    return logits.requires_grad_(), mask


def test_it_agrees_with_the_dense_distribution() -> None:
    logits, mask = example()
    choices = Choices(logits, mask)
    dense = torch.distributions.Categorical(logits=logits.masked_fill(~mask, -1e8))
    actions = dense.sample()
    assert torch.allclose(choices.log_prob(actions), dense.log_prob(actions), atol=1e-5)
    assert torch.allclose(choices.entropy(), dense.entropy(), atol=1e-4)
    assert torch.equal(choices.mode(), dense.probs.argmax(1))
    (ours,) = torch.autograd.grad(
        choices.log_prob(actions).sum() + choices.entropy().sum(), logits, retain_graph=True
    )
    (theirs,) = torch.autograd.grad(dense.log_prob(actions).sum() + dense.entropy().sum(), logits)
    assert torch.allclose(ours, theirs, atol=1e-4)


def test_it_draws_legal_actions_as_often_as_it_should() -> None:
    logits, mask = example()
    choices = Choices(logits.detach(), mask)
    generator = torch.Generator().manual_seed(2)
    counts = torch.zeros(GAMES, ACTIONS)
    draws = 4000
    for _ in range(draws):
        counts[torch.arange(GAMES), choices.sample(generator)] += 1
    wanted = torch.softmax(logits.detach().masked_fill(~mask, -1e8), 1)
    assert (counts[~mask] == 0).all()
    assert torch.allclose(counts / draws, wanted, atol=0.04)
    assert counts[0, 17] == draws


def test_huge_logits_stay_finite() -> None:
    mask = torch.ones(2, 3, dtype=torch.bool)
    choices = Choices(torch.tensor([[1e4, -1e4, 0.0], [-1e5, -1e5, -1e5]]), mask)
    assert torch.isfinite(choices.entropy()).all()
    assert choices.sample()[0] == 0
