"""What a table still owes one hub: which lines to send, which to send again, and from where to go on.

Nothing here knows MQTT or a clock of its own. The hub's word is taken for what it has, as long as the chain
agrees; where it does not, the journal is another one and goes up as the next generation::

    hello -> have 120 -> entries 121.., 521..        (at most WINDOW batches on their way)
                      <- have 520 -> entries 921..
             (silence) -> entries 521.. again, after a growing wait
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webui.hub.carried.wire import (
    LARGEST_BATCH,
    LARGEST_MESSAGE,
    MOST_LINES,
    Batch,
    Have,
    Hello,
    Kept,
    digest_of,
)
from webui.hub.link.table_journals import TableJournal

Place = tuple[int, int]
"""A generation of a journal and the number of an entry in it."""
WINDOW = 4
"""Batches on their way at once, of one journal."""
FIRST_WAIT_S, LONGEST_WAIT_S = 4.0, 30.0
"""How long nothing is heard before the same is sent again; doubled each time."""
MOST_IN_HELLO = 200


@dataclass(slots=True)
class Course:
    """How far one journal has come at the hub. `acked`: the hub keeps up to there; `sent`: on their way up to
    there."""

    generation: int = 0
    acked: int = 0
    sent: int = 0
    game: str = ""
    is_known: bool = False
    wait_s: float = FIRST_WAIT_S
    since_s: float = 0.0
    is_too_large: bool = False


class Outbox:
    """What is owed to one hub. `journals` is what the table has, looked up anew with each call."""

    def __init__(self, instance: str, remembered: dict[str, Place] | None = None) -> None:
        """`instance`: this run of the link. `remembered`: what the same hub had acknowledged before; kept up
        to date here."""
        self._instance = instance
        self._remembered = {} if remembered is None else remembered
        self._courses: dict[str, Course] = {}
        self._asked_s = float("-inf")
        self.rewound = 0
        """Entries that go up again because the hub no longer has what it had acknowledged."""

    def hear(self, have: Have, journals: Mapping[str, TableJournal], now_s: float) -> None:
        """The hub says up to where it has a journal."""
        journal = journals.get(have.journal)
        if journal is None:
            return
        course, was = self._course(have.journal), self._remembered.get(have.journal, (0, 0))
        place = _place_for(have, journal)
        if not course.is_known or place < (course.generation, course.acked) or place[0] != course.generation:
            course.sent = place[1]
        if place != (course.generation, course.acked) or not course.is_known:
            course.wait_s, course.since_s = FIRST_WAIT_S, now_s
        if place[0] == was[0] and place[1] < was[1]:
            self.rewound = max(self.rewound, was[1] - place[1])
        course.is_known, course.game = True, have.game
        course.generation, course.acked = place
        course.sent = max(course.sent, course.acked)
        self._remembered[have.journal] = place
        if course.acked >= journal.last:
            self.rewound = 0
            journal.forget_chain()

    def waiting(self, journals: Mapping[str, TableJournal]) -> int:
        """How many entries the hub has not acknowledged."""
        courses = ((journal, self._courses.get(name)) for name, journal in journals.items())
        return sum(max(0, each.last - (course.acked if course else 0)) for each, course in courses)

    def due(self, journals: Mapping[str, TableJournal], now_s: float) -> Iterator[Hello | Batch]:
        """What to send now."""
        unknown = [name for name in journals if not self._course(name).is_known]
        if unknown and now_s - self._asked_s >= FIRST_WAIT_S:
            self._asked_s = now_s
            for start in range(0, len(unknown), MOST_IN_HELLO):
                names = unknown[start : start + MOST_IN_HELLO]
                yield Hello(self._instance, [Kept(name, journals[name].last) for name in names])
        for name, journal in journals.items():
            course = self._course(name)
            if course.is_known:
                yield from self._batches(journal, course, now_s)

    def _batches(self, journal: TableJournal, course: Course, now_s: float) -> Iterator[Batch]:
        if course.sent > course.acked and now_s - course.since_s >= course.wait_s:
            course.sent = course.acked
            course.wait_s = min(LONGEST_WAIT_S, course.wait_s * 2)
            course.since_s = now_s
        if course.sent == course.acked:
            course.since_s = now_s
        is_new_header = course.game != digest_of(journal.header) and course.sent == course.acked
        while course.sent < journal.last and course.sent - course.acked < WINDOW * MOST_LINES:
            lines = _fitting(journal.lines(course.sent, MOST_LINES))
            course.is_too_large = not lines
            if not lines:
                return
            yield _batch(journal, course, lines)
            is_new_header = False
            course.sent += len(lines)
        if is_new_header and course.sent == journal.last and now_s - self._asked_s >= FIRST_WAIT_S:
            self._asked_s = now_s
            yield _batch(journal, course, [])

    def _course(self, name: str) -> Course:
        return self._courses.setdefault(name, Course())

    @property
    def is_too_large(self) -> bool:
        """Whether an entry is larger than a message may be, so that its journal cannot go up."""
        return any(course.is_too_large for course in self._courses.values())


def _place_for(have: Have, journal: TableJournal) -> Place:
    """Where to go on. The chain differs where the hub keeps another journal of this identity: then the next
    generation begins."""
    if have.number and journal.chain_at(have.number) != have.chain:
        return have.generation + 1, 0
    return max(1, have.generation), have.number


def _fitting(lines: list[str]) -> list[str]:
    """As many of the lines as one message takes; none when the first is too large for any."""
    size, kept = 0, list[str]()
    for line in lines:
        size += len(line.encode())
        if size > (LARGEST_BATCH if kept else LARGEST_MESSAGE // 2):
            break
        kept.append(line)
    return kept


def _batch(journal: TableJournal, course: Course, lines: list[str]) -> Batch:
    before = journal.chain_at(course.sent)
    return Batch(journal.identity, course.generation, course.sent + 1, before, lines, journal.header)
