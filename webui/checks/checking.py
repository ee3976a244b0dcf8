"""What Jantaku needs and what helps it, looked at one by one: present or missing, and what to do."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from hardware.camera import HardwareError
from hardware.cameras import FoundCamera, open_camera
from hardware.cameras.picamera2 import load_library
from hardware.health import Throttling, free_bytes
from vision.camera.calibration import Calibration
from vision.observation import VisionError
from webui.access.addresses import is_port_free

LEAST_PYTHON = (3, 11)
LEAST_OPENCV = (4, 7)
LEAST_FREE = 500 * 1024**2
"""An evening with its evidence pictures stays below it."""
HOT_C = 80.0
"""A Pi slows itself down from here on."""
GIB = 1024**3


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: whether it is as it should be, what was found, and what to do when it is not.

    `needed`: without it the table cannot be watched.
    """

    name: str
    is_ok: bool
    needed: bool
    found: str
    remedy: str = ""


def check_python() -> Check:
    """The language."""
    is_ok = sys.version_info[:2] >= LEAST_PYTHON
    return Check("python", is_ok, True, platform.python_version(), "install Python 3.11 or later")


def check_opencv() -> Check:
    """The picture library, 4.7 and later: before that the markers were found another way."""
    version = tuple(int(part) for part in cv2.__version__.split(".")[:2])
    remedy = "pip install 'opencv-python-headless>=4.7'"
    return Check("opencv", version >= LEAST_OPENCV, True, cv2.__version__, remedy)


def check_camera(cameras: Sequence[FoundCamera]) -> Check:
    """The devices; a recording does without."""
    found = ", ".join(f"{camera.source} ({camera.name})" for camera in cameras) or "none plugged in"
    return Check("camera", bool(cameras), False, found, "plug one in; until then a recording is played")


def check_recording(folder: Path, has_camera: bool) -> Check:
    """The recording that ships, needed where there is no camera."""
    remedy = f"fetch {folder} again (git checkout), or give a SOURCE of your own"
    if not (folder / "settings.toml").is_file():
        return Check("recording", False, not has_camera, f"{folder} is missing", remedy)
    try:
        with open_camera(str(folder), every_frame=True) as camera:
            camera.read()
    except HardwareError as wrong:
        return Check("recording", False, not has_camera, str(wrong), remedy)
    return Check("recording", True, not has_camera, f"{folder.name} plays")


def check_picamera2(is_pi: bool) -> Check:
    """The Pi camera's library, from the system's packages: loaded, as one that is there may be broken.

    A Pi with a USB camera does without it."""
    is_there = importlib.util.find_spec("picamera2") is not None
    if not is_there and not is_pi:
        return Check("picamera2", True, False, "missing, and this is no Raspberry Pi")
    try:
        load_library()
    except HardwareError as wrong:
        found, _, remedy = str(wrong).rpartition(": ")
        return Check("picamera2", False, is_there and is_pi, found, remedy)
    return Check("picamera2", True, False, "loads")


def check_model(folder: Path | None = None) -> Check:
    """The detector's files: there, and loading."""
    try:
        # Here, so that a machine where onnxruntime does not even import still gets all the other lines.
        from vision.detect.detector import Detector
        from vision.detect.networks import LIVE_MODELS, MODELS
    except ImportError as wrong:
        return Check(
            "detector", False, True, f"onnxruntime does not load: {wrong}", "pip install onnxruntime"
        )
    folders = [folder] if folder else [MODELS, LIVE_MODELS]
    try:
        for each in folders:
            Detector.load(each, threads=1)
    except VisionError as wrong:
        found, _, remedy = str(wrong).partition("; ")
        return Check("detector", False, True, found, remedy)
    return Check("detector", True, True, "loads: " + ", ".join(_fingerprints(folders[0])))


def check_calibration(path: Path) -> Check:
    """The camera's place; the markers tell it as well."""
    remedy = "lay the markers (jantaku calibrate --print markers.pdf), or run jantaku calibrate SOURCE"
    if not path.exists():
        return Check("calibration", False, False, f"no {path}: the markers are looked for", remedy)
    try:
        kept = Calibration.load(path)
    except VisionError as wrong:
        return Check("calibration", False, False, str(wrong), remedy)
    width, height = kept.picture_size
    found = f"{path}: {width} x {height} px, residual {kept.residual_px:.2f} px = {kept.residual_mm:.2f} mm"
    return Check("calibration", True, False, found)


def check_disk(folder: Path) -> Check:
    """Room for the journal and its pictures, and leave to write there."""
    free = free_bytes(folder)
    place = folder.resolve()
    while not place.exists():
        place = place.parent
    if not place.is_dir():
        return Check("disk", False, True, f"{place} is not a folder", "give another folder with --data")
    if not os.access(place, os.W_OK):
        return Check("disk", False, True, f"{place} cannot be written", "give another folder with --data")
    found = f"{free / GIB:.1f} GiB free for {folder}"
    return Check("disk", free >= LEAST_FREE, True, found, "make room, half a GiB is needed, or give --data")


def check_port(port: int) -> Check:
    """The page's door."""
    is_free = is_port_free("0.0.0.0", port)
    found = f"{port} is free" if is_free else f"{port} is in use"
    return Check("port", is_free, True, found, "stop what listens there, or `jantaku serve --port 8080`")


def check_mcr() -> Check:
    """The library that scores Chinese Official wins."""
    is_there = importlib.util.find_spec("MahjongGB") is not None
    found = "PyMahjongGB present" if is_there else "PyMahjongGB missing: wins are scored by our own count"
    return Check("mcr scores", True, False, found, "")


def check_heat(temperature_c: float | None, complaints: Throttling | None) -> Check:
    """Temperature and power; undervoltage loses cameras and cards."""
    heat = "temperature unknown" if temperature_c is None else f"{temperature_c:.0f} °C"
    now = complaints.now if complaints else ()
    before = complaints.since_start if complaints else ()
    power = "".join(
        [f", now {', '.join(now)}" if now else "", f", earlier {', '.join(before)}" if before else ""]
    )
    is_ok = not now and not before and (temperature_c is None or temperature_c < HOT_C)
    return Check("heat, power", is_ok, False, heat + power, "use the Pi's own power supply and a cooler")


def _fingerprints(folder: Path) -> list[str]:
    return [
        f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
        for path in sorted(folder.glob("*.onnx"))
    ]
