"""Options: what is refused, and that messages name the value and what is allowed."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.game import Game
from fiefdom.envs.common.options import (
    CommonOptions,
    allowed_values,
    check,
    choice,
    covering_sets,
    make_options,
    parse_options,
    suggest,
)
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, make_env, settings


@dataclasses.dataclass(frozen=True)
class Sample(CommonOptions):
    num_players: int = choice(range(2, 5), "seats")
    quick: bool = choice((False, True), "whether it is short")
    table: int = choice((31, 101), "cells")


BAD: tuple[tuple[dict[str, Any], type[Exception], str], ...] = (
    ({"num_players": 1}, ValueError, "num_players=1 is not allowed; allowed: 2, 3, 4"),
    ({"num_players": 2.0}, TypeError, "num_players=2.0 is of type float, not int; allowed: 2"),
    ({"num_players": True}, TypeError, "num_players=True is of type bool, not int"),
    ({"num_players": "2"}, TypeError, "num_players='2' is of type str, not int"),
    ({"num_players": None}, TypeError, "num_players=None is of type NoneType"),
    ({"quick": 1}, TypeError, "quick=1 is of type int, not bool; allowed: False, True"),
    ({"table": 32}, ValueError, "table=32 is not allowed; allowed: 31, 101"),
    ({"reward": "won"}, ValueError, "reward='won' is not allowed; allowed: 'win', 'margin', 'sc"),
    ({"reward": ["win"]}, TypeError, "reward=.* is of type list, not str"),
    ({"start": ""}, ValueError, "start='' is not allowed; allowed: 'first', 'random'"),
    ({"num_player": 2}, TypeError, "unknown option 'num_player' .did you mean 'num_players'"),
    ({"xyzzy": 2}, TypeError, "unknown option 'xyzzy'; options: reward, start, skip_forced, num_"),
)


@pytest.mark.parametrize(("given_", "error", "message"), BAD)
def test_refusals(given_: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make_options(Sample, given_)


def test_defaults_are_the_first_values() -> None:
    assert settings(Sample()) == {
        "reward": "win", "start": "first", "skip_forced": True, "num_players": 2, "quick": False,
        "table": 31,
    }  # fmt: skip
    with pytest.raises(dataclasses.FrozenInstanceError):
        Sample().table = 101  # type: ignore[misc]


def test_covering_sets_use_every_value() -> None:
    sets = covering_sets(Sample)
    for name, values in allowed_values(Sample).items():
        assert {getattr(options, name) for options in sets} == set(values)
    assert len(sets) == 3


def test_a_combination_that_is_not_allowed_is_repaired() -> None:
    def repair(values: dict[str, Any]) -> None:
        if values["quick"]:
            values["table"] = 101

    assert {(options.quick, options.table) for options in covering_sets(Sample)} > {(True, 101)}
    sets = covering_sets(Sample, repair)
    assert all(options.table == 101 for options in sets if options.quick)


GOOD_TEXTS: tuple[tuple[list[str], dict[str, Any]], ...] = (
    ([], {}),
    (["num_players=4"], {"num_players": 4}),
    (["quick=true", "reward=score"], {"quick": True, "reward": "score"}),
    (["quick=False", "table=101"], {"quick": False, "table": 101}),
)


@pytest.mark.parametrize(("texts", "wanted"), GOOD_TEXTS)
def test_texts(texts: list[str], wanted: dict[str, Any]) -> None:
    assert parse_options(Sample, texts) == wanted


BAD_TEXTS = (
    ("quick", ValueError, "'quick' is not of the form name=value"),
    ("num_players=7", ValueError, "num_players='7' is not allowed; allowed: 2, 3, 4"),
    ("quick=yes", ValueError, "quick='yes' is not allowed; allowed: false, true"),
    ("num=2", TypeError, "unknown option 'num'"),
    ("=2", TypeError, "unknown option ''"),
)


@pytest.mark.parametrize(("text", "error", "message"), BAD_TEXTS)
def test_wrong_texts(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parse_options(Sample, [text])


@given(st.one_of(st.integers(), st.text(), st.booleans(), st.none(), st.floats()))
def test_check_takes_only_what_is_listed(value: Any) -> None:
    allowed = (None, 1, 2, "one")
    fits = type(value) in (type(None), int, str) and value in allowed
    if fits:
        check("name", value, allowed)
    else:
        with pytest.raises((TypeError, ValueError), match=r"name=.*allowed: None, 1, 2, 'one'"):
            check("name", value, allowed)


def test_suggest() -> None:
    assert suggest("ran", ["random"]) == " (did you mean 'random'?)"
    assert suggest("xyz", ["random"]) == ""


@EVERY_GAME
def test_games_cover_their_options(game: Game) -> None:
    allowed = allowed_values(game.Options)
    assert {"reward", "start", "skip_forced", "num_players"} <= set(allowed)
    for name, values in allowed.items():
        assert {getattr(options, name) for options in game.option_sets} == set(values)
        for value in values:
            GameEnv(game, **{name: value})
    assert all(field.metadata["meaning"] for field in dataclasses.fields(game.Options))
    assert max(allowed["num_players"]) == game.max_players


@EVERY_GAME
def test_environments_refuse_by_name(game: Game) -> None:
    for name, values in allowed_values(game.Options).items():
        with pytest.raises(
            (TypeError, ValueError), match=f"{name}='no such'.*allowed: {values[0]!r}"
        ):
            make_env(game, **{name: "no such"})
    with pytest.raises(TypeError, match=r"unknown option 'no_such'.*num_players"):
        GameEnv(game, no_such=1)


@EVERY_OPTION_SET
def test_options_rebuild(game: Game, options: Any) -> None:
    assert game.options(settings(options)) == options
    assert GameEnv(game, **settings(options)).options == options
