"""A slow second implementation of Carcassonne, written from the rulebook alone.

Numbers in brackets are sections of the rulebook. Nothing is kept about features: each question
about them floods the board again. Luck is asked of a callback, tile by tile, so that the fast
engine can be followed draw by draw.
"""

from collections.abc import Callable
from typing import Any

from tests.envs.carcassonne.oracle_board import CORNERS, Cell, Feature, cells_around
from tests.envs.carcassonne.oracle_options import ABBEY
from tests.envs.carcassonne.oracle_steps import ScoringStep

Decision = tuple[Any, ...]
Draw = Callable[[dict[str, int]], str]

# 7.3 and 7.4: what the pieces other than the barn may stand on.
STANDS_ON = {
    "follower": {"city", "road", "cloister", "field"},
    "wagon": {"city", "road", "cloister"},
    "mayor": {"city"},
}


class Oracle(ScoringStep):
    """One game of Carcassonne; its options are those of `Options`."""

    def __init__(self, draw: Draw, **options: Any) -> None:
        super().__init__(**options)
        self.draw = draw
        self._start_turn()
        self._play_forced()

    # Decisions.

    def legal(self) -> set[Decision]:
        """Return the options of the mover."""
        if self.over:
            return set()
        if self.phase == "abbey":
            return {("draw",)} | {("abbey", *hole) for hole in self.board.holes()}
        if self.phase == "place":
            assert self.drawn is not None
            places = self.board.placements(self.drawn, self.options.table)
            return {("place", *place) for place in places}
        if self.phase == "piece":
            return {("pass",)} | self._feature_choices() | self._barn_choices()
        _, x, y = self.pending_wagons[0]
        return {("home",)} | {("wagon", *part) for part in self.wagon_targets((x, y))}

    def play(self, decision: Decision) -> None:
        """Play a decision, and after it whatever is forced.

        Raises:
            ValueError: If the decision is not legal.
        """
        if decision not in self.legal():
            raise ValueError(f"{decision} is not legal in phase {self.phase}")
        self._play(decision)
        self._play_forced()

    def _play_forced(self) -> None:
        while self.options.skip_forced and len(self.legal()) == 1:
            self._play(*self.legal())

    def _play(self, decision: Decision) -> None:
        verb, *rest = decision
        if verb == "draw":
            self._decline_abbey()
        elif verb == "abbey":
            self._place_abbey(*rest)
        elif verb == "place":
            self._place_tile(*rest)
        elif self.phase == "piece":
            self._place_piece(*rest)
        else:
            self._move_wagon(*rest)

    def _feature_choices(self) -> set[Decision]:
        """Return the pieces for the features of the new tile, each named once (4.3)."""
        hand = self.hands[self.turn_seat]
        position = self.position
        choices: set[Decision] = set()
        seen: set[Feature] = set()
        for part in position.board.parts_on(self.last):
            feature = position.board.feature_of[part]
            if feature not in seen and not position.pieces_on(feature):
                choices |= {
                    ("piece", kind, part[2])
                    for kind, stands_on in STANDS_ON.items()
                    if hand[kind] > 0 and feature.kind in stands_on
                    if self.options.farmers or feature.kind != "field"
                }
            seen.add(feature)
        return choices

    def _barn_choices(self) -> set[Decision]:
        """Return the corners of the new tile that a barn may be placed on (7.2)."""
        if self.hands[self.turn_seat]["barn"] == 0:
            return set()
        return {("piece", "barn", corner) for corner in CORNERS if self._may_hold_barn(corner)}

    def _may_hold_barn(self, corner: str) -> bool:
        if not self.board.is_barn_corner(self.last, corner):
            return False
        has_barn = self.position.barn_owners(self.farm_at(corner))
        return self.options.barn_on_barn_field or not has_barn

    def wagon_targets(self, cell: Cell) -> set[tuple[int, int, str]]:
        """Return where a wagon that stood on a cell may drive (7.4, C2)."""
        position = self.position
        return {
            part
            for near in [cell, *cells_around(cell)]
            for part in position.board.parts_on(near)
            for feature in [position.board.feature_of[part]]
            if feature.kind in STANDS_ON["wagon"] and not feature.complete
            if not position.pieces_on(feature)
        }

    # The turn (section 3).

    def _start_turn(self) -> None:
        self.mover = self.turn_seat
        if not any(self.undrawn.values()):
            self._end_game()
        elif self._can_place_abbey(self.turn_seat):
            self.phase = "abbey"
        else:
            self._draw_tile()

    def _can_place_abbey(self, seat: int) -> bool:
        return self.hands[seat]["abbey"] > 0 and len(self.board.holes()) > 0

    def _draw_tile(self) -> None:
        """Draw until a tile fits; those that do not leave the game."""
        while any(self.undrawn.values()):
            tile = self.draw({tile: count for tile, count in self.undrawn.items() if count > 0})
            assert self.undrawn.get(tile, 0) > 0, f"no copy of {tile} is left"
            self.undrawn[tile] -= 1
            if self.board.placements(tile, self.options.table):
                self.drawn = tile
                self.phase = "place"
                return
            self.discarded.append(tile)
        self._end_game()

    def _decline_abbey(self) -> None:
        if self.in_abbey_round:
            self._next_turn()
        else:
            self._draw_tile()

    def _place_abbey(self, x: int, y: int) -> None:
        self.hands[self.turn_seat]["abbey"] -= 1
        self.abbeys_played += 1
        self._lay(ABBEY, x, y, 0)

    def _place_tile(self, x: int, y: int, rotation: int) -> None:
        assert self.drawn is not None
        self._lay(self.drawn, x, y, rotation)
        self.drawn = None

    def _lay(self, tile: str, x: int, y: int, rotation: int) -> None:
        self.grid[x, y] = (tile, rotation)
        self.last = (x, y)
        self.phase = "piece"

    def _place_piece(self, kind: str | None = None, where: str = "") -> None:
        """Put a piece on the new tile, or none, and score."""
        if kind is not None:
            self.hands[self.turn_seat][kind] -= 1
            self.pieces.add((self.turn_seat, kind, *self.last, where))
        self._score_turn(kind, where)
        self.phase = "wagon"
        self._next_wagon()

    def _next_wagon(self) -> None:
        """Ask the next wagon, clockwise from the active player, or end the turn (7.4)."""
        self.pending_wagons.sort(key=lambda wagon: self.clockwise(self.turn_seat).index(wagon[0]))
        if self.pending_wagons:
            self.mover = self.pending_wagons[0][0]
        else:
            self._next_turn()

    def _move_wagon(self, *target: Any) -> None:
        seat, _, _ = self.pending_wagons.pop(0)
        if target:
            x, y, where = target
            self.pieces.add((seat, "wagon", x, y, where))
        else:
            self.hands[seat]["wagon"] += 1
        self._next_wagon()

    def _next_turn(self) -> None:
        self._compare_farms()
        if self.in_abbey_round:
            self._next_in_round()
        else:
            self.turn_seat = self.clockwise(self.turn_seat)[1]
            self._start_turn()

    def _end_game(self) -> None:
        """Begin the abbey round with the seat that has no tile to draw (7.1)."""
        self.in_abbey_round = self.options.abbey_endgame
        if self.in_abbey_round:
            self._yet_in_round = self.clockwise(self.turn_seat)
        self._next_in_round()

    def _next_in_round(self) -> None:
        while self._yet_in_round:
            seat = self._yet_in_round.pop(0)
            if self._can_place_abbey(seat):
                self.turn_seat = self.mover = seat
                self.phase = "abbey"
                return
        self.score = self.final_scores()
        self.in_abbey_round = False
        self.phase = None
        self.over = True
