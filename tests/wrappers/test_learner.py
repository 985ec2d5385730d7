"""LearnerSeats over every game: equal to a game played out alone, seats, opponents, copies."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from fiefdom.envs.common.agents import Mixture, Random
from fiefdom.envs.common.game import Game
from fiefdom.wrappers.learner import ROTATE, LearnerSeats, make_opponents
from tests.envs.registry import EVERY_GAME, EVERY_OPTION_SET, scaled, settings
from tests.envs.walks import parts_of, same_view
from tests.wrappers.reference import Reference

GAMES_AT_ONCE = 5
STEPS = scaled(400)


class Recorder:
    """Plays randomly and keeps what it was asked."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed=seed)
        self.calls: list[tuple[list[int], list[int]]] = []
        self.announced: list[tuple[int, int]] = []

    def act(self, observation: Any, mask: Any, seats: Any, rows: Any) -> npt.NDArray[np.int64]:
        self.calls.append((rows.tolist(), seats.tolist()))
        assert all(len(part) == len(rows) for part in parts_of(observation).values())
        assert mask.dtype == np.bool_
        assert mask.any(axis=1).all()
        return self.random.act(observation, mask, seats, rows)

    def reset(self, rows: Any, seeds: Any) -> None:
        self.announced += zip(rows.tolist(), seeds.tolist(), strict=True)
        self.random.reset(rows, seeds)


def learner_seats(game: Game, options: Any, opponents: Any = "random", **more: Any) -> LearnerSeats:
    return LearnerSeats(game, GAMES_AT_ONCE, opponents, **more, **settings(options))


def legal(games: LearnerSeats, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a random legal action for every game."""
    mask = games.action_masks()
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask], np.int64)


def row_of(observation: Any, row: int) -> Any:
    if isinstance(observation, dict):
        return {name: part[row] for name, part in observation.items()}
    return observation[row]


def follow(reference: Reference, games: LearnerSeats, row: int) -> None:
    """Deal in a reference the game that a row plays now."""
    assert reference.reset(int(games.batch.seeds[row]), int(games.seats[row]))


@EVERY_OPTION_SET
def test_equals_games_played_alone(game: Game, options: Any) -> None:
    games = learner_seats(game, options, Recorder(), seed=3)
    alone = [Reference(game, options, Random()) for _ in range(GAMES_AT_ONCE)]
    for row, reference in enumerate(alone):
        follow(reference, games, row)
    rng = np.random.default_rng(3)
    ended = 0
    for step in range(game.longest_game * 2):
        if step >= STEPS and ended > GAMES_AT_ONCE:
            break
        actions = legal(games, rng)
        outcome = games.step(actions)
        shown, masks = games.observation(), games.action_masks()
        for row, reference in enumerate(alone):
            seen = reference.step(int(actions[row]))
            assert outcome.rewards[row] == pytest.approx(seen.reward)
            assert outcome.done[row] == (seen.terminated or seen.truncated)
            assert outcome.truncated[row] == seen.truncated
            if outcome.done[row]:
                ended += 1
                assert same_view(row_of(outcome.final_observation, row), seen.observation)
                follow(reference, games, row)
                seen = reference.look()
            assert same_view(row_of(shown, row), seen.observation)
            assert masks[row].tolist() == seen.mask.astype(bool).tolist()
    assert ended > GAMES_AT_ONCE


@EVERY_OPTION_SET
def test_the_learner_decides_everywhere(game: Game, options: Any) -> None:
    recorder = Recorder()
    games = learner_seats(game, options, recorder, seed=4)
    rng = np.random.default_rng(4)
    for _ in range(STEPS):
        assert (games.batch.mover == games.seats).all()
        before = games.seats.copy()
        recorder.calls.clear()
        outcome = games.step(legal(games, rng))
        assert (games.seats == before)[~outcome.done].all()
        for rows, seats in recorder.calls:
            asked = [(r, s) for r, s in zip(rows, seats, strict=True) if not outcome.done[r]]
            assert all(before[row] != seat for row, seat in asked)
            assert len(set(rows)) == len(rows)


@EVERY_OPTION_SET
def test_opponents_are_asked_once_for_all_games(game: Game, options: Any) -> None:
    """In each round of decisions: as many calls as the longest wait, not one for each game."""
    recorder = Recorder()
    games = LearnerSeats(game, 64, recorder, seed=5, **settings(options))
    rng = np.random.default_rng(5)
    for _ in range(scaled(100)):
        recorder.calls.clear()
        games.step(legal(games, rng))
        sizes = [len(rows) for rows, _ in recorder.calls]
        assert sizes == sorted(sizes, reverse=True)
        waits = np.zeros(64, np.int64)
        for rows, _ in recorder.calls:
            waits[rows] += 1
        assert len(sizes) == waits.max(initial=0)


@EVERY_OPTION_SET
def test_seats_are_drawn_alike_from_the_seed(game: Game, options: Any) -> None:
    players = options.num_players
    games = LearnerSeats(game, 300 * players, "random", seed=6, **settings(options))
    counts = np.bincount(games.seats, minlength=players)
    assert (counts > 220).all()
    again = LearnerSeats(game, 300 * players, "random", seed=6, **settings(options))
    assert again.seats.tolist() == games.seats.tolist()
    for seat in range(players):
        fixed = learner_seats(game, options, learner_seat=seat)
        assert (fixed.seats == seat).all()
        for _ in range(STEPS):
            fixed.step(legal(fixed, np.random.default_rng(seat)))
        assert (fixed.seats == seat).all()


@EVERY_OPTION_SET
def test_opponents_hear_of_every_game(game: Game, options: Any) -> None:
    recorder = Recorder()
    games = learner_seats(game, options, recorder, seed=7)
    rng = np.random.default_rng(7)
    for _ in range(STEPS):
        last = dict(recorder.announced)
        assert [last[row] for row in range(GAMES_AT_ONCE)] == games.batch.seeds.tolist()
        games.step(legal(games, rng))
    assert len(set(recorder.announced)) == len(recorder.announced)


def arrays_of(games: LearnerSeats, outcome: Any) -> list[Any]:
    final = parts_of(outcome.final_observation).values()
    shown = parts_of(games.observation()).values()
    return [*outcome[:3], *final, *shown, games.action_masks()]


@EVERY_OPTION_SET
def test_what_is_handed_out_is_never_overwritten(game: Game, options: Any) -> None:
    games = learner_seats(game, options, seed=8)
    rng = np.random.default_rng(8)
    held, copies = [], []
    for _ in range(STEPS):
        arrays = arrays_of(games, games.step(legal(games, rng)))
        held.append(arrays)
        copies.append([array.copy() for array in arrays])
    for arrays, kept in zip(held, copies, strict=True):
        assert all(a.tobytes() == b.tobytes() for a, b in zip(arrays, kept, strict=True))
        assert all(array.flags.writeable for array in arrays)


@EVERY_OPTION_SET
def test_forfeits(game: Game, options: Any) -> None:
    games, twin = (learner_seats(game, options, seed=9) for _ in range(2))
    rng = np.random.default_rng(9)
    for _ in range(STEPS):
        actions = legal(games, rng)
        lost = rng.random(GAMES_AT_ONCE) < 0.3
        seeds, shown = games.batch.seeds.copy(), games.observation()
        outcome = games.step(np.where(lost, -5, actions), lost)
        assert outcome.done[lost].all()
        assert not outcome.truncated[lost].any()
        assert not outcome.rewards[lost].any()
        for row in np.flatnonzero(lost).tolist():
            assert same_view(row_of(outcome.final_observation, row), row_of(shown, row))
            assert games.batch.seeds[row] != seeds[row]
        others = twin.step(actions)
        assert outcome.rewards[~lost].tolist() == others.rewards[~lost].tolist()
        assert outcome.done[~lost].tolist() == others.done[~lost].tolist()
        twin.restart(twin.rows, games.batch.seeds)
        games.restart(games.rows, games.batch.seeds)
        assert twin.batch.states.tobytes() == games.batch.states.tobytes()


@EVERY_GAME
def test_illegal_actions_are_refused(game: Game) -> None:
    games = LearnerSeats(game, 3, "random")
    before = games.batch.states.tobytes()
    with pytest.raises(ValueError, match=r"row 1: action -1 is illegal"):
        games.step(
            np.array([np.argmax(row) for row in games.action_masks()]) * [1, 0, 1] - [0, 1, 0]
        )
    assert games.batch.states.tobytes() == before


OPPONENTS: tuple[tuple[Any, type[Exception], str], ...] = (
    ("nobody", ValueError, "unknown agent 'nobody'.*scripted agents: random"),
    (3, TypeError, "opponents 3 are neither a name nor an agent"),
    ([], ValueError, "at least one"),
    (["random", None], TypeError, "opponents None"),
    (object(), TypeError, "neither a name nor an agent"),
)


@EVERY_GAME
@pytest.mark.parametrize(
    ("opponents", "error", "message"),
    OPPONENTS,
    ids=lambda value: repr(value).partition(" at 0x")[0],
)
def test_wrong_opponents(game: Game, opponents: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        LearnerSeats(game, 2, opponents)


@EVERY_GAME
def test_wrong_seats(game: Game) -> None:
    seats: tuple[Any, ...] = (
        (99, ValueError),
        (-1, ValueError),
        ("first", ValueError),
        (0.0, TypeError),
    )
    for seat, error in seats:
        with pytest.raises(error, match=rf"learner_seat={seat!r}.*allowed: '{ROTATE}', 0, 1"):
            LearnerSeats(game, 2, "random", seat)


@EVERY_GAME
def test_opponents_by_name_agent_or_mixture(game: Game) -> None:
    options = game.Options()
    assert isinstance(make_opponents(game, options, "random"), Random)
    agent = Recorder()
    assert make_opponents(game, options, agent) is agent
    mixture = make_opponents(game, options, ["random", agent])
    assert isinstance(mixture, Mixture)
    assert mixture.agents[1] is agent
    games = LearnerSeats(game, 40, mixture, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(10):
        games.step(legal(games, rng))
    asked = {row for rows, _ in agent.calls for row in rows}
    assert 0 < len(asked) < 40, "some games, not all"


@EVERY_OPTION_SET
def test_threads_do_not_matter(game: Game, options: Any) -> None:
    one, two = (learner_seats(game, options, seed=2, threads=threads) for threads in (1, 2))
    rng = np.random.default_rng(2)
    for _ in range(STEPS // 4):
        actions = legal(one, rng)
        assert all(
            a.tobytes() == b.tobytes()
            for a, b in zip(
                arrays_of(one, one.step(actions)), arrays_of(two, two.step(actions)), strict=True
            )
        )
    two.batch.close()
