"""The options of Rise to Nobility and how they are written into a record."""

import dataclasses
from typing import Any

from fiefdom.envs.common.options import CommonOptions, choice, configure_common
from fiefdom.envs.rise_to_nobility.rules import MAX_PLAYERS, MIN_PLAYERS

PLAYERS = (*range(2, MAX_PLAYERS + 1), MIN_PLAYERS)  # the default first


@dataclasses.dataclass(frozen=True)
class Options(CommonOptions):
    """Options of Rise to Nobility (sections 1 and 3 of the rules specification)."""

    num_players: int = choice(PLAYERS, "seats; 1 plays the solo game")
    chancery: bool = choice((True, False), "with the Chancery; six players need it")
    events: bool = choice((True, False), "an event in each round")
    characters: bool = choice((True, False), "a character for each player")
    short: bool = choice((False, True), "seven rounds with a richer start")

    def __post_init__(self) -> None:
        """Refuse values, and combinations, that are not allowed."""
        super().__post_init__()
        if self.num_players == MAX_PLAYERS and not self.chancery:
            raise ValueError(
                f"option chancery=False is not allowed with num_players={MAX_PLAYERS}: six players "
                "need the Chancery; use chancery=True or up to 5 players"
            )


def configure(state: Any, options: Options) -> None:
    """Write the options into a record."""
    configure_common(state, options)
    state.chancery = options.chancery
    state.events = options.events
    state.characters = options.characters
    state.short = options.short
