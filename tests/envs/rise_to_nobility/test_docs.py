"""What the game's README says of the data and the numbers of actions is what the code has."""

from fiefdom.envs.rise_to_nobility import actions
from tests.envs.rise_to_nobility.write_docs import PAGE, statuses_table
from tests.test_docs import between


def test_statuses_are_those_of_the_data() -> None:
    assert between(PAGE, "statuses") == statuses_table()


def test_numbers_of_actions() -> None:
    section = PAGE.read_text().split("## Actions")[1].split("## Rewards")[0]
    spans = [
        (actions.RECALL, actions.COMPLETE),
        (actions.COMPLETE, actions.GUILD_DIE),
        (actions.GUILD_DIE, actions.SHIP_DIE),
        (actions.SHIP_DIE, actions.CASTLE_DIE),
        (actions.DESK_DIE, actions.TILE_DIE),
        (actions.TILE_DIE, actions.TAKE_CARD),
        (actions.TAKE_CARD, actions.BUY),
        (actions.FULFIL, actions.CHOOSE_GOOD),
        (actions.CHOOSE_GOOD, actions.DONE),
        (actions.REFRESH_NONE, actions.YES),
        (actions.KEEP_CARD, actions.NUM_ACTIONS),
    ]
    for start, stop in spans:
        assert f"| {start} to {stop - 1} |" in section
