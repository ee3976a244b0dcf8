"""The Raspberry Pi's own cameras; focus, exposure and gains are found once, then locked and shown.

The library comes from the system's packages, not from PyPI, and is imported only when it is asked for.
Options: ``picamera2:0?width=1920&height=1080&rate=10&mains=50&focus=1.2&timeout=5``.
"""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hardware.camera import Camera, CameraLost, Frame, HardwareError
from hardware.cameras import FoundCamera
from hardware.closing import Closing
from hardware.fake_picamera2 import FakePicamera2
from hardware.options import split_options
from hardware.pi_locks import Locks, locks_for

SOURCES = "picamera2:0 (a Raspberry Pi camera)"
NAME = re.compile(r"picamera2:(\d?)(\?.*)?")
DEFAULTS: Mapping[str, float] = {
    "width": 1920,
    "height": 1080,
    "rate": 10,
    "mains": 50,
    "focus": -1,
    "timeout": 5,
}
"""`mains`: Hz of the lamps, 0 for none; `focus`: dioptres, -1 for one autofocus cycle at the start."""
SETTLE_FRAMES = 60
FOCUS_S = 10.0
ABSENT = (
    "the Raspberry Pi camera library is missing: `sudo apt install python3-picamera2`, and make the "
    "environment with `python3 -m venv --system-site-packages`"
)


class PiCamera(Closing):
    """Drives a `Picamera2` object; it settles and locks the camera before the first frame."""

    is_live = True

    def __init__(self, device: Any, options: Mapping[str, float]) -> None:
        self._device, self._options = device, options
        self._number, self._is_closed = 0, False
        self._first_ns: int | None = None
        self._name = str(device.camera_properties.get("Model", "Raspberry Pi camera"))
        device.configure(configuration(device, options))
        device.start()
        self.locks = self._lock()

    def read(self) -> Frame:
        """The next frame; CameraLost when none comes."""
        request = self._request()
        try:
            # libcamera's RGB888 lies in memory as blue, green, red: already what we want.
            picture = np.array(request.make_array("main"), dtype=np.uint8)
            taken_ns = int(request.get_metadata().get("SensorTimestamp", 0))
        finally:
            request.release()
        if self._first_ns is None:
            self._first_ns = taken_ns
        frame = Frame(picture, (taken_ns - self._first_ns) / 1e9, self._number)
        self._number += 1
        return frame

    def settings(self) -> Mapping[str, object]:
        """What is locked, in people's units."""
        locks = self.locks
        return {
            "camera": self._name,
            "width": int(self._options["width"]),
            "height": int(self._options["height"]),
            "rate": self._options["rate"],
            "focus": "fixed"
            if locks.lens_position is None
            else f"locked at {locks.lens_position:g} dioptres",
            "exposure": f"locked at {locks.exposure_us / 1000:g} ms",
            "gain": locks.gain,
            "colour gains": locks.colour_gains,
            "flicker period": "none" if locks.flicker_us is None else f"{locks.flicker_us / 1000:g} ms",
        }

    def close(self) -> None:
        """Stops the camera; libcamera can hang in it after an unplug, so no longer than three seconds."""
        if self._is_closed:
            return
        self._is_closed = True
        ending = threading.Thread(target=self._stop, name="closing the camera", daemon=True)
        ending.start()
        ending.join(3.0)

    def _stop(self) -> None:
        self._device.stop()
        self._device.close()

    def _lock(self) -> Locks:
        can_focus = "LensPosition" in self._device.camera_controls
        if can_focus and self._options["focus"] >= 0:
            self._device.set_controls({"AfMode": 0, "LensPosition": self._options["focus"]})
        elif can_focus:
            self._wait_for(self._device.autofocus_cycle(wait=False), FOCUS_S)
        settled = self._metadata_when(lambda metadata: bool(metadata.get("AeLocked", False)))
        longest_us = int(1e6 / self._options["rate"])
        locks = locks_for(settled, self._options["mains"], longest_us)
        if can_focus and self._options["focus"] >= 0:
            # As told: the metadata may still show where the lens was.
            locks = replace(locks, lens_position=self._options["focus"])
        self._device.set_controls(locks.controls())
        self._metadata_when(locks.are_shown_by)
        return locks

    def _metadata_when(self, is_wanted: Callable[[Mapping[str, object]], bool]) -> Mapping[str, object]:
        """The first metadata `is_wanted` agrees to, or the last of so many frames."""
        metadata: Mapping[str, object] = {}
        for _ in range(SETTLE_FRAMES):
            request = self._request()
            metadata = dict(request.get_metadata())
            request.release()
            if is_wanted(metadata):
                break
        return metadata

    def _request(self) -> Any:
        if self._is_closed:
            raise CameraLost("the Raspberry Pi camera is closed")
        return self._wait_for(self._device.capture_request(wait=False), self._options["timeout"])

    def _wait_for(self, job: Any, seconds: float) -> Any:
        try:
            return job.get_result(timeout=seconds)
        except TimeoutError as wrong:
            raise CameraLost(
                f"the Raspberry Pi camera {self._name} gave no picture for {seconds:g} s: check its "
                "ribbon cable, then start again"
            ) from wrong


def configuration(device: Any, options: Mapping[str, float]) -> Any:
    """One video configuration; no queue, so that each frame is newer than the question for it."""
    frame_us = int(1e6 / options["rate"])
    size = (int(options["width"]), int(options["height"]))
    return device.create_video_configuration(
        main={"size": size, "format": "RGB888"},
        controls={"FrameDurationLimits": (frame_us, frame_us)},
        buffer_count=4,
        queue=False,
    )


def takes(source: str) -> bool:
    """What begins with ``picamera2:``."""
    return source.startswith("picamera2:")


def open_source(source: str, every_frame: bool) -> Camera:
    """The camera of that number; HardwareError when the library or the camera is missing."""
    if not NAME.fullmatch(source):
        raise HardwareError(f"{source}: expected picamera2:0, picamera2:1 ...")
    name, options = split_options(source.removeprefix("picamera2:"), DEFAULTS)
    library = _library()
    present = library.global_camera_info()
    number = int(name or 0)
    if number >= len(present):
        raise HardwareError(
            f"{source}: the Raspberry Pi camera {number} is not there, {len(present)} present: check its "
            "ribbon cable, then `rpicam-hello --list-cameras`"
        )
    try:
        return PiCamera(library(number), options)
    except RuntimeError as wrong:
        if isinstance(wrong, HardwareError):
            raise
        raise HardwareError(
            f"{source}: the camera does not open ({wrong}): is another program using it?"
        ) from wrong


def found() -> Sequence[FoundCamera]:
    """The cameras libcamera knows of; none when it is not installed."""
    try:
        present = _library().global_camera_info()
    except HardwareError:
        return ()
    return tuple(
        FoundCamera(f"picamera2:{number}", str(camera.get("Model", "Raspberry Pi camera")))
        for number, camera in enumerate(present)
    )


def example(folder: Path) -> Camera:
    """A Camera Module 3 that is unplugged after 200 frames."""
    return PiCamera(FakePicamera2(), DEFAULTS)


def _library() -> Any:
    try:
        # Under its own name: this file is called like it.
        return importlib.import_module("picamera2").Picamera2
    except ImportError as wrong:
        # Also when the package is there and libcamera below it is not.
        raise HardwareError(ABSENT) from wrong
