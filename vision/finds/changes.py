"""What lies on the table look by look, written as what has changed since the look before.

Each place where something was found keeps a slot: in a look it is absent, as before, or changed; what is
found nowhere near a slot gets a new one. A slot absent for long is given up::

    slots  5m  9p  --  back      1 1 0 2, new 1      (as before, as before, absent, changed, one new)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.finds.columns import Columns, Taken
from vision.finds.rounding import A_MM, TURN, Lying
from vision.observation import VisionError

ABSENT, SAME, CHANGED = 0, 1, 2
NEAR = 12 * A_MM
"""What is found so near a slot is what lay there."""
GIVEN_UP = 40
"""Looks without anything in a slot, until it is given up."""
MOST = 400
"""Tiles and dice in one look: nobody has so many."""
PLACE, SIDES, SCORE, FACES, KIND = 1, 2, 4, 8, 16
"""What has changed, as bits."""


@dataclass(slots=True)
class _Slot:
    lying: Lying
    absent: int = 0


class ChangesWriter:
    """Writes one look after the other."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._slots: list[_Slot] = []

    def write(self, lying: Sequence[Lying]) -> None:
        """One look."""
        fresh = list(lying)
        found = _matched([slot.lying for slot in self._slots], fresh)
        for slot, now in zip(self._slots, found, strict=True):
            slot.absent = slot.absent + 1 if now is None else 0
            state = ABSENT if now is None else SAME if now == slot.lying else CHANGED
            self._columns.put(slot=state)
            if now is not None and state == CHANGED:
                self._change(slot.lying, now)
                slot.lying = now
        self._columns.put(new=len(fresh))
        for now in fresh:
            self._columns.put(
                new_kind=now.kind, new_x=now.middle[0], new_y=now.middle[1], new_way=now.way,
                new_across=now.sides[0], new_along=now.sides[1], new_score=now.score,
            )  # fmt: skip
            self._faces(now)
        self._slots = [*(slot for slot in self._slots if slot.absent < GIVEN_UP), *map(_Slot, fresh)]

    def _change(self, before: Lying, now: Lying) -> None:
        changed = (
            PLACE * ((before.middle, before.way) != (now.middle, now.way))
            | SIDES * (before.sides != now.sides)
            | SCORE * (before.score != now.score)
            | FACES * (before.faces != now.faces)
            | KIND * (before.kind != now.kind)
        )
        self._columns.put(change=changed)
        if changed & PLACE:
            turned = (now.way - before.way + TURN // 2) % TURN - TURN // 2
            self._columns.put(
                dx=now.middle[0] - before.middle[0], dy=now.middle[1] - before.middle[1], turned=turned
            )
        if changed & SIDES:
            across = now.sides[0] - before.sides[0]
            self._columns.put(across=across, along=now.sides[1] - _in_shape(before.sides, now.sides[0]))
        if changed & SCORE:
            self._columns.put(score=now.score - before.score)
        if changed & FACES:
            self._faces(now)
        if changed & KIND:
            self._columns.put(kind=now.kind)

    def _faces(self, now: Lying) -> None:
        self._columns.put(faces=len(now.faces))
        self._columns.put_all("face", (face for face, _ in now.faces))
        self._columns.put_all("chance", (chance for _, chance in now.faces))


class ChangesReader:
    """Reads what `ChangesWriter` wrote."""

    def __init__(self, taken: Taken) -> None:
        self._taken = taken
        self._slots: list[_Slot] = []

    def read(self) -> tuple[Lying, ...]:
        """One look; VisionError when it holds what cannot be."""
        take = self._taken.take
        for slot, state in zip(self._slots, self._taken.take_all("slot", len(self._slots)), strict=True):
            slot.absent = slot.absent + 1 if state == ABSENT else 0
            if state == CHANGED:
                slot.lying = self._changed(slot.lying)
        count = take("new")
        if not 0 <= count <= MOST:
            raise VisionError(f"one of its looks has {count} new tiles")
        for _ in range(count):
            kind, middle = take("new_kind"), (take("new_x"), take("new_y"))
            way, sides = take("new_way"), (take("new_across"), take("new_along"))
            self._slots.append(_Slot(Lying(kind, middle, way, sides, take("new_score"), self._faces())))
        self._slots = [slot for slot in self._slots if slot.absent < GIVEN_UP]
        return tuple(slot.lying for slot in self._slots if slot.absent == 0)

    def _changed(self, before: Lying) -> Lying:
        take = self._taken.take
        changed = take("change")
        middle, way, sides = before.middle, before.way, before.sides
        score, faces, kind = before.score, before.faces, before.kind
        if changed & PLACE:
            middle = (middle[0] + take("dx"), middle[1] + take("dy"))
            way = (way + take("turned")) % TURN
        if changed & SIDES:
            across = sides[0] + take("across")
            sides = (across, _in_shape(sides, across) + take("along"))
        if changed & SCORE:
            score += take("score")
        if changed & FACES:
            faces = self._faces()
        if changed & KIND:
            kind = take("kind")
        return Lying(kind, middle, way, sides, score, faces)

    def _faces(self) -> tuple[tuple[int, int], ...]:
        count = self._taken.take("faces")
        faces, chances = self._taken.take_all("face", count), self._taken.take_all("chance", count)
        return tuple(zip(faces, chances, strict=True))


def _matched(slots: Sequence[Lying], fresh: list[Lying]) -> list[Lying | None]:
    """For each slot what lies there now; what belongs to none stays in `fresh`."""
    found: list[Lying | None] = [None] * len(slots)
    exact: dict[Lying, list[int]] = {}
    for number, slot in enumerate(slots):
        exact.setdefault(slot, []).append(number)
    rest = []
    for now in fresh:
        if numbers := exact.get(now):
            found[numbers.pop(0)] = now
        else:
            rest.append(now)
    free = [number for number, now in enumerate(found) if now is None]
    pairs = sorted(
        (apart, number, place)
        for place, now in enumerate(rest)
        for number in free
        if (apart := _apart(slots[number], now)) <= NEAR
    )
    taken: set[int] = set()
    for _, number, place in pairs:
        if found[number] is None and place not in taken:
            found[number] = rest[place]
            taken.add(place)
    fresh[:] = [now for place, now in enumerate(rest) if place not in taken]
    return found


def _in_shape(sides: tuple[int, int], across: int) -> int:
    """How long something of the shape of `sides` is that is so wide: tiles are found larger and smaller."""
    return (2 * across * sides[1] + sides[0]) // (2 * sides[0]) if sides[0] > 0 else sides[1]


def _apart(one: Lying, other: Lying) -> int:
    return max(abs(one.middle[0] - other.middle[0]), abs(one.middle[1] - other.middle[1]))
