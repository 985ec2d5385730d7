"""The options of the slow Carcassonne (section 1 of the rulebook) and the tiles that they bring."""

from dataclasses import dataclass
from typing import Literal

from fiefdom.envs.carcassonne.tiles import TILES, Tile

START_TILE = "D"
ABBEY = "ABBEY"


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a game is played with.

    Attributes:
        table: Width of a table that the tiles must leave a margin of one cell on, or None.
        starter: Seat that begins.
        skip_forced: Whether a decision with a single option is played without being asked.
    """

    num_players: int = 2
    king_robber: bool = True
    cleric_serf: bool = True
    abbey_mayor: bool = True
    farmers: bool = True
    followers: int = 7
    tiny_city: Literal[4, 2] = 4
    abbey_endgame: bool = True
    barn_on_barn_field: bool = False
    inn_rule: bool = False
    serf_mode: Literal["auto", "barn", "no_barn"] = "auto"
    serf_no_barn_cities: Literal["completed", "all"] = "completed"
    token_unoccupied: bool = True
    cleric_counts_abbeys: bool = True
    cs_tiles: Literal["all", "described"] = "all"
    table: int | None = None
    starter: int = 0
    skip_forced: bool = True

    def __post_init__(self) -> None:
        """Refuse what the rulebook has no game for."""
        if not 2 <= self.num_players <= 6:
            raise ValueError("the game is for two to six players")
        if not 0 <= self.starter < self.num_players:
            raise ValueError(f"there is no seat {self.starter}")
        if self.serf_mode == "barn" and not self.abbey_mayor:
            raise ValueError("without barns nobody could ever take the Serf tile")
        if self.table is not None and self.table % 2 == 0:
            raise ValueError("the table has an odd width")

    @property
    def serf_follows_barns(self) -> bool:
        """Say whether the Serf tile is won by barns (8.4), not by farmers (8.5)."""
        if self.serf_mode == "auto":
            return self.abbey_mayor
        return self.serf_mode == "barn"

    def deck(self) -> dict[str, int]:
        """Return how many copies of each tile are drawn, in the order of `TILES`."""
        copies = {tile.id: tile.copies for tile in TILES if self._is_drawn(tile)}
        copies[START_TILE] -= 1
        return copies

    def _is_drawn(self, tile: Tile) -> bool:
        played = {
            "base": True,
            "king_robber": self.king_robber,
            "abbey_mayor": self.abbey_mayor,
            "cleric_serf": self.cleric_serf,
        }
        left_out = self.cs_tiles == "described" and tile.reconstructed
        return played[tile.set] and tile.id != ABBEY and not left_out
