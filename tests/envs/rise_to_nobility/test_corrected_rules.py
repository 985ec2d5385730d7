"""A corrected copy of rules.json is played by the same compiled engine, and apart from others."""

import copy
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from fiefdom.envs.common import replay
from fiefdom.envs.common.game import Game, rules_hash
from fiefdom.envs.common.jit import ENABLED
from fiefdom.envs.rise_to_nobility import GAME, raw_env, with_rules
from fiefdom.envs.rise_to_nobility.load import RULES_FILE
from tests.envs.registry import scaled
from tests.envs.rise_to_nobility.notation import goods
from tests.envs.rise_to_nobility.oracle import Oracle
from tests.envs.rise_to_nobility.policies import at_random, eager
from tests.envs.rise_to_nobility.positions import Table
from tests.envs.rise_to_nobility.views import engine_view, oracle_view
from tests.envs.stream import Stream

Tables = dict[str, list[dict[str, Any]]]
NUM_GAMES = scaled(60)


def row_of(tables: Tables, table: str, key: Any, name: str = "id") -> dict[str, Any]:
    return next(row for row in tables[table] if row[name] == key)


def correct_prices(tables: Tables) -> None:
    for house in tables["houses"][1:]:
        house["cost"] += 1
        house["vp"] += 2
    for building in tables["buildings"]:
        building.update(cost=building["cost"] - 2, up_vp=building["up_vp"] + 3, up_nob=2)
    for ship in tables["ships"]:
        ship["price"] = ship["price"][::-1]
    for tile in tables["council"]:
        tile.update(coins=tile["coins"] + 1, nob=tile["nob"] + 1)


def correct_cards(tables: Tables) -> None:
    for card in tables["commissions"]:
        card.update(vp=card["vp"] + 7, threshold=max(1, card["threshold"] - 1))
    for card in tables["settlers"]:
        card.update(vp=card["vp"] + 1, workers=2, reward={"any_good": 1, "mods": 1})
    for tile in tables["dice_tiles"]:
        tile["slots"] = [7 - value for value in tile["slots"]]
    for character in tables["characters"]:
        character["reward"] = {"settler": 1, "coins": 2}
    for desk in tables["chancery"]:
        desk["race"] = {"Elf": "Trobit", "Trobit": "Elf"}.get(desk["race"], desk["race"])
    row_of(tables, "events", "E05")["amount"] = 2


def correct_numbers(tables: Tables) -> None:
    for name, value in (
        ("start_coins", 11), ("hand_limit", 4), ("rep_max", 20), ("chancery_income", 2),
        ("coins_per_vp", 4), ("modifiers_total", 12), ("commissions_dealt", 2), ("rounds", 8),
        ("upgrade_goods", 2), ("tavern_cards", 2), ("events_per_group", 4), ("building_lots", 4),
    ):  # fmt: skip
        row_of(tables, "misc", name)["value"] = value
    for name, values in (
        ("goods_by_range", [2, 2, 4]), ("sell_by_range", [3, 3, 3]),
        ("commission_draws_by_range", [2, 3, 3]), ("commission_rep_by_range", [1, 1, 2]),
        ("hall_price_by_range", [-3, 2, 0]),
    ):  # fmt: skip
        row_of(tables, "places", name)["value"] = values
    row_of(tables, "benefits", "PORT_PLUS1")["amount"] = 2
    for tile in tables["council"]:
        tile["rep_cost"] = 3
    for setup in tables["setup"]:
        setup.update(dice=4, rep=12, guild_slots=setup["guild_slots"] + 1, yard_slots=1)


CORRECTIONS: dict[str, Callable[[Tables], None]] = {
    "prices": correct_prices,
    "cards": correct_cards,
    "numbers": correct_numbers,
}
EVERY_CORRECTION = pytest.mark.parametrize("name", list(CORRECTIONS))


def corrected(folder: Path, *corrections: Callable[[Tables], None]) -> tuple[Path, Tables]:
    """Write a corrected copy of the package's rules; return it and its tables."""
    tables: Tables = json.loads(RULES_FILE.read_text())
    for correct in corrections:
        correct(tables)
    path = folder / "corrected.json"
    path.write_text(json.dumps(tables))
    return path, tables


def play_both(game: Game, tables: Tables, seed: int, players: int) -> int:
    """Play a game of engine and oracle, compared after every step; return the number of steps."""
    luck = random.Random(seed)
    options = {"events": True, "characters": True, "skip_forced": bool(seed % 2)}
    table = Table(players, seed, game, in_setup=True, **options)
    oracle = Oracle(Stream.of_seed(seed), num_players=players, rules=tables, **options)
    steps = 0
    while True:
        assert engine_view(table) == oracle_view(oracle), (seed, players, steps)
        if oracle.over:
            break
        decision = (eager if seed % 4 else at_random)(oracle, luck)
        table.play(decision)
        oracle.play(decision)
        steps += 1
    assert players == 1 or table.ranks == oracle.ranks()
    return steps


@EVERY_CORRECTION
def test_engine_and_oracle_play_corrected_rules_alike(name: str, tmp_path: Path) -> None:
    path, tables = corrected(tmp_path, CORRECTIONS[name])
    game = with_rules(path)
    steps = [play_both(game, tables, seed, 1 + seed % 6) for seed in range(NUM_GAMES)]
    assert min(steps) > 30


def play_through(game: Game) -> None:
    """Call all that is compiled: reset, view, step, determinize."""
    table = Table(3, 5, game, events=True, characters=True)
    table.everything()
    table.determinize(1, 7)
    luck = random.Random(1)
    while not table.record.over:
        table.play(eager(table, luck))
    assert len(table.ranks) == 3


@pytest.mark.skipif(not ENABLED, reason="nothing is compiled without the JIT")
def test_nothing_is_compiled_for_corrected_rules(tmp_path: Path) -> None:
    path, _ = corrected(tmp_path, *CORRECTIONS.values())
    play_through(GAME)
    with event.install_recorder("numba:compile") as recorder:
        play_through(with_rules(path))
    assert [entry for _, entry in recorder.buffer] == []


def test_corrected_numbers_are_played(tmp_path: Path) -> None:
    """A price, a House and a Commission, each as the copy has it."""
    path, _ = corrected(tmp_path, correct_prices, correct_cards)
    for game, numbers in ((GAME, [3, 1, 8]), (with_rules(path), [4, 3, 15])):
        table = Table(2, game=game)
        table.record.coins[0] = 9
        table.place("yard", 3)
        found = [9 - table.number("coins"), table.number("vp")]
        table.commission(("C17", "D05", "ttt"))
        table.record.reputation[0], table.record.coins[0], table.record.vp[0] = 16, 0, 0
        table.record.round_number = 10
        table.end_round()
        assert [*found, table.number("vp")] == numbers


@pytest.mark.parametrize(
    ("order", "allowed"),
    [(">=", {3, 4}), (">", {4}), ("<=", {2, 3}), ("<", {2}), ("any", {2, 3, 4})],
)
def test_corrected_order_of_dice(order: str, allowed: set[int], tmp_path: Path) -> None:
    def correct(tables: Tables) -> None:
        row_of(tables, "places", "tavern_order")["value"] = order

    table = Table(3, game=with_rules(corrected(tmp_path, correct)[0]))
    table.place("tavern", 3)
    table.play(("take", 0))
    table.play(("end_turn",))
    table.record.reputation[:3] = 20
    table.turn(1, 2, 3, 4)
    assert {die for _, die in table.options_of("tavern")} == allowed


def test_corrected_prices_at_the_port(tmp_path: Path) -> None:
    path, tables = corrected(tmp_path, correct_prices)
    assert tables["ships"][0]["price"] == [0, 0, 3, 0, 2, 2]
    table = Table(2, game=with_rules(path))
    table.lay("ships", "P01")
    table.record.goods[0], table.record.coins[0] = goods("2W"), 0
    table.place("ship", 0, 1)
    assert table.legal() == {("good", 2)}
    table.play(("good", 2))
    assert table.number("coins") == 3


@EVERY_CORRECTION
def test_hash_of_the_rules_is_in_the_record(name: str, tmp_path: Path) -> None:
    path, _ = corrected(tmp_path, CORRECTIONS[name])
    game = with_rules(path)
    hashes = [int(Table(2, game=one).record.rules_hash) for one in (GAME, game)]
    assert hashes == [rules_hash(GAME.RULES), rules_hash(game.RULES)]
    assert hashes[0] != hashes[1]


def test_an_unchanged_copy_is_the_same_rules(tmp_path: Path) -> None:
    path, _ = corrected(tmp_path)
    assert rules_hash(with_rules(path).RULES) == rules_hash(GAME.RULES)


# Rules do not mix.


def test_snapshots_of_other_rules_are_refused(tmp_path: Path) -> None:
    path, _ = corrected(tmp_path, correct_cards)
    plain, other = raw_env(num_players=2), raw_env(path, num_players=2)
    for one, two in ((plain, other), (other, plain)):
        one.reset(seed=1)
        two.reset(seed=1)
        before = two.get_state()
        with pytest.raises(ValueError, match="state is of another rules"):
            two.set_state(one.get_state())
        assert two.get_state() == before
        again = raw_env(path if one is other else None, num_players=2)
        again.reset(seed=2)
        again.set_state(one.get_state())
        assert again.get_state() == one.get_state()


def test_replays_of_other_rules_are_refused(tmp_path: Path) -> None:
    path, _ = corrected(tmp_path, correct_numbers)
    games = [GAME, with_rules(path)]
    for number, env in enumerate((raw_env(num_players=2), raw_env(path, num_players=2))):
        env.reset(seed=4)
        played = []
        luck = random.Random(4)
        for _ in range(20):
            legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            played.append(int(luck.choice(legal.tolist())))
            env.step(played[-1])
        written = replay.record(env, played)
        replay.verify(games[number], written)
        with pytest.raises(ValueError, match="rules"):
            replay.verify(games[1 - number], written)


def test_models_of_other_rules_are_refused(tmp_path: Path) -> None:
    checkpoint = pytest.importorskip("fiefdom.training.checkpoint")
    networks = pytest.importorskip("fiefdom.training.networks")
    path, _ = corrected(tmp_path, correct_prices)
    games = [GAME, with_rules(path)]
    for number, game in enumerate(games):
        card = checkpoint.make_card(game, game.options({}), networks.NetworkConfig())
        checkpoint.check_card(card, game, "model.zip")
        with pytest.raises(ValueError, match="model for rules"):
            checkpoint.check_card(card, games[1 - number], "model.zip")


def test_environments_of_corrected_rules_are_copied_and_pickled(tmp_path: Path) -> None:
    path, _ = corrected(tmp_path, correct_prices)
    env = raw_env(path, num_players=2)
    env.reset(seed=3)
    for twin in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.get_state() == env.get_state()
        assert rules_hash(twin.game.RULES) == rules_hash(env.game.RULES)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("settlers_row_1", 2, r"settlers_row_2: value=\[2, 3\] .* together 6"),
        ("buildings_row", 4, "buildings_row: value=4 .* allowed: 6"),
    ],
)
def test_rows_of_another_length_are_refused(
    name: str, value: int, words: str, tmp_path: Path
) -> None:
    """The numbering of the actions has six spaces in each row."""
    path, _ = corrected(tmp_path, lambda t: row_of(t, "misc", name).update(value=value))
    with pytest.raises(ValueError, match=words):
        with_rules(path)
