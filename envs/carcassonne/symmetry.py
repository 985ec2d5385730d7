"""The board turned by quarter turns: observation, mask and action together, in plain numpy.

The rules do not change when the whole board is turned (rules specification 13.3), so that a learner
may see each position from four sides. A tile that looks the same after a turn is then numbered as
the engine would have placed it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.carcassonne.actions import (
    FIRST_PIECE,
    FIRST_WAGON,
    HOME,
    PASS,
    draw_action,
)
from fiefdom.envs.carcassonne.observe import (
    CITY_PLANE,
    DRAWN_AT,
    FACTS_SIZE,
    FIELD_OWNERS,
    FIELD_PLANE,
    FIELD_WORTH,
    FITS,
    LAST,
    NUM_PLANES,
    NUM_SEAT_PLANES,
    OPEN,
    OWNERS,
    ROAD_PLANE,
    SAME_AT,
    TILE,
    TURNS,
    WAGON_PLANE,
    WAITING,
    WORTH,
)
from fiefdom.envs.carcassonne.placing import BARN_AT, MAYOR_AT, NUM_CORNERS, WAGON_AT
from fiefdom.envs.carcassonne.rules import ABBEY, AROUND, NUM_SEGMENTS, QUARTER_TURNS
from fiefdom.envs.carcassonne.tables import NUM_HALF_EDGES, RULES
from fiefdom.envs.carcassonne.turns import WAGON_SEGMENTS

Planes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

EDGE_PLANES = (CITY_PLANE, ROAD_PLANE, OPEN, WORTH, OWNERS)
HALF_PLANES = (FIELD_PLANE, FIELD_WORTH, FIELD_OWNERS)
TABLES = RULES[0]


def turn_board(
    options: Any,
    observation: Any,
    mask: npt.NDArray[Any],
    action: int | None = None,
    turns: int = 1,
) -> tuple[Any, npt.NDArray[Any], int | None]:
    """Return what the same position shows with the whole board turned clockwise.

    Args:
        options: the options of the game.
        observation: of one game, in the encoding of the options.
        mask: (A,), the legal actions that belong to it.
        action: one of them, or None.
        turns: quarter turns, 0 to 3.

    Raises:
        ValueError: if `turns` is not 0 to 3 or the action is not legal in the mask.
    """
    if not 0 <= turns < QUARTER_TURNS:
        raise ValueError(f"turns={turns} is not allowed; allowed: 0 to {QUARTER_TURNS - 1}")
    if action is not None and not (0 <= action < len(mask) and mask[action]):
        raise ValueError(f"action {action} is not legal in this mask")
    board = _Board(options, observation, turns)
    turned = np.zeros_like(mask)
    legal = np.flatnonzero(mask)
    turned[[board.turned_action(int(one)) for one in legal]] = 1
    new_action = None if action is None else board.turned_action(action)
    return board.turned_observation(), turned, new_action


class _Board:
    """One observation and how its cells and numbers change under some quarter turns."""

    def __init__(self, options: Any, observation: Any, turns: int) -> None:
        self.table, self.turns = options.table, turns
        self.is_dict = options.encoding == "dict"
        if self.is_dict:
            self.planes, self.facts = observation["board"], observation["vector"]
        else:
            self.facts = observation[NUM_PLANES].reshape(-1)[:FACTS_SIZE]
            self.planes = np.delete(observation, NUM_PLANES, 0)
        drawn = np.flatnonzero(self.facts[DRAWN_AT : DRAWN_AT + len(TABLES.copies)])
        self.kind = int(drawn[0]) if drawn.size else ABBEY
        self.shift_x, self.shift_y = self._shift()
        row, column = np.argwhere(self.planes[LAST])[0]
        self.last = int(row), int(column)

    def _spin(self, x: Any, y: Any) -> tuple[Any, Any]:
        for _ in range(self.turns):
            x, y = -y, x
        return x, y

    def _shift(self) -> tuple[int, int]:
        """Return what puts the turned bounding box into the middle of the window again."""
        rows, columns = np.nonzero(self.planes[TILE])
        x, y = self._spin(columns, rows)
        middle = self.table >> 1
        return (
            middle - ((int(x.min()) + int(x.max())) >> 1),
            middle - ((int(y.min()) + int(y.max())) >> 1),
        )

    def cell(self, row: Any, column: Any) -> tuple[Any, Any]:
        """Return where a cell of the window goes, row and column."""
        x, y = self._spin(column, row)
        return y + self.shift_y, x + self.shift_x

    def segment(self, row: int, column: int, slot: int) -> int:
        """Return the new number of a segment of the tile on a cell."""
        kind = int(self.planes[TILE, row, column]) - 1
        rotation = (int(self.planes[TURNS, row, column]) + self.turns) % QUARTER_TURNS
        return int(TABLES.renumbered[kind, rotation, slot])

    def first_of_feature(self, slot: int) -> int:
        """Return the new number of the first segment of the last tile in the same feature."""
        same = self.facts[SAME_AT : SAME_AT + NUM_SEGMENTS]
        group = np.flatnonzero(same == same[slot])
        return min(self.segment(*self.last, int(member)) for member in group)

    def piece(self, choice: int, segment: Any) -> int:
        """Return the new piece slot of a piece; `segment` renumbers what it stands on."""
        if choice >= BARN_AT:
            return BARN_AT + (choice - BARN_AT + self.turns) % NUM_CORNERS
        start = MAYOR_AT if choice >= MAYOR_AT else WAGON_AT if choice >= WAGON_AT else 0
        return start + int(segment(choice - start))

    def turned_action(self, action: int) -> int:
        """Return the action of the turned board that is this one."""
        area, draw = self.table * self.table, draw_action(self.table)
        if action < draw:
            rotation, position = divmod(action, area)
            row, column = self.cell(*divmod(position, self.table))
            rotation = int(TABLES.upright[self.kind, (rotation + self.turns) % QUARTER_TURNS])
            return int(rotation * area + row * self.table + column)
        choice, target = action - draw - FIRST_PIECE, action - draw - FIRST_WAGON
        if action == draw or choice == PASS or target == HOME:
            return action
        if choice < PASS:
            return draw + FIRST_PIECE + self.piece(choice, self.first_of_feature)
        return draw + FIRST_WAGON + self.target(target)

    def target(self, target: int) -> int:
        """Return the new number of a wagon's target."""
        step, slot = divmod(target, WAGON_SEGMENTS)
        dx, dy = AROUND[step]
        row, column = np.argwhere(self.planes[NUM_PLANES + WAGON_PLANE] == WAITING)[0]
        slot = self.segment(int(row) + dy, int(column) + dx, slot)
        return AROUND.index(self._spin(dx, dy)) * WAGON_SEGMENTS + slot

    def turned_observation(self) -> Any:
        """Return the observation of the turned board."""
        planes = self._move(self.planes)
        for start, edges in (
            *((plane, QUARTER_TURNS) for plane in EDGE_PLANES),
            *((plane, NUM_HALF_EDGES) for plane in HALF_PLANES),
        ):
            by = self.turns * edges // QUARTER_TURNS
            planes[start : start + edges] = np.roll(planes[start : start + edges], by, 0)
        self._renumber(planes)
        facts = self.facts.copy()
        self._same_features(facts)
        if self.is_dict:
            return {"board": planes, "vector": facts}
        plane = np.zeros((1, self.table, self.table), np.uint8)
        plane.reshape(-1)[:FACTS_SIZE] = facts
        return np.concatenate([planes[:NUM_PLANES], plane, planes[NUM_PLANES:]])

    def _move(self, planes: Planes) -> Planes:
        """Return the planes with every cell where it goes; cells outside hold nothing."""
        moved = np.zeros_like(planes)
        rows, columns = np.nonzero(planes.any(0))
        to_rows, to_columns = self.cell(rows, columns)
        moved[:, to_rows, to_columns] = planes[:, rows, columns]
        return moved

    def _renumber(self, planes: Planes) -> None:
        kinds = planes[TILE].astype(np.int64) - 1
        placed = kinds >= 0
        rotations = (planes[TURNS] + self.turns) % QUARTER_TURNS
        planes[TURNS][placed] = TABLES.upright[kinds[placed], rotations[placed]]
        fits = np.zeros_like(planes[FITS])
        for rotation in range(QUARTER_TURNS):
            to = int(TABLES.upright[self.kind, (rotation + self.turns) % QUARTER_TURNS])
            fits |= (planes[FITS] >> rotation & 1) << to
        planes[FITS] = fits
        for plane in range(NUM_PLANES, len(planes)):
            is_wagon = (plane - NUM_PLANES) % NUM_SEAT_PLANES == WAGON_PLANE
            for row, column in np.argwhere(self.planes[plane]):
                value = int(self.planes[plane, row, column])
                if is_wagon and value == WAITING:
                    continue
                to_row, to_column = self.cell(int(row), int(column))
                planes[plane, to_row, to_column] = 1 + self._stands(row, column, value - 1)

    def _stands(self, row: Any, column: Any, choice: int) -> int:
        return self.piece(choice, lambda slot: self.segment(int(row), int(column), slot))

    def _same_features(self, facts: Planes) -> None:
        same = self.facts[SAME_AT : SAME_AT + NUM_SEGMENTS]
        for slot in np.flatnonzero(same):
            new = self.segment(*self.last, int(slot))
            facts[SAME_AT + new] = 1 + self.first_of_feature(int(slot))
