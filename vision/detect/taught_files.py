"""Taught sets on the disk: one small file a set, replaced as a whole or not at all."""

from __future__ import annotations

import io
import re
import struct
import tokenize
import zipfile
import zlib
from pathlib import Path

import numpy as np

from vision.detect.taught import TaughtSet, check_faces
from vision.observation import VisionError
from vision.writing import replace_file

ENDING = ".set.npz"
_BROKEN = (
    *(OSError, ValueError, KeyError, EOFError, NotImplementedError, RuntimeError, SyntaxError, OverflowError),
    *(zipfile.BadZipFile, zlib.error, struct.error, tokenize.TokenError, MemoryError),
)
"""What a file that was cut or changed may raise while it is unpacked."""
NAME = re.compile(r"[\w][\w .-]{0,39}")


def check_name(name: str) -> None:
    """VisionError when `name` cannot be a set's name (and so a file's)."""
    if not NAME.fullmatch(name) or name != name.strip() or name.endswith("."):
        raise VisionError(
            f"{name!r} cannot be a set's name: expected 1 to 40 letters, figures, spaces, dots, - or _"
        )


def taught_names(folder: Path) -> list[str]:
    """The names of the sets taught in `folder`, in the alphabet's order."""
    if not folder.is_dir():
        return []
    return sorted(path.name.removesuffix(ENDING) for path in folder.glob(f"*{ENDING}"))


def read_set(folder: Path, name: str) -> TaughtSet:
    """The set `name`; VisionError when it was never taught or its file is broken."""
    path = _file_of(folder, name)
    try:
        with np.load(path, allow_pickle=False) as stored:
            crops, embeddings = stored["crops"], stored["embeddings"]
            faces = tuple(str(face) for face in stored["faces"])
            fingerprint = str(stored["fingerprint"])
        check_faces(faces)
        if crops.shape != (len(faces), 64, 48, 3) or crops.dtype != np.uint8:
            raise ValueError(f"crops of shape {crops.shape}")
        if embeddings.shape != (len(faces), 2, 128):
            raise ValueError(f"embeddings of shape {embeddings.shape}")
    except _BROKEN as wrong:
        first = (str(wrong).splitlines() or [type(wrong).__name__])[0]
        raise VisionError(f"the taught set {path} is broken ({first}); teach it again") from wrong
    return TaughtSet(name, crops, faces, embeddings.astype(np.float32), fingerprint)


def write_set(folder: Path, taught: TaughtSet) -> Path:
    """Writes it; VisionError when the disk will not take it. Returns the file."""
    check_name(taught.name)
    path = folder / (taught.name + ENDING)
    packed = io.BytesIO()
    np.savez_compressed(
        packed, crops=taught.crops, faces=np.array(taught.faces, "U4"),
        embeddings=taught.embeddings.astype(np.float16), fingerprint=np.array(taught.fingerprint),
    )  # fmt: skip
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(path, packed.getvalue())
    except OSError as wrong:
        raise VisionError(f"the taught set {path} cannot be written: {wrong.strerror}") from wrong
    return path


def forget_set(folder: Path, name: str) -> None:
    """Removes it; VisionError when it was never taught."""
    _file_of(folder, name).unlink()


def _file_of(folder: Path, name: str) -> Path:
    check_name(name)
    path = folder / (name + ENDING)
    if not path.is_file():
        known = ", ".join(taught_names(folder)) or "none"
        raise VisionError(f"no set {name!r} was taught in {folder}; taught sets: {known}")
    return path
