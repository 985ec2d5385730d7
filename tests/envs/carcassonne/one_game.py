"""One game of the engine in the words of Carcassonne.

Decisions are written as the oracle's: ("place", x, y, rotation), ("abbey", x, y), ("draw",),
("piece", kind, where), ("pass",), ("wagon", x, y, where), ("home",).
"""

from typing import Any, Self

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.actions import (
    HOME,
    PASS,
    coordinates,
    draw_action,
    piece_action,
    placed_at,
    wagon_action,
    window,
)
from fiefdom.envs.carcassonne.rules import AROUND, CORNERS, SEGMENTS
from fiefdom.envs.carcassonne.state import ABBEY_CHOICE, EMPTY, PHASES, PLACE
from fiefdom.envs.carcassonne.tiles import TILES
from tests.envs.single_game import SingleGame

Decision = tuple[Any, ...]
ABBEY = "ABBEY"
TILE_IDS = [tile.id for tile in TILES]

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
    return None if int(number) == EMPTY else int(number)


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


def place_action(record: Any, x: int, y: int, rotation: int) -> int:
    """Return the action that puts the tile on the cell x, y (the start tile lies at 0, 0)."""
    table = int(record.table)
    west, north = window(record)
    assert 0 <= x - west < table, f"cell ({x},{y}) is outside of the window"
    assert 0 <= y - north < table, f"cell ({x},{y}) is outside of the window"
    return rotation * table * table + (y - north) * table + x - west


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


class OneGame(SingleGame):
    """A game whose decisions are written as the oracle's."""

    GAME = GAME
    PHASES = PHASES

    def action_of(self, decision: Decision) -> int:
        """Return the action of a decision."""
        return action_of(self.record, decision)

    def in_words(self, actions: list[int]) -> set[Decision]:
        """Return what actions decide."""
        return {decision_of(self.record, action) for action in actions}

    # What is set to reach a position.

    def to_place(self, seat: int, tile: str) -> Self:
        """Make it a seat's turn, with this tile drawn (or to be placed as an abbey).

        A tile that was drawn goes back to those undrawn; one of this kind leaves them.
        """
        record = self.record
        if int(record.drawn) != EMPTY:
            self.add_undrawn(TILE_IDS[int(record.drawn)], 1)
        if tile == ABBEY:
            record.drawn = EMPTY
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

    def lay(self, seat: int, tile: str, x: int, y: int, rotation: int = 0) -> Self:
        """Place a tile or an abbey for a seat, up to the choice of a piece."""
        self.to_place(seat, tile)
        return self.play(("abbey", x, y) if tile == ABBEY else ("place", x, y, rotation))

    def turns(self, *turns: str) -> Self:
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
        self.record.drawn = EMPTY
        self.record.phase = ABBEY_CHOICE
        self.play(("draw",))
        assert self.over
        return self.finals[0]

    # What can be read.

    @property
    def turn_seat(self) -> int:
        """The seat whose turn it is."""
        return int(self.record.turn_seat)

    @property
    def drawn(self) -> str | None:
        """The tile that is to be placed."""
        number = int(self.record.drawn)
        return None if number == EMPTY else TILE_IDS[number]

    @property
    def score(self) -> list[int]:
        """The points of each seat."""
        return self.by_seat("score")

    @property
    def tokens(self) -> list[int]:
        """The cloister tokens of each seat."""
        return self.by_seat("tokens")

    @property
    def hands(self) -> list[dict[str, int]]:
        """What each seat has left of each kind."""
        counts = {kind: self.by_seat(field) for kind, field in HANDS.items()}
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


def scripted(*turns: str, **options: Any) -> OneGame:
    """Return a game that asks every decision, after some turns that are written out."""
    return OneGame(**{"skip_forced": False, **options}).turns(*turns)
