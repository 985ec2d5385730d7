"""What holds after every decision of random games (9.1), for the oracle by itself.

One game of each kind is played; thirty with FIEFDOM_ORACLE=full in the environment.
"""

import random
from collections import Counter
from typing import Any

import pytest

from tests.envs.registry import FULL
from tests.envs.rise_to_nobility.notation import value_of
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_scoring import workers_in_guild
from tests.envs.rise_to_nobility.oracle_state import Decision
from tests.envs.rise_to_nobility.policies import eager
from tests.envs.stream import Stream

GAMES: list[dict[str, Any]] = [
    {"num_players": 1},
    {"num_players": 1, "chancery": False, "skip_forced": False, "short": True},
    {"num_players": 2},
    {"num_players": 2, "chancery": False, "short": True, "skip_forced": False},
    {"num_players": 3, "start": "random", "skip_forced": False},
    {"num_players": 4},
    {"num_players": 4, "events": False, "skip_forced": False},
    {"num_players": 5},
    {"num_players": 5, "characters": False, "short": True},
    {"num_players": 6, "skip_forced": False},
    {"num_players": 6, "start": "random"},
]
NUM_GAMES = len(GAMES) * (30 if FULL else 1)
PLACES = ("guild", "ship", "castle", "berk", "tavern", "yard", "hall", "council", "desk", "tile")


def play_game(seed: int) -> tuple[Oracle, Counter[str]]:
    """Play a game of `GAMES` with all checks, and return it and how often each verb was played."""
    luck = random.Random(seed)
    settings = GAMES[seed % len(GAMES)]
    oracle = Oracle(Stream.of_seed(seed), **settings)
    counts: Counter[str] = Counter()
    while not oracle.over:
        decision = eager(oracle, luck)
        before = Before(oracle, decision)
        counts[decision[0]] += 1
        oracle.play(decision)
        before.expect_followed_by(oracle)
        expect_all(oracle)
    assert oracle.round == (7 if settings.get("short") else 10)
    return oracle, counts


class Before:
    """What the next position is compared with."""

    def __init__(self, oracle: Oracle, decision: Decision) -> None:
        self.round = oracle.round
        self.desks = dict(oracle.desks)
        self.tokens = num_tokens(oracle)
        seat = oracle.turn_seat
        if decision[0] in PLACES:
            value = value_of(decision)
            assert oracle.used_sum[seat] + value <= oracle.rep[seat]
            assert not oracle.passed[seat]
            assert value in oracle.dice[seat]

    def expect_followed_by(self, oracle: Oracle) -> None:
        assert self.round <= oracle.round <= self.round + 1
        assert self.desks.items() <= oracle.desks.items()
        if self.round == oracle.round and not oracle.over:
            assert num_tokens(oracle) == self.tokens


def num_tokens(oracle: Oracle) -> int:
    return sum(card["dice"].count("token") for own in oracle.commissions for card in own)


def expect_all(oracle: Oracle) -> None:
    for seat in oracle.seats:
        expect_player(oracle, seat)
    expect_round(oracle)
    expect_zones(oracle)
    expect_chancery(oracle)


def expect_player(oracle: Oracle, seat: int) -> None:
    in_guilds = sum(workers_in_guild(oracle, seat, guild) for guild in range(6))
    workers = oracle.lot[seat] + oracle.reserve[seat] + in_guilds + oracle.num_in_chancery(seat)
    assert workers == 14
    numbers = [oracle.lot[seat], oracle.reserve[seat], oracle.coins[seat], oracle.modifiers[seat]]
    assert min(*numbers, *oracle.goods[seat], *oracle.guild_apprentices[seat]) >= 0
    assert len(oracle.completed[seat]) <= oracle.houses[seat] <= 7
    assert len(oracle.buildings[seat]) <= 7
    assert len(oracle.held[seat]) <= 6
    assert 6 <= oracle.rep[seat] <= 24
    assert oracle.nobility[seat] >= len(oracle.buildings[seat]) + oracle.num_upgraded(seat)


def expect_round(oracle: Oracle) -> None:
    table, in_action = oracle.table, oracle.stage == "turns" and not oracle.over
    dice = [*oracle.guild_dice, *oracle.ship_dice]
    dice += [*oracle.castle_dice, *oracle.hall_dice, *oracle.berk_dice]
    dice += [oracle.tavern_count, oracle.yard_count, oracle.council_count]
    dice += [len(oracle.chancery_dice)]
    on_tiles = sum(card["dice"].count("die") for own in oracle.commissions for card in own)
    unplaced = sum(map(len, oracle.dice))
    total = table.dice * len(oracle.seats) if in_action else 0
    assert sum(dice) + on_tiles + unplaced == total
    assert all(dice == sorted(dice) for dice in oracle.dice)
    assert max(oracle.guild_dice) <= table.guild_slots
    assert max(oracle.ship_dice) <= table.ship_slots
    assert max(oracle.castle_dice) <= table.castle_slots
    assert max(oracle.hall_dice) <= table.hall_slots
    assert max(oracle.berk_dice) <= table.berk_slots
    assert oracle.tavern_count <= max(2, len(oracle.seats)) + 1
    assert max(oracle.yard_count, oracle.council_count) <= max(2, len(oracle.seats))
    assert all(oracle.num_apprentices(guild) <= table.apprentice_slots for guild in range(6))
    assert all(oracle.guild_dice[guild] == 0 for guild in oracle.closed_guilds)
    assert not (in_action and all(oracle.passed))
    assert sum(oracle.modifiers) + oracle.modifiers_left == 20


def expect_zones(oracle: Oracle) -> None:
    """Check that every card and tile is in exactly one zone."""
    rules = oracle.rules
    cards = [oracle.settlers_row, *oracle.settlers_left.values(), *oracle.discards.values()]
    expect_partition(rules.settlers, *cards, *oracle.held, *oracle.completed)
    built = [name for own in oracle.buildings for name, _ in own]
    expect_partition(rules.buildings, oracle.buildings_row, oracle.buildings_left, built)
    council = (oracle.council_row, oracle.council_left, *oracle.council_done)
    expect_partition(rules.council, *council)
    expect_partition(rules.ships, oracle.ships, oracle.ships_left, oracle.ships_returned)
    if oracle.options.events:
        revealed = sum(map(len, oracle.events_left.values())) + oracle.round
        assert revealed == len(rules.events)
        assert not any(oracle.event in left for left in oracle.events_left.values())
    if oracle.options.characters:
        expect_partition(rules.characters, oracle.character, oracle.characters_left)
    if oracle.options.chancery:
        kept = [card["id"] for own in oracle.commissions for card in own]
        hidden = (oracle.commissions_left, *oracle.commissions_bottom, *oracle.dealt, oracle.offer)
        expect_partition(rules.commissions, kept, *hidden)
        tiles = [card["tile"] for own in oracle.commissions for card in own]
        expect_partition(rules.dice_tiles, tiles, oracle.dice_tiles_left)


def expect_partition(names: dict[str, Any], *zones: list[Any]) -> None:
    lying = [name for zone in zones for name in zone if name is not None]
    assert sorted(lying) == sorted(names)


def expect_chancery(oracle: Oracle) -> None:
    for seat in oracle.seats:
        own = oracle.commissions[seat]
        assert len(own) <= 1 + oracle.num_in_chancery(seat)
        for card in own:
            assert card["active"] == (card["dice"] == ["token"] * 3)
            assert (card["tile"] is None) == (oracle.phase == "setup")
    assert all(1 <= desk <= (12 if len(oracle.seats) >= 5 else 6) for desk in oracle.desks)


@pytest.mark.parametrize("seed", range(NUM_GAMES))
def test_random_game(seed: int) -> None:
    oracle, counts = play_game(seed)
    if not oracle.options.skip_forced:
        assert counts["pass"] == oracle.round * len(oracle.seats)
    seats = len(oracle.seats)
    assert min(oracle.ranks()) == 1
    assert len(oracle.final_scores()) == seats
    assert sum(counts[place] for place in PLACES) > 15 * seats


def test_random_games_reach_everything() -> None:
    counts: Counter[str] = Counter()
    active = 0
    for seed in range(len(GAMES)):
        oracle, played = play_game(seed)
        counts += played
        active += sum(card["active"] for own in oracle.commissions for card in own)
    verbs = {"take", "buy", "upgrade", "fulfil", "good", "refresh", "keep", "complete", "character"}
    assert counts.keys() >= verbs | set(PLACES) | {"yes", "no", "done", "recall", "modify"}
    assert min(counts[place] for place in PLACES) >= 10
    assert active >= 3


def test_same_decisions_and_draws_are_the_same_game() -> None:
    games = [Oracle(Stream.of_seed(3), num_players=3) for _ in range(2)]
    luck = random.Random(0)
    while not games[0].over:
        assert games[0].legal() == games[1].legal()
        decision = eager(games[0], luck)
        for game in games:
            game.play(decision)
    kept = [(game.final_scores(), game.completed, game.commissions, game.ships) for game in games]
    assert kept[0] == kept[1]
