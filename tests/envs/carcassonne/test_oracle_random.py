"""What holds after every decision of random games, for the oracle by itself."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.envs.carcassonne.chance import StreamChance
from tests.envs.carcassonne.oracle import Oracle

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
    oracle = Oracle(StreamChance(seed), **GAMES[seed])
    pieces = pieces_in_play(oracle)
    tiles = sum(oracle.options.deck().values())
    tokens = oracle.token_supply
    while not oracle.over:
        oracle.play(rng.choice(sorted(oracle.legal())))
        assert pieces_in_play(oracle) == pieces
        assert tiles_in_play(oracle) == tiles
        assert sum(oracle.tokens) + oracle.token_supply == tokens
        if oracle.phase in ("abbey", "place", None):
            expect_closed_features_scored(oracle)
    assert oracle.score == oracle.final_scores()
    assert len(oracle.grid) > 60


def pieces_in_play(oracle: Oracle) -> list[Counter[str]]:
    """Return the pieces of each seat, wherever they are, but for the abbey."""
    counts = [Counter(hand) for hand in oracle.hands]
    for seat, kind, *_ in oracle.pieces:
        counts[seat][kind] += 1
    for seat, _, _ in oracle.pending_wagons:
        counts[seat]["wagon"] += 1
    for kinds in counts:
        del kinds["abbey"]
    return counts


def tiles_in_play(oracle: Oracle) -> int:
    """Return the tiles of the deck, wherever they are."""
    placed = len(oracle.grid) - 1 - oracle.abbeys_played
    hidden = sum(oracle.undrawn.values())
    return placed + hidden + len(oracle.discarded) + (oracle.drawn is not None)


def expect_closed_features_scored(oracle: Oracle) -> None:
    """Check that pieces have left what is closed, and that the records are those of the board."""
    largest = {"city": 0, "road": 0}
    for feature in oracle.features():
        if feature["complete"]:
            assert not feature["pieces"]
            if feature["kind"] in largest:
                largest[feature["kind"]] = max(largest[feature["kind"]], feature["tiles"])
        kinds = {kind for _, kind in feature["pieces"]}
        assert not kinds > {"barn"}
    if oracle.options.king_robber:
        assert (oracle.king_size, oracle.robber_size) == (largest["city"], largest["road"])
        assert (oracle.king is None) == (oracle.king_size == 0)


def test_same_decisions_and_draws_are_the_same_game() -> None:
    games = [Oracle(StreamChance(3)) for _ in range(2)]
    rng = random.Random(0)
    while not games[0].over:
        decision = rng.choice(sorted(games[0].legal()))
        assert games[0].legal() == games[1].legal()
        for game in games:
            game.play(decision)
    assert (games[0].score, games[0].pieces) == (games[1].score, games[1].pieces)
