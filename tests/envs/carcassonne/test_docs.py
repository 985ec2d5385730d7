"""What the game's README says of the tiles and the numbers of actions is what the code has."""

from fiefdom.envs.carcassonne import actions
from fiefdom.envs.carcassonne.placing import BARN_AT, MAYOR_AT, WAGON_AT
from fiefdom.envs.carcassonne.rules import TABLES
from tests.envs.carcassonne.write_docs import PAGE, tiles_table
from tests.test_docs import between


def test_tiles_table_is_the_data() -> None:
    assert between(PAGE, "tiles") == tiles_table()


def test_numbers_of_actions() -> None:
    table = TABLES[0]
    section = PAGE.read_text().split("## Actions")[1].split("## Rewards")[0]
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
