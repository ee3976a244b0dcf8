"""`python -m models.train.scenes.straighten FOLDER`: tables that Blender rendered, to learn from.

FOLDER is what `models.render.laid --to-learn` wrote and `models.render.tables` rendered. It gets
`straight/`: each table straightened by the camera it was rendered with, as large as the locator for tables
is shown it, and in `objects.json` what lies there; and `seen/`: the same as large as `jantaku watch` has it,
and its dice, as `models.train.dice` takes them with `--more-tables`. The faces join the bank's real crops.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.laid import LaidTable, laid_table, sets_to_learn
from models.train.classes import INDEX, KINDS, REAL_HEIGHT, REAL_SHARE, REAL_WIDTH
from models.train.photos import cut
from models.train.scenes.scene import rect_of
from models.train.scenes.views import TABLE_TILE_PX
from vision.camera.rectify import Rectifier
from vision.observation import DieObservation, Picture, TableImage
from vision.simulate.drawing.lens import calibration_of
from vision.simulate.observations import observations_of
from vision.simulate.poses import TilePose, corners_of

STRAIGHT, OBJECTS, SEEN = "straight", "objects.json", "seen"
DICE = "dice.json"
"""Which dice lie on the tables of a folder, and where, px."""
SOURCE = "rendered"
LEAST_PX = 12.0
"""A tile must be so wide in the picture that its face can be told."""


@dataclass(frozen=True, slots=True)
class Straight:
    """`picture`: the table from above, (side, side, 3), a tile `TABLE_TILE_PX` px wide; `objects`: what lies
    there as `Scene.objects` has it, px. `table`: the same as large as it is watched; `dice`: on it."""

    picture: Picture
    objects: list[list[float]]
    table: TableImage
    dice: tuple[DieObservation, ...]


def straightened(laid: LaidTable, picture: Picture) -> Straight:
    """A rendered picture straightened by the camera it was rendered with."""
    lens, scene = laid.lens, laid.scene
    table = Rectifier(calibration_of(lens, laid.settings.view.size)).rectify(picture)
    whole = len(table.picture)
    side = round(whole * TABLE_TILE_PX / (scene.tile_mm[0] * table.px_per_mm))
    small = cv2.resize(table.picture, (side, side), interpolation=cv2.INTER_AREA)
    place = (float(lens.place_mm[0]), float(lens.place_mm[1]), float(lens.place_mm[2]))
    tiles, dice = observations_of(scene, place, scene.tile_mm[2])
    laid_there = [
        *((tile.kind, tile.corners_mm) for tile in tiles),
        *(("die", die.corners_mm) for die in dice),
    ]
    objects = []
    for kind, corners_mm in laid_there:
        corners = np.array(table.to_px(corners_mm)) * side / whole
        objects.append([float(KINDS.index(kind)), *rect_of(corners)])
    return Straight(np.asarray(small, np.uint8), objects, table, dice)


def kept(file: Path, table: TableImage, dice: Sequence[DieObservation]) -> list[dict[str, Any]]:
    """Writes a table's picture to `file`; what the index says of it."""
    cv2.imwrite(str(file), table.picture, [cv2.IMWRITE_JPEG_QUALITY, 97])
    return [{"pips": die.pips, "corners": table.to_px(die.corners_mm)} for die in dice]


def faces_of(laid: LaidTable, picture: Picture) -> list[tuple[str, NDArray[np.uint8]]]:
    """(label, crop (128, 96, 3)) of each tile that lies face up and is large enough in the picture."""
    found = []
    for pose in laid.scene.tiles:
        if pose.lies != "face_up" or pose.covered or pose.tile not in INDEX:
            continue
        rect = rect_of(_seen(laid, pose))
        if rect[2] >= LEAST_PX:
            found.append((pose.tile, cut(picture, rect, REAL_SHARE, (REAL_WIDTH, REAL_HEIGHT))))
    return found


def _seen(laid: LaidTable, pose: TilePose) -> NDArray[np.float64]:
    """The corners of a lying tile's face in the picture, (4, 2), its own top left first, clockwise."""
    corners = np.array(corners_of(pose.centre_mm, laid.scene.tile_mm[:2], pose.angle_deg))
    return laid.lens.project(np.column_stack([corners, np.full(4, laid.scene.top_mm(pose))]))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where models.render.tables left pictures")
    parser.add_argument(
        "--art", type=Path, required=True, help="the folder of drawn sets they were laid with"
    )
    parser.add_argument("--bank", type=Path, required=True)
    chosen = parser.parse_args()
    files = sorted(chosen.folder.glob("*.jpg"))
    if not files:
        parser.error(f"{chosen.folder} must hold pictures; models.render.tables leaves them there")
    to_learn, into = sets_to_learn(chosen.art), chosen.folder / STRAIGHT
    into.mkdir(exist_ok=True)
    seen = chosen.folder / SEEN
    seen.mkdir(exist_ok=True)
    objects, dice, crops = {}, {}, []
    for file in files:
        picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if picture is None:
            parser.error(f"cannot read the picture {file}")
        laid = laid_table(int(file.stem), chosen.art, to_learn)
        straight = straightened(laid, np.asarray(picture, np.uint8))
        objects[file.name] = straight.objects
        cv2.imwrite(str(into / file.name), straight.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        dice[file.name] = kept(seen / file.name, straight.table, straight.dice)
        crops += faces_of(laid, np.asarray(picture, np.uint8))
    (into / OBJECTS).write_text(json.dumps(objects))
    (seen / DICE).write_text(json.dumps(dice))
    index = json.loads((chosen.bank / "real.json").read_text())
    real = np.load(chosen.bank / "real.npy")
    stay = [number for number, entry in enumerate(index) if entry["source"] != SOURCE]
    index = [index[number] for number in stay]
    index += [{"label": label, "source": SOURCE, "upright": True} for label, _ in crops]
    np.save(chosen.bank / "real.npy", np.concatenate([real[stay], np.stack([crop for _, crop in crops])]))
    (chosen.bank / "real.json").write_text(json.dumps(index))
    print(f"{chosen.folder}: {len(files)} tables straightened, {len(crops)} faces for the bank")


if __name__ == "__main__":
    main()
