"""Payments that no hand's value decides: drawn deals, kongs, false wins.

All are by seat 0-3 and add up to zero, except for sticks that stay on or come from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.ruleset import Ruleset
from engine.scoring.faan.tables import FaanTable
from engine.scoring.hand import WonHand
from engine.scoring.riichi.payments import drawn_share
from engine.scoring.score import Payments
from engine.scoring.table import scoring_table
from engine.table.events import Seat
from engine.table.play_order import seats_of, turns_from

MANGAN_BASE = 2000


@dataclass(frozen=True, slots=True)
class Settlement:
    """One settlement to show before it is booked: what it is for, the rule, and the payments by seat.

    `sticks_left` are the riichi sticks that stay on the table. A settlement that is cancelled is simply not
    booked; nothing is changed by making one."""

    kind: str
    payments: Payments
    rule: str = ""
    sticks_left: int = 0


def draw_settlement(rules: Ruleset, ready: Sequence[Seat], riichi_sticks: int = 0) -> Settlement:
    """An exhaustive draw: those not ready pay those who are. S001-64 to S001-66, X-20"""
    others = [seat for seat in seats_of(rules) if seat not in ready]
    change = [0] * rules.seats
    if rules.draw_payment and ready and others:
        for seat in seats_of(rules):
            is_ready = seat in ready
            change[seat] = rules.draw_payment // len(ready if is_ready else others) * (1 if is_ready else -1)
    return Settlement("exhaustive_draw", tuple(change), "S001-64", riichi_sticks)


def discards_settlement(rules: Ruleset, dealer: Seat, seats: Sequence[Seat]) -> Settlement:
    """Only terminals and honours discarded and none claimed (nagashi mangan): each such seat is paid a drawn
    mangan instead of the draw payment."""
    change = [0] * rules.seats
    for winner in seats:
        for payer in seats_of(rules):
            if payer != winner:
                pays = _drawn_mangan(rules, winner, payer, dealer)
                change[payer] -= pays
                change[winner] += pays
    return Settlement("nagashi_mangan", tuple(change))


def kong_settlement(rules: Ruleset, seat: Seat, concealed: bool, giver: Seat | None = None) -> Settlement:
    """A kong paid when it is laid, whoever wins later: a concealed one by each of the others (twice the
    amount unless the table has it otherwise), a claimed one by its giver, a promoted one by each. S000-15,
    S000-20, X-27, G-13"""
    change = [0] * rules.seats
    amount = rules.kong_payment * (rules.concealed_kong_times if concealed else 1)
    for payer in seats_of(rules) if giver is None else (giver,):
        if payer != seat:
            change[payer] -= amount
            change[seat] += amount
    return Settlement("kong", tuple(change), "S000-15")


def false_win_settlement(rules: Ruleset, seat: Seat, dealer: Seat) -> Settlement:
    """A win that was none (zha hu, chombo). S000-31, G-13

    Riichi: a drawn mangan the other way round. Hong Kong and doubles: the limit to each. MCR: ten to each.
    A table's own `false_win_payment` goes before these."""
    change = [0] * rules.seats
    for other in seats_of(rules):
        if other != seat:
            pays = _false_win_amount(rules, seat, other, dealer)
            change[seat] -= pays
            change[other] += pays
    return Settlement("false_win", tuple(change), "S000-31")


def _drawn_mangan(rules: Ruleset, winner: Seat, payer: Seat, dealer: Seat) -> int:
    """What `payer` owes when `winner` draws a mangan."""
    wind = turns_from(rules, dealer, winner)
    won = WonHand((), "", seat_wind=wind, self_drawn=True, players=rules.seats, drawn_share=rules.drawn_share)
    return drawn_share(won, turns_from(rules, dealer, payer), MANGAN_BASE)


def _false_win_amount(rules: Ruleset, seat: Seat, other: Seat, dealer: Seat) -> int:
    if rules.false_win_payment is not None:
        return rules.false_win_payment
    if rules.scoring == "riichi":
        return _drawn_mangan(rules, seat, other, dealer)
    if rules.scoring == "mcr":
        return 10
    table = scoring_table(rules)
    return table.base[table.limit] if isinstance(table, FaanTable) else 0
