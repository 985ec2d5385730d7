"""What a step of a game is an example of, so that comparisons know what they have covered."""

import copy
from collections.abc import Iterator
from typing import Any

from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.oracle_state import LEVELS, SPACE_LEVELS, Decision

PHASES = (
    "setup", "main", "apprentice", "sell", "take", "hall", "tile", "refresh", "commission", "keep",
    "good",
)  # fmt: skip
KINDS = {
    "pass", "end_turn", "character", "modify", "recall", "complete", "guild", "ship", "castle",
    "berk", "tavern", "yard", "hall", "council", "desk", "tile", "take", "buy", "upgrade", "fulfil",
    "good", "done", "refresh", "yes", "no", "keep",
}  # fmt: skip
TOP = "White Castle closed at Reputation 24"
FULL_HAND = "Tavern closed at six cards"
LOST_CARD = "card of a reward lost at six cards"
NO_COMMISSION = "no Commission left"
NO_TILE = "no dice tile left"
EVERYTHING = {
    *(f"phase {phase}" for phase in PHASES),
    *(f"plays {kind}" for kind in KINDS),
    *(f"discards of level {level} are reshuffled" for level in LEVELS),
    *(f"card of the other level on a space of level {level}" for level in LEVELS),
    *(f"space stays empty at the {place}" for place in ("Tavern", "Guild Hall", "Stone Council")),
    *("ship returns", "Commission from below the deck", "Commission activated"),
    *(TOP, FULL_HAND, LOST_CARD, NO_COMMISSION, NO_TILE),
    *(f"neutral dice close {guilds}" for guilds in ("one guild", "two guilds")),
}  # fmt: skip
KEPT = (
    "discards", "settlers_left", "ships_returned", "commissions_left", "commissions_bottom",
    "buildings_row", "settlers_row",
)  # fmt: skip


def events_of(oracle: Oracle, decision: Decision, legal: set[Decision]) -> set[str]:
    """Play a decision in the oracle, of those that are legal, and name what happened."""
    before = {name: copy.deepcopy(getattr(oracle, name)) for name in KEPT}
    round_before, active = oracle.round, num_active(oracle)
    found = {f"phase {oracle.phase}", f"plays {decision[0]}", *refused(oracle, decision, legal)}
    oracle.play(decision)
    found |= set(drawn(oracle, before))
    if oracle.round > round_before and None in oracle.council_row:
        found.add("space stays empty at the Stone Council")
    if num_active(oracle) > active:
        found.add("Commission activated")
    return found


def num_active(oracle: Oracle) -> int:
    return sum(card["active"] for own in oracle.commissions for card in own)


def refused(oracle: Oracle, decision: Decision, legal: set[Decision]) -> Iterator[str]:
    """Name what the position, or the decision, does not give the mover."""
    seat = oracle.mover
    hand = len(oracle.held[seat]) == oracle.rules.misc["hand_limit"]
    can_place = any(option[0] == "guild" for option in legal)
    if can_place and oracle.rep[seat] == oracle.rules.misc["rep_max"]:
        yield TOP
    if can_place and hand and oracle.tavern_count == 0:
        yield FULL_HAND
    if hand and cards_of_reward(oracle, decision):
        yield LOST_CARD
    if oracle.closed_guilds:
        yield f"neutral dice close {'one guild' if len(oracle.closed_guilds) == 1 else 'two guilds'}"
    if oracle.phase == "refresh":
        room = len(oracle.commissions[seat]) < 1 + oracle.num_in_chancery(seat)
        if room and oracle.num_in_chancery(seat):
            yield from [NO_COMMISSION] * (oracle.num_commissions_left() == 0)
            yield from [NO_TILE] * (not oracle.dice_tiles_left)


def cards_of_reward(oracle: Oracle, decision: Decision) -> int:
    """Return the Settlers cards that a character or a Building gives."""
    verb, *rest = decision
    if verb == "character":
        character = oracle.character[oracle.mover]
        assert character is not None
        return oracle.rules.characters[character].reward.get("settler", 0)
    if verb == "buy":
        name = oracle.buildings_row[rest[0]]
        assert name is not None
        return oracle.rules.buildings[name].bonus.get("settler", 0)
    return 0


def drawn(oracle: Oracle, before: dict[str, Any]) -> Iterator[str]:
    """Name where what was drawn came from, and what could not be drawn."""
    for level in LEVELS:
        if set(before["discards"][level]) - set(oracle.discards[level]):
            yield f"discards of level {level} are reshuffled"
    for space, card in enumerate(oracle.settlers_row):
        if card is not None and card != before["settlers_row"][space]:
            level = SPACE_LEVELS[space]
            if oracle.rules.settlers[card].level != level:
                yield f"card of the other level on a space of level {level}"
    if None in oracle.settlers_row:
        yield "space stays empty at the Tavern"
    if None in oracle.buildings_row:
        yield "space stays empty at the Guild Hall"
    if set(before["ships_returned"]) - set(oracle.ships_returned):
        yield "ship returns"
    below = [card for group in oracle.commissions_bottom for card in group]
    if any(set(group) - set(below) for group in before["commissions_bottom"]):
        yield "Commission from below the deck"
