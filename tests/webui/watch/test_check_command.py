"""`jantaku check`: each line says what is there or what to do, the status whether a table can be watched."""

from __future__ import annotations

import json
import shutil
import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hardware.cameras import FoundCamera
from hardware.health import Throttling
from tests.ports import free_port
from vision.camera.calibrate import calibrate_from_corners
from webui.checks.checking import (
    check_calibration,
    check_camera,
    check_disk,
    check_heat,
    check_model,
    check_picamera2,
    check_port,
    check_recording,
)
from webui.cli import jantaku

MODELS = Path(__file__).parents[3] / "models"
PIECES = ("locator.onnx", "reader.onnx", "labels.json")


@pytest.fixture
def models(tmp_path):
    for name in PIECES:
        shutil.copy(MODELS / name, tmp_path / name)
    return tmp_path


def run(*words):
    return CliRunner().invoke(jantaku, ["check", *map(str, words)])


def test_here_everything_needed_is_there(tmp_path):
    told = run("--data", tmp_path / "data", "--port", free_port())
    assert told.exit_code == 0, told.output
    names = [line[9:21].strip() for line in told.output.splitlines()]
    assert names == [
        "python",
        "opencv",
        "camera",
        "picamera2",
        "recording",
        "calibration",
        "detector",
        "mcr scores",
        "disk",
        "port",
        "heat, power",
    ]
    assert not [line for line in told.output.splitlines() if line.startswith("missing")]
    assert not (tmp_path / "data").exists()


def test_a_port_in_use_is_missing_and_the_status_is_1(tmp_path):
    with socket.socket() as door:
        door.bind(("0.0.0.0", 0))
        door.listen()
        port = door.getsockname()[1]
        told = run("--data", tmp_path, "--port", port)
    assert told.exit_code == 1
    (line,) = [line for line in told.output.splitlines() if line.startswith("missing")]
    assert f"{port} is in use; stop what listens there, or `jantaku serve --port 8080`" in line


def test_json_is_one_object_a_line(tmp_path):
    told = run("--json", "--data", tmp_path, "--port", free_port())
    lines = [json.loads(line) for line in told.output.splitlines()]
    assert len(lines) == 11
    for line in lines:
        assert set(line) == {"name", "ok", "needed", "found", "remedy"}
        assert line["ok"] or line["remedy"]


def test_the_model_is_loaded_and_named_by_its_fingerprint(models):
    check = check_model(models)
    assert check.is_ok
    assert check.found.startswith("loads: locator.onnx ")


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("fault", ["missing", "broken"])
def test_a_missing_or_broken_piece_of_the_model_is_named(models, piece, fault):
    if fault == "missing":
        (models / piece).unlink()
    else:
        (models / piece).write_bytes(b"not this")
    check = check_model(models)
    assert not check.is_ok
    assert check.needed
    assert piece in check.found
    assert fault in check.found
    assert check.remedy
    assert "\n" not in check.found + check.remedy


def test_a_recording_is_needed_only_where_there_is_no_camera(tmp_path):
    assert check_recording(tmp_path, has_camera=False).needed
    assert not check_recording(tmp_path, has_camera=True).needed


def test_a_recording_that_does_not_play_is_told(tmp_path):
    assert "is missing" in check_recording(tmp_path, has_camera=False).found
    (tmp_path / "settings.toml").write_text('[recording]\nvideo = "frames.mp4"\n')
    assert "frames.mp4 is not there" in check_recording(tmp_path, has_camera=False).found


def test_a_camera_is_shown_as_it_is_typed():
    assert check_camera([FoundCamera("/dev/video0", "Table cam")]).found == "/dev/video0 (Table cam)"
    assert not check_camera([]).is_ok
    assert not check_camera([]).needed


def test_the_pi_library_is_asked_for_on_a_pi_only():
    assert check_picamera2(is_pi=False).is_ok
    missing = check_picamera2(is_pi=True)
    assert "sudo apt install python3-picamera2" in missing.remedy
    assert not missing.needed


def test_a_pi_library_that_breaks_while_it_loads_is_missing_with_its_cure(tmp_path, monkeypatch):
    (tmp_path / "picamera2.py").write_text('raise ValueError("numpy.dtype size changed")\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    broken = check_picamera2(is_pi=True)
    assert (broken.is_ok, broken.needed) == (False, True)
    assert "ValueError: numpy.dtype size changed" in broken.found
    assert "make run" in broken.remedy


def test_a_calibration_shows_its_size_and_residual(tmp_path):
    path = tmp_path / "calibration.json"
    assert "the markers are looked for" in check_calibration(path).found
    corners = [(300.0, 900.0), (1100.0, 910.0), (1090.0, 110.0), (310.0, 100.0)]
    calibrate_from_corners(corners, (1440, 1080)).save(path)
    assert "1440 x 1080 px, residual" in check_calibration(path).found
    path.write_text("{")
    broken = check_calibration(path)
    assert not broken.is_ok
    assert "is not a calibration" in broken.found


def test_a_port_that_is_free_is_free():
    assert check_port(free_port()).is_ok


def test_room_is_looked_for_where_the_folder_would_be_made(tmp_path):
    check = check_disk(tmp_path / "data" / "deep")
    assert check.is_ok
    assert "GiB free" in check.found


@pytest.mark.parametrize(
    ("temperature", "complaints", "is_ok", "found"),
    [
        (None, None, True, "temperature unknown"),
        (52.4, None, True, "52 °C"),
        (52.4, Throttling((), ()), True, "52 °C"),
        (84.0, None, False, "84 °C"),
        (
            60.0,
            Throttling(("undervoltage",), ("undervoltage",)),
            False,
            "60 °C, now undervoltage, earlier undervoltage",
        ),
        (60.0, Throttling((), ("too hot",)), False, "60 °C, earlier too hot"),
    ],
    ids=["unknown", "cool", "a content Pi", "hot", "no power", "was hot"],
)
def test_heat_and_power_in_words(temperature, complaints, is_ok, found):
    check = check_heat(temperature, complaints)
    assert (check.is_ok, check.found, check.needed) == (is_ok, found, False)
