"""Write the golden games anew: `python tests/envs/rise_to_nobility/write_golden.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.envs.rise_to_nobility.golden_games import GAMES, chosen_by_players, written_out


def main() -> None:
    """Write every golden game; read the differences against the rulebook before a commit."""
    for game in GAMES:
        game.path.parent.mkdir(exist_ok=True)
        game.path.write_text(written_out(game, chosen_by_players(game)), encoding="utf-8")
        print(game.path)


if __name__ == "__main__":
    main()
