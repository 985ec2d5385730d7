import dataclasses
import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs import load
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.agents import Agent, Random, make_scripted
from fiefdom.envs.common.game import Game
from fiefdom.training import arena, roster
from fiefdom.training.roster import Member
from tests.envs import peek

Ints = npt.NDArray[np.int64]
GAME = load("king_of_the_dice")
FAST = 60  # games: enough where the better agent nearly always wins


def options(game: Game = GAME, **given: Any) -> Any:
    return game.options(given)


class Recorder:
    """Plays the first legal action; remembers what it was told."""

    def __init__(self) -> None:
        self.resets: list[tuple[list[int], list[int]]] = []
        self.decided: list[tuple[int, int]] = []

    def act(self, observation: Any, mask: npt.NDArray[np.bool_], seats: Ints, rows: Ints) -> Ints:
        self.decided += zip(rows.tolist(), seats.tolist(), strict=True)
        first: Ints = mask.argmax(axis=1)
        return first

    def reset(self, rows: Ints, seeds: npt.NDArray[np.uint64]) -> None:
        self.resets.append((rows.tolist(), seeds.tolist()))


class Cheat(Recorder):
    def act(self, observation: Any, mask: npt.NDArray[np.bool_], seats: Ints, rows: Ints) -> Ints:
        illegal: Ints = mask.argmin(axis=1)
        return illegal


def single_game(game: Game, chosen: Any, seed: int) -> tuple[list[int], list[int]]:
    """Play the first legal action to the end in a single environment."""
    env = GameEnv(game, **dataclasses.asdict(chosen))
    env.reset(seed=seed)
    while not env.record.over:
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    return env.scores(), env.ranks()


@pytest.mark.parametrize(("game", "players"), [(GAME, 2), (GAME, 4), (peek.GAME, 3)])
def test_a_match_plays_the_games_of_its_seeds(game: Game, players: int) -> None:
    chosen = options(game, num_players=players)
    seeds = [3, 5, 2**64 - 1]
    match = arena.play_match(game, chosen, [Recorder() for _ in range(players)], seeds)
    for row, seed in enumerate(seeds):
        scores, ranks = single_game(game, chosen, seed)
        assert (match.scores[row].tolist(), match.ranks[row].tolist()) == (scores, ranks)


def test_a_long_game_is_not_lost_to_short_ones() -> None:
    seeds = range(40)
    match = arena.play_match(GAME, options(), [Random(), Random()], seeds)
    alone = [arena.play_match(GAME, options(), [Random(), Random()], [seed]) for seed in seeds]
    lengths = {tuple(one.scores[0]) for one in alone}
    assert len(lengths) > 10
    # the chance of Random follows from seed and seat, not from the number of the game
    assert np.array_equal(match.scores, np.concatenate([one.scores for one in alone]))


def test_rows_tell_games_and_seats_apart() -> None:
    agent, other = Recorder(), Recorder()
    seating = [[0, 1, 0], [1, 1, 0]]
    arena.play_match(GAME, options(num_players=3), [agent, other], [1, 2], seating)
    assert set(agent.decided) == {(0, 0), (2, 2), (5, 2)}
    assert set(other.decided) == {(1, 1), (3, 0), (4, 1)}
    ((rows, seeds),) = agent.resets
    assert rows == [0, 2, 5]
    assert len({*seeds, *other.resets[0][1]}) == 6


def test_one_agent_in_several_seats_is_asked_once_a_step() -> None:
    agent = Recorder()
    arena.play_match(GAME, options(), [agent, agent], range(3))
    assert len(agent.resets) == 1
    assert agent.resets[0][0] == list(range(6))


@pytest.mark.parametrize(
    ("agents", "seating", "message"),
    [
        ([Random()], None, "1 agents for 2 seats"),
        ([Random(), Random()], [[0, 1, 0]], r"shape \(1, 3\); wanted \(1, 2\)"),
        ([Random(), Random()], [[0, 2]], "outside of 0 to 1"),
        ([Random(), Random()], [[0, -1]], "outside of 0 to 1"),
    ],
)
def test_seating_is_checked(agents: list[Agent], seating: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        arena.play_match(GAME, options(), agents, [0], seating)


def test_an_illegal_action_is_named() -> None:
    with pytest.raises(ValueError, match="is illegal"):
        arena.play_match(peek.GAME, options(peek.GAME, bold=True), [Cheat(), Cheat()], range(9))


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_are_checked(seed: int) -> None:
    with pytest.raises(ValueError, match="out of range"):
        arena.play_match(GAME, options(), [Random(), Random()], [seed])


def test_line_ups_of_two_players() -> None:
    assert [line_up.seatings for line_up in arena.line_ups(3, 2)] == [
        ((0, 1), (1, 0)),
        ((0, 2), (2, 0)),
        ((1, 2), (2, 1)),
    ]


@pytest.mark.parametrize(("agents", "players"), [(2, 3), (3, 3), (4, 3), (5, 5), (2, 6)])
def test_line_ups_give_every_agent_every_seat_equally_often(agents: int, players: int) -> None:
    found = arena.line_ups(agents, players)
    assert len({line_up.agents for line_up in found}) == len(found)
    for line_up in found:
        table = np.array(line_up.seatings)
        assert len({tuple(row) for row in table.tolist()}) == len(table)
        for seat in range(players):
            _, counts = np.unique(table[:, seat], return_counts=True)
            assert counts.tolist() == [len(table) // len(line_up.agents)] * len(line_up.agents)
    full = [line_up for line_up in found if len(line_up.agents) == players]
    assert bool(full) == (agents >= players)


def test_greedy_beats_random() -> None:
    result = arena.tournament(GAME, options(), ["random", "greedy"], FAST)
    weak, strong = result.pairings
    assert (weak.agent, weak.against, strong.agent) == ("random", "greedy", "greedy")
    assert strong.win_rate > 0.9
    assert weak.win_rate < 0.1
    assert strong.low < strong.win_rate <= strong.high
    assert strong.margin == -weak.margin > 0
    assert strong.wins + weak.wins == pytest.approx(FAST)
    low, high = result.standings
    assert high.rating > low.rating
    assert high.margin == pytest.approx(strong.margin)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_an_agent_against_itself_is_exactly_even(name: str) -> None:
    result = arena.tournament(GAME, options(), [name, name], 40, seed=5)
    first, second = result.pairings
    assert (first.agent, first.against) == (name, f"{name} (2)")
    assert first.wins == second.wins == 20
    assert first.margin == second.margin == 0
    assert first.score == second.score


def test_every_seating_is_played_on_the_same_seeds() -> None:
    seen: list[tuple[list[int], list[int]]] = []

    class Spy(Recorder):
        def reset(self, rows: Ints, seeds: npt.NDArray[np.uint64]) -> None:
            seen.append((rows.tolist(), seeds.tolist()))

    members = [Member("a", "a", Spy()), Member("b", "b", Spy())]
    result = arena.tournament(GAME, options(), members, 8)
    by_row = [dict(zip(rows, seeds, strict=True)) for rows, seeds in seen]
    for game in range(0, 8, 2):  # games 2k and 2k+1 share a seed, with seats exchanged
        assert by_row[0][2 * game] == by_row[1][2 * (game + 1)]
        assert by_row[1][2 * game + 1] == by_row[0][2 * (game + 1) + 1]
    assert result.line_ups[0]["seatings"] == [["a", "b"], ["b", "a"]]
    assert result.line_ups[0]["seeds"] == 4


@pytest.mark.parametrize("games", [7, 31])
def test_exactly_the_games_asked_for_are_played(games: int) -> None:
    result = arena.tournament(peek.GAME, options(peek.GAME), ["random", "random"], games)
    assert [pairing.games for pairing in result.pairings] == [games, games]
    assert result.standings[0].seats == games


def test_mixed_line_ups_of_more_players() -> None:
    names = ["random", "greedy", "random"]
    lines: list[str] = []
    result = arena.tournament(GAME, options(num_players=3), names, 48, progress=lines.append)
    assert [line_up["agents"] for line_up in result.line_ups] == [
        ["random", "greedy"],
        ["random", "random (2)"],
        ["greedy", "random (2)"],
        ["random", "greedy", "random (2)"],
    ]
    assert [len(line_up["seatings"]) for line_up in result.line_ups] == [6, 6, 6, 6]
    assert lines[3] == "line-up 4 of 4: random, greedy, random (2) (48 games)"
    rates = {(pairing.agent, pairing.against): pairing for pairing in result.pairings}
    assert len(rates) == 6
    assert rates["random", "random (2)"].win_rate == pytest.approx(0.5)
    assert rates["greedy", "random"].win_rate > 0.8
    assert max(result.standings, key=lambda standing: standing.rating).agent == "greedy"
    shares = [standing.win_rate * standing.seats for standing in result.standings]
    assert sum(shares) == pytest.approx(4 * 48)


def test_result_names_all_that_it_depends_on() -> None:
    chosen = options(village="auto")
    result = arena.tournament(GAME, chosen, ["random", "greedy"], 4, seed=2**64 - 1)
    fields = json.loads(json.dumps(result.to_json()))
    assert set(fields) == {
        "format", "game", "version", "rules", "options", "seed", "games", "line_ups", "pairings",
        "standings", "packages",
    }  # fmt: skip
    assert (fields["format"], fields["game"], fields["version"]) == (arena.FORMAT, GAME.name, 0)
    assert fields["options"] == dataclasses.asdict(chosen)
    assert fields["seed"] == 2**64 - 1
    assert len(fields["rules"]) == 16
    assert result == arena.tournament(GAME, chosen, ["random", "greedy"], 4, seed=2**64 - 1)


@pytest.mark.parametrize(
    ("game", "given", "agents", "games", "message"),
    [
        (GAME, {}, ["random"], 10, "at least 2 agents, not 1"),
        (peek.GAME, {"num_players": 1}, ["random", "random"], 10, "at least 2 players, not 1"),
        (GAME, {}, ["random", "random"], 1, "games=1 is too few; at least 2"),
        (GAME, {"num_players": 5}, ["random", "random"], 29, "games=29 is too few; at least 30"),
        (GAME, {}, ["random", "gredy"], 10, "unknown agent 'gredy'.*did you mean 'greedy'"),
    ],
)
def test_numbers_and_names_are_checked(
    game: Game, given: dict[str, Any], agents: list[str], games: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        arena.tournament(game, options(game, **given), agents, games)


def test_games_must_be_an_integer() -> None:
    with pytest.raises(TypeError, match=r"games=10\.0 is not an integer"):
        arena.tournament(GAME, options(), ["random", "random"], 10.0)  # type: ignore[arg-type]


def test_labels_must_differ() -> None:
    twice = [Member("a", "a", Random()), Member("a", "a", Random())]
    with pytest.raises(ValueError, match="same label"):
        arena.tournament(GAME, options(), twice, 10)


def test_labels_are_short_and_distinct() -> None:
    names = ["random", "greedy", "greedy", "x/model.zip", "y/model.zip", "y/best.zip", "d/random.z"]
    assert roster.make_labels(GAME, names) == [
        "random", "greedy", "greedy (2)", "x/model.zip", "y/model.zip", "best", "d/random.z",
    ]  # fmt: skip


def test_scripted_agents_need_no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "load_extra", lambda module: pytest.fail("torch was asked for"))
    assert [member.label for member in roster.enlist(GAME, options(), ["greedy", "random"])] == [
        "greedy",
        "random",
    ]


def test_a_missing_file_is_named() -> None:
    pytest.importorskip("torch")
    with pytest.raises(FileNotFoundError, match=r"no/such\.zip"):
        roster.make_agent(GAME, options(), "no/such.zip")


def test_a_model_file_plays(tmp_path: Any) -> None:
    pytest.importorskip("torch")
    from tests.training.models import write_model

    path = write_model(tmp_path / "own.zip", GAME, options())
    result = arena.tournament(GAME, options(), ["random", str(path)], 20)
    assert [standing.agent for standing in result.standings] == ["random", "own"]
    assert result.standings[1].source == str(path)
    assert "torch" in result.packages
    drawn = roster.make_agent(GAME, options(), str(path), sample=True)
    match = arena.play_match(GAME, options(), [drawn, make_scripted(GAME, None, "random")], [1, 2])
    assert (match.ranks >= 1).all()


def test_a_model_of_corrected_rules_plays_the_game_with_them(tmp_path: Any) -> None:
    pytest.importorskip("torch")
    from tests.training.models import write_model

    rules = GAME.RULES.copy()
    rules["village_value"][0, 1:] += 1
    corrected = GAME.with_rules(rules)
    model = str(write_model(tmp_path / "corrected.zip", corrected, options()))
    with pytest.raises(ValueError, match=f"is a model for rules '{corrected.rules_hash:016x}'"):
        arena.tournament(GAME, options(), [model, "random"], games=2)
    result = arena.tournament(corrected, options(), [model, "greedy"], games=2)
    assert result.rules == f"{corrected.rules_hash:016x}"
