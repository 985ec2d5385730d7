"""One game of the engine as the oracle speaks of it: cards by id, decisions as tuples."""

from typing import Any

import numpy as np

from fiefdom.envs.common.one_game import OneGame
from fiefdom.envs.rise_to_nobility import actions as a
from fiefdom.envs.rise_to_nobility.game import GAME
from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.state import PHASES

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
MARKS = ("open", "die", "token")


def decisions() -> list[tuple[Any, ...]]:
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


class Game:
    """A game of the engine."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.options = GAME.options(options)
        self.one = OneGame(GAME, self.options)
        self.one.reset(seed, False)

    @property
    def record(self) -> Any:
        return self.one.record

    def legal(self) -> set[tuple[Any, ...]]:
        return {DECISIONS[action] for action in np.flatnonzero(self.record.legal)}

    def play(self, decision: tuple[Any, ...]) -> None:
        assert self.one.step(ACTION_OF[decision]) == 1, decision

    def view(self) -> dict[str, Any]:
        """Return all there is to the game."""
        r, over = self.record, bool(self.record.over)
        phase = PHASES[r.phase]
        return {
            "over": over,
            "legal": self.legal(),
            "mover": int(r.mover),
            "turn_seat": None if over else int(r.turn_seat),
            "phase": None if over else phase,
            "round": 0 if phase == "setup" else int(r.round_number),
            "first_player": int(r.first_player),
            "event": named("events", r.event)[0],
            **self._table(),
            **self._decks(),
            "seats": [self._seat(seat) for seat in range(self.options.num_players)],
        }

    def _table(self) -> dict[str, Any]:
        r = self.record
        setup = RULES.setup[self.options.num_players - 1]
        return {
            "settlers_row": named("settlers", r.settlers_row),
            "buildings_row": named("buildings", r.buildings_row),
            "council_row": named("council", r.council_row)[: setup.council_row],
            "ships": named("ships", r.ships)[: setup.ships],
            "guild_dice": r.guild_dice.tolist(),
            "ship_dice": r.ship_dice.tolist()[: setup.ships],
            "ranges": [r.castle_dice.tolist(), r.berk_dice.tolist(), r.hall_dice.tolist()],
            "ordered": [
                (int(r.tavern_dice), int(r.tavern_last)),
                (int(r.yard_dice), int(r.yard_last)),
                (int(r.council_dice), int(r.council_last)),
            ],
            "chancery_dice": {v + 1 for v in range(6) if r.chancery_dice >> v & 1},
            "closed_guilds": {g for g in range(6) if r.closed_guilds >> g & 1},
            "desks": {d + 1: int(seat) for d, seat in enumerate(r.desks) if seat >= 0},
            "modifiers_left": int(r.modifiers_left),
            "objectives": [name for name in named("solo", r.objectives) if name],
        }

    def _decks(self) -> dict[str, Any]:
        r = self.record
        bottom = [members("commissions", r.bottom[g]) for g in range(r.num_bottom)]
        returned = [name for name in named("ships", r.ships_bottom) if name]
        return {
            "settlers_left": [members("settlers", r.settlers_left[level]) for level in (0, 1)],
            "discards": [members("settlers", r.settlers_discards[level]) for level in (0, 1)],
            "buildings_left": members("buildings", r.buildings_left),
            "council_left": members("council", r.council_left),
            "ships_left": members("ships", r.ships_left),
            "ships_returned": returned,
            "pool": members("commissions", r.commission_pool) if r.chancery else [],
            "bottom": bottom,
            "tiles_left": members("dice_tiles", r.dice_tiles_left) if r.chancery else [],
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        r = self.record
        lots = range(r.num_buildings[seat])
        return {
            "dice": [v + 1 for v in range(6) for _ in range(r.dice[seat, v])],
            "used": int(r.used_sum[seat]),
            "passed": bool(r.passed[seat]),
            "numbers": [
                int(r[name][seat])
                for name in (
                    "reputation", "nobility", "vp", "coins", "modifiers", "houses", "lot",
                    "reserve",
                )
            ],
            "goods": r.goods[seat].tolist(),
            "apprentices": r.apprentices[seat].tolist(),
            "held": named("settlers", r.held[seat])[: r.num_held[seat]],
            "completed": members("settlers", r.completed[seat]),
            "buildings": [
                (IDS["buildings"][r.buildings[seat, n]], bool(r.upgraded[seat, n])) for n in lots
            ],
            "council_done": members("council", r.council_done[seat]),
            "character": named("characters", r.character[seat])[0],
            "character_used": bool(r.character_used[seat]),
            "commissions": [self._commission(seat, n) for n in range(r.num_cards[seat])],
            "returned": members("commissions", r.returned[seat]),
        }  # fmt: skip

    def _commission(self, seat: int, place: int) -> tuple[Any, ...]:
        r = self.record
        marks = [MARKS[mark] for mark in r.slots[seat, place]]
        tile = named("dice_tiles", r.tiles[seat, place])[0]
        return named("commissions", r.cards[seat, place])[0], tile, marks
