"""The oracle's draws, placements, pieces and wagons, where the worked examples do not go."""

import pytest

from tests.envs.carcassonne.chance import ScriptedChance, first_left
from tests.envs.carcassonne.oracle import Decision, Oracle
from tests.envs.carcassonne.oracle_positions import lay, new_game, play_turns, settle, to_place

BASE = {"king_robber": False, "cleric_serf": False, "abbey_mayor": False}

# Drawing and placing.


def test_game_begins_with_a_draw_by_the_starter() -> None:
    oracle = Oracle(ScriptedChance("U"), num_players=3, starter=2)
    assert (oracle.mover, oracle.turn_seat, oracle.phase, oracle.drawn) == (2, 2, "place", "U")
    assert (oracle.last, oracle.grid) == ((0, 0), {(0, 0): ("D", 0)})
    assert oracle.legal() == {("place", 0, 1, 0), ("place", 1, 0, 0), ("place", -1, 0, 0)}
    oracle.play(("place", 1, 0, 0))
    assert (oracle.mover, oracle.phase, oracle.drawn, oracle.last) == (2, "piece", None, (1, 0))


def test_draw_is_asked_with_what_is_left_in_order_of_the_tiles() -> None:
    asked: list[dict[str, int]] = []

    def draw(counts: dict[str, int]) -> str:
        asked.append(counts)
        return "CB"[len(asked) - 1]

    oracle = Oracle(draw, skip_forced=False, **BASE)
    play_turns(oracle, "0 C 0 -1 0")
    assert [list(counts) for counts in asked] == [
        list("ABCDEFGHIJKLMNOPQRSTUVWX"),
        list("ABDEFGHIJKLMNOPQRSTUVWX"),
    ]
    assert [asked[0][tile] for tile in "ACDUV"] == [2, 1, 3, 8, 9]
    assert (oracle.undrawn["B"], oracle.undrawn["C"]) == (3, 0)


def test_impossible_draw_is_noticed() -> None:
    with pytest.raises(AssertionError, match="no copy of KR1"):
        Oracle(ScriptedChance("KR1"), **BASE)


def test_unplaceable_tiles_leave_the_game_and_another_is_drawn() -> None:
    oracle = Oracle(ScriptedChance("E C C Q"), skip_forced=False, **BASE)
    oracle.undrawn["C"] = 2
    play_turns(oracle, "0 E 0 -1 2")
    assert (oracle.discarded, oracle.drawn, oracle.mover) == (["C", "C"], "Q", 1)
    assert (oracle.undrawn["C"], oracle.undrawn["Q"]) == (0, 0)


@pytest.mark.parametrize("decision", [("place", 2, 0, 0), ("place", 1, 0, 1), ("place", 1, 0, 2)])
def test_other_placements_are_refused(decision: Decision) -> None:
    """No neighbour; road against field; the same as rotation 0."""
    oracle = Oracle(ScriptedChance("U"))
    with pytest.raises(ValueError, match="not legal in phase place"):
        oracle.play(decision)
    assert oracle.drawn == "U"


@pytest.mark.parametrize("decision", [("pass",), ("home",), ("draw",), ("abbey", 0, 1)])
def test_decisions_of_other_phases_are_refused(decision: Decision) -> None:
    with pytest.raises(ValueError, match="not legal in phase place"):
        Oracle(ScriptedChance("U")).play(decision)


def test_single_placement_is_played_unless_asked_for() -> None:
    asked = Oracle(ScriptedChance("C"), skip_forced=False)
    assert (asked.phase, asked.legal()) == ("place", {("place", 0, -1, 0)})
    skipped = Oracle(ScriptedChance("C"))
    assert (skipped.phase, skipped.last, skipped.drawn) == ("piece", (0, -1), None)


# The table.


@pytest.mark.parametrize(
    ("tiles", "table", "ends"),
    [
        (range(3), None, {-1, 3}),
        (range(3), 5, set()),
        (range(-7, -5), 5, {-8, -5}),
        (range(4), 7, {-1, 4}),
        (range(5), 7, set()),
    ],
)
def test_tiles_leave_a_margin_on_the_table(tiles: range, table: int | None, ends: set[int]) -> None:
    oracle = new_game(table=table)
    to_place(oracle, 0, "X")
    oracle.grid = {(along, 0): ("U", 0) for along in tiles}
    assert oracle.legal() == {("place", along, 0, 0) for along in ends}
    oracle.grid = {(0, along): ("U", 1) for along in tiles}
    assert oracle.legal() == {("place", 0, along, 0) for along in ends}


def test_tile_that_fits_only_beyond_the_table_leaves_the_game() -> None:
    oracle = Oracle(ScriptedChance("U X W"), table=5, skip_forced=False, **BASE)
    oracle.grid = {(x, 0): ("U", 0) for x in range(2)}
    oracle.play(("place", 2, 0, 0))
    oracle.play(("pass",))
    # A crossing only fits at the two ends, a junction also beside the road.
    assert (oracle.discarded, oracle.drawn) == (["X"], "W")


def test_smallest_table_has_no_room() -> None:
    oracle = Oracle(first_left, table=3)
    assert (oracle.over, len(oracle.discarded), oracle.legal()) == (True, 98, set())


# Pieces.


def test_empty_hand_can_only_pass() -> None:
    oracle = new_game()
    oracle.hands[1] = dict.fromkeys(oracle.hands[1], 0)
    lay(oracle, 1, "E", 0, -1, 2)
    assert oracle.legal() == {("pass",)}
    oracle = Oracle(ScriptedChance("E U"))
    oracle.hands[0] = dict.fromkeys(oracle.hands[0], 0)
    oracle.play(("place", 0, -1, 2))
    assert (oracle.mover, oracle.phase, oracle.drawn) == (1, "place", "U")


def test_each_kind_of_piece_has_its_places() -> None:
    oracle = new_game()
    play_turns(oracle, "0 U 1 0 0", "0 B 0 1 0")
    lay(oracle, 0, "KR1", 1, 1, 1)
    wagons = {("piece", "wagon", "city0"), ("piece", "wagon", "cloister")}
    assert oracle.legal() == wagons | {
        ("pass",),
        ("piece", "follower", "city0"),
        ("piece", "follower", "cloister"),
        ("piece", "follower", "field0"),
        ("piece", "mayor", "city0"),
        ("piece", "barn", "NW"),
    }
    oracle.hands[0] |= dict.fromkeys(("follower", "mayor", "barn"), 0)
    assert oracle.legal() == wagons | {("pass",)}
    oracle.play(("piece", "wagon", "cloister"))
    assert oracle.pieces == {(0, "wagon", 1, 1, "cloister")}
    assert oracle.hands[0]["wagon"] == 0


@pytest.mark.parametrize("kind", ["follower", "wagon", "mayor"])
def test_feature_with_any_piece_is_occupied(kind: str) -> None:
    oracle = new_game()
    play_turns(oracle, f"0 F 0 -1 1 {kind} city0")
    lay(oracle, 1, "F", 0, -2, 1)
    assert not any("city0" in decision for decision in oracle.legal())
    assert ("piece", "follower", "field0") in oracle.legal()


def test_roads_that_are_one_road_are_offered_once() -> None:
    """The road of three bends ends twice at the village of the tile that closes it."""
    oracle = new_game()
    play_turns(oracle, "0 B 0 1 0", "0 V 0 2 3", "0 V 1 2 0", "0 V 1 3 1")
    lay(oracle, 0, "W", 0, 3, 3)
    roads = {where for _, _, where in oracle.legal() - {("pass",)} if where.startswith("road")}
    assert roads == {"road0", "road2"}
    settle(oracle, "follower", "road0")
    assert (oracle.score, oracle.robber_size) == ([4, 0], 4)


def test_corners_of_one_farm_are_each_offered_to_a_barn() -> None:
    oracle = new_game()
    play_turns(oracle, "0 U 1 0 0", "0 U 2 0 0", "0 B 0 1 0", "0 B 2 1 0")
    lay(oracle, 0, "B", 1, 1, 0)
    barns = {decision for decision in oracle.legal() if "barn" in decision}
    assert barns == {("piece", "barn", "NW"), ("piece", "barn", "NE")}
    oracle.play(("piece", "barn", "NE"))
    assert oracle.pieces == {(0, "barn", 1, 1, "NE")}


# Wagons.


def test_wagons_are_asked_clockwise_from_the_active_player() -> None:
    """The abbey of `abbey_closes` ends three cities with a wagon of each seat."""
    oracle = new_game(num_players=3)
    play_turns(oracle, "0 D 1 0 0 wagon city0", "1 P 0 -1 2 wagon city0", "0 U 2 0 0")
    play_turns(oracle, "2 N 2 -1 0 wagon city0", "0 N 2 -2 3", "0 N 1 -2 2")
    lay(oracle, 1, "ABBEY", 1, -1, 0)
    oracle.play(("pass",))
    assert (oracle.phase, oracle.turn_seat, oracle.mover) == ("wagon", 1, 1)
    assert oracle.pending_wagons == [(1, 0, -1), (2, 2, -1), (0, 1, 0)]
    assert [hand["wagon"] for hand in oracle.hands] == [0, 0, 0]
    assert oracle.pieces == set()
    oracle.play(("home",))
    assert (oracle.mover, oracle.hands[1]["wagon"]) == (2, 1)
    assert ("wagon", 1, -1, "cloister") in oracle.legal()
    oracle.play(("wagon", 1, -1, "cloister"))
    assert (oracle.mover, oracle.pending_wagons) == (0, [(0, 1, 0)])
    assert ("wagon", 1, -1, "cloister") not in oracle.legal()
    oracle.play(("wagon", 0, 0, "road0"))
    assert oracle.pieces == {(2, "wagon", 1, -1, "cloister"), (0, "wagon", 0, 0, "road0")}
    assert (oracle.turn_seat, oracle.mover, oracle.phase) == (2, 2, "place")


def test_wagon_may_stand_on_any_part_near_it() -> None:
    """The road of D and two U is one; the second U is out of reach."""
    oracle = new_game()
    play_turns(oracle, "0 U 1 0 0", "0 U 2 0 0")
    lay(oracle, 0, "E", 0, -1, 2)
    oracle.play(("piece", "wagon", "city0"))
    assert oracle.legal() == {("home",), ("wagon", 0, 0, "road0"), ("wagon", 1, 0, "road0")}


@pytest.mark.parametrize("skip_forced", [False, True])
def test_wagon_without_target_goes_home(skip_forced: bool) -> None:
    oracle = Oracle(ScriptedChance("E U"), skip_forced=skip_forced)
    oracle.pieces.add((1, "follower", 0, 0, "road0"))
    oracle.play(("place", 0, -1, 2))
    oracle.play(("piece", "wagon", "city0"))
    if not skip_forced:
        assert (oracle.mover, oracle.phase, oracle.legal()) == (0, "wagon", {("home",)})
        oracle.play(("home",))
    assert (oracle.mover, oracle.drawn, oracle.hands[0]["wagon"]) == (1, "U", 1)
