"""`jantaku calibrate` and `jantaku cameras` as a person types them; what is wrong is one line."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.camera.calibration import Calibration
from vision.simulate.drawing.ground import ground_picture
from vision.simulate.drawing.lens import lens_of
from vision.simulate.settings import TwinSettings, View
from webui.cli import main

VIEW = View(across_mm=1000.0)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A picture of the table with its four markers."""
    path = tmp_path_factory.mktemp("table") / "table.png"
    cv2.imwrite(str(path), ground_picture(replace(TwinSettings(), view=VIEW), lens_of(VIEW), 0))
    return path


@pytest.fixture
def jantaku(monkeypatch, capfd, tmp_path):
    """Runs `jantaku` in an empty folder: exit status, standard output and error."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["jantaku", *map(str, words)])
        try:
            main()
            status = 0
        except SystemExit as ended:
            status = ended.code or 0
        told = capfd.readouterr()
        return status, told.out, told.err

    return run


def test_four_markers_in_a_picture_become_a_file(jantaku, table, tmp_path):
    status, out, err = jantaku("calibrate", table)
    assert (status, err) == (0, "")
    assert "calibrated from the four markers, pictures of 1440 x 1080 px" in out
    assert "residual" in out
    calibration = Calibration.load(tmp_path / "calibration.json")
    assert calibration.picture_size == (1440, 1080)
    assert calibration.residual_mm < 0.5


def test_json_is_one_object_with_the_residual_in_both_units(jantaku, table):
    status, out, err = jantaku("calibrate", table, "--json", "-o", "mine.json", "--height", "1190")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert (told["method"], told["file"], told["picture_size"]) == ("markers", "mine.json", [1440, 1080])
    assert told["residual_px"] < 0.5
    assert told["residual_mm"] < 0.5
    assert told["height_spread_mm"] < 10


def test_a_hand_over_a_marker_in_some_frames_does_not_matter(jantaku, table, tmp_path):
    frames = tmp_path / "frames"
    frames.mkdir()
    seen = cv2.imread(str(table))
    for number in range(12):
        picture = seen.copy()
        side = picture[:, :300] if number % 2 else picture[:, -300:]
        if number < 6:
            side[:] = 90
        cv2.imwrite(str(frames / f"{number}.png"), picture)
    assert jantaku("calibrate", frames)[0] == 0


def test_tapped_corners_are_taken_as_given(jantaku, table):
    corners = lens_of(VIEW).project(np.array([(x, y, 0.0) for x, y in SQUARE]))
    status, out, _ = jantaku("calibrate", table, "--corners", *(f"{x:.1f},{y:.1f}" for x, y in corners))
    assert status == 0
    assert "calibrated from four tapped corners" in out


SQUARE = [(-425, -425), (425, -425), (425, 425), (-425, 425)]


def test_without_markers_the_mats_edge_is_taken_and_that_is_said(jantaku, table, tmp_path):
    picture = cv2.imread(str(table))
    felt = picture[540, 720].tolist()
    for x, y in SQUARE:
        around = [(x - 50, y - 50), (x + 50, y - 50), (x + 50, y + 50), (x - 50, y + 50)]
        inside = np.clip(np.array(around, dtype=float), -440, 440)
        pixels = lens_of(VIEW).project(np.column_stack([inside, np.zeros(4)]))
        cv2.fillConvexPoly(picture, np.round(pixels).astype(np.int32), felt)
    cv2.imwrite(str(tmp_path / "bare.png"), picture)
    status, out, err = jantaku("calibrate", "bare.png", "--square", "904")
    assert status == 0
    assert "calibrated from the mat's edge" in out
    assert err.startswith("no marker is seen: the mat's edge is taken as the square, 904 mm wide")


def test_print_writes_the_sheet_and_nothing_else(jantaku, tmp_path):
    status, out, err = jantaku("calibrate", "--print", "markers.pdf")
    assert (status, err) == (0, "")
    assert "print it at 100 %" in out
    assert [path.name for path in tmp_path.iterdir()] == ["markers.pdf"]


def bad_inputs(folder):
    """Everything a wrong path can be."""
    (folder / "text.jpg").write_text("I am a text")
    (folder / "empty").mkdir()
    (folder / "text.mp4").write_text("no video either")
    cv2.imwrite(str(folder / "grey.png"), np.full((90, 120, 3), 128, np.uint8))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["missing.jpg"], "cannot read missing.jpg: No such file or directory"),
        (["missing.mp4"], "the video missing.mp4 is not there"),
        (["text.jpg"], "text.jpg is not a picture: expected JPEG, PNG, BMP, WebP or TIFF"),
        (["empty"], "the folder empty holds no picture"),
        (["webcam"], "no camera or recording is called 'webcam'"),
        (["grey.png"], "--corners"),
        (["grey.png", "--corners", "1,2", "3,4", "5,6", "seven"], "'seven' is no point: expected x,y"),
        (["grey.png", "--corners", "1,2", "3,4", "5,6", "7,8"], "counter-clockwise"),
        ([], "SOURCE is missing"),
        (["--print", "no/such/place.pdf"], "cannot write the markers"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_bad_input_is_one_line_and_a_status_other_than_0(words, told, jantaku, tmp_path):
    bad_inputs(tmp_path)
    status, out, err = jantaku("calibrate", *words)
    assert status != 0
    assert out == ""
    assert told in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("text.mp4", "jantaku: text.mp4 holds no frame that can be read: expected a video, check the file\n"),
        ("999", "jantaku: the camera 999 is not there or is in use: "),
        ("rtsp://127.0.0.1:1/table", "jantaku: no stream at rtsp://127.0.0.1:1/table: check the address"),
    ],
)
def test_the_libraries_below_add_no_lines_of_their_own(source, told, tmp_path):
    """In a process of its own: FFmpeg takes how much it may say when it is first used, and keeps it."""
    bad_inputs(tmp_path)
    words = [sys.executable, "-m", "webui.cli", "calibrate", source]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1


def test_a_file_that_cannot_be_written_is_told(jantaku, table):
    status, out, err = jantaku("calibrate", table, "-o", "no/such/place.json")
    assert (status, out) == (1, "")
    assert err.startswith("jantaku: cannot write the calibration no/such/place.json")


def test_watching_with_the_calibration_of_another_picture_size_is_one_line(jantaku, table, tmp_path):
    assert jantaku("calibrate", table)[0] == 0
    cv2.imwrite(str(tmp_path / "small.png"), cv2.imread(str(table))[:900, :1200])
    status, out, err = jantaku("watch", "small.png", "--rules", "mcr", "--calibration", "calibration.json")
    assert (status, out) == (1, "")
    assert err == (
        "jantaku: the calibration is for pictures of 1440 x 1080 pixels, got 1200 x 900: "
        "set the camera to that size, or calibrate again with `jantaku calibrate`\n"
    )


def test_cameras_lists_what_is_understood(jantaku):
    status, out, err = jantaku("cameras")
    assert (status, err) == (0, "")
    for word in ("picamera2:0", "/dev/video0", "rtsp://", "simulated:", "a video file"):
        assert word in out


def test_cameras_as_json_is_one_object_a_line(jantaku):
    status, out, err = jantaku("cameras", "--json")
    assert (status, err) == (0, "")
    for line in out.splitlines():
        assert set(json.loads(line)) == {"source", "name"}
