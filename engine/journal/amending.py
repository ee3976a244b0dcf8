"""One amendment with all that follows from it, thought through before anything is written.

A person changes one entry; scores, totals, the next dealers and the faults found later may change with it.
`amending` gives all of these changes, `difference` what they mean for the people at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.journal.amend import folded, in_force, places_of
from engine.journal.east import begun, redealt, said_of_east
from engine.journal.record import Doubt, Entry
from engine.journal.recount import Change, recounted
from engine.journal.recount_faults import FaultChange, refaulted
from engine.journal.unconfirmed import still_doubted
from engine.judge.consequences import OF_FACES
from engine.table.events import DealStarted, Event, FaultFound, ScoresChanged, Seat, SeatsChanged, Won
from engine.table.play_order import seats_of
from engine.table.state import GameState, SeatState
from engine.tiles import EngineError, SeenTile, tile_text

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Amending:
    """`changes`: the amendment itself and then what follows from it, by the entries they amend. `faults`:
    what becomes faulty or no longer is; their numbers are those of `changes` or of entries that stay."""

    changes: tuple[Change, ...]
    faults: tuple[FaultChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """One place of the table (named as the drawing names it, such as ``river:2:5``) and the tile that lay
    there and that lies there now; None where nothing lay or lies."""

    place: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Rescored:
    """A win whose points are others now: `number` of its entry, the payments before and after (None: not
    known)."""

    number: int
    seat: Seat
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Difference:
    """What an amendment changes. `was` and `will_be`: the table at the end of the amended entry's deal, or
    now when that deal goes on; `moved` compares them. `scores_before` and `scores_after`: everybody's points
    now."""

    amending: Amending
    was: GameState
    will_be: GameState
    moved: tuple[Moved, ...]
    rescored: tuple[Rescored, ...]
    scores_before: Points
    scores_after: Points

    @property
    def is_nothing(self) -> bool:
        """Whether everything stays as it is."""
        return self.was == self.will_be and not self.amending.faults and not self.rescored


def amending(
    start: GameState,
    entries: Sequence[Entry],
    number: int,
    events: Sequence[Event],
    first: Sequence[Change] = (),
    doubtful: Sequence[Doubt] = (),
) -> Amending:
    """What must be written when entry `number` is to tell `events`; `start` is the empty table. `first`: what
    the same person changes in other entries; they stand first among the changes. `doubtful`: the doubts about
    `events`; an end that waits moves no points.

    EngineError when there is no such entry."""
    doubts: dict[int, tuple[Doubt, ...]] = {changed: () for changed, _ in first}
    doubts[number] = tuple(doubtful)
    return _amending(start, entries, (*first, (number, tuple(events))), doubts)


def adding(start: GameState, entries: Sequence[Entry], added: Entry) -> Amending:
    """What must be written behind `added`, the newest entry, which says something of all before it: who is
    East."""
    return _amending(start, entries, (), {}, (replace(added, number=_last(entries) + 1),))


def _amending(
    start: GameState,
    entries: Sequence[Entry],
    wanted: Sequence[Change],
    doubts: Mapping[int, tuple[Doubt, ...]],
    added: tuple[Entry, ...] = (),
) -> Amending:
    known = {entry.number for entry in entries}
    written = _Draft(tuple(entries), doubts, added)
    for change in wanted:
        if change[0] not in known:
            raise EngineError(f"there is no entry {change[0]}")
        written.amend(change)
    was, now = begun(start, entries), begun(start, written.entries)
    if was != now or said_of_east(entries) != said_of_east(written.entries):
        for change in redealt(was, now, written.entries):
            written.amend(change)
    misread = {fault for number, _ in wanted for fault in _misread_wins(entries, number)}
    if misread:  # before the points are reckoned: a false win moves them back
        for change in refaulted(was, entries, written.entries, now)[0]:
            if change[0] in misread:
                written.amend(change)
    for change in recounted(was, entries, written.entries, now):
        written.amend(change)
    changes, faults = refaulted(was, entries, written.entries, now)
    for change in changes:
        written.amend(change)
    for change in recounted(was, entries, written.entries, now):
        written.amend(change)
    named = tuple(replace(fault, number=written.origin(fault.number)) for fault in faults)
    return Amending(written.changes(), named)


def _misread_wins(entries: Sequence[Entry], number: int) -> Iterator[int]:
    """The entries right after the win told in entry `number` that only say what the win's tiles, perhaps
    misread, did wrong, and that nobody upheld."""
    firsts, standing = places_of(entries), in_force(entries)
    place = next(at for at, each in enumerate(standing) if firsts[each.number] == firsts[number])
    if not any(isinstance(event, Won) for event in standing[place].events):
        return
    for entry in standing[place + 1 :]:
        found = [event for event in entry.events if isinstance(event, FaultFound)]
        if not all(isinstance(event, FaultFound | ScoresChanged) for event in entry.events):
            return
        is_ours = entry.source == "camera" and len(found) == len(entry.events)
        if found and is_ours and all(each.name in OF_FACES and not each.counts for each in found):
            yield entry.number


def difference(
    start: GameState, entries: Sequence[Entry], number: int, events: Sequence[Event]
) -> Difference:
    """What the amendment would change; nothing is written."""
    thought = amending(start, entries, number, events)
    after = (*entries, *as_entries(thought.changes, entries[-1].number))
    was, will_be = (_deal_of(begun(start, each), each, number) for each in (entries, after))
    before_now, after_now = (folded(begun(start, each), _events(each)) for each in (entries, after))
    return Difference(
        thought,
        was,
        will_be,
        tuple(_moved(was, will_be)),
        tuple(_rescored(entries, after)),
        _scores(before_now),
        _scores(after_now),
    )


def as_entries(changes: Sequence[Change], last: int) -> tuple[Entry, ...]:
    """The changes as entries numbered after `last`."""
    return tuple(
        Entry(last + place, 0.0, "referee", events, amends=number)
        for place, (number, events) in enumerate(changes, 1)
    )


class _Draft:
    """Entries to which amendments are added that may amend one another. `doubts`: those of the entries that
    are amended for their own sake; one that only follows keeps its own. `added`: a new entry before them."""

    def __init__(
        self,
        entries: tuple[Entry, ...],
        doubts: Mapping[int, tuple[Doubt, ...]],
        added: tuple[Entry, ...] = (),
    ) -> None:
        self.entries = (*entries, *added)
        self._before = entries
        self._known = {entry.number: entry for entry in self.entries}
        self._doubts = doubts
        self._last = _last(self.entries)
        self._origin: dict[int, int] = {}

    def amend(self, change: Change) -> None:
        number, events = change
        origin = self.origin(number)
        doubts = self._doubts.get(origin)
        if doubts is None:
            doubts = tuple(still_doubted(self._known[origin], events, self._before).doubtful)
        added = Entry(self.entries[-1].number + 1, 0.0, "referee", events, number, doubtful=doubts)
        self._origin[added.number] = origin
        self.entries = (*self.entries, added)

    def origin(self, number: int) -> int:
        """The entry that was there before and that `number` (perhaps only drafted) amends."""
        return self._origin.get(number, number)

    def changes(self) -> tuple[Change, ...]:
        """For each entry amended what it tells in the end, in the order they were first amended."""
        drafted = [entry for entry in self.entries if entry.number > self._last]
        return tuple({self._origin[entry.number]: entry.events for entry in drafted}.items())


def _last(entries: Sequence[Entry]) -> int:
    return entries[-1].number if entries else 0


def _deal_of(start: GameState, entries: Sequence[Entry], number: int) -> GameState:
    """The table at the end of the deal in which entry `number` stands."""
    first = places_of(entries)
    state, is_past = start, False
    for entry in in_force(entries):
        begins = any(isinstance(event, DealStarted | SeatsChanged) for event in entry.events)
        here = first[entry.number] == first[number]
        if is_past and begins and not here:
            return state
        state = folded(state, entry.events)
        is_past = is_past or here
    return state


def _events(entries: Sequence[Entry]) -> tuple[Event, ...]:
    return tuple(event for entry in in_force(entries) for event in entry.events)


def _moved(was: GameState, will_be: GameState) -> Iterator[Moved]:
    before, after = _places(was), _places(will_be)
    for place in dict.fromkeys((*before, *after)):
        if before.get(place) != after.get(place):
            yield Moved(place, before.get(place), after.get(place))


def _places(state: GameState) -> dict[str, str]:
    """The tile at every place of the table; a standing hand is one place."""
    found: dict[str, str] = {}
    for seat in seats_of(state.rules):
        found |= _seat_places(state.seats[seat], seat)
    found |= {f"dora:{index}": tile_text(tile) for index, tile in enumerate(state.dora_indicators)}
    return found


def _seat_places(own: SeatState, seat: Seat) -> dict[str, str]:
    river = {f"river:{seat}:{index}": tile_text(each.tile) for index, each in enumerate(own.river)}
    melds = {
        f"meld:{seat}:{number}:{index}": tile_text(tile)
        for number, meld in enumerate(own.melds)
        for index, tile in enumerate(meld.tiles)
    }
    flowers = {f"flower:{seat}:{index}": tile_text(tile) for index, tile in enumerate(own.flowers)}
    hand = {f"hand:{seat}": _hand(own.standing)} if own.standing else {}
    return river | melds | flowers | hand


def _hand(standing: tuple[SeenTile, ...]) -> str:
    return " ".join(sorted(tile_text(tile) for tile in standing))


def _rescored(before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[Rescored]:
    for was, now in zip(in_force(before), in_force(after), strict=False):
        wins = {event.seat: event for event in now.events if isinstance(event, Won)}
        for event in was.events:
            if isinstance(event, Won) and event.score != getattr(wins.get(event.seat), "score", None):
                score = getattr(wins.get(event.seat), "score", None)
                yield Rescored(was.number, event.seat, event.score, score)


def _scores(state: GameState) -> Points:
    return tuple(seat.score for seat in state.seats)
