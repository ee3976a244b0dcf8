"""A Pi camera without a Pi: answers as the `Picamera2` class does, with automatics that take their time.

`tests/hardware/test_pi_camera.py` holds it to the same tests as the real class over libcamera's bindings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hardware.camera import Picture

Size = tuple[int, int]
BLUE = (200, 40, 10)
NEW_ENOUGH_FOR_STATE = {"searching": 1, "converged": 2}


class FakeJob:
    """What a picamera2 call with ``wait=False`` gives back."""

    def __init__(self, result: object) -> None:
        self._result = result

    def get_result(self, timeout: float | None = None) -> object:
        """The result; TimeoutError when there will never be one."""
        if self._result is None:
            raise TimeoutError
        return self._result


class FakeRequest:
    """One frame with its metadata; knows whether it was given back."""

    def __init__(self, picture: Picture, metadata: Mapping[str, object]) -> None:
        self._picture, self._metadata = picture, metadata
        self.is_released = False

    def make_array(self, name: str) -> Picture:
        """The picture, blue first: what libcamera calls RGB888 lies in memory as B, G, R."""
        return self._picture

    def get_metadata(self) -> Mapping[str, object]:
        """What the frame was taken with."""
        return self._metadata

    def release(self) -> None:
        """Gives the frame's memory back to the camera."""
        self.is_released = True


class FakePicamera2:
    """A Camera Module 3 that sees a blue picture; unplugged after `frames` frames.

    Controls take two frames to show in the metadata, as they do on the real one. `can_focus` False is a lens
    that cannot move; `can_spare` False a camera whose exposure cannot spare the highlights. `finds_focus`
    False is one whose autofocus fails, None one whose autofocus never ends. `settles_after`: frames until
    exposure and colours stand still. `says`: which of ``AeState``, ``AeLocked`` or neither ("") the metadata
    has. `most_gain`: of this sensor. `gives`: the format it really gives.
    """

    def __init__(
        self,
        frames: int = 200,
        *,
        can_focus: bool = True,
        can_spare: bool = True,
        finds_focus: bool | None = True,
        settles_after: int = 10,
        says: str = "AeState",
        most_gain: float = 16.0,
        gives: str = "RGB888",
        modes: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        self.sensor_modes = MODULE_3 if modes is None else modes
        self._view = max(self.sensor_modes, key=lambda mode: mode["fps"] < 30)["crop_limits"]
        self.camera_properties = {"Model": "imx708", "PixelArraySize": self._view[2:]}
        self.camera_controls: dict[str, object] = {
            "ExposureTime": (1, 66_666, 20_000),
            "AnalogueGain": (1.12, most_gain, 1.0),
        }
        if can_spare:
            self.camera_controls["AeConstraintMode"] = (0, 3, 0)
        if can_focus:
            self.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
        self.configuration: dict[str, Any] = {}
        self.controls: list[dict[str, object]] = []
        self.requests: list[FakeRequest] = []
        self.calls: list[str] = []
        self.light = 1.0
        """How dark it is: what the automatic exposure finds is so many times as long."""
        self._finds_focus, self._settles_after, self._says = finds_focus, settles_after, says
        self._gives, self._left, self._time_ns = gives, frames, 10**9
        self._number = self._begun = 0
        self._held: dict[str, object] = {"LensPosition": 0.9} if can_focus else {}
        self._coming: list[tuple[int, dict[str, object]]] = []

    def create_video_configuration(self, **asked: object) -> dict[str, object]:
        """The configuration as asked."""
        return dict(asked)

    def configure(self, configuration: dict[str, object]) -> None:
        """Takes the configuration."""
        self.configuration = configuration

    def camera_configuration(self) -> Mapping[str, Any]:
        """What was accepted."""
        return {
            "main": {**self.configuration["main"], "format": self._gives},
            "sensor": self.configuration["sensor"],
        }

    def start(self) -> None:
        """Starts."""
        self.calls.append("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        """Takes controls, which show two frames later."""
        self.controls.append(controls)
        self._coming.append((2, controls))

    def autofocus_cycle(self, wait: bool = True) -> FakeJob:
        """Finds the table at 83 cm, or does not."""
        self.calls.append("autofocus_cycle")
        if self._finds_focus:
            self._held["LensPosition"] = 1.2
        return FakeJob(self._finds_focus)

    def cancel_all_and_flush(self) -> None:
        """Forgets what was asked and not answered."""
        self.calls.append("cancel_all_and_flush")

    def capture_request(self, wait: bool = True) -> FakeJob:
        """The next frame, or nothing for ever once it is unplugged."""
        if self._left <= 0:
            return FakeJob(None)
        self._left -= 1
        self._number += 1
        self._time_ns += 100_000_000
        self._coming = [(frames - 1, controls) for frames, controls in self._coming]
        for frames, controls in self._coming:
            if frames <= 0:
                self._take(controls)
        self._coming = [(frames, controls) for frames, controls in self._coming if frames > 0]
        picture = np.full((48, 64, 3), BLUE, np.uint8)
        request = FakeRequest(picture, self._metadata())
        self.requests.append(request)
        return FakeJob(request)

    def close(self) -> None:
        """Stops and gives the camera back."""
        self.calls.append("close")

    def _take(self, controls: Mapping[str, object]) -> None:
        if controls.get("AeEnable"):
            self._begun = self._number
            self._held = {key: value for key, value in self._held.items() if key == "LensPosition"}
        self._held |= {key: value for key, value in controls.items() if key not in ("AeEnable", "AwbEnable")}

    def _metadata(self) -> Mapping[str, object]:
        share = min((self._number - self._begun) / self._settles_after, 1.0) if self._settles_after else 1.0
        found: dict[str, object] = {
            "ExposureTime": round(13_700 * self.light * share) or 1,
            "AnalogueGain": 2.4,
            "ColourGains": (1.0 + 0.9 * share, 1.0 + 1.2 * share),
            "ScalerCrop": self._view,
            "SensorTimestamp": self._time_ns,
        }
        if self._says == "AeState":
            found["AeState"] = NEW_ENOUGH_FOR_STATE["converged" if share >= 1 else "searching"]
        elif self._says == "AeLocked":
            found["AeLocked"] = share >= 1
        return {**found, **self._held}


MODULE_3: Sequence[Mapping[str, Any]] = (
    {"size": (1536, 864), "bit_depth": 10, "fps": 120.13, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "fps": 56.03, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "fps": 14.35, "crop_limits": (0, 0, 4608, 2592)},
)
MODULE_2: Sequence[Mapping[str, Any]] = (
    {"size": (640, 480), "bit_depth": 10, "fps": 206.65, "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "bit_depth": 10, "fps": 41.85, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "bit_depth": 10, "fps": 47.57, "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "bit_depth": 10, "fps": 21.19, "crop_limits": (0, 0, 3280, 2464)},
)
"""As picamera2 lists them: only two show what the lens shows."""
