"""The picture of King of the Dice: what it shows, at positions of all kinds."""

from collections import Counter

import pytest

from fiefdom.envs.common.colours import SEATS
from fiefdom.envs.king_of_the_dice.captions import DOINGS, action_lines, doing
from fiefdom.envs.king_of_the_dice.draw import DIE_COLOURS, GOOD, HEIGHT, WIDTH, draw
from fiefdom.envs.king_of_the_dice.render import text
from fiefdom.envs.king_of_the_dice.rules import (
    CITIZENS,
    COLUMNS,
    EFFECT_MEANINGS,
    EFFECTS,
    requirement_text,
)
from fiefdom.envs.king_of_the_dice.state import PHASES
from tests.envs.king_of_the_dice.one_game import CARD_IDS, OneGame
from tests.envs.king_of_the_dice.policies import at_random, for_citizens, positions
from tests.envs.king_of_the_dice.positions import DULL, position
from tests.envs.pictures import drawn, has

ROW = 5
POSITIONS_APART = 10
ROWS = [" ".join(CARD_IDS[first : first + ROW]) for first in range(0, len(CARD_IDS), ROW)]


@pytest.mark.parametrize("row", ROWS)
def test_every_citizen_is_described(row: str, words: Counter[str]) -> None:
    draw(position(row, num_players=5).record, "public", [])
    for card in row.split():
        citizen = CITIZENS[CARD_IDS.index(card)]
        shown = "n x n" if citizen.kind == "fairy" else str(citizen.points)
        for wanted in (citizen.kind, shown, requirement_text(citizen.requirement)):
            assert words[wanted]
        assert not citizen.effect or words[EFFECT_MEANINGS[EFFECTS[citizen.effect]]]
    assert all(words[column] for column in COLUMNS)


def test_dice_rolls_piles_and_seats_are_shown(words: Counter[str]) -> None:
    piles = {0: "FAI-2R2G FAI-2G2B +2", 1: "DRA-25 -3 BUR-O ELF-5"}
    game = position(
        "BUR-E ELF-6", DULL, rolls_left=1, mover=1, piles=piles, penalties="3", num_players=3
    )
    picture = draw(game.record, 2, game.actions())
    for wanted in (
        "roll left", "red", "green", "blue", "no citizen", "-3", "-3: 1 of 2", "-1: 0 of 4",
        "draw pile", "discarded", "fairy x2", "burgher, elf, dragon", "you", "to move",
        "four rolls in the next turn", "player_0", "player_1", "player_2",
    ):  # fmt: skip
        assert words[wanted], wanted
    scores = [6, 8 - 5, 0]
    assert all(words[str(score)] for score in scores)
    assert all(has(picture, colour) for colour in (*SEATS[:3], *DIE_COLOURS.values()))
    assert not has(picture, SEATS[3])


def test_fulfilled_citizens_are_marked(words: Counter[str]) -> None:
    game = position("BUR-E BUR-O MUS-6 GNO-6B DWA-5x1", "246246")
    assert has(draw(game.record, "public", []), GOOD)
    assert words["fulfilled by the dice"] == 2, "once whole, once as its only line"
    assert not has(draw(position(dice=DULL).record, "public", []), GOOD)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_has_one_size_and_nothing_is_cut(players: int, words: Counter[str]) -> None:
    seen: set[str | None] = set()
    for seed, policy in enumerate((at_random, for_citizens)):
        for number, game in enumerate(positions(seed, policy, num_players=players)):
            if game.phase in seen and number % POSITIONS_APART and not game.over:
                continue
            seen.add(game.phase)
            words.clear()
            legal = [] if game.over else game.actions()
            picture = drawn(draw, game.record, "public", legal, (WIDTH, HEIGHT))
            assert_says_whose_turn(game, words)
            assert all(words[line.strip()] for line in action_lines(game.record, legal))
            assert picture.tobytes() == draw(game.record, "all", legal).tobytes()
    assert seen >= {"keep", "choose", None}


def assert_says_whose_turn(game: OneGame, words: Counter[str]) -> None:
    lines = " ".join(words)
    if game.over:
        assert f"game over after {int(game.record.turn)} turns" in lines
        assert words["winner"]
        assert not words["to move"]
        assert not words["legal actions"]
    else:
        doing = DOINGS[PHASES.index(str(game.phase))]
        assert f"turn {int(game.record.turn)} · player_{game.mover} {doing}" in lines
        assert words["to move"]
        assert words["legal actions"]
        assert not words["winner"]


def test_hypnotist_and_dragon_have_their_words(words: Counter[str]) -> None:
    game = position("HYP BUR-E BUR-O GNO-6B MUS-6", "111122", rolls_left=0)
    game.record.phase, game.record.offered = PHASES.index("hypno"), 1
    draw(game.record, 0, [])
    assert words["offered by the hypnotist"]
    game.record.phase, game.record.offered = PHASES.index("gift"), -1
    game.record.dragon = CARD_IDS.index("DRA-28")
    assert not has(draw(game.record, 0, []), GOOD)
    assert any(line.endswith("gives the dragon away (-4)") for line in words)


def test_text_says_the_same_of_what_is_going_on() -> None:
    game = position("HYP BUR-E BUR-O GNO-6B MUS-6", "111122", rolls_left=0)
    lines = text(game.record, "public", game.actions())
    assert f"{doing(game.record)} · rolls left: 0" in lines
    game.record.over = 1
    lines = text(game.record, "public", [])
    assert doing(game.record) in lines
    assert "player_0 and player_1 share the victory" in lines
    assert "rolls left" not in lines
