"""A video file as a camera: in its own time, or frame by frame."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Camera, Frame, HardwareError, Picture
from hardware.cameras import FoundCamera
from hardware.closing import Closing
from hardware.pacing import EveryFrame, Pace
from hardware.quiet import quiet_opencv

SOURCES = "a video file"
SUFFIXES = frozenset(
    {".mp4", ".m4v", ".mov", ".mkv", ".avi", ".webm", ".mjpg", ".mjpeg", ".h264", ".mpg", ".ts"}
)
USUAL_RATE = 25.0


class VideoCamera(Closing):
    """Reads `path` with OpenCV; `rate` (frames a second) where the file does not say or says it wrongly.

    HardwareError: no such file, or none that holds a frame.
    """

    is_live = False

    def __init__(self, path: Path, pace: Pace | EveryFrame | None = None, rate: float | None = None) -> None:
        if not path.is_file():
            raise HardwareError(f"the video {path} is not there")
        quiet_opencv()
        self._path = path
        self._video = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        self._rate = rate or _rate_of(self._video)
        self._pace = pace or Pace(self._rate)
        # The one frame read ahead tells a video without frames before anybody relies on it.
        self._ahead = self._next_picture()
        if self._ahead is None:
            self.close()
            raise HardwareError(f"{path} holds no frame that can be read: expected a video, check the file")
        self._ahead_number, self._last_number = 0, -1

    def read(self) -> Frame | None:
        """The newest frame not yet read; None at the end."""
        if self._ahead is None:
            return None
        wanted = self._pace.next_number(self._last_number)
        picture, number = self._ahead, self._ahead_number
        while number < wanted:
            following = self._next_picture()
            if following is None:
                break
            picture, number = following, number + 1
        self._last_number = number
        self._ahead, self._ahead_number = self._next_picture(), number + 1
        return Frame(picture, number / self._rate, number)

    def settings(self) -> Mapping[str, object]:
        """The video's size and rate."""
        return {
            "video": self._path.name,
            "width": int(self._video.get(cv2.CAP_PROP_FRAME_WIDTH)),
            "height": int(self._video.get(cv2.CAP_PROP_FRAME_HEIGHT)),
            "rate": round(self._rate, 3),
        }

    def close(self) -> None:
        """Closes the file."""
        self._ahead = None
        self._video.release()

    def _next_picture(self) -> Picture | None:
        there, picture = self._video.read()
        return np.asarray(picture, dtype=np.uint8) if there and picture is not None else None


def takes(source: str) -> bool:
    """A path that ends as videos do."""
    return "://" not in source and Path(source).suffix.lower() in SUFFIXES and not Path(source).is_dir()


def open_source(source: str, every_frame: bool) -> Camera:
    """The video at the path `source`."""
    return VideoCamera(Path(source), EveryFrame() if every_frame else None)


def found() -> Sequence[FoundCamera]:
    """None: a file is no device."""
    return ()


def example(folder: Path) -> Camera:
    """Eight frames that grow brighter."""
    path = folder / "example.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(8):
        film.write(np.full((48, 64, 3), 30 * number, np.uint8))
    film.release()
    return VideoCamera(path, EveryFrame())


def _rate_of(video: cv2.VideoCapture) -> float:
    rate = float(video.get(cv2.CAP_PROP_FPS))
    return rate if math.isfinite(rate) and 0.1 <= rate <= 1000 else USUAL_RATE
