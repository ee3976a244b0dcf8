"""The live table: what the camera sees and what people say meet here and become entries of one journal.

The state is the fold of the entries, an amended entry replaced by the one that amends it. What the tracker is
sure of becomes an entry; what it thinks otherwise later amends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self, get_args

from engine.follow.discards.believed import Believed
from engine.follow.east import East, dealer_in, tells_east_alone
from engine.follow.keeping import Keeps, Pictures
from engine.follow.tell.after_look import AfterLook
from engine.follow.tell.afterthoughts import Afterthoughts
from engine.follow.tell.paying import concerns_wins, counters_passed_on, points_due
from engine.follow.tell.questions import Question, Questions
from engine.follow.tell.telling import Step, Telling, takes_tile
from engine.follow.tell.writing import Journalled, amended_act, dated, entries_of_act
from engine.follow.tentative import thought_of
from engine.follow.weigh.evidence import may_be_claimed
from engine.follow.weigh.history import Act
from engine.follow.weigh.rates import Following
from engine.follow.weigh.tracker import Tracker
from engine.journal.amend import events_in_force, folded
from engine.journal.east import said_of_east
from engine.journal.record import Entry, Source
from engine.journal.recount import Change
from engine.journal.said import said_entries
from engine.journal.unconfirmed import ending, is_waiting
from engine.judge.deal_points import draw_payments, scores_changed
from engine.judge.draws import due_draw
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DealerTold, Event, Evidence, Seat, Spoken, WallBuilt
from engine.table.reading import NO_ZONE, TableReading, TentativeLook, Zones
from engine.table.state import GameState

LAST_DISCARD_SECONDS = 3.5  # so long the last discard of an empty wall may still be claimed
AT_LAST = 0.5  # the share of all weight that is enough when no look follows
LOOKED_AT_S = 0.5  # what was seen for no longer may have been an error of the camera
_LAID = frozenset(f"{zone}:{seat}" for zone in ("river", "melds") for seat in range(4))


class LiveTable:
    """One table and its journal; not for two threads at once."""

    def __init__(
        self,
        rules: Ruleset,
        journal: Keeps,
        dealer: Seat | None = 0,
        pictures: Pictures | None = None,
        following: Following | None = None,
    ) -> None:
        """Takes up the journal where it ends. `dealer` None: the break or the deal will show who is East;
        until then only the building of the wall is told, because nobody knows who threw."""
        self.rules, self.journal, self._pictures = rules, journal, pictures
        self._following = following or Following()
        self.entries: tuple[Entry, ...] = journal.entries()
        self._east = East(rules, journal, dealer, self.entries)
        self.at_s = self.entries[-1].at_s if self.entries else 0.0
        self.shown: tuple[Act, ...] = ()
        """Acts that are thought of and not told yet, to be drawn only."""
        self._changed_s = self._told_s = self.at_s
        self._questions, self._afterthoughts = Questions(), Afterthoughts()
        self.state: GameState = self._folded()
        is_begun = any(each.river for each in self.state.seats)
        self._believed = Believed(rules, self._following, is_begun)
        self._tracker = Tracker(*self._east.believable(self.entries), following=self._following)
        self._begin_telling()

    def taken_up_again(self) -> Self:
        """This table as its journal tells it, and nothing of what was thought beside it; what waits until it
        is known who is East still waits."""
        again = type(self)(self.rules, self.journal, self._east.seen, self._pictures, self._following)
        again.at_s = self.at_s
        again.entries = (*self.entries, *again.entries[len(self.entries) :])
        if again._east.is_open:
            again._tracker.take_over(self._tracker, len(self._numbers))
        return again

    @property
    def start(self) -> GameState:
        """The table before the first entry; while nobody knows who is East it says so."""
        return self._east.start

    @property
    def unsaid(self) -> GameState:
        """The same as it was set or seen, whatever people said of East since."""
        return self._east.unsaid

    @property
    def events(self) -> tuple[Event, ...]:
        """All events that count, in order."""
        return tuple(events_in_force(self.entries))

    @property
    def question(self) -> Question | None:
        """What a person is asked to explain now; it goes when he or the table has."""
        return self._questions.question

    def look(
        self, at_s: float, reading: TableReading, hidden: Zones = NO_ZONE, also: TentativeLook | None = None
    ) -> tuple[Entry, ...]:
        """Takes one look in; gives the entries it leads to, oldest first. `hidden`: the zones that moved or
        were covered in this very look, and are given as last seen. What it `also` shows is only drawn."""
        self.at_s = at_s
        if reading.hidden & _LAID:  # nobody has seen yet what lies there
            return ()
        seen = self._believed.look(at_s, reading, self._tracker, hidden)
        aside, telling = thought_of(also, at_s, self._tracker, self._believed), self._telling
        self._tracker.look(at_s, seen, self._believed.discards.hidden(hidden))
        step = self._telling.step(self._tracker)
        entries = [*self._told(step), *self._ended(), *self._thought_again()]
        is_played = self.state.phase not in ("building", "dealing", "ended")
        self._questions.take(at_s, self._tracker.best, is_played, bool(self.shown), bool(step.told))
        if self._pictures:
            self._pictures.keep(entries, seen, is_held=bool(self.shown))
        if aside is not None and telling is self._telling:
            self.shown = telling.untold(aside) or self.shown
        return tuple(entries)

    def finish(self) -> tuple[Entry, ...]:
        """The recording is over: what was seen last counts, however short."""
        self._tracker.rest()
        entries = self._told(self._telling.step(self._tracker, AT_LAST))
        entries += [*self._ended(is_over=True), *self._thought_again(is_last=True)]
        if self._pictures:
            self._pictures.keep(entries, self._believed.reading, is_held=False)
        return tuple(entries)

    def record(
        self,
        source: Source,
        events: Iterable[Event],
        amends: int | None = None,
        at_s: float | None = None,
        *,
        by: str = "",
        note: str = "",
        told_at: float | None = None,
    ) -> Entry:
        """What a person says: new events, or `amends` an earlier entry (no events: that did not happen).

        What is only said, as a call at a phone, leaves what the camera sees as it is."""
        events, at_s = tuple(events), self.at_s if at_s is None else at_s
        said = Entry(0, at_s, source, events, amends, by=by, note=note, told_at=told_at)
        if events and amends is None and all(isinstance(event, get_args(Spoken)) for event in events):
            return self._write((said,))[0]
        return self.take_in((said,))[0]

    def take_in(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Writes what a person entered, all of it or nothing; what is seen now is thought about anew. Who is
        East stays open unless it tells the dealer."""
        before, east = self.start, dealer_in(entries) if self._east.is_open else None
        if east is not None:
            self._is_east(east)
        written = self._write(entries)
        if not (tells_east_alone(entries) and self._is_east_as_thought(before)):
            self._believe_journal()
        return written

    def amend(self, said: Entry, also: Sequence[Change] = ()) -> Entry:
        """What a person says was otherwise, and all that follows from it, is written at once; `also`: what he
        changes beside it. Gives the entry of `said`."""
        written, place = said_entries(self._east.unsaid, self.entries, said, also)
        return self.take_in(written)[place]

    def tell_east(self, dealer: Seat | None, said: Entry | None = None) -> Entry:
        """A person says that `dealer` is East, or that nobody knows (None), whatever was thought or said
        before; the deal is told by it. `said`: who says so and when. EngineError when nobody sits there."""
        new_table(self.rules, dealer)
        said, before = said or Entry(0, self.at_s, "player", ()), said_of_east(self.entries)
        amends = None if before is None else before.number
        return self.amend(replace(said, events=(DealerTold(dealer),), amends=amends))

    def close(self) -> None:
        """Gives the journal back."""
        self.journal.close()

    def _folded(self) -> GameState:
        return folded(self.start, events_in_force(self.entries))

    def _believe_journal(self) -> None:
        """The journal's table is believed, whatever was thought."""
        self._believed.discards.stands(self._tracker.best.state, self.state)
        self._tracker.believe(*(self._east.believable(self.entries) if self._east.is_open else (self.state,)))
        self._begin_telling()

    def _is_east_as_thought(self, before: GameState) -> bool:
        """Whether a person named an East that was thought of: the rest that was thought stays."""
        is_settled = not self._east.is_open and not (before.is_dealer_known and before != self.start)
        return is_settled and self._tracker.is_told_east(self.start.dealer)

    def _begin_telling(self) -> None:
        self._telling, self._numbers, self.shown = Telling(self._following.rates), list[int](), ()

    def _told(self, step: Step) -> list[Entry]:
        """The entries of what is told, and of what was told otherwise."""
        entries: list[Entry] = []
        self.shown = step.shown
        east, is_news = self._tracker.east, bool(step.told or step.changed)
        if is_news and east is not None and not self._east.is_open and east != self.start.dealer:
            self._is_east(east)
        acts = [*(told.act for told in step.told), *step.shown]
        for change in step.changed:
            reason = "claimed" if takes_tile(acts, change) else "later_looks"
            number = self._numbers[change.place]
            how = self._evidence_against(number)
            entries += self._write(
                amended_act(self._journalled, number, change, reason, how, self._believed.reading)
            )
        for told, then in zip(step.told, [*acts[1:], None], strict=False):
            entries += self._happened(dated(told.act, then, self._told_s), told.confidence)
        self._changed_s = self.at_s if entries else self._changed_s
        return entries

    def _evidence_against(self, number: int) -> Evidence:
        """How sure it is that a hand undid what entry `number` told: looks without a gap showed it for a
        while, and then no more, and nobody else may have taken the tile. In a heap it may only lie unseen."""
        told_s = next(each.at_s for each in self.entries if each.number == number)
        was_seen = self._tracker.is_unbroken and self._tracker.best.undone_s - told_s > LOOKED_AT_S
        is_gone = may_be_claimed(self.state, self._believed.reading, self._tracker.hidden)
        is_heap = self.rules.discards == "middle"
        return "seen" if was_seen and not is_gone and not is_heap else "concluded"

    def _happened(self, act: Act, confidence: float) -> tuple[Entry, ...]:
        """Writes one act, and what follows from it: faults, and the payments of a win."""
        if self._east.is_open and not isinstance(act.event, WallBuilt):
            self._is_east(self._tracker.best.begun.dealer)
        passed_on = self._write(counters_passed_on(self.start, self.entries, act.event))
        told, *follows = entries_of_act(self._journalled, act, confidence, self._believed.reading)
        # All of it or nothing: a win whose payment is lost would be paid by nobody.
        written = self._write((told, *follows))
        self._tracker.add(len(self._numbers), [event for each in follows for event in each.events])
        self._numbers.append(written[0].number)
        self._told_s = act.since_s
        return (*passed_on, *written)

    def _is_east(self, dealer: Seat) -> None:
        """`dealer` is East: it was open until now, or told otherwise."""
        self._write(self._east.is_seen(dealer, self.entries, self.at_s))
        self._east.take(self.entries)
        self.state = self._folded()

    def _ended(self, is_over: bool = False) -> Sequence[Entry]:
        """The draw that nobody does: the wall is empty, or the deal is broken off, and the last discard lies
        unclaimed."""
        drawn = due_draw(self.state)
        is_shown = is_over or self._afterthoughts.is_ready_shown
        is_plain = self._tracker.best.agreed_s == self.at_s
        is_soon = not is_shown and (not is_plain or self.at_s - self._changed_s < LAST_DISCARD_SECONDS)
        if drawn is None or self.shown or is_soon or self._east.is_open:
            return ()
        paid = draw_payments(self.state, drawn)
        moved = (scores_changed(apply(self.state, drawn), paid),) if any(paid) else ()
        told, follows = ending(self.entries, Entry(0, self.entries[-1].at_s, "camera", (drawn,)), moved)
        written = self._write((told, *follows))
        self._believe_journal()
        return written

    def _thought_again(self, is_last: bool = False) -> Sequence[Entry]:
        """What this look says of how things lie and of faces told long ago, while nothing else happens."""
        if self.shown or self._east.is_open or self.state.phase not in ("playing", "ended"):
            return ()
        is_idle, known = self._tracker.best.agreed_s == self.at_s, self._journalled
        seen, is_guess = self._believed.reading, known.is_guess
        look = AfterLook(known.start, known.entries, known.state, seen, self.at_s, is_idle, is_guess)
        found = self._afterthoughts.look(look, is_last)
        if not found:
            return ()
        written = self._write(found)
        if self.state.phase == "ended" and any(concerns_wins(entry.events) for entry in written):
            paid = () if is_waiting(self.entries) else points_due(self.start, self.events)
            written += self._write((Entry(0, self.at_s, "camera", paid),) if paid else ())
        self._believe_journal()
        return written

    @property
    def _journalled(self) -> Journalled:
        whose = self._believed.discards
        return Journalled(self.start, self.entries, self.state, whose.is_guess, whose.is_giver_sure)

    def _write(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Writes entries, all or none, and takes the state on."""
        if not entries:
            return ()
        written = self.journal.append_all(entries)
        self.entries = (*self.entries, *written)
        if any(entry.amends is not None for entry in written) or tells_east_alone(written):
            self._east.take(self.entries)
            self.state = self._folded()
        else:
            self.state = folded(self.state, [event for entry in written for event in entry.events])
        return written
