"""What each address has of the server at this moment, so that none has it all. For several threads."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable
from enum import Enum, auto


class Taken(Enum):
    """Whether one was left, and if not, who has them."""

    yes = auto()
    all_of_one = auto()
    """The address has its share."""
    all_of_all = auto()


class Share:
    """How many of something each address has: at most `most_of_one`, and `most` together."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self._lock, self._had = threading.Lock(), Counter[str]()

    def take(self, address: str) -> Taken:
        """Whether there was one left for this address; who got one must `give_back`."""
        with self._lock:
            if self._had.total() >= self._most:
                return Taken.all_of_all
            if self._had[address] >= self._most_of_one:
                return Taken.all_of_one
            self._had[address] += 1
            return Taken.yes

    def give_back(self, address: str) -> None:
        """One less."""
        with self._lock:
            self._had[address] -= 1
            if self._had[address] <= 0:
                del self._had[address]


class Queue:
    """Begins what each address wants done, `at_once` of it at a time; the rest waits in its order."""

    def __init__(self, at_once: int) -> None:
        self._at_once, self._lock = at_once, threading.Lock()
        self._under_way: Counter[str] = Counter()
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def add(self, address: str, begin: Callable[[], None]) -> None:
        """Begins it now or later; `done` must be called when it is over."""
        with self._lock:
            is_now = self._under_way[address] < self._at_once
            if is_now:
                self._under_way[address] += 1
            else:
                self._waiting.setdefault(address, deque()).append(begin)
        if is_now:
            begin()

    def done(self, address: str) -> None:
        """One of the address is over; the next of it begins."""
        begin = None
        with self._lock:
            waiting = self._waiting.get(address)
            if waiting:
                begin = waiting.popleft()
            else:
                self._under_way[address] -= 1
            if not waiting:
                self._waiting.pop(address, None)
            if self._under_way[address] <= 0:
                del self._under_way[address]
        if begin is not None:
            begin()
