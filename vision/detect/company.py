"""What the picture as a whole says of a find: tiles lie beside tiles, of one size, and a pattern is no tile.

Rules for photos, whose scale nobody knows; on a table the size of its tiles takes their place, and the colour
of its backs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from engine.tiles import ALL_FACES
from vision.detect.blanks import WHITE
from vision.detect.colours import (
    SAME_COLOUR,
    STRANGE_BACK,
    Colour,
    Palette,
    are_plain_crops,
    distance,
    middles,
)
from vision.detect.cut import areas
from vision.detect.ground import is_shadow
from vision.detect.networks import Settings
from vision.detect.read import Read
from vision.observation import Picture, TileInPicture

Judged = list[TileInPicture | None]
READS_CLEARLY = 0.9
"""A face less likely than this must be as surely found on a table as on a photo, and is no company there."""
BESIDE_OTHERS, LEAST_CLEAR = 0.6, 3
"""What lies beside clear faces, so many at least, needs only this part of the score that it needs alone."""
NEIGHBOUR, LIKE_NEIGHBOURS = 0.95, 1.35
"""How far, in diagonals of a tile, a neighbour may lie, and the factor by which its area may differ."""
READS_ALONE, FOUND_ALONE = 0.97, 0.69
"""The chance and the weight from which a face on a photo needs no company, see `without_patterns`."""
MOST_ALIKE = 8
"""Tiles of one face in two sets."""
DIM = 0.6
"""Of the light of most standing tiles: a darker one may be a shadow."""
SURE_BACK = 0.78
"""The score from which a back of any colour is believed."""
SHOWS_A_FACE, LIKE_CLEAR = 0.97, 1.42
"""The chance from which a face tells how large tiles are, and the factor by which others may differ."""


def sized_like_clear(reads: list[Read], settings: Settings) -> list[Read]:
    """Before anything is read, what is not of the commonest size counts less, and a few large tiles among
    much that is small count least. What reads clearly tells better how large tiles are: finds of that size
    count as much as they were found."""
    if not reads:
        return reads
    faces = settings.numbers(ALL_FACES)
    chances = np.stack([one.chances[faces] for one in reads])
    are_clear = chances.max(axis=1) >= SHOWS_A_FACE
    # The dots of one tile may all read as the one of dots: only different faces are tiles for sure.
    if len(np.unique(chances[are_clear].argmax(axis=1))) < LEAST_CLEAR:
        return reads
    sides = np.sqrt(np.maximum(areas(np.array([one.corners for one in reads])), 1.0))
    factors = sides / np.median(sides[are_clear])
    are_alike = (factors < LIKE_CLEAR) & (factors > 1 / LIKE_CLEAR)
    return [
        replace(one, found=replace(one.found, weight=max(one.found.weight, one.found.heat)))
        if is_alike and one.found.kind != "die"
        else one
        for one, is_alike in zip(reads, are_alike, strict=True)
    ]


def with_neighbours(judged: Judged, lenient: Judged) -> Judged:
    """Adds what was found with doubt but lies beside clear faces, of their size: a tile of their row."""
    clear = [
        np.array(one.corners_px)
        for one in judged
        if isinstance(one, TileInPicture) and one.faces and one.faces[0][1] >= READS_CLEARLY
    ]
    if len(clear) < LEAST_CLEAR:
        return judged
    outlines = np.stack(clear)
    usual, places = float(np.median(areas(outlines))), outlines.mean(axis=1)
    reach = NEIGHBOUR * float(np.median(np.linalg.norm(outlines[:, 2] - outlines[:, 0], axis=1)))

    def is_neighbour(one: TileInPicture) -> bool:
        outline = np.array(one.corners_px)[None]
        near = np.hypot(*(places - outline.mean(axis=1)).T).min() < reach
        return bool(near and abs(np.log(areas(outline)[0] / usual)) < np.log(LIKE_NEIGHBOURS))

    return [
        maybe if one is None and isinstance(maybe, TileInPicture) and is_neighbour(maybe) else one
        for one, maybe in zip(judged, lenient, strict=True)
    ]


def without_patterns(judged: Judged, weights: list[float]) -> Judged:
    """Leaves out faces, none too surely found, where the picture as a whole speaks against them.

    In pictures of tiles most faces read clearly; where few do, the others are keys, print or cloth. And a set
    has four of a face: one that makes up most of a picture is a pattern.
    """
    faces = {
        number: one.faces[0]
        for number, one in enumerate(judged)
        if isinstance(one, TileInPicture) and one.kind == "face" and one.faces
    }
    clear = Counter(face for face, chance in faces.values() if chance >= READS_CLEARLY)
    is_company = 2 * clear.total() >= len(faces)
    pattern = {face for face, count in clear.items() if count > MOST_ALIKE and 2 * count > len(faces)}

    def stays(number: int) -> bool:
        if number not in faces or weights[number] > FOUND_ALONE:
            return True
        face, chance = faces[number]
        return (is_company or chance >= READS_ALONE) and face not in pattern

    return [one if stays(number) else None for number, one in enumerate(judged)]


def without_shadows(
    judged: Judged, reads: list[Read], known: Palette, picture: Picture, *, is_felt: bool = True
) -> Judged:
    """Without the ground in a shadow (of a BGR picture, height x width x 3) that was taken for a white dragon
    or a back of another colour than the set's, as far as those are `known`, or for a standing tile.
    `is_felt`: the ground is a table's felt, which is darker than any white dragon."""
    blanks = _strange_blanks(judged, reads, known)
    if known.body is None and not is_felt:
        blanks = [number for number in blanks if (one := judged[number]) is not None and one.kind == "back"]
    asked = {*blanks, *_dim_strips(judged, picture)}
    outlines = [one.corners_px for one in judged if one is not None]
    shadows = {
        number
        for number in asked
        if (one := judged[number]) is not None and is_shadow(picture, one.corners_px, outlines)
    }
    return [None if number in shadows else one for number, one in enumerate(judged)]


def _strange_blanks(judged: Judged, reads: list[Read], known: Palette) -> list[int]:
    """The white dragons without a drawing that have not the colour of the bodies, where it is known, and the
    backs that have not that of the backs."""
    told = [(number, one) for number, one in enumerate(judged) if one is not None]
    whites = [number for number, one in told if one.faces[:1] and one.faces[0][0] == WHITE]
    backs = [number for number, one in told if one.kind == "back" and reads[number].teller != "colour"]
    asked = whites + backs * (known.back is not None)
    if not asked:
        return []
    crops = np.stack([reads[number].crop for number in asked])
    colours = dict(zip(asked, middles(crops), strict=True))

    def is_strange(number: int) -> bool:
        usual, most = (known.body, 2 * SAME_COLOUR) if number in whites else (known.back, STRANGE_BACK)
        return usual is None or distance(colours[number], usual) > most

    return [n for n in (asked[place] for place in np.flatnonzero(are_plain_crops(crops))) if is_strange(n)]


def _dim_strips(judged: Judged, picture: Picture) -> list[int]:
    """The standing tiles that are much darker in their middle than most are."""
    strips = {n: one.corners_px for n, one in enumerate(judged) if one is not None and one.kind == "standing"}
    if len(strips) < LEAST_CLEAR:
        return []
    spots = np.mean(list(strips.values()), axis=1).round().astype(int)
    x, y = np.clip(spots, 0, np.array(picture.shape[1::-1]) - 1).T
    light = picture[y, x].max(axis=1)
    return [n for n, is_dim in zip(strips, light < DIM * np.median(light), strict=True) if is_dim]


def without_strange_backs(judged: Judged, reads: list[Read], back: Colour) -> Judged:
    """On a table whose backs have the colour `back`: without what was found with doubt as a back but has
    another."""
    doubtful = [
        number
        for number, one in enumerate(judged)
        if one is not None and one.kind == "back" and one.score < SURE_BACK
    ]
    colours = middles([reads[number].crop for number in doubtful])
    are_strange = [distance(colour, back) > STRANGE_BACK for colour in colours]
    strange = {number for number, is_so in zip(doubtful, are_strange, strict=True) if is_so}
    return [None if number in strange else one for number, one in enumerate(judged)]
