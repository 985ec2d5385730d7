"""The engine against the oracle, step by step over random games of every kind.

A tenth of the games is played; all of them with FIEFDOM_ORACLE=full in the environment.
"""

import itertools
import random
from typing import Any

import pytest

from tests.envs.registry import scaled
from tests.envs.rise_to_nobility.one_game import IDS, Game
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.stream import Stream

GAMES_EACH = 500  # for each number of players
VALUES = {
    "chancery": (True, True, False),
    "events": (True, False),
    "characters": (True, False),
    "short": (False, True),
    "start": ("first", "random"),
    "skip_forced": (True, False),
}
COMBINATIONS = [dict(zip(VALUES, v, strict=True)) for v in itertools.product(*VALUES.values())]
random.Random(2).shuffle(COMBINATIONS)
KINDS = {
    "pass", "end_turn", "character", "modify", "recall", "complete", "guild", "ship", "castle",
    "berk", "tavern", "yard", "hall", "council", "desk", "tile", "take", "buy", "upgrade", "fulfil",
    "good", "done", "refresh", "yes", "no", "keep",
}  # fmt: skip


def oracle_view(oracle: Oracle) -> dict[str, Any]:
    """Return of the oracle what `Game.view` returns of the engine."""
    return {
        "over": oracle.over,
        "legal": oracle.legal(),
        "mover": oracle.mover,
        "turn_seat": None if oracle.over else oracle.turn_seat,
        "phase": oracle.phase,
        "round": oracle.round,
        "first_player": oracle.first_player,
        "event": oracle.event,
        **oracle_table(oracle),
        **oracle_decks(oracle),
        "seats": [oracle_seat(oracle, seat) for seat in oracle.seats],
    }


def oracle_table(oracle: Oracle) -> dict[str, Any]:
    return {
        "settlers_row": oracle.settlers_row,
        "buildings_row": oracle.buildings_row,
        "council_row": oracle.council_row,
        "ships": oracle.ships,
        "guild_dice": oracle.guild_dice,
        "ship_dice": oracle.ship_dice,
        "ranges": [oracle.castle_dice, oracle.berk_dice, oracle.hall_dice],
        "ordered": [
            (oracle.tavern_count, oracle.tavern_last or 0),
            (oracle.yard_count, oracle.yard_last or 0),
            (oracle.council_count, oracle.council_last or 0),
        ],
        "chancery_dice": oracle.chancery_dice,
        "closed_guilds": oracle.closed_guilds,
        "desks": oracle.desks,
        "modifiers_left": oracle.modifiers_left,
        "objectives": oracle.objectives,
    }


def in_order(table: str, names: list[str]) -> list[str]:
    return sorted(names, key=IDS[table].index)


def oracle_decks(oracle: Oracle) -> dict[str, Any]:
    return {
        "settlers_left": [in_order("settlers", oracle.settlers_left[n]) for n in (1, 2)],
        "discards": [in_order("settlers", oracle.discards[n]) for n in (1, 2)],
        "buildings_left": in_order("buildings", oracle.buildings_left),
        "council_left": in_order("council", oracle.council_left),
        "ships_left": in_order("ships", oracle.ships_left),
        "ships_returned": oracle.ships_returned,
        "pool": in_order("commissions", oracle.commissions_left),
        "bottom": [in_order("commissions", group) for group in oracle.commissions_bottom],
        "tiles_left": in_order("dice_tiles", oracle.dice_tiles_left),
    }


def oracle_seat(oracle: Oracle, seat: int) -> dict[str, Any]:
    points = oracle.final_scores()[seat] if oracle.over else oracle.vp[seat]
    return {
        "dice": sorted(oracle.dice[seat]),
        "used": oracle.used_sum[seat],
        "passed": oracle.passed[seat],
        "numbers": [
            oracle.rep[seat], oracle.nobility[seat], points, oracle.coins[seat],
            oracle.modifiers[seat], oracle.houses[seat], oracle.lot[seat], oracle.reserve[seat],
        ],
        "goods": oracle.goods[seat],
        "apprentices": oracle.guild_apprentices[seat],
        "held": oracle.held[seat],
        "completed": in_order("settlers", oracle.completed[seat]),
        "buildings": oracle.buildings[seat],
        "council_done": in_order("council", oracle.council_done[seat]),
        "character": oracle.character[seat],
        "character_used": oracle.character_used[seat],
        "commissions": [(c["id"], c["tile"], c["dice"]) for c in oracle.commissions[seat]],
        "returned": in_order("commissions", oracle.returned_seen[seat]),
    }  # fmt: skip


def choose(rng: random.Random, legal: set[tuple[Any, ...]], eager: bool) -> tuple[Any, ...]:
    """Choose at random; an eager player passes, ends and declines seldom."""
    options = sorted(legal, key=repr)
    if eager and rng.random() < 0.9:
        dull = {"pass", "end_turn", "no", "done", "recall", "modify"}
        options = [one for one in options if one[0] not in dull] or options
        rare = [o for o in options if o[0] in ("complete", "desk", "tile", "hall", "council")]
        options = rare if rare and rng.random() < 0.7 else options
    return rng.choice(options)


def play_both(seed: int, players: int, options: dict[str, Any]) -> set[str]:
    """Play a game of both, compared after every step; return the kinds of decisions."""
    rng = random.Random(seed)
    game = Game(seed, num_players=players, **options)
    named = {key: value for key, value in options.items() if key != "start"}
    oracle = Oracle(
        Stream.of_seed(seed),
        num_players=players,
        starter_random=options["start"] == "random",
        **named,
    )
    seen: set[str] = set()
    eager = seed % 4 > 0
    while True:
        mine, theirs = game.view(), oracle_view(oracle)
        for key, value in theirs.items():
            assert mine[key] == value, (seed, players, options, key)
        if oracle.over:
            break
        decision = choose(rng, oracle.legal(), eager)
        seen.add(str(decision[0]))
        game.play(decision)
        oracle.play(decision)
    if players > 1:
        assert game.one.places() == oracle.ranks()
    else:
        assert bool(game.record.solo_won) == all(oracle.objectives_met())
    return seen


@pytest.mark.parametrize("players", range(1, 7))
def test_engine_and_oracle_agree(players: int) -> None:
    seen: set[str] = set()
    for number in range(scaled(GAMES_EACH)):
        options = COMBINATIONS[(number + players) % len(COMBINATIONS)]
        if players == 6:
            options = {**options, "chancery": True}
        seen |= play_both(1000 * players + number, players, options)
    assert seen == KINDS
