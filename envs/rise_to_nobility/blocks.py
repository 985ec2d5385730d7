"""The blocks of an observation: names, labels and sizes of one float32 vector.

Seats are relative: 0 is the observer, then the others in turn order. Per-seat blocks come last.
"""

from typing import Any

from fiefdom.envs.common.layout import Block, Layout
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDING_LOTS,
    BUILDINGS_ROW,
    COUNCIL_ROW,
    COUNTS,
    DEALT,
    GOODS,
    HAND_LIMIT,
    MAX_COMMISSIONS,
    NUM_DESKS,
    NUM_DOCKS,
    NUM_SHIPS,
    NUM_VALUES,
    RACES,
    RANGES,
    SETTLERS_ROW,
    TILE_SLOTS,
)
from fiefdom.envs.rise_to_nobility.state import PHASES
from fiefdom.envs.rise_to_nobility.tables import (
    BUILDING_LABELS,
    COUNCIL_LABELS,
    SETTLER_LABELS,
    SHIP_LABELS,
)

NUM_SETTLERS, NUM_BUILDINGS = COUNTS["settlers"], COUNTS["buildings"]
NUM_COUNCIL, NUM_TILES = COUNTS["council"], COUNTS["dice_tiles"]
NUM_COMMISSIONS, NUM_CHARACTERS = COUNTS["commissions"], COUNTS["characters"]
NUM_EVENTS, NUM_SOLO = COUNTS["events"], COUNTS["solo"]
NUM_PHASES = len(PHASES)
WHERE = 16.0  # scale of places: see the labels of `settlers`
POINTS, COINS, REPUTATION, TRACK = 100.0, 20.0, 24.0, 12.0
MOST_VALUE = 4.0  # no number goes beyond: what a game can reach, over its scale

TURN_LABELS = (
    "round / 10", "rounds left / 10", "die placed", "Settlers card completed", "Apprentice recalled",
    "something sold", "Goods to choose / 3", "Settlers cards to take / 2",
    "further Settlers cards / 2", "sales left / 4", "(guild, dock or range of the die + 1) / 6",
    "seats to choose a Good of the event / 6", "Modifiers left / 20",
)  # fmt: skip
PLACE_LABELS = (
    *(f"dice in the {good} guild / 3" for good in GOODS),
    *(f"{good} guild is closed" for good in GOODS),
    *(f"Apprentices in the {good} guild / 6" for good in GOODS),
    *(f"dice at dock {dock} / 2" for dock in range(NUM_DOCKS)),
    *(f"dice at the White Castle, {text} / 2" for text in RANGES),
    *(f"dice at Berk's Office, {text} / 2" for text in RANGES),
    *(f"dice at the Guild Hall, {text} / 2" for text in RANGES),
    "dice at the Tavern / 7", "last die there / 6", "dice at the Yard / 6", "last die there (Yard) / 6",
    "dice at the Council / 6", "last die there (Council) / 6",
    *(f"die at the Chancery, {value}" for value in range(1, NUM_VALUES + 1)),
    *(f"desk {desk} is taken" for desk in range(1, NUM_DESKS + 1)),
)  # fmt: skip
HAND_LABELS = (*SETTLER_LABELS, "Goods missing / 5", "can be completed now")
ROW_LABELS = (*SETTLER_LABELS, "Goods missing / 5")
OFFER_LABELS = (*BUILDING_LABELS, "own Apprentices in its guild / 6", "coins missing / 5")
TILE_LABELS = (*COUNCIL_LABELS, "Goods missing / 5", "can be fulfilled now")
COMMISSION_LABELS = (
    "(card + 1) / 18", "VP / 10", "what it counts / what it asks for, at most 1", "met now",
)  # fmt: skip
OWN_LABELS = (
    *COMMISSION_LABELS,
    "activated",
    *(f"value of slot {slot} / 6" for slot in range(TILE_SLOTS)),
    *(f"slot {slot} is open" for slot in range(TILE_SLOTS)),
)
SEAT_LABELS = (
    "is the mover", "has the turn", "is the first player", "has passed", "Reputation / 24",
    "sum of dice placed / 24", "room for dice / 24", "VP / 100", "VP if the game ended now / 100",
    "Nobility / 12", "coins / 20", "Modifiers / 5", "Houses / 7", "Workers in the Lot / 14",
    "Workers in reserve / 14", "Settlers cards held / 6", "Settlers cards completed / 7",
    "Buildings / 7", "Stone Council tiles / 7", "character used", "Commission cards / 13",
    "activated ones / 13",
    *(f"{good} / 5" for good in GOODS),
    *(f"dice showing {value} / 5" for value in range(1, NUM_VALUES + 1)),
    *(f"Apprentices in the {good} guild / 6 " for good in GOODS),
    *(f"Guild Masters of the {good} guild / 7" for good in GOODS),
    *(f"completed cards of race {race} / 7" for race in RACES),
    *(f"(card held {index} + 1) / 48" for index in range(HAND_LIMIT)),
    *(f"(Building {lot} + 1) / 48" for lot in range(BUILDING_LOTS)),
    *(f"Building {lot} is upgraded" for lot in range(BUILDING_LOTS)),
    *(f"character {number + 1}" for number in range(NUM_CHARACTERS)),
    *(f"Apprentice at desk {desk}" for desk in range(1, NUM_DESKS + 1)),
    *(f"(dice tile of Commission {card} + 1) / 18" for card in range(MAX_COMMISSIONS)),
    *(
        f"slot {slot} of that tile {card}: 0 open, 0.5 die, 1 token"
        for card in range(MAX_COMMISSIONS)
        for slot in range(TILE_SLOTS)
    ),
)  # fmt: skip


def _named(name: str, meaning: str, labels: tuple[str, ...], public: bool = True) -> Block:
    return Block(name, len(labels), -1.0, MOST_VALUE, meaning, labels, public)


def _cards(name: str, meaning: str, number: int) -> Block:
    return Block(name, number, 0.0, 1.0, meaning)


def _rows(name: str, meaning: str, number: int, labels: tuple[str, ...]) -> list[Block]:
    return [
        _named(f"{name}_{index}", f"{meaning} {index}; all 0 if there is none", labels, False)
        for index in range(number)
    ]


def _blocks() -> list[Block]:
    where = "0 deck, 1/16 discards, 2/16 face up, (3 + 2k)/16 held, (4 + 2k)/16 completed by seat k"
    return [
        _named("phase", f"one of {', '.join(PHASES)}; all 0 at the end", PHASES),
        _named("turn", "the round and what is pending", TURN_LABELS),
        _cards("event", "the event of this round", NUM_EVENTS),
        _cards("events_left", "events that have not come", NUM_EVENTS),
        _named("places", "dice and Apprentices on the board", PLACE_LABELS),
        *_rows("ship", "ship at dock", NUM_DOCKS, SHIP_LABELS),
        *_rows("settler", "Settlers card on space", SETTLERS_ROW, ROW_LABELS),
        *_rows("building", "Building on space", BUILDINGS_ROW, OFFER_LABELS),
        *_rows("council", "Stone Council tile on space", COUNCIL_ROW, TILE_LABELS),
        *_rows("held", "own Settlers card", HAND_LIMIT, HAND_LABELS),
        *_rows("offer", "Commission card to keep or return", DEALT, COMMISSION_LABELS),
        *_rows("commission", "own Commission card", MAX_COMMISSIONS, OWN_LABELS),
        Block("returned", NUM_COMMISSIONS, 0, 1, "Commission cards seen and returned", public=False),
        Block("under", NUM_COMMISSIONS, 0, 1, "those known to lie under the deck", public=False),
        _named("decks", "Commission cards", ("in the deck / 18", "of them returned to its bottom / 18")),
        Block("settlers", NUM_SETTLERS, 0, 1, f"where each Settlers card is: {where}", public=False),
        Block("buildings", NUM_BUILDINGS, 0, 1, "where each Building is: 0 bag, 1/16 face up, (2 + 2k)/16 bought, (3 + 2k)/16 upgraded by seat k", public=False),
        Block("tiles", NUM_COUNCIL, 0, 1, "where each Stone Council tile is: 0 stack, 1/16 face up, (2 + k)/16 fulfilled by seat k", public=False),
        Block("ships_at_sea", NUM_SHIPS, 0, 1, "ships that left, in the order of their return: (ship + 1) / 18"),
        _cards("ships_left", "ships never docked", NUM_SHIPS),
        _cards("dice_tiles_left", "dice tiles in the bag", NUM_TILES),
        Block("objectives", NUM_SOLO, 0, 1, "solo: the objectives, 0.5 or, while met, 1"),
    ]  # fmt: skip


BLOCKS = _blocks()
SLICES = Layout.vector(BLOCKS).slices()
SEATS_AT = SLICES["objectives"].stop
SEAT_SIZE = len(SEAT_LABELS)


def layout(options: Any) -> Layout:
    """Return the blocks of the observation for these options."""
    return Layout.vector([*BLOCKS, *(seat_block(offset) for offset in range(options.num_players))])


def seat_block(offset: int) -> Block:
    """Return the block of a seat."""
    who = "the observer" if offset == 0 else f"the player {offset} seats after the observer"
    return _named(f"seat_{offset}", who, SEAT_LABELS, False)


def state_layout(options: Any) -> Layout:
    """Return the blocks of state(): those of seat 0, then every seat's Commission cards."""
    if not options.chancery:
        return layout(options)
    secrets = [
        Block(f"cards_{seat}", MAX_COMMISSIONS, 0, 1, f"(Commission card + 1) / 18 of seat {seat}", public=False)
        for seat in range(options.num_players)
    ]  # fmt: skip
    offers = [
        Block(f"dealt_{seat}", DEALT, 0, 1, f"cards that seat {seat} chooses from", public=False)
        for seat in range(options.num_players)
    ]
    pool = Block("pool", NUM_COMMISSIONS, 0, 1, "Commission cards: 1 in the pool, 0.5 below it", public=False)  # fmt: skip
    return Layout.vector([*layout(options).blocks, *secrets, *offers, pool])
