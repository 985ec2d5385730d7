"""What holds after every decision of random games, whatever the options."""

import dataclasses
import random
from collections import Counter, defaultdict
from typing import Any

import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.state import EMPTY, GRID, GRID_BITS
from tests.envs.carcassonne.one_game import OneGame
from tests.envs.carcassonne.oracle_board import MEETS, Board, Cell, Grid, beyond, terrain
from tests.envs.carcassonne.policies import at_random, packing
from tests.envs.carcassonne.views import features_of, grid_of, pieces_of, tiles_of

EDGES = "NESW"
FORBIDDEN = {"f": 0b110, "r": 0b101, "c": 0b011, "a": 0}
CASES: list[dict[str, Any]] = [
    *(dataclasses.asdict(options) for options in GAME.option_sets),
    {"num_players": 6, "barn_on_barn_field": True, "serf_mode": "no_barn"},
    {"num_players": 5, "farmers": False},
    {"num_players": 4, "cs_tiles": "described"},
    {"num_players": 3, "configuration": "core", "table": 17},
    {"num_players": 2, "configuration": "base"},
    {"num_players": 2},
    {"num_players": 3},
]


@dataclasses.dataclass
class Moment:
    """A position of a game, read once for all checks."""

    game: OneGame

    def __post_init__(self) -> None:
        """Read what the checks share."""
        self.record = self.game.record
        self.phase = self.game.phase
        self.score = self.game.score
        self.tokens = sum(self.game.tokens) + int(self.record.token_supply)
        self.grid = grid_of(self.record)
        self.pieces = pieces_of(self.record)
        self.features = features_of(self.record)
        self.tiles = tiles_of(self.game)


@pytest.mark.parametrize("case", range(len(CASES)))
def test_random_game(case: int) -> None:
    """One decision a step, so that each step is one move of the rules."""
    luck = random.Random(case)
    game = OneGame(case, **{**CASES[case], "skip_forced": False})
    complete: dict[Any, Any] = {}
    before = Moment(game)
    while not game.over:
        game.play((packing if case % 2 else at_random)(game, luck))
        after = Moment(game)
        check_pieces_and_tokens(before, after)
        check_tiles(before, after)
        check_who_leaves(before, after)
        check_who_stays(after)
        check_points(before, after, complete)
        check_table(after)
        check_members(after)
        before = after
    assert len(before.grid) > 50


def check_pieces_and_tokens(before: Moment, after: Moment) -> None:
    """Pieces are in hand, on the board, or a wagon that waits; abbeys are tiles."""
    game, record = after.game, after.record
    others = int(record.abbey_mayor)
    full = +Counter(follower=game.options.followers, wagon=others, mayor=others, barn=others)
    for seat, hand in enumerate(game.hands):
        men = Counter({**hand, "abbey": 0, "waiting": 0})
        men.update(kind for owner, kind, *_ in after.pieces if owner == seat)
        men["wagon"] += int(record.wagon_from[seat] != EMPTY)
        assert +men == full
    assert after.tokens == before.tokens
    abbeys = sum(others - hand["abbey"] for hand in game.hands)
    assert abbeys == int(record.abbeys_played) == after.tiles["ABBEY"]


def check_tiles(before: Moment, after: Moment) -> None:
    """No tile comes in but an abbey, and none leaves but where one is drawn."""
    assert after.tiles - before.tiles in (Counter(), Counter(ABBEY=1))
    assert int(after.record.undrawn_total) == sum(after.game.undrawn.values())
    if before.tiles - after.tiles:
        assert before.phase in ("piece", "wagon", "abbey")
        assert after.phase == "place" or not after.game.undrawn


def check_who_leaves(before: Moment, after: Moment) -> None:
    """Nobody leaves but from what is complete, and farmers but to a barn."""
    home = {part: feature for feature in before.features.values() for part in feature["parts"]}
    barns = {
        part
        for feature in after.features.values()
        if any(kind == "barn" for _, kind in feature["crew"])
        for part in feature["parts"]
    }
    for _, kind, *part in before.pieces - after.pieces:
        assert kind != "barn"
        feature = home[tuple(part)]
        assert tuple(part) in barns if feature["kind"] == "field" else feature["open"] == 0


def check_who_stays(after: Moment) -> None:
    """After the scoring nobody is left on what is complete, nor a farmer beside a barn."""
    if after.phase == "piece":
        return
    for feature in after.features.values():
        kinds = {kind for _, kind in feature["crew"]}
        if feature["kind"] == "field":
            assert kinds in (set(), {"man"}, {"barn"})
        else:
            assert feature["open"] > 0 or not kinds


def check_points(before: Moment, after: Moment, complete: dict[Any, Any]) -> None:
    """What is complete changes no more, so it is paid once; prospects are those of the owners."""
    for first, feature in complete.items():
        assert after.features[first] == feature
    if after.phase != "piece":
        for first, feature in after.features.items():
            if feature["kind"] != "field" and feature["open"] == 0:
                complete[first] = feature
    gains = [now - then for now, then in zip(after.score, before.score, strict=True)]
    assert min(gains) >= 0
    assert before.phase == "piece" or after.game.over or not any(gains)
    due = [0] * len(gains)
    for feature in after.features.values():
        assert feature["crew"] or not feature["owners"]
        for seat in feature["owners"]:
            due[seat] += feature["worth"]
    assert after.record.prospect[: len(due)].tolist() == due


def check_table(after: Moment) -> None:
    """The frontier with its needs, the holes and the box are those of the tiles."""
    record, grid = after.record, after.grid
    columns, rows = zip(*grid, strict=True)
    assert (int(record.west), int(record.east)) == (min(columns), max(columns))
    assert (int(record.north), int(record.south)) == (min(rows), max(rows))
    cells = {beyond(tile, edge) for tile in grid for edge in EDGES} - grid.keys()
    size = int(record.frontier_size)
    needs = zip(
        record.frontier_cell[:size].tolist(), record.frontier_need[:size].tolist(), strict=True
    )
    assert dict(needs) == {
        (y % GRID << GRID_BITS) + x % GRID: need_of(grid, (x, y)) for x, y in cells
    }
    assert int(record.holes) == len(Board(grid).holes())
    assert int((record.grid > 0).sum()) == len(grid) == int(record.num_tiles)


def need_of(grid: Grid, cell: Cell) -> int:
    """Return three bits an edge for what may not lie there, then a bit for each neighbour."""
    need = 0
    for number, edge in enumerate(EDGES):
        tile = grid.get(beyond(cell, edge))
        if tile is not None:
            need |= FORBIDDEN[terrain(*tile)[MEETS[edge]]] << 3 * number | 1 << 12 + number
    return need


def check_members(after: Moment) -> None:
    """The segments of a feature are one list, which begins at its label."""
    record = after.record
    own = defaultdict(list)
    for segment, label in enumerate(record.label[: int(record.num_segments)].tolist()):
        own[label].append(segment)
    following, last = record.next_member.tolist(), record.last_member.tolist()
    sizes = record.members.tolist()
    for label, segments in own.items():
        listed = [label]
        while following[listed[-1]] != EMPTY:
            listed.append(following[listed[-1]])
        assert sorted(listed) == segments
        assert (sizes[label], last[label]) == (len(segments), listed[-1])
