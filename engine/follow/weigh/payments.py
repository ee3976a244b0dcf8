"""What a history pays for the errors that the camera made if it is true, one payment an error."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.follow.weigh.difference import Difference
from engine.follow.weigh.rates import Rates

Key = tuple[Hashable, ...]
ROUNDING = 1e-6
"""What is paid in parts may be so much (nats) short of the whole."""


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
    since_s: float = -math.inf
    """The first look (s) after nobody looked for some time, or of all."""
    is_whole: bool = True
    """Whether every river and all sets have been seen since then, or it is long ago."""
    accounts: Accounts = field(default_factory=lambda: Accounts(), compare=False, repr=False)
    """What was reckoned of this look already: most histories differ in few zones."""

    def of(self, zone: str) -> float:
        """How much of a look at this zone it is."""
        return 0.0 if zone in self.hidden else self.share


@dataclass(frozen=True, slots=True)
class Payment:
    """What was paid (nats) for one of the camera's errors: `nats` so far of its `whole` cost. `since_s`: the
    look that first showed it. `is_there`: whether the newest look shows it."""

    nats: float
    whole: float
    since_s: float = -math.inf
    is_averaged: bool = False
    is_there: bool = True
    is_overruled: bool = False
    """Whether a person said otherwise when the camera saw it first."""
    is_unseen: bool = False
    """Whether its zone is covered and shows what it showed before: it differs from an old sight only, and
    nothing is paid."""
    kept: float = 0.0
    """How much (nats) of what an averaged face cost is never paid back."""
    returns: int = 0
    """How often it was gone and came back: the oftener, the less surprising."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to pay."""
        return self.nats > self.whole - ROUNDING

    def gone(self) -> Payment:
        """The same when it is not seen any more."""
        return replace(self, is_there=False, is_unseen=False) if self.is_there else self

    def seen(self, nats: float, whole: float) -> Payment:
        """The same after a look that shows it again; most stay as they are from look to look."""
        if self.nats == nats and self.whole == whole and self.is_there and not self.is_unseen:
            return self
        returns = self.returns + (not self.is_there)
        return replace(self, nats=nats, whole=whole, is_there=True, is_unseen=False, returns=returns)


class Charge(NamedTuple):
    """What an error costs in one look (nats): `due` where it was known, `fresh` where something may be half
    done; `open`: what was not paid before it."""

    payment: Payment
    due: float = 0.0
    fresh: float = 0.0
    open: float = 0.0


@dataclass(frozen=True, slots=True)
class ZoneAccount:
    """One zone of a history after a look. `payments`: what was paid, by error. In this look: `nats` due for
    errors known before, less what is paid back; `fresh` for those that may be something half done; `open`:
    what was not paid before it."""

    payments: Mapping[Key, Payment]
    nats: float
    fresh: float
    open: float


class Accounts:
    """The accounts of one look by zone, what was paid before it and what differs: both are known by identity,
    which lasts as long as they are kept here."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, int], tuple[object, object, ZoneAccount]] = {}

    def of(
        self,
        before: Mapping[Key, Payment],
        found: Sequence[Difference],
        zone: str,
        look: LookPart,
        rates: Rates,
    ) -> ZoneAccount:
        """As `after_look`, reckoned once."""
        key = (zone, id(before), id(found))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (before, found, after_look(before, found, zone, look, rates))
        return known[2]


def after_look(
    before: Mapping[Key, Payment], found: Sequence[Difference], zone: str, look: LookPart, rates: Rates
) -> ZoneAccount:
    """What the differences `found` in a zone cost a history that paid `before` there."""
    if zone.startswith("wall"):
        before = _moved_on(before, found)
    charges = {each.key: _charge(each, before.get(each.key), rates, zone, look) for each in found}
    now = {key: charge.payment for key, charge in charges.items()}
    nats = sum(charge.due for charge in charges.values())
    fresh = sum(charge.fresh for charge in charges.values())
    left = sum(charge.open for charge in charges.values())
    # A face that reads as told again was never misread.
    nats -= sum(was.nats - was.kept for key, was in before.items() if was.is_averaged and key not in now)
    if look.is_overruled:
        now = {key: replace(each, is_overruled=True) for key, each in now.items()}
    gone = {key: was.gone() for key, was in before.items() if key not in now and _comes_back(was, zone)}
    return ZoneAccount(gone | now, nats, fresh, left)


def _moved_on(before: Mapping[Key, Payment], found: Iterable[Difference]) -> Mapping[Key, Payment]:
    """The errors of a side of the wall, one that a person overruled and that is gone taken for the one that
    is new: when he tells of a draw that the wall does not show, another stack stands too long after each."""
    keys = {each.key for each in found}
    gone = [key for key, was in before.items() if was.is_overruled and was.is_there and key not in keys]
    fresh = [key for key in keys if key not in before]
    moved = dict(zip(gone, sorted(fresh, key=repr), strict=False))
    return {moved.get(key, key): was for key, was in before.items()} if moved else before


def _charge(each: Difference, was: Payment | None, rates: Rates, zone: str, look: LookPart) -> Charge:
    """What a difference that is there now costs in a zone; `was`: what was paid for it before."""
    if _is_unseen(each, was, zone, look):
        return Charge(Payment(0.0, each.nats, look.at_s, each.is_averaged, is_unseen=True), open=each.nats)
    if each.is_averaged:
        known = was or Payment(0.0, 0.0, is_averaged=True)
        nats = max(each.nats, known.kept)
        due = nats - known.nats
        return Charge(known.seen(nats, each.nats), due, open=max(0.0, due))
    if was is None or was.is_unseen:
        if each.first is None:
            first = min(rates.first, each.nats)
            return Charge(Payment(first, each.nats, look.at_s), fresh=first, open=each.nats)
        return Charge(Payment(each.first, each.nats, look.at_s), each.first, open=each.nats)
    share = look.of(zone)
    left = max(0.0, each.nats - was.nats)
    is_at_rest = each.first is not None and look.at_s - was.since_s >= rates.rolling_s
    more = left if is_at_rest and share else min(left, rates.again * share)
    lasting = rates.lasting * share * look.is_new
    returning = 0.0 if was.is_there else rates.habit / (1 + was.returns * zone.startswith("wall"))
    due = max(more, lasting if was.is_there else returning)
    return Charge(was.seen(was.nats + more, each.nats), due, open=max(left, returning))


def _comes_back(was: Payment, zone: str) -> bool:
    """Whether an error that is gone may come back and be the same: it was paid in full, or it is a stack,
    which stands in one place. A row one short may be another act half done each time."""
    is_error = not was.is_averaged and not was.is_unseen
    return is_error and (was.is_whole or zone.startswith("wall"))


def _is_unseen(each: Difference, was: Payment | None, zone: str, look: LookPart) -> bool:
    """Whether what differs was not looked at: its zone is covered and shows what it showed before, or it is
    the face of a tile that reads otherwise while a hand is over it."""
    is_known = was is not None and not was.is_unseen
    is_covered = zone in look.stale or (each.is_averaged and zone in look.hidden)
    return is_covered and not is_known and each.first is None
