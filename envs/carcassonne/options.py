"""The options of Carcassonne and how they are written into a record (section 1)."""

import dataclasses
from typing import Any

from fiefdom.envs.carcassonne.rules import (
    FOLLOWERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TABLES,
    TINY_CITY,
)
from fiefdom.envs.common.options import CommonOptions, choice, configure_common

AUTO = "auto"
EXPANSIONS = ("king_robber", "abbey_mayor", "cleric_serf")
CONFIGURATIONS = {
    "full": EXPANSIONS,
    "core": ("king_robber", "cleric_serf"),
    "base": (),
}
SWITCH = (AUTO, True, False)


@dataclasses.dataclass(frozen=True)
class Options(CommonOptions):
    """Options of Carcassonne (section 1 of the rules specification)."""

    num_players: int = choice(range(MIN_PLAYERS, MAX_PLAYERS + 1), "seats")
    configuration: str = choice(tuple(CONFIGURATIONS), "which expansions are in play")
    king_robber: str | bool = choice(SWITCH, "King & Robber Baron; auto: as the configuration")
    abbey_mayor: str | bool = choice(SWITCH, "Abbey & Mayor; auto: as the configuration")
    cleric_serf: str | bool = choice(SWITCH, "Cleric & Serf; auto: as the configuration")
    table: int = choice(TABLES, "cells on a side of the table; the tiles' box keeps off its rim")
    encoding: str = choice(("planes", "dict"), "one Box of planes, or board planes and a vector")
    farmers: bool = choice((True, False), "followers may be placed on fields")
    followers: int = choice(FOLLOWERS, "followers of each player")
    tiny_city: int = choice(TINY_CITY, "points of a completed city of two tiles")
    wagon_move: str = choice(("C2",), "where a wagon drives: on the eight tiles around it")
    abbey_endgame: bool = choice((True, False), "unused abbeys may be placed at the end")
    barn_on_barn_field: bool = choice((False, True), "a second barn may be placed on a farm")
    inn_rule: bool = choice((False, True), "the inn on CS1 doubles its road, 0 if incomplete")
    serf_mode: str = choice((AUTO, "barn", "no_barn"), "auto: barn with Abbey & Mayor")
    serf_no_barn_cities: str = choice(("completed", "all"), "cities that measure a farm")
    token_unoccupied: bool = choice((True, False), "closing an empty cloister gives a token")
    cleric_counts_abbeys: bool = choice((True, False), "abbeys count for the Cleric")
    cs_tiles: str = choice(("all", "described"), "described: without the reconstructed tiles")

    def __post_init__(self) -> None:
        """Refuse values, and combinations, that are not allowed."""
        if self.wagon_move == "C1":
            raise ValueError(
                "option wagon_move='C1' is not available here: its targets may lie any distance "
                "away, and the 64 wagon actions reach the nine tiles of rule 'C2'; allowed: 'C2'"
            )
        super().__post_init__()
        if self.serf_mode == "barn" and not plays(self, "abbey_mayor"):
            raise ValueError(
                "option serf_mode='barn' needs Abbey & Mayor (nobody could ever take the Serf); "
                "use abbey_mayor=True, configuration='full' or serf_mode='no_barn'"
            )


def plays(options: Options, expansion: str) -> bool:
    """Say whether an expansion is in play."""
    switch = getattr(options, expansion)
    if switch == AUTO:
        return expansion in CONFIGURATIONS[options.configuration]
    return bool(switch)


def serf_by_barns(options: Options) -> bool:
    """Say whether the Serf follows the barn variant (8.4) and not the other one (8.5)."""
    if options.serf_mode == AUTO:
        return plays(options, "abbey_mayor")
    return options.serf_mode == "barn"


def configure(state: Any, options: Options) -> None:
    """Write the options into a record."""
    configure_common(state, options)
    state.king_robber = plays(options, "king_robber")
    state.abbey_mayor = plays(options, "abbey_mayor")
    state.cleric_serf = plays(options, "cleric_serf")
    state.described_only = options.cs_tiles == "described"
    state.table = options.table
    state.dict_encoding = options.encoding == "dict"
    state.with_farmers = options.farmers
    state.followers_each = options.followers
    state.tiny_city_two = options.tiny_city != TINY_CITY[0]
    state.abbey_endgame = options.abbey_endgame
    state.barn_on_barn = options.barn_on_barn_field
    state.inn_rule = options.inn_rule
    state.serf_by_barns = serf_by_barns(options)
    state.serf_all_cities = options.serf_no_barn_cities == "all"
    state.token_unoccupied = options.token_unoccupied
    state.cleric_abbeys = options.cleric_counts_abbeys


def add_abbeys(values: dict[str, Any]) -> None:
    """Add Abbey & Mayor to a combination of options that is not allowed without it."""
    if values["serf_mode"] == "barn":
        values["abbey_mayor"] = True
