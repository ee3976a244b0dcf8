"""`python -m models.render.laid OUT`: tables in mid deal, written down for Blender to render.

Each is a moment of a simulated deal with a drawn set that no training has seen. OUT gets a file for each
table and a folder of faces for each set. Then `models.render.tables OUT` renders them, in an environment of
its own, and `models.evaluate.rendered OUT` measures what is read there. What lies on a table follows from its
number, so that nothing but the pictures has to be kept. With `--to-learn` the tables show the other drawn
sets, with backs of any colour: training may see those.
"""

from __future__ import annotations

import argparse
import colorsys
import json
import math
import random
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.tile_set import face_counts
from engine.tiles import ALL_FACES, Tile
from vision.simulate.drawing.art import ink_from_file, picture_name
from vision.simulate.drawing.ground import PROP_AT
from vision.simulate.drawing.lens import Lens, lens_of
from vision.simulate.filming.director import film_of
from vision.simulate.playing.play import play_game
from vision.simulate.poses import Scene, TilePose, moved
from vision.simulate.settings import LOOKS, Appearance, TwinSettings, View, preset

SETS = (("fluffystuff", "riichi"), ("commons_uni", "mcr"))
"""Drawn sets kept out of all training, and the rules that play with the faces they have."""
BACKS = ((142, 86, 36), (48, 120, 52), (38, 118, 208), (120, 40, 90), (40, 40, 170), (60, 190, 220))
FACE_PX = (192, 256)
FIRST, TABLES = 20181, 40
KEPT_OUT = tuple(name for name, _ in SETS)
Turn = NDArray[np.float64]
"""(3, 3): from a tile's own axes (right, up, out of its face) to the table's."""


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A moment of a deal, and the camera over it."""

    rules: Ruleset
    settings: TwinSettings
    scene: Scene

    @property
    def lens(self) -> Lens:
        """The camera."""
        return lens_of(self.settings.view)


def sets_to_learn(art: Path) -> tuple[tuple[str, str], ...]:
    """The drawn sets of a folder that training may see and that have all faces of some rules, and those."""
    folders = sorted(path for path in art.iterdir() if path.is_dir() and path.name not in KEPT_OUT)
    found = ((folder.name, rules_for(folder)) for folder in folders)
    return tuple((name, rules) for name, rules in found if rules is not None)


def rules_for(folder: Path) -> str | None:
    """Rules that play with the faces drawn in a folder, MCR first; None where some faces are missing."""
    for rules in ("mcr", "riichi"):
        faces = face_counts(load_ruleset(rules))
        if all((folder / f"{picture_name(face)}.png").exists() for face in faces if face[0] != "0"):
            return rules
    return None


def set_out(
    seed: int, art: Path, to_learn: tuple[tuple[str, str], ...] = ()
) -> tuple[Ruleset, TwinSettings, random.Random]:
    """The rules of the table of a number, its set, colours and camera, and the chance that goes on from
    there. The other words are those of `laid_table`."""
    rng = random.Random(seed)
    sets = to_learn or SETS
    name, rules_name = sets[seed % len(sets)]
    rules, look = load_ruleset(rules_name), rng.choice(list(LOOKS.values()))
    view = View(
        height_mm=rng.uniform(1050, 1300), offset_mm=(rng.gauss(0, 60), rng.gauss(0, 60)),
        roll_deg=rng.gauss(0, 1.5), k1=0.0, k2=0.0, across_mm=rng.uniform(920, 990),
    )  # fmt: skip
    back = _any_back(rng) if to_learn else rng.choice(BACKS)
    return rules, replace(preset("club"), look=replace(look, back=back), view=view, art=art / name), rng


def laid_table(seed: int, art: Path, to_learn: tuple[tuple[str, str], ...] = ()) -> LaidTable:
    """The table of a number; `art`: the folder of drawn sets; `to_learn`: these sets, and backs of any
    colour."""
    rules, settings, rng = set_out(seed, art, to_learn)
    film, _ = film_of(rules, play_game(rules, seed, 1), settings, seed, 0)
    at_s = film.ends_s * rng.uniform(0.1, 0.98)
    while film.arms_at(at_s) and at_s < film.ends_s:
        at_s += 0.1
    return LaidTable(rules, settings, film.scene_at(at_s))


def _any_back(rng: random.Random) -> tuple[int, int, int]:
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.3, 1.0), rng.uniform(0.15, 0.95))
    return (round(255 * blue), round(255 * green), round(255 * red))


def turn_of(pose: TilePose) -> Turn:
    """How a tile lies or stands: its own axes as columns."""
    lean = math.radians(pose.lean_deg)
    own = {
        "face_up": np.eye(3),
        "face_down": np.diag([-1.0, 1.0, -1.0]),
        "standing": np.array([
            [1.0, 0.0, 0.0], [0.0, -math.sin(lean), -math.cos(lean)], [0.0, math.cos(lean), -math.sin(lean)],
        ]),
    }  # fmt: skip
    angle = math.radians(pose.angle_deg)
    about = np.array(
        [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1.0]]
    )
    return np.asarray(about @ own[pose.lies])


def written(table: LaidTable, faces: str, seed: int) -> dict[str, object]:
    """What Blender is told: lengths in mm, colours as red, green, blue of 255. `faces`: the set's folder."""
    lens, scene, settings = table.lens, table.scene, table.settings
    cups = [moved((0, 0), PROP_AT, 90.0 * ((seed + number) % 4)) for number in range(settings.cups)]
    return {
        "size": settings.view.size, "focal_px": float(lens.matrix[0, 0]), "place": lens.place_mm.tolist(),
        "rotation": lens.rotation.tolist(), "tile_mm": scene.tile_mm, "layer": settings.back_layer,
        "colours": _colours(settings.look), "faces": faces, "die_mm": scene.die_mm,
        "tiles": [_tile(pose, scene) for pose in scene.tiles],
        "dice": [{"pips": die.pips, "at": die.centre_mm, "angle": die.angle_deg} for die in scene.dice],
        "sticks": [{"at": stick.centre_mm, "angle": stick.angle_deg} for stick in scene.sticks],
        "cups": [*scene.cups, *cups],
    }  # fmt: skip


def _tile(pose: TilePose, scene: Scene) -> dict[str, object]:
    turn, (_, high, thick) = turn_of(pose), scene.tile_mm
    foot = np.array([*pose.centre_mm, pose.bottom_mm])
    up = turn[:, 1] * high / 2 if pose.lies == "standing" else np.array([0.0, 0.0, thick / 2])
    return {
        "face": pose.tile if pose.tile in ALL_FACES else None,
        "at": (foot + up).tolist(),
        "turn": turn.tolist(),
    }


def _colours(look: Appearance) -> dict[str, tuple[int, ...]]:
    named = {"felt": look.felt, "rim": look.rim, "floor": look.floor, "back": look.back, "body": look.body}
    return {name: colour[::-1] for name, colour in named.items()}


def write_faces(art: Path, faces: list[Tile], into: Path) -> None:
    """The ink of each face as a picture on a transparent ground."""
    into.mkdir(parents=True, exist_ok=True)
    for face in faces:
        cv2.imwrite(str(into / f"{face}.png"), ink_from_file(art, face, *FACE_PX))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--art", type=Path, default=Path("../shared/art"), help="folder of drawn sets")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--first", type=int, default=FIRST, help="number of the first table")
    parser.add_argument("--to-learn", action="store_true", help="with sets that training may see")
    chosen = parser.parse_args()
    if not chosen.art.is_dir():
        parser.error(f"{chosen.art} is not a folder")
    to_learn = sets_to_learn(chosen.art) if chosen.to_learn else ()
    sets = to_learn or SETS
    for name, rules_name in sets:
        rules = load_ruleset(rules_name)
        played = [face for face in ALL_FACES if face in face_counts(rules) or face[0] == "0"]
        write_faces(chosen.art / name, played, chosen.out / name)
    for seed in range(chosen.first, chosen.first + chosen.tables):
        told = written(laid_table(seed, chosen.art, to_learn), sets[seed % len(sets)][0], seed)
        (chosen.out / f"{seed:05d}.json").write_text(json.dumps(told))
    print(f"{chosen.out}: {chosen.tables} tables; go on with models.render.tables")


if __name__ == "__main__":
    main()
