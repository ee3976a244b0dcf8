"""Reading what was found: each rectangle is cut upright out of the picture and shown to the reader.

The first look need not be well cut: the reader also says where in the crop the tile's four corners lie, and
in which of four directions its face stands. The second look is cut along those corners, and both answers
are taken together::

    found  +-------+     first look  +-------+     second look  +---+
           | .--.  |                 | .--.  |                  |5m |
           | |w5|  |   corners, turn | |   | |                  +---+
           +-------+                 +-------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import BACK
from vision.detect_files import Network, Settings
from vision.detect_locate import Found, of_one_size, without_doubles
from vision.observation import Corners, Picture

QUARTER = np.pi / 2
SECOND_LOOK = 0.96
"""The second look is cut a little tighter: two different errors are seldom made together."""
FIRST_SHARE = 0.35
"""What the first look's answer counts where it was cut well."""
WELL_CUT = 0.08
"""A first look whose corners were off by more, in crop sides, says little about the face."""
PLAIN_LABELS = (BACK, "5z", *(f"die{pips}" for pips in range(1, 7)))
"""What may look the same from every side."""
LITTLE_SHARE = 0.1
FACE_PART = 0.95
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

Quad = NDArray[np.float64]
"""Four corners (4, 2) in pixels, the tile's own top left first, clockwise."""


@dataclass(frozen=True, slots=True)
class Read:
    """One tile read. `found` and `corners`: the face stands upright in them; `chances`: (labels,)."""

    found: Found
    chances: NDArray[np.float32]
    embedding: NDArray[np.float32]
    crop: Picture
    corners: Corners


@dataclass(frozen=True, slots=True)
class _Look:
    """The reader's answers for n crops: chances of labels and of quarter turns, embeddings, and where each
    tile's corners lie, in crop sides off a perfect cut (n, 4, 2)."""

    labels: NDArray[np.float32]
    turns: NDArray[np.float32]
    embeddings: NDArray[np.float32]
    off: NDArray[np.float64]

    def only(self, kept: list[int]) -> _Look:
        """The answers of some."""
        return _Look(self.labels[kept], self.turns[kept], self.embeddings[kept], self.off[kept])

    def take(self, numbers: list[int], other: _Look) -> None:
        """Puts the answers of `other` in the place of those of `numbers`."""
        self.labels[numbers], self.turns[numbers] = other.labels, other.turns
        self.embeddings[numbers], self.off[numbers] = other.embeddings, other.off

    def is_well_cut(self, number: int) -> bool:
        """Whether the crop was cut nearly along the tile's edges, upright or upside down."""
        turns = self.turns[number]
        is_along = turns[0] + turns[2] > turns[1] + turns[3]
        return is_along and float(np.abs(self.off[number]).mean()) < WELL_CUT

    def is_clear(self, number: int) -> bool:
        """Whether there is nothing to be learnt from another look."""
        return self.is_well_cut(number) and float(self.labels[number].max()) > CLEAR


def read(
    network: Network, settings: Settings, picture: Picture, found: list[Found], *, quick: bool = False
) -> list[Read]:
    """Reads every rectangle, in two looks (three where the second was still badly cut); what turns out to be
    the same tile as a weightier one is left out.

    `quick`: what the first look shows clearly is not looked at again.
    """
    if not found:
        return []
    quads = np.stack([corner_array(one) for one in found])
    crops = cut_all(picture, quads, settings, 1.0)
    first = _look(network, settings, crops)
    moved = _mended(found, quads, first, settings, 1.0)
    kept = _kept([_placed(one, quad) for one, quad in zip(found, moved, strict=True)])
    places, crops, first = [found[number] for number in kept], crops[kept], first.only(kept)
    quads = np.stack([moved[number] for number in kept])
    last, chances = first.only(list(range(len(kept)))), first.labels.copy()
    again = [
        number
        for number, one in enumerate(places)
        if not (quick and (one.kind == "standing" or (first.is_clear(number) and _is_tall(quads[number]))))
    ]
    for look in range(MOST_LOOKS):
        if again:
            crops[again] = cut_all(picture, quads[again], settings, SECOND_LOOK)
            newest = _look(network, settings, crops[again])
            last.take(again, newest)
            asked = [places[number] for number in again]
            quads[again] = _mended(asked, quads[again], newest, settings, SECOND_LOOK)
            shares = np.array(
                [FIRST_SHARE if first.is_well_cut(number) else LITTLE_SHARE for number in again]
            )
            chances[again] = shares[:, None] * first.labels[again] + (1 - shares[:, None]) * newest.labels
        again = [number for number in again if look == 0 and not last.is_well_cut(number)]
    return [
        Read(_placed(place, quad), chance, embedding, crop, _as_corners(quad))
        for place, quad, chance, embedding, crop in zip(
            places, quads, chances, last.embeddings, crops, strict=True
        )
    ]


def _is_tall(quad: Quad, least: float = 1.1) -> bool:
    """Whether the longer sides run along the face, as a tile's do."""
    return bool(np.linalg.norm(quad[3] - quad[0]) > least * np.linalg.norm(quad[1] - quad[0]))


def _mended(
    places: list[Found], quads: NDArray[np.float64], look: _Look, settings: Settings, tightness: float
) -> NDArray[np.float64]:
    """Where the look showed the corners (n, 4, 2)."""
    plain = [number for number, label in enumerate(settings.labels) if label in PLAIN_LABELS]
    is_plain = look.labels[:, plain].sum(axis=1) > 0.5
    # Of a face that it does not know the reader cannot say whether it lies across: the longer side can.
    is_known = look.labels.max(axis=1, keepdims=True) >= KNOWN
    ends = look.turns + np.roll(look.turns, 2, axis=1)
    turns = np.where(is_known, look.turns, look.turns / np.maximum(ends, 1e-6) / 2)
    rows = zip(places, quads, look.off * tightness, turns, is_plain, strict=True)
    return np.stack([_moved(*row, settings) for row in rows])


def sized(reads: list[Read], usual: tuple[float, float] | None) -> list[Read]:
    """What lies flat on a table given the one size its tiles have (see `of_one_size`), about its own middle.

    Seen straight from above a tile is longer than wide, whatever was read.
    """
    stood = []
    for one in reads:
        found = one.found
        if found.kind != "standing":
            found = found if found.along >= found.across else quarter_turned(found)
            found = replace(found, across=found.across * FACE_PART, along=found.along * FACE_PART)
        stood.append(found)
    fitted = of_one_size(stood, usual)
    return [
        one if found is one.found else replace(one, found=found, corners=corners_of(found))
        for one, found in zip(reads, fitted, strict=True)
    ]


def _kept(places: list[Found]) -> list[int]:
    """The numbers of those that lie on no weightier one, in their old order."""
    stays = {id(one) for one in without_doubles(places)}
    return [number for number, one in enumerate(places) if id(one) in stays]


def _moved(
    one: Found,
    quad: Quad,
    off: NDArray[np.float64],
    turns: NDArray[np.float32],
    is_plain: bool,
    settings: Settings,
) -> Quad:
    """The corners where the reader saw them, its own top left first; those it had where that cannot be."""
    if one.kind == "standing":
        return quad
    size = np.array([settings.crop_width, settings.crop_height], float)
    perfect = _perfect(settings, 1.0)
    matrix = cv2.getPerspectiveTransform((perfect * size).astype(np.float32), quad.astype(np.float32))
    better = cv2.perspectiveTransform(((perfect + off) * size)[None], matrix)[0]
    before, after = (float(cv2.contourArea(corners.astype(np.float32))) for corners in (quad, better))
    if (
        not np.isfinite(better).all()
        or not cv2.isContourConvex(better.astype(np.float32))
        or not AREA_RANGE[0] < after / max(before, 1e-6) < AREA_RANGE[1]
        or float(np.linalg.norm(better.mean(axis=0) - quad.mean(axis=0))) > MOST_MOVED * before**0.5
    ):
        better = quad
    # A face standing a quarter to the right in the crop has its own top left at the crop's top right.
    return np.asarray(np.roll(better, -_turn_of(turns, better, is_plain), axis=0))


def _turn_of(turns: NDArray[np.float32], better: Quad, is_plain: bool) -> int:
    """The quarter turns clockwise the face stands in; of a plain tile the longer side tells."""
    across = float(turns[1] + turns[3])
    is_unsure = is_plain or UNSURE_TURN[0] < across < UNSURE_TURN[1]
    is_across = not _is_tall(better, 1.0) if is_unsure else across > 0.5
    if is_plain:
        return int(is_across)
    return (1 if turns[1] >= turns[3] else 3) if is_across else (0 if turns[0] >= turns[2] else 2)


def _placed(one: Found, quad: Quad) -> Found:
    """The rectangle nearest to the corners."""
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    along = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    wide, high = float(np.hypot(*across)), float(np.hypot(*along))
    heading = across / max(wide, 1e-6) + np.array([along[1], -along[0]]) / max(high, 1e-6)
    x, y = quad.mean(axis=0)
    turn = float(np.arctan2(heading[1], heading[0]))
    return replace(one, x=float(x), y=float(y), across=wide, along=high, turn=turn, axis_sure=True)


def quarter_turned(one: Found) -> Found:
    """The same rectangle with its sides named the other way round."""
    return replace(one, across=one.along, along=one.across, turn=one.turn + QUARTER)


def corners_of(one: Found) -> Corners:
    """The four corners, the face's own top left first, clockwise."""
    return _as_corners(corner_array(one))


def _as_corners(quad: Quad) -> Corners:
    return tuple((float(x), float(y)) for x, y in quad)  # type: ignore[return-value]


def cut_all(
    picture: Picture, quads: NDArray[np.float64], settings: Settings, tightness: float
) -> NDArray[np.uint8]:
    """(n, 64, 48, 3): what lies between each four corners (n, 4, 2), upright, with a little around it."""
    size = (settings.crop_width, settings.crop_height)
    crops = np.empty((len(quads), size[1], size[0], 3), np.uint8)
    target = (_perfect(settings, tightness) * np.array(size)).astype(np.float32)
    around = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], np.float32)
    for number, quad in enumerate(quads):
        matrix = cv2.getPerspectiveTransform(target, quad.astype(np.float32))
        outer = cv2.perspectiveTransform(around[None], matrix)[0]
        # A warp samples single pixels: a much larger tile is made smaller first, or thin strokes flicker.
        across = float(np.linalg.norm(outer[1] - outer[0]) + np.linalg.norm(outer[2] - outer[3])) / 2
        shrink = max(1.0, across / size[0] / 1.3)
        region, offset = _around(picture, outer)
        corners = quad - offset
        if shrink > 1.3:
            smaller = (max(1, round(region.shape[1] / shrink)), max(1, round(region.shape[0] / shrink)))
            corners = corners * np.array([smaller[0] / region.shape[1], smaller[1] / region.shape[0]])
            region = cv2.resize(region, smaller, interpolation=cv2.INTER_AREA)
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
        crops[number] = cv2.warpPerspective(
            region, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return crops


def _perfect(settings: Settings, tightness: float) -> NDArray[np.float64]:
    """Where a tile's corners lie in a perfect cut, in crop sides (4, 2)."""
    half = settings.crop_share / tightness / 2
    return np.array([(0.5 - half, 0.5 - half), (0.5 + half, 0.5 - half), (0.5 + half, 0.5 + half),
                     (0.5 - half, 0.5 + half)])  # fmt: skip


def _look(network: Network, settings: Settings, crops: NDArray[np.uint8]) -> _Look:
    labels, turns, embeddings, *rest = network.run(crops)
    off = rest[0].reshape(-1, 4, 2).astype(np.float64) if rest else np.zeros((len(crops), 4, 2))
    return _Look(_soft(labels / settings.temperature), _soft(turns), embeddings, off)


def _soft(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def corner_array(one: Found) -> Quad:
    """The four corners (4, 2), the face's own top left first, clockwise."""
    across = np.array([np.cos(one.turn), np.sin(one.turn)]) * one.across / 2
    along = np.array([-np.sin(one.turn), np.cos(one.turn)]) * one.along / 2
    centre = np.array([one.x, one.y])
    return np.stack(
        [centre - across - along, centre + across - along, centre + across + along, centre - across + along]
    )


def _around(picture: Picture, corners: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    high, wide = picture.shape[:2]
    low = np.floor(corners.min(axis=0)).astype(int) - 2
    far = np.ceil(corners.max(axis=0)).astype(int) + 2
    x0, y0 = min(max(0, low[0]), wide - 1), min(max(0, low[1]), high - 1)
    x1, y1 = max(x0 + 1, min(wide, far[0])), max(y0 + 1, min(high, far[1]))
    return picture[y0:y1, x0:x1], np.array([x0, y0], np.float64)
