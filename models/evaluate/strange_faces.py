"""Faces drawn in manners that no training draws: what a set nobody has seen looks like to the networks.

Each manner is one function over a page; `strange_set` takes a drawn set and draws three to six of its faces
anew, so that the rest of the set is read as usual.
"""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np

from engine.tiles import PLAIN, Tile
from models.evaluate.later_manners import LATER_MANNERS
from models.evaluate.strange_manners import INKS, MANNERS, Manner, write
from models.train.draw.page import Page
from vision.observation import Picture
from vision.simulate.drawing.art import picture_name
from vision.tile_art import ink_picture

FEWEST, MOST = 3, 6
LATER_SEEDS = 3000
"""From this seed on the manners are those of `later_manners`."""
USUAL = ("5z", "1s", "8s", "6s", "1p", "7p")
"""Faces that sets draw most freely: each is among the strange ones more often than others."""


def strange_faces(seed: int) -> dict[Tile, Picture]:
    """Three to six faces of a set drawn strangely, (192, 144, 4) BGRA each; the same seed gives the same."""
    rng = random.Random(f"strange {seed}")
    chosen = [face for face in USUAL if rng.random() < 0.4][:MOST]
    count = rng.randint(max(FEWEST, len(chosen)), MOST)
    chosen += rng.sample([face for face in PLAIN if face not in chosen], count - len(chosen))
    shared: dict[str, Manner] = {}
    for suit, manners in (MANNERS if seed < LATER_SEEDS else LATER_MANNERS).items():
        shared[suit] = rng.choice([manner for manner in manners if manner not in shared.values()])
    return {face: _drawn(face, shared, rng) for face in chosen}


def strange_set(folder: Path, base: Path | None, seed: int) -> tuple[Tile, ...]:
    """Writes a whole set of 34 faces to `folder`, as `vision.simulate` paints them; `base`: a folder with the
    set of which some faces are drawn anew, None for our own drawing. Returns the strange faces."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = strange_faces(seed)
    for face in PLAIN:
        name = f"{picture_name(face)}.png"
        picture = drawn.get(face)
        if picture is None:
            picture = _of_base(base, name, face)
        cv2.imwrite(str(folder / name), picture)
    return tuple(drawn)


def _of_base(base: Path | None, name: str, face: Tile) -> Picture:
    if base is None:
        return np.asarray(ink_picture(face, 240, 320), np.uint8)
    picture = cv2.imread(str(base / name), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError(f"{base / name} must show {face} on a transparent ground; it is missing or does not")
    return np.asarray(picture, np.uint8)


def _drawn(face: Tile, shared: dict[str, Manner], rng: random.Random) -> Picture:
    page, rank, suit = Page(), int(face[0]), face[1]
    family = {"1s": "bird", "1p": "disc", "5z": "white", "6z": "green", "7z": "red"}.get(face, suit)
    shared[family](page, rank, rng, rng.choice(INKS))
    if rng.random() < 0.25:
        write(page, str(rank), (0.14, 0.11), 0.8, rng.choice(INKS))
    return np.dstack([page.ink, page.cover])
