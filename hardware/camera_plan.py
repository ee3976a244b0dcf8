"""Where a camera has to stand to see the whole table, and how large a tile is then.

The angles are the makers' nominal ones; a lens distorts, so leave a little to spare.

        camera                      straight above: height = half the side / tan(half the angle)
          /|\\
         / | \\  angle               from the side: the far edge is smallest and flattest
        /  |  \\
    -----------------  felt
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.camera import HardwareError

MARGIN_MM = 40.0
"""Beyond the playing square on every side: markers and walls that bulge."""
TILE_MM = 26.0
LEAST_TILE_PX, FLOWER_TILE_PX = 25.0, 40.0
"""Below the first, one face in twenty is lost; flowers want the second (docs/reading.md)."""
LEAST_FAR_PX = 14.0
"""The same at the far edge before a camera at the side, where a tile is flat but as wide as ever: so much is
left 45 degrees askew at 1080 lines, and such deals are followed exactly (docs/measured.md)."""
USUAL_ASKEW, MOST_ASKEW = 35.0, 45.0
"""How far from straight down a tripod's camera looks on the centre (degrees), and may; flatter, and the walls
hide the rivers."""


@dataclass(frozen=True, slots=True)
class CameraKind:
    """A camera as sold: nominal angles across the long and the short side (degrees), pixels of the whole
    sensor, and whether its focus is found by itself, set by hand, or fixed."""

    title: str
    across: float
    down: float
    pixels: tuple[int, int]
    focus: str
    modes: tuple[tuple[int, int], ...]
    """Sizes with the whole view that are quick enough to watch by."""


CAMERAS: Mapping[str, CameraKind] = {
    "module3": CameraKind("Camera Module 3", 66, 41, (4608, 2592), "auto", ((1920, 1080), (2304, 1296))),
    "module3-wide": CameraKind(
        "Camera Module 3 Wide", 102, 67, (4608, 2592), "auto", ((1920, 1080), (2304, 1296))
    ),
    "module2": CameraKind("Camera Module 2", 62.2, 48.8, (3280, 2464), "fixed", ((1640, 1232),)),
    "ai": CameraKind("AI Camera", 66.3, 52.3, (4056, 3040), "by hand", ((2028, 1520),)),
    "webcam": CameraKind("a 1080p webcam", 70, 43, (1920, 1080), "auto", ((1920, 1080),)),
}


@dataclass(frozen=True, slots=True)
class CameraPlan:
    """Where the lens stands and what it gives. Lengths in metres from the felt's surface and centre.

    `height_m` above the felt, `aside_m` from the centre (0: straight above), `focus_m` from the lens to the
    centre. `tile_px`: the width of a tile in each of the camera's sizes, at the worst place; `near_px` at the
    best.
    """

    camera: CameraKind
    square_mm: float
    height_m: float
    aside_m: float
    focus_m: float
    tile_px: Mapping[tuple[int, int], float]
    near_px: Mapping[tuple[int, int], float]

    @property
    def dioptres(self) -> float:
        """The focus for `focus=`: 1 / metres."""
        return 1 / self.focus_m


def plan_camera(
    name: str,
    square_mm: float,
    from_the_side: bool = False,
    tile_mm: float = TILE_MM,
    askew_deg: float = USUAL_ASKEW,
) -> CameraPlan:
    """The nearest place from which `name` sees a playing square of `square_mm`; HardwareError when there is
    no such camera, table or place. `askew_deg`: from the side, how far from straight down it looks."""
    if name not in CAMERAS:
        raise HardwareError(f"no camera is called {name!r}, expected one of {', '.join(CAMERAS)}")
    if not 300 <= square_mm <= 2000:
        raise HardwareError(
            f"--square is the side of the playing square in mm, 300 to 2000, got {square_mm:g}"
        )
    if not 0 < askew_deg <= MOST_ASKEW:
        raise HardwareError(
            f"--angle is how far from straight down it looks, up to {MOST_ASKEW:g} degrees, got {askew_deg:g}"
        )
    camera = CAMERAS[name]
    side_m = (square_mm + 2 * MARGIN_MM) / 1000
    if from_the_side:
        return _from_the_side(camera, square_mm, side_m, tile_mm, askew_deg)
    height = side_m / 2 / math.tan(math.radians(camera.down / 2))
    sizes = {size: tile_mm * size[1] / (side_m * 1000) for size in (*camera.modes, camera.pixels)}
    return CameraPlan(camera, square_mm, height, 0.0, height, sizes, sizes)


def _from_the_side(
    camera: CameraKind, square_mm: float, side_m: float, tile_mm: float, askew_deg: float
) -> CameraPlan:
    """So far askew from the centre, moved away until all four edges are in the picture, aimed a little before
    the centre: what is near is seen larger."""
    steep = math.radians(90 - askew_deg)
    focus = side_m / 2
    while not _sees(camera, focus * math.cos(steep), focus * math.sin(steep), side_m):
        focus += 0.005
    height, aside = focus * math.sin(steep), focus * math.cos(steep)
    far: dict[tuple[int, int], float] = {}
    near: dict[tuple[int, int], float] = {}
    for size in (*camera.modes, camera.pixels):
        for found, edge in ((far, aside + side_m / 2), (near, aside - side_m / 2)):
            away = math.hypot(edge, height)
            lens_px = size[0] / 2 / math.tan(math.radians(camera.across / 2))
            # A tile is as wide as ever and foreshortened the other way: the smaller counts.
            found[size] = tile_mm / 1000 / away * lens_px * height / away
    return CameraPlan(camera, square_mm, height, aside, focus, far, near)


def _sees(camera: CameraKind, aside: float, height: float, side_m: float) -> bool:
    """Whether all four edges are in the picture, the near and the far one equally far from its border."""
    near, far = (math.atan2(height, aside + way * side_m / 2) for way in (-1, 1))
    half_down = (near - far) / 2
    to_near_edge = math.hypot(aside - side_m / 2, height) * math.cos(half_down)
    across = math.atan2(side_m / 2, to_near_edge)
    return half_down <= math.radians(camera.down / 2) and across <= math.radians(camera.across / 2)
