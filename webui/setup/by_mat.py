"""The mat's own edge, or the frame's, found in the camera's picture and put to a person for a yes."""

from __future__ import annotations

import cv2
import numpy as np
from flask import Response, jsonify

from vision.camera.calibration import Calibration, Points
from vision.camera.mat import calibrate_from_mat
from vision.observation import VisionError
from webui.access.roles import Role, access_of, needs
from webui.page.context import chosen_words, room_of
from webui.setup.blueprint import setup
from webui.watch.preview import Preview

SAME_SHARE = 0.01
"""Of the picture's width: what is farther from where it was shown is another square than was agreed to."""


@setup.get("/mat.json")
@needs(Role.admin)
def mat() -> Response:
    """``corners`` of the mat found in the newest picture, pixels, bottom left first, counter-clockwise; null
    when it is not sure, or before the first picture."""
    seen = room_of().preview
    try:
        found = None if seen is None else mat_in(seen, access_of().settings.now.square_mm)
    except VisionError:
        found = None
    if found is None:
        return jsonify(corners=None, has_picture=seen is not None)
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in corners_px(found)]
    return jsonify(corners=corners, has_picture=True, confidence=round(found.confidence, 2))


def mat_in(seen: Preview, square_mm: float, height_mm: float | None = None) -> Calibration:
    """The camera by the mat's edge in a preview; VisionError when there is none that is sure."""
    small = cv2.imdecode(np.frombuffer(seen.picture, np.uint8), cv2.IMREAD_COLOR)
    if small is None:
        raise VisionError(chosen_words()["setup.no_picture"])
    whole = cv2.resize(small, seen.size, interpolation=cv2.INTER_LINEAR)
    return calibrate_from_mat(np.asarray(whole, dtype=np.uint8), square_mm, height_mm)


def agreed_mat(
    seen: Preview, shown: list[tuple[float, float]], square_mm: float, height_mm: float | None
) -> Calibration:
    """The mat as it was `shown` (four corners, px); VisionError when it lies otherwise now."""
    try:
        found = mat_in(seen, square_mm, height_mm)
    except VisionError as wrong:
        raise VisionError(chosen_words()["setup.mat_not_found"]) from wrong
    off = np.linalg.norm(corners_px(found) - np.array(shown), axis=1).max()
    if not off <= SAME_SHARE * seen.size[0]:
        raise VisionError(chosen_words()["setup.mat_moved"])
    return found


def corners_px(calibration: Calibration) -> Points:
    """The corners (4, 2) of the square as they lie in the picture, bottom left first."""
    half = calibration.square_mm / 2
    corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], dtype=float)
    return calibration.project(corners)
