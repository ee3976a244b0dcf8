"""The four markers on one A4 page, at true size, with cutting lines, laid out as they lie on the table.

::

    +-------------------+
    |  what to do       |
    |  [3]        [2]   |   each piece: the marker with a white margin, cut along the dashes
    |  [0]        [1]   |
    |  |--- 100 mm ---| |
    +------ seat 0 -----+
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.camera.markers import CELLS, MARKER_MM
from vision.observation import VisionError

PAGE_MM = (210.0, 297.0)
MARGIN_MM = 10.0
"""White around the black: the detector needs one cell of it, 6.7 mm."""
PIECE_MM = MARKER_MM + 2 * MARGIN_MM
PLACES = {0: (27.0, 62.0), 1: (123.0, 62.0), 2: (123.0, 152.0), 3: (27.0, 152.0)}
"""Lower left corner of each piece, mm from the page's."""
CORNERS = {
    0: "bottom left, between seats 3 and 0",
    1: "bottom right, between seats 0 and 1",
    2: "top right, between seats 1 and 2",
    3: "top left, between seats 2 and 3",
}
ADVICE = (
    "Print at 100 % (not fitted to the page): the bar at the bottom must measure 100 mm.",
    "Cut along the dashes and lay each marker flat on its corner, the edge named seat 0 towards seat 0.",
    "Seat 0 is the one at the bottom of the camera's picture; seats run counter-clockwise: 0, 1, 2, 3.",
    "Measure the square from outer black corner to outer black corner: 850 mm, else tell it with --square.",
)
GREY = 0.45


def marker_sheet_pdf() -> bytes:
    """The page as PDF."""
    page = Canvas("markers.pdf", pagesize=(PAGE_MM[0] * mm, PAGE_MM[1] * mm), invariant=1)
    page.setTitle("Jantaku calibration markers")
    _draw_advice(page)
    for number, place in PLACES.items():
        _draw_piece(page, number, place)
    _draw_bar(page)
    return bytes(page.getpdfdata())


def write_marker_sheet(path: Path) -> None:
    """Writes the page as PDF; VisionError when the file cannot be written."""
    try:
        path.write_bytes(marker_sheet_pdf())
    except OSError as wrong:
        raise VisionError(f"cannot write the markers {path}: {wrong.strerror}") from wrong


def marker_cells(number: int) -> NDArray[np.bool_]:
    """The marker's cells (6, 6), True where black, the top row first."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS) < 128, dtype=np.bool_)


def _draw_advice(page: Canvas) -> None:
    page.setFont("Helvetica-Bold", 16)
    page.drawString(27 * mm, 272 * mm, "Jantaku: calibration markers")
    page.setFont("Helvetica", 9)
    for line, text in enumerate(ADVICE):
        page.drawString(27 * mm, (262 - 6 * line) * mm, f"{line + 1}.  {text}")


def _draw_piece(page: Canvas, number: int, place: tuple[float, float]) -> None:
    left, bottom = place
    page.setFillGray(0)
    _draw_cells(page, marker_cells(number), left + MARGIN_MM, bottom + MARGIN_MM)
    page.setStrokeGray(GREY)
    page.setLineWidth(0.4)
    page.setDash(3, 3)
    page.rect(left * mm, bottom * mm, PIECE_MM * mm, PIECE_MM * mm)
    page.setDash()
    # Within the cut piece, below the white the detector needs: it still tells its place years later.
    page.setFillGray(GREY)
    page.setFont("Helvetica", 6)
    page.drawCentredString(
        (left + PIECE_MM / 2) * mm, (bottom + 1) * mm, f"marker {number}: this edge to seat 0"
    )
    page.setFillGray(0)
    page.setFont("Helvetica-Bold", 10)
    above = bottom + PIECE_MM + (9 if number in (2, 3) else 3)
    page.drawString(left * mm, above * mm, f"{number}")
    page.setFont("Helvetica", 9)
    page.drawString((left + 5) * mm, above * mm, CORNERS[number])
    _draw_corner(page, number, place)


def _draw_cells(page: Canvas, black: NDArray[np.bool_], left: float, bottom: float) -> None:
    """One shape for all, so that no white hair shows between two black cells."""
    cell, shape = MARKER_MM / CELLS, page.beginPath()
    for row, column in np.argwhere(black):
        shape.rect(
            (left + column * cell) * mm, (bottom + (CELLS - 1 - row) * cell) * mm, cell * mm, cell * mm
        )
    page.drawPath(shape, stroke=0, fill=1)


def _draw_corner(page: Canvas, number: int, place: tuple[float, float]) -> None:
    """Two short lines outside the cut, that meet where the corner of the playing square comes to lie."""
    right, top = number in (1, 2), number in (2, 3)
    x = place[0] + MARGIN_MM + (MARKER_MM if right else 0)
    y = place[1] + MARGIN_MM + (MARKER_MM if top else 0)
    far_x, far_y = (1 if right else -1), (1 if top else -1)
    page.setStrokeGray(0)
    page.setLineWidth(0.6)
    start, end = MARGIN_MM + 1, MARGIN_MM + 7
    page.line((x + far_x * start) * mm, y * mm, (x + far_x * end) * mm, y * mm)
    page.line(x * mm, (y + far_y * start) * mm, x * mm, (y + far_y * end) * mm)


def _draw_bar(page: Canvas) -> None:
    left, y = 55.0, 36.0
    page.setLineWidth(0.6)
    page.line(left * mm, y * mm, (left + 100) * mm, y * mm)
    for at in range(0, 101, 10):
        page.line((left + at) * mm, y * mm, (left + at) * mm, (y + (3 if at % 50 == 0 else 1.5)) * mm)
    page.setFont("Helvetica", 9)
    page.drawCentredString(105 * mm, 31 * mm, "100 mm")
    page.setFont("Helvetica-Bold", 12)
    page.drawCentredString(105 * mm, 18 * mm, "seat 0 sits here")
