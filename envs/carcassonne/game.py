"""GAME: Carcassonne joined to the shared pieces."""

from fiefdom.envs.carcassonne import actions, draw, engine, observe, render
from fiefdom.envs.carcassonne.greedy import Greedy
from fiefdom.envs.carcassonne.options import Options, add_abbeys, configure
from fiefdom.envs.carcassonne.rules import LONGEST_GAME, MARGIN_SCALE, MAX_PLAYERS, TITLE
from fiefdom.envs.carcassonne.state import STATE
from fiefdom.envs.carcassonne.tables import RULES
from fiefdom.envs.common.game import Game, verbs
from fiefdom.envs.common.loops import bind_loops
from fiefdom.envs.common.options import covering_sets

NAME = "carcassonne"


def num_actions(options: Options) -> int:
    """Return the number of actions, which depends on the table."""
    return actions.count_actions(options.table)


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
    state_layout=observe.state_layout,
    loops=bind_loops(NAME, STATE, RULES.dtype, MAX_PLAYERS, MARGIN_SCALE, **VERBS),
    action_text=actions.action_text,
    text=render.text,
    draw=draw.draw,
    agents={"greedy": Greedy},
    option_sets=covering_sets(Options, add_abbeys),
    secrets=False,
    **VERBS,
)
