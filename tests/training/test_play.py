from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from fiefdom.envs import load
from fiefdom.envs.common import replay
from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.common.agents import Agent, Random, make_scripted
from fiefdom.envs.common.game import Game
from fiefdom.training import arena, play
from fiefdom.training.play import Human
from tests.envs import peek

GAME = load("king_of_the_dice")
KEEPS = {
    0: "roll all six dice",
    1: "keep 3R, roll the rest",
    3: "keep 3R 3R, roll the rest",
    5: "keep 3R 4B, roll the rest",
    63: "stop rolling",
}


def typing(lines: Iterable[str]) -> Callable[[str], str]:
    """Return an `ask` that types these lines and then ends the input."""
    left = iter(lines)

    def ask(prompt: str) -> str:
        for line in left:
            return line
        raise EOFError

    return ask


def deal(game: Game = GAME, seed: int = 3, **given: Any) -> GameEnv:
    env = GameEnv(game, checked=False, **given)
    env.reset(seed)
    return env


def play_as_human(
    lines: Iterable[str], game: Game = GAME, seed: int = 3
) -> tuple[GameEnv, list[int], list[str]]:
    """Play seat 0 by typed lines against random; return what was played and shown."""
    env = deal(game, seed)
    told: list[str] = []
    agents: list[Agent] = [Human(env, typing(lines), told.append), Random()]
    actions = play.play_game(env, agents, ["human", "random"], told.append)
    return env, actions, told


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        ("63", [63]),
        ("2", []),
        ("99999999999999999999999999", []),
        ("²", []),
        ("stop", [63]),
        ("STOP Rolling", [63]),
        ("keep 3r", [1]),
        ("keep 3R 3R", [3]),
        ("3R 4b", [5]),
        ("4B", [5]),
        ("3R", [1, 3, 5]),
        ("3R 3R 3R", []),
        ("keep", [1, 3, 5]),
        ("roll", [0, 1, 3, 5]),
        ("nonsense", []),
        ("-1", []),
        ("!?", []),
    ],
)
def test_typed_lines_find_actions(typed: str, actions: list[int]) -> None:
    assert play.find_actions(typed, KEEPS) == actions


def test_a_person_plays_a_whole_game() -> None:
    _, actions, told = play_as_human(["play"] * 20, peek.GAME)
    assert len(actions) > 8
    assert any(line == "player_0 (you): play" for line in told)
    assert any(line.startswith("player_1 (random): ") for line in told)
    assert "The game is over:" in told[-1]
    assert "1. player_" in told[-1]


def test_a_person_sees_the_view_of_the_seat() -> None:
    env = deal(peek.GAME)
    told: list[str] = []
    human = Human(env, typing(["play"]), told.append)
    play.decide(env, human, 0)
    hands = env.record.hands
    assert f"card {int(hands[0])}" in told[0]
    assert "player_1: 0 points, card ?" in told[0]


def test_legal_actions_are_listed_in_words() -> None:
    env, _, told = play_as_human(["actions"])
    legal = np.flatnonzero(env.observe("player_0")["action_mask"]).tolist()
    shown = [line for line in told if line.startswith("   0  roll all six dice")]
    assert [int(line.split()[0]) for line in shown[0].splitlines()] == legal
    assert env.action_text(legal[1]) in shown[0]


def test_illegal_input_is_refused_and_asked_for_again() -> None:
    _, actions, told = play_as_human(["78", "take", "keep", "", "help", "stop"])
    assert actions[0] == 63
    text = "\n".join(told)
    assert "'78' is not a legal action; legal are:" in text
    assert "'take' is not a legal action" in text
    assert "'keep' fits " in text
    assert "more; `actions` lists all" in text
    assert text.count(play.HELP) == 2


def test_show_repeats_the_position() -> None:
    _, _, told = play_as_human(["show"])
    assert told[0] == told[1]


@pytest.mark.parametrize("lines", [[], ["quit"], ["Q"], ["exit"], ["0", "quit"]])
def test_quit_and_the_end_of_the_input_leave_politely(lines: list[str]) -> None:
    _, actions, told = play_as_human(lines)
    assert actions == [int(line) for line in lines if line.isdigit()]
    assert told[-1] == f"\nThe game was left after {len(actions)} decisions."


def test_an_interrupt_leaves_politely() -> None:
    env = deal()

    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    told: list[str] = []
    assert play.play_game(env, [Human(env, interrupt, told.append)] * 2, ["a", "b"], print) == []


def test_the_prompt_names_the_seat() -> None:
    env = deal(start="random", seed=1)
    prompts = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return "0"

    play.decide(env, Human(env, ask, lambda text: None), int(env.record.mover))
    assert prompts == [f"player_{env.record.mover}, your action (help, quit): "]


def test_a_left_game_makes_a_replay_that_is_right() -> None:
    env, actions, _ = play_as_human(["0", "0"])
    replay.verify(GAME, replay.record(env, actions, ["human", "random"]))


def test_a_whole_game_makes_a_replay_that_is_right() -> None:
    env, actions, _ = play_as_human(["play"] * 20, peek.GAME)
    made = replay.record(env, actions, ["human", "random"])
    assert made.scores == env.scores()
    replay.verify(peek.GAME, made)


@pytest.mark.parametrize(
    ("game", "name"), [(GAME, "greedy"), (GAME, "random"), (peek.GAME, "random")]
)
def test_a_watched_game_is_the_arena_s_game_of_the_seed(game: Game, name: str) -> None:
    env = deal(game, seed=11)
    agent = make_scripted(game, env.options, name)
    told: list[str] = []
    play.play_game(env, [agent, agent], [name, name], told.append, watch=True)
    match = arena.play_match(game, env.options, [agent, agent], [11])
    assert env.scores() == match.scores[0].tolist()
    assert env.ranks() == match.ranks[0].tolist()


def test_watching_shows_the_public_position_before_every_action() -> None:
    env = deal(peek.GAME)
    told: list[str] = []
    agents = [Random(), Random()]
    actions = play.play_game(env, agents, ["a", "b"], told.append, watch=True)
    assert len(told) == 2 * len(actions) + 1
    assert all(text.count("card ?") == 2 for text in told[:-1:2])
    assert told[1].startswith("player_0 (a): ")


def test_delay_waits_after_agents_only(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    env = deal(peek.GAME)
    agents: list[Agent] = [Human(env, typing(["play"] * 20), lambda text: None), Random()]
    actions = play.play_game(env, agents, ["h", "r"], lambda text: None, delay=0.25)
    assert set(waited) == {0.25}
    assert 0 < len(waited) < len(actions)


def test_the_only_person_s_view_is_shown_at_the_end() -> None:
    env = deal(peek.GAME)
    human = Human(env)
    assert play.viewer([Random(), human]) == 1
    assert play.viewer([human, human]) == "public"
    assert play.viewer([Random(), Random()]) == "public"


def test_colours_are_removed() -> None:
    env = deal()
    text = GAME.text(env.record, 0, [0, 63])
    assert "\x1b[" in text
    assert "\x1b" not in play.without_colours(text)
