"""Every plane and fact of the observation, at positions of random games, from every seat."""

import random
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.carcassonne.rules import SEGMENTS
from fiefdom.envs.carcassonne.state import EMPTY, GRID, GRID_BITS, GRID_MASK
from tests.envs.carcassonne.expected import expected_facts, expected_planes
from tests.envs.carcassonne.one_game import PIECE_SLOTS, TILE_IDS, OneGame
from tests.envs.carcassonne.policies import at_random, packing, positions
from tests.envs.carcassonne.views import cells_of, grid_of, pieces_of, prospects

CASES: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 2, "encoding": "dict", "configuration": "base", "inn_rule": True},
    {"num_players": 3, "configuration": "core", "start": "random", "table": 17},
    {"num_players": 4, "skip_forced": False, "barn_on_barn_field": True},
    {"num_players": 5, "encoding": "dict", "tiny_city": 2},
    {"num_players": 6, "configuration": "base", "abbey_mayor": True, "table": 41},
]
EVERY_CASE = pytest.mark.parametrize("case", range(len(CASES)))
EACH = 5  # positions of each phase


@cache
def played(case: int) -> list[OneGame]:
    """Return positions of random games under an option set: of each phase, and the last ones."""
    found: dict[str | None, list[OneGame]] = {}
    for seed in range(4):
        policy = packing if seed % 2 else at_random
        for game in positions(10 * case + seed, policy, **CASES[case]):
            found.setdefault(game.phase, []).append(game.copy())
    luck = random.Random(case)
    return [game for some in found.values() for game in luck.sample(some, min(len(some), EACH))]


class Seen:
    """An observation taken apart by the names of its blocks."""

    def __init__(self, game: OneGame, seat: int) -> None:
        self.layout = GAME.layout(game.options)
        self.table = game.options.table
        self.flat = game.look(seat)
        self.places = self.layout.slices()

    def plane(self, name: str) -> npt.NDArray[np.uint8]:
        """Return a plane, row by row."""
        return self.flat[self.places[name]].reshape(self.table, self.table)

    def facts(self, name: str) -> dict[str, int]:
        """Return a block's values by label."""
        block = next(block for block in self.layout.blocks if block.name == name)
        return dict(zip(block.labels, self.flat[self.places[name]].tolist(), strict=True))

    def cells(self, name: str) -> dict[tuple[int, int], int]:
        """Return what a plane shows, by column and row, but for 0."""
        plane = self.plane(name)
        return {(int(x), int(y)): int(plane[y, x]) for y, x in np.argwhere(plane)}


# Rebuilt from what one seat sees, without the record.


def rebuilt(seen: Seen, seat: int, players: int) -> dict[str, Any]:
    """Return the position as a seat can tell it; cells by column and row of the window."""
    turns = seen.plane("turns")
    seats = {(seat + offset) % players: seen.facts(f"seat_{offset}") for offset in range(players)}
    holders = ("King", "Robber Baron", "Cleric", "Serf")
    return {
        "tiles": {
            (x, y): (TILE_IDS[kind - 1], int(turns[y, x]))
            for (x, y), kind in seen.cells("tile").items()
        },
        **rebuilt_pieces(seen, seat, players),
        "last": set(seen.cells("last")),
        "hands": [
            {kind: seats[s][f"{kind}s in hand"] for kind in ("follower", "wagon", "mayor", "barn", "abbey")}
            for s in range(players)
        ],
        "scores": [two_digits(seats[s], "score") for s in range(players)],
        "prospects": [two_digits(seats[s], "score if the game ended now") for s in range(players)],
        "tokens": [seats[s]["cloister tokens"] for s in range(players)],
        "holders": [
            next((s for s in range(players) if seats[s][f"holds the {name}"]), None)
            for name in holders
        ],
        "movers": [s for s in range(players) if seats[s]["is the mover"]],
        "turn": [s for s in range(players) if seats[s]["has the turn"]],
        "phase": [name for name, chosen in seen.facts("phase").items() if chosen],
        "drawn": [tile.split()[0] for tile, drawn in seen.facts("drawn").items() if drawn],
        "undrawn": {tile.split()[0]: n for tile, n in seen.facts("undrawn").items() if n},
    }  # fmt: skip


def rebuilt_pieces(seen: Seen, seat: int, players: int) -> dict[str, Any]:
    pieces, waiting = set(), set()
    for offset in range(players):
        owner = (seat + offset) % players
        for cell, slot in seen.cells(f"piece_{offset}").items():
            pieces.add((owner, *PIECE_SLOTS[slot - 1], *cell))
        for cell, slot in seen.cells(f"wagon_{offset}").items():
            if slot > 7:
                waiting.add((owner, *cell))
            else:
                pieces.add((owner, "wagon", SEGMENTS[slot - 1], *cell))
    return {"pieces": pieces, "waiting": waiting}


def two_digits(seat: dict[str, int], name: str) -> int:
    return 128 * seat[f"{name} // 128"] + seat[f"{name} % 128"]


def recorded(game: OneGame) -> dict[str, Any]:
    """Return the same from the record."""
    record, cells = game.record, cells_of(game.record)
    columns, rows = zip(*cells, strict=True)
    half = game.options.table // 2
    west = (min(columns) + max(columns)) // 2 - half
    north = (min(rows) + max(rows)) // 2 - half
    asked = [] if game.over else [game.mover]
    waiting = [seat for seat in game.seats if record.wagon_from[seat] != EMPTY]
    return {
        "tiles": {(x - west, y - north): tile for (x, y), tile in grid_of(record).items()},
        "pieces": {(*owned, where, x - west, y - north) for *owned, x, y, where in pieces_of(record)},
        "waiting": {
            (seat, x - west, y - north)
            for seat in waiting
            for x, y in [cells[record.wagon_from[seat]]]
        },
        "last": {(cells[-1][0] - west, cells[-1][1] - north)},
        "hands": game.hands,
        "scores": game.score,
        "prospects": prospects(game),
        "tokens": game.tokens,
        "holders": [game.holders[name] for name in ("king", "robber", "cleric", "serf")],
        "movers": asked,
        "turn": [] if game.over else [game.turn_seat],
        "phase": [] if game.over else [game.phase],
        "drawn": [game.drawn] if game.drawn else [],
        "undrawn": game.undrawn,
    }  # fmt: skip


@EVERY_CASE
def test_every_seat_can_rebuild_the_position(case: int) -> None:
    for game in played(case):
        expected = recorded(game)
        for seat in game.seats:
            found = rebuilt(Seen(game, seat), seat, len(game.seats))
            for name, value in expected.items():
                assert found[name] == value, (name, seat)


# Every value against a second computation.


@EVERY_CASE
def test_positions_are_of_all_sorts(case: int) -> None:
    phases = {game.phase for game in played(case)}
    full = bool(played(case)[0].record.abbey_mayor)
    assert phases == {"place", "piece", None} | ({"abbey", "wagon"} if full else set())


@EVERY_CASE
def test_planes_are_what_the_table_shows(case: int) -> None:
    seen_owners = 0
    for game in played(case):
        for seat in game.seats:
            seen, planes = Seen(game, seat), expected_planes(game, seat)
            area = game.options.table**2
            named = {block.name for block in seen.layout.blocks if block.size == area}
            assert named == set(planes)
            for name, plane in planes.items():
                assert np.array_equal(seen.plane(name), plane), (name, seat)
            seen_owners |= int(np.bitwise_or.reduce(seen.plane("owners_n"), axis=None))
    assert seen_owners == 2 ** CASES[case]["num_players"] - 1


@EVERY_CASE
def test_facts_are_those_of_the_record(case: int) -> None:
    for game in played(case):
        for seat in game.seats:
            seen, facts = Seen(game, seat), expected_facts(game, seat)
            labelled = [block for block in seen.layout.blocks if block.labels]
            assert {block.name for block in labelled} == set(facts)
            for block in labelled:
                found = {label.split(" (")[0]: n for label, n in seen.facts(block.name).items()}
                assert found == facts[block.name], (block.name, seat)


@EVERY_CASE
def test_unused_values_are_0_and_others_in_their_range(case: int) -> None:
    space = GAME.layout(GAME.options(CASES[case])).space()
    for game in played(case):
        for seat in range(-1, len(game.seats)):
            seen = Seen(game, seat)
            assert space.contains(seen.layout.shaped(seen.flat))
            if game.options.encoding == "planes":
                assert not seen.flat[seen.places["unused"]].any()


def test_everyone_sees_what_seat_0_sees() -> None:
    for game in played(3):
        assert np.array_equal(game.look(-1), game.look(0))


@pytest.mark.parametrize("table", [17, 31, 101])
@pytest.mark.parametrize("num_players", range(2, 7))
def test_layout(table: int, num_players: int) -> None:
    """6 + 20 + 24 + 4 planes, two for each seat, and one of facts, which `dict` has as a vector."""
    options = {"table": table, "num_players": num_players}
    planes = GAME.layout(GAME.options(options))
    board = GAME.layout(GAME.options({**options, "encoding": "dict"}))
    count = 54 + 2 * num_players
    facts = 4 + 2 * len(TILE_IDS) + 11 + len(SEGMENTS) + 6 * 17
    assert planes.parts == {"observation": (count + 1, table, table)}
    assert board.parts == {"board": (count, table, table), "vector": (facts,)}
    for layout in (planes, board):
        names = [block.name for block in layout.blocks]
        assert len(set(names)) == len(names)
        assert sum(block.size for block in layout.blocks) == layout.size
    assert planes.slices()["seat_0"].stop - planes.slices()["seat_0"].start == 17


@EVERY_CASE
def test_both_encodings_show_the_same(case: int) -> None:
    for game in played(case)[::3]:
        other = "planes" if game.options.encoding == "dict" else "dict"
        twin = OneGame(**{**CASES[case], "encoding": other})
        kept = int(twin.record.dict_encoding)
        twin.state[:] = game.state
        twin.record.dict_encoding = kept
        for seat in game.seats:
            one, two = Seen(game, seat), Seen(twin, seat)
            for name in one.places.keys() & two.places.keys():
                assert np.array_equal(one.flat[one.places[name]], two.flat[two.places[name]]), name
            assert (one.places.keys() ^ two.places.keys()) == {"unused"}


# The tiles' box lies in the middle, wherever the game has gone.


def shifted(game: OneGame, dx: int, dy: int) -> OneGame:
    """Return the same game with all tiles so many cells to the east and south."""
    twin = game.copy()
    record = twin.record

    def moved(cells: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        x, y = (cells & GRID_MASK) + dx, (cells >> GRID_BITS) + dy
        return ((y & GRID_MASK) << GRID_BITS) | (x & GRID_MASK)

    for field, count in (("tile_cell", "num_tiles"), ("frontier_cell", "frontier_size")):
        number = int(record[count])
        record[field][:number] = moved(record[field][:number])
    record.grid[:] = np.roll(game.record.grid.reshape(GRID, GRID), (dy, dx), (0, 1)).reshape(-1)
    for field, step in (("west", dx), ("east", dx), ("north", dy), ("south", dy)):
        record[field] += step
    twin.look()
    return twin


@EVERY_CASE
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (0, 1), (-7, 12), (61, -58)])
def test_a_shifted_game_looks_the_same(case: int, dx: int, dy: int) -> None:
    for game in played(case)[::2]:
        twin = shifted(game, dx, dy)
        moved = {(x + dx, y + dy): tile for (x, y), tile in grid_of(game.record).items()}
        assert grid_of(twin.record) == moved
        game.look()
        assert game.actions() == twin.actions()
        for seat in game.seats:
            assert np.array_equal(game.look(seat), twin.look(seat))


def test_box_is_in_the_middle_of_the_window() -> None:
    for game in played(0) + played(2):
        shown = Seen(game, 0).plane("tile") > 0
        for axis in (0, 1):
            used = np.flatnonzero(shown.any(axis=axis))
            before, after = used[0], game.options.table - 1 - used[-1]
            assert after - before in (0, 1) or before - after in (0, 1)
