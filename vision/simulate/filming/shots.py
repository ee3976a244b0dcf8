"""Takes a film's frames: the scene painted once a change, arms and disturbances over it in each frame."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.observation import Picture
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.arms import Arm, paint_arm
from vision.simulate.filming.disturb import Disturbance, Kind, covered, nudged, relit
from vision.simulate.filming.film import Film, carried_at
from vision.simulate.poses import Scene

LOST_FOCUS_PX = 6.0


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame and its truth: the scene as it lies and the arms over it."""

    number: int
    at_s: float
    picture: Picture
    scene: Scene
    arms: tuple[Arm, ...]


def shots(
    film: Film, rate: float, seed: int = 0, disturbances: Sequence[Disturbance] = (), first_s: float = 0.0
) -> Iterator[Shot]:
    """Every frame of `film` at `rate` a second, as the camera takes it; `first_s`: none before that."""
    shooting, sensor = _Shooting(film, seed), Sensor(film.settings, seed)
    for number in range(math.ceil(first_s * rate), math.ceil(film.ends_s * rate)):
        at_s = number / rate
        on = frozenset(each.kind for each in disturbances if each.is_on(at_s))
        scene, arms = film.scene_at(at_s), film.arms_at(at_s)
        picture = shooting.picture(scene, arms, at_s, on)
        yield Shot(number, at_s, sensor.taken(picture, number, at_s), scene, arms)


class _Shooting:
    """Paints the moments of one film; keeps the last still and a painter for each place of the camera."""

    def __init__(self, film: Film, seed: int) -> None:
        self._film, self._seed = film, seed
        self._painters: dict[bool, Painter] = {}
        self._still: tuple[Scene, bool, Picture] | None = None

    def picture(self, scene: Scene, arms: Sequence[Arm], at_s: float, on: frozenset[Kind]) -> Picture:
        """The table at one moment, before the sensor."""
        is_nudged = "nudge" in on
        painter = self._painter(is_nudged)
        if self._still is None or self._still[0] is not scene or self._still[1] != is_nudged:
            self._still = (scene, is_nudged, painter.still(scene))
        picture = self._still[2].copy()
        for act in self._film.acts:
            if act.start_s < at_s < act.gone_s:
                for pose in carried_at(act, at_s):
                    painter.paint_tile(picture, pose, scene)
        for arm in arms:
            paint_arm(picture, arm, painter.lens, self._film.settings)
        return _disturbed(picture, on)

    def _painter(self, is_nudged: bool) -> Painter:
        if is_nudged not in self._painters:
            settings = self._film.settings
            view = nudged(settings.view) if is_nudged else settings.view
            self._painters[is_nudged] = Painter(replace(settings, view=view), self._seed)
        return self._painters[is_nudged]


def _disturbed(picture: Picture, on: frozenset[Kind]) -> Picture:
    if "blur" in on:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), LOST_FOCUS_PX), dtype=np.uint8)
    if "lamp" in on:
        picture = relit(picture)
    return covered(picture) if "cover" in on else picture
