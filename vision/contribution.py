"""What somebody gives so that the networks learn a set: pictures of it and named tiles, in one zip file.

::

    about.json          what was agreed to, the pictures, the tiles in them with their names and corners
    laid/1.jpg          the set laid out, every tile named by a person
    wall/1.jpg          a built wall: what lies there lies face down
    named/5m-1.png      crops of tiles that a person named while a game was played

Pictures are written anew, without the place, time and device that a phone puts into them. Whoever reads such
a file has it from a stranger: sizes, names and numbers are checked before anything is believed.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import cv2
import msgspec
import numpy as np

from engine.tiles import Tile
from vision.detect.taught import check_faces
from vision.observation import Picture, VisionError
from vision.picture_file import decode_picture
from vision.writing import replace_file

ABOUT = "about.json"
LARGEST, LARGEST_ABOUT = 64_000_000, 2_000_000
"""Bytes of one part, and of what tells of them."""
MOST_PARTS = 800
LONGEST_PX = 4096
"""The longer side of a picture that is given; a larger one is made smaller."""
QUALITY = 95
Kind = Literal["laid", "wall"]
_DAMAGE = (OSError, EOFError, KeyError, RuntimeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError)
"""What unpacking a damaged or hostile zip file raises."""
_Place = Annotated[float, msgspec.Meta(ge=-LONGEST_PX, le=2 * LONGEST_PX)]


class NamedInPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tile of a picture: the person's word, and its corners in pixels, clockwise.

    `read_as`: what the reader took it for, "" for nothing. Where both are the same the first corner is the
    tile's own top left; else that is not sure."""

    face: Tile
    read_as: str
    corners: Annotated[tuple[tuple[_Place, _Place], ...], msgspec.Meta(min_length=4, max_length=4)]


class _PicturePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    kind: Kind
    tiles: tuple[NamedInPicture, ...] = ()


class _CropPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    face: Tile
    read_as: str


class _About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["jantaku contribution 1"]
    number: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{12}$")]
    agreed: str
    on: Annotated[str, msgspec.Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    pictures: tuple[_PicturePart, ...] = ()
    crops: tuple[_CropPart, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenPicture:
    """A picture of the set laid out, with all of its tiles named, or of a built wall, without tiles."""

    kind: Kind
    picture: Picture
    tiles: tuple[NamedInPicture, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenCrop:
    """A tile a person named during a game: (height, width, 3), cut as the reader is shown tiles."""

    face: Tile
    read_as: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Contribution:
    """`number`: twelve hexadecimal figures by which the giver can ask for it to be deleted; `agreed`: the
    words the giver agreed to, `on` which day (ISO)."""

    number: str
    agreed: str
    on: str
    pictures: tuple[GivenPicture, ...]
    crops: tuple[GivenCrop, ...]


def smaller(picture: Picture) -> Picture:
    """The picture with no side longer than `LONGEST_PX`."""
    scale = LONGEST_PX / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def write_contribution(path: Path, given: Contribution) -> None:
    """Writes the file; VisionError when it is there already or cannot be written."""
    if path.exists():
        raise VisionError(f"{path} is there already; give another name")
    packed = io.BytesIO()
    pictures, crops = [], []
    with zipfile.ZipFile(packed, "w") as parts:
        for number, each in enumerate(given.pictures, 1):
            file = f"{each.kind}/{number}.jpg"
            parts.writestr(file, _encoded(each.picture, ".jpg"))
            pictures.append(_PicturePart(file, each.kind, each.tiles))
        for number, one in enumerate(given.crops, 1):
            file = f"named/{one.face}-{number}.png"
            parts.writestr(file, _encoded(one.picture, ".png"))
            crops.append(_CropPart(file, one.face, one.read_as))
        about = _About(
            "jantaku contribution 1", given.number, given.agreed, given.on, tuple(pictures), tuple(crops)
        )
        parts.writestr(ABOUT, msgspec.json.format(msgspec.json.encode(about)))
    try:
        replace_file(path, packed.getvalue())
    except OSError as wrong:
        raise VisionError(f"{path} cannot be written: {wrong.strerror}") from wrong


def read_contribution(path: Path) -> Contribution:
    """What a file holds; VisionError when it is none, is damaged, or holds more than any may."""
    try:
        with zipfile.ZipFile(path) as parts:
            about = msgspec.json.decode(_part(parts, ABOUT, LARGEST_ABOUT), type=_About)
            if len(about.pictures) + len(about.crops) > MOST_PARTS:
                raise VisionError(f"{path} holds more than {MOST_PARTS} pictures")
            check_faces([each.face for each in _all_named(about)])
            pictures = tuple(
                GivenPicture(each.kind, _picture(parts, each.file), each.tiles) for each in about.pictures
            )
            crops = tuple(
                GivenCrop(each.face, each.read_as, _picture(parts, each.file)) for each in about.crops
            )
    except FileNotFoundError:
        raise VisionError(f"there is no file {path}") from None
    except _DAMAGE as wrong:
        raise VisionError(f"{path} is no contribution that can be read ({_first_line(wrong)})") from wrong
    except (msgspec.DecodeError, ValueError) as wrong:
        raise VisionError(f"{path} is no contribution: its {ABOUT} says {_first_line(wrong)}") from wrong
    return Contribution(about.number, about.agreed, about.on, pictures, crops)


def _all_named(about: _About) -> list[NamedInPicture | _CropPart]:
    return [*about.crops, *(tile for each in about.pictures for tile in each.tiles)]


def _encoded(picture: Picture, ending: str) -> bytes:
    options = [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if ending == ".jpg" else []
    return cv2.imencode(ending, picture, options)[1].tobytes()


def _picture(parts: zipfile.ZipFile, file: str) -> Picture:
    found = decode_picture(_part(parts, file, LARGEST), file)
    if max(found.shape[:2]) > LONGEST_PX:
        raise VisionError(f"{file} is larger than {LONGEST_PX} pixels a side")
    return found


def _part(parts: zipfile.ZipFile, file: str, most: int) -> bytes:
    """A part of the zip, never more than `most` bytes whatever it claims."""
    with parts.open(file) as part:
        content = part.read(most + 1)
    if len(content) > most:
        raise VisionError(f"{file} is longer than {most} bytes")
    return content


def _first_line(wrong: Exception) -> str:
    return (str(wrong).splitlines() or [type(wrong).__name__])[0]
