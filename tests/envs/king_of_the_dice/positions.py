"""Drawn positions: a game of the engine whose cards, villages and dice are put where a test wants.

A pile is written as ids of citizens, `+3` for a village of 3 points and `-2` for a scoundrel.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fiefdom.envs.king_of_the_dice.actions import STOP
from fiefdom.envs.king_of_the_dice.rolling import roll
from fiefdom.envs.king_of_the_dice.state import EMPTY
from fiefdom.envs.king_of_the_dice.tables import RULES
from tests.envs.king_of_the_dice.one_game import (
    CARD_IDS,
    NUMBER_OF_CARD,
    OneGame,
    card_bits,
)
from tests.envs.king_of_the_dice.oracle_cards import CITIZEN_BY_ID, SCOUNDRELS

# No two of these are met by one roll of the tests but where a test says so.
PLAIN_ROW = "BUR-E ELF-6 DWA-5x1 GNO-6B MUS-6"
# A roll that meets none of the forty cards.
DULL = "125635"
# Cannot be met by rolling one die of the dull roll again.
HARD_ROW = "BUR-E BUR-O DWA-5x1 GNO-6B MUS-6"


def position(
    row: str = PLAIN_ROW,
    dice: str = DULL,
    *,
    mover: int = 0,
    rolls_left: int = 2,
    piles: Mapping[int, str] | None = None,
    villages_left: Sequence[int] = (3, 3, 3, 3, 3),
    draw_pile: str | None = None,
    penalties: str | None = None,
    **options: Any,
) -> OneGame:
    """Return a game in which a seat is to decide which dice to keep.

    Args:
        row: The citizens from left to right.
        dice: The six faces.
        mover: The seat to decide.
        rolls_left: Its rolls left.
        piles: The piles of the seats; the others have none.
        villages_left: The cards on each stack of villages.
        draw_pile: Its citizens, the others being discarded; by default all that lie nowhere else.
        penalties: The scoundrels on the pile, as digits, the visible one first; by default all
            that lie nowhere else, the mildest one being visible.
        **options: Options of the game.
    """
    game = OneGame(**options)
    record = game.record
    record.mover = mover
    record.rolls_left = rolls_left
    record.villages_left[:] = villages_left
    piles = piles or {}
    for seat, pile in piles.items():
        fill_pile(game, seat, pile)
    lay_out_citizens(game, row, draw_pile, piles)
    taken = [int(card[1:]) for pile in piles.values() for card in pile.split() if card[0] == "-"]
    if penalties is None:
        penalties = "".join(map(str, left_over(SCOUNDRELS, taken)))
    left_over(SCOUNDRELS, [*taken, *map(int, penalties)])
    record.penalties_left[:] = [penalties.count(minus) for minus in "1234"]
    record.top_penalty = int(penalties[:1] or "0")
    return show(game, dice)


def show(game: OneGame, dice: str) -> OneGame:
    """Let the six dice show these faces."""
    game.record.dice[:] = [int(face) for face in dice]
    roll(RULES[0], game.record, STOP)
    game.look()
    return game


def fill_pile(game: OneGame, seat: int, pile: str) -> None:
    """Put cards on a seat's pile, and count them as the rulebook does."""
    record = game.record
    cards = [card for card in pile.split() if card in CITIZEN_BY_ID]
    points = [CITIZEN_BY_ID[card].points for card in cards]
    villages = [int(card) for card in pile.split() if card[0] == "+"]
    scoundrels = [-int(card) for card in pile.split() if card[0] == "-"]
    record.kingdoms[seat] = card_bits(" ".join(cards))
    record.fairies[seat] = sum(card.startswith("FAI") for card in cards)
    record.points[seat] = sum(value for value in points if value > 0) + sum(villages)
    record.points[seat] += record.fairies[seat] ** 2
    record.minus[seat] = sum(-value for value in points if value < 0) + sum(scoundrels)
    record.villages[seat] = [*villages, *[0] * (5 - len(villages))]
    record.scoundrels[seat] = [scoundrels.count(minus) for minus in (1, 2, 3, 4)]
    record.elf[seat] = bool(cards) and cards[-1].startswith("ELF")


def lay_out_citizens(
    game: OneGame, row: str, draw_pile: str | None, piles: Mapping[int, str]
) -> None:
    """Put the citizens into the row, on the draw pile and on the discard pile."""
    taken = [card for pile in piles.values() for card in pile.split() if card in CITIZEN_BY_ID]
    elsewhere = left_over(CARD_IDS, [*row.split(), *taken])
    drawn = elsewhere if draw_pile is None else draw_pile.split()
    numbers = [NUMBER_OF_CARD[card] for card in row.split()]
    game.record.row[:] = [*numbers, *[EMPTY] * (5 - len(numbers))]
    game.record.unseen = card_bits(" ".join(drawn))
    game.record.discarded = card_bits(" ".join(left_over(elsewhere, drawn)))


def left_over(cards: Sequence[Any], gone: Sequence[Any]) -> list[Any]:
    """Return the cards without those that are gone; each of these must be among them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left
