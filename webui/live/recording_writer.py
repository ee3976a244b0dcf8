"""Writes what a camera sees and what is told of it as a recording: the folder that the tests read.

::

    DIR/settings.toml    [recording]: rate, rules, dealer, size; `frames` and `video` once it is packed
        frames/          000000.jpg ... at an even rate; an unchanged picture is a link to the one before
        journal.jsonl    the entries, each on the disk before the next look
        final.txt        the table after the last of them, as text

Everything is readable at every moment, so a killed program leaves a recording that ends a little earlier.
"""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.formats.notation_table import table_text
from engine.journal.record import entry_to_line
from hardware.camera import Camera, Frame, HardwareError
from hardware.cameras.folder import pictures_in, read_picture
from hardware.closing import Closing
from vision.simulate.filming.video import write_video
from webui.live_table import LiveTable
from webui.storage.journal import Journal

RATE = 5.0
WIDEST_PX, QUALITY = 1440, 86
LEAST_FREE_BYTES = 300_000_000
"""With less left on the disk no more pictures are kept; the journal goes on."""
COARSE, SAME = 4, 14
"""Pictures are compared this much smaller; below such a difference (of 255) everywhere they are the same."""
SETTINGS, FRAMES, VIDEO = "settings.toml", "frames", "frames.mp4"
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RecordingSettings:
    """What a recording says of itself. `dealer`: None while nobody knows who is East. `clock_s`: the
    camera's time of the first picture, None before it."""

    rules: str
    square_mm: float
    rate: float = RATE
    dealer: int | None = 0
    size: tuple[int, int] | None = None
    clock_s: float | None = None
    frames: int | None = None
    """Known once the pictures are packed into a video."""

    def text(self) -> str:
        """As settings.toml."""
        lines = ["[recording]", f"rate = {float(self.rate)}", f'rules = "{self.rules}"']
        lines += [] if self.dealer is None else [f"dealer = {self.dealer}"]
        lines += [f"square_mm = {float(self.square_mm)}"]
        lines += [] if self.size is None else [f"size = [{self.size[0]}, {self.size[1]}]"]
        lines += [] if self.frames is None else [f'video = "{VIDEO}"', f"frames = {self.frames}"]
        lines += [] if self.clock_s is None else ["", "[recorded]", f"clock_s = {self.clock_s!r}"]
        return "\n".join(lines) + "\n"


def begin_recording(folder: Path, settings: RecordingSettings) -> None:
    """Makes the folder, which must not exist or be empty; HardwareError says so in one line."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise HardwareError(f"{folder} is already there and not empty; give the name of a new folder")
    try:
        (folder / FRAMES).mkdir(parents=True)
        (folder / "journal.jsonl").touch()
        _write(folder / SETTINGS, settings.text())
    except OSError as wrong:
        raise HardwareError(f"cannot record to {folder}: {wrong.strerror}") from wrong


def settings_in(folder: Path) -> RecordingSettings:
    """What the recording in `folder` says of itself so far."""
    found = tomllib.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    part: Mapping[str, object] = found["recording"]
    size, clock_s = part.get("size"), found.get("recorded", {}).get("clock_s")
    return RecordingSettings(
        rules=str(part["rules"]),
        square_mm=float(str(part["square_mm"])),
        rate=float(str(part["rate"])),
        dealer=int(str(part["dealer"])) if "dealer" in part else None,
        size=(int(size[0]), int(size[1])) if isinstance(size, list) else None,
        clock_s=None if clock_s is None else float(clock_s),
        frames=int(str(part["frames"])) if "frames" in part else None,
    )


class FrameWriter:
    """Keeps pictures at an even rate. Opened on a recording begun before, it goes on where that ended."""

    def __init__(self, folder: Path, say: Say) -> None:
        """`say` is told, once, why no more pictures can be kept."""
        self._folder, self._say = folder / FRAMES, say
        self._settings = folder
        self._told = settings_in(folder)
        kept = sorted(self._folder.glob("*.jpg"))
        self._last = int(kept[-1].stem) if kept else -1
        self._coarse: NDArray[np.uint8] | None = None
        self._is_full = self._has_begun = False

    def take(self, frame: Frame) -> None:
        """Keeps a frame if its turn has come; what is missing before it is as the one before."""
        if self._is_full:
            return
        try:
            self._keep(frame)
        except OSError as wrong:
            self._is_full = True
            self._say(f"no more pictures are kept in {self._folder}: {wrong.strerror}")

    def _keep(self, frame: Frame) -> None:
        if not self._has_begun:
            self._begin(frame)
        assert self._told.clock_s is not None
        number = int((frame.taken_at_s - self._told.clock_s) * self._told.rate + 1e-6)
        if number <= self._last:
            return
        for missed in range(self._last + 1, number):
            self._repeat(missed)
        small = _fitting(frame.picture)
        coarse = _coarse(small)
        if self._coarse is not None and _is_same(self._coarse, coarse):
            self._repeat(number)
        else:
            self._write(number, small)
            self._coarse = coarse
        self._last = number

    def _begin(self, frame: Frame) -> None:
        """A camera counts from its own start: what comes now follows what was kept before."""
        height, width = _fitting(frame.picture).shape[:2]
        clock_s = frame.taken_at_s - (self._last + 1) / self._told.rate
        # What else has been found out meanwhile, as the dealer, stays.
        self._told = replace(settings_in(self._settings), clock_s=clock_s, size=(width, height))
        _write(self._settings / SETTINGS, self._told.text())
        self._has_begun = True

    def _write(self, number: int, picture: NDArray[np.uint8]) -> None:
        if shutil.disk_usage(self._folder).free < LEAST_FREE_BYTES:
            raise OSError(None, f"less than {LEAST_FREE_BYTES // 1_000_000} MB are free")
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if done:
            part = self._folder / f"{number:06d}.part"
            part.write_bytes(data.tobytes())
            part.replace(self._path(number))

    def _repeat(self, number: int) -> None:
        """The picture before once more; on a disk without links it is copied."""
        before = self._path(number - 1)
        try:
            os.link(before, self._path(number))
        except OSError:
            shutil.copyfile(before, self._path(number))

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06d}.jpg"


class RecordedCamera(Closing):
    """A camera whose frames are kept as they are read."""

    def __init__(self, camera: Camera, writer: FrameWriter) -> None:
        self._camera, self._writer = camera, writer
        self.is_live = camera.is_live

    def read(self) -> Frame | None:
        """The camera's next frame, kept."""
        frame = self._camera.read()
        if frame is not None:
            self._writer.take(frame)
        return frame

    def settings(self) -> Mapping[str, object]:
        """The camera's own."""
        return self._camera.settings()

    def close(self) -> None:
        """Gives the camera back."""
        self._camera.close()


class JournalWriter:
    """Keeps the entries of one live table as lines, and the table after them."""

    def __init__(self, folder: Path, say: Say) -> None:
        self._folder, self._say = folder, say
        self._journal: Journal | None = None
        self._written = 0
        self._is_over = self._is_behind = False

    def take(self, table: LiveTable) -> None:
        """Writes what `table` tells that was not written yet. Another journal is another game, left out. What
        cannot be written now is written with what comes next."""
        if self._is_over or len(table.entries) == (self._written if table.journal is self._journal else 0):
            return
        if self._journal is not None and table.journal is not self._journal:
            self._is_over = True
            self._say(f"another game has begun; the recording {self._folder} ends here")
            return
        self._journal = table.journal
        lines = self._folder / "journal.jsonl"
        length = lines.stat().st_size if lines.exists() else 0
        try:
            self._write(table)
            self._is_behind = False
        except OSError as wrong:
            with suppress(OSError):
                os.truncate(lines, length)
            if not self._is_behind:
                self._say(f"nothing can be written to {self._folder} now: {wrong.strerror}")
            self._is_behind = True

    def _write(self, table: LiveTable) -> None:
        settings = settings_in(self._folder)
        east = table.start.dealer if table.start.is_dealer_known else None
        if settings.dealer != east:
            settings = replace(settings, dealer=east)
            _write(self._folder / SETTINGS, settings.text())
        zero_s = settings.clock_s or 0.0
        with (self._folder / "journal.jsonl").open("a", encoding="utf-8") as file:
            for entry in table.entries[self._written :]:
                # What was told before the first picture was there at its beginning.
                at_s = round(max(0.0, entry.at_s - zero_s), 3)
                file.write(entry_to_line(replace(entry, at_s=at_s)).rstrip("\n") + "\n")
            file.flush()
            os.fsync(file.fileno())
        _write(self._folder / "final.txt", table_text(table.state) + "\n")
        self._written = len(table.entries)


def pack(folder: Path) -> int:
    """Makes one small video of the pictures and gives their number; 0 when there are none.

    VisionError when it cannot be written: the pictures then stay as they are."""
    settings, paths = settings_in(folder), sorted((folder / FRAMES).glob("*.jpg"))
    if not paths:
        return 0
    paths = list(pictures_in(folder / FRAMES))
    height, width = (side // 2 * 2 for side in read_picture(paths[0]).shape[:2])
    part = folder / f"part-{VIDEO}"
    try:
        pictures = (read_picture(path)[:height, :width].copy() for path in paths)
        count = write_video(part, pictures, (width, height), settings.rate)
        part.replace(folder / VIDEO)
    finally:
        part.unlink(missing_ok=True)
    _write(folder / SETTINGS, replace(settings, size=(width, height), frames=count).text())
    shutil.rmtree(folder / FRAMES)
    return count


def _fitting(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    width = picture.shape[1]
    if width <= WIDEST_PX:
        return picture
    scale = WIDEST_PX / width
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _coarse(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _is_same(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> bool:
    if before.shape != now.shape:
        return False
    return int(cv2.blur(cv2.absdiff(before, now), (2, 2)).max()) < SAME


def _write(path: Path, text: str) -> None:
    """Replaces a file as a whole."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
