"""Cards and tiles as the numbers that observations show, each with its label."""

from collections.abc import Iterator

from fiefdom.envs.rise_to_nobility.rows import (
    Building,
    CouncilTile,
    Reward,
    Settler,
    Ship,
)
from fiefdom.envs.rise_to_nobility.rules import COUNTS, GOODS, LEVELS, RACES

Features = dict[str, float]
REWARD_NAMES = {  # what a number of a reward is called, and what it is divided by
    "coins": ("coins", 5),
    "rep": ("Reputation", 5),
    "mods": ("Modifiers", 5),
    "nob": ("Nobility", 1),
    "any_good": ("Goods of choice", 1),
    "settler": ("Settlers cards", 1),
    "worker": ("Workers", 1),
}


def _over(label: str, number: int, scale: int) -> tuple[str, float]:
    return (f"{label} / {scale}" if scale > 1 else label), number / scale


def _one_of(label: str, names: tuple[str, ...], name: str) -> Iterator[tuple[str, float]]:
    return ((f"{label} {other}", float(other == name)) for other in names)


def _by_good(label: str, numbers: tuple[int, ...], scale: int) -> Iterator[tuple[str, float]]:
    pairs = zip(GOODS, numbers, strict=True)
    return (_over(label.format(good), number, scale) for good, number in pairs)


def _reward(label: str, reward: Reward) -> Iterator[tuple[str, float]]:
    for field, (name, scale) in REWARD_NAMES.items():
        yield _over(f"{label}: {name}", getattr(reward, field), scale)


def settler_features(card: int, row: Settler) -> Features:
    """Return a Settlers card as numbers."""
    return dict(
        [
            _over("(card + 1)", card + 1, COUNTS["settlers"]),
            ("level II", float(row.level == LEVELS[1])),
            *_one_of("race", RACES, row.race),
            *_by_good("{} to pay", row.need, 3),
            _over("Workers", row.workers, 3),
            _over("VP", row.vp, 10),
            *_reward("reward", row.reward),
        ]
    )


def building_features(card: int, row: Building) -> Features:
    """Return a Building as numbers."""
    return dict(
        [
            _over("(tile + 1)", card + 1, COUNTS["buildings"]),
            *_one_of("guild", GOODS, row.guild),
            _over("cost", row.cost, 7),
            _over("VP", row.vp, 10),
            _over("Nobility", row.nob, 1),
            *_reward("bonus", row.bonus),
            _over("upgrade cost", row.up_cost, 7),
            _over("upgrade VP", row.up_vp, 10),
            _over("upgrade Nobility", row.up_nob, 1),
        ]
    )


def council_features(card: int, row: CouncilTile) -> Features:
    """Return a Stone Council tile as numbers."""
    return dict(
        [
            _over("(tile + 1)", card + 1, COUNTS["council"]),
            *_by_good("{} to pay", row.need, 3),
            _over("coins", row.coins, 5),
            _over("VP", row.vp, 10),
            _over("Nobility", row.nob, 1),
            _over("Reputation to pay", row.rep_cost, 2),
        ]
    )


def ship_features(card: int, row: Ship) -> Features:
    """Return a ship as numbers."""
    return dict(
        [
            _over("(ship + 1)", card + 1, COUNTS["ships"]),
            *_by_good("price of {}", row.price, 4),
        ]
    )
