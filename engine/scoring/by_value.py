"""A win of which only the value is said: payments without the tiles, for scores kept by hand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ruleset import Ruleset
from engine.scoring.faan.score import faan_payments
from engine.scoring.faan.tables import FAAN_TABLES
from engine.scoring.hand import WonHand
from engine.scoring.mcr.score import BASE_POINTS, mcr_payments
from engine.scoring.riichi.payments import base_points, payments, won_points
from engine.scoring.riichi.rules import RIICHI_TABLES
from engine.scoring.score import HandFault, Payments, Score, no_win
from engine.scoring.table import UNITS, by_seat, profile_of
from engine.table.events import Seat
from engine.table.play_order import turns_from

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170)
"""The fu a riichi hand can have once they are rounded."""
HIGHEST = {"han": 99, "points": 999, "faan": 99, "tai": 99}
"""What no hand is worth, by unit; more than that is a slip of the finger."""
YAKUMAN_BASE = 8000
MOST_YAKUMAN = 6


@dataclass(frozen=True, slots=True)
class SaidValue:
    """What a hand is said to be worth. `fu` and `yakuman` are riichi's; a yakuman needs no `value`."""

    value: int
    fu: int | None = None
    yakuman: int = 0


def score_of_value(
    rules: Ruleset, said: SaidValue, seats: tuple[Seat, Seat | None], dealer: Seat, honba: int, sticks: int
) -> Score:
    """The score of a win by `said` alone; `seats` are the winner and the giver (None: self-drawn).

    A value that is none comes back with its one fault, one below the table's minimum without payments."""
    profile, unit = profile_of(rules), UNITS[rules.scoring]
    fault = _fault(rules, said)
    if fault is not None:
        return no_win(profile, unit, fault, rules.minimum)
    won = _stand_in(rules, seats, dealer, honba, sticks)
    score = _priced(rules, said, won)
    if not said.yakuman and said.value < rules.minimum:
        return Score(
            profile, unit, True, said.value, fu=said.fu, minimum=rules.minimum, reason="below_minimum"
        )
    base, points, paid, limit = score
    return Score(
        profile,
        unit,
        is_win=True,
        value=13 * said.yakuman if said.yakuman else said.value,
        fu=None if said.yakuman else said.fu,
        yakuman=said.yakuman,
        limit_name=limit,
        base_points=base,
        points=points,
        payments=paid,
        seat_payments=by_seat(paid, dealer),
        minimum=rules.minimum,
        minimum_met=True,
    )


def needs_fu(rules: Ruleset, said: SaidValue) -> bool:
    """Whether the fu still decide anything: in riichi, below the limits."""
    return rules.scoring == "riichi" and not said.yakuman and said.value < 5


def _fault(rules: Ruleset, said: SaidValue) -> HandFault | None:
    unit = UNITS[rules.scoring]
    if said.yakuman and rules.scoring != "riichi":
        return HandFault("bad_field", f"a yakuman is worth something in riichi only, not by {rules.title}")
    if not 0 <= said.yakuman <= MOST_YAKUMAN:
        return HandFault("bad_field", f"yakuman must be 1 to {MOST_YAKUMAN}, got {said.yakuman}")
    if not said.yakuman and not 0 <= said.value <= HIGHEST[unit]:
        return HandFault("bad_field", f"the value must be 0 to {HIGHEST[unit]} {unit}, got {said.value}")
    if needs_fu(rules, said) and said.fu not in FU:
        return HandFault("bad_field", f"fu must be 20, 25, 30 and so on up to {FU[-1]}, got {said.fu}")
    return None


def _stand_in(
    rules: Ruleset, seats: tuple[Seat, Seat | None], dealer: Seat, honba: int, sticks: int
) -> WonHand:
    """A hand of no tiles: who won and who gave is all the payments ask for."""
    winner, giver = seats
    return WonHand(
        standing=(),
        tile="",
        self_drawn=giver is None,
        giver=None if giver is None else turns_from(rules, dealer, giver),
        seat_wind=turns_from(rules, dealer, winner),
        honba=honba,
        riichi_sticks=sticks,
        players=rules.seats,
        drawn_share=rules.drawn_share,
    )


def _priced(rules: Ruleset, said: SaidValue, won: WonHand) -> tuple[int, int, Payments | None, str | None]:
    """(base points, what the winner gets for the hand alone, payments by wind, the limit's name)."""
    profile = profile_of(rules)
    if rules.scoring == "riichi":
        if said.yakuman:
            base, limit = YAKUMAN_BASE * said.yakuman, "yakuman"
        else:
            base, step = base_points(said.value, said.fu or 30, RIICHI_TABLES[profile])
            limit = step or ""
        return base, won_points(won, base), payments(won, base), limit or None
    if rules.scoring == "mcr":
        points = 3 * (said.value + BASE_POINTS) if won.self_drawn else said.value + 3 * BASE_POINTS
        return said.value, points, mcr_payments(won, said.value), None
    table = FAAN_TABLES[profile]
    value = min(said.value, table.limit)
    base = table.base[value]
    paid = faan_payments(won, table, base)
    points = 0 if paid is None else paid[won.seat_wind]
    return base, points, paid, "limit" if value == table.limit else None
