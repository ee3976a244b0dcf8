"""Finding tiles of any face: the locator's maps to rectangles, over one scale or several.

A picture of unknown scale is searched at sizes a factor of two apart; the locator is at home with tiles
11 to 46 pixels wide. Of what two scales both see, the one that suits the size better wins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.networks import Network, Settings
from vision.observation import Picture

DIE = "die"
LEAST_HEAT = 0.25
LEAST_SAMPLED = 0.45
PAD = 16
"""The locator halves its maps four times."""
AROUND = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0))
Reals = NDArray[np.float64]
"""(n,), one number a tile."""
Peaks = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]
"""(n,) each: planes, rows and columns."""
COMFORT_PX = (13.0, 38.0)
"""Tile widths the locator judges best."""
LOG_SIZE_AT_ZERO = 3.0
NEAR, SHARED, SHARED_BY_CLEAR = 0.5, 0.3, 0.45
"""Two finds are of one tile when their middles are nearer than this part of the shorter side, or when they
share more than the second part of the smaller area; the third where both show a whole face."""


@dataclass(frozen=True, slots=True)
class Found:
    """One rectangle, in pixels. `turn`: radians clockwise from upright, known up to a half turn.
    `weight`: `heat` made smaller where the scale of the search did not suit the size."""

    kind: str
    heat: float
    weight: float
    x: float
    y: float
    across: float
    along: float
    turn: float
    axis_sure: bool
    """Whether the long axis is known; else it may be off by a quarter turn."""

    @property
    def middle(self) -> tuple[float, float]:
        """(x, y)"""
        return self.x, self.y

    @property
    def short(self) -> float:
        """The shorter side in pixels."""
        return min(self.across, self.along)

    def with_sides(self, across: float, along: float) -> Found:
        """The same place and direction with other sides."""
        return Found(
            self.kind, self.heat, self.weight, self.x, self.y, across, along, self.turn, self.axis_sure
        )

    def shifted(self, right: float, down: float) -> Found:
        """The same rectangle somewhere else."""
        return Found(
            self.kind, self.heat, self.weight, self.x + right, self.y + down, self.across, self.along,
            self.turn, self.axis_sure,
        )  # fmt: skip


def locate(
    network: Network,
    settings: Settings,
    picture: Picture,
    scale: float,
    *,
    quick: bool = False,
    least_die: float = LEAST_HEAT,
) -> list[Found]:
    """Everything the locator sees with the picture resized by `scale`; `quick`: see `_resized`. `least_die`:
    the heat from which a die is told."""
    resized = _resized(picture, scale, quick)
    high, wide = resized.shape[:2]
    # A border of the edge's colour: the network's own would be black, and cut a tile that touches the edge.
    down, right = -(high + PAD) % PAD, -(wide + PAD) % PAD
    padded = cv2.copyMakeBorder(resized, PAD, down, PAD, right, cv2.BORDER_REPLICATE)
    heat, shape = network.run(padded[None])
    # Rounding in the resize makes the true factor differ from `scale` on small pictures.
    factor = (wide / picture.shape[1], high / picture.shape[0])
    peaks = _peaks(heat[0], [least_die if kind == DIE else LEAST_HEAT for kind in settings.kinds])
    return _decode(heat[0], shape[0], settings, peaks, factor, (picture.shape[1], picture.shape[0]))


def _resized(picture: Picture, scale: float, quick: bool) -> Picture:
    """The picture `scale` times as large; `quick`: halved as often as that leaves a little more, then sampled
    between pixels, in a tenth of the time that averaging them takes."""
    if scale == 1.0:
        return picture
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    while quick and scale <= LEAST_SAMPLED:
        half = (max(1, picture.shape[1] // 2), max(1, picture.shape[0] // 2))
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
        scale *= 2
    is_sampled = scale > (LEAST_SAMPLED if quick else 1.0)
    mode = cv2.INTER_LINEAR if is_sampled else cv2.INTER_AREA
    return np.asarray(cv2.resize(picture, size, interpolation=mode), np.uint8)


def _decode(
    heat: NDArray[np.float32],
    shape: NDArray[np.float32],
    settings: Settings,
    peaks: Peaks,
    factor: tuple[float, float],
    size: tuple[int, int],
) -> list[Found]:
    kinds, rows, columns = peaks
    levels = heat[kinds, rows, columns].astype(np.float64)
    dx, dy, across, along, c2, s2, c4, s4 = shape[:, rows, columns].astype(np.float64)
    x = ((columns + 0.5 + dx) * settings.stride - PAD) / factor[0]
    y = ((rows + 0.5 + dy) * settings.stride - PAD) / factor[1]
    wide, high = np.exp(np.clip(np.stack([across, along]), -3, 4) + LOG_SIZE_AT_ZERO)
    weights = levels * _comfort(np.minimum(wide, high), kinds == settings.kinds.index(DIE))
    sure = (np.hypot(c2, s2) > 0.6) & (high > 1.12 * wide)
    mean = (factor[0] * factor[1]) ** 0.5
    values = np.stack([levels, weights, x, y, wide / mean, high / mean, _turn(c2, s2, c4, s4)], axis=1)
    inside = (x >= 0) & (x < size[0]) & (y >= 0) & (y < size[1])
    return [
        Found(settings.kinds[kind], level, weight, at_x, at_y, wide, high, turn, is_sure)
        for kind, is_sure, (level, weight, at_x, at_y, wide, high, turn) in zip(
            kinds[inside].tolist(), sure[inside].tolist(), values[inside].tolist(), strict=True
        )
    ]


def _peaks(heat: NDArray[np.float32], least: Sequence[float]) -> Peaks:
    """Which plane, row and column are hot enough, as its plane needs, and no less hot than all around."""
    hot = np.flatnonzero(heat >= np.array(least, np.float32)[:, None, None])
    kinds, rows, columns = np.unravel_index(hot, heat.shape)
    levels, (high, wide) = heat[kinds, rows, columns], heat.shape[1:]
    are_tops = np.ones(len(hot), bool)
    for down, right in AROUND:
        there = np.clip(rows + down, 0, high - 1), np.clip(columns + right, 0, wide - 1)
        are_tops &= levels >= heat[kinds, *there]
    return kinds[are_tops], rows[are_tops], columns[are_tops]


def _turn(c2: Reals, s2: Reals, c4: Reals, s4: Reals) -> Reals:
    """The quarter-turn map is precise, the half-turn map says which of its two answers is the long axis."""
    rough = np.arctan2(s2, c2) / 2
    fine = np.arctan2(s4, c4) / 4
    steps = np.round((rough - fine) / (np.pi / 2))
    return np.asarray(fine + steps * np.pi / 2)


def _comfort(short_px: Reals, are_dice: NDArray[np.bool_]) -> Reals:
    """How well the scale suits the size, 0.3 to 1."""
    short_px = np.where(are_dice, short_px * 2, short_px)
    low, high = COMFORT_PX
    too_small, too_large = (low - short_px) / low * 1.2, (short_px - high) / high
    return np.asarray(np.clip(1 - np.maximum(np.maximum(too_small, too_large), 0), 0.3, 1))


def scales_for(width: int, height: int) -> list[float]:
    """How many times its size a picture of unknown scale is searched at, coarse to fine."""
    longest = max(width, height)
    sides = [side for side in (40, 57, 80, 113, 160, 226, 320, 452, 640, 905, 1280) if side < longest * 1.3]
    if not sides or (longest < 1280 and longest > sides[-1] * 1.3):
        sides.append(longest)
    return [side / longest for side in sides]


def one_a_place(located: list[Found]) -> list[Found]:
    """Of all that was found in a photo at any scale one find a place, of about one size."""
    return without_doubles(sized_alike(located))


def without_doubles(found: list[Found]) -> list[Found]:
    """Keeps the weightiest of those that lie on each other."""
    kept = [one for one, is_single in zip(found, are_single(found), strict=True) if is_single]
    return sorted(kept, key=lambda item: -item.weight)


def are_single(
    found: list[Found],
    quads: NDArray[np.float64] | None = None,
    are_clear: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """(n,): which lie on no weightier one. `quads`: (n, 4, 2) their corners, where these are known better
    than the rectangles: slanted tiles side by side share nothing, the rectangles round them do. `are_clear`:
    (n,) which show a whole face, so that of two of them more may be shared by clumsy outlines."""
    order = np.argsort([-one.weight for one in found], kind="stable")
    ordered = [found[number] for number in order]
    if quads is None:
        quads = np.array([cv2.boxPoints(_box(one)) for one in ordered]).reshape(-1, 4, 2)
    else:
        quads = quads[order]
    outlines = quads.astype(np.float32)
    clear = np.zeros(len(found), bool) if are_clear is None else are_clear[order]
    stays = np.ones(len(ordered), bool)
    for number, other in _may_be_one(ordered):
        if stays[number] and stays[other]:
            is_near = _are_near(ordered[number], ordered[other])
            most = SHARED_BY_CLEAR if clear[number] and clear[other] else SHARED
            stays[other] = not (is_near or _overlap(outlines[number], outlines[other]) > most)
    in_their_order = np.empty_like(stays)
    in_their_order[order] = stays
    return in_their_order


def _may_be_one(found: list[Found]) -> list[tuple[int, int]]:
    """The pairs, the earlier first, that may share too much: what the second reaches over in the first's own
    directions bounds what they share. Of a hundred tiles side by side few pairs are left to be measured."""
    rows = np.array([(one.x, one.y, one.across, one.along, one.turn) for one in found]).reshape(-1, 5)
    reach = np.hypot(rows[:, 2], rows[:, 3]) / 2
    one, other = np.nonzero(np.triu(_apart(rows[:, 0], rows[:, 1]) < (reach[None] + reach[:, None]) ** 2, 1))
    x, y, across, along, turn = rows[one].T
    to_x, to_y, other_across, other_along, other_turn = rows[other].T
    right, down, lean = to_x - x, to_y - y, other_turn - turn
    cos, sin = np.cos(turn), np.sin(turn)
    straight, slant = np.abs(np.cos(lean)), np.abs(np.sin(lean))
    shared = np.ones_like(right)
    for away, own, reached in (
        (right * cos + down * sin, across, straight * other_across + slant * other_along),
        (down * cos - right * sin, along, slant * other_across + straight * other_along),
    ):
        shared *= np.clip((own + reached) / 2 - np.abs(away), 0, np.minimum(own, reached))
    area = np.minimum(across * along, other_across * other_along)
    short = np.minimum(np.minimum(across, along), np.minimum(other_across, other_along))
    is_one = (shared > SHARED * area) | (np.hypot(right, down) < NEAR * short)
    return list(zip(one[is_one].tolist(), other[is_one].tolist(), strict=True))


def _apart(x: Reals, y: Reals) -> Reals:
    """(n, n): the squares of the distances between points."""
    return np.asarray((x[None] - x[:, None]) ** 2 + (y[None] - y[:, None]) ** 2)


def sized_alike(found: list[Found]) -> list[Found]:
    """Lowers the weight of what is far from the usual size: tiles of one set are of one size."""
    tiles = [one for one in found if one.kind in ("face", "back")]
    if len(tiles) < 4:
        return found
    sizes = np.log([one.across * one.along for one in tiles]) / 2
    weights = np.array([one.weight for one in tiles])
    support = [float((weights * np.exp(-(((sizes - size) / 0.25) ** 2))).sum()) for size in sizes]
    usual = float(sizes[int(np.argmax(support))])

    def likely(one: Found) -> float:
        if one.kind == "die":
            return 1.0
        gap = abs(float(np.log(one.across * one.along)) / 2 - usual)
        return float(max(0.35, np.exp(-((max(0.0, gap - 0.35) / 0.5) ** 2))))

    return [replace(one, weight=one.weight * likely(one)) for one in found]


def of_one_size(found: list[Found], usual: tuple[float, float] | None) -> list[Found]:
    """On a rectified table all lying tiles have one size: `usual` (across, along in px) or that of most.

    A tile on another is nearer to the camera and seen a little larger; that much difference is kept.
    """
    lying = [one for one in found if one.kind in ("face", "back") and one.axis_sure and one.weight > 0.4]
    if usual is None:
        if len(lying) < 4:
            return found
        sizes = np.array([(one.across, one.along) for one in lying])
        usual = float(np.median(sizes[:, 0])), float(np.median(sizes[:, 1]))
    across, along = usual

    def fitted(one: Found) -> Found:
        if one.kind not in ("face", "back"):
            return one
        wide, high = (across, along) if one.along >= one.across else (along, across)
        factor = min(max((one.across * one.along / (across * along)) ** 0.25, 0.97), 1.05)
        return one.with_sides(wide * factor, high * factor)

    return [fitted(one) for one in found]


def _are_near(one: Found, other: Found) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < NEAR * min(one.short, other.short)


def _overlap(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The common part of two outlines (4, 2), as a share of the smaller one."""
    common, _ = cv2.intersectConvexConvex(one, other)
    return float(common) / max(1e-6, min(cv2.contourArea(one), cv2.contourArea(other)))


def _box(one: Found) -> tuple[tuple[float, float], tuple[float, float], float]:
    return (one.x, one.y), (one.across, one.along), float(np.rad2deg(one.turn))
