"""The oracle's effects of citizens, and the options of section 6, by drawn positions."""

from typing import Any

import pytest

from tests.envs.king_of_the_dice.chance import DULL, ScriptedChance
from tests.envs.king_of_the_dice.oracle import DECLINE, STOP, Oracle
from tests.envs.king_of_the_dice.oracle_cards import CITIZEN_BY_ID
from tests.envs.king_of_the_dice.oracle_positions import pile_of, scripted

# A sum of 12 in six blue dice: of the rows below it meets the hypnotist alone.
LOW = "112233"
# Meets dragons and five or six sixes.
HIGH = "666665"
DULL_DIGITS = "".join(map(str, DULL))


def after_hypnotist(row: str, **options: Any) -> Oracle:
    """Stop on a low roll, so that the hypnotist has been taken."""
    oracle = scripted(row, LOW, **options)
    oracle.play(STOP)
    assert pile_of(oracle, 0) == ["HYP"]
    return oracle


# HYPNO


def test_hypnotist_takes_its_neighbour_with_the_village() -> None:
    oracle = after_hypnotist("BUR-E HYP GNO-4R BUR-O DRA-25 FAI-2R2G ELF-4")
    assert (oracle.phase, oracle.mover) == ("hypno", 0)
    assert oracle.legal() == [66, 71, DECLINE]
    oracle.play(66)
    assert pile_of(oracle, 0) == ["HYP", "village 2 of 2", "GNO-4R"]
    assert oracle.scores() == [5, 0]
    # With two gaps the card drawn first ends in slot 1.
    assert oracle.row == ["ELF-4", "FAI-2R2G", "BUR-E", "BUR-O", "DRA-25"]
    assert oracle.mover == 1


def test_hypnotist_leaves_the_neighbours_village() -> None:
    oracle = after_hypnotist("BUR-E HYP GNO-4R BUR-O DRA-25")
    oracle.play(71)
    assert pile_of(oracle, 0) == ["HYP", "GNO-4R"]
    assert oracle.villages[2] == [2, 3, 4]


def test_hypnotist_leaves_its_neighbour() -> None:
    oracle = after_hypnotist("BUR-E HYP GNO-4R BUR-O DRA-25 ELF-4")
    oracle.play(DECLINE)
    assert pile_of(oracle, 0) == ["HYP"]
    assert oracle.row == ["ELF-4", "BUR-E", "GNO-4R", "BUR-O", "DRA-25"]
    assert (oracle.mover, oracle.phase) == (1, "keep")


def test_hypnotist_under_village_auto() -> None:
    oracle = after_hypnotist("BUR-E HYP GNO-4R BUR-O DRA-25", village="auto")
    assert oracle.legal() == [66, DECLINE]
    oracle.play(66)
    assert pile_of(oracle, 0) == ["HYP", "village 2 of 2", "GNO-4R"]


def test_neighbour_under_another_colour_has_no_village() -> None:
    oracle = after_hypnotist("BUR-E HYP BUR-O GNO-4R DRA-25")
    assert oracle.legal() == [66, DECLINE]


@pytest.mark.parametrize("slot", range(5))
def test_hypnotist_itself_never_brings_a_village(slot: int) -> None:
    row = ["BUR-E", "DWA-5x6", "GNO-4R", "ELF-6"]
    row.insert(slot, "HYP")
    oracle = scripted(" ".join(row), LOW, skip_forced=False)
    oracle.play(STOP)
    assert oracle.legal() == [64 + slot]


def test_hypnotist_in_slot_4_is_just_a_point() -> None:
    oracle = after_hypnotist("BUR-E DWA-5x6 GNO-4R BUR-O HYP ELF-4")
    assert (oracle.phase, oracle.mover) == ("keep", 1)
    assert oracle.scores() == [1, 0]
    assert oracle.row == ["ELF-4", "BUR-E", "DWA-5x6", "GNO-4R", "BUR-O"]


def test_hypnotist_in_slot_3_reaches_slot_4() -> None:
    oracle = after_hypnotist("BUR-E DWA-5x6 GNO-4R HYP APP-33 ELF-4 ELF-5")
    assert oracle.legal() == [68, 73, DECLINE]
    oracle.play(68)
    assert oracle.row == ["ELF-5", "ELF-4", "BUR-E", "DWA-5x6", "GNO-4R"]
    # The second card's own effect applies: an extra turn.
    assert (oracle.mover, oracle.rolls_left, oracle.scores()) == (0, 2, [6, 0])


@pytest.mark.parametrize(("action", "recipient"), [(75, 1), (76, 2)])
def test_second_card_may_be_a_dragon_for_somebody_else(action: int, recipient: int) -> None:
    oracle = after_hypnotist("HYP DRA-30 GNO-4R BUR-O BUR-E", num_players=3)
    assert oracle.legal() == [65, DECLINE]
    oracle.play(65)
    assert (oracle.phase, oracle.mover, oracle.legal()) == ("gift", 0, [75, 76])
    oracle.play(action)
    assert pile_of(oracle, recipient) == ["DRA-30"]
    assert oracle.scores()[0] == 1
    assert oracle.mover == 1


def test_second_card_elf_and_fairy() -> None:
    oracle = after_hypnotist("HYP ELF-6 GNO-4R BUR-O BUR-E")
    oracle.play(65)
    assert oracle.elf_flags == [True, False]
    oracle = after_hypnotist("HYP FAI-2R2G GNO-4R BUR-O BUR-E")
    oracle.play(65)
    assert (oracle.fairies, oracle.scores()) == ([1, 0], [2, 0])


def test_second_card_may_end_the_game_with_its_village() -> None:
    oracle = after_hypnotist("BUR-E HYP GNO-4R BUR-O DRA-25")
    oracle.villages[2] = [4]
    oracle.play(66)
    assert oracle.over
    assert oracle.row == ["BUR-E", None, None, "BUR-O", "DRA-25"]
    assert oracle.scores() == [7, 0]


@pytest.mark.parametrize(
    ("num_left", "first_slots"), [(1, [None, "ELF-4"]), (2, ["BUR-O", "ELF-4"])]
)
def test_second_gap_stays_empty_when_the_draw_pile_ends(
    num_left: int, first_slots: list[str | None]
) -> None:
    oracle = after_hypnotist("BUR-E HYP GNO-4R DWA-5x6 DRA-25 ELF-4")
    oracle.draw_pile = ["ELF-4", "BUR-O"][:num_left]
    oracle.play(66)
    assert oracle.over
    assert oracle.row == [*first_slots, "BUR-E", "DWA-5x6", "DRA-25"]


# GIFT


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_dragon_goes_to_an_opponent_clockwise(num_players: int) -> None:
    oracle = scripted("DRA-30 BUR-E BUR-O GNO-6B ELF-4", HIGH, "1", num_players=num_players)
    oracle.kingdoms[0].append(CITIZEN_BY_ID["BUR-O"])
    oracle.play(STOP)
    if num_players > 2:
        assert oracle.held_dragon is not None
        assert oracle.legal() == [75 + away for away in range(num_players - 1)]
        oracle.play(75 + num_players - 2)
    assert pile_of(oracle, num_players - 1) == ["DRA-30"]
    assert (oracle.scores()[-1], oracle.minus()[-1]) == (-6, 6)
    assert pile_of(oracle, 0) == ["BUR-O"]
    assert (oracle.mover, oracle.held_dragon) == (1, None)


def test_dragon_of_the_last_seat_goes_round_the_table() -> None:
    oracle = scripted(
        "BUR-E BUR-O GNO-6B ELF-6 ELF-5 DRA-25 DWA-5x1", DULL_DIGITS * 2 + HIGH, num_players=3
    )
    oracle.play(STOP)
    oracle.play(STOP)
    assert oracle.mover == 2
    oracle.play(STOP)
    assert oracle.phase == "gift"
    oracle.play(75)
    assert pile_of(oracle, 0) == ["scoundrel -1", "DRA-25"]


def test_forced_recipient_is_asked_for_without_skipping() -> None:
    oracle = scripted("DRA-30 BUR-E BUR-O GNO-6B ELF-4", HIGH, skip_forced=False)
    oracle.play(STOP)
    oracle.play(64)
    assert (oracle.phase, oracle.legal(), oracle.scores()) == ("gift", [75], [0, 0])
    oracle.play(75)
    assert oracle.scores() == [0, -6]


# EXTRA


def test_apprentices_chain() -> None:
    oracle = scripted("BUR-O ELF-6 DWA-5x1 APP-33 APP-222 MUS-6", "246246 341234")
    oracle.play(STOP)
    assert oracle.legal() == [68, 73]
    oracle.play(68)
    assert (oracle.mover, oracle.rolls_left) == (0, 2)
    assert oracle.row == ["MUS-6", "BUR-O", "ELF-6", "DWA-5x1", "APP-33"]
    oracle.play(STOP)
    oracle.play(68)
    assert oracle.mover == 0
    assert oracle.scores() == [2 + 2 + 3 + 3, 0]
    oracle.play(STOP)
    assert (oracle.mover, pile_of(oracle, 0)[-1]) == (1, "scoundrel -1")


# ELF


def elf_game(row: str, dice: str, **options: Any) -> Oracle:
    """Let seat 0 take the elf in slot 1 and seat 1 have the dice."""
    oracle = scripted(row, "123456" + dice, **options)
    oracle.play(STOP)
    assert pile_of(oracle, 0) == ["ELF-4"]
    assert (oracle.mover, oracle.rolls_left) == (1, 2)
    assert oracle.elf_flags == [True, False]
    return oracle


ELF_ROW = "BUR-E ELF-4 DWA-5x1 GNO-6B MUS-6 BUR-O"


def test_elf_gives_four_rolls_in_the_next_turn_only() -> None:
    oracle = elf_game(ELF_ROW, "")
    oracle.play(STOP)
    assert (oracle.mover, oracle.rolls_left) == (0, 3)
    assert oracle.elf_flags == [False, False]
    for _ in range(3):
        assert oracle.mover == 0
        oracle.play(0)
    assert oracle.mover == 1
    oracle.play(STOP)
    assert (oracle.mover, oracle.rolls_left) == (0, 2)


def test_elf_expires_unused() -> None:
    oracle = elf_game(ELF_ROW, "")
    for _ in range(3):
        oracle.play(STOP)
    assert (oracle.mover, oracle.rolls_left) == (0, 2)


def test_two_elves_do_not_add_up() -> None:
    oracle = elf_game("BUR-E ELF-4 DWA-5x1 BUR-O MUS-6 GNO-6B ELF-6", DULL_DIGITS + "123456")
    oracle.play(STOP)
    assert oracle.rolls_left == 3
    oracle.play(STOP)
    oracle.play(69)
    assert pile_of(oracle, 0) == ["ELF-4", "ELF-6"]
    oracle.play(STOP)
    assert (oracle.mover, oracle.rolls_left) == (0, 3)


def test_elf_on_top_lasts_while_it_is_the_last_citizen() -> None:
    """Option `elf_mode=top_card`: a scoundrel does not cover the elf."""
    oracle = elf_game(ELF_ROW, "", elf_mode="top_card")
    for _ in range(2):
        oracle.play(STOP)
        assert (oracle.mover, oracle.rolls_left) == (0, 3)
        assert oracle.elf_flags == [True, False]
        oracle.play(STOP)
    assert pile_of(oracle, 0) == ["ELF-4", "scoundrel -1", "scoundrel -1"]


@pytest.mark.parametrize(("elf_mode", "rolls_left"), [("next_turn", 3), ("top_card", 2)])
def test_received_dragon_covers_the_elf_on_top(elf_mode: str, rolls_left: int) -> None:
    oracle = elf_game("BUR-E ELF-4 DRA-30 GNO-6B MUS-6 BUR-O", HIGH, elf_mode=elf_mode)
    oracle.play(STOP)
    assert pile_of(oracle, 0) == ["ELF-4", "DRA-30"]
    assert (oracle.mover, oracle.rolls_left) == (0, rolls_left)


def test_dragon_given_away_does_not_cover_the_givers_elf() -> None:
    row = "BUR-E ELF-4 DRA-30 GNO-6B MUS-6 BUR-O"
    oracle = elf_game(row, DULL_DIGITS + HIGH, elf_mode="top_card")
    oracle.play(STOP)
    oracle.play(STOP)
    assert pile_of(oracle, 1) == ["scoundrel -1", "DRA-30"]
    assert oracle.elf_flags == [True, False]


@pytest.mark.parametrize("elf_mode", ["next_turn", "top_card"])
def test_turn_after_an_apprentice_has_three_rolls(elf_mode: str) -> None:
    """Section 6: an elf taken in the extra turn works in the following own turn."""
    oracle = elf_game(
        "BUR-E ELF-4 DWA-5x1 APP-222 MUS-6 ELF-6 GNO-6B",
        DULL_DIGITS + "246246" + "123456",
        elf_mode=elf_mode,
    )
    # The penalty of seat 1 pushes the apprentice under the forest.
    oracle.play(STOP)
    assert (oracle.mover, oracle.rolls_left, oracle.row[4]) == (0, 3, "APP-222")
    oracle.play(STOP)
    oracle.play(68)
    assert (oracle.mover, oracle.rolls_left) == (0, 2)
    oracle.play(STOP)
    assert pile_of(oracle, 0)[-1] == "ELF-6"
    oracle.play(STOP)
    assert (oracle.mover, oracle.rolls_left) == (0, 3)


def test_elf_covered_in_its_own_four_roll_turn() -> None:
    oracle = elf_game("BUR-E ELF-4 ORC-3 GNO-6B MUS-6", DULL_DIGITS + "333125", elf_mode="top_card")
    oracle.play(STOP)
    oracle.play(STOP)
    oracle.play(67)
    assert pile_of(oracle, 0) == ["ELF-4", "village 2 of 3", "ORC-3"]
    oracle.play(STOP)
    assert (oracle.mover, oracle.rolls_left) == (0, 2)


# Options on requirements, in play; the cards themselves are in test_oracle_cards.


@pytest.mark.parametrize(("count_mode", "slots"), [("at_least", [1, 4]), ("exact", [])])
def test_spare_dice_of_the_colour(count_mode: str, slots: list[int]) -> None:
    """444422 shows four red, four fours, and two green."""
    oracle = scripted("BUR-O DWA-3x4 GNO-3G MUS-6 FAI-2R2G", "444422", count_mode=count_mode)
    assert oracle.fulfilled() == slots


@pytest.mark.parametrize(("orc_distinct", "slots"), [(True, []), (False, [0, 1, 2, 3])])
def test_orc_symbols_of_one_number(orc_distinct: bool, slots: list[int]) -> None:
    row = "ORC-2+2 ORC-3+2 ORC-4+2 ORC-2+2+2 BUR-O"
    oracle = scripted(row, "666666", orc_distinct=orc_distinct)
    assert oracle.fulfilled() == slots


def test_luck_after_a_chosen_pair_of_cards() -> None:
    """HYPNO draws two citizens, then all six dice are rolled."""
    chance = ScriptedChance("BUR-E HYP GNO-4R BUR-O DRA-25", LOW)
    oracle = Oracle(chance)
    oracle.play(STOP)
    chance.asked.clear()
    oracle.play(66)
    assert chance.asked == ["citizen", "citizen", *(f"die {index}" for index in range(6))]
