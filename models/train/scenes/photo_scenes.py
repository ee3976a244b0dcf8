"""Windows of real photos as scenes for the locator, turned and scaled, blind where nobody annotated."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.photos import CROPS, Photo, Rect
from models.train.scenes.body import Picture, Rng
from models.train.scenes.looks import lit, photographed
from models.train.scenes.scene import ALL_KINDS, CELLS, MOST, Scene, rect_of
from models.train.scenes.views import SIDE, TABLE_TILE_PX, stretch_of

NO_BACKS = ("riichibox", "family", "leo_standing")
"""Sources where a back, a standing row or a die would be in the annotations' picture only seldom."""
BACK_STANDING_DIE = 14


class PhotoScenes:
    """Draws windows from photos; keeps the decoded pictures (about 500 MB at most)."""

    def __init__(self, photos: list[Photo], seed: int, are_straight: bool = False) -> None:
        """Photos of which half the tiles have no fitted rectangle are left out. `are_straight`: the tiles as
        large as on a straightened table, and no more slanted than they are."""
        self.are_straight = are_straight
        self.rng = np.random.default_rng(seed)
        fit = [p for p in photos if p.tiles and sum(t.rect is not None for t in p.tiles) > 0.5 * len(p.tiles)]
        self.by_source: dict[str, list[Photo]] = {}
        for photo in fit:
            if not photo.source.endswith(CROPS):
                self.by_source.setdefault(photo.source, []).append(photo)
        self.pictures: dict[str, Picture] = {}

    def scene(self) -> Scene:
        """One window."""
        rng = self.rng
        names = list(self.by_source)
        weights = np.array([len(self.by_source[name]) ** 0.5 for name in names])
        photos = self.by_source[names[int(rng.choice(len(names), p=weights / weights.sum()))]]
        photo = photos[rng.integers(len(photos))]
        picture = self._picture(photo)
        matrix, scale = self._window(photo, rng)
        warped = cv2.warpAffine(
            picture,
            matrix,
            (SIDE, SIDE),
            flags=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        )
        objects, ignored = _truth(photo, matrix)
        return Scene(photographed(lit(np.asarray(warped, np.uint8), rng), rng, 0.6), objects, ignored)

    def _picture(self, photo: Photo) -> Picture:
        key = str(photo.path)
        if key not in self.pictures:
            loaded = cv2.imread(key, cv2.IMREAD_COLOR)
            if loaded is None:
                raise ValueError(f"cannot read the photo {key}")
            self.pictures[key] = np.asarray(loaded, np.uint8)
        return self.pictures[key]

    def _window(self, photo: Photo, rng: Rng) -> tuple[NDArray[np.float64], float]:
        tiles = [tile for tile in photo.tiles if tile.rect is not None]
        target = tiles[rng.integers(len(tiles))].rect
        assert target is not None
        wide = min(target[2:4])
        size = float(np.exp(rng.uniform(np.log(11), np.log(54))))
        stretch = stretch_of(rng) ** 0.7
        if self.are_straight:
            size, stretch = TABLE_TILE_PX * float(np.exp(rng.normal(0, 0.12))), np.ones(2)
        scale = min(size / wide, 1.8)
        turn = (
            float(rng.uniform(0, 360))
            if rng.random() < 0.5
            else float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 3))
        )
        angle = np.deg2rad(turn)
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        linear = scale * rotation @ np.diag(stretch)
        aim = np.array([SIDE, SIDE]) * rng.uniform(0.15, 0.85, 2)
        shift = aim - linear @ np.array(target[:2])
        return np.column_stack([linear, shift]), scale


def _truth(photo: Photo, matrix: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    mask = np.full((CELLS, CELLS), ALL_KINDS, np.uint8)
    x, y, wide, high = photo.looked_at
    _fill(mask, matrix, [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)],
          0 if photo.source in NO_BACKS else BACK_STANDING_DIE)  # fmt: skip
    objects = []
    for tile in photo.tiles:
        bx, by, bw, bh = tile.box
        corners = [(bx, by), (bx + bw, by), (bx + bw, by + bh), (bx, by + bh)]
        if tile.rect is None:
            _fill(mask, matrix, corners, ALL_KINDS)
            continue
        rect = rect_of(corners_of(tile.rect) @ matrix[:, :2].T + matrix[:, 2])
        at = np.array(rect[:2])
        if (at > 2).all() and (at < SIDE - 2).all():
            objects.append((0, *rect))
            cell = (at / 4).astype(int)
            mask[max(0, cell[1] - 1) : cell[1] + 2, max(0, cell[0] - 1) : cell[0] + 2] = 0
        else:
            _fill(mask, matrix, corners, ALL_KINDS)
    return np.array(objects[:MOST], np.float32).reshape(-1, 6), mask


def corners_of(rect: Rect) -> NDArray[np.float64]:
    """The four corners, (4, 2) in pixels, of a turned rectangle, its own top left first, clockwise."""
    x, y, across, along, turn = rect
    angle = np.deg2rad(turn)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([across, along]) / 2
    return np.asarray(
        corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + (x, y)
    )


def _fill(
    mask: NDArray[np.uint8], matrix: NDArray[np.float64], corners: list[tuple[float, float]], value: int
) -> None:
    points = np.array([matrix @ np.array([x, y, 1.0]) for x, y in corners]) / 4
    cv2.fillConvexPoly(mask, np.rint(points).astype(np.int32), value)
