"""The store of tile faces that training draws from: imagined sets, free art, and crops of real photos.

Built once into a folder (`faces.npy`, `faces.json`, `real.npy`, `real.json`) and read back memory-mapped.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES
from models.train.classes import INDEX, REAL_HEIGHT, REAL_WIDTH, label_of
from models.train.draw.design import imagine
from models.train.draw.faces import draw_face
from models.train.draw.glyphs import BIRDS, DRAGONS, MARKS, PICTURES, RODS, THINGS, all_fonts, all_pictures
from models.train.draw.page import HEIGHT, WIDTH, Sprite
from vision.tile_art import ink_picture

ONE_INK = ("noto_symbols2", "symbola", "kde_jade")
"""Drawn sets in a single ink, which are always coloured."""


@dataclass(frozen=True, slots=True)
class Bank:
    """All faces. `faces`: (n, 96, 72, 4) inks on a transparent page; `real`: (n, 128, 96, 3) from photos."""

    faces: NDArray[np.uint8]
    face_labels: tuple[str, ...]
    face_sets: tuple[str, ...]
    real: NDArray[np.uint8]
    real_labels: tuple[str, ...]
    real_sources: tuple[str, ...]
    real_upright: tuple[bool, ...]
    """Whether the direction of the crop is known (it then stands upright)."""


def build_faces(folder: Path, art: Path, fonts: Path, designs: int) -> Counter[str]:
    """Draws `designs` imagined sets and reads the art; returns how many faces each label got.

    ValueError: a face lacks art.
    """
    han, latin = all_fonts(fonts)
    outlines = [all_pictures(fonts, things) for things in (PICTURES, BIRDS, DRAGONS, MARKS, RODS, THINGS)]
    sprites: list[Sprite] = []
    index: list[tuple[str, str]] = []
    for seed in range(designs):
        design = imagine(seed, han, latin, *outlines)
        for label in (*ALL_FACES, "other", "other"):
            sprites.append(draw_face(design, label))
            index.append((label, f"imagined{seed}"))
    drawn = sorted(path for path in art.iterdir() if path.is_dir())
    for label, name, sprite in (*_art_faces(drawn), *_own_faces()):
        sprites.append(sprite)
        index.append((label, name))
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "faces.npy", np.stack(sprites))
    (folder / "faces.json").write_text(json.dumps(index))
    counts = Counter(label for label, _ in index)
    missing = [label for label in ALL_FACES if counts[label] < designs]
    if missing:
        raise ValueError(f"every face must have art in every design, these have too little: {missing}")
    return counts


def load_bank(folder: Path, without: tuple[str, ...] = ()) -> Bank:
    """The bank in `folder`, less the real crops of the sources, and the drawn sets, named in `without`."""
    faces = np.load(folder / "faces.npy", mmap_mode="r")
    index = json.loads((folder / "faces.json").read_text())
    real = np.load(folder / "real.npy", mmap_mode="r")
    entries = json.loads((folder / "real.json").read_text())
    kept = [number for number, entry in enumerate(entries) if entry["source"] not in without]
    drawn = [number for number, (_, name) in enumerate(index) if name.rsplit("-", 1)[0] not in without]
    return Bank(
        faces=faces[drawn] if len(drawn) < len(index) else faces,
        face_labels=tuple(index[number][0] for number in drawn),
        face_sets=tuple(index[number][1] for number in drawn),
        real=real[kept],
        real_labels=tuple(entries[number]["label"] for number in kept),
        real_sources=tuple(entries[number]["source"] for number in kept),
        real_upright=tuple(entries[number]["upright"] for number in kept),
    )


def art_bank(folder: Path) -> Bank:
    """One drawn set alone, in all its looks: what `folder`'s pictures show, and no photo.

    ValueError: the folder holds none.
    """
    found = _art_faces([folder])
    if not found:
        raise ValueError(f"{folder} must hold pictures of faces on a transparent ground, <class>.png")
    return Bank(
        faces=np.stack([sprite for _, _, sprite in found]),
        face_labels=tuple(label for label, _, _ in found),
        face_sets=tuple(name for _, name, _ in found),
        real=np.zeros((0, REAL_HEIGHT, REAL_WIDTH, 3), np.uint8),
        real_labels=(),
        real_sources=(),
        real_upright=(),
    )


def _art_faces(folders: list[Path]) -> list[tuple[str, str, Sprite]]:
    """Each drawn set as it is, thinner, thicker and in other inks, and its fives in red. Files that no face
    is called by, such as sheets not cut yet, are passed over."""
    found: list[tuple[str, str, Sprite]] = []
    for folder in folders:
        for file in sorted(folder.glob("*.png")):
            label = label_of(file.stem)
            picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED) if label in INDEX else None
            if picture is None or picture.shape[2] != 4:
                continue
            for look in range(12):
                sprite = _restyled(picture, f"{folder.name}-{look}", label)
                found.append((label, f"{folder.name}-{look}", sprite))
                if label in ("5m", "5p", "5s"):
                    red = sprite.copy()
                    red[..., :3] = (45, 35, 190)
                    found.append((f"0{label[1]}", f"{folder.name}-{look}", red))
    return found


def _own_faces() -> list[tuple[str, str, Sprite]]:
    """Our own drawing, which the simulated table shows."""
    found = []
    for label in ALL_FACES:
        picture = ink_picture(label, 240, 320)
        for look in range(16):
            found.append(
                (label, f"own-{look}", _restyled(np.asarray(picture, np.uint8), f"own-{look}", label))
            )
    return found


def _restyled(picture: NDArray[np.uint8], name: str, label: str) -> Sprite:
    rng = np.random.default_rng(abs(hash_of(name)))
    page = np.asarray(picture, np.uint8)
    strength = int(rng.integers(-1, 3))
    if strength > 0:
        cover = cv2.dilate(page[..., 3], np.ones((2 * strength + 1,) * 2, np.uint8))
        ink = cv2.erode(
            np.where(page[..., 3:] > 0, page[..., :3], 255).astype(np.uint8), np.ones((5, 5), np.uint8)
        )
        page = np.dstack([ink, cover])
    inside = float(rng.uniform(0.78, 1.0))
    wide, high = int(WIDTH * 3 * inside), int(HEIGHT * 3 * inside)
    small = np.zeros((HEIGHT * 3, WIDTH * 3, 4), np.uint8)
    y, x = (HEIGHT * 3 - high) // 2, (WIDTH * 3 - wide) // 2
    small[y : y + high, x : x + wide] = cv2.resize(page, (wide, high), interpolation=cv2.INTER_AREA)
    share = small[..., 3:].astype(np.float32) / 255
    inked = cv2.resize(small[..., :3] * share, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    cover = cv2.resize(share, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)[..., None]
    colour = inked / np.maximum(cover, 1e-3)
    if name.split("-")[0] in ONE_INK or rng.random() < 0.25:
        colour = _recoloured(colour, label, rng)
    return np.dstack([np.clip(colour, 0, 255), cover * 255]).astype(np.uint8)


def _recoloured(colour: NDArray[np.float32], label: str, rng: np.random.Generator) -> NDArray[np.float32]:
    """Other inks: reds stay red, since colour tells a red five and the middle of a five."""
    inks = np.array([(150, 60, 30), (60, 110, 20), (30, 30, 30), (90, 40, 20)], np.float32)
    red = colour[..., 2] > colour[..., :2].max(axis=-1) + 40
    ink = inks[rng.integers(len(inks))] if label not in ("7z",) else np.array((45, 35, 180), np.float32)
    fresh = np.where(red[..., None], colour, ink + rng.uniform(-20, 20, 3))
    if label.endswith("m"):
        fresh[HEIGHT // 2 :] = (45, 35, 180)
    return np.asarray(np.clip(fresh, 0, 255), np.float32)


def hash_of(text: str) -> int:
    """A number that is the same for the same text in every run (unlike `hash`)."""
    number = 0
    for character in text:
        number = (number * 131 + ord(character)) % 2**31
    return number
