"""Worlds from `determinize` against all deals of the Commission cards that a seat holds possible."""

import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.rise_to_nobility.game import GAME
from tests.envs.registry import scaled
from tests.envs.rise_to_nobility.deals import (
    NUM_CARDS,
    UNKNOWN,
    count_deals,
    drawings_of,
    is_likely,
    seen_cards,
    signature,
)
from tests.envs.rise_to_nobility.policies import eagerly
from tests.envs.rise_to_nobility.positions import Table, bits

NUM_WORLDS = 20_000
SECRET = {
    "rng", "cards", "history_cards", "commission_pool", "bottom", "returned",
}  # fmt: skip

Script = list[tuple[int, int, int]]  # seat, die at Berk's Office, place of the card kept
# Seat 4 finds two cards that seat 5 had returned and returns them again; seat 0 finds one of them.
TWICE: Script = [
    (5, 5, 1),
    (1, 5, 0),
    (2, 6, 2),
    (3, 5, 0),
    (4, 5, 2),
    (2, 5, 0),
    (3, 5, 0),
    (0, 1, 0),
]
# The last draws of these come from below the deck, which the first ones have used up.
EMPTY_POOL: Script = [(0, 5, 1), (1, 5, 0), (2, 6, 2), (3, 5, 0)]
SCRIPTS: dict[str, tuple[int, Script]] = {
    "two": (2, []),
    "three": (3, []),
    "two, other draws one": (2, [(1, 1, 0)]),
    "two, other draws two": (2, [(1, 3, 1)]),
    "two, other draws three": (2, [(1, 5, 2)]),
    "three, others draw": (3, [(1, 3, 0), (2, 5, 1)]),
    "two, all draw": (2, [(1, 3, 0), (0, 5, 1), (1, 5, 2), (0, 3, 0)]),
    "four, own draw": (4, [(0, 5, 0)]),
    "five, own draw": (5, [(0, 5, 0)]),
    "six, own draw": (6, [(0, 5, 0)]),
    "six, own below the deck": (6, [*EMPTY_POOL, (4, 1, 0)]),
    "six, the other one of them found": (6, [*EMPTY_POOL, (4, 1, 0), (0, 1, 0)]),
    "six, those of others found": (6, [*EMPTY_POOL, (4, 3, 0), (0, 1, 0), (5, 5, 1), (0, 3, 0)]),
    "six, one returned twice": (6, TWICE),
}


def played(name: str, seed: int = 3) -> Table:
    players, script = SCRIPTS[name]
    table = Table(players, seed=seed)
    for seat, die, kept in script:
        table.draw_at_berk(seat, die, kept)
    return table


def in_setup(players: int, chosen: int) -> Table:
    """Return a game in which so many seats have chosen their first Commission."""
    table = Table(players, seed=5, in_setup=True)
    for seat in range(chosen):
        table.play(("keep", seat % 3))
    return table


def choosing(players: int, seat: int) -> Table:
    """Return a game in which a seat has drawn three Commissions and not chosen yet."""
    table = played("three, others draw" if players == 3 else "two, other draws two")
    table.sit(11, 12, seat=seat)
    table.record.reputation[seat] = 20
    table.record.berk_dice[:] = 0
    table.place("berk", 5, seat=seat)
    table.play(("refresh", "none"))
    table.play(("yes",))
    return table


POSITIONS: dict[str, Callable[[], Table]] = {
    **{name: lambda name=name: played(name) for name in SCRIPTS},  # type: ignore[misc]
    "setup of two, nobody has chosen": lambda: in_setup(2, 0),
    "setup of two, one has chosen": lambda: in_setup(2, 1),
    "setup of three, two have chosen": lambda: in_setup(3, 2),
    "two, the other chooses": lambda: choosing(2, 1),
    "three, one chooses": lambda: choosing(3, 0),
}
EVERY_POSITION = pytest.mark.parametrize("name", list(POSITIONS))


def worlds(table: Table, seat: int, number: int = NUM_WORLDS) -> Any:
    """Return the records of many worlds that a seat holds possible."""
    states = np.tile(table.state, (number, 1))
    rows = np.arange(number)
    seeds = np.arange(number, dtype=np.uint64) + np.uint64(seat * number)
    GAME.loops.determinize(GAME.rules_bytes, states, rows, np.full(number, seat), seeds)
    return states.reshape(-1).view(GAME.STATE).view(np.recarray)


def shown(record: Any, known: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """Return what each drawing of a world showed, cards never seen by the observer alike."""
    drawings = []
    for event in range(int(record.num_history)):
        cards = record.history_cards[event, : record.history_size[event]].tolist()
        named = tuple(card if card in known else UNKNOWN for card in cards)
        drawings.append(signature(named, int(record.history_kept[event])))
    return tuple(drawings)


@EVERY_POSITION
def test_worlds_are_as_likely_as_deals(name: str) -> None:
    """Where the cards that a seat has seen may be: every deal counts once."""
    table = POSITIONS[name]()
    for seat in range((1, 2, 3, 2, 2, 1)[table.options.num_players - 1]):  # more cost seconds
        drawings = drawings_of(table.record, seat)
        known = seen_cards(drawings)
        weights = count_deals(drawings, table.options.num_players)
        counts = Counter(shown(record, known) for record in worlds(table, seat, NUM_WORLDS // 2))
        assert shown(table.record, known) in weights
        assert is_likely(counts, dict(weights)), seat


@EVERY_POSITION
def test_cards_never_seen_are_as_likely_as_each_other(name: str) -> None:
    """In each place of each drawing of another seat, and in two of them together."""
    table = POSITIONS[name]()
    seat = table.options.num_players - 1
    known = seen_cards(drawings_of(table.record, seat))
    unseen = [card for card in range(NUM_CARDS) if card not in known]
    cards = worlds(table, seat).history_cards
    places = [
        (event, place)
        for event in range(int(table.record.num_history))
        if int(table.record.history_seat[event]) != seat
        for place in range(int(table.record.history_size[event]))
    ]
    for event, place in places:
        drawn = Counter(cards[:, event, place].tolist())
        counts = {card: drawn[card] for card in unseen}
        assert is_likely(counts, dict.fromkeys(unseen, 1.0)), (event, place)
    first, second = places[0], places[-1]
    pairs = Counter(zip(cards[:, *first].tolist(), cards[:, *second].tolist(), strict=True))
    counts2 = {(a, b): pairs[a, b] for a in unseen for b in unseen if a != b}
    assert is_likely(counts2, dict.fromkeys(counts2, 1.0))


def test_deals_of_two_are_counted_as_by_hand() -> None:
    """The enumeration itself: seat 1 got 3 of 15 cards, then drew 2 of 16 with both returned."""
    setup = drawings_of(in_setup(2, 1).record, 0)
    assert sum(count_deals(setup, 2).values()) == 15 * 14 * 13
    drawn = drawings_of(played("two, other draws two").record, 0)
    deals = count_deals(drawn, 2)
    assert sum(deals.values()) == 15 * 14 * 13 * 16 * 15
    own = drawn[0].cards
    assert own is not None
    returned = own[1]
    keeps_it = sum(ways for deal, ways in deals.items() if deal[2][0] == returned)
    assert keeps_it == 15 * 14 * 13 * 15


@pytest.mark.parametrize("chosen", [0, 1])
def test_all_deals_of_the_setup_come_equally_often(chosen: int) -> None:
    """By brute force, card by card: each of the 15 x 14 x 13 ordered hands of seat 1."""
    table = in_setup(2, chosen)
    own = set(table.record.history_cards[0].tolist())
    others = [card for card in range(NUM_CARDS) if card not in own]
    hands = [(a, b, c) for a in others for b in others for c in others if len({a, b, c}) == 3]
    number = scaled(300_000)
    drawn = worlds(table, 0, number).history_cards[:, 1]
    counts = Counter(map(tuple, drawn.tolist()))
    assert is_likely(counts, dict.fromkeys(hands, 1.0))


def test_other_hand_after_one_draw_by_brute_force() -> None:
    """Both Commissions of seat 1 and the one below the deck, over all 655,200 deals."""
    table = played("two, other draws two")
    own = table.record.history_cards[0].tolist()
    others = [card for card in range(NUM_CARDS) if card not in own]
    weights: Counter[tuple[int, int, int]] = Counter()
    for first in others:  # kept; the 14 x 13 ways to return two more are alike
        pool = [card for card in range(NUM_CARDS) if card not in (own[0], first)]
        for kept in pool:
            weights.update((first, kept, under) for under in pool if under != kept)
    assert sum(weights.values()) * 14 * 13 == 655_200
    drawn = worlds(table, 0, scaled(400_000)).history_cards
    hands = zip(drawn[:, 1, 0], drawn[:, 2, 1], drawn[:, 2, 0], strict=True)
    counts = Counter((int(a), int(b), int(c)) for a, b, c in hands)
    assert is_likely(counts, dict(weights))


# What a world keeps and where no card can be.


def played_out_again(record: Any) -> dict[str, Any]:
    """Return hands, memories and deck as they follow from what the drawings showed."""
    players = int(record.num_players)
    pool, groups = set(range(NUM_CARDS)), []
    hands: list[list[int]] = [[] for _ in range(players)]
    returned: list[set[int]] = [set() for _ in range(players)]
    for event in range(int(record.num_history)):
        seat, kept = int(record.history_seat[event]), int(record.history_kept[event])
        cards = record.history_cards[event, : record.history_size[event]].tolist()
        for card in cards:
            source = pool or groups[0][1]
            assert card in source, "a card that does not lie where it is drawn from"
            source.remove(card)
            groups = [group for group in groups if group[1]]
        if kept < 0:
            continue
        hands[seat].append(cards.pop(kept))
        returned[seat].update(cards)
        if event >= players and cards:
            groups.append((event, set(cards)))
        if event == players - 1 and all(record.history_kept[:players] >= 0):
            pool = pool.union(*returned)
    below = [(event, bits(cards)) for event, cards in groups]
    return {
        "hands": hands,
        "returned": list(map(bits, returned)),
        "pool": bits(pool),
        "below": below,
    }


def kept_of(record: Any) -> dict[str, Any]:
    """Return the same of the record's own fields."""
    players, below = int(record.num_players), int(record.num_bottom)
    numbers = record.num_cards[:players].tolist()
    groups = zip(
        record.bottom_history[:below].tolist(), record.bottom[:below].tolist(), strict=True
    )
    return {
        "hands": [record.cards[seat, :number].tolist() for seat, number in enumerate(numbers)],
        "returned": record.returned[:players].tolist(),
        "pool": int(record.commission_pool),
        "below": list(groups),
    }


@EVERY_POSITION
def test_memories_of_a_world_fit_its_deck(name: str) -> None:
    table = POSITIONS[name]()
    assert kept_of(table.record) == played_out_again(table.record)
    for seat in range(table.options.num_players):
        for record in worlds(table, seat, 50):
            assert kept_of(record) == played_out_again(record)


@EVERY_POSITION
def test_a_world_changes_nothing_but_secrets_of_others(name: str) -> None:
    table = POSITIONS[name]()
    truth = table.record
    for seat in range(table.options.num_players):
        drawn = worlds(table, seat, 200)
        for field in GAME.STATE.names or ():
            if field not in SECRET:
                assert (drawn[field] == truth[field]).all(), field
        own = truth.history_seat == seat
        assert (drawn.history_cards[:, own] == truth.history_cards[own]).all()
        assert (drawn.cards[:, seat] == truth.cards[seat]).all()
        assert (drawn.returned[:, seat] == truth.returned[seat]).all()
        assert (drawn.history_cards != truth.history_cards).any(), seat


@EVERY_POSITION
def test_a_world_looks_the_same_and_so_does_a_world_of_it(name: str) -> None:
    table = POSITIONS[name]()
    for seat in range(table.options.num_players):
        seen = [part.tobytes() for part in table.view(seat)]
        for seed in range(10):
            world = table.copy()
            for again in range(3):
                world.determinize(seat, 100 * again + seed)
                assert [part.tobytes() for part in world.view(seat)] == seen, (seat, seed, again)


def holders(record: Any, card: int) -> set[int]:
    """Return the seats that hold a Commission, or have it before them to choose from."""
    held = {seat for seat in range(6) if card in record.cards[seat].tolist()}
    for event in range(int(record.num_history)):
        if record.history_kept[event] < 0 and card in record.history_cards[event].tolist():
            held.add(int(record.history_seat[event]))
    return held


def test_first_cards_of_a_seat_are_nobody_elses_first_cards() -> None:
    table = played("three")
    dealt = table.record.history_cards[0].tolist()
    for record in worlds(table, 0, 2000):
        assert not set(record.history_cards[1:3].reshape(-1).tolist()) & set(dealt)


def test_card_put_under_the_deck_is_in_nobodys_hand() -> None:
    table = Table(3)
    table.draw_at_berk(0, 5, 1)
    under = [
        card for card in table.record.history_cards[3].tolist() if card not in table.record.cards[0]
    ]
    assert len(under) == 2
    for later in (1, 2):
        table.draw_at_berk(later, 6, 0)
        for record in worlds(table, 0, 500):
            assert [holders(record, card) for card in under] == [set(), set()]
            assert all(int(record.bottom[0]) >> card & 1 for card in under)


def test_card_that_must_have_been_drawn_by_another_stays_there() -> None:
    """Seat 0 returned two; seat 4 drew one of them, then seat 0 found the other."""
    table = played("six, the other one of them found")
    theirs = int(table.record.history_cards[-1 + int(table.record.num_history) - 1, 0])
    assert holders(table.record, theirs) == {4}
    assert int(table.record.returned[0]) >> theirs & 1
    for record in worlds(table, 0, 500):
        assert holders(record, theirs) == {4}
    seen_by_2 = {frozenset(holders(record, theirs)) for record in worlds(table, 2, 500)}
    assert len(seen_by_2) > 1


# Two worlds played side by side.


def choose(observation: Any, mask: Any) -> int:
    """Choose as a bot that knows nothing but what it sees."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(observation.tobytes()) % legal.size])


@pytest.mark.parametrize("players", range(2, 7))
def test_a_bot_plays_alike_until_secrets_come_out(players: int) -> None:
    """Secrets of others change nothing that a seat sees before it draws cards itself or the end."""
    compared = 0
    for seed in range(scaled(60)):
        table = Table(players, seed=seed, events=True, characters=True, skip_forced=True)
        luck = np.random.default_rng(seed)
        seat = seed % players
        pair = [table.copy(), table.copy()]
        for number, world in enumerate(pair):
            world.determinize(seat, 10 * seed + number)
            world.record.rng = 77 + seed
        one, other = pair
        assert (one.record.history_cards != other.record.history_cards).any()
        while True:
            sights = [world.view(seat) for world in pair]
            assert sights[0][0].tobytes() == sights[1][0].tobytes(), seed
            assert one.actions() == other.actions()
            if one.mover == seat:
                actions = [choose(*sight) for sight in sights]
            else:
                actions = [int(luck.choice(one.actions()))] * 2
            compared += 1
            for world, action in zip(pair, actions, strict=True):
                assert world.step(action)
            drew = seat in one.record.history_seat[players : one.record.num_history]
            if one.record.over or drew:
                break
    assert compared > 200


def test_worlds_of_random_games() -> None:
    """At every position of random games with draws at Berk's Office: view, memories, deck."""
    looked = 0
    for players in range(2, 7):
        batch = BatchEnv(GAME, 20, seed=players, num_players=players)
        luck = np.random.default_rng(players)
        for step in range(600):
            batch.step(eagerly(batch.action_mask, luck))
            if step % 60:
                continue
            for row in range(0, 20, 4):
                seat = (row + step) % players
                looked += look_at_world(batch, row, seat)
    assert looked > 50


def look_at_world(batch: BatchEnv, row: int, seat: int) -> int:
    """Check one world; return how many cards a seat had drawn besides those of the setup."""
    table = Table(batch.num_players)
    table.state[0] = batch.states[row]
    before = table.look(seat).tobytes()
    table.determinize(seat, row)
    assert table.look(seat).tobytes() == before
    assert kept_of(table.record) == played_out_again(table.record)
    return int(table.record.num_history) - batch.num_players
