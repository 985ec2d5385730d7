"""The numbering of the 12 actions: 3 x heap + stones taken - 1."""

from typing import Any

from fiefdom.envs.toy_nim.rules import MOST_TAKEN, NUM_HEAPS

NUM_ACTIONS = NUM_HEAPS * MOST_TAKEN


def take_action(heap: int, stones: int) -> int:
    """Return the action that takes 1 to 3 stones from a heap."""
    return heap * MOST_TAKEN + stones - 1


def heap_and_stones(action: int) -> tuple[int, int]:
    """Return the heap of an action and how many stones it takes."""
    return action // MOST_TAKEN, action % MOST_TAKEN + 1


def action_text(state: Any, action: int) -> str:
    """Say what an action means in a position (a record of STATE).

    Raises:
        ValueError: if the action is not one of 0..11.
    """
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action} is out of range; allowed: 0 to {NUM_ACTIONS - 1}")
    heap, stones = heap_and_stones(action)
    return f"take {stones} of {int(state.heaps[heap])} from heap {heap}"
