"""The end, compiled: conditions of Commission cards and solo objectives, final scoring (1.2, 8)."""

from typing import Any

from fiefdom.envs.common.bits import size_of
from fiefdom.envs.common.jit import njit
from fiefdom.envs.rise_to_nobility.commissions import is_active
from fiefdom.envs.rise_to_nobility.gains import count_desks
from fiefdom.envs.rise_to_nobility.rules import NUM_GOODS, NUM_OBJECTIVES, NUM_RACES
from fiefdom.envs.rise_to_nobility.state import EMPTY
from fiefdom.envs.rise_to_nobility.tables import CONDITION_KINDS

(
    RACE,
    GUILD,
    SETTLERS,
    RACES,
    BUILDING_GUILDS,
    COUNCIL,
    REPUTATION,
    UPGRADES,
    POINTS,
    BUILDINGS,
    NOBILITY,
    HOUSES,
    COINS,
    WORKER_GUILDS,
    CHANCERY,
    EACH_GOOD,
) = (
    CONDITION_KINDS.index(kind)
    for kind in (
        "race", "guild", "settlers", "races", "building_guilds", "council", "reputation",
        "upgrades", "vp", "buildings", "nobility", "houses", "coins", "worker_guilds", "chancery",
        "each_good",
    )
)  # fmt: skip


@njit
def count_masters(rules: Any, state: Any, seat: int, guild: int) -> int:
    """Count a seat's Guild Masters of a guild: one on each Building."""
    count = 0
    for lot in range(int(state.num_buildings[seat])):
        count += int(int(rules.building_guild[state.buildings[seat, lot]]) == guild)
    return count


@njit
def count_guilds(rules: Any, state: Any, seat: int, with_apprentices: bool) -> int:
    """Count the guilds in which a seat has a Building (or, if asked, an Apprentice)."""
    count = 0
    for guild in range(NUM_GOODS):
        workers = count_masters(rules, state, seat, guild)
        if with_apprentices:
            workers += int(state.apprentices[seat, guild])
        count += int(workers > 0)
    return count


@njit
def count_races(rules: Any, state: Any, seat: int) -> int:
    """Count the races of a seat's completed Settlers cards."""
    count = 0
    for race in range(NUM_RACES):
        count += int(int(state.completed[seat]) & int(rules.race_cards[race]) != 0)
    return count


@njit
def count_upgrades(state: Any, seat: int) -> int:
    """Count a seat's upgraded Buildings."""
    count = 0
    for lot in range(int(state.num_buildings[seat])):
        count += int(state.upgraded[seat, lot])
    return count


@njit
def public_score(rules: Any, state: Any, seat: int) -> int:
    """Return a seat's points without Commission cards if the game ended now (1.2)."""
    if state.over:
        return int(state.vp[seat]) - int(state.commission_points[seat])
    cubes = 0
    for good in range(NUM_GOODS):
        cubes += int(state.goods[seat, good])
    steps = min(int(state.nobility[seat]), rules.nobility_vp.size - 1)
    points = int(state.vp[seat]) + int(rules.nobility_vp[steps])
    # The quotients are rounded down; a division of whole numbers takes longer than one of floats.
    points += int(int(state.coins[seat]) / int(rules.misc_coins_per_vp))
    return points + int(cubes / int(rules.misc_goods_per_vp))


@njit
def count_for(rules: Any, state: Any, seat: int, kind: int, arg: int) -> int:
    """Return what a condition counts; it is met at its threshold (8.6, 8.9)."""
    if kind == RACE:
        return size_of(int(state.completed[seat]) & int(rules.race_cards[arg]))
    if kind == GUILD:
        masters = count_masters(rules, state, seat, arg)
        return masters + int(state.apprentices[seat, arg]) if masters > 0 else 0
    if kind == SETTLERS:
        return int(state.num_completed[seat])
    if kind == RACES:
        return count_races(rules, state, seat)
    if kind in (BUILDING_GUILDS, WORKER_GUILDS):
        return count_guilds(rules, state, seat, kind == WORKER_GUILDS)
    if kind == COUNCIL:
        return int(state.num_council[seat])
    if kind == REPUTATION:
        return int(state.reputation[seat])
    if kind == UPGRADES:
        return count_upgrades(state, seat)
    if kind == BUILDINGS:
        return int(state.num_buildings[seat])
    if kind == NOBILITY:
        return int(state.nobility[seat])
    if kind == HOUSES:
        return int(state.houses[seat])
    if kind == COINS:
        return int(state.coins[seat])
    if kind == CHANCERY:
        return count_desks(state, seat)
    if kind == POINTS:
        return public_score(rules, state, seat)
    return fewest_goods(state, seat)


@njit
def fewest_goods(state: Any, seat: int) -> int:
    """Return of how many cubes a seat has that many of every Good."""
    fewest = int(state.goods[seat, 0])
    for good in range(NUM_GOODS):
        fewest = min(fewest, int(state.goods[seat, good]))
    return fewest


@njit
def is_met(rules: Any, state: Any, seat: int, card: int) -> bool:
    """Say whether a seat meets the condition of a Commission card now (8.6)."""
    kind, arg = int(rules.commission_kind[card]), int(rules.commission_arg[card])
    return count_for(rules, state, seat, kind, arg) >= int(rules.commission_threshold[card])


@njit
def final_score(rules: Any, state: Any, seat: int) -> int:
    """Return a seat's points if the game ended now, Commission cards included (1.2)."""
    return public_score(rules, state, seat) + commission_score(rules, state, seat)


@njit
def commission_score(rules: Any, state: Any, seat: int) -> int:
    """Return what the Commission cards of a seat bring: those activated whose condition is met."""
    points = 0
    for place in range(int(state.num_cards[seat])):
        card = int(state.cards[seat, place])
        if is_active(state, seat, place) and is_met(rules, state, seat, card):
            points += int(rules.commission_vp[card])
    return points


@njit
def is_objective_met(rules: Any, state: Any, objective: int) -> bool:
    """Say whether the solo player meets an objective (8.9)."""
    kind, arg = int(rules.solo_kind[objective]), int(rules.solo_arg[objective])
    if kind == POINTS:
        count = final_score(rules, state, 0)
    else:
        count = count_for(rules, state, 0, kind, arg)
    return count >= int(rules.solo_threshold[objective])


@njit
def objectives_met(rules: Any, state: Any) -> bool:
    """Say whether the solo player meets all objectives; once over, those of the end."""
    for place in range(NUM_OBJECTIVES):
        objective = int(state.objectives[place])
        if objective != EMPTY and not is_objective_met(rules, state, objective):
            return False
    return True


@njit
def score_end(rules: Any, state: Any) -> None:
    """Final scoring (1.2); whether the solo objectives are met is judged before it."""
    state.solo_won = int(int(state.num_players) == 1 and objectives_met(rules, state))
    for seat in range(int(state.num_players)):
        state.commission_points[seat] = commission_score(rules, state, seat)
        points = public_score(rules, state, seat) + int(state.commission_points[seat])
        state.vp[seat] = points
    state.over = 1


@njit
def comes_before(state: Any, seat: int, other: int) -> bool:
    """Say whether a seat stands before another at the end: VP, Nobility, Reputation, coins."""
    if int(state.vp[seat]) != int(state.vp[other]):
        return int(state.vp[seat]) > int(state.vp[other])
    if int(state.nobility[seat]) != int(state.nobility[other]):
        return int(state.nobility[seat]) > int(state.nobility[other])
    if int(state.reputation[seat]) != int(state.reputation[other]):
        return int(state.reputation[seat]) > int(state.reputation[other])
    return int(state.coins[seat]) > int(state.coins[other])
