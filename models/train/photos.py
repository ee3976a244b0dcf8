"""Real photos with boxed tiles (COCO folders): cut into single tiles, and whole as scenes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.classes import REAL_HEIGHT, REAL_SHARE, REAL_WIDTH, label_of

Rect = tuple[float, float, float, float, float]
"""Centre x, centre y, width across the face, height along it, turn in degrees clockwise in the picture."""

CROPS, WALLS = "_crops", "_walls"
"""How the names end of sources of single tiles, and of sources in which every tile lies face down."""
GIVEN = "given_"
"""How the names begin of sources that people gave."""
TURNED_SOURCES = ("phone", "hand", "family", "riichibox")
"""Sources in which a box wider than high is a tile lying on its side."""
UPRIGHT_SOURCES = ("camerash_crops", "leo_standing")
"""Sources whose tiles all stand as they are read."""


@dataclass(frozen=True, slots=True)
class BoxedTile:
    """One annotated tile: its label, its box (x, y, width, height in px), its fitted rectangle if known."""

    label: str
    box: tuple[float, float, float, float]
    rect: Rect | None
    number: int
    """The annotation's id."""
    upright: bool
    """Whether `rect`'s turn includes the face's direction (else it may be off by half a turn)."""


@dataclass(frozen=True, slots=True)
class Photo:
    """One annotated photo; only `looked_at` (x, y, width, height) is fully annotated."""

    source: str
    path: Path
    looked_at: tuple[float, float, float, float]
    tiles: tuple[BoxedTile, ...]
    complete: bool
    """Whether every face-up tile is known to be boxed."""


def read_photos(folder: Path, fitted: Path | None = None) -> list[Photo]:
    """All photos of one COCO folder; `fitted` holds rectangles found by `models.train.orient`."""
    coco = json.loads((folder / "annotations.json").read_text())
    names = {category["id"]: category["name"] for category in coco["categories"]}
    rects = json.loads(fitted.read_text()) if fitted is not None and fitted.exists() else {}
    boxes: dict[int, list[tuple[str, list[float], int]]] = {}
    for entry in coco["annotations"]:
        boxes.setdefault(entry["image_id"], []).append(
            (label_of(names[entry["category_id"]]), entry["bbox"], entry["id"])
        )
    photos = []
    for image in coco["images"]:
        own = boxes.get(image["id"], [])
        tiles = tuple(_tile(folder.name, label, box, number, rects.get(f"{folder.name}/{number}"), own)
                      for label, box, number in own)  # fmt: skip
        whole = (0.0, 0.0, float(image["width"]), float(image["height"]))
        # Unknown completeness (leo_standing) was looked through: its pictures are as good as complete.
        hint = tuple(image.get("crop_hint") or whole) if image.get("complete", True) is False else whole
        path = folder / "images" / image["file_name"]
        photos.append(Photo(folder.name, path, hint, tiles, image.get("complete", True) is True))
    return photos


def build_real(folder: Path, photos: list[Photo]) -> int:
    """Cuts every tile whose rectangle is known out of `photos` into `folder`; returns how many."""
    crops: list[NDArray[np.uint8]] = []
    index = []
    for photo in photos:
        picture = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
        for tile in photo.tiles:
            if tile.rect is None or min(tile.rect[2:4]) < 16:
                continue
            crops.append(cut(picture, tile.rect, REAL_SHARE, (REAL_WIDTH, REAL_HEIGHT)))
            index.append({"label": tile.label, "source": photo.source, "upright": tile.upright})
    np.save(folder / "real.npy", np.stack(crops))
    (folder / "real.json").write_text(json.dumps(index))
    return len(crops)


def cut(picture: NDArray[np.uint8], rect: Rect, share: float, size: tuple[int, int]) -> NDArray[np.uint8]:
    """`rect` of `picture` turned upright, filling `share` of each side of a (width, height) crop."""
    x, y, wide, high, turn = rect
    angle = np.deg2rad(turn)
    across = np.array([np.cos(angle), np.sin(angle)]) * wide / share
    along = np.array([-np.sin(angle), np.cos(angle)]) * high / share
    centre = np.array([x, y])
    corners = np.stack(
        [centre - across / 2 - along / 2, centre + across / 2 - along / 2, centre - across / 2 + along / 2]
    )
    target = np.array([[0, 0], [size[0], 0], [0, size[1]]], np.float32)
    matrix = cv2.getAffineTransform(corners.astype(np.float32), target)
    mode = cv2.INTER_AREA if wide / share > size[0] else cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpAffine(picture, matrix, size, flags=mode, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _tile(
    source: str,
    label: str,
    box: list[float],
    number: int,
    fitted: list[float] | None,
    own: list[tuple[str, list[float], int]],
) -> BoxedTile:
    x, y, wide, high = box
    bounds = (x, y, wide, high)
    if fitted is not None:
        a, b, c, d, turn = fitted
        return BoxedTile(label, bounds, (a, b, c, d, turn), number, True)
    if max((_overlap(box, other) for _, other, _ in own if other is not box), default=0.0) > 0.12:
        # Overlapping boxes: a turned row, its boxes loose. Needs a fitted rectangle.
        return BoxedTile(label, bounds, None, number, False)
    grow = 1.08 if source == "riichibox" else 1.0
    if wide > high * 1.12 and (source in TURNED_SOURCES or source.startswith(GIVEN)):
        turned = (x + wide / 2, y + high / 2, high * grow, wide * grow, 90.0)
        return BoxedTile(label, bounds, turned, number, False)
    rect = (x + wide / 2, y + high / 2, wide * grow, high * grow, 0.0)
    return BoxedTile(label, bounds, rect, number, source in UPRIGHT_SOURCES)


def _overlap(a: list[float], b: list[float]) -> float:
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = wide * high
    return both / (a[2] * a[3] + b[2] * b[3] - both)
