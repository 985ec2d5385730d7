"""A game at the terminal: a person against agents, or agents that are watched."""

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.aec import PUBLIC, GameEnv
from fiefdom.envs.common.agents import Agent
from fiefdom.envs.common.rng import mix

HELP = """Type the number of an action, or words of its text that single it out.
  show      the position again
  actions   every legal action, one a line
  help      this
  quit      leave the game (so does the end of the input)"""
PROMPT = "player_{seat}, your action (help, quit): "
FEW = 8  # actions that a message names
MOST_DIGITS = 9
CLAUSE_END = re.compile("[,(;]")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
Ask = Callable[[str], str]
Tell = Callable[[str], None]
Ints = npt.NDArray[np.int64]


class Quit(Exception):
    """A person left the game."""


class Human:
    """A person as an agent (see `agents.Agent`): shown the view of the seat, asked for an action.

    Args:
        env: the game that the person plays; what is shown comes from it.
        ask: shows a prompt and returns a line, or raises EOFError.
        tell: shows text.
    """

    def __init__(self, env: GameEnv, ask: Ask = input, tell: Tell = print) -> None:
        self.env = env
        self.ask = ask
        self.tell = tell

    def act(self, observation: Any, mask: npt.NDArray[np.bool_], seats: Ints, rows: Ints) -> Ints:
        """Return the person's action for each row; Quit if there is none."""
        chosen = [
            self._choose(int(seat), np.flatnonzero(legal).tolist())
            for seat, legal in zip(seats, mask, strict=True)
        ]
        return np.array(chosen, np.int64)

    def reset(self, rows: Ints, seeds: npt.NDArray[np.uint64]) -> None:
        """Forget nothing: memory is the person's own."""

    def _choose(self, seat: int, legal: list[int]) -> int:
        texts = {action: self.env.action_text(action) for action in legal}
        self.tell(self._view(seat, legal))
        while True:
            try:
                typed = self.ask(PROMPT.format(seat=seat)).strip()
            except (EOFError, KeyboardInterrupt) as error:
                raise Quit from error
            if typed.lower() in ("q", "quit", "exit"):
                raise Quit
            if typed.lower() in ("show", "look"):
                self.tell(self._view(seat, legal))
            elif typed.lower() == "actions":
                self.tell(_list(texts, list(texts)))
            elif typed.lower() in ("", "h", "help", "?"):
                self.tell(HELP)
            else:
                found = find_actions(typed, texts)
                if len(found) == 1:
                    return found[0]
                self.tell(_complaint(typed, found, texts))

    def _view(self, seat: int, legal: list[int]) -> str:
        return self.env.game.text(self.env.record, seat, legal)


def find_actions(typed: str, texts: Mapping[int, str]) -> list[int]:
    """Return the legal actions that a typed line may mean; one if it is clear.

    Args:
        typed: the number of an action, or words of its text in any order and case.
        texts: the text of each legal action.
    """
    if typed.isdecimal():
        number = int(typed) if len(typed) <= MOST_DIGITS else -1
        return [number] if number in texts else []
    wanted = _words(typed)
    # "keep 3R" also fits "keep 3R 3G", but it is the whole first clause of one action
    whole = [
        action for action, text in texts.items() if wanted == _words(CLAUSE_END.split(text)[0])
    ]
    if len(whole) == 1:
        return whole
    return [action for action, text in texts.items() if wanted and wanted <= _words(text)]


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[\w+-]+", text.lower()))


def _list(texts: Mapping[int, str], actions: Sequence[int]) -> str:
    return "\n".join(f"{action:4d}  {texts[action]}" for action in actions)


def _complaint(typed: str, found: list[int], texts: Mapping[int, str]) -> str:
    shown = found or list(texts)
    more = f"\n      ... {len(shown) - FEW} more; `actions` lists all" if len(shown) > FEW else ""
    if found:
        problem = f"{typed!r} fits {len(found)} actions; type a number or more words:"
    else:
        problem = f"{typed!r} is not a legal action; legal are:"
    return f"{problem}\n{_list(texts, shown[:FEW])}{more}"


def play_game(
    env: GameEnv,
    agents: Sequence[Agent],
    names: Sequence[str],
    tell: Tell = print,
    watch: bool = False,
    delay: float = 0.0,
) -> list[int]:
    """Play the game that was just dealt to its end, or until a person quits; return its actions.

    Args:
        env: reset, before its first decision.
        agents: by seat.
        names: of the agents, as they are shown.
        tell: shows text.
        watch: show the position before every decision, as the public sees it.
        delay: seconds to wait after an agent's decision.
    """
    for seat, agent in enumerate(agents):
        own = np.array([mix(np.uint64(env.seed), np.uint64(seat))], np.uint64)
        agent.reset(np.array([seat]), own)
    actions: list[int] = []
    try:
        while not env.record.over:
            seat = int(env.record.mover)
            if watch:
                tell(env.game.text(env.record, PUBLIC, []))
            action = decide(env, agents[seat], seat)
            who = "you" if isinstance(agents[seat], Human) else names[seat]
            tell(f"player_{seat} ({who}): {env.action_text(action)}")
            env.step(action)
            actions.append(action)
            if not isinstance(agents[seat], Human):
                time.sleep(delay)
    except Quit:
        tell(f"\nThe game was left after {len(actions)} decisions.")
        return actions
    tell(summary(env, names, viewer(agents)))
    return actions


def decide(env: GameEnv, agent: Agent, seat: int) -> int:
    """Return an agent's action for the seat that is to move."""
    seen = env.observe(env.possible_agents[seat])
    observation = seen["observation"]
    if isinstance(observation, dict):
        batch: Any = {name: part[None] for name, part in observation.items()}
    else:
        batch = observation[None]
    row = np.array([seat], np.int64)
    return int(agent.act(batch, seen["action_mask"][None].astype(np.bool_), row, row)[0])


def viewer(agents: Sequence[Agent]) -> int | str:
    """Return whose view is shown at the end: the only person's, else the public one."""
    people = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
    return people[0] if len(people) == 1 else PUBLIC


def summary(env: GameEnv, names: Sequence[str], seat: int | str) -> str:
    """Return the last position and the final places."""
    lines = [env.game.text(env.record, seat, []), "The game is over:"]
    places = zip(env.ranks(), range(len(names)), env.scores(), strict=True)
    for rank, player, score in sorted(places):
        lines.append(f"  {rank}. player_{player} ({names[player]}): {score} points")
    return "\n".join(lines)


def without_colours(text: str) -> str:
    """Return text without the codes that colour it in a terminal."""
    return COLOURS.sub("", text)
