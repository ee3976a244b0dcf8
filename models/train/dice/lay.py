"""Dice laid on a picture: one, a throw, a heap or a block, by themselves or beside tiles, with shadows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.dice.bank import DiceBank
from models.train.dice.draw import REACH, SIDE, DieSprite
from models.train.scenes.body import Picture, Rng

LEAST_SEEN = 0.75
"""Of a die's upper side, or it is not counted."""
SOFTEST = 0.035
"""Blur of what is laid, in sides of a die."""
GROUPS = ("one", "throw", "heap", "block")
GROUP_SHARES = (0.2, 0.4, 0.2, 0.2)


@dataclass(frozen=True, slots=True)
class LaidDie:
    """`corners`: (4, 2) px of the upper side; `seen`: the share of it that nothing hides."""

    pips: int
    corners: NDArray[np.float64]
    seen: float


def lay_dice(
    picture: Picture,
    bank: DiceBank,
    rng: Rng,
    side_px: float,
    place: tuple[float, float] | None = None,
    group: str | None = None,
) -> tuple[list[LaidDie], NDArray[np.bool_]]:
    """Draws a group of dice `side_px` wide on `picture`, in place; where they lie, and which pixels (h, w)
    they cover. `place`: the group's middle, px; anywhere when not given. `group`: one of
    `GROUPS`, by chance when not given."""
    high, wide = picture.shape[:2]
    middle = rng.uniform(0.1, 0.9, 2) * (wide, high) if place is None else np.array(place)
    sprites = bank.kind(rng)
    if rng.random() < 0.15:
        sprites = [*sprites, *bank.kind(rng)]
    spots = _spots(rng, group or GROUPS[int(rng.choice(len(GROUPS), p=GROUP_SHARES))])
    spots = spots[np.argsort(spots[:, 1])] if rng.random() < 0.5 else spots
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    owner = np.zeros((high, wide), np.int16)
    covered = np.zeros((high, wide), bool)
    laid: list[tuple[int, NDArray[np.float64]]] = []
    shadow = rng.normal(0, 0.18, 2), rng.uniform(0.25, 0.8)
    for number, spot in enumerate(spots, 1):
        sprite = sprites[int(rng.integers(len(sprites)))]
        linear = spin.T * (side_px * REACH / SIDE) * np.array([1.0, rng.choice([-1.0, 1.0])])
        at = middle + spin @ spot * side_px
        if (at < -side_px).any() or (at > np.array([wide, high]) + side_px).any():
            continue
        matrix = np.column_stack([linear, at - linear @ np.array([SIDE / 2, SIDE / 2])])
        _shade(picture, matrix, sprite, *shadow, side_px)
        mask = _paste(picture, matrix, sprite, rng.uniform(0, SOFTEST) * side_px)
        owner[mask], covered[mask] = number, True
        laid.append(
            (sprite.pips, clockwise(cv2.transform(sprite.corners[None].astype(np.float64), matrix)[0]))
        )
    return [
        LaidDie(pips, quad, _seen(owner, number, quad)) for number, (pips, quad) in enumerate(laid, 1)
    ], covered


def _spots(rng: Rng, group: str) -> NDArray[np.float64]:
    """Middles (n, 2) of a group's dice, in sides of a die."""
    match group:
        case "one":
            return np.zeros((1, 2))
        case "throw":
            count, apart = int(rng.integers(2, 5)), rng.uniform(1.0, 3.5)
            return np.column_stack([np.arange(count) * apart, rng.uniform(-1.5, 1.5, count)])
        case "block":
            rows, columns = rng.integers(1, 6, 2)
            grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
            return np.asarray((grid - grid.mean(axis=0)) * rng.uniform(1.12, 1.7))
        case _:
            spots = [np.zeros(2)]
            for spot in rng.uniform(-3.5, 3.5, (40, 2)):
                if all(np.hypot(*(spot - other)) > 1.2 for other in spots):
                    spots.append(spot)
            return np.stack(spots[: int(rng.integers(3, 20))])


def _shade(
    picture: Picture,
    matrix: NDArray[np.float64],
    sprite: DieSprite,
    shift: NDArray[np.float64],
    dark: float,
    side_px: float,
) -> None:
    """The die's shadow on the table."""
    moved = matrix.copy()
    moved[:, 2] += shift * side_px
    room = _room(picture, moved)
    if room is None:
        return
    left, top, right, low = room
    moved[:, 2] -= (left, top)
    cover = cv2.warpAffine(sprite.picture[..., 3], moved, (right - left, low - top), flags=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.4, 0.1 * side_px)).astype(np.float32)[..., None] / 255
    part = picture[top:low, left:right]
    part[:] = (part * (1 - soft * (1 - dark))).astype(np.uint8)


def _paste(
    picture: Picture, matrix: NDArray[np.float64], sprite: DieSprite, blur: float
) -> NDArray[np.bool_]:
    """Lays one sprite; which pixels (h, w) it covers."""
    mask = np.zeros(picture.shape[:2], bool)
    room = _room(picture, matrix)
    if room is None:
        return mask
    left, top, right, low = room
    moved = matrix.copy()
    moved[:, 2] -= (left, top)
    shown = sprite.picture
    factor = float(np.hypot(*matrix[:, 0]))
    if factor < 0.7:
        # A warp samples single pixels: a much larger sprite is blurred first.
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), 0.42 / factor), np.uint8)
    patch = cv2.warpAffine(shown, moved, (right - left, low - top), flags=cv2.INTER_LINEAR)
    if blur > 0.25:
        patch = cv2.GaussianBlur(patch, (0, 0), blur)
    share = patch[..., 3:].astype(np.float32) / 255
    part = picture[top:low, left:right]
    part[:] = (patch[..., :3] * share + part * (1 - share)).astype(np.uint8)
    mask[top:low, left:right] = patch[..., 3] > 100
    return mask


def _room(picture: Picture, matrix: NDArray[np.float64]) -> tuple[int, int, int, int] | None:
    """The part of a picture that a sprite reaches: left, top, right, low; None where it lies outside."""
    frame = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float64)
    seen = cv2.transform(frame[None], matrix)[0]
    high, wide = picture.shape[:2]
    left, top = (int(value) for value in np.floor(seen.min(axis=0)).clip(0))
    right, low = int(min(wide, np.ceil(seen[:, 0].max()))), int(min(high, np.ceil(seen[:, 1].max())))
    return (left, top, right, low) if right > left and low > top else None


def clockwise(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same corners (4, 2) in the order in which a tile's are told."""
    edges = np.diff(quad, axis=0)
    return quad if edges[0, 0] * edges[1, 1] > edges[0, 1] * edges[1, 0] else quad[::-1]


def _seen(owner: NDArray[np.int16], number: int, quad: NDArray[np.float64]) -> float:
    """The share of an upper side that is in the picture and its own."""
    inside = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
    whole = max(1.0, cv2.contourArea(quad.astype(np.float32)))
    return float(min(1.0, ((owner == number) & (inside > 0)).sum() / whole))
