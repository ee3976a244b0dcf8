"""The faults of an act as they are told: those the camera may be sure of, and how sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.journal.record import Doubt, Entry
from engine.judge.believable import likely
from engine.judge.consequences import found_faults
from engine.table.events import (
    ChowClaimed,
    Event,
    FaultFound,
    HandsDealt,
    KongClaimed,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
)
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.tiles import tile_text

CHANGES_COUNT = frozenset(
    {"drew_twice", "discard_without_draw", "replacement_missing", "flower_not_replaced"}
)
"""Faults after which a hand has too many or too few tiles."""
MAY_CHANGE_COUNT = frozenset({"drew_after_claim", "drew_before_deal", "out_of_turn", "replacement_not_owed"})
"""Faults after which it has, unless the tile was put back."""


def is_known(found: Event, deal: Sequence[Event], before: Sequence[Event] = ()) -> bool:
    """Whether a hand of the wrong size only follows from a fault that is told of its seat in `deal`, or was
    told `before`: of discards people are asked once. Where the fault that it follows from was only concluded
    and nobody has ruled on it, the size is as uncertain, also that of a hand that was passed over."""
    if not (isinstance(found, FaultFound) and found.name == "wrong_count"):
        return False
    if any(seat == found.seat for seat in _passed_over(deal)):
        return True
    own = [event for event in deal if isinstance(event, FaultFound) and event.seat == found.seat]
    return any(
        event.name in CHANGES_COUNT or (event.name in MAY_CHANGE_COUNT and _is_open(event)) for event in own
    ) or any(
        isinstance(event, FaultFound) and (event.name, event.seat) == (found.name, found.seat)
        for event in before
    )


def _passed_over(deal: Sequence[Event]) -> Iterator[Seat]:
    """Who had a tile to discard when another was concluded to act out of turn: it may lie there unseen."""
    due = set[Seat]()
    for event in deal:
        match event:
            case (
                HandsDealt(seat) | TileDrawn(seat) | ChowClaimed(seat) | PungClaimed(seat) | KongClaimed(seat)
            ):
                due.add(seat)
            case TileDiscarded(seat):
                due.discard(seat)
            case FaultFound(name="out_of_turn") if _is_open(event):
                yield from due - {event.seat}


def _is_open(found: FaultFound) -> bool:
    return found.evidence == "concluded" and found.verdict is None


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
