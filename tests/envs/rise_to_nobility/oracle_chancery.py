"""The Chancery of the slow Rise to Nobility (section 6): desks, dice tiles, Commissions."""

from tests.envs.rise_to_nobility.oracle_places import Places
from tests.envs.rise_to_nobility.oracle_state import Choice, Commission, Decision

DIE_SLOTS = 6


def slot_of(desk: int) -> int:
    """Return the die slot, and so the die value, of a desk (6.1)."""
    return (desk - 1) % DIE_SLOTS + 1


class Chancery(Places):
    """What the expansion adds to the places; without it there are no desks and no tiles."""

    # 6.2 Apprentices.

    def _desk_options(self, value: int) -> set[Decision]:
        """Return the desks that a die may bring an Apprentice to now."""
        seat = self.turn_seat
        slot_used = value in self.chancery_dice
        if not self.options.chancery or slot_used or self.lot[seat] == 0:
            return set()
        return {
            ("desk", desk)
            for desk in range(1, self.table.desks + 1)
            if slot_of(desk) == value and desk not in self.desks
            if self.rules.desks[desk].race in self.races(seat)
        }

    def _use_desk(self, desk: int) -> None:
        self.chancery_dice.add(slot_of(desk))
        self.lot[self.turn_seat] -= 1
        self.desks[desk] = self.turn_seat

    # 6.5 Dice tiles.

    def _tile_options(self, value: int) -> set[Decision]:
        """Return the own dice tiles with an open slot for a die."""
        own = self.commissions[self.turn_seat]
        return {
            ("tile", index, value)
            for index, commission in enumerate(own)
            if self._open_slots(commission, value)
        }

    def _open_slots(self, commission: Commission, value: int) -> list[int]:
        assert commission["tile"] is not None
        values = self.rules.dice_tiles[commission["tile"]].slots
        marks = commission["dice"]
        return [slot for slot, mark in enumerate(marks) if mark == "open" and values[slot] == value]

    def _use_tile(self, index: int, value: int) -> None:
        """Put the die on the tile; of two open slots with its value it takes the left one."""
        commission = self.commissions[self.turn_seat][index]
        commission["dice"][self._open_slots(commission, value)[0]] = "die"

    def _place_tokens(self) -> None:
        """Upkeep: tokens for dice; a complete tile activates its card."""
        for own in self.commissions:
            for commission in own:
                marks = commission["dice"]
                commission["dice"] = ["token" if mark == "die" else mark for mark in marks]
                commission["active"] = commission["dice"] == ["token"] * 3

    # 6.4 Commissions at Berk's Office.

    def _may_take_commission(self, value: int) -> bool:
        seat = self.turn_seat
        apprentices = self.num_in_chancery(seat)
        return (
            apprentices > 0
            and len(self.commissions[seat]) < 1 + apprentices
            and self.num_commissions_left() > 0
            and len(self.dice_tiles_left) > 0
            and self._can_lose_reputation(seat, self._commission_cost(value))
        )

    def _commission_cost(self, value: int) -> int:
        return self.rules.by_range("commission_rep_by_range", value)

    def _offer_commission(self, value: int) -> None:
        """Ask for the Commission action, if it is allowed."""
        if self._may_take_commission(value):
            self.pending.append(Choice("commission", self.turn_seat, value=value))

    def _draw_offer(self, value: int) -> None:
        wanted = self.rules.by_range("commission_draws_by_range", value)
        count = min(wanted, self.num_commissions_left())
        self.offer = [self._draw_commission() for _ in range(count)]
        self.pending.append(Choice("keep", self.turn_seat, value=value))

    def _keep_from_offer(self, index: int, value: int) -> None:
        """Keep one, lay the others under the deck, pay with Reputation, draw a dice tile."""
        seat = self.turn_seat
        rejected = self._keep_commission(seat, self.offer, index)
        self.offer = []
        if rejected:
            self.commissions_bottom.append(rejected)
        self._lose_reputation(seat, self._commission_cost(value))
        self._draw_dice_tile(seat)
