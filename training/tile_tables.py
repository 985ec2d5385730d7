"""What Carcassonne's rules and layout say about the segments of a tile, as lookups of tensors.

The facts of a segment stand in the planes of its tile's cell, at one of the tile's positions: four
edges, eight half-edges, the enclosed fields, the cloister. `NOWHERE` has no planes.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from fiefdom.envs.carcassonne import observe
from fiefdom.envs.carcassonne.actions import PASS
from fiefdom.envs.carcassonne.placing import BARN_AT, FOLLOWER_AT, MAYOR_AT, WAGON_AT
from fiefdom.envs.carcassonne.rules import (
    CITY,
    CLOISTER,
    FIELD,
    MAX_INNER_FIELDS,
    NUM_SEGMENTS,
    NUM_TYPES,
    QUARTER_TURNS,
    ROAD,
    segments_of,
)
from fiefdom.envs.carcassonne.tables import INNER_AT, NUM_BORDERS, NUM_HALF_EDGES
from fiefdom.envs.carcassonne.tiles import TILES

NO_SEGMENT = NUM_SEGMENTS
CLOISTER_AT = NUM_BORDERS
NOWHERE = NUM_BORDERS + 1
NUM_POSITIONS = NUM_BORDERS + 2
READ = SIZE, ROAD_SIZE, OPEN, WORTH, OWNERS = range(5)  # what the planes of a position say
HALF = [SIZE, WORTH, OWNERS]  # those of a half-edge
STARTS = (CITY, ROAD, CLOISTER, FIELD)
NUM_STATIC = len(STARTS) + 3  # kind one-hot, edges, pennants, inn
PIECES = FOLLOWER, WAGON, MAYOR, BARN = range(4)
Ints = npt.NDArray[np.int64]


class Tables(NamedTuple):
    """Lookups by kind of tile (K), quarter turns (4) and segment (L: NUM_SEGMENTS and none)."""

    static: torch.Tensor  # (K x L, NUM_STATIC) float
    present: torch.Tensor  # (K x L,) float, 1 for a segment that the tile has
    position: torch.Tensor  # (K x 4 x L,) a position where the segment's facts stand
    segments: torch.Tensor  # (K, S) the segments that a tile has, then NO_SEGMENT
    reach: torch.Tensor  # (K x 4, S, 12) float, 1 where such a segment meets an edge or half-edge
    planes: torch.Tensor  # (NUM_POSITIONS, 5) planes of READ
    known: torch.Tensor  # (NUM_POSITIONS, 5) uint8, 0 where there is no such plane
    meeting: torch.Tensor  # (4, 11) planes of a neighbour at our edge: READ, then two half-edges
    piece_segment: torch.Tensor  # (26,) the segment of 1 + a piece action
    piece_kind: torch.Tensor  # (26,) its piece, index of PIECES


def make_tables(rules: Any) -> Tables:
    """Read the rules; `rules` is the record RULES[0]."""
    segments = np.where(rules.slots < 0, NO_SEGMENT, rules.slots).astype(np.int64)
    reach = rules.border[:, :, None, :INNER_AT] == np.arange(segments.shape[1])[:, None]
    planes, known = _planes()
    piece_segment, piece_kind = _pieces()
    static = _static(rules)
    present = static[:, :, : len(STARTS)].any(2)
    return Tables(
        static=torch.tensor(static, dtype=torch.float32).flatten(0, 1),
        present=torch.tensor(present, dtype=torch.float32).flatten(),
        position=torch.tensor(_positions(rules)).flatten(),
        segments=torch.tensor(segments),
        reach=torch.tensor(reach, dtype=torch.float32).flatten(0, 1),
        planes=torch.tensor(planes),
        known=torch.tensor(known, dtype=torch.uint8),
        meeting=torch.tensor(_meeting(planes)),
        piece_segment=torch.tensor(piece_segment),
        piece_kind=torch.tensor(piece_kind),
    )


def _static(rules: Any) -> npt.NDArray[np.float64]:
    """Return kind, edges, pennants and inn of each segment."""
    facts = np.zeros((NUM_TYPES, NUM_SEGMENTS + 1, NUM_STATIC))
    for number, tile in enumerate(TILES):
        for segment in segments_of(tile):
            facts[number, segment, max(n for n, start in enumerate(STARTS) if segment >= start)] = 1
            facts[number, segment, len(STARTS) :] = [
                rules.edges[number, segment] / QUARTER_TURNS,
                rules.pennants[number, segment],
                rules.inn[number, segment],
            ]
    return facts


def _positions(rules: Any) -> Ints:
    """Return where the facts of each segment stand: its first border, or the cloister."""
    found = np.full((NUM_TYPES, QUARTER_TURNS, NUM_SEGMENTS + 1), NOWHERE)
    for number, tile in enumerate(TILES):
        for turns, segment in np.ndindex(found.shape[1:]):
            if segment == CLOISTER and tile.cloister:
                found[number, turns, segment] = CLOISTER_AT
            elif segment in segments_of(tile):
                borders = rules.border[number, turns] == rules.rank[number, segment]
                found[number, turns, segment] = borders.argmax()
    return found


def _planes() -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Return the planes of READ at each position, and which of them there are."""
    planes = np.full((NUM_POSITIONS, len(READ)), -1)
    firsts = observe.CITY_PLANE, observe.ROAD_PLANE, observe.OPEN, observe.WORTH, observe.OWNERS
    for edge in range(QUARTER_TURNS):
        planes[edge] = np.add(firsts, edge)
    fields = [observe.FIELD_PLANE, observe.FIELD_WORTH, observe.FIELD_OWNERS]
    for half in range(NUM_HALF_EDGES):
        planes[QUARTER_TURNS + half, HALF] = np.add(fields, half)
    enclosed = [observe.INNER_WORTH, observe.INNER_OWNERS]
    for inner in range(MAX_INNER_FIELDS):
        planes[INNER_AT + inner, [WORTH, OWNERS]] = np.add(enclosed, inner)
    planes[CLOISTER_AT, [WORTH, OWNERS]] = observe.CLOISTER_PLANE, observe.CLOISTER_OWNERS
    return np.maximum(planes, 0), planes >= 0


def _meeting(planes: Ints) -> Ints:
    """Return the planes of the neighbour at each of our edges that say what meets there."""
    found = []
    for edge in range(QUARTER_TURNS):
        opposite = (edge + 2) % QUARTER_TURNS
        right = QUARTER_TURNS + 2 * opposite + 1  # it meets the left half of our edge
        halves = planes[[right, right - 1]][:, HALF]
        found.append(np.concatenate([planes[opposite], halves.ravel()]))
    return np.array(found)


def _pieces() -> tuple[Ints, Ints]:
    """Return segment and piece by 1 + the piece action; a barn stands on no segment of ours."""
    segment, kind = np.full(PASS + 1, NO_SEGMENT), np.full(PASS + 1, FOLLOWER)
    for piece, start, count in (
        (FOLLOWER, FOLLOWER_AT, NUM_SEGMENTS),
        (WAGON, WAGON_AT, FIELD),
        (MAYOR, MAYOR_AT, ROAD),
    ):
        segment[1 + start : 1 + start + count] = np.arange(count)
        kind[1 + start : 1 + start + count] = piece
    kind[1 + BARN_AT :] = BARN
    return segment, kind
