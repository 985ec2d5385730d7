"""Drawn positions: a game of the engine whose record a test may write to, cards by id."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from fiefdom.envs.common.game import Game
from fiefdom.envs.rise_to_nobility.game import GAME
from fiefdom.envs.rise_to_nobility.state import EMPTY, MAIN
from tests.envs.rise_to_nobility.notation import MARKS, value_of
from tests.envs.rise_to_nobility.one_game import IDS, OneGame, members, named

SYMBOLS = "".join(MARKS.values())
COUNTED = {"held": "settlers", "buildings": "buildings", "cards": "commissions"}
CARDS_OF = {
    "settlers_row": "settlers", "buildings_row": "buildings", "council_row": "council",
    "ships": "ships", "tiles": "dice_tiles", "objectives": "solo", "character": "characters",
    "event": "events", **COUNTED,
}  # fmt: skip


def number_of(table: str, card: str | None) -> int:
    """Return the number of a card or tile in the record; EMPTY for none."""
    return EMPTY if card is None else IDS[table].index(card)


def bits(numbers: Iterable[int]) -> int:
    """Return a set of numbers as the record has it."""
    return sum(1 << number for number in numbers)


class Table(OneGame):
    """A game that asks every decision, at the first turn of seat 0 in round 1.

    Without events and characters unless they are asked for; everybody keeps the first Commission.
    """

    def __init__(
        self,
        num_players: int = 3,
        seed: int = 1,
        game: Game = GAME,
        in_setup: bool = False,
        **options: Any,
    ) -> None:
        chosen = {"events": False, "characters": False, "skip_forced": False, **options}
        super().__init__(seed, game=game, num_players=num_players, **chosen)
        while self.phase == "setup" and not in_setup:
            self.play(("keep", 0))

    # What there is.

    def options_of(self, verb: str) -> set[tuple[Any, ...]]:
        """Return the legal decisions of one kind."""
        return {decision for decision in self.legal() if decision[0] == verb}

    def number(self, field: str, seat: int = 0) -> int:
        """Return a number of a seat."""
        return int(self.record[field][seat])

    def numbers(self, *fields: str, seat: int = 0) -> list[int]:
        """Return some numbers of a seat."""
        return [self.number(field, seat) for field in fields]

    def row(self, field: str) -> list[str | None]:
        """Return a row of cards by id."""
        return named(CARDS_OF[field], self.record[field])

    def in_hand(self, field: str, seat: int = 0) -> list[str | None]:
        """Return cards of a seat by id, in order of taking."""
        cards = named(CARDS_OF[field], self.record[field][seat])
        return [card for card in cards if card]

    def completed(self, seat: int = 0) -> list[str]:
        return members("settlers", self.record.completed[seat])

    def marks(self, place: int = 0, seat: int = 0) -> str:
        """Return what is on a dice tile: `.` an open slot, `d` a die, `t` a token."""
        return "".join(SYMBOLS[mark] for mark in self.record.slots[seat, place])

    def deck(self) -> list[str]:
        """Return the Commission cards in the deck, those below the others last."""
        r = self.record
        groups = [r.commission_pool, *r.bottom[: r.num_bottom]]
        return [card for group in groups for card in members("commissions", group)]

    # Forcing.

    def lay(self, field: str, *cards: str | None) -> None:
        """Lay cards on a row, or on the seat's only place of that name; the rest stays empty."""
        self.record[field][...] = EMPTY
        for space, card in enumerate(cards):
            self.record[field].reshape(-1)[space] = number_of(CARDS_OF[field], card)

    def give(self, field: str, *cards: str, seat: int = 0) -> None:
        """Give a seat cards of a kind instead of those it has (`held`, `buildings`, `cards`)."""
        self.record[field][seat] = EMPTY
        for place, card in enumerate(cards):
            self.record[field][seat, place] = number_of(CARDS_OF[field], card)
        self.record[f"num_{field}"][seat] = len(cards)

    def complete(self, *cards: str, seat: int = 0) -> None:
        """Let a seat have completed these Settlers cards, in Houses enough."""
        self.record.completed[seat] = bits(number_of("settlers", card) for card in cards)
        self.record.num_completed[seat] = len(cards)
        self.record.houses[seat] = 7

    def fulfil(self, *tiles: str, seat: int = 0) -> None:
        """Let a seat have fulfilled these Stone Council tiles."""
        self.record.council_done[seat] = bits(number_of("council", tile) for tile in tiles)
        self.record.num_council[seat] = len(tiles)

    def build(self, *buildings: str, seat: int = 0) -> None:
        """Let a seat have these Buildings; `+` behind an id stands for an upgraded one."""
        self.give("buildings", *(name.rstrip("+") for name in buildings), seat=seat)
        self.record.upgraded[seat] = 0
        for lot, name in enumerate(buildings):
            self.record.upgraded[seat, lot] = name.endswith("+")

    def sit(self, *desks: int, seat: int = 0) -> None:
        """Let a seat's Apprentices sit at these desks, besides those who sit already."""
        for desk in desks:
            self.record.desks[desk - 1] = seat

    def commission(self, *cards: tuple[str, str, str], seat: int = 0) -> None:
        """Give a seat Commissions: card, dice tile, and marks as `marks` returns them."""
        self.give("cards", *(card for card, _, _ in cards), seat=seat)
        for place, (_, tile, marks) in enumerate(cards):
            self.record.tiles[seat, place] = number_of("dice_tiles", tile)
            self.record.slots[seat, place] = [SYMBOLS.index(mark) for mark in marks]

    def happen(self, event: str | None) -> None:
        """Let this be the event of the round."""
        self.record.event = number_of("events", event)

    def afford_all(self, seat: int = 0) -> None:
        """Give a seat so much that no sum, price or Good is in its way."""
        self.record.reputation[seat], self.record.used_sum[seat] = 20, 0
        self.record.coins[seat], self.record.goods[seat] = 50, 9

    def turn(self, seat: int, *dice: int) -> None:
        """Begin a turn of a seat with these dice unplaced."""
        r = self.record
        r.mover = r.turn_seat = seat
        r.phase = MAIN
        for name in ("placed", "completed_now", "recalled"):
            r[name] = 0
        r.dice[seat] = np.bincount(dice, minlength=7)[1:]
        self.look()

    def place(self, *decision: Any, seat: int = 0) -> None:
        """Begin a turn of a seat and place a die of the value that the decision needs."""
        self.turn(seat, value_of(decision))
        self.play(decision)

    def may_place(self, *decision: Any, seat: int = 0) -> bool:
        """Say whether a seat may place a die so, were it its turn."""
        self.turn(seat, value_of(decision))
        return decision in self.legal()

    def draw_at_berk(self, seat: int, value: int, kept: int = 0) -> None:
        """Let a seat take a Commission at Berk's Office, with what it needs given to it."""
        r = self.record
        free = [desk for desk in range(12) if r.desks[desk] == EMPTY]
        missing = int(r.num_cards[seat]) - int((r.desks == seat).sum())
        r.desks[free[: max(missing, 0)]] = seat
        r.reputation[seat], r.used_sum[seat], r.berk_dice[:] = 24, 0, 0
        self.place("berk", value, seat=seat)
        self.play(("refresh", "none"))
        self.play(("yes",))
        self.play(("keep", kept))

    def end_round(self) -> None:
        """Let all seats pass, with what they have used this round."""
        before = int(self.record.round_number)
        self.record.passed[:] = 0
        self.turn(int(self.record.first_player))
        while self.phase == "main" and int(self.record.round_number) == before:
            self.play(("pass",))
