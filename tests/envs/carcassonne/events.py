"""What a step of a game is an example of, so that comparisons know what they have covered."""

import copy
from collections.abc import Iterator
from typing import Any

from tests.envs.carcassonne.oracle import Decision, Oracle

HOLDERS = ("king", "robber", "cleric", "serf")
WHERE = ("city", "road", "cloister")
EVERYTHING = {
    *(f"phase {phase}" for phase in ("abbey", "place", "piece", "wagon")),
    *("phase abbey in the abbey round", "phase piece in the abbey round"),
    *("another seat than the active one is asked", "several wagons at once"),
    *("no follower in hand", "edge of the table", "draw", "abbey", "pass", "home", "place"),
    *(f"follower on {where}" for where in (*WHERE, "field")),
    *(f"wagon on {where}" for where in WHERE),
    *("mayor on city", "barn on corner"),
    *(f"wagon drives to {where}" for where in (*WHERE, "an abbey")),
    *(f"{name} is taken" for name in HOLDERS),
    *(f"{name} moves" for name in ("king", "robber", "cleric", "serf by barns", "serf by farms")),
    *("tile discarded", "token", "several tokens", "several seats score", "scored at once"),
    *("barn sends farmers home", "farmers are joined to a barn", "mayor leaves a city"),
    *("farm with barns of several seats", "most tokens are shared", "tokens tied with the Cleric"),
    *("end by the last tile", "end by a tile that fits nowhere", "end in the abbey round"),
}
# Events that a tenth of the games of a policy may do without.
SELDOM = {
    *(f"{what} in the abbey round" for what in ("phase abbey", "phase piece", "end")),
    *("cleric is taken", "cleric moves", "serf by barns moves", "serf by farms moves"),
    *("several tokens", "most tokens are shared", "tokens tied with the Cleric"),
    *("farm with barns of several seats", "farmers are joined to a barn"),
    *("several wagons at once", "wagon drives to an abbey", "wagon drives to cloister"),
    *("tile discarded", "end by a tile that fits nowhere"),
}
SELDOM_BY = {
    "at_random": SELDOM,
    # Holes are filled, the table is never full.
    "packing": SELDOM
    | {"phase abbey", "abbey", "draw", "edge of the table", "barn sends farmers home"}
    | {"wagon on cloister"},
    # Refuses few abbeys, drives seldom.
    "greedy": SELDOM
    | {"draw", "mayor leaves a city", "wagon drives to city", "wagon drives to road"},
}


def events_of(oracle: Oracle, decision: Decision, legal: set[Decision]) -> set[str]:
    """Play a decision in the oracle, of those that are legal, and name what happened."""
    before = look(oracle)
    found = set(asked(oracle, legal)) | set(chosen(oracle, decision))
    oracle.play(decision)
    found |= set(followed(oracle, decision, before))
    return found | set(ended(oracle, before)) if oracle.over else found


def look(oracle: Oracle) -> dict[str, Any]:
    names = ("score", "tokens", "discarded", "pieces", "in_abbey_round", *HOLDERS)
    kept = {name: getattr(oracle, name) for name in names}
    return copy.deepcopy(kept)


def asked(oracle: Oracle, legal: set[Decision]) -> Iterator[str]:
    """Name what is special about a question."""
    yield f"phase {oracle.phase}" + (" in the abbey round" if oracle.in_abbey_round else "")
    if oracle.mover != oracle.turn_seat:
        yield "another seat than the active one is asked"
    if len({seat for seat, *_ in oracle.pending_wagons}) > 1:
        yield "several wagons at once"
    if oracle.phase == "piece" and oracle.hands[oracle.mover]["follower"] == 0:
        yield "no follower in hand"
    if oracle.phase == "place":
        assert oracle.drawn is not None
        if len(oracle.board.placements(oracle.drawn, None)) > len(legal):
            yield "edge of the table"


def chosen(oracle: Oracle, decision: Decision) -> Iterator[str]:
    """Name the kind of a decision."""
    verb, *rest = decision
    if verb == "piece":
        where = "corner" if rest[0] == "barn" else rest[1].rstrip("0123456789")
        yield f"{rest[0]} on {where}"
    elif verb == "wagon":
        yield f"wagon drives to {rest[2].rstrip('0123456789')}"
        if oracle.grid[rest[0], rest[1]][0] == "ABBEY":
            yield "wagon drives to an abbey"
    else:
        yield verb


def followed(oracle: Oracle, decision: Decision, before: dict[str, Any]) -> Iterator[str]:
    """Name what a decision led to."""
    yield from moved(oracle, before)
    if oracle.discarded != before["discarded"]:
        yield "tile discarded"
    tokens = sum(oracle.tokens) - sum(before["tokens"])
    yield from ["token", "several tokens"][:tokens]
    gains = [now - then for now, then in zip(oracle.score, before["score"], strict=True)]
    if not oracle.over and sum(gain > 0 for gain in gains) > 1:
        yield "several seats score"
    left = before["pieces"] - oracle.pieces
    if any(piece[4].startswith("field") for piece in left):
        is_barn = decision[:2] == ("piece", "barn")
        yield "barn sends farmers home" if is_barn else "farmers are joined to a barn"
    if any(piece[1] == "mayor" for piece in left):
        yield "mayor leaves a city"
    if decision[0] == "piece" and len(oracle.pieces) + len(left) == len(before["pieces"]):
        yield "scored at once"


def moved(oracle: Oracle, before: dict[str, Any]) -> Iterator[str]:
    """Name the bonus tiles that changed hands."""
    for name in HOLDERS:
        held, holder = before[name], getattr(oracle, name)
        if held is None and holder is not None:
            yield f"{name} is taken"
        elif held != holder:
            by = " by barns" if oracle.options.serf_follows_barns else " by farms"
            yield f"{name}{by if name == 'serf' else ''} moves"


def ended(oracle: Oracle, before: dict[str, Any]) -> Iterator[str]:
    """Name what the last position is an example of."""
    for farm in oracle.board.features:
        if len(oracle.position.barn_owners(farm)) > 1:
            yield "farm with barns of several seats"
    leaders = oracle.tokens.count(max(oracle.tokens)) if max(oracle.tokens) else 0
    if leaders > 1:
        with_cleric = oracle.cleric is not None and oracle.tokens[oracle.cleric]
        tied = with_cleric == max(oracle.tokens)
        yield "tokens tied with the Cleric" if tied else "most tokens are shared"
    if before["in_abbey_round"]:
        yield "end in the abbey round"
    elif oracle.discarded != before["discarded"]:
        yield "end by a tile that fits nowhere"
    else:
        yield "end by the last tile"
