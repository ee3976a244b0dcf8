"""Scenes are rendered as the documentation shows it, one of each kind. `make test-blender` runs this: Blender
as a module is large, and no part of what `make test` installs."""

import json
import math
import subprocess
from pathlib import Path

import cv2
import pytest

from engine.tiles import ALL_FACES
from models.render.filmed import Told, filmed_deal, write
from models.render.laid import FIRST, SETS, laid_table, write_faces, written

from .desk_of_training import drawn_set
from .shown import LINES, ROOT
from .small import run_by, smaller

PYTHON = ROOT / "runs" / "blender" / "bin" / "python"
HERE = run_by("tests/docs/docs_render.py", LINES)
DICE, TABLES = ([line for line in HERE if f"models.render.{what}" in line] for what in ("dice", "tables"))


@pytest.mark.parametrize("line", DICE)
def test_a_rendering_of_the_docs_leaves_pictures_and_where_each_die_lies(line, tmp_path):
    words = smaller(line).split()
    out = tmp_path / Path(words[3]).name
    subprocess.run([PYTHON, *words[1:3], out, *words[4:]], cwd=ROOT, check=True, capture_output=True)
    for name, dice in json.loads((out / "dice.json").read_text()).items():
        high, wide = cv2.imread(str(out / name)).shape[:2]
        assert dice
        for die in dice:
            assert 1 <= die["pips"] <= 6
            assert 0 <= die["seen"] <= 1
            assert len(die["corners"]) == 4
        assert (wide, high) == (480, 360)
    assert len(list(out.glob("*.png"))) == 1


@pytest.mark.parametrize("line", TABLES)
def test_a_table_of_the_docs_is_rendered_as_it_was_laid(line, tmp_path, art):
    words, out = smaller(line).split(), tmp_path / "tables"
    name = SETS[FIRST % len(SETS)][0]
    laid = laid_table(FIRST, art.parent)
    write_faces(art, sorted({pose.tile for pose in laid.scene.tiles} & set(ALL_FACES)), out / name)
    (out / f"{FIRST:05d}.json").write_text(json.dumps(written(laid, name, FIRST)))
    subprocess.run([PYTHON, *words[1:3], out, *words[4:]], cwd=ROOT, check=True, capture_output=True)
    high, wide = cv2.imread(str(out / f"{FIRST:05d}.jpg")).shape[:2]
    assert (wide, high) == laid.settings.view.size


def test_an_arm_that_reaches_over_a_filmed_table_covers_it(tmp_path, art):
    deal, out = filmed_deal(Told(FIRST - FIRST % 2, 1.0, (), 12.0), art.parent), tmp_path / "film"
    write_faces(art, [], out / deal.set_name)
    write(deal, out)
    bare = next(name for _, name, _, arms in deal.looks() if not arms)
    reached = min(((math.hypot(*arm.tip_mm), name) for _, name, _, arms in deal.looks() for arm in arms))[1]
    for path in out.glob("[0-9]*.json"):
        if path.stem not in (bare, reached):
            path.unlink()
    words = smaller(next(line for line in TABLES if "--quick" in line)).split()
    subprocess.run([PYTHON, *words[1:3], out, *words[4:]], cwd=ROOT, check=True, capture_output=True)
    pictures = [cv2.imread(str(out / f"{name}.jpg")).astype(int) for name in (bare, reached)]
    assert 0.01 < (abs(pictures[0] - pictures[1]).max(axis=2) > 40).mean() < 0.5


@pytest.fixture
def art(tmp_path):
    """A drawn set that has all faces, for the one that the table plays with."""
    for name, _ in SETS:
        drawn_set(tmp_path / "art" / name)
    return tmp_path / "art" / SETS[FIRST % len(SETS)][0]
