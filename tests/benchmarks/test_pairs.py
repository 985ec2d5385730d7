"""The table of peers: its lines fit our games and the libraries, and what is not there is left out."""

import pytest

from fiefdom.benchmarks import pairs
from fiefdom.benchmarks.ours import OURS
from fiefdom.benchmarks.pairs import PAIRS, Pair
from fiefdom.benchmarks.peers_worker import PEERS
from fiefdom.envs import GAMES

ROW = (Pair("pgx", "chess", ("env",)), Pair("openspiel", "chess", ("env",), ("reward=win",)))


def test_every_line_fits() -> None:
    for row in PAIRS.values():
        assert len({pair.peer for pair in row}) == len(row)
        for pair in row:
            assert pair.library in PEERS
            assert pair.forms
            assert set(pair.forms) <= set(OURS)
    assert list(pairs.choose((), tuple(PEERS), 2)) == [name for name in PAIRS if name in GAMES]


def test_games_and_libraries_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "PAIRS", {"king_of_the_dice": ROW, "not_registered": ROW})
    assert pairs.choose((), tuple(PEERS), 2) == {"king_of_the_dice": ROW}
    assert pairs.choose(("king_of_the_dice_v0",), ("pgx",), 2) == {"king_of_the_dice": ROW[:1]}


def test_what_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        pairs.choose(("chess",), tuple(PEERS), 2)
    with pytest.raises(ValueError, match="unknown peer 'chess'"):
        pairs.choose((), ("chess",), 2)
    with pytest.raises(ValueError, match="nothing of wingedsheep stands beside king_of_the_dice"):
        pairs.choose(("king_of_the_dice",), ("wingedsheep",), 2)
    monkeypatch.setattr(pairs, "PAIRS", {"not_registered": ROW})
    with pytest.raises(ValueError, match="no peers; games that have: not_registered"):
        pairs.choose(("king_of_the_dice",), tuple(PEERS), 2)


def test_an_option_that_a_game_does_not_know_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    row = (Pair("pgx", "chess", ("env",), ("colour=red",)),)
    monkeypatch.setattr(pairs, "PAIRS", {"king_of_the_dice": row})
    with pytest.raises((TypeError, ValueError), match="colour"):
        pairs.choose((), tuple(PEERS), 2)
