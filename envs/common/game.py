"""Game: the tuple of what a game gives; everything shared is written once against it."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.layout import Layout
from fiefdom.envs.common.loops import WORD, Loops
from fiefdom.envs.common.options import make_options

MAX_SEED = 2**64 - 1


class Game(NamedTuple):
    """One game: its record, its rules as data, its options and its verbs.

    `RULES` is an array of one record. The verbs are compiled functions on records; `loops` are
    the entry points that Python calls. `text` and `draw` get a record, the viewer (a seat, `public`
    or `all`) and the mover's legal actions, as far as the viewer may know them, and show what the
    viewer may see: `draw` as a picture, of one size for the same options; it is None as long as a
    game has no pictures.
    `secrets` says whether seats know different things; if not, a public view shows legal actions.
    `state_layout` is the layout of `state()`: what `observe` fills for seat -1.
    """

    name: str
    version: int
    title: str
    STATE: np.dtype[Any]
    RULES: npt.NDArray[Any]
    Options: type[Any]
    max_players: int
    margin_scale: float
    longest_game: int
    configure: Callable[[Any, Any], None]
    num_actions: Callable[[Any], int]
    layout: Callable[[Any], Layout]
    state_layout: Callable[[Any], Layout]
    reset: Callable[..., None]
    legal: Callable[..., None]
    step: Callable[..., bool]
    observe: Callable[..., None]
    scores: Callable[..., None]
    ranks: Callable[..., None]
    determinize: Callable[..., None]
    loops: Loops
    action_text: Callable[[Any, int], str]
    text: Callable[[Any, Any, list[int]], str]
    draw: Callable[[Any, Any, list[int]], npt.NDArray[np.uint8]] | None
    agents: Mapping[str, Callable[..., Any]]
    option_sets: tuple[Any, ...]
    secrets: bool = True

    @property
    def id(self) -> str:
        """Name and version, as in `king_of_the_dice_v0`."""
        return f"{self.name}_v{self.version}"

    @property
    def rules_bytes(self) -> npt.NDArray[np.uint8]:
        """The rules as compiled entry points take them."""
        return self.RULES.view(np.uint8)

    @property
    def rules_hash(self) -> int:
        """The hash of the rules, which the state, replays and models carry."""
        return rules_hash(self.RULES)

    def options(self, given: Mapping[str, Any]) -> Any:
        """Build this game's options from keywords; TypeError or ValueError name what is allowed."""
        return make_options(self.Options, dict(given))

    def new_states(self, options: Any, num_games: int) -> npt.NDArray[np.uint8]:
        """Return a buffer of games that are configured but not yet dealt."""
        state = np.zeros(1, self.STATE)
        self.configure(state[0], options)
        state[0].rules_hash = self.rules_hash
        return np.tile(state.view(np.uint8), (num_games, 1))

    def with_rules(self, rules: npt.NDArray[Any]) -> "Game":
        """Return the game played by other rules of the same layout, an array of one record."""
        return self._replace(RULES=rules)

    def mask_width(self, options: Any) -> int:
        """The bytes of a row of masks: the number of actions, rounded up to whole words."""
        return -(-self.num_actions(options) // WORD) * WORD

    def record(self, state: npt.NDArray[np.uint8]) -> Any:
        """Return a game's bytes as a record whose fields can be read; it shares the memory."""
        return state.view(self.STATE)[0]


def verbs(engine: Any, observe: Any) -> dict[str, Any]:
    """Return the compiled functions of a game's modules, by the names that loops give them."""
    names = ("reset", "legal", "step", "scores", "ranks", "determinize")
    return {"observe": observe.observe, **{name: getattr(engine, name) for name in names}}


def bytes_hash(*parts: bytes) -> int:
    """Return the first 64 bits of a SHA-256."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return int.from_bytes(digest.digest()[:8], "little")


def rules_hash(rules: npt.NDArray[Any]) -> int:
    """Return the hash of a rules record that the state, replays and models carry."""
    return bytes_hash(json.dumps(rules.dtype.descr).encode(), rules.tobytes())


def numbers_hash(names: Mapping[str, Any]) -> int:
    """Return the hash of the numbers of a rules.py, given its names: those of its constants.

    Compiled code has most of them built in. A field of `RULES` holds this hash, so that a corrected
    number is as other rules to states, replays and models. Texts may change.
    """
    kinds = (int, float, tuple, Mapping)  # not RULES itself, nor texts
    numbers = {
        name: _numbers_in(value)
        for name, value in names.items()
        if name.isupper() and isinstance(value, kinds)
    }
    return bytes_hash(json.dumps(sorted(numbers.items())).encode())


def _numbers_in(value: Any) -> Any:
    """Return the numbers of a constant, nested as they are in it."""
    if isinstance(value, int | float):
        return value
    if isinstance(value, Mapping):
        return [[_numbers_in(key), _numbers_in(part)] for key, part in value.items()]
    return [_numbers_in(part) for part in value] if isinstance(value, tuple) else []


def layout_hash(game: Game, options: Any) -> int:
    """Return a hash of the record's fields and the observation's blocks."""
    blocks = game.layout(options).describe()
    return bytes_hash(json.dumps(game.STATE.descr).encode(), json.dumps(blocks).encode())


def check_seed(seed: Any) -> int:
    """Return a seed as int; TypeError or ValueError name the allowed range."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise TypeError(f"seed {seed!r} is not an integer; allowed: 0 to {MAX_SEED} (2^64 - 1)")
    if not 0 <= int(seed) <= MAX_SEED:
        raise ValueError(f"seed {seed} is out of range; allowed: 0 to {MAX_SEED} (2^64 - 1)")
    return int(seed)
