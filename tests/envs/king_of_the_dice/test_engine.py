"""The engine's set-up, turn, end and counting, by drawn positions."""

from itertools import product

import pytest

from fiefdom.envs.king_of_the_dice import GAME
from tests.envs.king_of_the_dice.one_game import OneGame, card_names
from tests.envs.king_of_the_dice.policies import at_random, for_citizens, positions
from tests.envs.king_of_the_dice.positions import DULL, HARD_ROW, PLAIN_ROW, position, show

STOP = 63
ALL_ACTIONS = [-(2**62), -1, *range(79), 79, 80, 256 + 63, 2**32 + 63, 2**62]


def all_sorts_of_positions() -> list[OneGame]:
    """Return positions of every phase, and finished games."""
    games = []
    for seed, policy in product(range(5), (at_random, for_citizens)):
        options = GAME.option_sets[seed % len(GAME.option_sets)]
        chosen = {name: getattr(options, name) for name in options.__dataclass_fields__}
        for number, game in enumerate(positions(seed, policy, **chosen)):
            if game.phase != "keep" or number % 9 == 0:
                games.append(game.copy())
    return games


# Section 2: set-up.


def test_set_up() -> None:
    game = OneGame(7, num_players=5)
    record = game.record
    assert (game.mover, game.phase, int(record.rolls_left), int(record.turn)) == (0, "keep", 2, 1)
    assert record.villages_left.tolist() == [3] * 5
    assert record.penalties_left.tolist() == [4, 3, 2, 1]
    assert 1 <= record.top_penalty <= 4
    assert len(set(game.row)) == 5
    assert len(card_names(record.unseen)) == 35
    assert not card_names(record.unseen) & set(game.row)
    assert card_names(record.discarded) == set()
    assert [game.cards(seat) for seat in range(5)] == [set()] * 5
    assert game.scores == record.minus.tolist() == record.fairies.tolist() == [0] * 5
    assert record.elf.tolist() == [0] * 5


def test_a_second_deal_forgets_the_first_game() -> None:
    used = list(positions(3, for_citizens, num_players=4, elf_mode="top_card"))[-1]
    assert used.over
    fresh = OneGame(11, num_players=4, elf_mode="top_card")
    used.deal(11)
    assert used.state.tobytes() == fresh.state.tobytes()


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_who_begins(num_players: int) -> None:
    drawn = {OneGame(s, num_players=num_players, start="random").mover for s in range(60)}
    assert drawn == set(range(num_players))
    assert {OneGame(s, num_players=num_players).mover for s in range(9)} == {0}


# T1 and T2: rolling and keeping.


@pytest.mark.parametrize(
    ("dice", "num_legal"), [("123456", 64), ("113456", 48), ("114456", 36), ("112233", 27)]
)
def test_only_canonical_masks_may_be_kept(dice: str, num_legal: int) -> None:
    game = position(dice=dice)
    legal = game.legal()
    assert len(legal) == num_legal
    for mask in range(64):
        alone = [die for die in (1, 3, 5) if mask >> die & 1 and not mask >> (die - 1) & 1]
        canonical = not any(dice[die] == dice[die - 1] for die in alone)
        assert (mask in legal) == canonical
        assert game.copy().step(mask) == canonical


def test_dice_of_different_types_are_not_alike() -> None:
    """Equal faces of two types differ in colour: only the two of a type change places."""
    assert len(position(dice="121212").legal()) == 64


@pytest.mark.parametrize("mask", [0, 0b000011, 0b110100, 0b101010, 0b011111])
def test_kept_dice_stay_and_the_others_are_rolled(mask: int) -> None:
    rolled: dict[int, set[int]] = {die: set() for die in range(6)}
    for seed in range(60):
        game = position(dice="142536")
        game.record.rng = seed
        game.play(mask)
        for die in (0, 2, 4):
            pair = game.dice[die : die + 2]
            assert pair == sorted(pair)
            for kept in (die, die + 1):
                if mask >> kept & 1:
                    pair.remove([1, 4, 2, 5, 3, 6][kept])
            rolled[die].update(pair)
    for die in (0, 2, 4):
        assert rolled[die] == (set() if mask >> die & 3 == 3 else set(range(1, 7)))


def test_nothing_put_aside_is_locked() -> None:
    """Worked turn: two threes put aside, one of them rolled again in roll 3."""
    game = position(dice="331256")
    game.play(0b000011)
    assert (game.dice[:2], int(game.record.rolls_left)) == ([3, 3], 1)
    assert 0b000001 in game.legal()
    assert show(game, "334561").play(0b000001).mover == 1


def test_all_six_dice_may_be_rolled_again() -> None:
    """Worked turn: no die put aside."""
    game = position(dice="331256").play(0)
    assert (game.mover, game.phase, int(game.record.rolls_left)) == (0, "keep", 1)


@pytest.mark.parametrize("rolls_left", [1, 2, 3])
def test_the_last_roll_is_counted_at_once(rolls_left: int) -> None:
    game = position(HARD_ROW, rolls_left=rolls_left)
    for left in range(rolls_left, 0, -1):
        assert (game.mover, game.phase, int(game.record.rolls_left)) == (0, "keep", left)
        show(game, DULL).play(0b011111)
    assert (game.mover, int(game.record.minus[0]), int(game.record.rolls_left)) == (1, 1, 2)


# T3 to T5: taking a citizen or a penalty.


@pytest.mark.parametrize(
    ("row", "dice", "legal"),
    [
        # Worked turn: the first roll already fulfils a card, and the player stops.
        (PLAIN_ROW, "222244", [64, 69]),
        # Worked turn: all five fulfilled, each with its village.
        ("BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4", "444422", [*range(64, 74)]),
        # No village under another colour: an orc under the city; the same orc under column 3.
        ("ORC-3 BUR-E DWA-5x1 GNO-6B MUS-6", "333125", [64]),
        ("BUR-E DWA-5x1 GNO-6B ORC-3 MUS-6", "333125", [67, 72]),
        # A dragon or hypnotist has no colour; a dragon alone must be taken.
        ("DRA-25 BUR-E DWA-5x1 GNO-6B MUS-6", "666661", [64]),
        ("BUR-O DRA-25 DRA-28 DRA-30 ELF-6", "666665", [65, 66, 67]),
        ("BUR-E BUR-O ELF-6 DWA-5x6 HYP", "112233", [68]),
        # Limits: a sum of 12 and of 25, 28, 30; one off.
        ("HYP DRA-25 DRA-28 DRA-30 ELF-6", "222222", [64]),
        ("HYP DRA-25 DRA-28 DRA-30 ELF-6", "444445", [65]),
        ("HYP DRA-25 DRA-28 DRA-30 ELF-6", "445555", [65, 66]),
        ("HYP DRA-25 DRA-28 DRA-30 ELF-6", "555555", [65, 66, 67]),
        # A village of the own colour, with the city's stack used as well.
        ("ELF-4 ELF-5 BUR-E BUR-O ELF-6", "123456", [64, 65, 68, 69]),
    ],
)
def test_what_may_be_taken(row: str, dice: str, legal: list[int]) -> None:
    game = position(row, dice, skip_forced=False).play(STOP)
    assert (game.phase, game.mover, game.legal()) == ("choose", 0, legal)
    assert int(game.record.rolls_left) == 0


def test_one_of_five_fulfilled_citizens_is_taken() -> None:
    """Worked turn: DWA-4x4 brings 6 + 2; the cards to its left slide."""
    game = position("BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4", "444422", draw_pile="BUR-O HYP")
    game.play(STOP, 65)
    assert game.scores == [8, 0]
    assert game.cards(0) == {"DWA-4x4"}
    assert game.record.villages[0].tolist() == [0, 2, 0, 0, 0]
    assert game.record.villages_left.tolist() == [3, 2, 3, 3, 3]
    assert game.row[1:] == ["BUR-E", "GNO-4R", "ORC-4", "MUS-4"]
    assert {game.row[0]} | card_names(game.record.unseen) == {"BUR-O", "HYP"}
    assert (game.mover, game.phase, int(game.record.turn)) == (1, "keep", 2)


@pytest.mark.parametrize("slot", range(5))
@pytest.mark.parametrize("first", [64, 69], ids=["taken", "left"])
def test_village_comes_along_or_is_left(slot: int, first: int) -> None:
    stacks = (3, 2, 3, 2, 3)
    game = position("BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4", "444422", villages_left=stacks)
    game.play(STOP, first + slot)
    taken = first == 64
    village = (2, 3, 2, 3, 2)[slot] if taken else 0
    assert game.scores == [(5, 6, 2, 3, 1)[slot] + village, 0]
    assert game.record.villages[0, slot] == village
    assert game.record.villages_left[slot] == stacks[slot] - taken


def test_village_always_comes_along_under_auto() -> None:
    game = position("BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4", "444422", village="auto").play(STOP)
    assert game.legal() == [64, 65, 66, 67, 68]
    assert not game.step(73)
    assert game.play(68).scores == [3, 0]


def test_penalty_after_stopping_early() -> None:
    """Worked turn: top scoundrel, slot 4 discarded, the row slides, a new card in slot 0."""
    row = "BUR-E ELF-6 DWA-5x1 GNO-6B DRA-30"
    game = position(row, penalties="42", draw_pile="HYP BUR-O").play(STOP)
    record = game.record
    assert (game.scores, record.minus[:2].tolist()) == ([-4, 0], [4, 0])
    assert record.scoundrels[0].tolist() == [0, 0, 0, 1]
    assert card_names(record.discarded) >= {"DRA-30"}
    assert game.row[1:] == ["BUR-E", "ELF-6", "DWA-5x1", "GNO-6B"]
    assert {game.row[0]} | card_names(record.unseen) == {"HYP", "BUR-O"}
    assert (int(record.top_penalty), record.penalties_left.tolist()) == (2, [0, 1, 0, 0])
    assert (game.mover, int(record.rolls_left)) == (1, 2)


@pytest.mark.parametrize("card", ["DRA-25", "FAI-2R2G", "HYP", "APP-33", "ELF-4"])
def test_rightmost_citizen_is_discarded_whatever_it_is(card: str) -> None:
    game = position(f"BUR-E ELF-6 DWA-5x1 GNO-6B {card}").play(STOP)
    assert card_names(game.record.discarded) == {card}
    assert game.cards(0) == game.cards(1) == set()
    assert game.record.fairies.tolist() == game.record.elf.tolist() == [0] * 5


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_play_is_clockwise(num_players: int) -> None:
    game = position(num_players=num_players)
    for turn in range(num_players + 2):
        assert (game.mover, int(game.record.turn)) == (turn % num_players, turn + 1)
        game.record.row[:] = position().record.row  # dull dice meet nothing in it
        show(game, DULL).play(STOP)


def test_single_choice_is_played_unless_asked_for() -> None:
    row = "BUR-E ORC-3 DWA-5x1 GNO-6B MUS-6"
    waiting = position(row, "333125", skip_forced=False).play(STOP)
    assert (waiting.phase, waiting.legal()) == ("choose", [65])
    waiting.play(65)
    playing = position(row, "333125").play(STOP)
    assert waiting.cards(0) == playing.cards(0) == {"ORC-3"}
    waiting.record.skip_forced = 1
    assert waiting.state.tobytes() == playing.state.tobytes()


# Section 4: the end.


@pytest.mark.parametrize("by_stopping", [True, False])
def test_last_scoundrel_ends_the_game_at_once(by_stopping: bool) -> None:
    """Worked turn: trigger (b); the discard is made, the row is not refilled."""
    game = position(HARD_ROW, penalties="4", rolls_left=1)
    game.play(STOP if by_stopping else 0b011111)
    assert (game.over, game.phase, game.legal(), game.mover) == (True, None, [], 0)
    assert (int(game.record.top_penalty), sum(game.record.penalties_left)) == (0, 0)
    assert game.row == ["BUR-E", "BUR-O", "DWA-5x1", "GNO-6B", None]
    assert card_names(game.record.discarded) == {"MUS-6"}
    assert len(card_names(game.record.unseen)) == 35
    assert game.finals == [[-4, 0], [2, 1]]


@pytest.mark.parametrize(
    ("action", "over", "scores"), [(66, True, [5, 0]), (71, False, [1, 0]), (65, False, [7, 0])]
)
def test_last_village_ends_the_game_if_it_is_taken(
    action: int, over: bool, scores: list[int]
) -> None:
    """Worked turn: trigger (c), the workshop holds only its 4."""
    game = position("BUR-E ELF-6 GNO-3G DWA-5x1 MUS-6", "123456", villages_left=(3, 3, 1, 3, 3))
    game.play(STOP)
    assert game.legal() == [65, 66, 71]
    game.play(action)
    assert (game.over, game.scores) == (over, scores)
    assert (None in game.row) == over


@pytest.mark.parametrize("column", range(5))
def test_last_village_of_any_column_ends_the_game(column: int) -> None:
    row = "BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4"
    stacks = [3 - 2 * (column == other) for other in range(5)]
    game = position(row, "444422", villages_left=stacks).play(STOP)
    for slot in range(5):
        assert game.copy().play(64 + slot).over == (slot == column)
        assert not game.copy().play(69 + slot).over


def test_forced_village_ends_the_game_under_auto() -> None:
    row, stacks = "BUR-E DWA-5x1 GNO-3G BUR-O MUS-6", (3, 3, 1, 3, 3)
    game = position(row, "123456", village="auto", villages_left=stacks).play(STOP)
    assert (game.over, game.finals) == (True, [[5, 0], [1, 2]])


def test_last_card_of_the_draw_pile_ends_the_game_in_the_refill() -> None:
    """Trigger (a): the last card still goes into the row, and the dice are not rolled."""
    game = position(draw_pile="HYP").play(STOP)
    assert game.over
    assert game.row == ["HYP", "BUR-E", "ELF-6", "DWA-5x1", "GNO-6B"]
    assert (card_names(game.record.unseen), game.mover) == (set(), 0)
    assert game.dice == [int(face) for face in DULL]
    assert game.record.top_penalty > 0
    assert not position(draw_pile="HYP BUR-O").play(STOP).over


def test_extra_turn_is_lost_at_the_end() -> None:
    """Worked turn: the refill takes the 35th card after an apprentice."""
    game = position("BUR-O ELF-6 DWA-5x1 GNO-6B APP-222", "246246", draw_pile="HYP").play(STOP, 68)
    assert (game.over, game.scores, int(game.record.extra)) == (True, [4, 0], 0)
    assert None not in game.row


@pytest.mark.parametrize(
    ("piles", "scores", "ranks"),
    [
        # Worked turn: 20 : 20 with minus points 3 and 5.
        ({0: "DWA-5x1 DWA-5x6 +3 -2", 1: "BUR-E BUR-O ELF-6 GNO-6B DRA-25 -3"}, [20, 20], [1, 2]),
        # Worked turn: scoundrels of 3 against a dragon of -2 and a scoundrel of -1.
        ({0: "DWA-5x1 DWA-5x6 +3 -2", 1: "BUR-E BUR-O ELF-6 FAI-2R2G +2 +3 DRA-25 -1"}, [20, 20], [1, 1]),
        # More points win in spite of more minus points.
        ({0: "DWA-5x1 -1", 1: "DWA-5x6 +3 -2 -2"}, [8, 9], [2, 1]),
        # Three seats: a tie for the second place is settled, too, or shared.
        ({0: "BUR-E +3", 1: "DWA-5x1", 2: "DWA-4x3 +2 -1"}, [7, 10, 7], [2, 1, 2]),
        ({0: "BUR-E +3", 1: "DWA-5x1", 2: "DWA-4x3 +3 -2"}, [7, 10, 7], [2, 1, 3]),
        ({}, [-1, 0, 0, 0, 0], [5, 1, 1, 1, 1]),
        ({1: "BUR-E", 2: "ELF-5 +2", 3: "GNO-4R +3", 4: "ORC-3 +3"}, [-1, 5, 5, 5, 5], [5, 1, 1, 1, 1]),
        ({1: "BUR-E -1", 2: "ELF-5 +2 -1", 3: "GNO-4R +2", 4: "ORC-3 +2"}, [-1, 4, 4, 4, 4], [5, 3, 3, 1, 1]),
        # n fairies are worth n each.
        ({0: "FAI-2R2G FAI-2G2B", 1: "FAI-3R2B FAI-2R3G FAI-2G3B"}, [3, 9], [2, 1]),
        ({1: "FAI-2R2G FAI-2G2B FAI-3R2B FAI-2R3G FAI-2G3B"}, [-1, 25], [2, 1]),
    ],
)  # fmt: skip
def test_final_places(piles: dict[int, str], scores: list[int], ranks: list[int]) -> None:
    """The last scoundrel (-1) goes to seat 0 and ends the game."""
    row = "DWA-3x3 DWA-4x4 GNO-5R MUS-6 APP-33"
    game = position(row, piles=piles, num_players=len(scores), penalties="1").play(STOP)
    assert (game.over, game.finals) == (True, [scores, ranks])


# What is refused.


def test_illegal_actions_change_no_byte_and_legal_ones_do() -> None:
    games = all_sorts_of_positions()
    assert {game.phase for game in games} == {"keep", "choose", "hypno", "gift", None}
    for game in games:
        legal, before = set(game.legal()), game.state.tobytes()
        for action in ALL_ACTIONS:
            if action not in legal:
                assert not game.step(action)
                assert game.state.tobytes() == before
        for action in legal:
            assert game.copy().step(action)
