"""Reads Carcassonne's planes into rows of segments, for `networks_tiles`; nothing here learns.

A row says of one segment what its feature is: kind, size, points, open ends, owners. Rows are made
only where something can be decided or stands: a placement that fits, the tile placed last, the
tiles around a wagon, a piece on the board.
"""

from typing import Any, NamedTuple

import torch

from fiefdom.envs.carcassonne import observe
from fiefdom.envs.carcassonne.rules import (
    ABBEY,
    AROUND,
    EDGE_STEPS,
    NUM_AROUND,
    NUM_SEGMENTS,
    NUM_TYPES,
    QUARTER_TURNS,
)
from fiefdom.envs.carcassonne.state import PHASES
from fiefdom.training.tile_tables import (
    NO_SEGMENT,
    NUM_STATIC,
    OPEN,
    OWNERS,
    PIECES,
    ROAD_SIZE,
    SIZE,
    STARTS,
    WAGON,
    WORTH,
    make_tables,
)

EDGES = len(STARTS)  # column of the static facts
CITY_KIND, ROAD_KIND, CLOISTER_KIND, _ = range(EDGES)
PRESENT, JOINED, MET_SIZE, MET_OPEN, MET_WORTH, MET_OWNERS = range(6)  # of an edge that is met
SEAT_PLANES = len(observe.SEAT_PLANES)
SCORES = [n for n, label in enumerate(observe.SEAT_LABELS) if label.startswith("score")]
TEN = 10.0  # points are counted in tens


class Spots(NamedTuple):
    """Placements (M), and the segments that the tile would have there (R)."""

    game: torch.Tensor  # (M,)
    action: torch.Tensor  # (M,)
    around: torch.Tensor  # (M, num_around)
    spot: torch.Tensor  # (R,) the placement of each segment
    segments: torch.Tensor  # (R, num_columns)


class TileFeatures:
    """Rows of segments from observations: (N, size) uint8, flat, of the encoding `planes`."""

    def __init__(self, rules: Any, options: Any) -> None:
        places = observe.layout(options).slices()
        self.first_fact, self.first_seat = places["phase"].start, places["piece_0"].start
        self.players: int = options.num_players
        self.table: int = options.table
        self.area = self.table * self.table
        self.seats = torch.arange(self.players)
        self.turns = torch.arange(QUARTER_TURNS)
        self.tables = make_tables(rules)
        self.edge_steps = torch.tensor(EDGE_STEPS)
        self.ring_steps = torch.tensor([step for step in AROUND if step != (0, 0)])
        self.around_steps = torch.tensor(AROUND)
        others = [n for n in range(observe.SEAT_SIZE) if n not in SCORES]
        self.kept = torch.tensor([  # facts as they are: no scores, no list of same features
            *range(observe.SAME_AT),
            *(observe.SEATS_AT + seat * observe.SEAT_SIZE + n
              for seat in range(self.players) for n in others),
        ])  # fmt: skip
        self.num_columns = NUM_STATIC + 6 + self.players
        self.num_around = 1 + 3 * self.players
        self.num_standing = self.num_columns + self.players + len(PIECES)
        self.num_facts = len(self.kept) + 2 * (self.players + 1)

    def plane(self, flat: torch.Tensor, number: int) -> torch.Tensor:
        """Return a plane of every game, (N, cells)."""
        return flat[:, number * self.area : (number + 1) * self.area]

    def phases(self, flat: torch.Tensor) -> torch.Tensor:
        """Return the phase of every game as one-hot, (N, phases)."""
        first = self.first_fact + observe.PHASE_AT
        return flat[:, first : first + len(PHASES)]

    def facts(self, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the facts of every game (N, num_facts), and in tens of points the observer's
        margin (N, 2): now, and if the game ended now.
        """
        facts = flat[:, self.first_fact :]
        first = observe.SEATS_AT
        seats = facts[:, first : first + self.players * observe.SEAT_SIZE].float()
        parts = seats.view(len(flat), self.players, -1)[:, :, SCORES].unflatten(2, (2, 2))
        scores = (parts[..., 0] * observe.HALF + parts[..., 1]) / TEN  # (N, P, 2)
        others = scores[:, 1:].sum(1) / max(self.players - 1, 1)
        margins = scores[:, 0] - others
        return torch.cat([facts[:, self.kept].float().log1p(), scores.flatten(1), margins], 1), margins

    def drawn(self, flat: torch.Tensor) -> torch.Tensor:
        """Return the kind of the tile to be placed in every game: the drawn one, or an abbey."""
        first = self.first_fact + observe.DRAWN_AT
        most, kind = flat[:, first : first + NUM_TYPES].max(1)
        return torch.where(most > 0, kind, ABBEY)

    def spots(self, flat: torch.Tensor) -> Spots:
        """Return every cell and rotation in which the tile fits, as if it lay there."""
        tables = self.tables
        fits = self.plane(flat, observe.FITS)
        game, cell = fits.nonzero(as_tuple=True)
        met, around = self._neighbours(flat, game, cell)
        bits = fits[game, cell]
        spot, turns = ((bits[:, None] >> self.turns) & 1).nonzero(as_tuple=True)
        game, cell = game[spot], cell[spot]
        kind = self.drawn(flat)[game]
        reach = tables.reach.flatten(0, 1).index_select(0, kind * QUARTER_TURNS + turns)
        met = torch.bmm(reach, met.index_select(0, spot)).flatten(0, 1)
        around = around.index_select(0, spot)
        segments = tables.segments.index_select(0, kind)
        there = (segments != NO_SEGMENT).view(-1).nonzero()[:, 0]
        spot = there // segments.shape[1]
        met = met.index_select(0, there)
        which = kind[spot] * (NO_SEGMENT + 1) + segments.view(-1)[there]
        static = tables.static.flatten(0, 1).index_select(0, which)
        covered = 1 + NUM_AROUND * around[:, 0].index_select(0, spot)
        rows = self._rows(
            static,
            size=met[:, MET_SIZE] + 1,
            open_ends=static[:, EDGES] * QUARTER_TURNS
            + met[:, MET_OPEN] - met[:, PRESENT] - met[:, JOINED],
            worth=met[:, MET_WORTH] + static[:, CLOISTER_KIND] * covered,
            owners=met[:, MET_OWNERS:].clamp(max=1),
            joined=met[:, JOINED],
        )  # fmt: skip
        return Spots(game, turns * self.area + cell, around, spot, rows)

    def last(self, flat: torch.Tensor, game: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the segments of the tile placed last in some games, and which of them there are."""
        cell = self.plane(flat, observe.LAST)[game].argmax(1)
        return self._tiles(flat, game, cell)

    def around_wagon(
        self, flat: torch.Tensor, game: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the segments of the nine tiles around the observer's wagon that waits."""
        wagons = self.plane(flat, self.first_seat // self.area + observe.WAGON_PLANE)[game]
        cell = (wagons == observe.WAITING).to(torch.uint8).argmax(1)
        at, inside = self._steps(cell, self.around_steps)
        rows, present = self._tiles(flat, game[:, None].expand_as(at), at)
        return rows, present * inside[..., None]

    def standing(self, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the pieces on the board: the game of each, and its segment, seat and kind."""
        size = SEAT_PLANES * self.players * self.area
        planes = flat[:, self.first_seat : self.first_seat + size]
        game, at = planes.nonzero(as_tuple=True)
        plane, cell = at // self.area, at % self.area
        value = planes[game, at].long()
        is_wagon = plane % SEAT_PLANES == observe.WAGON_PLANE
        driving = torch.where(value == observe.WAITING, NO_SEGMENT, value - 1)
        segment = torch.where(is_wagon, driving, self.tables.piece_segment[value])
        piece = torch.where(is_wagon, WAGON, self.tables.piece_kind[value])
        rows, present = self._tiles(flat, game, cell, segment[:, None])
        who = plane[:, None] // SEAT_PLANES == self.seats
        what = piece[:, None] == torch.arange(len(PIECES))
        return game, torch.cat([rows[:, 0] * present, who.float(), what.float()], 1)

    def _steps(self, cell: torch.Tensor, steps: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the cells some steps away, and which lie in the window; others are cell itself."""
        row = cell[..., None] // self.table + steps[:, 1]
        column = cell[..., None] % self.table + steps[:, 0]
        inside = (row >= 0) & (row < self.table) & (column >= 0) & (column < self.table)
        return torch.where(inside, row * self.table + column, cell[..., None]), inside

    def _read(self, flat: torch.Tensor, game: torch.Tensor, plane: Any, cell: torch.Tensor) -> Any:
        """Return single values of the planes as uint8; the arguments are broadcast."""
        return flat.view(-1)[game * flat.shape[1] + plane * self.area + cell]

    def _owners(self, bits: torch.Tensor) -> torch.Tensor:
        return ((bits[..., None] >> self.seats) & 1).float()

    def _neighbours(
        self, flat: torch.Tensor, game: torch.Tensor, cell: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what a tile on these cells would meet: at each of its edges and half-edges
        (R, 12, ...), and around it (R, num_around).
        """
        tables = self.tables
        at, inside = self._steps(cell, self.edge_steps)
        there = (self._read(flat, game[:, None], observe.TILE, at) > 0) & inside
        at, there = at[:, tables.side], there[:, tables.side]
        planes, known = tables.planes[tables.facing], tables.known[tables.facing]
        met = self._read(flat, game[:, None, None], planes, at[..., None])
        met = met * known * there[..., None]
        size = (met[..., SIZE] + met[..., ROAD_SIZE]).float()
        numbers = torch.stack(
            [there.float(), (size > 0).float(), size, met[..., OPEN].float(), met[..., WORTH].float()],
            -1,
        )
        return torch.cat([numbers, self._owners(met[..., OWNERS])], -1), self._ring(flat, game, cell)

    def _ring(self, flat: torch.Tensor, game: torch.Tensor, cell: torch.Tensor) -> torch.Tensor:
        """Return of the eight cells around: the share with a tile; by seat the cloisters that it
        owns, their points, and how many a tile here would complete.
        """
        at, inside = self._steps(cell, self.ring_steps)
        there = (self._read(flat, game[:, None], observe.TILE, at) > 0) & inside
        worth = self._read(flat, game[:, None], observe.CLOISTER_PLANE, at) * inside
        owners = self._read(flat, game[:, None], observe.CLOISTER_OWNERS, at) * inside
        owned = self._owners(owners)
        worth = worth[..., None]
        parts = [owned.sum(1), (owned * worth / TEN).sum(1), (owned * (worth == NUM_AROUND)).sum(1)]
        return torch.cat([there.float().mean(1, keepdim=True), *parts], 1)

    def _tiles(
        self, flat: torch.Tensor, game: torch.Tensor, cell: torch.Tensor, segment: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return rows of the given segments (all by default) of the tiles on some cells, and which
        of them there are.
        """
        tables = self.tables
        tile = self._read(flat, game, observe.TILE, cell).long()
        turns = self._read(flat, game, observe.TURNS, cell).long()
        kind = (tile - 1).clamp(min=0)[..., None]
        chosen = torch.arange(NUM_SEGMENTS) if segment is None else segment
        position = tables.position[kind, turns[..., None], chosen]
        seen = self._read(
            flat, game[..., None, None], tables.planes[position], cell[..., None, None]
        )
        seen = seen * tables.known[position]
        static = tables.static[kind, chosen]
        rows = self._rows(
            static,
            size=(seen[..., SIZE] + seen[..., ROAD_SIZE]).float(),
            open_ends=seen[..., OPEN].float(),
            worth=seen[..., WORTH].float(),
            owners=self._owners(seen[..., OWNERS]),
            joined=torch.zeros(static.shape[:-1]),
        )
        return rows, tables.present[kind, chosen] * (tile > 0)[..., None]

    def _rows(
        self,
        static: torch.Tensor,
        size: torch.Tensor,
        open_ends: torch.Tensor,
        worth: torch.Tensor,
        owners: torch.Tensor,
        joined: torch.Tensor,
    ) -> torch.Tensor:
        """Return rows (..., num_columns) of segments."""
        is_line = static[..., CITY_KIND] + static[..., ROAD_KIND]
        open_ends = open_ends * is_line
        full = static[..., CLOISTER_KIND] * (worth > NUM_AROUND)
        closed = is_line * (open_ends <= 0) + full
        free = 1 - owners.amax(-1)
        numbers = [size.log1p(), worth / TEN, open_ends / QUARTER_TURNS, closed, joined, free]
        return torch.cat([static, torch.stack(numbers, -1), owners], -1)
