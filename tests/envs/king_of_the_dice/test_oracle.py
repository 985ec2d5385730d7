"""The oracle's set-up, turn, end and counting, by drawn positions."""

import pytest

from tests.envs.king_of_the_dice.chance import DULL, ScriptedChance
from tests.envs.king_of_the_dice.oracle import STOP, Oracle
from tests.envs.king_of_the_dice.oracle_cards import CITIZEN_BY_ID, PileCard, Scoundrel, Village
from tests.envs.king_of_the_dice.oracle_positions import pile_of, scripted

# No two of these are met by one roll of the tests below but where the test says so.
PLAIN_ROW = "BUR-E ELF-6 DWA-5x1 GNO-6B MUS-6"
ALL_DICE = [f"die {index}" for index in range(6)]


def test_set_up_asks_for_luck_in_the_order_of_the_rulebook() -> None:
    chance = ScriptedChance(PLAIN_ROW, "162534", "3", starter=2)
    oracle = Oracle(chance, num_players=3, start="random")
    assert chance.asked == ["starter of 3", *["citizen"] * 5, "penalty", *ALL_DICE]
    assert (oracle.mover, oracle.phase, oracle.over) == (2, "keep", False)
    assert oracle.row == PLAIN_ROW.split()
    assert oracle.villages == [[2, 3, 4]] * 5
    assert (oracle.top_penalty, oracle.penalties_left) == (3, [1, 1, 1, 1, 2, 2, 2, 3, 3, 4])
    assert len(oracle.unseen) == 35
    assert not oracle.unseen & set(PLAIN_ROW.split())
    assert (oracle.dice, oracle.rolls_left) == ([1, 6, 2, 5, 3, 4], 2)
    assert oracle.kingdoms == [[], [], []]
    assert oracle.scores() == oracle.minus() == oracle.fairies == [0, 0, 0]


@pytest.mark.parametrize("start", [0, "first"])
def test_first_seat_begins_unless_drawn(start: str | int) -> None:
    oracle = scripted(PLAIN_ROW, start=start)
    assert oracle.mover == 0


@pytest.mark.parametrize("num_players", [1, 6])
def test_other_numbers_of_players_are_refused(num_players: int) -> None:
    with pytest.raises(ValueError, match="two to five"):
        scripted(PLAIN_ROW, num_players=num_players)


@pytest.mark.parametrize(
    "chance", [ScriptedChance("BUR-E BUR-E"), ScriptedChance(PLAIN_ROW, "7"), ScriptedChance("X")]
)
def test_impossible_luck_is_noticed(chance: ScriptedChance) -> None:
    with pytest.raises(AssertionError):
        Oracle(chance)


def test_impossible_penalty_is_noticed() -> None:
    chance = ScriptedChance(PLAIN_ROW, "", "4")
    oracle = Oracle(chance)
    chance.penalties.append(4)
    with pytest.raises(AssertionError, match="scoundrel of -4"):
        oracle.play(STOP)


# T1 and T2: rolling and keeping.


def test_pairs_are_sorted_after_each_roll() -> None:
    oracle = scripted(PLAIN_ROW, "615234 51")
    assert oracle.dice == [1, 6, 2, 5, 3, 4]
    oracle.play(0b101011)
    # Dice 2 and 4 have been rolled: 5 beside the kept 5, and 1 beside the kept 4.
    assert oracle.dice == [1, 6, 5, 5, 1, 4]


def test_dice_are_rolled_again_in_order_of_index() -> None:
    chance = ScriptedChance(PLAIN_ROW, "123456")
    oracle = Oracle(chance)
    chance.asked.clear()
    oracle.play(0b010100)
    assert chance.asked == ["die 0", "die 1", "die 3", "die 5"]


def test_nothing_put_aside_is_locked() -> None:
    """Worked turn: two threes put aside, one of them rolled again in roll 3."""
    oracle = scripted(PLAIN_ROW, "331256 1456 62222")
    oracle.play(0b000011)
    assert (oracle.dice, oracle.rolls_left) == ([3, 3, 1, 4, 5, 6], 1)
    oracle.play(0b100001)
    assert oracle.mover == 1
    assert pile_of(oracle, 0) == ["scoundrel -1"]


def test_all_six_dice_may_be_rolled_again() -> None:
    """Worked turn: no die put aside."""
    oracle = scripted(PLAIN_ROW, "111111 123456")
    oracle.play(0)
    assert oracle.dice == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("dice", "num_legal"), [("123456", 64), ("113456", 48), ("114456", 36), ("112233", 27)]
)
def test_only_canonical_masks_may_be_kept(dice: str, num_legal: int) -> None:
    legal = scripted(PLAIN_ROW, dice).legal()
    assert len(legal) == num_legal
    assert {0, STOP} <= set(legal)
    assert legal == sorted(legal)


def test_second_of_two_equal_dice_is_not_kept_alone() -> None:
    oracle = scripted(PLAIN_ROW, "112345")
    assert {0b01, 0b11, 0b1000, 0b100000} <= set(oracle.legal())
    assert not {0b10, 0b1010} & set(oracle.legal())
    with pytest.raises(ValueError, match="not legal"):
        oracle.play(0b10)
    assert oracle.dice == [1, 1, 2, 3, 4, 5]


def test_third_roll_is_counted_at_once() -> None:
    oracle = scripted(PLAIN_ROW, "122635 122635 222244")
    oracle.play(0)
    oracle.play(0)
    assert (oracle.phase, oracle.rolls_left) == ("choose", 0)
    assert oracle.legal() == [64, 69]


# T3 to T5: taking a citizen or a penalty.


def test_stopping_after_the_first_roll_counts_at_once() -> None:
    """Worked turn: the first roll fulfils a card, two rolls stay unused."""
    oracle = scripted(PLAIN_ROW, "222244")
    oracle.play(STOP)
    assert (oracle.mover, oracle.phase, oracle.rolls_left) == (0, "choose", 2)


def test_one_of_five_fulfilled_citizens_is_taken() -> None:
    """Worked turn: all five fulfilled, DWA-4x4 brings 6 + 2."""
    oracle = scripted("BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4", "444422")
    oracle.play(STOP)
    assert oracle.fulfilled() == [0, 1, 2, 3, 4]
    assert oracle.legal() == [*range(64, 74)]
    oracle.play(65)
    assert oracle.scores() == [8, 0]
    assert pile_of(oracle, 0) == ["village 2 of 1", "DWA-4x4"]
    assert oracle.villages == [[2, 3, 4], [3, 4], [2, 3, 4], [2, 3, 4], [2, 3, 4]]
    assert oracle.row == ["BUR-O", "BUR-E", "GNO-4R", "ORC-4", "MUS-4"]
    assert (oracle.mover, oracle.phase) == (1, "keep")


def test_village_may_be_left() -> None:
    oracle = scripted("BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4", "444422")
    oracle.play(STOP)
    oracle.play(70)
    assert pile_of(oracle, 0) == ["DWA-4x4"]
    assert oracle.villages == [[2, 3, 4]] * 5


def test_village_always_comes_along_under_auto() -> None:
    oracle = scripted("BUR-E DWA-4x4 GNO-4R ORC-4 MUS-4", "444422", village="auto")
    oracle.play(STOP)
    assert oracle.legal() == [64, 65, 66, 67, 68]
    oracle.play(68)
    assert pile_of(oracle, 0) == ["village 2 of 4", "MUS-4"]


def test_citizen_under_another_colour_brings_no_village() -> None:
    """Worked turn: an orc under the city, and the same orc after it has slid to column 3."""
    oracle = scripted("ORC-3 BUR-E DWA-5x1 GNO-6B MUS-6", "333125", skip_forced=False)
    oracle.play(STOP)
    assert oracle.legal() == [64]
    oracle.play(64)
    assert (oracle.scores(), pile_of(oracle, 0)) == ([2, 0], ["ORC-3"])
    oracle = scripted("BUR-E DWA-5x1 GNO-6B ORC-3 MUS-6", "333125")
    oracle.play(STOP)
    assert oracle.legal() == [67, 72]
    oracle.play(67)
    assert oracle.scores() == [4, 0]


def test_penalty_after_stopping_early() -> None:
    """Worked turn: top scoundrel, slot 4 discarded, the row slides, a new card in slot 0."""
    chance = ScriptedChance("BUR-E ELF-6 DWA-5x1 GNO-6B DRA-30 HYP", "", "42")
    oracle = Oracle(chance)
    chance.asked.clear()
    oracle.play(STOP)
    assert pile_of(oracle, 0) == ["scoundrel -4"]
    assert oracle.discard == ["DRA-30"]
    assert oracle.row == ["HYP", "BUR-E", "ELF-6", "DWA-5x1", "GNO-6B"]
    assert (oracle.top_penalty, len(oracle.penalties_left)) == (2, 9)
    assert (oracle.scores(), oracle.minus()) == ([-4, 0], [4, 0])
    assert chance.asked == ["penalty", "citizen", *ALL_DICE]
    assert (oracle.mover, oracle.dice) == (1, list(DULL))


def test_penalty_is_no_choice_when_a_card_is_fulfilled() -> None:
    oracle = scripted("DRA-25 BUR-E DWA-5x1 GNO-6B MUS-6", "666661", skip_forced=False)
    oracle.play(STOP)
    assert oracle.legal() == [64]


def test_play_is_clockwise() -> None:
    oracle = scripted(PLAIN_ROW, num_players=4)
    movers = []
    for _ in range(5):
        movers.append(oracle.mover)
        oracle.play(STOP)
    assert movers == [0, 1, 2, 3, 0]
    # Each penalty discards what has slid to the right end by then.
    assert oracle.discard == PLAIN_ROW.split()[::-1]


def test_single_choice_is_played_unless_asked_for() -> None:
    row = "BUR-E ORC-3 DWA-5x1 GNO-6B MUS-6"
    waiting = scripted(row, "333125", skip_forced=False)
    waiting.play(STOP)
    assert (waiting.phase, waiting.legal()) == ("choose", [65])
    waiting.play(65)
    playing = scripted(row, "333125")
    playing.play(STOP)
    assert pile_of(playing, 0) == pile_of(waiting, 0) == ["ORC-3"]
    assert playing.row == waiting.row


# Section 4: the end.


def test_last_scoundrel_ends_the_game_at_once() -> None:
    """Worked turn: trigger (b); the discard is made, the row is not refilled."""
    oracle = scripted(PLAIN_ROW, "", "4")
    oracle.hidden_penalties.clear()
    for _ in range(2):
        oracle.play(0)
    assert oracle.over
    assert (oracle.legal(), oracle.mover) == ([], 0)
    assert (oracle.top_penalty, oracle.penalties_left) == (None, [])
    assert oracle.row == ["BUR-E", "ELF-6", "DWA-5x1", "GNO-6B", None]
    assert oracle.discard == ["MUS-6"]
    assert len(oracle.draw_pile) == 35
    with pytest.raises(ValueError, match="not legal"):
        oracle.play(STOP)


def test_last_village_ends_the_game_if_it_is_taken() -> None:
    """Worked turn: trigger (c), the workshop holds only its 4."""
    row = "BUR-E ELF-6 GNO-3G DWA-5x1 MUS-6"
    for action, over in ((66, True), (71, False)):
        oracle = scripted(row, "123456")
        oracle.villages[2] = [4]
        oracle.play(STOP)
        assert oracle.legal() == [65, 66, 71]
        oracle.play(action)
        assert oracle.over is over
        assert oracle.scores() == [5 if over else 1, 0]
        assert oracle.row[2] == (None if over else "ELF-6")


def end_draw_pile(oracle: Oracle, num_left: int) -> None:
    """Move all but the next cards of the script to the discard pile."""
    chance = oracle.chance
    assert isinstance(chance, ScriptedChance)
    left = list(chance.other_citizens)[:num_left]
    oracle.discard += [card for card in oracle.draw_pile if card not in left]
    oracle.draw_pile = left


def test_last_card_of_the_draw_pile_ends_the_game_in_the_refill() -> None:
    """Trigger (a): the last card still goes into the row."""
    oracle = scripted(PLAIN_ROW)
    end_draw_pile(oracle, 2)
    oracle.play(STOP)
    assert not oracle.over
    oracle.play(STOP)
    assert oracle.over
    assert oracle.unseen == set()
    assert None not in oracle.row
    assert (oracle.mover, oracle.dice) == (1, list(DULL))
    assert oracle.top_penalty is not None


def test_extra_turn_is_lost_at_the_end() -> None:
    """Worked turn: the refill takes the 35th card after an apprentice."""
    oracle = scripted("BUR-O ELF-6 DWA-5x1 GNO-6B APP-222", "246246")
    end_draw_pile(oracle, 1)
    oracle.play(STOP)
    oracle.play(68)
    assert oracle.over
    assert oracle.scores() == [4, 0]
    assert None not in oracle.row


# Section 4: counting.

HALVES: list[PileCard] = [
    CITIZEN_BY_ID["DWA-5x1"],
    CITIZEN_BY_ID["DWA-5x6"],
    Village(0, 3),
    Village(1, 2),
]


def finished(*piles: list[PileCard]) -> Oracle:
    """Return a finished game with these piles."""
    oracle = scripted(PLAIN_ROW, num_players=len(piles))
    oracle.kingdoms = [list(pile) for pile in piles]
    oracle.over = True
    return oracle


def citizens(*ids: str) -> list[PileCard]:
    return [CITIZEN_BY_ID[card] for card in ids]


def test_fewer_minus_points_break_a_tie() -> None:
    """Worked turn: 20 : 20 with minus points 3 and 5."""
    three = [*citizens("DWA-5x1", "DWA-5x6"), Village(0, 3), Scoundrel(3)]
    five = [*HALVES, *citizens("DRA-25"), Scoundrel(3)]
    oracle = finished(five, three)
    assert (oracle.scores(), oracle.minus()) == ([20, 20], [5, 3])
    assert oracle.ranks() == [2, 1]
    assert oracle.rewards("win") == [-1.0, 1.0]


def test_equal_minus_points_share_the_win() -> None:
    """Worked turn: scoundrels of 3 against a dragon of -2 and a scoundrel of -1."""
    base = [*citizens("DWA-5x1", "DWA-5x6"), Village(0, 3)]
    oracle = finished([*base, Scoundrel(3)], [*base, *citizens("DRA-25"), Scoundrel(1)])
    assert (oracle.scores(), oracle.minus()) == ([20, 20], [3, 3])
    assert oracle.ranks() == [1, 1]
    assert oracle.rewards("win") == [0.0, 0.0]


@pytest.mark.parametrize("num_fairies", range(6))
def test_fairies_count_their_number_each(num_fairies: int) -> None:
    fairies = [card for card in CITIZEN_BY_ID if card.startswith("FAI")][:num_fairies]
    oracle = finished(citizens(*fairies), citizens("HYP"))
    assert oracle.fairies == [num_fairies, 0]
    assert oracle.scores() == [num_fairies**2, 1]


def test_places_and_rewards_of_five_seats() -> None:
    piles = [citizens(card) for card in ("BUR-E", "DWA-5x1", "BUR-O", "DWA-5x6", "DRA-30")]
    oracle = finished(*piles)
    assert oracle.scores() == [5, 10, 5, 10, -6]
    assert oracle.ranks() == [3, 1, 3, 1, 5]
    assert oracle.rewards("win") == [-0.25, 0.375, -0.25, 0.375, -0.25]
    assert oracle.rewards("margin", scale=10) == pytest.approx([0.025, 0.65, 0.025, 0.65, -1.35])
    oracle.over = False
    assert oracle.rewards("win") == oracle.rewards("margin") == [0.0] * 5


def test_sole_winner_of_three_gets_one() -> None:
    oracle = finished(citizens("BUR-E"), citizens("HYP"), citizens("HYP"))
    assert oracle.ranks() == [1, 2, 2]
    assert oracle.rewards("win") == [1.0, -0.5, -0.5]


def test_score_rewards_are_the_change_of_the_margin() -> None:
    oracle = scripted(PLAIN_ROW, "222244", "3", num_players=3)
    assert oracle.rewards("score") == [0.0, 0.0, 0.0]
    oracle.play(STOP)
    assert oracle.rewards("score") == [0.0, 0.0, 0.0]
    oracle.play(64)
    assert oracle.rewards("score", scale=2) == [3.5, -1.75, -1.75]
    oracle.play(STOP)
    assert oracle.rewards("score") == [1.5, -3.0, 1.5]


@pytest.mark.parametrize("action", [-1, 64, 69, 74, 75, 79])
def test_actions_of_other_phases_are_refused(action: int) -> None:
    oracle = scripted(PLAIN_ROW)
    with pytest.raises(ValueError, match="not legal"):
        oracle.play(action)
