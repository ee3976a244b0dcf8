"""The live table: what the camera infers and what people say meet here and become entries of one journal.

The state is the fold of the entries, an amended entry replaced by the one that amends it. What is inferred
becomes an entry once it stayed the same over some looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import get_args

from engine.infer import Inference, infer
from engine.infer_doubts import Doubt
from engine.infer_fit import Baseline, baseline_of, better_counted
from engine.infer_flowers import Dips, with_flowers_told_apart
from engine.infer_opening import dealer_by_break
from engine.infer_rows import RowTrust
from engine.infer_walls import WallTrust
from engine.journal.amend import folded as folded_on
from engine.journal.record import Entry, Source
from engine.journal.unconfirmed import GAP_CONFIDENCE, ending, is_waiting
from engine.judge.believable import weighed
from engine.judge.consequences import OF_FACES, before_event, deal_so_far, kong_moved, scored
from engine.judge.deal_points import draw_payments, scores_changed
from engine.judge.draws import due_draw
from engine.judge.faults_deal import next_thrower
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.apply import apply, new_table
from engine.table.events import (
    DealStarted,
    DiceRolled,
    Event,
    HandsDealt,
    Seat,
    Spoken,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.play_order import seats_of
from engine.table.reading import TableReading
from engine.table.state import GameState, StackPlace
from webui.holding import LOOKS, Held, Holding
from webui.judging import Wholeness, fault_entries, faults_told
from webui.laid_slowly import kong_amendment
from webui.look import Look
from webui.paying import concerns_wins, counters_passed_on, points_due
from webui.photographs import Photographs
from webui.rereading import face_amendment, misread_discard
from webui.second_thoughts import SecondThoughts
from webui.storage.folding import effective, folded
from webui.storage.journal import Journal
from webui.watch.looking import SeenTable
from webui.watch.snapshots import Snapshot
from webui.wondering import Question, Wonder

SURE_OF_FAULT = 0.8
DRAWN_BEFORE_S = 1.8
"""How long a drawn tile is usually looked at."""
LAST_DISCARD_SECONDS = 3.5
"""How long the last discard of an empty wall may still be claimed."""


class LiveTable:
    """One table and its journal; not for two threads at once."""

    def __init__(self, rules: Ruleset, journal: Journal, dealer: Seat | None = 0) -> None:
        """Takes up the journal where it ends. `dealer` None: the break or the deal will show who is East;
        until then nothing is told, because nobody knows who threw."""
        known = journal.about("dealer")
        self.rules, self._journal = rules, journal
        self._dealer = int(known) if known else dealer or 0
        self._is_dealer_open = dealer is None and known is None
        self._waiting: list[Entry] = []
        self.entries: tuple[Entry, ...] = journal.entries()
        self.state: GameState = folded(rules, self.entries, self._dealer)
        self.unexplained: tuple[str, ...] = ()
        self._wonder = Wonder()
        self.at_s = self.entries[-1].at_s if self.entries else 0.0
        self._held = Holding()
        self._inference: Inference | None = None
        self._reading: TableReading | None = None
        self._baseline: Baseline | None = None
        self._walls, self._rows, self._dips = WallTrust(), RowTrust(), Dips()
        self._raw = self._trusted = TableReading()
        self._changed_s = self._told_s = self.at_s
        self._second, self._wholeness, self._photographs = SecondThoughts(), Wholeness(), Photographs()

    def taken_up_again(self) -> LiveTable:
        """This table as its journal tells it, and nothing of what was thought beside it; what was kept back
        until it is known who is East stays kept back."""
        again = LiveTable(self.rules, self._journal, None if self._is_dealer_open else self._dealer)
        again.at_s = self.at_s
        again.entries = (*self.entries, *again.entries[len(self.entries) :])
        if again._is_dealer_open:
            again._waiting = list(self._waiting)
            again.state = folded_on(again.state, [entry.events[-1] for entry in self._waiting])
        return again

    @property
    def journal(self) -> Journal:
        """Where its entries are kept; the same one for a table taken up again."""
        return self._journal

    @property
    def start(self) -> GameState:
        """The table before the first entry."""
        return new_table(self.rules, self._dealer)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events that count, in order."""
        return tuple(event for entry in effective(self.entries) for event in entry.events)

    @property
    def question(self) -> Question | None:
        """What a person is asked to explain now; it goes when he or the table has."""
        return self._wonder.question

    def see(self, seen: SeenTable) -> tuple[Entry, ...]:
        """Takes one look in and gives the entries it leads to, oldest first."""
        self.at_s = seen.at_s
        self._photographs.see(seen.picture)
        if seen.reading.hidden >= _ALL:
            return ()
        inference = self._inferred(self._believed(seen.reading))
        self._held.take(inference, self.at_s, seen.hidden)
        self.unexplained = inference.unexplained
        is_played = self.state.phase not in ("building", "dealing", "ended")
        self._wonder.take(self.at_s, self.unexplained, is_played, len(self._held) > 0)
        entries = [*self._told(inference, LOOKS), *self._ended(), *self._think_again()]
        self._photographs.keep(entries, self._reading, is_held=len(self._held) > 0)
        return tuple(entries)

    def take_snapshots(self) -> tuple[Snapshot, ...]:
        """The evidence pictures of the entries told from the camera since this was last asked, by number.

        The table around the tiles concerned, before and after. Each is handed over once (ask after every
        `see` and `finish`); entries that people or a file told have none, nor has a look that came without
        a picture.
        """
        return self._photographs.handed_over()

    def finish(self) -> tuple[Entry, ...]:
        """The recording is over: what was seen last counts, however short."""
        last = [] if self._inference is None else self._told(self._inference, 1, patience=0.0)
        ended = (*last, *self._ended(is_over=True))
        entries = (*ended, *self._settle(self._dealer), *self._think_again(is_last=True))
        self._photographs.keep(entries, self._reading, is_held=len(self._held) > 0)
        return entries

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
            return self._append(said)
        self._settle(self._dealer)
        entry = self._append(said)
        self._held.drop()
        self._reading = None
        return entry

    def take_in(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Writes what a person entered, all of it or nothing; what is seen now is thought about anew."""
        self._settle(self._dealer)
        written = self._journal.append_all(entries)
        self.entries = (*self.entries, *written)
        self.state = folded(self.rules, self.entries, self._dealer)
        self._held.drop()
        self._reading = None
        return written

    def close(self) -> None:
        """Gives the journal back."""
        self._journal.close()

    def _believed(self, reading: TableReading) -> TableReading:
        """The reading without what the camera is known to get wrong; the same object for the same one."""
        if reading is not self._raw:
            possible = within_rules(reading, self.rules)
            trusted = self._rows.take(self._walls.take(possible, self.state), self.state)
            has_flowers = self.rules.flowers != "off"
            self._raw, self._trusted = reading, with_flowers_told_apart(trusted) if has_flowers else trusted
        return self._trusted

    def _inferred(self, reading: TableReading) -> Inference:
        """What the reading tells; the same reading of the same state is not asked twice."""
        if self._inference is None or reading is not self._reading:
            dealers = seats_of(self.rules) if self._is_dealer_open else None
            self._inference = infer(
                self.state, reading, self._baseline, dealers, self._dips.take(self.state, reading)
            )
            self._reading = reading
            if self._baseline is not None and not self._inference.events:
                self._baseline = better_counted(self._baseline, self.state, reading)
        return self._inference

    def _told(self, inference: Inference, looks: int, patience: float = 1.0) -> list[Entry]:
        """The acts at the head of the run that have been seen long enough, as entries."""
        entries: list[Entry] = []
        dealer = self._dealer
        ripe_acts = self._held.ripe(self.at_s, looks, patience, self._is_whole)
        for number in range(ripe_acts):
            ripe = self._dated(self._held.next())
            doubts = [doubt for doubt in inference.doubtful if doubt.event == number]
            entries += self._happened(ripe, inference.certainty[number], doubts)
            if self._dealer != dealer:
                # What else the run held was thought with another dealer.
                self._held.drop()
                break
        if ripe_acts:
            is_all = ripe_acts == len(inference.events) and self._dealer == dealer
            if self._reading is not None and is_all:
                # All that was seen is told: what still differs is the camera's mistake.
                self._baseline = baseline_of(self.state, self._reading)
            self._inference = None
            self._changed_s = self.at_s
            self._dips.begin()
        return entries

    def _happened(self, ripe: Held, confidence: float, doubts: Sequence[Doubt]) -> list[Entry]:
        """Writes one act, and what follows from it: faults, and the payments of a win."""
        laid = kong_amendment(self.start, self.entries, ripe.event, ripe.since_s, confidence)
        if laid:
            return self._rewrite(laid)
        righted = self._set_right(ripe.event)
        righted += self._rewrite(counters_passed_on(self.start, self.entries, ripe.event))
        before, event = self.state, ripe.event
        if isinstance(event, Won):
            event, _ = scored(before, event, deal_so_far(self.events))
        first = before_event(before, event)
        if isinstance(event, DealStarted):
            self._walls.begin()
        told = tuple(doubt.to_json(len(first)) for doubt in doubts)
        likely = confidence if ripe.how != "gap" else min(confidence, GAP_CONFIDENCE)
        act = Entry(0, ripe.since_s, "camera", (*first, event), None, likely, told)
        if self._is_dealer_open:
            return self._wait_for_dealer(act)
        self._told_s = ripe.since_s
        after = folded_on(before, (*first, event))
        found = faults_told(before, event, after, self._reading)
        clear = [each for each in found if not (doubts and each.name in OF_FACES)]
        is_sure = confidence >= SURE_OF_FAULT
        wrong = weighed(before, event, clear, ripe.how == "seen") if is_sure else ()
        suspected = () if is_sure else weighed(before, event, clear, True)
        paid = points_due(self.start, (*self.events, event, *wrong)) if isinstance(event, Won) else ()
        paid = (*paid, *kong_moved(before, event, folded_on(after, paid), deal_so_far(self.events)))
        act, follows = ending(self.entries, act, paid)
        # All of it or nothing: a win whose payment is lost would be paid by nobody.
        written = self._write((act, *fault_entries(ripe.since_s, wrong, confidence), *follows))
        self._second.told(written[0].number, self._baseline, suspected, ripe.how == "seen")
        return [*righted, *written]

    def _set_right(self, event: Event) -> list[Entry]:
        """A claim or win shows the discard once more: another face than told is amended first."""
        if self._is_dealer_open:
            return []
        misread = misread_discard(self.state, self.entries, event)
        return [] if misread is None else self._rewrite(face_amendment(self.start, self.entries, misread))

    def _think_again(self, is_last: bool = False) -> list[Entry]:
        """What this look says of acts told before; only while nothing else happens."""
        if self._held or self._is_dealer_open or self.state.phase not in ("playing", "ended"):
            return []
        seen = self._trusted
        is_idle = not self._inferred(seen).events
        look = Look(self.start, self.entries, self.state, seen, self.at_s, self._baseline, is_idle)
        is_over = self.state.phase == "ended"
        found = self._second.at_the_end(look, is_last) if is_over else self._second.look(look)
        written = self._rewrite(found)
        is_of_wins = is_over and any(concerns_wins(entry.events) for entry in written)
        is_due = is_of_wins and not is_waiting(self.entries)
        paid = points_due(self.start, self.events) if is_due else ()
        return [*written, *self._rewrite((Entry(0, self.at_s, "camera", paid),) if paid else ())]

    def _rewrite(self, entries: Sequence[Entry]) -> list[Entry]:
        """Writes what was thought again; what is seen now is compared with the table as it is then."""
        if entries:
            self._inference = None
        return list(self._write(entries)) if entries else []

    def _dated(self, ripe: Held) -> Held:
        """A draw first noticed by its consequence is dated before it, but not before the act before."""
        follows = self._held.first
        if not isinstance(ripe.event, TileDrawn) or follows is None or follows.since_s > ripe.since_s:
            return ripe
        return replace(ripe, since_s=max(self._told_s, ripe.since_s - DRAWN_BEFORE_S))

    def _wait_for_dealer(self, act: Entry) -> list[Entry]:
        """Keeps an act back until break or deal shows who is East; then all of them. Whose wall it is that
        stands built does not matter."""
        if isinstance(act.events[-1], WallBuilt) and not self._waiting:
            return [self._append(act)]
        self._waiting.append(act)
        self.state = apply(self.state, act.events[-1])
        match act.events[-1]:
            case WallBroken(side, stack):
                dealer = dealer_by_break(self.state, StackPlace(side, stack))
            case HandsDealt(dealer):
                pass
            case _:
                return []
        return [] if dealer is None else self._settle(dealer)

    def _settle(self, dealer: Seat) -> list[Entry]:
        """`dealer` is East: what was kept back is told, the throws by whom they must have been."""
        if not self._is_dealer_open:
            return []
        self._journal.remember("dealer", str(dealer))
        state, entries = folded(self.rules, self.entries, dealer), []
        for entry in self._waiting:
            event = entry.events[-1]
            if isinstance(event, DiceRolled):
                event = replace(event, seat=next_thrower(state) or 0)
            state = apply(state, event)
            entries.append(replace(entry, events=(event,)))
        written = self._journal.append_all(entries)
        # Written first: should the disk take nothing, all is as it was.
        self._dealer, self._is_dealer_open, self._waiting = dealer, False, []
        self.entries, self.state = (*self.entries, *written), state
        return list(written)

    def _is_whole(self, event: Event) -> bool:
        """Whether nothing more of this act is to come."""
        return self._wholeness.is_whole(self.state, event, self.entries)

    def _ended(self, is_over: bool = False) -> list[Entry]:
        """The draw that nobody does: the wall is empty, or the deal is broken off, and the last discard lies
        unclaimed."""
        drawn = due_draw(self.state)
        if drawn is None:
            return []
        is_shown = is_over or self._second.is_ready_shown
        if self._held or (not is_shown and self.at_s - self._changed_s < LAST_DISCARD_SECONDS):
            return []
        paid = draw_payments(self.state, drawn)
        moved = (scores_changed(apply(self.state, drawn), paid),) if any(paid) else ()
        told, follows = ending(self.entries, Entry(0, self.entries[-1].at_s, "camera", (drawn,)), moved)
        return list(self._write([told, *follows]))

    def _append(self, entry: Entry) -> Entry:
        return self._write((entry,))[0]

    def _write(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Writes entries, all or none, and takes the state on."""
        written = self._journal.append_all(entries)
        self.entries = (*self.entries, *written)
        if any(entry.amends is not None for entry in written):
            self.state = folded(self.rules, self.entries, self._dealer)
        else:
            self.state = folded_on(self.state, [event for entry in written for event in entry.events])
        return written


_ALL = frozenset({f"river:{seat}" for seat in range(4)})
