"""Every block of the observation, read back against the record at positions of random games."""

import random
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from fiefdom.envs.king_of_the_dice import GAME
from fiefdom.envs.king_of_the_dice.rules import CITIZENS, COLUMNS, EFFECTS
from tests.envs.king_of_the_dice.odds import (
    Counts,
    chance_of,
    chance_when_keeping,
    looks_at_colours,
)
from tests.envs.king_of_the_dice.one_game import CARD_IDS, NUMBER_OF_CARD, OneGame, card_names
from tests.envs.king_of_the_dice.oracle_cards import (
    BLUE,
    CITIZEN_BY_ID,
    GREEN,
    RED,
    Reading,
    coloured_roll,
)
from tests.envs.king_of_the_dice.policies import at_random, for_citizens, positions
from tests.envs.king_of_the_dice.positions import position

PHASES = ["keep", "choose", "hypno", "gift"]
COLOURS = (RED, GREEN, BLUE)
VILLAGE_ON_TOP = [0, 4, 3, 2]  # by cards left
COPIES = [4, 3, 2, 1]
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "count_mode": "exact", "start": "random"},
    {"num_players": 4, "orc_distinct": False, "elf_mode": "top_card"},
    {"num_players": 5, "count_mode": "exact", "orc_distinct": False, "village": "auto"},
    {"num_players": 5, "skip_forced": False},
]


@cache
def played(case: int) -> list[OneGame]:
    """Return positions of random games under an option set: of each phase, and the last ones."""
    games: dict[str | None, list[OneGame]] = {}
    for seed in range(16):
        policy = for_citizens if seed % 4 else at_random
        for game in positions(100 * case + seed, policy, **OPTIONS[case]):
            games.setdefault(game.phase, []).append(game.copy())
    return [
        game
        for some in games.values()
        for game in random.Random(case).sample(some, min(len(some), 16))
    ]


EVERY_OPTION_SET = pytest.mark.parametrize("case", range(len(OPTIONS)))


def named(game: OneGame, seat: int) -> dict[str, Any]:
    """Return what a seat observes: numbers, or labelled numbers, by block."""
    return GAME.layout(game.options).explain(game.look(seat))


def reading_of(game: OneGame) -> Reading:
    return Reading(game.options.count_mode == "exact", game.options.orc_distinct)


# What is expected, block by block.


def expected_shared(game: OneGame) -> dict[str, Any]:
    """Return all blocks that every seat sees alike."""
    record, dice = game.record, coloured_roll(game.dice)
    phase = [game.phase == name for name in PHASES]
    rolls = int(record.rolls_left)
    unseen = card_names(record.unseen)
    offered = [int(record.offered) == slot for slot in range(5)]
    dragon = CITIZENS[int(record.dragon)].points if record.dragon >= 0 else 0
    return {
        "phase": phase,
        "rolls_left": [rolls == left for left in range(4)],
        "dice": [shown for die in dice for shown in expected_die(*die)],
        "counts": [
            *(game.dice.count(face) / 6 for face in range(1, 7)),
            sum(game.dice) / 36,
            *([colour for _, colour in dice].count(name) / 6 for name in COLOURS),
        ],
        "villages": [VILLAGE_ON_TOP[left] / 4 for left in record.villages_left.tolist()],
        "penalty": [int(record.top_penalty) / 4],
        "penalties_left": np.divide(record.penalties_left.tolist(), COPIES),
        "draw_pile": [len(unseen) / 35],
        "unseen": [card in unseen for card in CARD_IDS],
        "offered": offered,
        "dragon": [-dragon / 6],
    }


def expected_die(face: int, colour: str) -> list[bool]:
    return [*(face == number for number in range(1, 7)), *(colour == name for name in COLOURS)]


def expected_seat(game: OneGame, seat: int) -> dict[str, float]:
    """Return what everybody sees of a seat, added up from its cards."""
    record = game.record
    cards = [CITIZEN_BY_ID[card] for card in game.cards(seat)]
    fairies = sum(card.effect == "fairy" for card in cards)
    villages = sum(record.villages[seat].tolist())
    dragons = -sum(card.points for card in cards if card.points < 0)
    minus = dragons + int(np.dot(record.scoundrels[seat].tolist(), [1, 2, 3, 4]))
    gained = sum(card.points for card in cards if card.points > 0) + fairies**2 + villages
    return {
        "is the mover": seat == game.mover and not game.over,
        "score / 50": (gained - minus) / 50,
        "points of villages / 50": villages / 50,
        "minus points / 20": minus / 20,
        "fairies / 5": fairies / 5,
        "four rolls next turn": int(record.elf[seat]),
    }


def expected_card(card: str) -> dict[str, float]:
    """Return what is printed on a citizen, the requirement being read off its id."""
    citizen = CITIZENS[NUMBER_OF_CARD[card]]
    effects = {
        f"effect {effect}": float(EFFECTS[citizen.effect] == effect) for effect in EFFECTS[1:]
    }
    printed = dict.fromkeys(REQUIREMENTS, 0.0) | expected_requirement(card)
    number = {"(card number + 1) / 40": (NUMBER_OF_CARD[card] + 1) / 40}
    return number | {"points / 10": citizen.points / 10} | printed | effects


REQUIREMENTS = [
    "even", "odd", "run / 6", *(f"dice showing {face} / 6" for face in range(1, 7)),
    "red dice / 6", "green dice / 6", "blue dice / 6", "dice of one colour / 6",
    "largest set / 6", "second set / 6", "third set / 6", "sum at most / 36", "sum at least / 36",
]  # fmt: skip


def expected_requirement(card: str) -> dict[str, float]:
    family, _, asked = card.partition("-")
    if family == "BUR":
        return {"even" if asked == "E" else "odd": 1}
    if family == "ELF":
        return {"run / 6": int(asked) / 6}
    if family == "DWA":
        return {f"dice showing {asked[2]} / 6": int(asked[0]) / 6}
    if family == "ORC":
        sets = zip(("largest", "second", "third"), asked.split("+"), strict=False)
        return {f"{name} set / 6": int(size) / 6 for name, size in sets}
    if family == "MUS":
        return {"dice of one colour / 6": int(asked) / 6}
    if family == "HYP":
        return {"sum at most / 36": 12 / 36}
    if family == "DRA":
        return {"sum at least / 36": int(asked) / 36}
    asked = {"222": "2R2G2B", "33": "3R3B"}.get(asked, asked)
    name_of = {"R": "red", "G": "green", "B": "blue"}
    return {f"{name_of[c]} dice / 6": int(k) / 6 for k, c in re.findall(r"(\d)([RGB])", asked)}


def expected_slot(game: OneGame, seat: int, slot: int) -> dict[str, float]:
    """Return what is seen of a citizen, but for the dice to keep."""
    card = game.row[slot]
    assert card is not None
    citizen = CITIZENS[NUMBER_OF_CARD[card]]
    village = VILLAGE_ON_TOP[game.record.villages_left[slot]]
    village = village if citizen.column == COLUMNS[slot] else 0
    gain = {"fairy": 2 * int(game.record.fairies[seat]) + 1, "dragon": 0}
    reading, counts = reading_of(game), counts_for(card, game.dice)
    return {
        **expected_card(card),
        "points of the village that comes with it / 4": village / 4,
        "change of the own score if taken / 10": (village + gain.get(citizen.kind, citizen.points)) / 10,
        "fulfilled by the dice": CITIZEN_BY_ID[card].meets(coloured_roll(game.dice), reading),
        "chance to fulfil it with the rolls left": chance_of(
            card, counts, reading, int(game.record.rolls_left)
        ),
    }  # fmt: skip


def counts_for(card: str, dice: list[int], kept: int = 63) -> Counts:
    """Count by number, or by colour, as the card does, the dice of a keep mask."""
    shown = [die for index, die in enumerate(coloured_roll(dice)) if kept >> index & 1]
    if looks_at_colours(card):
        return tuple([colour for _, colour in shown].count(name) for name in COLOURS)
    return tuple([face for face, _ in shown].count(number) for number in range(1, 7))


def close(seen: Any, expected: Any) -> bool:
    """Compare numbers, or labelled numbers, as closely as float32 is."""
    if isinstance(seen, dict):
        if not isinstance(expected, dict):
            expected = dict(zip(seen, expected, strict=True))
        return seen.keys() == expected.keys() and all(close(seen[k], expected[k]) for k in seen)
    return np.allclose(seen, np.asarray(expected, np.float64), rtol=1e-6, atol=1e-7)


# The tests.


@EVERY_OPTION_SET
def test_positions_are_of_all_sorts(case: int) -> None:
    phases = {game.phase for game in played(case)}
    assert {"keep", "choose", "hypno", None} <= phases
    assert ("gift" in phases) == (OPTIONS[case]["num_players"] > 2)


@EVERY_OPTION_SET
def test_what_all_seats_see_alike(case: int) -> None:
    for game in played(case):
        expected = expected_shared(game)
        for seat in range(game.options.num_players):
            seen = named(game, seat)
            for block, values in expected.items():
                assert close(seen[block], values), (block, seat)


@EVERY_OPTION_SET
def test_seats_are_seen_from_the_observer_on(case: int) -> None:
    for game in played(case):
        num_players = game.options.num_players
        for seat in range(num_players):
            seen = named(game, seat)
            for offset in range(num_players):
                expected = expected_seat(game, (seat + offset) % num_players)
                assert close(seen[f"seat_{offset}"], expected), (offset, seat)
            assert f"seat_{num_players}" not in seen


@EVERY_OPTION_SET
def test_citizens_of_the_row(case: int) -> None:
    for game in played(case):
        for seat in range(game.options.num_players):
            seen = named(game, seat)
            for slot, card in enumerate(game.row):
                block = dict(list(seen[f"slot_{slot}"].items())[:-6])
                nothing = dict.fromkeys(block, 0.0)
                expected = expected_slot(game, seat, slot) if card else nothing
                assert close(block, expected), (card, slot, seat)


def dice_to_keep(slot: dict[str, float]) -> int:
    """Return as a keep mask the dice that are named for a slot."""
    return sum(1 << die for die in range(6) if slot[f"keep die {die} for it"])


@EVERY_OPTION_SET
def test_dice_to_keep_are_a_legal_action_that_reaches_the_chance(case: int) -> None:
    for game in played(case):
        if game.phase != "keep":
            continue
        seen = named(game, game.mover)
        reading, rolls = reading_of(game), int(game.record.rolls_left)
        for slot, card in enumerate(game.row):
            assert card is not None
            kept = dice_to_keep(seen[f"slot_{slot}"])
            assert kept in game.legal()
            reached = chance_when_keeping(card, counts_for(card, game.dice, kept), reading, rolls)
            named_chance = seen[f"slot_{slot}"]["chance to fulfil it with the rolls left"]
            assert reached == pytest.approx(named_chance, rel=1e-6)


@EVERY_OPTION_SET
def test_no_dice_to_keep_are_named_unless_dice_are_to_be_kept(case: int) -> None:
    for game in played(case):
        if game.phase != "keep":
            seen = named(game, game.mover)
            assert [dice_to_keep(seen[f"slot_{slot}"]) for slot in range(5)] == [0] * 5


@EVERY_OPTION_SET
def test_values_are_within_the_space(case: int) -> None:
    game = played(case)[0]
    space = GAME.layout(game.options).space()
    assert isinstance(space, spaces.Box)
    for game in played(case):
        for seat in range(-1, game.options.num_players):
            assert space.contains(game.look(seat))


def test_everyone_sees_what_seat_0_sees() -> None:
    for game in played(1):
        assert np.array_equal(game.look(-1), game.look(0))


def test_every_citizen_is_described() -> None:
    for first in range(0, 40, 5):
        cards = CARD_IDS[first : first + 5]
        seen = named(position(" ".join(cards)), 0)
        for slot, card in enumerate(cards):
            expected = expected_card(card)
            described = dict(list(seen[f"slot_{slot}"].items())[: len(expected)])
            assert close(described, expected), card


def test_lowest_and_highest_of_a_seat_are_within_the_space() -> None:
    """Section 4, bounds: a score from -32 to 191."""
    scoundrels, dragons = "-4 -3 -3 -2 -2 -2 -1 -1 -1 -1", "DRA-25 DRA-28 DRA-30"
    villages = "+9 +9 +9 +2"
    others = " ".join(card for card in CARD_IDS if card not in dragons)
    game = position("", piles={0: f"{scoundrels} {dragons}", 1: f"{others} {villages}"})
    space = GAME.layout(game.options).space()
    assert game.scores == [-32, 191]
    for seat, score in enumerate(game.scores):
        assert space.contains(game.look(seat))
        seen = named(game, seat)["seat_0"]
        assert seen["score / 50"] == pytest.approx(score / 50)
        assert seen["points of villages / 50"] == pytest.approx(29 * seat / 50)
    assert named(game, 0)["seat_0"]["minus points / 20"] == pytest.approx(32 / 20)
