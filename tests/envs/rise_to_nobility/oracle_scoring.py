"""The end of a game of Rise to Nobility: conditions and final scoring (1.2, 8.6, 8.9)."""

from collections.abc import Callable

from tests.envs.rise_to_nobility.oracle_rules import GUILD_NAMES, GUILDS, Goal
from tests.envs.rise_to_nobility.oracle_state import State


def num_guilds_with_building(state: State, seat: int) -> int:
    """Return in how many guilds a seat has a Building, and so a Guild Master."""
    return sum(state.num_masters(seat, guild) > 0 for guild in GUILDS)


def num_guilds_with_worker(state: State, seat: int) -> int:
    """Return in how many guilds a seat has an Apprentice or a Guild Master."""
    return sum(workers_in_guild(state, seat, guild) > 0 for guild in GUILDS)


def workers_in_guild(state: State, seat: int, guild: int) -> int:
    """Return the Apprentices and Guild Masters of a seat in a guild."""
    return state.guild_apprentices[seat][guild] + state.num_masters(seat, guild)


def is_met(state: State, seat: int, goal: Goal) -> bool:
    """Say whether a condition holds for a seat as things stand now."""
    if goal.kind == "guild":
        assert goal.arg is not None
        guild = GUILD_NAMES.index(goal.arg)
        has_master = state.num_masters(seat, guild) > 0
        return has_master and workers_in_guild(state, seat, guild) >= goal.threshold
    return measure(state, seat, goal) >= goal.threshold


def measure(state: State, seat: int, goal: Goal) -> int:
    """Return the number that a condition compares with its threshold."""
    measures: dict[str, Callable[[], int]] = {
        "race": lambda: state.races(seat).count(str(goal.arg)),
        "settlers": lambda: len(state.completed[seat]),
        "races": lambda: len(set(state.races(seat))),
        "buildings": lambda: len(state.buildings[seat]),
        "building_guilds": lambda: num_guilds_with_building(state, seat),
        "upgrades": lambda: state.num_upgraded(seat),
        "council": lambda: len(state.council_done[seat]),
        "reputation": lambda: state.rep[seat],
        "nobility": lambda: state.nobility[seat],
        "houses": lambda: state.houses[seat],
        "coins": lambda: state.coins[seat],
        "worker_guilds": lambda: num_guilds_with_worker(state, seat),
        "chancery": lambda: state.num_in_chancery(seat),
        "each_good": lambda: min(state.goods[seat]),
        "vp": lambda: final_score(state, seat),
    }
    return measures[goal.kind]()


def commission_vp(state: State, seat: int) -> int:
    """Return what the activated Commissions of a seat pay whose condition is met."""
    active = [card["id"] for card in state.commissions[seat] if card["active"]]
    cards = [state.rules.commissions[name] for name in active]
    return sum(card.vp for card in cards if is_met(state, seat, card))


def final_score(state: State, seat: int) -> int:
    """Return the score of a seat if the game ended now (1.2)."""
    table = state.rules.nobility
    return int(
        state.vp[seat]
        + table[min(state.nobility[seat], max(table))]
        + commission_vp(state, seat)
        + state.coins[seat] // state.rules.misc["coins_per_vp"]
        + sum(state.goods[seat]) // state.rules.misc["goods_per_vp"]
    )


def places(state: State) -> list[int]:
    """Return the place of each seat, from 1: score, Nobility, Reputation, coins, then shared."""
    keys = [
        (final_score(state, seat), state.nobility[seat], state.rep[seat], state.coins[seat])
        for seat in state.seats
    ]
    return [1 + sum(other > key for other in keys) for key in keys]
