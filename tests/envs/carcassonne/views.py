"""All there is to a position, once read from the engine's record and once from the oracle."""

from collections import Counter, defaultdict
from typing import Any

from fiefdom.envs.carcassonne.rules import SEGMENTS
from fiefdom.envs.carcassonne.scoring import final_score
from fiefdom.envs.carcassonne.state import (
    BARNS_AT,
    EMPTY,
    FED_BITS,
    FED_WORDS,
    GRID,
    GRID_BITS,
    GRID_MASK,
    MAYORS_AT,
    MEN_BITS,
)
from fiefdom.envs.common.jit import plain
from tests.envs.carcassonne.chance import StreamChance
from tests.envs.carcassonne.one_game import PIECE_SLOTS, TILE_IDS, OneGame
from tests.envs.carcassonne.oracle import Oracle
from tests.envs.carcassonne.oracle_board import Cell, Feature, Part
from tests.envs.carcassonne.oracle_scoring import Piece, Position

Crew = Counter[tuple[int, str]]

SETS = ("king_robber", "abbey_mayor", "cleric_serf")
PLAYED = {"full": SETS, "core": ("king_robber", "cleric_serf"), "base": ()}
MEN = 2**MEN_BITS


def oracle_of(seed: int, options: dict[str, Any]) -> Oracle:
    """Return the oracle's game of a seed under options of the engine."""
    chosen = {"table": 31} | options
    for name in ("reward", "encoding"):
        chosen.pop(name, None)
    played = PLAYED[chosen.pop("configuration", "full")]
    for name in SETS:
        if chosen.get(name, "auto") == "auto":
            chosen[name] = name in played
    draw = StreamChance(seed)
    if chosen.pop("start", "first") == "random":
        chosen["starter"] = draw.starter(chosen.get("num_players", 2))
    return Oracle(draw, **chosen)


# The engine.


def cells_of(record: Any) -> list[Cell]:
    """Return where the tiles lie, in order of placement."""
    west, north = int(record.west), int(record.north)
    return [
        (
            west + ((cell & GRID_MASK) - west) % GRID,
            north + ((cell >> GRID_BITS) - north) % GRID,
        )
        for cell in record.tile_cell[: int(record.num_tiles)].tolist()
    ]


def grid_of(record: Any) -> dict[Cell, tuple[str, int]]:
    """Return tile and rotation on each cell."""
    kinds, turns = record.tile_type.tolist(), record.tile_turns.tolist()
    return {
        cell: (TILE_IDS[kinds[tile]], turns[tile]) for tile, cell in enumerate(cells_of(record))
    }


def pieces_of(record: Any) -> set[Piece]:
    """Return what stands on the board: seat, kind, x, y and place."""
    cells = cells_of(record)
    slots, seats = record.piece.tolist(), record.piece_seat.tolist()
    pieces = set()
    for tile, cell in enumerate(cells):
        if slots[tile] != EMPTY:
            kind, where = PIECE_SLOTS[slots[tile]]
            pieces.add((seats[tile], kind, *cell, where))
    parts = zip(record.wagon_tile.tolist(), record.wagon_slot.tolist(), strict=True)
    for seat, (tile, slot) in enumerate(parts):
        if tile != EMPTY:
            pieces.add((seat, "wagon", *cells[tile], SEGMENTS[slot]))
    return pieces


def features_of(record: Any) -> dict[Part, dict[str, Any]]:
    """Return every feature by its first part."""
    count, cells = int(record.num_segments), cells_of(record)
    names = [SEGMENTS[slot] for slot in record.segment_slot[:count].tolist()]
    tiles, labels = record.segment_tile.tolist(), record.label.tolist()
    own = [(*cells[tiles[segment]], name) for segment, name in enumerate(names)]
    parts = defaultdict(list)
    for segment, part in enumerate(own):
        parts[labels[segment]].append(part)
    first = {label: min(part) for label, part in parts.items()}
    numbers = record.city_number.tolist()
    cities = {
        numbers[segment]: first[labels[segment]]
        for segment, name in enumerate(names)
        if name.startswith("city")
    }
    columns = {name: record[name].tolist() for name in ("open", "pennants", "inn", "worth")}
    columns["size"] = record.tile_count.tolist()
    owners, crews, fed = record.owners.tolist(), record.crew.tolist(), record.fed.tolist()
    return {
        first[label]: {
            "kind": names[label].rstrip("0123456789"),
            "parts": frozenset(part),
            **{name: column[label] for name, column in columns.items()},
            "owners": bits_of(owners[label]),
            "crew": crew_of(crews[label]),
            "cities": {cities[city] for city in cities_fed(fed[label])},
        }
        for label, part in parts.items()
    }


def bits_of(number: int) -> list[int]:
    """Return which bits are set, lowest first."""
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def cities_fed(words: list[int]) -> list[int]:
    """Return the numbers of the completed cities beside a field."""
    return [FED_BITS * word + bit for word in range(FED_WORDS) for bit in bits_of(words[word])]


def crew_of(crew: int) -> Crew:
    """Return how many men, mayors and barns of each seat a feature holds."""
    found: Crew = Counter()
    if crew == 0:
        return found
    for seat in range(6):
        found[seat, "man"] = (crew >> MEN_BITS * seat) % MEN
        found[seat, "mayor"] = crew >> (MAYORS_AT + seat) & 1
        found[seat, "barn"] = crew >> (BARNS_AT + seat) & 1
    return +found


def tiles_of(game: OneGame) -> Counter[str]:
    """Count the tiles on the table and to be drawn by kind; the rest has left the game."""
    tiles = Counter(tile for tile, _ in grid_of(game.record).values())
    return tiles + Counter(game.undrawn) + Counter([game.drawn] if game.drawn else [])


def prospects(game: OneGame) -> list[int]:
    """Return each seat's score if the game ended now: score, prospect and bonus tiles."""
    if game.over:
        return game.score
    return [int(plain(final_score)(game.record, seat)) for seat in game.seats]


def engine_view(game: OneGame) -> dict[str, Any]:
    """Return all there is to a game of the engine, but for the features."""
    record = game.record
    waiting = [seat for seat in game.seats if record.wagon_from[seat] != EMPTY]
    cells = cells_of(record)
    return {
        "over": game.over,
        "legal": game.legal(),
        "mover": None if game.over else game.mover,
        "turn_seat": None if game.over else game.turn_seat,
        "phase": game.phase,
        "drawn": game.drawn,
        "last": cells[-1],
        "grid": grid_of(record),
        "pieces": pieces_of(record),
        "hands": game.hands,
        "waiting": {(seat, *cells[record.wagon_from[seat]]) for seat in waiting},
        "undrawn": game.undrawn,
        "undrawn_total": int(record.undrawn_total),
        "score": game.finals[0] if game.over else game.score,
        "ranks": game.finals[1] if game.over else None,
        "prospects": prospects(game),
        "tokens": [*game.tokens, int(record.token_supply)],
        "cloisters": record.cloisters[: len(game.seats)].tolist() if record.cleric_serf else None,
        **game.holders,
        **{name: int(record[name]) for name in ("king_size", "robber_size", "serf_record")},
        **{name: int(record[name]) for name in ("abbeys_played", "barns_played", "farmers")},
        **{name: int(record[name]) for name in ("closed_cities", "closed_roads", "holes")},
        "abbey_round": bool(record.abbey_round) and not game.over,
    }


# The oracle.


def oracle_features(oracle: Oracle) -> dict[Part, dict[str, Any]]:
    """Return every feature by its first part."""
    position = oracle.position
    return {min(feature.parts): seen(position, feature) for feature in position.board.features}


def seen(position: Position, feature: Feature) -> dict[str, Any]:
    """Return what features_of returns of a feature."""
    fields = position.board.cities_beside(feature) if feature.kind == "field" else set()
    return {
        "kind": feature.kind,
        "parts": feature.parts,
        "size": feature.tiles,
        "open": feature.open,
        "pennants": feature.pennants,
        "inn": int(feature.inn),
        "worth": position.worth(feature),
        "owners": position.owners(feature),
        "crew": Counter(
            (seat, kind if kind in ("mayor", "barn") else "man")
            for seat, kind, *_ in position.pieces_on(feature)
        ),
        "cities": {min(city.parts) for city in fields if city.complete},
    }


def oracle_view(oracle: Oracle) -> dict[str, Any]:
    """Return what engine_view returns of the engine."""
    score = oracle.score
    undrawn = {tile: count for tile, count in oracle.undrawn.items() if count}
    position = oracle.position
    return {
        "over": oracle.over,
        "legal": oracle.legal(),
        "mover": None if oracle.over else oracle.mover,
        "turn_seat": None if oracle.over else oracle.turn_seat,
        "phase": oracle.phase,
        "drawn": oracle.drawn,
        "last": oracle.last,
        "grid": oracle.grid,
        "pieces": oracle.pieces,
        "hands": oracle.hands,
        "waiting": set(oracle.pending_wagons),
        "undrawn": undrawn,
        "undrawn_total": sum(undrawn.values()),
        "score": score,
        "ranks": [1 + sum(s > own for s in score) for own in score] if oracle.over else None,
        "prospects": oracle.final_scores(),
        "tokens": [*oracle.tokens, oracle.token_supply],
        "cloisters": oracle.cloisters_scored if oracle.options.cleric_serf else None,
        **{name: getattr(oracle, name) for name in ("king", "robber", "cleric", "serf")},
        **{name: getattr(oracle, name) for name in ("king_size", "robber_size")},
        "serf_record": oracle.serf_removed,
        "abbeys_played": oracle.abbeys_played,
        "barns_played": oracle.barns_played,
        "farmers": position.num_farmers(),
        "closed_cities": position.num_completed("city"),
        "closed_roads": position.num_completed("road"),
        "holes": len(oracle.board.holes()),
        "abbey_round": oracle.in_abbey_round,
    }


def differences(one: dict[Any, Any], other: dict[Any, Any]) -> dict[Any, tuple[Any, Any]]:
    """Return what two views disagree on, both values of each."""
    names = one.keys() | other.keys()
    return {
        name: (one.get(name), other.get(name)) for name in names if one.get(name) != other.get(name)
    }
