"""What nobody can explain is put to a person after a while; the watch goes on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from engine.follow.tell.lasting import LONG_S
from engine.follow.weigh.history import History
from engine.follow.weigh.payments import Key

UNEXPLAINED = 4.0
"""Nats: what a camera errs in as easily as this is not asked about."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something lies there that no run of events explains: since when, and in which zones (as a reading names
    them)."""

    since_s: float
    zones: tuple[str, ...]


class Questions:
    """Follows what is unexplained from look to look."""

    def __init__(self) -> None:
        self.question: Question | None = None
        """What a person is asked to explain now; it goes when he or the table has."""
        self._since_s: float | None = None
        self._known: set[tuple[str, Key]] = set()

    def take(self, at_s: float, best: History, is_asked: bool, is_busy: bool, is_told: bool) -> None:
        """One more look. `is_asked`: whether questions are due in this phase; `is_busy`: whether an act is
        about to be told; `is_told`: whether one was, so that what is left is the camera's error."""
        there = {
            (zone, key)
            for zone, payments in best.paid.items()
            for key, payment in payments.items()
            if payment.is_there and not payment.is_averaged and payment.whole >= UNEXPLAINED
        }
        asked = self.question.zones if self.question else ()
        fresh = {each for each in there if each[0] not in asked} if is_told and not is_busy else set()
        self._known = (self._known & there) | fresh
        zones = tuple(dict.fromkeys(zone for zone, _ in sorted(there - self._known, key=repr)))
        if not zones or is_busy or not is_asked:
            self._since_s = None
            self.question = self.question if zones and is_asked else None
            return
        if self._since_s is None:
            self._since_s = at_s
        if at_s - self._since_s >= LONG_S:
            self.question = Question(self.question.since_s if self.question else self._since_s, zones)
