"""Cards and tiles in words, for texts and pictures; plain Python."""

from typing import Any

from fiefdom.envs.common.game import rules_hash
from fiefdom.envs.rise_to_nobility.rows import Reward, Rules
from fiefdom.envs.rise_to_nobility.rules import (
    BENEFITS,
    CONDITIONS,
    EVENTS,
    GOOD_LETTERS,
)
from fiefdom.envs.rise_to_nobility.tables import ROWS, RULES

REWARD_TEXTS = {  # for one of a kind, and for more
    "coins": ("{} coin", "{} coins"),
    "rep": ("+{} Reputation",) * 2,
    "mods": ("{} Modifier", "{} Modifiers"),
    "nob": ("+{} Nobility",) * 2,
    "any_good": ("{} Good of choice", "{} Goods of choice"),
    "settler": ("{} Settlers card", "{} Settlers cards"),
    "worker": ("{} Worker", "{} Workers"),
}
KNOWN_RULES = {rules_hash(RULES): ROWS}  # rows by the hash that records carry


def register_rules(hash_of_rules: int, rules: Rules) -> None:
    """Make the rows of a corrected file known, for the texts of games that are played by it."""
    KNOWN_RULES[hash_of_rules] = rules


def rules_of(state: Any) -> Rules:
    """Return the rows by which a record is played.

    Raises:
        ValueError: if this process has not read the file of rules.
    """
    try:
        return KNOWN_RULES[int(state.rules_hash)]
    except KeyError:
        raise ValueError(
            f"the rules {int(state.rules_hash):016x} of this game are not known here; "
            "read their file first: with_rules(path)"
        ) from None


def goods_text(numbers: tuple[int, ...]) -> str:
    """Write Goods as count and letter, as in `2B 1J`."""
    pairs = zip(numbers, GOOD_LETTERS, strict=True)
    return " ".join(f"{number}{letter}" for number, letter in pairs if number) or "nothing"


def reward_text(reward: Reward) -> str:
    """Write a reward in words; nothing if there is none."""
    given = reward._asdict().items()
    return ", ".join(counted(kind, number) for kind, number in given if number)


def counted(kind: str, number: int) -> str:
    """Write a number of one kind of rewards in words."""
    return REWARD_TEXTS[kind][number != 1].format(number)


def card_text(table: str, card: int, rules: Rules) -> str:
    """Name a card by its id and say what matters of it.

    Args:
        table: settlers, buildings, council, ships, dice_tiles, commissions, characters, events or
            solo.
        card: its number in the table, from 0.
        rules: the rows it is from (see `rules_of`).
    """
    row = getattr(rules, table)[card]
    return f"{row.id} ({ROW_TEXTS[table](row)})"


def _reward_behind(reward: Reward) -> str:
    words = reward_text(reward)
    return f", {words}" if words else ""


def _settler(row: Any) -> str:
    gains = f"{row.vp} VP, {counted('worker', row.workers)}{_reward_behind(row.reward)}"
    return f"{row.race}: {goods_text(row.need)} for {gains}"


def _building(row: Any) -> str:
    return f"{row.guild}: {counted('coins', row.cost)} for {row.vp} VP{_reward_behind(row.bonus)}"


def _council(row: Any) -> str:
    coins = counted("coins", row.coins)
    price = f"{goods_text(row.need)}, {coins}, {row.rep_cost} Reputation"
    return f"{price} for {row.vp} VP, {row.nob} Nobility"


def condition_text(row: Any) -> str:
    """Write the condition of a Commission card or solo objective in words."""
    return CONDITIONS[row.kind].format(threshold=row.threshold, arg=row.arg)


def event_text(row: Any) -> str:
    """Write what an event does in words."""
    return EVENTS[row.kind].format(amount=row.amount, second=row.second)


def _event(row: Any) -> str:
    return f"{row.title}: {event_text(row)}" if row.title else event_text(row)


ROW_TEXTS: dict[str, Any] = {
    "settlers": _settler,
    "buildings": _building,
    "council": _council,
    "ships": lambda row: f"pays {goods_text(row.price)}",
    "dice_tiles": lambda row: " ".join(map(str, row.slots)),
    "commissions": lambda row: f"{condition_text(row)}: {row.vp} VP",
    "characters": lambda row: f"{row.name or 'unnamed'}: {reward_text(row.reward)}",
    "events": _event,
    "solo": condition_text,
}


def benefit_text(benefit: str, rules: Rules) -> str:
    """Say what a benefit of desks gives."""
    amount = next(row.amount for row in rules.benefits if row.id == benefit)
    return BENEFITS[benefit].format(amount=amount)


def desk_text(desk: int, rules: Rules) -> str:
    """Say which race a desk (from 0) takes and what it gives."""
    row = rules.chancery[desk]
    return f"desk {desk + 1} ({row.race}): {benefit_text(row.benefit, rules)}"
