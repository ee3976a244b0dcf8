"""Crops of tiles that people have named on the table: one small picture each, for whoever wants to give them.

They are files that anybody can look at and delete: ``5m-read-3m-1f0c9a2b.png`` is a tile of which a person
said 5m and the reader 3m.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.tiles import ALL_FACES, Tile
from vision.detect.taught import check_faces
from vision.observation import Picture, VisionError
from vision.writing import replace_file

FOLDER = "named"
"""Inside the folder of taught sets."""
MOST = 600
"""Pictures of some 8 KB each; then the oldest go."""
UNREAD = "unread"
_NAME = re.compile(r"([0-9][mpszf])-read-([0-9][mpszf]|unread)-[0-9a-f]{8}\.png")


@dataclass(frozen=True, slots=True)
class NamedTile:
    """A person says `face`, the reader said `read_as` (None: no face it knows); `path`: the crop's file."""

    face: Tile
    read_as: Tile | None
    path: Path


def keep_named(sets: Path, face: Tile, read_as: Tile | None, crop: Picture) -> Path:
    """Keeps the crop (height, width, 3) of a tile in the folder of taught sets `sets`; the same crop is kept
    once. Returns the file.

    VisionError: `face` is none, or the disk will not take it.
    """
    check_faces([face])
    digest = hashlib.sha256(crop.tobytes()).hexdigest()[:8]
    path = sets / FOLDER / f"{face}-read-{read_as or UNREAD}-{digest}.png"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, cv2.imencode(".png", crop)[1].tobytes())
        kept = sorted(path.parent.glob("*.png"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-MOST]:
            old.unlink(missing_ok=True)
    except OSError as wrong:
        raise VisionError(f"the named tile {path} cannot be kept: {wrong.strerror}") from wrong
    return path


def named_tiles(sets: Path) -> list[NamedTile]:
    """What was kept in the folder of taught sets `sets`, by the files' names; other files are left out."""
    found = []
    for path in sorted((sets / FOLDER).glob("*.png")):
        name = _NAME.fullmatch(path.name)
        if name and name[1] in ALL_FACES and (name[2] in ALL_FACES or name[2] == UNREAD):
            found.append(NamedTile(name[1], None if name[2] == UNREAD else name[2], path))
    return found
