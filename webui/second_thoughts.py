"""What later looks say of acts told before: faces misread, acts that went otherwise, wrongs that last.

Nothing of it is told from one look. What is found amends the camera's own entries, or is a fault in an entry
of its own that says it is doubtful; what a person said is never amended.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.infer_fit import MISSING, STANDING, TURNED, Baseline
from engine.infer_lasting import Lasting, five_alike, misplaced, taken_back
from engine.infer_otherwise import LAST, Act, Otherwise, otherwise
from engine.infer_prices import AGAINST_RULES
from engine.infer_reread import contradicted, kongs_turned_up
from engine.infer_shown import may_be_over
from engine.infer_weighing import SURELY, WITNESSES, Weighing
from engine.journal.record import Entry
from engine.table.apply import apply
from engine.table.copies import one_too_many
from engine.table.events import Event, Evidence, FaultFound, Seat, TileDiscarded, TileDrawn
from engine.table.fault import fault
from engine.table.reading import TableReading
from engine.tiles import SeenTile, Tile, plain
from webui.judging import fault_entries
from webui.look import Look
from webui.reconsidering import reconsidered
from webui.rereading import Rereading, face_amendment, reread_of
from webui.shown_hands import ShownHands
from webui.storage.deal_entries import DealEntries, entries_of_deal

LASTING_S = 4.0
"""A wrong way of lying is told when it was seen for so long, and by enough witnesses."""
ACTS_BEFORE = 4
"""How many acts before one the camera's own errors are taken from."""
TURNED_UP_S = 1.0
"""A kong turned up is named when it has lain open for so long."""
BACK_S = 0.6
"""A discard is taken back when it has been gone for so long."""
LYING_CONFIDENCE = 1 / (1 + math.exp(-WITNESSES * TURNED))
BACK_CONFIDENCE = 1 / (1 + math.exp(-(MISSING + STANDING - AGAINST_RULES)))
"""How likely these are, by the prices of seeing the same without them."""


@dataclass(frozen=True, slots=True)
class _Gone:
    """A discard that lies there no more, and the number of the entry that told it."""

    seat: Seat
    tile: SeenTile
    number: int


class SecondThoughts:
    """Follows one table; what it finds is to be written as it comes."""

    def __init__(self) -> None:
        self._faces = Rereading()
        self._baselines: dict[int, Baseline | None] = {}
        self._suspected: dict[int, tuple[FaultFound, ...]] = {}
        self._witnessed: set[int] = set()
        self._entries: tuple[Entry, ...] = ()
        self._deal: DealEntries | None = None
        self._others: tuple[Otherwise, ...] = ()
        self._begin()

    def _begin(self) -> None:
        """A new deal: what was followed in the last one is over."""
        self._weighing = Weighing()
        self._lying: Lasting[FaultFound] = Lasting(LASTING_S, WITNESSES)
        self._alike: Lasting[Tile] = Lasting(LASTING_S, WITNESSES)
        self._back: Lasting[_Gone] = Lasting(BACK_S, 1)
        self._kongs: Lasting[tuple[Seat, int, SeenTile]] = Lasting(TURNED_UP_S, 1)
        self._shown = ShownHands()
        self._gone: _Gone | None = None
        self._witnesses: dict[int, set[int]] = {}
        self._seen: TableReading | None = None

    def told(
        self, number: int, baseline: Baseline | None, suspected: Sequence[FaultFound], was_seen: bool
    ) -> None:
        """Entry `number` told an act, which `was_seen` happen or not. `baseline`: what the camera got wrong
        before it; `suspected`: faults of it that were not sure enough to be told, already marked as concluded
        where a misread tile explains them."""
        if was_seen:
            self._witnessed.add(number)
        self._baselines[number] = baseline
        if suspected:
            self._suspected[number] = tuple(suspected)

    def look(self, look: Look) -> tuple[Entry, ...]:
        """What is to be written after one more look; its numbers are not given yet."""
        deal = self._followed(look)
        if may_be_over(look.state):
            self._shown.watch(look)
        found = self._turned_up(look) or (self._taken_back(look, deal) if look.is_idle else ())
        if found or look.reading is self._seen:
            return found
        found = self._faces_again(look)
        if look.is_idle and not found:
            self._weigh(look, deal)
            found = (
                self._went_otherwise(look, deal)
                or self._suspicions(look, deal)
                or self._lies_wrongly(look, deal)
                or self._too_many_alike(look, deal)
            )
        # Where something was found the same look may tell more.
        self._seen = None if found else look.reading
        return found

    def _followed(self, look: Look) -> DealEntries:
        """The deal as it stands, and its other histories, thought of anew when something was written."""
        if self._deal is None or self._entries is not look.entries:
            before, self._entries = self._deal, look.entries
            self._deal = entries_of_deal(look.start, look.entries)
            if before is not None and before.number != self._deal.number:
                self._begin()
            self._others = otherwise(self._deal.begun, [self._act(each) for each in self._deal.entries])
        return self._deal

    def _act(self, entry: Entry) -> Act:
        assert self._deal is not None
        is_open = entry.source == "camera" and self._deal.firsts[entry.number] in self._baselines
        return Act(entry.number, entry.events, is_open)

    def _weigh(self, look: Look, deal: DealEntries) -> None:
        self._weighing.take(look.state, self._others, look.reading, deal.acts, self._known_before(deal))
        for first in self._suspected:
            self._witnesses.setdefault(first, set()).add(deal.acts)

    def _known_before(self, deal: DealEntries) -> dict[int, Baseline | None]:
        """For each act what the camera got wrong a few acts before it: what the act just before it did
        otherwise than told must not pass for an error of the camera."""
        known = [number for number, first in deal.firsts.items() if first in self._baselines]
        return {
            number: self._baselines[deal.firsts[known[max(0, place - ACTS_BEFORE)]]]
            for place, number in enumerate(known)
        }

    def _faces_again(self, look: Look) -> tuple[Entry, ...]:
        """Faces that later looks contradict; another tile in the place of one taken back is no misreading."""
        for each in self._faces.take(contradicted(look.state, look.reading), look.at_s):
            reread = reread_of(look.entries, each)
            if reread is not None and (each.is_clear or reread.was_doubted):
                back = self._gone is not None and self._gone.number == reread.number
                fault_told = (self._put_back(look, self._gone),) if back and self._gone else ()
                return (*face_amendment(look.start, look.entries, reread), *fault_told)
        return ()

    @property
    def is_ready_shown(self) -> bool:
        """Whether somebody has laid a ready hand open where the deal may be over."""
        return self._shown.is_begun

    def at_the_end(self, look: Look, is_last: bool = False) -> tuple[Entry, ...]:
        """What is to be written after one more look at the table of a deal that is over; `is_last`: no look
        follows."""
        deal = self._followed(look)
        return self._turned_up(look) or self._shown.take(look, deal, is_last)

    def _turned_up(self, look: Look) -> tuple[Entry, ...]:
        """A concealed kong that its owner has turned up is named, and what it changes."""
        found = kongs_turned_up(look.state, look.reading)
        shown = {(each.seat, each.index, each.seen.tile): each for each in found}
        for key in self._kongs.take(shown, look.at_s, 0):
            reread = reread_of(look.entries, shown[key])
            if reread is not None:
                return face_amendment(look.start, look.entries, reread)
        return ()

    def _taken_back(self, look: Look, deal: DealEntries) -> tuple[Entry, ...]:
        """The newest discard did not stand: the entry that told it is amended, and the fault told."""
        found = taken_back(look.state, look.reading, look.baseline)
        entry = None if found is None else deal.newest_discard(found[0])
        if found is None or entry is None or entry.source != "camera":
            self._back.take((), look.at_s, 0)
            return ()
        self._gone = gone = _Gone(*found, entry.number)
        if not self._back.take((gone,), look.at_s, 0):
            return ()
        return (Entry(0, entry.at_s, "camera", (), entry.number, BACK_CONFIDENCE), self._put_back(look, gone))

    def _put_back(self, look: Look, gone: _Gone) -> Entry:
        self._gone = None
        found = fault(look.state, "tile_put_back", gone.seat, gone.tile).event()
        entry = self._deal.entry(gone.number) if self._deal is not None else None
        return self._lasting(look, found, BACK_CONFIDENCE, entry)

    def _went_otherwise(self, look: Look, deal: DealEntries) -> tuple[Entry, ...]:
        believed = self._weighing.believed()
        if believed is None:
            return ()
        other, weight = believed
        self._suspected.pop(deal.firsts[other.number], None)
        confidence = 1 / (1 + math.exp(-weight))
        amended, faults = reconsidered(deal, other, look.entries[-1].number + 1, confidence)
        entry = deal.entry(other.number)
        return (*amended, *(self._lasting(look, each, confidence, entry) for each in faults))

    def _suspicions(self, look: Look, deal: DealEntries) -> tuple[Entry, ...]:
        """Faults of acts that nothing more ordinary explains as well, now that more was seen."""
        numbers = [each.number for each in deal.entries]
        for first, faults in tuple(self._suspected.items()):
            place = next((n for n, number in enumerate(numbers) if deal.firsts[number] == first), None)
            if place is None or place < len(numbers) - LAST:
                del self._suspected[first]
                continue
            against = self._weighing.against(numbers[max(0, place - 1) : place + 1])
            if against is None or against < SURELY or len(self._witnesses[first]) < WITNESSES:
                continue
            acts = deal.entries[place].events
            if math.isinf(against) and any(isinstance(each, TileDrawn | TileDiscarded) for each in acts):
                continue  # nothing else was thought of: no look could have spoken for it
            del self._suspected[first]
            # Later looks speak against no fault at all; whose it was, of acts seen at once, they cannot tell.
            confidence = deal.entries[place].confidence
            entry = deal.entries[place]
            return tuple(self._lasting(look, each, confidence, entry) for each in self._untold(deal, faults))
        return ()

    def _lies_wrongly(self, look: Look, deal: DealEntries) -> tuple[Entry, ...]:
        found = [each.event() for each in misplaced(look.state, look.reading)]
        ripe = self._lying.take(found, look.at_s, deal.acts)
        return tuple(
            self._lasting(look, each, LYING_CONFIDENCE, deal.claim(each.seat, each.tiles))
            for each in self._untold(deal, ripe)
        )

    def _too_many_alike(self, look: Look, deal: DealEntries) -> tuple[Entry, ...]:
        alike = dict(five_alike(look.reading))
        found: list[Entry] = []
        for tile in self._alike.take(alike, look.at_s, deal.acts):
            seat = _who_showed(deal, tile)
            told = self._untold(deal, [fault(look.state, "fifth_copy", seat, tile).event()])
            # What five tiles show hangs on their faces: somebody has to count them.
            counted = [replace(each, evidence="concluded") for each in told]
            found += fault_entries(look.at_s, counted, alike[tile], "one_too_many")
        return tuple(found)

    def _lasting(self, look: Look, found: FaultFound, confidence: float, entry: Entry | None) -> Entry:
        """The entry of a fault of the act told in `entry`, found in many looks: seen, when this act and those
        beside it were."""
        was_seen = entry is not None and self._deal is not None
        if self._deal is not None and entry is not None:
            told = [each for each in self._deal.acts_about(entry) if each.source == "camera"]
            was_seen = all(self._deal.firsts[each.number] in self._witnessed for each in told)
        evidence: Evidence = "seen" if was_seen and found.evidence != "concluded" else "concluded"
        return fault_entries(look.at_s, (replace(found, evidence=evidence),), confidence, "lasting")[0]

    def _untold(self, deal: DealEntries, faults: Iterable[FaultFound]) -> list[FaultFound]:
        told = {(each.name, each.seat, each.tiles) for each in deal.events if isinstance(each, FaultFound)}
        return [each for each in faults if (each.name, each.seat, each.tiles) not in told]


def _who_showed(deal: DealEntries, tile: Tile) -> Seat | None:
    """Whose act laid more of `tile` open than a set holds."""
    state = deal.begun
    for event in deal.events:
        found = one_too_many(state, event)
        if found is not None and plain(found) == tile:
            return _seat_of(event)
        state = apply(state, event)
    return None


def _seat_of(event: Event) -> Seat | None:
    seat: Seat | None = getattr(event, "seat", None)
    return seat
