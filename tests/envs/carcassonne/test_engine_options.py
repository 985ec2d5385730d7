"""Each option and default of sections 1 and 11 that no worked example covers, and its errors."""

from typing import Any

import pytest

from fiefdom.envs.carcassonne import GAME, raw_env
from fiefdom.envs.carcassonne.rules import FOLLOWERS, TABLES
from tests.envs.carcassonne.one_game import scripted
from tests.envs.carcassonne.views import pieces_of
from tests.envs.carcassonne.written_turns import (
    BARN,
    BARN_TURNS,
    EVERY_SERF_MODE,
    FIRST_FARMER,
)

BASE = {"configuration": "base"}
PLAIN = {"king_robber": False, "cleric_serf": False}
# A farm of seat 0 to the south with a barn, which the tile of BARN joins too.
OTHER_BARN = ("0 V 1 0 0", "0 B 2 0 0", "0 U 1 1 1", "0 B 2 1 0 barn NW")
# All around (1, 2), whose cloister is seat 0's, but for (1, 1), which then is closed as well.
CLOISTERS = (
    *("0 B 0 1 0", "0 B 0 2 0", "0 B 0 3 0", "0 B 1 3 0", "0 B 2 3 0", "0 B 2 2 0"),
    *("0 B 1 2 0 follower cloister", "0 B 2 1 0"),
)


# Sets and tiles.


@pytest.mark.parametrize(
    ("options", "tiles"),
    [
        ({}, 98),
        ({"cs_tiles": "described"}, 94),
        ({"configuration": "core", "cs_tiles": "described"}, 82),
        ({"abbey_mayor": False}, 86),
        ({"king_robber": False}, 93),
        ({"cleric_serf": False}, 88),
        ({"configuration": "base", "king_robber": True}, 76),
        ({"configuration": "base", "abbey_mayor": True}, 83),
        ({"configuration": "core", "abbey_mayor": True}, 98),
        ({"configuration": "base", "cleric_serf": True, "cs_tiles": "described"}, 77),
    ],
)
def test_sets_bring_their_tiles(options: dict[str, Any], tiles: int) -> None:
    game = scripted(**options)
    assert int(game.record.undrawn_total) + 1 == sum(game.undrawn.values()) + 1 == tiles
    assert game.undrawn.get("D", 0) + (game.drawn == "D") == 3
    assert "ABBEY" not in game.undrawn


def test_described_tiles_are_those_with_a_source() -> None:
    game = scripted(cs_tiles="described").to_place(0, "U")
    assert {tile for tile in game.undrawn if tile.startswith("CS")} == {
        *("CS1", "CS5", "CS6", "CS7", "CS8", "CS10")
    }


@pytest.mark.parametrize("switch", ["abbey_mayor", "king_robber", "cleric_serf"])
@pytest.mark.parametrize("configuration", ["full", "core", "base"])
def test_a_switch_changes_its_set_alone(switch: str, configuration: str) -> None:
    names = ("king_robber", "abbey_mayor", "cleric_serf")
    plain = scripted(configuration=configuration).record
    for value in (True, False):
        record = scripted(**{"configuration": configuration, switch: value}).record
        for name in names:
            assert bool(record[name]) == (value if name == switch else bool(plain[name]))


@pytest.mark.parametrize("followers", sorted(FOLLOWERS))
def test_number_of_followers(followers: int) -> None:
    game = scripted(num_players=3, followers=followers)
    assert [hand["follower"] for hand in game.hands] == [followers] * 3


# Pieces.


@pytest.mark.parametrize("farmers", [True, False])
def test_farmers_may_be_left_out_but_barns_not(farmers: bool) -> None:
    game = scripted("0 U 1 0 0", "0 B 0 1 0", farmers=farmers).lay(0, "B", 1, 1)
    assert (("piece", "follower", "field0") in game.legal()) == farmers
    assert game.legal() >= {("piece", "barn", "NW"), ("piece", "follower", "cloister")}


@pytest.mark.parametrize("allowed", [True, False])
def test_second_barn_on_a_farm(allowed: bool) -> None:
    game = scripted(FIRST_FARMER, *BARN_TURNS, BARN, barn_on_barn_field=allowed, **PLAIN)
    game.turns("0 B -1 -1 0").lay(0, "B", -1, -2)
    assert (("piece", "barn", "SE") in game.legal()) == allowed
    if allowed:
        game.play(("piece", "barn", "SE"))
        assert game.score == [6, 0]
        assert {piece[:2] for piece in pieces_of(game.record)} == {(0, "barn"), (1, "barn")}
        assert game.finish() == [6 + 8, 8]


@pytest.mark.parametrize(("turn", "score"), [(BARN, [6, 0]), (BARN[: BARN.index(" barn")], [2, 0])])
def test_barn_beside_a_joined_barn_pays_its_farmers_in_full(turn: str, score: list[int]) -> None:
    """Section 5: the farm of the new barn comes before joined farms, which pay 1 a city."""
    game = scripted(FIRST_FARMER, *BARN_TURNS, *OTHER_BARN, barn_on_barn_field=True, **PLAIN)
    assert (game.score, int(game.record.farmers)) == ([0, 0], 1)
    game.turns(turn)
    assert (game.score, int(game.record.farmers), game.hands[0]["follower"]) == (score, 0, 7)


# King and Robber Baron, Cleric, tokens.


@pytest.mark.parametrize(("on", "king", "final"), [(True, 0, [5, 0]), (False, None, [4, 0])])
def test_king_may_be_left_out(on: bool, king: int | None, final: list[int]) -> None:
    game = scripted("0 E 0 -1 2 follower city0", king_robber=on)
    assert (game.holders["king"], int(game.record.king_size)) == (king, 2 * on)
    assert game.finish() == final


@pytest.mark.parametrize(
    ("options", "cleric", "tokens", "supply"),
    [({}, 0, [0, 1], 13), ({"cleric_serf": False}, None, [0, 0], 0)],
)
def test_cleric_and_tokens_may_be_left_out(
    options: dict[str, Any], cleric: int | None, tokens: list[int], supply: int
) -> None:
    game = scripted(*CLOISTERS, "1 B 1 1 0", **options)
    assert (game.score, game.holders["cleric"]) == ([9, 0], cleric)
    assert (game.tokens, int(game.record.token_supply)) == (tokens, supply)
    assert game.finish() == ([9, 0] if cleric is None else [19, 10])


@pytest.mark.parametrize(
    ("supply", "closing", "tokens"),
    [
        (14, "0 B 1 1 0", [0, 0]),  # one's own cloister
        (1, "1 B 1 1 0", [0, 1]),
        (0, "1 B 1 1 0", [0, 0]),
    ],
)
def test_tokens_for_cloisters_of_others_while_they_last(
    supply: int, closing: str, tokens: list[int]
) -> None:
    game = scripted(*CLOISTERS)
    game.record.token_supply = supply
    game.turns(closing)
    assert (game.tokens, int(game.record.token_supply)) == (tokens, supply - sum(tokens))
    assert game.score == [9, 0]


@pytest.mark.parametrize("closer", [0, 1])
def test_cleric_stays_with_its_holder_if_equal(closer: int) -> None:
    """Seat 0 has scored a cloister; then seat 1 scores one, closed by either seat."""
    game = scripted(*CLOISTERS[:-1], "1 B 1 1 0 follower cloister", "0 B 2 1 0", "0 U 1 0 0")
    assert game.holders["cleric"] == 0
    game.turns(f"{closer} U 2 0 0")
    assert (game.score, game.record.cloisters[:2].tolist()) == ([9, 9], [1, 1])
    assert game.holders["cleric"] == 0


# The Serf.


@pytest.mark.parametrize(("cities", "serf"), [("completed", 0), ("all", 1)])
def test_open_cities_may_measure_a_farm(cities: str, serf: int) -> None:
    """Seat 0 has a farm with one closed city, seat 1 one with two open ones."""
    game = scripted(
        FIRST_FARMER, "1 H 0 1 1 follower field0", configuration="core", serf_no_barn_cities=cities
    )
    assert game.holders["serf"] == serf


@EVERY_SERF_MODE
def test_serf_may_go_by_farms_although_there_are_barns(
    mode: str, holders: list[int | None], removed: int, final: list[int]
) -> None:
    """`seed_example_2`: the farmer is removed; without barns the tile stays and pays 5."""
    game = scripted(FIRST_FARMER, king_robber=False, serf_mode=mode)
    assert game.holders["serf"] == holders[0]
    game.turns(*BARN_TURNS, BARN)
    record = game.record
    assert (game.holders["serf"], int(record.serf_record)) == (holders[1], removed)
    assert (int(record.barns_played), int(record.farmers)) == (1, 0)
    assert game.finish() == final


def test_serf_by_farms_stays_with_its_holder_if_equal() -> None:
    """Two farms beside the same closed city; then seat 1 has one beside a second city, too."""
    game = scripted(FIRST_FARMER, "1 U 1 0 0 follower field0", configuration="core")
    assert game.holders["serf"] == 0
    game.turns("0 D 2 0 0")
    assert game.holders["serf"] == 0
    game.turns("0 E 2 -1 2")
    assert game.holders["serf"] == 1


@pytest.mark.parametrize("closer", [1, 2])
def test_serf_by_farms_goes_to_the_first_of_equals_from_the_active_seat(closer: int) -> None:
    """Two farms beside the city that is closed become larger than the holder's at once."""
    other = f"{3 - closer} U -1 0 0 follower field0"
    game = scripted(*("0 U 1 0 0 follower field1", other), configuration="core", num_players=3)
    assert game.holders["serf"] == 0
    game.turns(f"{closer} E 0 -1 2 follower field0")
    assert game.holders["serf"] == closer


# Abbeys and the end.


@pytest.mark.parametrize("on", [True, False])
def test_abbey_round_may_be_left_out(on: bool) -> None:
    ring = ("0 B 0 1 0", "0 B 0 2 0", "0 B 0 3 0", "0 B 1 3 0", "0 B 2 3 0", "0 B 2 2 0")
    game = scripted(*ring, abbey_endgame=on).lay(0, "B", 2, 1)
    game.set_undrawn()
    game.turns("0 B 1 1 0")
    assert (game.over, game.hands[1]["abbey"]) == (not on, 1)
    assert on == (game.phase == "abbey")


@pytest.mark.parametrize(
    ("scores", "ranks"), [([7, 3], [1, 2]), ([5, 5], [1, 1]), ([1, 4, 4, 0], [3, 1, 1, 4])]
)
def test_equal_scores_share_a_place(scores: list[int], ranks: list[int]) -> None:
    game = scripted(num_players=len(scores), **BASE)
    game.record.score[: len(scores)] = scores
    game.finish()
    assert game.finals == [scores, ranks]


# What is refused.


def test_first_edition_wagon_is_refused() -> None:
    with pytest.raises(ValueError, match=r"wagon_move='C1'.*'C2'"):
        GAME.options({"wagon_move": "C1"})
    with pytest.raises(ValueError, match=r"wagon_move='C3'.*'C2'"):
        GAME.options({"wagon_move": "C3"})


@pytest.mark.parametrize("options", [BASE, {"configuration": "core"}, {"abbey_mayor": False}])
def test_serf_by_barns_needs_barns(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"serf_mode='barn'.*Abbey & Mayor"):
        GAME.options({**options, "serf_mode": "barn"})
    GAME.options({**options, "serf_mode": "barn", "abbey_mayor": True})


def test_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(TypeError, match=r"'farmer'.*did you mean 'farmers'.*configuration.*table"):
        raw_env(farmer=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_players", 1),
        ("num_players", 7),
        ("followers", 0),
        ("followers", 11),
        ("tiny_city", 3),
        ("table", 15),
        ("table", 30),
        ("configuration", "big"),
        ("encoding", "list"),
        ("serf_no_barn_cities", "none"),
        ("cs_tiles", "few"),
    ],
)
def test_other_values_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"option {name}={value!r} is not allowed; allowed: "):
        GAME.options({name: value})


@pytest.mark.parametrize(
    ("name", "value"), [("farmers", 1), ("king_robber", 0), ("tiny_city", "4"), ("table", 31.0)]
)
def test_other_types_are_refused(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"option {name}={value!r} is of type"):
        GAME.options({name: value})


def test_defaults_are_those_of_the_specification() -> None:
    options = GAME.options({})
    assert (options.num_players, options.configuration, options.followers) == (2, "full", 7)
    assert (options.farmers, options.tiny_city, options.wagon_move) == (True, 4, "C2")
    assert (options.abbey_endgame, options.barn_on_barn_field, options.inn_rule) == (
        *(True, False, False),
    )
    assert (options.serf_mode, options.serf_no_barn_cities) == ("auto", "completed")
    assert (options.token_unoccupied, options.cleric_counts_abbeys) == (True, True)
    assert (options.cs_tiles, options.table) == ("all", TABLES[0])
