"""What a seat gains and pays in the slow Rise to Nobility."""

from tests.envs.rise_to_nobility.oracle_decks import Decks
from tests.envs.rise_to_nobility.oracle_rules import GUILDS, Reward
from tests.envs.rise_to_nobility.oracle_state import Choice


class Rewards(Decks):
    """Gains with their limits (sections 2 and 4), and the choices that a reward brings."""

    def _gain_reputation(self, seat: int, steps: int) -> None:
        self.rep[seat] = min(self.rep[seat] + steps, self.rules.misc["rep_max"])

    def _can_lose_reputation(self, seat: int, steps: int) -> bool:
        return self.rep[seat] - steps >= int(self.rules.misc["rep_min"])

    def _lose_reputation(self, seat: int, steps: int) -> None:
        """Go back, not below the first number: only events reach that limit."""
        self.rep[seat] = max(self.rep[seat] - steps, self.rules.misc["rep_min"])

    def _gain_modifiers(self, seat: int, wanted: int) -> None:
        taken = min(wanted, self.modifiers_left)
        self.modifiers[seat] += taken
        self.modifiers_left -= taken

    def _gain_workers(self, seat: int, wanted: int) -> None:
        taken = min(wanted, self.reserve[seat])
        self.reserve[seat] -= taken
        self.lot[seat] += taken

    def _has_goods(self, seat: int, need: list[int]) -> bool:
        return all(self.goods[seat][good] >= need[good] for good in GUILDS)

    def _pay_goods(self, seat: int, need: list[int]) -> None:
        for good in GUILDS:
            self.goods[seat][good] -= need[good]

    def _gain_reward(self, seat: int, reward: Reward) -> None:
        """Take all that asks for nothing; then Goods are chosen, then Settlers cards."""
        self.coins[seat] += reward.get("coins", 0)
        self.nobility[seat] += reward.get("nob", 0)
        self._gain_reputation(seat, reward.get("rep", 0))
        self._gain_modifiers(seat, reward.get("mods", 0))
        self._gain_workers(seat, reward.get("worker", 0))
        cards = reward.get("settler", 0)
        self._offer_cards(seat, must=cards, most=cards)
        self._offer_goods(seat, reward.get("any_good", 0))

    def _offer_goods(self, seat: int, count: int) -> None:
        if count > 0:
            self.pending.append(Choice("good", seat, must=count, left=count))

    def can_take_card(self, seat: int) -> bool:
        """Say whether there is a Settlers card and room for it (5.5)."""
        has_room = len(self.held[seat]) < self.rules.misc["hand_limit"]
        return has_room and any(card is not None for card in self.settlers_row)

    def _offer_cards(self, seat: int, must: int, most: int) -> None:
        """Let a seat take face-up Settlers cards; what it cannot take is lost."""
        if most > 0 and self.can_take_card(seat):
            self.pending.append(Choice("take", seat, must=must, left=most))
