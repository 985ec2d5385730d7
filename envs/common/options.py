"""The options of a game: a frozen dataclass whose fields state their allowed values."""

import dataclasses
import difflib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from fiefdom.envs.common.rewards import MODES, mode_number

O = TypeVar("O")


def choice(allowed: Sequence[Any], meaning: str) -> Any:
    """Declare an option with its allowed values, the first of which is the default."""
    return dataclasses.field(
        default=allowed[0], metadata={"allowed": tuple(allowed), "meaning": meaning}
    )


@dataclasses.dataclass(frozen=True)
class CommonOptions:
    """Options that every game has."""

    reward: str = choice(MODES, "what is paid: the win, the final margin, or each change of it")
    start: str = choice(("first", "random"), "who begins: seat 0, or a seat drawn from the seed")
    skip_forced: bool = choice((True, False), "the engine plays decisions with one legal action")

    def __post_init__(self) -> None:
        """Refuse values that are not allowed."""
        for field in dataclasses.fields(self):
            check(field.name, getattr(self, field.name), field.metadata["allowed"])


def configure_common(state: Any, options: Any) -> None:
    """Write the number of players and the options that every game has into a record."""
    state.num_players = options.num_players
    state.reward = mode_number(options.reward)
    state.random_start = options.start == "random"
    state.skip_forced = options.skip_forced


def check(name: str, value: Any, allowed: Sequence[Any]) -> None:
    """Raise TypeError or ValueError, naming value and allowed ones, unless `value` is allowed."""
    kinds = {type(option) for option in allowed}
    listed = ", ".join(repr(option) for option in allowed)
    if type(value) not in kinds:
        wanted = " or ".join(sorted(kind.__name__ for kind in kinds))
        raise TypeError(
            f"option {name}={value!r} is of type {type(value).__name__}, not {wanted}; "
            f"allowed: {listed}"
        )
    if value not in allowed:
        raise ValueError(f"option {name}={value!r} is not allowed; allowed: {listed}")


def suggest(name: str, known: Iterable[str]) -> str:
    """Return ' (did you mean ...?)' for the nearest known name, or nothing."""
    near = difflib.get_close_matches(name, list(known), 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def make_options(kind: type[O], given: dict[str, Any]) -> O:
    """Build options from keywords; an unknown name is a TypeError that lists the known ones."""
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for name in given:
        if name not in fields:
            raise TypeError(
                f"unknown option {name!r}{suggest(name, fields)}; options: {', '.join(fields)}"
            )
    return kind(**given)


def allowed_values(kind: type[Any]) -> dict[str, tuple[Any, ...]]:
    """Return every option's allowed values, default first."""
    return {field.name: field.metadata["allowed"] for field in dataclasses.fields(kind)}


def covering_sets(
    kind: type[O], repair: Callable[[dict[str, Any]], None] | None = None
) -> tuple[O, ...]:
    """Return a few combinations that together use each allowed value at least once.

    Args:
        kind: the options.
        repair: changes the values of a combination that is not allowed, given by name.
    """
    allowed = allowed_values(kind)
    combinations = []
    for row in range(max(len(values) for values in allowed.values())):
        chosen = {name: values[row % len(values)] for name, values in allowed.items()}
        if repair:
            repair(chosen)
        combinations.append(kind(**chosen))
    return tuple(combinations)


def parse_options(kind: type[Any], texts: Iterable[str]) -> dict[str, Any]:
    """Read `name=value` texts, as typed on a command line, into option values."""
    allowed = allowed_values(kind)
    given = {}
    for text in texts:
        name, equals, written = text.partition("=")
        if not equals:
            raise ValueError(f"option {text!r} is not of the form name=value")
        if name not in allowed:
            raise TypeError(
                f"unknown option {name!r}{suggest(name, allowed)}; options: {', '.join(allowed)}"
            )
        by_text = {str(value).lower(): value for value in allowed[name]}
        if written.lower() not in by_text:
            raise ValueError(
                f"option {name}={written!r} is not allowed; allowed: {', '.join(by_text)}"
            )
        given[name] = by_text[written.lower()]
    return given
