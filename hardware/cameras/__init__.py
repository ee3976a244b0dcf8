"""The cameras: one file each, found by looking into this folder, chosen by what the source looks like.

A camera's file has five names:

- ``SOURCES``: which sources it understands, in words, with an example
- ``takes(source)``: whether `source` is one of its own; no two files take the same
- ``open_source(source, every_frame)``: the camera, or HardwareError saying what is missing and what to do
- ``found()``: the devices present now
- ``example(folder)``: one of its kind that needs no device, for the contract test
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from hardware.camera import Camera, HardwareError


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A device that is present: what to type to use it, and what it calls itself."""

    source: str
    name: str


class CameraFile(Protocol):
    """What each file in this folder is."""

    SOURCES: str

    def takes(self, source: str) -> bool:
        """Whether `source` is for this kind of camera."""
        ...

    def open_source(self, source: str, every_frame: bool) -> Camera:
        """The camera behind `source`."""
        ...

    def found(self) -> Sequence[FoundCamera]:
        """The devices of this kind that are present."""
        ...

    def example(self, folder: Path) -> Camera:
        """A small camera of this kind without a device; it may write into `folder`."""
        ...


def camera_files() -> dict[str, CameraFile]:
    """The files of this folder by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: cast(CameraFile, importlib.import_module(f"{__name__}.{name}")) for name in names}


def open_camera(source: str, every_frame: bool = False) -> Camera:
    """The camera or recording behind `source`; a recording read with `every_frame` skips nothing and waits
    for nothing.

    Raises HardwareError when nothing understands `source`, or when what does cannot open it.
    """
    for kind in camera_files().values():
        if source and kind.takes(source):
            return kind.open_source(source, every_frame)
    if source and Path(source).exists():
        raise HardwareError(f"{source} is no picture or video by its name, expected {_understood()}")
    if "/" in source or Path(source).suffix:
        raise HardwareError(f"{source} is not there, expected {_understood()}")
    raise HardwareError(f"no camera or recording is called {source!r}, expected {_understood()}")


def list_cameras() -> tuple[FoundCamera, ...]:
    """All devices that are present, of every kind; those of a Raspberry Pi first."""
    found = [camera for kind in camera_files().values() for camera in kind.found()]
    return tuple(sorted(found, key=lambda camera: not camera.source.startswith("picamera2:")))


def _understood() -> str:
    return "; ".join(kind.SOURCES for kind in camera_files().values())
