"""The engine's effects of citizens, and the options that change them, by drawn positions."""

from typing import Any

import pytest

from tests.envs.king_of_the_dice.one_game import OneGame, card_names
from tests.envs.king_of_the_dice.positions import DULL, HARD_ROW, position, show

STOP = 63
DECLINE = 74
# A sum of 12 in six blue dice: of the rows below it meets the hypnotist alone.
LOW = "112233"
# Meets all dragons, and five sixes.
HIGH = "666665"


def after_hypnotist(row: str, **options: Any) -> OneGame:
    """Stop on a low roll, so that the hypnotist has been taken."""
    game = position(row, LOW, **options).play(STOP)
    assert game.cards(0) == {"HYP"}
    assert game.scores[0] == 1
    return game


def drawn_and_left(game: OneGame, slots: int) -> set[str | None]:
    """Return the citizens of the first slots and of the draw pile."""
    return {*game.row[:slots], *card_names(game.record.unseen)}


# HYPNO


@pytest.mark.parametrize(
    ("row", "options", "legal"),
    [
        ("BUR-E HYP GNO-4R BUR-O DRA-25", {}, [66, 71, DECLINE]),
        ("BUR-E HYP GNO-4R BUR-O DRA-25", {"village": "auto"}, [66, DECLINE]),
        ("BUR-E HYP BUR-O GNO-4R DRA-25", {}, [66, DECLINE]),
        ("HYP BUR-E BUR-O GNO-4R DRA-25", {}, [65, DECLINE]),
        ("HYP DRA-30 BUR-O GNO-4R DRA-25", {"skip_forced": True}, [65, DECLINE]),
        ("BUR-E DWA-5x6 GNO-4R HYP APP-33", {}, [68, 73, DECLINE]),
        ("BUR-E DWA-5x6 GNO-4R HYP DRA-25", {}, [68, DECLINE]),
    ],
)
def test_second_citizen_is_offered(row: str, options: dict[str, Any], legal: list[int]) -> None:
    game = after_hypnotist(row, **options)
    assert (game.phase, game.mover, game.legal()) == ("hypno", 0, legal)
    assert game.record.offered == row.split().index("HYP") + 1
    for action in range(-1, 80):
        assert game.copy().step(action) == (action in legal)


def test_hypnotist_in_slot_4_is_just_a_point() -> None:
    game = after_hypnotist("BUR-E DWA-5x6 GNO-4R BUR-O HYP")
    assert (game.phase, game.mover, int(game.record.offered)) == ("keep", 1, -1)
    assert game.row[1:] == ["BUR-E", "DWA-5x6", "GNO-4R", "BUR-O"]


@pytest.mark.parametrize("slot", range(5))
def test_hypnotist_itself_never_brings_a_village(slot: int) -> None:
    row = ["BUR-E", "DWA-5x6", "GNO-4R", "ELF-6"]
    row.insert(slot, "HYP")
    assert position(" ".join(row), LOW, skip_forced=False).play(STOP).legal() == [64 + slot]


@pytest.mark.parametrize(
    ("action", "cards", "score", "village"),
    [(66, {"HYP", "GNO-4R"}, 5, 2), (71, {"HYP", "GNO-4R"}, 3, 0), (DECLINE, {"HYP"}, 1, 0)],
)
def test_second_citizen_with_its_village_without_or_not(
    action: int, cards: set[str], score: int, village: int
) -> None:
    game = after_hypnotist("BUR-E HYP GNO-4R BUR-O DRA-25", draw_pile="ORC-3 ORC-4 ELF-4")
    game.play(action)
    assert (game.cards(0), game.scores) == (cards, [score, 0])
    assert game.record.villages[0].tolist() == [0, 0, village, 0, 0]
    assert game.record.villages_left.tolist() == [3, 3, 3 - village // 2, 3, 3]
    kept = ["BUR-E", "GNO-4R"] if action == DECLINE else ["BUR-E"]
    assert game.row[5 - len(kept) - 2 :] == [*kept, "BUR-O", "DRA-25"]
    assert drawn_and_left(game, 3 - len(kept)) == {"ORC-3", "ORC-4", "ELF-4"}
    assert (game.mover, game.phase, int(game.record.offered)) == (1, "keep", -1)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_second_citizen_may_be_a_dragon_for_somebody_else(num_players: int) -> None:
    for away in range(1, num_players):
        game = after_hypnotist("HYP DRA-30 GNO-4R BUR-O BUR-E", num_players=num_players).play(65)
        if num_players > 2:
            assert (game.phase, game.mover) == ("gift", 0)
            assert game.legal() == [75 + other for other in range(num_players - 1)]
            game.play(74 + away)
        assert (game.cards(away), game.cards(0)) == ({"DRA-30"}, {"HYP"})
        assert (game.scores[away], game.scores[0], game.mover) == (-6, 1, 1)
        assert game.row[2:] == ["GNO-4R", "BUR-O", "BUR-E"]


@pytest.mark.parametrize(
    ("second", "score", "mover", "elf", "fairies"),
    [
        ("ELF-6", 8, 1, 1, 0),
        ("FAI-2R2G", 2, 1, 0, 1),
        ("APP-33", 4, 0, 0, 0),
        ("BUR-O", 6, 1, 0, 0),
    ],
)
def test_effect_of_the_second_citizen(
    second: str, score: int, mover: int, elf: int, fairies: int
) -> None:
    game = after_hypnotist(f"HYP {second} GNO-4R DRA-25 BUR-E").play(65)
    assert (game.scores, game.mover, int(game.record.rolls_left)) == ([score, 0], mover, 2)
    assert (int(game.record.elf[0]), int(game.record.fairies[0])) == (elf, fairies)
    # The extra turn, which has three rolls, is no longer pending.
    assert game.record.extra == 0


def test_second_citizen_may_end_the_game_with_its_village() -> None:
    game = after_hypnotist("BUR-E HYP GNO-4R BUR-O DRA-25", villages_left=(3, 3, 1, 3, 3))
    assert game.copy().play(71).over is False
    game.play(66)
    assert (game.over, game.scores) == (True, [7, 0])
    assert game.row == ["BUR-E", None, None, "BUR-O", "DRA-25"]


@pytest.mark.parametrize(
    ("draw_pile", "first_slots"),
    [("ELF-4", 1), ("ELF-4 BUR-O", 0)],
    ids=["gap left", "both filled"],
)
def test_second_gap_stays_empty_when_the_draw_pile_ends(draw_pile: str, first_slots: int) -> None:
    game = after_hypnotist("BUR-E HYP GNO-4R DWA-5x6 DRA-25", draw_pile=draw_pile).play(66)
    assert (game.over, card_names(game.record.unseen)) == (True, set())
    assert game.row[:first_slots] == [None] * first_slots
    assert set(game.row[first_slots:2]) == set(draw_pile.split())
    assert game.row[2:] == ["BUR-E", "DWA-5x6", "DRA-25"]


def test_both_cards_of_the_hypnotist_may_leave_one_gap_at_the_end() -> None:
    """Declining leaves one gap, which the last card fills."""
    game = after_hypnotist("BUR-E HYP GNO-4R DWA-5x6 DRA-25", draw_pile="ELF-4").play(DECLINE)
    assert game.over
    assert game.row == ["ELF-4", "BUR-E", "GNO-4R", "DWA-5x6", "DRA-25"]


# GIFT


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize("mover", [0, 1])
def test_dragon_goes_to_an_opponent_clockwise(num_players: int, mover: int) -> None:
    for away in range(1, num_players):
        game = position(
            "DRA-28 BUR-E BUR-O GNO-6B ELF-4", HIGH, mover=mover, num_players=num_players
        )
        game.play(STOP)
        if num_players > 2:
            assert game.legal() == [75 + other for other in range(num_players - 1)]
            assert (game.record.dragon >= 0, set(game.scores)) == (True, {0})
            game.play(74 + away)
        seat = (mover + away) % num_players
        assert game.cards(seat) == {"DRA-28"}
        assert game.scores == [-4 * (other == seat) for other in range(num_players)]
        assert (int(game.record.minus[seat]), game.cards(mover)) == (4, set())
        assert (game.mover, int(game.record.dragon)) == ((mover + 1) % num_players, -1)


def test_forced_recipient_is_asked_for_without_skipping() -> None:
    game = position("DRA-30 BUR-E BUR-O GNO-6B ELF-4", HIGH, skip_forced=False).play(STOP, 64)
    assert (game.phase, game.legal(), game.scores) == ("gift", [75], [0, 0])
    assert game.play(75).scores == [0, -6]


def test_one_dragon_of_two_is_taken() -> None:
    game = position("DRA-30 DRA-25 BUR-O GNO-6B ELF-4", HIGH).play(STOP)
    assert game.legal() == [64, 65]
    assert game.play(65).scores == [0, -2]


# EXTRA


def test_apprentices_chain() -> None:
    game = position("BUR-O ELF-6 DWA-5x1 APP-33 APP-222", "246246").play(STOP)
    assert game.legal() == [68, 73]
    game.play(68)
    assert (game.mover, int(game.record.rolls_left), int(game.record.turn)) == (0, 2, 2)
    assert game.row[1:] == ["BUR-O", "ELF-6", "DWA-5x1", "APP-33"]
    show(game, "341234").play(STOP, 68)
    assert (game.mover, game.scores, int(game.record.turn)) == (0, [2 + 2 + 3 + 3, 0], 3)
    game.record.row[:] = position().record.row
    assert show(game, DULL).play(STOP).mover == 1


def test_penalty_in_an_extra_turn_passes_the_turn_on() -> None:
    game = position("BUR-O BUR-E DWA-5x1 GNO-6B APP-222", "246246", draw_pile="ELF-6 MUS-6 HYP")
    game.play(STOP, 68)
    assert show(game, DULL).play(STOP).mover == 1
    assert game.record.minus[0] == 1


# FAIRY

FAIRIES = ["FAI-2R2G", "FAI-2G2B", "FAI-3R2B", "FAI-2R3G", "FAI-2G3B"]


@pytest.mark.parametrize("have", range(5))
def test_fairies_count_their_number_each(have: int) -> None:
    """The dice 1 1 3 3 3 3 are two blue, two green and two blue."""
    piles = {0: " ".join(FAIRIES[2:][:have] + FAIRIES[:1] * (have > 3)), 1: "ORC-3"}
    game = position("BUR-E FAI-2G2B DWA-5x1 GNO-6B MUS-6", "113333", piles=piles)
    assert game.scores == [have**2, 2]
    game.play(STOP)
    assert game.scores == [(have + 1) ** 2, 2]
    assert game.record.fairies.tolist() == [have + 1, 0, 0, 0, 0]


# ELF

FILLERS = "BUR-O HYP DWA-5x6 DWA-4x6 ORC-5 DWA-4x4 ORC-4+2"  # met by none of the dice below
BOTH_MODES = pytest.mark.parametrize("elf_mode", ["next_turn", "top_card"])


def elf_game(row: str = HARD_ROW, **options: Any) -> OneGame:
    """Let seat 1 play while seat 0 has an elf on top of its pile."""
    fillers = " ".join(card for card in FILLERS.split() if card not in row)
    return position(row, mover=1, piles={0: "ELF-4"}, draw_pile=fillers, **options)


def pass_turn(game: OneGame) -> OneGame:
    """Take a penalty on dull dice."""
    seat, before = game.mover, int(game.record.minus[game.mover])
    show(game, DULL).play(STOP)
    assert game.record.minus[seat] > before
    return game


def rolls_of(game: OneGame) -> tuple[int, int]:
    """Return the mover and all rolls of its turn, which has just begun."""
    return game.mover, int(game.record.rolls_left) + 1


@BOTH_MODES
@pytest.mark.parametrize("elf", ["ELF-4", "ELF-5", "ELF-6"])
def test_taken_elf_promises_four_rolls(elf: str, elf_mode: str) -> None:
    game = position(f"BUR-E {elf} DWA-5x1 GNO-6B MUS-6", "123456", elf_mode=elf_mode).play(STOP)
    assert game.record.elf.tolist() == [1, 0, 0, 0, 0]
    assert rolls_of(game) == (1, 3)


def test_elf_gives_four_rolls_in_the_next_turn_only() -> None:
    game = pass_turn(elf_game())
    assert rolls_of(game) == (0, 4)
    assert game.record.elf[0] == 0
    game.record.row[:] = position(HARD_ROW).record.row
    for left in (3, 2, 1):
        assert (game.mover, int(game.record.rolls_left)) == (0, left)
        show(game, DULL).play(0b011111)
    assert rolls_of(pass_turn(game)) == (0, 3)


def test_elf_expires_unused() -> None:
    game = pass_turn(pass_turn(elf_game()))
    assert rolls_of(pass_turn(game)) == (0, 3)


def test_two_elves_do_not_add_up() -> None:
    game = pass_turn(elf_game("BUR-E ELF-6 BUR-O GNO-6B DWA-5x1"))
    assert rolls_of(game) == (0, 4)
    show(game, "123456").play(STOP)
    assert game.cards(0) == {"ELF-4", "ELF-6"}
    assert rolls_of(pass_turn(game)) == (0, 4)
    assert rolls_of(pass_turn(pass_turn(game))) == (0, 3)


def test_elf_on_top_lasts_while_it_is_the_last_citizen() -> None:
    """Option `elf_mode=top_card`: a scoundrel does not cover the elf."""
    game = elf_game(elf_mode="top_card")
    for _ in range(2):
        assert rolls_of(pass_turn(game)) == (0, 4)
        assert game.record.elf[:2].tolist() == [1, 0]
        pass_turn(game)


@BOTH_MODES
def test_citizen_taken_in_the_elfs_turn_covers_it(elf_mode: str) -> None:
    game = pass_turn(elf_game("BUR-E ORC-3 BUR-O GNO-6B DWA-5x1", elf_mode=elf_mode))
    assert rolls_of(game) == (0, 4)
    show(game, "333125").play(STOP)
    assert game.cards(0) == {"ELF-4", "ORC-3"}
    assert rolls_of(pass_turn(game)) == (0, 3)


@pytest.mark.parametrize(("elf_mode", "rolls"), [("next_turn", 4), ("top_card", 3)])
def test_received_dragon_covers_the_elf_on_top(elf_mode: str, rolls: int) -> None:
    game = elf_game("BUR-E BUR-O DRA-30 GNO-6B MUS-6", elf_mode=elf_mode)
    show(game, "566655").play(STOP)
    assert game.cards(0) == {"ELF-4", "DRA-30"}
    assert rolls_of(game) == (0, rolls)


@pytest.mark.parametrize(("elf_mode", "rolls"), [("next_turn", 3), ("top_card", 4)])
def test_dragon_given_away_does_not_cover_the_givers_elf(elf_mode: str, rolls: int) -> None:
    """Under next_turn the elf has been used in the turn that brought the dragon."""
    game = pass_turn(elf_game("BUR-E BUR-O DRA-30 GNO-6B MUS-6", elf_mode=elf_mode))
    show(game, "566655").play(STOP)
    assert (game.cards(0), game.cards(1)) == ({"ELF-4"}, {"DRA-30"})
    assert rolls_of(pass_turn(game)) == (0, rolls)


@BOTH_MODES
def test_turn_after_an_apprentice_has_three_rolls(elf_mode: str) -> None:
    """Section 6: an elf taken in the extra turn works in the following own turn."""
    game = pass_turn(elf_game("DWA-5x1 ELF-6 BUR-O APP-222 GNO-6B", elf_mode=elf_mode))
    assert (rolls_of(game), game.row[4]) == ((0, 4), "APP-222")
    show(game, "246246").play(STOP, 68)
    assert rolls_of(game) == (0, 3)
    show(game, "123456").play(STOP)
    assert game.cards(0) == {"ELF-4", "APP-222", "ELF-6"}
    assert rolls_of(pass_turn(game)) == (0, 4)


# Options on requirements, in play; the tables are in test_rules.


@pytest.mark.parametrize(
    ("row", "dice", "option", "legal"),
    [
        # 444422 shows four red, four fours, two green.
        ("BUR-O DWA-3x4 GNO-4R MUS-6 FAI-2R2G", "444422", {}, [65, 66, 68]),
        ("BUR-O DWA-3x4 GNO-4R MUS-6 FAI-2R2G", "444422", {"count_mode": "exact"}, [66]),
        ("ORC-2+2 ORC-3+2 ORC-4+2 ORC-2+2+2 ORC-5", "666666", {}, [68]),
        (
            "ORC-2+2 ORC-3+2 ORC-4+2 ORC-2+2+2 ORC-5",
            "666666",
            {"orc_distinct": False},
            [64, 65, 66, 67, 68],
        ),
        ("ORC-2+2 ORC-3+2 ORC-4+2 BUR-O ORC-4", "444413", {"orc_distinct": False}, [64, 68]),
    ],
)
def test_options_on_requirements(
    row: str, dice: str, option: dict[str, Any], legal: list[int]
) -> None:
    game = position(row, dice, village="auto", skip_forced=False, **option).play(STOP)
    assert game.legal() == legal
