"""A position as a coloured text table; plain Python, rich is imported on use."""

from typing import TYPE_CHECKING, Any

from fiefdom.envs.common.colours import SEATS
from fiefdom.envs.common.jit import plain
from fiefdom.envs.common.text import actions_table, console, printed
from fiefdom.envs.rise_to_nobility.captions import (
    LEGEND,
    ORDERED_PLACES,
    PLACE_NAMES,
    RANGE_PLACES,
    Spot,
    action_lines,
    desks_of,
    dice_of,
    dock_spot,
    doing,
    drawn_cards,
    guild_spot,
    mark,
    may_see,
    members,
    nobility_vp,
    ordered_spot,
    range_spots,
)
from fiefdom.envs.rise_to_nobility.cards import card_text, desk_text, goods_text, rules_of
from fiefdom.envs.rise_to_nobility.commissions import deck_size, is_active
from fiefdom.envs.rise_to_nobility.rows import Rules
from fiefdom.envs.rise_to_nobility.rules import (
    GOOD_LETTERS,
    NUM_GOODS,
    NUM_VALUES,
    TITLE,
    TOP_DESKS,
)
from fiefdom.envs.rise_to_nobility.state import DIE, EMPTY, OPEN, TOKEN

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

WIDTH = 120
GOOD_STYLES = dict(
    zip(GOOD_LETTERS, ("bold", "green", "red", "blue", "yellow", "color(137)"), strict=True)
)
GOODS_PATTERN = r"\b\d+{}\b"  # a count and the letter of a Good
TAKEN, FREE, CITY = "■", "□", "●"  # slots with a die, open, and with a City token
OFFERS = (
    ("settlers", "settlers_row", "Settlers (level I: {} left, level II: {} left)"),
    ("buildings", "buildings_row", "Buildings ({} left)"),
    ("council", "council_row", "Stone Council ({} left)"),
    ("ships", "ships", "Port ({} ships to come)"),
)
SLOT_SIGNS = {OPEN: "", DIE: TAKEN, TOKEN: CITY}
SHORT = 62  # longest text of an action that leaves room for a second one in its line


def text(state: Any, seat: Any, legal: list[int]) -> str:
    """Return a position as text with colours; Commission cards are shown to their owner only.

    Args:
        state: a record of STATE.
        seat: whose view; a seat, `public` or `all`.
        legal: the mover's legal actions, as far as the viewer may know them.
    """
    rules = rules_of(state)
    page = console(WIDTH)
    page.print(f"[bold]{TITLE}[/bold]  {doing(state, rules)}")
    for line in _head_lines(state, rules):
        page.print(_coloured(line))
    page.print(_city_table(state, rules))
    page.print(_offers_table(state, rules))
    if state.chancery:
        page.print(_chancery_table(state, rules))
    for player in range(int(state.num_players)):
        page.print(_seat_table(state, seat, player, rules))
    if legal:
        page.print(_actions_table(state, legal))
    page.print(f"{TAKEN} die  {FREE} open slot  {CITY} token  {LEGEND}", style="dim")
    return printed(page)


def _coloured(words: str) -> "Text":
    """Return words with the Goods in them in their colours."""
    from rich.text import Text

    line = Text(words)
    for letter, style in GOOD_STYLES.items():
        line.highlight_regex(GOODS_PATTERN.format(letter), style)
    return line


def _named(table: str, card: int, rules: Rules) -> str:
    """Return a card's text, with a star if it is a guess."""
    row = getattr(rules, table)[card]
    return card_text(table, card, rules).replace(row.id, mark(row), 1)


def _head_lines(state: Any, rules: Rules) -> list[str]:
    lines = []
    if state.event != EMPTY:
        lines.append(f"event: {_named('events', int(state.event), rules)}")
    lines += [
        f"objective: {_named('solo', int(card), rules)}"
        for card in state.objectives
        if card != EMPTY
    ]
    return lines


def _slots(spot: Spot) -> str:
    signs = TAKEN * spot.taken + FREE * (spot.slots - spot.taken)
    return f"{signs} {spot.words}".strip()


def _city_table(state: Any, rules: Rules) -> "Table":
    from rich.table import Table

    table = Table(title="the city", show_header=True, width=WIDTH)
    for name in ("guild", "dice", "Apprentices", "place", "dice"):
        table.add_column(name)
    for guild, (name, slots) in zip(range(NUM_GOODS), _places(state, rules), strict=True):
        spot = guild_spot(state, guild, rules)
        letter = GOOD_LETTERS[guild]
        row = (f"{letter} {spot.label}", _slots(spot), _apprentices(state, guild, rules))
        table.add_row(*(_coloured(cell) for cell in (*row, name, slots)))
    return table


def _places(state: Any, rules: Rules) -> list[tuple[str, str]]:
    lines = []
    for place, unit in RANGE_PLACES.items():
        spots = range_spots(state, place, rules)
        words = "  ".join(f"{spot.label} {_slots(spot)}" for spot in spots)
        lines.append((PLACE_NAMES[place], f"{words}  {unit}"))
    ordered = [ordered_spot(state, place, rules) for place in ORDERED_PLACES]
    return lines + [(spot.label, _slots(spot)) for spot in ordered]


def _apprentices(state: Any, guild: int, rules: Rules) -> str:
    setup = rules.setup_for(state.num_players)
    counts = [int(count) for count in state.apprentices[: int(state.num_players), guild]]
    sitting = [f"p{seat}" for seat, count in enumerate(counts) for _ in range(count)]
    total = len(sitting)
    pay = f" ({setup.income[total - 1]} coins each)" if total else ""
    return " ".join([*sitting, *["-"] * (setup.apprentice_slots - total)]) + pay


def _offers_table(state: Any, rules: Rules) -> "Table":
    from rich.table import Table

    table = Table(title="offers", show_header=False, width=WIDTH)
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    left = {
        "settlers": [len(members(deck)) for deck in state.settlers_left],
        "buildings": [len(members(state.buildings_left))],
        "council": [len(members(state.council_left))],
        "ships": [len(members(state.ships_left)) + int(state.num_ships_bottom)],
    }
    blocks = []
    for name, row, title in OFFERS:
        cards = [int(card) for card in state[row]]
        lines = [_named(name, card, rules) if card != EMPTY else "-" for card in cards]
        if name == "ships":
            setup = rules.setup_for(state.num_players)
            spots = [dock_spot(state, dock, rules) for dock in range(setup.ships)]
            lines = [
                f"{spot.label} {_slots(spot._replace(words=''))} {line}"
                for spot, line in zip(spots, lines, strict=False)
            ]
        elif name == "council":
            lines = lines[: rules.setup_for(state.num_players).council_row]
        blocks.append("\n".join([title.format(*left[name]), *lines]))
    table.add_row(_coloured(blocks[0]), _coloured(blocks[1]), end_section=True)
    table.add_row(_coloured(blocks[2]), _coloured(blocks[3]))
    return table


def _chancery_table(state: Any, rules: Rules) -> "Table":
    from rich.table import Table

    cards, tiles = plain(deck_size)(state), len(members(state.dice_tiles_left))
    title = f"the Chancery ({cards} Commission cards and {tiles} dice tiles left)"
    table = Table(title=title, show_header=False, width=WIDTH)
    table.add_column()
    num_desks = rules.setup_for(state.num_players).desks
    columns = num_desks // TOP_DESKS
    for _ in range(columns):
        table.add_column(ratio=1)
    for value in range(NUM_VALUES):
        taken = int(state.chancery_dice) >> value & 1
        desks = range(value, num_desks, TOP_DESKS)
        table.add_row(
            f"{value + 1} {TAKEN if taken else FREE}", *(_desk(state, d, rules) for d in desks)
        )
    return table


def _desk(state: Any, desk: int, rules: Rules) -> str:
    seat = int(state.desks[desk])
    return f"{desk_text(desk, rules)}" + (f" [bold]player_{seat}[/bold]" if seat != EMPTY else "")


def _seat_table(state: Any, viewer: Any, player: int, rules: Rules) -> "Table":
    from rich.table import Table

    table = Table(show_header=False, width=WIDTH, border_style=SEATS[player])
    table.add_column()
    table.add_column(ratio=1)
    table.add_row(*(_coloured(cell) for cell in _seat_head(state, viewer, player, rules)))
    for name, words in _mat(state, player, rules).items():
        if words:
            table.add_row(name, _coloured(words))
    if state.chancery:
        lines = _commissions(state, viewer, player, rules)
        table.add_row("Commissions", _coloured("\n".join(lines) or "none"))
    return table


def _seat_head(state: Any, viewer: Any, player: int, rules: Rules) -> tuple[str, str]:
    marks = " *" if player == int(state.mover) and not state.over else ""
    marks += " (you)" if player == viewer else ""
    steps = int(state.nobility[player])
    dice = " ".join(map(str, dice_of(state, player))) or "none"
    passed = ", passed" if state.passed[player] else ""
    numbers = (
        f"VP {state.vp[player]}",
        f"Nobility {steps} ({nobility_vp(state, player, rules)} VP)",
        f"Reputation {state.reputation[player]} (used {state.used_sum[player]})",
        f"coins {state.coins[player]}",
        f"Modifiers {state.modifiers[player]}",
        f"dice {dice}{passed}",
    )
    return f"player_{player}{marks}", "   ".join(numbers)


def _mat(state: Any, player: int, rules: Rules) -> dict[str, str]:
    held = [int(card) for card in state.held[player, : int(state.num_held[player])]]
    completed = members(state.completed[player])
    desks = " ".join(str(desk + 1) for desk in desks_of(state, player))
    guilds = goods_text(tuple(int(count) for count in state.apprentices[player]))
    council = [mark(rules.council[card]) for card in members(state.council_done[player])]
    races = [f"{rules.settlers[c].id} {rules.settlers[c].race}" for c in completed]
    lines = {
        "Goods": goods_text(tuple(int(count) for count in state.goods[player])),
        "Workers": f"Lot {state.lot[player]}, reserve {state.reserve[player]}, "
        f"guilds {guilds}, desks {desks or 'none'}",
        "Houses": f"{state.houses[player]}, with Settlers: {', '.join(races) or 'none'}",
        "to complete": "\n".join(_named("settlers", card, rules) for card in held),
        "Buildings": "\n".join(_buildings(state, player, rules)),
        "Council": " ".join(council),
    }
    if state.character[player] != EMPTY:
        used = " (used)" if state.character_used[player] else ""
        lines["character"] = _named("characters", int(state.character[player]), rules) + used
    return lines


def _buildings(state: Any, player: int, rules: Rules) -> list[str]:
    lines = []
    for lot in range(int(state.num_buildings[player])):
        row = rules.buildings[int(state.buildings[player, lot])]
        upgrade = f"upgrade: {row.up_cost} coins for {row.up_vp} VP"
        words = "upgraded" if state.upgraded[player, lot] else upgrade
        lines.append(f"{mark(row)} {row.guild}, {words}")
    return lines


def _commissions(state: Any, viewer: Any, player: int, rules: Rules) -> list[str]:
    """Return a line for each Commission card; its card only where the viewer may see it."""
    is_open = may_see(viewer, player)
    lines = []
    for place in range(int(state.num_cards[player])):
        card = (
            _named("commissions", int(state.cards[player, place]), rules) if is_open else "a card"
        )
        tile = int(state.tiles[player, place])
        slots = _tile(state, player, place, rules) if tile != EMPTY else "no dice tile yet"
        active = ", activated" if plain(is_active)(state, player, place) else ""
        lines.append(f"{place + 1} {card}, {slots}{active}")
    if is_open:
        drawn = enumerate(drawn_cards(state, player), 1)
        lines += [f"drawn as number {n}: {_named('commissions', card, rules)}" for n, card in drawn]
        returned = members(state.returned[player])
        lines += [f"returned: {_named('commissions', card, rules)}" for card in returned]
    return lines


def _tile(state: Any, player: int, place: int, rules: Rules) -> str:
    row = rules.dice_tiles[int(state.tiles[player, place])]
    slots = [
        f"{value}{SLOT_SIGNS[int(content)]}"
        for value, content in zip(row.slots, state.slots[player, place], strict=True)
    ]
    return f"dice tile {mark(row)}: {' '.join(slots)}"


def _actions_table(state: Any, legal: list[int]) -> "Table":
    texts = action_lines(state, legal)
    columns = 2 if max(map(len, texts)) < SHORT else 1
    return actions_table([_coloured(words) for words in texts], columns, WIDTH)
