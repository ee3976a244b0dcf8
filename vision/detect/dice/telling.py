"""The one decision for dice: looked for, and told beside the tiles of the same picture.

What the detector takes for a die the classifier looks at again. On a table the detector is asked about a few
places only, and not about a clear die again while it lies there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.detect.dice.among_tiles import Told, off_clear, told
from vision.detect.dice.looks import TABLE_SIDES_PX
from vision.detect.dice.network import DiceNetwork, DiceSettings, SeenDie, single
from vision.observation import Picture, Point, TileInPicture


def dice_in_photo(network: DiceNetwork, picture: Picture, tiles: Sequence[TileInPicture]) -> Told:
    """The tiles and dice of a photo in which these tiles were read."""
    seen = off_clear(network.in_photo(picture), tiles)
    looked = network.again(picture, seen)
    return told(single([die for die in looked if die.chance >= network.settings.least]), tiles)


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
    seen = off_clear(network.in_windows(picture, asked), tiles)
    looked = network.again(picture, seen, TABLE_SIDES_PX)
    clear = [now for first, now in zip(seen, looked, strict=False) if _is_clear(first, now, network.settings)]
    dice = single([*kept, *(die for die in looked if die.chance >= network.settings.least_on_table)])
    return told(dice, tiles), [*kept, *clear]


def _is_clear(first: SeenDie, now: SeenDie, settings: DiceSettings) -> bool:
    """Whether a die need not be looked at again: the detector is sure of it, the classifier of its pips."""
    is_die = first.chance >= settings.clear and now.chance >= settings.least_on_table
    return is_die and float(now.pips.max()) >= settings.clear_pips
