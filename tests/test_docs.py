"""What the READMEs say is run and compared with the code."""

import re
from pathlib import Path

import pytest

from fiefdom.envs import GAMES, load
from fiefdom.envs.common.options import allowed_values

ROOT = Path(__file__).parents[1]
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = [ROOT / "README.md", *(ROOT / "envs" / name / "README.md" for name in GAMES)]
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


def between(page: Path, marker: str) -> str:
    found = re.search(
        rf"<!-- {marker}:start -->\n(.*?)<!-- {marker}:end -->", page.read_text(), re.DOTALL
    )
    assert found, f"{page} lacks the markers of {marker}"
    return found.group(1).strip()


def options_table(name: str) -> str:
    kind = load(name).Options
    lines = ["| option | allowed, default first | meaning |", "|---|---|---|"]
    for option, values in allowed_values(kind).items():
        meaning = kind.__dataclass_fields__[option].metadata["meaning"]
        shown = ", ".join(f"`{value!r}`" for value in values)
        lines.append(f"| `{option}` | {shown} | {meaning} |")
    return "\n".join(lines)


@pytest.mark.parametrize("name", GAMES)
def test_observation_table_is_the_layout(name: str) -> None:
    game = load(name)
    page = ROOT / "envs" / name / "README.md"
    assert between(page, "observation") == game.layout(game.options({})).table()


@pytest.mark.parametrize("name", GAMES)
def test_options_table_is_the_options(name: str) -> None:
    assert between(ROOT / "envs" / name / "README.md", "options") == options_table(name)


@pytest.mark.parametrize("name", GAMES)
def test_specs_are_those_of_the_code(name: str) -> None:
    game = load(name)
    options = game.options({})
    text = (ROOT / "envs" / name / "README.md").read_text()
    specs = text.split("## Specs")[1].split("## Observation")[0]
    assert f"| actions | {game.num_actions(options)}," in specs
    assert f"{game.layout(options).size} values" in specs
    assert f"| longest game | {game.longest_game} decisions |" in specs
    assert f"| bytes of a state | {game.STATE.itemsize:,} |" in specs
    for agent in game.agents:
        assert f"`{agent}`" in specs


@pytest.mark.parametrize("name", GAMES)
def test_pages_have_the_common_order(name: str) -> None:
    text = (ROOT / "envs" / name / "README.md").read_text()
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS


def test_readme_links_exist() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert link.startswith("http") or (page.parent / link).exists(), f"{page}: {link}"
