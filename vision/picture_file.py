"""Pictures from files as the rest of vision wants them: (height, width, 3) bytes, blue green red."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.observation import Picture, VisionError

MOST_PIXELS = 89_000_000
KINDS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
"""What pictures of tiles come as. OpenCV reads a dozen kinds more, each a decoder to be attacked."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a picture's file says of itself before anything of it is decoded. Sizes in pixels, as stored.

    `kind`: one of `KINDS`, or MPO, the JPEG of phones that put a second picture behind the first."""

    kind: str
    width: int
    height: int
    is_progressive: bool = False
    """A JPEG of which all must be held before any is seen."""


def header_of(content: bytes, name: str) -> Header:
    """The header of a picture, one of `KINDS`; VisionError when it is none. Takes next to no memory."""
    if not content:
        raise VisionError(f"{name} is empty; expected a picture such as JPEG or PNG")
    try:
        with Image.open(BytesIO(content), formats=KINDS) as found:
            is_progressive = bool(found.info.get("progressive"))
            return Header(str(found.format), found.width, found.height, is_progressive)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as wrong:
        raise VisionError(_too_large(name)) from wrong
    except Exception as wrong:  # whatever a file that is no picture does to a parser
        raise VisionError(
            f"{name} is not a picture that can be read; expected one such as JPEG or PNG"
        ) from wrong


def read_picture(path: Path) -> Picture:
    """Reads a picture of any usual kind: grey, 16 bit, with alpha (laid on white), turned by EXIF.

    VisionError naming the file when it is missing, no picture, or larger than 89 megapixels.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise VisionError(f"there is no picture {path}") from None
    except OSError as wrong:
        raise VisionError(f"cannot read the picture {path}: {wrong.strerror}") from wrong
    return decode_picture(content, str(path))


def decode_picture(content: bytes, name: str) -> Picture:
    """As `read_picture`, from the file's bytes; `name` is what an error calls it.

    VisionError: too large, or no picture that can be read.
    """
    header = header_of(content, name)
    if header.width * header.height > MOST_PIXELS:
        raise VisionError(_too_large(name, f" ({header.width}x{header.height})"))
    # OpenCV turns by EXIF for its colour flags only, so pictures without alpha take that way.
    found = _decode(content, cv2.IMREAD_UNCHANGED, name)
    if found is None:
        raise VisionError(f"{name} is not a picture that can be read; expected one such as JPEG or PNG")
    if found.ndim == 3 and found.shape[2] == 4:
        return _on_white(_bytes(found))
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH
    coloured = _decode(content, flags, name)
    return _three(_bytes(found if coloured is None else coloured))


def _decode(content: bytes, flags: int, name: str) -> NDArray[np.generic] | None:
    try:
        found = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as wrong:
        raise VisionError(f"{name} cannot be read as a picture ({wrong.err or 'broken file'})") from wrong
    if found is None:
        return None
    return np.asarray(found)


def _too_large(name: str, size: str = "") -> str:
    return f"{name} has too many pixels{size}; at most {MOST_PIXELS // 10**6} megapixels are read"


def _bytes(picture: NDArray[np.generic]) -> Picture:
    if picture.dtype == np.uint8:
        return np.asarray(picture, np.uint8)
    if picture.dtype == np.uint16:
        wide = picture.astype(np.float32)
        # Many 16-bit cameras fill only 10 or 12 of the bits.
        top = max(255.0, float(wide.max()))
        full = 65535.0 if top > 16384 else top
        return np.asarray(wide * (255.0 / full), np.uint8)
    wide = np.nan_to_num(picture.astype(np.float32))
    top = float(wide.max()) or 1.0
    return np.asarray(np.clip(wide / max(top, 1e-6) * 255, 0, 255), np.uint8)


def _three(picture: Picture) -> Picture:
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    if picture.shape[2] == 1:
        return np.asarray(cv2.cvtColor(picture[..., 0], cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(picture[..., :3])


def _on_white(picture: Picture) -> Picture:
    share = picture[..., 3:].astype(np.uint16)
    laid = (picture[..., :3] * share + 255 * (255 - share)) // 255
    return np.asarray(laid, np.uint8)
