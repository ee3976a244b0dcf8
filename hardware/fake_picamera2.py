"""A Pi camera without a Pi: answers as the `Picamera2` class does, with an automatic that settles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hardware.camera import Picture


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
    that cannot move.
    """

    def __init__(self, number: int = 0, frames: int = 200, can_focus: bool = True) -> None:
        self.camera_properties = {"Model": "imx708"}
        self.camera_controls: dict[str, object] = {"ExposureTime": (1, 10**6, 0)}
        if can_focus:
            self.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
        self.configuration: dict[str, object] = {}
        self.controls: list[dict[str, object]] = []
        self.requests: list[FakeRequest] = []
        self.calls: list[str] = []
        self._left, self._time_ns = frames, 10**9
        self._held: dict[str, object] = {
            "ExposureTime": 13_700,
            "AnalogueGain": 2.4,
            "ColourGains": (1.9, 2.2),
            "AeLocked": True,
        }
        if can_focus:
            self._held["LensPosition"] = 0.9
        self._coming: list[tuple[int, dict[str, object]]] = []

    def create_video_configuration(self, **asked: object) -> dict[str, object]:
        """The configuration as asked."""
        return dict(asked)

    def configure(self, configuration: dict[str, object]) -> None:
        """Takes the configuration."""
        self.configuration = configuration

    def start(self) -> None:
        """Starts."""
        self.calls.append("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        """Takes controls, which show two frames later."""
        self.controls.append(controls)
        self._coming.append((2, controls))

    def autofocus_cycle(self, wait: bool = True) -> FakeJob:
        """Finds the table at 83 cm."""
        self.calls.append("autofocus_cycle")
        self._held["LensPosition"] = 1.2
        return FakeJob(True)

    def capture_request(self, wait: bool = True) -> FakeJob:
        """The next frame, or nothing for ever once it is unplugged."""
        if self._left <= 0:
            return FakeJob(None)
        self._left -= 1
        self._time_ns += 100_000_000
        self._coming = [(frames - 1, controls) for frames, controls in self._coming]
        for frames, controls in self._coming:
            if frames <= 0:
                self._held |= controls
        self._coming = [(frames, controls) for frames, controls in self._coming if frames > 0]
        picture = np.full((48, 64, 3), (200, 40, 10), np.uint8)
        request = FakeRequest(picture, {**self._held, "SensorTimestamp": self._time_ns})
        self.requests.append(request)
        return FakeJob(request)

    def stop(self) -> None:
        """Stops."""
        self.calls.append("stop")

    def close(self) -> None:
        """Gives the camera back."""
        self.calls.append("close")
