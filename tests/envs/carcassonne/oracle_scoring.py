"""What the features of the slow Carcassonne are worth, and to whom (sections 5 to 9)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.envs.carcassonne.oracle_board import CORNERS, Board, Feature, Part
from tests.envs.carcassonne.oracle_options import Options

# Seat, kind, x, y, and the part of the tile or, for a barn, its corner.
Piece = tuple[int, str, int, int, str]
Gain = tuple[int, int]

CLOISTER_POINTS = 9
FARM_POINTS = 3
BARN_POINTS = 4
JOINED_FARM_POINTS = 1
BONUS_POINTS = 10
CLERIC_POINTS_PER_ABBEY = 2
SERF_POINTS_PER_BARN = 5


def first_with_most(counts: list[int], first: int) -> int:
    """Return the seat with the greatest count, the first clockwise from a seat if several."""
    clockwise = [(first + away) % len(counts) for away in range(len(counts))]
    return max(clockwise, key=lambda seat: counts[seat])


def with_most(counts: list[int]) -> list[int]:
    """Return the seats that share the greatest count, none if that is 0."""
    return [seat for seat, count in enumerate(counts) if count == max(counts) > 0]


@dataclass(frozen=True)
class Position:
    """A board and the pieces on it."""

    board: Board
    pieces: frozenset[Piece]
    options: Options

    @cached_property
    def _standing(self) -> dict[Part, list[Piece]]:
        standing: dict[Part, list[Piece]] = {}
        for piece in sorted(self.pieces):
            _, _, x, y, where = piece
            part = self.board.field_at((x, y), where) if where in CORNERS else (x, y, where)
            assert part is not None, f"{piece} stands nowhere"
            standing.setdefault(part, []).append(piece)
        return standing

    def pieces_on(self, feature: Feature) -> list[Piece]:
        """Return the pieces on any part of a feature."""
        return [piece for part in feature.parts for piece in self._standing.get(part, [])]

    def farmers_on(self, field: Feature) -> list[Piece]:
        """Return the pieces on a farm that are not barns."""
        return [piece for piece in self.pieces_on(field) if piece[1] != "barn"]

    def barn_owners(self, field: Feature) -> list[int]:
        """Return the seats that have a barn on a farm."""
        return sorted({seat for seat, kind, *_ in self.pieces_on(field) if kind == "barn"})

    def strengths(self, feature: Feature) -> list[int]:
        """Return each seat's strength; a mayor's is the pennants of the city (section 5)."""
        strengths = [0] * self.options.num_players
        for seat, kind, *_ in self.pieces_on(feature):
            if kind == "mayor":
                strengths[seat] += feature.pennants
            elif kind != "barn":
                strengths[seat] += 1
        return strengths

    def owners(self, feature: Feature) -> list[int]:
        """Return who is paid for a feature: of a farm with barns their owners."""
        return self.barn_owners(feature) or with_most(self.strengths(feature))

    def completed_cities(self, field: Feature) -> int:
        """Return the number of distinct closed cities beside a farm."""
        return sum(city.complete for city in self.board.cities_beside(field))

    def worth(self, feature: Feature) -> int:
        """Return the points of each owner: final if it is closed, else those of the game's end."""
        if feature.kind == "city":
            return self._city_worth(feature)
        if feature.kind == "road":
            return self._road_worth(feature)
        if feature.kind == "cloister":
            return CLOISTER_POINTS - feature.open
        each = BARN_POINTS if self.barn_owners(feature) else FARM_POINTS
        return each * self.completed_cities(feature)

    def _city_worth(self, city: Feature) -> int:
        is_small_change = city.tiles == 2 and self.options.tiny_city == 2
        each = 2 if city.complete and not is_small_change else 1
        return each * (city.tiles + city.pennants)

    def _road_worth(self, road: Feature) -> int:
        if self.options.inn_rule and road.inn:
            return 2 * road.tiles if road.complete else 0
        return road.tiles

    def gains(self) -> list[Gain]:
        """Return what the features pay if the game ends now (section 9, steps 1 and 3)."""
        return [
            (seat, self.worth(feature))
            for feature in self.board.features
            for seat in self.owners(feature)
        ]

    def num_completed(self, kind: str) -> int:
        """Return the number of closed cities or roads, with or without pieces (section 6)."""
        return sum(feature.complete and feature.kind == kind for feature in self.board.features)

    def num_farmers(self) -> int:
        """Return the number of farmers of all seats (8.7)."""
        return sum(where.startswith("field") for *_, where in self.pieces)

    def largest_farms(self) -> list[int]:
        """Return F of 8.5: for each seat the cities of the largest farm that it has most of."""
        largest = [0] * self.options.num_players
        for farm in self.board.features:
            if farm.kind == "field":
                for seat in with_most(self.strengths(farm)):
                    largest[seat] = max(largest[seat], self._farm_size(farm))
        return largest

    def _farm_size(self, farm: Feature) -> int:
        if self.options.serf_no_barn_cities == "all":
            return len(self.board.cities_beside(farm))
        return self.completed_cities(farm)

    def view(self) -> list[dict[str, Any]]:
        """Return every feature as plain values."""
        return [self._seen(feature) for feature in self.board.features]

    def _seen(self, feature: Feature) -> dict[str, Any]:
        is_field = feature.kind == "field"
        return {
            "kind": feature.kind,
            "parts": feature.parts,
            "tiles": feature.tiles,
            "open": feature.open,
            "pennants": feature.pennants,
            "complete": feature.complete,
            "pieces": frozenset((seat, kind) for seat, kind, *_ in self.pieces_on(feature)),
            "owners": self.owners(feature),
            "worth": self.worth(feature),
            "cities": self.completed_cities(feature) if is_field else 0,
        }


def token_winners(tokens: list[int], cleric: int | None) -> list[int]:
    """Return who is paid for most cloister tokens: the Cleric's holder breaks a tie (8.7)."""
    winners = with_most(tokens)
    return [cleric] if cleric is not None and cleric in winners else winners


def add_up(score: list[int], gains: Iterable[Gain]) -> list[int]:
    """Return the scores with all gains added."""
    total = Counter(dict(enumerate(score)))
    for seat, points in gains:
        total[seat] += points
    return [total[seat] for seat in range(len(score))]
