"""The network for Carcassonne: a small convolution over segments, in the tile's own orientation.

Its unit is a segment (a city, road, cloister or field of one tile) with what its feature is; see
`tile_features`. Three small stacks of layers read such rows, each with shared weights:

- `spots`: for every cell and rotation in which the drawn tile fits, the segments that it would
  have there, made of what it would meet at its edges. This is a convolution over a cell's
  neighbours whose kernel turns with the tile, computed only where a placement is possible: its
  cost follows the number of choices, not the size of the table;
- `options`: the segments on which a piece may be put, or to which a wagon may drive;
- `pieces`: the segments that hold a piece, anywhere on the board, summed up.

These pooled features and the facts of the game give the value, the logits of the actions without a
place (draw, no piece, wagon home), a first guess of all piece and wagon logits, and the context
that `spots` and `options` take in.
"""

from typing import Any

import torch
from torch import nn

from fiefdom.envs.carcassonne.actions import FIRST_PIECE, FIRST_WAGON, draw_action
from fiefdom.envs.carcassonne.placing import BARN_AT
from fiefdom.envs.carcassonne.rules import FIELD, MARGIN_SCALE, NUM_SEGMENTS, ROAD
from fiefdom.envs.carcassonne.state import PIECE, WAGON
from fiefdom.envs.common.game import Game
from fiefdom.training.networks import NetworkConfig, small
from fiefdom.training.tile_features import TEN, TileFeatures

NUM_MEN = 3  # follower, wagon, mayor: the piece actions by segment


class Segments(nn.Module):
    """Two layers over rows of segments, under a context of each game."""

    def __init__(self, columns: int, context: int, width: int) -> None:
        super().__init__()
        self.own = nn.Linear(columns, width)
        self.context = nn.Linear(context, width, bias=False)
        self.mixed = nn.Linear(width, width)

    def forward(self, rows: torch.Tensor, hidden: torch.Tensor, game: torch.Tensor) -> torch.Tensor:
        """Return (R, width) for rows (R, columns) of the games (R,)."""
        context = self.context(hidden).index_select(0, game)
        return torch.relu(self.mixed(torch.relu(self.own(rows) + context)))


class TilesNetwork(nn.Module):
    """Logits and value of Carcassonne from observations with the encoding `planes`."""

    def __init__(self, game: Game, options: Any, config: NetworkConfig) -> None:
        super().__init__()
        if options.encoding != "planes":
            raise ValueError(
                f"the network {config.kind!r} reads planes: use the option encoding=planes, "
                f"not {options.encoding!r}"
            )
        self.features = TileFeatures(game.RULES[0], options)
        self.num_spots = draw_action(options.table)
        rest = game.num_actions(options) - self.num_spots
        columns, inner, width = self.features.num_columns, config.slot_width, config.width
        self.pieces = nn.Sequential(
            nn.Linear(self.features.num_standing, inner), nn.ReLU(),
            nn.Linear(inner, inner), nn.ReLU(),
        )  # fmt: skip
        self.body = nn.Sequential(
            nn.Linear(self.features.num_facts + inner, width), nn.ReLU(),
            nn.Linear(width, width), nn.ReLU(),
        )  # fmt: skip
        self.rest = small(nn.Linear(width, rest))
        self.value = nn.Linear(width, 1)
        self.lead = nn.Linear(2, 1, bias=False)
        self.lead.weight.data = torch.tensor([self._expect(options.reward)])
        self.spots = Segments(columns, width, inner)
        self.around = nn.Linear(self.features.num_around, inner)
        self.spot = nn.Linear(inner, inner)
        self.spot_context = nn.Linear(width, inner, bias=False)
        self.spot_score = small(nn.Linear(inner, 1))
        self.options = Segments(columns, width, inner)
        self.option_scores = small(nn.Linear(inner, NUM_MEN))
        self.wagon_score = small(nn.Linear(inner, 1))

    def forward(self, observation: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (N, A) and values (N, 1) of observations, (N, size) uint8."""
        flat = observation.to(torch.uint8).contiguous()
        facts, lead = self.features.facts(flat)
        hidden = self.body(torch.cat([facts, self._pool(flat)], 1))
        phases = self.features.phases(flat)
        rest = self.rest(hidden)
        rest = rest + self._piece_logits(flat, hidden, phases[:, PIECE], rest.shape[1])
        rest = rest + self._wagon_logits(flat, hidden, phases[:, WAGON], rest.shape[1])
        logits = torch.cat([self._spot_logits(flat, hidden), rest], 1)
        return logits, self.value(hidden) + self.lead(lead)

    @staticmethod
    def _expect(reward: str) -> list[float]:
        """Return what is to be expected if the game ended now, by the lead now and then."""
        unit = TEN / MARGIN_SCALE
        return {"score": [-unit, unit], "margin": [0.0, unit]}.get(reward, [0.0, 0.0])

    def _pool(self, flat: torch.Tensor) -> torch.Tensor:
        """Return the sum over the pieces on the board, (N, width)."""
        with torch.no_grad():
            game, rows = self.features.standing(flat)
        pieces: torch.Tensor = self.pieces(rows)
        return pieces.new_zeros(len(flat), pieces.shape[1]).index_add(0, game, pieces)

    def _spot_logits(self, flat: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """Return the logits of the placements, (N, 4 x cells); 0 where the tile does not fit."""
        with torch.no_grad():
            spots = self.features.spots(flat)
        segments = self.spots(spots.segments, hidden, spots.game[spots.spot])
        whole = segments.new_zeros(len(spots.game), segments.shape[1])
        whole = self.spot(whole.index_add(0, spots.spot, segments)) + self.around(spots.around)
        whole = torch.relu(whole + self.spot_context(hidden).index_select(0, spots.game))
        scores: torch.Tensor = self.spot_score(whole)[:, 0]
        at = spots.game * self.num_spots + spots.action
        logits = scores.new_zeros(len(flat) * self.num_spots).index_copy(0, at, scores)
        return logits.view(len(flat), self.num_spots)

    def _piece_logits(
        self, flat: torch.Tensor, hidden: torch.Tensor, phase: torch.Tensor, size: int
    ) -> torch.Tensor:
        """Return what the segments of the tile placed last add to the last `size` logits."""
        game = phase.nonzero()[:, 0]
        with torch.no_grad():
            rows = self.features.last(flat, game)
        segments = rows.shape[1]
        found = self.options(rows.flatten(0, 1), hidden, game.repeat_interleave(segments))
        scores = self.option_scores(found).view(len(game), segments, NUM_MEN)
        men = [scores[:, :NUM_SEGMENTS, 0], scores[:, :FIELD, 1], scores[:, :ROAD, 2]]
        added = torch.cat(men, 1)
        assert added.shape[1] == BARN_AT
        left = size - FIRST_PIECE - BARN_AT
        added = nn.functional.pad(added, (FIRST_PIECE, left))
        return added.new_zeros(len(flat), size).index_copy(0, game, added)

    def _wagon_logits(
        self, flat: torch.Tensor, hidden: torch.Tensor, phase: torch.Tensor, size: int
    ) -> torch.Tensor:
        """Return what the segments around a waiting wagon add to the last `size` logits."""
        game = phase.nonzero()[:, 0]
        with torch.no_grad():
            rows, present = self.features.around_wagon(flat, game)
        each = game.repeat_interleave(present.shape[1] * present.shape[2])
        found = self.options(rows.flatten(0, 2), hidden, each)
        targets = self.wagon_score(found).view(present.shape) * present
        added = nn.functional.pad(targets[:, :, :FIELD].flatten(1), (FIRST_WAGON, 1))
        return added.new_zeros(len(flat), size).index_copy(0, game, added)
