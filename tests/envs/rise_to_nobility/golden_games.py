"""Golden games: whole games written out so that a person with the rulebook can follow them."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fiefdom.envs.rise_to_nobility.actions import action_text
from tests.envs.golden import Chooser, GoldenGame, options_text
from tests.envs.rise_to_nobility.notation import LETTERS, MARKS
from tests.envs.rise_to_nobility.one_game import OneGame
from tests.envs.rise_to_nobility.policies import eager
from tests.envs.rise_to_nobility.views import engine_view

FOLDER = Path(__file__).with_name("golden")
NUMBERS = ("Reputation", "Nobility", "VP", "coins", "Modifiers", "Houses", "Lot", "reserve")
NOTATION = (
    "Cards and tiles by the ids of section 8; Goods B A W M J F; seats, docks and guilds from 0, "
    "desks from 1. Dice not placed are listed with the sum of those placed. A dice tile shows . for "
    "an open slot, d for a die, t for a token. All secrets are shown."
)
GAMES = (
    GoldenGame(FOLDER, "solo", 3, {"num_players": 1, "short": True}),
    GoldenGame(
        FOLDER,
        "two_without_chancery",
        8,
        {"num_players": 2, "chancery": False, "characters": False, "events": False},
    ),
    GoldenGame(FOLDER, "four_with_everything", 7, {"num_players": 4, "start": "random"}),
)


def chosen_by_players(golden: GoldenGame) -> Chooser:
    """Return how the actions of a new golden game are chosen: at random, but eager to build."""
    luck = random.Random(golden.seed)
    return lambda game: game.action_of(eager(game, luck))


def written_out(golden: GoldenGame, choose_action: Chooser) -> str:
    """Play a game and return it as text."""
    game = OneGame(golden.seed, **golden.options)
    lines = [f"Rise to Nobility, seed {golden.seed}", options_text(game.options), NOTATION, ""]
    shown, number = "", 0
    while not game.over:
        number += 1
        before = engine_view(game)
        if (table := table_of(before)) != shown:
            lines += [*table.splitlines(), ""]
            shown = table
        action = choose_action(game)
        text = action_text(game.record, action)
        assert game.step(action)
        after = engine_view(game)
        shown = table_of(after) if after["round"] == before["round"] else ""
        lines += [
            f"{number}. player_{before['mover']}, {before['phase']}, {len(before['legal'])} options"
        ]
        lines += [f"   plays {text} (action {action})"]
        lines += [f"   so    {change}" for change in changes(before, after)] + [""]
    return "\n".join([*lines, *ending(game)]) + "\n"


def table_of(view: dict[str, Any]) -> str:
    """Describe the whole table; it is written at the start of a round."""
    row = {name: " ".join(card or "-" for card in view[name]) for name in ROWS}
    first = f"Round {view['round']}, first player_{view['first_player']}"
    lines = [
        f"{first}, event {view['event'] or 'none'}",
        f"   Tavern {row['settlers_row']} | Hall {row['buildings_row']}",
        f"   Council {row['council_row']} | ships {row['ships']}",
    ]
    if view["objectives"]:
        lines += [
            f"   objectives {' '.join(view['objectives'])}, closed {sorted(view['closed_guilds'])}"
        ]
    if view["desks"]:
        sitting = [f"{desk}: player_{seat}" for desk, seat in sorted(view["desks"].items())]
        lines += [f"   desks {', '.join(sitting)}"]
    for seat, own in enumerate(view["seats"]):
        lines += [
            f"   player_{seat}  {'; '.join(f'{k} {v}' for k, v in described(own).items() if v)}"
        ]
    return "\n".join(lines)


ROWS = ("settlers_row", "buildings_row", "council_row", "ships")


def described(own: dict[str, Any]) -> dict[str, str]:
    """Return all that a seat has, by name; nothing where it has none."""
    numbers = dict(zip(NUMBERS, own["numbers"], strict=True))
    buildings = [f"{name}{'+' if up else ''}" for name, up in own["buildings"]]
    cards = [
        f"{c} on {t} {''.join(MARKS[mark] for mark in marks)}" for c, t, marks in own["commissions"]
    ]
    dice = "".join(map(str, own["dice"]))
    return {
        "dice": f"{dice or 'none'} used {own['used']}",
        **{name: str(number) for name, number in numbers.items()},
        "Goods": goods_text(own["goods"]),
        "Apprentices": goods_text(own["apprentices"]),
        "holds": " ".join(own["held"]),
        "completed": " ".join(own["completed"]),
        "Buildings": " ".join(buildings),
        "tiles": " ".join(own["council_done"]),
        "Commissions": ", ".join(cards),
        "returned": " ".join(own["returned"]),
        "character": f"{own['character']}{' used' if own['character_used'] else ''}"
        if own["character"]
        else "",
        "": "has passed" if own["passed"] else "",
    }


def goods_text(numbers: list[int]) -> str:
    return " ".join(f"{n}{letter}" for n, letter in zip(numbers, LETTERS, strict=True) if n)


def changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Say what an action has changed, until the next decision."""
    for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        old, new = described(was), described(now)
        news = [
            f"{k} {old[k] or 'none'} -> {new[k] or 'none'}".strip() for k in new if old[k] != new[k]
        ]
        if news:
            yield f"player_{seat}: {'; '.join(news)}"
    for name in ROWS:
        if before[name] != after[name]:
            yield f"{name.replace('_', ' ')}: {' '.join(card or '-' for card in after[name])}"
    if before["desks"] != after["desks"]:
        yield f"desks: {sorted(after['desks'].items())}"
    if after["bottom"] != before["bottom"]:
        yield f"below the Commissions: {after['bottom']}"


def ending(game: OneGame) -> list[str]:
    view, record = engine_view(game), game.record
    won = f"solo game {'won' if record.solo_won else 'lost'}, objectives {view['objectives']}"
    lines = ["The game is over." if len(view["seats"]) > 1 else f"The game is over: {won}."]
    for seat, own in enumerate(view["seats"]):
        lines += [
            f"   player_{seat}  {'; '.join(f'{k} {v}' for k, v in described(own).items() if v)}"
        ]
    points, places = game.finals
    lines += [f"   points {points}, places {places}"]
    return lines
