"""A table served by a process of its own."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress

from .ports import free_port

PATIENCE_S = 60.0
POLL_S = 0.1


class Served:
    """`jantaku serve`, or another command that serves pages, on a port of its own."""

    def __init__(self, folder, *words, command="serve"):
        self.port, self.folder = free_port(), folder
        folder.mkdir(parents=True, exist_ok=True)
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [
            *(sys.executable, "-m", "webui.cli", command, *words),
            *("--host", "127.0.0.1", "--port", str(self.port), "--data", str(folder)),
        ]
        self._said = open(folder / "said.txt", "ab")  # noqa: SIM115
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self._command, stdout=self._said, stderr=self._said, start_new_session=True
        )
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and not self._ended_within(POLL_S):
            with suppress(OSError):
                urllib.request.urlopen(f"{self.address}/static/icon.svg", timeout=1).close()
                return self
        raise AssertionError(f"the server did not come up; it said: {self.said}")

    def _ended_within(self, seconds):
        """Whether it ended; waits so long for that, and leaves the processor to it meanwhile."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=seconds)
        return self.process.returncode is not None

    @property
    def said(self):
        with open(self._said.name, encoding="utf-8") as file:
            return file.read()

    def kill(self):
        """All of it at once, as when the plug is pulled."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def interrupt(self):
        """Ctrl-C at the terminal that it was started from, for all of it."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(timeout=PATIENCE_S)

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)
