"""The worked examples of the rulebook (section 15), replayed through the engine's actions."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.envs.carcassonne.one_game import ABBEY, Decision, OneGame, action_of, scripted

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
# Played in the rulebook by wagon_move=C1, which the engine refuses; their turns are legal by C2.
FIRST_EDITION = ("wagon_c1", "wagon_abbey")
PER_SEAT = {"score": "score", "tokens": "tokens", "cloisters_scored": "cloisters"}
HOLDERS = ("king", "robber", "cleric", "serf")
COUNTS = {
    "king_size": "king_size",
    "robber_size": "robber_size",
    "serf_removed": "serf_record",
    "token_supply": "token_supply",
}


def play_turn(game: OneGame, turn: dict[str, Any]) -> dict[str, Any]:
    """Play a legal turn; return what it offered."""
    lay(game, turn)
    barns = sorted(where for _, kind, where in pieces_of(game.legal()) if kind == "barn")
    game.play(("piece", *turn["meeple"]) if "meeple" in turn else ("pass",))
    return {"barn_corners": barns, "wagon_options": drive_wagons(game, turn.get("wagons", []))}


def lay(game: OneGame, turn: dict[str, Any]) -> None:
    x, y = turn["pos"]
    game.lay(turn["player"], turn["tile"], x, y, turn["rot"])


def pieces_of(legal: set[Decision]) -> list[Decision]:
    return [decision for decision in legal if decision[0] == "piece"]


def drive_wagons(game: OneGame, targets: list[Any]) -> list[Any]:
    """Drive the wagons that wait; return where each might have gone when the first one left.

    A wagon for which nothing is written, or whose target has been taken, goes home.
    """
    options = [target for seat in waiting(game) for target in targets_of(game, seat)]
    wanted = iter(targets)
    while game.phase == "wagon":
        cell, where = next(wanted, ([0, 0], ""))
        drive: Decision = ("wagon", *cell, where)
        game.play(drive if drive in game.legal() else ("home",))
    return sorted([[x, y], where] for _, x, y, where in options)


def waiting(game: OneGame) -> list[int]:
    return [seat for seat in game.seats if game.record.wagon_from[seat] >= 0]


def targets_of(game: OneGame, seat: int) -> list[Decision]:
    """Return where a waiting wagon could drive if it were its turn."""
    twin = game.copy()
    twin.record.mover = seat
    twin.look()
    return [decision for decision in twin.legal() if decision[0] == "wagon"]


def expect(game: OneGame, seen: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Check the state right after a turn."""
    for name, value in wanted.items():
        if name == "placements":
            assert {tile: num_placements(game, tile) for tile in value} == value
        elif name == "followers_in_hand":
            assert sum(hand["follower"] for hand in game.hands) == value
        elif name in PER_SEAT:
            assert [int(game.record[PER_SEAT[name]][seat]) for seat in game.seats] == value
        elif name in HOLDERS:
            assert game.holders[name] == value, name
        elif name in COUNTS:
            assert int(game.record[COUNTS[name]]) == value, name
        else:
            assert seen[name] == sorted(value), name


def num_placements(game: OneGame, tile: str) -> int:
    return len(game.copy().to_place(0, tile).legal())


def expect_refusal(game: OneGame, turn: dict[str, Any]) -> None:
    """Check that the piece or, without a piece, the abbey is neither offered nor taken."""
    if "meeple" in turn:
        lay(game, turn)
        decision: Decision = ("piece", *turn["meeple"])
    else:
        assert turn["tile"] == ABBEY
        game.to_place(turn["player"], ABBEY)
        decision = ("abbey", *turn["pos"])
    before = game.state.copy()
    assert decision not in game.legal()
    assert not game.step(action_of(game.record, decision))
    assert np.array_equal(game.state, before)


def test_all_examples_are_there() -> None:
    assert len({example["id"] for example in EXAMPLES}) == len(EXAMPLES) == 82
    assert {example["id"] for example in EXAMPLES} >= set(FIRST_EDITION)
    turns = [turn for example in EXAMPLES for turn in example["turns"]]
    assert sum("illegal" in turn for turn in turns) == 7
    assert sum("wagons" in turn for turn in turns) == 3
    assert sum("final" in example for example in EXAMPLES) == 61


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_example(example: dict[str, Any]) -> None:
    game = scripted(**example["options"])
    for name, value in example.get("preset", {}).items():
        game.record[COUNTS[name]] = value
    for turn in example["turns"]:
        if "illegal" in turn:
            expect_refusal(game, turn)
        else:
            seen = play_turn(game, turn) if "tile" in turn else {}
            expect(game, seen, turn.get("then", {}))
    if "final" in example:
        assert game.finish() == example["final"]


@pytest.mark.parametrize("name", FIRST_EDITION)
def test_examples_of_the_first_edition_rule_are_refused(name: str) -> None:
    options = next(example["options"] for example in EXAMPLES if example["id"] == name)
    with pytest.raises(ValueError, match=r"wagon_move='C1'.*allowed: 'C2'"):
        scripted(**options, wagon_move="C1")


def test_wagons_of_the_examples_drive() -> None:
    """Where a target is written the wagon stands there afterwards, but for a taken one."""
    seen = {}
    for name in ("wagon_two", "wagon_abbey", "wagon_same_target"):
        example = next(example for example in EXAMPLES if example["id"] == name)
        game = scripted(**example["options"])
        for turn in example["turns"]:
            play_turn(game, turn)
        seen[name] = [hand["wagon"] for hand in game.hands]
    assert seen == {"wagon_two": [0, 1], "wagon_abbey": [1, 0], "wagon_same_target": [0, 1]}
