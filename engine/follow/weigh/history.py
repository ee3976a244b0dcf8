"""One history of the table: what happened lately, the state it leads to, and what it costs to believe it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.follow.propose.opening import is_in_middle
from engine.follow.weigh.difference import Difference
from engine.follow.weigh.differences import Zones
from engine.follow.weigh.evidence import Grade
from engine.follow.weigh.rates import Limits, Rates
from engine.judge.faults_deal import next_thrower
from engine.table.events import Event
from engine.table.reading import Point, TableReading
from engine.table.state import GameState
from engine.tiles import Tile

Key = tuple[Hashable, ...]
MOVED_MM = 10.0
"""A die that lies farther than this from where it lay was thrown again or touched."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happened, the look (s) at which it was first thought of, and how it was come by."""

    event: Event
    since_s: float
    how: Grade = "gap"
    read: tuple[tuple[Tile, float], ...] = ()
    """What the tile of a discard may be, as it was first read: faces and how likely each is."""
    follows: tuple[Event, ...] = ()
    """What the journal tells beside it, faults and payments."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What was paid (nats) for one of the camera's errors: `nats` so far of its `whole` cost, `due` in the
    newest look. `open`: what was not paid before it. `since_s`: the look that first showed it. `is_there`:
    whether the newest look shows it."""

    nats: float
    whole: float
    due: float
    open: float
    since_s: float = -math.inf
    is_averaged: bool = False
    is_there: bool = True
    is_new: bool = False
    """Whether it may be something half done."""
    is_overruled: bool = False
    """Whether a person said otherwise when the camera saw it first."""
    is_unseen: bool = False
    """Whether its zone is covered and shows what it showed before: it differs from an old sight only, and
    nothing is paid."""
    kept: float = 0.0
    """How much (nats) of what an averaged face cost is never paid back."""
    returns: int = 0
    """How often it was gone and came back: the oftener, the less surprising."""

    def gone(self) -> Payment:
        """The same when it is not seen any more."""
        if not self.is_there:
            return self
        said = self.since_s, self.is_averaged, False, self.is_new, self.is_overruled, False
        return Payment(self.nats, self.whole, 0.0, 0.0, *said, self.kept, self.returns)

    def charged(self, nats: float, whole: float, due: float, left: float) -> Payment:
        """The same after a look that shows it again; most stay as they are from look to look."""
        is_so = self.nats == nats and self.whole == whole and self.due == due and self.open == left
        if is_so and self.is_there and not self.is_new:
            return self
        returns = self.returns + (not self.is_there)
        said = self.since_s, self.is_averaged, True, False, self.is_overruled, False, self.kept, returns
        return Payment(nats, whole, due, left, *said)


@dataclass(frozen=True, slots=True)
class Dice:
    """Where the dice lay when they were last seen, and how often they had been thrown then."""

    throws: int = 0
    spots: tuple[Point, ...] = ()
    looks: int = 0
    """In how many looks they were read as they are told."""


@dataclass(frozen=True, slots=True)
class History:
    """`nats`: how surprising all of it is, acts and looks together. `paid`: the camera's errors that this
    history has to believe in, which cost little as long as they stay the same. `open`: what the newest look
    holds against it that has not been paid yet."""

    begun: GameState
    """The table before the first of `acts`."""
    state: GameState
    predicted: TableReading
    acts: tuple[Act, ...] = ()
    nats: float = 0.0
    paid: Mapping[str, Mapping[Key, Payment]] = field(default_factory=dict)
    dice: Dice = Dice()
    open: float = 0.0
    agreed_s: float = -math.inf
    """When (s) a look last agreed with it."""
    undone_s: float = -math.inf
    """At which look (s) an act was first thought never to have been, or to have been taken back."""


@dataclass(frozen=True, slots=True)
class LookPart:
    """When a look was, and how much of one it is: 1 when so much time has passed since the one before that
    they share no errors. `hidden`: zones not seen now; `stale`: those of them that show what they showed
    before. `is_new`: whether the networks were asked."""

    at_s: float
    share: float
    hidden: frozenset[str] = frozenset()
    is_new: bool = True
    is_overruled: bool = False
    """Whether a person has spoken since the look before."""
    stale: frozenset[str] = frozenset()

    def of(self, zone: str) -> float:
        """How much of a look at this zone it is."""
        return 0.0 if zone in self.hidden else self.share


def looked(history: History, zones: Zones, seen: TableReading, look: LookPart, rates: Rates) -> History:
    """The history after one more look. `zones`: how it differs from what the history expects."""
    nats, left, fresh = history.nats, 0.0, 0.0
    paid = dict(history.paid)
    for zone, found in zones.items():
        before = paid.get(zone, {})
        if not found and not any(was.is_there for was in before.values()):
            continue
        if zone.startswith("wall"):
            before = _moved_on(before, found)
        now = dict(_paid(found, before, rates, zone, look))
        for payment in now.values():
            if payment.is_new:
                fresh += payment.due
            else:
                nats += payment.due
            left += payment.open
        # A face that reads as told again was never misread.
        nats -= sum(was.nats - was.kept for key, was in before.items() if was.is_averaged and key not in now)
        if look.is_overruled:
            now = {key: replace(each, is_overruled=True) for key, each in now.items()}
        gone = {key: was.gone() for key, was in before.items() if key not in now and _comes_back(was, zone)}
        paid[zone] = gone | now
    moved, dice = _dice(history, seen, rates, bool(zones.get("dice")))
    # What somebody is doing just now shows in several places at once.
    nats += moved + min(fresh, rates.first)
    left += moved
    agreed_s = look.at_s if left <= rates.agrees else history.agreed_s
    return replace(history, nats=nats, paid=paid, dice=dice, open=left, agreed_s=agreed_s)


def _moved_on(before: Mapping[Key, Payment], found: Iterable[Difference]) -> Mapping[Key, Payment]:
    """The errors of a side of the wall, one that a person overruled and that is gone taken for the one that
    is new: when he tells of a draw that the wall does not show, another stack stands too long after each."""
    keys = {each.key for each in found}
    gone = [key for key, was in before.items() if was.is_overruled and was.is_there and key not in keys]
    fresh = [key for key in keys if key not in before]
    moved = dict(zip(gone, sorted(fresh, key=repr), strict=False))
    return {moved.get(key, key): was for key, was in before.items()} if moved else before


def has_row_far_off(history: History) -> bool:
    """Whether a row of standing tiles is two or more off what the history says, for however long: something
    else happened there."""
    return any(
        was.is_there and key[0] == "counted" and abs(int(str(key[1]))) > 1
        for zone, payments in history.paid.items()
        if zone.startswith("standing")
        for key, was in payments.items()
    )


def _paid(
    found: Iterable[Difference],
    before: Mapping[Key, Payment],
    rates: Rates,
    zone: str,
    look: LookPart,
) -> Iterator[tuple[Key, Payment]]:
    """What is paid for each difference that is there now in a zone."""
    share = look.of(zone)
    for each in found:
        was = before.get(each.key)
        if _is_unseen(each, was, zone, look):
            yield (
                each.key,
                Payment(
                    0.0, each.nats, 0.0, each.nats, look.at_s, is_averaged=each.is_averaged, is_unseen=True
                ),
            )
        elif each.is_averaged:
            known = was or Payment(0.0, 0.0, 0.0, 0.0, is_averaged=True)
            nats = max(each.nats, known.kept)
            due = nats - known.nats
            yield each.key, known.charged(nats, each.nats, due, max(0.0, due))
        elif was is None or was.is_unseen:
            first = min(rates.first, each.nats) if each.first is None else each.first
            is_fresh = each.first is None
            yield each.key, Payment(first, each.nats, first, each.nats, look.at_s, is_new=is_fresh)
        else:
            left = max(0.0, each.nats - was.nats)
            is_at_rest = each.first is not None and look.at_s - was.since_s >= rates.rolling_s
            more = left if is_at_rest and share else min(left, rates.again * share)
            lasting = rates.lasting * share * look.is_new
            returning = 0.0 if was.is_there else rates.habit / (1 + was.returns * zone.startswith("wall"))
            due = max(more, lasting if was.is_there else returning)
            yield each.key, was.charged(was.nats + more, each.nats, due, max(left, returning))


def _comes_back(was: Payment, zone: str) -> bool:
    """Whether an error that is gone may come back and be the same: it was paid in full, or it is a stack,
    which stands in one place. A row one short may be another act half done each time."""
    is_error = not was.is_averaged and not was.is_unseen
    return is_error and (was.nats >= was.whole or zone.startswith("wall"))


def _is_unseen(each: Difference, was: Payment | None, zone: str, look: LookPart) -> bool:
    """Whether what differs was not looked at: its zone is covered and shows what it showed before, or it is
    the face of a tile that reads otherwise while a hand is over it."""
    is_known = was is not None and not was.is_unseen
    is_covered = zone in look.stale or (each.is_averaged and zone in look.hidden)
    return is_covered and not is_known and each.first is None


def otherwise_s(history: History, zone: str) -> float:
    """Since when (s) a zone shows otherwise than the history says; infinite where it does not."""
    found = (was.since_s for was in history.paid.get(zone, {}).values() if was.is_there)
    return min(found, default=math.inf)


def _dice(history: History, seen: TableReading, rates: Rates, is_misread: bool) -> tuple[float, Dice]:
    """Dice that lie elsewhere now and show the same were thrown again; `is_misread`: they show another throw,
    which is counted already."""
    if not seen.is_visible("dice") or not seen.dice:
        return 0.0, history.dice
    throws = len(history.state.dice)
    spots = tuple(die.centre_mm for die in seen.dice if die.centre_mm)
    known = history.dice.spots if history.dice.throws == throws else ()
    has_moved = bool(known and spots) and all(math.dist(a, b) > MOVED_MM for a in known for b in spots)
    is_thrown = any(is_in_middle(spot) for spot in spots) and next_thrower(history.state) is not None
    if has_moved and is_thrown and not is_misread:
        return rates.die, history.dice
    before = history.dice.looks if history.dice.throws == throws else 0
    # Where they lie while they show another throw says nothing of where this one was.
    return 0.0, Dice(throws, known if is_misread and known else spots, before + (not is_misread))


def nearest(found: Sequence[History], limits: Limits) -> list[History]:
    """The best of the histories found, the likeliest first, by how much (nats) each is worse than that."""
    kept = sorted(found, key=lambda each: each.nats)
    best = kept[0].nats
    near = [replace(each, nats=each.nats - best) for each in kept if each.nats < best + limits.worth]
    return near[: limits.histories]
