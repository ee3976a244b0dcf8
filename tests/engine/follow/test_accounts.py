"""What a look costs in a zone is reckoned once for all histories that paid the same there."""

from __future__ import annotations

from engine.follow.weigh.difference import Difference
from engine.follow.weigh.payments import LookPart, Payment, after_look
from engine.follow.weigh.rates import Rates

RATES = Rates.load()
FOUND = (Difference((3, "missing"), RATES.missing, "missing"),)


def test_the_account_of_a_zone_is_the_same_as_reckoned_alone() -> None:
    look, before = LookPart(10.0, 1.0), {(3, "missing"): Payment(2.0, RATES.missing, 9.0)}
    known = look.accounts.of(before, FOUND, "river:0", look, RATES)
    assert known == after_look(before, FOUND, "river:0", look, RATES)
    assert look.accounts.of(before, FOUND, "river:0", look, RATES) is known


def test_other_zones_payments_and_looks_are_other_accounts() -> None:
    look, before = LookPart(10.0, 1.0), {(3, "missing"): Payment(2.0, RATES.missing, 9.0)}
    known = look.accounts.of(before, FOUND, "wall:0", look, RATES)
    assert look.accounts.of(before, FOUND, "river:0", look, RATES) is not known
    assert look.accounts.of({}, FOUND, "wall:0", look, RATES).fresh > 0
    assert look.accounts.of(before, (), "wall:0", look, RATES).open == 0
    assert LookPart(10.2, 1.0).accounts.of(before, FOUND, "wall:0", look, RATES) is not known
