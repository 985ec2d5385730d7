"""Golden games: whole games written out so that a person with the rules can follow them."""

import random
from pathlib import Path

from fiefdom.envs.common.aec import GameEnv
from fiefdom.envs.toy_nim import raw_env
from tests.envs.golden import Chooser, GoldenGame

FOLDER = Path(__file__).with_name("golden")
GAMES = (
    GoldenGame(FOLDER, "three_players", 4, {"num_players": 3, "start": "random", "last": "loses"}),
)


def chosen_by_players(game: GoldenGame) -> Chooser:
    """Return how the actions of a new golden game are chosen."""
    return random.Random(game.seed).choice


def written_out(golden: GoldenGame, choose: Chooser) -> str:
    """Play a game and return it as text."""
    env = raw_env(**golden.options)
    env.reset(seed=golden.seed)
    lines = [f"Toy Nim, seed {golden.seed}, {env.options}", ""]
    while not env.record.over:
        legal = env.last()[0]["action_mask"].nonzero()[0].tolist()
        action = choose(legal)
        plays = f"plays {env.action_text(action)} (action {action})"
        lines.append(f"{heaps_of(env)}  {env.agent_selection} {plays}")
        env.step(action)
    lines += [f"{heaps_of(env)}  points {env.scores()}, places {env.ranks()}"]
    return "\n".join(lines) + "\n"


def heaps_of(env: GameEnv) -> str:
    return " ".join(str(stones) for stones in env.record.heaps)
