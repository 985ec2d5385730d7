"""The loader: a corrected file loads by its path; a bad one is refused by file, row and field."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fiefdom.envs.rise_to_nobility.columns import TABLES
from fiefdom.envs.rise_to_nobility.load import RULES_FILE, load_rules
from fiefdom.envs.rise_to_nobility.rows import Reward

Tables = dict[str, Any]
FILE: Tables = json.loads(RULES_FILE.read_text())
MISSING = object()


def row_of(tables: Tables, name: str, row_id: str | int) -> dict[str, Any]:
    rows: list[dict[str, Any]] = tables[name]
    return next(row for row in rows if row[TABLES[name].key] == row_id)


def corrected(name: str, row_id: str | int, field: str, value: Any) -> Tables:
    tables = copy.deepcopy(FILE)
    row = row_of(tables, name, row_id)
    if value is MISSING:
        del row[field]
    else:
        row[field] = value
    return tables


def changed(change: Callable[[Tables], object]) -> Tables:
    tables = copy.deepcopy(FILE)
    change(tables)
    return tables


def written(folder: Path, tables: Any) -> Path:
    path = folder / "mine.json"
    path.write_text(json.dumps(tables))
    return path


def refusal(path: Path) -> str:
    """Return why a file is refused, without its name, which comes first."""
    with pytest.raises(ValueError, match="mine") as caught:
        load_rules(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    return text.removeprefix(f"{path}: ")


def test_the_file_of_the_package_is_the_default() -> None:
    assert load_rules() == load_rules(RULES_FILE) == load_rules(str(RULES_FILE))


def test_a_corrected_file_loads(tmp_path: Path) -> None:
    tables = copy.deepcopy(FILE)
    card = row_of(tables, "settlers", "S03")
    card.update(need=[0, 0, 0, 2, 1, 0], reward={"coins": 1, "worker": 1}, status="found")
    row_of(tables, "setup", 5).update(apprentice_slots=4, income=[3, 2, 1, 1])
    row_of(tables, "places", "yard_order")["value"] = "any"
    row_of(tables, "misc", "start_coins").update(value=10)
    rules = load_rules(written(tmp_path, tables))
    changed_card = rules.settlers[2]
    assert (changed_card.need, changed_card.status) == ((0, 0, 0, 2, 1, 0), "found")
    assert changed_card.reward == Reward(coins=1, worker=1)
    assert rules.setup[4].income == (3, 2, 1, 1)
    assert (rules.order("yard_order"), rules.number("start_coins")) == ("any", 10)
    assert rules.settlers[3:] == load_rules().settlers[3:]


def test_rows_of_cards_may_be_in_any_order(tmp_path: Path) -> None:
    path = written(tmp_path, changed(lambda tables: tables["ships"].reverse()))
    assert [ship.id for ship in load_rules(path).ships][::17] == ["P18", "P01"]


NOT = "is not allowed; allowed:"
BROKEN_ROWS: list[tuple[str, str | int, str, Any, str]] = [
    # types and ranges
    ("settlers", "S01", "vp", "3", f"settlers S01: vp='3' {NOT} a whole number from 0 to 99"),
    ("settlers", "S01", "vp", True, f"settlers S01: vp=True {NOT} a whole number from 0 to 99"),
    ("settlers", "S01", "vp", 2.5, f"settlers S01: vp=2.5 {NOT} a whole number from 0 to 99"),
    ("settlers", "S01", "vp", None, f"settlers S01: vp=null {NOT} a whole number from 0 to 99"),
    ("settlers", "S48", "level", 3, f"settlers S48: level=3 {NOT} 1, 2"),
    ("settlers", "S48", "level", "2", f"settlers S48: level='2' {NOT} 1, 2"),
    ("settlers", "S02", "workers", 15, "settlers S02: workers=15"),
    ("buildings", "B07", "cost", -1, f"buildings B07: cost=-1 {NOT} a whole number from 0 to 99"),
    ("council", "T01", "rep_cost", 19, "council T01: rep_cost=19: nobody could pay that"),
    ("dice_tiles", "D05", "slots", [1, 3], f"slots=[1, 3] {NOT} a list of 3 whole numbers"),
    ("dice_tiles", "D05", "slots", [1, 3, 7], "from 1 to 6"),
    ("setup", 2, "ships", 5, f"setup 2: ships=5 {NOT} a whole number from 1 to 4"),
    ("setup", 2, "dice", 6, f"setup 2: dice=6 {NOT} a whole number from 1 to 5"),
    ("setup", 2, "desks", 8, f"setup 2: desks=8 {NOT} 6, 12"),
    ("characters", "H06", "name", "", "a text of 1 to 40 characters, or null"),
    ("characters", "H06", "id", None, f"characters row 6: id=null {NOT} a text of 1 to 40"),
    # names of other things
    ("settlers", "S05", "race", "Humans", f"settlers S05: race='Humans' {NOT} 'Halfling', 'Human'"),
    ("buildings", "B01", "guild", "Book", f"buildings B01: guild='Book' {NOT} 'Books', 'Artwork'"),
    ("chancery", 3, "race", "Orc", f"chancery 3: race='Orc' {NOT} 'Halfling'"),
    ("chancery", 3, "benefit", "PORT", f"chancery 3: benefit='PORT' {NOT} 'COUNCIL_FREE'"),
    ("settlers", "S05", "status", "sure", f"status='sure' {NOT} 'found', 'inferred'"),
    ("settlers", "S05", "marks", {"vp": "sure"}, "marks={'vp': 'sure'} is not allowed"),
    ("settlers", "S05", "marks", {"points": "found"}, "for some of level, race, need"),
    ("settlers", "S05", "reward", {"gold": 1}, "numbers from 0 to 9 of coins, rep, mods"),
    ("settlers", "S05", "reward", {"coins": -1}, "settlers S05: reward={'coins': -1}"),
    ("buildings", "B01", "bonus", None, f"buildings B01: bonus=null {NOT}"),
    # cards that nobody could pay or use
    ("settlers", "S01", "need", [0] * 6, "with a sum of at least 1"),
    ("settlers", "S01", "need", [21, 0, 0, 0, 0, 0], "from 0 to 20"),
    ("settlers", "S01", "need", [1, 1, 0, 0, 0], "a list of 6 whole numbers"),
    ("council", "T09", "need", [0] * 6, "council T09: need=[0, 0, 0, 0, 0, 0]"),
    ("ships", "P01", "price", [0] * 6, "with a sum of at least 1"),
    # conditions
    ("commissions", "C01", "kind", "rase", f"commissions C01: kind='rase' {NOT} 'race', 'guild'"),
    ("commissions", "C01", "arg", "Books", f"commissions C01: arg='Books' {NOT} 'Halfling'"),
    ("commissions", "C07", "arg", None, f"commissions C07: arg=null {NOT} 'Books'"),
    ("commissions", "C13", "arg", "Elf", f"arg='Elf' {NOT} null with the kind 'settlers'"),
    ("commissions", "C17", "threshold", 25, f"threshold=25 {NOT} a whole number from 1 to 24"),
    ("commissions", "C14", "threshold", 0, "commissions C14: threshold=0"),
    ("solo", "O04", "threshold", 7, f"solo O04: threshold=7 {NOT} a whole number from 1 to 6"),
    # events, set-up, benefits, places, single numbers
    ("events", "E03", "when", "round", f"when='round' {NOT} 'now' with the kind"),
    ("events", "E01", "second", 2, f"events E01: second=2 {NOT} 0 with the kind 'port_coins'"),
    ("events", "E01", "kind", "gossip", f"when='round' {NOT} 'now' with the kind 'gossip'"),
    ("events", "E10", "amount", 2, f"events E10: amount=2 {NOT} less than 2, the least Port sale"),
    ("setup", 3, "income", [2, 2], f"setup 3: income=[2, 2] {NOT} as many as apprentice_slots=3"),
    ("setup", 6, "rep", 5, f"setup 6: rep=5 {NOT} rep_min=6 to rep_max=24"),
    ("setup", 6, "short_rep", 5, "setup 6: short_rep=5"),
    ("benefits", "PORT_PLUS1", "amount", None, f"amount=null {NOT} a whole number"),
    ("benefits", "COUNCIL_FREE", "amount", 1, f"benefits COUNCIL_FREE: amount=1 {NOT} null"),
    ("places", "sell_by_range", "value", [2, 3], "places sell_by_range: value=[2, 3]"),
    ("places", "yard_order", "value", "=<", f"value='=<' {NOT} 'any', '>=', '>', '<=', '<'"),
    ("misc", "hand_limit", "value", 7, f"hand_limit: value=7 {NOT} a whole number from 1 to 6"),
    ("misc", "city_tokens", "value", 4, f"misc city_tokens: value=4 {NOT} 3"),
    ("misc", "rounds", "value", 11, f"misc rounds: value=11 {NOT} a whole number from 1 to 10"),
    ("misc", "events_per_group", "value", 4, f"misc rounds: value=10 {NOT} at most 8"),
    ("misc", "events_per_group", "value", 9, "events: 8 cards of group=1 are not allowed"),
    ("misc", "rep_min", "value", 24, f"misc rep_min: value=24 {NOT} less than rep_max=24"),
    ("misc", "houses", "value", 1, f"misc short_houses: value=2 {NOT} at most houses=1"),
    ("misc", "hand_limit", "value", 1, f"short_settlers: value=2 {NOT} at most hand_limit=1"),
    ("misc", "workers", "value", 2, f"workers=3 {NOT} at most misc workers=2"),
    ("misc", "modifiers_total", "value", 5, f"misc short_mods: value=1 {NOT} at most 0"),
    ("misc", "houses", "value", 4, "commissions C13: threshold=5 can never be met"),
    ("misc", "building_lots", "value", 3, "solo O05: threshold=4 can never be met"),
    ("misc", "rep_max", "value", 15, "commissions C17: threshold=16 can never be met"),
    ("misc", "settlers_row_1", "value", 4, "value=[4, 3] is not allowed; allowed: together 6"),
    # missing, unknown and repeated
    ("settlers", "S09", "vp", MISSING, "settlers S09: field 'vp' is missing; needed: id, level"),
    ("settlers", "S09", "id", MISSING, "settlers row 9: field 'id' is missing"),
    ("settlers", "S09", "status", MISSING, "settlers S09: field 'status' is missing"),
    ("settlers", "S09", "workerz", 1, "unknown field 'workerz' (did you mean 'workers'?); allowed"),
    ("misc", "rounds", "value", MISSING, "misc rounds: field 'value' is missing"),
    ("settlers", "S09", "id", "S10", "settlers S10: id='S10' is given 2 times"),
    ("misc", "rounds", "id", "round", f"misc round: id='round' {NOT} 'rounds', 'rep_min'"),
    ("misc", "rounds", "id", "rep_min", "misc rep_min: id='rep_min' is given 2 times"),
    ("setup", 2, "players", 3, f"setup 3: players=3 {NOT} 2 in row 2"),
    ("setup", 1, "players", True, f"setup row 1: players=True {NOT} a whole number from 1 to 6"),
    ("nobility", 12, "nobility", 13, "nobility 13: nobility=13 is not allowed"),
]


@pytest.mark.parametrize(("name", "row_id", "field", "value", "message"), BROKEN_ROWS)
def test_a_broken_row_is_refused(
    tmp_path: Path, name: str, row_id: str | int, field: str, value: Any, message: str
) -> None:
    assert message in refusal(written(tmp_path, corrected(name, row_id, field, value)))


ROOM = "for which the engine has room"
BROKEN_TABLES: list[tuple[Callable[[Tables], object], str]] = [
    (lambda tables: tables.pop("ships"), "table 'ships' is missing; needed: settlers, buildings"),
    (lambda tables: tables.update(ship=[]), "unknown table 'ship' (did you mean 'ships'?)"),
    (lambda tables: tables.update(ships={}), "ships: the table is not a list of rows"),
    (lambda tables: tables["ships"].pop(), "ships: 17 rows are not allowed; allowed: exactly 18"),
    (
        lambda tables: tables["settlers"].append({}),
        f"49 rows are not allowed; allowed: exactly 48, {ROOM}",
    ),
    (
        lambda tables: tables["chancery"].pop(),
        "chancery: 11 rows are not allowed; allowed: exactly 12",
    ),
    (
        lambda tables: tables["nobility"].pop(),
        "nobility: 12 rows are not allowed; allowed: exactly 13",
    ),
    (lambda tables: tables["misc"].pop(), "misc: 33 rows are not allowed; allowed: exactly 34"),
    (lambda tables: tables["ships"].__setitem__(1, "P02"), "ships row 2: 'P02' is not an object"),
    (lambda tables: tables["houses"].reverse(), f"houses 7: house=7 {NOT} 1 in row 1"),
    (
        lambda tables: [card.update(level=2) for card in tables["settlers"][:10]],
        "settlers: 14 cards of level=1 are not allowed; allowed: at least 15",
    ),
    (
        lambda tables: [
            card.update(race="Elf") for card in tables["settlers"][:4] + tables["settlers"][25:28]
        ],
        "commissions C01: threshold=2 can never be met; allowed: at most 1",
    ),
    (
        lambda tables: [event.update(group=2) for event in tables["events"][:4]],
        "events: 4 cards of group=1 are not allowed; allowed: at least events_per_group=5",
    ),
]


@pytest.mark.parametrize(("change", "message"), BROKEN_TABLES)
def test_a_broken_table_is_refused(
    tmp_path: Path, change: Callable[[Tables], object], message: str
) -> None:
    assert message in refusal(written(tmp_path, changed(change)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1 column 2"),
        ("[]", "the file is not an object of tables"),
        ('{"ships": [], "ships": []}', "'ships' is given twice"),
        ('{"ships": [{"id": "P01", "vp": 1, "vp": 2}]}', "row P01: 'vp' is given twice"),
    ],
)
def test_what_is_no_file_of_tables_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    assert message in refusal(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="mine"):
        load_rules(tmp_path / "mine.json")
