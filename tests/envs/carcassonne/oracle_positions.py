"""Written turns for the oracle, whoever's turn it is and whatever was drawn."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.envs.carcassonne.chance import first_left
from tests.envs.carcassonne.oracle import Decision, Oracle
from tests.envs.carcassonne.oracle_options import ABBEY

Target = tuple[int, int, str]


class Seen(NamedTuple):
    """What a turn offered: pieces after the tile lay, and targets of all wagons at once."""

    pieces: set[Decision]
    targets: list[Target]


def new_game(**options: Any) -> Oracle:
    """Return a game that asks every decision, for turns that are written out."""
    return Oracle(first_left, skip_forced=False, **options)


def to_place(oracle: Oracle, seat: int, tile: str) -> None:
    """Make it a seat's turn, with this tile drawn (or to be placed as an abbey)."""
    oracle.turn_seat = oracle.mover = seat
    oracle.drawn = None if tile == ABBEY else tile
    oracle.phase = "abbey" if tile == ABBEY else "place"


def lay(oracle: Oracle, seat: int, tile: str, x: int, y: int, rotation: int) -> None:
    """Place a tile or an abbey for a seat."""
    to_place(oracle, seat, tile)
    oracle.play(("abbey", x, y) if tile == ABBEY else ("place", x, y, rotation))


def settle(
    oracle: Oracle, kind: str = "", where: str = "", *, wagons: Iterable[Target] = ()
) -> list[Target]:
    """Put a piece on the tile or pass, drive the wagons, and return what all might have gone to.

    A wagon without a target here, or one whose target has been taken, goes home.
    """
    oracle.play(("piece", kind, where) if kind else ("pass",))
    targets: list[Target] = []
    for _, x, y in oracle.pending_wagons:
        targets += oracle.wagon_targets((x, y))
    wanted = iter(wagons)
    while oracle.phase == "wagon":
        drive = ("wagon", *next(wanted, ()))
        oracle.play(drive if drive in oracle.legal() else ("home",))
    return targets


def play_turns(oracle: Oracle, *turns: str) -> None:
    """Play turns such as "0 E 0 -1 2 follower city0": seat, tile, x, y, rotation, piece, place."""
    for turn in turns:
        seat, tile, x, y, rotation, *piece = turn.split()
        lay(oracle, int(seat), tile, int(x), int(y), int(rotation))
        settle(oracle, *piece)


def play_example_turn(oracle: Oracle, turn: dict[str, Any]) -> Seen:
    """Play a legal turn of `examples.json`."""
    x, y = turn["pos"]
    lay(oracle, turn["player"], turn["tile"], x, y, turn["rot"])
    pieces = oracle.legal()
    wagons = [(x, y, where) for (x, y), where in turn.get("wagons", [])]
    return Seen(pieces, settle(oracle, *turn.get("meeple", []), wagons=wagons))
