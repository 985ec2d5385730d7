"""The oracle's decks when they run low (rulings 5 and 6 of section 9)."""

from tests.envs.rise_to_nobility.oracle_positions import new_game, place, script_of, turn


def test_empty_deck_takes_its_discards() -> None:
    oracle = new_game()
    oracle.settlers_left[1], oracle.discards = [], {1: ["S20", "S07"], 2: ["S40"]}
    place(oracle, "tavern", 1)
    script_of(oracle).write(1)
    oracle.play(("take", 0))
    assert (oracle.settlers_row[0], script_of(oracle).limits) == ("S20", [2])
    assert (oracle.settlers_left[1], oracle.discards) == (["S07"], {1: [], 2: ["S40"]})


def test_without_discards_the_other_level_helps() -> None:
    oracle = new_game()
    oracle.settlers_left, oracle.discards = {1: [], 2: []}, {1: [], 2: ["S40", "S31"]}
    place(oracle, "tavern", 1)
    script_of(oracle).write(0)
    oracle.play(("take", 0))
    assert (oracle.settlers_row[0], script_of(oracle).limits) == ("S31", [2])
    oracle.settlers_left[1], oracle.settlers_left[2] = ["S10"], []
    place(oracle, "tavern", 1)
    oracle.play(("take", 5))
    assert oracle.settlers_row[5] == "S10"


def test_space_stays_empty_without_any_card() -> None:
    oracle = new_game()
    oracle.settlers_left = {1: [], 2: []}
    place(oracle, "tavern", 1)
    script_of(oracle).write()
    oracle.play(("take", 4))
    assert (oracle.settlers_row[4], script_of(oracle).limits) == (None, [])
    place(oracle, "tavern", 1)
    assert ("take", 4) not in oracle.legal()


def test_discards_of_berk_come_back_only_once_the_deck_is_empty() -> None:
    oracle = new_game()
    oracle.settlers_left[1] = ["S20"]
    place(oracle, "berk", 1)
    script_of(oracle).write(0, 2, 0)
    oracle.play(("refresh", "settlers"))
    assert oracle.settlers_row[:3] == ["S20", "S06", "S04"]
    assert script_of(oracle).limits[:3] == [1, 3, 2]
    assert (oracle.settlers_left[1], oracle.discards[1]) == (["S05"], [])


def test_discard_goes_to_the_level_of_the_card() -> None:
    oracle = new_game()
    oracle.settlers_row = ["S30", None, "S05", "S06", "S31", None]
    place(oracle, "berk", 1)
    oracle.play(("refresh", "settlers"))
    assert oracle.discards == {1: ["S05", "S06"], 2: ["S30", "S31"]}
    assert None not in oracle.settlers_row


def test_empty_bag_leaves_a_building_space_empty() -> None:
    oracle = new_game()
    oracle.buildings_left = []
    oracle.guild_apprentices[0][0] = 1
    place(oracle, "hall", 5)
    oracle.play(("buy", 1))
    assert oracle.buildings_row == ["B01", None, "B03", "B04", "B05", "B06"]
    place(oracle, "berk", 1)
    script_of(oracle).write()
    oracle.play(("refresh", "buildings"))
    assert oracle.buildings_row == ["B01", "B03", "B04", "B05", "B06", None]
    assert script_of(oracle).limits == [5, 4, 3, 2, 1]


def test_character_without_a_card_to_take() -> None:
    oracle = new_game()
    oracle.character[0] = "H11"
    oracle.settlers_row = [None] * 6
    turn(oracle, 0, 1)
    oracle.play(("character",))
    assert (oracle.phase, oracle.coins[0], oracle.held[0]) == ("main", 11, ["S01"])


def test_second_card_is_not_asked_for_when_the_row_is_empty() -> None:
    oracle = new_game()
    oracle.character[0] = "H08"
    oracle.settlers_row = [None, "S05", None, None, None, None]
    oracle.settlers_left = {1: [], 2: []}
    turn(oracle, 0, 1)
    oracle.play(("character",))
    oracle.play(("take", 1))
    assert (oracle.phase, oracle.held[0]) == ("main", ["S01", "S05"])
