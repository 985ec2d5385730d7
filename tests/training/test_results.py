import json
from typing import Any

import numpy as np
import pytest

from fiefdom.training import results
from fiefdom.training.results import Match, Pairing, Result, Standing


def match(ranks: list[list[int]], scores: list[list[int]] | None = None) -> Match:
    return Match(np.array(scores or ranks, np.int64), np.array(ranks, np.int64))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilson_interval_of_known_values(wins: float, games: int, low: float, high: float) -> None:
    assert results.wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("wins", "games"), [(3, 7), (0.5, 1), (950.5, 1000), (1, 2000)])
def test_wilson_bounds_are_the_chances_just_compatible_with_the_wins(
    wins: float, games: int
) -> None:
    for bound in results.wilson(wins, games):
        deviation = abs(wins / games - bound) / np.sqrt(bound * (1 - bound) / games)
        assert deviation == pytest.approx(results.NORMAL_95)


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (-1, 5), (6, 5)])
def test_wilson_refuses_impossible_counts(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match=f"wins={wins} in games={games}"):
        results.wilson(wins, games)


def test_a_shared_win_counts_one_over_w() -> None:
    shares = results.shares_of_win(np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1], [2, 2, 2]]))
    assert shares.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3, [0, 0, 0]]


def test_pairings_give_both_views() -> None:
    seats = [np.array([[0, 1], [1, 0], [0, 1]])]
    played = [match([[1, 2], [1, 1], [2, 1]], [[9, 4], [5, 5], [1, 7]])]
    first, second = results.pair_up(["a", "b"], seats, played)
    assert (first.agent, first.against, second.agent, second.against) == ("a", "b", "b", "a")
    assert (first.wins, second.wins) == (1.5, 1.5)
    assert (first.score, second.score) == (5.0, 16 / 3)
    assert first.margin == pytest.approx(-1 / 3)
    assert second.margin == pytest.approx(1 / 3)
    assert results.wilson(1.5, 3) == (first.low, first.high)


def test_a_pair_at_a_larger_table_shares_the_wins() -> None:
    seats = [np.array([[0, 0, 1], [1, 1, 0]])]
    played = [match([[1, 3, 2], [1, 1, 1]], [[9, 0, 6], [3, 3, 3]])]
    first, second = results.pair_up(["a", "b"], seats, played)
    assert first.wins == pytest.approx(1 + 1 / 3)
    assert first.wins + second.wins == pytest.approx(2)
    assert first.margin == pytest.approx(((9 + 0) / 2 - 6) / 2)


def test_matches_of_three_agents_are_no_pairing() -> None:
    assert results.pair_up(list("abc"), [np.array([[0, 1, 2]])], [match([[1, 2, 3]])]) == []


def test_ratings_follow_the_results() -> None:
    seats = [np.array([[0, 1], [1, 0]] * 50), np.array([[1, 2], [2, 1]] * 50)]
    played = [match([[1, 2], [2, 1]] * 50), match([[1, 2], [2, 1]] * 50)]
    (best, deviation), (middle, _), (worst, _) = results.rate(3, seats, played)
    assert best > middle > worst
    assert 0 < deviation < 8


def test_ratings_of_equals_stay_equal() -> None:
    seats = [np.array([[0, 0, 1], [1, 1, 0]])]
    (one, own), (other, its) = results.rate(2, seats, [match([[1, 1, 1]] * 2)])
    assert one == pytest.approx(other)
    assert own == pytest.approx(its, rel=0.1)


def test_an_agent_alone_in_all_seats_is_not_rated_up() -> None:
    ((rating, _),) = results.rate(1, [np.zeros((20, 2), np.int64)], [match([[1, 2]] * 20)])
    assert rating == pytest.approx(25.0)


def make_result() -> Result:
    pairings = [
        Pairing("a", "b", 4, 3.0, 0.75, 0.301, 0.954, 8.5, 2.25),
        Pairing("b", "a", 4, 1.0, 0.25, 0.046, 0.699, 6.25, -2.25),
    ]
    standings = [
        Standing("a", "a", 4, 0.75, 8.5, 2.25, 27.5, 5.0),
        Standing("b", "runs/b.zip", 4, 0.25, 6.25, -2.25, 22.5, 5.0),
    ]
    line_up: dict[str, Any] = {"agents": ["a", "b"], "seatings": [], "games": 4, "seeds": 2}
    return Result(
        "game", 0, "00ff", {"num_players": 2}, 7, 4, [line_up], pairings, standings, {"x": "1"}
    )


def test_markdown_tables_are_well_formed() -> None:
    text = make_result().to_markdown()
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert len(tables) == 8
    assert len({line.count("|") for line in tables[:4]}) == 1
    assert "75.0 (30.1 to 95.4)" in tables[2]
    assert tables[2].split("|")[2].strip() == "-"
    assert tables[6].split("|")[1:4] == [" a     ", " 27.50 ± 5.00 ", " 75.0             "]


def test_result_survives_json() -> None:
    result = make_result()
    fields = json.loads(json.dumps(result.to_json()))
    assert fields.pop("format") == results.FORMAT
    fields["pairings"] = [Pairing(**pairing) for pairing in fields["pairings"]]
    fields["standings"] = [Standing(**standing) for standing in fields["standings"]]
    assert Result(**fields) == result


def test_package_versions_name_what_matters() -> None:
    assert {"python", "numpy", "numba", "openskill"} <= set(results.package_versions())
