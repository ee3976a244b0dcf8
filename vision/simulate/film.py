"""From acts to frames: what lies on the table at any moment, the arms over it, and the picture of both."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vision.observation import Picture, Point
from vision.simulate.arms import Arm, paint_arm
from vision.simulate.painter import Painter
from vision.simulate.poses import DiePose, Scene, TilePose, moved
from vision.simulate.sensor import Sensor
from vision.simulate.settings import TwinSettings

HANDS_REST: Point = (70.0, -520.0)
"""Where a hand waits, off the table, at seat 0's place."""
CARRIED_MM = 30.0


@dataclass(frozen=True, slots=True)
class Act:
    """One thing done by hand, with its times in seconds: the hand comes in at `start_s`, takes up at
    `pick_s`, lets go at `lay_s`, is gone at `gone_s`; `between` lies there while `carried` is in the hand."""

    seat: int
    start_s: float
    pick_s: float
    lay_s: float
    gone_s: float
    pick_mm: Point
    lay_mm: Point
    between: Scene
    after: Scene
    carried: tuple[TilePose, ...] = ()
    rolling: tuple[DiePose, ...] = ()
    both_arms: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame and its truth: the scene as it lies and the arms over it."""

    number: int
    at_s: float
    picture: Picture
    scene: Scene
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """A table over time: what lies there at first, and the acts in the order they begin."""

    first: Scene
    acts: tuple[Act, ...]
    ends_s: float
    settings: TwinSettings

    def scene_at(self, at_s: float) -> Scene:
        """What lies on the table, not counting what a hand carries."""
        changes = self._changes()
        return changes[bisect_right([time for time, _ in changes], at_s) - 1][1]

    def arms_at(self, at_s: float) -> tuple[Arm, ...]:
        """The arms over the table."""
        return tuple(arm for act in self.acts if act.start_s < at_s < act.gone_s for arm in _arms(act, at_s))

    def shots(self, rate: float, seed: int = 0) -> Iterator[Shot]:
        """Every frame at `rate` a second, as the camera takes it."""
        painter, sensor = Painter(self.settings, seed), Sensor(self.settings, seed)
        changes = self._changes()
        times = [time for time, _ in changes]
        still: tuple[int, Picture] | None = None
        for number in range(math.ceil(self.ends_s * rate)):
            at_s = number / rate
            index = bisect_right(times, at_s) - 1
            scene = changes[index][1]
            if still is None or still[0] != index:
                still = (index, painter.still(scene))
            arms = self.arms_at(at_s)
            picture = self._over(painter, still[1], scene, at_s, arms)
            yield Shot(number, at_s, sensor.taken(picture, number, at_s), scene, arms)

    def _over(
        self, painter: Painter, still: Picture, scene: Scene, at_s: float, arms: Sequence[Arm]
    ) -> Picture:
        picture = still.copy()
        for act in self.acts:
            if act.start_s < at_s < act.gone_s:
                for pose in carried_at(act, at_s):
                    painter.paint_tile(picture, pose, scene)
        for arm in arms:
            paint_arm(picture, arm, painter.lens, self.settings)
        return picture

    def _changes(self) -> list[tuple[float, Scene]]:
        changes = [(0.0, self.first)]
        for act in self.acts:
            changes += [(act.pick_s, act.between), (act.lay_s, act.after)]
            if act.rolling:
                tumbling = replace(act.after, dice=act.rolling)
                changes[-1:] = [(act.lay_s - 0.45, tumbling), (act.lay_s, act.after)]
        return changes


def carried_at(act: Act, at_s: float) -> tuple[TilePose, ...]:
    """The tiles in the hand at a moment, where the hand has them."""
    if not act.carried or not act.pick_s <= at_s < act.lay_s:
        return ()
    tip = _tip(act, at_s)
    x = sum(pose.centre_mm[0] for pose in act.carried) / len(act.carried)
    y = sum(pose.centre_mm[1] for pose in act.carried) / len(act.carried)
    return tuple(
        replace(pose, centre_mm=(tip[0] + pose.centre_mm[0] - x, tip[1] + pose.centre_mm[1] - y))
        for pose in act.carried
    )


def _arms(act: Act, at_s: float) -> tuple[Arm, ...]:
    tip = _tip(act, at_s)
    if not act.both_arms:
        return (Arm(act.seat, tip),)
    aside = moved((0.0, 0.0), (75.0, 0.0), 90.0 * act.seat)
    right = (tip[0] + aside[0], tip[1] + aside[1])
    left = (tip[0] - aside[0], tip[1] - aside[1])
    return (Arm(act.seat, right), Arm(act.seat, left, left=True))


def _tip(act: Act, at_s: float) -> Point:
    rest = moved((0.0, 0.0), HANDS_REST, 90.0 * act.seat)
    if at_s < act.pick_s:
        return _eased(rest, act.pick_mm, (at_s - act.start_s) / max(act.pick_s - act.start_s, 1e-6))
    if at_s < act.lay_s:
        return _eased(act.pick_mm, act.lay_mm, (at_s - act.pick_s) / max(act.lay_s - act.pick_s, 1e-6))
    return _eased(act.lay_mm, rest, (at_s - act.lay_s) / max(act.gone_s - act.lay_s, 1e-6))


def _eased(start: Point, end: Point, share: float) -> Point:
    """Hands start and stop gently."""
    smooth = share * share * (3 - 2 * share)
    return (start[0] + (end[0] - start[0]) * smooth, start[1] + (end[1] - start[1]) * smooth)
