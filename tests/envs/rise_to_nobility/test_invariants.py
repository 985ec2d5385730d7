"""What holds after every step of random games (section 9.1), checked on whole batches at once."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.rise_to_nobility.actions import GUILD_DIE, TAKE_CARD
from fiefdom.envs.rise_to_nobility.game import GAME
from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.state import DIE, EMPTY, OPEN, SETUP, TOKEN
from tests.envs.registry import scaled
from tests.envs.rise_to_nobility.policies import eagerly

NUM_STEPS = scaled(1_000_000)
NUM_GAMES = 20
RULES = load_rules()
EVENTS = range(len(RULES.events))
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 1, "skip_forced": False},
    {"num_players": 2, "skip_forced": False},
    {"num_players": 3, "skip_forced": False, "short": True},
    {"num_players": 3, "skip_forced": False, "chancery": False},
    {"num_players": 4, "skip_forced": False, "events": False},
    {"num_players": 5, "skip_forced": False, "characters": False, "start": "random"},
    {"num_players": 6, "skip_forced": False},
]
Records = Any
Sets = npt.NDArray[np.int64]


def places_die(actions: Any) -> Any:
    """Say of each action whether it places a die."""
    return (actions >= GUILD_DIE) & (actions < TAKE_CARD)


def bits_of(numbers: Iterable[int]) -> int:
    """Return numbers as a set."""
    return sum(1 << number for number in numbers)


def one_bit(cards: Any) -> Sets:
    """Return cards, -1 for none, as sets of one or none."""
    numbers = np.asarray(cards, np.int64)
    return np.where(numbers >= 0, np.int64(1) << np.maximum(numbers, 0), 0)


def count_bits(sets: Any) -> Sets:
    """Return the sizes of sets."""
    bytes_of = np.asarray(sets, np.int64)[..., None].view(np.uint8)
    return np.unpackbits(bytes_of, axis=-1).sum(axis=-1, dtype=np.int64)


def check_zones(size: int, *zones: Any) -> None:
    """Each of so many cards is in exactly one zone; a zone is an array of sets, by game first."""
    games = len(zones[0])
    parts = np.concatenate(
        [np.asarray(zone, np.int64).reshape(games, -1) for zone in zones], axis=1
    )
    whole = np.int64((1 << size) - 1)
    assert (np.bitwise_or.reduce(parts, axis=1) == whole).all()
    assert (count_bits(parts).sum(axis=1) == size).all()


def check_seats(r: Records, players: int) -> None:
    """Workers, Houses, cards, Reputation and dice of each seat."""
    seats = slice(0, players)
    at_desks = (r.desks[:, None, :] == np.arange(players)[None, :, None]).sum(axis=2)
    workers = r.lot[:, seats] + r.reserve[:, seats] + r.num_buildings[:, seats] + at_desks
    assert (workers + r.apprentices[:, seats].sum(axis=2) == 14).all()
    assert (r.num_completed <= r.houses).all()
    assert (r.houses <= 7).all()
    assert (r.num_buildings <= 7).all()
    assert (r.num_held <= 6).all()
    assert (count_bits(r.completed) == r.num_completed).all()
    assert (count_bits(r.council_done) == r.num_council).all()
    for field in ("held", "buildings", "cards"):
        used = np.arange(r[field].shape[2]) < r[f"num_{field}"][:, :, None]
        assert ((r[field] >= 0) == used).all()
        assert (r[field][~used] == EMPTY).all(), "as observations expect it"
    assert (r.tiles >= EMPTY).all()
    assert ((r.reputation[:, seats] >= 6) & (r.reputation[:, seats] <= 24)).all()
    for field in (
        "coins",
        "goods",
        "dice",
        "lot",
        "reserve",
        "modifiers",
        "apprentices",
        "used_sum",
    ):
        assert (r[field] >= 0).all(), field
    assert (r.modifiers.sum(axis=1) + r.modifiers_left == 20).all()


def check_commissions(r: Records, players: int, chancery: bool) -> None:
    seats = slice(0, players)
    at_desks = (r.desks[:, None, :] == np.arange(players)[None, :, None]).sum(axis=2)
    if not chancery:
        assert not r.num_cards.any()
        assert (r.desks == -1).all()
        return
    assert (r.num_cards[:, seats] <= 1 + at_desks).all()
    dealt = r.phase == SETUP
    has_tile = (r.tiles >= 0).sum(axis=2)
    assert (has_tile == np.where(dealt[:, None], 0, r.num_cards)).all()
    marked = (r.slots != OPEN).any(axis=3)
    assert not (marked & (r.tiles < 0)).any()
    choosing = np.where(r.history_kept < 0, r.history_size, 0)[:, :, None] > np.arange(3)
    chosen_from = one_bit(np.where(choosing, r.history_cards, -1))
    returned = np.where(dealt[:, None], r.returned, 0)
    check_zones(18, r.commission_pool, r.bottom, one_bit(r.cards), chosen_from, returned)
    check_zones(18, r.dice_tiles_left, one_bit(r.tiles))


def check_cards(r: Records) -> None:
    """Every card and tile is in exactly one zone."""
    settlers = (r.settlers_left, r.settlers_discards, one_bit(r.settlers_row), one_bit(r.held))
    check_zones(48, *settlers, r.completed)
    check_zones(48, r.buildings_left, one_bit(r.buildings_row), one_bit(r.buildings))
    check_zones(30, r.council_left, one_bit(r.council_row), r.council_done)
    check_zones(18, r.ships_left, one_bit(r.ships), one_bit(r.ships_bottom))
    held = np.where(r.character >= 0, r.character, 100 + np.arange(6))
    assert (np.sort(held, axis=1)[:, 1:] != np.sort(held, axis=1)[:, :-1]).all()


def check_table(r: Records, players: int, placed: Sets) -> None:
    """Slots of the table 3.3, and the dice of each seat, of which it has placed so many."""
    setup = RULES.setup_for(players)
    assert (r.apprentices.sum(axis=1) <= setup.apprentice_slots).all()
    limits = {
        "guild": setup.guild_slots, "ship": setup.ship_slots, "castle": setup.castle_slots,
        "berk": setup.berk_slots, "hall": setup.hall_slots, "tavern": max(players, 2) + 1,
        "yard": setup.yard_slots, "council": setup.council_slots,
    }  # fmt: skip
    on_board = count_bits(r.chancery_dice)
    for place, most in limits.items():
        dice = r[f"{place}_dice"].reshape(len(r), -1)
        assert (dice <= most).all(), place
        on_board = on_board + dice.sum(axis=1)
    on_board += (r.slots == DIE).sum(axis=(1, 2, 3))
    assert (on_board == placed.sum(axis=1)).all()
    rolled = (r.phase != SETUP) & (r.events_to_ask == 0)
    dice = r.dice[:, :players].sum(axis=2)
    assert (dice + placed == setup.dice)[rolled].all(), "dice of each player"
    assert not dice[~rolled].any()
    assert (r.desks[:, setup.desks :] == -1).all()
    assert (r.desks < players).all()


def check_events(r: Records, events: bool) -> None:
    """An event a round, each of its group, once; those to come are in the deck."""
    if not events:
        assert (r.event == EMPTY).all()
        assert (r.events_left == bits_of(EVENTS)).all()
        return
    revealed = np.where(r.phase == SETUP, 0, r.round_number)
    assert (count_bits(r.events_left) == len(EVENTS) - revealed).all()
    assert not (one_bit(r.event) & r.events_left).any()
    assert ((r.event == EMPTY) == (r.phase == SETUP)).all()
    for group in (1, 2):
        left = count_bits(
            r.events_left & bits_of(e for e in EVENTS if RULES.events[e].group == group)
        )
        rounds = np.clip(revealed - 5 * (group - 1), 0, 5)
        assert (left == len(EVENTS) // 2 - rounds).all(), group


def check_objectives(before: Records, after: Records, ended: Any, players: int) -> None:
    """Three different ones alone, which stay; none with others."""
    if players > 1:
        assert (after.objectives == EMPTY).all()
        return
    assert (count_bits(np.bitwise_or.reduce(one_bit(after.objectives), axis=1)) == 3).all()
    assert (after.objectives < len(RULES.solo)).all()
    assert (after.objectives == before.objectives)[~ended].all()


def check_steps(before: Records, after: Records, ended: Any, actions: Any) -> None:
    """What one step may change: sums, desks, tokens, rounds."""
    same = (before.round_number == after.round_number) & ~ended
    placed = same[:, None] & (after.used_sum > before.used_sum)
    room = before.reputation >= after.used_sum
    assert (room | ~placed).all()
    assert (placed.any(axis=1) == (same & places_die(actions))).all()
    kept = (after.desks == before.desks) | (before.desks == -1)
    assert kept[~ended].all()
    tokens = (after.slots == TOKEN) & (before.slots != TOKEN)
    assert not tokens[same].any(), "tokens appear in Upkeep only"
    lost = (before.slots == TOKEN) & (after.slots != TOKEN)
    assert not lost[~ended].any()
    nexts = ~same & ~ended
    assert (after.round_number == before.round_number + 1)[nexts].all()
    alone = before.passed[:, :].sum(axis=1) == before.num_players - 1
    assert (alone & (actions == 0))[nexts].all(), "a round ends when the last one passes"
    assert not (after.slots == DIE)[nexts].any()


@pytest.mark.parametrize("case", range(len(OPTIONS)))
def test_invariants(case: int) -> None:
    options = OPTIONS[case]
    players, last = options["num_players"], 7 if options.get("short") else 10
    batch = BatchEnv(GAME, NUM_GAMES, seed=case, **options)
    luck = np.random.default_rng(case)
    seen = dict.fromkeys(("desks", "tokens", "bought", "drawn", "ended"), 0)
    before = records(batch)
    placed = np.zeros((NUM_GAMES, players), np.int64)  # dice in this round
    for _ in range(NUM_STEPS // NUM_GAMES // len(OPTIONS)):
        actions = eagerly(batch.action_mask, luck)
        batch.step(actions)
        after, ended = records(batch), batch.done.copy()
        placed[np.arange(NUM_GAMES), before.mover] += places_die(actions)
        placed[ended | (after.round_number > before.round_number)] = 0
        check_seats(after, players)
        check_commissions(after, players, options.get("chancery", True))
        check_cards(after)
        check_table(after, players, placed)
        check_events(after, options.get("events", True))
        check_objectives(before, after, ended, players)
        check_steps(before, after, ended, actions)
        assert (before.round_number == last)[ended].all()
        assert not batch.truncated.any()
        assert (after.round_number <= last).all()
        seen["ended"] += int(ended.sum())
        seen["desks"] += int((after.desks >= 0).any())
        seen["tokens"] += int((after.slots == TOKEN).any())
        seen["bought"] += int(after.num_buildings.any())
        seen["drawn"] += int((after.num_history > players).any())
        before = after
    if not options.get("chancery", True):
        seen["desks"] = seen["tokens"] = seen["drawn"] = 1
    assert all(seen.values()), seen


def records(batch: BatchEnv) -> Any:
    """Return a copy of all games as an array of records."""
    return batch.states.copy().reshape(-1).view(GAME.STATE).view(np.recarray)
