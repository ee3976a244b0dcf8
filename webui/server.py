"""The web server: gunicorn, one worker, many threads, started from code."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from engine.tiles import EngineError
from hardware.camera import HardwareError
from vision.observation import VisionError
from webui.console import warn

THREADS = 64
SILENT_S = 20
OPEN_FILES = 4096
PR_SET_PDEATHSIG = 1
SETTINGS: dict[str, object] = {
    "workers": 1,
    "worker_class": "webui.access.gate.GatedWorker",
    "threads": THREADS,
    "keepalive": 20,
    "graceful_timeout": 2,
    "timeout": 60,
    "loglevel": "warning",
    "proc_name": "jantaku",
    "control_socket_disable": True,
    "limit_request_line": 2048,
    "forwarded_allow_ips": "",
}


class Server(BaseApplication):  # type: ignore[misc]
    """Serves the application that `open_app` makes in the worker; `close_app` runs when the worker ends."""

    def __init__(
        self, open_app: Callable[[], Flask], close_app: Callable[[], None], host: str, port: int
    ) -> None:
        self._open_app, self._close_app = open_app, close_app
        self._bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        super().__init__()

    def load_config(self) -> None:
        """Called by gunicorn before `load`."""
        _allow_many_connections()
        self.cfg.set("bind", self._bind)
        self.cfg.set("post_worker_init", _let_silent_connections_wait)
        self.cfg.set("post_fork", _end_with_the_master)
        self.cfg.set("worker_exit", self._exit)
        for name, value in SETTINGS.items():
            if name in self.cfg.settings:  # older versions lack some
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """Called by gunicorn in the worker."""
        try:
            return self._open_app()
        except (EngineError, HardwareError, VisionError, OSError) as wrong:
            warn(str(wrong))
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

    def _exit(self, arbiter: Any, worker: Any) -> None:
        self._close_app()


def _allow_many_connections() -> None:
    """Each connection is an open file; the usual limit of 1024 is below what the server takes."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    if allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _end_with_the_master(arbiter: Any, worker: Any) -> None:
    """A master that is killed takes its worker with it, on Linux: the next one finds port and files free."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != arbiter.pid:
        os._exit(1)


def _let_silent_connections_wait(worker: Any) -> None:
    """A connection over which nothing was said yet would hold a thread; on Linux the kernel can keep it."""
    option = getattr(socket, "TCP_DEFER_ACCEPT", None)
    for listener in worker.sockets if option is not None else ():
        listener.setsockopt(socket.IPPROTO_TCP, option, SILENT_S)
