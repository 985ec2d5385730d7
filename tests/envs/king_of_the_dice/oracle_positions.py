"""Games of the oracle on a script."""

from typing import Any

from tests.envs.king_of_the_dice.chance import ScriptedChance
from tests.envs.king_of_the_dice.oracle import Oracle


def scripted(row: str, dice: str = "", penalties: str = "", **options: Any) -> Oracle:
    """Start a game on a script."""
    return Oracle(ScriptedChance(row, dice, penalties), **options)


def pile_of(oracle: Oracle, seat: int) -> list[str]:
    """Return a kingdom pile as text, bottom card first: `village 2 of 0`, `ELF-4` or so."""
    return [str(card) for card in oracle.kingdoms[seat]]
