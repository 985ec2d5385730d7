"""The published rules of King of the Dice as data; nothing here plays.

Source: rulebook of HABA 303485 / 303590 (2017). The last item of a citizen is its confidence mark:
P read off a photograph of the card, T from a written list of a physical copy (one source).
"""

from typing import NamedTuple

TITLE = "King of the Dice"
MIN_PLAYERS, MAX_PLAYERS = 2, 5

# Dice: three types, two dice of each; opposite faces share a colour (rulebook 1.1, mark T).
COLOURS = "RGB"
COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue"}
DIE_TYPES = ("BGRRGB", "RBGGBR", "GRBBRG")  # colour of faces 1..6
DICE_PER_TYPE = 2
NUM_DICE = len(DIE_TYPES) * DICE_PER_TYPE
NUM_FACES = 6
ROLLS = 3
ELF_ROLLS = 4
MOST_ROLLS_LEFT = max(ROLLS, ELF_ROLLS) - 1  # after the first roll

# Villages: a stack of each colour above the row, from left to right (set-up, mark M).
COLUMNS = ("city", "mine", "workshop", "orcs", "forest")
NUM_SLOTS = len(COLUMNS)
VILLAGE_STACK = (2, 3, 4)  # victory points from top to bottom

# Penalties (scoundrels): minus points and number of cards (mark T).
PENALTIES = {1: 4, 2: 3, 3: 2, 4: 1}

EFFECTS = ("none", "ELF", "EXTRA", "FAIRY", "HYPNO", "GIFT")
NO_EFFECT, ELF, EXTRA, FAIRY, HYPNO, GIFT = range(len(EFFECTS))
EFFECT_MEANINGS = {
    "none": "",
    "ELF": "four rolls in the next turn",
    "EXTRA": "another turn at once",
    "FAIRY": "each fairy is worth the number of fairies",
    "HYPNO": "may also take the citizen to its right",
    "GIFT": "given to an opponent",
}

Requirement = tuple[str | int, ...]


class Citizen(NamedTuple):
    """One citizen card: `column` is its village colour or None, `points` its victory points."""

    id: str
    kind: str
    column: str | None
    points: int
    requirement: Requirement
    effect: int
    mark: str


# Requirements (section 1.5): parity p; run length; num value count; cols red green blue;
# anycol count; sets sizes; sum_le limit; sum_ge limit.
CITIZENS = tuple(
    Citizen(*row)
    for row in (
        ("BUR-E", "burgher", "city", 5, ("parity", 0), NO_EFFECT, "P"),
        ("BUR-O", "burgher", "city", 5, ("parity", 1), NO_EFFECT, "P"),
        ("ELF-4", "elf", "city", 1, ("run", 4), ELF, "P"),
        ("ELF-5", "elf", "city", 3, ("run", 5), ELF, "P"),
        ("ELF-6", "elf", "city", 7, ("run", 6), ELF, "P"),
        ("DWA-3x1", "dwarf", "mine", 4, ("num", 1, 3), NO_EFFECT, "T"),
        ("DWA-3x3", "dwarf", "mine", 4, ("num", 3, 3), NO_EFFECT, "T"),
        ("DWA-3x4", "dwarf", "mine", 4, ("num", 4, 3), NO_EFFECT, "T"),
        ("DWA-4x3", "dwarf", "mine", 6, ("num", 3, 4), NO_EFFECT, "T"),
        ("DWA-4x4", "dwarf", "mine", 6, ("num", 4, 4), NO_EFFECT, "T"),
        ("DWA-4x6", "dwarf", "mine", 6, ("num", 6, 4), NO_EFFECT, "T"),
        ("DWA-5x1", "dwarf", "mine", 10, ("num", 1, 5), NO_EFFECT, "T"),
        ("DWA-5x6", "dwarf", "mine", 10, ("num", 6, 5), NO_EFFECT, "T"),
        ("GNO-3G", "gnome", "workshop", 1, ("cols", 0, 3, 0), NO_EFFECT, "T"),
        ("GNO-4R", "gnome", "workshop", 2, ("cols", 4, 0, 0), NO_EFFECT, "T"),
        ("GNO-4G", "gnome", "workshop", 2, ("cols", 0, 4, 0), NO_EFFECT, "T"),
        ("GNO-5R", "gnome", "workshop", 3, ("cols", 5, 0, 0), NO_EFFECT, "P"),
        ("GNO-5B", "gnome", "workshop", 3, ("cols", 0, 0, 5), NO_EFFECT, "P"),
        ("GNO-6B", "gnome", "workshop", 8, ("cols", 0, 0, 6), NO_EFFECT, "P"),
        ("ORC-2+2", "orc", "orcs", 1, ("sets", 2, 2), NO_EFFECT, "P"),
        ("ORC-3", "orc", "orcs", 2, ("sets", 3), NO_EFFECT, "P"),
        ("ORC-4", "orc", "orcs", 3, ("sets", 4), NO_EFFECT, "P"),
        ("ORC-3+2", "orc", "orcs", 3, ("sets", 3, 2), NO_EFFECT, "P"),
        ("ORC-5", "orc", "orcs", 7, ("sets", 5), NO_EFFECT, "P"),
        ("ORC-2+2+2", "orc", "orcs", 7, ("sets", 2, 2, 2), NO_EFFECT, "P"),
        ("ORC-4+2", "orc", "orcs", 8, ("sets", 4, 2), NO_EFFECT, "P"),
        ("MUS-4", "mushroom", "forest", 1, ("anycol", 4), NO_EFFECT, "P"),
        ("MUS-5", "mushroom", "forest", 2, ("anycol", 5), NO_EFFECT, "P"),
        ("MUS-6", "mushroom", "forest", 7, ("anycol", 6), NO_EFFECT, "P"),
        ("APP-222", "apprentice", "forest", 2, ("cols", 2, 2, 2), EXTRA, "P"),
        ("APP-33", "apprentice", "forest", 3, ("cols", 3, 0, 3), EXTRA, "P"),
        ("FAI-2R2G", "fairy", "forest", 0, ("cols", 2, 2, 0), FAIRY, "P"),
        ("FAI-2G2B", "fairy", "forest", 0, ("cols", 0, 2, 2), FAIRY, "P"),
        ("FAI-3R2B", "fairy", "forest", 0, ("cols", 3, 0, 2), FAIRY, "P"),
        ("FAI-2R3G", "fairy", "forest", 0, ("cols", 2, 3, 0), FAIRY, "P"),
        ("FAI-2G3B", "fairy", "forest", 0, ("cols", 0, 2, 3), FAIRY, "P"),
        ("HYP", "hypnotist", None, 1, ("sum_le", 12), HYPNO, "T"),
        ("DRA-25", "dragon", None, -2, ("sum_ge", 25), GIFT, "T"),
        ("DRA-28", "dragon", None, -4, ("sum_ge", 28), GIFT, "T"),
        ("DRA-30", "dragon", None, -6, ("sum_ge", 30), GIFT, "T"),
    )
)
NUM_CITIZENS = len(CITIZENS)
DRAW_PILE = NUM_CITIZENS - NUM_SLOTS
NUM_FAIRIES = sum(card.effect == FAIRY for card in CITIZENS)
# Every citizen, every fairy and all villages but the last of each stack but one (section 4, bounds).
MOST_POINTS = (
    sum(card.points for card in CITIZENS if card.effect != GIFT)
    + NUM_FAIRIES**2
    + NUM_SLOTS * sum(VILLAGE_STACK[:-1])
    + VILLAGE_STACK[-1]
)
LONGEST_GAME = 112  # decisions: 35 turns of three, effects added (section 7.3, hard limits)
MARGIN_SCALE = 50.0  # points of a reward of 1 in the modes margin and score


def requirement_text(requirement: Requirement) -> str:
    """Say what the dice must show, in words."""
    kind, *numbers = requirement
    if kind == "cols":
        wanted = zip(numbers, COLOURS, strict=True)
        return " + ".join(f"{count} {COLOUR_NAMES[colour]}" for count, colour in wanted if count)
    if kind == "sets":
        sizes = {2: "a pair", 3: "three alike", 4: "four alike", 5: "five alike"}
        return " + ".join(sizes[int(size)] for size in numbers)
    texts = {
        "parity": "all six {}".format("odd" if numbers[0] else "even"),
        "run": f"a run of {numbers[0]}",
        "num": f"{numbers[-1]} dice showing {numbers[0]}",
        "anycol": f"{numbers[0]} of one colour",
        "sum_le": f"sum at most {numbers[0]}",
        "sum_ge": f"sum at least {numbers[0]}",
    }
    return texts[str(kind)]
