"""What an observation must show, found again from the tiles and pieces of the record alone.

The features are flooded by the oracle's board; of the engine only the values of the record are
taken that do not follow from the table: hands, scores, holders, supplies.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.carcassonne.rules import SEGMENTS
from fiefdom.envs.carcassonne.state import EMPTY, PHASES
from fiefdom.envs.carcassonne.tiles import EDGES, HALF_EDGES
from tests.envs.carcassonne.one_game import PIECE_SLOTS, TILE_IDS, OneGame
from tests.envs.carcassonne.oracle_board import Board, Cell, segments
from tests.envs.carcassonne.oracle_options import Options
from tests.envs.carcassonne.oracle_scoring import Position
from tests.envs.carcassonne.views import cells_of, grid_of, pieces_of, prospects

Plane = npt.NDArray[np.uint8]

EDGE_LETTERS = dict(zip(EDGES, "nesw", strict=True))
WAITING = 8  # after the seven segments that a wagon stands on


def position_of(game: OneGame) -> Position:
    """Return the table and what stands on it, with the options that decide what is worth what."""
    options = Options(
        num_players=game.options.num_players,
        tiny_city=game.options.tiny_city,
        inn_rule=game.options.inn_rule,
    )
    return Position(Board(grid_of(game.record)), frozenset(pieces_of(game.record)), options)


class Planes:
    """Planes to fill; the tiles' box lies in the middle of each."""

    def __init__(self, game: OneGame, observer: int) -> None:
        self.table: int = game.options.table
        self.observer, self.players = observer, len(game.seats)
        columns, rows = zip(*cells_of(game.record), strict=True)
        self.west = (min(columns) + max(columns)) // 2 - self.table // 2
        self.north = (min(rows) + max(rows)) // 2 - self.table // 2
        self.named: dict[str, Plane] = {}

    def add(self, *names: str) -> None:
        """Begin planes, all 0."""
        for name in names:
            self.named[name] = np.zeros((self.table, self.table), np.uint8)

    def put(self, name: str, cell: Cell, value: int) -> None:
        """Write a value on a cell."""
        self.named[name][cell[1] - self.north, cell[0] - self.west] = value

    def offset(self, seat: int) -> int:
        """Return how far a seat sits after the observer."""
        return (seat - self.observer) % self.players

    def owners(self, seats: list[int]) -> int:
        """Return seats as bits, the observer's first."""
        return sum(1 << self.offset(seat) for seat in seats)


def expected_planes(game: OneGame, observer: int) -> dict[str, Plane]:
    """Return all planes by name."""
    planes, position = Planes(game, observer), position_of(game)
    planes.add("tile", "turns", "last", "fits", "cloister", "cloister_owners")
    for number, (cell, (tile, turns)) in enumerate(position.board.grid.items(), 1):
        planes.put("tile", cell, TILE_IDS.index(tile) + 1)
        planes.put("turns", cell, turns)
        planes.put("last", cell, number == len(position.board.grid))
    put_fits(planes, game, position.board)
    put_features(planes, position)
    put_enclosed_fields(planes, position)
    put_pieces(planes, game)
    return planes.named


def put_fits(planes: Planes, game: OneGame, board: Board) -> None:
    """Show where the drawn tile, or an abbey, may be put."""
    if game.phase == "place":
        assert game.drawn is not None
        places = board.placements(game.drawn, game.options.table)
        for cell in {place[:2] for place in places}:
            planes.put("fits", cell, sum(1 << place[2] for place in places if place[:2] == cell))
    elif game.phase == "abbey":
        for hole in board.holes():
            planes.put("fits", hole, 1)


def put_features(planes: Planes, position: Position) -> None:
    """Show each feature wherever it reaches an edge or half-edge of one of its tiles."""
    for edge in EDGE_LETTERS.values():
        planes.add(*(f"{name}_{edge}" for name in ("city", "road", "open", "worth", "owners")))
    for half in HALF_EDGES:
        planes.add(*(f"{name}_{half}" for name in ("field", "field_worth", "field_owners")))
    for part, feature in position.board.feature_of.items():
        worth, owners = position.worth(feature), planes.owners(position.owners(feature))
        cell = part[:2]
        if feature.kind == "cloister":
            planes.put("cloister", cell, worth)
            planes.put("cloister_owners", cell, owners)
        for end in position.board.segment(part).ends:
            if feature.kind == "field":
                planes.put(f"field_{end}", cell, feature.tiles)
                planes.put(f"field_worth_{end}", cell, worth)
                planes.put(f"field_owners_{end}", cell, owners)
            else:
                edge = EDGE_LETTERS[end]
                planes.put(f"{feature.kind}_{edge}", cell, feature.tiles)
                planes.put(f"open_{edge}", cell, feature.open)
                planes.put(f"worth_{edge}", cell, worth)
                planes.put(f"owners_{edge}", cell, owners)


def put_enclosed_fields(planes: Planes, position: Position) -> None:
    """Show the fields without half-edges, numbered on their tile."""
    planes.add(*(f"inner_{what}_{number}" for what in ("worth", "owners") for number in (0, 1)))
    for cell, (tile, turns) in position.board.grid.items():
        inner = [
            name
            for name, part in segments(tile, turns).items()
            if part.kind == "field" and not part.ends
        ]
        for number, name in enumerate(inner):
            field = position.board.feature_of[*cell, name]
            owners = planes.owners(position.owners(field))
            planes.put(f"inner_worth_{number}", cell, position.worth(field))
            planes.put(f"inner_owners_{number}", cell, owners)


def put_pieces(planes: Planes, game: OneGame) -> None:
    """Show what stands where, or waits there to drive on."""
    record, cells = game.record, cells_of(game.record)
    for offset in range(planes.players):
        planes.add(f"piece_{offset}", f"wagon_{offset}")
    for seat, kind, x, y, where in pieces_of(record):
        offset = planes.offset(seat)
        if kind == "wagon":
            planes.put(f"wagon_{offset}", (x, y), SEGMENTS.index(where) + 1)
        else:
            planes.put(f"piece_{offset}", (x, y), PIECE_SLOTS.index((kind, where)) + 1)
    for seat in game.seats:
        if record.wagon_from[seat] != EMPTY:
            planes.put(f"wagon_{planes.offset(seat)}", cells[record.wagon_from[seat]], WAITING)


def expected_facts(game: OneGame, observer: int) -> dict[str, dict[str, int]]:
    """Return all labelled facts by block."""
    record, position = game.record, position_of(game)
    undrawn = game.undrawn
    cells = cells_of(record)
    same = {}
    for segment in SEGMENTS:
        feature = position.board.feature_of.get((*cells[-1], segment))
        parts = [s for s in SEGMENTS if feature and (*cells[-1], s) in feature.parts]
        same[segment] = SEGMENTS.index(parts[0]) + 1 if parts else 0
    facts = {
        "phase": {phase: int(game.phase == phase) for phase in PHASES},
        "drawn": {tile: int(game.drawn == tile) for tile in TILE_IDS},
        "undrawn": {tile: undrawn.get(tile, 0) for tile in TILE_IDS},
        "counts": {
            "tiles undrawn": sum(undrawn.values()),
            "size of the largest city completed": int(record.king_size),
            "length of the longest road completed": int(record.robber_size),
            "farmers removed by a barn, record + 1": int(record.serf_record) + 1,
            "cloister tokens left": int(record.token_supply),
            "farmers on the board": position.num_farmers(),
            "abbeys played": sum(tile == "ABBEY" for tile, _ in position.board.grid.values()),
            "barns played": sum(piece[1] == "barn" for piece in position.pieces),
            "cities completed": position.num_completed("city"),
            "roads completed": position.num_completed("road"),
            "seats still asked in the abbey round": int(record.abbey_round),
        },
        "same_feature": same,
    }
    for offset in range(6):
        seat = (observer + offset) % len(game.seats)
        absent = offset >= len(game.seats)
        shown = expected_seat(game, seat)
        facts[f"seat_{offset}"] = dict.fromkeys(shown, 0) if absent else shown
    return facts


def expected_seat(game: OneGame, seat: int) -> dict[str, int]:
    """Return the facts of a seat."""
    hand = game.hands[seat]
    final = prospects(game)[seat]
    score: Any = game.score[seat]
    return {
        "is the mover": int(game.mover == seat and not game.over),
        "has the turn": int(game.turn_seat == seat and not game.over),
        "score // 128": score // 128,
        "score % 128": score % 128,
        "score if the game ended now // 128": final // 128,
        "score if the game ended now % 128": final % 128,
        "followers in hand": hand["follower"],
        "wagons in hand": hand["wagon"],
        "mayors in hand": hand["mayor"],
        "barns in hand": hand["barn"],
        "abbeys in hand": hand["abbey"],
        "cloister tokens": game.tokens[seat],
        "cloisters scored": int(game.record.cloisters[seat]),
        "holds the King": int(game.holders["king"] == seat),
        "holds the Robber Baron": int(game.holders["robber"] == seat),
        "holds the Cleric": int(game.holders["cleric"] == seat),
        "holds the Serf": int(game.holders["serf"] == seat),
    }
