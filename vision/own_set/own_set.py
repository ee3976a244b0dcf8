"""What is known of the set on one table, look by look; and what a look shows by that knowledge."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, BACK, Tile, plain
from vision.detect.networks import Settings
from vision.detect.read import Read
from vision.detect.taught import Embeds
from vision.observation import Picture, Point
from vision.own_set.assigning import chances
from vision.own_set.by_rule import NEAR, Rows, nearest
from vision.own_set.doubted import Doubted
from vision.own_set.looks_alike import MOST_ALIKE, MOST_GROUPS, Group, Groups, Told, embedded
from vision.own_set.weights import FITTED, Weights

CLEARLY_A_TILE = 0.55
"""The heat from which something that reads like no face in particular may be a face of a strange set."""
NO_TILE = 0.3
"""What reads as nothing, a die or a back with more than this teaches nothing."""
LEAST = 1e-3
"""What the reader holds for less likely than this is no likelier than anything else."""
CLEARLY = 0.5
"""What the reader is surer of is told as a face."""
FEWEST_TILES = 2
"""Readings of tiles that look alike until they have a say."""
SURE_BEFORE = 0.98
"""How sure a face is that a group had in a game before; more than `Weights.sure`, or it is never told."""
PLAYED, SWEPT = 30, 3
"""Faces that lie there while a deal is played, and after it was swept together."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """One crop and the number of its group."""

    read: Read
    group: int


class OwnSet:
    """One table's set. `counts`: how many of each plain face the rules play with. Not for two threads."""

    def __init__(
        self, reader: Embeds, settings: Settings, counts: Mapping[Tile, int], weights: Weights = FITTED
    ) -> None:
        """Nothing is known of the set yet."""
        self.reader, self._settings, self._weights = reader, settings, weights
        self.faces = tuple(face for face in ALL_FACES if face in counts)
        self.groups, self._rows, self._doubted = Groups(), Rows(), Doubted(reader)
        # A red five looks otherwise than a plain one.
        has_twin = np.array([f"0{face[1]}" in ALL_FACES and face[0] == "5" for face in self.faces])
        self._twice = np.where(has_twin, weights.red, weights.twice)
        self._columns = _columns(settings, self.faces)
        self._worst = settings.numbers((BACK, "none", *(f"die{pips}" for pips in range(1, 7))))
        (self._back,) = settings.numbers((BACK,))
        self._shown: dict[int, _Shown] = {}
        self._lying: Mapping[Point, Read] = {}
        self._likely = np.zeros((0, len(self.faces)))
        self._assigned: list[int | None] = []
        self._is_played = False
        self.is_news = False
        """Whether something was said that no look was read by yet."""
        self.has_changed = False
        """Whether the last look told tiles otherwise that had been told before."""
        self.is_swept = False
        """Whether the last look was the first after a deal was swept together."""

    @property
    def assigned_faces(self) -> tuple[Tile | None, ...]:
        """For each group the face it is taken for, None where that is left to the classifier."""
        return tuple(None if number is None else self.faces[number] for number in self._assigned)

    def known(self) -> tuple[tuple[Tile, Group], ...]:
        """Each group whose face is sure by now, and that face."""
        rows = zip(self.groups.all, self._likely, strict=False)
        sure = [(int(likely.argmax()), group) for group, likely in rows if likely.max() >= self._weights.sure]
        return tuple((self.faces[face], group) for face, group in sure if group.most <= MOST_ALIKE)

    def read(self, reads: list[Read], places: Sequence[Point]) -> list[Read]:
        """`reads` with what is known of the set; `places`: where they lie, mm."""
        self._join()
        self._take([(one, place) for one, place in zip(reads, places, strict=True) if self._may_teach(one)])
        self._doubted.look([one for one in reads if self._may_be_known(one)])
        known = self._known_groups()
        self._shown |= {id(one): _Shown(one, n) for one, n in self._doubted.like(self.groups, known)}
        groups = {n: self._shown[id(one)].group for n, one in enumerate(reads) if id(one) in self._shown}
        self._shown = {id(reads[number]): self._shown[id(reads[number])] for number in groups}
        self.groups.lie(list(groups.values()))
        self._rows.look({places[number]: group for number, group in groups.items()})
        self._lying = {places[number]: reads[number] for number in groups}
        self._part_many()
        groups = {n: self._shown[id(reads[n])].group for n in groups}
        self._note_deal(len(groups))
        self._think()
        return [
            self._by_set(one, groups[number]) if number in groups else one for number, one in enumerate(reads)
        ]

    def lie_together(self, rows: Sequence[Sequence[Point]]) -> None:
        """Takes where the tiles of each set and each hand lie that is laid out; their faces go together by
        rule."""
        self.is_news |= self._rows.lie(rows)

    def pin(self, place: Point, near: float, face: Tile) -> bool:
        """A person says what lies at `place`: whatever looks like it is that face; a group in which two tiles
        are named otherwise is parted. Whether a tile of the last look lies that near, mm."""
        number, one = self._rows.at(place, near), nearest(self._lying, place, near)
        if number is None or one is None or plain(face) not in self.faces:
            return False
        told, group = Told(place, embedded(self.reader, one.crop[None])[0]), self.groups.all[number]
        # A face from a game before is put right for the whole group.
        is_another = group.told is not None and math.dist(group.told.place, place) >= NEAR
        if group.taught not in (None, self.faces.index(plain(face))) and is_another:
            self._likely = np.vstack([self._likely, self._likely[number]])
            self._assigned.append(self._assigned[number])
            number = self._parted(number, told)
        self.groups.all[number].taught = self.faces.index(plain(face))
        self.groups.all[number].told = told
        self.is_news = True
        return True

    def _part_many(self) -> None:
        """Parts each group of which more tiles lie there than one face has."""
        for number, group in enumerate(list(self.groups.all)):
            is_sure = np.exp(group.chances.max()) >= self._weights.sure
            if group.lying > MOST_ALIKE and not is_sure and len(self.groups.all) < MOST_GROUPS:
                self._parted(number)
                self.is_news = True

    def _parted(self, number: int, told: Told | None = None) -> int:
        """The number of a new group of some of the tiles of a group: what looks like the one that is `told`,
        or unlike the others."""
        lie = [key for key, each in self._shown.items() if each.group == number]
        seen = embedded(self.reader, np.stack([self._shown[key].read.crop for key in lie]))
        new = len(self.groups.all)
        for key, goes in zip(lie, self.groups.part(number, seen, told), strict=True):
            if goes:
                self._shown[key] = replace(self._shown[key], group=new)
        self._rows.look({at: self._shown[id(read)].group for at, read in self._lying.items()})
        return new

    def lying_at(self, place: Point, near: float) -> tuple[Tile | None, Picture] | None:
        """What the reader by itself took the tile of the last look for that lies nearest to `place`, None for
        no face, and its crop (64, 48, 3); None when none lies nearer than `near` mm."""
        one = nearest(self._lying, place, near)
        if one is None:
            return None
        label = self._settings.labels[int(one.chances.argmax())]
        return label if label in ALL_FACES else None, one.crop

    def begin_with(self, groups: Sequence[tuple[Tile, Group]]) -> None:
        """Takes over what was known of the set before this game: a face and a group of which nothing was read
        yet."""
        for face, group in groups:
            if face in self.faces:
                group.before = self.faces.index(face) if group.taught is None else None
                group.taught = None if group.taught is None else self.faces.index(face)
                group.chances = np.zeros(len(self.faces))
                self.groups.all.append(group)
        self.is_news = True

    def _join(self) -> None:
        """Joins what has come to look alike."""
        now = self.groups.join() if self.is_news else {}
        if not now:
            return
        self._rows.renumber(now)
        self._shown = {key: replace(each, group=now[each.group]) for key, each in self._shown.items()}
        assigned: list[int | None] = [None] * len(self.groups.all)
        likely = np.zeros((len(assigned), len(self.faces)))
        for before, number in enumerate(self._assigned):
            assigned[now[before]] = number if assigned[now[before]] is None else assigned[now[before]]
            likely[now[before]] = np.maximum(likely[now[before]], self._likely[before])
        self._likely = likely
        self._assigned = assigned

    def _known_groups(self) -> set[int]:
        assigned = {number for number, face in enumerate(self._assigned) if face is not None}
        return assigned | {n for n, group in enumerate(self.groups.all) if group.taught is not None}

    def _may_teach(self, one: Read) -> bool:
        return self._is_tile(one) and float(one.chances[self._worst].sum()) < NO_TILE

    def _may_be_known(self, one: Read) -> bool:
        """Whether it teaches nothing, but may be a tile that looks like a known one; what may be a back is
        none, because blank tiles are told apart by all that lies there."""
        is_no_back = float(one.chances[self._back]) < NO_TILE
        return self._is_tile(one) and is_no_back and not self._may_teach(one)

    def _is_tile(self, one: Read) -> bool:
        return one.found.kind == "face" and one.teller != "colour" and one.found.heat >= CLEARLY_A_TILE

    def _take(self, lying: Sequence[tuple[Read, Point]]) -> None:
        """Puts what was not seen before into its groups."""
        news = [(one, place) for one, place in lying if id(one) not in self._shown]
        if not news:
            return
        fresh, before = [one for one, _ in news], [self._rows.at(place, NEAR) for _, place in news]
        crops = np.stack([one.crop for one in fresh])
        said = self._by_itself(np.stack([one.chances for one in fresh]))
        logs = np.log(np.maximum(said, LEAST))
        groups = self.groups.take(embedded(self.reader, crops), logs, list(crops), before)
        for one, group in zip(fresh, groups, strict=True):
            if group is not None:
                self._shown[id(one)] = _Shown(one, group)
        self.is_news = True

    def _note_deal(self, lying: int) -> None:
        self.is_swept = self._is_played and lying < SWEPT
        self._is_played = lying >= PLAYED or (self._is_played and not self.is_swept)
        if self.is_swept:
            self.groups.sweep()

    def _by_itself(self, labels: NDArray[np.float32]) -> NDArray[np.float64]:
        """(n, faces): what the reader says of n crops, red fives and plain ones together."""
        return np.asarray(labels.astype(np.float64) @ self._columns)

    def _think(self) -> None:
        """How likely each group is each face, now that all of them are seen together."""
        self.has_changed = False
        if not self.is_news:
            return
        groups = self.groups.all
        asked = [n for n, group in enumerate(groups) if group.tiles >= FEWEST_TILES or group.is_told]
        logs = np.stack([self._logs(groups[n]) for n in asked]) if asked else np.zeros((0, len(self.faces)))
        likely = chances(logs, self._twice, self._weights.none)
        by_rule = self._rows.say(asked, likely, self.faces, self._weights.by_rule)
        if by_rule is not None:
            likely = chances(logs + by_rule, self._twice, self._weights.none)
        before = [self._shown_as(number) for number in range(len(self._assigned))]
        self._likely = np.zeros((len(groups), len(self.faces)))
        self._likely[asked] = likely
        self._assigned = [self._face_of(number) for number in range(len(groups))]
        self.has_changed = [self._shown_as(number) for number in range(len(before))] != before
        self.is_news = False

    def _logs(self, group: Group) -> NDArray[np.float64]:
        """(faces,): the logarithms of the chances of a group by itself."""
        if group.taught is not None:
            certain = np.full(len(self.faces), -1e3)
            certain[group.taught] = 0.0
            return certain
        said = np.exp(group.chances) if group.tiles else np.zeros(len(self.faces))
        logs = np.log(said + self._weights.floor * (1 - said.max() + self._weights.odd))
        if group.before is not None:
            logs[np.arange(len(logs)) != group.before] += np.log((1 - SURE_BEFORE) / len(logs))
        return np.asarray(logs - logs.max())

    def _face_of(self, number: int) -> int | None:
        """The face that is told of a group; None where each of its tiles is left to the reader."""
        group, likely = self.groups.all[number], self._likely[number]
        if group.taught is not None:
            return group.taught
        best, read = int(likely.argmax()), int(group.chances.argmax())
        if group.most > MOST_ALIKE or likely[best] < self._weights.sure:
            return None
        return best if best == read or likely[read] <= self._weights.lost else None

    def _shown_as(self, number: int) -> int | None:
        """The face that a tile of the group is told as when it reads as the others do; None for unknown."""
        face, likely = self._assigned[number], self._likely[number]
        chances = self.groups.all[number].chances
        read = int(chances.argmax())
        if face is None and np.exp(chances[read]) > CLEARLY:
            return read if not likely.any() or likely[read] > self._weights.lost else None
        return face

    def _by_set(self, one: Read, number: int) -> Read:
        """The read as its group has it: the group's face, or less of a face that cannot be."""
        group, face, likely = self.groups.all[number], self._assigned[number], self._likely[number]
        own = self._by_itself(one.chances[None])[0]
        read = int(own.argmax())
        is_possible = likely[read] > self._weights.lost and face in (None, read)
        if group.most > MOST_ALIKE or not likely.any() or (own[read] > self._weights.sure and is_possible):
            return one
        return replace(one, chances=self._spread(one.chances, likely), teller="set")

    def _spread(self, labels: NDArray[np.float32], likely: NDArray[np.float64]) -> NDArray[np.float32]:
        """(labels,): the chances of a group's faces; red and plain as the crop itself shows."""
        inked = self._columns * (labels[:, None] + 1e-4)
        shares = inked / np.maximum(inked.sum(axis=0, keepdims=True), 1e-9)
        return np.asarray((shares * likely[None]).sum(axis=1), np.float32)


def _columns(settings: Settings, faces: Sequence[Tile]) -> NDArray[np.float64]:
    """(labels, faces): 1 where a label is that face, red or plain."""
    found = np.zeros((len(settings.labels), len(faces)))
    for column, face in enumerate(faces):
        for row, label in enumerate(settings.labels):
            found[row, column] = float(label in ALL_FACES and plain(label) == face)
    return found
