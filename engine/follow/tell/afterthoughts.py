"""What later looks say of a table at rest: faces misread long ago, tiles that lie wrongly, hands shown.

Nothing of it is told from one look. What is found amends the camera's own entries, or is a fault in an entry
of its own that says it is doubtful; what a person said is never amended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.follow.propose.open_hands import may_be_over
from engine.follow.tell.after_look import AfterLook
from engine.follow.tell.contradicted import contradicted, kongs_turned_up
from engine.follow.tell.deal_entries import DealEntries, entries_of_deal
from engine.follow.tell.fault_entries import fault_entries
from engine.follow.tell.lasting import (
    LONG_S,
    MOMENT_S,
    SURELY,
    WHILE_S,
    Lasting,
    five_alike,
    misplaced,
)
from engine.follow.tell.rereading import Rereading, face_amendment
from engine.follow.tell.shown_hands import ShownHands
from engine.journal.record import Entry
from engine.journal.unconfirmed import GAP_CONFIDENCE, waits_for_looks
from engine.judge.believable import hangs_on_order
from engine.table.apply import apply
from engine.table.copies import one_too_many
from engine.table.events import Evidence, FaultFound, Seat, TileDiscarded
from engine.table.fault import fault
from engine.table.reading import TableReading
from engine.tiles import SeenTile, Tile, plain

WITNESSES = 2
"""Looks with an act between them, in which a wrong way of lying must be seen."""


class Afterthoughts:
    """Follows one table; what it finds is to be written as it comes."""

    def __init__(self) -> None:
        self._entries: tuple[Entry, ...] = ()
        self._deal: DealEntries | None = None
        self._begin()

    def _begin(self) -> None:
        """A new deal: what was followed in the last one is over."""
        self._faces = Rereading()
        self._lying: Lasting[FaultFound] = Lasting(LONG_S, WITNESSES)
        self._alike: Lasting[Tile] = Lasting(LONG_S, WITNESSES)
        self._kongs: Lasting[tuple[Seat, int, SeenTile]] = Lasting(MOMENT_S, 1)
        self._shown = ShownHands()
        self._seen: TableReading | None = None
        self._won_s: float | None = None

    @property
    def is_ready_shown(self) -> bool:
        """Whether somebody has laid a ready hand open where the deal may be over."""
        return self._shown.is_begun

    def look(self, look: AfterLook, is_last: bool = False) -> Sequence[Entry]:
        """What is to be written after one more look; its numbers are not given yet. `is_last`: none
        follows."""
        deal = self._followed(look)
        if look.state.phase == "ended":
            if not is_last and self._is_just_won(look):
                return ()
            return self._turned_up(look) or self._shown.take(look, deal, is_last)
        self._won_s = None
        if may_be_over(look.state):
            self._shown.watch(look)
        found = self._turned_up(look)
        if found or look.reading is self._seen:
            return found
        self._seen = look.reading
        found = self._faces_again(look)
        if look.is_idle and not found:
            found = self._lies_wrongly(look, deal) or self._too_many_alike(look, deal)
        return found

    def _is_just_won(self, look: AfterLook) -> bool:
        """Whether the winner's hand may read otherwise yet: what is written of something else would settle
        it."""
        if not look.state.winners:
            return False
        self._won_s = look.at_s if self._won_s is None else self._won_s
        return look.at_s - self._won_s < WHILE_S

    def _followed(self, look: AfterLook) -> DealEntries:
        """The deal as it stands, thought of anew when something was written."""
        if self._deal is None or self._entries is not look.entries:
            before, self._entries = self._deal, look.entries
            self._deal = entries_of_deal(look.start, look.entries)
            if before is not None and before.number != self._deal.number:
                self._begin()
        return self._deal

    def _faces_again(self, look: AfterLook) -> Sequence[Entry]:
        """Faces that later looks contradict."""
        for each in self._faces.take(contradicted(look.state, look.reading), look.at_s):
            if found := face_amendment(look.start, look.entries, each):
                return found
        return ()

    def _turned_up(self, look: AfterLook) -> Sequence[Entry]:
        """A concealed kong that its owner has turned up is named, and what it changes."""
        found = kongs_turned_up(look.state, look.reading)
        shown = {(each.seat, each.index, each.seen.tile): each for each in found}
        for key in self._kongs.take(shown, look.at_s, 0):
            if amended := face_amendment(look.start, look.entries, shown[key]):
                return amended
        return ()

    def _lies_wrongly(self, look: AfterLook, deal: DealEntries) -> Sequence[Entry]:
        found = [each.event() for each in misplaced(look.state, look.reading)]
        told = _untold(deal, self._lying.take(found, look.at_s, deal.acts))
        seen = [
            replace(each, evidence=how)
            for each in told
            if (how := _giver_known(look, deal, each)) is not None
        ]
        return fault_entries(look.at_s, seen, SURELY, "lasting")

    def _too_many_alike(self, look: AfterLook, deal: DealEntries) -> Sequence[Entry]:
        alike = dict(five_alike(look.state, look.reading))
        found: list[Entry] = []
        for tile in self._alike.take(alike, look.at_s, deal.acts):
            seat = _who_showed(deal, tile)
            told = _untold(deal, [fault(look.state, "fifth_copy", seat, tile).event()])
            # What five tiles show hangs on their faces: somebody has to count them.
            counted = [replace(each, evidence="concluded") for each in told]
            found += fault_entries(look.at_s, counted, alike[tile], "one_too_many")
        return found


def _giver_known(look: AfterLook, deal: DealEntries, found: FaultFound) -> Evidence | None:
    """How it is known whose discard the set was that lies wrongly: seen, or concluded when its claim, or what
    came before it, was told across a gap in the looks; None when several discards are of the same gap: whose
    it was is a guess."""
    claim = deal.claim(found.seat, found.tiles) if found.name == "claimed_tile_misplaced" else None
    if claim is not None and look.is_guess:
        return None
    if hangs_on_order(look.state, found):
        return "concluded"
    if claim is None or claim.source != "camera" or not waits_for_looks(look.entries, claim.number):
        return "seen"
    told = [event for each in deal.entries if each.at_s == claim.at_s for event in each.events]
    is_guess = sum(isinstance(event, TileDiscarded) for event in told) > 1
    return None if is_guess and claim.confidence <= GAP_CONFIDENCE else "concluded"


def _untold(deal: DealEntries, faults: Iterable[FaultFound]) -> list[FaultFound]:
    told = {(each.name, each.seat, each.tiles) for each in deal.events if isinstance(each, FaultFound)}
    return [each for each in faults if (each.name, each.seat, each.tiles) not in told]


def _who_showed(deal: DealEntries, tile: Tile) -> Seat | None:
    """Whose act laid more of `tile` open than a set holds."""
    state = deal.begun
    for event in deal.events:
        found = one_too_many(state, event)
        if found is not None and plain(found) == tile:
            seat: Seat | None = getattr(event, "seat", None)
            return seat
        state = apply(state, event)
    return None
