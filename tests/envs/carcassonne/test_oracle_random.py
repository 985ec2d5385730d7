"""What holds at every step of random games, for the oracle by itself."""

import random
from collections import Counter
from typing import Any

import pytest

from fiefdom.envs.carcassonne.tiles import TILES
from tests.envs.carcassonne.chance import StreamDraw
from tests.envs.carcassonne.oracle import Oracle
from tests.envs.carcassonne.oracle_board import segments

GAMES: list[dict[str, Any]] = [
    {},
    {"num_players": 3, "starter": 2, "skip_forced": False},
    {"num_players": 6, "abbey_mayor": False, "serf_no_barn_cities": "all", "table": 15},
    {"num_players": 4, "serf_mode": "no_barn", "barn_on_barn_field": True, "inn_rule": True},
    {"king_robber": False, "cleric_serf": False, "followers": 3, "tiny_city": 2},
    {"num_players": 5, "farmers": False, "abbey_endgame": False, "cs_tiles": "described"},
]


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_random_game(seed: int) -> None:
    rng = random.Random(seed)
    oracle = Oracle(StreamDraw(seed), **GAMES[seed])
    start = in_play(oracle)
    tiles = sum(oracle.options.deck().values())
    forecast: list[int] = []
    while not oracle.over:
        oracle.play(rng.choice(sorted(oracle.legal())))
        assert in_play(oracle) == start
        assert num_tiles(oracle) == tiles
        tokens = 14 if oracle.options.cleric_serf else 0
        assert sum(oracle.tokens) + oracle.token_supply == tokens
        expect_records(oracle)
        if oracle.phase in ("abbey", "place"):
            expect_all_scored(oracle)
            forecast = oracle.final_scores()
    assert oracle.score == oracle.final_scores()
    assert all(end >= now for end, now in zip(oracle.score, forecast, strict=True)) or forecast


def in_play(oracle: Oracle) -> list[Counter[str]]:
    """Return the pieces of each seat, wherever they are; a placed abbey is nobody's."""
    counts = [Counter(hand) for hand in oracle.hands]
    for seat, kind, *_ in oracle.pieces:
        counts[seat][kind] += 1
    for seat, _, _ in oracle.pending_wagons:
        counts[seat]["wagon"] += 1
    for seat_counts in counts:
        del seat_counts["abbey"]
    return counts


def num_tiles(oracle: Oracle) -> int:
    """Return the tiles of the deck, wherever they are."""
    placed = sum(tile != "ABBEY" for tile, _ in oracle.grid.values()) - 1
    return (
        sum(oracle.undrawn.values())
        + placed
        + len(oracle.discarded)
        + int(oracle.drawn is not None)
    )
