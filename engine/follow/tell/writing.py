"""From acts to journal entries: the act itself, the faults in it, the points it moves, and amendments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.follow.tell.amendments import camera_amendment
from engine.follow.tell.doubts import ONE_TOO_MANY, doubtful_faces, too_many_alike
from engine.follow.tell.fault_entries import fault_entries, faults_told, is_known
from engine.follow.tell.lasting import read_too_often
from engine.follow.tell.paying import points_due
from engine.follow.tell.put_back import put_back_before, still_lies
from engine.follow.tell.telling import Change
from engine.follow.weigh.acts import act_of
from engine.follow.weigh.history import Act, was_taken_up
from engine.journal.amend import events_in_force, folded, in_force, places_of
from engine.journal.record import Doubt, Entry
from engine.journal.unconfirmed import GAP_CONFIDENCE, ending, reads_as_none, waiting, waits_for_looks
from engine.judge.believable import rests_on_concluded, stands_however_read, weighed
from engine.judge.consequences import OF_FACES, before_event, deal_so_far, kong_moved, scored
from engine.table.events import (
    UNSEEN,
    DealDrawn,
    Event,
    Evidence,
    FaultFound,
    FlowerDeclared,
    KongDeclared,
    PungClaimed,
    ScoresChanged,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.fault import fault
from engine.table.reading import TableReading
from engine.table.state import GameState
from engine.tiles import Tile, plain, tile_text

FOLLOWS = FaultFound, ScoresChanged
"""What an amendment may tell beside its act; it is found anew when the act is amended once more."""
DRAWN_BEFORE_S = 1.8
"""How long a drawn tile is usually looked at."""


@dataclass(frozen=True, slots=True)
class Journalled:
    """The journal of a table: `start` before its first entry, all `entries`, and the `state` they lead to.
    `is_guess`: whose some discards of this deal are nobody saw; `is_giver_sure`: whose the last one is."""

    start: GameState
    entries: tuple[Entry, ...]
    state: GameState
    is_guess: bool = False
    is_giver_sure: bool = True

    @property
    def events(self) -> tuple[Event, ...]:
        """All events that count, in order."""
        return tuple(events_in_force(self.entries))


def dated(act: Act, then: Act | None, told_s: float) -> Act:
    """A draw first noticed by its consequence `then` is dated before it, but not before the act before."""
    if not isinstance(act.event, TileDrawn) or then is None or then.since_s > act.since_s:
        return act
    return replace(act, since_s=max(told_s, act.since_s - DRAWN_BEFORE_S))


def entries_of_act(
    known: Journalled, act: Act, confidence: float, reading: TableReading
) -> tuple[Entry, ...]:
    """The entry of an act, and those of the faults in it and the points it moves."""
    before, event = known.state, act.event
    if isinstance(event, Won):
        event, _ = scored(before, event, deal_so_far(known.events))
    first = before_event(before, event)
    after = folded(before, (*first, event))
    unsure = doubtful_faces([event], after, reading)
    doubts = tuple(doubt.to_json(len(first)) for doubt in unsure)
    may_be = [(doubt.tile, [face for face, _ in doubt.alternatives]) for doubt in unsure]
    likely = min(confidence, GAP_CONFIDENCE) if act.how == "gap" else confidence
    entry = Entry(0, act.since_s, "camera", (*first, event), None, likely, doubts)
    found = faults_told(before, event, after, reading)
    if act.how == "gap" and _is_taken_up(known.entries, act):
        found = ()  # who did what when is a guess
    found = tuple(each for each in found if not (known.is_guess and _is_of_turns(each)))
    so_far = deal_so_far(known.events)
    once = so_far if isinstance(event, TileDiscarded) else ()
    clear = [
        each
        for each in found
        if (not doubts or each.name not in OF_FACES or stands_however_read(before, event, each, may_be))
        and not is_known(each, (*so_far, *found), once)
    ]
    is_seen = act.how == "seen" and (isinstance(event, Won) or not rests_on_concluded(known.events))
    wrong = weighed(before, event, clear, is_seen, len(doubts))
    paid = points_due(known.start, (*known.events, event, *wrong)) if isinstance(event, Won) else ()
    paid = (*paid, *kong_moved(before, event, folded(after, paid), so_far))
    of_faces = [each.counts for each in wrong if each.name in OF_FACES]
    is_doubted = isinstance(event, Won) and not (all(of_faces) and (of_faces or not reads_as_none(event)))
    is_doubted |= isinstance(event, Won) and event.giver is not None and not known.is_giver_sure
    is_doubted |= isinstance(event, DealDrawn) and event.kind == UNSEEN
    entry, follows = ending(known.entries, entry, paid, is_doubted)
    if isinstance(event, TileDiscarded) and not known.is_guess:
        wrong = (*wrong, *put_back_before(known.entries, before, after, event, reading))
    return (entry, *fault_entries(act.since_s, wrong, confidence), *follows)


def _is_of_turns(event: Event) -> bool:
    """Whether it is a fault that hangs on who did what when, not on faces."""
    return isinstance(event, FaultFound) and event.name not in OF_FACES


def _is_taken_up(entries: Sequence[Entry], act: Act) -> bool:
    """Whether `act` is one of a deal in which tiles lay open when somebody first looked."""
    told = [
        Act(event, entry.at_s, "gap" if entry.confidence <= GAP_CONFIDENCE else "seen")
        for entry in entries
        for event in entry.events
        if entry.source == "camera"
    ]
    return was_taken_up([*told, act], False)


def amended_act(
    known: Journalled,
    number: int,
    change: Change,
    reason: str,
    how: Evidence,
    seen: TableReading,
) -> tuple[Entry, ...]:
    """The entries that make the act first told in entry `number` what it is now; none when a person has
    spoken about it since. `reason`: what showed that a face is another one; `how` it was come by; `seen`: the
    table now."""
    firsts, standing = places_of(known.entries), in_force(known.entries)
    place = next(n for n, each in enumerate(standing) if firsts[each.number] == number)
    entry = standing[place]
    if entry.source != "camera":
        return ()
    deal = [event for each in standing[:place] for event in each.events]
    act = len(next(each for each in known.entries if each.number == number).events) - 1
    before, others = folded(known.start, deal), entry.events[:act]
    was = tuple(each for each in entry.events[act:] if not isinstance(each, FOLLOWS))
    meant = [
        scored(before, event, deal_so_far(deal))[0] if isinstance(event, Won) else event
        for event in change.events
    ]
    others_doubted = tuple(each for each in entry.doubtful if _place_of(each) < act)
    later = [event for each in standing[place + 1 :] for event in each.events]
    now = folded(known.start, [*deal, *others, *meant, *later])
    doubts = (*others_doubted, *_as_read_now(act, was, meant, reason, read_too_often(seen)))
    doubts = (*doubts, *too_many_alike(act, meant, now))
    doubts = (*doubts, *_unread(act, meant, {_place_of(doubt) for doubt in doubts}))
    doubts = (*doubts, *_ends_that_wait(act, meant, waits_for_looks(known.entries, number)))
    events = (*others, *meant)
    # What nobody saw happen is not seen by thinking again.
    surely = min(change.confidence, entry.confidence if entry.confidence <= GAP_CONFIDENCE else 1.0)
    written = camera_amendment(known.start, known.entries, entry, events, surely, doubts)
    if known.is_guess:
        written = _without_turns(known, written)
    match was:
        case (TileDiscarded(seat, tile),) if not (
            change.events
            or change.is_moved
            or _is_claimed(seat, later)
            or still_lies(seat, tile, now, seen)
            or how != "seen"  # it is told with his next discard
            or known.is_guess
            or before.phase == "ended"
        ):  # What lay there after the deal was over belongs to the hand that won.
            back = replace(fault(known.state, "tile_put_back", seat, tile).event(), evidence=how)
            return (*written, *fault_entries(entry.at_s, (back,), change.confidence))
        case (PungClaimed(),) if len(meant) == 1:  # laid as three tiles first, and one after them
            paid = kong_moved(before, meant[0], now, deal_so_far(deal))
            return (*written, *((Entry(0, entry.at_s, "camera", paid),) if paid else ()))
    return written


def _without_turns(known: Journalled, written: Sequence[Entry]) -> tuple[Entry, ...]:
    """An amendment without the faults that hang on who did what when; what follows from it may stay as it
    was then."""
    told = {each.number: each for each in known.entries}
    first, *more = (
        replace(each, events=tuple(e for e in each.events if not _is_of_turns(e))) for each in written
    )
    return (first, *(each for each in more if each.events != told[each.amends or 0].events))


def _is_claimed(seat: Seat, later: Sequence[Event]) -> bool:
    """Whether the discard of `seat` before `later` was taken up at once, and so not put back."""
    acts = [event for event in later if not isinstance(event, FOLLOWS)]
    return bool(acts) and getattr(acts[0], "giver", None) == seat


def _ends_that_wait(place: int, meant: Sequence[Event], is_unfollowed: bool) -> Iterator[Doubt]:
    """The doubts about ends that a person confirms: of a deal that was not followed, and wins whose tiles, as
    they are read now, do not win."""
    for number, event in enumerate(meant, place):
        is_no_win = reads_as_none(event)
        if isinstance(event, Won | DealDrawn) and (is_unfollowed or is_no_win):
            yield waiting(number)


def _unread(place: int, meant: Sequence[Event], doubted: Collection[int]) -> Iterator[Doubt]:
    """The doubts about discards that nobody could read, but for those at the places `doubted`."""
    for number, event in enumerate(meant, place):
        if isinstance(event, TileDiscarded) and event.tile is None and number not in doubted:
            yield {"event": number, "tile": tile_text(None), "alternatives": []}


def _place_of(doubt: Mapping[str, object]) -> int:
    place = doubt.get("event", 0)
    return place if isinstance(place, int) else 0


def _as_read_now(
    place: int, was: Sequence[Event], now: Sequence[Event], reason: str, too_often: Collection[Tile]
) -> Iterator[Doubt]:
    """The reason why a face is another one now: people are shown what it was before. Of a tile that would be
    one too many otherwise they are asked to count (S002-01)."""
    match (*was, *now):
        case (TileDiscarded() | FlowerDeclared() | KongDeclared() as told, event) if act_of(told) == act_of(
            event
        ):
            yield {
                "event": place,
                "tile": tile_text(getattr(event, "tile", None)),
                "alternatives": [[tile_text(told.tile), 0.05]],
                "reason": ONE_TOO_MANY if told.tile and plain(told.tile) in too_often else reason,
            }
