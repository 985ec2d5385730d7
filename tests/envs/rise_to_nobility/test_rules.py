"""rules.json: the facts of the rulebook, what is known of each row, and what the loader refuses."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from fiefdom.envs.rise_to_nobility.columns import TABLES
from fiefdom.envs.rise_to_nobility.load import RULES_FILE, load_rules
from fiefdom.envs.rise_to_nobility.rows import Reward, Rules
from fiefdom.envs.rise_to_nobility.rules import (
    BENEFITS,
    CONDITION_ARGS,
    CONDITIONS,
    COUNTS,
    EVENTS,
    FOUND,
    GOOD_LETTERS,
    GOODS,
    GUILDS,
    INFERRED,
    LEVELS,
    MAX_PLAYERS,
    MOST_THRESHOLD,
    NO_AMOUNT,
    NOW_EVENTS,
    NUM_GOODS,
    NUM_RACES,
    NUM_VALUES,
    RACES,
    RECONSTRUCTED,
    TILE_SLOTS,
    TWO_NUMBERS,
)

RULES = load_rules()
FILE: dict[str, list[dict[str, Any]]] = json.loads(RULES_FILE.read_text())
DECKS = {  # first letter of the ids, number of cards (section 2)
    "settlers": ("S", 48),
    "buildings": ("B", 48),
    "council": ("T", 30),
    "ships": ("P", 18),
    "dice_tiles": ("D", 18),
    "commissions": ("C", 18),
    "characters": ("H", 13),
    "events": ("E", 16),
    "solo": ("O", 15),
}


def table(name: str) -> tuple[Any, ...]:
    rows: tuple[Any, ...] = getattr(RULES, name)
    return rows


# The file.


def test_one_row_a_line() -> None:
    lines = []
    for name, rows in FILE.items():
        inside = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)
        lines.append(f'"{name}": [\n{inside}\n]')
    assert RULES_FILE.read_text() == "{\n" + ",\n".join(lines) + "\n}\n"


def test_rows_are_those_of_the_file() -> None:
    assert list(FILE) == list(Rules._fields) == list(TABLES)
    for name, rows in FILE.items():
        for row, given in zip(table(name), rows, strict=True):
            plain = row._asdict()
            for field in {"reward", "bonus"} & set(plain):
                plain[field] = {kind: n for kind, n in plain[field]._asdict().items() if n}
            plain["marks"] = dict(plain["marks"])
            assert {"marks": {}, **given} == json.loads(json.dumps(plain)), row


def test_names() -> None:
    assert len(GOODS) == len(GOOD_LETTERS) == len(RACES) == NUM_GOODS == NUM_RACES == 6
    assert tuple(good[0] for good in GOODS) == tuple(GOOD_LETTERS)
    assert set(MOST_THRESHOLD) == set(CONDITIONS)
    assert set(CONDITION_ARGS) < set(CONDITIONS)
    assert set(NOW_EVENTS) | set(TWO_NUMBERS) < set(EVENTS)
    assert {name for name, meaning in EVENTS.items() if "{second}" in meaning} == set(TWO_NUMBERS)
    assert {name for name, meaning in BENEFITS.items() if "{" not in meaning} == set(NO_AMOUNT)


# Counts (section 2 and the heads of 8.1 to 8.9).


@pytest.mark.parametrize("name", DECKS)
def test_cards_of_a_deck(name: str) -> None:
    letter, cards = DECKS[name]
    assert COUNTS[name] == cards
    assert [row.id for row in table(name)] == [f"{letter}{n:02}" for n in range(1, cards + 1)]


def test_counting_facts() -> None:
    houses, workers = RULES.number("houses"), RULES.number("workers")
    row = sum(RULES.number(f"settlers_row_{level}") for level in LEVELS)
    assert houses * MAX_PLAYERS + row == len(RULES.settlers)
    assert RULES.number("building_lots") * MAX_PLAYERS + RULES.number("buildings_row") == 48
    assert workers * MAX_PLAYERS == 84
    assert houses * MAX_PLAYERS == 42
    assert sum(card.workers for card in RULES.settlers) == workers // houses * len(RULES.settlers)
    assert RULES.number("city_tokens") == TILE_SLOTS
    assert len(RULES.commissions) == len(RULES.dice_tiles) == MAX_PLAYERS + len(RULES.chancery)
    assert RULES.number("commissions_dealt") * MAX_PLAYERS == len(RULES.commissions)
    assert len(RULES.houses) == houses


def test_settlers() -> None:
    kinds = Counter((card.level, card.race) for card in RULES.settlers)
    assert kinds == {(level, race): 4 for level in LEVELS for race in RACES}
    assert [sum(card.need[good] for card in RULES.settlers) for good in range(6)] == [28] * 6
    assert len({card.need for card in RULES.settlers}) == len(RULES.settlers)
    assert not any(reward.settler for reward in rewards("settlers"))
    assert Counter(card.vp for card in RULES.settlers) == {
        3: 12,
        4: 6,
        5: 6,
        8: 12,
        10: 6,
        11: 6,
    }


def rewards(name: str) -> list[Reward]:
    return [row.bonus if name == "buildings" else row.reward for row in table(name)]


def test_buildings() -> None:
    assert Counter(tile.guild for tile in RULES.buildings) == dict.fromkeys(GUILDS, 8)
    assert {(tile.nob, tile.up_nob) for tile in RULES.buildings} == {(1, 1)}
    kinds = Counter(tile._replace(id="", guild="") for tile in RULES.buildings)
    assert set(kinds.values()) == {6}  # the same eight in each Guild


def test_council() -> None:
    assert {tile.rep_cost for tile in RULES.council} == {2}
    pairs = set(combinations(range(NUM_GOODS), 2))
    for size, tiles in ((1, RULES.council[:15]), (2, RULES.council[15:])):
        assert {tuple(g for g in range(6) if tile.need[g]) for tile in tiles} == pairs
        assert {number for tile in tiles for number in tile.need} == {0, size}
        assert {tile.nob for tile in tiles} == {size}


def test_ships() -> None:
    triples = [tuple(good for good in range(6) if ship.price[good]) for ship in RULES.ships]
    assert {len(triple) for triple in triples} == {3}
    assert len(set(triples)) == 18
    for good in range(NUM_GOODS):
        prices = [ship.price[good] for ship in RULES.ships if ship.price[good]]
        assert (len(prices), sum(prices)) == (9, 21)


def test_dice_tiles() -> None:
    tiles = [tile.slots for tile in RULES.dice_tiles]
    assert Counter(value for slots in tiles for value in slots) == dict.fromkeys(range(1, 7), 9)
    assert all(8 <= sum(slots) <= 13 for slots in tiles)
    assert all(tuple(sorted(slots)) == slots for slots in tiles)
    assert {tuple(sorted(NUM_VALUES + 1 - v for v in slots)) for slots in tiles} == set(tiles)


def test_commissions() -> None:
    kinds = Counter(card.kind for card in RULES.commissions)
    assert kinds["race"] == kinds["guild"] == 6
    for kind, args in CONDITION_ARGS.items():
        assert tuple(card.arg for card in RULES.commissions if card.kind == kind) == args
    rest = [(card.kind, card.threshold, card.vp) for card in RULES.commissions[12:]]
    assert rest == [
        ("settlers", 5, 8),
        ("races", 4, 9),
        ("building_guilds", 3, 9),
        ("council", 3, 9),
        ("reputation", 16, 8),
        ("upgrades", 2, 8),
    ]


def test_characters() -> None:
    named = {card.name: card.reward for card in RULES.characters if card.name}
    assert named == {
        "Rhys Lusys": Reward(rep=4, settler=1),
        "Martok Coinforged": Reward(coins=5),
        "Belvedere Stonefist": Reward(coins=2, any_good=2),
        "Verelan Sin": Reward(mods=4),
        "Nya Adebowale": Reward(rep=4, mods=2),
    }
    assert all(any(reward) for reward in rewards("characters"))


def test_events() -> None:
    assert [event.kind for event in RULES.events] == list(EVENTS)  # each kind once
    groups = Counter(event.group for event in RULES.events)
    assert groups == {1: 8, 2: 8}
    assert RULES.number("events_per_group") * len(groups) == RULES.number("rounds")
    assert {event.kind for event in RULES.events if event.when == "now"} == set(NOW_EVENTS)


def test_setup() -> None:
    assert [card.players for card in RULES.setup] == [1, 2, 3, 4, 5, 6]
    solo, two = (card._replace(players=0, marks=()) for card in RULES.setup[:2])
    assert solo == two
    for card in RULES.setup[1:]:
        assert card.tavern_slots == card.players + 1
        assert card.yard_slots == card.council_slots == card.apprentice_slots == card.players
        assert (card.dice, card.rep) == ((4, 7) if card.players == 6 else (5, 9))
        assert card.short_rep == card.rep + 2
        assert card.desks == (12 if card.players >= 5 else 6)
        assert list(card.income) == sorted(card.income, reverse=True)
    assert [card.guild_slots for card in RULES.setup[1:]] == [1, 2, 2, 3, 3]


def test_desks() -> None:
    """The rule for the data file (6.1)."""
    benefits = tuple(row.id for row in RULES.benefits)
    assert benefits == tuple(BENEFITS)
    for desk in RULES.chancery:
        top = desk.desk <= 6
        assert desk.benefit == benefits[(desk.desk - 1) % 6]
        assert desk.race == RACES[desk.desk - 1 if top else (desk.desk - 7 + 3) % 6]


def test_places() -> None:
    ranges = {row.id: row.value for row in RULES.places}
    assert RULES.by_range("sell_by_range") == tuple(
        number + 1 for number in RULES.by_range("goods_by_range")
    )
    assert ranges["hall_price_by_range"] == (1, 0, -1)
    for drawn in ("commission_draws_by_range", "commission_rep_by_range"):
        assert ranges[drawn] == (1, 2, 3)
    orders = {name: RULES.order(f"{name}_order") for name in ("tavern", "yard", "council")}
    assert orders == {"tavern": ">=", "yard": "<=", "council": ">"}
    with pytest.raises(KeyError):
        RULES.by_range("yard_order")


def test_tracks() -> None:
    for rows in (RULES.nobility, RULES.houses):
        points = [row.vp for row in rows]
        assert points == sorted(points)
    assert (RULES.nobility[12].vp, RULES.houses[6].cost) == (28, 5)
    assert (RULES.number("rep_min"), RULES.number("rep_max")) == (6, 24)


# What is known.

FOUND_ROWS = {
    "characters": ["H01", "H02", "H03", "H04", "H05"],
    "places": ["commission_draws_by_range", "commission_rep_by_range"],
    "benefits": list(BENEFITS),
    "misc": [
        *("rounds", "rep_min", "rep_max", "start_coins", "start_houses", "start_settlers"),
        *("start_vp", "short_rounds", "modifiers_total", "buildings_row", "tavern_cards"),
        *("commissions_dealt", "city_tokens", "chancery_income", "events_per_group"),
    ],
}


@pytest.mark.parametrize("name", FILE)
def test_which_rows_are_found(name: str) -> None:
    known = [getattr(row, TABLES[name].key) for row in table(name) if row.status == FOUND]
    assert known == FOUND_ROWS.get(name, [])


def test_which_rows_are_inferred() -> None:
    known = [row.id for name in FILE for row in table(name) if row.status == INFERRED]
    assert known == ["building_lots", "workers", "houses"]


def test_fields_surer_than_their_row() -> None:
    marks = {
        (name, getattr(row, TABLES[name].key)): dict(row.marks)
        for name in FILE
        for row in table(name)
        if row.marks
    }
    setup = dict.fromkeys(("dice", "rep", "guild_slots", "apprentice_slots", "desks"), FOUND)
    assert marks == {
        ("characters", "H01"): {"name": INFERRED},  # its spelling is uncertain
        ("characters", "H04"): {"name": INFERRED},
        ("events", "E01"): {"title": FOUND, "kind": FOUND, "amount": INFERRED},
        ("events", "E02"): {"title": FOUND},
        ("events", "E03"): {"title": FOUND},
        ("setup", 2): setup,
        ("setup", 3): {**setup, "apprentice_slots": INFERRED},
        ("setup", 4): {**setup, "apprentice_slots": INFERRED},
        ("setup", 5): {**setup, "apprentice_slots": INFERRED, "guild_slots": INFERRED},
        ("setup", 6): setup,
    }


def test_reconstructed_characters_have_no_name() -> None:
    for card in RULES.characters:
        assert (card.name is None) == (card.status == RECONSTRUCTED)
