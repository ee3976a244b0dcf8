"""What the child process does: opens camera and detector, looks, and sends each look to the server."""

from __future__ import annotations

import signal
from multiprocessing.connection import Connection

from engine.tiles import EngineError
from hardware.camera import HardwareError
from hardware.cameras import open_camera
from vision.detect import Detector
from vision.observation import VisionError
from webui.eyes import Ended
from webui.looking import looks
from webui.source import Source


def watch(sender: Connection, *, source: Source, stacks: int, every_frame: bool = False) -> None:
    """Sends every look at `source` until it ends; what goes wrong is sent as one line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
    try:
        _send_looks(sender, source, stacks, every_frame)
    except (EngineError, HardwareError, VisionError) as wrong:
        sender.send(str(wrong))
    except (BrokenPipeError, ConnectionError):
        return  # the server is gone


def _send_looks(sender: Connection, source: Source, stacks: int, every_frame: bool) -> None:
    detector = Detector.load()
    with open_camera(source.address, every_frame) as camera:
        for seen in looks(camera, detector, stacks=stacks, square_mm=source.square_mm):
            sender.send(seen)
    sender.send(Ended())
