"""The printed sheet, looked at as a printer would draw it: true size, found by the detector, upright."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from base64 import a85decode

import cv2
import numpy as np
import pytest

from vision.camera.marker_sheet import MARGIN_MM, PIECE_MM, PLACES, marker_cells, write_marker_sheet
from vision.camera.markers import MARKER_IDS, MARKER_MM, find_markers
from vision.observation import VisionError


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    path = tmp_path_factory.mktemp("sheet") / "markers.pdf"
    write_marker_sheet(path)
    return path


def drawing(sheet) -> str:
    """The page's drawing commands."""
    (stream,) = re.findall(rb"stream\r?\n(.*?)endstream", sheet.read_bytes(), re.DOTALL)
    return zlib.decompress(_unpacked(stream)).decode("latin-1")


def _unpacked(stream: bytes) -> bytes:
    text = stream.strip()
    return a85decode(text if text.startswith(b"<~") else b"<~" + text, adobe=True)


def test_it_is_one_page_of_a4(sheet):
    held = sheet.read_bytes()
    assert held.startswith(b"%PDF")
    assert held.count(b"/Type /Page\n") == 1
    width, height = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", held).groups()
    assert (float(width), float(height)) == pytest.approx((595.28, 841.89), abs=0.02)


def test_the_marker_and_its_bar_are_drawn_at_true_size(sheet):
    commands = drawing(sheet)
    point = 25.4 / 72
    rectangles = [
        tuple(float(number) * point for number in numbers)
        for numbers in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", commands)
    ]
    pieces = [box for box in rectangles if box[2] == pytest.approx(PIECE_MM, abs=0.01)]
    cells = [box for box in rectangles if box[2] == pytest.approx(MARKER_MM / 6, abs=0.01)]
    assert len(pieces) == 4
    assert len(cells) == sum(int(marker_cells(number).sum()) for number in MARKER_IDS)
    for number, (left, bottom) in PLACES.items():
        own = [c for c in cells if left < c[0] < left + PIECE_MM and bottom < c[1] < bottom + PIECE_MM]
        assert min(c[0] for c in own) == pytest.approx(left + MARGIN_MM, abs=0.01), number
        assert max(c[0] + c[2] for c in own) == pytest.approx(left + MARGIN_MM + MARKER_MM, abs=0.01)
        assert max(c[1] + c[3] for c in own) == pytest.approx(bottom + MARGIN_MM + MARKER_MM, abs=0.01)
    bars = [
        float(x2) * point - float(x1) * point
        for x1, y1, x2, y2 in re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", commands)
        if y1 == y2
    ]
    assert any(length == pytest.approx(100, abs=0.01) for length in bars)


def test_the_cells_are_the_markers_the_detector_finds():
    for number in MARKER_IDS:
        picture = np.full((400, 400), 255, np.uint8)
        picture[80:320, 80:320] = np.where(np.kron(marker_cells(number), np.ones((40, 40))), 0, 255)
        assert list(find_markers(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))) == [number]


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")
def test_the_printed_page_shows_each_marker_in_its_corner_40_mm_wide(sheet, tmp_path):
    subprocess.run(["pdftoppm", "-r", "127", "-png", str(sheet), str(tmp_path / "page")], check=True)
    (page,) = tmp_path.glob("*.png")
    found = find_markers(cv2.imread(str(page)))
    px_per_mm = 127 / 25.4
    assert set(found) == set(MARKER_IDS)
    for number, (left, bottom) in PLACES.items():
        top_left, top_right, _, bottom_left = found[number] / px_per_mm
        assert top_right[0] - top_left[0] == pytest.approx(40, abs=0.3)
        assert bottom_left[1] - top_left[1] == pytest.approx(40, abs=0.3)
        assert top_left[0] == pytest.approx(left + MARGIN_MM, abs=0.3)
        assert 297 - bottom_left[1] == pytest.approx(bottom + MARGIN_MM, abs=0.3)


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(VisionError, match="cannot write the markers"):
        write_marker_sheet(tmp_path / "no" / "such" / "place.pdf")
