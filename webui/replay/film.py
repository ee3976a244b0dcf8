"""A game as a row of moments: every entry in force with what it tells and the table before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.announce import announce
from engine.announcement import Announcement, tell
from engine.journal.amend import places_of
from engine.journal.record import Entry
from engine.table.apply import apply
from engine.table.events import (
    DealStarted,
    Event,
    FaultFound,
    PenaltyGiven,
    ScoresChanged,
    Seat,
    SeatsChanged,
    StacksTaken,
    TileDrawn,
    WallBuilt,
    Won,
)
from engine.table.play_order import seats_of
from engine.table.seating import with_seat
from engine.table.state import GameState
from webui.text.story import Line, line_at


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry in force. `number` is that of the entry first written in this place and never changes;
    `history`: all entries that stood here, oldest first, the one in force last."""

    number: int
    history: tuple[Entry, ...]
    lines: tuple[Line, ...]
    before: GameState
    after: GameState

    @property
    def entry(self) -> Entry:
        """What counts."""
        return self.history[-1]

    @property
    def told_by(self) -> Entry:
        """The entry by which somebody told it last; what only followed from another is nobody's word."""
        return next((entry for entry in reversed(self.history) if entry.follows is None), self.history[0])

    @property
    def at_s(self) -> float:
        """When it happened: an amendment was entered later."""
        return self.history[0].at_s

    @property
    def is_amended(self) -> bool:
        """Whether somebody corrected it; what was only reckoned again after a correction is not."""
        return any(entry.follows is None for entry in self.history[1:])

    @property
    def is_act(self) -> bool:
        """Whether it tells more than what follows from other entries."""
        return not all(isinstance(event, FaultFound | ScoresChanged) for event in self.entry.events)


@dataclass(frozen=True, slots=True)
class DealFilm:
    """The moments of one deal; `number` counts from 1 in its game."""

    number: int
    moments: tuple[Moment, ...]

    @property
    def start(self) -> GameState:
        """The table once the deal was opened."""
        return self.moments[0].after

    @property
    def end(self) -> GameState:
        """The table after its last moment so far."""
        return self.moments[-1].after

    @property
    def has_times(self) -> bool:
        """Whether anybody noted when things happened; a game brought in often tells no times."""
        return any(moment.at_s > 0 for moment in self.moments)

    @property
    def has_tiles(self) -> bool:
        """Whether tiles lay in sight of whoever told it; where points were kept alone, none did."""
        return any(_has_tiles(moment.after) for moment in self.moments)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won it or it was drawn: then hands may be shown."""
        return any(moment.after.ended_by is not None for moment in self.moments)

    @property
    def payments(self) -> tuple[int, ...]:
        """What the deal brought, by player's seat at its end."""
        paid = [0] * self.end.rules.seats
        for moment in self.moments:
            for event in moment.entry.events:
                if isinstance(event, ScoresChanged | PenaltyGiven):
                    paid = [had + more for had, more in zip(paid, event.payments, strict=True)]
        return tuple(paid)


@dataclass(frozen=True, slots=True)
class Film:
    """All deals of a game."""

    deals: tuple[DealFilm, ...]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Every moment of the game, in order."""
        return tuple(moment for deal in self.deals for moment in deal.moments)

    def find(self, number: int) -> tuple[DealFilm, int] | None:
        """The deal and the place in it where entry `number` stands or stood."""
        for deal in self.deals:
            for place, moment in enumerate(deal.moments):
                if any(entry.number == number for entry in moment.history):
                    return deal, place
        return None


def _has_tiles(state: GameState) -> bool:
    return bool(state.wall.heights) or any(own.river or own.melds or own.flowers for own in state.seats)


def film_of(start: GameState, entries: Sequence[Entry]) -> Film:
    """The game that `entries` tell, from the empty table `start`."""
    stood: dict[int, list[Entry]] = {}
    first = places_of(entries)
    for entry in entries:
        stood.setdefault(first[entry.number], []).append(entry)
    return Film(tuple(_deals(_moments(start, stood.items()))))


def shown(deal: DealFilm, state: GameState) -> GameState:
    """The table as it may be shown: hands only when the deal is over, else hidden whatever is known."""
    return state if deal.is_over else _with_hands_hidden(state)


def as_shown(state: GameState) -> GameState:
    """A table by itself as it may be shown."""
    return state if state.ended_by is not None else _with_hands_hidden(state)


def _with_hands_hidden(state: GameState) -> GameState:
    for seat in seats_of(state.rules):
        hidden = (None,) * len(state.seats[seat].standing)
        state = with_seat(state, seat, standing=hidden)
    return state


def lines_of(before: GameState, events: Iterable[Event]) -> tuple[tuple[Line, ...], GameState]:
    """What `events` tell, one line each (a win also its score), and the table after them."""
    lines: list[Line] = []
    state = before
    for event in events:
        after = apply(state, event)
        lines += [line_at(each, after) for each in _news(state, event, after)]
        state = after
    return tuple(lines), state


def without_tiles(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The same lines, drawn tiles hidden: a deal that goes on must not tell them."""
    return tuple(
        replace(line, announcement=_hidden(line.announcement))
        if line.announcement.key.startswith("drew")
        else line
        for line in lines
    )


def _hidden(news: Announcement) -> Announcement:
    seat = dict(news.values)["seat"]
    return tell("drew_replacement_unseen" if "replacement" in news.key else "drew_unseen", seat=seat)


def _news(before: GameState, event: Event, after: GameState) -> Iterator[Announcement]:
    match event:
        case WallBuilt():
            yield tell("wall_stands")
        case StacksTaken(seat, side, stack, count):
            yield tell("took_stacks", seat=seat, side=side, stack=stack, count=count)
        case TileDrawn(seat, end, tile):
            yield _drawn(seat, end != "live", tile)
        case Won():
            news = announce(before, event, after)
            yield from (each for each in news if each.key.startswith("won") or each.key == "score")
        case _:
            yield from announce(before, event, after)[:1]


def _drawn(seat: Seat, is_replacement: bool, tile: str | None) -> Announcement:
    kind = "drew_replacement" if is_replacement else "drew"
    return tell(f"{kind}_unseen", seat=seat) if tile is None else tell(kind, seat=seat, tile=tile)


def _moments(start: GameState, stood: Iterable[tuple[int, list[Entry]]]) -> Iterator[Moment]:
    state = start
    for number, history in stood:
        lines, after = lines_of(state, history[-1].events)
        yield Moment(number, tuple(history), lines, state, after)
        state = after


def _deals(moments: Iterable[Moment]) -> Iterator[DealFilm]:
    number = 1
    held: list[Moment] = []
    for moment in moments:
        opens = any(isinstance(event, DealStarted | SeatsChanged) for event in moment.entry.events)
        if opens and any(_is_played(each) for each in held):
            yield DealFilm(number, tuple(held))
            number, held = number + 1, []
        held.append(moment)
    if held:
        yield DealFilm(number, tuple(held))


def _is_played(moment: Moment) -> bool:
    """Whether more was done than the deal opened: chairs may be changed just before."""
    return any(not isinstance(event, DealStarted | SeatsChanged) for event in moment.entry.events)
