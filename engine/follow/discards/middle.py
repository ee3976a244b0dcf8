"""Discards that lie in the middle in any order (S002-22, S003-02): whose each is.

Nothing about such a tile says who laid it. A tile that lies where a discard that is told already lay is that
discard; one more is of who has just laid out a set, or of the player in turn.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from engine.follow.discards.acting import Acted, Acting
from engine.follow.discards.lying import UNSEEN, Lying, lying
from engine.follow.discards.spots import Key, Spots, centre, rekeyed, still_known, told_discards
from engine.follow.weigh.rates import Following
from engine.ruleset import Ruleset
from engine.table.events import SEATS, Seat
from engine.table.play_order import next_seat, seats_of
from engine.table.reading import Point, Sighting, TableReading, Zones
from engine.table.state import GameState

MIDDLE_MM = 60.0
"""A tile so near to the centre that belongs to nobody is a discard too."""
MOVED_MM = 40.0
"""While a heap lies still and somebody discards, no tile of it is moved so far."""
RIVERS = frozenset(f"river:{seat}" for seat in SEATS)


class Middle:
    """The discards of one table that lie in the middle."""

    def __init__(self, rules: Ruleset, following: Following, is_begun: bool) -> None:
        """`is_begun`: the deal was followed before, by a process that has ended."""
        self._rules, self._following, self._is_guess = rules, following, is_begun
        self._given = self._shown = TableReading()
        """As it was given, and with whose each discard is, the newest."""
        self._spots: Spots = {}
        self._acting = Acting(rules, following)
        self.newest: Collection[Key] = frozenset()
        """The discards that may be claimed or taken back."""
        self._asked: tuple[object, ...] = ()
        self._lying: tuple[TableReading, GameState, bool, Lying] | None = None

    @property
    def is_guess(self) -> bool:
        """Whether it is not known whose each discard of this deal is: several were new in one look, nobody
        remembers where they lay, or one was found too late to be of another player."""
        return self._is_guess or self._acting.is_lost

    @property
    def is_giver_sure(self) -> bool:
        """Whether it is known whose the last discard is."""
        return self._acting.is_sure_of_last()

    def acted(self, at_s: float, seen: TableReading, state: GameState, hidden: Zones) -> Acted | None:
        """What the look at `at_s` shows of who has acted, if otherwise than `state` tells; it is believed
        from now on. `hidden`: what moved or was covered in it."""
        has_laid = bool(self._there(seen, state).fresh)
        self._acting.look(at_s, seen, state, hidden, has_laid)
        acted = self._acting.taken(state, seen) or self._acting.took_own(state, seen)
        if acted is None and (has_laid or self._acting.has_laid_flower):
            acted = self._acting.acted(state.turn)
        if acted is not None:
            self._spots = rekeyed(self._spots, _rivers(state), acted.moved)
        return acted

    def look(self, seen: TableReading, state: GameState) -> TableReading:
        """`seen` with each discard in the river of who laid it; the same object for what shows the same."""
        self._given, next_by = seen, self._acting.next_by(state.turn)
        if self._is_still(seen, state, next_by):
            return self._shown
        there = self._there(seen, state)
        shown, self._spots = shared(seen, state, there, next_by)
        is_played = state.phase in ("flowers", "playing", "ended")
        self._is_guess = len(there.fresh) > 1 or (self._is_guess and is_played)
        if shown != self._shown:
            self._shown = shown
        return self._shown

    def aside(self, seen: TableReading, state: GameState) -> TableReading:
        """The same of a look that is thought about apart; nothing of it is remembered."""
        there = lying_in_the_middle(seen, state, self._spots, self._acting.has_acted(state.turn), self.newest)
        return shared(seen, state, there, self._acting.next_by(state.turn))[0]

    def stands(self, was: GameState, now: GameState) -> None:
        """The table does not stand as it `was` thought to, but as `now` tells. Where a discard lay may be
        another's then; who acted is known as long as only faces differ."""
        kept = still_known(self._spots, was, now, in_the_middle(self._given)[0])
        if kept != self._spots or _rivers(was) != _rivers(now):
            self._acting = Acting(self._rules, self._following)
        self._spots, self._asked, self._lying = kept, (), None

    def hidden(self, zones: Zones) -> Zones:
        """Which zones are not known in a look in which `zones` moved or were covered."""
        return all_rivers(zones)

    def _there(self, seen: TableReading, state: GameState) -> Lying:
        """What lies in the middle; a look that shows what the last one did is not reckoned again."""
        has_acted, known = self._acting.has_acted(state.turn), self._lying
        if known is None or known[0] is not seen or known[1] is not state or known[2] != has_acted:
            there = lying_in_the_middle(seen, state, self._spots, has_acted, self.newest)
            known = seen, state, has_acted, there
            self._lying = known
        return known[3]

    def _is_still(self, seen: TableReading, state: GameState, next_by: Seat) -> bool:
        """Whether a look shows what the last one did, and the same is thought of it."""
        asked = (state, self._acting.has_acted(state.turn), next_by, seen)
        is_same = bool(self._asked) and asked[0] is self._asked[0] and asked[1:] == self._asked[1:]
        self._asked = asked
        return is_same


def all_rivers(hidden: Zones) -> Zones:
    """The zones that cannot be seen: where part of the middle is covered, no discard of anybody is known."""
    return hidden | RIVERS if hidden & (RIVERS | {"dice"}) else hidden


def lying_in_the_middle(
    seen: TableReading,
    state: GameState,
    spots: Spots,
    is_new: bool = False,
    newest: Collection[Key] = frozenset(),
) -> Lying:
    """Which discards of `state` a look that has `seen` them in the middle shows, as in `lying`."""
    moved_mm = MOVED_MM if is_new else math.inf
    return lying(in_the_middle(seen)[0], told_discards(state), spots, newest, moved_mm, is_new)


def shared(seen: TableReading, state: GameState, there: Lying, next_by: Seat) -> tuple[TableReading, Spots]:
    """`seen`, whose discards lie in the middle, as it would be with rivers, and where each discard lies.
    `state`: what is thought of the table; `there`: what lies in the middle; `next_by`: who lays the next."""
    found = dict(there.found)
    ends = [len(each.river) for each in state.seats]
    for seat, number in _given(state, _first(state, seen, next_by), there.fresh, there.places):
        found[seat, ends[seat]] = number
        ends[seat] += 1
    lie = {key: replace(there.tiles[number], turned=False) for key, number in found.items()}
    lie |= dict.fromkeys(there.unseen, UNSEEN)
    rivers = [tuple(lie[key] for key in sorted(lie) if key[0] == seat) for seat in SEATS]
    seats = [replace(each, river=river) for each, river in zip(seen.seats, rivers, strict=True)]
    loose = tuple(in_the_middle(seen)[1])
    reading = replace(seen, seats=(seats[0], seats[1], seats[2], seats[3]), loose=loose)
    return reading, {**there.spots, **{key: there.places[number] for key, number in found.items()}}


def in_the_middle(seen: TableReading) -> tuple[list[Sighting], list[Sighting]]:
    """(the discards, the loose tiles that are none)."""
    lying = [each for seat in seen.seats for each in seat.river]
    loose: list[Sighting] = []
    for each in seen.loose:
        is_central = bool(each.corners_mm) and max(map(abs, centre(each))) < MIDDLE_MM
        (lying if is_central else loose).append(each)
    return lying, loose


def _first(state: GameState, seen: TableReading, next_by: Seat) -> Seat:
    """Who discards first."""
    claimant = (s for s in seats_of(state.rules) if len(seen.seats[s].melds) > len(state.seats[s].melds))
    return next(claimant, next_by)


def _given(
    state: GameState, first: Seat, fresh: Sequence[int], places: Sequence[Point]
) -> Iterator[tuple[Seat, int]]:
    """Who laid each tile that is new: `first`, then the next ones. Which of a few is whose nobody saw: people
    lay them rather before themselves."""
    seats = [next_seat(state.rules, first, step) for step in range(len(fresh))]
    orders = permutations(fresh) if len(fresh) <= len(SEATS) else iter([tuple(fresh)])
    ways = (
        (sum(_before(places[n], seat) for n, seat in zip(order, seats, strict=True)), order)
        for order in orders
    )
    yield from zip(seats, min(ways)[1], strict=True)


def _before(place: Point, seat: Seat) -> float:
    """How far (mm) a place is from the side of the table at which `seat` sits, from the centre on."""
    x, y = place
    return (y, -x, -y, x)[seat]


def _rivers(state: GameState) -> list[int]:
    return [len(each.river) for each in state.seats]
