"""One game of the engine: the compiled loops on a batch of one, read as plain Python values.

Decisions are written as the oracle's: ("place", x, y, rotation), ("abbey", x, y), ("draw",),
("piece", kind, where), ("pass",), ("wagon", x, y, where), ("home",).
"""

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.actions import (
    HOME,
    PASS,
    coordinates,
    draw_action,
    piece_action,
    place_action,
    placed_at,
    wagon_action,
)
from fiefdom.envs.carcassonne.rules import AROUND, CORNERS, SEGMENTS
from fiefdom.envs.carcassonne.state import ABBEY_CHOICE, NONE, PHASES, PLACE
from fiefdom.envs.carcassonne.tiles import TILES

Decision = tuple[Any, ...]
ABBEY = "ABBEY"
TILE_IDS = [tile.id for tile in TILES]
ROW = np.zeros(1, np.int64)
LAST_MOVER = np.full(1, -1, np.int64)

# What each piece slot means: section 13.3 of the rulebook.
PIECE_SLOTS = (
    *(("follower", where) for where in SEGMENTS),
    *(("wagon", where) for where in SEGMENTS if not where.startswith("field")),
    *(("mayor", where) for where in SEGMENTS if where.startswith("city")),
    *(("barn", corner) for corner in CORNERS),
)
WAGON_PARTS = [where for where in SEGMENTS if not where.startswith("field")]
HANDS = {
    "follower": "followers",
    "wagon": "wagons",
    "mayor": "mayors",
    "barn": "barns",
    "abbey": "abbeys",
}


def seat_or_none(number: Any) -> int | None:
    """Return the seat that holds a bonus tile."""
    return None if int(number) == NONE else int(number)


def decision_of(record: Any, action: int) -> Decision:
    """Return what an action decides in a position."""
    table = int(record.table)
    if action < draw_action(table):
        x, y, rotation = placed_at(record, action)
        return ("abbey", x, y) if record.phase == ABBEY_CHOICE else ("place", x, y, rotation)
    if action == draw_action(table):
        return ("draw",)
    choice, target = action - piece_action(table, 0), action - wagon_action(table, 0)
    if choice <= PASS:
        return ("pass",) if choice == PASS else ("piece", *PIECE_SLOTS[choice])
    if target == HOME:
        return ("home",)
    step, part = divmod(target, len(WAGON_PARTS))
    x, y = coordinates(record, int(record.wagon_from[record.mover]))
    return ("wagon", x + AROUND[step][0], y + AROUND[step][1], WAGON_PARTS[part])


def action_of(record: Any, decision: Decision) -> int:
    """Return the action of a decision in a position."""
    table = int(record.table)
    verb, *rest = decision
    if verb == "place":
        return place_action(record, *rest)
    if verb == "abbey":
        return place_action(record, rest[0], rest[1], 0)
    if verb == "piece":
        return piece_action(table, PIECE_SLOTS.index((rest[0], rest[1])))
    if verb == "wagon":
        x, y = coordinates(record, int(record.wagon_from[record.mover]))
        step = AROUND.index((rest[0] - x, rest[1] - y))
        return wagon_action(table, step * len(WAGON_PARTS) + WAGON_PARTS.index(rest[2]))
    return {
        "draw": draw_action(table),
        "pass": piece_action(table, PASS),
        "home": wagon_action(table, HOME),
    }[verb]


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
        self._observation = np.zeros((1, GAME.layout(self.options).size), np.uint8)
        self._mask = np.zeros((1, GAME.mask_width(self.options)), np.uint8)
        self._mover = np.zeros(1, np.int64)
        self._rewards = np.zeros((1, self.options.num_players))
        self._ended = np.zeros((1, 2), np.uint8)
        self._last = np.zeros_like(self._observation)
        self._finals = np.zeros((1, 2, self.options.num_players), np.int64)
        self._legal: set[Decision] | None = None
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """Deal the game of a seed under the same options."""
        self._seed[0] = seed
        rules = GAME.rules_bytes
        GAME.loops.reset(rules, self.state, ROW, self._seed, self._mover)
        shown = (self._mover, self._observation, self._mask)
        GAME.loops.view(rules, self.state, ROW, *shown)
        self._legal = None

    def copy(self) -> "OneGame":
        """Return a game with the same bytes."""
        twin = OneGame(**dataclasses.asdict(self.options))
        twin.state[:] = self.state
        twin.look()
        return twin

    def step(self, action: int) -> bool:
        """Play an action; return False if the engine refuses it."""
        actions = np.array([action], np.int64)
        shown = (self._observation, self._mask, self._mover)
        paid = (self._rewards, self._ended, self._last, self._finals)
        games = (GAME.rules_bytes, self.state, ROW)
        self._legal = None
        return bool(GAME.loops.step(*games, actions, self._seed, False, LAST_MOVER, *shown, *paid))

    def play(self, *decisions: Decision) -> "OneGame":
        """Play decisions, all of which must be legal."""
        for decision in decisions:
            played = self.step(action_of(self.record, decision))
            assert played, f"{decision} is not one of {self.legal()}"
        return self

    def look(self, seat: int | None = None) -> npt.NDArray[np.uint8]:
        """Return what a seat observes, by default the mover; needed after a field is written."""
        seats = np.array([self.mover if seat is None else seat], np.int64)
        mask = np.zeros_like(self._mask)
        rules = GAME.rules_bytes
        GAME.loops.view(rules, self.state, ROW, seats, self._observation, mask)
        if seat is None or seat == self.mover:
            self._mask[:] = mask
            self._legal = None
        return np.array(self._observation[0])

    def actions(self) -> list[int]:
        """Return the numbers of the legal actions, smallest first."""
        return [int(action) for action in np.flatnonzero(self._mask[0])]

    def legal(self) -> set[Decision]:
        """Return the legal decisions."""
        if self._legal is None:
            self._legal = {decision_of(self.record, action) for action in self.actions()}
        return self._legal

    # What is set to reach a position.

    def to_place(self, seat: int, tile: str) -> "OneGame":
        """Make it a seat's turn, with this tile drawn (or to be placed as an abbey).

        A tile that was drawn goes back to those undrawn; one of this kind leaves them.
        """
        record = self.record
        if int(record.drawn) != NONE:
            self.add_undrawn(TILE_IDS[int(record.drawn)], 1)
        if tile == ABBEY:
            record.drawn = NONE
            record.phase = ABBEY_CHOICE
        else:
            record.drawn = TILE_IDS.index(tile)
            record.phase = PLACE
            if record.undrawn[record.drawn] > 0:
                self.add_undrawn(tile, -1)
        record.turn_seat = record.mover = seat
        self.look()
        return self

    def add_undrawn(self, tile: str, copies: int) -> None:
        """Put copies of a tile to those undrawn, or take them away."""
        self.record.undrawn[TILE_IDS.index(tile)] += copies
        self.record.undrawn_total += copies

    def set_undrawn(self, tiles: str = "") -> None:
        """Leave only these tiles to be drawn, given with spaces between."""
        self.record.undrawn[:] = 0
        self.record.undrawn_total = 0
        for tile in tiles.split():
            self.add_undrawn(tile, 1)

    def lay(self, seat: int, tile: str, x: int, y: int, rotation: int = 0) -> "OneGame":
        """Place a tile or an abbey for a seat, up to the choice of a piece."""
        self.to_place(seat, tile)
        return self.play(("abbey", x, y) if tile == ABBEY else ("place", x, y, rotation))

    def turns(self, *turns: str) -> "OneGame":
        """Play turns such as "0 E 0 -1 2 follower city0": seat, tile, x, y, rotation, piece.

        A wagon that might drive on goes home.
        """
        for turn in turns:
            seat, tile, x, y, rotation, *piece = turn.split()
            self.lay(int(seat), tile, int(x), int(y), int(rotation))
            self.play(("piece", *piece) if piece else ("pass",))
            while self.phase == "wagon":
                self.play(("home",))
        return self

    def finish(self) -> list[int]:
        """End the game with the position as it is; return the scores."""
        self.set_undrawn()
        self.record.abbeys[:] = 0
        self.record.drawn = NONE
        self.record.phase = ABBEY_CHOICE
        self.play(("draw",))
        assert self.over
        return self.finals[0]

    # What can be read.

    @property
    def mover(self) -> int:
        """The seat to decide."""
        return int(self.record.mover)

    @property
    def turn_seat(self) -> int:
        """The seat whose turn it is."""
        return int(self.record.turn_seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.over)

    @property
    def phase(self) -> str | None:
        """What is to be decided; None once the game is over."""
        return None if self.over else PHASES[int(self.record.phase)]

    @property
    def drawn(self) -> str | None:
        """The tile that is to be placed."""
        number = int(self.record.drawn)
        return None if number == NONE else TILE_IDS[number]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.options.num_players)

    @property
    def score(self) -> list[int]:
        """The points of each seat."""
        return self._by_seat("score")

    @property
    def tokens(self) -> list[int]:
        """The cloister tokens of each seat."""
        return self._by_seat("tokens")

    @property
    def hands(self) -> list[dict[str, int]]:
        """What each seat has left of each kind."""
        counts = {kind: self._by_seat(field) for kind, field in HANDS.items()}
        return [{kind: held[seat] for kind, held in counts.items()} for seat in self.seats]

    @property
    def holders(self) -> dict[str, int | None]:
        """Who holds the bonus tiles."""
        names = ("king", "robber", "cleric", "serf")
        return {name: seat_or_none(self.record[name]) for name in names}

    @property
    def undrawn(self) -> dict[str, int]:
        """How many copies of each tile are left to draw."""
        counts = self.record.undrawn.tolist()
        return {tile: count for tile, count in zip(TILE_IDS, counts, strict=True) if count}

    @property
    def rewards(self) -> list[float]:
        """What each seat got for the last step."""
        return [float(reward) for reward in self._rewards[0]]

    @property
    def finals(self) -> list[list[int]]:
        """The scores and the ranks of the finished game."""
        return [[int(number) for number in row] for row in self._finals[0]]

    def _by_seat(self, field: str) -> list[int]:
        return [int(number) for number in self.record[field][: self.options.num_players]]


def scripted(*turns: str, **options: Any) -> OneGame:
    """Return a game that asks every decision, after some turns that are written out."""
    return OneGame(**{"skip_forced": False, **options}).turns(*turns)
