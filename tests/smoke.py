"""What an installed wheel must do without extras: run as a script, outside the checkout."""

import numpy as np

import fiefdom.benchmarks
import fiefdom.training
import fiefdom.wrappers
from fiefdom.envs import GAMES, load, make
from fiefdom.envs.common.agents import make_scripted
from fiefdom.envs.common.batch import BatchEnv


def main() -> None:
    for name in GAMES:
        env = make(name)
        env.reset(seed=1)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        batch = BatchEnv(load(name), 8)
        for agent in ("random", *batch.game.agents):
            player = make_scripted(batch.game, batch.options, agent)
            rows = np.arange(8)
            batch.step(player.act(batch.observation, batch.action_mask, batch.mover, rows))
    print("fiefdom:", ", ".join(GAMES), "played from", fiefdom.wrappers.__path__)


if __name__ == "__main__":
    main()
