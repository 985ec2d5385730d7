"""The engine against the oracle, after every step of random games of every kind.

A tenth of the games is played; all of them with FIEFDOM_ORACLE=full in the environment, and then
`pytest -s` prints how many games, decisions and rare events there were.
"""

import random
from collections import Counter
from typing import Any

import pytest

from fiefdom.envs.carcassonne import GAME
from fiefdom.envs.common.options import allowed_values
from tests.envs.carcassonne.events import EVERYTHING, SELDOM_BY, events_of
from tests.envs.carcassonne.one_game import OneGame
from tests.envs.carcassonne.oracle import Oracle
from tests.envs.carcassonne.policies import Policy, at_random, greedy, packing
from tests.envs.carcassonne.views import (
    differences,
    engine_view,
    features_of,
    oracle_features,
    oracle_of,
    oracle_view,
)
from tests.envs.registry import scaled

# Who plays, the number of the first game (its seed), and how many.
GAMES: list[tuple[Policy, int, int]] = [
    (at_random, 0, 250),
    (at_random, 250, 250),
    (packing, 1000, 100),
    (greedy, 2000, 100),
]
# Games that together show all of EVERYTHING. The greedy agent, which may change without the rules, is
# not among their players. Whatever changes the order in which luck is drawn needs others.
SHOWN_BY: list[tuple[Policy, int]] = [
    *((at_random, number) for number in (45, 213, 263)),
    *((packing, number) for number in (1011, 1078, 1081, 1086, 1090)),
]
CONFIGURATIONS = ("full", "core", "full", "base")
MIXED = (
    "farmers", "followers", "tiny_city", "abbey_endgame", "barn_on_barn_field", "inn_rule",
    "serf_mode", "serf_no_barn_cities", "token_unoccupied", "cleric_counts_abbeys", "cs_tiles",
    "king_robber", "abbey_mayor", "cleric_serf", "table", "start", "skip_forced",
)  # fmt: skip
THIN_OUT_AT = 70  # decisions, in some games
VALUES = allowed_values(GAME.Options)


def options_for(number: int) -> dict[str, Any]:
    """Return the options of a game: published ones in every third, others anyhow."""
    luck = random.Random(number)
    chosen = {
        "num_players": 2 + number % 5,
        "configuration": CONFIGURATIONS[number // 5 % 4],
        "table": 17 if number % 4 == 1 else 31,
    }
    if number % 3:
        chosen |= {name: luck.choice(VALUES[name]) for name in MIXED}
        if number % 4 == 1:
            chosen["table"] = 17
        if chosen["serf_mode"] == "barn":
            chosen["abbey_mayor"] = True
    return chosen


def compare(game: OneGame, oracle: Oracle, told: str) -> None:
    """Check that engine and oracle stand the same."""
    assert differences(engine_view(game), oracle_view(oracle)) == {}, told
    assert differences(features_of(game.record), oracle_features(oracle)) == {}, told


def thin_out(game: OneGame, oracle: Oracle) -> None:
    """Leave only the three kinds of tiles that fit in the fewest places."""
    places = places_of(oracle)
    leave(game, oracle, sorted(places, key=lambda tile: (places[tile], tile))[:3])


def leave_what_is_stuck(game: OneGame, oracle: Oracle) -> None:
    """Leave only tiles that fit nowhere, if there are any and one is drawn next."""
    stuck = [tile for tile, places in places_of(oracle).items() if not places]
    if stuck and game.phase == "piece":
        leave(game, oracle, stuck)


def places_of(oracle: Oracle) -> dict[str, int]:
    """Count the placements of each kind of tile that is left."""
    kinds = [tile for tile, count in oracle.undrawn.items() if count]
    return {tile: len(oracle.board.placements(tile, oracle.options.table)) for tile in kinds}


def leave(game: OneGame, oracle: Oracle, kinds: list[str]) -> None:
    oracle.undrawn = {tile: int(tile in kinds) for tile in oracle.undrawn}
    game.set_undrawn(" ".join(kinds))


def follow(seed: int, options: dict[str, Any], policy: Policy) -> Counter[str]:
    """Play one game with both, compare after every step, and count what was seen."""
    game, oracle = OneGame(seed, **options), oracle_of(seed, options)
    luck = random.Random(seed)
    played: list[Any] = []
    seen = Counter({"games": 1})
    while True:
        compare(game, oracle, f"seed {seed}, {options}, decisions {played}")
        if oracle.over:
            break
        if len(played) == THIN_OUT_AT and seed % 7 == 3:
            thin_out(game, oracle)
        if len(played) >= THIN_OUT_AT and seed % 7 == 5:
            leave_what_is_stuck(game, oracle)
        decision = policy(game, luck)
        legal = game.legal()
        played.append(decision)
        game.play(decision)
        seen.update(events_of(oracle, decision, legal))
    assert not game.step(0)
    return seen + Counter({"decisions": len(played)})


@pytest.mark.parametrize(
    ("policy", "first", "games"),
    [pytest.param(*row, id=f"{row[0].__name__}-{row[1]}") for row in GAMES],
)
def test_engine_follows_the_oracle(
    policy: Policy, first: int, games: int, totals: Counter[str]
) -> None:
    seen: Counter[str] = Counter()
    for number in range(first, first + scaled(games)):
        seen += follow(number, options_for(number), policy)
    totals.update(seen)
    assert EVERYTHING - SELDOM_BY[policy.__name__] - set(seen) == set()


def test_everything_is_seen() -> None:
    """One test, so that it holds however the tests are spread over processes."""
    seen: Counter[str] = Counter()
    for policy, number in SHOWN_BY:
        seen += follow(number, options_for(number), policy)
    assert EVERYTHING - set(seen) == set(), "replace games of SHOWN_BY by some that show it"


def test_every_option_value_is_among_the_first_games() -> None:
    """Each occurs in the tenth that is always played."""
    first = [
        options_for(game)
        for _, start, games in GAMES
        for game in range(start, start + scaled(games))
    ]
    for name in (*MIXED, "num_players", "configuration"):
        played = {repr(chosen.get(name, VALUES[name][0])) for chosen in first}
        assert played == {repr(value) for value in VALUES[name]}, name
