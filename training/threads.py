"""How many threads torch should use: measured, since more are often slower for small networks."""

import os
import time

import torch
from torch import nn

from fiefdom.training.settings import Tuning


def choose_threads(network: nn.Module, seen: torch.Tensor, settings: Tuning) -> int:
    """Measure which number of torch threads is fastest for a rollout and its update.

    Args:
        network: what learns.
        seen: (games, size) observations; a network may cost more where more can be decided.
        settings: sizes of rollout and update.
    """
    batch = seen[torch.arange(settings.minibatch) % len(seen)]
    updates = settings.epochs * settings.rollout * settings.games / settings.minibatch
    times = {}
    for threads in sorted({1, allowed_cores()}):
        torch.set_num_threads(threads)
        times[threads] = 2 * settings.rollout * _seconds(network, seen, False)
        times[threads] += updates * _seconds(network, batch, True)
    return min(times, key=lambda threads: times[threads])


def allowed_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _seconds(network: nn.Module, seen: torch.Tensor, learn: bool, repeats: int = 5) -> float:
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        with torch.set_grad_enabled(learn):
            logits, values = network(seen)
        if learn:
            (logits.sum() + values.sum()).backward()
            network.zero_grad()
        best = min(best, time.perf_counter() - start)
    return best
