"""Every block of the observation, read back against the record at positions of random games."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from fiefdom.envs.common.batch import BatchEnv
from fiefdom.envs.rise_to_nobility.game import GAME
from fiefdom.envs.rise_to_nobility.rules import GOODS, RACES, RANGES
from fiefdom.envs.rise_to_nobility.state import PHASES
from tests.envs.registry import scaled
from tests.envs.rise_to_nobility import rebuilt
from tests.envs.rise_to_nobility.one_game import IDS, RULES
from tests.envs.rise_to_nobility.positions import Table
from tests.envs.rise_to_nobility.worked_out import (
    buildings_of,
    can_buy,
    can_fulfil,
    count,
    guild_of,
    missing_goods,
    objective,
    points_now,
    races_of,
)

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 1},
    {"num_players": 2, "short": True, "start": "random"},
    {"num_players": 3, "chancery": False, "skip_forced": False},
    {"num_players": 4, "events": False},
    {"num_players": 5, "characters": False, "start": "random"},
    {"num_players": 6},
]
EVERY_CASE = pytest.mark.parametrize("case", range(len(OPTIONS)))
RARE = range(19, 25), range(85, 91), range(109, 250)  # completing, castle, halls, desks, choices


@cache
def played(case: int) -> list[Table]:
    """Return positions of random games of an option set, the last ones of some among them."""
    batch = BatchEnv(GAME, 8, seed=case, **OPTIONS[case])
    batch.restarts = False
    luck = np.random.default_rng(case)
    rare = np.concatenate([np.array(some) for some in RARE])
    rows = np.arange(8)
    found = [table_of(case, state) for state in batch.states]
    while rows.size and len(found) < 400:
        actions = []
        for row in rows:
            legal = np.flatnonzero(batch.action_mask[row])
            liked = np.intersect1d(legal, rare)
            legal = liked if liked.size and luck.random() < 0.7 else legal
            actions.append(int(luck.choice(legal)))
        batch.step_rows(rows, actions)
        over = batch.done[rows]
        for row in rows[over | (luck.random(rows.size) < 0.05)]:
            found.append(table_of(case, batch.states[row]))
        rows = rows[~over]
    return found[:: max(1, len(found) // scaled(1000))] + found[-3:]


def table_of(case: int, state: Any) -> Table:
    table = Table(seed=0, in_setup=True, **OPTIONS[case])
    table.state[0] = state
    return table


def named(table: Table, seat: int) -> dict[str, Any]:
    """Return what a seat observes: numbers, or labelled numbers, by block."""
    return GAME.layout(table.options).explain(table.look(seat))


def close(seen: Any, wanted: Any) -> bool:
    return bool(np.allclose(seen, np.asarray(wanted, np.float64), rtol=1e-6, atol=1e-6))


# The position.


def test_positions_are_of_all_sorts() -> None:
    phases = {table.phase for case in range(len(OPTIONS)) for table in played(case)}
    assert phases == {*PHASES, None}
    for case in range(len(OPTIONS)):
        assert any(table.record.num_buildings.any() for table in played(case))
        assert any(table.record.num_completed.any() for table in played(case))
        assert any(table.record.over for table in played(case))


@EVERY_CASE
def test_position_can_be_rebuilt(case: int) -> None:
    """All that is public and all that the seat knows, field by field."""
    players = OPTIONS[case]["num_players"]
    for table in played(case):
        for seat in range(players):
            wanted = rebuilt.expected(table.record, seat)
            found = rebuilt.rebuild(named(table, seat), players, seat)
            assert found.keys() == wanted.keys()
            for field, value in wanted.items():
                assert found[field] == value, (field, seat)


def test_every_field_is_shown_or_named_as_not_shown() -> None:
    table = played(3)[0]
    fields = set(GAME.STATE.names or ()) - {"_pad"}
    found = set(rebuilt.rebuild(named(table, 0), 4, 0))
    elsewhere = {"cards", "returned", "num_ships_bottom"}  # own ones; they follow from another
    assert fields - found - rebuilt.NOT_SHOWN == elsewhere
    assert fields >= rebuilt.NOT_SHOWN
    assert not found & rebuilt.NOT_SHOWN


@EVERY_CASE
def test_values_are_within_the_space(case: int) -> None:
    space = GAME.layout(played(case)[0].options).space()
    assert isinstance(space, spaces.Box)
    for table in played(case):
        for seat in range(OPTIONS[case]["num_players"]):
            assert space.contains(table.look(seat))


def test_goods_are_shown_up_to_the_documented_cap() -> None:
    table = Table(2)
    for cubes in (20, 21, 127, 128, 300):
        table.record.goods[1, 3] = cubes
        assert named(table, 0)["seat_1"]["Magic / 5"] == pytest.approx(min(cubes, 127) / 5)


def test_great_wealth_is_within_the_space() -> None:
    """A seat that only fetches Goods and sells them came to 228 coins in a game of four."""
    table = Table(4)
    space = GAME.layout(table.options).space()
    for coins in (228, 400, 2000, 2001):
        table.record.coins[0] = coins
        assert named(table, 0)["seat_0"]["coins / 20"] == pytest.approx(min(coins, 2000) / 20)
        for seat in range(4):
            assert space.contains(table.look(seat)), coins


def test_everyone_sees_what_seat_0_sees_and_all_secrets() -> None:
    for table in played(4):
        everything = table.everything()
        seen = GAME.state_layout(table.options).explain(everything)
        assert np.array_equal(everything[: table.look(0).size], table.look(0))
        r = table.record
        for seat in range(5):
            cards = [rebuilt.whole(value, 18) - 1 for value in seen[f"cards_{seat}"]]
            assert cards == r.cards[seat].tolist()
            dealt = [rebuilt.whole(value, 18) - 1 for value in seen[f"dealt_{seat}"]]
            in_setup = table.phase == "setup"
            assert dealt == (rebuilt.offered(r, seat) if in_setup else [-1] * 3)
        below = [int(r.bottom[group]) for group in range(r.num_bottom)]
        for card, value in enumerate(seen["pool"]):
            is_below = any(group >> card & 1 for group in below)
            assert value == (1.0 if int(r.commission_pool) >> card & 1 else 0.5 * is_below)


# Computed features.


@EVERY_CASE
def test_features_of_rows_and_hand(case: int) -> None:
    for table in played(case):
        for seat in range(OPTIONS[case]["num_players"]):
            seen, r = named(table, seat), table.record
            for space, card in enumerate(r.settlers_row.tolist()):
                missing = missing_goods(table, seat, RULES.settlers[card].need) if card >= 0 else 0
                assert close(seen[f"settler_{space}"]["Goods missing / 5"], missing / 5)
            for space, card in enumerate(r.buildings_row.tolist()):
                offer = seen[f"building_{space}"]
                own = int(r.apprentices[seat, guild_of(card)]) if card >= 0 else 0
                price = RULES.buildings[card].cost if card >= 0 else 0
                assert close(offer["own Apprentices in its guild / 6"], own / 6)
                missing = max(price - int(r.coins[seat]), 0)
                assert close(offer["coins missing for its cost / 5"], missing / 5)
                for spread, text in enumerate(RANGES):
                    flag = offer[f"can be bought with a die {text}"]
                    assert flag == (card >= 0 and can_buy(table, seat, card, spread))
            for space, card in enumerate(r.council_row.tolist()):
                tile = seen[f"council_{space}"]
                missing = missing_goods(table, seat, RULES.council[card].need) if card >= 0 else 0
                assert close(tile["Goods missing / 5"], missing / 5)
                assert tile["can be fulfilled now"] == (card >= 0 and can_fulfil(table, seat, card))
            for index, card in enumerate(r.held[seat].tolist()):
                held = seen[f"held_{index}"]
                missing = missing_goods(table, seat, RULES.settlers[card].need) if card >= 0 else 0
                has_house = len(races_of(table, seat)) < int(r.houses[seat])
                assert close(held["Goods missing / 5"], missing / 5)
                assert held["can be completed now"] == (card >= 0 and missing == 0 and has_house)


@EVERY_CASE
def test_cards_are_described_as_printed(case: int) -> None:
    for table in played(case)[::7]:
        seen = named(table, 0)
        for space, card in enumerate(table.record.settlers_row.tolist()):
            assert close(
                list(seen[f"settler_{space}"].values())[:-1], rebuilt.printed_settler(card)
            )
        for space, card in enumerate(table.record.buildings_row.tolist()):
            assert close(
                list(seen[f"building_{space}"].values())[:-5], rebuilt.printed_building(card)
            )
        for space, card in enumerate(table.record.council_row.tolist()):
            row = RULES.council[card]
            numbers = [(card + 1) / 30, *(n / 3 for n in row.need)]
            numbers += [row.coins / 5, row.vp / 10, row.nob, row.rep_cost / 2]
            wanted = numbers if card >= 0 else [0.0] * 11
            assert close(list(seen[f"council_{space}"].values())[:-2], wanted)
        for dock, ship in enumerate(table.record.ships.tolist()):
            prices = [(ship + 1) / 18, *(price / 4 for price in RULES.ships[ship].price)]
            assert close(list(seen[f"ship_{dock}"].values()), prices if ship >= 0 else [0] * 7)


@EVERY_CASE
def test_commissions_say_how_near_they_are(case: int) -> None:
    for table in played(case):
        for seat in range(OPTIONS[case]["num_players"]):
            seen, r = named(table, seat), table.record
            shown = [
                (rebuilt.card_of(seen["commissions"], place), card)
                for place, card in enumerate(r.cards[seat].tolist())
            ]
            shown += [
                (seen[f"offer_{place}"], card)
                for place, card in enumerate(rebuilt.offered(r, seat))
            ]
            for block, card in shown:
                if card < 0:
                    assert not any(block.values())
                    continue
                row = RULES.commissions[card]
                done = count(table, seat, row) / row.threshold
                wanted = [(card + 1) / 18, row.vp / 10, min(done, 1), done >= 1]
                assert close(list(block.values())[:4], wanted), (block, row.id)


@EVERY_CASE
def test_cards_that_may_lie_under_the_deck(case: int) -> None:
    """Those that the observer put into a group and has not seen elsewhere since, by their group."""
    players = OPTIONS[case]["num_players"]
    for table in played(case):
        r = table.record
        shown = [
            set(cards[:size])
            for cards, size in zip(r.history_cards.tolist(), r.history_size.tolist(), strict=True)
        ]
        for seat in range(players):
            groups = [0] * 18
            for group, drawing in enumerate(r.bottom_history[: r.num_bottom].tolist()):
                later = range(drawing + 1, int(r.num_history))
                seen = [shown[n] for n in later if r.history_seat[n] == seat]
                kept = int(r.history_cards[drawing, r.history_kept[drawing]])
                own = shown[drawing] if r.history_seat[drawing] == seat else set()
                for card in own.difference({kept}, *seen):
                    groups[card] = group + 1
                if r.history_seat[drawing] == seat:
                    there = {card for card in range(18) if int(r.bottom[group]) >> card & 1}
                    assert there <= own
            assert [rebuilt.whole(value, 8) for value in named(table, seat)["under"]] == groups


def test_card_under_the_deck_may_be_there_until_its_group_is_used_up() -> None:
    table = Table(6)
    table.draw_at_berk(0, 5, 1)
    below = set(table.deck()[-2:])

    def shown(seat: int) -> set[str]:
        return {IDS["commissions"][n] for n, v in enumerate(named(table, seat)["under"]) if v}

    assert shown(0) == below
    assert not shown(1)
    for seat in (1, 2, 3):
        table.draw_at_berk(seat, 5, 0)
    assert shown(0) == below
    table.draw_at_berk(4, 1, 0)  # one of the two; seat 0 cannot know which
    assert shown(0) == below
    assert named(table, 0)["groups"]["cards of group 0 / 3"] == pytest.approx(1 / 3)
    table.draw_at_berk(5, 1, 0)
    assert not shown(0)


@EVERY_CASE
def test_features_of_seats_and_objectives(case: int) -> None:
    players = OPTIONS[case]["num_players"]
    for table in played(case):
        r, over = table.record, bool(table.record.over)
        for observer in range(players):
            seen = named(table, observer)
            for offset in range(players):
                seat = (observer + offset) % players
                block = seen[f"seat_{offset}"]
                points = int(r.vp[seat]) if over else points_now(table, seat)
                room = int(r.reputation[seat]) - int(r.used_sum[seat])
                marks = [r.slots[seat, place].tolist() for place in range(13)]
                masters = [guild_of(card) for card in buildings_of(table, seat)]
                assert close(block["VP if the game ended now / 100"], points / 100)
                assert close(block["room for dice / 24"], room / 24)
                assert close(block["activated ones / 13"], marks.count([2, 2, 2]) / 13)
                for guild, good in enumerate(GOODS):
                    own = block[f"Guild Masters of the {good} guild / 7"]
                    assert close(own, masters.count(guild) / 7)
                for race in RACES:
                    own = block[f"completed cards of race {race} / 7"]
                    assert close(own, races_of(table, seat).count(race) / 7)
            total = r.apprentices.sum(axis=0)
            for guild, good in enumerate(GOODS):
                assert close(
                    seen["places"][f"Apprentices in the {good} guild / 6"], total[guild] / 6
                )
            taken = [seen["places"][f"desk {desk} is taken"] for desk in range(1, 13)]
            assert taken == (r.desks >= 0).tolist()
            if players == 1 or not over:
                assert seen["objectives"] == [objective(table, n) for n in range(15)]


def test_phases_are_named_in_order() -> None:
    block = next(b for b in GAME.layout(played(1)[0].options).blocks if b.name == "phase")
    assert block.labels == PHASES
