"""The text of a position: what it shows to whom, the legal actions in words, corrected rules."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fiefdom.envs.rise_to_nobility import GAME, raw_env
from fiefdom.envs.rise_to_nobility.actions import COMPLETE, NUM_ACTIONS, action_text
from fiefdom.envs.rise_to_nobility.captions import DOINGS, LEGEND, drawn_cards, members
from fiefdom.envs.rise_to_nobility.cards import card_text, rules_of
from fiefdom.envs.rise_to_nobility.load import RULES_FILE, load_rules
from fiefdom.envs.rise_to_nobility.render import text
from fiefdom.envs.rise_to_nobility.state import PHASES
from tests.envs.rise_to_nobility.policies import eager, positions
from tests.envs.walks import legal_actions

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
COMMISSION = re.compile(r"\bC\d\d\b")
RULES = load_rules()
APART = 9  # positions between those that are looked at


def shown(record: Any, seat: Any, legal: list[int] | None = None) -> str:
    """Return the text of a record without its colours and line ends."""
    return COLOURS.sub("", text(record, seat, legal or []))


def unwrapped(words: str) -> str:
    """Return a text without the frames of its tables, as if no line had been broken."""
    return " ".join(re.sub("[─-╿]", " ", words).split())


def own_cards(record: Any, seat: int) -> set[str]:
    """Return the ids of the Commission cards that a seat has seen."""
    cards = [int(card) for card in record.cards[seat, : int(record.num_cards[seat])]]
    cards += drawn_cards(record, seat) + members(record.returned[seat])
    return {RULES.commissions[card].id for card in cards}


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_the_table_and_the_mats_are_shown(players: int) -> None:
    for number, game in enumerate(positions(players, eager, num_players=players)):
        if number % APART and not game.record.over:
            continue
        record = game.record
        words = shown(record, "all")
        rows = {
            "settlers": (*record.settlers_row, *record.held.flat),
            "buildings": (*record.buildings_row, *record.buildings.flat),
            "council": record.council_row,
            "ships": record.ships,
            "characters": record.character[:players],
            "events": [record.event],
            "solo": record.objectives,
            "dice_tiles": record.tiles.flat,
            "commissions": record.cards.flat,
        }
        for table, cards in rows.items():
            for card in cards:
                assert card < 0 or getattr(RULES, table)[card].id in words
        for seat in range(players):
            line = re.search(rf"player_{seat} [^\n]* VP \d[^\n]*", words)
            assert line
            for name in ("vp", "reputation", "coins", "modifiers", "nobility"):
                assert f" {record[name][seat]} " in f"{line[0]} "
        assert LEGEND in words


def test_who_is_to_do_what() -> None:
    seen = set()
    for seed in range(3):
        for game in positions(seed, eager, num_players=3):
            record = game.record
            if record.over:
                assert "game over after round 10 of 10" in shown(record, "public")
            elif PHASES[record.phase] not in seen:
                seen.add(PHASES[record.phase])
                head = shown(record, "public").splitlines()[0]
                assert f"player_{record.mover} " in head
                assert DOINGS[PHASES[record.phase]].split("{")[0] in head or record.placed
    assert seen >= {"setup", "main", "apprentice", "sell", "take", "hall", "tile", "refresh"}


def test_commissions_are_shown_to_their_owner_only() -> None:
    """Before the choice, after it, and once activated."""
    activated = 0
    for number, game in enumerate(positions(5, eager, num_players=4)):
        record = game.record
        if number % APART and number > APART and not record.over:
            continue
        activated += "activated" in shown(record, "public")
        assert not COMMISSION.search(shown(record, "public"))
        for seat in range(4):
            assert set(COMMISSION.findall(shown(record, seat))) == own_cards(record, seat)
    assert activated


@pytest.mark.parametrize("players", [2, 4, 6])
def test_text_does_not_depend_on_what_a_seat_cannot_know(players: int) -> None:
    for number, game in enumerate(positions(7 + players, eager, num_players=players)):
        if game.record.over or (number % (3 * APART) and number > players):
            continue
        for seat in range(players):
            legal = game.actions() if seat == game.mover else []
            truth = text(game.record, seat, legal)
            assert text(game.world(seat, number).record, seat, legal) == truth


@pytest.mark.parametrize("players", [1, 2, 3, 5, 6])
def test_texts_of_legal_actions_differ_and_are_listed(players: int) -> None:
    for number, game in enumerate(positions(20 + players, eager, num_players=players)):
        record, legal = game.record, game.actions()
        words = [action_text(record, action) for action in legal]
        assert len(set(words)) == len(words)
        if number % APART == 0 and legal:
            listed = unwrapped(shown(record, int(record.mover), legal).split("legal actions")[1])
            assert f" {legal[0]} {words[0]}" in f" {listed}"
            assert len(re.findall(r"(?<!\d)\d+ [a-z]", listed)) >= len(legal)


def test_texts_of_actions_do_not_depend_on_secrets() -> None:
    """Not even on the mover's own: they stand in error messages."""
    for number, game in enumerate(positions(31, eager, num_players=4)):
        if game.record.over or (number % (2 * APART) and number > 4):
            continue
        truth = [action_text(game.record, action) for action in range(NUM_ACTIONS)]
        assert not COMMISSION.search(" ".join(truth))
        for seat in range(4):
            world = game.world(seat, number).record
            assert [action_text(world, action) for action in range(NUM_ACTIONS)] == truth


def test_cards_to_keep_are_numbered_for_their_owner() -> None:
    env = raw_env(num_players=3)
    env.reset(seed=6)
    record, legal = env.record, legal_actions(env).tolist()
    words = unwrapped(shown(record, int(record.mover), legal))
    for number, card in enumerate(drawn_cards(record, int(record.mover)), 1):
        assert f"drawn as number {number}: {RULES.commissions[card].id}* (" in words
        assert f"keep the Commission card drawn as number {number}" in words


def corrected(folder: Path) -> Path:
    """Write a copy of the rules in which every Settlers card is known and worth 17 VP."""
    tables = json.loads(RULES_FILE.read_text())
    for row in tables["settlers"]:
        row.update(vp=17, status="found")
    file = folder / "rules.json"
    file.write_text(json.dumps(tables))
    return file


def test_corrected_rules_are_shown(tmp_path: Path) -> None:
    env = raw_env(rules=corrected(tmp_path), num_players=2)
    plain = raw_env(num_players=2)
    for game in (env, plain):
        game.reset(seed=3)
        while game.record.phase == PHASES.index("setup"):
            game.step(legal_actions(game)[0])
    assert shown(env.record, "public").count("for 17 VP") == 8, "six in the row, two held"
    assert "for 17 VP" not in shown(plain.record, "public")
    card = RULES.settlers[int(env.record.held[env.record.mover, 0])].id
    for game, name, is_corrected in ((env, f"{card} (", True), (plain, f"{card}* (", False)):
        assert name in shown(game.record, "public")
        assert ("17 VP" in action_text(game.record, COMPLETE)) == is_corrected


def test_unknown_rules_are_refused() -> None:
    env = raw_env(num_players=2)
    env.reset(seed=1)
    record = env.record.copy()
    record.rules_hash = 12345
    with pytest.raises(ValueError, match=r"rules 0000000000003039 .* with_rules"):
        rules_of(record)


def test_cards_in_words() -> None:
    for table, card, words in (
        ("settlers", "S01", "S01 (Halfling: 1B 1A for 3 VP, 1 Worker, 2 coins)"),
        ("buildings", "B05", "B05 (Books: 6 coins for 5 VP, +1 Reputation, 1 Modifier)"),
        ("council", "T16", "T16 (2B 2A, 4 coins, 2 Reputation for 9 VP, 2 Nobility)"),
        ("ships", "P01", "P01 (pays 2B 2A 3M)"),
        ("dice_tiles", "D01", "D01 (1 1 6)"),
        ("commissions", "C17", "C17 (Reputation at least 16: 8 VP)"),
        ("characters", "H01", "H01 (Rhys Lusys: +4 Reputation, 1 Settlers card)"),
        ("solo", "O11", "O11 (at least 6 Houses)"),
    ):
        number = [row.id for row in getattr(RULES, table)].index(card)
        assert card_text(table, number, RULES) == words


def test_action_text_of_the_game_is_this_one() -> None:
    assert GAME.action_text is action_text
    assert GAME.text is text
    env = raw_env(num_players=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action 250 is out of range; allowed: 0 to 249"):
        action_text(env.record, NUM_ACTIONS)
