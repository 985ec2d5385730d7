"""The oracle's abbeys, the end of its game and its options, where no example goes."""

import copy
from typing import Any

import pytest

from tests.envs.carcassonne.chance import first_left
from tests.envs.carcassonne.oracle import Oracle
from tests.envs.carcassonne.oracle_positions import new_game, play_turns, to_place
from tests.envs.carcassonne.written_turns import BARN, BARN_TURNS, EVERY_SERF_MODE, FIRST_FARMER

BASE = {"king_robber": False, "cleric_serf": False, "abbey_mayor": False}

HOLES = [(1, 1), (3, 1), (5, 1)]


def with_holes(**options: Any) -> Oracle:
    """Return a game of four with three holes, seat 2 about to place the last tile."""
    oracle = new_game(num_players=4, **options)
    cells = [(x, y) for x in range(7) for y in range(3) if (x, y) not in HOLES]
    oracle.grid = dict.fromkeys(cells, ("B", 0))
    oracle.undrawn = dict.fromkeys(oracle.undrawn, 0)
    to_place(oracle, 2, "B")
    return oracle


def test_abbey_is_offered_before_the_draw_if_there_is_a_hole() -> None:
    oracle = with_holes()
    oracle.undrawn["B"] = 2
    oracle.play(("place", 7, 0, 0))
    oracle.play(("pass",))
    assert (oracle.mover, oracle.phase, oracle.drawn) == (3, "abbey", None)
    assert oracle.legal() == {("draw",), *(("abbey", *hole) for hole in HOLES)}
    oracle.play(("draw",))
    assert (oracle.mover, oracle.phase, oracle.drawn) == (3, "place", "B")
    oracle.play(("place", 8, 0, 0))
    oracle.play(("pass",))
    oracle.hands[1]["abbey"] = 0
    assert (oracle.mover, oracle.phase) == (0, "abbey")
    oracle.play(("abbey", 3, 1))
    assert (oracle.grid[3, 1], oracle.hands[0]["abbey"]) == (("ABBEY", 0), 0)
    assert (oracle.abbeys_played, oracle.last) == (1, (3, 1))
    wheres = [("piece", kind, "cloister") for kind in ("follower", "wagon")]
    assert oracle.legal() == {("pass",), *wheres}
    oracle.play(("pass",))
    assert (oracle.mover, oracle.phase, oracle.drawn) == (1, "place", "B")


def test_abbey_round_goes_once_around_from_the_left_of_the_last_tile() -> None:
    oracle = with_holes()
    oracle.hands[1]["abbey"] = 0
    oracle.play(("place", 7, 0, 0))
    assert not oracle.in_abbey_round
    oracle.play(("pass",))
    assert (oracle.mover, oracle.turn_seat, oracle.phase) == (3, 3, "abbey")
    assert oracle.in_abbey_round
    oracle.play(("draw",))
    assert (oracle.mover, oracle.turn_seat, oracle.phase) == (0, 0, "abbey")
    oracle.play(("abbey", 1, 1))
    oracle.play(("piece", "wagon", "cloister"))
    assert (oracle.mover, oracle.phase, oracle.pending_wagons) == (0, "wagon", [(0, 1, 1)])
    oracle.play(("home",))
    assert (oracle.mover, oracle.phase) == (2, "abbey")
    assert oracle.legal() == {("draw",), ("abbey", 3, 1), ("abbey", 5, 1)}
    oracle.play(("abbey", 3, 1))
    assert not oracle.over
    oracle.play(("pass",))
    assert (oracle.over, oracle.phase, oracle.legal()) == (True, None, set())
    assert not oracle.in_abbey_round
    assert [hand["abbey"] for hand in oracle.hands] == [0, 0, 0, 1]


def test_abbey_round_ends_with_the_last_hole() -> None:
    oracle = with_holes()
    oracle.grid |= dict.fromkeys(HOLES[1:], ("B", 0))
    oracle.play(("place", 7, 0, 0))
    oracle.play(("pass",))
    oracle.play(("abbey", *HOLES[0]))
    oracle.play(("pass",))
    assert oracle.over


def test_seat_that_can_draw_nothing_that_fits_is_first_in_the_abbey_round() -> None:
    """It refuses its abbey, draws, and is asked once more; then the others."""
    oracle = with_holes()
    oracle.undrawn["C"] = 1
    oracle.play(("place", 7, 0, 0))
    oracle.play(("pass",))
    assert (oracle.mover, oracle.in_abbey_round) == (3, False)
    oracle.play(("draw",))
    assert (oracle.discarded, oracle.in_abbey_round) == (["C"], True)
    for seat in (3, 0, 1, 2):
        assert oracle.mover == seat
        oracle.play(("draw",))
    assert oracle.over


def test_without_abbey_round_the_game_ends_with_the_last_tile() -> None:
    oracle = with_holes(abbey_endgame=False)
    oracle.play(("place", 7, 0, 0))
    oracle.play(("pass",))
    assert (oracle.over, oracle.hands[3]["abbey"]) == (True, 1)


def test_game_ends_when_nothing_left_can_be_placed() -> None:
    oracle = Oracle(first_left, skip_forced=False, **BASE)
    play_turns(oracle, "1 V 1 0 0 follower road0")
    oracle.undrawn = dict.fromkeys(oracle.undrawn, 0) | {"C": 1, "H": 0}
    discarded = list(oracle.discarded)
    play_turns(oracle, "0 E 0 -1 2 follower city0")
    assert (oracle.over, oracle.drawn, oracle.phase) == (True, None, None)
    assert oracle.discarded == [*discarded, "C"]
    assert oracle.score == oracle.final_scores() == [4, 2]
    with pytest.raises(ValueError, match="is not legal"):
        oracle.play(("pass",))


def test_final_scores_leave_the_game_as_it_is() -> None:
    oracle = new_game()
    play_turns(oracle, "0 E 0 -1 2 follower field0", "1 B 0 1 0 follower cloister")
    before = copy.deepcopy(vars(oracle))
    # Farmer 3 and one city of the King; cloister with one neighbour.
    assert oracle.final_scores() == oracle.final_scores() == [4, 2]
    assert vars(oracle) == before


# Options.


@pytest.mark.parametrize(
    ("options", "tiles"),
    [
        ({}, 98),
        ({"cs_tiles": "described"}, 94),
        ({"abbey_mayor": False}, 86),
        ({"king_robber": False}, 93),
        ({"cleric_serf": False}, 88),
        (BASE, 71),
    ],
)
def test_sets_bring_their_tiles(options: dict[str, Any], tiles: int) -> None:
    oracle = Oracle(first_left, **options)
    assert sum(oracle.undrawn.values()) + 1 == tiles
    assert oracle.undrawn["D"] == 3


def test_described_tiles_are_those_with_a_source() -> None:
    undrawn = Oracle(first_left, cs_tiles="described").undrawn
    left = {tile for tile in undrawn if tile.startswith("CS")}
    assert left == {"CS1", "CS5", "CS6", "CS7", "CS8", "CS10"}


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 1},
        {"num_players": 7},
        {"starter": 2},
        {"starter": -1},
        {"serf_mode": "barn", "abbey_mayor": False},
        {"table": 30},
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"players|seat|Serf|odd"):
        Oracle(first_left, **options)


def test_hands_hold_what_the_sets_bring() -> None:
    special = {"wagon": 1, "mayor": 1, "barn": 1, "abbey": 1}
    assert Oracle(first_left, num_players=6).hands == [{"follower": 7} | special] * 6
    without = Oracle(first_left, abbey_mayor=False, followers=2)
    assert without.hands == [{"follower": 2} | dict.fromkeys(special, 0)] * 2


@pytest.mark.parametrize("farmers", [True, False])
def test_farmers_may_be_left_out_but_barns_not(farmers: bool) -> None:
    oracle = new_game(farmers=farmers)
    play_turns(oracle, "0 U 1 0 0", "0 B 0 1 0")
    to_place(oracle, 0, "B")
    oracle.play(("place", 1, 1, 0))
    assert (("piece", "follower", "field0") in oracle.legal()) == farmers
    assert oracle.legal() >= {("piece", "barn", "NW"), ("piece", "follower", "cloister")}


@pytest.mark.parametrize(
    ("options", "king", "final"), [({}, 0, [5, 0]), ({"king_robber": False}, None, [4, 0])]
)
def test_king_may_be_left_out(options: dict[str, Any], king: int | None, final: list[int]) -> None:
    oracle = new_game(**options)
    play_turns(oracle, "0 E 0 -1 2 follower city0")
    assert (oracle.king, oracle.king_size) == (king, 0 if king is None else 2)
    assert oracle.final_scores() == final


@pytest.mark.parametrize(
    ("cleric_serf", "cleric", "counts", "supply"),
    [(True, 1, [0, 1], [1, 0, 13]), (False, None, [0, 0], [0, 0, 0])],
)
def test_cleric_and_tokens_may_be_left_out(
    cleric_serf: bool, cleric: int | None, counts: list[int], supply: list[int]
) -> None:
    oracle = new_game(cleric_serf=cleric_serf)
    oracle.grid = {(x, y): ("B", 0) for x in range(3) for y in range(3) if (x, y) != (2, 2)}
    oracle.pieces.add((1, "follower", 1, 1, "cloister"))
    play_turns(oracle, "0 B 2 2 0")
    assert (oracle.score, oracle.cleric, oracle.cloisters_scored) == ([0, 9], cleric, counts)
    assert [*oracle.tokens, oracle.token_supply] == supply


def test_cleric_tie_goes_to_the_first_clockwise_from_the_active_player() -> None:
    oracle = new_game(num_players=3)
    oracle.grid = {(x, y): ("B", 0) for x in range(4) for y in range(3) if (x, y) != (1, 2)}
    oracle.pieces |= {(0, "follower", 1, 1, "cloister"), (2, "follower", 2, 1, "cloister")}
    play_turns(oracle, "1 B 1 2 0")
    assert (oracle.cleric, oracle.cloisters_scored, oracle.tokens) == (2, [1, 0, 1], [0, 2, 0])


def test_city_of_one_tile_is_no_city_of_two() -> None:
    """The abbey of `king_robber_abbey` closes two cities and a road of one tile each."""
    oracle = new_game(num_players=3, tiny_city=2)
    play_turns(oracle, "0 U 1 0 0", "0 U -1 0 0", "1 E 1 -1 3 follower city0", "1 E -1 -1 1")
    play_turns(oracle, "0 B 1 -2 0", "0 A 0 -2 0 follower road0", "2 ABBEY 0 -1 0")
    assert oracle.score == [1, 2, 0]


@pytest.mark.parametrize(("cities", "serf"), [("completed", 0), ("all", 1)])
def test_open_cities_may_measure_a_farm(cities: str, serf: int) -> None:
    """Seat 0 has a farm with one closed city, seat 1 one with two open ones."""
    oracle = new_game(abbey_mayor=False, serf_no_barn_cities=cities)
    play_turns(oracle, "0 E 0 -1 2 follower field0", "1 H 0 1 1 follower field0")
    assert oracle.serf == serf


def test_serf_tie_goes_to_the_first_clockwise_from_the_active_player() -> None:
    """Seat 1 closes a city beside a farm of seat 0 and one of seat 2, but not beside its own."""
    oracle = new_game(num_players=3, abbey_mayor=False)
    play_turns(oracle, "1 B 0 1 0 follower field0", "0 U 1 0 0 follower field0")
    play_turns(oracle, "2 G 0 -1 1 follower field0")
    assert oracle.serf == 1
    play_turns(oracle, "1 E 0 -2 2")
    assert oracle.serf == 2


def test_serf_goes_by_the_largest_farm_not_by_all_farms() -> None:
    """One city beside the farm of seat 0, and one beside each of two farms of seat 1."""
    oracle = new_game(abbey_mayor=False)
    play_turns(oracle, "0 E 0 -1 2 follower field0", "1 U 1 0 0 follower field0")
    play_turns(oracle, "0 I 0 1 3", "1 K 0 2 0 follower field0")
    assert oracle.serf == 0


@EVERY_SERF_MODE
def test_serf_may_go_by_farms_although_there_are_barns(
    mode: str, holders: list[int | None], removed: int, final: list[int]
) -> None:
    """The position of `seed_example_2`: the farmer is removed, the barn still pays the Serf 5."""
    oracle = new_game(king_robber=False, serf_mode=mode)
    play_turns(oracle, FIRST_FARMER)
    assert oracle.serf == holders[0]
    play_turns(oracle, *BARN_TURNS, BARN)
    assert (oracle.serf, oracle.serf_removed, oracle.barns_played) == (holders[1], removed, 1)
    assert oracle.final_scores() == final


def test_barn_removes_all_farmers_not_only_those_that_win() -> None:
    oracle = new_game()
    play_turns(oracle, FIRST_FARMER, *BARN_TURNS)
    oracle.pieces |= {(0, "follower", 0, -2, "field0"), (1, "follower", 1, -2, "field0")}
    play_turns(oracle, BARN)
    assert (oracle.score, oracle.serf_removed) == ([6, 0], 3)
    assert oracle.pieces == {(1, "barn", 1, -1, "NW")}


def test_serf_won_by_a_barn_does_not_go_by_farms() -> None:
    oracle = new_game()
    play_turns(
        oracle, FIRST_FARMER, BARN_TURNS[0], "0 E 0 -3 2 follower field0", BARN_TURNS[2], BARN
    )
    assert oracle.position.largest_farms() == [1, 0]
    assert oracle.serf == 1


def test_barn_beside_a_joined_barn_pays_its_farmers_in_full() -> None:
    """With `barn_on_barn_field` the new barn's farm is scored before joined farms (section 5)."""
    oracle = new_game(barn_on_barn_field=True)
    play_turns(oracle, FIRST_FARMER, *BARN_TURNS)
    oracle.pieces.add((0, "barn", 0, -2, "SE"))
    play_turns(oracle, BARN)
    assert (oracle.score, oracle.serf_removed) == ([6, 0], 1)
