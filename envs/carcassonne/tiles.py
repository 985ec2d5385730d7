"""The tiles of Carcassonne as data: base game, King & Robber Baron, Abbey & Mayor, Cleric & Serf.

Source: section 10 of the rules specification; its base, King & Robber and Abbey & Mayor tiles were
compared with two other published tables, its Cleric & Serf tiles come from the expansion's page.

Edges are N E S W; half-edges are clockwise NL NR EL ER SL SR WL WR, L and R as seen from the
centre looking outwards. A clockwise quarter turn moves edge i to i + 1 and half-edge i to i + 2.

        NL   NR
      +----+----+
   WR |         | EL
      |         |
   WL |         | ER
      +----+----+
        SR   SL
"""

from typing import NamedTuple

EDGES = "NESW"
HALF_EDGES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
SETS = ("base", "king_robber", "abbey_mayor", "cleric_serf")
MARKS = ("high", "medium", "low")


class City(NamedTuple):
    """Edges that are one city on the tile, and its pennants."""

    edges: str
    pennants: int = 0


class Road(NamedTuple):
    """Edges that are one road on the tile; `inn` marks an inn on it."""

    edges: str
    inn: bool = False


class Field(NamedTuple):
    """Half-edges that are one field on the tile (none: enclosed), and the cities it touches."""

    half_edges: tuple[str, ...] = ()
    cities: tuple[int, ...] = ()


class Tile(NamedTuple):
    """One kind of tile.

    `terrain` is that of the edges N E S W: c city, r road, f field, a abbey (matches anything and
    closes it). `orientations` counts the rotations that differ for play. `mark` is the confidence
    of the rules specification; a tile marked low is reconstructed and played as written.
    """

    id: str
    set: str
    copies: int
    name: str
    terrain: str
    cities: tuple[City, ...] = ()
    roads: tuple[Road, ...] = ()
    fields: tuple[Field, ...] = ()
    cloister: bool = False
    orientations: int = 4
    mark: str = "high"
    note: str = ""

    @property
    def reconstructed(self) -> bool:
        """Whether nobody described the tile and it is a guess."""
        return self.mark == MARKS[-1]


def _cities(text: str) -> tuple[City, ...]:
    return tuple(City(edges.rstrip("*"), edges.count("*")) for edges in text.split())


def _roads(text: str) -> tuple[Road, ...]:
    return tuple(Road(edges.rstrip("!"), edges.endswith("!")) for edges in text.split())


def _field(text: str) -> Field:
    half_edges, _, cities = text.partition(":")
    return Field(tuple(half_edges.split()), tuple(int(city) for city in cities.split()))


def _fields(text: str) -> tuple[Field, ...]:
    return tuple(_field(part) for part in text.split(",")) if text else ()


def _tile(
    id: str,
    set: str,
    copies: int,
    terrain: str,
    name: str,
    cities: str = "",
    roads: str = "",
    fields: str = "",
    *,
    cloister: bool = False,
    orientations: int = 4,
    mark: str = "high",
    note: str = "",
) -> Tile:
    features = _cities(cities), _roads(roads), _fields(fields)
    return Tile(id, set, copies, name, terrain, *features, cloister, orientations, mark, note)


# Cities and roads are written as their edges, * for a pennant, ! for an inn; fields as half-edges
# with the numbers of the cities they touch behind a colon.
# fmt: off
TILES = (
    _tile("A", "base", 2, "ffrf", "cloister with a road", "", "S", "NL NR EL ER SL SR WL WR",
          cloister=True),
    _tile("B", "base", 4, "ffff", "cloister", "", "", "NL NR EL ER SL SR WL WR", cloister=True,
          orientations=1),
    _tile("C", "base", 1, "cccc", "four-sided city with pennant", "NESW*", orientations=1),
    _tile("D", "base", 4, "crfr", "one city edge, straight road past it", "N", "EW",
          "EL WR:0, ER SL SR WL"),
    _tile("E", "base", 5, "cfff", "one city edge", "N", "", "EL ER SL SR WL WR:0"),
    _tile("F", "base", 2, "fcfc", "city through, pennant", "EW*", "", "NL NR:0, SL SR:0",
          orientations=2),
    _tile("G", "base", 1, "fcfc", "city through", "EW", "", "NL NR:0, SL SR:0", orientations=2),
    _tile("H", "base", 3, "cfcf", "two separate cities on opposite edges", "N S", "",
          "EL ER WL WR:0 1", orientations=2),
    _tile("I", "base", 2, "cffc", "two separate cities on neighbouring edges", "N W", "",
          "EL ER SL SR:0 1"),
    _tile("J", "base", 3, "crrf", "one city edge, road bend", "N", "ES", "EL SR WL WR:0, ER SL"),
    _tile("K", "base", 3, "cfrr", "one city edge, road bend", "N", "SW", "EL ER SL WR:0, SR WL"),
    _tile("L", "base", 3, "crrr", "one city edge, three roads meeting at a village", "N", "E S W",
          "EL WR:0, ER SL, SR WL"),
    _tile("M", "base", 2, "cffc", "corner city, pennant", "NW*", "", "EL ER SL SR:0"),
    _tile("N", "base", 3, "cffc", "corner city", "NW", "", "EL ER SL SR:0"),
    _tile("O", "base", 2, "crrc", "corner city, pennant, road bend", "NW*", "ES", "EL SR:0, ER SL"),
    _tile("P", "base", 3, "crrc", "corner city, road bend", "NW", "ES", "EL SR:0, ER SL"),
    _tile("Q", "base", 1, "ccfc", "three-sided city, pennant", "NEW*", "", "SL SR:0"),
    _tile("R", "base", 3, "ccfc", "three-sided city", "NEW", "", "SL SR:0"),
    _tile("S", "base", 2, "ccrc", "three-sided city, pennant, road leaving through the gate",
          "NEW*", "S", "SL:0, SR:0"),
    _tile("T", "base", 1, "ccrc", "three-sided city, road leaving through the gate", "NEW", "S",
          "SL:0, SR:0"),
    _tile("U", "base", 8, "frfr", "straight road", "", "EW", "NL NR EL WR, ER SL SR WL",
          orientations=2),
    _tile("V", "base", 9, "ffrr", "road bend", "", "SW", "NL NR EL ER SL WR, SR WL"),
    _tile("W", "base", 4, "frrr", "three roads meeting", "", "E S W", "NL NR EL WR, ER SL, SR WL"),
    _tile("X", "base", 1, "rrrr", "four roads meeting", "", "N E S W", "NL WR, NR EL, ER SL, SR WL",
          orientations=1),
    _tile("KR1", "king_robber", 1, "cfff", "cloister with one city edge", "N", "",
          "EL ER SL SR WL WR:0", cloister=True),
    _tile("KR2", "king_robber", 1, "cffr", "one city edge, one road running into the city", "N",
          "W", "WR:0, EL ER SL SR WL:0"),
    _tile("KR3", "king_robber", 1, "crrr",
          "one city edge, one road into the city, one separate road bend", "N", "W ES",
          "WR:0, EL SR WL:0, ER SL"),
    _tile("KR4", "king_robber", 1, "crrc", "corner city, two roads running into it", "NW", "S E",
          "SR:0, SL:0, ER:0, EL:0"),
    _tile("KR5", "king_robber", 1, "cccc", "two cities crossing each other", "EW NS", "",
          ":0 1, :0 1", orientations=1, mark="medium"),
    _tile("AM1", "abbey_mayor", 1, "cccc", "four-sided city with two pennants", "NESW**",
          orientations=1),
    _tile("AM2", "abbey_mayor", 1, "cccc", "two cities crossing, pennant on one", "NS* EW", "",
          ":0 1, :0 1", orientations=2),
    _tile("AM3", "abbey_mayor", 1, "ccfc", "city through, separate pennant city on a third edge",
          "N* EW", "", ":0 1, SL SR:0 1", note="the pennant city reaches the outer field"),
    _tile("AM4", "abbey_mayor", 1, "crrc", "two separate cities, each with a road running into it",
          "N W", "E S", "EL:0, SR:1, ER SL:0 1"),
    _tile("AM5", "abbey_mayor", 1, "rrrr", "cloister with four roads", "", "N E S W",
          "NL WR, NR EL, ER SL, SR WL", cloister=True, orientations=1),
    _tile("AM6", "abbey_mayor", 1, "cffr", "one city edge, one road running into the city", "N",
          "W", "WR:0, EL ER SL SR WL:0"),
    _tile("AM7", "abbey_mayor", 1, "crrf", "one city edge, road bend", "N", "ES",
          "SR WL WR:0, EL:0, ER SL", note="the road touches the wall: three fields"),
    _tile("AM8", "abbey_mayor", 1, "cfrr", "one city edge, road bend", "N", "SW",
          "EL ER SL:0, WR:0, SR WL", note="the road touches the wall: three fields"),
    _tile("AM9", "abbey_mayor", 1, "fffc",
          "one city edge, pennant, city spread to split the field in three", "W*", "",
          "NL NR:0, EL ER:0, SL SR:0"),
    _tile("AM10", "abbey_mayor", 1, "ffrf", "one road ending at a house", "", "S",
          "NL NR EL ER SL SR WL WR"),
    _tile("AM11", "abbey_mayor", 1, "rrfr", "unbroken three-way road", "", "NEW",
          "NL WR, NR EL, ER SL SR WL"),
    _tile("AM12", "abbey_mayor", 1, "rcrc", "city through with pennant, unbroken road under it",
          "EW*", "NS", "NL:0, NR:0, SL SR:0", note="the road parts the field on the N side only"),
    _tile("ABBEY", "abbey_mayor", 6, "aaaa", "abbey", cloister=True, orientations=1),
    _tile("CS1", "cleric_serf", 1, "rrrr", "divided road with inn", "", "NW ES!",
          "NL WR, NR EL SR WL, ER SL", note="the strip between the roads taken as one field"),
    _tile("CS2", "cleric_serf", 1, "cfrf", "cloister, one city edge, one road", "N", "S",
          "EL ER SL SR WL WR:0", cloister=True, mark="low",
          note="no description of this tile is known"),
    _tile("CS3", "cleric_serf", 1, "frfr", "cloister between two opposite roads", "", "W E",
          "NL NR EL WR, ER SL SR WL", cloister=True, orientations=2, mark="low",
          note="no description of this tile is known"),
    _tile("CS4", "cleric_serf", 1, "frrf", "cloister at the meeting of two neighbouring roads", "",
          "S E", "NL NR EL SR WL WR, ER SL", cloister=True, mark="low",
          note="no description of this tile is known"),
    _tile("CS5", "cleric_serf", 1, "rcrc", "city bridge over a road", "EW", "NS",
          "NL SR:0, NR SL:0", orientations=2,
          note="the road runs under the bridge and parts the field"),
    _tile("CS6", "cleric_serf", 1, "fcfc", "city bridge over a field", "EW", "", "NL NR SL SR:0",
          orientations=2, note="the field joins under the bridge"),
    _tile("CS7", "cleric_serf", 1, "rrrr", "unbroken three-way road and a separate fourth road", "",
          "NES W", "NL WR, NR EL, ER SL, SR WL", mark="medium",
          note="W road apart from N-E-S; the four fields taken as separate"),
    _tile("CS8", "cleric_serf", 1, "rrrr", "unbroken four-way road", "", "NESW",
          "NL WR, NR EL, ER SL, SR WL", orientations=1),
    _tile("CS9", "cleric_serf", 1, "fcfc", "cloister between two separate cities", "W E", "",
          "NL NR SL SR:0 1", cloister=True, orientations=2, mark="low",
          note="no description of this tile is known"),
    _tile("CS10", "cleric_serf", 1, "frfr", "road bridge over a field", "", "EW",
          "NL NR EL ER SL SR WL WR", orientations=2, note="the field joins under the bridge"),
)
# fmt: on
