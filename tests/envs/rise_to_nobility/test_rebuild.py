"""The record that the greedy agent looks ahead on, against the true one with its seats rotated."""

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from fiefdom.envs.rise_to_nobility import GAME
from fiefdom.envs.rise_to_nobility.choices import fill_legal
from fiefdom.envs.rise_to_nobility.options import configure
from fiefdom.envs.rise_to_nobility.rebuild import rebuild
from fiefdom.envs.rise_to_nobility.rules import MAX_PLAYERS
from fiefdom.envs.rise_to_nobility.state import EMPTY, PHASES
from tests.envs.registry import FULL
from tests.envs.rise_to_nobility.one_game import OneGame
from tests.envs.rise_to_nobility.policies import eager, positions

GAMES_EACH = 4  # of each option set
APART = 1 if FULL else 11  # positions between those that are looked at
MOST_GOODS = 20  # the observation shows no more cubes of a kind

# Fields that are not rebuilt, by why the agent does without them.
DECK = {"commission_pool", "bottom", "num_bottom", "bottom_history"}
MEMORY = {  # of what was drawn: only the cards to choose from now matter, see `offer`
    "returned", "history_seat", "history_size", "history_kept", "history_cards", "history_source",
    "num_history",
}  # fmt: skip
CHANCE = {"rng", "random_start", "rules_hash"}
COUNTERS = {"decisions", "over", "truncated", "solo_won"}  # it is asked in games that go on
LATER = {"ships_bottom", "num_ships_bottom"}  # ten rounds do not use up the ships
OBJECTIVES = {"objectives"}  # it plays for points, alone too
DERIVED = {"legal", "_pad"}  # test_legal_actions_are_those_of_the_game
NOT_REBUILT = DECK | MEMORY | CHANCE | COUNTERS | LATER | OBJECTIVES | DERIVED

SEATS = {"mover", "turn_seat", "first_player"}
SIX_SPACES = {"settlers_row", "buildings_row", "guild_dice"}  # six as well, but not by seat
BY_SEAT = {
    name for name in GAME.STATE.names or () if GAME.STATE[name].shape[:1] == (MAX_PLAYERS,)
} - SIX_SPACES
EVERY_CASE = pytest.mark.parametrize("case", range(len(GAME.option_sets)))


@cache
def looked_at(case: int) -> list[tuple[OneGame, int, Any]]:
    """Return positions of games, each with an observer and the record that it makes of it."""
    return [found for seed in range(GAMES_EACH) for found in rebuilt(case, seed)]


def rebuilt(case: int, seed: int) -> Iterator[tuple[OneGame, int, Any]]:
    options = GAME.option_sets[case]
    kinds: set[tuple[str | None, int]] = set()
    for number, game in enumerate(positions(seed, eager, **dataclasses.asdict(options))):
        is_new = (game.phase, game.mover) not in kinds
        if game.over or (number % APART and not is_new):
            continue
        kinds.add((game.phase, game.mover))
        kept = game.copy()
        for seat in game.seats:
            record = np.zeros(1, GAME.STATE).view(np.recarray)[0]
            configure(record, options)
            rebuild(GAME.RULES[0], record, np.asarray(game.view(seat)[0]))
            yield kept, seat, record


def as_seen_by(record: Any, field: str, observer: int) -> Any:
    """Return a field with the observer as seat 0 and the others in turn order behind it."""
    players, value = int(record.num_players), np.asarray(record[field])
    if field in SEATS:
        return (int(value) - observer) % players
    if field == "desks":
        return np.where(value == EMPTY, EMPTY, (value - observer) % players).tolist()
    if field not in BY_SEAT:
        return value.tolist()
    turned = np.roll(value[:players], -observer, axis=0)
    if field == "cards":
        turned[1:] = EMPTY  # those of others are secret
    return (np.minimum(turned, MOST_GOODS) if field == "goods" else turned).tolist()


@EVERY_CASE
def test_every_field_is_as_in_the_game(case: int) -> None:
    fields = set(GAME.STATE.names or ())
    assert fields > NOT_REBUILT
    for game, observer, record in looked_at(case):
        for field in fields - NOT_REBUILT:
            assert as_seen_by(record, field, 0) == as_seen_by(game.record, field, observer), (
                field, observer, game.phase,
            )  # fmt: skip


@EVERY_CASE
def test_legal_actions_are_those_of_the_game(case: int) -> None:
    for game, observer, record in looked_at(case):
        if observer == game.mover:
            fill_legal(GAME.RULES[0], record)
            assert record.legal.tolist() == game.record.legal.tolist(), game.phase


@EVERY_CASE
def test_offer(case: int) -> None:
    """The Commission cards that the observer chooses from, in the order in which they are drawn."""
    for game, observer, record in looked_at(case):
        if game.phase in ("setup", "keep") and observer == game.mover:
            r = game.record
            drawing = observer if game.phase == "setup" else int(r.num_history) - 1
            size = int(r.history_size[drawing])
            assert int(record.num_history) == 1
            assert int(record.history_size[0]) == size
            assert (record.history_cards[0] == r.history_cards[drawing])[:size].all()


def test_positions_are_of_all_phases() -> None:
    seen = {game.phase for case in range(len(GAME.option_sets)) for game, _, _ in looked_at(case)}
    assert seen == set(PHASES)
