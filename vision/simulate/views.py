"""Where a camera stands that films from the side: a phone or a camera on a tripod, upright, aimed by hand.

Seen from the side it is turned by `angle_deg` from straight above; from above, by `towards_deg`::

    camera                              2
     \\  | angle                      3   1     towards 0: behind seat 0, 90: behind seat 1,
      \\ |                              0       45: between the two
    ---+--- felt
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.observation import VisionError
from vision.simulate.drawing.lens import lens_of
from vision.simulate.settings import View

MOST_DEG = 60.0
"""Flatter than this nothing is read: the walls hide the rivers."""
BEYOND_MM = 15.0
"""What the picture shows around the playing square at least."""
ROOM = 0.02
"""Of the picture's sides, left free at its border."""
STEP_MM = 10.0


def from_the_side(view: View, square_mm: float, angle_deg: float, towards_deg: float = 0.0) -> View:
    """`view` with its lens and picture on a tripod: as near as it sees the whole playing square.

    VisionError when the angle is not 0 to 60 degrees.
    """
    if not (0 <= angle_deg <= MOST_DEG and abs(towards_deg) <= 360):
        raise VisionError(
            f"a camera at the side looks down 0 to {MOST_DEG:g} degrees askew, from -360 to 360 degrees on,"
            f" got {angle_deg:g}@{towards_deg:g}"
        )
    far = math.hypot(*view.offset_mm, view.height_mm)
    wide = view.across_mm / far
    distance = 0.6 * far
    while not _sees(found := _at(view, angle_deg, towards_deg, distance, wide, square_mm), square_mm):
        distance += STEP_MM
    return found


def side_of(text: str) -> tuple[float, float]:
    """The two angles (degrees) in ``30`` or ``45@90``; VisionError when it is neither."""
    angle, _, towards = text.partition("@")
    try:
        return float(angle), float(towards or 0)
    except ValueError:
        raise VisionError(f"--side is like 30 or 45@90 (degrees), got {text[:40]!r}") from None


def _at(view: View, angle: float, towards: float, distance: float, wide: float, square_mm: float) -> View:
    """The camera so far from the centre; `wide`: what the picture's shorter side covers, by distance."""
    aside, height = distance * math.sin(math.radians(angle)), distance * math.cos(math.radians(angle))
    out = (math.sin(math.radians(towards)), -math.cos(math.radians(towards)))
    nearer = _aim(aside, height, (square_mm / 2 + BEYOND_MM) * (abs(out[0]) + abs(out[1])))
    stands = replace(
        view,
        offset_mm=(round(out[0] * aside, 1), round(out[1] * aside, 1)),
        aim_mm=(round(out[0] * nearer, 1), round(out[1] * nearer, 1)),
        height_mm=round(height, 1),
        across_mm=round(wide * math.hypot(aside - nearer, height), 1),
        roll_deg=0.0,
    )
    return replace(stands, roll_deg=round(view.roll_deg + _upright_deg(stands), 2))


def _aim(aside: float, height: float, reach: float) -> float:
    """How far before the centre a camera looks that has the near and the far edge equally far in its
    picture."""
    near, far = math.atan((aside - reach) / height), math.atan((aside + reach) / height)
    return aside - height * math.tan((near + far) / 2)


def _upright_deg(view: View) -> float:
    """How far the camera is rolled so that what stands on the table is upright in its picture."""
    lens = lens_of(view)
    up = lens.rotation @ (0.0, 0.0, 1.0)
    return -math.degrees(math.atan2(up[0], -up[1])) if math.hypot(up[0], up[1]) > 1e-6 else 0.0


def _sees(view: View, square_mm: float) -> bool:
    """Whether the square and a little around it lie in the picture."""
    half = square_mm / 2 + BEYOND_MM
    corners = np.array([(x, y, 0.0) for x in (-half, half) for y in (-half, half)])
    size = np.array(view.size)
    seen = lens_of(view).project(corners)
    return bool((seen > ROOM * size).all() and (seen < (1 - ROOM) * size).all())
