"""The oracle's turn, its end and its wagons, where the worked examples do not go."""

import copy

import pytest

from tests.envs.carcassonne.oracle import Decision, Oracle
from tests.envs.carcassonne.oracle_board import Cell, Grid
from tests.envs.carcassonne.replay import (
    drawing,
    first_left,
    lay,
    new_game,
    play_turns,
    settle,
    to_place,
)

BASE = {"king_robber": False, "cleric_serf": False, "abbey_mayor": False}
EMPTY_HAND = {"follower": 0, "wagon": 0, "mayor": 0, "barn": 0, "abbey": 0}


def kinds(decisions: set[Decision], kind: str) -> set[str]:
    """Return where a kind of piece may be put."""
    return {where for verb, *rest in decisions if verb == "piece" for where in [rest[1]] if rest[0] == kind}


# Drawing and placing.


def test_game_begins_with_a_draw_by_the_starter() -> None:
    oracle = Oracle(drawing("U"), num_players=3, starter=2)
    assert (oracle.mover, oracle.turn_seat, oracle.phase, oracle.drawn) == (2, 2, "place", "U")
    assert (oracle.last, oracle.grid) == ((0, 0), {(0, 0): ("D", 0)})
    assert oracle.legal() == {("place", 0, 1, 0), ("place", 1, 0, 0), ("place", -1, 0, 0)}
    oracle.play(("place", 1, 0, 0))
    assert (oracle.mover, oracle.phase, oracle.drawn, oracle.last) == (2, "piece", None, (1, 0))


def test_draw_is_asked_with_what_is_left_in_order_of_the_tiles() -> None:
    asked: list[dict[str, int]] = []

    def draw(counts: dict[str, int]) -> str:
        asked.append(counts)
        return "C"

    Oracle(draw, skip_forced=False, **BASE).play(("place", 0, -1, 0))
    assert len(asked) == 1
    assert list(asked[0]) == list("ABCDEFGHIJKLMNOPQRSTUVWX")
    assert (asked[0]["C"], asked[0]["D"], asked[0]["V"]) == (1, 3, 9)
    oracle = Oracle(draw, skip_forced=False, **BASE)
    oracle.play(("place", 0, -1, 0))
    oracle.draw = lambda counts: asked.append(counts) or "B"
    oracle.play(("pass",))
    assert "C" not in asked[-1]


def test_impossible_draw_is_noticed() -> None:
    with pytest.raises(AssertionError, match="no copy of KR1"):
        Oracle(drawing("KR1"), **BASE)


def test_unplaceable_tiles_leave_the_game_and_another_is_drawn() -> None:
    oracle = Oracle(drawing("E C Q B"), skip_forced=False, **BASE)
    oracle.undrawn["Q"] = 1
    play_turns(oracle, "0 E 0 -1 2")
    assert (oracle.discarded, oracle.drawn, oracle.mover) == (["C"], "Q", 1)
    assert (oracle.undrawn["C"], oracle.undrawn["Q"]) == (0, 0)


@pytest.mark.parametrize("decision", [("place", 2, 0, 0), ("place", 1, 0, 1), ("place", 1, 0, 2)])
def test_other_placements_are_refused(decision: Decision) -> None:
    """No neighbour; road against field; the same as rotation 0."""
    oracle = Oracle(drawing("U"))
    with pytest.raises(ValueError, match="not legal in phase place"):
        oracle.play(decision)
    assert oracle.drawn == "U"


@pytest.mark.parametrize("decision", [("pass",), ("home",), ("draw",), ("abbey", 0, 1)])
def test_decisions_of_other_phases_are_refused(decision: Decision) -> None:
    with pytest.raises(ValueError, match="not legal in phase place"):
        Oracle(drawing("U")).play(decision)


def test_single_placement_is_played_unless_asked_for() -> None:
    asked = Oracle(drawing("C"), skip_forced=False)
    assert (asked.phase, asked.legal()) == ("place", {("place", 0, -1, 0)})
    skipped = Oracle(drawing("C"))
    assert (skipped.phase, skipped.last, skipped.drawn) == ("piece", (0, -1), None)


# The table.


@pytest.mark.parametrize(
    ("x_offset", "table", "columns"),
    [
        (0, None, {-1, 0, 1, 2, 3}),
        (0, 7, {-1, 0, 1, 2, 3}),
        (0, 5, {0, 1, 2}),
        (-7, 5, {-7, -6, -5}),
    ],
)
def test_tiles_leave_a_margin_on_the_table(
    x_offset: int, table: int | None, columns: set[int]
) -> None:
    oracle = new_game(table=table)
    oracle.grid = {(x + x_offset, 0): ("U", 0) for x in range(3)}
    to_place(oracle, 0, "X")
    assert {x for _, x, _, _ in oracle.legal()} == columns - set(range(x_offset, x_offset + 3))
    to_place(oracle, 0, "B")
    assert {(x, y) for _, x, y, _ in oracle.legal()} == {
        (x + x_offset, y) for x in range(3) for y in (-1, 1)
    }
