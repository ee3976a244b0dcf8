"""How often somebody may try a code: failures are counted by address, and too many make the address wait."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Limits = tuple[tuple[int, float], ...]
LIMITS: Limits = ((3, 60.0), (5, 600.0), (10, 3600.0))
"""So many failures in so many seconds are allowed."""
MOST_ADDRESSES = 4096


class TooManyFailures(Exception):
    """`wait_s`: how long until one more try is allowed."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many failures; try again in {wait_s:.0f} s")
        self.wait_s = wait_s


class Attempt:
    """One try at a code; a failure until somebody says otherwise."""

    def __init__(self) -> None:
        self.has_succeeded = False


class Tries:
    """The failures of each address. For several threads at once."""

    def __init__(self, now: Callable[[], float] = time.monotonic, limits: Limits = LIMITS) -> None:
        self._now, self._limits, self._lock = now, limits, threading.Lock()
        self._failures: OrderedDict[str, list[float]] = OrderedDict()

    @contextmanager
    def attempt(self, address: str) -> Iterator[Attempt]:
        """Around one check of a code. TooManyFailures when it must wait.

        It counts as a failure from its beginning, so that many tries at the same moment get no more chances.
        """
        key, attempt = place_of(address), Attempt()
        began = self._begin(key)
        try:
            yield attempt
        finally:
            if attempt.has_succeeded:
                self._take_back(key, began)

    def _begin(self, key: str) -> float:
        now = self._now()
        with self._lock:
            longest = self._limits[-1][1]
            failures = [at for at in self._failures.pop(key, []) if now - at < longest]
            self._failures[key] = failures
            wait_s = max((_wait(failures, count, span, now) for count, span in self._limits), default=0.0)
            if wait_s > 0:
                raise TooManyFailures(wait_s)
            failures.append(now)
            while len(self._failures) > MOST_ADDRESSES:
                self._failures.popitem(last=False)
        return now

    def _take_back(self, key: str, at: float) -> None:
        with self._lock:
            if at in self._failures.get(key, []):
                self._failures[key].remove(at)


def _wait(failures: list[float], count: int, span_s: float, now: float) -> float:
    """How long until fewer than `count` failures lie within `span_s`."""
    recent = [at for at in failures if now - at < span_s]
    return recent[-count] + span_s - now if len(recent) >= count else 0.0


def place_of(address: str) -> str:
    """What is counted as one visitor: an IPv4 address, or an IPv6 network of 64 bits, all one machine's."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
