"""Tables played with strange sets, looked at in calm moments: what the networks read, and what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.rules import load_ruleset
from engine.table.events import Event, TileDiscarded
from engine.table.tile_set import face_counts
from engine.tiles import Tile
from models.evaluate.strange_faces import strange_set
from vision.camera.markers import SQUARE_MM
from vision.detect.detector import Detector
from vision.detect.read import Read
from vision.observation import Point
from vision.own_set.own_set import OwnSet
from vision.pipeline.looker import Looker
from vision.simulate.drawing.lens import calibration_of, lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.director import film_of
from vision.simulate.filming.film import Film
from vision.simulate.observations import observations_of
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LOOKS, TwinSettings, preset

APART_S = 0.25
"""Between the two looks at each moment: the second one finds the table calm."""
NEAR_MM = 12.0
"""A read this near to where a tile truly lies is that tile."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One look: what was read, where (mm), what is laid out together, and the face that truly lies at each
    read (None: no tile face up)."""

    reads: list[Read]
    places: list[Point]
    rows: list[list[Point]]
    truth: list[Tile | None]


class _Noting(OwnSet):
    """Notes what is read and changes nothing."""

    looks: list[tuple[list[Read], list[Point]]]
    rows: list[list[Point]]

    def read(self, reads: list[Read], places: object) -> list[Read]:
        """As it was read."""
        assert isinstance(places, list)
        self.looks.append((reads, places))
        return reads

    def lie_together(self, rows: object) -> None:
        """Only noted."""
        assert isinstance(rows, list)
        self.rows = rows


def painted(seed: int, base: Path | None, folder: Path | None) -> tuple[TwinSettings, tuple[Tile, ...]]:
    """A club table whose set has strange faces, and those; without a `folder` to draw it in the set is the
    one in `base`."""
    strange = strange_set(folder, base, seed) if folder else ()
    looks = list(LOOKS.values())
    return replace(preset("club"), art=folder or base, look=looks[seed % len(looks)]), strange


def moments(
    detector: Detector, settings: TwinSettings, seed: int, rules_name: str, every: int
) -> Iterator[Moment]:
    """What is read on a table after every so manieth discard of a deal."""
    rules = load_ruleset(rules_name)
    film, timed = film_of(rules, play_game(rules, seed, 1), settings, seed, 0)
    lens = lens_of(settings.view)
    painter, sensor = Painter(settings, seed), Sensor(settings, seed)
    seen_from = (float(lens.place_mm[0]), float(lens.place_mm[1]), float(lens.place_mm[2]))
    noting = _Noting(detector.reader, detector.settings, face_counts(rules))
    noting.looks, noting.rows = [], []
    looker = Looker(detector, calibration_of(lens, settings.view.size), SQUARE_MM, rules.stacks, noting)
    for number, at_s in enumerate(_calm_moments(film, timed, every)):
        scene = film.scene_at(at_s)
        still = painter.still(scene)
        for half in (0, 1):
            noting.looks, noting.rows = [], []
            shot = sensor.taken(still, 2 * number + half, at_s)
            looker.look(shot, at_s + half * APART_S, 2 * number + half)
            for reads, places in noting.looks:
                truth = observations_of(scene, seen_from, settings.tile_mm[2])[0]
                faces = [
                    (np.mean(one.corners_mm, axis=0), one.faces[0][0]) for one in truth if one.kind == "face"
                ]
                yield Moment(reads, places, noting.rows, [_there(faces, place) for place in places])


def _calm_moments(film: Film, timed: Sequence[tuple[float, Event]], every: int) -> Iterator[float]:
    discards = [at_s for at_s, event in timed if isinstance(event, TileDiscarded)]
    for at_s in [*discards[::every], film.ends_s - 0.5]:
        calm_s = at_s
        while film.arms_at(calm_s) and calm_s < film.ends_s:
            calm_s += 0.1
        yield calm_s


def _there(faces: list[tuple[np.ndarray, Tile]], place: Point) -> Tile | None:
    near = [(float(np.hypot(*(middle - place))), face) for middle, face in faces]
    apart, face = min(near, default=(NEAR_MM, ""))
    return face if apart < NEAR_MM else None
