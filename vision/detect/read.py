"""Reading what the locator found: cut upright, the reader says which face, which way up, and how well cut.

The locator's rectangles are rough. The reader says where in its crop the tile's four corners lie, and
in which of four directions its face stands. The second look is cut along those corners, and both answers
are taken together::

    found  +-------+     first look  +-------+     second look  +---+
           | .--.  |                 | .--.  |                  |5m |
           | |w5|  |   corners, turn | |   | |                  +---+
           +-------+                 +-------+
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, BACK
from vision.detect.classifier import WELL_CUT, Answers, classify_both_ways, classify_once, classify_where
from vision.detect.colours import NO_COLOURS, Palette, are_coloured_backs
from vision.detect.corners import as_corners, corner_arrays, placed_by, quarter_turned, sides_of
from vision.detect.cut import Quads, cut_all
from vision.detect.locate import Found, are_single, of_one_size
from vision.detect.mend import DICE, TileSides, are_plain, mended
from vision.detect.networks import Network, Settings
from vision.observation import Corners, Picture

SECOND_LOOK = 0.96
"""The second look is cut a little tighter: two different errors are seldom made together."""
FIRST_SHARE = 0.35
"""What the first look's answer counts where it was cut well."""
LITTLE_SHARE = 0.1
FACE_PART = 0.97
"""The networks outline a tile with its rounded edges; what people call the face is this much of it."""
CLEAR = 0.97
MOST_LOOKS = 2
"""After the first."""
LONG_STRIP = 1.2
"""What stands is no longer, seen from above, than a tile is wide; a longer one might be a face."""
Teller = Literal["reader", "glance", "colour", "set"]
"""Who said what a tile shows: the reader, the smaller one that glances first, its colour alone, or all tiles
of the set together."""


@dataclass(frozen=True, slots=True)
class Read:
    """One tile read. `found` and `corners`: the face stands upright in them; `chances`: (labels,). `crop` is
    black where the tile was not worth reading."""

    found: Found
    chances: NDArray[np.float32]
    embedding: NDArray[np.float32]
    crop: Picture
    corners: Corners
    teller: Teller = "reader"


def read(
    network: Network,
    settings: Settings,
    picture: Picture,
    found: list[Found],
    *,
    quick: bool = False,
    sides: TileSides | None = None,
    glance: Network | None = None,
    known: Palette = NO_COLOURS,
) -> list[Read]:
    """Reads every rectangle, in two looks (three where the second was still badly cut); what turns out to be
    the same tile as a weightier one is left out.

    `quick`: the first look is at the crops one way up only, what it shows clearly is not looked at again, and
    backs told by their colour are not looked at. `glance`: a smaller reader that takes the first look.
    `sides`: the size that lying tiles have in the picture, where it is known; `known`: the set's colours.
    """
    if not found:
        return []
    asked = _Asked(network, settings, picture, quick, sides, glance, known)
    crops, first, are_coloured = asked.first(found)
    quads = mended(found, corner_arrays(found), first, settings, 1.0, sides)
    places = placed_by(found, quads)
    are_faces = first.labels[:, settings.numbers(ALL_FACES)].max(axis=1) > CLEAR
    kept = np.flatnonzero(are_single(places, quads, are_faces))
    places, crops, quads = [places[number] for number in kept], crops[kept], quads[kept]
    first, are_coloured = first.only(kept), are_coloured[kept]
    clear = _are_clear(places, quads, first, settings) if quick else np.zeros(len(kept), bool)
    if glance is not None:
        clear &= np.array([one.kind != "die" for one in places], bool)
    last, chances = asked.again(np.flatnonzero(~clear), places, quads, crops, first)
    tellers: NDArray[np.object_] = np.full(len(kept), "reader", object)
    tellers[clear & (glance is not None)] = "glance"
    tellers[clear & are_coloured] = "colour"
    places, outlines = placed_by(places, quads), map(as_corners, quads)
    rows = zip(places, chances, last.embeddings, crops, outlines, tellers, strict=True)
    return [Read(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What `read` was asked with."""

    network: Network
    settings: Settings
    picture: Picture
    quick: bool
    sides: TileSides | None
    glance: Network | None
    known: Palette

    def first(self, found: list[Found]) -> tuple[NDArray[np.uint8], Answers, NDArray[np.bool_]]:
        """The crops of n finds, what a first look at them shows, and which (n,) are backs told by colour."""
        settings, worth = self.settings, _worth_reading(found, self.sides)
        crops = np.zeros((len(found), settings.crop_height, settings.crop_width, 3), np.uint8)
        crops[worth] = cut_all(self.picture, corner_arrays(found)[worth], settings, 1.0)
        backs = are_coloured_backs(found, crops, self.known) if self.quick else np.zeros(len(found), bool)
        looked = classify_once if self.quick else classify_both_ways
        look = classify_where(looked, self.glance or self.network, settings, crops, worth & ~backs)
        look.labels[backs] = [label == BACK for label in settings.labels]
        return crops, look, backs

    def again(
        self,
        doubtful: NDArray[np.intp],
        places: list[Found],
        quads: Quads,
        crops: NDArray[np.uint8],
        first: Answers,
    ) -> tuple[Answers, NDArray[np.float32]]:
        """The last looks at n finds, and what all looks at them come to (n, labels), after those that were
        `doubtful` were looked at again; changes their `quads` and `crops`."""
        settings, faces = self.settings, self.settings.numbers(ALL_FACES)
        last, chances = first.only(np.arange(len(places))), first.labels.copy()
        shares = np.where(first.well_cut(), FIRST_SHARE, LITTLE_SHARE).astype(np.float32)
        again = doubtful
        for look in range(MOST_LOOKS):
            if not len(again):
                break
            crops[again] = cut_all(self.picture, quads[again], settings, SECOND_LOOK)
            before = last.only(again)
            both = np.isin(before.labels.argmax(axis=1), faces) if self.quick else None
            newest = classify_both_ways(self.network, settings, crops[again], both)
            # Cut along the corners a look saw a tile lies better in its crop; if worse, it was led astray.
            is_better = newest.miscut() <= before.miscut()
            last.take(again, newest)
            asked = [places[number] for number in again]
            anew = mended(asked, quads[again], newest, settings, SECOND_LOOK, self.sides)
            quads[again] = np.where(is_better[:, None, None], anew, quads[again])
            share = shares[again, None]
            chances[again] = share * first.labels[again] + (1 - share) * newest.labels
            if look == 0:
                again = again[~newest.well_cut() & ~(self.quick & are_plain(newest, settings))]
        return last, chances


def _worth_reading(found: list[Found], sides: TileSides | None) -> NDArray[np.bool_]:
    """(n,): all but what stands for sure: a strip too short for a face that was taken for an edge. Never
    none at all."""
    if sides is None:
        return np.ones(len(found), bool)
    longest = LONG_STRIP * min(sides.across, sides.along)
    worth = np.array([one.kind != "standing" or max(one.across, one.along) > longest for one in found], bool)
    worth[:1] |= not worth.any()
    return worth


def _are_clear(places: list[Found], quads: Quads, look: Answers, settings: Settings) -> NDArray[np.bool_]:
    """(n,): from which nothing is to be learnt by another look."""
    are_standing = np.array([one.kind == "standing" for one in places], bool)
    across, along = sides_of(quads)
    # A plain tile says nothing of its direction; whether it was cut along its edges its corners say.
    are_cut = look.miscut() < WELL_CUT
    # A die is square.
    are_long = (along > 1.1 * across) | np.isin(look.labels.argmax(axis=1), settings.numbers(DICE))
    are_cut = are_cut & (look.well_cut() | are_plain(look, settings)) & are_long
    return np.asarray(are_standing | (are_cut & (look.labels.max(axis=1) > CLEAR)))


def sized(reads: list[Read], usual: tuple[float, float] | None) -> list[Read]:
    """What lies flat on a table given the one size its tiles have (see `of_one_size`), about its own middle.

    Seen straight from above a tile is longer than wide, whatever was read.
    """
    lying = [one for one in reads if one.found.kind != "standing"]
    longer = [
        one.found if one.found.along >= one.found.across else quarter_turned(one.found) for one in lying
    ]
    fitted = of_one_size(
        [one.with_sides(one.across * FACE_PART, one.along * FACE_PART) for one in longer], usual
    )
    rest = zip(lying, fitted, map(as_corners, corner_arrays(fitted)), strict=True)
    anew = iter(
        [
            Read(found, one.chances, one.embedding, one.crop, outline, one.teller)
            for one, found, outline in rest
        ]
    )
    return [one if one.found.kind == "standing" else next(anew) for one in reads]
