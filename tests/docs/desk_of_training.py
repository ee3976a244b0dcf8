"""What the commands of training and measuring name: photos and drawn sets beside the desk, runs on it."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np

from engine.tiles import FLOWERS, PLAIN
from models import HERE
from models.render.filmed import Told, filmed_deal, write
from models.render.laid import FIRST, laid_table, sets_to_learn
from models.train.classes import LABELS, REAL_HEIGHT, REAL_WIDTH
from models.train.draw.cut_sheets import SHEETS
from vision.simulate.drawing.art import picture_name
from vision.simulate.drawing.painter import Painter
from vision.tile_art import ink_picture

from .desk import rows_of

PHOTOS = (["1m", "5p", "9s", "7z"], ["2m", "3p", "4s", "1z"], ["8m", "6p", "7s", "3z"])
DICE = {"dice.png": [{"pips": 3, "corners": [[40, 40], [70, 40], [70, 70], [40, 70]], "seen": 1.0}]}


def lay_out_training(desk: Path) -> None:
    """Three photos in COCO form in `../shared/photos`, two drawn sets in `../shared/art`, rendered dice, and
    the networks of each run, which are those that ship."""
    shared = desk.parent / "shared"
    _photos(shared / "photos" / "hand")
    drawn_set(shared / "art" / "fluffystuff")
    shutil.copytree(shared / "art" / "fluffystuff", shared / "art" / "commons_uni")
    shutil.copytree(shared / "photos" / "hand", shared / "photos" / "riichibox")
    (desk / "models").mkdir()
    (desk / "models" / "held_out").symlink_to(HERE / "held_out")
    for run in ("first", "dice_pair"):
        (desk / "runs" / run).mkdir(parents=True)
        for path in (*HERE.glob("*.onnx"), *HERE.glob("*.json")):
            shutil.copy(path, desk / "runs" / run)
    for run in ("first", "all"):
        _bank(desk / "runs" / run / "bank")
    (shared / "art" / "sheets").mkdir()
    for name in SHEETS:
        cv2.imwrite(str(shared / "art" / "sheets" / f"{name}.png"), np.full((300, 540, 3), 200, np.uint8))
    for run in ("dice_apart", "dice_fit"):
        (desk / "runs" / run).mkdir(parents=True)
        cv2.imwrite(str(desk / "runs" / run / "dice.png"), np.full((120, 160, 3), (60, 90, 40), np.uint8))
        (desk / "runs" / run / "dice.json").write_text(json.dumps(DICE))
    drawn_set(desk / "runs" / "art" / "ours")
    drawn_set(desk / "runs" / "sets" / "riichibox")
    _table(desk / "runs" / "tables", shared / "art")
    _film(desk / "runs" / "film", shared / "art")
    _table(desk / "runs" / "tables_to_learn", desk / "runs" / "art", sets_to_learn(desk / "runs" / "art"))


def _table(folder: Path, art: Path, to_learn: tuple[tuple[str, str], ...] = ()) -> None:
    """A picture of a laid table, painted in place of rendered."""
    folder.mkdir(parents=True)
    laid = laid_table(FIRST, art, to_learn)
    cv2.imwrite(str(folder / f"{FIRST:05d}.jpg"), Painter(laid.settings).still(laid.scene))


def _film(folder: Path, art: Path) -> None:
    """The first second of a film, painted in place of rendered."""
    deal = filmed_deal(Told(41000, 2.0, (), 1.0), art)
    write(deal, folder)
    for _, name, scene, _ in deal.looks():
        cv2.imwrite(str(folder / f"{name}.jpg"), Painter(deal.settings).still(scene))


def drawn_set(folder: Path) -> None:
    """Our own drawing of each face, as a drawn set."""
    folder.mkdir(parents=True)
    for face in (*PLAIN, *FLOWERS):
        cv2.imwrite(str(folder / f"{picture_name(face)}.png"), ink_picture(face, 60, 80))


def _photos(folder: Path) -> None:
    (folder / "images").mkdir(parents=True)
    images, boxes = [], []
    for number, faces in enumerate(PHOTOS):
        picture = rows_of(faces)
        high, wide = picture.shape[:2]
        cv2.imwrite(str(folder / "images" / f"{number}.png"), picture)
        images.append(
            {"id": number, "file_name": f"{number}.png", "width": wide, "height": high, "complete": True}
        )
        boxes += [(number, face, [60 + 72 * place, 80, 60, 80]) for place, face in enumerate(faces)]
    names = sorted({face for _, face, _ in boxes})
    coco = {
        "images": images,
        "categories": [{"id": number, "name": picture_name(face)} for number, face in enumerate(names)],
        "annotations": [
            {"id": number, "image_id": image, "category_id": names.index(face), "bbox": box}
            for number, (image, face, box) in enumerate(boxes)
        ],
    }
    (folder / "annotations.json").write_text(json.dumps(coco))


def _bank(folder: Path) -> None:
    folder.mkdir(parents=True)
    np.save(folder / "real.npy", np.zeros((1, REAL_HEIGHT, REAL_WIDTH, 3), np.uint8))
    told = [{"label": LABELS[0], "source": "hand", "upright": True}]
    (folder / "real.json").write_text(json.dumps(told))
