"""Who shows a ready hand after a draw: the draw is told anew with it, and the points that it moves."""

from __future__ import annotations

from dataclasses import replace

from engine.follow.propose.open_hands import hands_shown, hands_unread, may_win_on
from engine.follow.tell.after_look import AfterLook
from engine.follow.tell.amendments import camera_amendment
from engine.follow.tell.deal_entries import DealEntries
from engine.follow.tell.doubts import ONE_TOO_MANY, too_many_alike
from engine.follow.tell.lasting import MOMENT_S, SURELY, WHILE_S, Lasting
from engine.journal.amend import folded
from engine.journal.record import Entry
from engine.journal.unconfirmed import REASON, waiting, waits_for_looks
from engine.judge.deal_points import draw_payments, ready_counts, scores_changed
from engine.table.apply import apply
from engine.table.events import DealDrawn, Event, Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState
from engine.tiles import SeenTile


class ShownHands:
    """Follows the end of one deal; a hand once shown stays so when it is swept away.

    A hand that lies open and could not be read makes the points wait for a person."""

    def __init__(self) -> None:
        self._open: Lasting[tuple[Seat, tuple[SeenTile, ...]]] = Lasting(MOMENT_S, 1)
        self._hands: dict[Seat, tuple[SeenTile, ...]] = {}
        self._unclear: Lasting[Seat] = Lasting(MOMENT_S, 1)
        self._unread, self._asked = frozenset[Seat](), frozenset[Seat]()
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
        unclear = [seat for seat in hands_unread(look.state, look.reading) if not _may_have_won(look, seat)]
        if fresh := self._unclear.take(unclear, look.at_s, 0):
            self._unread, self._newest_s = self._unread.union(fresh), look.at_s
        self._unread -= self._hands.keys()

    def take(self, look: AfterLook, deal: DealEntries, is_last: bool = False) -> tuple[Entry, ...]:
        """What is to be written after one more look: nothing unless the deal is drawn, more hands are shown
        than were told, and it was the camera that told the draw (S001-64..68). `is_last`: no look follows."""
        if not ready_counts(look.state.rules, look.state.ended_by):
            return ()
        self.watch(look)
        told = look.state.ready_at_end or ()
        is_swept = all(seat.revealed is None for seat in look.reading.seats)
        # People show one after another.
        is_done = is_last or is_swept or look.at_s - self._newest_s >= WHILE_S
        is_news = set(self._hands) - set(told) or self._unread != self._asked
        return self._retold(look, deal) if is_done and is_news else ()

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
            told = self._with_hands(drawn, before)
            meant: list[Event] = [*entry.events[:place], told]
            paid = draw_payments(before, told)
            must_wait = bool(self._unread) or waits_for_looks(look.entries, entry.number)
            if any(paid) and not must_wait:
                meant.append(scores_changed(apply(before, told), paid))
            alike = too_many_alike(place, [told], folded(before, [told]))
            kept = (each for each in entry.doubtful if each.get("reason") not in (ONE_TOO_MANY, REASON))
            doubts = (*kept, *alike, *([waiting(place)] if must_wait else []))
            self._asked = self._unread
            return camera_amendment(look.start, look.entries, entry, meant, SURELY, doubts)
        return ()

    def _with_hands(self, drawn: DealDrawn, before: GameState) -> DealDrawn:
        """The draw with the hands that were shown, as it was when none was."""
        if not self._hands:
            return drawn
        hands = tuple(self._hands.get(seat, ()) for seat in seats_of(before.rules))
        return replace(drawn, ready=tuple(sorted(self._hands)), hands=hands)


def _may_have_won(look: AfterLook, seat: Seat) -> bool:
    """Whether an open hand may be a win on the last discard, which nobody has told yet."""
    giver, hand = look.state.last_discard, look.reading.seats[seat].revealed
    if look.state.phase == "ended" or giver is None or giver == seat or not hand:
        return False
    return may_win_on(look.state, seat, hand, look.state.seats[giver].river[-1].tile)
