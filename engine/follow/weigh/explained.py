"""What an act explains of what the looks before it showed: what was paid for that was no error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.follow.weigh.difference import Difference
from engine.follow.weigh.differences import Zones
from engine.follow.weigh.history import History
from engine.follow.weigh.payments import Key, Payment
from engine.follow.weigh.rates import Rates
from engine.table.events import Event, FlowerDeclared, HandsDealt, TileDiscarded, TileDrawn
from engine.table.reading import TableReading


def owed(history: History, zones: Zones) -> History:
    """The history with what the look before held against it already, paid in full. `zones`: how that look
    differs from what it expects."""
    nats, paid = history.nats, dict(history.paid)
    for zone, found in zones.items():
        before = paid.get(zone, {})
        fresh = {each.key: each.nats for each in found if each.key not in before}
        nats += sum(fresh.values())
        paid[zone] = {**before, **{key: Payment(whole, whole) for key, whole in fresh.items()}}
    return replace(history, nats=nats, paid=paid)


def has_paid(history: History, since_s: float) -> bool:
    """Whether it paid for something first seen at `since_s` or later that is still there."""
    return any(
        was.is_there and was.since_s >= since_s for before in history.paid.values() for was in before.values()
    )


def has_unseen_discard(history: History, seen: TableReading, at_s: float) -> bool:
    """Whether one of the acts first thought of at `at_s` is a discard that nobody saw lie: `seen` does not
    show it, or it is the first of them and claimed by the next. Nobody knows when it was, so all that differs
    since the act before it may be because of it."""
    fresh = [act.event for act in history.acts if act.since_s == at_s]
    first, then = [*(event for event in fresh if not isinstance(event, TileDrawn)), None, None][:2]
    if isinstance(first, TileDiscarded) and getattr(then, "giver", None) == first.seat:
        return True
    return any(
        isinstance(event, TileDiscarded)
        and event.tile is None
        and len(seen.seats[event.seat].river) < len(history.predicted.seats[event.seat].river)
        for event in fresh
    )


def paid_back(
    history: History, zones: Zones, since_s: float, rates: Rates, is_claim_seen: bool = False
) -> History:
    """The history without what was paid for errors first seen at `since_s` or later that were none: `zones`,
    which is how the look before differs from what is expected now, shows nothing but what was paid for, and
    not them. What first showed in one look cost no more than `first` together; what is left of it still does.
    `is_claim_seen`: a set of which fewer tiles lay there was being laid, as the discard it claims was seen.
    """
    nats, paid = history.nats, dict(history.paid)
    first_of: dict[float, tuple[float, float]] = {}
    for zone, before in history.paid.items():
        left = {
            each.key for each in zones.get(zone, ()) if not (is_claim_seen and _is_half_laid(each, before))
        }
        is_explained = zone in zones and left <= before.keys()
        kept = {}
        for key, was in before.items():
            if not was.is_there or was.since_s < since_s or was.is_averaged or was.is_unseen:
                kept[key] = was
                continue
            first, (whole, still) = min(rates.first, was.nats), first_of.get(was.since_s, (0.0, 0.0))
            is_left = not is_explained or key in left
            first_of[was.since_s] = whole + first, still + first * is_left
            if is_left:
                kept[key] = was
            else:
                nats -= was.nats - first
        paid[zone] = kept
    nats -= sum(min(rates.first, whole) - min(rates.first, still) for whole, still in first_of.values())
    return replace(history, nats=nats, paid=paid)


def _is_half_laid(found: Difference, before: Mapping[Key, Payment]) -> bool:
    """Whether it is a set that had fewer tiles than is known now, which is no error paid for before."""
    return "size" in found.key and found.rate == "missing" and found.key not in before


def counted_anew(history: History, events: Sequence[Event]) -> History:
    """The history after `events`; once the hands are dealt it expects no error in counting a row that is gone
    by then: tiles were coming in."""
    if not any(isinstance(event, HandsDealt) for event in events):
        return history
    paid = {
        zone: {key: was for key, was in before.items() if was.is_there or not zone.startswith("standing")}
        for zone, before in history.paid.items()
    }
    return replace(history, paid=paid)


def with_misread_flowers(history: History, events: Sequence[Event]) -> History:
    """The history after `events`, in which a flower laid now does not make well that one which lay there was
    read otherwise: flowers lie in any order, so the new one would be taken for what the other should be."""
    paid = dict(history.paid)
    for event in events:
        if isinstance(event, FlowerDeclared) and (before := paid.get(zone := f"flowers:{event.seat}")):
            paid[zone] = {key: replace(was, kept=was.nats * was.is_averaged) for key, was in before.items()}
    return replace(history, paid=paid)
