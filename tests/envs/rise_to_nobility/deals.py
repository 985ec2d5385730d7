"""Every deal of the Commission cards that agrees with what a seat has seen, counted exactly.

The cards that the seat has ever seen have names, all others are alike: a pile is a set of known
cards and a number of unknown ones. Every draw was one of a pile of known size, so all sequences of
draws that agree with the seat's memory are equally likely; those that differ only in unknown
cards are counted together. What a seat chooses to keep is no evidence.
"""

from collections import Counter
from math import erfc, sqrt
from typing import Any, NamedTuple

NUM_CARDS = 18
UNKNOWN = -1
LEAST_P = 1e-4
LEAST_EXPECTED = 5.0


class Drawing(NamedTuple):
    """What is public of a drawing, and its cards if the observer drew them."""

    seat: int
    size: int
    kept: int  # place of the card kept, -1 while the seat has to choose
    cards: tuple[int, ...] | None


Pile = tuple[frozenset[int], int]
Drawn = tuple[int, ...]


def drawings_of(record: Any, observer: int) -> list[Drawing]:
    """Read off a record what a seat may know of the drawings."""
    drawings = []
    for event in range(int(record.num_history)):
        seat, size = int(record.history_seat[event]), int(record.history_size[event])
        cards = tuple(record.history_cards[event, :size].tolist())
        kept = int(record.history_kept[event])
        drawings.append(Drawing(seat, size, kept, cards if seat == observer else None))
    return drawings


def seen_cards(drawings: list[Drawing]) -> frozenset[int]:
    """Return all cards that the observer has seen."""
    return frozenset(card for drawing in drawings for card in drawing.cards or ())


class World(NamedTuple):
    """What the drawings so far showed, and where the cards not held are."""

    shown: tuple[Drawn, ...]
    pool: Pile
    groups: tuple[Pile, ...]
    first: Pile  # returned in the setup, until all have chosen


def count_deals(drawings: list[Drawing], players: int) -> Counter[tuple[Drawn, ...]]:
    """Count the deals by what each drawing showed, the rejected cards in any order."""
    known = seen_cards(drawings)
    nothing: Pile = (frozenset(), 0)
    start = World((), (known, NUM_CARDS - len(known)), (), nothing)
    worlds: Counter[World] = Counter({start: 1})
    all_chosen = all(drawing.kept >= 0 for drawing in drawings[:players])
    for event, drawing in enumerate(drawings):
        then: Counter[World] = Counter()
        to_come = seen_cards(drawings[event + 1 :])  # what the observer draws cannot be kept before
        for world, ways in worlds.items():
            for cards, pool, groups, more in draws(drawing, world.pool, world.groups):
                if drawing.kept >= 0 and cards[drawing.kept] in to_come:
                    continue
                rejected = pile_of([c for place, c in enumerate(cards) if place != drawing.kept])
                first = together(world.first, rejected) if event < players else world.first
                if event == players - 1 and all_chosen:
                    pool, first = together(pool, first), nothing
                if event >= players and drawing.kept >= 0 and drawing.size > 1:
                    groups = (*groups, rejected)
                shown = (*world.shown, signature(cards, drawing.kept))
                then[World(shown, pool, groups, first)] += ways * more
        worlds = then
    found: Counter[tuple[Drawn, ...]] = Counter()
    for world, ways in worlds.items():
        found[world.shown] += ways
    return found


def signature(cards: Drawn, kept: int) -> Drawn:
    """Return the cards of a drawing: the one kept first, the others in order."""
    others = sorted(card for place, card in enumerate(cards) if place != kept)
    return ((cards[kept],) if kept >= 0 else ()) + tuple(others)


def pile_of(cards: list[int]) -> Pile:
    return frozenset(card for card in cards if card != UNKNOWN), cards.count(UNKNOWN)


def together(one: Pile, other: Pile) -> Pile:
    return one[0] | other[0], one[1] + other[1]


def draws(
    drawing: Drawing, pool: Pile, groups: tuple[Pile, ...]
) -> list[tuple[Drawn, Pile, tuple[Pile, ...], int]]:
    """Return all ways to draw: cards, what is left, and how many deals are alike."""
    ways: list[tuple[Drawn, Pile, tuple[Pile, ...], int]] = [((), pool, groups, 1)]
    for place in range(drawing.size):
        ways = [
            ((*cards, card), *left, more * times)
            for cards, pool_now, groups_now, more in ways
            for card, left, times in draw_one(drawing, place, pool_now, groups_now)
        ]
    return ways


def draw_one(
    drawing: Drawing, place: int, pool: Pile, groups: tuple[Pile, ...]
) -> list[tuple[int, tuple[Pile, tuple[Pile, ...]], int]]:
    """Return the cards that may be on top: of the pool, else of the group returned first."""
    from_pool = size_of(pool) > 0
    known, unknown = pool if from_pool else groups[0]
    choices: list[tuple[int, Pile, int]] = [(card, (known - {card}, unknown), 1) for card in known]
    if unknown:
        choices.append((UNKNOWN, (known, unknown - 1), unknown))
    if drawing.cards is not None:
        choices = [choice for choice in choices if choice[0] == drawing.cards[place]]
    if from_pool:
        return [(card, (left, groups), times) for card, left, times in choices]
    return [
        (card, (pool, (left, *groups[1:]) if size_of(left) else groups[1:]), times)
        for card, left, times in choices
    ]


def size_of(pile: Pile) -> int:
    return len(pile[0]) + pile[1]


def is_likely(counts: dict[Any, int], weights: dict[Any, float]) -> bool:
    """Test counts against their weights by chi-square; what is rare is taken together."""
    total, whole = sum(counts.values()), sum(weights.values())
    assert counts.keys() <= weights.keys()
    cells, rest = [], [0.0, 0.0]
    for cell, weight in weights.items():
        expected = weight * total / whole
        if expected >= LEAST_EXPECTED:
            cells.append((counts.get(cell, 0), expected))
        else:
            rest = [rest[0] + counts.get(cell, 0), rest[1] + expected]
    if rest[1] >= LEAST_EXPECTED:
        cells.append((int(rest[0]), rest[1]))
    free = len(cells) - 1
    if free <= 0:
        return True
    found = sum((count - expected) ** 2 / expected for count, expected in cells)
    # Wilson and Hilferty: the cube root of chi-square over its freedom is close to normal.
    height = ((found / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return erfc(height / sqrt(2)) / 2 > LEAST_P
