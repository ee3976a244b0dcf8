"""The bamboos suit from two to nine: jointed sticks (the one is a bird, see bird.py)."""

from __future__ import annotations

from vision.tile_art.palette import GREEN, GROUND, RED
from vision.tile_art.shapes import Shape, Shapes, block, curve, line, placed

_L, _C, _R = 54.0, 120.0, 186.0
_TWO_ROWS = (90.0, 230.0)
_THREE_ROWS = (66.0, 160.0, 254.0)
_STICK = 128.0
"""How long a stick is where two stand one above another; three are shorter."""
_SHORT = 86.0

_LAYOUTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (_STICK, ((_C, 90, GREEN), (_C, 230, GREEN))),
    3: (_STICK, ((_C, 90, GREEN), (72, 230, GREEN), (168, 230, GREEN))),
    4: (_STICK, tuple((x, y, GREEN) for y in _TWO_ROWS for x in (72.0, 168.0))),
    5: (
        _STICK,
        (*((x, y, GREEN) for y in _TWO_ROWS for x in (_L, _R)), (_C, 160, RED)),
    ),
    6: (_STICK, tuple((x, y, GREEN) for y in _TWO_ROWS for x in (_L, _C, _R))),
    7: (
        _SHORT,
        ((_C, 66, RED), *((x, y, GREEN) for y in _THREE_ROWS[1:] for x in (_L, _C, _R))),
    ),
    9: (
        _SHORT,
        tuple((x, y, c) for y in _THREE_ROWS for x, c in ((_L, GREEN), (_C, RED), (_R, GREEN))),
    ),
}


def bamboos(rank: int) -> Shapes:
    """The sticks of one tile, rank 2 to 9."""
    if rank == 8:
        return _eight()
    length, places = _LAYOUTS[rank]
    return tuple(shape for x, y, colour in places for shape in placed(_stick(length, colour), move=(x, y)))


def _eight() -> Shapes:
    """An M over a W: outer sticks upright, inner ones leaning to meet in the middle."""
    upper = (
        placed(_stick(118, GREEN), move=(42, 92))
        + placed(_stick(118, GREEN), move=(198, 92))
        + placed(_stick(112, GREEN), move=(92, 92), turn_deg=-24)
        + placed(_stick(112, GREEN), move=(148, 92), turn_deg=24)
    )
    lower = (
        placed(_stick(118, GREEN), move=(42, 228))
        + placed(_stick(118, GREEN), move=(198, 228))
        + placed(_stick(112, GREEN), move=(92, 228), turn_deg=24)
        + placed(_stick(112, GREEN), move=(148, 228), turn_deg=-24)
    )
    return upper + lower


def _stick(length: float, colour: str) -> Shapes:
    """One upright stick about the origin: two waisted pieces between three joints, with a light down each."""
    half = length / 2
    lights = tuple(
        line((0, y0), ((0, y1),), colour=GROUND, width=3.6) for y0, y1 in ((-half + 17, -12), (12, half - 17))
    )
    joints = tuple(block(-18, y - 6.5, 18, y + 6.5, 6, colour) for y in (-half + 6, 0, half - 6))
    return (_piece(-half + 4, 0, colour), _piece(0, half - 4, colour), *joints, *lights)


def _piece(top: float, bottom: float, colour: str) -> Shape:
    wide, waist, middle = 14.5, 11.0, (top + bottom) / 2
    return curve(
        (-wide, top),
        ((wide, top),),
        ((waist, middle), (wide, bottom)),
        ((-wide, bottom),),
        ((-waist, middle), (-wide, top)),
        fill=colour,
    )
