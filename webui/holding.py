"""Acts inferred but not yet told: since when and in how many looks they were seen, and when it is enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.infer import Inference, act_of
from engine.table.events import (
    ChowClaimed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.reading import ZONES
from webui.eyewitness import Eyewitness, Grade

LOOKS, SECONDS = 2, 0.5
"""An act is told after this many looks at it, this far apart."""
UNREAD_SECONDS, UNREAD_FLOWER_SECONDS = 1.0, 2.5
"""A discard whose face is not read is waited for this long; a flower longer, because the edge of a standing
tile may be taken for one."""
OPEN_HAND_SECONDS = 1.6
"""A hand just laid open may not be complete yet: the winning tile comes last."""
AT_ODDS_SECONDS = 3.0
"""A set that the table before its own seat speaks against: it does not lie there, others lie beside it, or
its tiles still stand. Mostly a hand is being laid open, or something was misread."""
SURE_ENOUGH = 0.6


@dataclass(frozen=True, slots=True)
class Held:
    """An act inferred but not yet told: since when, and by how many looks."""

    event: Event
    since_s: float
    looks: int
    is_unsure: bool = False
    """Whether its faces are not sure yet."""
    is_at_odds: bool = False
    """Whether the run leaves something unexplained where its seat's sets and standing tiles are."""
    is_unseen: bool = False
    """Whether it is a discard that nobody saw lie: the claim after it tells of it."""
    how: Grade = "gap"
    """How it was come by."""


class Holding:
    """The acts at the head of the run that is inferred now, as long as they are not told."""

    def __init__(self) -> None:
        self._held: list[Held] = []
        self._eyewitness = Eyewitness()

    def __len__(self) -> int:
        return len(self._held)

    def take(self, inference: Inference, at_s: float, hidden: frozenset[str] = frozenset()) -> None:
        """Counts for how long each act of the run has been seen; a changed act begins anew. `hidden`: the
        zones that moved or were covered in this look."""
        self._eyewitness.look(at_s, hidden, ZONES)
        held: list[Held] = []
        for number, event in enumerate(inference.events):
            if inference.certainty[number] < SURE_ENOUGH:
                break
            before = self._held[number] if number < len(self._held) else None
            if before is None or act_of(before.event) != act_of(event) or (held and held[-1].looks == 1):
                before = Held(event, at_s, 0)
            then = inference.events[number + 1 : number + 2]
            is_unseen = _is_claimed(event, then) and (before.looks == 0 or before.is_unseen)
            held.append(
                Held(
                    event,
                    before.since_s,
                    before.looks + 1,
                    is_unsure=any(doubt.event == number for doubt in inference.doubtful),
                    is_at_odds=not _places(then[0] if is_unseen else event).isdisjoint(inference.unexplained),
                    is_unseen=is_unseen,
                    how=before.how,
                )
            )
        grades = self._eyewitness.grades([each.event for each in held], not inference.unexplained)
        self._held = [
            each if how is None else replace(each, how=how) for each, how in zip(held, grades, strict=True)
        ]

    def ripe(self, at_s: float, looks: int, patience: float, is_whole: Callable[[Event], bool]) -> int:
        """How many acts at the head of the run may be told. A draw that only its consequence has told waits
        for it. `patience`: the part of the usual times to wait; `is_whole`: whether a win or claim is all
        there."""
        count = 0
        while count < len(self._held):
            each = self._held[count]
            wait = patience * _patience(each, self._held[count + 1 : count + 2], is_whole)
            if each.looks < looks or at_s - each.since_s < wait - 1e-6:
                break
            count += 1
        while 0 < count < len(self._held) and isinstance(self._held[count - 1].event, TileDrawn):
            count -= 1
        return count

    def next(self) -> Held:
        """Takes out the first act."""
        self._eyewitness.told()
        return self._held.pop(0)

    @property
    def first(self) -> Held | None:
        """The first act held."""
        return self._held[0] if self._held else None

    def drop(self) -> None:
        """What was held is to be thought about anew."""
        self._held = []
        self._eyewitness.lost()


def _patience(held: Held, then: list[Held], is_whole: Callable[[Event], bool]) -> float:
    """How long (s) an act must be seen before it is told; `then`: the act after it, if one is held."""
    match held.event:
        case Won() if held.is_unsure or not is_whole(held.event):
            return OPEN_HAND_SECONDS
        case _ if held.is_at_odds:
            return AT_ODDS_SECONDS
        case ChowClaimed() | PungClaimed() | KongClaimed() if not is_whole(held.event):
            # Of another tile than was told: the set may be the beginning of a hand laid open.
            return OPEN_HAND_SECONDS
        case TileDiscarded() if held.is_unseen:
            # The set that tells of it may be the beginning of a hand laid open.
            return OPEN_HAND_SECONDS
        case TileDiscarded(tile=None):
            return UNREAD_SECONDS
        case FlowerDeclared(seat, None):
            is_replaced = any(isinstance(each.event, TileDrawn) and each.event.seat == seat for each in then)
            return UNREAD_SECONDS if is_replaced else UNREAD_FLOWER_SECONDS
    return SECONDS


def _places(event: Event) -> frozenset[str]:
    """The zones that show whether a set was laid."""
    match event:
        case ChowClaimed(seat) | PungClaimed(seat) | KongClaimed(seat) | KongDeclared(seat):
            return frozenset({f"melds:{seat}", f"standing:{seat}"})
    return frozenset()


def _is_claimed(event: Event, then: Sequence[Event]) -> bool:
    """Whether it is a discard that the act after it, if there is one, claims."""
    return isinstance(event, TileDiscarded) and any(
        isinstance(each, ChowClaimed | PungClaimed | KongClaimed) for each in then
    )
