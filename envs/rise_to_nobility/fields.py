"""What a value in rules.json may be: each field reads a value, or refuses it and says what is allowed."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fiefdom.envs.rise_to_nobility.rows import Reward
from fiefdom.envs.rise_to_nobility.rules import STATUSES

MOST_TEXT = 40  # characters of a name or title
MOST_REWARD = 9  # of one kind on one card


class Refused(Exception):
    """The value is not allowed."""


class Field(NamedTuple):
    """`read` turns a value of the file into that of a row, or raises Refused."""

    read: Callable[[Any], Any]
    allowed: str


def number(low: int, high: int) -> Field:
    """Allow the whole numbers from `low` to `high`."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:  # True is an int, too
            raise Refused
        return value

    return Field(read, f"a whole number from {low} to {high}" if low < high else str(low))


def numbers(shortest: int, longest: int, low: int, high: int, least_sum: int = -99) -> Field:
    """Allow a list of whole numbers whose sum is at least `least_sum`."""
    item = number(low, high)

    def read(value: Any) -> tuple[int, ...]:
        if type(value) is not list or not shortest <= len(value) <= longest:
            raise Refused
        read_numbers = tuple(item.read(entry) for entry in value)
        if sum(read_numbers) < least_sum:
            raise Refused
        return read_numbers

    length = str(longest) if shortest == longest else f"{shortest} to {longest}"
    at_least = f" with a sum of at least {least_sum}" if least_sum > 0 else ""
    return Field(read, f"a list of {length} whole numbers from {low} to {high}{at_least}")


def one_of(names: Iterable[str | int | None]) -> Field:
    """Allow some names or numbers."""
    known = tuple(names)

    def read(value: Any) -> Any:
        if not any(type(value) is type(name) and value == name for name in known):
            raise Refused
        return value

    return Field(read, ", ".join("null" if name is None else repr(name) for name in known))


def _read_text(value: Any) -> str:
    if type(value) is not str or not 0 < len(value) <= MOST_TEXT or not value.isprintable():
        raise Refused
    return value


def _read_reward(value: Any) -> Reward:
    if type(value) is not dict or not set(value) <= set(Reward._fields):
        raise Refused
    return Reward(**{name: _REWARD_NUMBER.read(amount) for name, amount in value.items()})


def marks(fields: Iterable[str]) -> Field:
    """Allow the statuses of some fields of a row."""
    known = tuple(fields)

    def read(value: Any) -> tuple[tuple[str, str], ...]:
        if type(value) is not dict or not set(value) <= set(known):
            raise Refused
        return tuple((name, STATUS.read(status)) for name, status in value.items())

    return Field(read, f"a status ({STATUS.allowed}) for some of {', '.join(known)}")


_REWARD_NUMBER = number(0, MOST_REWARD)
STATUS = one_of(STATUSES)
TEXT = Field(_read_text, f"a text of 1 to {MOST_TEXT} characters")
TEXT_OR_NULL = Field(
    lambda value: None if value is None else _read_text(value), f"{TEXT.allowed}, or null"
)
REWARD = Field(_read_reward, f"numbers from 0 to {MOST_REWARD} of {', '.join(Reward._fields)}")
