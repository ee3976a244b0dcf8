"""A connection's socket that waits only so long, whoever reads from it or writes to it."""

from __future__ import annotations

import errno
import fcntl
import socket
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

PATIENCE_S = 15.0
"""No single read or write waits longer for the other side."""
HELD_BYTES = 1024 * 1024
"""What is written is held by the system up to here, or its own limit: no thread waits for who reads it."""
GONE_MS = 30_000
"""Who confirms nothing of what is sent for so long has gone: a phone asleep keeps no stream from another."""
GRACE_S, LEAST_BYTES_S = 20.0, 50_000.0
"""A body that a thread reads may take so long, and after that as long as it comes at this rate."""


class PatientSocket(socket.socket):
    """Takes the place of `plain`, which is used up. `on_close` is called once, when it is closed.

    A peer that lets a thread wait too long looks like one that went away: the server ends the connection
    without a word in the log.
    """

    def __init__(self, plain: socket.socket, on_close: Callable[[], None]) -> None:
        super().__init__(plain.family, plain.type, plain.proto, plain.detach())
        with suppress(OSError):
            self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, HELD_BYTES)
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
        self._on_close: Callable[[], None] | None = on_close
        self._began_s, self._came, self._is_over = time.monotonic(), 0, False

    def begin(self) -> None:
        """From now on a thread reads a request from it."""
        self._began_s, self._came = time.monotonic(), 0

    def setblocking(self, flag: bool) -> None:
        """Blocking means waiting, but not for ever."""
        self.settimeout(PATIENCE_S if flag else 0.0)

    def recv(self, bufsize: int, flags: int = 0) -> bytes:
        """As of any socket. ConnectionResetError when the sender is too slow; nothing more is waited for once
        our side has said its last."""
        if self._is_over:
            return self._left(bufsize)
        if time.monotonic() - self._began_s > GRACE_S + self._came / LEAST_BYTES_S:
            raise ConnectionResetError(errno.ECONNRESET, "the request comes too slowly")
        try:
            came = super().recv(bufsize, flags)
        except TimeoutError as wrong:
            raise ConnectionResetError(errno.ECONNRESET, "nothing more of the request comes") from wrong
        self._came += 0 if flags & socket.MSG_PEEK else len(came)
        return came

    def peek(self, most: int) -> bytes | None:
        """What has come and was not read yet; None when nothing has, b"" when the other side is gone."""
        self.settimeout(0.0)
        try:
            return super().recv(most, socket.MSG_PEEK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def untaken(self) -> int:
        """Bytes of the answers before that the other side has not taken."""
        return int.from_bytes(fcntl.ioctl(self.fileno(), termios.TIOCOUTQ, bytes(4)), sys.byteorder)

    def sendall(self, data: Any, flags: int = 0) -> None:
        """As of any socket. BrokenPipeError when the other side does not take it."""
        try:
            super().sendall(data, flags)
        except TimeoutError as wrong:
            raise BrokenPipeError(errno.EPIPE, "the answer is not taken") from wrong

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        """As of any socket. BrokenPipeError when the other side does not take it."""
        try:
            return super().sendfile(file, offset, count)
        except TimeoutError as wrong:
            raise BrokenPipeError(errno.EPIPE, "the answer is not taken") from wrong

    def shutdown(self, how: int) -> None:
        """As of any socket; from now on `recv` gives what is there and waits for nothing."""
        self._is_over = True
        super().shutdown(how)

    def close(self) -> None:
        """As of any socket; safe to call twice."""
        super().close()
        on_close, self._on_close = self._on_close, None
        if on_close is not None:
            on_close()

    def _left(self, bufsize: int) -> bytes:
        """What lies unread: to close over it would cut off the last answer."""
        self.settimeout(0.0)
        try:
            return super().recv(bufsize)
        except OSError:
            return b""
