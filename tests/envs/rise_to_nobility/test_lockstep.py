"""The engine against the oracle, step by step over random games of every kind.

A tenth of the games is played; all of them with FIEFDOM_ORACLE=full in the environment, and then
`pytest -s` prints how many games, decisions and rare events there were.
"""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from fiefdom.envs.common.rewards import MODES
from fiefdom.envs.rise_to_nobility import GAME
from tests.envs.registry import scaled
from tests.envs.rewards import due
from tests.envs.rise_to_nobility.events import EVERYTHING, KINDS, events_of
from tests.envs.rise_to_nobility.one_game import IDS, OneGame
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_state import LEVELS
from tests.envs.rise_to_nobility.policies import at_random, eager
from tests.envs.rise_to_nobility.positions import bits
from tests.envs.rise_to_nobility.views import engine_view, oracle_view
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
# Games that together show all of EVERYTHING, as players and number. Whatever changes the order in
# which luck is drawn needs others.
SHOWN_BY = [(4, 58), (1, 76), (3, 73), (1, 43), (5, 83)]
FULL_HANDS, THIN_DECKS = 1, 3  # number of a game mod 5, where the position is changed
THIN_OUT_IN = 3  # round
LEFT = {  # cards that are left in each deck then
    "settlers_left": 2, "buildings_left": 2, "council_left": 1, "ships_left": 1,
    "commissions_left": 3, "dice_tiles_left": 4,
}  # fmt: skip
FEW_DICE_TILES = 1  # in games of even numbers


def options_for(players: int, number: int) -> dict[str, Any]:
    """Return the options of a game."""
    chosen = COMBINATIONS[(number + players) % len(COMBINATIONS)]
    mode = MODES[number % len(MODES)]
    chancery = chosen["chancery"] or players == 6
    return {**chosen, "num_players": players, "reward": mode, "chancery": chancery}


def fill_hands(game: OneGame, oracle: Oracle) -> None:
    """Give every seat six Settlers cards, of level 1 as long as there are any."""
    hand, record = game.record.held.shape[1], game.record
    for seat in oracle.seats:
        while len(oracle.held[seat]) < hand:
            deck = oracle.settlers_left[1] or oracle.settlers_left[2]
            oracle.held[seat].append(deck.pop())
        record.held[seat] = [IDS["settlers"].index(card) for card in oracle.held[seat]]
        record.num_held[seat] = hand
    write_decks(game, oracle)
    game.look()


def thin_out(game: OneGame, oracle: Oracle, dice_tiles: int) -> None:
    """Leave few cards in every deck, so that all run out."""
    for name, left in {**LEFT, "dice_tiles_left": dice_tiles}.items():
        pile = getattr(oracle, name)
        for deck in pile.values() if name == "settlers_left" else [pile]:
            del deck[left:]
    write_decks(game, oracle)


def write_decks(game: OneGame, oracle: Oracle) -> None:
    """Let the engine's decks hold what the oracle's do."""
    record = game.record
    decks = [oracle.settlers_left[level] for level in LEVELS]
    record.settlers_left[:] = [numbers("settlers", deck) for deck in decks]
    for table in ("buildings", "council", "ships"):
        record[f"{table}_left"] = numbers(table, getattr(oracle, f"{table}_left"))
    if oracle.options.chancery:
        record.commission_pool = numbers("commissions", oracle.commissions_left)
        record.dice_tiles_left = numbers("dice_tiles", oracle.dice_tiles_left)


def change(game: OneGame, oracle: Oracle, number: int) -> bool:
    """Change the position of some games, in the way of their number; say whether it was done."""
    if number % 5 == FULL_HANDS and oracle.phase == "main":
        fill_hands(game, oracle)
    elif number % 5 == THIN_DECKS and oracle.round == THIN_OUT_IN:
        thin_out(game, oracle, LEFT["dice_tiles_left"] if number % 2 else FEW_DICE_TILES)
    else:
        return False
    return True


def numbers(table: str, names: list[str]) -> int:
    return bits(IDS[table].index(name) for name in names)


def follow(players: int, number: int) -> Counter[str]:
    """Play one game with both, compare after every step, and count what was seen."""
    options, seed = options_for(players, number), 1000 * players + number
    game = OneGame(seed, **options)
    oracle = Oracle(
        Stream.of_seed(seed), **{name: options[name] for name in ("num_players", *VALUES)}
    )
    luck = random.Random(seed)
    policy = eager if seed % 4 else at_random
    seen = Counter({"games": 1})
    changed = False
    while True:
        told = f"{players} players, game {number}, {options}"
        assert engine_view(game) == oracle_view(oracle), told
        if oracle.over:
            break
        changed = changed or change(game, oracle, number)
        decision, legal, before = policy(game, luck), game.legal(), points(oracle)
        game.play(decision)
        seen.update({"decisions": 1, **dict.fromkeys(events_of(oracle, decision, legal), 1)})
        paid = due(options["reward"], before, points(oracle), ranks(oracle), GAME.margin_scale)
        assert game.rewards == pytest.approx(paid), told
    assert game.ranks == game.finals[1] == ranks(oracle), told
    assert not game.step(0)
    return seen


def points(oracle: Oracle) -> list[int]:
    """Return what mode `score` counts: the score track, at last the final points."""
    return oracle.final_scores() if oracle.over else list(oracle.vp)


def ranks(oracle: Oracle) -> list[int] | None:
    """Return the places of a finished game; alone, 1 if all objectives are met."""
    if not oracle.over:
        return None
    return [1 if all(oracle.objectives_met()) else 2] if oracle.options.solo else oracle.ranks()


@pytest.mark.parametrize("players", range(1, 7))
def test_engine_follows_the_oracle(players: int, totals: Counter[str]) -> None:
    seen: Counter[str] = Counter()
    for number in range(scaled(GAMES_EACH)):
        seen += follow(players, number)
    totals.update(seen)
    assert {f"plays {kind}" for kind in KINDS} - set(seen) == set()


def test_everything_is_seen() -> None:
    """One test, so that it holds however the tests are spread over processes."""
    seen: Counter[str] = Counter()
    for players, number in SHOWN_BY:
        seen += follow(players, number)
    assert EVERYTHING - set(seen) == set(), "replace games of SHOWN_BY by some that show it"


def test_every_option_value_is_among_the_first_games() -> None:
    """Every two values of two options occur together in the tenth that is always played."""
    played = [
        options_for(players, game) for players in range(1, 7) for game in range(scaled(GAMES_EACH))
    ]
    values = {**VALUES, "reward": MODES, "num_players": range(1, 7)}
    for (first, ones), (second, others) in itertools.combinations(values.items(), 2):
        found = {(chosen[first], chosen[second]) for chosen in played}
        left_out = {(False, 6), (6, False)} if "chancery" in (first, second) else set()
        assert found | left_out == set(itertools.product(ones, others)) | left_out, (first, second)
