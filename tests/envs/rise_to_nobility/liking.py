"""Random play that fills the table: some actions are liked more than others."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.rise_to_nobility import actions as a

LIKED = np.ones(a.NUM_ACTIONS)
LIKED[[a.PASS, a.END_TURN]] = 0.02
LIKED[a.MODIFY_UP : a.COMPLETE] = 0.05
LIKED[a.COMPLETE : a.GUILD_DIE] = 60
LIKED[a.YARD_DIE : a.DESK_DIE] = 8
LIKED[a.DESK_DIE : a.TILE_DIE] = 200
LIKED[a.TILE_DIE : a.TAKE_CARD] = 20
LIKED[a.YES] = 8


def liked(mask: Any, luck: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose a legal action in each row."""
    weights = np.log(LIKED) + luck.gumbel(size=mask.shape)
    return np.argmax(np.where(mask, weights, -np.inf), axis=1)
