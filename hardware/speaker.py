"""The device's own loudspeaker: plays recorded clips one after the other; the newest words win."""

from __future__ import annotations

import importlib
import io
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.camera import HardwareError

Samples = NDArray[np.int16]
"""(frames,), one channel."""
RATE = 48_000
"""Opus is always decoded at it."""
BETWEEN_S = 0.05
PLAYER = ("aplay", "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(RATE), "-")
MOST_WAITING = 3
"""Announcements that may wait; older ones are dropped, as nobody wants to hear what was two turns ago."""
NO_PLAYER = "aplay is missing, which plays the announcements: `sudo apt install alsa-utils`"
NO_DECODER = "soundfile does not load ({wrong}): pip install 'jantaku[pi]'"

Play = Callable[[Samples], None]


def load_decoder() -> Any:
    """The library that reads Ogg Opus; HardwareError when it cannot be imported."""
    try:
        return importlib.import_module("soundfile")
    except Exception as wrong:
        raise HardwareError(NO_DECODER.format(wrong=wrong)) from wrong


def decoded(clips: Sequence[bytes]) -> Samples:
    """Ogg Opus clips as one row of samples with short pauses between them."""
    library = load_decoder()
    pause = np.zeros(int(BETWEEN_S * RATE), np.int16)
    parts: list[Samples] = []
    for clip in clips:
        samples, rate = library.read(io.BytesIO(clip), dtype="int16")
        parts += [np.repeat(samples, RATE // rate), pause]
    return np.concatenate(parts) if parts else pause[:0]


def play_by_aplay(samples: Samples) -> None:
    """Plays to the end by ALSA's own player; HardwareError when it cannot."""
    if shutil.which(PLAYER[0]) is None:
        raise HardwareError(NO_PLAYER)
    limit_s = len(samples) / RATE + 10
    done = subprocess.run(PLAYER, input=samples.tobytes(), capture_output=True, timeout=limit_s, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise HardwareError(f"aplay does not play ({said[-1] if said else done.returncode}): see `aplay -l`")


class Speaker:
    """Says clips in a thread of its own, so that a slow sound card holds nobody up."""

    def __init__(self, play: Play = play_by_aplay, warn: Callable[[str], None] = print) -> None:
        self._play, self._warn = play, warn
        self._waiting: queue.Queue[Sequence[bytes] | None] = queue.Queue()
        self._last_wrong = ""
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def say(self, clips: Sequence[bytes]) -> None:
        """Says them after what is being said; what has waited longest is dropped when too much waits."""
        while self._waiting.qsize() >= MOST_WAITING:
            with suppress(queue.Empty):
                self._waiting.get_nowait()
        self._waiting.put(clips)

    def close(self) -> None:
        """Ends after what is being said now."""
        self._waiting.put(None)
        self._thread.join(2.0)

    def _run(self) -> None:
        while (clips := self._waiting.get()) is not None:
            try:
                self._play(decoded(clips))
            except Exception as wrong:  # a sound card may come back
                if str(wrong) != self._last_wrong:
                    self._last_wrong = str(wrong)
                    self._warn(f"the speaker is silent: {wrong}")
