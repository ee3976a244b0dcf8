"""Writes frames as a video: small H.264 where the ffmpeg program is installed, OpenCV's MPEG-4 otherwise."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import cv2

from vision.observation import Picture, VisionError


def write_video(path: Path, pictures: Iterable[Picture], size: tuple[int, int], rate: float) -> int:
    """Writes `pictures`, all of `size`, at `rate` a second to `path` (.mp4) and gives their number.

    Raises VisionError when neither way works.
    """
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is not None:
        return _piped(ffmpeg, path, pictures, size, rate)
    return _opencv(path, pictures, size, rate)


def _piped(ffmpeg: str, path: Path, pictures: Iterable[Picture], size: tuple[int, int], rate: float) -> int:
    source = [
        "-f",
        "rawvideo",
        "-pix_fmt",
        "bgr24",
        "-s",
        f"{size[0]}x{size[1]}",
        "-r",
        f"{rate:g}",
        "-i",
        "-",
    ]
    # A table hardly changes: one key frame in a minute, and few bits for the arms that pass over it.
    coding = ["-c:v", "libx264", "-preset", "medium", "-crf", "27", "-g", "300", "-pix_fmt", "yuv420p"]
    command = [
        ffmpeg,
        "-v",
        "error",
        "-y",
        *source,
        *coding,
        "-threads",
        "1",
        "-movflags",
        "+faststart",
        str(path),
    ]
    number = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as coder:
        assert coder.stdin is not None
        assert coder.stderr is not None
        try:
            for picture in pictures:
                coder.stdin.write(picture.tobytes())
                number += 1
            coder.stdin.close()
        except BrokenPipeError:
            pass
        wrong = coder.stderr.read().decode(errors="replace").strip()
    if coder.returncode != 0:
        raise VisionError(
            f"ffmpeg could not write {path}: {wrong.splitlines()[-1] if wrong else 'it stopped'}"
        )
    return number


def _opencv(path: Path, pictures: Iterable[Picture], size: tuple[int, int], rate: float) -> int:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, size)
    if not writer.isOpened():
        raise VisionError(f"OpenCV could not open {path} for writing; is the folder writable?")
    number = 0
    try:
        for picture in pictures:
            writer.write(picture)
            number += 1
    finally:
        writer.release()
    return number
