"""What the game's README says of the numbers of actions is what the code has."""

from fiefdom.envs.rise_to_nobility import GAME, actions
from tests.write_docs import page_of


def test_numbers_of_actions() -> None:
    section = page_of(GAME.name).read_text().split("## Actions")[1].split("## Rewards")[0]
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
