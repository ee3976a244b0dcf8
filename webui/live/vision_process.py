"""Keeps one child process looking at the table; it may die or hang, the server goes on and says so."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Literal

from webui.live.room import Room
from webui.live.silence import Patience, Silence
from webui.mishaps import Mishaps
from webui.watch.preview import Preview

Watch = Callable[[Connection], None]
"""Runs in the child: says that it is `Alive` while it starts, sends a SeenTable for each look, previews
between, then `Ended`, or a line saying what is wrong. What it receives is `PREVIEW`, `RELOCK` or
a `Pin`."""
Outcome = Literal["ended", "again", "closed", "died"]

POLL_S = 0.2
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 8.0
PAUSE_S = 8.0
BETWEEN_WISHES_S = 1.0
PREVIEW, RELOCK = "preview", "relock"
"""What is asked of the child: more previews, or the camera's exposure found anew."""


class Ended:
    """Sent by the child after the last look of a recording."""


class Alive:
    """Sent by the child while it starts."""


class VisionProcess:
    """Starts the child, hands its looks to the room, and starts it again when it is gone or hangs.

    With `is_recording` every start is a new session, and the end of the recording is followed by `pause_s`
    and a new start (None: it rests until `again`). A camera's session goes on whatever becomes of the child.
    Nothing that goes wrong ends it; only `close` does, or a newer vision process in the same room.
    """

    def __init__(
        self,
        room: Room,
        watch: Watch,
        *,
        is_recording: bool,
        pause_s: float | None = PAUSE_S,
        patience: Patience | None = None,
    ) -> None:
        self._room, self._watch = room, watch
        self._is_recording, self._pause_s = is_recording, pause_s
        self._patience = patience or Patience()
        self._number = room.new_watch()
        self._mishaps = Mishaps("looking after the camera")
        self._again, self._closing = threading.Event(), threading.Event()
        self._wait_s = FIRST_WAIT_S
        self._thread = threading.Thread(target=self._run, name="vision process", daemon=True)
        self.child: BaseProcess | None = None
        self._ours: Connection | None = None
        self._asked_s, self._asking = float("-inf"), threading.Lock()
        self._phase = room.state.phase
        self._turned_s: float | None = None

    def open(self) -> None:
        """Starts the child."""
        self._thread.start()

    def again(self) -> None:
        """Starts the recording from its beginning, now."""
        self._again.set()

    def look_closer(self) -> None:
        """Asks for previews every third of a second for some seconds; somebody is setting up."""
        with self._asking:
            now, ours = time.monotonic(), self._ours
            if ours is None or now - self._asked_s < BETWEEN_WISHES_S:
                return
            self._asked_s = now
            with suppress(OSError, ValueError):  # the child just died; the next one is asked
                ours.send(PREVIEW)

    def close(self) -> None:
        """Ends the child, which is not started again."""
        self._closing.set()
        self._again.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def is_turning(self, within_s: float) -> bool:
        """Whether it goes on: no turn of it has taken longer than `within_s`. Between two children,
        and after a recording's end, it rests."""
        turned_s = self._turned_s
        return self._thread.is_alive() and (turned_s is None or time.monotonic() - turned_s <= within_s)

    def _run(self) -> None:
        # A child inherits the mask: Ctrl-C, which goes to all of us, must not end it with a traceback while
        # it still imports. The tracker first: whoever starts it takes the mask off.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while not self._closing.is_set():
            try:
                if self._look() == "closed":
                    return
            except Exception as wrong:  # no process, no pipe, no journal: all may come back
                self._room.set_condition("stopped", self._mishaps.survived(wrong), self._number)
                self._wait()

    def _look(self) -> Outcome:
        """One child from its start to its end, and what comes between it and the next."""
        outcome = self._look_until_gone()
        if outcome == "ended":
            self._room.finish(self._number)
            self._again.wait(self._pause_s)
        if outcome == "died":
            self._wait()
        if self._is_recording and not self._closing.is_set():
            self._room.begin()
        return outcome

    def _wait(self) -> None:
        self._again.wait(self._wait_s)
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)

    def _look_until_gone(self) -> Outcome:
        self._again.clear()
        if self._closing.is_set():
            return "closed"
        ours, theirs = multiprocessing.get_context("spawn").Pipe()
        child = multiprocessing.get_context("spawn").Process(target=self._watch, args=(theirs,), daemon=True)
        child.start()
        theirs.close()
        self.child, self._ours = child, ours
        try:
            return self._take_in(ours, child)
        finally:
            self._ours = self._turned_s = None
            child.kill()
            child.join()
            ours.close()

    def _take_in(self, ours: Connection, child: BaseProcess) -> Outcome:
        said, silence = "", Silence(self._patience)
        while not self._again.is_set():
            self._turned_s = time.monotonic()
            try:
                sent = ours.recv() if ours.poll(POLL_S) else None
            except (EOFError, OSError):
                child.join()
                return self._gone(said)
            except Exception as wrong:  # it died in the middle of a word
                return self._gone(said or self._mishaps.survived(wrong))
            if sent is None and silence.is_too_long():
                self._patience = self._patience.longer()
                return self._gone(f"nothing was heard of the camera for {silence.seconds:.0f} s")
            match sent:
                case None:
                    continue
                case Ended():
                    return "ended"
                case str():
                    said = sent
                case Alive():
                    pass
                case Preview():
                    self._room.take_preview(sent, self._number)
                case _:
                    self._wait_s = FIRST_WAIT_S
                    self._room.see(sent, self._number)
                    self._relock_between_deals(ours)
                    for pin in self._room.pins.take():
                        ours.send(pin)
            silence.ends(is_seeing=not isinstance(sent, Alive | str))
            self._patience = self._patience.after(silence)
        return "closed" if self._closing.is_set() else "again"

    def _relock_between_deals(self, ours: Connection) -> None:
        """Daylight changes over an evening, and the camera holds its exposure still through each deal."""
        before, self._phase = self._phase, self._room.state.phase
        if before == "ended" and self._phase != before:
            ours.send(RELOCK)

    def _gone(self, said: str) -> Outcome:
        """The child is gone, or hangs and will be."""
        self._room.set_condition("stopped", said, self._number)
        return "died"
