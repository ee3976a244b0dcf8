"""Looks of a film without painting it: what lies there, with the errors the networks make, and what moved.

The looks are finds as a `Looker`'s, so that a `Replay` and the live table take them as they take a camera's:
what an arm hides is not found, what has changed since the look before is not calm. The errors are of two
kinds: those that stay as long as a tile lies there (a face misread, or read with doubt; a tile often
overlooked), and those of one look.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.table.reading import ZONES
from engine.tiles import ALL_FACES
from vision.layout.lying import centre
from vision.layout.zones import Mask, covered_mask, zone_shares
from vision.observation import DieObservation, TileObservation
from vision.pipeline.look import Find
from vision.simulate.drawing.lens import lens_of
from vision.simulate.filming.film import Film
from vision.simulate.looks import PerfectLook, perfect_look
from vision.simulate.poses import Scene
from vision.track.calm import COVERED_SHARE, MOVING_SHARE, Settling

SQUARE_MM = 850.0
FACES = sorted(ALL_FACES)
BLANK = "5z"


@dataclass(frozen=True, slots=True)
class Errors:
    """How often each error is made, as a share of the tiles; `misread` to `overlooked_often` last as long as
    the tile lies there, the others are made anew in each look. Of the rows of standing tiles a share is
    `miscounted` in each look, and another `miscounted_often` as long as the row has so many tiles."""

    misread: float = 0.006
    doubtful: float = 0.02
    overlooked_often: float = 0.004
    overlooked: float = 0.002
    flicker: float = 0.002
    back_as_blank: float = 0.0003
    miscounted: float = 0.03
    miscounted_often: float = 0.04


NONE = Errors(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
OFTEN = 0.6
"""In so many of the looks a tile that is often overlooked is not found."""


def unpainted_looks(
    film: Film, rate: float, seed: int, errors: Errors, is_taken: Callable[[float], bool] = lambda at_s: True
) -> Iterator[Find]:
    """Every look at `rate` a second that `is_taken` at its time (s)."""
    lens, eyes = lens_of(film.settings.view), _Eyes(seed, errors)
    place = tuple(float(each) for each in lens.place_mm)
    before: tuple[PerfectLook, Mask] | None = None
    still: Scene | None = None
    for number in range(math.ceil(film.ends_s * rate)):
        at_s = number / rate
        if not is_taken(at_s):
            continue
        scene = film.scene_at(at_s)
        is_still = scene is still and not any(act.start_s < at_s < act.gone_s for act in film.acts)
        if before is not None and is_still and not before[0].covered:
            look = replace(before[0], number=number, at_s=at_s)
        else:
            look, still = perfect_look(film, lens, number, at_s), scene
        cover = covered_mask(look.covered, SQUARE_MM)
        settling = _settling(look, cover, before)
        before = (look, cover)
        observed = (eyes.tiles(look.tiles), look.dice)
        yield Find(number, at_s, settling, (place[0], place[1], place[2]), observed)


def _settling(look: PerfectLook, cover: Mask, before: tuple[PerfectLook, Mask] | None) -> Settling:
    """What the look is worth beside the one before: zones in which something changed are not calm."""
    if before is None:
        return Settling("partly" if look.covered else "seen", look.covered, ZONES)
    changed = [] if look.tiles is before[0].tiles else _changed(before[0].tiles, look.tiles)
    changed += _changed(before[0].dice, look.dice)
    moved = (covered_mask(changed, SQUARE_MM) | (cover ^ before[1])) > 0
    moving = frozenset(
        name for name, share in zone_shares(np.asarray(moved, np.uint8)).items() if share > MOVING_SHARE
    )
    hidden = frozenset(name for name, share in zone_shares(cover).items() if share > COVERED_SHARE)
    stirred = (*changed, *(before[0].covered if before[0].covered != look.covered else ()), *look.covered)
    calm = frozenset(ZONES - moving - hidden)
    return Settling("partly" if look.covered else "seen", look.covered, moving, hidden, calm, stirred=stirred)


def _changed(
    before: Sequence[TileObservation] | Sequence[DieObservation],
    now: Sequence[TileObservation] | Sequence[DieObservation],
) -> list[tuple[tuple[float, float], ...]]:
    """The outlines of what lies otherwise than before."""
    old, new = ({(each.corners_mm, _shown(each)): each for each in all_} for all_ in (before, now))
    return [key[0] for key in {*old, *new} if (key in old) != (key in new)]


def _shown(each: TileObservation | DieObservation) -> object:
    return each.pips if isinstance(each, DieObservation) else (each.kind, each.faces)


class _Eyes:
    """Spoils what a perfect detector reports."""

    def __init__(self, seed: int, errors: Errors) -> None:
        self._chance, self._errors = random.Random(f"eyes {seed}"), errors
        self._lasting: dict[tuple[int, int, object], tuple[tuple[tuple[str, float], ...], bool]] = {}
        self._seed = seed

    def tiles(self, tiles: Sequence[TileObservation]) -> tuple[TileObservation, ...]:
        """What is found of `tiles` in one look."""
        flat = [self._spoilt(each) for each in tiles if each.kind != "standing"]
        rows: dict[int, list[TileObservation]] = {}
        for each in tiles:
            if each.kind == "standing":
                rows.setdefault(_side(each), []).append(each)
        counted = [each for side, row in rows.items() for each in self._counted(side, row)]
        return (*(each for each in flat if each is not None), *counted)

    def _counted(self, side: int, row: list[TileObservation]) -> list[TileObservation]:
        """A row with one tile too few or too many where it is miscounted."""
        habit = random.Random(f"{self._seed} row {side} {len(row)}")
        is_often = habit.random() < self._errors.miscounted_often
        if not is_often and self._chance.random() >= self._errors.miscounted:
            return row
        *rest, last = row
        if (habit if is_often else self._chance).random() < 0.5 or not rest:
            return rest
        (x, y), (before_x, before_y) = centre(last.corners_mm), centre(rest[-1].corners_mm)
        step = (x - before_x, y - before_y)
        first, second, third, fourth = ((a + step[0], b + step[1]) for a, b in last.corners_mm)
        return [*row, replace(last, corners_mm=(first, second, third, fourth))]

    def _spoilt(self, tile: TileObservation) -> TileObservation | None:
        errors, chance = self._errors, self._chance
        faces, is_often = self._habit(tile)
        if chance.random() < (OFTEN if is_often else errors.overlooked):
            return None
        if tile.kind == "back":
            is_blank = chance.random() < errors.back_as_blank
            return replace(tile, kind="face", score=0.7, faces=((BLANK, 0.7),)) if is_blank else tile
        if chance.random() < errors.flicker:
            faces = ((chance.choice(FACES), 0.7), (tile.faces[0][0], 0.2))
        return replace(tile, score=0.9, faces=faces)

    def _habit(self, tile: TileObservation) -> tuple[tuple[tuple[str, float], ...], bool]:
        """How this tile reads where it lies, and whether it is often overlooked there."""
        x, y = centre(tile.corners_mm)
        key = (round(x / 4), round(y / 4), tile.faces[:1])
        if key not in self._lasting:
            chance, errors = random.Random(f"{self._seed} {key}"), self._errors
            right = tile.faces[0][0] if tile.faces else BLANK
            wrong, drawn = chance.choice([each for each in FACES if each != right]), chance.random()
            if drawn < errors.misread:
                faces: tuple[tuple[str, float], ...] = ((wrong, 0.8), (right, 0.1))
            elif drawn < errors.misread + errors.doubtful:
                faces = ((right, 0.55), (wrong, 0.4))
            else:
                faces = ((right, 0.97),)
            self._lasting[key] = (faces, chance.random() < errors.overlooked_often)
        return self._lasting[key]


def _side(tile: TileObservation) -> int:
    x, y = centre(tile.corners_mm)
    return max(range(4), key=lambda seat: (-y, x, y, -x)[seat])
