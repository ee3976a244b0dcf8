"""Keeps OpenCV and FFmpeg from writing their own lines to standard error: what is wrong we say ourselves."""

from __future__ import annotations

import os

import cv2


def quiet_opencv() -> None:
    """From now on only what OpenCV calls fatal is written; a person's `OPENCV_LOG_LEVEL` still counts."""
    # FFmpeg's number for "nothing"; read when the first video is opened.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" not in os.environ:
        if hasattr(cv2.utils, "logging"):
            cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_FATAL)
        else:  # OpenCV 4.7
            vars(cv2)["setLogLevel"](0)
