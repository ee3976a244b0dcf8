"""From chances to tiles: what each read rectangle is, with the two confusions that colour settles.

Which blank tiles are white dragons and which are backs `vision.detect.blanks` says. A red five and a five
differ in ink only; so the ink is measured as well as read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, BACK
from vision.detect.blanks import OF_A_SET, WHITE, Blanks
from vision.detect.colours import Palette, red_share
from vision.detect.company import (
    BESIDE_OTHERS,
    READS_CLEARLY,
    with_neighbours,
    without_patterns,
    without_shadows,
    without_strange_backs,
)
from vision.detect.networks import Settings
from vision.detect.read import Read
from vision.observation import Picture, TileInPicture, TileKind

MOST_FACES = 5
LEAST_FACE = 0.01
NOT_A_TILE = 0.6
"""From this chance of "no whole tile here" the rectangle is dropped."""
LEAST_SCORE = {"face": 0.62, "other": 0.6, "back": 0.6, "standing": 0.45}
"""A plain surface looks like a back sooner than anything looks like a face."""
READS_WELL = 0.75
"""A face less likely than this makes the find itself less sure."""
RED_INK = (0.72, 0.9)
"""Share of red in the ink below which a five is plain, above which it is red."""


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the outputs stand."""

    faces: tuple[int, ...]
    drawn: tuple[int, ...]
    """The faces but the white dragon, which may be blank."""
    are_fives: NDArray[np.bool_]
    """(faces,)"""
    back: int
    other: int
    none: int
    dice: tuple[int, ...]


class _Chances(NamedTuple):
    """What a read's chances come to. `best`: of any face; `drawn`: of any that cannot be blank."""

    faces: float
    best: float
    drawn: float
    back: float
    other: float
    none: float


def judge(reads: list[Read], settings: Settings, picture: Picture | None = None) -> tuple[TileInPicture, ...]:
    """All tiles of a photo; what the reader takes for nothing or for a die is left out, and so is what was
    found with more doubt than a photo allows. `picture`: the photo (BGR, height x width x 3), so that cloth
    in a shadow is told from a tile where the set's colours show."""
    if not reads:
        return ()
    blanks = Blanks(reads, settings)
    palette = blanks.palette()
    chances = blanks.settled(palette)
    judged = judge_each(reads, chances, settings)
    judged = with_neighbours(judged, judge_each(reads, chances, settings, trust=BESIDE_OTHERS))
    judged = without_patterns(judged, [one.found.weight for one in reads])
    if picture is not None:
        judged = without_shadows(judged, reads, palette, picture, is_felt=False)
    return tuple(one for one in judged if one is not None)


def judge_table(
    reads: list[Read], settings: Settings, known: Palette, picture: Picture | None = None
) -> tuple[tuple[TileInPicture, ...], Palette]:
    """The same of a table whose tiles' size is known; `known`: the colours its set had so far. And those
    that it has. `picture`: the table (BGR, height x width x 3), so that felt in a shadow is told from a tile.
    """
    if not reads:
        return (), known
    blanks = Blanks(reads, settings)
    palette = blanks.palette().over(known)
    chances = blanks.settled(palette, OF_A_SET)
    judged = judge_each(reads, chances, settings, least=settings.least_on_table)
    if palette.back is not None:
        judged = without_strange_backs(judged, reads, palette.back)
    if picture is not None:
        judged = without_shadows(judged, reads, palette, picture)
    return tuple(one for one in judged if one is not None), palette


def judge_each(
    reads: list[Read],
    chances: NDArray[np.float64],
    settings: Settings,
    least: Mapping[str, float] = LEAST_SCORE,
    trust: float = 1.0,
) -> list[TileInPicture | None]:
    """What each of `reads` with these chances (reads, labels) is, None for no tile, in their order. `least`:
    the scores by kind below which it is nothing; with less `trust` than 1 less is needed: when it is known
    that tiles lie there."""
    places = _places(settings)
    are_dice = (chances[:, list(places.dice)].sum(axis=1) > 0.6).tolist()
    judged: list[TileInPicture | None] = []
    for one, chance, summed, is_die in zip(reads, chances, _summed(chances, places), are_dice, strict=True):
        if one.found.kind == "die" or is_die:
            judged.append(None)
        elif one.found.kind == "standing":
            is_there = one.found.weight >= least["standing"]
            judged.append(_standing(one, chance, summed, settings, places) if is_there else None)
        else:
            kind, score = _tile(one, summed, least, trust)
            faces = _faces(one, chance, settings, places) if kind == "face" else ()
            judged.append(None if kind is None else TileInPicture(kind, _rounded(score), one.corners, faces))
    return judged


def _summed(chances: NDArray[np.float64], places: _Places) -> list[_Chances]:
    """For each read what its chances (n, labels) come to."""
    of_faces = chances[:, list(places.faces)]
    columns = (
        of_faces.sum(axis=1), of_faces.max(axis=1), chances[:, list(places.drawn)].max(axis=1),
        chances[:, places.back], chances[:, places.other], chances[:, places.none],
    )  # fmt: skip
    return [_Chances(*row) for row in np.stack(columns, axis=1).tolist()]


def _places(settings: Settings) -> _Places:
    at = {label: number for number, label in enumerate(settings.labels)}
    return _Places(
        faces=tuple(at[face] for face in ALL_FACES),
        drawn=tuple(at[face] for face in ALL_FACES if face != WHITE),
        are_fives=np.array([face[0] in "05" for face in ALL_FACES]),
        back=at[BACK],
        other=at["other"],
        none=at["none"],
        dice=tuple(at[f"die{pips}"] for pips in range(1, 7)),
    )


def _tile(
    one: Read, chances: _Chances, least: Mapping[str, float], trust: float
) -> tuple[TileKind | None, float]:
    """What lies there, None for nothing, and how sure that is."""
    score = one.found.weight**0.5 * (1 - chances.none)
    if chances.none > NOT_A_TILE:
        return None, score
    kind: TileKind = "face"
    if chances.back > max(chances.faces, chances.other):
        kind = "back"
    elif chances.other > chances.faces:
        kind = "other"
    needed = least[kind]
    if kind == "face" and one.teller != "set":
        # What reads like no face in particular, and was found with doubt, is mostly print or a pattern.
        score *= 0.5 + 0.5 * min(1.0, chances.best / READS_WELL)
        if chances.best < READS_CLEARLY:
            needed = max(needed, LEAST_SCORE[kind])
    return (kind if score >= needed * trust else None), score


def _standing(
    one: Read, chance: NDArray[np.float64], summed: _Chances, settings: Settings, places: _Places
) -> TileInPicture:
    # A face that reads well is a face, whatever it was taken for from afar; a blank strip is no dragon.
    if summed.drawn > 0.9:
        return TileInPicture(
            "face", _rounded(one.found.weight), one.corners, _faces(one, chance, settings, places)
        )
    return TileInPicture("standing", _rounded(one.found.weight), one.corners)


def _faces(
    one: Read, chance: NDArray[np.float64], settings: Settings, places: _Places
) -> tuple[tuple[str, float], ...]:
    # A five and its red one share what the reader gives both; of the others only what is likely is told.
    told = chance[list(places.faces)]
    shares = {
        ALL_FACES[number]: float(told[number])
        for number in np.flatnonzero((told >= LEAST_FACE) | places.are_fives).tolist()
    }
    _settle_red(one.crop, shares)
    likeliest = sorted(shares.items(), key=lambda item: -item[1])[:MOST_FACES]
    return tuple((face, _rounded(share)) for face, share in likeliest if share >= LEAST_FACE)


def _settle_red(crop: Picture, shares: dict[str, float]) -> None:
    for suit in "mps":
        both = shares[f"0{suit}"] + shares[f"5{suit}"]
        if both < 0.3:
            continue
        share = red_share(crop)
        if share is None:
            continue
        low, high = RED_INK
        ink = min(max((share - low) / (high - low), 0.02), 0.98)
        read = shares[f"0{suit}"] / both
        red = (ink * read) ** 0.5 / ((ink * read) ** 0.5 + ((1 - ink) * (1 - read)) ** 0.5 + 1e-9)
        shares[f"0{suit}"], shares[f"5{suit}"] = both * red, both * (1 - red)


def _rounded(value: float) -> float:
    return round(float(min(1.0, max(0.0, value))), 4)
