"""The Raspberry Pi's own cameras; focus, exposure and gains are found, then locked and shown.

The library comes from the system's packages, not from PyPI, and is imported only when it is asked for.
Options: ``picamera2:0?width=1920&height=1080&rate=10&mains=50&focus=1.2&metres=1.2&timeout=5``.
"""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hardware.camera import Camera, CameraLost, Frame, HardwareError
from hardware.cameras import FoundCamera
from hardware.closing import Closing
from hardware.fake_picamera2 import FakePicamera2
from hardware.options import split_options
from hardware.pi_locks import Locks, limits_of, locks_for
from hardware.pi_modes import FOCUSING_RATE, accepted, configuration, frame_us, view_text
from hardware.pi_settled import Settled

SOURCES = "picamera2:0 (a Raspberry Pi camera)"
NAME = re.compile(r"picamera2:(\d?)(\?.*)?")
DEFAULTS: Mapping[str, float] = {
    "width": 1920,
    "height": 1080,
    "rate": 10,
    "mains": 50,
    "focus": -1,
    "metres": 1.2,
    "timeout": 5,
}
"""`mains`: Hz of the lamps, 0 for none; `focus`: dioptres, -1 for one autofocus cycle at the start; `metres`:
from the lens to the felt, for the focus when that cycle finds none."""
SETTLE_FRAMES = 60
SHOWN_FRAMES = 20
STALE_FRAMES = 6
"""Between setting the automatics free and the first frame that shows it: four buffers, the sensor's two."""
FOCUS_S = 20.0
CLOSING_S = 0.9
ABSENT = (
    "the Raspberry Pi camera library is missing: `sudo apt install python3-picamera2`, and make the "
    "environment with `python3 -m venv --system-site-packages`"
)
BROKEN = (
    "the Raspberry Pi camera library does not load ({kind}: {wrong}): on Raspberry Pi OS Bookworm make the "
    "environment anew with `make run`, which keeps numpy below 2 there"
)


class PiCamera(Closing):
    """Drives a `Picamera2` object; it settles and locks the camera before the first frame."""

    is_live = True

    def __init__(self, device: Any, options: Mapping[str, float]) -> None:
        self._device, self._options = device, options
        self._number, self._is_closed = 0, False
        self._first_ns: int | None = None
        self._warnings: dict[str, str] = {}
        self._name = str(device.camera_properties.get("Model", "Raspberry Pi camera"))
        try:
            device.configure(configuration(device, options))
            self._accepted = accepted(device)
            self._can_focus = "LensPosition" in device.camera_controls
            self._limits = limits_of(device.camera_controls)
            device.start()
            self._focus()
            self.locks = self._lock()
        except BaseException:
            self.close()
            raise

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

    def relock(self) -> None:
        """Finds exposure and colours anew and locks them, as daylight goes; the focus stays."""
        quick = frame_us(max(FOCUSING_RATE, self._options["rate"]))
        self._device.set_controls(
            {"AeEnable": True, "AwbEnable": True, "FrameDurationLimits": (quick, quick)}
        )
        # What is on its way was still taken with the old values, and would look settled.
        for _ in range(STALE_FRAMES):
            self._metadata()
        position = self.locks.lens_position
        self.locks = replace(self._lock(), lens_position=position)

    def settings(self) -> Mapping[str, object]:
        """What was accepted and what is locked, in people's units; ``warning`` for what was not found."""
        locks = self.locks
        fields: dict[str, object] = {
            "camera": self._name,
            **self._accepted,
            "rate": self._options["rate"],
            "view": self._view,
            "focus": "fixed"
            if locks.lens_position is None
            else f"locked at {locks.lens_position:g} dioptres",
            "exposure": f"locked at {locks.exposure_us / 1000:g} ms",
            "gain": locks.gain,
            "colour gains": locks.colour_gains,
            "flicker period": "none" if locks.flicker_us is None else f"{locks.flicker_us / 1000:g} ms",
        }
        return {**fields, "warning": "; ".join(self._warnings.values())} if self._warnings else fields

    def close(self) -> None:
        """Stops the camera, within a second: libcamera can hang in it after an unplug, and is left."""
        if self._is_closed:
            return
        self._is_closed = True
        ending = threading.Thread(target=self._stop, name="closing the camera", daemon=True)
        ending.start()
        ending.join(CLOSING_S)

    def _stop(self) -> None:
        # Without it `stop` waits behind a question that will never be answered.
        self._device.cancel_all_and_flush()
        self._device.close()

    def _focus(self) -> None:
        """Once, at the start; a table on which no focus is found is still watched, at its distance."""
        if not self._can_focus:
            return
        focus = self._options["focus"]
        if focus < 0 and self._finds_focus():
            return
        if focus < 0:
            metres = self._options["metres"]
            focus = round(1 / metres, 2)
            self._warnings["focus"] = (
                f"autofocus found nothing to hold on to; the focus is set for {metres:g} m: lay tiles on the "
                "felt and start again, or give focus= or metres="
            )
        self._options = {**self._options, "focus": focus}
        self._device.set_controls({"AfMode": 0, "LensPosition": focus})

    def _finds_focus(self) -> bool:
        try:
            return bool(self._device.autofocus_cycle(wait=False).get_result(timeout=FOCUS_S))
        except TimeoutError:
            self._device.cancel_all_and_flush()
            return False

    def _lock(self) -> Locks:
        settled = Settled()
        for _ in range(SETTLE_FRAMES):
            metadata = self._metadata()
            if settled.is_settled(metadata):
                self._warnings.pop("light", None)
                break
        else:
            self._warnings["light"] = (
                "the light did not settle; exposure and colours are locked as they were last"
            )
        locks = locks_for(metadata, self._options["mains"], frame_us(self._options["rate"]), self._limits)
        if self._can_focus and self._options["focus"] >= 0:
            # As told: the metadata may still show where the lens was.
            locks = replace(locks, lens_position=self._options["focus"])
        each_us = frame_us(self._options["rate"])
        self._device.set_controls({**locks.controls(), "FrameDurationLimits": (each_us, each_us)})
        for _ in range(SHOWN_FRAMES):
            metadata = self._metadata()
            if locks.are_shown_by(metadata):
                break
        self._view = view_text(
            metadata.get("ScalerCrop"), self._device.camera_properties.get("PixelArraySize")
        )
        return locks

    def _metadata(self) -> Mapping[str, object]:
        request = self._request()
        try:
            return dict(request.get_metadata())
        finally:
            request.release()

    def _request(self) -> Any:
        if self._is_closed:
            raise CameraLost("the Raspberry Pi camera is closed")
        try:
            return self._device.capture_request(wait=False).get_result(timeout=self._options["timeout"])
        except TimeoutError as wrong:
            raise CameraLost(
                f"the Raspberry Pi camera {self._name} gave no picture for {self._options['timeout']:g} s: "
                "check its ribbon cable, then start again"
            ) from wrong


def takes(source: str) -> bool:
    """What begins with ``picamera2:``."""
    return source.startswith("picamera2:")


def open_source(source: str, every_frame: bool) -> Camera:
    """The camera of that number; HardwareError when the library or the camera is missing."""
    if not NAME.fullmatch(source):
        raise HardwareError(f"{source}: expected picamera2:0, picamera2:1 ...")
    name, options = split_options(source.removeprefix("picamera2:"), DEFAULTS)
    library = load_library()
    present = _of_ribbon(library.global_camera_info())
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
        present = _of_ribbon(load_library().global_camera_info())
    except HardwareError:
        return ()
    return tuple(
        FoundCamera(f"picamera2:{number}", str(camera.get("Model", "Raspberry Pi camera")))
        for number, camera in enumerate(present)
    )


def example(folder: Path) -> Camera:
    """A Camera Module 3 that is unplugged after 200 frames."""
    return PiCamera(FakePicamera2(), DEFAULTS)


def load_library() -> Any:
    """The `Picamera2` class; HardwareError, quoting what Python said, when it cannot be imported."""
    try:
        # Under its own name: this file is called like it.
        return importlib.import_module("picamera2").Picamera2
    except ModuleNotFoundError as wrong:
        raise HardwareError(ABSENT) from wrong
    except Exception as wrong:
        # Compiled parts that do not fit together raise anything: with numpy 2 on Bookworm it is a ValueError.
        raise HardwareError(BROKEN.format(kind=type(wrong).__name__, wrong=_first_line(wrong))) from wrong


def _of_ribbon(present: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Without libcamera's USB cameras, which give other pictures; the library counts those last."""
    return [camera for camera in present if "/usb" not in str(camera.get("Id", ""))]


def _first_line(wrong: Exception) -> str:
    return str(wrong).strip().splitlines()[0] if str(wrong).strip() else "no reason told"
