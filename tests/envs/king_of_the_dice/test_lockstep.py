"""The engine against the oracle, step by step over random games of every kind.

A tenth of the games is played; all of them with FIEFDOM_ORACLE=full in the environment, and then
`pytest -s` prints how many games, decisions and ends there were.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from fiefdom.envs.king_of_the_dice import GAME
from tests.envs.king_of_the_dice.chance import StreamChance
from tests.envs.king_of_the_dice.one_game import CARD_IDS, OneGame, card_names
from tests.envs.king_of_the_dice.oracle import Oracle
from tests.envs.king_of_the_dice.oracle_cards import CITIZEN_BY_ID, Citizen, Scoundrel, Village
from tests.envs.king_of_the_dice.policies import at_random, family, for_citizens
from tests.envs.registry import scaled

GAMES_EACH = 600  # for each number of players
VALUES = {
    "count_mode": ("at_least", "exact"),
    "orc_distinct": (True, False),
    "village": ("optional", "auto"),
    "elf_mode": ("next_turn", "top_card"),
    "start": ("first", "random"),
    "skip_forced": (True, False),
    "reward": ("win", "margin", "score"),
}
# All 192 combinations, in an order whose beginning mixes them.
COMBINATIONS = [
    dict(zip(VALUES, values, strict=True)) for values in itertools.product(*VALUES.values())
]
random.Random(1).shuffle(COMBINATIONS)

EVERYTHING = {
    *(f"phase {phase}" for phase in ("keep", "choose", "hypno", "gift")),
    *(f"action {kind}" for kind in ("keep", "stop", "take", "take alone", "decline", "give")),
    *(f"effect {effect}" for effect in ("elf", "extra", "fairy", "hypno", "gift")),
    *("second citizen", "second extra turn", "four rolls", "scoundrel"),
    *(f"end by {pile}" for pile in ("draw pile", "penalties", "village")),
}


def engine_view(game: OneGame) -> dict[str, Any]:
    """Return all there is to a game of the engine."""
    record = game.record
    seats = range(game.options.num_players)
    return {
        "over": game.over,
        "legal": game.legal(),
        "mover": game.mover,
        "phase": game.phase,
        "rolls_left": int(record.rolls_left) if game.phase == "keep" else 0,
        "dice": game.dice,
        "row": game.row,
        "villages_left": record.villages_left.tolist(),
        "penalties_left": record.penalties_left.tolist(),
        "top_penalty": int(record.top_penalty),
        "unseen": card_names(record.unseen),
        "discarded": card_names(record.discarded),
        "dragon": card_names(1 << int(record.dragon)) if record.dragon >= 0 else set(),
        "kingdoms": [game.cards(seat) for seat in seats],
        "villages": [record.villages[seat].tolist() for seat in seats],
        "scoundrels": [record.scoundrels[seat].tolist() for seat in seats],
        "elf": [bool(record.elf[seat]) for seat in seats],
        "fairies": [int(record.fairies[seat]) for seat in seats],
        "scores": game.finals[0] if game.over else game.scores,
        "minus": [int(record.minus[seat]) for seat in seats],
        "ranks": game.finals[1] if game.over else None,
    }


def oracle_view(oracle: Oracle) -> dict[str, Any]:
    """Return the same of a game of the oracle."""
    dragon = oracle.held_dragon
    return {
        "over": oracle.over,
        "legal": oracle.legal(),
        "mover": oracle.mover,
        "phase": None if oracle.over else oracle.phase,
        "rolls_left": 0 if oracle.over or oracle.phase != "keep" else oracle.rolls_left,
        "dice": oracle.dice,
        "row": oracle.row,
        "villages_left": [len(stack) for stack in oracle.villages],
        "penalties_left": [oracle.penalties_left.count(minus) for minus in (1, 2, 3, 4)],
        "top_penalty": oracle.top_penalty or 0,
        "unseen": oracle.unseen,
        "discarded": set(oracle.discard),
        "dragon": {dragon.id} if dragon else set(),
        "kingdoms": [{card.id for card in pile if isinstance(card, Citizen)} for pile in kingdoms(oracle)],
        "villages": [villages_of(pile) for pile in kingdoms(oracle)],
        "scoundrels": [scoundrels_of(pile) for pile in kingdoms(oracle)],
        "elf": oracle.elf_flags,
        "fairies": oracle.fairies,
        "scores": oracle.scores(),
        "minus": oracle.minus(),
        "ranks": oracle.ranks() if oracle.over else None,
    }  # fmt: skip


def kingdoms(oracle: Oracle) -> list[list[Any]]:
    return [list(pile) for pile in oracle.kingdoms]


def villages_of(pile: list[Any]) -> list[int]:
    villages = [card for card in pile if isinstance(card, Village)]
    return [sum(card.value for card in villages if card.column == column) for column in range(5)]


def scoundrels_of(pile: list[Any]) -> list[int]:
    values = [card.minus for card in pile if isinstance(card, Scoundrel)]
    return [values.count(minus) for minus in (1, 2, 3, 4)]


def end_of(oracle: Oracle) -> str:
    if not oracle.draw_pile:
        return "end by draw pile"
    return "end by village" if oracle.penalties_left else "end by penalties"


def seen_before(oracle: Oracle, action: int) -> Iterator[str]:
    """Name what a decision is an example of."""
    yield f"phase {oracle.phase}"
    yield f"action {family(action)}"
    if oracle.phase == "hypno" and action != 74:
        yield "second citizen"
    if oracle.phase == "keep" and oracle.rolls_left == 3:
        yield "four rolls"


def seen_at_end(oracle: Oracle) -> Iterator[str]:
    """Name what a finished game is an example of."""
    yield end_of(oracle)
    for pile in oracle.kingdoms:
        apprentices = 0
        for card in pile:
            if isinstance(card, Citizen) and card.effect:
                yield f"effect {card.effect}"
                apprentices += card.effect == "extra"
        if apprentices == 2:
            yield "second extra turn"
        if any(isinstance(card, Scoundrel) for card in pile):
            yield "scoundrel"


def are_close(first: list[float], second: list[float]) -> bool:
    pairs = zip(first, second, strict=True)
    return all(math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12) for a, b in pairs)


def follow(seed: int, options: dict[str, Any], careless: bool, seen: Counter[str]) -> None:
    """Play one game with both and compare all there is after every step."""
    chosen = dict(options)
    mode = chosen.pop("reward")
    game = OneGame(seed, **options)
    oracle = Oracle(StreamChance(seed), **chosen)
    luck = random.Random(seed)
    policy = at_random if careless else for_citizens
    played: list[int] = []
    while True:
        told = f"seed {seed}, {options}, actions {played}"
        assert engine_view(game) == oracle_view(oracle), told
        if oracle.over:
            break
        action = policy(game, luck)
        seen.update(seen_before(oracle, action))
        played.append(action)
        game.play(action)
        oracle.play(action)
        due = oracle.rewards(mode, GAME.margin_scale)
        assert are_close(game.rewards, due), f"{game.rewards} for {due}: {told}"
    assert not game.step(63)
    seen.update(seen_at_end(oracle))
    seen.update(games=1, decisions=len(played))


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_engine_follows_the_oracle(num_players: int, totals: Counter[str]) -> None:
    seen: Counter[str] = Counter()
    for game in range(scaled(GAMES_EACH)):
        careless = (game + game // len(COMBINATIONS)) % 5 == 0
        options = {"num_players": num_players, **COMBINATIONS[game % len(COMBINATIONS)]}
        follow(GAMES_EACH * num_players + game, options, careless, seen)
    totals.update(seen)
    assert not EVERYTHING - set(seen)


def test_every_option_value_is_among_the_first_games() -> None:
    """Every two values of two options occur together in the tenth that is always played."""
    for (first, ones), (second, others) in itertools.combinations(VALUES.items(), 2):
        played = {(chosen[first], chosen[second]) for chosen in COMBINATIONS[: scaled(GAMES_EACH)]}
        assert played == set(itertools.product(ones, others))


def test_cards_have_the_same_numbers_in_both() -> None:
    assert list(CITIZEN_BY_ID) == CARD_IDS
