"""What the phones have said and what became of it: a value that follows the journal, without a clock.

    phone -> hear -> ClaimWindow (engine) -> settle -> what the journal is told -> the camera sees the set

A call may come before the camera has told of the discard it means; it is kept for `EARLY_S` and counts from
when it was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.judge.claim_window import TAKING, Called, ClaimWindow
from engine.ruleset import Ruleset
from engine.table.events import (
    Call,
    ChowClaimed,
    ClaimAwarded,
    ClaimCalled,
    ClaimRefused,
    DealStarted,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.tile_set import NORTH
from engine.tiles import SeenTile
from webui.seats.deciding import Done, call_of, with_abort

EARLY_S = 6.0
"""How long a call waits for the discard it is for: the camera may need that long to read a tile."""
BEFORE_S = 0.8
"""A call so long before the camera first saw the discard may still be for it."""
SOON_S = 0.01
"""So long after its time is over an early call is answered."""
AGREE_S = 6.0
"""How long the camera has to see what a phone was awarded."""
Became = Literal["open", "awarded", "refused"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's newest call and what became of it."""

    seat: Seat
    call: Call
    at_s: float
    became: Became = "open"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A phone was awarded `tile` of `giver`, told by entry `claimed` of the journal, and the camera saw
    otherwise: `seen` by another, or nothing (None)."""

    number: int
    seat: Seat
    call: Call
    seen: tuple[Seat, Call] | None = None
    giver: Seat = 0
    tile: SeenTile = None
    claimed: int = 0


@dataclass(frozen=True, slots=True)
class Calls:
    """Everything said about the newest discard; `early` calls wait for theirs."""

    rules: Ruleset
    window: ClaimWindow | None = None
    claimed: int = 0
    """The entry that told of what the window is about."""
    early: tuple[Called, ...] = ()
    standings: tuple[Standing, ...] = ()
    awarded: tuple[tuple[ClaimAwarded, float], ...] = ()
    """Awards the camera has not seen yet, and since when (s, by the clock of the desk)."""
    differences: tuple[Difference, ...] = ()
    numbered: int = 0
    laid: tuple[Seat, Call] | None = None
    """The set that lies there already, while a higher claim may still be called."""

    def hear(self, seat: Seat, call: Call, at_s: float) -> tuple[Calls, tuple[Event, ...]]:
        """One call more, and what the journal is told of it."""
        news: list[Event] = [ClaimCalled(seat, call)]
        called = Called(seat, call, at_s)
        heard = replace(self, standings=(*self._others(seat), Standing(seat, call, at_s)))
        if self.window is None or self.awarded:
            early = tuple(each for each in self.early if each.seat != seat)
            return replace(heard, early=(*early, called)), tuple(news)
        reason = self.window.why_not(called) if call in TAKING else ""
        if reason:
            news.append(ClaimRefused(seat, call, reason))
            return heard._became(news), tuple(news)
        return replace(heard, window=self.window.hear(seat, call, at_s)), tuple(news)

    def settle(self, now_s: float) -> tuple[Calls, tuple[Event, ...]]:
        """What is decided by `now_s`, if anything."""
        calls, refused = self._unmet(now_s)
        if refused:
            return calls, refused
        decided = () if calls.window is None or calls.awarded else calls.window.decided(now_s)
        if decided and calls.laid is not None:
            return calls._after_laid(decided, now_s)
        if decided:
            return calls._awarded(decided, now_s), with_abort(decided)
        late = [award for award, since_s in calls.awarded if now_s - since_s > AGREE_S]
        return (calls._differ(late[0], None) if late else calls), ()

    def _unmet(self, now_s: float) -> tuple[Calls, tuple[Event, ...]]:
        """Early calls whose discard never came are refused: nothing was there to claim, or no more."""
        gone = [each for each in self.early if now_s - each.at_s > EARLY_S]
        if not gone:
            return self, ()
        calls = replace(self, early=tuple(each for each in self.early if each not in gone))
        why = "too_late" if self.claimed else "nothing_to_claim"
        refused = tuple(ClaimRefused(each.seat, each.call, why) for each in gone if each.call in TAKING)
        return calls._became(refused), refused

    def follow(
        self, events: Sequence[Event], at_s: float, number: int = 0
    ) -> tuple[Calls, tuple[Event, ...]]:
        """What `events` of the new entry `number` mean for the calls, and what is decided by them."""
        calls = self
        news: list[Event] = []
        for event in events:
            match event:
                case TileDiscarded(seat, tile):
                    calls = calls._opened(ClaimWindow(self.rules, seat, tile, at_s), number)
                case KongDeclared(seat, "promoted", tile):
                    calls = calls._opened(ClaimWindow(self.rules, seat, tile, at_s, is_kong=True), number)
                case FlowerDeclared(seat, tile) if self.rules.north_bonus:
                    window = ClaimWindow(self.rules, seat, tile or NORTH, at_s, is_kong=True)
                    calls = calls._opened(window, number)
                case ChowClaimed() | PungClaimed() | KongClaimed() | Won(giver=int()):
                    calls, decided = calls._done(event, at_s)
                    news += decided
                case DealStarted():
                    calls = replace(calls._over(), differences=(), claimed=0)
                case TileDrawn() if calls._is_too_early(at_s):
                    pass  # the tile may still be claimed, at the risk of who drew
                case TileDrawn() | Won():
                    calls = calls._over()
        return calls, tuple(news)

    def taken_back(self) -> Calls:
        """Something before was amended: what was said about it no longer counts."""
        return Calls(self.rules, numbered=self.numbered)

    def without(self, number: int) -> Calls:
        """One difference is settled."""
        kept = tuple(each for each in self.differences if each.number != number)
        return replace(self, differences=kept)

    def due_s(self, now_s: float) -> float | None:
        """When `settle` has something to do if nothing else happens."""
        times = [since_s + AGREE_S for _, since_s in self.awarded]
        times += [each.at_s + EARLY_S + SOON_S for each in self.early]
        if self.window is not None and not self.awarded:
            due = self.window.decides_at(now_s)
            times += [] if due is None else [due]
        return min(times, default=None)

    def _opened(self, window: ClaimWindow, number: int) -> Calls:
        """A new discard: the calls made for it before it was told count as made then."""
        meant = [each for each in self.early if each.at_s >= window.opened_s - BEFORE_S]
        for each in meant:
            window = window.hear(each.seat, each.call, max(each.at_s, window.opened_s))
        seats = {each.seat for each in meant}
        standings = tuple(each for each in self.standings if each.seat in seats)
        calls = self._unseen()
        return replace(
            calls, window=window, claimed=number, early=(), standings=standings, awarded=(), laid=None
        )

    def _done(self, event: Done, at_s: float) -> tuple[Calls, tuple[Event, ...]]:
        """The tile was taken: what the phones said is decided now, and compared with it."""
        waits = self._still_open(event, at_s)
        if waits is not None:
            return waits, ()
        calls = self
        decided: tuple[ClaimAwarded | ClaimRefused, ...] = ()
        if self.window is not None and not self.awarded:
            decided = self.window.decided(float("inf"))
            calls = self._awarded(decided, at_s)
        seen = (event.seat, call_of(event))
        calls = calls._seen_at_last(*seen)
        rest = tuple(each for each in calls.awarded if (each[0].seat, each[0].call) != seen)
        if rest and len(rest) < len(calls.awarded):
            # One of several winners: the others may still lay their hands open.
            return replace(calls, awarded=rest, laid=None), decided
        for award, _ in rest:
            calls = calls._differ(award, seen)
        is_plain = all(isinstance(each, ClaimAwarded) for each in decided)
        has_agreed = calls.numbered == self.numbered
        calls = replace(calls, window=None, awarded=(), standings=(), laid=None)
        # What everybody sees anyway is not told twice.
        return calls, () if is_plain and has_agreed else with_abort(decided)

    def _still_open(self, event: Done, at_s: float) -> Calls | None:
        """The calls while a set that was laid may still lose its tile to a higher claim (S004-83, S004-88);
        None where it is decided."""
        if self.window is None or self.awarded or isinstance(event, Won):
            return None
        seen = (event.seat, call_of(event))
        others = replace(self.window, calls=tuple(c for c in self.window.calls if c.seat != event.seat))
        if others.asking:
            return None
        window = self.window.hear(*seen, min(at_s, self.window.opened_s + (self.rules.claim_seconds or at_s)))
        due_s = window.decides_at(at_s)
        if due_s is None or due_s <= at_s:
            return None
        standings = tuple(each for each in self.standings if each.seat != event.seat)
        return replace(self, window=window, laid=seen, standings=standings)

    def _after_laid(self, decided: Sequence[Event], now_s: float) -> tuple[Calls, tuple[Event, ...]]:
        """The time is over: the set that lies there stays, or its tile is another's."""
        awards = [each for each in decided if isinstance(each, ClaimAwarded)]
        if any((each.seat, each.call) == self.laid for each in awards):
            return replace(self._became(decided), window=None, laid=None), tuple(
                each for each in decided if isinstance(each, ClaimRefused)
            )
        return replace(self._awarded(decided, now_s), laid=None), with_abort(decided)

    def _is_too_early(self, at_s: float) -> bool:
        """Whether the time to claim the newest tile is not over yet."""
        limit = self.rules.claim_seconds
        return self.window is not None and limit is not None and at_s < self.window.opened_s + limit

    def _over(self) -> Calls:
        """The next player goes on: an award that nobody acted on is told."""
        return replace(self._unseen(), window=None, standings=(), awarded=(), laid=None)

    def _unseen(self) -> Calls:
        calls = self
        for award, _ in self.awarded:
            calls = calls._differ(award, None)
        return calls

    def _awarded(self, decided: Sequence[Event], at_s: float) -> Calls:
        """Who gets the tile; where nobody does, all that was asked is answered and the window is closed."""
        awards = tuple((each, at_s) for each in decided if isinstance(each, ClaimAwarded))
        window = self.window if awards else None
        return replace(self._became(decided), awarded=awards, window=window)

    def _became(self, news: Sequence[Event]) -> Calls:
        reasons = {each.seat: each.reason for each in news if isinstance(each, ClaimRefused)}
        taken = {each.seat for each in news if isinstance(each, ClaimAwarded)}
        standings = tuple(
            replace(each, became="awarded")
            if each.seat in taken
            else replace(each, became="refused", reason=reasons[each.seat])
            if each.seat in reasons
            else each
            for each in self.standings
        )
        return replace(self, standings=standings)

    def _seen_at_last(self, seat: Seat, call: Call) -> Calls:
        """What was missed is there now: nothing is left to ask."""
        here = (seat, call, self.claimed)
        kept = tuple(each for each in self.differences if (each.seat, each.call, each.claimed) != here)
        return replace(self, differences=kept)

    def _differ(self, award: ClaimAwarded, seen: tuple[Seat, Call] | None) -> Calls:
        """One difference more; a seat has one for each tile, however often it calls."""
        number, place = self.numbered + 1, (award.seat, self.claimed)
        difference = Difference(number, award.seat, award.call, seen, award.giver, award.tile, self.claimed)
        others = tuple(each for each in self.differences if (each.seat, each.claimed) != place)
        awarded = tuple(each for each in self.awarded if each[0] != award)
        return replace(
            self,
            differences=(*others, difference)[-3:],
            numbered=number,
            awarded=awarded,
        )

    def _others(self, seat: Seat) -> tuple[Standing, ...]:
        return tuple(each for each in self.standings if each.seat != seat)
