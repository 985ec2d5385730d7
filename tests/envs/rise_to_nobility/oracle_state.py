"""All that the slow Rise to Nobility remembers, and what can be read off it."""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from tests.envs.rise_to_nobility.oracle_rules import GUILD_NAMES, GUILDS, Rules

Phase = Literal[
    "setup",
    "main",
    "apprentice",
    "sell",
    "take",
    "hall",
    "tile",
    "refresh",
    "commission",
    "keep",
    "good",
]
Mark = Literal["open", "die", "token"]
Row = list[str | None]
Decision = tuple[Any, ...]

LEVELS = (1, 2)
EVENT_GROUPS = (1, 2)
RANGES = 3
# 3.1: which deck feeds each space of the Settlers row.
SPACE_LEVELS = (1, 1, 1, 2, 2, 2)
BUILDING_SPACES = 6


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a game is played with.

    Attributes:
        short: Whether the variant with fewer rounds and a richer start is played (3.2).
        start: "random" if the first player is drawn; "first" if it is seat 0.
        skip_forced: Whether a decision with a single option is played without being asked.
    """

    num_players: int = 4
    chancery: bool = True
    events: bool = True
    characters: bool = True
    short: bool = False
    start: str = "first"
    skip_forced: bool = True

    def __post_init__(self) -> None:
        """Refuse what the rulebook has no game for."""
        if not 1 <= self.num_players <= 6:
            raise ValueError("the game is for one to six players")
        if self.num_players == 6 and not self.chancery:
            raise ValueError("six players need the Chancery")

    @property
    def solo(self) -> bool:
        """Say whether the game is that of section 8.9."""
        return self.num_players == 1


class Commission(TypedDict):
    """A Commission card and its dice tile, None until all have chosen in the setup."""

    id: str
    tile: str | None
    dice: list[Mark]
    active: bool


@dataclass
class Choice:
    """A pending choice (7.2).

    Attributes:
        value: The die that led to it, 0 if none did.
        guild: The guild of a new Apprentice.
        dock: The dock of a sale.
        must: Cubes or cards that have to be chosen; DONE is an option when this is 0.
        left: Cubes or cards that may be chosen, those that have to be among them.
    """

    phase: Phase
    seat: int
    value: int = 0
    guild: int = 0
    dock: int = 0
    must: int = 1
    left: int = 1


class State:
    """One moment of a game; tests may set any attribute to force a position.

    Attributes:
        over: Whether the game has ended.
        turn_seat: Seat whose turn it is; before the first turn of a round the first player.
        pending: Choices waiting to be made, the next one last.
        round: Number of the round, 0 in the setup; it stays at the last one.
        event: Id of the event of the round, or None.
        dice: Unplaced dice of each seat, sorted.
        used_sum: Sum of the dice that each seat has placed this round.
        passed: Whether each seat has passed this round.
        modifiers_left: Modifiers that nobody holds.
        lot: Workers of each seat that are ready.
        reserve: Workers of each seat that have not come into play.
        guild_apprentices: Apprentices of each seat in each guild.
        desks: Seat whose Apprentice sits at a desk; empty desks are left out.
        held: Settlers cards of each seat that are not completed, in order of taking.
        buildings: Id of each building and whether it is upgraded, in order of buying.
        council_done: Stone Council tiles that each seat has fulfilled.
        returned_seen: Commissions that each seat has seen and returned, each named once.
        offer: Commissions of which the seat at "keep" keeps one, in the order drawn.
        dealt: Commissions dealt in the setup to each seat that has yet to choose.
        discards: Discarded Settlers of each level, in no particular order.
        commissions_bottom: Rejected Commissions under the deck; each group lies in unknown order.
        ships_returned: Ships under the stack, the one that left first first.
        closed_guilds: Guilds that the neutral dice have closed (8.9).
    """

    def __init__(self, options: Options, rules: Rules) -> None:
        self.options = options
        self.rules = rules
        self.table = rules.tables[max(2, options.num_players)]
        self._start_play()
        self._start_seats()
        self._start_decks()
        self._clear_round()

    def _start_play(self) -> None:
        self.over = False
        self.round = 0
        self.event: str | None = None
        self.first_player = self.turn_seat = 0
        self.pending: list[Choice] = []
        self.offer: list[str] = []
        self.dealt: list[list[str]] = [[] for _ in self.seats]
        self.desks: dict[int, int] = {}
        self._last_mover = 0
        self._start_turn()

    def _start_turn(self) -> None:
        self.has_placed = False
        self.has_completed = False
        self.has_recalled = False

    def _start_seats(self) -> None:
        """Section 3.2."""
        start = self.start_kind
        misc = self.rules.misc
        seats = self.seats
        self.rep = [self.table.short_rep if self.options.short else self.table.rep for _ in seats]
        self.nobility = [0 for _ in seats]
        self.vp = [0 for _ in seats]
        self.coins = [misc[f"{start}_coins"] for _ in seats]
        self.modifiers = [misc[f"{start}_mods"] for _ in seats]
        self.modifiers_left = misc["modifiers_total"] - sum(self.modifiers)
        self.goods = [[0 for _ in GUILDS] for _ in seats]
        self.houses = [misc[f"{start}_houses"] for _ in seats]
        self.lot = [0 for _ in seats]
        self.reserve = [misc["workers"] for _ in seats]
        self.guild_apprentices = [[0 for _ in GUILDS] for _ in seats]
        self.held: list[list[str]] = [[] for _ in seats]
        self.completed: list[list[str]] = [[] for _ in seats]
        self.buildings: list[list[tuple[str, bool]]] = [[] for _ in seats]
        self.council_done: list[list[str]] = [[] for _ in seats]
        self.character: list[str | None] = [None for _ in seats]
        self.character_used = [False for _ in seats]
        self.commissions: list[list[Commission]] = [[] for _ in seats]
        self.returned_seen: list[list[str]] = [[] for _ in seats]

    def _start_decks(self) -> None:
        rules = self.rules
        self.settlers_left = {
            level: [name for name, card in rules.settlers.items() if card.level == level]
            for level in LEVELS
        }
        self.discards: dict[int, list[str]] = {level: [] for level in LEVELS}
        self.buildings_left = list(rules.buildings)
        self.council_left = list(rules.council)
        self.ships_left = list(rules.ships)
        self.ships_returned: list[str] = []
        self.characters_left = list(rules.characters) if self.options.characters else []
        self.events_left = {
            group: [name for name, event in rules.events.items() if event.group == group]
            for group in EVENT_GROUPS
        }
        self.commissions_left = list(rules.commissions) if self.options.chancery else []
        self.commissions_bottom: list[list[str]] = []
        self.dice_tiles_left = list(rules.dice_tiles) if self.options.chancery else []
        self.objectives: list[str] = []
        self.settlers_row: Row = [None] * len(SPACE_LEVELS)
        self.buildings_row: Row = [None] * BUILDING_SPACES
        self.council_row: Row = [None] * self.table.council_row
        self.ships: list[str] = []

    def _clear_round(self) -> None:
        """Take back all dice; nobody has passed."""
        self.dice: list[list[int]] = [[] for _ in self.seats]
        self.used_sum = [0 for _ in self.seats]
        self.passed = [False for _ in self.seats]
        self.guild_dice = [0 for _ in GUILDS]
        self.ship_dice = [0] * self.table.ships
        self.castle_dice = [0] * RANGES
        self.hall_dice = [0] * RANGES
        self.berk_dice = [0] * RANGES
        self.tavern_last: int | None = None
        self.tavern_count = 0
        self.yard_last: int | None = None
        self.yard_count = 0
        self.council_last: int | None = None
        self.council_count = 0
        self.chancery_dice: set[int] = set()
        self.closed_guilds: set[int] = set()

    # What can be read off.

    @property
    def seats(self) -> range:
        """Return all seats."""
        return range(self.options.num_players)

    @property
    def phase(self) -> Phase | None:
        """Return what is to be decided, None once the game is over."""
        if self.over:
            return None
        return self.pending[-1].phase if self.pending else "main"

    @property
    def mover(self) -> int:
        """Return the seat that decides; once the game is over, the seat that decided last."""
        if self.over:
            return self._last_mover
        return self.pending[-1].seat if self.pending else self.turn_seat

    @property
    def last_round(self) -> int:
        """Return how many rounds are played (section 1)."""
        return int(self.rules.misc["short_rounds" if self.options.short else "rounds"])

    @property
    def start_kind(self) -> str:
        """Return how the keys of the start in the data file begin (3.2)."""
        return "short" if self.options.short else "start"

    def clockwise(self, first: int) -> list[int]:
        """Return all seats in the order of play from one on."""
        return [(first + away) % len(self.seats) for away in self.seats]

    def num_masters(self, seat: int, guild: int) -> int:
        """Return the Guild Masters of a seat in a guild: one on each building (5.7)."""
        owned = [self.rules.buildings[name] for name, _ in self.buildings[seat]]
        return sum(building.guild == GUILD_NAMES[guild] for building in owned)

    def num_upgraded(self, seat: int) -> int:
        """Return how many buildings of a seat are upgraded."""
        return sum(upgraded for _, upgraded in self.buildings[seat])

    def num_in_chancery(self, seat: int) -> int:
        """Return the Chancery Apprentices of a seat."""
        return sum(owner == seat for owner in self.desks.values())

    def has_desk_for(self, seat: int, benefit: str) -> bool:
        """Say whether a seat has a desk with a benefit; two of a kind are as one (6.3)."""
        return any(
            owner == seat and self.rules.desks[desk].benefit == benefit
            for desk, owner in self.desks.items()
        )

    def from_desk(self, seat: int, benefit: str) -> int:
        """Return the amount of a benefit for a seat, 0 without a desk."""
        return int(self.rules.benefits[benefit]) if self.has_desk_for(seat, benefit) else 0

    def from_event(self, kind: str) -> int:
        """Return the amount of the event of this round if it is of a kind, else 0."""
        if self.event is None or self.rules.events[self.event].kind != kind:
            return 0
        return self.rules.events[self.event].amount

    def races(self, seat: int) -> list[str]:
        """Return the race of each completed Settlers card of a seat."""
        return [self.rules.settlers[name].race for name in self.completed[seat]]
