"""What nobody can explain is put to a person after a while; the watch goes on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

WONDER_SECONDS = 4.0
"""What stays unexplained for so long is put to a person."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something lies there that no run of events explains: since when, and in which zones (as a reading names
    them)."""

    since_s: float
    zones: tuple[str, ...]


class Wonder:
    """Follows what is unexplained from look to look."""

    def __init__(self) -> None:
        self.question: Question | None = None
        """What a person is asked to explain now; it goes when he or the table has."""
        self._since_s: float | None = None

    def take(self, at_s: float, unexplained: tuple[str, ...], is_asked: bool, is_busy: bool) -> None:
        """One more look. `is_asked`: whether questions are due in this phase; `is_busy`: whether an act is
        about to be told."""
        if not unexplained or is_busy or not is_asked:
            self._since_s = None
            self.question = self.question if unexplained and is_asked else None
            return
        if self._since_s is None:
            self._since_s = at_s
        if at_s - self._since_s >= WONDER_SECONDS:
            self.question = Question(self.question.since_s if self.question else self._since_s, unexplained)
