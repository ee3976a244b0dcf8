"""From chances to tiles: what each read rectangle is, with the two confusions that colour settles.

A blank white dragon and a plain back are one picture; the table's own backs tell them apart. A red five
and a five differ in ink only; so the ink is measured as well as read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, BACK
from vision.detect.colours import SAME_COLOUR, are_plain_crops, distance, grounds, middles, red_share
from vision.detect.company import (
    BESIDE_OTHERS,
    READS_CLEARLY,
    with_neighbours,
    without_patterns,
    without_strange_backs,
)
from vision.detect.networks import Settings
from vision.detect.read import Read
from vision.observation import DieInPicture, Picture, TileInPicture, TileKind

WHITE = "5z"
SURELY_FOUND, LIKELY_FOUND = 0.4, 0.25
"""Weights of a find: of a framed dragon that speaks for a set, and of a blank tile that is counted."""
BACKS_SEEN = 6
"""So many show the colour of a set's backs."""
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


def judge(
    reads: list[Read], settings: Settings, on_table: bool = False
) -> tuple[tuple[TileInPicture, ...], tuple[DieInPicture, ...]]:
    """All tiles and dice; what the reader takes for nothing is left out, and so is what was found with more
    doubt than a photo, or a table whose tiles' size is known, allows."""
    judged = judge_each(reads, settings, least=settings.least_on_table if on_table else LEAST_SCORE)
    if on_table:
        judged = without_strange_backs(judged, reads)
    else:
        judged = with_neighbours(judged, judge_each(reads, settings, trust=BESIDE_OTHERS))
        judged = without_patterns(judged, [one.found.weight for one in reads])
    return (
        tuple(one for one in judged if isinstance(one, TileInPicture)),
        tuple(one for one in judged if isinstance(one, DieInPicture)),
    )


def judge_each(
    reads: list[Read],
    settings: Settings,
    least: Mapping[str, float] = LEAST_SCORE,
    trust: float = 1.0,
) -> list[TileInPicture | DieInPicture | None]:
    """What each of `reads` is, None for nothing, in their order. `least`: the scores by kind below which it
    is nothing; with less `trust` than 1 less is needed: when it is known that tiles lie there."""
    if not reads:
        return []
    places = _places(settings)
    chances = np.stack([one.chances for one in reads]).astype(np.float64)
    _settle_white(reads, chances, settings, places)
    are_dice = (chances[:, list(places.dice)].sum(axis=1) > 0.6).tolist()
    judged: list[TileInPicture | DieInPicture | None] = []
    for one, chance, summed, is_die in zip(reads, chances, _summed(chances, places), are_dice, strict=True):
        if one.found.kind == "die" or is_die:
            judged.append(_die(one, chance, places))
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


def _die(one: Read, chance: NDArray[np.float64], places: _Places) -> DieInPicture | None:
    pips = chance[list(places.dice)]
    if pips.sum() < 0.3:
        return None
    best = int(pips.argmax())
    number = best + 1 if pips[best] > 0.5 * pips.sum() and pips[best] > 0.4 else None
    return DieInPicture(number, _rounded(float(pips[best])), one.corners)


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


def _settle_white(
    reads: list[Read], chances: NDArray[np.float64], settings: Settings, places: _Places
) -> None:
    """Gives what is either a blank dragon or a back to the side whose colour it has; changes `chances`."""
    white = settings.labels.index(WHITE)
    # A strip on edge is pale as well, and neither of the two.
    lie = np.array([one.found.kind != "standing" for one in reads])
    coloured = np.array([one.teller == "colour" for one in reads])
    plain = np.flatnonzero(lie & ~coloured & (chances[:, white] + chances[:, places.back] > 0.5)).tolist()
    doubtful = [number for number in plain if chances[number, places.back] > 0.02]
    best = chances.argmax(axis=1)
    are_inked = np.isin(best, places.faces) & (best != white) & (chances.max(axis=1) > 0.8)
    inked = [reads[number].crop for number in np.flatnonzero(are_inked)]
    if not doubtful or len(inked) < 2:
        return
    are_plain = are_plain_crops(np.stack([reads[number].crop for number in doubtful]))
    unsure = [number for number, is_so in zip(doubtful, are_plain, strict=True) if is_so]
    body = np.median(grounds(np.stack(inked)), axis=0)
    colours = dict(zip(unsure, middles([reads[number].crop for number in unsure]), strict=True))
    away = {n: distance(colours[n], body) for n in unsure}
    pale = [n for n in unsure if away[n] < SAME_COLOUR]
    # A set has four white dragons, two mixed sets eight; more blanks are the backs of an all-white set.
    surely_found = {n for n in plain if reads[n].found.weight >= SURELY_FOUND}
    framed = any(chances[n][white] > 0.8 for n in surely_found if n not in unsure)
    blanks = sum(away[n] < 2 * SAME_COLOUR and reads[n].found.weight >= LIKELY_FOUND for n in unsure)
    are_white = (blanks <= 4 or (blanks <= 8 and len(inked) >= 3 * blanks)) and not framed
    # Where the set's backs are seen to be of another colour nothing is left to doubt.
    backs = sum(away[n] > 2 * SAME_COLOUR and chances[n][places.back] > 0.8 for n in unsure)
    is_seen = backs + int(coloured.sum()) >= BACKS_SEEN
    for number in unsure:
        chance = chances[number]
        both = chance[white] + chance[places.back]
        lean = 0.85 if number in pale and are_white else 0.15
        if number in pale and is_seen:
            lean = 0.98
        if away[number] > 2 * SAME_COLOUR:
            lean = 0.02
        chance[white], chance[places.back] = both * lean, both * (1 - lean)


def _rounded(value: float) -> float:
    return round(float(min(1.0, max(0.0, value))), 4)
