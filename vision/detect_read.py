"""Reading what was found: each rectangle is cut upright out of the full picture and shown to the reader.

The reader also says in which of four directions the face stands, so that a rectangle whose direction
the locator could not know is cut again the right way round, and both answers are taken together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES
from vision.detect_files import Network, Settings
from vision.detect_locate import Found
from vision.detect_nudge import nudged
from vision.observation import Corners, Picture

QUARTER = np.pi / 2
LOOKS = (1.0, 0.93)
"""The second look is cut a little tighter: two different errors are seldom made together."""


@dataclass(frozen=True, slots=True)
class Read:
    """One rectangle read. `found` is turned so that the face stands upright in it; `chances`: (labels,)."""

    found: Found
    chances: NDArray[np.float32]
    embedding: NDArray[np.float32]
    crop: Picture


def read(
    network: Network,
    settings: Settings,
    picture: Picture,
    found: list[Found],
    *,
    second_chance: bool = False,
) -> list[Read]:
    """Reads every rectangle, in two looks: as found, then upright.

    With a `second_chance` doubtful faces are moved to where they read more clearly. On a table, where tiles
    are small and of one known size, that finds cut-off columns again; on photos it was measured to do harm.
    """
    if not found:
        return []
    both_axes = [number for number, one in enumerate(found) if not one.axis_sure]
    asked = [*found, *(quarter_turned(found[number]) for number in both_axes)]
    crops = cut_all(picture, asked, settings, LOOKS[0])
    labels, turns = _run(network, settings, crops)[:2]
    second = {number: len(found) + place for place, number in enumerate(both_axes)}
    chosen, first = [], []
    for number in range(len(found)):
        pick = number
        if number in second and _clarity(labels, turns, second[number]) > _clarity(labels, turns, number):
            pick = second[number]
        chosen.append(_upright(asked[pick], turns[pick]))
        first.append(labels[pick])
    if second_chance:
        chosen, first = _nudged(network, settings, picture, chosen, first)
    crops = cut_all(picture, chosen, settings, LOOKS[1])
    again, _, embedding = _run(network, settings, crops)
    chances = [(one + two) / 2 for one, two in zip(first, again, strict=True)]
    return [Read(*row) for row in zip(chosen, chances, embedding, crops, strict=True)]


def _nudged(
    network: Network,
    settings: Settings,
    picture: Picture,
    found: list[Found],
    first: list[NDArray[np.float32]],
) -> tuple[list[Found], list[NDArray[np.float32]]]:
    """Doubtful faces cut anew where they read more clearly, with their chances there."""
    faces = [number for number, label in enumerate(settings.labels) if label in ALL_FACES]

    def look(asked: list[Found]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        labels, turns = _run(network, settings, cut_all(picture, asked, settings, LOOKS[0]))[:2]
        return labels[:, faces], turns

    clearness = np.array([chances[faces].max() for chances in first], float)
    better = nudged(found, clearness, look)
    if not better:
        return found, first
    crops = cut_all(picture, list(better.values()), settings, LOOKS[0])
    anew = dict(zip(better, _run(network, settings, crops)[0], strict=True))
    return (
        [better.get(number, one) for number, one in enumerate(found)],
        [anew.get(number, chances) for number, chances in enumerate(first)],
    )


def quarter_turned(one: Found) -> Found:
    """The same rectangle with its sides named the other way round."""
    return replace(one, across=one.along, along=one.across, turn=one.turn + QUARTER)


def corners_of(one: Found) -> Corners:
    """The four corners, the face's own top left first, clockwise."""
    points = _corner_array(one, 1.0)
    return tuple((float(x), float(y)) for x, y in points)  # type: ignore[return-value]


def cut_all(picture: Picture, found: list[Found], settings: Settings, tightness: float) -> NDArray[np.uint8]:
    """(n, 64, 48, 3): each rectangle upright, with a little of what surrounds it."""
    size = (settings.crop_width, settings.crop_height)
    crops = np.empty((len(found), size[1], size[0], 3), np.uint8)
    target = np.array([(0, 0), (size[0], 0), (0, size[1])], np.float32)
    for number, one in enumerate(found):
        corners = _corner_array(one, tightness / settings.crop_share)
        # A warp samples single pixels: a much larger tile is made smaller first, or thin strokes flicker.
        shrink = max(1.0, one.across / settings.crop_share / size[0] / 1.3)
        region, offset = _around(picture, corners)
        if shrink > 1.3:
            smaller = (max(1, round(region.shape[1] / shrink)), max(1, round(region.shape[0] / shrink)))
            factor = np.array([smaller[0] / region.shape[1], smaller[1] / region.shape[0]])
            region = cv2.resize(region, smaller, interpolation=cv2.INTER_AREA)
            corners = (corners - offset) * factor
        else:
            corners = corners - offset
        matrix = cv2.getAffineTransform(corners[[0, 1, 3]].astype(np.float32), target)
        crops[number] = cv2.warpAffine(
            region, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return crops


def _run(network: Network, settings: Settings, crops: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    labels, turns, embedding = network.run(crops)
    return [_soft(labels / settings.temperature), _soft(turns), embedding]


def _soft(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def _clarity(labels: NDArray[np.float32], turns: NDArray[np.float32], number: int) -> float:
    """How much a cut looks like a face standing along the crop, not across it."""
    return float(labels[number].max() * (turns[number, 0] + turns[number, 2]))


def _upright(one: Found, turns: NDArray[np.float32]) -> Found:
    match int(turns.argmax()):
        case 2:
            return replace(one, turn=one.turn + 2 * QUARTER)
        case 1 if not one.axis_sure:
            return quarter_turned(one)
        case 3 if not one.axis_sure:
            return replace(quarter_turned(one), turn=one.turn - QUARTER)
        case _:
            return replace(one, turn=one.turn + 2 * QUARTER) if turns[2] > turns[0] else one


def _corner_array(one: Found, grown: float) -> NDArray[np.float64]:
    across = np.array([np.cos(one.turn), np.sin(one.turn)]) * one.across / 2 * grown
    along = np.array([-np.sin(one.turn), np.cos(one.turn)]) * one.along / 2 * grown
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
