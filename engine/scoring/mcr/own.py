"""MCR hands counted by plain definitions, from the tiles and the table of what contains what.

Every way to see a finished hand is looked at (`patterns.py`, `chows.py`). What is there counts, unless a
dearer pattern that counts contains it by `fans.CANNOT_COMBINE`; two chows count together once for each chow
that joins the others. The dearest way is the hand's worth.
"""

from __future__ import annotations

from collections import Counter

from engine.scoring.hand import WonHand
from engine.scoring.mcr.chows import chow_ways
from engine.scoring.mcr.fans import CANNOT_COMBINE, PRICES
from engine.scoring.mcr.patterns import patterns_of, views_of

PRICE_OF = {name: price for price, names in PRICES.items() for name in names}


def dearest(won: WonHand) -> Counter[str]:
    """How often each pattern counts in the dearest way to see the hand; empty when it is not complete."""
    return max(counted_ways(won), key=worth, default=Counter())


def worth(counted: Counter[str]) -> int:
    """The points of patterns that count."""
    return sum(PRICE_OF[name] * count for name, count in counted.items())


def counted_ways(won: WonHand) -> list[Counter[str]]:
    """For every way to see the hand, what counts; a chicken hand shows nothing in any of them."""
    ways = [
        _dearest_first(there + chows) | chows
        for view in views_of(won)
        for there in [patterns_of(won, view)]
        for chows in chow_ways(view)
    ]
    if ways and not any(ways):
        ways = [Counter({"chicken_hand": 1})]
    return [way + Counter({"flower_tiles": won.flower_count or len(won.flowers)}) for way in ways]


def _dearest_first(there: Counter[str]) -> Counter[str]:
    """What is left of the patterns there when each that counts leaves out what it contains."""
    counted = Counter[str]()
    for name in sorted(there, key=lambda each: -PRICE_OF[each]):
        if not any(name in CANNOT_COMBINE.get(other, ()) for other in counted):
            counted[name] = there[name]
    return counted
