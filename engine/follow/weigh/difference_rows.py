"""How rows of face-up tiles differ: in order, as discards lie, or in any order, as flowers do."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence

from engine.follow.propose.faces import LEAST_CHANCE, probability
from engine.follow.weigh.difference import Difference
from engine.follow.weigh.rates import Rates
from engine.table.reading import Sighting
from engine.table.tile_set import NORTH
from engine.tiles import is_flower

SAME = 0.5
"""Tiles at the head of two rows that differ by less (nats) are the same without further comparing."""
NOTICED = 0.02
"""A face read with less doubt (nats) than this is read as told."""


def face_nats(rates: Rates, predicted: Sighting, seen: Sighting) -> float:
    """How surprising it is to read `seen` where `predicted` lies."""
    if predicted.tile is None:
        return unlike_unread(rates, seen)
    if seen.tile is None and not seen.alternatives:
        return rates.unread
    return min(rates.face, -math.log(max(probability(predicted.tile, seen), LEAST_CHANCE)))


def tile_differences(
    rates: Rates, place: Hashable, predicted: Sighting, seen: Sighting
) -> Iterator[Difference]:
    """How one tile differs from the one seen in its place."""
    nats = face_nats(rates, predicted, seen)
    if nats > NOTICED:
        yield Difference((place, predicted.tile), nats, "face", is_averaged=True)
    if predicted.turned != seen.turned:
        yield Difference((place, "turned"), rates.turned, "turned")


def in_order(rates: Rates, predicted: Sequence[Sighting], seen: Sequence[Sighting]) -> Iterator[Difference]:
    """The differences of two rows in order, in their likeliest pairing."""
    for place, other in _paired(rates, predicted, seen):
        if other is None and place is not None:
            is_read = predicted[place].tile is not None
            nats, rate = (rates.missing, "missing") if is_read else (rates.missing_unread, "missing_unread")
            yield Difference((place, "missing"), nats, rate, first=None if is_read else nats)
        elif place is None:
            yield Difference(("extra", other), rates.extra, "extra")
        elif other is not None:
            yield from tile_differences(rates, place, predicted[place], seen[other])


def _paired(
    rates: Rates, predicted: Sequence[Sighting], seen: Sequence[Sighting]
) -> list[tuple[int | None, int | None]]:
    """The cheapest pairing of two rows: (place in `predicted`, place in `seen`), None for no partner."""
    alike = 0
    while alike < min(len(predicted), len(seen)) and _pair(rates, predicted[alike], seen[alike]) < SAME:
        alike += 1
    pairs: list[tuple[int | None, int | None]] = [(place, place) for place in range(alike)]
    if alike == len(predicted) == len(seen):
        return pairs
    return pairs + _aligned(rates, predicted, seen, alike)


def _aligned(
    rates: Rates, predicted: Sequence[Sighting], seen: Sequence[Sighting], start: int
) -> list[tuple[int | None, int | None]]:
    """As `_paired`, of what comes after the first `start` tiles: each cell holds a cost and the way to it."""
    Cell = tuple[float, tuple[tuple[int | None, int | None], ...]]
    above: list[Cell] = [(0.0, ())]
    for other in range(start, len(seen)):
        cost, way = above[-1]
        above.append((cost + rates.extra, (*way, (None, other))))
    for place in range(start, len(predicted)):
        gone = rates.missing if predicted[place].tile is not None else rates.missing_unread
        row: list[Cell] = [(above[0][0] + gone, (*above[0][1], (place, None)))]
        for number, other in enumerate(range(start, len(seen))):
            ways: list[tuple[float, Cell, tuple[int | None, int | None]]] = [
                (
                    above[number][0] + _pair(rates, predicted[place], seen[other]),
                    above[number],
                    (place, other),
                ),
                (above[number + 1][0] + gone, above[number + 1], (place, None)),
                (row[number][0] + rates.extra, row[number], (None, other)),
            ]
            cost, before, step = min(ways, key=lambda each: each[0])
            row.append((cost, (*before[1], step)))
        above = row
    return list(above[-1][1])


def _pair(rates: Rates, predicted: Sighting, seen: Sighting) -> float:
    return face_nats(rates, predicted, seen) + rates.turned * (predicted.turned != seen.turned)


def _unlike_flower(rates: Rates, seen: Sighting) -> float:
    """How surprising it is (nats) to read `seen` where a flower lies whose face was not read."""
    given = seen.alternatives or (((seen.tile, seen.confidence),) if seen.tile else ())
    others = sum(chance for face, chance in given if not is_flower(face) and face != NORTH)
    nats = min(rates.face, -math.log(max(1.0 - others, LEAST_CHANCE)))
    return max(nats, unlike_unread(rates, seen))


def unlike_unread(rates: Rates, seen: Sighting) -> float:
    """How surprising it is (nats) to read `seen` where a tile lies that nobody could read."""
    return rates.unread if seen.tile is not None else 0.0


def flowers(rates: Rates, predicted: Sequence[Sighting], seen: Sequence[Sighting]) -> Iterator[Difference]:
    """The differences of flowers. One told without a face is the tile left that is most like a flower."""
    return in_any_order(rates, predicted, seen, _unlike_flower)


def in_any_order(
    rates: Rates,
    predicted: Sequence[Sighting],
    seen: Sequence[Sighting],
    unlike: Callable[[Rates, Sighting], float] = lambda rates, each: 0.0,
    not_found: float | None = None,
) -> Iterator[Difference]:
    """The differences of tiles whose order means nothing, surest pairs first. A tile told without its face
    may be any that is left, or not found; `unlike`: how surprising (nats) it is to be the one seen;
    `not_found`: how surprising it is that none is, as a flower's when not given."""
    pairs = sorted(
        (_pair(rates, ours, theirs), place, other)
        for place, ours in enumerate(predicted)
        for other, theirs in enumerate(seen)
        if ours.tile is not None
    )
    partner: dict[int, int] = {}
    for _, place, other in pairs:
        if place not in partner and other not in partner.values():
            partner[place] = other
    left = sorted(
        (unlike(rates, each), bool(each.alternatives))
        for place, each in enumerate(seen)
        if place not in partner.values()
    )
    unread = sum(each.tile is None for each in predicted)
    for place, ours in enumerate(predicted):
        if place in partner:
            yield from tile_differences(rates, place, ours, seen[partner[place]])
        elif ours.tile is not None:
            yield Difference((place, "missing"), rates.missing, "missing")
    for number, (nats, _) in enumerate(left[:unread]):
        if nats > NOTICED:
            yield Difference(("unlike", number), nats, "face", is_averaged=True)
    for number in range(unread - len(left)):
        nats = rates.flower_missing if not_found is None else not_found
        yield Difference(("unread", number), nats, "flower_missing", first=nats)
    for number, (_, is_read) in enumerate(left[unread:]):
        nats, rate = (rates.extra, "extra") if is_read else (rates.missing_unread, "missing_unread")
        yield Difference(("extra", number, is_read), nats, rate)
