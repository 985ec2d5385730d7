"""The board of the slow Carcassonne: turned tiles, features by flood fill, where a tile fits.

Numbers in brackets are sections of the rulebook. A part is one city, road, field or cloister of
one placed tile; its ends are the edges (city, road) or half-edges (field) where it goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Literal, NamedTuple

from fiefdom.envs.carcassonne.tiles import EDGES, HALF_EDGES, TILES

Kind = Literal["city", "road", "cloister", "field"]
Cell = tuple[int, int]
Part = tuple[int, int, str]
Grid = dict[Cell, tuple[str, int]]

TILE_BY_ID = {tile.id: tile for tile in TILES}

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
AROUND = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]

# 10.1: what an edge or a half-edge meets on the next tile.
MEETS = dict(zip("NESW", "SWNE", strict=True))
for _near, _far in [("NL", "SR"), ("NR", "SL"), ("EL", "WR"), ("ER", "WL")]:
    MEETS |= {_near: _far, _far: _near}

CORNERS = {"NW": {"WR", "NL"}, "NE": {"NR", "EL"}, "SE": {"ER", "SL"}, "SW": {"SR", "WL"}}
# 7.2: the four tiles around a corner: the step to each, and which of its corners it is.
AROUND_CORNER: dict[str, list[tuple[Cell, str]]] = {
    "NW": [((0, 0), "NW"), ((-1, 0), "NE"), ((-1, -1), "SE"), ((0, -1), "SW")],
    "NE": [((0, 0), "NE"), ((0, -1), "SE"), ((1, -1), "SW"), ((1, 0), "NW")],
    "SE": [((0, 0), "SE"), ((1, 0), "SW"), ((1, 1), "NW"), ((0, 1), "NE")],
    "SW": [((0, 0), "SW"), ((0, 1), "NW"), ((-1, 1), "NE"), ((-1, 0), "SE")],
}


class Segment(NamedTuple):
    """One feature of one turned tile; `cities` names the cities that a field touches."""

    kind: Kind
    ends: frozenset[str] = frozenset()
    pennants: int = 0
    inn: bool = False
    cities: tuple[str, ...] = ()


def turn(end: str, rotation: int) -> str:
    """Return where an edge or half-edge lies after so many clockwise quarter turns."""
    ring = EDGES if end in EDGES else HALF_EDGES
    return ring[(ring.index(end) + rotation * len(ring) // 4) % len(ring)]


@cache
def terrain(tile_id: str, rotation: int) -> dict[str, str]:
    """Return the terrain of each edge of a turned tile."""
    tile = TILE_BY_ID[tile_id]
    return {turn(edge, rotation): kind for edge, kind in zip(EDGES, tile.terrain, strict=True)}


@cache
def segments(tile_id: str, rotation: int) -> dict[str, Segment]:
    """Return the features of a turned tile by their names, such as city0, road2 or cloister."""
    tile = TILE_BY_ID[tile_id]

    def turned(ends: tuple[str, ...] | str) -> frozenset[str]:
        return frozenset(turn(end, rotation) for end in ends)

    found: dict[str, Segment] = {}
    for number, city in enumerate(tile.cities):
        found[f"city{number}"] = Segment("city", turned(city.edges), city.pennants)
    for number, road in enumerate(tile.roads):
        found[f"road{number}"] = Segment("road", turned(road.edges), inn=road.inn)
    for number, field in enumerate(tile.fields):
        cities = tuple(f"city{city}" for city in field.cities)
        found[f"field{number}"] = Segment("field", turned(field.half_edges), cities=cities)
    if tile.cloister:
        found["cloister"] = Segment("cloister")
    return found


@cache
def distinct_rotations(tile_id: str) -> list[int]:
    """Return the rotations of a tile without those that only repeat a lower one (4.1)."""
    looks: dict[object, int] = {}
    for rotation in range(4):
        looks.setdefault(_look(tile_id, rotation), rotation)
    return list(looks.values())


def _look(tile_id: str, rotation: int) -> object:
    """Return a turned tile with each feature described by its ends, not by its number."""
    named = segments(tile_id, rotation)
    features = frozenset(
        part._replace(cities=tuple(sorted(str(sorted(named[city].ends)) for city in part.cities)))
        for part in named.values()
    )
    return tuple(sorted(terrain(tile_id, rotation).items())), features


@dataclass(frozen=True, eq=False)
class Feature:
    """All parts that are connected; `open` counts what is missing, 0 for a field."""

    kind: Kind
    parts: frozenset[Part]
    open: int
    pennants: int
    inn: bool

    @property
    def tiles(self) -> int:
        """Return the number of tiles; one counts once even with several parts (4.2)."""
        return len({(x, y) for x, y, _ in self.parts})

    @property
    def complete(self) -> bool:
        """Say whether the feature is closed; a field never is."""
        return self.kind != "field" and self.open == 0


class Board:
    """The placed tiles, which do not change any more."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def segment(self, part: Part) -> Segment:
        """Return the feature of the tile that a part is."""
        x, y, name = part
        return segments(*self.grid[x, y])[name]

    def parts_on(self, cell: Cell) -> list[Part]:
        """Return the parts of the tile on a cell; none if the cell is empty."""
        if cell not in self.grid:
            return []
        return [(*cell, name) for name in segments(*self.grid[cell])]

    def joined(self, part: Part) -> Iterator[Part]:
        """Yield the parts on the next tiles that a part runs on into (none into an abbey)."""
        kind, ends, *_ = self.segment(part)
        for end in ends:
            for other in self.parts_on(beyond(part[:2], end)):
                there = self.segment(other)
                if there.kind == kind and MEETS[end] in there.ends:
                    yield other

    def flood(self, start: Part) -> frozenset[Part]:
        """Return all parts connected with one."""
        reached = {start}
        waiting = [start]
        while waiting:
            for part in self.joined(waiting.pop()):
                if part not in reached:
                    reached.add(part)
                    waiting.append(part)
        return frozenset(reached)

    @cached_property
    def feature_of(self) -> dict[Part, Feature]:
        """Return the connected feature of each part."""
        found: dict[Part, Feature] = {}
        for cell in self.grid:
            for part in self.parts_on(cell):
                if part not in found:
                    feature = self._feature(self.flood(part))
                    found |= dict.fromkeys(feature.parts, feature)
        return found

    @property
    def features(self) -> list[Feature]:
        """Return every connected feature once."""
        return list(dict.fromkeys(self.feature_of.values()))

    def _feature(self, parts: frozenset[Part]) -> Feature:
        own = [self.segment(part) for part in parts]
        kind = own[0].kind
        gaps = {"city": self._open_edges, "road": self._open_edges, "cloister": self._cells_missing}
        return Feature(
            kind,
            parts,
            open=sum(gaps[kind](part) for part in parts) if kind in gaps else 0,
            pennants=sum(segment.pennants for segment in own),
            inn=any(segment.inn for segment in own),
        )

    def _open_edges(self, part: Part) -> int:
        ends = self.segment(part).ends
        return sum(beyond(part[:2], end) not in self.grid for end in ends)

    def _cells_missing(self, part: Part) -> int:
        return sum(cell not in self.grid for cell in cells_around(part[:2]))

    def touching(self, cell: Cell) -> set[Feature]:
        """Return the features on a tile and those that run up to its edges."""
        parts = self.parts_on(cell)
        for edge in EDGES:
            for part in self.parts_on(beyond(cell, edge)):
                if any(beyond(part[:2], end) == cell for end in self.segment(part).ends):
                    parts.append(part)
        return {self.feature_of[part] for part in parts}

    def cities_beside(self, field: Feature) -> set[Feature]:
        """Return the distinct cities that a farm is adjacent to, closed or not (4.2)."""
        return {
            self.feature_of[x, y, city]
            for x, y, name in field.parts
            for city in self.segment((x, y, name)).cities
        }

    # Where tiles and barns fit.

    def placements(self, tile_id: str, table: int | None) -> set[tuple[int, int, int]]:
        """Return every cell and rotation that a tile may be placed with (4.1)."""
        rotations = distinct_rotations(tile_id)
        return {
            (*cell, rotation)
            for cell in self._frontier
            if table is None or self._is_on_table(cell, table)
            for rotation in rotations
            if self._fits(cell, terrain(tile_id, rotation))
        }

    @cached_property
    def _frontier(self) -> set[Cell]:
        return {beyond(cell, edge) for cell in self.grid for edge in EDGES} - self.grid.keys()

    def _is_on_table(self, cell: Cell, table: int) -> bool:
        """Say whether the tiles and this cell leave a margin wherever the table is laid."""
        sides = zip(*self.grid, cell, strict=True)
        return all(max(side) - min(side) + 1 <= table - 2 for side in sides)

    def _fits(self, cell: Cell, sides: dict[str, str]) -> bool:
        """Say whether all edges match; no empty cell lies beside an abbey."""
        for edge, own in sides.items():
            neighbour = self.grid.get(beyond(cell, edge))
            if neighbour is not None and terrain(*neighbour)[MEETS[edge]] != own:
                return False
        return True

    def holes(self) -> set[Cell]:
        """Return the empty cells with four neighbours, where an abbey may go (7.1)."""
        return {
            cell
            for cell in self._frontier
            if all(beyond(cell, edge) in self.grid for edge in EDGES)
        }

    def field_at(self, cell: Cell, corner: str) -> Part | None:
        """Return the field part that fills a corner of a tile, None if no single one does."""
        for part in self.parts_on(cell):
            if self.segment(part).ends >= CORNERS[corner]:
                return part
        return None

    def is_barn_corner(self, cell: Cell, corner: str) -> bool:
        """Say whether four tiles meet at a corner and show one field there (7.2)."""
        x, y = cell
        return all(
            self.field_at((x + dx, y + dy), other) is not None
            for (dx, dy), other in AROUND_CORNER[corner]
        )


def beyond(cell: Cell, end: str) -> Cell:
    """Return the cell across an edge or half-edge."""
    dx, dy = STEPS[end[0]]
    return cell[0] + dx, cell[1] + dy


def cells_around(cell: Cell) -> list[Cell]:
    """Return the eight cells around one."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND]


@lru_cache(maxsize=8)
def _board(tiles: frozenset[tuple[Cell, tuple[str, int]]]) -> Board:
    return Board(dict(sorted(tiles)))


def board_of(grid: Grid) -> Board:
    """Return the board of the tiles as they lie now; questions about the same tiles share one."""
    return _board(frozenset(grid.items()))
