"""What a live table judges of the acts it sees: the faults it may tell, whether an act is all there yet."""

from __future__ import annotations

from collections.abc import Sequence

from engine.journal.amend import events_in_force
from engine.journal.record import Doubt, Entry
from engine.judge.believable import likely
from engine.judge.consequences import deal_so_far, found_faults, scored
from engine.table.events import ChowClaimed, Event, FaultFound, KongClaimed, PungClaimed, Won
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.tiles import same_face, tile_text


def faults_told(
    before: GameState, event: Event, after: GameState, reading: TableReading | None
) -> tuple[FaultFound, ...]:
    """The rules not kept; a wrong number of tiles only when the tiles were counted so."""
    found = found_faults(before, event)
    seats = () if reading is None else reading.seats[: after.rules.seats]
    held = [len(seat.standing) for seat in after.seats]
    counted = [seat.standing == held[number] for number, seat in enumerate(seats)]
    return tuple(
        fault
        for fault in found
        if fault.name != "wrong_count" or (fault.seat is not None and counted and counted[fault.seat])
    )


def fault_entries(
    at_s: float, found: Sequence[FaultFound], confidence: float, reason: str = "concluded"
) -> tuple[Entry, ...]:
    """The entries of faults whose act was told with `confidence`: one each, in doubt where it was concluded.

    `reason` is what the doubt says; other reasons than ``concluded`` are told of seen faults too."""
    return tuple(
        Entry(0, at_s, "camera", (each,), None, likely(confidence, each), _doubts(each, reason))
        for each in found
    )


def _doubts(found: FaultFound, reason: str) -> tuple[Doubt, ...]:
    if found.evidence == "seen" and reason == "concluded":
        return ()
    tile = next(iter(found.tiles), None)
    return ({"event": 0, "tile": tile_text(tile), "alternatives": [], "reason": reason},)


class Wholeness:
    """Whether an act is all there; what a win is worth as it lies is reckoned once."""

    def __init__(self) -> None:
        self._judged: dict[Won, bool] = {}

    def is_whole(self, state: GameState, event: Event, entries: Sequence[Entry]) -> bool:
        """Whether a hand laid open wins as it lies, so that no tile is to be added to it; whether a claim is
        of the tile that was told. `entries`: all that was written before."""
        if isinstance(event, ChowClaimed | PungClaimed | KongClaimed):
            river = () if event.giver is None else state.seats[event.giver].river
            return bool(river) and same_face(river[-1].tile, event.tile)
        if isinstance(event, Won) and event not in self._judged:
            won, score = scored(state, event, deal_so_far(events_in_force(entries)))
            self._judged = {event: score is not None and not found_faults(state, won)}
        return not isinstance(event, Won) or self._judged[event]
