"""The one decision for dice: looked for, and told beside the tiles of the same picture.

What the detector takes for a die the classifier looks at again. On a table the detector is asked about a few
places only, and not about a clear die again while it lies there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol, TypeVar

from vision.detect.dice.among_tiles import Told, off_clear, told
from vision.detect.dice.looks import TABLE_SIDES_PX
from vision.detect.dice.network import NEARLY_ONE, WINDOW, DiceNetwork, DiceSettings, SeenDie, single
from vision.observation import Picture, Point, TileInPicture

ASIDE = 0.625 * WINDOW
"""From a window to the next one, px: a die of 18 px lies whole in one of them."""
AS_LARGE = 1.35
"""Times as wide one die of a picture may be as another."""


def dice_in_photo(network: DiceNetwork, picture: Picture, tiles: Sequence[TileInPicture]) -> Told:
    """The tiles and dice of a photo in which these tiles were read."""
    seen = off_clear(network.in_photo(picture), tiles)
    looked, settings = single(network.again(picture, seen)), network.settings
    return told(likely(looked, settings.least, settings.least_beside), tiles)


class Find(Protocol):
    """What may be a die."""

    @property
    def chance(self) -> float:
        """That it is one."""

    @property
    def side(self) -> float:
        """How wide it is, px."""


Found = TypeVar("Found", bound=Find)


def likely(finds: Sequence[Found], least: float, least_beside: float) -> list[Found]:
    """The finds in a photo that are told: of a chance of `least`, or of `least_beside` where another that is
    as large has `least`. Dice are thrown by twos and threes."""
    sure = [find for find in finds if find.chance >= least]
    return [
        find
        for find in finds
        if find.chance >= least
        or (find.chance >= least_beside and any(_are_as_large(find, other) for other in sure))
    ]


def _are_as_large(one: Find, other: Find) -> bool:
    return max(one.side, other.side) <= AS_LARGE * min(one.side, other.side)


def dice_on_table(
    network: DiceNetwork,
    picture: Picture,
    places: Sequence[Point],
    tiles: Sequence[TileInPicture],
    kept: Sequence[SeenDie] = (),
) -> tuple[Told, list[SeenDie]]:
    """The tiles and dice of a table's picture, and which of the dice are so clear that they need not be
    looked at again while they lie there. Dice are looked for at `places`, px, but for the `kept` ones."""
    asked = [place for place in places if all(math.dist(place, die.middle) > die.side for die in kept)]
    first = network.in_windows(picture, asked)
    beside = network.in_windows(picture, [place for die in first for place in around(die.middle)])
    seen = off_clear(single([*first, *beside], NEARLY_ONE), tiles)
    looked = network.again(picture, seen, TABLE_SIDES_PX)
    clear = [now for first, now in zip(seen, looked, strict=False) if _is_clear(first, now, network.settings)]
    dice = single([*kept, *(die for die in looked if die.chance >= network.settings.least_on_table)])
    return told(dice, tiles), [*kept, *clear]


def around(place: Point) -> list[Point]:
    """The places, px, beside one where a die was seen: the others of its throw lie near it, and may have been
    overlooked."""
    x, y = place
    steps = (-ASIDE, 0, ASIDE)
    return [(x + right, y + down) for right in steps for down in steps if (right, down) != (0, 0)]


def _is_clear(first: SeenDie, now: SeenDie, settings: DiceSettings) -> bool:
    """Whether a die need not be looked at again: the detector is sure of it, the classifier of its pips."""
    is_die = first.chance >= settings.clear and now.chance >= settings.least_on_table
    return is_die and float(now.pips.max()) >= settings.clear_pips
