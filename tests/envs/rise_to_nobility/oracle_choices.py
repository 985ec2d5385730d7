"""The pending choices of the slow Rise to Nobility (7.2): their options and what they lead to."""

from typing import Any

from tests.envs.rise_to_nobility.oracle_chancery import Chancery
from tests.envs.rise_to_nobility.oracle_rules import GUILDS
from tests.envs.rise_to_nobility.oracle_state import Choice, Decision

YES_NO: set[Decision] = {("yes",), ("no",)}
REFRESH: set[Decision] = {("refresh", what) for what in ("none", "settlers", "buildings")}


class Choices(Chancery):
    """The newest choice is answered first; answering it may bring another."""

    def _choice_options(self, choice: Choice) -> set[Decision]:
        done: set[Decision] = {("done",)} if choice.must == 0 else set()
        match choice.phase:
            case "apprentice" | "commission":
                return YES_NO
            case "refresh":
                return REFRESH
            case "good":
                return {("good", good) for good in GUILDS}
            case "sell":
                return done | {("good", good) for good in self.sellable(choice.dock)}
            case "take":
                row = enumerate(self.settlers_row)
                return done | {("take", space) for space, card in row if card is not None}
            case "hall":
                return self.hall_options(choice.value)
            case "tile":
                return {("fulfil", space) for space in self.payable_tiles()}
            case "keep":
                return {("keep", index) for index in range(len(self.offer))}
            case "setup":
                return {("keep", index) for index in range(len(self.dealt[choice.seat]))}
        raise AssertionError(f"{choice.phase} is no pending choice")

    def _answer(self, choice: Choice, decision: Decision) -> None:
        """Carry out an option of the newest choice."""
        self.pending.pop()
        verb, *rest = decision
        match choice.phase:
            case "apprentice":
                if verb == "yes":
                    self._send_apprentice(choice)
            case "commission":
                if verb == "yes":
                    self._draw_offer(choice.value)
            case "refresh":
                self._refresh(rest[0])
                self._offer_commission(choice.value)
            case "good" | "sell" | "take":
                if verb != "done":
                    self._answer_one_of_several(choice, *rest)
            case "hall":
                act = self._buy if verb == "buy" else self._upgrade
                act(rest[0], choice.value)
            case "tile":
                self._fulfil(*rest)
            case "keep":
                self._keep_from_offer(rest[0], choice.value)
            case "setup":
                self._keep_dealt(choice.seat, *rest)

    def _send_apprentice(self, choice: Choice) -> None:
        self.lot[choice.seat] -= 1
        self.guild_apprentices[choice.seat][choice.guild] += 1

    def _refresh(self, what: str) -> None:
        if what == "settlers":
            self._replace_settlers()
        elif what == "buildings":
            self._replace_buildings()

    def _answer_one_of_several(self, choice: Choice, index: Any) -> None:
        """Take or sell one, and ask again while there is something left to choose."""
        left = Choice(choice.phase, choice.seat, dock=choice.dock)
        left.must = max(0, choice.must - 1)
        left.left = choice.left - 1
        if choice.phase == "good":
            self.goods[choice.seat][index] += 1
            can_go_on = True
        elif choice.phase == "sell":
            self._sell(choice.dock, index)
            can_go_on = len(self.sellable(choice.dock)) > 0
        else:
            self._take_card(choice.seat, index)
            can_go_on = self.can_take_card(choice.seat)
        if left.left > 0 and can_go_on:
            self.pending.append(left)

    def _take_card(self, seat: int, space: int) -> None:
        card = self.settlers_row[space]
        assert card is not None
        self.held[seat].append(card)
        self._refill_settlers(space)

    def _keep_dealt(self, seat: int, index: int) -> None:
        """Setup: the others wait until all have chosen (3.4)."""
        self.dealt[seat] = self._keep_commission(seat, self.dealt[seat], index)
