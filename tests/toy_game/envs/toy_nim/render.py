"""A position as text; plain Python."""

from typing import Any

from fiefdom.envs.toy_nim.actions import action_text
from fiefdom.envs.toy_nim.rules import NUM_HEAPS, TITLE


def text(state: Any, seat: Any, legal: list[int]) -> str:
    """Return a position as text; everything in this game is public.

    Args:
        state: a record of STATE.
        seat: whose view, marked in the list of players; a seat, `public` or `all`.
        legal: the mover's legal actions.
    """
    lines = [f"{TITLE}  " + ("game over" if state.over else f"player_{state.mover} to move")]
    lines += [f"heap {heap}  {'o' * int(state.heaps[heap]) or '-'}" for heap in range(NUM_HEAPS)]
    for player in range(int(state.num_players)):
        you = " (you)" if player == seat else ""
        lines.append(f"player_{player}{you} has taken {int(state.taken[player])}")
    lines += [f"{action:2d} {action_text(state, action)}" for action in legal]
    return "\n".join(lines)
