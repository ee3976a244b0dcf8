"""Who discards at a table where no river says it, as hands and arms show (S002-23, S003-03).

Before a discard one hand holds a tile more: the one that has drawn. The last arm that comes over a hand is
that of who discards. Each speaks for a player and against the player in turn. When together they weigh more
than a wrong act, somebody has acted out of turn::

    told   A  B  [C]     [C]: lies there, and is not told yet
    or     A  C  [D]     C acted out of turn, and D is in turn after that

So a discard that is told already may be another player's, and with it all that follow. When A's hand and B's
have both held a tile more, the discard of A was overlooked, and B is in turn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.follow.discards.turn_shown import TurnShown
from engine.follow.weigh.rates import Following
from engine.ruleset import Ruleset
from engine.table.events import SEATS, Seat
from engine.table.play_order import claimed_place, next_seat, seats_of
from engine.table.reading import NO_ZONE, TableReading, Zones
from engine.table.state import GameState

REMEMBERED = 4
"""Discards that may be another player's: of each player one."""
SETTLED_S = 3.0
"""So long before an act is final it must be told otherwise."""
ONE_MORE, ONE_LESS = [0, 0, 0, 1], [-1, 0, 0, 0]


@dataclass(frozen=True, slots=True)
class Laid:
    """One discard: when it was told (s), whose it is thought to be, whose turn it was, and how much (nats)
    speaks for whom."""

    at_s: float
    seat: Seat
    due: Seat
    evidence: Mapping[Seat, float]


@dataclass(frozen=True, slots=True)
class Acted:
    """Who has acted otherwise than was thought."""

    moved: tuple[tuple[Seat, Seat], ...] = ()
    """The last discards: (whose each was told to be, whose it is), oldest first."""
    by: Seat | None = None
    """Who has drawn last, where nobody has laid out a set since."""


class Acting:
    """Follows the discards of one table."""

    def __init__(self, rules: Ruleset, following: Following) -> None:
        self._rules, self._rates, self._at_s = rules, following.rates, 0.0
        self._surely = -math.log(1.0 / self._rates.sure - 1.0)
        self._longest_s = following.limits.seconds - SETTLED_S
        self._turn, self._laid = TurnShown(), tuple[Laid, ...]()
        self._ended: TurnShown | None = None
        """What showed before a tile came to lie there that is not told yet."""
        self._rivers, self._sets, self._due = (0,) * len(SEATS), 0, 0
        self._taken = tuple[Laid, ...]()
        self._undone: Laid | None = None
        self.is_lost = False
        """Whether a discard was another player's and it is too late to tell so: whose those after it are is
        not known before somebody lays out a set."""

    def look(
        self,
        at_s: float,
        seen: TableReading,
        state: GameState,
        hidden: Zones = NO_ZONE,
        has_laid: bool = False,
    ) -> None:
        """Takes in one look at a table of which `state` is thought; `hidden` moved or were covered in it.
        `has_laid`: whether a discard lies there that is not told."""
        share, self._at_s = min(1.0, (at_s - self._at_s) / self._rates.look_s), at_s
        self._told(state)
        self._due = state.turn
        if has_laid and self._ended is None:
            self._ended, self._turn = self._turn, TurnShown()
        elif not has_laid and self._ended is not None:
            self._turn, self._ended = self._ended, None
        self._turn.look(seen, state, hidden, share)

    def _told(self, state: GameState) -> None:
        """Remembers what is told now of the discards."""
        rivers = tuple(len(each.river) for each in state.seats)
        sets = sum(len(each.melds) for each in state.seats)
        if (rivers, sets) == (self._rivers, self._sets):
            return
        grown = [now - was for was, now in zip(self._rivers, rivers, strict=True)]
        if sorted(grown) == ONE_LESS and self._laid and grown[self._laid[-1].seat] < 0:
            *laid, self._undone = self._laid  # it may be told again: its looks count
            self._laid = tuple(laid)
        elif sorted(grown) == ONE_MORE:
            self._laid = (*self._laid, self._one_more(grown.index(1)))[-REMEMBERED:]
        elif any(grown):
            self._laid, self._undone = (), None
        self.is_lost &= any(rivers)
        if sets != self._sets:
            self._taken, self._laid, self.is_lost = self._laid, (), False
        if self._ended is None or sorted(grown) != ONE_MORE:
            self._turn = TurnShown()
        self._ended, self._rivers, self._sets = None, rivers, sets

    def _one_more(self, seat: Seat) -> Laid:
        """The discard that is told now, of `seat`."""
        undone, self._undone = self._undone, None
        if undone is not None and undone.seat == seat:
            return undone
        newest = self._newest(self._due)
        # Of another than the player in turn it was weighed when it was told.
        return replace(newest, seat=seat, due=seat)

    def _newest(self, due: Seat) -> Laid:
        """The discard that is not told yet, as that of the player in turn."""
        shown = (self._ended or self._turn).evidence(self._rates)
        return Laid(self._at_s, due, due, shown)

    @property
    def has_laid_flower(self) -> bool:
        """Whether somebody has laid a flower that is not told."""
        return self._turn.flower is not None

    def acted(self, due: Seat) -> Acted | None:
        """Who has acted when somebody has discarded and it is the turn of `due`; None where nothing shows
        that it was another than is told. From now on it is thought to be so."""
        *thought, newest = self._thought((*self._laid, self._newest(due)))
        moved = _pairs(self._laid, thought)
        self._laid, self._rivers = tuple(thought), _after(self._rivers, moved)
        return Acted(moved, newest.seat) if newest.seat != due else None

    def took_own(self, state: GameState, seen: TableReading) -> Acted | None:
        """What `acted` gives when the player who is told to have discarded last lays out a set: nobody claims
        his own discard (S002-24), so it is another's."""
        if self._undone is not None or not self._laid or not _claims(state, seen, self._laid[-1].seat):
            return None
        *laid, last = self._laid
        own = last.evidence.get(last.seat, 0.0) - self._rates.wrong
        thought = self._thought((*laid, replace(last, evidence={**last.evidence, last.seat: own})))
        moved = _pairs(self._laid, thought)
        if not moved:
            return None
        self._laid, self._rivers = thought, _after(self._rivers, moved)
        return Acted(moved)

    def taken(self, state: GameState, seen: TableReading) -> Acted | None:
        """What `acted` gives when the last discard has been claimed since the look before. A chow is of the
        player before who claims it, or it is a wrong act (S000-09); how the set lies shows whose it is too
        (S001-38)."""
        laid, self._taken = self._taken, ()
        if not laid:
            return None
        weighed = dict(laid[-1].evidence)
        for seat, nats in self._shown_by_set(state, seen).items():
            weighed[seat] = weighed.get(seat, 0.0) + nats
        thought = self._thought((*laid[:-1], replace(laid[-1], evidence=weighed)))
        moved = _pairs(laid, thought)
        self._rivers = _after(self._rivers, moved)
        return Acted(moved) if moved else None

    def _shown_by_set(self, state: GameState, seen: TableReading) -> Mapping[Seat, float]:
        """How much (nats) the set that the player in turn has just laid out speaks for whom."""
        owner = state.turn
        melds = state.seats[owner].melds
        if not melds or melds[-1].giver is None:
            return {}
        if melds[-1].kind == "chow":
            return {self._further(owner, -1): self._rates.wrong}
        told = Counter(melds[-1].tiles)
        lying = (
            each.tiles for each in seen.seats[owner].melds if Counter(t.tile for t in each.tiles) == told
        )
        tiles = next(lying, ())
        turned = [place for place, each in enumerate(tiles) if each.turned]
        givers = (self._further(owner, steps) for steps in range(1, self._rules.seats))
        return {
            giver: self._rates.turned
            for giver in givers
            if turned == [claimed_place(self._rules, owner, giver, len(tiles) - 1)]
        }

    def next_by(self, due: Seat) -> Seat:
        """Who lays the discard that is not told yet, while it is the turn of `due`: the next player where the
        discard of `due` was overlooked."""
        place, steps, is_overlooked = self._likeliest((*self._laid, self._newest(due)))
        return self._further(due, steps) if is_overlooked and place == len(self._laid) else due

    def has_acted(self, seat: Seat) -> bool:
        """Whether a tile that was not there before may be the discard of `seat`."""
        return self._newest(seat).evidence.get(seat, 0.0) >= self._rates.rare

    def is_sure_of_last(self) -> bool:
        """Whether the looks before the last discard speak for him of whom it is told more than for others."""
        last = (self._laid or self._taken)[-1:]
        return all(
            each.evidence.get(each.seat, 0.0) - each.evidence.get(seat, 0.0) > self._surely
            for each in last
            for seat in seats_of(self._rules)
            if seat != each.seat
        )

    def _thought(self, laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
        """The discards as they are likeliest: as they are told, or from one on each some seats further."""
        place, steps, is_overlooked = self._likeliest(laid)
        if steps == 0 or self.is_lost or (is_overlooked and place == len(self._laid)):
            return laid
        if is_overlooked or self._at_s - laid[place].at_s > self._longest_s:
            self.is_lost = True
            return laid
        first, *later = (replace(each, seat=self._further(each.seat, steps)) for each in laid[place:])
        turned = (replace(each, due=self._further(each.due, steps)) for each in later)
        return (*laid[:place], first, *turned)

    def _likeliest(self, laid: Sequence[Laid]) -> tuple[int, int, bool]:
        """(from which discard on each is of who sits some seats further, how many seats, whether a discard
        before that one was overlooked); no seats where it is as told."""
        ways = [
            (self._gain(laid[place:], steps, is_overlooked), place, steps, is_overlooked)
            for place in range(len(laid))
            for steps in range(1, self._rules.seats)
            for is_overlooked in (False, True)
            if not is_overlooked or (steps == 1 and self._have_drawn(laid[place]))
        ]
        gain, place, steps, is_overlooked = max(ways, default=(0.0, 0, 0, False))
        return (place, steps, is_overlooked) if gain > self._surely else (0, 0, False)

    def _have_drawn(self, laid: Laid) -> bool:
        """Whether he of whom a discard is told, in two looks or more, and the next player were both seen with
        a tile more before it."""
        own, other = (laid.evidence.get(seat, 0.0) for seat in (laid.seat, self._further(laid.seat, 1)))
        return own >= 2 * self._rates.standing and other >= self._rates.standing

    def _gain(self, laid: Sequence[Laid], steps: int, is_overlooked: bool) -> float:
        """How much likelier (nats) it is that each of some discards is of who sits so many seats further."""
        first = laid[0]
        turned = [(each.evidence, each.seat, self._further(each.seat, steps)) for each in laid]
        shown = sum(evidence.get(now, 0.0) - evidence.get(was, 0.0) for evidence, was, now in turned)
        if is_overlooked:
            return shown + first.evidence.get(first.seat, 0.0) - self._rates.missing
        is_wrong = self._further(first.seat, steps) != first.due
        return shown - self._rates.wrong * (is_wrong - (first.seat != first.due))

    def _further(self, seat: Seat, steps: int) -> Seat:
        return next_seat(self._rules, seat, steps)


def _claims(state: GameState, seen: TableReading, seat: Seat) -> bool:
    """Whether a set lies before `seat` that is not told and has no tile face down."""
    lying = sum(not meld.face_down for meld in seen.seats[seat].melds)
    return lying > sum(meld.giver is not None for meld in state.seats[seat].melds)


def _pairs(told: Sequence[Laid], thought: Sequence[Laid]) -> tuple[tuple[Seat, Seat], ...]:
    """(whose each discard was told to be, whose it is), from the first one on that is another's."""
    pairs = tuple((was.seat, now.seat) for was, now in zip(told, thought, strict=True))
    return pairs[next((place for place, (was, now) in enumerate(pairs) if was != now), len(pairs)) :]


def _after(rivers: Sequence[int], moved: Sequence[tuple[Seat, Seat]]) -> tuple[int, ...]:
    """How many discards each has when some are found to be of others."""
    counts = list(rivers)
    for was, now in moved:
        counts[was] -= 1
        counts[now] += 1
    return tuple(counts)
