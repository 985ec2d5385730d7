"""GAME: Toy Nim joined to the shared pieces."""

import dataclasses
from typing import Any

from fiefdom.envs.common.game import Game, verbs
from fiefdom.envs.common.loops import bind_loops
from fiefdom.envs.common.options import CommonOptions, choice, configure_common, covering_sets
from fiefdom.envs.toy_nim import actions, draw, engine, observe, render
from fiefdom.envs.toy_nim.greedy import Greedy
from fiefdom.envs.toy_nim.rules import (
    LONGEST_GAME,
    MARGIN_SCALE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    RULES,
    TITLE,
)
from fiefdom.envs.toy_nim.state import LOSES, STATE, WINS

NAME = "toy_nim"


@dataclasses.dataclass(frozen=True)
class Options(CommonOptions):
    """Options of Toy Nim."""

    num_players: int = choice(range(MIN_PLAYERS, MAX_PLAYERS + 1), "seats")
    last: str = choice(("wins", "loses"), "what becomes of whoever takes the last stone")


def configure(state: Any, options: Options) -> None:
    """Write the options into a record."""
    configure_common(state, options)
    state.last = WINS if options.last == "wins" else LOSES


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
