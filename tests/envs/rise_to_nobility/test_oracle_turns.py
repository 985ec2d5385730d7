"""The oracle's turns (sections 4 and 7.1): dice, Modifiers, recalls, cards, passing."""

import pytest

from tests.envs.rise_to_nobility.chance import ScriptedChance
from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_positions import (
    end_round,
    may_place,
    new_game,
    options,
    place,
    turn,
)

# The sum of the dice (section 4).


def test_sum_of_dice_may_reach_the_reputation() -> None:
    oracle = new_game()
    oracle.used_sum[0] = 4
    assert may_place(oracle, "guild", 0, 5)
    assert not may_place(oracle, "guild", 0, 6)
    oracle.rep[0] = 10
    assert may_place(oracle, "guild", 0, 6)


def test_example_of_the_sum_limit() -> None:
    """Reputation 15 and 6, 6, 3, 3, 2: 6+6+3 or 6+6+2."""
    oracle = new_game()
    oracle.rep[0] = 15
    turn(oracle, 0, 6, 6, 3, 3, 2)
    for guild in (0, 1):
        oracle.play(("guild", guild, 6))
        turn(oracle, 0, *oracle.dice[0])
    assert oracle.used_sum[0] == 12
    assert {decision[-1] for decision in options(oracle, "guild")} == {2, 3}
    oracle.play(("guild", 2, 3))
    turn(oracle, 0, *oracle.dice[0])
    assert options(oracle, "guild") == set()


def test_placed_die_leaves_the_hand_and_is_counted() -> None:
    oracle = new_game()
    turn(oracle, 0, 2, 3, 3)
    oracle.play(("guild", 4, 3))
    assert (oracle.dice[0], oracle.used_sum) == ([2, 3], [3, 0, 0])


def test_reputation_gained_raises_the_limit_at_once() -> None:
    oracle = new_game()
    oracle.used_sum[0] = 3
    turn(oracle, 0, 6, 6)
    oracle.play(("castle", 6))
    assert (oracle.rep[0], oracle.used_sum[0]) == (12, 9)
    assert not may_place(oracle, "guild", 0, 4)
    assert may_place(oracle, "guild", 0, 3)


def test_reputation_below_the_sum_stops_placing_only() -> None:
    oracle = new_game()
    oracle.used_sum[0] = 10
    turn(oracle, 0, 1)
    assert oracle.legal() == {("pass",)}
    oracle.rep[0] = 11
    assert ("guild", 0, 1) in oracle.legal()


def test_value_must_be_on_an_unplaced_die() -> None:
    oracle = new_game()
    turn(oracle, 0, 2, 5)
    assert {decision[-1] for decision in options(oracle, "guild")} == {2, 5}
    with pytest.raises(ValueError, match="not legal"):
        oracle.play(("guild", 0, 3))


# Modifiers.


def test_modifier_changes_one_die_by_one() -> None:
    oracle = new_game()
    oracle.modifiers[0], oracle.modifiers_left = 2, 18
    turn(oracle, 0, 3, 3, 6)
    assert options(oracle, "modify") == {("modify", 3, 1), ("modify", 3, -1), ("modify", 6, -1)}
    oracle.play(("modify", 3, 1))
    assert (oracle.dice[0], oracle.modifiers[0], oracle.modifiers_left) == ([3, 4, 6], 1, 19)
    oracle.play(("modify", 4, 1))
    assert (oracle.dice[0], oracle.modifiers[0], oracle.modifiers_left) == ([3, 5, 6], 0, 20)
    assert options(oracle, "modify") == set()
    oracle.play(("guild", 0, 5))
    assert (oracle.used_sum[0], oracle.goods[0][0]) == (5, 3)


def test_modifier_does_not_wrap() -> None:
    oracle = new_game()
    oracle.modifiers[0] = 1
    turn(oracle, 0, 1, 6)
    assert options(oracle, "modify") == {("modify", 1, 1), ("modify", 6, -1)}
    turn(oracle, 0, 2, 5)
    assert options(oracle, "modify") == {
        ("modify", value, step) for value in (2, 5) for step in (1, -1)
    }


def test_modifier_only_before_placing() -> None:
    oracle = new_game()
    oracle.modifiers[0] = 1
    turn(oracle, 0, 3, 4)
    oracle.play(("guild", 0, 3))
    assert options(oracle, "modify") == set()


def test_modifier_without_a_die_that_fits() -> None:
    oracle = new_game()
    oracle.modifiers[0] = 1
    oracle.used_sum[0] = 9
    turn(oracle, 0, 4)
    assert oracle.legal() == {("pass",), ("modify", 4, 1), ("modify", 4, -1)}


# Recalling (5.10).


def test_recall_brings_an_apprentice_back_once_a_turn() -> None:
    oracle = new_game()
    oracle.guild_apprentices[0] = [2, 0, 0, 1, 0, 0]
    oracle.guild_apprentices[1] = [0, 1, 0, 0, 0, 0]
    turn(oracle, 0, 2)
    assert options(oracle, "recall") == {("recall", 0), ("recall", 3)}
    oracle.play(("recall", 0))
    assert (oracle.guild_apprentices[0][0], oracle.lot[0]) == (1, 1)
    assert options(oracle, "recall") == set()


def test_no_recall_after_placing() -> None:
    oracle = new_game()
    oracle.guild_apprentices[0][0] = 1
    turn(oracle, 0, 2, 2)
    oracle.play(("guild", 1, 2))
    assert options(oracle, "recall") == set()


def test_recalled_apprentice_may_go_to_another_guild_and_frees_the_slot() -> None:
    oracle = new_game(2)
    oracle.guild_apprentices = [[2, 0, 0, 0, 0, 0], [0] * 6]
    turn(oracle, 0, 2)
    oracle.play(("recall", 0))
    oracle.play(("guild", 3, 2))
    oracle.play(("yes",))
    assert oracle.guild_apprentices[0] == [1, 0, 0, 1, 0, 0]
    oracle.lot[1] = 1
    place(oracle, "guild", 0, 1, seat=1)
    oracle.play(("yes",))
    assert oracle.guild_apprentices[1][0] == 1


# Completing a Settlers card (5.9).


def test_completing_pays_goods_and_gives_workers_points_and_reward() -> None:
    oracle = new_game()
    oracle.held[0] = ["S04", "S01", "S02"]
    oracle.goods[0] = goods("2B 1A 3W")
    turn(oracle, 0, 1)
    assert options(oracle, "complete") == {("complete", 1), ("complete", 2)}
    oracle.play(("complete", 1))
    assert (oracle.held[0], oracle.completed[0]) == (["S04", "S02"], ["S01"])
    assert (oracle.goods[0], oracle.vp[0], oracle.coins[0]) == (goods("1B 3W"), 3, 10)
    assert (oracle.lot[0], oracle.reserve[0]) == (1, 13)


@pytest.mark.parametrize(
    ("card", "points", "workers", "gains"),
    [
        ("S01", 3, 1, {"coins": 10}),
        ("S02", 3, 1, {"rep": 10}),
        ("S03", 4, 2, {"modifiers": 1}),
        ("S04", 5, 2, {}),
        ("S26", 8, 2, {"coins": 11}),
        ("S27", 10, 3, {"nobility": 1}),
        ("S48", 11, 3, {}),
    ],
)
def test_reward_of_a_card(card: str, points: int, workers: int, gains: dict[str, int]) -> None:
    oracle = new_game()
    oracle.held[0] = [card]
    oracle.goods[0] = [3] * 6
    turn(oracle, 0, 1)
    oracle.play(("complete", 0))
    assert (oracle.vp[0], oracle.lot[0]) == (points, workers)
    wanted = {"coins": 8, "rep": 9, "modifiers": 0, "nobility": 0} | gains
    assert {name: getattr(oracle, name)[0] for name in wanted} == wanted
    assert oracle.modifiers_left == 20 - wanted["modifiers"]


def test_each_completed_card_needs_a_house() -> None:
    oracle = new_game()
    oracle.held[0] = ["S02"]
    oracle.completed[0] = ["S01"]
    oracle.goods[0] = goods("2W")
    turn(oracle, 0, 1)
    assert options(oracle, "complete") == set()
    oracle.houses[0] = 2
    assert options(oracle, "complete") == {("complete", 0)}


def test_one_card_a_turn_before_or_after_placing() -> None:
    oracle = new_game()
    oracle.held[0] = ["S01", "S02"]
    oracle.houses[0] = 3
    oracle.goods[0] = goods("1B 1A 2W")
    turn(oracle, 0, 1)
    oracle.play(("guild", 4, 1))
    oracle.play(("complete", 0))
    assert oracle.legal() == {("end_turn",)}
    turn(oracle, 0, 1)
    assert ("complete", 0) in oracle.legal()


def test_workers_beyond_the_reserve_are_lost() -> None:
    oracle = new_game()
    oracle.held[0] = ["S48"]
    oracle.goods[0] = [3] * 6
    oracle.reserve[0], oracle.lot[0] = 2, 12
    turn(oracle, 0, 1)
    oracle.play(("complete", 0))
    assert (oracle.reserve[0], oracle.lot[0]) == (0, 14)


def test_reputation_of_a_reward_stops_at_the_top() -> None:
    oracle = new_game()
    oracle.held[0] = ["S02"]
    oracle.goods[0] = goods("2W")
    oracle.rep[0] = 24
    turn(oracle, 0, 1)
    oracle.play(("complete", 0))
    assert oracle.rep[0] == 24


def test_race_counts_in_the_same_turn() -> None:
    oracle = new_game()
    oracle.held[0] = ["S05"]
    oracle.goods[0] = goods("1A 1W")
    turn(oracle, 0, 2)
    assert options(oracle, "desk") == set()
    oracle.play(("complete", 0))
    assert options(oracle, "desk") == {("desk", 2)}


# Ending a turn.


def test_pass_is_open_until_a_die_is_placed() -> None:
    oracle = new_game()
    turn(oracle, 0, 1)
    assert {("pass",), ("end_turn",)} & oracle.legal() == {("pass",)}
    oracle.play(("guild", 0, 1))
    assert oracle.legal() == {("end_turn",)}


def test_end_turn_after_a_card_without_a_die_stays_in_the_round() -> None:
    oracle = new_game()
    oracle.goods[0] = goods("1B 1A")
    turn(oracle, 0, 1)
    oracle.play(("complete", 0))
    assert {("pass",), ("end_turn",), ("guild", 0, 1)} <= oracle.legal()
    oracle.play(("end_turn",))
    assert (oracle.turn_seat, oracle.passed) == (1, [False] * 3)


def test_passing_is_for_the_rest_of_the_round() -> None:
    oracle = new_game()
    oracle.goods[0] = goods("1B 1A")
    turn(oracle, 0, 1)
    oracle.play(("complete", 0))
    oracle.play(("pass",))
    assert (oracle.turn_seat, oracle.passed) == (1, [True, False, False])
    oracle.play(("guild", 0, 1))
    oracle.play(("end_turn",))
    oracle.play(("guild", 0, 1))
    oracle.play(("end_turn",))
    assert oracle.turn_seat == 1
    oracle.play(("pass",))
    assert oracle.turn_seat == 2
    oracle.play(("guild", 1, 1))
    oracle.play(("end_turn",))
    assert (oracle.turn_seat, oracle.round) == (2, 1)
    oracle.play(("pass",))
    assert (oracle.turn_seat, oracle.round) == (1, 2)


def test_new_turn_may_complete_and_recall_again() -> None:
    oracle = new_game(2)
    oracle.held[0], oracle.houses[0] = ["S02", "S06"], 3
    oracle.goods[0] = goods("2W 2M")
    oracle.guild_apprentices[0][0] = 2
    turn(oracle, 0, 1, 1)
    for _ in range(2):
        oracle.play(("recall", 0))
        oracle.play(("complete", 0))
        oracle.play(("end_turn",))
        assert oracle.turn_seat == 1
        turn(oracle, 1, 1)
        oracle.play(("guild", 5 - oracle.lot[0], 1))
        oracle.play(("end_turn",))
    assert (oracle.completed[0], oracle.guild_apprentices[0][0]) == (["S02", "S06"], 0)


def test_seat_without_dice_still_completes_cards() -> None:
    oracle = new_game()
    oracle.goods[0] = goods("1B 1A")
    turn(oracle, 0)
    assert oracle.legal() == {("pass",), ("complete", 0)}


def test_first_player_changes_every_round() -> None:
    oracle = new_game(3)
    seen = []
    for _ in range(4):
        seen.append((oracle.first_player, oracle.turn_seat))
        end_round(oracle)
    assert seen == [(0, 0), (1, 1), (2, 2), (0, 0)]


def test_forced_decisions_are_played_unless_asked_for() -> None:
    oracle = Oracle(ScriptedChance(), num_players=2, chancery=False, events=False, characters=False)
    oracle.play(("guild", 0, 1))
    assert (oracle.turn_seat, oracle.has_placed) == (1, False)
    oracle.rep = [0, 0]
    oracle.play(("pass",))
    assert oracle.over
    assert oracle.round == 10


def test_dice_rolled_are_sorted_and_belong_to_their_seat() -> None:
    script = ScriptedChance()
    oracle = new_game(2, script=script)
    turn(oracle, 0)
    oracle.play(("pass",))
    script.write(0, *[4, 0, 3, 5, 1], *[2, 2, 0, 5, 5])
    oracle.play(("pass",))
    assert script.limits == [15, *[6] * 10]
    assert oracle.dice == [[1, 2, 4, 5, 6], [1, 3, 3, 6, 6]]


def test_illegal_decision_changes_nothing() -> None:
    oracle = new_game()
    before = repr(vars(oracle))
    for decision in [("end_turn",), ("yes",), ("buy", 0), ("guild", 0, 6), ("keep", 0), ("x",)]:
        with pytest.raises(ValueError, match="not legal in phase main"):
            oracle.play(decision)
    assert repr(vars(oracle)) == before
