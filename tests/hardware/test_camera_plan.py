"""Where a camera has to hang: the figures, the drawings in the docs, and what is told wrongly."""

import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera import HardwareError
from hardware.camera_drawing import drawing
from hardware.camera_plan import CAMERAS, MARGIN_MM, plan_camera
from webui.commands.camera.plan_camera import command

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize(
    ("camera", "height_m", "dioptres", "at_1080", "whole"),
    [
        ("module3", 1.24, 0.80, 30, 72),
        ("module3-wide", 0.70, 1.42, 30, 72),
        ("webcam", 1.18, 0.85, 30, 30),
    ],
)
def test_a_camera_straight_above(camera, height_m, dioptres, at_1080, whole):
    plan = plan_camera(camera, 850)
    assert plan.height_m == pytest.approx(height_m, abs=0.005)
    assert plan.dioptres == pytest.approx(dioptres, abs=0.005)
    assert round(plan.tile_px[1920, 1080]) == at_1080
    assert round(plan.tile_px[plan.camera.pixels]) == whole


@pytest.mark.parametrize("camera", CAMERAS)
@given(st.floats(400, 1500), st.floats(5, 45))
def test_from_the_side_all_four_corners_are_in_the_picture(camera, square_mm, askew):
    plan = plan_camera(camera, square_mm, from_the_side=True, askew_deg=askew)
    assert math.degrees(math.atan2(plan.aside_m, plan.height_m)) == pytest.approx(askew)
    half = (square_mm + 2 * MARGIN_MM) / 2000
    edges = [math.atan2(plan.height_m, plan.aside_m + way * half) for way in (-1, 1)]
    tilt = sum(edges) / 2
    for x in (-half, half):
        for y in (-half, half):
            # Seen by the lens: along its axis, across, and up the picture.
            along = (plan.aside_m - y) * math.cos(tilt) + plan.height_m * math.sin(tilt)
            up = -(plan.aside_m - y) * math.sin(tilt) + plan.height_m * math.cos(tilt)
            assert math.degrees(math.atan2(abs(x), along)) <= plan.camera.across / 2 + 1e-6
            assert math.degrees(math.atan2(abs(up), along)) <= plan.camera.down / 2 + 1e-6
    assert all(plan.tile_px[size] < plan.near_px[size] for size in plan.tile_px)


@pytest.mark.parametrize(
    ("name", "camera", "aside", "setup"),
    [
        ("boom", "module3", False, "boom"),
        ("ceiling", "module3-wide", False, "ceiling"),
        ("tripod", "module3", True, "tripod"),
    ],
)
def test_the_drawings_in_the_docs_are_what_the_program_draws(name, camera, aside, setup):
    assert (PICTURES / f"{name}.svg").read_text() == drawing(plan_camera(camera, 850, aside), setup)


def test_the_command_tells_people_and_programs(tmp_path):
    said = CliRunner().invoke(command, ["--camera", "module3", "--square", "850"])
    assert "lens above the felt   1.24 m" in said.output
    assert "1920 x 1080           30 px a tile of 26 mm: faces\n" in said.output
    told = json.loads(CliRunner().invoke(command, ["--json", "--side"]).output)
    assert told["aside_m"] == 0.62
    assert told["tile_px"]["4608x2592"] == 42
    aside = CliRunner().invoke(command, ["--side", "--angle", "45", "--camera", "webcam"])
    assert "1920 x 1080           14 px a tile of 26 mm at the far edge: faces\n" in aside.output
    assert CliRunner().invoke(command, ["--drawing", str(tmp_path / "a.svg")]).exit_code == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")


def test_what_cannot_be_is_told_in_one_line(tmp_path):
    with pytest.raises(HardwareError, match="300 to 2000, got 20"):
        plan_camera("module3", 20)
    with pytest.raises(HardwareError, match="no camera is called 'phone', expected one of module3"):
        plan_camera("phone", 850)
    with pytest.raises(HardwareError, match=r"--angle is .*, up to 45 degrees, got 60"):
        plan_camera("webcam", 850, True, askew_deg=60)
    assert "15 to 60" in CliRunner().invoke(command, ["--tile", "3"]).output
    refused = CliRunner().invoke(command, ["--drawing", str(tmp_path / "none" / "a.svg")])
    assert "cannot write" in refused.output
