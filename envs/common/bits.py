"""Sets as the bits of one integer."""

from typing import Any

import numpy as np

from fiefdom.envs.common.jit import njit


@njit
def count_bits(bits: Any) -> int:
    """Count the ones of a uint64."""
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + (
        (bits >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    bits = bits + (bits >> np.uint64(8))
    bits = bits + (bits >> np.uint64(16))
    bits = bits + (bits >> np.uint64(32))
    return np.int64(bits & np.uint64(0x7F))  # type: ignore[return-value]
