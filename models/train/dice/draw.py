"""One die as a picture with its own cover, drawn by following a ray from every pixel to a rounded cube.

camera        the die's own axes: z up, four sides round it
   \\  ray     a cube cut by a ball, its edges round:
    \\          +--.
     +----->   |   )    where the ray meets it: which side, which spot, how lit
               +--'
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.die_spots import Reals
from models.train.dice.kind import DieKind, Rng
from models.train.dice.skin import cover_of_spots, skin

SIDE, FINER = 96, 1.34
"""Pixels a side of a sprite, and how much finer it is drawn first."""
REACH = 1.78
"""Halves of a die's side from a sprite's middle to its edge: a die on its corner fits."""
STEPS, NEAR = 22, 0.006
TOP = 0.96
"""The part of a die's side that its upper face is taken to be, the edges being round."""
SIDES = ((1, 0), (6, 0), (2, 1), (5, 1), (3, 2), (4, 2))
"""Pips and axis of each side; the first of a pair looks along its axis, the second against it."""


@dataclass(frozen=True, slots=True)
class DieSprite:
    """`picture`: (96, 96, 4) with cover. `corners`: (4, 2) of its upper side, px. `pips`: what that shows."""

    picture: NDArray[np.uint8]
    corners: NDArray[np.float32]
    pips: int


def draw_die(kind: DieKind, pips: int, rng: Rng, tilt_deg: float, lean_deg: float = 0.0) -> DieSprite:
    """A die with `pips` up, turned by chance about its height, seen by a camera `tilt_deg` from straight
    above; `lean_deg`: how far it leans on something."""
    turn = _about(2, rng.uniform(0, 2 * np.pi)) @ _with_up(pips, rng)
    world = _about(0, np.deg2rad(lean_deg)) @ turn if lean_deg else turn
    camera = _about(0, np.deg2rad(tilt_deg))
    world = camera @ _about(2, rng.uniform(0, 2 * np.pi)) @ world
    fine = int(SIDE * FINER)
    places, normals, hit = _traced(world, kind, fine)
    light = _direction(rng) @ camera.T
    colour, cover = _seen(kind, places, normals, world, light, camera[:, 2], rng)
    page = np.zeros((fine * fine, 4), np.float32)
    page[hit, :3], page[hit, 3] = colour * cover[:, None], cover
    page = cv2.resize(page.reshape(fine, fine, 4), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    share = page[..., 3:]
    shown = np.concatenate([page[..., :3] / np.maximum(share, 1e-3), share], axis=2)
    picture = np.clip(shown * 255, 0, 255).astype(np.uint8)
    return DieSprite(picture, _upper_side(world, camera[:, 2]), pips)


def _with_up(pips: int, rng: Rng) -> Reals:
    """A turn that brings the side with so many pips up."""
    number = next(number for number, (count, _) in enumerate(SIDES) if count == pips)
    axis, sign = SIDES[number][1], 1 if number % 2 == 0 else -1
    turn = np.zeros((3, 3))
    turn[2, axis] = sign
    turn[0, (axis + 1) % 3] = 1
    turn[1, (axis + 2) % 3] = sign
    return np.asarray(_about(2, np.pi / 2 * rng.integers(4)) @ turn)


def _about(axis: int, angle: float) -> Reals:
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.eye(3)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    turn[one, one], turn[one, other], turn[other, one], turn[other, other] = cos, -sin, sin, cos
    return turn


def _direction(rng: Rng) -> Reals:
    flat, angle = rng.uniform(0.0, 1.1), rng.uniform(0, 2 * np.pi)
    return np.array([np.sin(flat) * np.cos(angle), np.sin(flat) * np.sin(angle), np.cos(flat)])


def _traced(world: Reals, kind: DieKind, fine: int) -> tuple[Reals, Reals, NDArray[np.intp]]:
    """Where the rays of a camera looking down meet the die, in its own axes, the normals there, and which
    of the (fine * fine) pixels do."""
    at = ((np.arange(fine) + 0.5) / fine * 2 - 1) * REACH
    x, y = np.meshgrid(at, -at)
    start = np.stack([x.ravel(), y.ravel(), np.full(fine * fine, 1.8)], axis=1)
    alive = np.flatnonzero(np.hypot(start[:, 0], start[:, 1]) < min(kind.ball, 1.74))
    points = (start[alive] @ world).astype(np.float32)
    along = np.asarray(-world[2], np.float32)
    for _ in range(STEPS):
        points += _away(points, kind)[:, None] * along
    met = _away(points, kind) < NEAR * 6
    points = points[met]
    return points, _normals(points, kind), alive[met]


def _away(points: Reals, kind: DieKind) -> Reals:
    """How far points (n, 3) are from the die."""
    edge = kind.round_edge
    over = np.abs(points) - (1 - edge)
    outside = np.sqrt((np.maximum(over, 0) ** 2).sum(axis=1))
    box = outside + np.minimum(over.max(axis=1), 0) - edge
    return np.asarray(np.maximum(box, np.sqrt((points**2).sum(axis=1)) - kind.ball))


def _normals(points: Reals, kind: DieKind) -> Reals:
    over = np.maximum(np.abs(points) - (1 - kind.round_edge), 1e-4) * np.sign(points)
    is_ball = np.sqrt((points**2).sum(axis=1)) > kind.ball - 0.02
    over[is_ball] = points[is_ball]
    return np.asarray(over / np.linalg.norm(over, axis=1, keepdims=True))


def _seen(
    kind: DieKind, points: Reals, normals: Reals, world: Reals, light: Reals, up: Reals, rng: Rng
) -> tuple[Reals, Reals]:
    """Colours (n, 3) and covers (n,) of points of the die under a lamp, with shine and the table's shade."""
    ink, inked, slope = cover_of_spots(kind, points)
    ground, cover = skin(kind, points, rng)
    colour = ground * (1 - inked[:, None]) + ink * inked[:, None]
    bent = normals + slope * kind.sunk
    bent = bent @ world.T
    bent /= np.linalg.norm(bent, axis=1, keepdims=True)
    facing = np.clip(bent @ light, 0, 1)
    soft = rng.uniform(0.25, 0.7)
    high = (points @ world.T) @ up
    lit = (soft + (1 - soft) * facing) * np.clip(0.78 + 0.22 * high, 0.5, 1.05)
    half = light + np.array([0.0, 0.0, 1.0])
    glint = np.clip(bent @ (half / np.linalg.norm(half)), 0, 1) ** rng.uniform(12, 90) * kind.shine
    rim = (1 - np.clip(bent[:, 2], 0, 1)) ** 3 * 0.25 * kind.shine
    bright = rng.uniform(0.75, 1.15)
    shown = np.clip(colour * lit[:, None] * bright + (glint * 0.8 + rim)[:, None], 0, 1)
    return shown, np.clip(np.maximum(cover, inked * 0.95) + glint, 0, 1)


def _upper_side(world: Reals, up: Reals) -> NDArray[np.float32]:
    """The corners (4, 2) px of the side that looks up most."""
    own = up @ world
    axis = int(np.abs(own).argmax())
    sign = np.sign(own[axis])
    corners = np.empty((4, 3))
    corners[:, axis] = sign
    ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * TOP
    corners[:, [(axis + 1) % 3, (axis + 2) % 3]] = ring if sign < 0 else ring[::-1]
    seen = corners @ world.T
    flat = np.stack([seen[:, 0], -seen[:, 1]], axis=1) / REACH
    return np.asarray((flat + 1) * SIDE / 2, np.float32)
