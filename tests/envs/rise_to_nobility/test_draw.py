"""The picture of Rise to Nobility: what it shows to whom, at positions of all kinds."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fiefdom.envs.common.colours import SEATS
from fiefdom.envs.rise_to_nobility import GAME, raw_env
from fiefdom.envs.rise_to_nobility.actions import GUILD_DIE
from fiefdom.envs.rise_to_nobility.captions import LEGEND, PLACE_NAMES, action_groups, doing
from fiefdom.envs.rise_to_nobility.cards import condition_text
from fiefdom.envs.rise_to_nobility.draw import HEIGHT, WIDTH, draw
from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.rules import GOODS, RACES
from tests.envs.pictures import drawn, has
from tests.envs.rise_to_nobility.one_game import OneGame
from tests.envs.rise_to_nobility.policies import eager, positions
from tests.envs.rise_to_nobility.test_render import corrected

RULES = load_rules()
APART = 31  # positions between those that are drawn
PLAIN = {"chancery": False, "events": False, "characters": False}
KINDS: list[dict[str, Any]] = [
    {"num_players": 1}, {"num_players": 2}, {"num_players": 3, **PLAIN},
    {"num_players": 4, "short": True}, {"num_players": 5}, {"num_players": 6},
]  # fmt: skip


def secrets(words: Counter[str]) -> set[str]:
    """Return the Commission cards that are written in full."""
    return {row.id for row in RULES.commissions if words[f"{condition_text(row)}: {row.vp} VP"]}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_position_has_one_size_and_nothing_is_cut(
    kind: dict[str, Any], words: Counter[str]
) -> None:
    for number, game in enumerate(positions(40, eager, **kind)):
        if number % APART and not game.record.over:
            continue
        words.clear()
        legal = [] if game.record.over else game.actions()
        picture = drawn(draw, game.record, "all", legal, (WIDTH, HEIGHT))
        assert_shows_the_table(game.record, words)
        assert_shows_the_seats(game.record, picture, words)
        assert all(words[line] for line in action_groups(game.record, legal))
        assert bool(legal) == bool(words["legal actions"])
        again = drawn(draw, game.record, "all", legal, (WIDTH, HEIGHT))
        assert picture.tobytes() == again.tobytes()


def assert_shows_the_table(record: Any, words: Counter[str]) -> None:
    assert words[doing(record, RULES)]
    assert all(words[name] for name in (*PLACE_NAMES.values(), *GOODS, LEGEND))
    rows = {
        "settlers": record.settlers_row,
        "buildings": record.buildings_row,
        "council": record.council_row,
        "ships": record.ships,
        "solo": record.objectives,
    }
    for table, cards in rows.items():
        for card in cards:
            assert card < 0 or words[f"{getattr(RULES, table)[card].id}*"]
    desks = [row for row in RULES.chancery if words[f"{row.desk} {row.race}"]]
    assert len(desks) == bool(record.chancery) * RULES.setup_for(record.num_players).desks


def assert_shows_the_seats(record: Any, picture: Any, words: Counter[str]) -> None:
    players = int(record.num_players)
    assert words["to move"] + words["winner"] >= (players > 1)
    for seat in range(players):
        assert words[f"player_{seat}"]
        assert words[f"{record.vp[seat]} VP"]
        used = f"Reputation {record.reputation[seat]} · dice sum {record.used_sum[seat]}"
        assert words[used]
        assert words[f"Lot {record.lot[seat]}"]
        assert words[f"reserve {record.reserve[seat]}"]
        assert has(picture, SEATS[seat])
        for card in record.held[seat, : int(record.num_held[seat])]:
            assert words[RULES.settlers[card].race]
        for lot in range(int(record.num_buildings[seat])):
            name = RULES.buildings[record.buildings[seat, lot]].id
            assert words[f"{name}+" if record.upgraded[seat, lot] else name]
    assert all(words[f"player_{seat}"] == 0 for seat in range(players, len(SEATS)))


def test_commissions_are_open_to_their_owner_only(words: Counter[str]) -> None:
    """Those dealt, then the one kept; wherever there is room for the text."""
    for number, game in enumerate(positions(41, eager, num_players=4)):
        record = game.record
        if number > 5 and number % (2 * APART):
            continue
        for seat in ("public", 0, 1, 2, 3):
            words.clear()
            draw(record, seat, [])
            if seat == "public":
                assert not secrets(words)
                continue
            held = [int(card) for card in record.cards[seat, : int(record.num_cards[seat])]]
            if not held and number < 4:
                held = [int(card) for card in record.history_cards[seat]]
            ids = {RULES.commissions[card].id for card in held}
            assert secrets(words) == ids or (len(held) > 3 and secrets(words) <= ids)
            assert sum(line.split(" · ")[-1] == "you" for line in words) == 1


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_picture_does_not_depend_on_what_a_seat_cannot_know(players: int) -> None:
    for number, game in enumerate(positions(42, eager, num_players=players)):
        if game.record.over or (number % 110 and number != 1):
            continue
        public = draw(game.record, "public", []).tobytes()
        for seat in range(players):
            legal = game.actions() if seat == game.mover else []
            truth = draw(game.record, seat, legal).tobytes()
            assert draw(game.world(seat, number).record, seat, legal).tobytes() == truth
            assert seat == game.mover or public != truth


def test_dice_to_one_place_are_in_one_line(words: Counter[str]) -> None:
    """Every legal action is named once, by its number; others are told who sees them."""
    for number, game in enumerate(positions(43, eager, num_players=5)):
        legal = game.actions()
        if game.record.over or number % APART:
            continue
        lines = action_groups(game.record, legal)
        numbers = [re.findall(r"^\d+|(?<=\d: )\d+", line.split("·")[-1]) for line in lines]
        assert sorted(int(number) for found in numbers for number in found) == legal
        words.clear()
        draw(game.record, "public", [])
        assert words[f"the legal actions are shown to player_{game.mover} only"]
    game = OneGame(num_players=2, chancery=False)
    game.record.dice[game.mover] = (2, 0, 0, 1, 0, 0)
    legal = [GUILD_DIE, GUILD_DIE + 3]
    lines = action_groups(game.record, legal)
    assert lines == [f"a die to the Books guild ·  1: {legal[0]}  4: {legal[1]}"]


def test_desks_tokens_and_upgrades_are_drawn(words: Counter[str]) -> None:
    env = raw_env(num_players=6)
    env.reset(seed=4)
    record = env.record.copy()
    before = draw(record, "public", [])
    record.desks[7] = 5
    record.num_cards[1], record.tiles[1, 0] = 1, 3
    record.slots[1, 0] = (2, 1, 0)
    record.completed[2] = 1 << 4  # a Human
    record.houses[2] = 3
    record.closed_guilds = 1
    words.clear()
    picture = draw(record, "public", [])
    assert picture.tobytes() != before.tobytes()
    for wanted in ("secret", "Hu", "closed", f"8 {RULES.chancery[7].race}"):
        assert words[wanted], wanted
    record.slots[1, 0] = 2
    draw(record, "public", [])
    assert words["activated"]
    assert RULES.settlers[4].race == RACES[1]


def test_corrected_rules_are_drawn(tmp_path: Path, words: Counter[str]) -> None:
    env = raw_env(rules=corrected(tmp_path), num_players=2)
    env.reset(seed=3)
    draw(env.record, "public", [])
    assert words["17 VP"] >= 6
    names = [RULES.settlers[card].id for card in env.record.settlers_row]
    assert all(words[name] and not words[f"{name}*"] for name in names)


def test_the_game_draws_this_picture() -> None:
    assert GAME.draw is draw
