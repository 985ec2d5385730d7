"""Golden games: whole games written out so that a person with the rulebook can follow them."""

import random
from collections.abc import Iterator
from pathlib import Path

from fiefdom.envs.king_of_the_dice.actions import action_text, die_text
from tests.envs.golden import Chooser, GoldenGame, options_text
from tests.envs.king_of_the_dice.one_game import OneGame, card_names
from tests.envs.king_of_the_dice.policies import at_random, for_citizens

FOLDER = Path(__file__).with_name("golden")
COLUMNS = ("city", "mine", "workshop", "orcs", "forest")
VILLAGE_ON_TOP = ("none", "4", "3", "2")  # by cards left
NOTATION = (
    "Dice: number and colour, the two of a type in order. Citizens: as in table 1.4, under city, "
    "mine, workshop, orcs, forest. (elf): four rolls in the next turn."
)
GAMES = (
    GoldenGame(FOLDER, "two_players", 34, {"num_players": 2}),
    GoldenGame(
        FOLDER,
        "three_players",
        46,
        {
            "num_players": 3,
            "count_mode": "exact",
            "elf_mode": "top_card",
            "start": "random",
            "skip_forced": False,
        },
    ),
    GoldenGame(
        FOLDER, "five_players", 12, {"num_players": 5, "orc_distinct": False, "village": "auto"}
    ),
)


def chosen_by_players(game: GoldenGame) -> Chooser:
    """Return how the actions of a new golden game are chosen: mostly well, at times anyhow."""
    luck = random.Random(game.seed)
    return lambda table: (at_random if luck.random() < 0.1 else for_citizens)(table, luck)


def written_out(golden: GoldenGame, choose: Chooser) -> str:
    """Play a game and return it as text."""
    game = OneGame(golden.seed, **golden.options)
    lines = [f"King of the Dice, seed {golden.seed}", options_text(game.options), NOTATION, ""]
    number = 0
    while not game.over:
        number += 1
        action = choose(game)
        before = game.copy()
        text = action_text(game.record, action)
        lines += [f"{number}. {heading(game)}", *table_of(game), *choice_of(game)]
        lines += [f"   plays     {text} (action {action})"]
        game.play(action)
        lines += [*(f"   so        {change}" for change in changes(before, game)), ""]
    scores, ranks = game.finals
    lines += [f"The game is over: {end_of(game)}.", f"   row       {row_of(game)}"]
    for seat in range(game.options.num_players):
        lines += [
            f"   player_{seat}  {scores[seat]} points, place {ranks[seat]}: {pile_of(game, seat)}"
        ]
    return "\n".join(lines) + "\n"


def heading(game: OneGame) -> str:
    decision = {
        "keep": f"which dice to keep; rolls left: {int(game.record.rolls_left)}",
        "choose": "which citizen to take",
        "hypno": "whether to take the hypnotist's second citizen",
        "gift": "who gets the dragon",
    }
    return f"player_{game.mover}, turn {int(game.record.turn)}: {decision[game.phase or '']}"


def table_of(game: OneGame) -> list[str]:
    """Describe what lies on the table."""
    record = game.record
    stacks = zip(COLUMNS, record.villages_left.tolist(), strict=True)
    seats = range(game.options.num_players)
    scores = [f"player_{seat} {points_of(game, seat)}" for seat in seats]
    scoundrel = f"scoundrel -{int(record.top_penalty)} on top of {sum(record.penalties_left)}"
    return [
        f"   dice      {' '.join(die_text(die, face) for die, face in enumerate(game.dice))}",
        f"   row       {row_of(game)}",
        f"   villages  {', '.join(f'{name} {VILLAGE_ON_TOP[left]}' for name, left in stacks)}",
        f"   piles     {scoundrel}, {len(card_names(record.unseen))} citizens to draw",
        f"   points    {', '.join(scores)}",
    ]


def row_of(game: OneGame) -> str:
    return " ".join(card or "(gap)" for card in game.row)


def points_of(game: OneGame, seat: int) -> str:
    return f"{game.scores[seat]}{' (elf)' if game.record.elf[seat] else ''}"


def choice_of(game: OneGame) -> list[str]:
    """List the legal actions; of the many ways to keep dice only their number."""
    legal = game.legal()
    if game.phase == "keep":
        return [f"   may       keep dice in {len(legal)} ways, of which one is to stop"]
    return [f"   may       {action_text(game.record, action)} ({action})" for action in legal]


def changes(before: OneGame, after: OneGame) -> Iterator[str]:
    """Say which cards have changed their place."""
    for seat in range(after.options.num_players):
        gained = sorted(after.cards(seat) - before.cards(seat))
        villages = after.record.villages[seat] - before.record.villages[seat]
        gained += [
            f"the {COLUMNS[column]} village +{value}"
            for column, value in enumerate(villages)
            if value
        ]
        taken = after.record.scoundrels[seat] - before.record.scoundrels[seat]
        gained += [f"a scoundrel -{value}" for value, cards in enumerate(taken, 1) if cards]
        if gained:
            yield f"player_{seat} has {', '.join(gained)}"
    thrown = card_names(after.record.discarded) - card_names(before.record.discarded)
    yield from (f"{card} is discarded" for card in sorted(thrown))
    drawn = card_names(before.record.unseen) - card_names(after.record.unseen)
    if drawn:
        yield f"{', '.join(card for card in after.row if card in drawn)} is drawn"


def end_of(game: OneGame) -> str:
    if not game.record.unseen:
        return "the draw pile is used up"
    return "a stack of villages is used up" if game.record.top_penalty else "no scoundrel is left"


def pile_of(game: OneGame, seat: int) -> str:
    """List a kingdom pile."""
    record = game.record
    villages = record.villages[seat].tolist()
    cards = sorted(game.cards(seat))
    cards += [f"{COLUMNS[column]} {value:+}" for column, value in enumerate(villages) if value]
    counts = enumerate(record.scoundrels[seat].tolist(), 1)
    cards += [f"-{value}" for value, count in counts for _ in range(count)]
    return ", ".join(cards) or "nothing"
