"""Cards and tiles in words, for texts and pictures; plain Python."""

import functools
from typing import Any

from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.rows import Reward, Rules
from fiefdom.envs.rise_to_nobility.rules import (
    BENEFITS,
    CONDITIONS,
    EVENTS,
    GOOD_LETTERS,
    RECONSTRUCTED,
)

REWARD_TEXTS = {
    "coins": "{} coins",
    "rep": "+{} Reputation",
    "mods": "{} Modifiers",
    "nob": "+{} Nobility",
    "any_good": "{} Goods of choice",
    "settler": "{} Settlers cards",
    "worker": "{} Workers",
}


@functools.cache
def known_rules() -> Rules:
    """Return the rows of the package's rules.json."""
    return load_rules()


def goods_text(numbers: tuple[int, ...]) -> str:
    """Write Goods as count and letter, as in `2B 1J`."""
    pairs = zip(numbers, GOOD_LETTERS, strict=True)
    return " ".join(f"{number}{letter}" for number, letter in pairs if number) or "nothing"


def reward_text(reward: Reward) -> str:
    """Write a reward in words; nothing if there is none."""
    given = reward._asdict().items()
    return ", ".join(REWARD_TEXTS[kind].format(number) for kind, number in given if number)


def card_text(table: str, card: int, rules: Rules | None = None) -> str:
    """Name a card by its id and say what matters of it.

    Args:
        table: settlers, buildings, council, ships, dice_tiles, commissions, characters, events or
            solo.
        card: its number in the table, from 0.
        rules: the rows it is from; those of the package by default.
    """
    row = getattr(rules or known_rules(), table)[card]
    return f"{row.id} ({ROW_TEXTS[table](row)})"


def _reward_behind(reward: Reward) -> str:
    words = reward_text(reward)
    return f", {words}" if words else ""


def _settler(row: Any) -> str:
    gains = f"{row.vp} VP, {row.workers} Workers{_reward_behind(row.reward)}"
    return f"{row.race}: {goods_text(row.need)} for {gains}"


def _building(row: Any) -> str:
    return f"{row.guild}: {row.cost} coins for {row.vp} VP{_reward_behind(row.bonus)}"


def _council(row: Any) -> str:
    price = f"{goods_text(row.need)}, {row.coins} coins, {row.rep_cost} Reputation"
    return f"{price} for {row.vp} VP, {row.nob} Nobility"


def _condition(row: Any) -> str:
    return CONDITIONS[row.kind].format(threshold=row.threshold, arg=row.arg)


def _event(row: Any) -> str:
    text = EVENTS[row.kind].format(amount=row.amount, second=row.second)
    return f"{row.title}: {text}" if row.title else text


ROW_TEXTS: dict[str, Any] = {
    "settlers": _settler,
    "buildings": _building,
    "council": _council,
    "ships": lambda row: f"pays {goods_text(row.price)}",
    "dice_tiles": lambda row: " ".join(map(str, row.slots)),
    "commissions": lambda row: f"{_condition(row)}: {row.vp} VP",
    "characters": lambda row: f"{row.name or 'unnamed'}: {reward_text(row.reward)}",
    "events": _event,
    "solo": _condition,
}


def desk_text(desk: int, rules: Rules | None = None) -> str:
    """Say which race a desk (from 0) takes and what it gives."""
    rows = rules or known_rules()
    row = rows.chancery[desk]
    amount = next(b.amount for b in rows.benefits if b.id == row.benefit)
    return f"desk {desk + 1} ({row.race}): {BENEFITS[row.benefit].format(amount=amount)}"


def is_reconstructed(table: str, card: int, rules: Rules | None = None) -> bool:
    """Say whether a card's numbers are a guess."""
    return bool(getattr(rules or known_rules(), table)[card].status == RECONSTRUCTED)
