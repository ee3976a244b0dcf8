"""A tile's corners where the reader saw them in a clumsy crop, and which of them is the face's top left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import BACK
from vision.detect.classifier import Answers
from vision.detect.corners import sides_of
from vision.detect.cut import UNIT, Quads, are_convex, areas, placed
from vision.detect.locate import Found
from vision.detect.networks import Settings

DICE = tuple(f"die{pips}" for pips in range(1, 7))
PLAIN_LABELS = (BACK, "5z", *DICE)
"""What may look the same from every side."""
UNSURE_TURN = (0.1, 0.9)
"""Between these chances of lying across the crop the longer side tells, as it does for plain tiles."""
KNOWN = 0.7
"""A face less likely than this is one the reader does not know."""
MOST_MOVED = 0.6
AREA_RANGE = (0.4, 2.5)
SLACK_FOUND, SLACK_READ, SLACK_UNKNOWN = 2.2, 1.3, 1.45
"""How far from a table's tiles in size, as a factor, a find may be, and what was read along its corners; the
third while their size is only guessed: sets are 20 to 33 mm wide. Half a tile is let through: the reader
mends it to the whole."""
STRANGE = 0.3
"""What is likelier than this to be no tile keeps the outline that was read, of whatever size."""


@dataclass(frozen=True, slots=True)
class TileSides:
    """A table's tiles in pixels, and the factor by which what was read along its corners may differ."""

    across: float
    along: float
    slack: float

    def fit(self, quads: Quads) -> NDArray[np.bool_]:
        """(n,): which corners enclose a rectangle of about a tile's sides."""
        sides = np.sort(np.stack(sides_of(quads), axis=1), axis=1)
        usual = np.sort([self.across, self.along])
        return np.asarray((np.abs(np.log(np.maximum(sides, 1e-6) / usual)) < np.log(self.slack)).all(axis=1))


def are_plain(look: Answers, settings: Settings) -> NDArray[np.bool_]:
    """(n,): which crops show what may look the same from every side."""
    return np.asarray(look.labels[:, settings.numbers(PLAIN_LABELS)].sum(axis=1) > 0.5)


def mended(
    places: list[Found],
    quads: Quads,
    look: Answers,
    settings: Settings,
    tightness: float,
    sides: TileSides | None,
) -> Quads:
    """(n, 4, 2): the corners where the reader saw them, the face's own top left first; those they had where
    that cannot be."""
    # A tighter cut leaves the corners it was made by farther out in the crop than a perfect one has them.
    expected = (UNIT - 0.5) * tightness + 0.5
    better = placed(quads, expected + look.off * (tightness / settings.crop_share))
    before, after = np.maximum(areas(quads), 1e-6), areas(better)
    apart = np.linalg.norm(better.mean(axis=1) - quads.mean(axis=1), axis=1)
    fit = np.isfinite(better).all(axis=(1, 2)) & are_convex(better)
    fit &= (after > AREA_RANGE[0] * before) & (after < AREA_RANGE[1] * before)
    fit &= apart <= MOST_MOVED * np.sqrt(before)
    if sides is not None:
        strange = look.labels[:, settings.numbers(("none", "other"))]
        fit &= (strange.sum(axis=1) > STRANGE) | sides.fit(better) | ~sides.fit(quads)
    better = np.where(fit[:, None, None], better, quads)
    # A face standing a quarter to the right in the crop has its own top left at the crop's top right.
    steps = _turns_of(better, look, settings)
    order = (np.arange(4)[None] + steps[:, None]) % 4
    better = np.take_along_axis(better, order[:, :, None], axis=1)
    are_standing = np.array([one.kind == "standing" for one in places], bool)
    return np.where(are_standing[:, None, None], quads, better)


def _turns_of(better: Quads, look: Answers, settings: Settings) -> NDArray[np.intp]:
    """(n,): the quarter turns clockwise the face stands in; of a plain tile the longer side tells."""
    plain = are_plain(look, settings)
    # Of a face that it does not know the reader cannot say whether it lies across: the longer side can.
    are_known = look.labels.max(axis=1, keepdims=True) >= KNOWN
    ends = look.turns + np.roll(look.turns, 2, axis=1)
    turns = np.where(are_known, look.turns, look.turns / np.maximum(ends, 1e-6) / 2)
    across = turns[:, 1] + turns[:, 3]
    are_unsure = plain | ((across > UNSURE_TURN[0]) & (across < UNSURE_TURN[1]))
    wide, high = sides_of(better)
    are_across = np.where(are_unsure, high <= wide, across > 0.5)
    told = np.where(
        are_across, np.where(turns[:, 1] >= turns[:, 3], 1, 3), np.where(turns[:, 0] >= turns[:, 2], 0, 2)
    )
    return np.where(plain, are_across.astype(np.intp), told)


def slack_of(one: Found, is_size_known: bool) -> float:
    """How far a find may be from a tile's size; a strip on edge is not cut anew: its first size must do."""
    if one.kind in ("face", "back"):
        return SLACK_FOUND
    return SLACK_READ if is_size_known else SLACK_UNKNOWN


def fits_table(one: Found, wide_px: float, high_px: float, slack: float) -> bool:
    """Whether a find may be what lies on a table whose tiles are so large, px."""
    match one.kind:
        case "die":
            return 0.25 * wide_px < one.across < 0.85 * wide_px
        case "standing":
            return one.short < wide_px * slack and max(one.across, one.along) < high_px * slack
        case _:
            short, long = sorted((one.across, one.along))
            return wide_px / slack < short < wide_px * slack and high_px / slack < long < high_px * slack
