"""One game of the engine in the words of Rise to Nobility: cards by id, decisions as tuples."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.rise_to_nobility import actions as a
from fiefdom.envs.rise_to_nobility.choices import fill_legal
from fiefdom.envs.rise_to_nobility.game import GAME
from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.state import PHASES
from tests.envs.single_game import SingleGame

RULES = load_rules()
IDS = {
    name: [row.id for row in getattr(RULES, name)]
    for name in (
        "settlers", "buildings", "council", "ships", "dice_tiles", "commissions", "characters",
        "events", "solo",
    )
}  # fmt: skip
PLACES = {
    "castle": a.CASTLE_DIE, "berk": a.BERK_DIE, "tavern": a.TAVERN_DIE, "yard": a.YARD_DIE,
    "hall": a.HALL_DIE, "council": a.COUNCIL_DIE,
}  # fmt: skip
REFRESH = {
    "none": a.REFRESH_NONE, "settlers": a.REFRESH_SETTLERS, "buildings": a.REFRESH_BUILDINGS,
}  # fmt: skip


Decision = tuple[Any, ...]


def decisions() -> list[Decision]:
    """Return the decision that each of the 250 actions stands for."""
    values = range(1, 7)
    return [
        ("pass",), ("end_turn",), ("character",),
        *(("modify", v, 1) for v in range(1, 6)),
        *(("modify", v, -1) for v in range(2, 7)),
        *(("recall", g) for g in range(6)),
        *(("complete", i) for i in range(6)),
        *(("guild", g, v) for g in range(6) for v in values),
        *(("ship", d, v) for d in range(4) for v in values),
        *((place, v) for place in PLACES for v in values),
        *(("desk", d) for d in range(1, 13)),
        *(("tile", c, v) for c in range(13) for v in values),
        *(("take", s) for s in range(6)),
        *(("buy", s) for s in range(6)),
        *(("upgrade", lot) for lot in range(7)),
        *(("fulfil", s) for s in range(5)),
        *(("good", g) for g in range(6)),
        ("done",), *(("refresh", what) for what in REFRESH), ("yes",), ("no",),
        *(("keep", i) for i in range(3)),
    ]  # fmt: skip


DECISIONS = decisions()
ACTION_OF = {decision: action for action, decision in enumerate(DECISIONS)}


def members(table: str, cards: Any) -> list[str]:
    """Return the ids of a set of cards, in the order of the data."""
    return [name for number, name in enumerate(IDS[table]) if int(cards) >> number & 1]


def named(table: str, cards: Any) -> list[str | None]:
    """Return the ids of a row of cards, None on an empty space."""
    return [IDS[table][card] if card >= 0 else None for card in np.atleast_1d(cards)]


class OneGame(SingleGame):
    """A game whose decisions are written as the oracle's."""

    GAME = GAME
    PHASES = PHASES

    def action_of(self, decision: Decision) -> int:
        """Return the action of a decision."""
        return ACTION_OF[decision]

    def in_words(self, actions: list[int]) -> set[Decision]:
        """Return what actions decide."""
        return {DECISIONS[action] for action in actions}

    def look(self, seat: int | None = None) -> npt.NDArray[Any]:
        """Work out what is legal, which the record holds, and return what a seat observes."""
        if not self.over:
            fill_legal(self.game.RULES[0], self.record)
        return super().look(seat)
