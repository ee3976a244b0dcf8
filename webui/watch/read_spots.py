"""Where the tiles that were read are in the camera's picture, so that the page can write their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.tiles import SeenTile
from vision.camera.calibration import Calibration
from vision.layout.lying import READABLE
from vision.observation import TileObservation

TILE_TOP_MM = 20.0
"""How high over the felt faces lie."""


@dataclass(frozen=True, slots=True)
class ReadSpot:
    """One face that was found: its middle, in parts of the picture's width from its left top corner, what it
    was read as (None: it could not be), and how likely that is."""

    middle: tuple[float, float]
    tile: SeenTile
    likely: float


def read_spots(tiles: Sequence[TileObservation], calibration: Calibration) -> tuple[ReadSpot, ...]:
    """Every face of a look; backs and standing tiles have no names."""
    faces = [tile for tile in tiles if tile.kind == "face"]
    if not faces:
        return ()
    middles = np.array([np.mean(tile.corners_mm, axis=0) for tile in faces], dtype=np.float64)
    wide, _ = calibration.picture_size
    pixels = calibration.project(np.column_stack([middles, np.full(len(faces), TILE_TOP_MM)])) / wide
    return tuple(
        ReadSpot((round(float(x), 4), round(float(y), 4)), face if likely >= READABLE else None, likely)
        for tile, (x, y) in zip(faces, pixels, strict=True)
        for face, likely in [tile.faces[0] if tile.faces else ("", 0.0)]
        if np.isfinite(x) and np.isfinite(y)
    )
