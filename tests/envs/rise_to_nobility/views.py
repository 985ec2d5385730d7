"""Engine and oracle in the same plain words, to be compared."""

from typing import Any

from tests.envs.rise_to_nobility.notation import MARKS
from tests.envs.rise_to_nobility.one_game import IDS, RULES, OneGame, members, named
from tests.envs.rise_to_nobility.oracle import Oracle

KINDS_OF_MARKS = tuple(MARKS)


def engine_view(game: OneGame) -> dict[str, Any]:
    """Return all there is to a game of the engine."""
    r = game.record
    phase = game.phase
    return {
        "over": game.over,
        "legal": game.legal(),
        "mover": game.mover,
        "turn_seat": None if game.over else int(r.turn_seat),
        "phase": phase,
        "round": 0 if phase == "setup" else int(r.round_number),
        "first_player": int(r.first_player),
        "event": named("events", r.event)[0],
        **engine_table(r),
        **engine_decks(r),
        "seats": [engine_seat(r, seat) for seat in game.seats],
    }


def engine_table(r: Any) -> dict[str, Any]:
    setup = RULES.setup_for(r.num_players)
    return {
        "settlers_row": named("settlers", r.settlers_row),
        "buildings_row": named("buildings", r.buildings_row),
        "council_row": named("council", r.council_row)[: setup.council_row],
        "ships": named("ships", r.ships)[: setup.ships],
        "guild_dice": r.guild_dice.tolist(),
        "ship_dice": r.ship_dice.tolist()[: setup.ships],
        "ranges": [r.castle_dice.tolist(), r.berk_dice.tolist(), r.hall_dice.tolist()],
        "ordered": [
            (int(r.tavern_dice), int(r.tavern_last)),
            (int(r.yard_dice), int(r.yard_last)),
            (int(r.council_dice), int(r.council_last)),
        ],
        "chancery_dice": {v + 1 for v in range(6) if r.chancery_dice >> v & 1},
        "closed_guilds": {g for g in range(6) if r.closed_guilds >> g & 1},
        "desks": {d + 1: int(seat) for d, seat in enumerate(r.desks) if seat >= 0},
        "modifiers_left": int(r.modifiers_left),
        "objectives": [name for name in named("solo", r.objectives) if name],
    }


def engine_decks(r: Any) -> dict[str, Any]:
    bottom = [members("commissions", r.bottom[g]) for g in range(r.num_bottom)]
    returned = [name for name in named("ships", r.ships_bottom) if name]
    return {
        "settlers_left": [members("settlers", r.settlers_left[level]) for level in (0, 1)],
        "discards": [members("settlers", r.settlers_discards[level]) for level in (0, 1)],
        "buildings_left": members("buildings", r.buildings_left),
        "council_left": members("council", r.council_left),
        "ships_left": members("ships", r.ships_left),
        "ships_returned": returned,
        "pool": members("commissions", r.commission_pool) if r.chancery else [],
        "bottom": bottom,
        "tiles_left": members("dice_tiles", r.dice_tiles_left) if r.chancery else [],
    }


def engine_seat(r: Any, seat: int) -> dict[str, Any]:
    lots = range(r.num_buildings[seat])
    return {
        "dice": [v + 1 for v in range(6) for _ in range(r.dice[seat, v])],
        "used": int(r.used_sum[seat]),
        "passed": bool(r.passed[seat]),
        "numbers": [
            int(r[name][seat])
            for name in (
                "reputation", "nobility", "vp", "coins", "modifiers", "houses", "lot",
                "reserve",
            )
        ],
        "goods": r.goods[seat].tolist(),
        "apprentices": r.apprentices[seat].tolist(),
        "held": named("settlers", r.held[seat])[: r.num_held[seat]],
        "completed": members("settlers", r.completed[seat]),
        "buildings": [
            (IDS["buildings"][r.buildings[seat, n]], bool(r.upgraded[seat, n])) for n in lots
        ],
        "council_done": members("council", r.council_done[seat]),
        "character": named("characters", r.character[seat])[0],
        "character_used": bool(r.character_used[seat]),
        "commissions": [engine_commission(r, seat, n) for n in range(r.num_cards[seat])],
        "returned": members("commissions", r.returned[seat]),
    }  # fmt: skip


def engine_commission(r: Any, seat: int, place: int) -> tuple[Any, ...]:
    marks = [KINDS_OF_MARKS[mark] for mark in r.slots[seat, place]]
    tile = named("dice_tiles", r.tiles[seat, place])[0]
    return named("commissions", r.cards[seat, place])[0], tile, marks


def oracle_view(oracle: Oracle) -> dict[str, Any]:
    """Return the same of a game of the oracle."""
    return {
        "over": oracle.over,
        "legal": oracle.legal(),
        "mover": oracle.mover,
        "turn_seat": None if oracle.over else oracle.turn_seat,
        "phase": oracle.phase,
        "round": oracle.round,
        "first_player": oracle.first_player,
        "event": oracle.event,
        **oracle_table(oracle),
        **oracle_decks(oracle),
        "seats": [oracle_seat(oracle, seat) for seat in oracle.seats],
    }


def oracle_table(oracle: Oracle) -> dict[str, Any]:
    return {
        "settlers_row": oracle.settlers_row,
        "buildings_row": oracle.buildings_row,
        "council_row": oracle.council_row,
        "ships": oracle.ships,
        "guild_dice": oracle.guild_dice,
        "ship_dice": oracle.ship_dice,
        "ranges": [oracle.castle_dice, oracle.berk_dice, oracle.hall_dice],
        "ordered": [
            (oracle.tavern_count, oracle.tavern_last or 0),
            (oracle.yard_count, oracle.yard_last or 0),
            (oracle.council_count, oracle.council_last or 0),
        ],
        "chancery_dice": oracle.chancery_dice,
        "closed_guilds": oracle.closed_guilds,
        "desks": oracle.desks,
        "modifiers_left": oracle.modifiers_left,
        "objectives": oracle.objectives,
    }


def in_order(table: str, names: list[str]) -> list[str]:
    return sorted(names, key=IDS[table].index)


def oracle_decks(oracle: Oracle) -> dict[str, Any]:
    return {
        "settlers_left": [in_order("settlers", oracle.settlers_left[n]) for n in (1, 2)],
        "discards": [in_order("settlers", oracle.discards[n]) for n in (1, 2)],
        "buildings_left": in_order("buildings", oracle.buildings_left),
        "council_left": in_order("council", oracle.council_left),
        "ships_left": in_order("ships", oracle.ships_left),
        "ships_returned": oracle.ships_returned,
        "pool": in_order("commissions", oracle.commissions_left),
        "bottom": [in_order("commissions", group) for group in oracle.commissions_bottom],
        "tiles_left": in_order("dice_tiles", oracle.dice_tiles_left),
    }


def oracle_seat(oracle: Oracle, seat: int) -> dict[str, Any]:
    points = oracle.final_scores()[seat] if oracle.over else oracle.vp[seat]
    return {
        "dice": sorted(oracle.dice[seat]),
        "used": oracle.used_sum[seat],
        "passed": oracle.passed[seat],
        "numbers": [
            oracle.rep[seat], oracle.nobility[seat], points, oracle.coins[seat],
            oracle.modifiers[seat], oracle.houses[seat], oracle.lot[seat], oracle.reserve[seat],
        ],
        "goods": oracle.goods[seat],
        "apprentices": oracle.guild_apprentices[seat],
        "held": oracle.held[seat],
        "completed": in_order("settlers", oracle.completed[seat]),
        "buildings": oracle.buildings[seat],
        "council_done": in_order("council", oracle.council_done[seat]),
        "character": oracle.character[seat],
        "character_used": oracle.character_used[seat],
        "commissions": [(c["id"], c["tile"], c["dice"]) for c in oracle.commissions[seat]],
        "returned": in_order("commissions", oracle.returned_seen[seat]),
    }  # fmt: skip
