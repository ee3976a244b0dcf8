"""`python -m models.train.contributed FILE... --photos FOLDER`: what people gave, as more photos to train on.

Each file of `jantaku contribute` becomes COCO folders beside those in FOLDER: ``given_NUMBER`` with the set
laid out, ``given_NUMBER_crops`` with single tiles, ``given_NUMBER_walls`` with walls. The steps of the recipe
then take them with the rest. A sheet of all tiles under their names is written beside them: look at it before
anything is trained.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from models.train.classes import REAL_HEIGHT, REAL_SHARE, REAL_WIDTH
from models.train.photos import CROPS, GIVEN, WALLS, cut
from models.train.scenes.scene import rect_of
from vision.contribution import Contribution, GivenCrop, GivenPicture, read_contribution
from vision.observation import Picture, VisionError

CROP_SHARE = 0.86
"""The part of each side of a reader's crop that its tile fills (`crop_share` of `models/labels.json`)."""
SHEET_COLUMNS, SHEET_CELL = 14, (108, 164)
"""Of the sheet to look at; pixels across and down."""
_HONOURS = ("east", "south", "west", "north", "white", "green", "red")
Box = tuple[float, float, float, float]
"""x, y, width, height, px."""
Boxed = tuple[Picture, list[tuple[str, Box]]]
"""A picture, and the faces in it with their boxes."""


def class_of(face: str) -> str:
    """The name of a face in a COCO folder, of which `models.train.classes.label_of` is the way back."""
    number, kind = int(face[0]), face[1]
    if kind == "z":
        return _HONOURS[number - 1]
    if kind == "f":
        return f"flower{number}" if number <= 4 else f"season{number - 4}"
    return f"{kind}5r" if number == 0 else f"{kind}{number}"


def add(given: Contribution, photos: Path) -> list[Path]:
    """Writes the folders of one contribution into `photos`; returns them.

    VisionError: it was added before.
    """
    name = GIVEN + given.number
    if any(photos.glob(f"{name}*")):
        raise VisionError(f"the contribution {given.number} is in {photos} already")
    laid = [each for each in given.pictures if each.kind == "laid"]
    walls = [each for each in given.pictures if each.kind == "wall"]
    written = []
    folders: dict[str, list[Boxed]] = {
        name: [(each.picture, _boxes(each)) for each in laid],
        name + CROPS: [(one.picture, [(one.face, _box_of_crop(one))]) for one in given.crops],
        name + WALLS: [(each.picture, []) for each in walls],
    }
    for folder, pictures in folders.items():
        if pictures:
            _write(photos / folder, pictures)
            written.append(photos / folder)
    sheet = _sheet(laid, given.crops)
    if sheet is not None:
        cv2.imwrite(str(photos / f"{name}_sheet.jpg"), sheet)
    return written


def _boxes(given: GivenPicture) -> list[tuple[str, Box]]:
    found = []
    for tile in given.tiles:
        across, down = zip(*tile.corners, strict=True)
        x, y = min(across), min(down)
        found.append((tile.face, (x, y, max(across) - x, max(down) - y)))
    return found


def _box_of_crop(one: GivenCrop) -> Box:
    high, wide = one.picture.shape[:2]
    return (wide * (1 - CROP_SHARE) / 2, high * (1 - CROP_SHARE) / 2, wide * CROP_SHARE, high * CROP_SHARE)


def _write(folder: Path, pictures: list[Boxed]) -> None:
    (folder / "images").mkdir(parents=True)
    names = sorted({class_of(face) for _, boxes in pictures for face, _ in boxes})
    images: list[dict[str, object]] = []
    annotations: list[dict[str, object]] = []
    for number, (picture, boxes) in enumerate(pictures, 1):
        file = f"{number:04d}.png"
        cv2.imwrite(str(folder / "images" / file), picture)
        high, wide = picture.shape[:2]
        images.append({"id": number, "file_name": file, "width": wide, "height": high, "complete": True})
        for face, box in boxes:
            kind = names.index(class_of(face)) + 1
            row = {"id": len(annotations) + 1, "image_id": number, "category_id": kind, "bbox": list(box)}
            annotations.append(row)
    categories = [{"id": number, "name": name} for number, name in enumerate(names, 1)]
    fields = {"images": images, "annotations": annotations, "categories": categories}
    (folder / "annotations.json").write_text(json.dumps(fields))


def _sheet(laid: list[GivenPicture], crops: tuple[GivenCrop, ...]) -> Picture | None:
    """All tiles under their names, red where the reader took them for something else; None without tiles."""
    cells = []
    for each in laid:
        for tile in each.tiles:
            rect = rect_of(np.array(tile.corners))
            shown = cut(each.picture, rect, REAL_SHARE, (REAL_WIDTH, REAL_HEIGHT))
            cells.append(_cell(shown, tile.face, tile.read_as))
    cells += [_cell(one.picture, one.face, one.read_as) for one in crops]
    if not cells:
        return None
    cells += [np.zeros_like(cells[0])] * (-len(cells) % SHEET_COLUMNS)
    rows = [np.hstack(cells[n : n + SHEET_COLUMNS]) for n in range(0, len(cells), SHEET_COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def _cell(shown: Picture, face: str, read_as: str) -> Picture:
    wide, high = SHEET_CELL
    cell = np.zeros((high, wide, 3), np.uint8)
    cell[4 : 4 + REAL_HEIGHT, 6 : 6 + REAL_WIDTH] = cv2.resize(shown, (REAL_WIDTH, REAL_HEIGHT))
    colour = (255, 255, 255) if face == read_as else (80, 80, 255)
    said = face if face == read_as else f"{face} ({read_as or '?'})"
    cv2.putText(cell, said, (6, high - 10), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA)
    return cell


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--photos", type=Path, required=True, help="folder of COCO folders")
    chosen = parser.parse_args()
    chosen.photos.mkdir(parents=True, exist_ok=True)
    is_wrong = False
    for path in chosen.files:
        try:
            given = read_contribution(path)
            for folder in add(given, chosen.photos):
                print(folder)
        except VisionError as wrong:
            print(f"Error: {wrong}", file=sys.stderr)
            is_wrong = True
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()
