"""A real server in processes of its own, and what the campaign does to them."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.ports import free_port
from webui.access.logins import Logins, Role

HOST = "127.0.0.1"
LIMIT_S = 10.0
"""A table that is not served again within it counts as not served."""
PATIENCE_S = 60.0
CODE = "a code for the bench"


class Served:
    """`jantaku serve` on a data folder; `more` are options, `preexec` runs in the child before it starts."""

    niceness: ClassVar[int] = 0
    """Below 0 they go before other programs: on a busy machine as if it had nothing else to do."""

    def __init__(
        self,
        data: Path,
        source: str = "",
        *more: str,
        environment: Mapping[str, str] | None = None,
        preexec: Callable[[], None] | None = None,
    ) -> None:
        self.data, self.port = data, free_port()
        self._source = [source] if source else ["--no-camera"]
        self._more, self._preexec = more, preexec
        self._environment = {**os.environ, **(environment or {})}
        self.said = data.with_name(data.name + ".log")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it; whether it serves is another question."""
        command = [sys.executable, "-m", "webui.cli", "serve", *self._source, "--host", HOST]
        command += ["--port", str(self.port), "--data", str(self.data), *self._more]
        with self.said.open("ab") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, env=self._environment, preexec_fn=self._begin
            )

    def _begin(self) -> None:
        """The server runs as it would anywhere, however modestly the campaign itself does."""
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, self.niceness)
        if self._preexec is not None:
            self._preexec()

    def until_served(self, since_s: float | None = None) -> float:
        """Seconds from `since_s` until the table answers; infinite when it does not, or the server ended."""
        begun = time.monotonic() if since_s is None else since_s
        while time.monotonic() - begun < PATIENCE_S:
            if self.answers():
                return time.monotonic() - begun
            if self.process is None or self.process.poll() is not None:
                return float("inf")
            time.sleep(0.02)
        return float("inf")

    def answers(self) -> bool:
        """Whether the table is told now."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            return get(self.port, "/api/state", timeout_s=LIMIT_S)[0] == 200
        return False

    def master(self) -> int:
        """The process that was started."""
        assert self.process is not None
        return self.process.pid

    def worker(self) -> int | None:
        """The process that serves."""
        return next(iter(children(self.master())), None)

    def eyes(self) -> int | None:
        """The process that looks; the one beside it only counts what is to be cleaned up."""
        worker = self.worker()
        looking = [] if worker is None else children(worker)
        return next((each for each in looking if "spawn_main" in command_of(each)), None)

    def kill(self, process: int | None) -> bool:
        """Whether there was one to kill."""
        if process is None:
            return False
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            return False
        if self.process is not None and process == self.process.pid:
            self.process.wait()
        return True

    def end(self) -> int:
        """Ends it as a service manager does; gives its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def killed_with_all(self) -> None:
        """Master, worker and eyes at once, as a pulled plug does."""
        gone = [self.eyes(), self.worker(), self.master()]
        for process in gone:
            self.kill(process)


def set_up(data: Path) -> None:
    """At a table that was set up everybody on the network may enter what happened."""
    data.mkdir(parents=True, exist_ok=True)
    logins = Logins(data)
    logins.set_code(Role.admin, CODE)
    logins.shut()


def get(port: int, path: str, timeout_s: float = 5.0) -> tuple[int, bytes]:
    """Status and body of a page."""
    connection = http.client.HTTPConnection(HOST, port, timeout=timeout_s)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def told(port: int, path: str) -> Any:
    """What an interface answers."""
    return json.loads(get(port, path)[1])


def entries(port: int) -> list[dict[str, Any]]:
    """All entries that the table tells."""
    found: list[dict[str, Any]] = []
    while True:
        after = found[-1]["number"] if found else 0
        part = told(port, f"/api/entries?after={after}")
        found += part["entries"]
        if not part["more"]:
            return found


def children(process: int) -> list[int]:
    """The processes that a process began."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        return [int(each) for thread in threads for each in (thread / "children").read_text().split()]
    except OSError:
        return []


def command_of(process: int) -> str:
    """How a process was begun."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def wait_for(is_so: Callable[[], bool], most_s: float) -> bool:
    """Whether it became so in time; a table that does not answer is not so."""
    until = time.monotonic() + most_s
    while time.monotonic() < until:
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            if is_so():
                return True
        time.sleep(0.02)
    return False
