"""Keeps one more program of ours running beside the server; it may die, the server goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping

from webui.console import warn

FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 30.0


class Beside:
    """`jantaku WORDS` in a process of its own, started again when it ends. `secrets` go by its environment,
    where no list of processes shows them."""

    def __init__(self, *words: str, secrets: Mapping[str, str] | None = None) -> None:
        self._words, self._secrets = words, secrets or {}
        self._closing = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="beside", daemon=True)

    def open(self) -> None:
        """Begins."""
        self._thread.start()

    @property
    def process(self) -> int | None:
        """The number of the process, None between two."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """Ends it."""
        self._closing.set()
        if self._process is not None:
            self._process.terminate()
        self._thread.join(timeout=10)
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def _run(self) -> None:
        # Ctrl-C is for the server, which then ends us: what this thread begins never sees it.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        wait_s = FIRST_WAIT_S
        while not self._closing.is_set():
            command = [sys.executable, "-m", "webui.cli", *self._words]
            self._process = subprocess.Popen(command, env={**os.environ, **self._secrets})
            status = self._process.wait()
            if self._closing.is_set():
                return
            warn(f"`jantaku {' '.join(self._words[:2])}` ended with {status}; it is started again")
            self._closing.wait(wait_s)
            wait_s = min(LONGEST_WAIT_S, 2 * wait_s)
