"""USB cameras (V4L2) and network streams (RTSP, HTTP) through OpenCV.

Options of a USB camera: ``opencv:0?width=1920&height=1080&rate=15&focus=30&exposure=200&timeout=5``.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np

from hardware.camera import Camera, Frame, HardwareError, Picture
from hardware.cameras import FoundCamera
from hardware.closing import Closing
from hardware.fake_capture import FakeCapture, grey_pictures
from hardware.newest import NewestFrame
from hardware.options import split_options
from hardware.quiet import quiet_opencv

SOURCES = "0 or /dev/video0 (a USB camera), rtsp://... or http://... (a stream)"
DEFAULTS: Mapping[str, float] = {
    "width": 1920,
    "height": 1080,
    "rate": 15,
    "focus": -1,
    "exposure": -1,
    "timeout": 5,
}
"""-1: left as the camera has it. `exposure` is in the driver's own unit, with V4L2 0.1 ms."""
STREAM = re.compile(r"(rtsps?|https?|udp|rtmp)://", re.IGNORECASE)
DEVICE = re.compile(r"(?:opencv:)?(\d{1,3}|/dev/video\d{1,3})(?:\?.*)?")
DEVICES = Path("/sys/class/video4linux")
SETTLED_AFTER = 30
"""Frames."""
MANUAL_EXPOSURE = 1
"""V4L2's menu entry; 3 is automatic."""


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:
        """Whether there is a device."""
        ...

    def read(self) -> tuple[bool, Picture | None]:
        """The next frame."""
        ...

    def get(self, what: int, /) -> float:
        """A setting, in what OpenCV counts it in: pixels, frames in 1 s, 1 for on."""
        ...

    def set(self, what: int, value: float, /) -> bool:
        """Asks for a setting."""
        ...

    def release(self) -> None:
        """Gives the device back."""
        ...


class OpenCvCamera(Closing):
    """Takes frames from `capture` in a thread, and stops its autofocus once the first frames have come."""

    is_live = True

    def __init__(self, name: str, capture: Capture, options: Mapping[str, float]) -> None:
        self._name, self._capture, self._options = name, capture, options
        self._taken, self._settings = 0, self._settings_now()
        self._newest = NewestFrame(name, self._take, capture.release, options["timeout"])

    def read(self) -> Frame:
        """The newest frame; CameraLost when none comes."""
        return self._newest.read()

    def settings(self) -> Mapping[str, object]:
        """Size, rate, focus and exposure as the driver reports them."""
        return self._settings

    def close(self) -> None:
        """Ends the thread, which gives the device back."""
        self._newest.close()

    def _take(self) -> Picture | None:
        there, picture = self._capture.read()
        self._taken += 1
        if self._taken == SETTLED_AFTER:
            # It has found the table by now; left on, it hunts whenever an arm comes in.
            self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            self._settings = self._settings_now()
        return np.asarray(picture, dtype=np.uint8) if there and picture is not None else None

    def _settings_now(self) -> Mapping[str, object]:
        """Asked only where no other thread reads: a capture is for one thread at a time."""
        value_of = self._capture.get
        return {
            "camera": self._name,
            "width": int(value_of(cv2.CAP_PROP_FRAME_WIDTH)),
            "height": int(value_of(cv2.CAP_PROP_FRAME_HEIGHT)),
            "rate": round(value_of(cv2.CAP_PROP_FPS), 2),
            "focus": "automatic" if value_of(cv2.CAP_PROP_AUTOFOCUS) > 0 else value_of(cv2.CAP_PROP_FOCUS),
            "exposure": self._options["exposure"] if self._options["exposure"] >= 0 else "automatic",
        }


def takes(source: str) -> bool:
    """A number, a video device or the address of a stream."""
    return bool(STREAM.match(source) or DEVICE.fullmatch(source) or source.startswith("opencv:"))


def open_source(source: str, every_frame: bool) -> Camera:
    """The device or stream; a live camera's frames are never all kept, so `every_frame` changes nothing.

    HardwareError: no such device, or it is in use.
    """
    quiet_opencv()
    if STREAM.match(source):
        return _open_stream(source)
    if not DEVICE.fullmatch(source):
        raise HardwareError(f"{source}: expected opencv:0, opencv:1 ... or opencv:/dev/video0")
    name, options = split_options(source.removeprefix("opencv:"), DEFAULTS)
    capture = cv2.VideoCapture(int(name) if name.isdigit() else name, _backend())
    if not capture.isOpened():
        capture.release()
        raise HardwareError(f"the camera {name} is not there or is in use: {_present()}")
    configure(capture, options)
    return OpenCvCamera(name, capture, options)


def configure(capture: Capture, options: Mapping[str, float]) -> None:
    """Asks for size and rate, and locks focus and exposure where they were given."""
    # Compressed, or USB 2 carries five frames a second at this size.
    capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, options["width"])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, options["height"])
    capture.set(cv2.CAP_PROP_FPS, options["rate"])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if options["focus"] >= 0:
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        capture.set(cv2.CAP_PROP_FOCUS, options["focus"])
    if options["exposure"] >= 0:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE)
        capture.set(cv2.CAP_PROP_EXPOSURE, options["exposure"])


def found(devices: Path = DEVICES) -> Sequence[FoundCamera]:
    """The USB cameras; on other systems none are listed.

    A Raspberry Pi has a dozen video devices that are parts of its camera path and its codecs, and all open.
    """
    cameras = []
    for place in sorted(devices.glob("video*"), key=lambda path: (len(path.name), path.name)):
        # A camera's second node carries data about pictures, not pictures.
        if _is_usb(place) and _text(place / "index") in ("0", ""):
            cameras.append(FoundCamera(f"/dev/{place.name}", _text(place / "name") or place.name))
    return tuple(cameras)


def example(folder: Path) -> Camera:
    """A USB camera that is unplugged after twenty frames."""
    return OpenCvCamera("example", FakeCapture(grey_pictures(20)), DEFAULTS)


def _is_usb(place: Path) -> bool:
    return (place / "device" / "subsystem").resolve().name == "usb"


def _open_stream(source: str) -> Camera:
    # Without a limit OpenCV waits half a minute for a host that is not there.
    limit = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 8000]
    capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG, limit)
    shown = _without_password(source)
    if not capture.isOpened():
        capture.release()
        raise HardwareError(
            f"no stream at {shown}: check the address, and that the camera is on and reachable"
        )
    return OpenCvCamera(shown, capture, {**DEFAULTS, "timeout": 10})


def _without_password(source: str) -> str:
    parts = urlsplit(source)
    return source.replace(f"{parts.username}:{parts.password}@", "") if parts.password else source


def _present() -> str:
    names = ", ".join(camera.source for camera in found())
    return f"present are {names}" if names else "no camera is plugged in (see `jantaku cameras`)"


def _backend() -> int:
    return int(cv2.CAP_V4L2 if platform.system() == "Linux" else cv2.CAP_ANY)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
