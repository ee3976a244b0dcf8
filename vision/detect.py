"""Tiles and dice in a picture: on any photo, or on the table seen straight from above.

Two small networks: the locator says where tiles lie whatever their face, the reader says which face
each one shows, so that a wrong face never moves a tile.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.detect_files import MODELS, Network, Settings, read_settings
from vision.detect_judge import judge
from vision.detect_locate import Found, locate, of_one_size, scales_for, sized_alike, without_doubles
from vision.detect_read import read
from vision.observation import (
    Detections,
    DieObservation,
    Picture,
    TableImage,
    TileInPicture,
    TileObservation,
    VisionError,
)

USUAL_TILE_MM = (26.0, 35.0)
TILE_PX = 20.0
"""The width of a tile in the picture the locator sees of a table."""
LOOKS = (1.0, 1.15)
"""A table is searched at two scales: what one search overlooks, the other seldom does."""
ENOUGH = 1600
"""Longest side up to which a photo is searched at once; beyond it only if its tiles are that small."""
SMALL_PX = 15.0
LEAST_STANDING = 0.15
"""On a table what stands is told by where it stands: a weaker find is worth having than on a photo."""


@dataclass(frozen=True, slots=True)
class Detector:
    """The two networks, ready."""

    locator: Network
    reader: Network
    settings: Settings

    @staticmethod
    def load(models_dir: Path | None = None, threads: int = 2) -> Detector:
        """Reads locator.onnx, reader.onnx and labels.json; VisionError naming a missing or broken one."""
        folder = MODELS if models_dir is None else models_dir
        return Detector(
            Network(folder / "locator.onnx", threads),
            Network(folder / "reader.onnx", threads),
            read_settings(folder),
        )

    def detect_photo(self, picture: Picture) -> Detections:
        """Everything found in a photo of unknown scale and direction, (height, width, 3) BGR."""
        _check(picture)
        clock = _Clock()
        found = self.search(picture)
        clock.lap("locate")
        reads = read(self.reader, self.settings, picture, found)
        clock.lap("read")
        tiles, dice = judge(reads, self.settings)
        clock.lap("judge")
        return Detections(tiles, dice, clock.laps)

    def detect_table(
        self, table: TableImage, tile_mm: tuple[float, float] | None = None
    ) -> tuple[tuple[TileObservation, ...], tuple[DieObservation, ...]]:
        """Everything found on a rectified table, in its millimetres; `tile_mm`: a tile's width and height."""
        _check(table.picture)
        wide, high = tile_mm or USUAL_TILE_MM
        slack = 1.35 if tile_mm else 1.5
        scale = TILE_PX / (wide * table.px_per_mm)
        found = [
            one
            for look in LOOKS
            for one in locate(self.locator, self.settings, table.picture, scale * look)
            if _fits(one, wide * table.px_per_mm, high * table.px_per_mm, slack)
        ]
        usual = (wide * table.px_per_mm, high * table.px_per_mm) if tile_mm else None
        alike = of_one_size(without_doubles(found), usual)
        reads = read(self.reader, self.settings, table.picture, alike, second_chance=True)
        tiles, dice = judge(reads, self.settings, LEAST_STANDING)
        return (
            tuple(
                TileObservation(one.kind, one.score, table.to_mm(one.corners_px), one.faces) for one in tiles
            ),
            tuple(DieObservation(one.pips, one.score, table.to_mm(one.corners_px)) for one in dice),
        )

    def search(self, picture: Picture) -> list[Found]:
        """Where tiles may lie in a photo of unknown scale; not yet read."""
        high, wide = picture.shape[:2]
        found: list[Found] = []
        for scale in scales_for(wide, high):
            found += locate(self.locator, self.settings, picture, scale)
        finest = scales_for(wide, high)[-1]
        if max(high, wide) > ENOUGH and _are_small(found, finest):
            found += locate(self.locator, self.settings, picture, min(1.0, finest * 2))
        return without_doubles(sized_alike(found))


class _Clock:
    def __init__(self) -> None:
        self.laps: tuple[tuple[str, float], ...] = ()
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps = (*self.laps, (name, round((now - self._last) * 1e3, 1)))
        self._last = now


def best_face(tile: TileInPicture | TileObservation, threshold: float) -> tuple[str, float]:
    """The word for a tile and how sure we are: its face, ``back``, or ``?`` when no face is sure enough."""
    if tile.kind == "back":
        return "back", tile.score
    if tile.kind != "face" or not tile.faces:
        return "?", tile.score
    face, chance = tile.faces[0]
    return (face, chance) if chance >= threshold else ("?", chance)


def _check(picture: Picture) -> None:
    if (
        not isinstance(picture, np.ndarray)
        or picture.ndim != 3
        or picture.shape[2] != 3
        or picture.dtype != np.uint8
    ):
        came = f"{getattr(picture, 'shape', type(picture).__name__)} {getattr(picture, 'dtype', '')}".strip()
        raise VisionError(f"picture must be (height, width, 3) bytes, got {came}")
    if min(picture.shape[:2]) < 1:
        raise VisionError(f"picture must not be empty, got {picture.shape}")


def _are_small(found: list[Found], finest: float) -> bool:
    """Whether the tiles seen at the finest scale are at its limit, or none were seen."""
    tiles = [one for one in found if one.kind in ("face", "back") and one.weight > 0.4]
    if not tiles:
        return True
    return float(np.median([one.short for one in tiles])) * finest < SMALL_PX


def _fits(one: Found, wide_px: float, high_px: float, slack: float) -> bool:
    match one.kind:
        case "die":
            return 0.25 * wide_px < one.across < 0.85 * wide_px
        case "standing":
            return one.short < wide_px * slack and max(one.across, one.along) < high_px * slack
        case _:
            short, long = sorted((one.across, one.along))
            return wide_px / slack < short < wide_px * slack and high_px / slack < long < high_px * slack
