"""The command that writes the pictures of the docs."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fiefdom.envs import GAMES, load
from fiefdom.training.picture import Picture, draw, reach

Image = pytest.importorskip("PIL.Image")
MOST_BYTES = 150_000
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).draw])
@pytest.mark.parametrize("agent", ["greedy", "random"])
def test_png_is_the_picture(name: str, agent: str, tmp_path: Path) -> None:
    settings = Picture(name, tmp_path / "position.png", agent, decisions=12, players=4)
    draw(settings)
    wanted = np.asarray(reach(settings).render(), np.int64)
    found = np.asarray(Image.open(settings.out).convert("RGB"), np.int64)
    assert found.shape == wanted.shape
    assert np.abs(found - wanted).mean() < 1, "its palette is smaller"
    assert np.abs(found - wanted).max() < 32, "no patch loses its colour"
    assert settings.out.stat().st_size < MOST_BYTES


@pytest.mark.parametrize("name", GAMES)
def test_svg_is_the_text(name: str, tmp_path: Path) -> None:
    settings = Picture(name, tmp_path / "terminal.svg", decisions=1000)
    draw(settings)
    assert settings.out.read_text().startswith("<svg")
    assert reach(settings).record.over, "it stops at the end of the game"


def test_other_files_are_refused() -> None:
    with pytest.raises(ValueError, match=r"out='picture\.gif'; allowed: .*\.png, \.svg"):
        Picture("peek", Path("picture.gif"))


def test_tiles_are_drawn_where_a_game_has_them(tmp_path: Path) -> None:
    out = tmp_path / "tiles.png"
    draw(Picture("carcassonne", out, tiles=True))
    assert min(Image.open(out).size) > 500
    assert out.stat().st_size < MOST_BYTES
    with pytest.raises(ValueError, match="King of the Dice has no table of tiles"):
        draw(Picture("king_of_the_dice", out, tiles=True))
    with pytest.raises(ValueError, match=r"tiles\.svg'; allowed with tiles: .*\.png"):
        Picture("carcassonne", tmp_path / "tiles.svg", tiles=True)


def test_pictures_of_the_docs_are_small() -> None:
    pictures = list((ROOT / "envs").rglob("*.png"))
    assert pictures
    assert all(picture.stat().st_size < MOST_BYTES for picture in pictures)


def test_command_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "position.png"
    name = next(name for name in GAMES if load(name).draw)
    command = [sys.executable, "-m", "fiefdom.training.picture", name, str(out), "--decisions", "2"]
    subprocess.run(command, check=True, timeout=300)
    assert out.exists()
