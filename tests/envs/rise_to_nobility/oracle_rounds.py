"""Setup, events, Income and Upkeep of the slow Rise to Nobility (3, 7.3, 7.4, 8.8)."""

from typing import Literal

from tests.envs.rise_to_nobility.oracle_choices import Choices
from tests.envs.rise_to_nobility.oracle_rules import GUILDS
from tests.envs.rise_to_nobility.oracle_state import Choice

Stage = Literal["setup", "event", "turns"]

DIE_FACES = 6


class Rounds(Choices):
    """What happens between the turns."""

    stage: Stage

    # Setup (section 3), in the order of the draws.

    def _set_up(self) -> None:
        self.stage = "setup"
        if self.options.start == "random":
            self.first_player = self.turn_seat = self.chance.below(len(self.seats))
        for seat in self.seats:
            for _ in range(self.rules.misc[f"{self.start_kind}_settlers"]):
                self.held[seat].append(self._draw(self.settlers_left[1]))
        for space in range(len(self.settlers_row)):
            self._refill_settlers(space)
        for space in range(len(self.buildings_row)):
            self._refill_building(space)
        self._refill_council()
        for _ in range(self.table.ships):
            self._dock_ship()
        if self.options.characters:
            for seat in self.seats:
                self.character[seat] = self._draw(self.characters_left)
        if self.options.solo:
            self._draw_objectives()
        if self.options.chancery:
            self._deal_commissions()

    def _draw_objectives(self) -> None:
        """8.9: the one about the Chancery only with it."""
        goals = self.rules.objectives
        pile = [
            name for name, goal in goals.items() if self.options.chancery or goal.kind != "chancery"
        ]
        for _ in range(self.rules.misc["solo_objectives"]):
            self.objectives.append(self._draw(pile))

    def _deal_commissions(self) -> None:
        for seat in self.seats:
            for _ in range(self.rules.misc["commissions_dealt"]):
                self.dealt[seat].append(self._draw(self.commissions_left))
        self.pending = [Choice("setup", seat) for seat in reversed(self.seats)]

    def _end_setup(self) -> None:
        """Return the Commissions not kept; a dice tile for each of the others (3.4)."""
        for seat in self.seats:
            self.commissions_left += self.dealt[seat]
            self.dealt[seat] = []
        if self.options.chancery:
            for seat in self.seats:
                self._draw_dice_tile(seat)

    # Round start.

    def _start_round(self) -> None:
        self.stage = "event"
        self.round += 1
        self.turn_seat = self.first_player
        if self.options.events:
            group = 1 if self.round <= self.rules.misc["events_per_group"] else 2
            self.event = self._draw(self.events_left[group])
            self._apply_event(self.event)

    def _apply_event(self, name: str) -> None:
        """Carry out an event that has its effect now; the others work by `from_event`."""
        event = self.rules.events[name]
        match event.kind:
            case "apprentice_coins":
                for seat in self.seats:
                    earned = event.amount * sum(self.guild_apprentices[seat])
                    self.coins[seat] += min(earned, event.second)
            case "any_good":
                for seat in reversed(self.clockwise(self.first_player)):
                    self._offer_goods(seat, event.amount)
            case "city_tax":
                for seat in self.seats:
                    if self.coins[seat] < event.amount:
                        self._lose_reputation(seat, event.second)
                    self.coins[seat] = max(0, self.coins[seat] - event.amount)
            case "gossip":
                highest = max(self.rep)
                for seat in self.seats:
                    if self.rep[seat] == highest:
                        self._lose_reputation(seat, event.amount)
            case "favour":
                lowest = min(self.vp)
                for seat in self.seats:
                    if self.vp[seat] == lowest:
                        self._gain_reputation(seat, event.amount)

    def _roll_dice(self) -> None:
        """Roll all dice, and the neutral dice that close guilds (8.9)."""
        for seat in self.seats:
            self.dice[seat] = sorted(self._roll() for _ in range(self.table.dice))
        if self.options.solo:
            rolls = [self._roll() for _ in range(self.rules.misc["solo_closed_guilds"])]
            self.closed_guilds = {value - 1 for value in rolls}
        self.stage = "turns"

    def _roll(self) -> int:
        return self.chance.below(DIE_FACES) + 1

    # Income (7.3) and Upkeep (7.4).

    def _pay_income(self) -> None:
        for guild in GUILDS:
            total = self.num_apprentices(guild)
            if total > 0:
                rate = max(0, self.table.income[total - 1] - self.from_event("guild_dues"))
                for seat in self.seats:
                    self.coins[seat] += rate * self.guild_apprentices[seat][guild]
        for seat in self.seats:
            self.coins[seat] += self.rules.misc["chancery_income"] * self.num_in_chancery(seat)

    def _keep_up(self) -> None:
        """Steps 1 to 4; the marker and the round are moved when the next round begins."""
        self._place_tokens()
        self._clear_round()
        self._refill_council()
        self._move_ships()
        self.event = None
