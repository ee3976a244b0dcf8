"""A real server and a real browser, each its own process."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.ports import free_port

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage

PATIENCE_S = 60.0
POLL_S = 0.1


class Served:
    """`jantaku serve` on a port of its own."""

    def __init__(self, folder, *words):
        self.port, self.folder = free_port(), folder
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [
            *(sys.executable, "-m", "webui.cli", "serve", *words),
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

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)


def _starting_in(folder):
    started = []

    def start(*words):
        started.append(Served(folder, *words))
        return started[-1].start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def serve(tmp_path):
    """Starts servers that end with the test."""
    yield from _starting_in(tmp_path)


@pytest.fixture
def server(serve):
    """A table watched by a camera that sees nothing, so that only people tell what happens."""
    return serve("simulated:", "--rules", "mcr")


@pytest.fixture(scope="module")
def serve_once(tmp_path_factory):
    """Starts servers that end with the module, for tests that do not mind what others entered."""
    yield from _starting_in(tmp_path_factory.mktemp("served"))


def _said(note: "ConsoleMessage") -> str:
    """What the browser complains of, and of which address."""
    return f"{note.text} {note.location.get('url', '')}"


class Watched:
    """A page with everything noted that should never happen on it."""

    def __init__(self, browser, address, **options):
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(2 * PATIENCE_S * 1000)
        self.page = self.context.new_page()
        self.complaints, self.asked = [], []
        self.page.on("console", lambda note: note.type == "error" and self.complaints.append(_said(note)))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)

    def close(self):
        self.context.close()


@pytest.fixture
def visit(browser):
    """Opens pages that close with the test."""
    opened = []

    def open_page(address, **options):
        opened.append(Watched(browser, address, **options))
        return opened[-1]

    yield open_page
    for page in opened:
        page.close()
