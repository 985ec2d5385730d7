"""What the text and the picture of a position say in the same words; plain Python."""

from typing import Any

import numpy as np

from fiefdom.envs.common.text import victory
from fiefdom.envs.king_of_the_dice.actions import STOP, action_text
from fiefdom.envs.king_of_the_dice.engine import ranks
from fiefdom.envs.king_of_the_dice.rules import CITIZENS
from fiefdom.envs.king_of_the_dice.state import CHOOSE, EMPTY, GIFT_CHOICE, HYPNO_CHOICE, KEEP
from fiefdom.envs.king_of_the_dice.tables import RULES

DOINGS = {
    KEEP: "keeps dice and rolls the others, or stops",
    CHOOSE: "chooses a citizen",
    HYPNO_CHOICE: "may take a second citizen",
    GIFT_CHOICE: "gives the dragon away",
}


def doing(state: Any) -> str:
    """Say what is going on."""
    if state.over:
        return f"game over after {state.turn} turns · {victory(winners(state))}"
    dragon = f" ({CITIZENS[state.dragon].points})" if state.dragon != EMPTY else ""
    return f"turn {state.turn} · player_{state.mover} {DOINGS[int(state.phase)]}{dragon}"


def winners(state: Any) -> list[int]:
    """Return the seats of the first place."""
    places = np.zeros(int(state.num_players), np.int64)
    ranks(RULES[0], state, places)
    return [seat for seat, place in enumerate(places) if place == 1]


def action_lines(state: Any, legal: list[int]) -> list[str]:
    """Return the legal actions with their numbers, in words."""
    return [f"{action:2d} {_short_text(state, action)}" for action in legal]


def _short_text(state: Any, action: int) -> str:
    words = action_text(state, action)
    return words.replace(", roll the rest", "") if action < STOP else words
