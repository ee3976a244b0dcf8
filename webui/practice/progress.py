"""What each learner tried and how it went: one SQLite file in the data folder, or memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.practice.lesson import Outcome
from webui.console import warn
from webui.storage.copied_store import open_salvaged
from webui.storage.stores import Schema, StoreError, open_store

LAST = 30
"""Attempts a history tells."""
LONGEST_NAME = 40
_TABLE = """
create table if not exists attempt (
    number integer primary key,
    at_s real not null,
    learner text not null,
    lesson text not null,
    rules text not null,
    seed integer not null,
    outcome text not null,
    percent integer not null,
    seconds real
);
"""
SCHEMA = Schema("practice", (_TABLE,))


@dataclass(frozen=True, slots=True)
class Attempt:
    """One judged answer. `percent`: how much of the best it was, 100 or 0 where there is no more or less."""

    at_s: float
    learner: str
    lesson: str
    rules: str
    seed: int
    outcome: Outcome
    percent: int
    seconds: float | None = None

    @property
    def day(self) -> str:
        """The day it was made, as ``2026-11-21``, by the clock of this machine."""
        return datetime.fromtimestamp(self.at_s).strftime("%Y-%m-%d")


@dataclass(frozen=True, slots=True)
class Standing:
    """How a learner stands in one lesson: attempts, how many were right, and how many right in a row last."""

    tries: int = 0
    right: int = 0
    streak: int = 0


class Progress:
    """The attempts of everybody who practises here. For several threads at once."""

    def __init__(self, file: Path | None = None, now: Callable[[], float] = time.time) -> None:
        """`file` None keeps nothing beyond this process. A damaged file costs what of it does not read."""
        self._now, self._lock = now, threading.Lock()
        self.problem = ""
        """Why nothing is kept beyond this process although it should be, for people."""
        try:
            self._kept = open_salvaged(file, SCHEMA, ("attempt",))
        except StoreError as wrong:
            self.problem = str(wrong)
            warn(f"what is practised is not kept: {wrong}")
            self._kept = open_store(None, SCHEMA)
        self._kept.isolation_level = None

    def note(
        self,
        learner: str,
        lesson: str,
        rules: str,
        seed: int,
        outcome: Outcome,
        percent: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Keeps one answer; what could not be judged is nobody's mistake and is not kept."""
        if outcome not in ("right", "wrong"):
            return
        share = percent if percent is not None else 100 * (outcome == "right")
        row = (self._now(), learner, lesson, rules, seed, outcome, share, seconds)
        names = "at_s, learner, lesson, rules, seed, outcome, percent, seconds"
        with self._lock:
            self._kept.execute(f"insert into attempt ({names}) values (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def history(self, learner: str, lesson: str | None = None, last: int = LAST) -> tuple[Attempt, ...]:
        """The newest attempts, the oldest of them first."""
        names = "at_s, learner, lesson, rules, seed, outcome, percent, seconds"
        asked = f"select {names} from attempt where learner = ?"
        values: list[object] = [learner]
        if lesson is not None:
            asked, values = f"{asked} and lesson = ?", [*values, lesson]
        with self._lock:
            rows = self._kept.execute(f"{asked} order by number desc limit ?", (*values, last)).fetchall()
        return tuple(Attempt(*row) for row in reversed(rows))

    def standings(self, learner: str) -> dict[str, Standing]:
        """How the learner stands in each lesson tried."""
        found: dict[str, Standing] = {}
        for attempt in self.history(learner, last=100_000):
            was = found.get(attempt.lesson, Standing())
            is_right = attempt.outcome == "right"
            streak = was.streak + 1 if is_right else 0
            found[attempt.lesson] = Standing(was.tries + 1, was.right + is_right, streak)
        return found

    def learners(self) -> tuple[str, ...]:
        """Everybody who has answered something, in the alphabet's order."""
        with self._lock:
            rows = self._kept.execute("select distinct learner from attempt order by learner").fetchall()
        return tuple(str(row[0]) for row in rows)

    def next_seed(self, learner: str, lesson: str) -> int:
        """The task to go on with: the one after the last that was right, else the last again."""
        with self._lock:
            row = self._kept.execute(
                "select seed, outcome from attempt where learner = ? and lesson = ? order by number desc",
                (learner, lesson),
            ).fetchone()
        return 0 if row is None else int(row[0]) + (row[1] == "right")

    def close(self) -> None:
        """Gives the file back."""
        self._kept.close()


def learner_name(text: object) -> str:
    """A name as it is kept: no more than forty characters, no line breaks; "" for none."""
    return " ".join(str(text or "").split())[:LONGEST_NAME]
