"""Reading what the locator found: cut upright, the reader says which face, which way up, and how well cut.

The locator's rectangles are rough. The reader says where in its crop the tile's four corners lie, and
in which of four directions its face stands. The second look is cut along those corners, and both answers
are taken together::

    found  +-------+     first look  +-------+     second look  +---+
           | .--.  |                 | .--.  |                  |5m |
           | |w5|  |   corners, turn | |   | |                  +---+
           +-------+                 +-------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, BACK
from vision.detect_backs import are_coloured_backs
from vision.detect_cut import UNIT, Quads, are_convex, areas, cut_all, placed
from vision.detect_files import Network, Settings
from vision.detect_locate import Found, are_single, of_one_size
from vision.detect_look import WELL_CUT, Look, look_both_ways, look_once, look_where
from vision.observation import Corners, Picture

QUARTER = np.pi / 2
SECOND_LOOK = 0.96
"""The second look is cut a little tighter: two different errors are seldom made together."""
FIRST_SHARE = 0.35
"""What the first look's answer counts where it was cut well."""
PLAIN_LABELS = (BACK, "5z", *(f"die{pips}" for pips in range(1, 7)))
"""What may look the same from every side."""
LITTLE_SHARE = 0.1
FACE_PART = 0.97
"""The networks outline a tile with its rounded edges; what people call the face is this much of it."""
UNSURE_TURN = (0.1, 0.9)
"""Between these chances of lying across the crop the longer side tells, as it does for plain tiles."""
KNOWN = 0.7
"""A face less likely than this is one the reader does not know."""
CLEAR = 0.97
MOST_LOOKS = 2
"""After the first."""
MOST_MOVED = 0.6
AREA_RANGE = (0.4, 2.5)
LONG_STRIP = 1.2
"""What stands is no longer, seen from above, than a tile is wide; a longer one might be a face."""
STRANGE = 0.3
"""What is likelier than this to be no tile keeps the outline that was read, of whatever size."""


Teller = Literal["reader", "glance", "colour"]
"""Who said what a tile shows: the reader, the smaller one that glances first, or its colour alone."""


@dataclass(frozen=True, slots=True)
class Read:
    """One tile read. `found` and `corners`: the face stands upright in them; `chances`: (labels,). `crop` is
    black where the tile was not worth reading."""

    found: Found
    chances: NDArray[np.float32]
    embedding: NDArray[np.float32]
    crop: Picture
    corners: Corners
    teller: Teller = "reader"


@dataclass(frozen=True, slots=True)
class TileSides:
    """A table's tiles in pixels, and the factor by which what was read along its corners may differ."""

    across: float
    along: float
    slack: float

    def fit(self, quads: Quads) -> NDArray[np.bool_]:
        """(n,): which corners enclose a rectangle of about a tile's sides."""
        sides = np.sort(np.stack(_sides(quads), axis=1), axis=1)
        usual = np.sort([self.across, self.along])
        return np.asarray((np.abs(np.log(np.maximum(sides, 1e-6) / usual)) < np.log(self.slack)).all(axis=1))


def read(
    network: Network,
    settings: Settings,
    picture: Picture,
    found: list[Found],
    *,
    quick: bool = False,
    sides: TileSides | None = None,
    glance: Network | None = None,
) -> list[Read]:
    """Reads every rectangle, in two looks (three where the second was still badly cut); what turns out to be
    the same tile as a weightier one is left out.

    `quick`: the first look is at the crops one way up only, what it shows clearly is not looked at again, and
    backs told by their colour are not looked at. `glance`: a smaller reader that takes the first look.
    `sides`: the size that lying tiles have in the picture, where it is known.
    """
    if not found:
        return []
    quads = corner_arrays(found)
    worth = _worth_reading(found, sides)
    crops = np.zeros((len(found), settings.crop_height, settings.crop_width, 3), np.uint8)
    crops[worth] = cut_all(picture, quads[worth], settings, 1.0)
    looked = look_once if quick else look_both_ways
    backs = are_coloured_backs(found, crops) if quick else np.zeros(len(found), bool)
    first = look_where(looked, glance or network, settings, crops, worth & ~backs)
    first.labels[backs] = [label == BACK for label in settings.labels]
    moved = _mended(found, quads, first, settings, 1.0, sides)
    places = _placed(found, moved)
    faces = [settings.labels.index(face) for face in ALL_FACES]
    kept = np.flatnonzero(are_single(places, moved, first.labels[:, faces].max(axis=1) > CLEAR))
    places, crops = [places[number] for number in kept], crops[kept]
    first, quads = first.only(kept), moved[kept]
    last, chances, backs = first.only(np.arange(len(kept))), first.labels.copy(), backs[kept]
    clear = _are_clear(places, quads, first, settings) if quick else np.zeros(len(kept), bool)
    again = np.flatnonzero(~clear)
    shares = np.where(first.well_cut(), FIRST_SHARE, LITTLE_SHARE).astype(np.float32)
    for look in range(MOST_LOOKS):
        if not len(again):
            break
        crops[again] = cut_all(picture, quads[again], settings, SECOND_LOOK)
        likely = last.only(again).labels.argmax(axis=1)
        newest = look_both_ways(network, settings, crops[again], np.isin(likely, faces) if quick else None)
        # Cut along the corners a look saw, a tile lies better in its crop; where worse, it was led astray.
        is_better = _off(newest) <= _off(last.only(again))
        last.take(again, newest)
        asked = [places[number] for number in again]
        mended = _mended(asked, quads[again], newest, settings, SECOND_LOOK, sides)
        quads[again] = np.where(is_better[:, None, None], mended, quads[again])
        share = shares[again, None]
        chances[again] = share * first.labels[again] + (1 - share) * newest.labels
        if look == 0:
            again = again[~newest.well_cut() & ~(quick & _plain(newest, settings))]
    tellers: NDArray[np.object_] = np.full(len(kept), "reader", object)
    tellers[clear & (glance is not None)] = "glance"
    tellers[backs] = "colour"
    rows = zip(
        _placed(places, quads), chances, last.embeddings, crops, map(_as_corners, quads), tellers, strict=True
    )
    return [Read(*row) for row in rows]


def _worth_reading(found: list[Found], sides: TileSides | None) -> NDArray[np.bool_]:
    """(n,): all but what stands for sure: a strip too short for a face that was taken for an edge. Never
    none at all."""
    if sides is None:
        return np.ones(len(found), bool)
    longest = LONG_STRIP * min(sides.across, sides.along)
    worth = np.array([one.kind != "standing" or max(one.across, one.along) > longest for one in found], bool)
    worth[:1] |= not worth.any()
    return worth


def _off(look: Look) -> NDArray[np.float64]:
    """(n,): how far the corners were off a perfect cut, in crop sides."""
    return np.asarray(np.abs(look.off).mean(axis=(1, 2)))


def _are_clear(places: list[Found], quads: Quads, look: Look, settings: Settings) -> NDArray[np.bool_]:
    """(n,): from which nothing is to be learnt by another look."""
    are_standing = np.array([one.kind == "standing" for one in places], bool)
    across, along = _sides(quads)
    # A plain tile says nothing of its direction; whether it was cut along its edges its corners say.
    are_cut = _off(look) < WELL_CUT
    dice = [number for number, label in enumerate(settings.labels) if label.startswith("die")]
    are_long = (along > 1.1 * across) | np.isin(look.labels.argmax(axis=1), dice)
    are_cut = are_cut & (look.well_cut() | _plain(look, settings)) & are_long
    return np.asarray(are_standing | (are_cut & (look.labels.max(axis=1) > CLEAR)))


def _plain(look: Look, settings: Settings) -> NDArray[np.bool_]:
    plain = [number for number, label in enumerate(settings.labels) if label in PLAIN_LABELS]
    return np.asarray(look.labels[:, plain].sum(axis=1) > 0.5)


def _mended(
    places: list[Found],
    quads: Quads,
    look: Look,
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
        strange = [settings.labels.index(label) for label in ("none", "other")]
        fit &= (look.labels[:, strange].sum(axis=1) > STRANGE) | sides.fit(better) | ~sides.fit(quads)
    better = np.where(fit[:, None, None], better, quads)
    # A face standing a quarter to the right in the crop has its own top left at the crop's top right.
    steps = _turns_of(better, look, settings)
    order = (np.arange(4)[None] + steps[:, None]) % 4
    better = np.take_along_axis(better, order[:, :, None], axis=1)
    are_standing = np.array([one.kind == "standing" for one in places], bool)
    return np.where(are_standing[:, None, None], quads, better)


def _turns_of(better: Quads, look: Look, settings: Settings) -> NDArray[np.intp]:
    """(n,): the quarter turns clockwise the face stands in; of a plain tile the longer side tells."""
    are_plain = _plain(look, settings)
    # Of a face that it does not know the reader cannot say whether it lies across: the longer side can.
    are_known = look.labels.max(axis=1, keepdims=True) >= KNOWN
    ends = look.turns + np.roll(look.turns, 2, axis=1)
    turns = np.where(are_known, look.turns, look.turns / np.maximum(ends, 1e-6) / 2)
    across = turns[:, 1] + turns[:, 3]
    are_unsure = are_plain | ((across > UNSURE_TURN[0]) & (across < UNSURE_TURN[1]))
    wide, high = _sides(better)
    are_across = np.where(are_unsure, high <= wide, across > 0.5)
    told = np.where(
        are_across, np.where(turns[:, 1] >= turns[:, 3], 1, 3), np.where(turns[:, 0] >= turns[:, 2], 0, 2)
    )
    return np.where(are_plain, are_across.astype(np.intp), told)


def _sides(quads: Quads) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(n,) each: the lengths of the top and of the left edge."""
    top, left = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    return np.hypot(top[:, 0], top[:, 1]), np.hypot(left[:, 0], left[:, 1])


def sized(reads: list[Read], usual: tuple[float, float] | None) -> list[Read]:
    """What lies flat on a table given the one size its tiles have (see `of_one_size`), about its own middle.

    Seen straight from above a tile is longer than wide, whatever was read.
    """
    lying = [one for one in reads if one.found.kind != "standing"]
    longer = [
        one.found if one.found.along >= one.found.across else quarter_turned(one.found) for one in lying
    ]
    fitted = of_one_size(
        [one.with_sides(one.across * FACE_PART, one.along * FACE_PART) for one in longer], usual
    )
    rest = zip(lying, fitted, map(_as_corners, corner_arrays(fitted)), strict=True)
    anew = iter(
        [
            Read(found, one.chances, one.embedding, one.crop, outline, one.teller)
            for one, found, outline in rest
        ]
    )
    return [one if one.found.kind == "standing" else next(anew) for one in reads]


def _placed(found: list[Found], quads: Quads) -> list[Found]:
    """The rectangles nearest to the corners."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    wide, high = np.hypot(*across.T), np.hypot(*along.T)
    heading = across / np.maximum(wide, 1e-6)[:, None]
    heading = heading + np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(high, 1e-6)[:, None]
    turns = np.arctan2(heading[:, 1], heading[:, 0])
    middles = quads.mean(axis=1)
    rows = zip(found, middles.tolist(), wide.tolist(), high.tolist(), turns.tolist(), strict=True)
    return [
        Found(one.kind, one.heat, one.weight, x, y, across, along, turn, True)
        for one, (x, y), across, along, turn in rows
    ]


def quarter_turned(one: Found) -> Found:
    """The same rectangle with its sides named the other way round."""
    return replace(one, across=one.along, along=one.across, turn=one.turn + QUARTER)


def corners_of(one: Found) -> Corners:
    """The four corners, the face's own top left first, clockwise."""
    return _as_corners(corner_arrays([one])[0])


def _as_corners(quad: NDArray[np.float64]) -> Corners:
    return tuple(map(tuple, quad.tolist()))  # type: ignore[return-value]


def corner_arrays(found: list[Found]) -> Quads:
    """(n, 4, 2): the four corners of each, the face's own top left first, clockwise."""
    rows = np.array([(one.x, one.y, one.across, one.along, one.turn) for one in found], np.float64)
    x, y, wide, high, turn = rows.reshape(-1, 5).T
    across = np.stack([np.cos(turn), np.sin(turn)], axis=1) * wide[:, None] / 2
    along = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * high[:, None] / 2
    centre = np.stack([x, y], axis=1)
    return np.stack(
        [centre - across - along, centre + across - along, centre + across + along, centre - across + along],
        axis=1,
    )
