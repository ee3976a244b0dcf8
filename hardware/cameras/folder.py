"""A folder of pictures as a camera, in the order of their names; a single picture is a folder of one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from hardware.camera import Camera, Frame, HardwareError, Picture
from hardware.cameras import FoundCamera
from hardware.closing import Closing
from hardware.pacing import EveryFrame, Pace

SOURCES = "a folder of pictures or one picture"
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
KINDS = ("JPEG", "PNG", "BMP", "WEBP", "TIFF")
MOST_PIXELS = 89_000_000
"""A file of a few kilobytes can claim to be a picture of gigabytes; its header tells before it is decoded."""
RATE = 2.0
"""Pictures a second; a folder does not say."""


class FolderCamera(Closing):
    """Gives the pictures at `paths` one after the other, `rate` a second."""

    is_live = False

    def __init__(
        self, paths: Sequence[Path], rate: float = RATE, pace: Pace | EveryFrame | None = None
    ) -> None:
        self._paths, self._rate = tuple(paths), rate
        self._pace = pace or Pace(rate)
        self._last_number = -1

    def read(self) -> Frame | None:
        """The newest picture not yet read; None after the last. HardwareError when a file is no picture."""
        if self._last_number >= len(self._paths) - 1:
            return None
        self._last_number = min(self._pace.next_number(self._last_number), len(self._paths) - 1)
        picture = read_picture(self._paths[self._last_number])
        return Frame(picture, self._last_number / self._rate, self._last_number)

    def settings(self) -> Mapping[str, object]:
        """How many pictures, and their rate."""
        return {"pictures": len(self._paths), "rate": self._rate}

    def close(self) -> None:
        """Forgets the pictures not yet read."""
        self._paths = ()


def read_picture(path: Path) -> Picture:
    """The BGR picture in a file; HardwareError when it is missing, holds no picture, or one of more than 89
    megapixels."""
    try:
        content = path.read_bytes()
    except OSError as wrong:
        raise HardwareError(f"cannot read {path}: {wrong.strerror}") from wrong
    _check_header(content, path)
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise HardwareError(_NO_PICTURE.format(path))
    return np.asarray(picture, dtype=np.uint8)


_NO_PICTURE = "{} is not a picture: expected JPEG, PNG, BMP, WebP or TIFF"


def _check_header(content: bytes, path: Path) -> None:
    """HardwareError when the file is no picture, or far too large to be decoded."""
    try:
        with Image.open(BytesIO(content), formats=KINDS) as found:
            pixels = found.width * found.height
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        pixels = MOST_PIXELS + 1
    except Exception as wrong:  # whatever a file that is no picture does to a parser
        raise HardwareError(_NO_PICTURE.format(path)) from wrong
    if pixels > MOST_PIXELS:
        raise HardwareError(f"{path} has too many pixels; at most {MOST_PIXELS // 10**6} megapixels are read")


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The picture files of a folder, 2 before 10; HardwareError when there is none."""
    try:
        files = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file()]
    except OSError as wrong:
        raise HardwareError(f"cannot read the folder {folder}: {wrong.strerror}") from wrong
    if not files:
        raise HardwareError(f"the folder {folder} holds no picture: expected {', '.join(sorted(SUFFIXES))}")
    return tuple(sorted(files, key=_by_name))


def takes(source: str) -> bool:
    """A folder without `settings.toml`, or a path that ends as pictures do."""
    path = Path(source)
    if "://" in source:
        return False
    if path.is_dir():
        return not (path / "settings.toml").is_file()
    return path.suffix.lower() in SUFFIXES


def open_source(source: str, every_frame: bool) -> Camera:
    """The pictures at the path `source`."""
    path = Path(source)
    if path.is_dir():
        paths = pictures_in(path)
    else:
        paths = (path,)
        read_picture(path)  # so that a wrong file is told here, not at the first look
    return FolderCamera(paths, pace=EveryFrame() if every_frame else None)


def found() -> Sequence[FoundCamera]:
    """None: a folder is no device."""
    return ()


def example(folder: Path) -> Camera:
    """Twelve pictures that grow brighter."""
    for number in range(12):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((48, 64, 3), 20 * number, np.uint8))
    return FolderCamera(pictures_in(folder), pace=EveryFrame())


def _by_name(path: Path) -> list[tuple[int, str]]:
    """Numbers in a name count as numbers."""
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]
