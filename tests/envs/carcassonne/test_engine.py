"""The engine's set-up, turn, wagons, abbeys and end, by drawn positions."""

from itertools import islice, product
from typing import Any

import pytest

from fiefdom.envs.carcassonne import GAME
from tests.envs.carcassonne.one_game import Decision, OneGame, scripted
from tests.envs.carcassonne.policies import at_random, packing, positions
from tests.envs.carcassonne.views import cells_of, grid_of, pieces_of

BASE = {"configuration": "base"}
CLOSED_START = "0 E 0 -1 2"  # the city of the start tile, so that city edges are rare
# Cells around the two holes (1, 2) and (3, 2), each beside one before it.
RINGS = "0,1 1,1 2,1 3,1 4,1 4,2 4,3 3,3 2,3 2,2 1,3 0,3 0,2"
HOLES = [(1, 2), (3, 2)]


def with_holes(**options: Any) -> OneGame:
    """Return a game of four with two holes and no city to go on, seat 2 to place the last tile."""
    rings = [f"0 B {x} {y} 0" for x, y in (cell.split(",") for cell in RINGS.split())]
    game = scripted(CLOSED_START, *rings, **{"num_players": 4, **options})
    game.set_undrawn()
    return game


def line(length: int, **options: Any) -> OneGame:
    """Return a game with a straight road of so many tiles to the east (to the west: negative)."""
    step = 1 if length > 0 else -1
    roads = (f"0 U {step * along} 0 0" for along in range(1, abs(length)))
    return scripted(*roads, **BASE, **options)


# Section 2: set-up.


@pytest.mark.parametrize(
    ("configuration", "tiles", "others", "tokens"),
    [("full", 98, 1, 14), ("core", 86, 0, 14), ("base", 71, 0, 0)],
)
def test_set_up(configuration: str, tiles: int, others: int, tokens: int) -> None:
    game = scripted(num_players=6, configuration=configuration)
    record = game.record
    assert grid_of(record) == {(0, 0): ("D", 0)}
    assert (game.mover, game.turn_seat, game.phase, int(record.turn)) == (0, 0, "place", 1)
    assert game.drawn is not None
    assert sum(game.undrawn.values()) == int(record.undrawn_total) == tiles - 1
    special = dict.fromkeys(("wagon", "mayor", "barn", "abbey"), others)
    assert game.hands == [{"follower": 7, **special}] * 6
    assert (game.score, game.tokens, int(record.token_supply)) == ([0] * 6, [0] * 6, tokens)
    assert set(game.holders.values()) == {None}
    assert pieces_of(record) == set()


def test_a_second_deal_forgets_the_first_game() -> None:
    used = list(positions(3, packing, num_players=4))[-1]
    assert used.over
    fresh = OneGame(11, num_players=4)
    used.deal(11)
    assert used.state.tobytes() == fresh.state.tobytes()


@pytest.mark.parametrize("num_players", range(2, 7))
def test_who_begins(num_players: int) -> None:
    drawn = {OneGame(s, num_players=num_players, start="random").mover for s in range(60)}
    assert drawn == set(range(num_players))
    assert {OneGame(seed, num_players=num_players).mover for seed in range(9)} == {0}


@pytest.mark.parametrize("num_players", range(2, 7))
def test_play_is_clockwise(num_players: int) -> None:
    game = scripted(num_players=num_players)
    for turn in range(num_players + 2):
        assert (game.mover, int(game.record.turn)) == (turn % num_players, turn + 1)
        game.turns(f"{game.mover} U {turn + 1} 0 0")


# Drawing and placing.


@pytest.mark.parametrize("seed", range(12))
def test_unplaceable_tiles_leave_the_game_and_another_is_drawn(seed: int) -> None:
    game = scripted(**BASE)
    game.lay(0, "E", 0, -1, 2)
    game.set_undrawn("C C C U")
    game.record.rng = seed
    game.play(("pass",))
    assert (game.drawn, game.mover, game.over) == ("U", 1, False)
    kept = game.undrawn.get("C", 0)
    assert game.undrawn == ({"C": kept} if kept else {})
    assert int(game.record.undrawn_total) == kept < 4


def test_several_tiles_may_leave_the_game_at_once() -> None:
    left = set()
    for seed in range(40):
        game = scripted(**BASE)
        game.lay(0, "E", 0, -1, 2)
        game.set_undrawn("C C C U")
        game.record.rng = seed
        left.add(3 - game.play(("pass",)).undrawn.get("C", 0))
    assert left == {0, 1, 2, 3}


def test_game_ends_when_nothing_left_can_be_placed() -> None:
    game = scripted("1 V 1 0 0 follower road0", **BASE)
    game.lay(0, "E", 0, -1, 2)
    game.set_undrawn("C C")
    game.play(("piece", "follower", "city0"))
    assert (game.over, game.phase, game.drawn, game.legal()) == (True, None, None, set())
    assert game.finals == [[4, 2], [1, 2]]
    assert (game.undrawn, game.mover) == ({}, 0)


def test_single_choice_is_played_unless_asked_for() -> None:
    asked = scripted().to_place(0, "C")
    assert (asked.phase, asked.legal()) == ("place", {("place", 0, -1, 0)})
    asked.play(("place", 0, -1, 0), ("piece", "mayor", "city0"))
    skipping = scripted()
    skipping.record.skip_forced = 1
    skipping.lay(0, "U", 1, 0)
    skipping.set_undrawn("C")
    skipping.play(("pass",))
    assert (skipping.phase, skipping.mover, cells_of(skipping.record)[-1]) == ("piece", 1, (0, -1))


@pytest.mark.parametrize("seed", range(6))
def test_skipping_forced_decisions_leads_to_the_same_position(seed: int) -> None:
    """Played with the same luck, the games with and without the option are one game."""
    skipping, asking = OneGame(seed), OneGame(seed, skip_forced=False)
    played = 0
    while not asking.over:
        legal = sorted(asking.legal())
        if len(legal) > 1:
            assert skipping.legal() == set(legal)
            played += 1
            skipping.play(legal[played * 7919 % len(legal)])
            asking.play(legal[played * 7919 % len(legal)])
        else:
            asking.play(*legal)
    asking.record.skip_forced = 1
    assert asking.state.tobytes() == skipping.state.tobytes()


# The table.


@pytest.mark.parametrize(("table", "length"), [*product((17, 101), (1, -1))])
def test_tiles_keep_off_the_rim_of_the_table(table: int, length: int) -> None:
    """The longest row is that of the table less two cells."""
    game = line(length * (table - 3), table=table)
    ends = {("place", length * (table - 3), 0, 0), ("place", -length, 0, 0)}
    assert {place for place in game.to_place(1, "U").legal() if place[2] == 0} == ends
    for end in ends:
        longest = game.copy().play(end, ("pass",)).to_place(0, "U")
        assert {place[2] for place in longest.legal()} == {-1, 1}
        columns = {x for x, _ in cells_of(longest.record)}
        assert {place[1] for place in longest.legal()} <= columns
        assert len(columns) == table - 2


def test_tile_that_fits_only_beyond_the_table_leaves_the_game() -> None:
    game = line(14, table=17)
    game.lay(0, "U", 14, 0)
    game.set_undrawn("X")
    game.play(("pass",))
    assert (game.over, game.undrawn) == (True, {})
    wider = line(15, table=21).to_place(0, "X")
    assert wider.legal() == {("place", 15, 0, 0), ("place", -1, 0, 0)}


def test_holes_are_filled_on_a_full_table() -> None:
    """The rule of the rim never keeps a tile from a cell within the tiles' box."""
    game = scripted(*(f"0 U {x} 0 0" for x in range(1, 15)), table=17)
    game.turns("0 B 0 1 0", "0 B 2 1 0", "0 B 0 2 0", "0 B 1 2 0", "0 B 2 2 0")
    assert ("place", 1, 1, 0) in game.to_place(0, "B").legal()
    assert game.to_place(0, "ABBEY").legal() == {("draw",), ("abbey", 1, 1)}


@pytest.mark.parametrize("table", [17, 31, 101])
def test_numbers_of_placements(table: int) -> None:
    """A rotation, a row, a column of a window with the tiles' box in its middle."""
    for game in positions(table, at_random, table=table):
        if game.phase not in ("place", "abbey"):
            continue
        columns, rows = zip(*cells_of(game.record), strict=True)
        west = (min(columns) + max(columns)) // 2 - table // 2
        north = (min(rows) + max(rows)) // 2 - table // 2
        numbers = {4 * table**2} if game.phase == "abbey" else set()
        for verb, *place in game.legal():
            if verb != "draw":
                x, y, rotation = (*place, 0)[:3]
                numbers.add((rotation * table + y - north) * table + x - west)
        assert set(game.actions()) == numbers


# Pieces.


@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ({}, {"follower": 7, "wagon": 4, "mayor": 1}),
        ({"followers": 0}, {"wagon": 4, "mayor": 1}),
        ({"wagons": 0}, {"follower": 7, "mayor": 1}),
        ({"mayors": 0}, {"follower": 7, "wagon": 4}),
        ({"followers": 0, "wagons": 0, "mayors": 0}, {}),
    ],
)
def test_pieces_come_from_the_own_hand(hand: dict[str, int], offered: dict[str, int]) -> None:
    """L: one city, three roads, three fields."""
    game = scripted()
    for name, count in hand.items():
        game.record[name][1] = count
    game.lay(1, "L", 1, 0)
    legal = game.legal()
    assert ("pass",) in legal
    kinds = [decision[1] for decision in legal if decision != ("pass",)]
    assert {kind: kinds.count(kind) for kind in kinds} == offered


def test_segments_of_one_feature_are_one_choice() -> None:
    """Two roads of the crossing are one by a ring, and so are two fields outside of it."""
    game = scripted("0 B 0 1 0", "0 V 1 1 2", "0 V 2 1 1", "0 V 2 0 0", **BASE).lay(0, "X", 1, 0)
    wheres = ("road0", "road1", "road3", "field0", "field1", "field2")
    assert game.legal() == {("pass",), *(("piece", "follower", where) for where in wheres)}


def test_last_follower_comes_back_too_late_for_its_own_turn() -> None:
    """Placing precedes scoring: the follower of the closed road is in hand afterwards."""
    game = scripted("0 W 1 0 0 follower road2")
    game.record.followers[0] = 0
    game.lay(0, "W", -1, 0)
    assert not [piece for piece in game.legal() if piece[1:2] == ("follower",)]
    game.play(("pass",))
    assert (game.score, game.hands[0]["follower"]) == ([3, 0], 1)


# Wagons (7.4).

AROUND_A_CROSSING = (
    CLOSED_START,
    "0 A 1 -1 0 wagon road0",
    "0 B 2 -1 0",
    "1 A 2 0 1 wagon road0",
    "0 B 0 1 0",
    "2 A 1 1 2 wagon road0",
)


def three_wagons() -> OneGame:
    """Return a game in which seat 1 has closed three roads, each with a wagon."""
    game = scripted(*AROUND_A_CROSSING, num_players=3)
    return game.lay(1, "X", 1, 0).play(("pass",))


def wagon(*target: Any) -> Decision:
    return ("wagon", *target)


def test_wagons_are_asked_clockwise_from_the_active_seat() -> None:
    game = three_wagons()
    assert game.score == [2, 2, 2]
    for seat in (1, 2, 0):
        assert (game.mover, game.turn_seat, game.phase) == (seat, 1, "wagon")
        assert [hand["wagon"] for hand in game.hands][seat] == 0
        game.play(("home",))
        assert game.hands[seat]["wagon"] == 1
    assert (game.turn_seat, game.mover) == (2, 2)
    assert game.phase in ("place", "abbey")


def test_wagons_drive_to_what_is_open_and_free_nearby() -> None:
    game = three_wagons()
    cloisters = {wagon(x, y, "cloister") for x, y in ((1, -1), (2, -1), (2, 0), (1, 1))}
    assert game.legal() == {("home",), wagon(1, 0, "road3"), *cloisters}
    game.play(wagon(1, 0, "road3"))
    assert (1, "wagon", 1, 0, "road3") in pieces_of(game.record)
    cloisters = {wagon(x, y, "cloister") for x, y in ((2, 0), (0, 1), (1, 1))}
    assert game.legal() == {("home",), *cloisters}
    game.play(wagon(2, 0, "cloister"))
    cloisters = {wagon(x, y, "cloister") for x, y in ((2, -1), (1, -1))}
    assert game.legal() == {("home",), *cloisters}
    game.play(("home",))
    assert [hand["wagon"] for hand in game.hands] == [1, 0, 0]


def test_wagon_without_target_goes_home_by_itself() -> None:
    """AM10: a road that ends at a house; everything else around is closed."""
    asked = scripted(CLOSED_START, "0 AM10 1 0 1 wagon road0").lay(1, "AM10", -1, 0, 3)
    skipping = asked.copy()
    skipping.record.skip_forced = 1
    asked.play(("pass",))
    assert (asked.phase, asked.mover, asked.legal()) == ("wagon", 0, {("home",)})
    assert (asked.score, asked.hands[0]["wagon"]) == ([3, 0], 0)
    skipping.play(("pass",))
    assert (skipping.phase, skipping.turn_seat, skipping.hands[0]["wagon"]) == ("place", 0, 1)


# Abbeys (7.1).


def test_abbey_is_offered_before_the_draw_if_there_is_a_hole() -> None:
    game = with_holes()
    game.lay(2, "B", -1, 1)
    game.set_undrawn("B B")
    game.play(("pass",))
    assert (game.mover, game.phase, game.drawn) == (3, "abbey", None)
    assert game.legal() == {("draw",), *(("abbey", *hole) for hole in HOLES)}
    assert game.copy().play(("draw",)).drawn == "B"
    game.play(("abbey", 3, 2))
    assert (grid_of(game.record)[3, 2], game.hands[3]["abbey"]) == (("ABBEY", 0), 0)
    wheres = [("piece", kind, "cloister") for kind in ("follower", "wagon")]
    assert game.legal() == {("pass",), *wheres}
    game.record.abbeys[0] = 0
    game.play(("pass",))
    assert (game.mover, game.phase, game.drawn) == (0, "place", "B")
    assert (int(game.record.abbeys_played), game.tokens) == (1, [0, 0, 0, 1])


def test_abbey_round_goes_once_around_from_the_left_of_the_last_tile() -> None:
    game = with_holes()
    game.record.abbeys[1] = 0
    game.lay(2, "B", -1, 1)
    assert not game.record.abbey_round
    game.play(("pass",))
    assert (game.mover, game.turn_seat, game.phase) == (3, 3, "abbey")
    game.play(("draw",))
    assert (game.mover, game.turn_seat, game.phase) == (0, 0, "abbey")
    game.play(("abbey", 1, 2), ("piece", "wagon", "cloister"))
    assert (game.mover, game.phase, game.score) == (0, "wagon", [9, 0, 0, 0])
    game.play(("home",))
    assert (game.mover, game.phase) == (2, "abbey")
    assert game.legal() == {("draw",), ("abbey", 3, 2)}
    game.play(("abbey", 3, 2))
    assert not game.over
    game.play(("pass",))
    assert (game.over, [hand["abbey"] for hand in game.hands]) == (True, [0, 0, 0, 1])


def test_abbey_round_ends_with_the_last_hole() -> None:
    game = with_holes().lay(2, "B", 1, 2).play(("pass",))
    assert (game.mover, game.legal()) == (3, {("draw",), ("abbey", 3, 2)})
    assert game.play(("abbey", 3, 2), ("pass",)).over


def test_seat_that_can_draw_nothing_that_fits_is_first_in_the_abbey_round() -> None:
    """It refuses its abbey, draws, and is asked once more; then the others."""
    game = with_holes().lay(2, "B", -1, 1)
    game.set_undrawn("C")
    game.play(("pass",))
    assert (game.mover, int(game.record.abbey_round)) == (3, 0)
    game.play(("draw",))
    for seat in (3, 0, 1, 2):
        assert (game.mover, game.phase, game.undrawn) == (seat, "abbey", {})
        game.play(("draw",))
    assert game.over


def test_illegal_actions_change_no_byte_and_legal_ones_do() -> None:
    phases = set()
    for game in islice(positions(5, packing, num_players=3), 0, None, 3):
        phases.add(game.phase)
        legal, before = set(game.actions()), game.state.tobytes()
        for action in (-(2**62), -1, *range(GAME.num_actions(game.options) + 2), 2**32, 2**62):
            if action not in legal:
                assert not game.step(action)
        assert game.state.tobytes() == before
        for action in legal:
            assert game.copy().step(action)
    assert phases >= {"abbey", "place", "piece", "wagon"}
