"""GAME: Rise to Nobility joined to the shared pieces."""

import os

from fiefdom.envs.common.game import Game, verbs
from fiefdom.envs.common.loops import bind_loops
from fiefdom.envs.common.options import covering_sets
from fiefdom.envs.rise_to_nobility import actions, blocks, draw, engine, observe, options, render
from fiefdom.envs.rise_to_nobility.cards import register_rules
from fiefdom.envs.rise_to_nobility.greedy import Greedy
from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.rules import LONGEST_GAME, MARGIN_SCALE, MAX_PLAYERS, TITLE
from fiefdom.envs.rise_to_nobility.state import STATE
from fiefdom.envs.rise_to_nobility.tables import RULES, make_rules

NAME = "rise_to_nobility"


def num_actions(chosen: options.Options) -> int:
    """Return the number of actions, the same for all options."""
    return actions.NUM_ACTIONS


VERBS = verbs(engine, observe)

GAME = Game(
    name=NAME,
    version=0,
    title=TITLE,
    STATE=STATE,
    RULES=RULES,
    Options=options.Options,
    max_players=MAX_PLAYERS,
    margin_scale=MARGIN_SCALE,
    longest_game=LONGEST_GAME,
    configure=options.configure,
    num_actions=num_actions,
    layout=blocks.layout,
    state_layout=blocks.state_layout,
    loops=bind_loops(NAME, STATE, RULES.dtype, MAX_PLAYERS, MARGIN_SCALE, **VERBS),
    action_text=actions.action_text,
    text=render.text,
    draw=draw.draw,
    agents={"greedy": Greedy},
    option_sets=covering_sets(options.Options),
    **VERBS,
)


def with_rules(path: str | os.PathLike[str]) -> Game:
    """Return the game played by a corrected file of rules; the compiled engine is the same."""
    rows = load_rules(path)
    game = GAME.with_rules(make_rules(rows))
    register_rules(game.rules_hash, rows)
    return game
