"""What each reward mode pays, worked out again from scores and ranks."""

from collections.abc import Sequence


def margins(scores: Sequence[int], scale: float) -> list[float]:
    """Return own score minus the mean of the others, over the game's scale."""
    others = max(1, len(scores) - 1)
    alone = len(scores) == 1
    return [(own - (0 if alone else (sum(scores) - own) / others)) / scale for own in scores]


def shares(ranks: Sequence[int]) -> list[float]:
    """Return what mode win pays for these places."""
    players, winners = len(ranks), ranks.count(1)
    if players == 1:
        return [1.0 if winners else -1.0]
    won, lost = (players / winners - 1) / (players - 1), -1 / (players - 1)
    return [won if rank == 1 else lost for rank in ranks]


def due(
    mode: str, before: Sequence[int], now: Sequence[int], ranks: Sequence[int] | None, scale: float
) -> list[float]:
    """Return what a step pays: scores before and after it, and the ranks if it ended the game."""
    if mode == "score":
        pairs = zip(margins(before, scale), margins(now, scale), strict=True)
        return [new - old for old, new in pairs]
    if ranks is None:
        return [0.0] * len(now)
    return margins(now, scale) if mode == "margin" else shares(ranks)
