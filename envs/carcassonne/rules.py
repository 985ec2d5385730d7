"""The published numbers of Carcassonne and its expansions; the tiles are in tiles.py.

Section numbers are those of the rules specification (rulebooks of the base game, King & Robber
Baron, Abbey & Mayor; page of the fan expansion Cleric & Serf).
"""

from fiefdom.envs.carcassonne.tiles import HALF_EDGES, TILES, Tile

TITLE = "Carcassonne"
MIN_PLAYERS, MAX_PLAYERS = 2, 6

# A tile's segments: its cities, roads, cloister and fields by their number on the tile.
MAX_CITIES, MAX_ROADS, MAX_FIELDS = 2, 4, 4
SEGMENTS = (
    *(f"city{number}" for number in range(MAX_CITIES)),
    *(f"road{number}" for number in range(MAX_ROADS)),
    "cloister",
    *(f"field{number}" for number in range(MAX_FIELDS)),
)
CITY, ROAD, CLOISTER, FIELD = 0, MAX_CITIES, MAX_CITIES + MAX_ROADS, MAX_CITIES + MAX_ROADS + 1
NUM_SEGMENTS = len(SEGMENTS)

# Edges and corners, clockwise from north and north-west; y grows to the south.
EDGE_NAMES = ("north", "east", "south", "west")
EDGE_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
CORNERS = ("NW", "NE", "SE", "SW")
CORNER_HALF_EDGES = (("WR", "NL"), ("NR", "EL"), ("ER", "SL"), ("SR", "WL"))
AROUND = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1))  # a cell and its neighbours
QUARTER_TURNS = 4

FOLLOWERS = (7, 1, 2, 3, 4, 5, 6, 8, 9, 10)  # allowed numbers, the published one first (section 1)
TOKENS = 14  # cloister tokens beside the Cleric and the Serf (8.3)

# Points while the game runs (sections 5 and 7).
CITY_TILE = 2  # a tile or pennant of a completed city
OPEN_CITY_TILE = 1
ROAD_TILE = 1
INN_ROAD_TILE = 2  # of a completed road with an inn, option inn_rule
CLOISTER_TILE = 1  # of the cloister and its eight neighbours
NUM_AROUND = len(AROUND) - 1
FARM_CITY = 3  # a completed city beside a farm
BARN_CITY = 4  # the same for an owner of a barn
JOINED_CITY = 1  # the same for farmers joined to a barn
TINY_CITY = (4, 2)  # a completed city of two tiles without pennants (section 1)
TINY_CITY_TILES = 2

# Points at the end (sections 6 and 8.7).
CLERIC_POINTS = 10
CLERIC_ABBEY = 2
MOST_TOKENS = 10
SERF_FARMER = 1
SERF_BARN = 5

NUM_TYPES = len(TILES)
ABBEY = next(number for number, tile in enumerate(TILES) if "a" in tile.terrain)
START_TILE = next(number for number, tile in enumerate(TILES) if tile.id == "D")


def segments_of(tile: Tile) -> list[int]:
    """Return the segments of a kind of tile as indices of SEGMENTS."""
    return [
        *(CITY + number for number in range(len(tile.cities))),
        *(ROAD + number for number in range(len(tile.roads))),
        *([CLOISTER] if tile.cloister else []),
        *(FIELD + number for number in range(len(tile.fields))),
    ]


# Bounds of the largest game: every tile of every set and six abbeys (13.2).
MAX_TILES = sum(tile.copies for tile in TILES)
ALL_SEGMENTS = sum(tile.copies * len(segments_of(tile)) for tile in TILES)
MAX_FRONTIER = 2 * MAX_TILES + 2
MAX_INNER_FIELDS = max(sum(not f.half_edges for f in tile.fields) for tile in TILES)
MOST_SEGMENTS = max(len(segments_of(tile)) for tile in TILES)
# In each turn: the abbey or not, the placement, the piece, a wagon of each player.
LONGEST_GAME = (MAX_TILES - 1) * (3 + MAX_PLAYERS)
MARGIN_SCALE = 100.0  # points of a reward of 1 in the modes margin and score

TABLES = (31, 17, 21, 25, 41, 61, 101)  # cells on a side of the table; 101 is never too small


def turned(tile: Tile, turns: int) -> tuple[object, ...]:
    """Return all that matters for play after clockwise quarter turns, without any numbering."""
    cities = [frozenset(turned_edges(city.edges, turns)) for city in tile.cities]
    pennants = [city.pennants for city in tile.cities]
    return (
        "".join(tile.terrain[(edge - turns) % QUARTER_TURNS] for edge in range(QUARTER_TURNS)),
        frozenset(zip(cities, pennants, strict=True)),
        frozenset((frozenset(turned_edges(r.edges, turns)), r.inn) for r in tile.roads),
        tuple(sorted(map(repr, (field_key(tile, n, turns) for n in range(len(tile.fields)))))),
    )


def field_key(tile: Tile, number: int, turns: int) -> tuple[object, ...]:
    """Return a field's turned half-edges and the turned edges of the cities it touches."""
    field = tile.fields[number]
    halves = tuple(sorted(turned_half_edge(half, turns) for half in field.half_edges))
    cities = sorted(tuple(sorted(turned_edges(tile.cities[c].edges, turns))) for c in field.cities)
    return halves, tuple(cities)


def turned_edges(edges: str, turns: int) -> list[int]:
    """Return the numbers of edges after clockwise quarter turns."""
    return [("NESW".index(edge) + turns) % QUARTER_TURNS for edge in edges]


def turned_half_edge(half_edge: str, turns: int) -> int:
    """Return the number of a half-edge after clockwise quarter turns."""
    return (HALF_EDGES.index(half_edge) + 2 * turns) % len(HALF_EDGES)


def upright(tile: Tile, turns: int) -> int:
    """Return the lowest rotation that is the same for play as this one."""
    return next(t for t in range(turns + 1) if turned(tile, t) == turned(tile, turns))
