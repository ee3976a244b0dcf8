"""The points of one game, deal by deal: a fold over its entries, by players and not by seats.

A player is known by the seat taken when the game began (0-3); who changes chairs takes his points along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.journal.amend import in_force, places_of
from engine.journal.record import Entry, Source
from engine.journal.unconfirmed import waits
from engine.judge.deal_points import Points
from engine.judge.rounds import NextDeal, game_over, next_deal
from engine.table.apply import apply
from engine.table.events import (
    DealDrawn,
    DealStarted,
    DeclaredReady,
    Event,
    KongClaimed,
    KongDeclared,
    PenaltyGiven,
    ScoresChanged,
    Seat,
    StickLaid,
    Won,
)
from engine.table.play_order import turns_from
from engine.table.state import GameState
from engine.table.wins import counted_winners, waiting_winners

LineKind = Literal["win", "draw", "penalty", "ready", "kong", "points"]
PlayerNumber = int


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that counted: an entry of the journal as the score sheet shows it.

    `payments` by player; `card` is the score card of a win, `kind_of` the kind of a draw, a kong or the name
    of a fault. `is_amended`: somebody corrected it; `waits`: its
    points wait until somebody confirms it."""

    number: int
    kind: LineKind
    player: PlayerNumber | None = None
    giver: PlayerNumber | None = None
    payments: Points = ()
    card: Mapping[str, Any] | None = None
    kind_of: str = ""
    ready: tuple[PlayerNumber, ...] | None = None
    source: Source = "player"
    is_amended: bool = False
    waits: bool = False
    counts: Literal["paid", "waits", "void"] = "paid"
    """Of a win: whether it is paid, waits for a referee's ruling, or does not count."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. `place`: the how-manieth of its round (1-4). `dealer`: None while nobody knows. `payments`
    and `totals` (after it) by player.
    `sticks_left`: riichi sticks on the table when it ended."""

    number: int
    prevalent_wind: int
    place: int
    honba: int
    dealer: PlayerNumber | None
    lines: tuple[Line, ...]
    payments: Points
    totals: Points
    sticks_left: int = 0
    ended_by: str | None = None
    seated: tuple[PlayerNumber, ...] = (0, 1, 2, 3)
    """Who sat in each seat."""

    @property
    def wins(self) -> tuple[Line, ...]:
        """The lines of its wins."""
        return tuple(line for line in self.lines if line.kind == "win")


@dataclass(frozen=True, slots=True)
class Ledger:
    """All of a game. `state` is the table after it."""

    deals: tuple[Deal, ...]
    state: GameState

    @property
    def totals(self) -> Points:
        """The points by player now."""
        return totals_by_player(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the rules say that the deal just ended was the last."""
        return game_over(self.state)

    @property
    def next_deal(self) -> NextDeal | None:
        """What the next deal begins with, None while one is on."""
        return None if self.state.ended_by is None else next_deal(self.state)

    @property
    def deducted(self) -> int:
        """Points taken from players that nobody got: the totals are so much lower together."""
        start = self.state.rules.seats * self.state.rules.starting_points
        return start - sum(self.totals) - self.state.riichi_sticks * self.state.rules.ready_stick


def ledger_of(start: GameState, entries: Sequence[Entry]) -> Ledger:
    """The ledger of a game that began as `start` and went as `entries` tell."""
    fold = _Fold(start, corrected(entries))
    for entry in in_force(entries):
        fold.take(entry)
    return Ledger(tuple(deal for deal in fold.deals() if deal.lines or deal.number), fold.state)


def corrected(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of entries that stand where somebody put something right: what was only reckoned again
    because of that, and what was confirmed as told, is not corrected."""
    by_number, first = {entry.number: entry for entry in entries}, places_of(entries)
    places = {
        first[entry.number]
        for entry in entries
        if entry.amends is not None
        and entry.follows is None
        and not _is_confirmed(by_number.get(entry.amends), entry)
    }
    return frozenset(number for number, place in first.items() if place in places)


def _is_confirmed(was: Entry | None, now: Entry) -> bool:
    return was is not None and waits(was) and now.events[: len(was.events)] == was.events


def totals_by_player(state: GameState) -> Points:
    """The points of each player, wherever he sits now."""
    return by_player(state, tuple(seat.score for seat in state.seats))


def by_player(state: GameState, by_seat: Sequence[int]) -> Points:
    """Numbers by seat as numbers by player."""
    turned = [0] * len(by_seat)
    for player, number in zip(state.players, by_seat, strict=True):
        turned[player] = number
    return tuple(turned)


class _Fold:
    def __init__(self, start: GameState, corrected: frozenset[int]) -> None:
        self.state, self._corrected = start, corrected
        self._done: list[Deal] = []
        self._opening: GameState | None = None
        """The table as the deal that is on began."""
        self._lines: list[Line] = []

    def deals(self) -> list[Deal]:
        """The finished deals and the one that is on."""
        return [*self._done, *([self._deal()] if self._opening is not None else [])]

    def take(self, entry: Entry) -> None:
        for event in entry.events:
            if isinstance(event, DealStarted):
                self._begin(event)
                continue
            self._note(event, entry)
            self.state = apply(self.state, event)

    def _begin(self, started: DealStarted) -> None:
        if self._opening is not None and (self._lines or self.state.ended_by):
            self._done.append(self._deal())
        self.state = apply(self.state, started)
        self._opening, self._lines = self.state, []

    def _deal(self) -> Deal:
        opening = self._opening
        assert opening is not None
        self._lines = [self._ruled(line) for line in self._lines]
        before, after = totals_by_player(opening), totals_by_player(self.state)
        moved = [now - then for now, then in zip(after, before, strict=True)]
        return Deal(
            len(self._done) + 1,
            opening.prevalent_wind,
            turns_from(opening.rules, opening.first_dealer, opening.dealer) + 1,
            opening.honba,
            opening.players[opening.dealer] if opening.is_dealer_known else None,
            tuple(self._lines),
            tuple(moved),
            after,
            self.state.riichi_sticks,
            self.state.ended_by,
            opening.players,
        )

    def _note(self, event: Event, entry: Entry) -> None:
        if self._opening is None:
            self._opening = self.state
        if isinstance(event, ScoresChanged):
            self._pay(event, entry)
            return
        line = self._line(event)
        if line is not None and not line.payments:
            line = replace(line, payments=(0,) * self.state.rules.seats)
        is_known = any(each.kind == "ready" and each.number == entry.number for each in self._lines)
        if line is not None and not (line.kind == "ready" and is_known):
            self._lines.append(self._signed(line, entry))

    def _line(self, event: Event) -> Line | None:
        match event:
            case Won():
                card = event.score if isinstance(event.score, Mapping) else None
                return Line(0, "win", self._player(event.seat), self._player(event.giver), card=card)
            case DealDrawn():
                ready = None if event.ready is None else tuple(self.state.players[s] for s in event.ready)
                return Line(0, "draw", kind_of=event.kind, ready=ready)
            case PenaltyGiven():
                paid = by_player(self.state, event.payments)
                return Line(0, "penalty", self._player(event.seat), None, paid, kind_of=event.name)
            case DeclaredReady() | StickLaid():
                return Line(0, "ready", self._player(event.seat), payments=self._stick(event.seat))
            case KongDeclared() | KongClaimed() if self.state.rules.kong_payment:
                kind = event.kind if isinstance(event, KongDeclared) else "melded"
                return Line(0, "kong", self._player(event.seat), kind_of=kind)
        return None

    def _pay(self, event: ScoresChanged, entry: Entry) -> None:
        """Points belong to the line of the same entry, else to the deal's last win or draw, else to none."""
        payments = by_player(self.state, event.payments)
        for place in range(len(self._lines) - 1, -1, -1):
            line = self._lines[place]
            if line.kind in ("ready", "penalty") or any(line.payments):
                continue
            if line.number == entry.number or line.kind in ("win", "draw"):
                self._lines[place] = replace(line, payments=payments)
                return
        self._lines.append(self._signed(Line(0, "points", payments=payments), entry))

    def _ruled(self, line: Line) -> Line:
        """A win with whether it counts, as the table stands."""
        if line.kind != "win":
            return line
        seat = next((seat for seat, who in enumerate(self.state.players) if who == line.player), None)
        is_paid, waits = seat in counted_winners(self.state), seat in waiting_winners(self.state)
        return replace(line, counts="paid" if is_paid else "waits" if waits else "void")

    def _player(self, seat: Seat | None) -> PlayerNumber | None:
        return None if seat is None else self.state.players[seat]

    def _stick(self, seat: Seat) -> Points:
        """What laying a stick moves."""
        moved = [0] * self.state.rules.seats
        moved[seat] = -self.state.rules.ready_stick if self.state.rules.riichi else 0
        return by_player(self.state, moved)

    def _signed(self, line: Line, entry: Entry) -> Line:
        """The line with the entry it stands for."""
        is_amended = entry.number in self._corrected
        return replace(
            line, number=entry.number, source=entry.source, is_amended=is_amended, waits=waits(entry)
        )
