"""What must change after an earlier entry was amended: scores, totals and who deals, entry by entry.

A win's points follow from its tiles and from the table before it, totals from the points, the next dealer
from the end of the deal. The journal keeps all of them as they were told; when something before them is
amended they are reckoned again. What a person said against the rules (another dealer, points of his own)
stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.journal.amend import in_force
from engine.journal.owing import Owing
from engine.journal.record import Entry
from engine.journal.said_win import won_said
from engine.journal.several_wins import without_counters
from engine.journal.unconfirmed import waits
from engine.judge.consequences import scored
from engine.judge.deal_points import scores_changed
from engine.judge.rounds import next_deal, opening_of
from engine.scoring.hand import Circumstance
from engine.scoring.wire.said_json import SaidWin, said_from_json
from engine.table.events import UNSEEN, DealStarted, Event, ScoresChanged, SeatsChanged, Won
from engine.table.state import GameState

Change: TypeAlias = tuple[int, tuple[Event, ...]]
"""The number of an entry and the events it must have now."""

OF_RIICHI: frozenset[Circumstance] = frozenset({"riichi", "double_riichi", "ippatsu"})
"""Circumstances that nobody has who did not declare."""


def recounted(
    start: GameState, before: Sequence[Entry], after: Sequence[Entry], now_start: GameState | None = None
) -> tuple[Change, ...]:
    """The entries that must change because `after` holds instead of `before`; `start` is the empty table,
    `now_start` that of `after` where it is another one.

    `after` is `before` with more entries, some of which amend earlier ones."""
    was, now = in_force(before), in_force(after)
    old, new = Owing(start), Owing(now_start or start)
    changes: list[Change] = []
    for place, entry in enumerate(now):
        if place < len(was) and was[place].number == entry.number:
            events = tuple(kept for event in entry.events for kept in _carried(event, old, new))
        else:
            old.take_all(was[place].events if place < len(was) else ())
            new.take_all(entry.events)
            events = entry.events
        is_settled = waits(entry) or _is_paid(now[place + 1 : place + 2])
        if not any(old.due or ()) and not is_settled:
            events = (*events, *_due_now(new))
        if events != entry.events:
            changes.append((entry.number, events))
    return tuple(changes)


def _due_now(table: Owing) -> tuple[Event, ...]:
    """A win whose points nobody could tell is worth something known now, or was ruled to count or not to."""
    if table.due is None or not any(table.due):
        return ()
    paid = scores_changed(table.state, table.due)
    table.take(paid)
    return (paid,)


def _is_paid(following: Sequence[Entry]) -> bool:
    """Whether the next entry moves points: what somebody said was paid."""
    return any(isinstance(event, ScoresChanged) for entry in following for event in entry.events)


def _carried(event: Event, old: Owing, new: Owing) -> tuple[Event, ...]:
    """The event as it must be now (none: nothing of it is left); both tables take theirs."""
    match event:
        case Won():
            kept: Event | None = _rescored(event, old, new)
        case ScoresChanged():
            kept = _repaid(event, old, new)
        case DealStarted():
            kept = _restarted(event, old.state, new.state)
        case SeatsChanged() if _is_due(event, old.state) and new.state.ended_by:
            kept = SeatsChanged(next_deal(new.state).players)
        case _:
            kept = event
    old.take(event)
    if kept is not None:
        new.take(kept)
    return () if kept is None else (kept,)


def _rescored(won: Won, old: Owing, new: Owing) -> Won:
    card = won.score
    if not isinstance(card, Mapping) or old.state == new.state:
        return won
    if isinstance(card.get("said"), Mapping):
        return won_said(new.state, _as_declared(said_from_json(card["said"]), old.state, new.state))
    bare = replace(won, score=None)
    for table_of in (_with_counters, without_counters):
        if scored(table_of(old.state), bare, old.deal)[0].score == card:
            return scored(table_of(new.state), bare, new.deal)[0]
    return won


def _as_declared(said: SaidWin, old: GameState, new: GameState) -> SaidWin:
    """The win with riichi as the table has it now: what counted because of a declaration goes with it."""
    was, now = (state.rules.riichi and state.seats[said.seat].is_ready for state in (old, new))
    if was == now or said.value is not None:
        return said
    if now:
        return replace(said, circumstances=said.circumstances | {"riichi"})
    return replace(said, circumstances=said.circumstances - OF_RIICHI, ura_indicators=())


def _with_counters(state: GameState) -> GameState:
    return state


def _repaid(changed: ScoresChanged, old: Owing, new: Owing) -> ScoresChanged | None:
    """Points that a win or a draw owed follow it; others stay. The totals follow in any case."""
    if old.due == changed.payments:
        return scores_changed(new.state, new.due) if new.due is not None and any(new.due) else None
    return scores_changed(new.state, changed.payments)


def _restarted(started: DealStarted, old: GameState, new: GameState) -> DealStarted:
    """Each setting that followed from the deal before follows again; one that a person set stays."""
    if old.ended_by is None:
        return started
    if new.ended_by is None:
        # Nobody knows any more how the deal before ended; its sticks still lie there.
        follows = started.riichi_sticks == old.riichi_sticks
        return replace(started, riichi_sticks=new.riichi_sticks) if follows else started
    was, due = next_deal(old), next_deal(new)
    if old.ended_by == UNSEEN:  # who dealt was seen, the end before it was not
        opening = opening_of(due, new)[-1]
        return opening if isinstance(opening, DealStarted) and due.dealer == started.dealer else started
    names = ("dealer", "prevalent_wind", "honba", "riichi_sticks")
    kept = {name: getattr(due, name) for name in names if getattr(was, name) == getattr(started, name)}
    return replace(started, **kept)


def _is_due(changed: SeatsChanged, state: GameState) -> bool:
    return state.ended_by is not None and next_deal(state).players == changed.players
