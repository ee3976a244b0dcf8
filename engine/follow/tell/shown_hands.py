"""Who shows a ready hand after a draw: the draw is told anew with it, and the points that it moves."""

from __future__ import annotations

from dataclasses import replace

from engine.follow.propose.open_hands import hands_shown, may_win_on
from engine.follow.tell.after_look import AfterLook
from engine.follow.tell.amendments import camera_amendment
from engine.follow.tell.deal_entries import DealEntries
from engine.follow.tell.doubts import ONE_TOO_MANY, too_many_alike
from engine.follow.tell.lasting import Lasting
from engine.journal.amend import folded
from engine.journal.record import Entry
from engine.journal.unconfirmed import waits
from engine.judge.deal_points import draw_payments, ready_counts, scores_changed
from engine.table.apply import apply
from engine.table.events import DealDrawn, Event, Seat
from engine.table.play_order import seats_of
from engine.tiles import SeenTile

OPEN_S = 1.0
"""A hand counts as shown when it has lain open, whole and ready, for so long."""
MORE_S = 2.0
"""People show one after the other: told is who has shown when nobody followed for so long."""
SHOWN_CONFIDENCE = 0.95


class ShownHands:
    """Follows the end of one deal; a hand once shown stays so when it is swept away."""

    def __init__(self) -> None:
        self._open: Lasting[tuple[Seat, tuple[SeenTile, ...]]] = Lasting(OPEN_S, 1)
        self._hands: dict[Seat, tuple[SeenTile, ...]] = {}
        self._newest_s = 0.0

    @property
    def is_begun(self) -> bool:
        """Whether somebody has shown that he is ready."""
        return bool(self._hands)

    def watch(self, look: AfterLook) -> None:
        """Takes in one more look at a deal that may be over, or is drawn."""
        shown = [
            (seat, hand)
            for seat, hand in enumerate(hands_shown(look.state, look.reading))
            if hand and not _may_have_won(look, seat)
        ]
        for seat, hand in self._open.take(shown, look.at_s, 0):
            if self._hands.get(seat) != hand:
                self._hands[seat], self._newest_s = hand, look.at_s

    def take(self, look: AfterLook, deal: DealEntries, is_last: bool = False) -> tuple[Entry, ...]:
        """What is to be written after one more look: nothing unless the deal is drawn, more hands are shown
        than were told, and it was the camera that told the draw (S001-64..68). `is_last`: no look follows."""
        if not ready_counts(look.state.rules, look.state.ended_by):
            return ()
        self.watch(look)
        told = look.state.ready_at_end or ()
        is_swept = all(seat.revealed is None for seat in look.reading.seats)
        is_done = is_last or is_swept or look.at_s - self._newest_s >= MORE_S
        return self._retold(look, deal) if is_done and set(self._hands) - set(told) else ()

    def _retold(self, look: AfterLook, deal: DealEntries) -> tuple[Entry, ...]:
        before = deal.begun
        for entry in deal.entries:
            place = next((n for n, each in enumerate(entry.events) if isinstance(each, DealDrawn)), None)
            if place is None:
                before = folded(before, entry.events)
                continue
            drawn = entry.events[place]
            if entry.source != "camera" or not isinstance(drawn, DealDrawn):
                return ()
            before = folded(before, entry.events[:place])
            hands = tuple(self._hands.get(seat, ()) for seat in seats_of(before.rules))
            told = replace(drawn, ready=tuple(sorted(self._hands)), hands=hands)
            meant: list[Event] = [*entry.events[:place], told]
            paid = draw_payments(before, told)
            if any(paid) and not waits(entry):
                meant.append(scores_changed(apply(before, told), paid))
            alike = too_many_alike(place, [told], folded(before, [told]))
            doubts = (*(each for each in entry.doubtful if each.get("reason") != ONE_TOO_MANY), *alike)
            return camera_amendment(look.start, look.entries, entry, meant, SHOWN_CONFIDENCE, doubts)
        return ()


def _may_have_won(look: AfterLook, seat: Seat) -> bool:
    """Whether an open hand may be a win on the last discard, which nobody has told yet."""
    giver, hand = look.state.last_discard, look.reading.seats[seat].revealed
    if look.state.phase == "ended" or giver is None or giver == seat or not hand:
        return False
    return may_win_on(look.state, seat, hand, look.state.seats[giver].river[-1].tile)
