"""What text and picture say of a position in words."""

from typing import Any

from fiefdom.envs.carcassonne.actions import action_text, draw_action, placed_at
from fiefdom.envs.carcassonne.rules import ABBEY
from fiefdom.envs.carcassonne.state import ABBEY_CHOICE, EMPTY, PIECE, PLACE, WAGON
from fiefdom.envs.carcassonne.tiles import TILES
from fiefdom.envs.common.text import victory

BONUS_NAMES = {
    "king": "King", "robber": "Robber Baron", "cleric": "Cleric", "serf": "Serf"
}  # fmt: skip
DOINGS = {
    ABBEY_CHOICE: "may place an abbey", PLACE: "places the tile", PIECE: "may place a piece",
    WAGON: "may drive the wagon on",
}  # fmt: skip
GROUPED = "number and action; of placements: cell, turn and number of the action"


def doing(state: Any) -> str:
    """Say what is going on."""
    if not state.num_tiles:
        return "not started"
    if not state.over:
        round_text = "abbey round" if state.abbey_round else f"turn {state.turn}"
        return f"{round_text} · player_{state.mover} {DOINGS[int(state.phase)]}"
    return f"game over after {state.turn} turns · {victory(winners(state))}"


def winners(state: Any) -> list[int]:
    """Return the seats with the highest score."""
    scores = [int(score) for score in state.score[: int(state.num_players)]]
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def action_lines(state: Any, legal: list[int]) -> list[str]:
    """Return the legal actions with their numbers, in words; placements by cell."""
    lines = [
        f"({x},{y})  " + "  ".join(f"{90 * turns}°: {action}" for turns, action in turns_of.items())
        for (x, y), turns_of in placements_by_cell(state, legal).items()
    ]
    others = [action for action in legal if action >= draw_action(int(state.table))]
    return lines + [f"{action} {action_text(state, action)}" for action in others]


def placements_by_cell(state: Any, legal: list[int]) -> dict[tuple[int, int], dict[int, int]]:
    """Return the cells where the tile may be put: for each the actions by quarter turns."""
    cells: dict[tuple[int, int], dict[int, int]] = {}
    for action in legal:
        if action < draw_action(int(state.table)):
            x, y, turns = placed_at(state, action)
            cells.setdefault((x, y), {})[turns] = action
    return dict(sorted(cells.items(), key=lambda item: (item[0][1], item[0][0])))


def shown_tile(state: Any) -> tuple[str, int, int]:
    """Return why a tile is shown large, its kind and its quarter turns; no kind without a tile."""
    if not state.num_tiles:
        return "", EMPTY, 0
    if not state.over and state.phase == PLACE:
        return "drawn", int(state.drawn), 0
    if not state.over and state.phase == ABBEY_CHOICE:
        return "may be placed", ABBEY, 0
    last = int(state.num_tiles) - 1
    return "placed last", int(state.tile_type[last]), int(state.tile_turns[last])


def supply_lines(state: Any) -> list[str]:
    """Return what is left to draw, and the records of the bonus tiles, in up to three lines."""
    left = int(state.undrawn_total)
    lines = [f"{left} tile{'' if left == 1 else 's'} left to draw"]
    if state.king_robber:
        lines.append(f"largest city {state.king_size} · longest road {state.robber_size}")
    if state.cleric_serf:
        record = f" · most farmers by a barn {state.serf_record}" if state.serf_record >= 0 else ""
        lines.append(f"tokens left {state.token_supply}{record}")
    return lines


def bonus_tiles(state: Any, seat: int) -> list[str]:
    """Return the names of the bonus tiles that a seat holds."""
    if not state.num_tiles:
        return []
    return [name for field, name in BONUS_NAMES.items() if int(getattr(state, field)) == seat]


def reconstructed_names(state: Any) -> str:
    """Return the names of the reconstructed tiles in play."""
    if not state.cleric_serf or state.described_only:
        return ""
    return " ".join(tile.id for tile in TILES if tile.reconstructed)
