"""Real photos whose tiles bear other faces: a set nobody photographed, in real light, at real sizes.

A tile that is boxed and that the detector reads as what the box says lends its place. Its ink is closed over
by the body around it, which keeps the light, and the other face is inked on::

    photo --read--> corners --close over the ink--> bare body --ink another face--> photo with a new set

Who measures with such photos learns how faces never seen are read in real pictures; where the tiles lie the
networks may have learnt from the same photos.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.overlap import ENOUGH_OVERLAP, Box, hull_of, most_shared
from models.train.bank import Bank
from models.train.photos import Photo, read_photos
from vision.detect.detector import Detector, best_face
from vision.observation import Picture

SIZE = (96, 128)
"""Width and height at which a tile is painted anew."""
WIDEST_INK = 45
"""Ink up to so many of these pixels wide is closed over; a ring of dots is 40."""
SMOOTH, SOFT = 9.0, 0.6
"""Spreads: of the bare body's light, and of the new ink's edges in the photo's pixels."""
RIM = 0.07
"""The part of each side that keeps the photo's own edge."""
WHITE = 235.0
"""How bright a tile is drawn; a darker body makes the ink as much darker."""
LEAST_PAINTED = 3
"""Tiles with a new face in a photo, or it is not counted."""


@dataclass(frozen=True, slots=True)
class BoxedFace:
    """A face: its label, the box annotated for its tile (left, top, right, bottom), and its corners
    (4, 2) in pixels, the face's own top left first, clockwise."""

    label: str
    box: Box
    corners: NDArray[np.float64]


def repainted_photos(
    detector: Detector, folder: Path, bank: Bank, every: int, look: str | None = None, seed: int = 4242
) -> Iterator[tuple[Picture, list[BoxedFace]]]:
    """Every so manieth photo of each COCO folder in `folder`, its tiles painted with one set of `bank`: with
    `look`, else each photo with another."""
    rng = np.random.default_rng(seed)
    names = sorted(set(bank.face_sets)) if look is None else [look]
    for source in sorted(path for path in folder.iterdir() if (path / "annotations.json").exists()):
        for photo in read_photos(source)[::every]:
            picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
            chosen = names[rng.integers(len(names))]
            sprites = [number for number, name in enumerate(bank.face_sets) if name == chosen]
            if picture is None:
                continue
            painted = np.asarray(picture, np.uint8).copy()
            faces = []
            for place in places(detector, np.asarray(picture, np.uint8), photo):
                number = sprites[rng.integers(len(sprites))]
                paint(painted, place.corners, bank.faces[number])
                faces.append(replace(place, label=bank.face_labels[number]))
            if len(faces) >= LEAST_PAINTED:
                yield painted, faces


def places(detector: Detector, picture: Picture, photo: Photo) -> Iterator[BoxedFace]:
    """The tiles that are read as what their boxes say."""
    high, wide = picture.shape[:2]
    found = [tile for tile in detector.detect_photo(picture).tiles if tile.kind == "face"]
    hulls = [hull_of(tile) for tile in found]
    for tile in photo.tiles:
        x, y, across, along = tile.box
        box = (x, y, x + across, y + along)
        best, shared = most_shared(box, hulls)
        if shared < ENOUGH_OVERLAP:
            continue
        corners = np.array(found[best].corners_px)
        is_inside = corners.min() > 0 and (corners.max(axis=0) < (wide, high)).all()
        if is_inside and best_face(found[best], 0.0)[0] == tile.label:
            yield BoxedFace(tile.label, box, corners)


def paint(picture: Picture, corners: NDArray[np.float64], sprite: NDArray[np.uint8]) -> None:
    """Gives the tile with `corners` the face of `sprite` (h, w, 4), in place."""
    wide, high = SIZE
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
    bare = _bare(cv2.warpPerspective(picture, matrix, SIZE, flags=cv2.INTER_LINEAR).astype(np.float32))
    ink = cv2.resize(sprite, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
    cover = ink[..., 3:] / 255
    light = bare.mean(axis=2, keepdims=True) / WHITE
    tile = bare * (1 - cover) + ink[..., :3] * light * cover
    mask = np.zeros((high, wide, 1), np.float32)
    mask[round(high * RIM) : -round(high * RIM), round(wide * RIM) : -round(wide * RIM)] = 1.0
    _lay(picture, np.concatenate([tile, cv2.GaussianBlur(mask, (0, 0), 2.0)[..., None]], axis=2), corners)


def _bare(tile: NDArray[np.float32]) -> NDArray[np.float32]:
    """The tile without its ink: what is darker than all around it is closed over, and the rest smoothed."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WIDEST_INK, WIDEST_INK))
    closed = cv2.morphologyEx(cv2.medianBlur(tile.astype(np.uint8), 5), cv2.MORPH_CLOSE, kernel)
    return np.asarray(cv2.GaussianBlur(closed.astype(np.float32), (0, 0), SMOOTH), np.float32)


def _lay(picture: Picture, tile: NDArray[np.float32], corners: NDArray[np.float64]) -> None:
    """Lays (h, w, 4) colours and cover over the place with `corners`, as soft as a lens would show them."""
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    far = np.ceil(corners.max(axis=0)).astype(int) + 2
    region = picture[low[1] : far[1], low[0] : far[0]]
    shrink = float(np.hypot(*(corners[1] - corners[0]))) / SIZE[0]
    if shrink < 1:
        tile = cv2.GaussianBlur(tile, (0, 0), 0.5 / shrink)
    flat = np.array([(0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1])], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, (corners - low).astype(np.float32))
    laid = cv2.warpPerspective(tile, matrix, region.shape[1::-1], flags=cv2.INTER_LINEAR)
    laid = cv2.GaussianBlur(laid, (0, 0), SOFT)
    cover = laid[..., 3:]
    region[:] = np.clip(laid[..., :3] * cover + region * (1 - cover), 0, 255).astype(np.uint8)
