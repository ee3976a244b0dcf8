"""When the table is calm, and what hides it: hands told from tiles, a lamp and a nudge told from moves.

Every look is made small and compared with the look before (what moves?) and with the table as it last lay
calm (what is over it?). A hand hides what lies under it until it is gone, or until it has lain still for
longer than the table below it was ever seen::

    look -> dark or flat: failed -> shifted as a whole: failed -> moving, covered, calm by zone
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.markers import SQUARE_MM
from vision.layout.zones import Mask, Polygon, zone_shares
from vision.observation import TableImage
from vision.track.covering import (
    Small,
    bared,
    difference,
    edges,
    hands,
    light_between,
    outlines,
    shift_between,
    small_of,
)

DARK = 14.0
"""A mean brightness below this (of 255) shows nothing."""
FLAT = 0.03
"""Outlines fainter than this part of the brightness: something lies on the lens."""
CALM_LOOKS = 1
"""Looks in a row that equal the one before, until a zone is believed."""
PATIENCE_S = 20.0
"""Something over the table that lies still for so long belongs to it now."""
MOVING_SHARE, COVERED_SHARE = 0.010, 0.02
"""A zone moves, or is hidden, when more of it does."""
LAMP = 0.08
"""A change of the light by more than this part is a lamp."""
NUDGE_MM = 4.0
"""The whole table shifting by more than this is the camera."""
MUCH = 0.03
"""Only when more of the table has changed is it worth asking whether the camera has moved."""


@dataclass(frozen=True, slots=True)
class Settling:
    """What one look is worth.

    `look`: ``seen``, ``partly`` (something covers a part, see `covered`, polygons in mm) or ``failed`` (see
    `reason`: ``dark``, ``covered`` or ``nudged``). `moving`, `hidden`, `calm` name zones as a reading does;
    what is none of them has come to rest only just now. `stirred`: where something moved, polygons. `lamp`:
    the light has just changed. `nudge_mm`: how far the view has shifted from the aligned one, (0, 0) when it
    has not. `tentative`: the same when what a hand has just left counts as still; None where no more zones
    are calm then.
    """

    look: Literal["seen", "partly", "failed"]
    covered: tuple[Polygon, ...] = ()
    moving: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    calm: frozenset[str] = frozenset()
    reason: str = ""
    lamp: bool = False
    nudge_mm: tuple[float, float] = (0.0, 0.0)
    stirred: tuple[Polygon, ...] = ()
    tentative: Self | None = None

    @property
    def is_calm(self) -> bool:
        """Whether the whole table is still and uncovered."""
        return self.look == "seen" and not self.moving


@dataclass(slots=True)
class _Ground:
    """The table as it last lay calm, for how long (s) each cell was seen so, and for how long what is seen
    now has lain still."""

    look: Small
    held_s: NDArray[np.float64]
    still_s: NDArray[np.float64]


class Settler:
    """Follows one table from look to look. It keeps the last look and the table as it last lay calm."""

    def __init__(self, square_mm: float = SQUARE_MM) -> None:
        self._square_mm = square_mm
        self._ground: _Ground | None = None
        self._last: Small | None = None
        self._last_s = 0.0
        self._last_cover: Mask | None = None
        self._calm_looks: dict[str, int] = {}

    def realigned(self) -> None:
        """Called after a new calibration: what the table looked like before is no measure any more."""
        self._ground = self._last = self._last_cover = None
        self._calm_looks = {}

    def update(self, table: TableImage) -> Settling:
        """Judges one more look."""
        small = small_of(table, self._square_mm)
        last, passed_s = self._last, max(0.0, table.taken_at_s - self._last_s)
        reason = _blindness(small)
        if reason:
            self._calm_looks, self._last_cover = {}, None
            return Settling("failed", reason=reason)
        self._last, self._last_s = small, table.taken_at_s
        if last is None or self._ground is None or last.luma.shape != small.luma.shape:
            self._last_cover = None
            still = np.zeros(small.luma.shape)
            self._ground = _Ground(small, still, still.copy())
            return Settling("seen")
        light = light_between(last, small)
        moving = difference(last, small, light)
        over = difference(self._ground.look, small, light_between(self._ground.look, small))
        nudge = self._nudge(small, over)
        if nudge != (0.0, 0.0):
            self._calm_looks, self._last_cover = {}, None
            return Settling("failed", reason="nudged", lamp=light.step > LAMP, nudge_mm=nudge)
        cover = self._cover(small, over, moving, passed_s)
        settling = self._judged(cover, moving, light.step > LAMP, small)
        before, self._last_cover = self._last_cover, cover
        if before is None or not before.any():
            return settling
        return replace(settling, tentative=_tentative(settling, moving & ~bared(before, cover), small))

    def _nudge(self, small: Small, over: Mask) -> tuple[float, float]:
        """How far everything has shifted, when much of the table differs from the calm one."""
        if self._ground is None or np.count_nonzero(over) < MUCH * over.size:
            return (0.0, 0.0)
        shift = shift_between(self._ground.look, small)
        return shift if max(abs(shift[0]), abs(shift[1])) > NUDGE_MM else (0.0, 0.0)

    def _cover(self, small: Small, over: Mask, moving: Mask, passed_s: float) -> Mask:
        """What hides the table; what does not becomes the calm table."""
        ground = self._ground
        assert ground is not None
        ground.still_s = np.where(moving > 0, 0.0, ground.still_s + passed_s)
        cover = hands(over, moving, small.rim)
        stays = (cover > 0) & (ground.still_s <= np.minimum(ground.held_s, PATIENCE_S))
        new = (over > 0) & ~stays & (moving == 0)
        ground.held_s = np.where(new, 0.0, np.where(stays, ground.held_s, ground.held_s + passed_s))
        # With a hand over the table its shadow lies beside it, and must not creep into the calm table.
        ground.look = ground.look.kept(small, new if cover.any() else ~stays)
        # As long as any of it is a hand, all of it is.
        return cover if (stays & (over > 0)).any() else np.zeros_like(cover)

    def _judged(self, cover: Mask, moving: Mask, lamp: bool, small: Small) -> Settling:
        """The zones that move, are hidden, are calm."""
        restless, inner = _restless(moving, small), _inner(small)
        shares = zone_shares(cover[inner, inner])
        hidden = frozenset(name for name, share in shares.items() if share > COVERED_SHARE)
        for name in shares:
            still = name not in restless and name not in hidden
            self._calm_looks[name] = self._calm_looks.get(name, 0) + 1 if still else 0
        calm = frozenset(name for name, looks in self._calm_looks.items() if looks >= CALM_LOOKS)
        polygons = outlines(cover, small.cell_mm)
        return Settling(
            "partly" if polygons else "seen",
            polygons,
            restless,
            hidden,
            calm,
            lamp=lamp,
            stirred=_stirred(moving, small),
        )


def _tentative(settling: Settling, moving: Mask, small: Small) -> Settling | None:
    """What the look is worth when only so much moves."""
    restless = _restless(moving, small)
    still = settling.moving - restless - settling.hidden
    if not still:
        return None
    return replace(settling, moving=restless, calm=settling.calm | still, stirred=_stirred(moving, small))


def _restless(moving: Mask, small: Small) -> frozenset[str]:
    """The zones of which more than a little moves."""
    inner = _inner(small)
    shares = zone_shares(_without_specks(moving)[inner, inner])
    return frozenset(name for name, share in shares.items() if share > MOVING_SHARE)


def _inner(small: Small) -> slice:
    """The playing square's rows, or columns."""
    return slice(small.margin, small.luma.shape[0] - small.margin)


def _stirred(moving: Mask, small: Small) -> tuple[Polygon, ...]:
    return outlines(cv2.dilate(moving, np.ones((3, 3), np.uint8)), small.cell_mm)


def _blindness(small: Small) -> str:
    """Why nothing can be seen in this look; empty when something can."""
    if float(small.luma.mean()) < DARK:
        return "dark"
    return "covered" if float(edges(small.bright).std()) < FLAT else ""


def _without_specks(mask: Mask) -> Mask:
    """The mask without single cells, which are noise along edges."""
    padded = np.pad(mask, 1)
    size = mask.shape[0]
    around = sum(padded[i : i + size, j : j + size].astype(np.int32) for i in range(3) for j in range(3))
    return ((mask > 0) & (np.asarray(around) >= 3)).astype(np.uint8)
