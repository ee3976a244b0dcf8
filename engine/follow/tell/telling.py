"""What is told of the histories: an act once all weight agrees on it, and what changes of it later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from engine.follow.discards.by_others import CLAIMS
from engine.follow.weigh.acts import act_of
from engine.follow.weigh.agreement import share_of_end, shares
from engine.follow.weigh.history import Act
from engine.follow.weigh.rates import Rates
from engine.follow.weigh.tracker import Tracker
from engine.table.events import Event, TileDiscarded, TileDrawn


@dataclass(frozen=True, slots=True)
class ToldAct:
    """An act told for the first time, and how sure it is (0-1), whatever the face of its tile."""

    act: Act
    confidence: float


@dataclass(frozen=True, slots=True)
class Change:
    """The `place`th act told is `events` now: none when it never was, several when there were more.
    `is_moved`: it was, but after others that were not told yet, and is told again behind them."""

    place: int
    events: tuple[Event, ...]
    confidence: float
    is_moved: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What one look leads to. `shown`: acts of the likeliest history not told yet, to be drawn only."""

    told: tuple[ToldAct, ...] = ()
    changed: tuple[Change, ...] = ()
    shown: tuple[Act, ...] = ()


class Telling:
    """Keeps what was told: for each telling the acts that stand in its place now."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._places: list[tuple[Event, ...]] = []
        self._since_s: list[float] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """All that was told, as it stands now."""
        return tuple(event for place in self._places for event in place)

    def step(self, tracker: Tracker, sure: float | None = None) -> Step:
        """What is to be told after the newest look of `tracker`; `sure` in place of the usual share when no
        look follows."""
        asked = self._rates.sure if sure is None else sure
        acts, said = tracker.acts, self.events
        alike = _alike(said, [act.event for act in acts])
        agreed = _shares(tracker, with_faces=False)
        end = _first_below(agreed, asked)
        if alike < len(said):
            known = min(end, _first_below(_shares(tracker, with_faces=True)[:end], self._rates.sure_of_face))
            is_all = known == len(acts) and share_of_end(tracker.histories) >= asked
            is_face = _is_face_open(said, acts)
            if is_face and not self._is_calm(tracker) and end <= _first_that_takes_up(said, acts):
                known = min(known, alike)  # while somebody does something a face may seem another one
            is_alike = _are_by_others(said, [act.event for act in acts])
            left = _as_said(said, acts, known) if is_alike else ()
            changed = self._changed(said, (*acts[:known], *left), is_all, acts)
            if changed or not is_face:
                return Step((), changed, acts[len(self.events) :])
            alike, end = len(said), min(end, _first_that_takes_up(said, acts))
        fresh = tuple(ToldAct(acts[place], agreed[place]) for place in range(alike, end))
        self._places += [(each.act.event,) for each in fresh]
        self._since_s += [each.act.since_s for each in fresh]
        return Step(fresh, (), acts[max(alike, end) :])

    def _is_calm(self, tracker: Tracker) -> bool:
        """Whether the likeliest history explains the newest look."""
        return tracker.best.open <= self._rates.agrees

    def untold(self, tracker: Tracker) -> tuple[Act, ...]:
        """Acts of the likeliest history that come after all that was told."""
        acts, said = tracker.acts, self.events
        return acts[len(said) :] if _is_face_open(said, acts) else ()

    def _changed(
        self, said: Sequence[Event], acts: Sequence[Act], is_all: bool, whole: Sequence[Act]
    ) -> tuple[Change, ...]:
        """What was told otherwise than it is known now; nothing as long as the end of it is not sure.
        `acts`: those that are sure, of the `whole` likeliest history."""
        known = [act.event for act in acts]
        if len(known) < len(said) and not is_all:
            return ()
        changes = []
        for place, now in enumerate(self._placed(said, acts, known)):
            was, events = self._places[place], tuple(now)
            if events != was:
                after = [act.event for act in whole[place:]]
                is_moved = not events and all(event in after for event in was)
                self._places[place] = events
                changes.append(Change(place, events, self._rates.sure, is_moved))
        return tuple(changes)

    def _placed(
        self, said: Sequence[Event], acts: Sequence[Act], known: Sequence[Event]
    ) -> list[list[Event]]:
        """What stands in each place now, all places together in the order of `known`: an act that was said
        stays in its place, one that takes its turn comes there, one more comes behind the act before it."""
        place_of = [place for place, events in enumerate(self._places) for _ in events]
        now: list[list[Event]] = [[] for _ in self._places]
        if not _is_face_open(said, acts) and _are_by_others(said, known):
            for place, event in zip(place_of, known, strict=False):
                now[place].append(event)
            return now
        steps = SequenceMatcher(None, [repr(each) for each in said], [repr(each) for each in known], False)
        for tag, i, j, k, m in steps.get_opcodes():
            # What comes after all that was told is told for the first time, in the next look.
            most = j - i if j == len(said) else m - k
            for number in range(min(m - k, most)):
                place = place_of[max(0, min(i + number, j - 1))]
                is_turn_of = tag == "replace" and i + number < j
                if not (is_turn_of and self._is_another(said[i + number], place, acts[k + number])):
                    now[place].append(known[k + number])
        return now

    def _is_another(self, said: Event, place: int, act: Act) -> bool:
        """Whether a discard was not misread, but taken back and another laid down since."""
        both = isinstance(said, TileDiscarded) and isinstance(act.event, TileDiscarded)
        return both and act.since_s > self._since_s[place]


def _are_by_others(said: Sequence[Event], known: Sequence[Event]) -> bool:
    """Whether the same is known as was said, whatever the faces of the tiles, some of it of other players."""
    return len(said) <= len(known) and all(
        act_of(was) == act_of(now) or was == _as_by(now, was) for was, now in zip(said, known, strict=False)
    )


def _as_by(event: Event, other: Event) -> Event | None:
    """`event` by whom, or of whom, `other` is; None for another kind of act."""
    if isinstance(event, TileDrawn | TileDiscarded) and isinstance(other, type(event)):
        return replace(event, seat=other.seat)
    if isinstance(event, CLAIMS) and isinstance(other, type(event)) and other.giver is not None:
        return replace(event, giver=other.giver)
    return None


def takes_tile(acts: Sequence[Act], change: Change) -> bool:
    """Whether the act that follows takes up the discard that is another tile now."""
    match change.events:
        case (TileDiscarded(seat),):
            return any(getattr(act.event, "giver", None) == seat for act in acts[:1])
    return False


def _alike(said: Sequence[Event], known: Sequence[Event]) -> int:
    """How many acts at the head of both rows are the same."""
    for place, (one, other) in enumerate(zip(said, known, strict=False)):
        if one != other:
            return place
    return min(len(said), len(known))


def _is_face_open(said: Sequence[Event], acts: Sequence[Act]) -> bool:
    """Whether what was `said` stands at the head of `acts`, whatever the faces of its tiles."""
    known = acts[: len(said)]
    return len(known) == len(said) and all(
        one == act.event or act_of(one) == act_of(act.event) for one, act in zip(said, known, strict=True)
    )


def _as_said(said: Sequence[Event], acts: Sequence[Act], since: int) -> tuple[Act, ...]:
    """The acts that were told, from place `since` on, with the faces they were told with."""
    told = zip(acts[since : len(said)], said[since:], strict=True)
    return tuple(replace(act, event=was) if act_of(was) == act_of(act.event) else act for act, was in told)


def _first_that_takes_up(said: Sequence[Event], acts: Sequence[Act]) -> int:
    """The place of the first act after all that was `said` that claims a discard told with another face; how
    many acts there are when none does."""
    for place, act in enumerate(acts[len(said) :], len(said)):
        if getattr(act.event, "giver", None) is not None:
            # What lay there before anything was followed has the face that it was believed with.
            discards = (n for n in reversed(range(place)) if isinstance(acts[n].event, TileDiscarded))
            taken = next(discards, len(said))
            if taken < len(said) and said[taken] != acts[taken].event:
                return place
    return len(acts)


def _first_below(shares: Sequence[float], asked: float) -> int:
    """The first place whose share is below `asked`; how many there are when none is."""
    return next((place for place, share in enumerate(shares) if share < asked), len(shares))


def _shares(tracker: Tracker, with_faces: bool) -> tuple[float, ...]:
    """The share of all weight that agrees on each act, 1 for those that are final. Where who is East can only
    be guessed nothing is sure."""
    if tracker.is_east_guessed:
        return (0.0,) * len(tracker.acts)
    return (*(1.0 for _ in tracker.final), *shares(tracker.histories, with_faces))
