"""All that the slow Carcassonne remembers, and what can be read off it."""

from typing import Any, Literal

from tests.envs.carcassonne.oracle_board import Board, Cell, Feature, Grid, board_of
from tests.envs.carcassonne.oracle_options import START_TILE, Options
from tests.envs.carcassonne.oracle_scoring import (
    BONUS_POINTS,
    CLERIC_POINTS_PER_ABBEY,
    SERF_POINTS_PER_BARN,
    Gain,
    Piece,
    Position,
    add_up,
    token_winners,
)

Phase = Literal["abbey", "place", "piece", "wagon"]

TOKENS = 14


class State:
    """One moment of a game; tests may set any attribute to force a position.

    Attributes:
        over: Whether the game has ended.
        mover: Seat that decides; once the game is over, the seat that decided last.
        turn_seat: Seat whose turn it is.
        phase: What is to be decided, None once the game is over.
        drawn: The tile drawn and not yet placed.
        last: Cell of the tile placed last.
        grid: Tile and rotation on each cell.
        undrawn: Copies not yet drawn of each tile.
        discarded: Tiles that fitted nowhere, in order.
        hands: What each seat has left of each kind; a pending wagon is in no hand.
        pieces: What stands on the board.
        cloisters_scored: Cloisters that each seat has scored (8.2).
        king_size: Tiles of the largest city closed so far.
        robber_size: Tiles of the longest road closed so far.
        serf_removed: Most farmers removed by a barn, -1 before the first (8.4).
        in_abbey_round: Whether the abbey round is going on (7.1).
        pending_wagons: Wagons off a scored feature that wait to be asked, in order.
    """

    def __init__(self, **options: Any) -> None:
        self.options = Options(**options)
        self._set_up()

    def _set_up(self) -> None:
        """Section 2; what belongs to a set that is not played stays at zero."""
        seats = range(self.options.num_players)
        has_set = int(self.options.abbey_mayor)
        self.over = False
        self.turn_seat = self.mover = self.options.starter
        self.phase: Phase | None = None
        self.drawn: str | None = None
        self.last: Cell = (0, 0)
        self.grid: Grid = {self.last: (START_TILE, 0)}
        self.undrawn = self.options.deck()
        self.discarded: list[str] = []
        special = dict.fromkeys(("wagon", "mayor", "barn", "abbey"), has_set)
        self.hands = [{"follower": self.options.followers, **special} for _ in seats]
        self.pieces: set[Piece] = set()
        self.score = [0 for _ in seats]
        self.tokens = [0 for _ in seats]
        self.token_supply = TOKENS if self.options.cleric_serf else 0
        self.cloisters_scored = [0 for _ in seats]
        self.king: int | None = None
        self.robber: int | None = None
        self.cleric: int | None = None
        self.serf: int | None = None
        self.king_size = 0
        self.robber_size = 0
        self.serf_removed = -1
        self.abbeys_played = 0
        self.barns_played = 0
        self.in_abbey_round = False
        self.pending_wagons: list[tuple[int, int, int]] = []
        self._yet_in_round: list[int] = []

    @property
    def board(self) -> Board:
        """Return the tiles as they lie now."""
        return board_of(self.grid)

    @property
    def position(self) -> Position:
        """Return the board and the pieces as they stand now."""
        return Position(self.board, frozenset(self.pieces), self.options)

    def features(self) -> list[dict[str, Any]]:
        """Return every connected feature with what stands on it and what it is worth."""
        return self.position.view()

    def farm_at(self, corner: str) -> Feature:
        """Return the farm that fills a corner of the tile placed last."""
        part = self.board.field_at(self.last, corner)
        assert part is not None
        return self.board.feature_of[part]

    def clockwise(self, first: int) -> list[int]:
        """Return all seats in the order of play from one on."""
        return [(first + away) % len(self.hands) for away in range(len(self.hands))]

    # The end (sections 6, 8.7 and 9).

    def final_scores(self) -> list[int]:
        """Return the scores if the game ended now."""
        if self.over:
            return list(self.score)
        return add_up(self.score, [*self.position.gains(), *self._bonuses()])

    def _bonuses(self) -> list[Gain]:
        """Return what the four tiles and the tokens pay."""
        gains = [(seat, BONUS_POINTS) for seat in token_winners(self.tokens, self.cleric)]
        if self.king is not None:
            gains.append((self.king, self.position.num_completed("city")))
        if self.robber is not None:
            gains.append((self.robber, self.position.num_completed("road")))
        if self.cleric is not None:
            abbeys = CLERIC_POINTS_PER_ABBEY * self.abbeys_played
            gains.append((self.cleric, BONUS_POINTS + abbeys))
        if self.serf is not None:
            barns = SERF_POINTS_PER_BARN * self.barns_played
            gains.append((self.serf, self.position.num_farmers() + barns))
        return gains
