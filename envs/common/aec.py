"""GameEnv: the PettingZoo AEC environment of any game.

`env()` behaves as `raw_env()` would inside PettingZoo's TerminateIllegalWrapper,
AssertOutOfBoundsWrapper and OrderEnforcingWrapper, done here natively: that stack alone caps any
environment at about 20,000 steps a second.
"""

import copy
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from fiefdom.envs.common import snapshot
from fiefdom.envs.common.agent_iter import AgentIterable
from fiefdom.envs.common.game import Game, check_seed
from fiefdom.envs.common.one_game import OneGame
from fiefdom.envs.common.options import check
from fiefdom.envs.common.rewards import ILLEGAL
from fiefdom.envs.common.show import RENDER_FPS, Window, check_mode, render_modes, show

AFTER_RESET = {
    "rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents",
}  # fmt: skip
INTEGERS = (int, np.integer)
ALL_SEATS, PUBLIC, MOVER = "all", "public", "mover"


class GameEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """One game of any kind as a PettingZoo AEC environment.

    Args:
        game: the game to play.
        checked: end the game with -1 for the mover on an illegal action (`env`), or raise
            ValueError (`raw_env`).
        render_mode: None, `ansi` (text), `rgb_array` (where the game has pictures) or `human`: the
            picture in a window, or the text printed where no window can be opened.
        render_seat: whose view is rendered: a seat, `mover`, `public` or `all`.
        mask_in_info: also give the mask as `infos[agent]["action_mask"]`.
        **options: the options of the game.

    Raises:
        TypeError, ValueError: for an unknown option or a value that is not allowed.
    """

    def __init__(
        self,
        game: Game,
        *,
        checked: bool = True,
        render_mode: str | None = None,
        render_seat: int | str = PUBLIC,
        mask_in_info: bool = False,
        **options: Any,
    ) -> None:
        self.game = game
        self.options = game.options(options)
        seats = range(self.options.num_players)
        check_mode(game, render_mode)
        check("render_seat", render_seat, (PUBLIC, MOVER, ALL_SEATS, *seats))
        check("mask_in_info", mask_in_info, (False, True))
        self.metadata = {
            "name": game.id,
            "render_modes": render_modes(game),
            "is_parallelizable": False,
            "render_fps": RENDER_FPS,
        }
        self.checked = checked
        self.render_mode = render_mode
        self.render_seat = render_seat
        self._window: Window | None = None
        self.mask_in_info = mask_in_info
        self.possible_agents = [f"player_{seat}" for seat in seats]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._one = OneGame(game, self.options)
        self._layout = game.layout(self.options)
        self._is_vector = [len(shape) for shape in self._layout.parts.values()] == [1]
        self._pays_steps = self.options.reward == "score"
        self._no_rewards = dict.fromkeys(self.possible_agents, 0.0)
        self._make_spaces()
        self._identity: dict[str, Any] = {}
        self._has_reset = False
        self._has_updated = False
        self._skip_agent_selection: str | None = None

    def _make_spaces(self) -> None:
        actions = self._one.num_actions
        mask = spaces.Box(0, 1, (actions,), np.int8)
        seen = spaces.Dict({"observation": self._layout.space(), "action_mask": mask})
        self._observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = self.game.state_layout(self.options).space()

    def __getattr__(self, name: str) -> Any:
        """Say of attributes that exist only after reset() that they do not exist yet."""
        if name in AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, the same object on every call."""
        return self._observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, the same object on every call."""
        return self._action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seat_of:
            raise ValueError(f"unknown agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: 0 to 2^64 - 1. Without one, the seed that follows the last game's; the first
                time, one from the operating system.
            options: ignored; the options of a game belong to the constructor.
        """
        self._one.reset(None if seed is None else check_seed(seed), self._has_reset)
        self._has_reset = self._has_updated = True
        self.agents = self.possible_agents[:]
        self.rewards = self._no_rewards.copy()
        self._cumulative_rewards = self._no_rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._one.mover[0]]
        self._skip_agent_selection = None
        self._fill_infos()

    @property
    def seed(self) -> int:
        """The seed of the current game."""
        return int(self._one.seeds[0])

    def step(self, action: Any) -> None:
        """Play an action of `agent_selection`, or None for an agent that is out of the game.

        Raises:
            AssertionError: before reset(); `env()` also for an action outside of the space.
            ValueError: `raw_env()` for an illegal action, and any action of a dead agent.
            TypeError: `raw_env()` for an action that is not an integer.
        """
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                self._number(action)
            self._was_dead_step(action)
            return
        number = self._number(action)
        if self._one.step(number):
            self._hand_out(agent)
        else:
            self._refuse(agent, number)

    def _number(self, action: Any) -> int:
        if isinstance(action, INTEGERS) and 0 <= action < self._one.num_actions:
            if type(action) is not bool:
                return int(action)
        elif isinstance(action, np.ndarray) and action.shape == ():
            return self._number(action[()])
        is_integer = isinstance(action, INTEGERS) and type(action) is not bool
        kind = AssertionError if self.checked else ValueError if is_integer else TypeError
        raise kind(
            f"action {action!r} is not in action space; "
            f"allowed: integers 0 to {self._one.num_actions - 1} that are 1 in the action mask"
        )

    def _refuse(self, agent: str, action: int) -> None:
        if not self.checked:
            legal = ", ".join(str(choice) for choice in np.flatnonzero(self._one.mask_row)[:10])
            raise ValueError(
                f"action {action} ({self.action_text(action)}) is illegal for {agent}; "
                f"some legal actions: {legal} (all: action_mask)"
            )
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0)
        self.rewards[agent] = ILLEGAL
        self._accumulate_rewards()
        self._deads_step_first()

    def _hand_out(self, agent: str) -> None:
        one = self._one
        self._cumulative_rewards[agent] = 0.0
        over = one.ended_row[0]
        if over or self._pays_steps:
            self.rewards = dict(zip(self.possible_agents, one.rewards_row.tolist(), strict=True))
            self._accumulate_rewards()
        else:
            self.rewards = self._no_rewards.copy()
        self.agent_selection = self.possible_agents[one.mover[0]]
        if over:
            flags = self.truncations if one.ended_row[1] else self.terminations
            flags.update(dict.fromkeys(self.agents, True))
            self._deads_step_first()
        if self.mask_in_info:
            self._fill_infos()

    def _fill_infos(self) -> None:
        if self.mask_in_info:
            for agent in self.agents:
                self.infos[agent]["action_mask"] = self._observe(agent)["action_mask"]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, `{"observation", "action_mask"}`, in fresh arrays.

        The mask (int8) is all zero for everyone but the mover, and for everyone after the end.
        """
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self._observe(agent)

    def _observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat_of.get(agent)
        one = self._one
        if seat is None:
            self._known(agent)
        elif seat == one.mover[0]:
            flat, mask = one.observation_row.copy(), one.mask_row.copy()
        else:
            flat, mask = one.view(seat)
        if not self.agents or self.terminations[self.agents[0]]:
            mask[:] = 0  # an illegal action has ended the game for all, though not its record
        observation = flat if self._is_vector else self._layout.shaped(flat)
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what the selected agent sees, its reward, termination, truncation and info."""
        agent = self.agent_selection
        return (
            self._observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """Yield the agent to move, until all are out; step() in between."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return AgentIterable(self, max_iter)

    def state(self) -> npt.NDArray[np.float32]:
        """Return the whole position, secrets included, never the random stream."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return self._one.view_everything()

    @property
    def record(self) -> Any:
        """The game as a record of named fields; it shows everything, secrets too."""
        return self._one.record

    def scores(self) -> list[int]:
        """Return the points of each seat so far; the final ones once the game is over."""
        return self._one.points()

    def ranks(self) -> list[int]:
        """Return the places of the seats from 1, as if the game ended now."""
        return self._one.places()

    def action_text(self, action: int) -> str:
        """Say what an action means in this position."""
        return self.game.action_text(self.record, action)

    def describe(self) -> list[dict[str, Any]]:
        """Return the layout of the observation: a row for each named block."""
        return self._layout.describe()

    def explain(self, observation: Any) -> dict[str, Any]:
        """Return the values of an observation under the names of its blocks."""
        if isinstance(observation, dict) and "action_mask" in observation:
            observation = observation["observation"]
        return self._layout.explain(observation)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the view of `render_seat` as text or picture; `human` shows it instead.

        Raises:
            ImportError: `rgb_array` without the extra `render`, which has Pillow.
        """
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            EnvLogger._generic_warning(
                "[WARNING]: render() needs a render_mode; give one when making the environment: "
                + ", ".join(render_modes(self.game))
            )
        seat = int(self._one.mover[0]) if self.render_seat == MOVER else self.render_seat
        may_see = not self.game.secrets or seat in (int(self._one.mover[0]), ALL_SEATS)
        legal = np.flatnonzero(self._one.mask_row).tolist() if self.agents and may_see else []
        if self._window is None and self.render_mode == "human":
            self._window = Window(self.game.title)
        return show(self.game, self.record, self.render_mode, seat, legal, self._window)

    def close(self) -> None:
        """Close the window, if there is one; nothing else is held."""
        if self._window:
            self._window.close()

    def clone(self) -> "GameEnv":
        """Return an independent copy; both continue with the same chance (see determinize)."""
        twin: GameEnv = object.__new__(type(self))
        fields = twin.__dict__
        fields.update(self.__dict__)
        fields["_one"] = self._one.copy()
        fields["_window"] = None
        if self._has_reset:
            fields["agents"] = self.agents.copy()
            fields["rewards"] = self.rewards.copy()
            fields["_cumulative_rewards"] = self._cumulative_rewards.copy()
            fields["terminations"] = self.terminations.copy()
            fields["truncations"] = self.truncations.copy()
            fields["infos"] = {agent: info.copy() for agent, info in self.infos.items()}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameEnv":
        """Copy as clone() does, and the spaces with their random streams."""
        twin = self.clone()
        for name in ("_observation_spaces", "_action_spaces"):
            setattr(twin, name, copy.deepcopy(getattr(self, name), memo))
        return twin

    def __reduce__(self) -> Any:
        """Pickle the constructor's arguments and the state; spaces keep their random streams."""
        return snapshot.pickled(self)

    def get_state(self) -> bytes:
        """Return the game, its pending rewards and flags as bytes for set_state()."""
        if not self._has_reset:
            raise AssertionError("reset() needs to be called before get_state.")
        return snapshot.pack(self)

    def set_state(self, state: bytes) -> None:
        """Restore what get_state() returned.

        Raises:
            TypeError: if `state` is not bytes.
            ValueError: if the bytes are damaged, or of another game, version, options or rules;
                nothing is changed then.
        """
        snapshot.unpack(self, state)
        self._refresh()

    def _refresh(self) -> None:
        self._has_reset = self._has_updated = True
        self._one.refresh()
        self._fill_infos()

    def determinize(self, agent: str, seed: int) -> None:
        """Redraw, in place, all that an agent cannot know, and all chance to come.

        A search works on `env.clone()` after this, or it reads the future.

        Raises:
            AssertionError: before reset().
            ValueError: for an unknown agent, a seed out of range, or a finished game.
        """
        if not self._has_reset:
            raise AssertionError("reset() needs to be called before determinize.")
        seat = self._seat_of[self._known(agent)]
        number = check_seed(seed)
        if not self.agents or self.terminations[self.agents[0]] or self.truncations[self.agents[0]]:
            raise ValueError("a finished game cannot be determinized: nothing is left to chance")
        self._one.determinize(seat, number)
        self._refresh()

    def __str__(self) -> str:
        """Return the name and version of the game."""
        return self.game.id
