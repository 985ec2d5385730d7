"""What `GameEnv.agent_iter` returns."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fiefdom.envs.common.aec import GameEnv


class AgentIterable(Iterable[str]):
    """What agent_iter() returns: each loop over it counts anew."""

    def __init__(self, env: "GameEnv", max_iter: int) -> None:
        self.env = env
        self.max_iter = max_iter

    def __iter__(self) -> Iterator[str]:
        """Begin a loop."""
        return _AgentIterator(self.env, self.max_iter)


class _AgentIterator(Iterator[str]):
    """Yields the agent to move and checks that a step was taken in between."""

    def __init__(self, env: "GameEnv", max_iter: int) -> None:
        self.env = env
        self.left = max_iter

    def __next__(self) -> str:
        env = self.env
        if not env.agents or self.left <= 0:
            raise StopIteration
        self.left -= 1
        if env.checked:
            if not env._has_updated:
                raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
            env._has_updated = False
        selected: str = env.agent_selection
        return selected
