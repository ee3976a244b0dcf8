"""The evening as it is told: each entry of the journal with its announcements and the table after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.announce import announce
from engine.announcement import Announcement, tell
from engine.journal.record import Entry
from engine.journal.unconfirmed import waits
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DiceRolled,
    Event,
    FaultFound,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    ScoresChanged,
    StacksTaken,
    TileDiscarded,
)
from engine.table.state import GameState
from webui.mishaps import Mishaps

_MISHAPS = Mishaps("telling an entry")


@dataclass(frozen=True, slots=True)
class Line:
    """One announcement, and who of how many was dealer when it was made, so that seats can be called by their
    winds, None while nobody knew; `seated`: the player in each seat then (by the seat at the start), so that
    they can be named."""

    announcement: Announcement
    dealer: int | None
    seats: int = 4
    seated: tuple[int, ...] = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class StoryEntry:
    """One entry, what is told of it, and the table after it. `amended_by`: the entry that replaced it;
    `is_told_anew`: it is told as that one says it, because only who is East is known otherwise since.

    Two are the same only when they are one object, so that what is made of them can be kept."""

    entry: Entry
    lines: tuple[Line, ...]
    after: GameState
    amended_by: int | None = None
    is_told_anew: bool = False


def line_at(announcement: Announcement, state: GameState) -> Line:
    """The announcement as it is made at the table `state`."""
    return Line(announcement, _dealer(state), state.rules.seats, state.players)


def _dealer(state: GameState) -> int | None:
    return state.dealer if state.is_dealer_known else None


def continued(
    start: GameState, story: Sequence[StoryEntry], entries: Sequence[Entry]
) -> tuple[StoryEntry, ...]:
    """The story with what `entries` tell beyond it; all of it anew where something before is amended."""
    fresh = entries[len(story) :]
    if any(entry.amends is not None for entry in fresh):
        return retold(start, entries)
    return (*story, *with_entries(start, story, fresh))


def retold(start: GameState, entries: Sequence[Entry]) -> tuple[StoryEntry, ...]:
    """All of `entries` from `start`; an amended entry is told as it was, the table goes on as amended."""
    amended = _newest_amendments(entries)
    by_number = {entry.number: entry for entry in entries}
    before: dict[int, GameState] = {}
    story: list[StoryEntry] = []
    state = start
    for entry in entries:
        if entry.amends is not None:
            before[entry.number] = before[entry.amends]
            lines = _amended_lines(entry, by_number[entry.amends], before[entry.amends], state)
            story.append(StoryEntry(entry, lines, state))
            continue
        newest = amended.get(entry.number)
        before[entry.number] = state
        counts = entry if newest is None else by_number[newest]
        is_told_anew = counts is not entry and _is_redealt(entry, counts)
        _, lines = _entered(state, counts if is_told_anew else entry)
        state, _ = _folded(state, counts.events)
        story.append(StoryEntry(entry, lines, state, newest, is_told_anew))
    return tuple(story)


def with_entries(
    start: GameState, story: Sequence[StoryEntry], entries: Sequence[Entry]
) -> tuple[StoryEntry, ...]:
    """What follows `story` when `entries`, none of which amends another, are added to it."""
    state = story[-1].after if story else start
    added: list[StoryEntry] = []
    for entry in entries:
        state, lines = _entered(state, entry)
        added.append(StoryEntry(entry, lines, state))
    return tuple(added)


def doubtful_places(story: Sequence[StoryEntry]) -> frozenset[str]:
    """Where tiles lie whose face is not certain, as `webui.table.svg` names places."""
    return frozenset(
        place for item in story if item.entry.doubtful and item.amended_by is None for place in places(item)
    )


def places(item: StoryEntry) -> tuple[str, ...]:
    """Where the tiles lie that this entry tells of, as `webui.table.svg` names places."""
    return tuple(place for event in item.entry.events if (place := _place(event, item.after)))


def lines_of(state: GameState, event: Event, after: GameState) -> list[Line]:
    """What is told of one event; one that cannot be told is entered all the same."""
    try:
        return [line_at(each, after) for each in announce(state, event, after)]
    except Exception as wrong:
        _MISHAPS.survived(wrong)
        return []


def _entered(state: GameState, entry: Entry) -> tuple[GameState, tuple[Line, ...]]:
    """The table after an entry, and what is told of it."""
    after, lines = _folded(state, entry.events)
    if waits(entry):
        lines = (*lines, line_at(tell("points_wait"), after))
    return after, lines


def _folded(state: GameState, events: Sequence[Event]) -> tuple[GameState, tuple[Line, ...]]:
    lines: list[Line] = []
    for event in events:
        after = apply(state, event)
        lines += lines_of(state, event, after)
        state = after
    return state, tuple(lines)


def _newest_amendments(entries: Sequence[Entry]) -> Mapping[int, int]:
    """The newest amending entry by the number of the first one amended; amendments may be amended again."""
    first: dict[int, int] = {}
    newest: dict[int, int] = {}
    for entry in entries:
        if entry.amends is not None:
            first[entry.number] = first.get(entry.amends, entry.amends)
            newest[first[entry.number]] = entry.number
    return newest


def _amended_lines(entry: Entry, was: Entry, before: GameState, state: GameState) -> tuple[Line, ...]:
    """A ruling tells itself, another amendment what is told now and what `was`; of what only follows from it
    the points that nobody could tell before are told. `before`: the table before the entry, `state`: as it is
    now."""
    if entry.follows is not None:
        return _folded(before, entry.events)[1] if _is_paid_at_last(entry, was) else ()
    ruled = [event for event in entry.events if isinstance(event, FaultFound) and event.verdict is not None]
    if ruled and entry.source == "referee":
        news = (each for event in ruled for each in announce(state, event, state))
        return tuple(line_at(each, state) for each in news)
    old, new = _folded(before, was.events)[1], _folded(before, entry.events)[1]
    if _are_hands_shown(entry, was):
        return new
    return tuple(_corrected(_first(old, new), _first(new, old), was, _dealer(state)))


def _is_paid_at_last(entry: Entry, was: Entry) -> bool:
    now, then = (any(isinstance(event, ScoresChanged) for event in each.events) for each in (entry, was))
    return now and not then


def _is_redealt(was: Entry, now: Entry) -> bool:
    """Whether only the seat is another that threw, took or was dealt to: it follows from who is East."""
    dealt = DiceRolled | StacksTaken | HandsDealt
    same = len(was.events) == len(now.events) and bool(now.events)
    return now.follows is not None and same and all(isinstance(event, dealt) for event in now.events)


def _are_hands_shown(entry: Entry, was: Entry) -> bool:
    """Whether nothing is corrected: after a drawn deal players show their hands, as they should."""
    drawn = [event for each in (was, entry) for event in each.events if isinstance(event, DealDrawn)]
    return len(drawn) == 2 and drawn[0] == replace(drawn[1], ready=None, hands=None)


def _corrected(old: Line | None, new: Line | None, was: Entry, dealer: int | None) -> Iterator[Line]:
    """What was told wrongly and what is told instead, in the words of both; by its number what has none."""
    if new is not None:
        yield Line(tell("entry_amended", now=new), dealer)
        if old not in (None, new):
            yield Line(tell("entry_was", was=old), dealer)
    elif old is not None:
        yield Line(tell("entry_undone", was=old), dealer)
    else:
        yield Line(tell("entry_changed", number=was.number), dealer)


def _first(lines: Sequence[Line], others: Sequence[Line]) -> Line | None:
    """The first of `lines` that `others` do not tell as well; the first of all when they tell the same."""
    return next((line for line in lines if line not in others), lines[0] if lines else None)


def _place(event: Event, after: GameState) -> str:
    match event:
        case TileDiscarded(seat=seat):
            return f"river:{seat}:{len(after.seats[seat].river) - 1}"
        case FlowerDeclared(seat=seat):
            return f"flower:{seat}:{len(after.seats[seat].flowers) - 1}"
        case ChowClaimed() | PungClaimed() | KongClaimed() | KongDeclared():
            return f"meld:{event.seat}:{len(after.seats[event.seat].melds) - 1}:0"
    return ""
