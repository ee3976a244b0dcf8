"""A table over time: what lies on it at any moment, which arms are over it, and what they carry."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from vision.observation import Point
from vision.simulate.filming.arms import Arm
from vision.simulate.poses import Scene, TilePose, moved
from vision.simulate.settings import TwinSettings

HANDS_REST: Point = (70.0, -520.0)
"""Where a hand waits, off the table, at seat 0's place."""


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
    rolling: Scene | None = None
    """The table while its dice roll."""
    both_arms: bool = False


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

    def _changes(self) -> list[tuple[float, Scene]]:
        changes = [(0.0, self.first)]
        for act in self.acts:
            changes += [(act.pick_s, act.between), (act.lay_s, act.after)]
            if act.rolling:
                changes[-1:] = [(act.lay_s - 0.45, act.rolling), (act.lay_s, act.after)]
        return sorted(changes, key=lambda change: change[0])


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
