"""Where the camera hangs: by the markers it sees, by the mat's edge, or by corners drawn into its picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from flask import Response, request

from engine.tiles import EngineError
from vision.camera.calibrate import calibrate_from_corners
from vision.camera.calibration import Calibration
from vision.camera.marker_sheet import marker_sheet_pdf
from vision.observation import VisionError
from webui.access.roles import Role, access_of, needs
from webui.page.context import chosen_words, room_of
from webui.setup.blueprint import (
    WRONG,
    Answer,
    asked_number,
    is_skipped,
    save,
    serve_by,
    serving_of,
    setup,
    step_page,
)
from webui.setup.by_mat import agreed_mat, corners_px

LINES, POINTS = 5, 25
"""Lines of the grid each way, and points along each."""


@setup.get("/calibration")
@needs(Role.admin)
def calibration() -> Answer:
    """Step 4."""
    return _page()


@setup.post("/calibration")
@needs(Role.admin)
def calibrate() -> Answer:
    """Form ``way``: markers, corners (``x0``, ``y0`` to ``x3``, ``y3``: pixels, bottom left first,
    counter-clockwise) or again (always by the markers); ``yes`` agrees to the mat's edge as it was shown at
    those corners; ``square_mm``, ``height_mm``."""
    if is_skipped():
        return save("calibration", lambda now: now)
    try:
        square_mm = asked_number("square_mm", 200, 3000) or access_of().settings.now.square_mm
        way = "mat" if "yes" in request.form else request.form.get("way", "")
        serving = serving_of()
        if way == "markers" and serving is not None and serving.plan.source.square_mm != square_mm:
            # The child measures with the square it knows: it is told of the other one and looks again.
            serving.use(lambda now: replace(now, square_mm=square_mm))
            return _page(chosen_words()["setup.square_first"]), 400
        found = _found(way, square_mm, asked_number("height_mm", 200, 5000))
        if found is None:
            if serving is not None:
                serving.forget_calibration()
            return save("calibration", lambda now: replace(now, square_mm=square_mm))
        return serve_by("calibration", lambda now: replace(now, square_mm=square_mm), found)
    except WRONG as wrong:
        return _page(str(wrong)), 400


@setup.get("/markers.pdf")
@needs(Role.admin)
def markers() -> Response:
    """The four markers to print."""
    return Response(marker_sheet_pdf(), mimetype="application/pdf")


def _found(way: str, square_mm: float, height_mm: float | None) -> Calibration | None:
    """The calibration asked for; None: the markers tell it anew each time. VisionError when it is none."""
    seen = room_of().preview
    if way == "again":
        return None
    if seen is None:
        raise VisionError(chosen_words()["setup.no_picture"])
    if way == "mat":
        return agreed_mat(seen, _corners(seen.size), square_mm, height_mm)
    if way == "corners":
        return calibrate_from_corners(_corners(seen.size), seen.size, square_mm, height_mm)
    if way != "markers":
        raise EngineError(chosen_words()["setup.choose"])
    if seen.calibration is None:
        raise VisionError(seen.why or chosen_words()["setup.no_markers"])
    return seen.calibration


def _corners(size: tuple[int, int]) -> list[tuple[float, float]]:
    points = []
    for corner in range(4):
        x, y = asked_number(f"x{corner}", -1, size[0] + 1), asked_number(f"y{corner}", -1, size[1] + 1)
        if x is None or y is None:
            raise EngineError(chosen_words()["setup.choose"])
        points.append((x, y))
    return points


def _page(problem: str = "") -> str:
    serving, seen = serving_of(), room_of().preview
    if serving is not None:
        serving.look_closer()
    kept = None if serving is None else serving.plan.calibration
    size = (1280, 960) if seen is None else seen.size
    return step_page(
        "calibration",
        problem,
        has_picture=seen is not None,
        size=size,
        start=_start(size, kept),
        kept=kept,
        grid=[] if kept is None or kept.picture_size != size else grid_lines(kept),
    )


def _start(size: tuple[int, int], kept: Calibration | None) -> list[tuple[str, int, int]]:
    """Where the handles lie at first: where the square was, or well inside the picture."""
    width, height = size
    points = [(0.2, 0.85), (0.8, 0.85), (0.75, 0.15), (0.25, 0.15)]
    if kept is not None and kept.picture_size == size:
        seen = corners_px(kept)
        if np.isfinite(seen).all():
            points = [(float(x) / width, float(y) / height) for x, y in seen]
    return [(f"{n}", round(x * width), round(y * height)) for n, (x, y) in enumerate(points)]


def grid_lines(calibration: Calibration) -> list[str]:
    """The square and a grid in it as they lie in the picture: points of polylines, px."""
    half = calibration.square_mm / 2
    along, lines = np.linspace(-half, half, POINTS), []
    for place in np.linspace(-half, half, LINES):
        still = np.full(POINTS, place)
        for x, y in ((along, still), (still, along)):
            seen = calibration.project(np.column_stack([x, y, np.zeros(POINTS)]))
            kept = seen[np.isfinite(seen).all(axis=1)]
            lines.append(" ".join(f"{x:.1f},{y:.1f}" for x, y in kept))
    return lines
