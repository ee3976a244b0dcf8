"""The gate before the server's threads: a request gets one when all of it is there, who dawdles gets none.

gunicorn gives a thread to every connection that says something and lets it wait for the rest. Here one thread
watches all connections that have not said their whole request, and looks at what came without taking it::

    accepted ---> waits here, watched by one thread ---> whole: a thread reads it, answers ---> kept alive --+
       ^                |                                                                                    |
       |                +--> 10 s over, one of too many of an address: 408, closed                           |
       +-----------------------------------------------------------------------------------------------------+

Photos, backups and other large bodies do not fit into what the system holds: a few threads read those, each
with a rate to be kept (`PatientSocket`). Who does not take the answer before asks in vain for the next.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from webui.access.arriving import Arriving, arriving
from webui.access.patient_socket import PatientSocket
from webui.access.shares import Queue, Share, Taken
from webui.access.trying import place_of

WHOLE_S = 10.0
"""So long a request may take to arrive."""
MOST_OPEN, MOST_OPEN_OF_ALL = 128, 1000
"""Connections of one address and of all: a browser opens six; some networks show many phones as one."""
MOST_AT_ONCE = 32
"""Requests of one address that are answered at once, streams among them; more wait for one of these."""
MOST_UNFINISHED, MOST_UNFINISHED_OF_ALL = 24, 400
"""Requests half sent, of one address and of all; the oldest gives way."""
MOST_LARGE, MOST_LARGE_OF_ALL = 4, 8
"""Large bodies that threads read at once, of one address and of all."""
SAID = {
    408: b"408 Request Timeout",
    431: b"431 Request Header Fields Too Large",
    503: b"503 Service Unavailable",
}
Handle = Callable[[Any], Any]
_NEWS = select.EPOLLIN | select.EPOLLOUT | select.EPOLLRDHUP | select.EPOLLET


@dataclass(slots=True, eq=False)
class Waiting:
    """A connection whose request is not here yet. `done` tells the server what became of it."""

    handle: Handle
    connection: Any
    address: str
    until_s: float
    done: Future[Any] = field(default_factory=Future)

    @property
    def socket(self) -> PatientSocket:
        """The connection's."""
        found: PatientSocket = self.connection.sock
        return found


class GatedWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's worker with threads, and the gate before them."""

    def get_thread_pool(self) -> Gate:
        """Called by gunicorn when the worker starts."""
        return Gate(super().get_thread_pool())


class Gate:
    """Looks like a pool of threads to gunicorn: has a connection answered by `threads` once its request is
    there."""

    def __init__(self, threads: Executor) -> None:
        self._threads, self._lock = threads, threading.Lock()
        self._open = Share(MOST_OPEN, MOST_OPEN_OF_ALL)
        self._large = Share(MOST_LARGE, MOST_LARGE_OF_ALL)
        self._answering = Queue(MOST_AT_ONCE)
        self._come: list[Waiting] = []
        self._waiting: OrderedDict[int, Waiting] = OrderedDict()
        """By file number, the oldest first."""
        self._bell = os.eventfd(0, os.EFD_NONBLOCK)
        self._watch = select.epoll()
        self._watch.register(self._bell, select.EPOLLIN)
        self._is_open = True
        threading.Thread(target=self._run, name="gate", daemon=True).start()

    def submit(self, handle: Handle, connection: Any) -> Future[Any]:
        """The server's wish to answer what a connection asks."""
        address = place_of(str(connection.client[0])) if connection.client else "here"
        one = Waiting(handle, connection, address, time.monotonic() + WHOLE_S)
        if not isinstance(connection.sock, PatientSocket):
            is_let_in = self._open.take(address) is Taken.yes
            closed = partial(self._open.give_back, address) if is_let_in else lambda: None
            connection.sock = PatientSocket(connection.sock, closed)
            if not is_let_in:
                _end(one, 503)
                return one.done
        with self._lock:
            self._come.append(one)
        os.eventfd_write(self._bell, 1)
        return one.done

    def shutdown(self, wait: bool = True) -> None:
        """The worker ends."""
        self._is_open = False
        os.eventfd_write(self._bell, 1)
        self._threads.shutdown(wait=wait)

    def _run(self) -> None:
        while self._is_open:
            there_is_news: list[Waiting] = []
            for number, _ in self._watch.poll(self._until_next_s()):
                if number == self._bell:
                    os.eventfd_read(self._bell)
                elif number in self._waiting:
                    there_is_news.append(self._waiting[number])
            with self._lock:
                come, self._come = self._come, []
            for one in (*there_is_news, *come):
                self._look_safely(one)
            while self._waiting and self._until_next_s() <= 0:
                self._give_up(next(iter(self._waiting.values())))

    def _until_next_s(self) -> float:
        oldest = next(iter(self._waiting.values()), None)
        return 60.0 if oldest is None else max(0.0, oldest.until_s - time.monotonic())

    def _look_safely(self, one: Waiting) -> None:
        """One connection that cannot be looked at costs no other its request."""
        try:
            self._look(one)
        except Exception:
            logging.getLogger(__name__).exception("a connection could not be looked at")
            for number in [at for at, each in self._waiting.items() if each is one]:
                del self._waiting[number]
            if not one.done.done():
                one.done.set_result(False)

    def _look(self, one: Waiting) -> None:
        """Whether the request is there now; else it is watched on."""
        if one.done.done():
            return  # it gave way to another of its address
        number, come = one.socket.fileno(), arriving(one.connection, one.socket)
        if come is Arriving.partly:
            if number not in self._waiting:
                self._keep_watching(number, one)
            return
        if self._waiting.pop(number, None) is not None:
            self._watch.unregister(number)
        match come:
            case Arriving.whole:
                self._answer(one)
            case Arriving.large if self._large.take(one.address) is Taken.yes:
                self._answer(one, partial(self._large.give_back, one.address))
            case Arriving.large:
                _end(one, 503)
            case Arriving.endless:
                _end(one, 431)
            case Arriving.gone:
                one.done.set_result(False)

    def _keep_watching(self, number: int, one: Waiting) -> None:
        of_this = [each for each in self._waiting.values() if each.address == one.address]
        if len(of_this) >= MOST_UNFINISHED:
            self._give_up(of_this[0])
        elif len(self._waiting) >= MOST_UNFINISHED_OF_ALL:
            self._give_up(next(iter(self._waiting.values())))
        self._waiting[number] = one
        self._watch.register(number, _NEWS)

    def _give_up(self, one: Waiting) -> None:
        number = one.socket.fileno()
        del self._waiting[number]
        self._watch.unregister(number)
        _end(one, 408)

    def _answer(self, one: Waiting, then: Callable[[], None] = lambda: None) -> None:
        """A thread takes it, once the address has not too many; what it says is what the server hears."""

        def answered_by(answered: Future[Any]) -> None:
            then()
            self._answering.done(one.address)
            wrong = answered.exception()
            if wrong is None:
                one.done.set_result(answered.result())
            else:
                one.done.set_exception(wrong)

        def begin() -> None:
            one.socket.begin()
            self._threads.submit(one.handle, one.connection).add_done_callback(answered_by)

        self._answering.add(one.address, begin)


def _end(one: Waiting, status: int) -> None:
    """Says why, as far as that can be said without waiting; the server closes the connection."""
    again = b"Retry-After: 5\r\n" if status == 503 else b""
    said = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n" % (SAID[status], again)
    one.socket.setblocking(False)
    with suppress(OSError):  # who does not listen need not be answered_by
        one.socket.send(said)
    one.done.set_result(False)
