"""What a seat sees, as named blocks of one float32 vector; everything in this game is public."""

from typing import Any

from fiefdom.envs.common.jit import njit_fill
from fiefdom.envs.common.layout import Block, Layout, seat_blocks
from fiefdom.envs.common.record import next_seat
from fiefdom.envs.toy_nim.rules import HEAPS, NUM_HEAPS, NUM_STONES

LARGEST = float(max(HEAPS))
ALL = float(NUM_STONES)

HEAP_LABELS = tuple(f"heap {heap}" for heap in range(NUM_HEAPS))
SEAT_LABELS = ("is the mover", f"stones taken / {ALL:g}")
BLOCKS = [Block("heaps", NUM_HEAPS, 0, 1, f"stones left in each heap / {LARGEST:g}", HEAP_LABELS)]

_PLACES = Layout.vector(BLOCKS).slices()
HEAPS_AT = _PLACES["heaps"].start
SEATS_AT = _PLACES["heaps"].stop
SEAT_SIZE = len(SEAT_LABELS)


def layout(options: Any) -> Layout:
    """Return the blocks of the observation for these options."""
    return Layout.vector([*BLOCKS, *seat_blocks(options.num_players, 0, 1, SEAT_LABELS)])


@njit_fill
def observe(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Fill what a seat may know, itself first; -1 stands for everyone, seen from seat 0."""
    observer = max(seat, 0)
    for heap in range(NUM_HEAPS):
        out[HEAPS_AT + heap] = int(state.heaps[heap]) * (1.0 / LARGEST)
    shown = observer
    for offset in range(int(state.num_players)):
        at = SEATS_AT + offset * SEAT_SIZE
        out[at] = 1.0 if int(state.mover) == shown and not state.over else 0.0
        out[at + 1] = int(state.taken[shown]) * (1.0 / ALL)
        shown = next_seat(state, shown)
