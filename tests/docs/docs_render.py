"""Scenes of dice are rendered as the documentation shows it, one of each kind. `make test-blender` runs this:
Blender as a module is large, and no part of what `make test` installs."""

import json
import subprocess
from pathlib import Path

import cv2
import pytest

from .shown import LINES, ROOT
from .small import run_by, smaller

PYTHON = ROOT / "runs" / "blender" / "bin" / "python"
HERE = run_by("tests/docs/docs_render.py", LINES)


@pytest.mark.parametrize("line", HERE)
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
