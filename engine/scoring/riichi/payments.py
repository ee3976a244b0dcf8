"""Riichi: from han and fu to points, and from points to what every seat gets or pays.

One base point is paid once by a non-dealer and twice by the dealer when the tile was drawn, and four times
(six to a dealer) by the giver; each share is rounded up to a hundred.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.scoring.hand import WonHand
from engine.scoring.riichi.rules import RiichiRules
from engine.scoring.score import Pattern, Payments
from engine.table.state import Meld
from engine.tiles import Tile

HONBA_POINTS = 100
"""What each of the others pays for each counter; the giver pays for all of them."""
STICK_POINTS = 1000
MANGAN_BASE = 2000
YAKUMAN_BASE = 8000

_LIMITS = ((13, 8000, "yakuman"), (11, 6000, "sanbaiman"), (8, 4000, "baiman"), (6, 3000, "haneman"))
_LIABLE_SETS: dict[str, tuple[tuple[Tile, ...], int]] = {
    "daisangen": (("5z", "6z", "7z"), 3),
    "daisuushi": (("1z", "2z", "3z", "4z"), 4),
}


def base_points(han: int, fu: int, rules: RiichiRules) -> tuple[int, str | None]:
    """The base points of a hand without yakuman, and the name of the limit it reached, if any."""
    for least, base, name in _LIMITS:
        if han >= least and (name != "yakuman" or rules.counted_yakuman):
            return base, "counted_yakuman" if name == "yakuman" else name
    base = int(fu * 2 ** (2 + han))
    rounds_up = rules.round_up_to_mangan and (han, fu) in ((4, 30), (3, 60))
    if han >= 5 or base >= 2000 or rounds_up:
        return 2000, "mangan"
    return base, None


def won_points(won: WonHand, base: int) -> int:
    """What the winner gets for the hand alone, from all payers together, without honba and sticks."""
    if not won.self_drawn:
        return _given(won, base)
    return sum(drawn_share(won, wind, base) for wind in range(won.players) if wind != won.seat_wind)


def drawn_share(won: WonHand, payer: int, base: int) -> int:
    """What the wind `payer` owes for a drawn win.

    Of three, what the fourth would pay is lost, halved between the two (each half rounded up to a hundred),
    or the two pay what the giver of a discard would: half each to the dealer, else the dealer two thirds and
    the other one third, to the nearest hundred."""
    usual = _rounded(base * (2 if 0 in (payer, won.seat_wind) else 1))
    if won.players == 4 or won.drawn_share == "loss":
        return usual
    if won.drawn_share == "halved":
        return usual + _rounded(-(-_rounded(base * (2 if won.seat_wind == 0 else 1)) // 2))
    parts, whole = (1, 2) if won.seat_wind == 0 else (2 if payer == 0 else 1, 3)
    return (_given(won, base) * parts * 2 + 100 * whole) // (200 * whole) * 100


def _given(won: WonHand, base: int) -> int:
    """What the giver of a discard owes."""
    return _rounded(base * (6 if won.seat_wind == 0 else 4))


@dataclass(frozen=True, slots=True)
class Liability:
    """Who must pay for a big hand it completed with its discard (pao)."""

    seat: int
    """The wind."""
    base: int
    """The base points it is liable for."""
    pays_counters: bool


def liability_of(
    won: WonHand, patterns: Sequence[Pattern], times: int, rules: RiichiRules
) -> Liability | None:
    """Who is liable for a hand of `times` yakuman, and for how much of it.

    The third dragon set or the fourth wind set on the table makes its giver liable; a set completed by the
    winning tile does not."""
    for pattern in patterns if rules.liability else ():
        if pattern.name in _LIABLE_SETS:
            tiles, number = _LIABLE_SETS[pattern.name]
            sets = [meld for meld in won.melds if meld.tiles[0] in tiles]
            giver = won.liable if won.liable is not None else _last_giver(sets, number)
            if giver is not None:
                part = times if rules.liability_for_all else min(pattern.value // 13, times)
                return Liability(giver, YAKUMAN_BASE * part, rules.liable_pays_counters)
    return None


def payments(won: WonHand, base: int, liability: Liability | None = None) -> Payments | None:
    """What each wind gets or pays, honba and sticks included; None when the giver is not known.

    A liable seat pays the liable part alone when the tile was drawn, and half of it when another gave it."""
    if not won.self_drawn and won.giver is None:
        return None
    change = [0] * won.players
    counters = won.honba
    if liability is not None:
        share = liability.base if won.self_drawn else liability.base // 2
        base -= share
        _pay(change, won, liability.seat, _given(won, share))
        if liability.pays_counters or (won.self_drawn and base == 0):
            _pay(change, won, liability.seat, (won.players - 1) * HONBA_POINTS * counters)
            counters = 0
    if won.giver is not None:
        _pay(change, won, won.giver, _given(won, base))
        _pay(change, won, won.giver, (won.players - 1) * HONBA_POINTS * counters)
    else:
        _drawn(change, won, base, counters)
    change[won.seat_wind] += STICK_POINTS * won.riichi_sticks
    return tuple(change)


def _drawn(change: list[int], won: WonHand, base: int, counters: int) -> None:
    for wind in range(won.players):
        if wind != won.seat_wind:
            _pay(change, won, wind, drawn_share(won, wind, base) + HONBA_POINTS * counters)


def _pay(change: list[int], won: WonHand, payer: int, points: int) -> None:
    change[payer] -= points
    change[won.seat_wind] += points


def _last_giver(sets: Sequence[Meld], number: int) -> int | None:
    return sets[number - 1].giver if len(sets) == number else None


def _rounded(points: int) -> int:
    return -(-points // 100) * 100
