"""Groups of tiles that look alike, gathered over the looks of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from vision.detect.taught import Embeds, unit
from vision.observation import Picture, Point

ALIKE = 0.85
"""Cosine between a tile and the mean of a group from which on it belongs to it. Of ten drawn sets on tables
two tiles of one face are nearer than 0.88 in 199 of 200 pairs, two faces farther apart than 0.79; of two sets
on photos they are 0.92 and 0.62."""
STILL_ALIKE = 0.65
"""The same for a tile where one of the group lay in the look before; two faces are nearer in one pair of
200."""
MOST_ALIKE = 4
"""Tiles of one face; a group of more holds two faces that only look alike to the reader."""
SLOWEST = 0.05
"""A new tile never weighs less than this in what a group looks like."""
MOST_CROPS = 4
MOST_GROUPS = 96
"""No set has half as many faces; what is like none of so many is no tile."""
Embeddings = NDArray[np.float32]
"""(n, 2, 128) of length 1: of n crops, upright and upside down."""


SWEPT_AWAY: Point = (inf, inf)


@dataclass(frozen=True, slots=True)
class Told:
    """A tile that a person has named: where it lies (mm; `SWEPT_AWAY` after its deal), and its embedding,
    (2, 128)."""

    place: Point
    seen: NDArray[np.float32]


@dataclass(slots=True)
class Group:
    """Tiles that look alike. `mean`: (2, 128), upright and upside down; `chances`: (faces,) the mean
    logarithm of what the reader says of each tile; `tiles`: how many were read; `most`: lay there at one
    time, `lying`: lie there now."""

    mean: NDArray[np.float32]
    chances: NDArray[np.float64]
    tiles: int = 0
    most: int = 0
    lying: int = 0
    crops: list[Picture] = field(default_factory=list)
    """The first of them, (64, 48, 3) each."""
    taught: int | None = None
    """The number of the face that a person has told."""
    told: Told | None = None
    """The tile of which a person told it last."""
    before: int | None = None
    """The number of the face that it had in games before."""

    @property
    def is_told(self) -> bool:
        """Whether somebody has told its face, now or in a game before."""
        return self.taught is not None or self.before is not None

    def add(self, embedding: NDArray[np.float32], logs: NDArray[np.float64], crop: Picture) -> None:
        """Takes in one more tile: its embedding (2, 128), the logarithms of its chances (faces,), a crop."""
        self.tiles += 1
        share = max(1 / self.tiles, SLOWEST)
        self._move(embedding, share)
        self.chances = self.chances + share * (logs - self.chances)
        if len(self.crops) < MOST_CROPS:
            self.crops.append(crop)

    def swallow(self, other: Group) -> None:
        """Takes in a whole group."""
        share = other.tiles / max(1, self.tiles + other.tiles)
        self._move(other.mean, share)
        self.chances = self.chances + share * (other.chances - self.chances)
        self.tiles, self.most = self.tiles + other.tiles, self.most + other.most
        self.lying += other.lying
        self.crops = [*self.crops, *other.crops][:MOST_CROPS]
        self.taught = other.taught if self.taught is None else self.taught
        self.before = other.before if self.before is None else self.before
        self.told = other.told if self.told is None else self.told

    def _move(self, towards: NDArray[np.float32], share: float) -> None:
        if (self.mean[0] * towards[0]).sum() < (self.mean[0] * towards[1]).sum():
            towards = towards[::-1]
        self.mean = unit((1 - share) * self.mean + share * towards)


class Groups:
    """All groups of one table."""

    def __init__(self) -> None:
        """Nothing has been seen yet."""
        self.all: list[Group] = []

    def sweep(self) -> None:
        """A deal is over: what a person named lies there no longer."""
        for group in self.all:
            if group.told is not None:
                group.told = replace(group.told, place=SWEPT_AWAY)

    def nearest(self, embeddings: Embeddings) -> list[int | None]:
        """The number of the group that each of n crops is nearest to; None for one that is like none."""
        if not self.all or not len(embeddings):
            return [None] * len(embeddings)
        near = self._nearness(embeddings)
        return [
            int(best) if near[number, best] >= ALIKE else None
            for number, best in enumerate(near.argmax(axis=1))
        ]

    def take(
        self,
        embeddings: Embeddings,
        logs: NDArray[np.float64],
        crops: Sequence[Picture],
        before: Sequence[int | None],
    ) -> list[int | None]:
        """Puts n new crops, with their `logs` (n, faces), into the groups they look like, or into new ones;
        the numbers of their groups, None where there are too many. `before`: the group of what lay in the
        same place, None for nothing: cut less well a tile looks a little otherwise, and stays what it is."""
        found: list[int | None] = []
        for embedding, chances, crop, was in zip(embeddings, logs, crops, before, strict=True):
            (number,) = self.nearest(embedding[None])
            if number is None and was is not None and self._nearness(embedding[None])[0, was] >= STILL_ALIKE:
                found.append(was)
                continue
            if number is None and len(self.all) < MOST_GROUPS:
                number = len(self.all)
                self.all.append(Group(embedding, chances))
            if number is not None:
                self.all[number].add(embedding, chances, crop)
            found.append(number)
        return found

    def join(self) -> dict[int, int]:
        """Joins groups that have come to look alike, but never two that a person told apart or that have more
        tiles than one face; the new number of each group, empty when nothing has changed."""
        gone: dict[int, int] = {}
        if len(self.all) > 1:
            near = self._nearness(np.stack([group.mean for group in self.all]))
            for late, early in zip(*np.nonzero(np.tril(near >= ALIKE, -1)), strict=True):
                one, other = int(early), int(late)
                taught = {self.all[number].taught for number in (one, other)} - {None}
                are_many = self.all[one].lying + self.all[other].lying > MOST_ALIKE
                if one not in gone and other not in gone and len(taught) < 2 and not are_many:
                    self.all[one].swallow(self.all[other])
                    gone[other] = one
        if not gone:
            return {}
        kept = [number for number in range(len(self.all)) if number not in gone]
        places = {number: place for place, number in enumerate(kept)}
        now = {number: places[gone.get(number, number)] for number in range(len(self.all))}
        self.all = [self.all[number] for number in kept]
        return now

    def part(self, number: int, seen: Embeddings, told: Told | None = None) -> list[bool]:
        """Parts a group of which n tiles lie there, seen as `seen`: those that look more like the one that a
        person has `told` now than like the one before, or without him those on the side of one of the two
        least alike, go to a new group, the last. Which of the n go."""
        old = self.all[number]
        first, second = _least_alike(seen)
        seeds = np.stack(
            [first if old.told is None else old.told.seen, second if told is None else told.seen]
        )
        goes = _nearness(seen, seeds).argmax(axis=1) == 1
        old.mean, old.crops = seeds[0], []
        self.all.append(Group(seeds[1], old.chances, max(1, int(goes.sum()))))
        old.tiles = max(1, int((~goes).sum()))
        for group, lying in ((old, ~goes), (self.all[-1], goes)):
            group.most = group.lying = int(lying.sum())
        return [bool(each) for each in goes]

    def lie(self, numbers: Sequence[int]) -> None:
        """Takes the group of every tile that lies there at one time."""
        counts = np.bincount(numbers, minlength=len(self.all)) if self.all else np.zeros(0, int)
        for group, count in zip(self.all, counts.tolist(), strict=True):
            group.most, group.lying = max(group.most, count), count

    def _nearness(self, embeddings: Embeddings) -> NDArray[np.float32]:
        """(n, groups): the cosine to each group's mean, whichever way up it is nearer."""
        return _nearness(embeddings, np.stack([group.mean for group in self.all]))


def embedded(reader: Embeds, crops: NDArray[np.uint8]) -> Embeddings:
    """What the reader makes of n crops, (n, 64, 48, 3), upright and upside down."""
    both = np.concatenate([crops, crops[:, ::-1, ::-1]])
    return unit(reader.run(both)[2].reshape(2, len(crops), -1).transpose(1, 0, 2))


def _nearness(embeddings: Embeddings, means: Embeddings) -> NDArray[np.float32]:
    """(n, groups): the cosine to each of the groups' means (groups, 2, 128)."""
    return np.asarray(np.einsum("nd,gwd->ngw", embeddings[:, 0], means).max(axis=2), np.float32)


def _least_alike(seen: Embeddings) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The two of n tiles that look least alike, each (2, 128)."""
    near = _nearness(seen, seen)
    one, other = np.unravel_index(int(near.argmin()), near.shape)
    return seen[one], seen[other]
