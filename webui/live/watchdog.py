"""Tells systemd that the table is served, and goes on telling it while pages and the vision process answer.

Where it stops, systemd kills the service after `WatchdogSec` and starts it again (`Type=notify`).
"""

from __future__ import annotations

import http.client
import os
import socket
import threading
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass

ASK_S = 5.0
"""How long a page may take to answer."""
AT_START_S = 0.3


@dataclass(frozen=True, slots=True)
class Notify:
    """Where systemd listens, and how often it wants to hear of us (seconds; 0: it does not)."""

    address: str
    every_s: float

    def tell(self, said: str) -> None:
        """Sends lines such as ``READY=1``; OSError when nobody listens."""
        place = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(said.encode(), place)


def take_notify(environment: MutableMapping[str, str] = os.environ) -> Notify | None:
    """What systemd told this process, None where it did not start it. It is taken out of the environment: the
    web server would tell that it is ready before any page is."""
    address = environment.pop("NOTIFY_SOCKET", "")
    if not address:
        return None
    asked = environment.pop("WATCHDOG_USEC", "0")
    environment.pop("WATCHDOG_PID", None)
    return Notify(address, int(asked) / 1e6 / 3 if asked.isdigit() else 0.0)


def answers(port: int, timeout_s: float = ASK_S) -> bool:
    """Whether this machine's own page says how it is, well or not; one that is silent hangs."""
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    try:
        asking.request("GET", "/healthz", headers={"Host": "localhost"})
        return asking.getresponse().status in (200, 503)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()


class Watchdog:
    """Tells `notify` first that all is ready, then that it lives, by a thread of its own."""

    def __init__(
        self,
        notify: Notify,
        is_answering: Callable[[], bool],
        is_looking: Callable[[], bool],
        status: Callable[[], str],
    ) -> None:
        """`is_answering`: pages are served; `is_looking`: the vision process goes on; `status`: one
        line for people."""
        self._notify, self._is_answering, self._is_looking = notify, is_answering, is_looking
        self._status = status
        self._is_ready = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def open(self) -> None:
        """Begins to tell."""
        self._thread.start()

    def close(self) -> None:
        """Tells no more."""
        self._closing.set()

    def beat(self) -> bool:
        """Tells once what is so now; whether it was well."""
        is_well = self._is_answering() and self._is_looking()
        if is_well:
            said = ["WATCHDOG=1", f"STATUS={self._status()}"]
            self._notify.tell("\n".join(said if self._is_ready else ["READY=1", *said]))
            self._is_ready = True
        return is_well

    def _run(self) -> None:
        while not self._closing.wait(AT_START_S if not self._is_ready else self._notify.every_s or 60.0):
            try:
                self.beat()
            except OSError:
                continue  # asked again; who does not listen is not told
