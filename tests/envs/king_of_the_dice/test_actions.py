"""The numbering of the actions and their texts."""

import pytest

from fiefdom.envs.king_of_the_dice import GAME, actions
from fiefdom.envs.king_of_the_dice.actions import action_text, kept_dice
from tests.envs.king_of_the_dice.positions import PLAIN_ROW, position

STOP = 63
ROW = "BUR-E DWA-4x4 FAI-2R3G HYP DRA-28"


def test_numbers_are_those_of_the_rulebook() -> None:
    """Table 7.1."""
    assert (actions.STOP, actions.TAKE, actions.TAKE_ONLY) == (63, 64, 69)
    assert (actions.DECLINE, actions.GIVE, actions.NUM_ACTIONS) == (74, 75, 79)
    assert GAME.num_actions(GAME.options({})) == 79


def test_keep_actions_and_dice_belong_together() -> None:
    for action in range(64):
        wanted = [die for die in range(6) if f"{action:06b}"[5 - die] == "1"]
        assert kept_dice(action) == wanted
    assert kept_dice(0) == []
    assert kept_dice(1) == [0]
    assert kept_dice(32) == [5]
    assert kept_dice(STOP) == [0, 1, 2, 3, 4, 5]


# Dice 1 2 3 4 5 6 are blue, green, green, green, red, green.
@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "roll all six dice"),
        (1, "keep 1B, roll the rest"),
        (0b000110, "keep 2G 3G, roll the rest"),
        (0b110000, "keep 5R 6G, roll the rest"),
        (0b101001, "keep 1B 4G 6G, roll the rest"),
        (0b111110, "keep 2G 3G 4G 5R 6G, roll the rest"),
        (STOP, "stop rolling"),
    ],
)
def test_texts_of_keep_actions(action: int, text: str) -> None:
    assert action_text(position(PLAIN_ROW, "123456").record, action) == text


def test_every_keep_action_has_a_text_of_its_own() -> None:
    record = position(PLAIN_ROW, "123456").record
    texts = [action_text(record, action) for action in range(64)]
    assert len(set(texts)) == 64
    for action in range(1, STOP):
        words = texts[action].removeprefix("keep ").removesuffix(", roll the rest").split()
        assert words == [["1B", "2G", "3G", "4G", "5R", "6G"][die] for die in kept_dice(action)]


CITIZEN_TEXTS = [
    "burgher (all six even; +5)",
    "dwarf (4 dice showing 4; +6)",
    "fairy (2 red + 3 green; n x n; each fairy is worth the number of fairies)",
    "hypnotist (sum at most 12; +1; may also take the citizen to its right)",
    "dragon (sum at least 28; -4; given to an opponent)",
]


@pytest.mark.parametrize("slot", range(5))
def test_texts_of_takes(slot: int) -> None:
    """Only burgher and dwarf lie under a village of their colour; one 4 is left in the mine."""
    record = position(ROW, villages_left=(3, 1, 3, 3, 3)).record
    village = {0: "the city village (+2)", 1: "the mine village (+4)"}.get(slot)
    text = f"take the {CITIZEN_TEXTS[slot]} of slot {slot}"
    assert action_text(record, 64 + slot) == (f"{text} with {village}" if village else text)
    assert action_text(record, 69 + slot) == (f"{text}, leave {village}" if village else text)


def test_texts_of_a_used_up_stack_and_of_a_gap() -> None:
    game = position(ROW, villages_left=(0, 3, 3, 3, 3))
    assert action_text(game.record, 64) == f"take the {CITIZEN_TEXTS[0]} of slot 0"
    game.record.row[2] = -1
    assert action_text(game.record, 66) == "take the citizen of slot 2 (empty)"


@pytest.mark.parametrize(
    ("mover", "num_players", "receivers"),
    [(0, 2, [1]), (1, 2, [0]), (2, 3, [0, 1]), (1, 5, [2, 3, 4, 0])],
)
def test_texts_of_gifts(mover: int, num_players: int, receivers: list[int]) -> None:
    record = position(mover=mover, num_players=num_players).record
    texts = [action_text(record, 75 + away) for away in range(num_players - 1)]
    assert texts == [f"give the dragon to player_{seat}" for seat in receivers]


def test_text_of_declining() -> None:
    text = action_text(position().record, 74)
    assert text == "decline the hypnotist's second citizen"


def test_all_79_actions_have_a_text_in_any_position() -> None:
    for num_players in (2, 5):
        record = position(num_players=num_players).record
        assert all(action_text(record, action) for action in range(79))


@pytest.mark.parametrize("action", [-1, 79, 1000])
def test_other_numbers_are_refused(action: int) -> None:
    with pytest.raises(ValueError, match=f"{action}.*0 to 78"):
        action_text(position().record, action)
