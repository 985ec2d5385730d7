"""One game of the engine: the compiled loops on a batch of one, read as plain Python values."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.king_of_the_dice import GAME
from fiefdom.envs.king_of_the_dice.rules import CITIZENS
from fiefdom.envs.king_of_the_dice.state import EMPTY, PHASES

CARD_IDS = [citizen.id for citizen in CITIZENS]
NUMBER_OF_CARD = {card: number for number, card in enumerate(CARD_IDS)}
ROW = np.zeros(1, np.int64)
LAST_MOVER = np.full(1, -1, np.int64)


def card_name(number: int) -> str | None:
    """Return the id of a citizen by its number, None for a gap."""
    return None if number == EMPTY else CARD_IDS[number]


def card_names(bits: int) -> set[str]:
    """Return the ids of the citizens of a set that is kept as bits."""
    return {card for number, card in enumerate(CARD_IDS) if int(bits) >> number & 1}


def card_bits(cards: str) -> np.uint64:
    """Return citizens, written as ids with spaces between, as bits."""
    return np.uint64(sum(1 << NUMBER_OF_CARD[card] for card in cards.split()))


class OneGame:
    """A game on buffers of its own.

    Attributes:
        options: The game's options.
        state: The bytes of the game, a batch of one.
        record: The same bytes as a record: what is written to a field is written to the game.
    """

    def __init__(self, seed: int = 0, **options: Any) -> None:
        """Deal the game of a seed."""
        self.options = GAME.options(options)
        self.state = GAME.new_states(self.options, 1)
        self.record = GAME.record(self.state[0])
        self._seed = np.zeros(1, np.uint64)
        self._observation = np.zeros((1, GAME.layout(self.options).size), np.float32)
        self._mask = np.zeros((1, GAME.mask_width(self.options)), np.uint8)
        self._mover = np.zeros(1, np.int64)
        self._rewards = np.zeros((1, self.options.num_players))
        self._ended = np.zeros((1, 2), np.uint8)
        self._last = np.zeros_like(self._observation)
        self._finals = np.zeros((1, 2, self.options.num_players), np.int64)
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """Deal the game of a seed under the same options."""
        self._seed[0] = seed
        rules = GAME.rules_bytes
        GAME.loops.reset(rules, self.state, ROW, self._seed, self._mover)
        shown = (self._mover, self._observation, self._mask)
        GAME.loops.view(rules, self.state, ROW, *shown)

    def copy(self) -> "OneGame":
        """Return a game with the same bytes."""
        options = {name: getattr(self.options, name) for name in self.options.__dataclass_fields__}
        twin = OneGame(**options)
        twin.state[:] = self.state
        twin.look()
        return twin

    def step(self, action: int) -> bool:
        """Play an action; return False if the engine refuses it."""
        actions = np.array([action], np.int64)
        shown = (self._observation, self._mask, self._mover)
        paid = (self._rewards, self._ended, self._last, self._finals)
        games = (GAME.rules_bytes, self.state, ROW)
        return bool(GAME.loops.step(*games, actions, self._seed, False, LAST_MOVER, *shown, *paid))

    def play(self, *actions: int) -> "OneGame":
        """Play actions, all of which must be legal."""
        for action in actions:
            assert self.step(action), f"action {action} is not one of {self.legal()}"
        return self

    def look(self, seat: int | None = None) -> npt.NDArray[np.float32]:
        """Return what a seat observes, by default the mover; needed after a field is written."""
        seats = np.array([self.mover if seat is None else seat], np.int64)
        mask = np.zeros_like(self._mask)
        rules = GAME.rules_bytes
        GAME.loops.view(rules, self.state, ROW, seats, self._observation, mask)
        if seat is None or seat == self.mover:
            self._mask[:] = mask
        return np.array(self._observation[0])

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions, smallest first."""
        return [int(action) for action in np.flatnonzero(self._mask[0])]

    @property
    def mover(self) -> int:
        """The seat to decide."""
        return int(self.record.mover)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.over)

    @property
    def phase(self) -> str | None:
        """What is to be decided; None once the game is over."""
        return None if self.over else PHASES[int(self.record.phase)]

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
        seats = range(self.options.num_players)
        return [int(self.record.points[seat]) - int(self.record.minus[seat]) for seat in seats]

    @property
    def rewards(self) -> list[float]:
        """What each seat got for the last step."""
        return [float(reward) for reward in self._rewards[0]]

    @property
    def finals(self) -> list[list[int]]:
        """The scores and the ranks of the finished game."""
        return [[int(number) for number in row] for row in self._finals[0]]

    def cards(self, seat: int) -> set[str]:
        """Return the citizens on a seat's pile."""
        return card_names(self.record.kingdoms[seat])
