"""Write golden games anew: `python tests/envs/write_golden.py [GAME ...]`, by default all games'.

Read the differences against the rulebook before a commit.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from fiefdom.envs import GAMES
from tests.envs.golden import write


def main() -> None:
    """Write the golden games of the games named on the command line."""
    for name in sys.argv[1:] or GAMES:
        for path in write(name):
            print(path)


if __name__ == "__main__":
    main()
