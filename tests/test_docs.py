"""What the READMEs say is run and compared with the code."""

import re
from pathlib import Path

import pytest

from fiefdom.envs import GAMES, load
from tests.write_docs import between, page_of, tables_of

ROOT = Path(__file__).parents[1]
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = [ROOT / "README.md", *(page_of(name) for name in GAMES)]
HEADINGS = [
    "Use", "Rules as played here", "Specs", "Observation", "Actions", "Rewards",
    "End of the game", "Options", "Versions",
]  # fmt: skip


def snippets() -> list[tuple[str, str]]:
    return [
        (f"{page.parent.name}-{number}", code)
        for page in PAGES
        for number, code in enumerate(PYTHON.findall(page.read_text()))
    ]


@pytest.mark.parametrize(("name", "code"), snippets(), ids=lambda value: value[:20])
def test_examples_run(name: str, code: str) -> None:
    if "sb3_contrib" in code:
        pytest.importorskip("sb3_contrib")
    exec(compile(code, name, "exec"), {})  # noqa: S102  (the READMEs are ours)


@pytest.mark.parametrize(
    ("name", "marker"), [(name, marker) for name in GAMES for marker in tables_of(name)]
)
def test_marked_tables_are_what_the_code_has(name: str, marker: str) -> None:
    """`tests/write_docs.py` writes them anew."""
    assert between(page_of(name), marker) == tables_of(name)[marker]()


@pytest.mark.parametrize("name", GAMES)
def test_every_marked_table_is_written(name: str) -> None:
    marked = re.findall(r"<!-- (\w+):start -->", page_of(name).read_text())
    assert sorted(marked) == sorted(tables_of(name))


@pytest.mark.parametrize("name", GAMES)
def test_specs_are_those_of_the_code(name: str) -> None:
    game = load(name)
    options = game.options({})
    text = page_of(name).read_text()
    specs = text.split("## Specs")[1].split("## Observation")[0]
    assert f"| actions | {game.num_actions(options)}," in specs
    assert f"{game.layout(options).size} values" in specs
    assert f"| longest game | {game.longest_game} decisions |" in specs
    assert f"| bytes of a state | {game.STATE.itemsize:,} |" in specs
    for agent in game.agents:
        assert f"`{agent}`" in specs


@pytest.mark.parametrize("name", GAMES)
def test_pages_have_the_common_order(name: str) -> None:
    text = page_of(name).read_text()
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS


def test_readme_links_exist() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert link.startswith("http") or (page.parent / link).exists(), f"{page}: {link}"
