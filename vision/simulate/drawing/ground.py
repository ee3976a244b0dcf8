"""The empty table: felt with its four markers, a wooden rim, the floor around it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Picture, Point
from vision.simulate.chance import chance
from vision.simulate.drawing.console import console_picture
from vision.simulate.drawing.lens import Lens
from vision.simulate.poses import moved
from vision.simulate.settings import Appearance, Bgr, TwinSettings

FELT_MM = 452.0
RIM_MM = 510.0
REACH_MM = 760.0
PROP_AT: Point = (-266.0, -392.0)
"""Where a cup or a phone stands, at seat 0's place."""
CUP: tuple[tuple[float, Bgr], ...] = (
    (38.0, (176, 182, 186)),
    (37.0, (226, 232, 236)),
    (27.0, (150, 156, 160)),
    (26.0, (236, 240, 242)),
    (22.5, (34, 66, 108)),
    (20.0, (40, 84, 138)),
)
"""Saucer, shade, cup and tea, each smaller than the one before."""
RACK_X = (-226.0, 158.0)
RACK_Y = ((-362.0, -343.0), (-320.0, -316.0))
"""A rack's ends, and its bar behind the tiles and its lip before them, at seat 0's place."""
SCALE = 2.0
"""Pixels per millimetre of the picture the ground is painted in before the camera sees it."""


def ground_picture(settings: TwinSettings, lens: Lens, seed: int) -> Picture:
    """The table without a tile on it as `lens` sees it, evenly lit."""
    plan = _plan(settings, seed)
    width, height = lens.size
    step = 8
    columns, rows = np.arange(0, width + step, step), np.arange(0, height + step, step)
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2).astype(np.float64)
    table = lens.on_plane(grid)
    spot = np.empty((len(rows), len(columns), 2), np.float32)
    spot[..., 0] = ((table[:, 0] + REACH_MM) * SCALE - 0.5).reshape(len(rows), len(columns))
    spot[..., 1] = ((REACH_MM - table[:, 1]) * SCALE - 0.5).reshape(len(rows), len(columns))
    dense = _between(spot, step, width, height)
    seen = cv2.remap(plan, dense, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def _between(coarse: NDArray[np.float32], step: int, width: int, height: int) -> NDArray[np.float32]:
    """Fills in a map known at every `step`-th pixel, the first at pixel 0."""
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), dtype=np.float32)


def _plan(settings: TwinSettings, seed: int) -> Picture:
    """The ground from straight above, x right and y up, `REACH_MM` each way."""
    picture = _bare(settings.look, seed).copy()
    _paint_markers(picture, settings)
    if settings.racks:
        _paint_racks(picture, settings)
    if settings.places.console_mm:
        console = console_picture(settings.places.console_mm, SCALE, settings.places.console_dice)
        corner = (len(picture) - len(console)) // 2
        picture[corner : corner + len(console), corner : corner + len(console)] = console
    for seat in range(4):
        _put_down(picture, seat, settings)
    return picture


@lru_cache(maxsize=1)
def _bare(look: Appearance, seed: int) -> Picture:
    """Floor, wood and felt, 28 MB; the one painted last is kept, as cameras and tables often change over the
    same ground. Not to be written to."""
    side = int(2 * REACH_MM * SCALE)
    rng = chance(seed, "ground")
    plan = np.empty((side, side, 3), np.float32)
    plan[:] = look.floor
    plan += cv2.resize(rng.normal(0, 5, (40, 40, 1)).astype(np.float32), (side, side))[..., None]
    _paint_wood(plan, look, rng)
    _paint_felt(plan, look, rng)
    return np.clip(plan, 0, 255).astype(np.uint8)


def _paint_wood(plan: NDArray[np.float32], look: Appearance, rng: np.random.Generator) -> None:
    low, high = _span(RIM_MM)
    size = high - low
    grain = cv2.resize(rng.normal(0, 1, (size // 6, 12)).astype(np.float32), (size, size))
    grain += 0.5 * cv2.resize(rng.normal(0, 1, (size // 2, 8)).astype(np.float32), (size, size))
    # Two planks run across, two along, mitred at the corners.
    row, column = np.ogrid[0:size, 0:size]
    across = np.abs(row - size / 2) > np.abs(column - size / 2)
    shade = 1 + 0.10 * np.where(across, grain, grain.T)
    plan[low:high, low:high] = np.array(look.rim, np.float32) * shade[..., None]
    inner_low, inner_high = _span(FELT_MM)
    soft = np.zeros((size, size), np.float32)
    soft[inner_low - low - 8 : inner_high - low + 8, inner_low - low - 8 : inner_high - low + 8] = 1
    plan[low:high, low:high] *= 1 - 0.45 * cv2.GaussianBlur(soft, (0, 0), 6)[..., None]


def _paint_felt(plan: NDArray[np.float32], look: Appearance, rng: np.random.Generator) -> None:
    low, high = _span(FELT_MM)
    size = high - low
    fibre = cv2.GaussianBlur(rng.normal(0, 1, (size, size)).astype(np.float32), (0, 0), 1.2)
    cloud = cv2.resize(
        rng.normal(0, 1, (24, 24)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
    )
    shade = 1 + 0.10 * fibre + 0.025 * cloud
    plan[low:high, low:high] = np.array(look.felt, np.float32) * shade[..., None]


def _paint_markers(plan: Picture, settings: TwinSettings) -> None:
    """Markers 0 to 3 counter-clockwise from the bottom left, outer corner on the corner of the square."""
    if not settings.marker_mm:
        return
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    size = int(settings.marker_mm * SCALE)
    quiet = int(5 * SCALE)
    half = settings.square_mm / 2
    for number, (right, top) in enumerate(((False, False), (True, False), (True, True), (False, True))):
        marker = cv2.aruco.generateImageMarker(dictionary, number, size)
        sheet = np.full((size + 2 * quiet, size + 2 * quiet), 255, np.uint8)
        sheet[quiet : quiet + size, quiet : quiet + size] = marker
        left = half - settings.marker_mm if right else -half
        upper = half if top else -half + settings.marker_mm
        x = round((left + REACH_MM) * SCALE) - quiet
        y = round((REACH_MM - upper) * SCALE) - quiet
        # Printed on paper: the black is a dark grey, the white is not quite white.
        paper = 28 + sheet.astype(np.float32) * (205 / 255)
        plan[y : y + len(sheet), x : x + len(sheet)] = paper.astype(np.uint8)[..., None]


def _paint_racks(plan: Picture, settings: TwinSettings) -> None:
    """Before every seat the bar its tiles lean on, and the lip before them."""
    for seat in range(4):
        for low, high in RACK_Y:
            corners = [moved((0.0, 0.0), (x, y), 90.0 * seat) for y in (low, high) for x in RACK_X]
            outline = np.array([((x + REACH_MM) * SCALE, (REACH_MM - y) * SCALE) for x, y in corners])
            shape = cv2.convexHull(outline.astype(np.int32))
            cv2.fillConvexPoly(plan, shape, settings.look.rack, cv2.LINE_AA)


def _put_down(plan: Picture, seat: int, settings: TwinSettings) -> None:
    """A cup at the left of the seats that have one, a phone at the next."""
    x, y = moved((0.0, 0.0), PROP_AT, 90.0 * seat)
    centre = (round((x + REACH_MM) * SCALE), round((REACH_MM - y) * SCALE))
    if seat < settings.cups:
        for radius_mm, colour in CUP:
            cv2.circle(plan, centre, round(radius_mm * SCALE), colour, -1, cv2.LINE_AA)
    elif seat < settings.cups + settings.phones:
        half = (36.0, 17.0) if seat % 2 else (17.0, 36.0)
        half = (half[0] * SCALE, half[1] * SCALE)
        low = (round(centre[0] - half[0]), round(centre[1] - half[1]))
        high = (round(centre[0] + half[0]), round(centre[1] + half[1]))
        cv2.rectangle(plan, low, high, (24, 22, 20), -1, cv2.LINE_AA)
        inner = ((low[0] + 8, low[1] + 8), (high[0] - 8, high[1] - 8))
        cv2.rectangle(plan, *inner, (70, 52, 40), -1, cv2.LINE_AA)


def _span(half_mm: float) -> tuple[int, int]:
    return int((REACH_MM - half_mm) * SCALE), int((REACH_MM + half_mm) * SCALE)
