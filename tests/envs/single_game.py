"""One game of an engine, a batch of one on the compiled loops, read as plain Python values."""

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import Game
from fiefdom.envs.common.loops import EVERYONE
from tests.envs.buffers import Buffers


class SingleGame:
    """A game on buffers of its own; a game's tests derive one that has the game's words.

    Attributes:
        GAME: The game, unless another is given.
        PHASES: The names of what may be to be decided, by the number in the record.
        game: The game that is played.
        options: Its options.
        state: The bytes of the game, a batch of one.
        record: The same bytes as a record: what is written to a field is written to the game.
    """

    GAME: ClassVar[Game]
    PHASES: ClassVar[Sequence[str]]

    def __init__(self, seed: int = 0, *, game: Game | None = None, **options: Any) -> None:
        """Deal the game of a seed, by other rules if such a game is given."""
        self.game = game or self.GAME
        self.options = self.game.options(options)
        self._buffers = Buffers(self.game, self.options, 1)
        self.state = self._buffers.states
        self.record = self.game.record(self.state[0])
        self._legal: Any = None
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """Deal the game of a seed under the same options."""
        self._buffers.seeds[0] = seed
        self._buffers.deal()
        self._legal = None

    def copy(self) -> Self:
        """Return a game with the same bytes."""
        twin = type(self)(game=self.game, **dataclasses.asdict(self.options))
        twin.state[:] = self.state
        twin.look()
        return twin

    def step(self, action: int) -> bool:
        """Play an action; return False if the engine refuses it."""
        self._legal = None
        return bool(self._buffers.step(np.array([action], np.int64), restart=False))

    def play(self, *decisions: Any) -> Self:
        """Play decisions, all of which must be legal."""
        for decision in decisions:
            played = self.step(self.action_of(decision))
            assert played, f"{decision} is not one of {self.legal()}"
        return self

    def look(self, seat: int | None = None) -> npt.NDArray[Any]:
        """Return what a seat observes, by default the mover; needed after a field is written."""
        mover = self.mover
        observation, mask = self.view(mover if seat is None else seat)
        if seat is None or seat == mover:
            self._buffers.mask[:] = mask
            self._legal = None
        return observation

    def view(self, seat: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint8]]:
        """Return what a seat observes and the mask it gets."""
        observation = np.zeros_like(self._buffers.observation)
        mask = np.zeros_like(self._buffers.mask)
        self._show(seat, observation, mask)
        return observation[0], mask[0]

    def everything(self) -> npt.NDArray[Any]:
        """Return the whole position, secrets included."""
        size = self.game.state_layout(self.options).size
        out = np.zeros((1, size), self._buffers.observation.dtype)
        self._show(EVERYONE, out, np.zeros_like(self._buffers.mask))
        return np.asarray(out[0])

    def _show(self, seat: int, observation: npt.NDArray[Any], mask: npt.NDArray[np.uint8]) -> None:
        seats = np.array([seat], np.int64)
        rules, rows = self.game.rules_bytes, self._buffers.rows
        self.game.loops.view(rules, self.state, rows, seats, observation, mask)

    def determinize(self, seat: int, seed: int) -> None:
        """Redraw what a seat cannot know."""
        drawn = (np.array([seat], np.int64), np.array([seed], np.uint64))
        rules, rows = self.game.rules_bytes, self._buffers.rows
        self.game.loops.determinize(rules, self.state, rows, *drawn)
        self.look()

    def world(self, seat: int, seed: int) -> Self:
        """Return a game that a seat holds possible."""
        twin = self.copy()
        twin.determinize(seat, seed)
        return twin

    def actions(self) -> list[int]:
        """Return the numbers of the legal actions, smallest first."""
        return [int(action) for action in np.flatnonzero(self._buffers.mask[0])]

    def legal(self) -> Any:
        """Return the legal decisions."""
        if self._legal is None:
            self._legal = self.in_words(self.actions())
        return self._legal

    # The words of a game; without any, a decision is the number of its action.

    def action_of(self, decision: Any) -> int:
        """Return the action of a decision."""
        return int(decision)

    def in_words(self, actions: list[int]) -> Any:
        """Return what actions decide."""
        return actions

    # What can be read.

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
        return None if self.over else self.PHASES[int(self.record.phase)]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.options.num_players)

    @property
    def rewards(self) -> list[float]:
        """What each seat got for the last step."""
        return [float(reward) for reward in self._buffers.rewards[0]]

    @property
    def finals(self) -> list[list[int]]:
        """The scores and the ranks of the finished game."""
        return [[int(number) for number in row] for row in self._buffers.finals[0]]

    @property
    def ranks(self) -> list[int]:
        """The places of the seats if the game ended now."""
        places = np.zeros(self.options.num_players, np.int64)
        self.game.ranks(self.game.RULES[0], self.record, places)
        return [int(place) for place in places]

    def by_seat(self, field: str) -> list[int]:
        """Return a field that has a number for each seat."""
        return [int(number) for number in self.record[field][: self.options.num_players]]

    @classmethod
    def positions(
        cls, seed: int, policy: Callable[[Self, random.Random], Any], **options: Any
    ) -> Iterator[Self]:
        """Play a game and show each position with a decision, and the last one."""
        luck = random.Random(seed)
        game = cls(seed, **options)
        while not game.over:
            yield game
            game.play(policy(game, luck))
        yield game
