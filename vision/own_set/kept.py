"""What a game has taught of its set, kept for the next: as a taught set like those that people teach.

A set that taught itself is called ``played 1``, ``played 2`` ...; it is recognised by its looks. What a
person taught by name counts for certain, what was played only as likely.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.tiles import Tile
from vision.detect.taught import Embeds, TaughtSet, seen_by, unit
from vision.detect.taught_files import read_set, taught_names, write_set
from vision.observation import Point, VisionError
from vision.own_set.looks_alike import ALIKE, Group
from vision.own_set.named import keep_named
from vision.own_set.own_set import OwnSet

PLAYED = re.compile(r"played (\d+)")
ENOUGH_FACES = 20
"""A set of which fewer faces are known is not kept."""
TELLING = 8
"""So many groups of a table tell which set lies there."""
SAME_SET = 0.75
"""From this share of a table's groups that look like a face of a set it is that set."""


class KeptSets:
    """The sets in a folder, and which of them lies on the table; a fault of the disk is told once and stops
    nothing."""

    def __init__(self, folder: Path | None, own: OwnSet) -> None:
        """`own`: what is learnt now. Sets that cannot be read are left out; without a `folder` there are
        none, and nothing is kept."""
        self._folder, self.own = folder, own
        self.name: str | None = None
        """The set that is on the table, as far as is known."""
        self.problem = ""
        """What the disk would not do."""
        self._sets = tuple(_readable(folder, own.reader)) if folder else ()

    def look(self) -> None:
        """After each look: recognises the set, and keeps it after each deal."""
        if self.name is None:
            self._recognise()
        if self.own.is_swept:
            self._keep()

    def pin(self, place: Point, near: float, face: Tile) -> None:
        """A person says what lies at `place` (mm, no farther off than `near`): whatever looks like it is that
        face, and its crop is kept among the named tiles."""
        lying = self.own.lying_at(place, near)
        if not self.own.pin(place, near, face) or lying is None or self._folder is None:
            return
        try:
            keep_named(self._folder, face, *lying)
        except VisionError as wrong:
            self.problem = str(wrong)

    def _recognise(self) -> None:
        groups = [group for group in self.own.groups.all if group.tiles]
        if len(groups) < TELLING:
            return
        shares = {one.name: _share_of(one, groups) for one in self._sets}
        best = max(shares, key=lambda name: shares[name], default=None)
        if best is not None and shares[best] >= SAME_SET:
            self.name = best
            (known,) = (one for one in self._sets if one.name == best)
            self.own.begin_with([(face, group) for face, group in _groups_of(known)])

    def _keep(self) -> None:
        known = self.own.known()
        is_a_persons = self.name is not None and not PLAYED.fullmatch(self.name)
        if self._folder is None or len({face for face, _ in known}) < ENOUGH_FACES or is_a_persons:
            return
        self.name = self.name or _next_name(taught_names(self._folder))
        crops = [(face, group.mean, crop) for face, group in known for crop in group.crops]
        try:
            write_set(self._folder, TaughtSet(
                self.name, np.stack([crop for _, _, crop in crops]), tuple(face for face, _, _ in crops),
                np.stack([mean for _, mean, _ in crops]), self.own.reader.fingerprint,
            ))  # fmt: skip
        except VisionError as wrong:
            self.problem = str(wrong)


def _readable(folder: Path, reader: Embeds) -> list[TaughtSet]:
    found = []
    for name in taught_names(folder):
        try:
            found.append(seen_by(read_set(folder, name), reader))
        except VisionError:
            continue
    return found


def _share_of(known: TaughtSet, groups: Sequence[Group]) -> float:
    """How many of the groups look like a face of the set, 0-1."""
    if not known.faces:
        return 0.0
    means = np.stack([group.mean[0] for group in groups])
    near = np.einsum("gd,nwd->gnw", means, known.embeddings).max(axis=(1, 2))
    return float((near >= ALIKE).mean())


def _groups_of(known: TaughtSet) -> list[tuple[str, Group]]:
    """Each face of a set as a group of which nothing was read yet; certain when a person has taught it."""
    found = []
    for face in known.known:
        own = [number for number, other in enumerate(known.faces) if other == face]
        mean = unit(known.embeddings[own].mean(axis=0))
        group = Group(mean, np.zeros(0), crops=[known.crops[number] for number in own])
        group.taught = None if PLAYED.fullmatch(known.name) else 0
        found.append((face, group))
    return found


def _next_name(names: Sequence[str]) -> str:
    numbers = [int(found[1]) for name in names if (found := PLAYED.fullmatch(name))]
    return f"played {max(numbers, default=0) + 1}"
