"""The worked examples of the rulebook (section 15), replayed by the oracle."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.envs.carcassonne.oracle import Oracle
from tests.envs.carcassonne.oracle_positions import Seen, lay, new_game, play_example_turn, to_place

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())
SETS = ("barn_corners", "wagon_options")


def test_all_examples_are_there() -> None:
    assert len({example["id"] for example in EXAMPLES}) == len(EXAMPLES) == 82


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_example(example: dict[str, Any]) -> None:
    oracle = new_game(**example["options"])
    for name, value in example.get("preset", {}).items():
        assert hasattr(oracle, name)
        setattr(oracle, name, value)
    for turn in example["turns"]:
        if "illegal" in turn:
            expect_refusal(oracle, turn)
        else:
            seen = play_example_turn(oracle, turn) if "tile" in turn else Seen(set(), [])
            for name, value in turn.get("then", {}).items():
                wanted = sorted(value) if name in SETS else value
                assert found(oracle, seen, name, value) == wanted, f"{name} after {turn}"
    if "final" in example:
        assert oracle.final_scores() == example["final"]


def expect_refusal(oracle: Oracle, turn: dict[str, Any]) -> None:
    """Check that the piece is refused or, without a piece, the tile."""
    if "meeple" in turn:
        x, y = turn["pos"]
        lay(oracle, turn["player"], turn["tile"], x, y, turn["rot"])
        decision = ("piece", *turn["meeple"])
    else:
        assert turn["tile"] == "ABBEY"
        to_place(oracle, turn["player"], turn["tile"])
        decision = ("abbey", *turn["pos"])
    with pytest.raises(ValueError, match="is not legal"):
        oracle.play(decision)


def found(oracle: Oracle, seen: Seen, name: str, value: Any) -> Any:
    """Return what an example names, as it was in a turn or is after it."""
    if name == "followers_in_hand":
        return sum(hand["follower"] for hand in oracle.hands)
    if name == "barn_corners":
        return sorted(piece[2] for piece in seen.pieces if piece[:2] == ("piece", "barn"))
    if name == "wagon_options":
        return sorted([[x, y], where] for x, y, where in seen.targets)
    if name == "placements":
        return {tile: num_placements(oracle, tile) for tile in value}
    return getattr(oracle, name)


def num_placements(oracle: Oracle, tile: str) -> int:
    to_place(oracle, 0, tile)
    return len(oracle.legal())
