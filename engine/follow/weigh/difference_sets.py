"""How the sets laid out before a seat differ from those expected there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations

from engine.follow.propose.faces import turned_up
from engine.follow.weigh.difference import Difference
from engine.follow.weigh.difference_rows import tile_differences
from engine.follow.weigh.rates import Rates
from engine.table.reading import SeenMeld


def sets(rates: Rates, predicted: Sequence[SeenMeld], seen: Sequence[SeenMeld]) -> Iterator[Difference]:
    """The differences in the cheapest pairing of the sets told with those seen."""
    best: tuple[float, list[Difference]] = (math.inf, [])
    for places in _pairings(len(predicted), len(seen)):
        found = [
            difference
            for place, other in places
            for difference in _one(rates, place, predicted[place] if place is not None else None,
                                   seen[other] if other is not None else None)
        ]  # fmt: skip
        cost = sum(each.nats for each in found)
        if cost < best[0]:
            best = cost, found
    yield from best[1]


def _pairings(ours: int, theirs: int) -> Iterator[list[tuple[int | None, int | None]]]:
    """Every way to pair as many of `ours` with as many of `theirs` as there are."""
    if ours <= theirs:
        for chosen in permutations(range(theirs), ours):
            yield [*enumerate(chosen), *((None, other) for other in range(theirs) if other not in chosen)]
    else:
        for chosen in permutations(range(ours), theirs):
            pairs = [(place, other) for other, place in enumerate(chosen)]
            yield [*pairs, *((place, None) for place in range(ours) if place not in chosen)]


def _one(
    rates: Rates, place: int | None, predicted: SeenMeld | None, seen: SeenMeld | None
) -> Iterator[Difference]:
    if predicted is None or seen is None:
        lone = predicted or seen
        assert lone is not None
        each, rate = (rates.extra, "extra") if predicted is None else (rates.missing, "missing")
        yield Difference((place, "set", len(lone.tiles)), each * len(lone.tiles), rate)
        return
    if turned_up(predicted, seen) is not None:
        yield Difference((place, "turned up"), rates.lasting, "lasting")
        return
    more = len(seen.tiles) - len(predicted.tiles)
    if more:
        each, rate = (rates.extra, "extra") if more > 0 else (rates.missing, "missing")
        yield Difference((place, "size", len(seen.tiles)), rates.face + abs(more) * each, rate)
        return
    for index, (ours, theirs) in enumerate(zip(predicted.tiles, seen.tiles, strict=True)):
        if (index in predicted.face_down) != (index in seen.face_down):
            yield Difference((place, index, "face down"), rates.turned, "turned")
        elif index not in predicted.face_down:
            yield from tile_differences(rates, (place, index), ours, theirs)
