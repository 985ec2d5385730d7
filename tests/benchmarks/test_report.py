"""The README's tables: figures come through unchanged, and a bad file leaves the README alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from fiefdom.benchmarks import peers, report, steps
from fiefdom.benchmarks.machine import describe_machine
from fiefdom.benchmarks.timing import MICROSECONDS, STEPS, TIMES, Row
from fiefdom.envs import load
from fiefdom.training import arena

README = """# Fiefdom

<!-- speed:start -->
old speed
<!-- speed:end -->

Between.

<!-- results:start -->
old results
<!-- results:end -->
The end.
"""


@pytest.fixture
def readme(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_text(README)
    return path


def write(path: Path, measured: dict[str, Any]) -> Path:
    path.write_text(json.dumps(measured))
    return path


@pytest.fixture
def steps_json(tmp_path: Path) -> Path:
    rows = [
        Row("batch", 2, STEPS, "a batch", [3_000_000.0, 5_000_000.0, 4_123_456.0], 0.99),
        Row("batch", 5, STEPS, "a batch", [3_500_000.0]),
        Row("clone", 2, MICROSECONDS, "a clone", [3.14159]),
    ]
    game = load("king_of_the_dice")
    settings = steps.Settings()
    return write(
        tmp_path / "steps.json",
        steps.to_json(settings, game, rows, describe_machine(), "a command"),
    )


@pytest.fixture
def peers_json(tmp_path: Path) -> Path:
    compared = [compare_with("king_of_the_dice", 10.0), compare_with("second_game", 20.0)]
    settings = peers.Settings()
    return write(
        tmp_path / "peers.json", peers.to_json(settings, compared, describe_machine(), "a command")
    )


def compare_with(game: str, speed: float) -> peers.Comparison:
    rows = [Row("env", 2, STEPS, "our env", [100.0]), Row("one", 2, STEPS, "their env", [speed])]
    ratios = [Row("env / one", 2, TIMES, "", [100.0 / speed])]
    about = {name: {"versions": {"python": "3", "them": "1.2"}} for name in ("env", "one")}
    return peers.Comparison(game, rows, ratios, about, ["pgx skipped: not there"])


@pytest.fixture
def results_json(tmp_path: Path) -> Path:
    game = load("king_of_the_dice")
    options = game.options({})
    result = arena.tournament(game, options, ["random", *game.agents], games=4)
    path = write(tmp_path / "results.json", result.to_json())
    (tmp_path / "expected.md").write_text(result.to_markdown())
    return path


def test_figures_come_through(steps_json: Path, peers_json: Path, readme: Path) -> None:
    report.main([str(steps_json), str(peers_json), "--readme", str(readme)])
    text = readme.read_text()
    assert "| King of the Dice | 2 players | 5 players |" in text
    assert "| a batch, steps/s | 4,123,456 (3,000,000 to 5,000,000) | 3,500,000 |" in text
    assert "| a clone, µs | 3.14 |  |" in text
    assert "| their env (them 1.2) | 10 | 10 |" in text
    assert "| their env (them 1.2) | 20 | 5 |" in text
    assert "old speed" not in text
    assert "pgx skipped: not there" in text
    assert "`a command`" in text
    before, after = README.split("old speed")
    assert text.startswith(before)
    assert text.endswith(after)


def test_a_second_report_replaces_the_first(steps_json: Path, readme: Path) -> None:
    report.main([str(steps_json), "--readme", str(readme)])
    first = readme.read_text()
    report.main([str(steps_json), "--readme", str(readme)])
    assert readme.read_text() == first


def test_a_report_of_one_game_keeps_the_others(
    steps_json: Path, peers_json: Path, readme: Path, tmp_path: Path
) -> None:
    report.main([str(steps_json), str(peers_json), "--readme", str(readme)])
    before = readme.read_text()
    compared = [compare_with("second_game", 40.0), compare_with("third_game", 50.0)]
    measured = peers.to_json(peers.Settings(), compared, describe_machine(), "a command")
    later = write(tmp_path / "later.json", measured)
    report.main([str(later), "--readme", str(readme)])
    text = readme.read_text()
    keys = ("steps king_of_the_dice", "peers king_of_the_dice", "peers second_game")
    kept = before.split(f"<!-- {keys[2]} -->")[0]
    assert text.startswith(kept)
    assert "| a batch, steps/s | 4,123,456 (3,000,000 to 5,000,000) | 3,500,000 |" in kept
    assert "| their env (them 1.2) | 20 | 5 |" not in text
    places = [text.index(f"<!-- {key} -->\n|") for key in (*keys, "peers third_game")]
    assert places == sorted(places)
    assert text.endswith(before.split("<!-- speed:end -->")[1])


def test_every_table_of_the_readme_stands_under_its_key() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text()
    section = text.split("<!-- speed:start -->")[1].split("<!-- speed:end -->")[0]
    assert report.merge_blocks(section, {}) == section.strip()


def test_results_come_through(results_json: Path, readme: Path) -> None:
    report.main(["--results", str(results_json), "--readme", str(readme)])
    text = readme.read_text()
    assert (results_json.parent / "expected.md").read_text() in text
    assert "old speed" in text
    assert "old results" not in text


def test_training_comes_through(readme: Path, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    from fiefdom.benchmarks import training

    rows = [Row("ratio", 2, TIMES, "game over nothing", [0.75])]
    measured = training.to_json(training.Settings(), rows, describe_machine(), "a command", 2)
    path = write(tmp_path / "training.json", measured)
    report.main([str(path), "--readme", str(readme)])
    assert "| game over nothing, x | 0.75 |" in readme.read_text()


@pytest.mark.parametrize(
    "broken",
    [
        README.replace("<!-- speed:start -->", ""),
        README.replace("<!-- speed:end -->", ""),
        README + "<!-- speed:end -->",
        "<!-- speed:end --><!-- speed:start -->",
        "",
    ],
)
def test_a_missing_marker_leaves_the_file_untouched(
    broken: str, steps_json: Path, readme: Path
) -> None:
    readme.write_text(broken)
    with pytest.raises(SystemExit, match="needs the markers <!-- speed:start --> and"):
        report.main([str(steps_json), "--readme", str(readme)])
    assert readme.read_text() == broken


def test_one_missing_section_leaves_both_untouched(
    steps_json: Path, results_json: Path, readme: Path
) -> None:
    broken = README.replace("<!-- results:end -->", "")
    readme.write_text(broken)
    with pytest.raises(SystemExit, match="results:end"):
        report.main([str(steps_json), "--results", str(results_json), "--readme", str(readme)])
    assert readme.read_text() == broken


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("no json", "does not hold a JSON object"),
        ("3", "does not hold a JSON object"),
        ("{}", "is not of a benchmark"),
        ('{"benchmark": "steps"}', "lacks 'rows'"),
    ],
)
def test_a_bad_file_is_named(content: str, message: str, tmp_path: Path, readme: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises(SystemExit, match=f"bad.json.*{message}"):
        report.main([str(path), "--readme", str(readme)])
    with pytest.raises(SystemExit, match=r"bad\.json"):
        report.main(["--results", str(path), "--readme", str(readme)])
    assert readme.read_text() == README


def test_missing_files_and_no_files_are_named(steps_json: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"none\.json"):
        report.main([str(tmp_path / "none.json")])
    with pytest.raises(SystemExit, match=r"NONE\.md"):
        report.main([str(steps_json), "--readme", str(tmp_path / "NONE.md")])
    with pytest.raises(SystemExit, match="nothing to report"):
        report.main([])
