"""GAME: King of the Dice joined to the shared pieces."""

import dataclasses
from typing import Any

from fiefdom.envs.common.game import Game, verbs
from fiefdom.envs.common.loops import bind_loops
from fiefdom.envs.common.options import CommonOptions, choice, configure_common, covering_sets
from fiefdom.envs.king_of_the_dice import actions, draw, engine, observe, render
from fiefdom.envs.king_of_the_dice.greedy import Greedy
from fiefdom.envs.king_of_the_dice.rules import (
    LONGEST_GAME,
    MARGIN_SCALE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TITLE,
)
from fiefdom.envs.king_of_the_dice.state import AT_LEAST, EXACT, NEXT_TURN, STATE, TOP_CARD
from fiefdom.envs.king_of_the_dice.tables import RULES

NAME = "king_of_the_dice"


@dataclasses.dataclass(frozen=True)
class Options(CommonOptions):
    """Options of King of the Dice (section 6 of the rules specification)."""

    num_players: int = choice(range(MIN_PLAYERS, MAX_PLAYERS + 1), "seats")
    count_mode: str = choice(("at_least", "exact"), "dice asked for by number or colour")
    orc_distinct: bool = choice((True, False), "different orc symbols need different numbers")
    village: str = choice(("optional", "auto"), "a matching village may be left, or is taken")
    elf_mode: str = choice(("next_turn", "top_card"), "when an elf gives four rolls")


def configure(state: Any, options: Options) -> None:
    """Write the options into a record."""
    configure_common(state, options)
    state.count_mode = EXACT if options.count_mode == "exact" else AT_LEAST
    state.orc_distinct = options.orc_distinct
    state.village_auto = options.village == "auto"
    state.elf_mode = TOP_CARD if options.elf_mode == "top_card" else NEXT_TURN


def num_actions(options: Options) -> int:
    """Return the number of actions, the same for all options."""
    return actions.NUM_ACTIONS


VERBS = verbs(engine, observe)

GAME = Game(
    name=NAME,
    version=0,
    title=TITLE,
    STATE=STATE,
    RULES=RULES,
    Options=Options,
    max_players=MAX_PLAYERS,
    margin_scale=MARGIN_SCALE,
    longest_game=LONGEST_GAME,
    configure=configure,
    num_actions=num_actions,
    layout=observe.layout,
    state_layout=observe.layout,
    loops=bind_loops(NAME, STATE, RULES.dtype, MAX_PLAYERS, MARGIN_SCALE, **VERBS),
    action_text=actions.action_text,
    text=render.text,
    draw=draw.draw,
    agents={"greedy": Greedy},
    option_sets=covering_sets(Options),
    secrets=False,
    **VERBS,
)
