"""The public position and a seat's own secrets, rebuilt from what it observes and nothing else.

`rebuild` reads the named blocks; `expected` reads the same off the record. Fields of the record
that no observation shows are listed with the reason.
"""

from typing import Any

from fiefdom.envs.rise_to_nobility.rules import GOODS, RACES, RANGES
from fiefdom.envs.rise_to_nobility.state import EMPTY
from tests.envs.rise_to_nobility.one_game import IDS, RULES
from tests.envs.rise_to_nobility.positions import bits

Named = dict[str, Any]

OPTIONS = {
    "num_players", "reward", "random_start", "skip_forced", "chancery", "events", "characters",
    "short", "rules_hash",
}  # fmt: skip
SECRET = {
    "rng", "commission_pool", "bottom", "history_cards", "history_source", "bottom_history",
}  # fmt: skip
DERIVED = {
    "legal",
    "num_bottom",  # the groups that are shown
    "commission_points",  # points less the public ones
}
PAST = {"history_seat", "history_size", "history_kept", "num_history"}  # of no use but for memory
COUNTED_ONLY = {"decisions"}  # of use for nothing but the cap
TRUNCATION = {"truncated", "solo_won"}  # told by flags and rewards
NOT_SHOWN = OPTIONS | SECRET | DERIVED | PAST | COUNTED_ONLY | TRUNCATION

TURN = {
    "round_number": ("round / 10", 10), "placed": ("die placed", 1),
    "completed_now": ("Settlers card completed", 1), "recalled": ("Apprentice recalled", 1),
    "sold": ("something sold", 1), "goods_to_choose": ("Goods to choose / 3", 3),
    "takes_forced": ("Settlers cards to take / 2", 2),
    "takes_optional": ("further Settlers cards / 2", 2), "sales_left": ("sales left / 4", 4),
    "events_to_ask": ("seats to choose a Good of the event / 6", 6),
    "modifiers_left": ("Modifiers left / 20", 20),
}  # fmt: skip
PLACE = {
    "guild_dice": [(f"dice in the {good} guild / 3", 3) for good in GOODS],
    "ship_dice": [(f"dice at dock {dock} / 2", 2) for dock in range(4)],
    "castle_dice": [(f"dice at the White Castle, {text} / 2", 2) for text in RANGES],
    "berk_dice": [(f"dice at Berk's Office, {text} / 2", 2) for text in RANGES],
    "hall_dice": [(f"dice at the Guild Hall, {text} / 2", 2) for text in RANGES],
    "tavern_dice": [("dice at the Tavern / 7", 7)], "tavern_last": [("last die there / 6", 6)],
    "yard_dice": [("dice at the Yard / 7", 7)], "yard_last": [("last die there (Yard) / 6", 6)],
    "council_dice": [("dice at the Council / 7", 7)],
    "council_last": [("last die there (Council) / 6", 6)],
}  # fmt: skip
SEAT = {
    "passed": ("has passed", 1), "reputation": ("Reputation / 24", 24),
    "used_sum": ("sum of dice placed / 24", 24), "vp": ("VP / 100", 100),
    "nobility": ("Nobility / 12", 12), "coins": ("coins / 20", 20), "modifiers": ("Modifiers / 5", 5),
    "houses": ("Houses / 7", 7), "lot": ("Workers in the Lot / 14", 14),
    "reserve": ("Workers in reserve / 14", 14), "num_held": ("Settlers cards held / 6", 6),
    "num_completed": ("Settlers cards completed / 7", 7), "num_buildings": ("Buildings / 7", 7),
    "num_council": ("Stone Council tiles / 7", 7), "character_used": ("character used", 1),
    "num_cards": ("Commission cards / 13", 13),
}  # fmt: skip
ROWS = {  # first value of a block: (card + 1) / number of cards
    "ships": ("ship", 4, "ships"), "settlers_row": ("settler", 6, "settlers"),
    "buildings_row": ("building", 6, "buildings"), "council_row": ("council", 5, "council"),
}  # fmt: skip
MOST_GOODS = 127  # the observation shows no more cubes of a kind


def whole(value: float, scale: float) -> int:
    """Return the number that a value over a scale stands for."""
    number = round(value * scale)
    assert abs(number - value * scale) < 1e-4, (value, scale)
    return number


def members(values: list[float]) -> int:
    """Return a set of cards as a number, a bit each."""
    assert set(values) <= {0.0, 1.0}
    return bits(card for card, value in enumerate(values) if value)


def only(values: list[float]) -> int:
    """Return the place of the only 1; EMPTY for none."""
    assert sorted(values)[:-1] == [0.0] * (len(values) - 1)
    return values.index(1.0) if 1.0 in values else EMPTY


def rebuild(seen: Named, players: int, observer: int) -> Named:
    """Return by field of the record what an observation tells."""
    return {
        **rebuilt_table(seen),
        **rebuilt_decks(seen, players, observer),
        **rebuilt_own(seen),
        **rebuilt_seats(seen, players, observer),
    }


def rebuilt_table(seen: Named) -> Named:
    turn, places = seen["turn"], seen["places"]
    chancery = [places[f"die at the Chancery, {value}"] for value in range(1, 7)]
    return {
        "over": int(not any(seen["phase"].values())),
        "phase": only(list(seen["phase"].values())),
        "rounds left": whole(turn["rounds left / 10"], 10),
        **{field: whole(turn[label], scale) for field, (label, scale) in TURN.items()},
        "place": whole(turn["(guild, dock or range of the die + 1) / 6"], 6) - 1,
        "event": only(seen["event"]),
        "events_left": members(seen["events_left"]),
        **{
            field: [whole(places[label], scale) for label, scale in labels]
            for field, labels in PLACE.items()
        },
        "closed_guilds": members([places[f"{good} guild is closed"] for good in GOODS]),
        "chancery_dice": members(chancery),
        **{
            field: [
                whole(next(iter(seen[f"{name}_{space}"].values())), len(IDS[table])) - 1
                for space in range(number)
            ]
            for field, (name, number, table) in ROWS.items()
        },
        "deck": whole(seen["decks"]["in the deck / 18"], 18),
        "below": whole(seen["decks"]["of them under it / 18"], 18),
        "group sizes": [whole(seen["groups"][f"cards of group {g} / 3"], 3) for g in range(8)],
        "group owners": [
            whole(seen["groups"][f"(seat that returned group {g} + 1) / 6"], 6) - 1
            for g in range(8)
        ],
    }


def rebuilt_decks(seen: Named, players: int, observer: int) -> Named:
    """Read the blocks that say where each card is."""
    settlers = [whole(value, 8) for value in seen["settlers"]]
    tiles = [whole(value, 8) for value in seen["tiles"]]
    levels = [[c for c, row in enumerate(RULES.settlers) if row.level == level] for level in (1, 2)]
    offsets = [(seat - observer) % players for seat in range(players)]

    def of(where: list[int], place: int) -> int:
        return bits(card for card, found in enumerate(where) if found == place)

    return {
        "settlers_left": [of(settlers, 8) & bits(level) for level in levels],
        "settlers_discards": [of(settlers, 1) & bits(level) for level in levels],
        "completed": [of(settlers, 2 + offset) for offset in offsets],
        "settlers elsewhere": of(settlers, 0),
        "buildings_left": members(seen["buildings_left"]),
        "council_left": of(tiles, 8),
        "council_done": [of(tiles, 1 + offset) for offset in offsets],
        "tiles face up": of(tiles, 0),
        "ships_bottom": [whole(value, 18) - 1 for value in seen["ships_at_sea"]],
        "ships_left": members(seen["ships_left"]),
        "dice_tiles_left": members(seen["dice_tiles_left"]),
        "objectives": bits(card for card, value in enumerate(seen["objectives"]) if value),
    }


def card_of(seen: Named, place: int) -> Named:
    """Return the numbers of the own Commission card at one place, by their labels."""
    start = f"card {place}: "
    return {label.removeprefix(start): seen[label] for label in seen if label.startswith(start)}


def rebuilt_own(seen: Named) -> Named:
    """Read what only the observer sees."""
    held = [seen[f"held_{index}"]["(card + 1) / 48"] for index in range(6)]
    offers = [seen[f"offer_{place}"]["(card + 1) / 18"] for place in range(3)]
    own = [card_of(seen["commissions"], place) for place in range(13)]
    return {
        "own held": [whole(value, 48) - 1 for value in held],
        "own offer": [whole(value, 18) - 1 for value in offers],
        "own cards": [whole(card["(card + 1) / 18"], 18) - 1 for card in own],
        "own active": [int(card["activated"]) for card in own],
        "own slots": [[whole(card[f"value of slot {s} / 6"], 6) for s in range(3)] for card in own],
        "own open": [[int(card[f"slot {s} is open"]) for s in range(3)] for card in own],
        "own returned": members(seen["returned"]),
    }


def rebuilt_seats(seen: Named, players: int, observer: int) -> Named:
    """Read the blocks of the seats, which come in order from the observer on."""
    seats = [seen[f"seat_{(seat - observer) % players}"] for seat in range(players)]

    def of(labels: list[str], scale: float, less: int = 0) -> list[list[int]]:
        return [[whole(seat[label], scale) - less for label in labels] for seat in seats]

    def who(label: str) -> int:
        return only([seat[label] for seat in seats])

    return {
        "mover": who("is the mover"),
        "turn_seat": who("has the turn"),
        "first_player": who("is the first player"),
        **{
            field: [whole(seat[label], scale) for seat in seats]
            for field, (label, scale) in SEAT.items()
        },
        "goods": of([f"{good} / 5" for good in GOODS], 5),
        "dice": of([f"dice showing {value} / 5" for value in range(1, 7)], 5),
        "apprentices": of([f"own Apprentices in the {good} guild / 6" for good in GOODS], 6),
        "held": of([f"(card held {index} + 1) / 48" for index in range(6)], 48, 1),
        "buildings": of([f"(Building {lot} + 1) / 48" for lot in range(7)], 48, 1),
        "upgraded": of([f"Building {lot} is upgraded" for lot in range(7)], 1),
        "character": [only([seat[f"character {n + 1}"] for n in range(13)]) for seat in seats],
        "tiles": of([f"(dice tile of Commission {card} + 1) / 18" for card in range(13)], 18, 1),
        "slots": [
            [[whole(seat[f"slot {s} of that tile {card}: 0 open, 0.5 die, 1 token"], 2)
              for s in range(3)] for card in range(13)]
            for seat in seats
        ],
        "desks": [
            only([seat[f"Apprentice at desk {desk}"] for seat in seats]) for desk in range(1, 13)
        ],
    }  # fmt: skip


# The same, read off the record.


def expected(record: Any, observer: int) -> Named:
    """Return what `rebuild` should return."""
    players, over = int(record.num_players), bool(record.over)
    plain = {name for name in record.dtype.names if name not in NOT_SHOWN and name != "_pad"}
    shown: Named = {}
    for name in plain - {"cards", "returned", "objectives", "num_ships_bottom"}:
        value = record[name]
        by_seat = value.ndim > 0 and value.shape[0] == 6 and name in SEAT_FIELDS
        shown[name] = value[:players].tolist() if by_seat else value.tolist()
    shown["goods"] = [[min(cubes, MOST_GOODS) for cubes in goods] for goods in shown["goods"]]
    for name in ("tavern", "yard", "council"):
        for what in ("dice", "last"):
            shown[f"{name}_{what}"] = [shown[f"{name}_{what}"]]
    if over:
        shown |= {"phase": EMPTY, "mover": EMPTY, "turn_seat": EMPTY}
    return {**shown, **expected_more(record, players, observer), **expected_own(record, observer)}


SEAT_FIELDS = {
    *SEAT, "goods", "dice", "apprentices", "held", "buildings", "upgraded", "character", "tiles",
    "slots", "completed", "council_done",
}  # fmt: skip


def expected_more(record: Any, players: int, observer: int) -> Named:
    r = record
    rounds = 7 if r.short else 10
    below = sum(int(r.bottom[group]).bit_count() for group in range(r.num_bottom))
    return {
        "rounds left": rounds - int(r.round_number),
        "settlers elsewhere": bits(
            card for card in [*r.settlers_row.tolist(), *r.held.ravel().tolist()] if card >= 0
        ),
        "tiles face up": bits(c for c in r.council_row.tolist() if c >= 0),
        "objectives": bits(c for c in r.objectives.tolist() if c >= 0),
        "deck": int(r.commission_pool).bit_count() + below,
        "below": below,
        "group sizes": [int(group).bit_count() for group in r.bottom],
        "group owners": [
            (int(r.history_seat[drawing]) - observer) % players if drawing >= 0 else EMPTY
            for drawing in r.bottom_history.tolist()
        ],
    }


def expected_own(record: Any, observer: int) -> Named:
    r = record
    held, cards = r.held[observer].tolist(), r.cards[observer].tolist()
    slots, tiles = r.slots[observer].tolist(), r.tiles[observer].tolist()
    values = [list(RULES.dice_tiles[tile].slots) if tile >= 0 else [0] * 3 for tile in tiles]
    has = [card >= 0 for card in cards]
    return {
        "own held": held,
        "own offer": offered(r, observer),
        "own cards": cards,
        "own active": [int(marks == [2] * 3) for marks in slots],
        "own slots": values,
        "own open": [
            [int(mark == 0 and is_there) for mark in marks]
            for marks, is_there in zip(slots, has, strict=True)
        ],
        "own returned": int(r.returned[observer]),
    }


def offered(record: Any, observer: int) -> list[int]:
    """Return the Commissions that a seat has before it to choose from."""
    for event in range(int(record.num_history)):
        if record.history_seat[event] == observer and record.history_kept[event] < 0:
            size = int(record.history_size[event])
            cards: list[int] = record.history_cards[event, :size].tolist()
            return cards + [EMPTY] * (3 - size)
    return [EMPTY] * 3


# Cards as they are printed, in the order of their labels.


def printed_settler(card: int) -> list[float]:
    row = RULES.settlers[card]
    if card < 0:
        return [0.0] * 23
    races = [float(row.race == race) for race in RACES]
    needs = [number / 3 for number in row.need]
    return [
        (card + 1) / 48,
        row.level - 1,
        *races,
        *needs,
        row.workers / 3,
        row.vp / 10,
        *reward(row.reward),
    ]


def printed_building(card: int) -> list[float]:
    row = RULES.buildings[card]
    if card < 0:
        return [0.0] * 20
    guilds = [float(row.guild == good) for good in GOODS]
    numbers = [row.cost / 7, row.vp / 10, row.nob]
    upgrade = [row.up_cost / 7, row.up_vp / 10, row.up_nob]
    return [(card + 1) / 48, *guilds, *numbers, *reward(row.bonus), *upgrade]


def reward(given: Any) -> list[float]:
    return [
        given.coins / 5, given.rep / 5, given.mods / 5, given.nob, given.any_good, given.settler,
        given.worker,
    ]  # fmt: skip
