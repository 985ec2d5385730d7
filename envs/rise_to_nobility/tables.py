"""RULES: the numbers of rules.json, or of a corrected copy of it, as one read-only record.

The engine reads every number from this record, its first argument, so that the same compiled code
plays a corrected set of data.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from fiefdom.envs.common.game import numbers_hash
from fiefdom.envs.common.record import record_dtype
from fiefdom.envs.rise_to_nobility import features, rules
from fiefdom.envs.rise_to_nobility.load import load_rules
from fiefdom.envs.rise_to_nobility.rows import Reward, Rules
from fiefdom.envs.rise_to_nobility.rules import (
    BENEFITS,
    CONDITIONS,
    COUNTS,
    EVENTS,
    GOODS,
    LEVELS,
    MAX_APPRENTICES,
    NUM_DESKS,
    NUM_GOODS,
    NUM_RANGES,
    ORDERS,
    RACES,
    TILE_SLOTS,
)

REWARDS = Reward._fields
REWARD_COINS, REWARD_REP, REWARD_MODS, REWARD_NOB, REWARD_GOODS, REWARD_CARDS, REWARD_WORKERS = (
    range(len(REWARDS))
)
EVENT_KINDS, CONDITION_KINDS, BENEFIT_KINDS = tuple(EVENTS), tuple(CONDITIONS), tuple(BENEFITS)
S, B, T, P = (COUNTS[name] for name in ("settlers", "buildings", "council", "ships"))
D, C, H, E = (COUNTS[name] for name in ("dice_tiles", "commissions", "characters", "events"))
BYTE = 8  # bits of a number of cubes in a packed need
SETUPS, HOUSES, NOBILITY = COUNTS["setup"], COUNTS["houses"], COUNTS["nobility"]
SETUP_NUMBERS = (
    "dice", "rep", "short_rep", "guild_slots", "apprentice_slots", "council_row", "ships",
    "ship_slots", "castle_slots", "hall_slots", "berk_slots", "tavern_slots", "yard_slots",
    "council_slots", "desks",
)  # fmt: skip
RANGE_NUMBERS = (
    "goods_by_range", "sell_by_range", "castle_by_range", "berk_by_range", "hall_price_by_range",
    "commission_draws_by_range", "commission_rep_by_range",
)  # fmt: skip
ORDER_NAMES = ("tavern_order", "yard_order", "council_order")
ROWS = load_rules()
NUMBERS = numbers_hash(vars(rules))
MISC = tuple(row.id for row in ROWS.misc)

SETTLER_LABELS = tuple(features.settler_features(0, ROWS.settlers[0]))
BUILDING_LABELS = tuple(features.building_features(0, ROWS.buildings[0]))
COUNCIL_LABELS = tuple(features.council_features(0, ROWS.council[0]))
SHIP_LABELS = tuple(features.ship_features(0, ROWS.ships[0]))

FIELDS: list[Any] = [
    ("numbers", np.uint64),  # hash of those in rules.py
    ("level_cards", np.int64, (len(LEVELS),)),  # Settlers cards of each level, a bit each
    ("race_cards", np.int64, (len(RACES),)),  # Settlers cards of each race
    ("settler_pack", np.int64, (S,)),  # Goods needed, a byte each
    ("council_pack", np.int64, (T,)),
    ("group_events", np.int32, (2,)),  # events of each group
    *((f"misc_{name}", np.int16) for name in MISC),
    # what depends on the number of players, by that number
    *((f"setup_{name}", np.int8, (SETUPS + 1,)) for name in SETUP_NUMBERS),
    ("setup_income", np.int8, (SETUPS + 1, MAX_APPRENTICES + 1)),  # for each, by their number
    *((name, np.int8, (NUM_RANGES,)) for name in RANGE_NUMBERS),
    *((name, np.int8) for name in ORDER_NAMES),  # index of ORDERS
    ("settler_need", np.int8, (S, NUM_GOODS)),
    ("settler_level", np.int8, (S,)),  # index of LEVELS
    ("settler_workers", np.int8, (S,)),
    ("settler_vp", np.int8, (S,)),
    ("settler_reward", np.int8, (S, len(REWARDS))),
    ("building_guild", np.int8, (B,)),
    ("building_cost", np.int8, (B,)),
    ("building_vp", np.int8, (B,)),
    ("building_nob", np.int8, (B,)),
    ("building_reward", np.int8, (B, len(REWARDS))),
    ("upgrade_cost", np.int8, (B,)),
    ("upgrade_vp", np.int8, (B,)),
    ("upgrade_nob", np.int8, (B,)),
    ("council_need", np.int8, (T, NUM_GOODS)),
    ("council_coins", np.int8, (T,)),
    ("council_vp", np.int8, (T,)),
    ("council_nob", np.int8, (T,)),
    ("council_rep", np.int8, (T,)),
    ("ship_price", np.int8, (P, NUM_GOODS)),
    ("tile_slots", np.int8, (D, TILE_SLOTS)),
    ("commission_kind", np.int8, (C,)),  # index of CONDITION_KINDS
    ("commission_arg", np.int8, (C,)),  # index of a race or guild
    ("commission_threshold", np.int16, (C,)),
    ("commission_vp", np.int8, (C,)),
    ("character_reward", np.int8, (H, len(REWARDS))),
    ("event_kind", np.int8, (E,)),  # index of EVENT_KINDS
    ("event_amount", np.int8, (E,)),
    ("event_second", np.int8, (E,)),
    ("solo_kind", np.int8, (COUNTS["solo"],)),
    ("solo_arg", np.int8, (COUNTS["solo"],)),
    ("solo_threshold", np.int16, (COUNTS["solo"],)),
    ("house_cost", np.int8, (HOUSES + 1,)),  # by the number of the House, from 1
    ("house_vp", np.int8, (HOUSES + 1,)),
    ("desk_race", np.int8, (NUM_DESKS,)),
    ("desk_benefit", np.int8, (NUM_DESKS,)),  # index of BENEFIT_KINDS
    ("benefit_amount", np.int8, (len(BENEFITS),)),
    ("nobility_vp", np.int8, (NOBILITY,)),
]
FEATURES: list[Any] = [  # of cards, as observations show them (see observe.py)
    ("settler_features", np.float32, (S, len(SETTLER_LABELS))),
    ("building_features", np.float32, (B, len(BUILDING_LABELS))),
    ("council_features", np.float32, (T, len(COUNCIL_LABELS))),
    ("ship_features", np.float32, (P, len(SHIP_LABELS))),
]


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _packed(need: Iterable[int]) -> int:
    return sum(number << (BYTE * good) for good, number in enumerate(need))


def _argument(arg: str | None) -> int:
    for names in (RACES, GOODS):
        if arg in names:
            return names.index(arg)
    return 0  # what the condition counts needs no argument


def _fill_cards(table: Any, rules: Rules) -> None:
    for level, number in enumerate(LEVELS):
        table.level_cards[level] = _bits(
            card for card, row in enumerate(rules.settlers) if row.level == number
        )
    for race, name in enumerate(RACES):
        table.race_cards[race] = _bits(
            card for card, row in enumerate(rules.settlers) if row.race == name
        )
    for card, settler in enumerate(rules.settlers):
        table.settler_need[card] = settler.need
        table.settler_pack[card] = _packed(settler.need)
        table.settler_level[card] = LEVELS.index(settler.level)
        table.settler_workers[card] = settler.workers
        table.settler_vp[card] = settler.vp
        table.settler_reward[card] = settler.reward
    for card, building in enumerate(rules.buildings):
        table.building_guild[card] = GOODS.index(building.guild)
        table.building_cost[card] = building.cost
        table.building_vp[card] = building.vp
        table.building_nob[card] = building.nob
        table.building_reward[card] = building.bonus
        table.upgrade_cost[card] = building.up_cost
        table.upgrade_vp[card] = building.up_vp
        table.upgrade_nob[card] = building.up_nob
    for card, tile in enumerate(rules.council):
        table.council_need[card] = tile.need
        table.council_pack[card] = _packed(tile.need)
        table.council_coins[card] = tile.coins
        table.council_vp[card] = tile.vp
        table.council_nob[card] = tile.nob
        table.council_rep[card] = tile.rep_cost
    for card, ship in enumerate(rules.ships):
        table.ship_price[card] = ship.price
    for card, dice_tile in enumerate(rules.dice_tiles):
        table.tile_slots[card] = dice_tile.slots


def _fill_conditions(table: Any, rules: Rules) -> None:
    for card, commission in enumerate(rules.commissions):
        table.commission_kind[card] = CONDITION_KINDS.index(commission.kind)
        table.commission_arg[card] = _argument(commission.arg)
        table.commission_threshold[card] = commission.threshold
        table.commission_vp[card] = commission.vp
    for card, objective in enumerate(rules.solo):
        table.solo_kind[card] = CONDITION_KINDS.index(objective.kind)
        table.solo_arg[card] = _argument(objective.arg)
        table.solo_threshold[card] = objective.threshold
    for card, character in enumerate(rules.characters):
        table.character_reward[card] = character.reward
    for card, event in enumerate(rules.events):
        table.event_kind[card] = EVENT_KINDS.index(event.kind)
        table.event_amount[card] = event.amount
        table.event_second[card] = event.second
        table.group_events[event.group - 1] |= 1 << card


def _fill_numbers(table: Any, rules: Rules) -> None:
    for name in MISC:
        table[f"misc_{name}"] = rules.number(name)
    for setup in rules.setup:
        for name in SETUP_NUMBERS:
            table[f"setup_{name}"][setup.players] = getattr(setup, name)
        table.setup_income[setup.players, 1 : 1 + len(setup.income)] = setup.income
    for name in RANGE_NUMBERS:
        table[name] = rules.by_range(name)
    for name in ORDER_NAMES:
        table[name] = ORDERS.index(rules.order(name))
    for house in rules.houses:
        table.house_cost[house.house] = house.cost
        table.house_vp[house.house] = house.vp
    benefits = {row.id: row.amount or 0 for row in rules.benefits}
    for number, name in enumerate(BENEFIT_KINDS):
        table.benefit_amount[number] = benefits[name]
    for desk in rules.chancery:
        table.desk_race[desk.desk - 1] = RACES.index(desk.race)
        table.desk_benefit[desk.desk - 1] = BENEFIT_KINDS.index(desk.benefit)
    for row in rules.nobility:
        table.nobility_vp[row.nobility] = row.vp


def _fill_features(table: Any, rules: Rules) -> None:
    for card, settler in enumerate(rules.settlers):
        table.settler_features[card] = list(features.settler_features(card, settler).values())
    for card, building in enumerate(rules.buildings):
        table.building_features[card] = list(features.building_features(card, building).values())
    for card, tile in enumerate(rules.council):
        table.council_features[card] = list(features.council_features(card, tile).values())
    for card, ship in enumerate(rules.ships):
        table.ship_features[card] = list(features.ship_features(card, ship).values())


def make_rules(rules: Rules) -> npt.NDArray[Any]:
    """Build the record from the rows of a file of rules."""
    wide = [field for field in FIELDS if field[1] in (np.uint64, np.int64)]
    narrow = [field for field in FIELDS if field not in wide]
    table = np.zeros(1, record_dtype([*wide, *FEATURES, *narrow]))
    table[0].numbers = NUMBERS
    for fill in (_fill_cards, _fill_conditions, _fill_numbers, _fill_features):
        fill(table[0], rules)
    table.flags.writeable = False
    return table


RULES = make_rules(ROWS)
