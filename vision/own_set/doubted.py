"""What reads as nothing and may be a tile all the same: it looks like a face of the set that is known by now.

Such tiles teach nothing; but where a person, or the whole set, has said what looks so, they are told as that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from vision.detect.read import Read
from vision.detect.taught import Embeds
from vision.own_set.looks_alike import Embeddings, Groups, embedded


class Doubted:
    """The doubted crops of one table, each embedded once."""

    def __init__(self, reader: Embeds) -> None:
        """None has been seen yet."""
        self._reader = reader
        self._seen: dict[int, tuple[Read, Embeddings]] = {}

    def look(self, reads: Sequence[Read]) -> None:
        """Takes the doubted ones of a look; those of the look before are forgotten where they are gone."""
        fresh = [one for one in reads if id(one) not in self._seen]
        found = embedded(self._reader, np.stack([one.crop for one in fresh])) if fresh else ()
        news = {id(one): (one, each) for one, each in zip(fresh, found, strict=True)}
        self._seen = {id(one): news.get(id(one)) or self._seen[id(one)] for one in reads}

    def like(self, groups: Groups, known: Collection[int]) -> Iterator[tuple[Read, int]]:
        """Those that look like one of the `known` groups more than like any other, and its number."""
        if not self._seen:
            return
        nearest = groups.nearest(np.stack([each for _, each in self._seen.values()]))
        for (one, _), number in zip(self._seen.values(), nearest, strict=True):
            if number is not None and number in known:
                yield one, number
