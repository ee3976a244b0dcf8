"""`python -m models.render.filmed OUT --seed N`: a whole deal, look by look, written down for Blender.

OUT gets `film.json`, a file for each look that shows something new (a table that lies still is rendered once)
and a folder of faces. Then `models.render.tables OUT --quick` renders them, in an environment of its own, and
`tests/bench/following/bench_follow.py --rendered OUT` follows the deal. Set, colours and camera follow from
the number as those of `models.render.laid` do, so all faces are drawn in a manner that no training shows;
`--faces` and `--rules` name others, such as a set that `models.evaluate.photographed` cut out of photos.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

from engine.ruleset import Ruleset
from engine.table.tile_set import face_counts
from engine.tiles import ALL_FACES, EngineError
from models.render.laid import SETS, LaidTable, rules_for, set_out, write_faces, written
from vision.observation import Picture, VisionError
from vision.picture_file import read_picture
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.arms import Arm, limbs_of, outline_of
from vision.simulate.filming.director import Timed, film_of
from vision.simulate.filming.film import Film, carried_at
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.knobs import turned
from vision.simulate.playing.play import play_game
from vision.simulate.poses import Scene
from vision.simulate.settings import TwinSettings

CARRIED_MM = 22.0
"""How high over the felt a tile is carried: over those that lie."""
FLAT = 0.45
"""How thick a limb is, of its width."""
FILM = "film.json"


@dataclass(frozen=True, slots=True)
class Told:
    """What a film's deal, set and camera follow from. `knobs` turn the simulated table's settings; `seconds`:
    of the beginning only; `faces`: a folder of sets' folder, and `rules`: their name, both empty where they
    follow from the number."""

    seed: int
    rate: float
    knobs: tuple[str, ...] = ()
    seconds: float = 3600.0
    faces: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class FilmedDeal:
    """A deal to be rendered; `set_name`: of its faces' folder; `truth` as a journal would have it."""

    told: Told
    set_name: str
    rules: Ruleset
    settings: TwinSettings
    film: Film
    truth: Sequence[Timed]

    def looks(self) -> Iterator[tuple[float, str, Scene, tuple[Arm, ...]]]:
        """Each look: when (s), its picture's name, what lies there and in the hands, and the arms. A table
        that lies still as it did before has the name it had then."""
        known: dict[int, str] = {}
        for number in range(math.ceil(min(self.film.ends_s, self.told.seconds) * self.told.rate)):
            at_s, name = number / self.told.rate, f"{number:05d}"
            scene, arms = self.film.scene_at(at_s), self.film.arms_at(at_s)
            if not arms:
                name = known.setdefault(id(scene), name)
            carried = [
                replace(pose, bottom_mm=CARRIED_MM)
                for act in self.film.acts
                if act.start_s < at_s < act.gone_s
                for pose in carried_at(act, at_s)
            ]
            yield at_s, name, replace(scene, tiles=(*scene.tiles, *carried)), arms


def filmed_deal(told: Told, art: Path) -> FilmedDeal:
    """The deal of a number; VisionError when a knob is wrong or faces are missing, EngineError when there are
    no such rules."""
    name, rules_name = SETS[told.seed % len(SETS)]
    if told.faces:
        name, rules_name = told.faces, rules_for(art / told.faces) or ""
        if not rules_name:
            raise VisionError(f"{art / name} must hold a picture of each face of mcr or riichi; it does not")
    chosen = ((name, told.rules or rules_name),) if told.faces or told.rules else ()
    rules, settings, _ = set_out(told.seed, art, chosen)
    settings = turned(settings, told.knobs)
    film, timed = film_of(rules, play_game(rules, told.seed, 1), settings, told.seed, 0)
    truth = told_truth(rules, with_scores(rules, timed, 0), dealer=0)
    return FilmedDeal(told, name, rules, settings, film, [each for each in truth if each[0] <= told.seconds])


def write(deal: FilmedDeal, out: Path) -> int:
    """Writes a file for each picture of the film, and gives how many there are."""
    out.mkdir(parents=True, exist_ok=True)
    (out / FILM).write_text(json.dumps(asdict(deal.told)))
    sleeves, skin = deal.settings.look.sleeves, deal.settings.look.skin
    names = set()
    for _, name, scene, arms in deal.looks():
        if name in names:
            continue
        names.add(name)
        told = written(LaidTable(deal.rules, deal.settings, scene), deal.set_name, deal.told.seed)
        told["room"] = deal.told.seed
        told["arms"] = [
            {
                "outline": outline_of(limb).tolist(),
                "half": FLAT * (limb.wide + limb.narrow) / 2,
                "colour": (sleeves[arm.seat] if limb.is_sleeve else skin)[::-1],
            }
            for arm in arms
            for limb in limbs_of(arm)
        ]
        (out / f"{name}.json").write_text(json.dumps(told))
    return len(names)


def read_film(out: Path, art: Path) -> FilmedDeal:
    """The deal of a folder; VisionError when it holds none."""
    try:
        said = json.loads((out / FILM).read_text())
        told = Told(**{**said, "knobs": tuple(said["knobs"])})
    except (OSError, ValueError, KeyError, TypeError):
        raise VisionError(f"{out} holds no film; models.render.filmed writes one") from None
    return filmed_deal(told, art)


def shots_of(deal: FilmedDeal, out: Path) -> Iterator[tuple[int, float, Picture]]:
    """Number, time (s) and picture of each look, with a sensor's noise; VisionError when one is missing."""
    sensor, read = Sensor(deal.settings, deal.told.seed), lru_cache(maxsize=2)(read_picture)
    for number, (at_s, name, _, _) in enumerate(deal.looks()):
        yield number, at_s, sensor.taken(read(out / f"{name}.jpg"), number, at_s)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--art", type=Path, default=Path("../shared/art"), help="folder of drawn sets")
    parser.add_argument("--seed", type=int, required=True, help="even: riichi, odd: mcr")
    parser.add_argument("--rate", type=float, default=2.0, help="looks a second")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of the beginning only")
    parser.add_argument("--faces", default="", help="the set in --art to play with; it follows from --seed")
    parser.add_argument("--rules", default="", help="their name; they follow from the faces")
    parser.add_argument("--set", dest="knobs", action="append", default=[], metavar="KNOB=VALUE",
                        help="of the simulated table, such as pace.calm_s=0.45")  # fmt: skip
    chosen = parser.parse_args()
    if not chosen.art.is_dir():
        parser.error(f"{chosen.art} is not a folder")
    if not 0 < chosen.rate <= 30:
        parser.error(f"--rate must be more than 0 and at most 30, got {chosen.rate:g}")
    try:
        told = Told(chosen.seed, chosen.rate, tuple(chosen.knobs), chosen.seconds, chosen.faces, chosen.rules)
        deal = filmed_deal(told, chosen.art)
    except (EngineError, VisionError) as wrong:
        parser.error(str(wrong))
    played = [face for face in ALL_FACES if face in face_counts(deal.rules) or face[0] == "0"]
    write_faces(chosen.art / deal.set_name, played, chosen.out / deal.set_name)
    print(f"{chosen.out}: {write(deal, chosen.out)} pictures; go on with models.render.tables --quick")


if __name__ == "__main__":
    main()
