"""Forced positions of the oracle."""

from typing import Any

from tests.envs.rise_to_nobility.chance import ScriptedChance
from tests.envs.rise_to_nobility.notation import MARKS, value_of
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_state import Commission, Decision


def new_game(
    num_players: int = 3, *, script: ScriptedChance | None = None, **options: Any
) -> Oracle:
    """Return a game that asks every decision, at the first turn of seat 0 in round 1.

    Without events and characters unless they are asked for; all draws take the first item, so
    seats 0, 1, 2 hold S01, S02, S03, the rows are S04 S05 S06 S25 S26 S27, B01 to B06 and T01
    on, the ships P01 on, the Commissions C01, C04, C07 and the dice tiles D01, D02, D03.
    """
    chosen: dict[str, Any] = {"events": False, "characters": False, "skip_forced": False}
    oracle = Oracle(script or ScriptedChance(), num_players=num_players, **(chosen | options))
    while oracle.phase == "setup":
        oracle.play(("keep", 0))
    return oracle


def script_of(oracle: Oracle) -> ScriptedChance:
    """Return the written chance of a game."""
    assert isinstance(oracle.chance, ScriptedChance)
    return oracle.chance


def turn(oracle: Oracle, seat: int, *dice: int) -> None:
    """Begin a turn of a seat with these dice unplaced."""
    oracle.pending = []
    oracle.turn_seat = seat
    oracle.has_placed = oracle.has_completed = oracle.has_recalled = False
    oracle.dice[seat] = sorted(dice)


def place(oracle: Oracle, *decision: Any, seat: int = 0) -> None:
    """Begin a turn of a seat and place a die of the value that the decision needs."""
    turn(oracle, seat, value_of(decision))
    oracle.play(decision)


def may_place(oracle: Oracle, *decision: Any, seat: int = 0) -> bool:
    """Say whether a seat may place a die so, were it its turn."""
    turn(oracle, seat, value_of(decision))
    return decision in oracle.legal()


def options(oracle: Oracle, verb: str) -> set[Decision]:
    """Return the legal decisions of one kind."""
    return {decision for decision in oracle.legal() if decision[0] == verb}


def may_afford_all(oracle: Oracle, seat: int = 0) -> None:
    """Give a seat so much that no sum, price or Good is in its way."""
    oracle.rep[seat] = 20
    oracle.coins[seat] = 50
    oracle.goods[seat] = [9] * 6


def end_round(oracle: Oracle) -> None:
    """Let all seats pass, with what they have used this round."""
    turn(oracle, oracle.first_player)
    before = oracle.round
    while not oracle.over and oracle.round == before:
        oracle.play(("pass",))


def commission(card: str, tile: str = "D05", *, dice: str = "...") -> Commission:
    """Return a Commission with its tile; `.` is an open slot, `d` a die, `t` a token."""
    marks = dict(zip(MARKS.values(), MARKS, strict=True))
    active = dice == "ttt"
    return {"id": card, "tile": tile, "dice": [marks[mark] for mark in dice], "active": active}  # type: ignore[misc]
