"""A film as a perfect detector would report it, look by look, without painting a picture.

What an arm hides is not reported; where the arm is, is. A tile in a hand is reported where it is seen when it
is open and not under the fingers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.observation import DieObservation, Point, TileObservation
from vision.simulate.drawing.lens import Lens, lens_of
from vision.simulate.filming.arms import covered_by
from vision.simulate.filming.film import Film, carried_at
from vision.simulate.observations import observations_of

Polygon = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PerfectLook:
    """What is visible at `at_s`: tiles, dice, and the outlines (mm) that arms cover."""

    number: int
    at_s: float
    tiles: tuple[TileObservation, ...]
    dice: tuple[DieObservation, ...]
    covered: tuple[Polygon, ...]


def calm_looks(film: Film, apart_s: float = 0.3) -> Iterator[PerfectLook]:
    """The looks between acts, when no arm is over the table, so far apart: a long film in few looks."""
    lens = lens_of(film.settings.view)
    edges = [0.0, *(edge for act in film.acts for edge in (act.start_s, act.gone_s)), film.ends_s]
    number = 0
    for calm_s, ends_s in zip(edges[::2], edges[1::2], strict=True):
        # Nothing moves between two acts: every look is as the first.
        at_s = calm_s + 0.01
        look = perfect_look(film, lens, number, at_s)
        while at_s < ends_s:
            yield replace(look, number=number, at_s=at_s)
            number, at_s = number + 1, at_s + apart_s


def perfect_look(film: Film, lens: Lens, number: int, at_s: float) -> PerfectLook:
    """The look at one moment."""
    place = lens.place_mm
    plane = film.settings.tile_mm[2]
    scene = film.scene_at(at_s)
    moving = [pose for act in film.acts for pose in carried_at(act, at_s) if act.start_s < at_s < act.gone_s]
    whole = replace(scene, tiles=(*scene.tiles, *moving))
    seen_from = (float(place[0]), float(place[1]), float(place[2]))
    tiles, dice = observations_of(whole, seen_from, plane)
    covered = tuple(outline for arm in film.arms_at(at_s) for outline in covered_by(arm, lens, plane))
    return PerfectLook(
        number,
        at_s,
        tuple(tile for tile in tiles if not _is_hidden(tile.corners_mm, covered)),
        tuple(die for die in dice if not _is_hidden(die.corners_mm, covered)),
        covered,
    )


def _is_hidden(corners: Sequence[Point], covered: Sequence[Polygon]) -> bool:
    """Whether the middle, or two of the corners, lie under an arm."""
    middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    for outline in covered:
        shape = np.array(outline, np.float32)
        if cv2.pointPolygonTest(shape, middle, False) >= 0:
            return True
        if sum(cv2.pointPolygonTest(shape, corner, False) >= 0 for corner in corners) >= 2:
            return True
    return False
