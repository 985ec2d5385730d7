"""The blocks of an observation: names, labels and sizes of one float32 vector.

Seats are relative: 0 is the observer, then the others in turn order. Per-seat blocks come last.
"""

from typing import Any

from fiefdom.envs.common.layout import Block, Layout, phase_block, seat_blocks
from fiefdom.envs.rise_to_nobility.rules import (
    BUILDING_LOTS,
    BUILDINGS_ROW,
    COUNCIL_ROW,
    COUNTS,
    DEALT,
    GOODS,
    HAND_LIMIT,
    MAX_COMMISSIONS,
    MAX_GROUPS,
    MAX_PLAYERS,
    NUM_DESKS,
    NUM_DOCKS,
    NUM_SHIPS,
    NUM_VALUES,
    RACES,
    RANGES,
    SETTLERS_ROW,
    STATUSES,
    TILE_SLOTS,
)
from fiefdom.envs.rise_to_nobility.state import PHASES
from fiefdom.envs.rise_to_nobility.tables import (
    BUILDING_LABELS,
    COUNCIL_LABELS,
    ROWS,
    SETTLER_LABELS,
    SHIP_LABELS,
)

NUM_SETTLERS, NUM_BUILDINGS = COUNTS["settlers"], COUNTS["buildings"]
NUM_COUNCIL, NUM_TILES = COUNTS["council"], COUNTS["dice_tiles"]
NUM_COMMISSIONS, NUM_CHARACTERS = COUNTS["commissions"], COUNTS["characters"]
NUM_EVENTS, NUM_SOLO = COUNTS["events"], COUNTS["solo"]
NUM_PHASES = len(PHASES)
LEAST_VALUE, MOST_VALUE = -1.0, 100.0  # what no number over its scale goes beyond

# What numbers are divided by.
ROUNDS, CHOICES, TAKES, SALES, ASKED, SUPPLY = 10.0, 3.0, 2.0, 4.0, 6.0, 20.0
GUILD_DICE, SLOT_DICE, ORDERED_DICE, VALUE, PLACE = 3.0, 2.0, 7.0, 6.0, 6.0
MISSING, CARD_POINTS, FILLED = 5.0, 10.0, 2.0
POINTS, COINS, REPUTATION, TRACK, MODIFIERS, CUBES, DICE = 100.0, 20.0, 24.0, 12.0, 5.0, 5.0, 5.0
HOUSES, WORKERS, APPRENTICES, HELD, TILES = 7.0, 14.0, 6.0, 6.0, 7.0
WHERE = 8.0  # places of cards: see the meaning of the blocks
MOST_COINS = int(MOST_VALUE * COINS)  # that are shown

TURN_LABELS = (
    f"round / {ROUNDS:g}",
    f"rounds left / {ROUNDS:g}",
    "die placed",
    "Settlers card completed",
    "Apprentice recalled",
    "something sold",
    f"Goods to choose / {CHOICES:g}",
    f"Settlers cards to take / {TAKES:g}",
    f"further Settlers cards / {TAKES:g}",
    f"sales left / {SALES:g}",
    f"(guild, dock or range of the die + 1) / {PLACE:g}",
    f"seats to choose a Good of the event / {ASKED:g}",
    f"Modifiers left / {SUPPLY:g}",
)
PLACE_LABELS = (
    *(f"dice in the {good} guild / {GUILD_DICE:g}" for good in GOODS),
    *(f"{good} guild is closed" for good in GOODS),
    *(f"Apprentices in the {good} guild / {APPRENTICES:g}" for good in GOODS),
    *(f"dice at dock {dock} / {SLOT_DICE:g}" for dock in range(NUM_DOCKS)),
    *(f"dice at the White Castle, {text} / {SLOT_DICE:g}" for text in RANGES),
    *(f"dice at Berk's Office, {text} / {SLOT_DICE:g}" for text in RANGES),
    *(f"dice at the Guild Hall, {text} / {SLOT_DICE:g}" for text in RANGES),
    f"dice at the Tavern / {ORDERED_DICE:g}",
    f"last die there / {VALUE:g}",
    f"dice at the Yard / {ORDERED_DICE:g}",
    f"last die there (Yard) / {VALUE:g}",
    f"dice at the Council / {ORDERED_DICE:g}",
    f"last die there (Council) / {VALUE:g}",
    *(f"die at the Chancery, {value}" for value in range(1, NUM_VALUES + 1)),
    *(f"desk {desk} is taken" for desk in range(1, NUM_DESKS + 1)),
)
HAND_LABELS = (*SETTLER_LABELS, f"Goods missing / {MISSING:g}", "can be completed now")
ROW_LABELS = (*SETTLER_LABELS, f"Goods missing / {MISSING:g}")
OFFER_LABELS = (
    *BUILDING_LABELS,
    f"own Apprentices in its guild / {APPRENTICES:g}",
    f"coins missing for its cost / {MISSING:g}",
    *(f"can be bought with a die {text}" for text in RANGES),
)
TILE_LABELS = (*COUNCIL_LABELS, f"Goods missing / {MISSING:g}", "can be fulfilled now")
COMMISSION_LABELS = (
    f"(card + 1) / {NUM_COMMISSIONS}",
    f"VP / {CARD_POINTS:g}",
    "what it counts / what it asks for, at most 1",
    "met now",
)
OWN_LABELS = (
    *COMMISSION_LABELS,
    "activated",
    *(f"value of slot {slot} / {VALUE:g}" for slot in range(TILE_SLOTS)),
    *(f"slot {slot} is open" for slot in range(TILE_SLOTS)),
)
GROUP_LABELS = (
    *(f"cards of group {group} / {DEALT}" for group in range(MAX_GROUPS)),
    *(f"(seat that returned group {group} + 1) / {MAX_PLAYERS}" for group in range(MAX_GROUPS)),
)
DECK_LABELS = (f"in the deck / {NUM_COMMISSIONS}", f"of them under it / {NUM_COMMISSIONS}")
CARDS_LABELS = tuple(
    f"card {place}: {label}" for place in range(MAX_COMMISSIONS) for label in OWN_LABELS
)
SEAT_LABELS = (
    "is the mover",
    "has the turn",
    "is the first player",
    "has passed",
    f"Reputation / {REPUTATION:g}",
    f"sum of dice placed / {REPUTATION:g}",
    f"room for dice / {REPUTATION:g}",
    f"VP / {POINTS:g}",
    f"VP if the game ended now / {POINTS:g}",
    f"Nobility / {TRACK:g}",
    f"coins / {COINS:g}",
    f"Modifiers / {MODIFIERS:g}",
    f"Houses / {HOUSES:g}",
    f"Workers in the Lot / {WORKERS:g}",
    f"Workers in reserve / {WORKERS:g}",
    f"Settlers cards held / {HELD:g}",
    f"Settlers cards completed / {HOUSES:g}",
    f"Buildings / {TILES:g}",
    f"Stone Council tiles / {TILES:g}",
    "character used",
    f"Commission cards / {MAX_COMMISSIONS}",
    f"activated ones / {MAX_COMMISSIONS}",
    *(f"{good} / {CUBES:g}" for good in GOODS),
    *(f"dice showing {value} / {DICE:g}" for value in range(1, NUM_VALUES + 1)),
    *(f"own Apprentices in the {good} guild / {APPRENTICES:g}" for good in GOODS),
    *(f"Guild Masters of the {good} guild / {TILES:g}" for good in GOODS),
    *(f"completed cards of race {race} / {HOUSES:g}" for race in RACES),
    *(f"(card held {index} + 1) / {NUM_SETTLERS}" for index in range(HAND_LIMIT)),
    *(f"(Building {lot} + 1) / {NUM_BUILDINGS}" for lot in range(BUILDING_LOTS)),
    *(f"Building {lot} is upgraded" for lot in range(BUILDING_LOTS)),
    *(f"character {number + 1}" for number in range(NUM_CHARACTERS)),
    *(f"Apprentice at desk {desk}" for desk in range(1, NUM_DESKS + 1)),
    *(f"(dice tile of Commission {card} + 1) / {NUM_TILES}" for card in range(MAX_COMMISSIONS)),
    *(
        f"slot {slot} of that tile {card}: 0 open, 0.5 die, 1 token"
        for card in range(MAX_COMMISSIONS)
        for slot in range(TILE_SLOTS)
    ),
)


def _named(name: str, meaning: str, labels: tuple[str, ...], public: bool = True) -> Block:
    return Block(name, len(labels), LEAST_VALUE, MOST_VALUE, meaning, labels, public)


def _cards(name: str, meaning: str, number: int, public: bool = True) -> Block:
    return Block(name, number, 0.0, 1.0, meaning, public=public)


def _status(table: str) -> str:
    """Say how sure the rows of the package's rules.json are."""
    found = {row.status for row in getattr(ROWS, table)}
    return f"{'' if len(found) == 1 else 'partly '}{max(found, key=STATUSES.index)} data"


def _rows(name: str, meaning: str, number: int, labels: tuple[str, ...], table: str) -> list[Block]:
    more = f"all 0 if there is none; {_status(table)}"
    return [
        _named(f"{name}_{index}", f"{meaning} {index}; {more}", labels, False)
        for index in range(number)
    ]


def _table_blocks() -> list[Block]:
    """Return the blocks of the turn, the board and the rows, with the observer's own cards."""
    cards = _status("commissions")
    return [
        phase_block(PHASES),
        _named("turn", "the round and what is pending", TURN_LABELS),
        _cards("event", f"the event of this round; {_status('events')}", NUM_EVENTS),
        _cards("events_left", "events that have not come", NUM_EVENTS),
        _named("places", "dice and Apprentices on the board", PLACE_LABELS),
        *_rows("ship", "ship at dock", NUM_DOCKS, SHIP_LABELS, "ships"),
        *_rows("settler", "Settlers card on space", SETTLERS_ROW, ROW_LABELS, "settlers"),
        *_rows("building", "Building on space", BUILDINGS_ROW, OFFER_LABELS, "buildings"),
        *_rows("council", "Stone Council tile on space", COUNCIL_ROW, TILE_LABELS, "council"),
        *_rows("held", "own Settlers card", HAND_LIMIT, HAND_LABELS, "settlers"),
        *_rows("offer", "Commission card to choose", DEALT, COMMISSION_LABELS, "commissions"),
        _named("commissions", f"own Commission cards in order; {cards}", CARDS_LABELS, False),
    ]


def _deck_blocks() -> list[Block]:
    """Return the blocks that say where each card and tile is."""
    under = f"those that may still lie under the deck: (group + 1) / {MAX_GROUPS}, 1 at most"
    settlers = f"{WHERE:g} deck, 1 discards, 2 + k completed by seat k; 0 face up or held"
    tiles = f"{WHERE:g} stack, 1 + k fulfilled by seat k; 0 face up"
    docked = f"ships that left, in the order of their return: (ship + 1) / {NUM_SHIPS}"
    where = f"is, / {WHERE:g}"
    solo = _status("solo")
    return [
        _cards("returned", "Commission cards seen and returned", NUM_COMMISSIONS, False),
        _cards("under", under, NUM_COMMISSIONS, False),
        Block(
            "groups",
            len(GROUP_LABELS),
            0.0,
            1.0,
            "Commission cards returned together under the deck, the next to be drawn first",
            GROUP_LABELS,
            False,
        ),
        Block("decks", len(DECK_LABELS), 0.0, 1.0, "sizes of the Commission deck", DECK_LABELS),
        _cards("settlers", f"where each Settlers card {where}: {settlers}", NUM_SETTLERS, False),
        _cards("buildings_left", "Buildings in the bag", NUM_BUILDINGS),
        _cards("tiles", f"where each Stone Council tile {where}: {tiles}", NUM_COUNCIL, False),
        _cards("ships_at_sea", docked, NUM_SHIPS),
        _cards("ships_left", "ships never docked", NUM_SHIPS),
        _cards("dice_tiles_left", f"dice tiles in the bag; {_status('dice_tiles')}", NUM_TILES),
        _cards("objectives", f"solo: the objectives, 0.5 or, while met, 1; {solo}", NUM_SOLO),
    ]


BLOCKS = [*_table_blocks(), *_deck_blocks()]
SLICES = Layout.vector(BLOCKS).slices()
SEATS_AT = SLICES["objectives"].stop
SEAT_SIZE = len(SEAT_LABELS)
BELONGINGS_AT = SEAT_LABELS.index(f"{GOODS[0]} / {CUBES:g}")  # in a seat's block


def layout(options: Any) -> Layout:
    """Return the blocks of the observation for these options."""
    seats = seat_blocks(options.num_players, LEAST_VALUE, MOST_VALUE, SEAT_LABELS)
    return Layout.vector([*BLOCKS, *seats])


def state_layout(options: Any) -> Layout:
    """Return the blocks of state(): those of seat 0, then every seat's Commission cards."""
    if not options.chancery:
        return layout(options)
    seats, card = range(options.num_players), f"(Commission card + 1) / {NUM_COMMISSIONS}"
    secrets = [_cards(f"cards_{s}", f"{card} of seat {s}", MAX_COMMISSIONS, False) for s in seats]
    offers = [_cards(f"dealt_{s}", f"{card} that seat {s} may keep", DEALT, False) for s in seats]
    pool = _cards("pool", "Commission cards: 1 in the pool, 0.5 below it", NUM_COMMISSIONS, False)
    return Layout.vector([*layout(options).blocks, *secrets, *offers, pool])
