"""The scoring step of the slow Carcassonne (section 5) and the four tiles that move in it."""

from tests.envs.carcassonne.oracle_board import Feature, cells_around
from tests.envs.carcassonne.oracle_options import ABBEY
from tests.envs.carcassonne.oracle_scoring import (
    FARM_POINTS,
    JOINED_FARM_POINTS,
    Piece,
    add_up,
    first_with_most,
    with_most,
)
from tests.envs.carcassonne.oracle_state import State


class ScoringStep(State):
    """What happens without a decision once a turn's tile and piece lie."""

    def _score_turn(self, kind: str | None, where: str) -> None:
        """Steps 1 to 6, after a piece of this kind was put there."""
        if where.startswith("field"):
            self._take_serf_first()
        self._score_closed()
        self._score_cloisters()
        if kind == "barn":
            self._score_barn(where)
        self._score_joined_farms()

    def _score_closed(self) -> None:
        """Steps 1 and 3: cities and roads, King and Robber Baron."""
        closed = [feature for feature in self.board.touching(self.last) if feature.complete]
        for feature in closed:
            if feature.kind in ("city", "road"):
                self._pay(self.position.owners(feature), self.position.worth(feature))
                self._send_back(self.position.pieces_on(feature))
        if self.options.king_robber:
            largest = max((city.tiles for city in closed if city.kind == "city"), default=0)
            longest = max((road.tiles for road in closed if road.kind == "road"), default=0)
            if largest > self.king_size:
                self.king, self.king_size = self.turn_seat, largest
            if longest > self.robber_size:
                self.robber, self.robber_size = self.turn_seat, longest

    def _score_cloisters(self) -> None:
        """Steps 2 and 4: cloisters and abbeys that the new tile completes, and the Cleric."""
        for cell in [self.last, *cells_around(self.last)]:
            if (*cell, "cloister") in self.board.feature_of:
                cloister = self.board.feature_of[*cell, "cloister"]
                if cloister.complete:
                    self._score_cloister(cloister, is_abbey=self.grid[cell][0] == ABBEY)
        if self.options.cleric_serf:
            self._award_cleric()

    def _score_cloister(self, cloister: Feature, is_abbey: bool) -> None:
        owners = self.position.owners(cloister)
        self._pay(owners, self.position.worth(cloister))
        self._send_back(self.position.pieces_on(cloister))
        if not self.options.cleric_serf:
            return
        if not is_abbey or self.options.cleric_counts_abbeys:
            for owner in owners:
                self.cloisters_scored[owner] += 1
        gives_token = self.turn_seat not in owners if owners else self.options.token_unoccupied
        if gives_token and self.token_supply > 0:
            self.token_supply -= 1
            self.tokens[self.turn_seat] += 1

    def _award_cleric(self) -> None:
        """8.2: the first to score takes it, then only who has strictly more than everybody."""
        leaders = with_most(self.cloisters_scored)
        if self.cleric is None and leaders:
            self.cleric = first_with_most(self.cloisters_scored, self.turn_seat)
        elif len(leaders) == 1:
            self.cleric = leaders[0]

    def _score_barn(self, corner: str) -> None:
        """Step 5: the farm of a barn just placed, and the Serf by barns (8.4)."""
        self.barns_played += 1
        removed = self._pay_farmers(self.farm_at(corner), FARM_POINTS)
        follows_barns = self.options.cleric_serf and self.options.serf_follows_barns
        if follows_barns and removed > self.serf_removed:
            self.serf, self.serf_removed = self.turn_seat, removed

    def _score_joined_farms(self) -> None:
        """Step 6: farmers that the new tile has connected with a barn."""
        for part in self.board.parts_on(self.last):
            feature = self.board.feature_of[part]
            if self.position.barn_owners(feature):
                self._pay_farmers(feature, JOINED_FARM_POINTS)

    def _pay_farmers(self, farm: Feature, each: int) -> int:
        """Pay the majority of the farmers for each city, and return how many went home."""
        farmers = self.position.farmers_on(farm)
        winners = with_most(self.position.strengths(farm))
        self._pay(winners, each * self.position.completed_cities(farm))
        self._send_back(farmers)
        return len(farmers)

    def _pay(self, seats: list[int], points: int) -> None:
        self.score = add_up(self.score, [(seat, points) for seat in seats])

    def _send_back(self, pieces: list[Piece]) -> None:
        """Take pieces off the board; wagons wait to be asked where they go."""
        for piece in pieces:
            seat, kind, x, y, _ = piece
            self.pieces.remove(piece)
            if kind == "wagon":
                self.pending_wagons.append((seat, x, y))
            else:
                self.hands[seat][kind] += 1

    # The Serf without barns (8.5).

    def _take_serf_first(self) -> None:
        follows_farmers = self.options.cleric_serf and not self.options.serf_follows_barns
        if follows_farmers and self.serf is None:
            self.serf = self.turn_seat

    def _compare_farms(self) -> None:
        """Move the Serf to who has a larger farm than its holder has now."""
        if self.serf is None or self.options.serf_follows_barns:
            return
        largest = self.position.largest_farms()
        if max(largest) > largest[self.serf]:
            self.serf = first_with_most(largest, self.turn_seat)
