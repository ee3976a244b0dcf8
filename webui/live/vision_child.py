"""What the child process does: opens camera and detector, looks, and sends each look to the server."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.ruleset import Ruleset
from engine.tiles import EngineError
from hardware.camera import Camera, Frame, HardwareError, Relocking
from hardware.cameras import open_camera
from vision.camera.calibration import Calibration
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.observation import VisionError
from vision.own_set.kept import KeptSets
from webui.console import warn
from webui.live.pins import Pin
from webui.live.recording_writer import FrameWriter, RecordedCamera
from webui.live.vision_process import RELOCK, Alive, Ended
from webui.watch.preview import PreviewCamera
from webui.watch.seen_table import looks, sets_for
from webui.watch.source import Source

SIGN_S = 2.0
NEAR_MM = 12.0
"""A tile this near to where a person has named one is that tile."""


def watch(
    sender: Connection,
    *,
    source: Source,
    stacks: int,
    every_frame: bool = False,
    calibration: Calibration | None = None,
    record: Path | None = None,
    rules: Ruleset | None = None,
    sets: Path | None = None,
) -> None:
    """Sends every look at `source` until it ends, and previews between; what goes wrong is sent as one line.

    A `calibration` made for pictures of another size is not used: the markers are looked for instead.
    `record`: the folder of a recording begun before, in which the frames are kept. With `rules` the set
    teaches itself; `sets`: the folder in which sets are kept, None to keep nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
    try:
        with SignsOfLife(sender) as living:
            _send_looks(sender, living.send, source, stacks, every_frame, calibration, record, rules, sets)
    except (EngineError, HardwareError, VisionError) as wrong:
        sender.send(str(wrong))
    except (BrokenPipeError, ConnectionError, EOFError):
        return  # the server is gone


class SignsOfLife:
    """Says now and then that this process lives, until it has something to show."""

    def __init__(self, sender: Connection, every_s: float = SIGN_S) -> None:
        self._sender, self._every_s = sender, every_s
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._live, name="signs of life", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def send(self, shown: object) -> None:
        """Sends something to see; from the first on that is sign enough."""
        self._stop()
        self._sender.send(shown)

    def _stop(self) -> None:
        self._enough.set()
        self._thread.join()

    def _live(self) -> None:
        with suppress(OSError):  # the server is gone; who has something to show notices too
            while not self._enough.wait(self._every_s):
                self._sender.send(Alive())


def _send_looks(
    sender: Connection,
    send: Callable[[object], None],
    source: Source,
    stacks: int,
    every_frame: bool,
    calibration: Calibration | None,
    record: Path | None,
    rules: Ruleset | None,
    sets: Path | None,
) -> None:
    detector = Detector.load(LIVE_MODELS)
    known = None if rules is None else sets_for(detector, rules, sets)
    opened = open_camera(source.address, every_frame)
    with PreviewCamera(
        opened if record is None else RecordedCamera(opened, FrameWriter(record, warn)),
        send,
        lambda: _is_asked(sender, opened, known),
        source.square_mm,
    ) as camera:
        kept = _fitting(calibration, camera.first())
        square_mm = source.square_mm
        for seen in looks(camera, detector, kept, stacks=stacks, square_mm=square_mm, sets=known):
            send(seen)
    send(Ended())


def _fitting(calibration: Calibration | None, frame: Frame | None) -> Calibration | None:
    """The calibration if it is for pictures of this size."""
    if calibration is None or frame is None:
        return None
    height, width = frame.picture.shape[:2]
    return calibration if calibration.picture_size == (width, height) else None


def _is_asked(sender: Connection, camera: Camera, known: KeptSets | None = None) -> bool:
    """Whether the server asked for previews since it was last called; a wish to relock is fulfilled, and what
    a person says of a tile is taken for all that look like it."""
    is_asked = False
    while sender.poll():
        match sender.recv():
            case Pin(place, face):
                if known is not None:
                    known.pin(place, NEAR_MM, face)
            case wish if wish == RELOCK:
                if isinstance(camera, Relocking):
                    camera.relock()
            case _:
                is_asked = True
    return is_asked
