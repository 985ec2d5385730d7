"""What a seat sees, as named blocks of one float32 vector; everything in this game is public.

Seats are relative: block 0 of the seats is the observer, then the others in turn order. Per-seat
blocks come last, so that everything before them is the same for every number of players.
"""

from typing import Any

from fiefdom.envs.common.bits import size_of
from fiefdom.envs.common.jit import njit_fill, njit_fill_inline, rest
from fiefdom.envs.common.layout import Block, Layout, phase_block, seat_blocks
from fiefdom.envs.common.record import next_seat
from fiefdom.envs.king_of_the_dice.engine import score_of
from fiefdom.envs.king_of_the_dice.rolling import table_variant
from fiefdom.envs.king_of_the_dice.rules import (
    CITIZENS,
    COLOURS,
    COLUMNS,
    DRAW_PILE,
    GIFT,
    MOST_POINTS,
    MOST_ROLLS_LEFT,
    NUM_CITIZENS,
    NUM_DICE,
    NUM_FACES,
    NUM_FAIRIES,
    NUM_SLOTS,
    PENALTIES,
    VILLAGE_STACK,
)
from fiefdom.envs.king_of_the_dice.state import EMPTY, PHASES
from fiefdom.envs.king_of_the_dice.supply import NUM_PENALTY_VALUES
from fiefdom.envs.king_of_the_dice.tables import (
    CARD_LABELS,
    CARD_WIDTH,
    COLOUR_LABELS,
    NUMBER_LABELS,
    POINTS,
    SUM,
)
from fiefdom.envs.king_of_the_dice.turns import village_gain

# What numbers are divided by, beside POINTS, SUM and what there is of a thing.
SCORE = 50.0
MINUS = 20.0  # minus points
NUM_COLOURS = len(COLOURS)
MOST_GAIN = max(card.points for card in CITIZENS) + max(VILLAGE_STACK)
BEST_VILLAGE = float(max(VILLAGE_STACK))
WORST_PENALTY = float(max(PENALTIES))
WORST_DRAGON = float(max(-card.points for card in CITIZENS if card.effect == GIFT))

SLOT_LABELS = (
    *CARD_LABELS,
    f"points of the village that comes with it / {BEST_VILLAGE:g}",
    f"change of the own score if taken / {POINTS:g}",
    "fulfilled by the dice",
    "chance to fulfil it with the rolls left",
    *(f"keep die {die} for it" for die in range(NUM_DICE)),
)
SEAT_LABELS = (
    "is the mover", f"score / {SCORE:g}", f"points of villages / {SCORE:g}",
    f"minus points / {MINUS:g}", f"fairies / {NUM_FAIRIES}", "four rolls next turn",
)  # fmt: skip
DIE_LABELS = (*(f"shows {face}" for face in range(1, NUM_FACES + 1)), "red", "green", "blue")
DICE_LABELS = tuple(f"die {die} {label}" for die in range(NUM_DICE) for label in DIE_LABELS)
_COUNT_LABELS = (*NUMBER_LABELS, *COLOUR_LABELS)


def _blocks() -> list[Block]:
    rolls = tuple(str(number) for number in range(MOST_ROLLS_LEFT + 1))
    counts = f"dice by number / {NUM_DICE}; sum / {SUM}; dice by colour / {NUM_DICE}"
    penalties = tuple(f"scoundrels of -{value} left" for value in PENALTIES)
    slots = [
        Block(
            f"slot_{slot}",
            len(SLOT_LABELS),
            -1,
            MOST_GAIN / POINTS,
            f"the citizen under the {column}: card, points, requirement, effect, village, gain, "
            "fulfilled, chance, dice to keep for it; all 0 in a gap",
            SLOT_LABELS,
            public=False,
        )
        for slot, column in enumerate(COLUMNS)
    ]
    return [
        phase_block(PHASES),
        Block("rolls_left", len(rolls), 0, 1, f"one of {', '.join(rolls)}", rolls),
        Block("dice", len(DICE_LABELS), 0, 1, "number and colour of each die", DICE_LABELS),
        Block("counts", len(_COUNT_LABELS), 0, 1, counts, _COUNT_LABELS),
        *slots,
        Block("villages", NUM_SLOTS, 0, 1, f"points of each top village / {BEST_VILLAGE:g}, 0 if none is left", COLUMNS),
        Block("penalty", 1, 0, 1, f"minus points of the visible scoundrel / {WORST_PENALTY:g}"),
        Block("penalties_left", len(PENALTIES), 0, 1, "scoundrels of each value left, as a share of all", penalties),
        Block("draw_pile", 1, 0, 1, f"citizens in the draw pile / {DRAW_PILE}"),
        Block("unseen", NUM_CITIZENS, 0, 1, "citizens that are still in the draw pile", tuple(c.id for c in CITIZENS)),
        Block("offered", NUM_SLOTS, 0, 1, "slot that the hypnotist offers", COLUMNS),
        Block("dragon", 1, 0, 1, f"minus points of the dragon to be given away / {WORST_DRAGON:g}"),
    ]  # fmt: skip


BLOCKS = _blocks()
_PLACES = Layout.vector(BLOCKS).slices()
PHASE_AT = _PLACES["phase"].start
ROLLS_AT = _PLACES["rolls_left"].start
DICE_AT = _PLACES["dice"].start
COUNTS_AT = _PLACES["counts"].start
SLOTS_AT = _PLACES["slot_0"].start
VILLAGES_AT = _PLACES["villages"].start
PENALTY_AT = _PLACES["penalty"].start
PENALTIES_AT = _PLACES["penalties_left"].start
DRAW_PILE_AT = _PLACES["draw_pile"].start
UNSEEN_AT = _PLACES["unseen"].start
OFFERED_AT = _PLACES["offered"].start
DRAGON_AT = _PLACES["dragon"].start
SEATS_AT = _PLACES["dragon"].stop
SLOT_SIZE = len(SLOT_LABELS)
SEAT_SIZE = len(SEAT_LABELS)
DIE_SIZE = len(DIE_LABELS)
NUM_CARD_FEATURES = len(CARD_LABELS)
LOW_BYTE = 0xFF
NUM_NUMBER_FEATURES = len(NUMBER_LABELS)


def layout(options: Any) -> Layout:
    """Return the blocks of the observation for these options."""
    seats = seat_blocks(options.num_players, -1, MOST_POINTS / SCORE, SEAT_LABELS)
    return Layout.vector([*BLOCKS, *seats])


@njit_fill
def observe(rules: Any, state: Any, seat: int, out: Any) -> None:
    """Fill what a seat may know, itself first; -1 stands for everyone, seen from seat 0."""
    observer = max(seat, 0)
    for position in range(COUNTS_AT):  # the blocks behind it are written as a whole
        out[position] = 0.0
    if not state.over:
        out[PHASE_AT + int(state.phase)] = 1.0
    out[ROLLS_AT + int(state.rolls_left)] = 1.0
    observe_dice(rules, state, out)
    for slot in range(NUM_SLOTS):
        observe_slot(rules, state, observer, slot, rest(out, SLOTS_AT + slot * SLOT_SIZE))
    observe_supply(rules, state, out)
    for slot in range(NUM_SLOTS):
        out[OFFERED_AT + slot] = 1.0 if int(state.offered) == slot else 0.0
    dragon = int(state.dragon)
    points = -int(rules.card_points[dragon]) if dragon != EMPTY else 0
    out[DRAGON_AT] = points * (1.0 / WORST_DRAGON)
    shown = observer
    for offset in range(int(state.num_players)):
        observe_seat(state, shown, rest(out, SEATS_AT + offset * SEAT_SIZE))
        shown = next_seat(state, shown)


@njit_fill_inline
def observe_dice(rules: Any, state: Any, out: Any) -> None:
    """Fill the dice and how often each number and colour shows."""
    for die in range(NUM_DICE):
        face = int(state.dice[die])
        at = DICE_AT + die * DIE_SIZE
        out[at + face - 1] = 1.0
        out[at + NUM_FACES + int(rules.die_colour[die, face])] = 1.0
    for feature in range(NUM_NUMBER_FEATURES):
        out[COUNTS_AT + feature] = rules.number_features[state.numbers, feature]
    for feature in range(NUM_COLOURS):
        at = COUNTS_AT + NUM_NUMBER_FEATURES + feature
        out[at] = rules.colour_features[state.colours, feature]


@njit_fill_inline
def observe_slot(rules: Any, state: Any, observer: int, slot: int, out: Any) -> None:
    """Fill a citizen of the row and how it stands to the dice.

    Computed without branches on the card: mispredicted ones cost 31 of 305 nanoseconds a step.
    """
    card = int(state.row[slot])
    if card == EMPTY:
        for feature in range(SLOT_SIZE):
            out[feature] = 0.0
        return
    for feature in range(CARD_WIDTH):
        out[feature] = rules.card_features[card, feature]
    more = rest(out, NUM_CARD_FEATURES)
    village = village_gain(rules, state, slot)
    fairies = int(rules.card_is_fairy[card]) * (2 * int(state.fairies[observer]) + 1)
    more[0] = village * (1.0 / BEST_VILLAGE)
    more[1] = (village + fairies + int(rules.card_gain[card])) * (1.0 / POINTS)
    variant = table_variant(int(state.count_mode), int(state.orc_distinct))
    by_colours = int(rules.card_uses_colours[card])
    shown = int(state.numbers) + by_colours * (int(state.colours) - int(state.numbers))
    rolls = int(state.rolls_left)
    more[2] = rules.chance[variant, 0, shown, card]
    more[3] = rules.chance[variant, rolls, shown, card]
    keep = rules.keep[variant, max(rolls - 1, 0), shown, card] * min(rolls, 1)
    for die in range(NUM_DICE):
        more[4 + die] = (keep >> int(state.places[by_colours, die])) & 1


@njit_fill_inline
def observe_supply(rules: Any, state: Any, out: Any) -> None:
    """Fill villages, scoundrels and the draw pile."""
    for slot in range(NUM_SLOTS):
        value = int(rules.village_value[state.villages_left[slot]])
        out[VILLAGES_AT + slot] = value * (1.0 / BEST_VILLAGE)
    out[PENALTY_AT] = int(state.top_penalty) * (1.0 / WORST_PENALTY)
    for value in range(NUM_PENALTY_VALUES):
        out[PENALTIES_AT + value] = rules.penalty_shares[value, state.penalties_left[value]]
    unseen = int(state.unseen)
    out[DRAW_PILE_AT] = size_of(unseen) * (1.0 / DRAW_PILE)
    for byte in range(NUM_CITIZENS // 8):
        bits = (unseen >> (8 * byte)) & LOW_BYTE
        for bit in range(8):
            out[UNSEEN_AT + 8 * byte + bit] = rules.byte_features[bits, bit]


@njit_fill_inline
def observe_seat(state: Any, seat: int, out: Any) -> None:
    """Fill what one seat has."""
    villages = 0
    for slot in range(NUM_SLOTS):
        villages += int(state.villages[seat, slot])
    out[0] = 1.0 if int(state.mover) == seat and not state.over else 0.0
    out[1] = score_of(state, seat) * (1.0 / SCORE)
    out[2] = villages * (1.0 / SCORE)
    out[3] = int(state.minus[seat]) * (1.0 / MINUS)
    out[4] = int(state.fairies[seat]) * (1.0 / NUM_FAIRIES)
    out[5] = state.elf[seat]
