"""Tiles and dice in a picture: on any photo, or on the table seen straight from above.

Two small networks: the locator says where tiles lie whatever their face, the reader says which face
each one shows, so that a wrong face never moves a tile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from vision.detect.colours import lifted
from vision.detect.company import sized_like_clear
from vision.detect.dice.network import DiceNetwork
from vision.detect.dice.places import places_of
from vision.detect.dice.telling import dice_in_photo, dice_on_table
from vision.detect.dots import the_picture, with_dots_joined, with_what_fills
from vision.detect.ground import without_ground
from vision.detect.halves import joined
from vision.detect.judge import judge, judge_table
from vision.detect.locate import (
    DIE,
    LEAST_HEAT,
    Found,
    locate,
    of_one_size,
    one_a_place,
    scales_for,
    without_doubles,
)
from vision.detect.memory import TableMemory, Window, are_apart, grown, inside, part_of
from vision.detect.mend import DICE, SLACK_READ, SLACK_UNKNOWN, TileSides, fits_table, slack_of
from vision.detect.networks import MODELS, Network, Settings, read_settings
from vision.detect.read import FACE_PART, Read, read, sized
from vision.detect.taught import Knowledge, TaughtSet, best_of, knowledge_of, seen_by
from vision.laps import Laps
from vision.observation import (
    Corners,
    Detections,
    DieObservation,
    Picture,
    Point,
    TableImage,
    TileInPicture,
    TileObservation,
    check_picture,
)

USUAL_TILE_MM = (26.0, 35.0)
GUESSED_MM = (22.0, 28.0)
"""The widths of tiles that are searched for while theirs is not known."""
ENOUGH = 1600
"""Longest side up to which a photo is searched at once; beyond it only if its tiles are that small."""
SMALL_PX = 15.0
MOST_PARTS = 3
"""Of a picture that is one tile a few dots may be taken for tiles."""
LEAST_DIE, MAY_BE_A_DIE = 0.1, 0.3
"""The locator's heat, and the reader's chance, from which the network for dice is asked about a place."""
SURE_KEPT = 0.97
"""What was read less surely is read again at every look, changed or not."""


@dataclass(frozen=True, slots=True)
class Detector:
    """The networks, ready."""

    locator: Network
    reader: Network
    settings: Settings
    dice: DiceNetwork
    glance: Network | None = None
    """A smaller reader: on a table it looks first, and the other one at what it leaves in doubt."""
    sets: tuple[tuple[str, Knowledge], ...] = ()
    """Taught sets by name; that which a picture's tiles look like helps to read them."""
    is_certain: bool = False
    """Whether the first of `sets` is known to be on the table, whatever the tiles look like."""

    @staticmethod
    def load(models_dir: Path | None = None, threads: int = 2, *, keeps_memory: bool = True) -> Detector:
        """Reads locator.onnx, reader.onnx, labels.json and, where there is one, glance.onnx; VisionError
        naming a missing or broken one. `keeps_memory` as of a `Network`."""
        folder = MODELS if models_dir is None else models_dir
        glance = folder / "glance.onnx"
        network = partial(Network, threads=threads, keeps_memory=keeps_memory)
        return Detector(
            network(folder / "locator.onnx"),
            network(folder / "reader.onnx"),
            read_settings(folder),
            DiceNetwork(folder, threads, keeps_memory=keeps_memory),
            network(glance) if glance.exists() else None,
        )

    def with_sets(self, sets: Sequence[TaughtSet], is_certain: bool = False) -> Detector:
        """The detector with sets it was taught; `is_certain`: the first is on the table, none is chosen."""
        ready = tuple((one.name, self._known(one)) for one in sets if one.faces)
        return replace(self, sets=ready, is_certain=is_certain)

    def _known(self, taught: TaughtSet) -> Knowledge:
        glanced = None if self.glance is None else seen_by(taught, self.glance)
        return knowledge_of(seen_by(taught, self.reader), self.settings, glanced)

    def detect_photo(self, picture: Picture) -> Detections:
        """Everything found in a photo of unknown scale and direction, (height, width, 3) BGR."""
        check_picture(picture)
        clock = Laps()
        picture = lifted(picture)
        located = self.located(picture)
        clock.lap("locate")
        reads = self.read_all(picture, located)
        clock.lap("read")
        reads, name = self._taught(reads)
        tiles = judge(reads, self.settings, picture)
        clock.lap("judge")
        tiles, dice = dice_in_photo(self.dice, picture, tiles)
        clock.lap("dice")
        shown = without_ground(picture, [_face_of(tile) for tile in tiles])
        return Detections(shown, dice, tuple(clock.laps.items()), name)

    def read_all(self, picture: Picture, located: list[Found]) -> list[Read]:
        """What all that was found shows, without the help of a taught set; one where the picture is one
        tile."""
        reads = read(self.reader, self.settings, picture, one_a_place(located))
        reads = joined(self.reader, self.settings, picture, reads)
        reads = with_dots_joined(self.reader, self.settings, picture, reads, located)
        reads = sized_like_clear(reads, self.settings)
        tiles = judge(reads, self.settings)
        if sum(tile.kind == "face" for tile in tiles) <= MOST_PARTS:
            ask = (self.reader, self.settings, picture)
            return the_picture(*ask) or with_what_fills(*ask, reads, located)
        return reads

    def _taught(self, reads: list[Read]) -> tuple[list[Read], str]:
        if not self.sets:
            return reads, ""
        choice = self.sets[0] if self.is_certain else best_of(dict(self.sets), reads, self.settings)
        if choice is None or not reads:
            return reads, ""
        name, known = choice
        rows = zip(reads, known.blended(reads), strict=True)
        return [replace(one, chances=row) for one, row in rows], name

    def detect_table(
        self,
        table: TableImage,
        tile_mm: tuple[float, float] | None = None,
        memory: TableMemory | None = None,
        own_set: Callable[[list[Read], list[Point]], list[Read]] | None = None,
    ) -> tuple[tuple[TileObservation, ...], tuple[DieObservation, ...]]:
        """Everything found on a rectified table, in its millimetres; `tile_mm`: a tile's width and height.

        With a `memory` of the looks before only what has changed is searched and read. `own_set`: what is
        known of the set that lies there, asked with what was read and where (mm) it lies.
        """
        check_picture(table.picture)
        memory = TableMemory() if memory is None else memory
        look = memory.look(table, tile_mm or USUAL_TILE_MM)
        table = replace(table, picture=lifted(table.picture))
        kept = [one for one in look.kept if one.chances.max() >= SURE_KEPT]
        unsure = [one.found for one in look.kept if one.chances.max() < SURE_KEPT]
        zoom = memory.zoom
        seen = [one for window in look.windows for one in self._search_table(table, tile_mm, window, zoom)]
        found = [one for one in seen if one.heat >= LEAST_HEAT]
        dice = [*(one for one in seen if one.kind == DIE), *look.dice]
        wide, high = tile_mm or USUAL_TILE_MM
        usual = (wide * table.px_per_mm, high * table.px_per_mm) if tile_mm else None
        known = [one.found for one in kept]
        single = [
            one
            for one in without_doubles([*found, *unsure])
            if one.kind != DIE and are_apart(one, known, wide * table.px_per_mm / 2)
        ]
        alike = of_one_size(single, usual)
        px, slack = table.px_per_mm, SLACK_READ if tile_mm else SLACK_UNKNOWN
        sides = TileSides(wide * px, high * px, slack)
        read_anew = [
            one
            for one in read(
                self.reader,
                self.settings,
                table.picture,
                alike,
                quick=True,
                sides=sides,
                glance=self.glance,
                known=memory.palette,
            )
            if fits_table(one.found, wide * px, high * px, slack)
        ]
        reads = kept + sized(read_anew, usual)
        memory.learn(reads, dice)
        reads = self._taught(reads)[0]
        if own_set is not None:
            reads = own_set(reads, [_middle(table.to_mm(one.corners)) for one in reads])
        tiles, memory.palette = judge_table(reads, self.settings, memory.palette, table.picture)
        places = places_of([*dice, *self._like_dice(reads)], table)
        (tiles, told_dice), clear = dice_on_table(self.dice, table.picture, places, tiles, look.clear_dice)
        memory.learn_dice(clear)
        return (
            tuple(
                TileObservation(one.kind, one.score, table.to_mm(one.corners_px), one.faces) for one in tiles
            ),
            tuple(DieObservation(one.pips, one.score, table.to_mm(one.corners_px)) for one in told_dice),
        )

    def _like_dice(self, reads: list[Read]) -> list[Found]:
        """What the reader of tiles may take for dice."""
        numbers = self.settings.numbers(DICE)
        return [one.found for one in reads if one.chances[numbers].sum() > MAY_BE_A_DIE]

    def _search_table(
        self, table: TableImage, tile_mm: tuple[float, float] | None, window: Window, zoom: float
    ) -> list[Found]:
        """What lies in a window of the table, of a tile's size; cut with room round it, searched `zoom` times
        as large as usual."""
        wide, high = (side * table.px_per_mm for side in tile_mm or USUAL_TILE_MM)
        room = round(high)
        left, top = max(0, window[0] - room), max(0, window[1] - room)
        part = part_of(table.picture, (left, top, window[2] + room, window[3] + room))
        widths = (wide,) if tile_mm else tuple(width * table.px_per_mm for width in GUESSED_MM)
        seen = [
            one
            for width in widths
            for one in locate(
                self.locator, self.settings, part, zoom * self.settings.tile_px / width, quick=True,
                least_die=LEAST_DIE,
            )
        ]  # fmt: skip
        found = []
        for one in seen:
            there = one.shifted(left, top) if left or top else one
            # A tile on the window's edge may lie a little outside it this time, and inside the time before.
            border = window if there.kind == DIE else grown(window, round(wide / 4))
            if fits_table(one, wide, high, slack_of(one, tile_mm is not None)) and inside(there, border):
                found.append(there)
        return found

    def search(self, picture: Picture) -> list[Found]:
        """Where tiles may lie in a photo of unknown scale, one find a place; not yet read."""
        return one_a_place(self.located(picture))

    def located(self, picture: Picture) -> list[Found]:
        """All that is found in a photo at any scale."""
        high, wide = picture.shape[:2]
        found: list[Found] = []
        for scale in scales_for(wide, high):
            found += locate(self.locator, self.settings, picture, scale)
        finest = scales_for(wide, high)[-1]
        if max(high, wide) > ENOUGH and _are_small(found, finest):
            found += locate(self.locator, self.settings, picture, min(1.0, finest * 2))
        return found


def best_face(tile: TileInPicture | TileObservation, threshold: float) -> tuple[str, float]:
    """The word for a tile and its confidence: its face, ``back``, or ``?`` when no face is sure enough."""
    if tile.kind == "back":
        return "back", tile.score
    if tile.kind != "face" or not tile.faces:
        return "?", tile.score
    face, chance = tile.faces[0]
    return (face, chance) if chance >= threshold else ("?", chance)


def _are_small(found: list[Found], finest: float) -> bool:
    """Whether the tiles seen at the finest scale are at its limit, or none were seen."""
    tiles = [one for one in found if one.kind in ("face", "back") and one.weight > 0.4]
    if not tiles:
        return True
    return float(np.median([one.short for one in tiles])) * finest < SMALL_PX


def _face_of(tile: TileInPicture) -> TileInPicture:
    if tile.kind == "standing":
        return tile
    x, y = (sum(point[axis] for point in tile.corners_px) / 4 for axis in (0, 1))
    points = [(x + (a - x) * FACE_PART, y + (b - y) * FACE_PART) for a, b in tile.corners_px]
    return replace(tile, corners_px=(points[0], points[1], points[2], points[3]))


def _middle(corners: Corners) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
