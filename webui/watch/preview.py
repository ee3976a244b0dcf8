"""What the camera itself gives, before anything is read: a small picture, how sharp and bright, the markers.

For the set-up and the page on health. The child that looks takes a preview now and then, and often while
somebody is setting up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Camera, Frame, Picture
from hardware.closing import Closing
from vision.camera.calibration import Calibration
from vision.observation import VisionError
from webui.watch.calibrating import MarkerSightings, calibrate_by_looks

WIDTH_PX, QUALITY = 1280, 78
SELDOM_S, OFTEN_S = 5.0, 0.3
WANTED_S = 6.0
"""How long one wish for previews lasts."""
SHARPEST, SOFTEST = 0.30, 0.80
"""Of `blur_of` on photos of tables in focus, and out of it."""
SOFT, DARK, BRIGHT, BURNT = 0.35, 55.0, 205.0, 0.06
"""Below which sharpness, below and above which brightness, beyond which share of white the meters warn."""


@dataclass(frozen=True, slots=True)
class Preview:
    """One preview. `size`: width and height of the camera's picture; `picture` is a JPEG of it, at most
    1280 wide. `sharpness` 0-1, `brightness` 0-255 (mean), `burnt`: share of pixels that are white.

    `markers`: the ids seen; `calibration` from them, None while `why` not. `at_s`: when the camera was
    asked for it, by this machine's monotonic clock; what it shows is no older."""

    number: int
    picture: bytes
    size: tuple[int, int]
    sharpness: float
    brightness: float
    burnt: float
    frames_per_s: float
    markers: tuple[int, ...] = ()
    calibration: Calibration | None = None
    why: str = ""
    at_s: float = 0.0

    @property
    def focus(self) -> str:
        """``good`` or ``soft``."""
        return "soft" if self.sharpness < SOFT else "good"

    @property
    def light(self) -> str:
        """``good``, ``dark`` or ``bright``."""
        if self.brightness < DARK:
            return "dark"
        return "bright" if self.brightness > BRIGHT or self.burnt > BURNT else "good"


class PreviewCamera(Closing):
    """A camera of which every now and then a preview is passed on."""

    def __init__(
        self,
        camera: Camera,
        pass_on: Callable[[Preview], None],
        is_wanted: Callable[[], bool],
        square_mm: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`is_wanted` tells whether somebody asked for previews since it was last called."""
        self._camera, self._pass_on, self._is_wanted, self._now = camera, pass_on, is_wanted, now
        self._square_mm, self.is_live = square_mm, camera.is_live
        self._due_s = self._wanted_until_s = float("-inf")
        self._frames: list[float] = []
        self._looks: MarkerSightings | None = None
        self._ahead: Frame | None = None
        self._asked_s = float("-inf")

    def first(self) -> Frame | None:
        """The camera's first frame, which `read` gives once more."""
        self._asked_s = self._now()
        self._ahead = self._camera.read()
        return self._ahead

    def read(self) -> Frame | None:
        """The camera's next frame."""
        frame, self._ahead = self._ahead, None
        if frame is None:
            self._asked_s = self._now()
            frame = self._camera.read()
        if frame is not None:
            self._note(frame)
        return frame

    def settings(self) -> Mapping[str, object]:
        """The camera's own."""
        return self._camera.settings()

    def close(self) -> None:
        """Gives the camera back."""
        self._camera.close()

    def _note(self, frame: Frame) -> None:
        now = self._now()
        self._frames = [*self._frames[-20:], now]
        if self._is_wanted():
            self._wanted_until_s, self._due_s = now + WANTED_S, min(self._due_s, now + OFTEN_S)
        if now < self._due_s:
            return
        is_wanted = now < self._wanted_until_s
        self._due_s = now + (OFTEN_S if is_wanted else SELDOM_S)
        self._pass_on(self._preview(frame, is_wanted))

    def _preview(self, frame: Frame, is_wanted: bool) -> Preview:
        markers, calibration, why = self._by_markers(frame.picture) if is_wanted else ((), None, "")
        span_s = self._frames[-1] - self._frames[0]
        rate = (len(self._frames) - 1) / span_s if span_s > 0 else 0.0
        return replace(preview_of(frame, rate, markers, calibration, why), at_s=self._asked_s)

    def _by_markers(self, picture: Picture) -> tuple[tuple[int, ...], Calibration | None, str]:
        """The markers seen in the last previews, and the calibration they give."""
        if self._looks is None or self._looks.is_enough():
            self._looks = MarkerSightings(picture)
        self._looks.take(picture)
        markers = tuple(self._looks.marks)
        try:
            return markers, calibrate_by_looks(self._looks, self._square_mm, None), ""
        except VisionError as wrong:
            return markers, None, str(wrong)


def preview_of(
    frame: Frame,
    frames_per_s: float = 0.0,
    markers: tuple[int, ...] = (),
    calibration: Calibration | None = None,
    why: str = "",
) -> Preview:
    """One frame as a preview."""
    height, width = frame.picture.shape[:2]
    scale = min(1.0, WIDTH_PX / width)
    small = cv2.resize(frame.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return Preview(
        number=frame.number,
        picture=data.tobytes() if done else b"",
        size=(width, height),
        sharpness=sharpness_of(grey),
        brightness=float(grey.mean()),
        burnt=float((grey >= 250).mean()),
        frames_per_s=frames_per_s,
        markers=markers,
        calibration=calibration,
        why=why,
    )


def sharpness_of(grey: NDArray[np.uint8]) -> float:
    """0 (out of focus) to 1 of a grey picture (height, width)."""
    return float(np.clip((SOFTEST - blur_of(grey)) / (SOFTEST - SHARPEST), 0.0, 1.0))


def blur_of(grey: NDArray[np.uint8]) -> float:
    """How little a picture loses by being blurred once more, 0-1 (Crete, 2007): what is soft loses little."""
    calm = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)  # noise is no sharpness
    kept = []
    for axis, kernel in ((0, (1, 9)), (1, (9, 1))):
        steps = np.abs(np.diff(calm, axis=axis))
        after = np.abs(np.diff(cv2.blur(calm, kernel), axis=axis))
        total = float(steps.sum())
        kept.append(1.0 - float(np.maximum(steps - after, 0).sum()) / total if total > 0 else 1.0)
    return max(kept)
