"""`python -m models.evaluate.photographed SOURCE OUT`: the faces of a real set, cut out of its photos.

SOURCE is a COCO folder in which one set lies. Every tile that is read as its box says is straightened; those
of a face are laid on the one most like the others, and the middle value of each pixel is kept. Its ink is
what is darker than the body::

    photos --read--> corners --straighten--> views of a face --lay on each other--> one --less the body--> ink

OUT gets a picture of each face on a transparent ground, as a folder of drawn sets has them: it can be played
on the simulated table and filmed by Blender. Networks that measure there must not have seen SOURCE.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, Tile
from models.train.photos import Photo, read_photos
from models.train.repaint import places
from vision.detect.detector import Detector
from vision.detect.networks import MODELS
from vision.observation import VisionError
from vision.picture_file import read_picture
from vision.simulate.drawing.art import INSIDE, picture_name

SIZE = (300, 400)
"""Width and height of a whole tile, straightened, px."""
VIEWS = 24
"""Views of a face that are laid on each other, the largest."""
FLAT = np.array([(0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1])], np.float32)
SMOOTH = 21
"""Side of the blur, px, in which views are laid on each other."""
STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
LEAST_INK, FULL_INK = 0.10, 0.75
"""How much darker than the body, of its brightness, where ink begins, and where it hides the body."""
ALIKE = 0.7
"""How well a view must correlate with the first to be laid on it: some are outlined wrongly."""
BARE = 70
"""Percentile of a tile's pixels that its body shows."""
View = NDArray[np.float32]
"""(400, 300, 3): a tile from above, upright; 1 is as bright as the light on it allows."""


def views_of(detector: Detector, photos: Iterable[Photo]) -> Iterator[tuple[str, float, View]]:
    """Every tile that is read as its box says: its label, how large it was (px²), and the tile from above,
    (400, 300, 3), upright; 1 is as bright as the light on it allows."""
    for photo in photos:
        picture = read_picture(photo.path)
        for place in places(detector, picture, photo):
            corners = place.corners.astype(np.float32)
            matrix = cv2.getPerspectiveTransform(corners, FLAT)
            tile = cv2.warpPerspective(picture, matrix, SIZE, flags=cv2.INTER_CUBIC).astype(np.float32)
            yield place.label, float(cv2.contourArea(corners)), _evenly_lit(tile)


def face_of(views: list[tuple[float, View]]) -> NDArray[np.uint8]:
    """One face as ink, (high, wide, 4) bytes BGRA, from its views and how large each was."""
    largest = [view for _, view in sorted(views, key=lambda each: -each[0])[:VIEWS]]
    first = max(largest, key=lambda view: sum(_alike(view, other) for other in largest))
    laid = [_laid_on(first, view) for view in largest]
    middle = np.median(np.stack([view for view in laid if _alike(first, view) >= ALIKE] or [first]), axis=0)
    body = _body(middle)
    darker = 1.0 - (middle / body).min(axis=2, keepdims=True)
    cover = np.clip((darker - LEAST_INK) / (FULL_INK - LEAST_INK), 0.0, 1.0)
    ink = (middle - (1.0 - cover) * body) / np.maximum(cover, 0.05)
    picture = np.dstack([np.clip(ink, 0, 1), cover]) * 255
    across, along = ((1 - INSIDE) / 2 * length for length in SIZE)
    return np.asarray(picture[round(along) : -round(along), round(across) : -round(across)].round(), np.uint8)


def cut_set(detector: Detector, source: Path, every: int = 1) -> dict[Tile, NDArray[np.uint8]]:
    """The faces of the set that lies in the photos of `source`, as ink (336, 252, 4) bytes BGRA;
    of `every` so manieth photo. VisionError when `source` is no COCO folder."""
    try:
        photos = read_photos(source)[::every]
    except (OSError, ValueError, KeyError) as wrong:
        raise VisionError(f"{source} is no folder of boxed photos: {wrong}") from None
    views: dict[str, list[tuple[float, View]]] = {}
    for label, size, view in views_of(detector, photos):
        views.setdefault(label, []).append((size, view))
    return {face: face_of(views[face]) for face in ALL_FACES if face in views}


def _body(tile: NDArray[np.float32]) -> NDArray[np.float32]:
    """The body's colour, (3,)."""
    return np.asarray(np.percentile(tile.reshape(-1, 3), BARE, axis=0), np.float32)


def _evenly_lit(tile: NDArray[np.float32]) -> View:
    """The tile in a light that is the same all over it, and as bright as its body can be."""
    light = cv2.GaussianBlur(tile.max(axis=2), (0, 0), SIZE[0] / 4)
    even = tile / np.maximum(light / light.max(), 0.1)[..., None]
    return np.asarray(even / max(float(_body(even).max()), 1.0), np.float32)


def _laid_on(first: View, view: View) -> View:
    """The view moved so that its ink lies on that of the first; turned by half where that fits better."""
    turned = max((view, view[::-1, ::-1]), key=lambda each: _alike(first, each))
    move = np.eye(2, 3, dtype=np.float32)
    try:
        _, move = cv2.findTransformECC(
            _grey(first), _grey(turned), move, cv2.MOTION_AFFINE, STEPS, None, SMOOTH
        )
    except cv2.error:  # no ink, or none that fits: it lies well enough
        return turned
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(turned, move, SIZE, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return max((np.asarray(moved, np.float32), turned), key=lambda each: _alike(first, each))


def _grey(view: View) -> NDArray[np.float32]:
    return np.ascontiguousarray(view.min(axis=2))


def _alike(one: View, other: View) -> float:
    """How two views correlate, -1 to 1; nothing is like a view without any ink (NaN)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


def main(words: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--every", type=int, default=1, help="of every so manieth photo")
    chosen = parser.parse_args(words)
    try:
        faces = cut_set(Detector.load(chosen.models), chosen.source, chosen.every)
    except VisionError as wrong:
        parser.error(str(wrong))
    if not faces:
        parser.error(f"no tile in the photos of {chosen.source} is read as its box says")
    chosen.out.mkdir(parents=True, exist_ok=True)
    for face, ink in faces.items():
        cv2.imwrite(str(chosen.out / f"{picture_name(face)}.png"), ink)
    missing = " ".join(face for face in ALL_FACES if face not in faces)
    print(f"{chosen.out}: {len(faces)} faces; none of: {missing or '-'}")


if __name__ == "__main__":
    main()
