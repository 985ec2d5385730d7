"""Players for random games: one takes anything, one plays for the citizens it sees."""

import random
from collections.abc import Callable
from functools import cache

from fiefdom.envs.king_of_the_dice import GAME
from fiefdom.envs.king_of_the_dice.actions import DECLINE, TAKE, TAKE_ONLY
from fiefdom.envs.king_of_the_dice.observe import SLOT_LABELS
from tests.envs.king_of_the_dice.one_game import OneGame

Policy = Callable[[OneGame, random.Random], int]
positions = OneGame.positions
SLOTS = 5
CHANCE = SLOT_LABELS.index("chance to fulfil it with the rolls left")
GAIN = SLOT_LABELS.index("change of the own score if taken / 10")
KEEP = SLOT_LABELS.index("keep die 0 for it")


def at_random(game: OneGame, luck: random.Random) -> int:
    """Play any action."""
    return luck.choice(game.legal())


def for_citizens(game: OneGame, luck: random.Random) -> int:
    """Roll for one citizen of the row and take what brings most, but for a whim now and then."""
    if game.phase in ("hypno", "gift") or luck.random() < 0.02:
        return luck.choice(game.legal())
    slots = seen_slots(game)
    if game.phase == "choose":
        return take_best(game.legal(), slots, luck)
    worth = [slot[CHANCE] * (slot[GAIN] + 0.5) for slot in slots]
    aim = luck.randrange(SLOTS) if luck.random() < 0.05 else worth.index(max(worth))
    return sum(1 << die for die, keep in enumerate(slots[aim][KEEP : KEEP + 6]) if keep)


def take_best(legal: list[int], slots: list[list[float]], luck: random.Random) -> int:
    """Take the citizen that brings most, mostly with its village; at times any."""
    if luck.random() < 0.3:
        return luck.choice(legal)
    best = max(legal, key=lambda action: (slots[(action - TAKE) % SLOTS][GAIN], -action))
    return best + SLOTS if best + SLOTS in legal and luck.random() < 0.2 else best


def seen_slots(game: OneGame) -> list[list[float]]:
    """Return what the mover sees of each slot."""
    places = slices_for(game.options.num_players)
    seen = game.look()
    return [seen[places[f"slot_{slot}"]].tolist() for slot in range(SLOTS)]


@cache
def slices_for(num_players: int) -> dict[str, slice]:
    """Return where each block of the observation is."""
    return GAME.layout(GAME.options({"num_players": num_players})).slices()


def family(action: int) -> str:
    """Return the kind of an action."""
    limits = {"keep": 63, "stop": TAKE, "take": TAKE_ONLY, "take alone": DECLINE, "decline": 75}
    return next((name for name, limit in limits.items() if action < limit), "give")
