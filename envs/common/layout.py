"""Named slices of an observation: the one table from which spaces, docs and tests are made."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces


class Block(NamedTuple):
    """One named slice of an observation.

    `names` label its values, outermost first; `public` says whether every seat sees the same.
    """

    name: str
    size: int
    low: float
    high: float
    meaning: str
    labels: tuple[str, ...] = ()
    public: bool = True


UNUSED = "unused"


def unused(size: int) -> Block:
    """Return the block of the values of an array that hold nothing: always 0."""
    return Block(UNUSED, size, 0, 1, "nothing: the rest of the array before it, always 0")


def phase_block(phases: tuple[str, ...]) -> Block:
    """Return the block of the phase of a turn."""
    meaning = f"one of {', '.join(phases)}; all 0 at the end"
    return Block("phase", len(phases), 0, 1, meaning, phases)


def seat_name(offset: int) -> str:
    """Say who sits so many seats after the observer."""
    return "the observer" if offset == 0 else f"the player {offset} seats after the observer"


def seat_blocks(
    num_seats: int, low: float, high: float, labels: tuple[str, ...]
) -> tuple[Block, ...]:
    """Return a block for each seat, the observer's first, then the others' in turn order."""
    return tuple(
        Block(f"seat_{offset}", len(labels), low, high, seat_name(offset), labels, public=False)
        for offset in range(num_seats)
    )


class Layout(NamedTuple):
    """The blocks of an observation in order, its dtype, and the arrays that it consists of.

    `parts` maps the name of each array to its shape; their values follow each other in one flat
    buffer. One part is a Box, several are a Dict of them.
    """

    dtype: np.dtype[Any]
    parts: Mapping[str, tuple[int, ...]]
    blocks: tuple[Block, ...]

    @classmethod
    def vector(cls, blocks: Iterable[Block]) -> "Layout":
        """Lay the blocks out as one float32 vector."""
        blocks = tuple(blocks)
        size = sum(block.size for block in blocks)
        return cls(np.dtype(np.float32), {"observation": (size,)}, blocks)

    @property
    def size(self) -> int:
        """The number of values in the flat buffer."""
        return sum(int(np.prod(shape)) for shape in self.parts.values())

    def slices(self) -> dict[str, slice]:
        """Return the place of every block in the flat buffer."""
        places = {}
        start = 0
        for block in self.blocks:
            places[block.name] = slice(start, start + block.size)
            start += block.size
        return places

    def space(self) -> spaces.Space[Any]:
        """Return a Box, or a Dict of a Box for each part; a part's bounds are its blocks'."""
        low = np.concatenate([np.full(b.size, b.low, self.dtype) for b in self.blocks])
        high = np.concatenate([np.full(b.size, b.high, self.dtype) for b in self.blocks])
        lows, highs = self.split(low), self.split(high)
        boxes: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(lows[name], highs[name], shape, self.dtype.type)
            for name, shape in self.parts.items()
        }
        return next(iter(boxes.values())) if len(boxes) == 1 else spaces.Dict(boxes)

    def split(self, flat: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return views of the parts of a buffer whose last axis is flat."""
        views = {}
        start = 0
        for name, shape in self.parts.items():
            stop = start + int(np.prod(shape))
            views[name] = flat[..., start:stop].reshape(flat.shape[:-1] + shape)
            start = stop
        return views

    def shaped(self, flat: npt.NDArray[Any]) -> Any:
        """Return the observation as its space has it: one array, or a dict of them."""
        views = self.split(flat)
        return next(iter(views.values())) if len(views) == 1 else views

    def flat(self, observation: Any) -> npt.NDArray[Any]:
        """Return a shaped observation as one flat array (copied only if it has several parts)."""
        if not isinstance(observation, dict):
            return np.asarray(observation, self.dtype).reshape(-1)
        return np.concatenate([np.asarray(observation[name]).reshape(-1) for name in self.parts])

    def flat_rows(self, observation: Any) -> npt.NDArray[Any]:
        """Return shaped observations of many games, or a dict of them, as (games, size)."""
        if not isinstance(observation, dict):
            return np.ascontiguousarray(observation, self.dtype).reshape(-1, self.size)
        parts = [
            np.asarray(observation[name], self.dtype).reshape(-1, int(np.prod(shape)))
            for name, shape in self.parts.items()
        ]
        return np.concatenate(parts, 1)

    def describe(self) -> list[dict[str, Any]]:
        """Return a row for each block: name, start, stop, low, high, meaning, labels, public."""
        places = self.slices()
        return [
            {
                "name": block.name,
                "start": places[block.name].start,
                "stop": places[block.name].stop,
                "low": block.low,
                "high": block.high,
                "meaning": block.meaning,
                "labels": list(block.labels),
                "public": block.public,
            }
            for block in self.blocks
        ]

    def explain(self, observation: Any) -> dict[str, Any]:
        """Return the values of an observation under their blocks' names (and labels)."""
        flat = self.flat(observation)
        if flat.size != self.size:
            raise ValueError(f"an observation has {self.size} values here, not {flat.size}")
        values: dict[str, Any] = {}
        for block, place in zip(self.blocks, self.slices().values(), strict=True):
            numbers = flat[place].tolist()
            named = dict(zip(block.labels, numbers, strict=True)) if block.labels else numbers
            values[block.name] = named
        return values

    def table(self) -> str:
        """Return the Markdown table that stands in the game's README."""
        lines = ["| from | to | block | range | meaning |", "|---|---|---|---|---|"]
        for row in self.describe():
            span = f"{row['low']:g} to {row['high']:g}"
            lines.append(
                f"| {row['start']} | {row['stop'] - 1} | `{row['name']}` | {span} "
                f"| {row['meaning']} |"
            )
        return "\n".join(lines)
