"""The dots suit: turned discs with a flower in the middle, laid out as every set does."""

from __future__ import annotations

from vision.tile_art.palette import BLUE, GREEN, GROUND, RED
from vision.tile_art.shapes import Point, Shapes, around, disc, ellipse, placed

_C = 120.0
_LAYOUTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (54, ((_C, 88, GREEN), (_C, 232, BLUE))),
    3: (45, ((64, 66, BLUE), (_C, 160, RED), (176, 254, GREEN))),
    4: (46, ((68, 86, BLUE), (172, 86, GREEN), (68, 234, GREEN), (172, 234, BLUE))),
    5: (
        42,
        ((62, 66, BLUE), (178, 66, GREEN), (_C, 160, RED), (62, 254, GREEN), (178, 254, BLUE)),
    ),
    6: (
        40,
        (
            (72, 62, GREEN), (168, 62, GREEN),
            (72, 168, RED), (168, 168, RED), (72, 258, RED), (168, 258, RED),
        ),
    ),
    7: (
        35,
        (
            (52, 54, GREEN), (_C, 82, GREEN), (188, 110, GREEN),
            (76, 186, RED), (164, 186, RED), (76, 264, RED), (164, 264, RED),
        ),
    ),
    8: (
        34.5,
        tuple((x, y, BLUE) for y in (52.0, 124.0, 196.0, 268.0) for x in (76.0, 164.0)),
    ),
    9: (
        32.5,
        tuple((x, y, c) for y, c in ((60.0, GREEN), (160.0, RED), (260.0, BLUE)) for x in (50.0, _C, 190.0)),
    ),
}  # fmt: skip


def dots(rank: int) -> Shapes:
    """The dots of one tile."""
    if rank == 1:
        return _great_dot()
    radius, places = _LAYOUTS[rank]
    return tuple(shape for x, y, colour in places for shape in _dot((x, y), radius, colour))


def _dot(centre: Point, radius: float, colour: str) -> Shapes:
    petals = around([ellipse((0, -0.31 * radius), 0.125 * radius, 0.19 * radius, GROUND)], 8)
    rings = (
        disc((0, 0), radius, colour),
        disc((0, 0), 0.79 * radius, GROUND),
        disc((0, 0), 0.69 * radius, colour),
    )
    heart = (disc((0, 0), 0.1 * radius, GROUND),)
    return placed(rings + petals + heart, move=centre)


def _great_dot() -> Shapes:
    """The one of dots: a wheel of beads around a red flower."""
    rings = (
        disc((0, 0), 96, GREEN),
        disc((0, 0), 89, GROUND),
        disc((0, 0), 83, GREEN),
    )
    beads = around([disc((0, -70), 8.2, GROUND)], 20)
    wheel = (disc((0, 0), 57, GROUND), disc((0, 0), 51, BLUE), disc((0, 0), 46, GROUND))
    petals = around([ellipse((0, -26), 10.5, 17, RED)], 8)
    heart = (disc((0, 0), 16, GROUND), disc((0, 0), 12.5, GREEN), disc((0, 0), 5, GROUND))
    return placed(rings + beads + wheel + petals + heart, move=(120, 160))
