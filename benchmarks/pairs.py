"""Which games of other libraries stand beside each of ours: one table.

A new comparison is a line in PAIRS; a new library is a class in `peers_worker`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from fiefdom.benchmarks.peers_worker import PEERS
from fiefdom.envs import GAMES, load
from fiefdom.envs.common.options import parse_options


class Pair(NamedTuple):
    """A peer, and what of ours it is compared with."""

    library: str
    game: str  # as the library calls it
    forms: tuple[str, ...]  # of ours: env, batch
    options: tuple[str, ...] = ()  # of ours, as name=value

    @property
    def peer(self) -> str:
        """The name of its process, row and ratios."""
        return f"{self.library} {self.game}"

    def ours(self, form: str) -> str:
        """Return the name of the process and row of a form of ours."""
        return " ".join((form, *self.options))


PAIRS: dict[str, tuple[Pair, ...]] = {
    "king_of_the_dice": (
        Pair("pettingzoo", "connect_four_v3", ("env",)),
        Pair("openspiel", "connect_four", ("env", "batch")),
        Pair("pgx", "connect_four", ("batch",)),
    ),
    "carcassonne": (
        Pair("wingedsheep", "base", ("env", "batch"), ("configuration=base",)),
        Pair("pgx", "go_9x9", ("batch",), ("configuration=full",)),
    ),
    "rise_to_nobility": (
        Pair("openspiel", "gin_rummy", ("env", "batch")),
        Pair("pettingzoo", "texas_holdem_v4", ("env",)),
        Pair("pettingzoo", "hanabi_v5", ("env",)),
        Pair("rlcard", "gin-rummy", ("env",)),
    ),
}


def check_game(name: str, players: int) -> str:
    """Return a game's name without its version.

    Raises:
        ValueError, TypeError: if it has no peers here, or does not know the options of a pair.
    """
    game = load(name)
    if game.name not in PAIRS:
        raise ValueError(f"{game.name} has no peers; games that have: {', '.join(PAIRS)}")
    for pair in PAIRS[game.name]:
        game.options({"num_players": players, **parse_options(game.Options, pair.options)})
    return game.name


def choose(
    games: Sequence[str], libraries: Sequence[str], players: int
) -> dict[str, tuple[Pair, ...]]:
    """Return the pairs of some games, or of all that there are, with some libraries.

    Raises:
        ValueError, TypeError: for an unknown name, and if nothing is left.
    """
    for library in libraries:
        if library not in PEERS:
            raise ValueError(f"unknown peer {library!r}; peers: {', '.join(PEERS)}")
    chosen = {}
    names = games or [name for name in PAIRS if name in GAMES]
    for name in names:
        game = check_game(name, players)
        pairs = tuple(pair for pair in PAIRS[game] if pair.library in libraries)
        if pairs:
            chosen[game] = pairs
    if not chosen:
        raise ValueError(f"nothing of {', '.join(libraries)} stands beside {', '.join(names)}")
    return chosen
