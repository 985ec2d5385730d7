"""What the text and the picture of a position say in the same words; plain Python."""

from typing import Any, NamedTuple

from fiefdom.envs.common.jit import plain
from fiefdom.envs.common.text import victory
from fiefdom.envs.rise_to_nobility.actions import FIRST_DIE, TAKE_CARD, action_text
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import (
    GOODS,
    NUM_DESKS,
    NUM_VALUES,
    RANGES,
    RECONSTRUCTED,
)
from fiefdom.envs.rise_to_nobility.scoring import comes_before
from fiefdom.envs.rise_to_nobility.state import (
    APPRENTICE,
    EMPTY,
    MAIN,
    PHASES,
    SELL,
    SETUP,
)

EVERYONE = "all"  # the viewer that sees every seat's cards
LEGEND = "* reconstructed: printed numbers not found, a guess; a corrected rules.json replaces them"
DOINGS = {
    "setup": "keeps one of its first Commission cards",
    "main": "places a die, completes a Settlers card or passes",
    "apprentice": "may put a Worker into the {guild} guild",
    "sell": "sells Goods at dock {dock}",
    "take": "takes a Settlers card",
    "hall": "buys or upgrades a Building",
    "tile": "fulfils a Stone Council tile",
    "refresh": "may replace an offer",
    "commission": "may draw Commission cards",
    "keep": "keeps one of the drawn Commission cards",
    "good": "chooses a Good",
}
GROUPED = "number and action; of dice: value and number of the action"
PLACED = "may complete a Settlers card, or ends the turn"
ORDER_RULES = {
    "any": "dice in any order",
    ">=": "each die at least the last one",
    ">": "each die above the last one",
    "<=": "each die at most the last one",
    "<": "each die below the last one",
}
ORDER_WORDS = {">=": "{} or more", ">": "above {}", "<=": "{} or less", "<": "below {}"}
PLACE_NAMES = {
    "castle": "White Castle",
    "berk": "Berk's Office",
    "hall": "Guild Hall",
    "tavern": "Cavern Tavern",
    "yard": "Construction Yard",
    "council": "Stone Council",
}
RANGE_PLACES = {"castle": "Reputation", "berk": "Modifiers", "hall": "coins on prices"}
ORDERED_PLACES = ("tavern", "yard", "council")


class Spot(NamedTuple):
    """Where dice go: the dice taken, of how many slots, and what it says beside them."""

    label: str
    taken: int
    slots: int
    words: str


def doing(state: Any, rules: Rules) -> str:
    """Say what is going on."""
    if state.over:
        return f"game over after {round_words(state, rules)} · {outcome(state)}"
    name = PHASES[int(state.phase)]
    words = PLACED if state.phase == MAIN and state.placed else DOINGS[name]
    place = int(state.place)
    if state.phase == APPRENTICE:
        words = words.format(guild=GOODS[place])
    elif state.phase == SELL:
        words = words.format(dock=place + 1)
    when = "setup" if state.phase == SETUP else round_words(state, rules)
    return f"{when} · player_{state.mover} {words}"


def round_words(state: Any, rules: Rules) -> str:
    """Say which round it is."""
    last = rules.number("short_rounds" if state.short else "rounds")
    return f"round {state.round_number} of {last}"


def outcome(state: Any) -> str:
    """Say how a finished game has ended."""
    if state.truncated:
        return "cut short"
    if state.num_players == 1:
        return f"the objectives are {'' if state.solo_won else 'not '}met"
    return victory(winners(state))


def winners(state: Any) -> list[int]:
    """Return the seats before which no other one stands; in the solo game, if it was won."""
    seats = range(int(state.num_players))
    if len(seats) == 1:
        return [0] * int(state.solo_won)
    before = plain(comes_before)
    return [seat for seat in seats if not any(before(state, other, seat) for other in seats)]


def action_lines(state: Any, legal: list[int]) -> list[str]:
    """Return the legal actions with their numbers, in words."""
    return [f"{action:3d} {action_text(state, action)}" for action in legal]


def action_groups(state: Any, legal: list[int]) -> list[str]:
    """Return the legal actions as above; dice to the same place, by their values, in one line."""
    lines: dict[str, str] = {}
    for action in legal:
        words = action_text(state, action)
        if FIRST_DIE <= action < TAKE_CARD:
            value = (action - FIRST_DIE) % NUM_VALUES + 1
            place = words.replace(f"die {value} ", "a die ", 1)
            lines[place] = f"{lines.get(place, f'{place} ·')}  {value}: {action}"
        else:
            lines[words] = f"{action} {words}"
    return list(lines.values())


def may_see(viewer: Any, seat: int) -> bool:
    """Say whether a viewer may see a seat's Commission cards."""
    return viewer in (EVERYONE, seat)


def drawn_cards(state: Any, seat: int) -> list[int]:
    """Return the Commission cards of which a seat has still to keep one; for its owner only."""
    for drawing in range(int(state.num_history)):
        if state.history_seat[drawing] == seat and state.history_kept[drawing] == EMPTY:
            size = int(state.history_size[drawing])
            return [int(card) for card in state.history_cards[drawing, :size]]
    return []


def members(cards: Any) -> list[int]:
    """Return the numbers of a set of cards."""
    return [number for number in range(64) if int(cards) >> number & 1]


def dice_of(state: Any, seat: int) -> list[int]:
    """Return the values of a seat's dice that are not placed."""
    return [value + 1 for value in range(NUM_VALUES) for _ in range(int(state.dice[seat, value]))]


def desks_of(state: Any, seat: int) -> list[int]:
    """Return the desks where a seat's Apprentices sit, from 0."""
    return [desk for desk in range(NUM_DESKS) if state.desks[desk] == seat]


def nobility_vp(state: Any, seat: int, rules: Rules) -> int:
    """Return the VP at the end for a seat's place on the Nobility track."""
    return rules.nobility[min(int(state.nobility[seat]), len(rules.nobility) - 1)].vp


def guild_spot(state: Any, guild: int, rules: Rules) -> Spot:
    """Return the dice of a guild and what they bring; closed in a round of the solo game."""
    slots = rules.setup_for(state.num_players).guild_slots
    closed = int(state.closed_guilds) >> guild & 1
    return Spot(
        GOODS[guild], int(state.guild_dice[guild]), 0 if closed else slots, "closed" * closed
    )


def dock_spot(state: Any, dock: int, rules: Rules) -> Spot:
    """Return the dice at a dock."""
    slots = rules.setup_for(state.num_players).ship_slots
    ship = int(state.ships[dock])
    name = "no ship" if ship == EMPTY else mark(rules.ships[ship])
    return Spot(f"dock {dock + 1}", int(state.ship_dice[dock]), slots * (ship != EMPTY), name)


def range_spots(state: Any, place: str, rules: Rules) -> list[Spot]:
    """Return the dice for each range at the White Castle, Berk's Office or the Guild Hall."""
    slots = getattr(rules.setup_for(state.num_players), f"{place}_slots")
    dice = state[f"{place}_dice"]
    table = "hall_price_by_range" if place == "hall" else f"{place}_by_range"
    return [
        Spot(label, int(taken), slots, f"{number:+d}" if number else "as is")
        for label, taken, number in zip(RANGES, dice, rules.by_range(table), strict=True)
    ]


def ordered_spot(state: Any, place: str, rules: Rules) -> Spot:
    """Return the dice at the Tavern, the Yard or the Stone Council and which may come next."""
    slots = getattr(rules.setup_for(state.num_players), f"{place}_slots")
    taken, last = int(state[f"{place}_dice"]), int(state[f"{place}_last"])
    order = rules.order(f"{place}_order")
    words = "any die" if not last or order == "any" else ORDER_WORDS[order].format(last)
    return Spot(PLACE_NAMES[place], taken, slots, "full" if taken >= slots else words)


def mark(row: Any) -> str:
    """Return a row's id, with a star if its numbers are a guess."""
    return f"{row.id}*" if row.status == RECONSTRUCTED else str(row.id)
