"""Which tiles of a row were not found when the state was last right: they may not be found now either.

Without this a tile laid next to an overlooked one would be taken for it, its face misread::

    told  a b ?        seen before  a b        seen now  a b c        c is new, ? is overlooked still
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal

from engine.infer_fit_rows import sequence_cost
from engine.infer_flowers import flowers_cost
from engine.table.reading import Sighting

MOST = 2
"""More missing in one row than this are a row that is read in another way."""
FOUND_AGAIN = 2.5
"""The price of a tile that nobody ever found turning up after all."""
AGREES = 1.0
"""Without the overlooked tiles the row must be as seen, up to this price."""
Row = tuple[Sighting, ...]
Price = Callable[[Sequence[Sighting], Sequence[Sighting]], float]
PRICES: dict[Literal["river", "flowers"], Price] = {"river": sequence_cost, "flowers": flowers_cost}


@lru_cache(maxsize=64)
def overlooked(zone: Literal["river", "flowers"], told: Row, seen: Row) -> tuple[int, ...]:
    """The places in `told` of the tiles that are not in `seen`; none where the rest does not agree."""
    count = len(told) - len(seen)
    if not 0 < count <= MOST:
        return ()
    price = PRICES[zone]
    priced = (
        (price(without(told, places), seen), places) for places in combinations(range(len(told)), count)
    )
    best, places = min(priced)
    return places if best <= AGREES else ()


def without(row: Row, places: Sequence[int]) -> Row:
    """The row less the tiles at these places."""
    return tuple(each for place, each in enumerate(row) if place not in places)


def price_with(zone: Literal["river", "flowers"], told: Row, seen: Row, missing: Sequence[int]) -> float:
    """The price of a row of which the tiles at `missing` may be overlooked still, or found after all."""
    price = PRICES[zone]
    unread = sum(told[place].tile is None for place in missing if place < len(told)) * (zone == "river")
    return min(price(told, seen) + FOUND_AGAIN * unread, price(without(told, missing), seen))
