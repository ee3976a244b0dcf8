"""What a die is made of: its colours, its edges, its spots; every kind is one choice of all of them."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.die_spots import EMBLEM_SPOTS, MORE_SPOTS

Colour = NDArray[np.float32]
"""(3,), blue first, 0-1."""
Rng = np.random.Generator

MATERIALS, MATERIAL_SHARES = (
    ("solid", "marbled", "clear", "veined", "chequered"),
    (0.5, 0.22, 0.14, 0.08, 0.06),
)
MORE_MATERIALS, MORE_SHARE = ("halved", "framed", "ringed", "flamed"), 0.2
"""Only for what is learnt from: what is measured stays as it was drawn before there were these."""
MATERIALS_APART = ("speckled", "metal", "layered")
"""Kept out of training, to measure on."""
PLAIN_SPOTS = ("disc",)
SPOTS_APART = ("ring", "cross")
LEAST_CONTRAST = 0.3
"""Between the spots and what they are on, of 1."""
PALE_SHARE, ASIAN_SHARE, EMBLEM_SHARE = 0.4, 0.6, 0.12
ODD_SHARE = 0.3
"""How many kinds have no discs for spots at all: what a spot is like is not what makes it one."""


@dataclass(frozen=True, slots=True)
class DieKind:
    """One kind of die; lengths in halves of its side (1.0 is half of it). `one`: the spots' shape on the
    side of one; `shine`: 0 (matt) to 1."""

    material: str
    ground: Colour
    second: Colour
    """The other colour of what is marbled, speckled or layered."""
    ink: Colour
    ink_of_one: Colour
    ink_of_four: Colour
    round_edge: float
    ball: float
    """The radius of the ball that the corners are cut along; 1.74 leaves them."""
    spot: float
    spot_of_one: float
    apart: float
    """How far the spots lie from the middle."""
    shape: str
    one: str
    shine: float
    sunk: float
    """How deep the spots are engraved, 0 for painted ones."""


def any_kind(rng: Rng, is_apart: bool = False) -> DieKind:
    """A kind by chance; `is_apart`: one that training never draws, by its material or its spots."""
    is_strange = is_apart and rng.random() < 0.6
    materials = MATERIALS_APART if is_strange else MATERIALS
    material = str(rng.choice(materials) if is_strange else rng.choice(materials, p=MATERIAL_SHARES))
    if not is_apart and rng.random() < MORE_SHARE:
        material = str(rng.choice(MORE_MATERIALS))
    ground = _pale(rng) if rng.random() < PALE_SHARE else _vivid(rng)
    is_pale = float(ground.mean()) > 0.5
    second = _other(rng, ground)
    is_light = is_pale if material == "solid" else float(ground.mean() + second.mean()) > 1.0
    ink = _ink(rng, is_light)
    if material != "solid" and min(_apart(ink, ground), _apart(ink, second)) < LEAST_CONTRAST:
        second = ground * np.float32(0.85)
    red = np.array((0.08, 0.1, rng.uniform(0.55, 0.9)), np.float32)
    is_asian = is_pale and rng.random() < ASIAN_SHARE
    has_red_four = is_asian and rng.random() < 0.75
    usual = MORE_SPOTS if not is_apart and rng.random() < ODD_SHARE else PLAIN_SPOTS
    shape = str(rng.choice(SPOTS_APART if is_apart and not is_strange else usual))
    one = str(rng.choice(EMBLEM_SPOTS)) if rng.random() < EMBLEM_SHARE else shape
    large = is_asian or one != shape
    return DieKind(
        material, ground, second, ink, red if is_asian else ink, red if has_red_four else ink,
        round_edge=float(rng.uniform(0.04, 0.12) if rng.random() < 0.35 else rng.uniform(0.12, 0.42)),
        ball=float(rng.uniform(1.36, 1.6)) if rng.random() < 0.5 else 1.74,
        spot=float(rng.uniform(0.13, 0.24)),
        spot_of_one=float(rng.uniform(0.3, 0.55) if large else rng.uniform(0.14, 0.26)),
        apart=float(rng.uniform(0.42, 0.56)), shape=shape, one=one,
        shine=float(rng.uniform(0.1, 1.0)), sunk=float(rng.choice([0.0, rng.uniform(0.2, 0.9)])),
    )  # fmt: skip


def _apart(one: Colour, other: Colour) -> float:
    return float(np.abs(one - other).max())


def _pale(rng: Rng) -> Colour:
    light = rng.uniform(0.8, 1.0)
    yellow = rng.choice([0.0, rng.uniform(0, 0.2)])
    return np.array((light - yellow, light - yellow / 3, light), np.float32)


def _vivid(rng: Rng) -> Colour:
    hue, full, light = rng.uniform(0, 1), rng.uniform(0.2, 1), rng.uniform(0.12, 0.95)
    if rng.random() < 0.15:
        full, light = 0.0, rng.uniform(0.03, 0.4)
    red, green, blue = colorsys.hsv_to_rgb(hue, full, light)
    return np.array((blue, green, red), np.float32)


def _ink(rng: Rng, is_pale: bool) -> Colour:
    """Dark on what is pale, else pale, gold or silver; sometimes of a colour."""
    if is_pale:
        dark = rng.uniform(0.02, 0.2)
        tint = rng.uniform(0, 0.45, 3) * (rng.random() < 0.3)
        return np.asarray((dark + tint).clip(0, 0.5), np.float32)
    if rng.random() < 0.25:
        return np.array((rng.uniform(0.2, 0.45), rng.uniform(0.6, 0.8), rng.uniform(0.75, 0.95)), np.float32)
    return np.full(3, rng.uniform(0.75, 1.0), np.float32)


def _other(rng: Rng, ground: Colour) -> Colour:
    if rng.random() < 0.5:
        return np.asarray((ground + rng.uniform(0.1, 0.5) * (1 - ground)).clip(0, 1), np.float32)
    return np.asarray((ground * 0.5 + _vivid(rng) * 0.5).clip(0, 1), np.float32)
