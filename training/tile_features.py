"""Reads Carcassonne's planes into rows of segments, for `networks_tiles`; nothing here learns.

A row says of one segment what its feature is: kind, size, points, open ends, owners. Rows are made
only where something can be decided or stands: a placement that fits, the tile placed last, the
tiles around a wagon, a piece on the board. Values are picked from flat arrays by `pick`, which is
three times as fast here as indexing with several axes.
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
from fiefdom.envs.carcassonne.tables import NUM_HALF_EDGES
from fiefdom.training.tile_tables import (
    HALF,
    NO_SEGMENT,
    NUM_STATIC,
    OPEN,
    OWNERS,
    PIECES,
    READ,
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
RING = [step for step in AROUND if step != (0, 0)]
SIDES = [RING.index(step) for step in EDGE_STEPS]
ALL_SEGMENTS = NUM_SEGMENTS + 1
TEN = 10.0  # points are counted in tens


class Spots(NamedTuple):
    """Placements (M), and the segments that the tile would have there (R)."""

    game: torch.Tensor  # (M,)
    action: torch.Tensor  # (M,)
    around: torch.Tensor  # (M, num_around)
    spot: torch.Tensor  # (R,) the placement of each segment
    segments: torch.Tensor  # (R, num_columns)


def pick(values: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
    """Return single values of an array, by their place in it when flat."""
    return values.view(-1).index_select(0, at.reshape(-1)).view(at.shape)


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
        """Return the facts (N, num_facts), and the observer's lead in tens of points (N, 2).

        The lead is that over the mean of the others: now, and if the game ended now.
        """
        facts = flat[:, self.first_fact :]
        first = observe.SEATS_AT
        seats = facts[:, first : first + self.players * observe.SEAT_SIZE].float()
        parts = seats.view(len(flat), self.players, observe.SEAT_SIZE)[:, :, SCORES]
        scores = (parts[..., ::2] * observe.HALF + parts[..., 1::2]) / TEN  # (N, P, 2)
        lead = scores[:, 0] - scores[:, 1:].sum(1) / max(self.players - 1, 1)
        counts = facts.index_select(1, self.kept).float().log1p()
        return torch.cat([counts, scores.flatten(1), lead], 1), lead

    def drawn(self, flat: torch.Tensor) -> torch.Tensor:
        """Return the kind of the tile to be placed in every game: the drawn one, or an abbey."""
        first = self.first_fact + observe.DRAWN_AT
        most, kind = flat[:, first : first + NUM_TYPES].max(1)
        return torch.where(most > 0, kind, ABBEY)

    def spots(self, flat: torch.Tensor) -> Spots:
        """Return every cell and rotation in which the tile fits, as if it lay there."""
        fits = self.plane(flat, observe.FITS)
        game, cell = fits.nonzero(as_tuple=True)
        met, around = self._neighbours(flat, game, cell)
        spot, turns = ((fits[game, cell][:, None] >> self.turns) & 1).nonzero(as_tuple=True)
        game, cell = game.index_select(0, spot), cell.index_select(0, spot)
        kind = self.drawn(flat).index_select(0, game)
        around = around.index_select(0, spot)
        reach = self.tables.reach.index_select(0, kind * QUARTER_TURNS + turns)
        sums = torch.bmm(reach, met.index_select(0, spot)).flatten(0, 1)
        segments = self.tables.segments.index_select(0, kind)
        there = (segments != NO_SEGMENT).view(-1).nonzero()[:, 0]
        spot = there // segments.shape[1]
        which = (kind * ALL_SEGMENTS).index_select(0, spot) + pick(segments, there)
        covered = around[:, 0].index_select(0, spot)
        rows = self._spot_rows(which, sums.index_select(0, there), covered)
        return Spots(game, turns * self.area + cell, around, spot, rows)

    def last(self, flat: torch.Tensor, game: torch.Tensor) -> torch.Tensor:
        """Return the segments of the tile placed last in some games, (R, segments, columns)."""
        cell = self.plane(flat, observe.LAST).index_select(0, game).argmax(1)
        return self._tiles(flat, game[:, None], cell[:, None], torch.arange(NUM_SEGMENTS))[0]

    def around_wagon(
        self, flat: torch.Tensor, game: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the segments of the nine tiles around the observer's waiting wagon.

        The second tensor says which of them there are.
        """
        wagons = self.plane(flat, self.first_seat // self.area + observe.WAGON_PLANE)
        waiting = wagons.index_select(0, game) == observe.WAITING
        at, inside = self._steps(waiting.to(torch.uint8).argmax(1), torch.tensor(AROUND))
        rows, present = self._tiles(
            flat, game[:, None, None], at[..., None], torch.arange(NUM_SEGMENTS)
        )
        return rows, present * inside[..., None]

    def standing(self, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the pieces on the board: the game of each, and its segment, seat and kind."""
        size = SEAT_PLANES * self.players * self.area
        game, at = flat[:, self.first_seat : self.first_seat + size].nonzero(as_tuple=True)
        value = pick(flat, game * flat.shape[1] + self.first_seat + at).long()
        plane, cell = at // self.area, at % self.area
        is_wagon = plane % SEAT_PLANES == observe.WAGON_PLANE
        driving = torch.where(value == observe.WAITING, NO_SEGMENT, value - 1)
        segment = torch.where(is_wagon, driving, pick(self.tables.piece_segment, value))
        piece = torch.where(is_wagon, WAGON, pick(self.tables.piece_kind, value))
        rows, present = self._tiles(flat, game, cell, segment)
        who = plane[:, None] // SEAT_PLANES == self.seats
        what = piece[:, None] == torch.arange(len(PIECES))
        return game, torch.cat([rows * present[:, None], who.float(), what.float()], 1)

    def _steps(self, cell: torch.Tensor, steps: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the cells some steps away, and which lie in the window; others are cell itself."""
        row = (cell // self.table)[:, None] + steps[:, 1]
        column = (cell % self.table)[:, None] + steps[:, 0]
        inside = (row >= 0) & (row < self.table) & (column >= 0) & (column < self.table)
        return torch.where(inside, row * self.table + column, cell[:, None]), inside

    def _owners(self, bits: torch.Tensor) -> torch.Tensor:
        return ((bits[..., None] >> self.seats) & 1).float()

    def _neighbours(
        self, flat: torch.Tensor, game: torch.Tensor, cell: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what a tile on these cells would meet.

        That is (R, 12, ...) at each of its edges and half-edges, and (R, num_around) around it.
        """
        at, inside = self._steps(cell, torch.tensor(RING))
        base = (game * flat.shape[1])[:, None] + at
        there = (pick(flat, base + observe.TILE * self.area) > 0) & inside
        sides, beside = base[:, SIDES], there[:, SIDES]
        seen = pick(flat, sides[..., None] + self.tables.meeting * self.area) * beside[..., None]
        edges = seen[..., : len(READ)]
        halves = seen[..., len(READ) :].reshape(len(cell), NUM_HALF_EDGES, len(HALF))
        sizes = torch.cat([edges[..., SIZE] + edges[..., ROAD_SIZE], halves[..., 0]], 1)
        opens = torch.cat([edges[..., OPEN], torch.zeros_like(halves[..., 0])], 1)
        worth = torch.cat([edges[..., WORTH], halves[..., 1]], 1)
        owners = torch.cat([edges[..., OWNERS], halves[..., 2]], 1)
        met = torch.cat([beside, beside.repeat_interleave(2, 1)], 1)
        numbers = torch.stack([met, sizes > 0, sizes, opens, worth], -1).float()
        return torch.cat([numbers, self._owners(owners)], -1), self._ring(flat, base, there)

    def _ring(self, flat: torch.Tensor, base: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        """Return of the eight cells around the share with a tile, and what cloisters lie there.

        For each seat: how many it owns, their points, and how many a tile here would complete.
        """
        worth = pick(flat, base + observe.CLOISTER_PLANE * self.area)[..., None]
        owned = self._owners(pick(flat, base + observe.CLOISTER_OWNERS * self.area) * there)
        parts = [owned.sum(1), (owned * worth / TEN).sum(1), (owned * (worth == NUM_AROUND)).sum(1)]
        return torch.cat([there.float().mean(1, keepdim=True), *parts], 1)

    def _tiles(
        self, flat: torch.Tensor, game: torch.Tensor, cell: torch.Tensor, segment: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return rows of segments of tiles on the board, and which of them there are.

        Games, cells and segments are broadcast.
        """
        base = game * flat.shape[1] + cell
        tile = pick(flat, base + observe.TILE * self.area).long()
        turns = pick(flat, base + observe.TURNS * self.area)
        kind = (tile - 1).clamp(min=0)
        position = pick(
            self.tables.position, (kind * QUARTER_TURNS + turns) * ALL_SEGMENTS + segment
        )
        planes, known = self.tables.planes[position], self.tables.known[position]
        seen = pick(flat, base[..., None] + planes * self.area) * known
        which = kind * ALL_SEGMENTS + segment
        rows = self._rows(
            self.tables.static[which],
            size=(seen[..., SIZE] + seen[..., ROAD_SIZE]).float(),
            open_ends=seen[..., OPEN].float(),
            worth=seen[..., WORTH].float(),
            owners=self._owners(seen[..., OWNERS]),
            joined=torch.zeros(which.shape),
        )
        return rows, pick(self.tables.present, which) * (tile > 0)

    def _spot_rows(
        self, which: torch.Tensor, met: torch.Tensor, covered: torch.Tensor
    ) -> torch.Tensor:
        """Return rows of segments of a tile in hand, from the sums of what they would meet."""
        static = self.tables.static.index_select(0, which)
        ends = static[:, EDGES] * QUARTER_TURNS - met[:, PRESENT] - met[:, JOINED]
        cloister = static[:, CLOISTER_KIND] * (1 + NUM_AROUND * covered)
        return self._rows(
            static,
            size=met[:, MET_SIZE] + 1,
            open_ends=met[:, MET_OPEN] + ends,
            worth=met[:, MET_WORTH] + cloister,
            owners=met[:, MET_OWNERS:].clamp(max=1),
            joined=met[:, JOINED],
        )

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
