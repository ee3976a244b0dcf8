"""What every camera is: something that gives its newest frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""(height, width, 3), blue first."""


class HardwareError(RuntimeError):
    """A device is missing or does not answer; the message says which, and what to do."""


class CameraLost(HardwareError):
    """The camera was there and has stopped answering."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: BGR (height, width, 3) uint8, when it was taken (s), and its number from 0.

    `taken_at_s` is seconds since the camera or recording started, never a wall clock.
    """

    picture: Picture
    taken_at_s: float
    number: int


class Camera(Protocol):
    """A source of frames. The newest frame wins; a slow reader skips the ones between.

    A live camera never ends; a recording returns None from `read` once its last frame was read. A recording
    read with `every_frame` skips nothing, so that a test sees all of it.
    """

    is_live: bool

    def read(self) -> Frame | None:
        """The newest frame not yet read, waiting for it if need be; None at the end of a recording.

        Raises CameraLost when a live camera stops answering.
        """
        ...

    def settings(self) -> Mapping[str, object]:
        """What is locked, and at which value, for people: focus, exposure, gains, flicker, size, rate."""
        ...

    def close(self) -> None:
        """Gives the device back; safe to call twice."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@runtime_checkable
class Relocking(Protocol):
    """A camera that holds exposure and colours still, and so must find them anew as the daylight changes."""

    def relock(self) -> None:
        """Finds them anew and locks them: for between deals, as it takes about a second of pictures.

        Raises CameraLost as `Camera.read` does.
        """
        ...
