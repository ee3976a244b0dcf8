"""Who is East in the first deal, as people say it, and what was told otherwise because of it.

What a person says stands in the journal as `DealerTold`; the newest word wins over whatever was thought, and
all of the deal is told by it, from its first entry. Later deals know their dealer from the deal before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.journal.amend import events_in_force, in_force
from engine.journal.record import Entry
from engine.journal.recount import Change
from engine.judge.faults_deal import next_thrower
from engine.table.apply import OPENING, apply, new_table
from engine.table.deal_plan import next_grab
from engine.table.events import (
    DealerTold,
    DealStarted,
    DiceRolled,
    Event,
    HandsDealt,
    Seat,
    SeatsChanged,
    StacksTaken,
)
from engine.table.state import GameState


def said_of_east(entries: Sequence[Entry]) -> Entry | None:
    """The entry in force by which somebody said who is East in the first deal; None where nobody did."""
    said = None
    for entry in _first_deal(entries):
        if any(isinstance(event, DealerTold) for event in entry.events):
            said = entry
    return said


def begun(start: GameState, entries: Sequence[Entry]) -> GameState:
    """The empty table as `entries` tell it: with the East that somebody named, or to whom the hands were
    dealt where nobody knew; else `start`."""
    said = said_of_east(entries)
    if said is not None:
        return new_table(start.rules, _dealer_told(said))
    return start if start.is_dealer_known else new_table(start.rules, _first_of(entries, HandsDealt))


def may_be_told(entries: Sequence[Entry], state: GameState, dealer: Seat | None) -> bool:
    """Whether it can still be said that `dealer` is East: until the next deal begins, and until the hands are
    dealt that nobody knows (None), unless the deal was begun with a dealer. `state`: after `entries`."""
    if sum(1 for _ in _first_deal(entries)) < len(in_force(entries)):
        return False
    is_set = any(isinstance(event, DealStarted) for event in events_in_force(entries))
    return dealer is not None or (state.phase in OPENING and not is_set)


def redealt(was: GameState, now: GameState, entries: Sequence[Entry]) -> tuple[Change, ...]:
    """The entries that must change because the first deal began with the table `now`, another East than in
    `was`: who threw the dice, who took which stacks, whom the hands were dealt to.

    The camera sees dice and stacks, and tells whose they are by who is East."""
    supposed = _first_of(entries, DealStarted)
    if supposed is None:
        supposed = was.dealer if was.is_dealer_known else _supposed(entries)
    if not now.is_dealer_known or supposed in (None, now.dealer):
        return ()
    old, new, changes = new_table(was.rules, supposed), now, list[Change]()
    for entry in _first_deal(entries):
        if old.phase not in OPENING:
            break
        events: list[Event] = []
        for event in entry.events:
            events.append(_by_dealer(event, old, new))
            if not isinstance(event, DealerTold):
                old, new = apply(old, event), apply(new, events[-1])
        if tuple(events) != entry.events:
            changes.append((entry.number, tuple(events)))
    return tuple(changes)


def table_if(start: GameState, entries: Sequence[Entry], dealer: Seat) -> GameState:
    """The table after `entries` if `dealer` is East, whatever was said; `start`: as it was told before."""
    now = new_table(start.rules, dealer)
    changed = dict(redealt(start, now, entries))
    for entry in in_force(entries):
        for event in changed.get(entry.number, entry.events):
            now = now if isinstance(event, DealerTold) else apply(now, event)
    return now


def _by_dealer(event: Event, old: GameState, new: GameState) -> Event:
    """The event of the table `old` as it is in `new`; what broke the rules in `old` was seen, and stays."""
    match event:
        case DiceRolled(seat=seat) if seat == next_thrower(old):
            thrower = next_thrower(new)
            return event if thrower is None else replace(event, seat=thrower)
        case StacksTaken(seat=seat):
            due, now_due = next_grab(old), next_grab(new)
            if due is None or now_due is None or due.seat != seat:
                return event
            return replace(event, seat=now_due.seat)
        case HandsDealt() | DealStarted():
            return replace(event, dealer=new.dealer)
    return event


def _first_deal(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries in force up to the next deal; the first may be begun by an entry of its own."""
    is_played = False
    for entry in in_force(entries):
        if is_played and any(isinstance(event, DealStarted) for event in entry.events):
            return
        opens = DealStarted | SeatsChanged | DealerTold
        is_played = is_played or not all(isinstance(event, opens) for event in entry.events)
        yield entry


def _supposed(entries: Sequence[Entry]) -> Seat | None:
    """Who was taken for East when these acts were told: the first to throw or to take, or to be dealt to."""
    return _first_of(entries, DiceRolled, StacksTaken, HandsDealt)


def _first_of(entries: Sequence[Entry], *kinds: type) -> Seat | None:
    for entry in _first_deal(entries):
        for event in entry.events:
            if isinstance(event, kinds):
                return getattr(event, "dealer", getattr(event, "seat", None))
    return None


def _dealer_told(said: Entry) -> Seat | None:
    return next(event.dealer for event in reversed(said.events) if isinstance(event, DealerTold))
