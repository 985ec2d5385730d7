"""The decks, rows and bags of the slow Rise to Nobility: every draw but the dice."""

from typing import Protocol

from tests.envs.rise_to_nobility.oracle_rules import Rules
from tests.envs.rise_to_nobility.oracle_state import SPACE_LEVELS, Commission, Mark, Options, State


class Chance(Protocol):
    """Where the oracle gets its luck from."""

    def below(self, limit: int) -> int:
        """Return an integer from 0 to limit - 1."""


class Decks(State):
    """A state whose cards can be drawn; a deck is a pile in unknown order."""

    def __init__(self, chance: Chance, options: Options, rules: Rules) -> None:
        super().__init__(options, rules)
        self.chance = chance

    def _draw(self, pile: list[str]) -> str:
        drawn = self.rules.in_order(pile)[self.chance.below(len(pile))]
        pile.remove(drawn)
        return drawn

    # Settlers (5.4, 5.5, 9).

    def _draw_settlers(self, level: int) -> str | None:
        """Draw from a deck, else from its discards, else the same of the other level."""
        for deck in (level, 3 - level):
            if not self.settlers_left[deck]:
                self.settlers_left[deck], self.discards[deck] = self.discards[deck], []
            if self.settlers_left[deck]:
                return self._draw(self.settlers_left[deck])
        return None

    def _refill_settlers(self, space: int) -> None:
        self.settlers_row[space] = self._draw_settlers(SPACE_LEVELS[space])

    def _replace_settlers(self) -> None:
        for card in self.settlers_row:
            if card is not None:
                self.discards[self.rules.settlers[card].level].append(card)
        for space in range(len(self.settlers_row)):
            self._refill_settlers(space)

    # Buildings.

    def _refill_building(self, space: int) -> None:
        self.buildings_row[space] = self._draw(self.buildings_left) if self.buildings_left else None

    def _replace_buildings(self) -> None:
        self.buildings_left += [name for name in self.buildings_row if name is not None]
        for space in range(len(self.buildings_row)):
            self._refill_building(space)

    # Stone Council and ships (7.4).

    def _refill_council(self) -> None:
        for space, tile in enumerate(self.council_row):
            if tile is None and self.council_left:
                self.council_row[space] = self._draw(self.council_left)

    def _dock_ship(self) -> None:
        """Dock one of the ships that have not been docked, else the one that left first."""
        if self.ships_left:
            self.ships.append(self._draw(self.ships_left))
        else:
            self.ships.append(self.ships_returned.pop(0))

    def _move_ships(self) -> None:
        self.ships_returned.append(self.ships.pop(0))
        self._dock_ship()

    # Commissions and dice tiles (6.4).

    def num_commissions_left(self) -> int:
        """Return the Commissions in the deck, those rejected among them."""
        return len(self.commissions_left) + sum(map(len, self.commissions_bottom))

    def _draw_commission(self) -> str:
        """Draw from the top: the rejected cards come last, the first group first."""
        if self.commissions_left:
            return self._draw(self.commissions_left)
        drawn = self._draw(self.commissions_bottom[0])
        if not self.commissions_bottom[0]:
            del self.commissions_bottom[0]
        return drawn

    def _keep_commission(self, seat: int, offer: list[str], index: int) -> list[str]:
        """Keep one Commission without its tile, and return the others."""
        card = offer[index]
        returned = [other for other in offer if other != card]
        open_tile: list[Mark] = ["open", "open", "open"]
        kept: Commission = {"id": card, "tile": None, "dice": open_tile, "active": False}
        self.commissions[seat].append(kept)
        seen = self.returned_seen[seat]
        seen += [other for other in returned if other not in seen]
        return returned

    def _draw_dice_tile(self, seat: int) -> None:
        """Give a tile to the Commission that a seat has taken last."""
        self.commissions[seat][-1]["tile"] = self._draw(self.dice_tiles_left)
