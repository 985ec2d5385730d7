"""What the game's README says of the numbers of actions is what the code has."""

from fiefdom.envs.carcassonne import GAME, actions
from fiefdom.envs.carcassonne.placing import BARN_AT, MAYOR_AT, WAGON_AT
from fiefdom.envs.carcassonne.rules import TABLES
from tests.write_docs import page_of


def test_numbers_of_actions() -> None:
    table = TABLES[0]
    section = page_of(GAME.name).read_text().split("## Actions")[1].split("## Rewards")[0]
    first = actions.piece_action(table, 0)
    rows = [
        (0, actions.draw_action(table) - 1),
        (first, first + WAGON_AT - 1),
        (first + WAGON_AT, first + MAYOR_AT - 1),
        (first + BARN_AT, first + actions.PASS - 1),
        (actions.wagon_action(table, 0), actions.wagon_action(table, actions.HOME - 1)),
    ]
    for start, stop in rows:
        assert f"| {start} to {stop} |" in section
    assert f"| {first + MAYOR_AT} and {first + BARN_AT - 1} |" in section
    for number in (
        actions.draw_action(table),
        first + actions.PASS,
        actions.count_actions(table) - 1,
    ):
        assert f"| {number} |" in section
