"""The places of the main board of the slow Rise to Nobility (section 5)."""

from collections.abc import Callable

from tests.envs.rise_to_nobility.oracle_rewards import Rewards
from tests.envs.rise_to_nobility.oracle_rules import GUILD_NAMES, GUILDS, range_of
from tests.envs.rise_to_nobility.oracle_state import Choice, Decision


class Places(Rewards):
    """For each place whether a die may be put there, and what then happens.

    The seat is always that whose turn it is; the die has been paid when the effect begins.
    """

    def _board_options(self, value: int) -> set[Decision]:
        """Return the places of the main board that a die may be put on now."""
        may_use: dict[str, Callable[[int], bool]] = {
            "castle": self._can_use_castle,
            "berk": self._can_use_berk,
            "tavern": self._can_use_tavern,
            "yard": self._can_use_yard,
            "hall": self._can_use_hall,
            "council": self._can_use_council,
        }
        guilds = {("guild", guild, value) for guild in GUILDS if self._can_use_guild(guild)}
        docks = range(len(self.ships))
        ships = {("ship", dock, value) for dock in docks if self._can_use_ship(dock)}
        return guilds | ships | {(place, value) for place, may in may_use.items() if may(value)}

    # 5.1 Guilds.

    def _can_use_guild(self, guild: int) -> bool:
        is_open = self.guild_dice[guild] < self.table.guild_slots
        return is_open and guild not in self.closed_guilds

    def _use_guild(self, guild: int, value: int) -> None:
        seat = self.turn_seat
        self.guild_dice[guild] += 1
        cubes = self.rules.by_range("goods_by_range", value) + self.from_event("guild_goods")
        for name, upgraded in self.buildings[seat]:
            if self.rules.buildings[name].guild == GUILD_NAMES[guild]:
                cubes += self.rules.misc["building_goods"]
                cubes += self.rules.misc["upgrade_goods"] if upgraded else 0
        self.goods[seat][guild] += cubes
        if self.lot[seat] > 0 and self.num_apprentices(guild) < self.table.apprentice_slots:
            self.pending.append(Choice("apprentice", seat, guild=guild))

    def num_apprentices(self, guild: int) -> int:
        """Return the Apprentices of all seats in a guild."""
        return sum(self.guild_apprentices[seat][guild] for seat in self.seats)

    # 5.2 Port.

    def sellable(self, dock: int) -> set[int]:
        """Return the Goods that the player could sell a cube of on a ship."""
        price = self.rules.ships[self.ships[dock]].price
        owned = self.goods[self.turn_seat]
        return {good for good in GUILDS if price[good] > 0 and owned[good] > 0}

    def _can_use_ship(self, dock: int) -> bool:
        return self.ship_dice[dock] < self.table.ship_slots and len(self.sellable(dock)) > 0

    def _use_ship(self, dock: int, value: int) -> None:
        self.ship_dice[dock] += 1
        most = self.rules.by_range("sell_by_range", value) - self.from_event("port_limit")
        self.pending.append(Choice("sell", self.turn_seat, dock=dock, left=most))

    def _sell(self, dock: int, good: int) -> None:
        seat = self.turn_seat
        self.goods[seat][good] -= 1
        price = self.rules.ships[self.ships[dock]].price[good]
        extra = self.from_desk(seat, "PORT_PLUS1") + self.from_event("port_coins")
        self.coins[seat] += price + extra

    # 5.3 White Castle.

    def _can_use_castle(self, value: int) -> bool:
        is_open = self.castle_dice[range_of(value)] < self.table.castle_slots
        return is_open and self.rep[self.turn_seat] < int(self.rules.misc["rep_max"])

    def _use_castle(self, value: int) -> None:
        self.castle_dice[range_of(value)] += 1
        steps = self.rules.by_range("castle_by_range", value) + self.from_event("castle_rep")
        self._gain_reputation(self.turn_seat, steps)

    # 5.4 Berk the Clerk's Office; the Commission is asked for after the replacement.

    def _can_use_berk(self, value: int) -> bool:
        return self.berk_dice[range_of(value)] < self.table.berk_slots

    def _use_berk(self, value: int) -> None:
        self.berk_dice[range_of(value)] += 1
        count = self.rules.by_range("berk_by_range", value) + self.from_event("berk_mods")
        self._gain_modifiers(self.turn_seat, count)
        self.pending.append(Choice("refresh", self.turn_seat, value=value))

    # 5.5 Cavern Tavern.

    def _can_use_tavern(self, value: int) -> bool:
        if self.tavern_last is not None and value < self.tavern_last:
            return False
        is_open = self.tavern_count < self.table.tavern_slots
        return is_open and self.can_take_card(self.turn_seat)

    def _use_tavern(self, value: int) -> None:
        self.tavern_last = value
        self.tavern_count += 1
        seat = self.turn_seat
        extra = self.from_desk(seat, "TAVERN_2") + self.from_event("tavern_cards")
        self._offer_cards(seat, must=1, most=self.rules.misc["tavern_cards"] + extra)

    # 5.6 Construction Yard.

    def house_price(self, seat: int) -> int | None:
        """Return the price of the next House of a seat, None without a further one."""
        house = self.rules.houses.get(self.houses[seat] + 1)
        if house is None:
            return None
        discount = self.from_desk(seat, "HOUSE_MINUS1") + self.from_event("house_discount")
        return max(0, house.cost - discount)

    def _can_use_yard(self, value: int) -> bool:
        if self.yard_last is not None and value > self.yard_last:
            return False
        price = self.house_price(self.turn_seat)
        is_open = self.yard_count < self.table.yard_slots
        return is_open and price is not None and price <= self.coins[self.turn_seat]

    def _use_yard(self, value: int) -> None:
        self.yard_last = value
        self.yard_count += 1
        seat = self.turn_seat
        price = self.house_price(seat)
        assert price is not None
        self.coins[seat] -= price
        self.houses[seat] += 1
        self.vp[seat] += self.rules.houses[self.houses[seat]].vp

    # 5.7 Guild Hall.

    def building_price(self, name: str, value: int) -> int:
        """Return what a Building costs the player with a die."""
        cost = self.rules.buildings[name].cost - self.from_desk(self.turn_seat, "BUILDING_MINUS1")
        return self._hall_price(cost, value)

    def upgrade_price(self, name: str, value: int) -> int:
        """Return what turning a Building over costs with a die: no purchase, so no desk."""
        return self._hall_price(self.rules.buildings[name].up_cost, value)

    def _hall_price(self, cost: int, value: int) -> int:
        change = self.rules.by_range("hall_price_by_range", value)
        return max(0, cost + change - self.from_event("hall_discount"))

    def hall_options(self, value: int) -> set[Decision]:
        """Return what the player can buy and upgrade with a die."""
        seat = self.turn_seat
        options: set[Decision] = {
            ("upgrade", lot)
            for lot, (name, upgraded) in enumerate(self.buildings[seat])
            if not upgraded and self.upgrade_price(name, value) <= self.coins[seat]
        }
        if len(self.buildings[seat]) == self.rules.misc["building_lots"]:
            return options
        return options | {
            ("buy", space)
            for space, name in enumerate(self.buildings_row)
            if name is not None and self._has_apprentice_for(name)
            if self.building_price(name, value) <= self.coins[seat]
        }

    def _has_apprentice_for(self, name: str) -> bool:
        guild = GUILD_NAMES.index(self.rules.buildings[name].guild)
        return self.guild_apprentices[self.turn_seat][guild] > 0

    def _can_use_hall(self, value: int) -> bool:
        is_open = self.hall_dice[range_of(value)] < self.table.hall_slots
        return is_open and len(self.hall_options(value)) > 0

    def _use_hall(self, value: int) -> None:
        self.hall_dice[range_of(value)] += 1
        self.pending.append(Choice("hall", self.turn_seat, value=value))

    def _buy(self, space: int, value: int) -> None:
        """Pay, make the Apprentice Guild Master, score, refill the row, take the bonus."""
        seat = self.turn_seat
        name = self.buildings_row[space]
        assert name is not None
        building = self.rules.buildings[name]
        self.coins[seat] -= self.building_price(name, value)
        self.guild_apprentices[seat][GUILD_NAMES.index(building.guild)] -= 1
        self.buildings[seat].append((name, False))
        self.vp[seat] += building.vp
        self.nobility[seat] += building.nob
        self._refill_building(space)
        self._gain_reward(seat, building.bonus)

    def _upgrade(self, lot: int, value: int) -> None:
        seat = self.turn_seat
        name, _ = self.buildings[seat][lot]
        self.coins[seat] -= self.upgrade_price(name, value)
        self.buildings[seat][lot] = (name, True)
        self.vp[seat] += self.rules.buildings[name].up_vp
        self.nobility[seat] += self.rules.buildings[name].up_nob

    # 5.8 Stone Council.

    def council_price(self, name: str) -> tuple[int, int]:
        """Return the coins and the Reputation that a tile costs the player."""
        seat = self.turn_seat
        tile = self.rules.council[name]
        coins = 0 if self.has_desk_for(seat, "COUNCIL_FREE") else tile.coins
        steps = min(self.from_desk(seat, "COUNCIL_REP1") or tile.rep_cost, tile.rep_cost)
        return coins, max(0, steps - self.from_event("council_rep"))

    def payable_tiles(self) -> set[int]:
        """Return the spaces of the tiles that the player can fulfil."""
        return {
            space
            for space, name in enumerate(self.council_row)
            if name is not None and self._can_pay_tile(name)
        }

    def _can_pay_tile(self, name: str) -> bool:
        seat = self.turn_seat
        coins, steps = self.council_price(name)
        has_goods = self._has_goods(seat, self.rules.council[name].need)
        return has_goods and coins <= self.coins[seat] and self._can_lose_reputation(seat, steps)

    def _can_use_council(self, value: int) -> bool:
        if self.council_last is not None and value <= self.council_last:
            return False
        is_open = self.council_count < self.table.council_slots
        return is_open and len(self.payable_tiles()) > 0

    def _use_council(self, value: int) -> None:
        self.council_last = value
        self.council_count += 1
        self.pending.append(Choice("tile", self.turn_seat))

    def _fulfil(self, space: int) -> None:
        seat = self.turn_seat
        name = self.council_row[space]
        assert name is not None
        tile = self.rules.council[name]
        coins, steps = self.council_price(name)
        self._pay_goods(seat, tile.need)
        self.coins[seat] -= coins
        self._lose_reputation(seat, steps)
        self.vp[seat] += tile.vp
        self.nobility[seat] += tile.nob
        self.council_done[seat].append(name)
        self.council_row[space] = None
