"""One game of the engine in the words of King of the Dice."""

from fiefdom.envs.king_of_the_dice import GAME
from fiefdom.envs.king_of_the_dice.rules import CITIZENS
from fiefdom.envs.king_of_the_dice.state import EMPTY, PHASES
from tests.envs.single_game import SingleGame

CARD_IDS = [citizen.id for citizen in CITIZENS]
NUMBER_OF_CARD = {card: number for number, card in enumerate(CARD_IDS)}


def card_name(number: int) -> str | None:
    """Return the id of a citizen by its number, None for a gap."""
    return None if number == EMPTY else CARD_IDS[number]


def card_names(bits: int) -> set[str]:
    """Return the ids of the citizens of a set that is kept as bits."""
    return {card for number, card in enumerate(CARD_IDS) if int(bits) >> number & 1}


def card_bits(cards: str) -> int:
    """Return citizens, written as ids with spaces between, as bits."""
    return sum(1 << NUMBER_OF_CARD[card] for card in cards.split())


class OneGame(SingleGame):
    """A game whose decisions are the numbers of actions, and whose citizens have ids."""

    GAME = GAME
    PHASES = PHASES

    @property
    def dice(self) -> list[int]:
        """The faces of the six dice."""
        return [int(face) for face in self.record.dice]

    @property
    def row(self) -> list[str | None]:
        """The citizens from left to right."""
        return [card_name(number) for number in self.record.row.tolist()]

    @property
    def scores(self) -> list[int]:
        """The points of each seat."""
        points = zip(self.by_seat("points"), self.by_seat("minus"), strict=True)
        return [plus - minus for plus, minus in points]

    def cards(self, seat: int) -> set[str]:
        """Return the citizens on a seat's pile."""
        return card_names(self.record.kingdoms[seat])
