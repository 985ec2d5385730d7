"""The greedy agent against brute force: all 46,656 rolls, all 64 keeps, no pairs of dice."""

import random
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.king_of_the_dice.game import GAME
from fiefdom.envs.king_of_the_dice.greedy import Greedy
from fiefdom.envs.king_of_the_dice.rules import CITIZENS, COLUMNS, EFFECTS, VILLAGE_STACK
from fiefdom.envs.king_of_the_dice.tables import RULES, variant
from tests.envs.king_of_the_dice.one_game import OneGame
from tests.envs.king_of_the_dice.policies import for_citizens

Values = npt.NDArray[np.float64]
SHAPE = (6,) * 6
OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 5, "orc_distinct": False},
    {"num_players": 3, "count_mode": "exact", "elf_mode": "top_card"},
]


def act(game: OneGame) -> int:
    """Return what the greedy agent plays."""
    mask = np.zeros((1, 79), np.bool_)
    mask[0, game.legal()] = True
    seen = game.look(game.mover)[None]
    row = np.zeros(1, np.int64)
    return int(Greedy(GAME, game.options).act(seen, mask, row, row)[0])


def gain(game: OneGame, slot: int) -> int:
    """Return what the citizen of a slot and its village add to the mover's score."""
    card = CITIZENS[game.record.row[slot]]
    effect = EFFECTS[card.effect]
    points = {"GIFT": 0, "FAIRY": 2 * int(game.record.fairies[game.mover]) + 1}
    left = int(game.record.villages_left[slot])
    village = VILLAGE_STACK[-left] if left and card.column == COLUMNS[slot] else 0
    return points.get(effect, card.points) + village


def worth(game: OneGame, slot: int) -> int:
    """Return what it is worth to take the citizen of a slot."""
    is_hypnotist = EFFECTS[CITIZENS[game.record.row[slot]].effect] == "HYPNO"
    second = max(gain(game, slot + 1), 0) if is_hypnotist and slot < 4 else 0
    return gain(game, slot) + second


@cache
def fulfilling(card: int, exact: bool, distinct: bool) -> npt.NDArray[np.bool_]:
    """Return which of all rolls fulfil a citizen (test_rules compares these with the oracle)."""
    rules = RULES[0]
    faces = np.indices(SHAPE).reshape(6, -1) + 1
    pairs = tuple(rules.pair_of[faces[die], faces[die + 1]] for die in (0, 2, 4))
    index = variant(int(exact), int(distinct))
    sets = rules.fulfilled_by_numbers[index][rules.numbers_of[pairs]]
    sets = sets | rules.fulfilled_by_colours[index][rules.colours_of[pairs]]
    return ((sets >> card) & 1).astype(np.bool_).reshape(SHAPE)


def results(game: OneGame) -> Values:
    """Return the value of every result of the dice."""
    exact = game.options.count_mode == "exact"
    values = np.full(SHAPE, -np.inf)
    for slot in range(5):
        fulfilled = fulfilling(int(game.record.row[slot]), exact, game.options.orc_distinct)
        values = np.where(fulfilled, np.maximum(values, worth(game, slot)), values)
    return np.where(np.isinf(values), -float(game.record.top_penalty), values)


def after_keeping(values: Values, keep: int) -> Values:
    """Return the mean over the dice that are rolled again, by what all dice show now."""
    rolled = tuple(die for die in range(6) if not keep >> die & 1)
    return np.broadcast_to(values.mean(axis=rolled, keepdims=True), SHAPE)


def values_of_keeps(game: OneGame) -> dict[int, float]:
    """Return the value of every legal keep action, all later decisions played best."""
    stopped = values = results(game)
    for _ in range(int(game.record.rolls_left) - 1):
        best = stopped
        for keep in range(63):
            best = np.maximum(best, after_keeping(values, keep))
        values = best
    shown = tuple(int(face) - 1 for face in game.dice)
    return {
        keep: float((stopped if keep == 63 else after_keeping(values, keep))[shown])
        for keep in game.legal()
    }


@cache
def positions(case: int) -> list[OneGame]:
    """Return positions of realistic games: keeps with 1 to 3 rolls left, and all choices."""
    kinds: dict[tuple[str, int], list[OneGame]] = {}
    luck = random.Random(case)
    for seed in range(60):
        game = OneGame(seed, **OPTIONS[case])
        while not game.over:
            kind = (str(game.phase), int(game.record.rolls_left))
            if len(kinds.setdefault(kind, [])) < 4 and luck.random() < 0.2:
                kinds[kind].append(game.copy())
            game.play(for_citizens(game, luck))
    return [game for some in kinds.values() for game in some]


@pytest.mark.parametrize("case", range(len(OPTIONS)))
def test_keeps_are_the_best_of_brute_force(case: int) -> None:
    seen = set()
    for game in positions(case):
        if game.phase == "keep":
            values = values_of_keeps(game)
            assert values[act(game)] == pytest.approx(max(values.values()), abs=1e-9)
            seen.add(int(game.record.rolls_left))
    assert seen == {1, 2, 3}


@pytest.mark.parametrize("case", range(len(OPTIONS)))
def test_the_best_citizen_is_taken_with_its_village(case: int) -> None:
    for game in positions(case):
        if game.phase == "choose":
            takes = {action: worth(game, action - 64) for action in game.legal() if action < 69}
            assert takes[act(game)] == max(takes.values())


@pytest.mark.parametrize("case", range(len(OPTIONS)))
def test_a_second_citizen_is_taken_if_it_pays(case: int) -> None:
    for game in positions(case):
        if game.phase == "hypno":
            slot = int(game.record.offered)
            assert act(game) == (64 + slot if gain(game, slot) > 0 else 74)


def test_a_dragon_goes_to_the_leading_opponent() -> None:
    gifts = [game for game in positions(1) if game.phase == "gift"]
    assert gifts
    for game in gifts:
        points = game.record.points.astype(int) - game.record.minus
        others = [(game.mover + step) % 5 for step in range(1, 5)]
        assert points[others[act(game) - 75]] == max(points[seat] for seat in others)
