"""The numbering of the actions (7.7) and their texts."""

import re

import pytest

from fiefdom.envs.rise_to_nobility import GAME
from fiefdom.envs.rise_to_nobility import actions as a
from fiefdom.envs.rise_to_nobility.actions import action_text
from tests.envs.rise_to_nobility.notation import value_of
from tests.envs.rise_to_nobility.one_game import ACTION_OF, DECISIONS, Decision
from tests.envs.rise_to_nobility.positions import Table

# Table 7.7: first number, how many, its name in actions.py, and the first and last decision.
TABLE: list[tuple[int, int, int, Decision, Decision]] = [
    (0, 1, a.PASS, ("pass",), ("pass",)),
    (1, 1, a.END_TURN, ("end_turn",), ("end_turn",)),
    (2, 1, a.USE_CHARACTER, ("character",), ("character",)),
    (3, 5, a.MODIFY_UP, ("modify", 1, 1), ("modify", 5, 1)),
    (8, 5, a.MODIFY_DOWN, ("modify", 2, -1), ("modify", 6, -1)),
    (13, 6, a.RECALL, ("recall", 0), ("recall", 5)),
    (19, 6, a.COMPLETE, ("complete", 0), ("complete", 5)),
    (25, 36, a.GUILD_DIE, ("guild", 0, 1), ("guild", 5, 6)),
    (61, 24, a.SHIP_DIE, ("ship", 0, 1), ("ship", 3, 6)),
    (85, 6, a.CASTLE_DIE, ("castle", 1), ("castle", 6)),
    (91, 6, a.BERK_DIE, ("berk", 1), ("berk", 6)),
    (97, 6, a.TAVERN_DIE, ("tavern", 1), ("tavern", 6)),
    (103, 6, a.YARD_DIE, ("yard", 1), ("yard", 6)),
    (109, 6, a.HALL_DIE, ("hall", 1), ("hall", 6)),
    (115, 6, a.COUNCIL_DIE, ("council", 1), ("council", 6)),
    (121, 12, a.DESK_DIE, ("desk", 1), ("desk", 12)),
    (133, 78, a.TILE_DIE, ("tile", 0, 1), ("tile", 12, 6)),
    (211, 6, a.TAKE_CARD, ("take", 0), ("take", 5)),
    (217, 6, a.BUY, ("buy", 0), ("buy", 5)),
    (223, 7, a.UPGRADE, ("upgrade", 0), ("upgrade", 6)),
    (230, 5, a.FULFIL, ("fulfil", 0), ("fulfil", 4)),
    (235, 6, a.CHOOSE_GOOD, ("good", 0), ("good", 5)),
    (241, 1, a.DONE, ("done",), ("done",)),
    (242, 3, a.REFRESH_NONE, ("refresh", "none"), ("refresh", "buildings")),
    (245, 1, a.YES, ("yes",), ("yes",)),
    (246, 1, a.NO, ("no",), ("no",)),
    (247, 3, a.KEEP_CARD, ("keep", 0), ("keep", 2)),
]


def test_numbers_are_those_of_the_rulebook() -> None:
    following = 0
    for first, count, name, one, last in TABLE:
        assert first == following == name
        assert (DECISIONS[first], DECISIONS[first + count - 1]) == (one, last)
        assert {decision[0] for decision in DECISIONS[first : first + count]} == {one[0]}
        following += count
    assert following == a.NUM_ACTIONS == len(DECISIONS) == GAME.num_actions(GAME.options({})) == 250


def test_numbers_and_decisions_belong_together() -> None:
    assert [ACTION_OF[decision] for decision in DECISIONS] == list(range(250))


@pytest.mark.parametrize("players", [1, 6])
def test_every_action_has_a_text_of_its_own(players: int) -> None:
    """Also those that mean nothing in the position; a die is named by its value."""
    record = Table(players).record
    texts = [action_text(record, action) for action in range(250)]
    assert len(set(texts)) == 250
    for action in range(a.FIRST_DIE, a.TAKE_CARD):
        assert re.match(rf"die {value_of(DECISIONS[action])} ", texts[action])


def test_texts_name_cards_and_places() -> None:
    table = Table(2)
    table.lay("settlers_row", "S07", "S08")
    table.lay("buildings_row", "B09")
    table.lay("council_row", None, "T03")
    table.lay("ships", "P05", "P04", "P11")
    table.give("held", "S40", "S41")
    table.build("B01", "B02+")
    for decision, words in {
        ("take", 1): "take S08",
        ("buy", 0): "buy B09",
        ("fulfil", 1): "fulfil T03",
        ("ship", 2, 4): "die 4 to the ship P11",
        ("complete", 1): "complete S41",
        ("upgrade", 1): "upgrade B02",
        ("modify", 3, -1): "change a 3 to 2",
        ("modify", 5, 1): "change a 5 to 6",
        ("recall", 3): "recall an Apprentice from the Magic guild",
        ("guild", 0, 6): "die 6 to the Books guild",
        ("desk", 8): "die 2 and a Worker to desk 8",
        ("tile", 12, 5): "die 5 to the dice tile of Commission 13",
        ("keep", 2): "keep the Commission card drawn as number 3",
    }.items():
        assert action_text(table.record, ACTION_OF[decision]).startswith(words)


@pytest.mark.parametrize("action", [-1, 250, 1000])
def test_other_numbers_are_refused(action: int) -> None:
    with pytest.raises(ValueError, match=f"{action}.*0 to 249"):
        action_text(Table(2).record, action)
