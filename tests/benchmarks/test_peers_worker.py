"""Each library's loop, on fakes of the library: what it asks, what it counts, when it stops."""

import sys
import types
from typing import Any

import pytest

from fiefdom.benchmarks import peers_worker


def fake_module(monkeypatch: pytest.MonkeyPatch, name: str, **contents: Any) -> None:
    module = types.ModuleType(name)
    vars(module).update(contents)
    monkeypatch.setitem(sys.modules, name, module)


class Coins:
    """A game of OpenSpiel: chance, then two decisions, three times."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.taken) == 9

    def current_player(self) -> int:
        return (len(self.taken) % 3) - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.current_player() == -1
        return [(7, 1.0), (8, 0.0)]

    def legal_actions(self) -> list[int]:
        assert self.current_player() >= 0
        return [1, 2]

    def legal_actions_mask(self) -> list[int]:
        return [0, 1, 1]

    def apply_action(self, action: int) -> None:
        assert action == 7 if self.current_player() == -1 else action in (1, 2)
        self.taken.append(action)


def test_chance_is_drawn_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    observed = []
    games = {"coins": types.SimpleNamespace(new_initial_state=Coins)}
    observation = types.SimpleNamespace(set_from=lambda _, player: observed.append(player))
    fake_module(monkeypatch, "pyspiel", load_game=games.__getitem__)
    fake_module(monkeypatch, "open_spiel")
    fake_module(monkeypatch, "open_spiel.python")
    fake_module(
        monkeypatch, "open_spiel.python.observation", make_observation=lambda _: observation
    )
    peer = peers_worker.OpenSpiel("coins")
    assert "coins" in peer.describe()
    assert peer.run(0.0)[0] == 6
    assert observed == [0, 1] * 3


class Board:
    """A state of wingedsheep's game that ends after four actions."""

    def __init__(self, tile_sets: Any, supplementary_rules: Any, players: int) -> None:
        self.made_of = (tile_sets, supplementary_rules, players)
        self.left = 4
        print("it reports what it does")

    def is_terminated(self) -> bool:
        return self.left == 0


def test_wingedsheep_plays_whole_games_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    applied = []

    def apply(state: Board, action: str) -> Board:
        assert state.made_of == (["the base set"], ["the farmers rule"], 2)
        applied.append(action)
        state.left -= 1
        return state

    modules: dict[str, dict[str, Any]] = {
        "utils.action_util": {
            "ActionUtil": types.SimpleNamespace(get_possible_actions=lambda state: ["pass"])
        },
        "utils.state_updater": {"StateUpdater": types.SimpleNamespace(apply_action=apply)},
        "carcassonne_game_state": {"CarcassonneGameState": Board},
        "tile_sets.tile_sets": {"TileSet": "the {} set".format},
        "tile_sets.supplementary_rules": {"SupplementaryRule": "the {} rule".format},
    }
    for name, contents in modules.items():
        fake_module(monkeypatch, f"wingedsheep.carcassonne.{name}", **contents)
    peer = peers_worker.Wingedsheep("base")
    assert "base" in peer.describe()
    assert peer.run(0.0)[0] == len(applied) == 4
    assert capsys.readouterr().out == ""


class FakePgx(peers_worker.Pgx):
    """Batches of given speeds, without jax."""

    def __init__(self, speeds: dict[int, float]) -> None:
        self.speeds = speeds
        self.batches = tuple(speeds)  # type: ignore[assignment]
        self.tried: list[int] = []

    def deal(self, batch: int) -> Any:
        return batch

    def run(self, seconds: float) -> tuple[int, float]:
        self.tried.append(self.batch)
        return 1, 1 / self.speeds[self.batch]


def test_the_best_batch_is_found_and_hopeless_ones_are_not_tried() -> None:
    rising = FakePgx({1: 1.0, 64: 8.0, 128: 10.0, 256: 9.0})
    assert rising.scan_batches() == pytest.approx(rising.speeds)
    assert rising.tried == [*rising.speeds] * peers_worker.Pgx.scan_rounds
    falling = FakePgx({1: 10.0, 8: 3.0, 64: 12.0, 128: 5.0, 256: 4.0, 512: 3.0})
    assert list(falling.scan_batches()) == [1, 8, 64, 128, 256]
    assert 512 not in falling.tried


class FakeCards:
    """An environment of RLCard: three decisions, of which 5 and 9 are legal."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def reset(self) -> tuple[dict[str, Any], int]:
        self.taken.clear()
        return {"legal_actions": {5: None, 9: None}}, 0

    def is_over(self) -> bool:
        return len(self.taken) == 3

    def step(self, action: int) -> tuple[dict[str, Any], int]:
        assert action in (5, 9)
        self.taken.append(action)
        return {"legal_actions": {5: None, 9: None}}, 1


def test_rlcard_plays_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    env = FakeCards()
    made: list[str] = []

    def make(name: str, config: dict[str, int]) -> FakeCards:
        made.append(name)
        return env

    fake_module(monkeypatch, "rlcard", make=make)
    peer = peers_worker.RLCard("gin-rummy")
    steps, seconds = peer.run(0.001)
    assert (made, steps % 3, env.is_over()) == (["gin-rummy"], 0, True)
    assert steps >= 3
    assert seconds >= 0.001
    assert "gin-rummy" in peer.describe()
