"""What shows no drawing: a white dragon, or a tile that lies face down. One decision, by colours and counts.

In many sets the white dragon is blank, and by itself it looks like a back. Beside the backs of its set it
does not: it has the colour that faces have between their marks. Where both have one colour only the count is
left::

    wall  ████ ████ ████     river  |5s| |  | |1z|      pale, and not as the backs: the white dragon

Colours are in CIE Lab, (3,).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.tiles import ALL_FACES, BACK
from vision.detect.colours import SAME_COLOUR, Colour, Palette, are_plain_crops, distance, grounds, middles
from vision.detect.networks import Settings
from vision.detect.read import Read

WHITE = "5z"
DRAWN = tuple(face for face in ALL_FACES if face != WHITE)
MAY_BE_BLANK = 0.5
"""From this chance of being a white dragon or a back a tile without a drawing is one of the two."""
READS_DOUBTFULLY = 0.02
CLEAR = 0.8
"""From this chance on a tile shows what colour bodies, or backs, have."""
FEWEST_INKED, FEWEST_FACES, FEWEST_BACKS = 2, 4, 6
"""Faces that show the colour of the bodies, in one picture and to be remembered; backs that show theirs."""
OF_A_SET, OF_TWO_SETS = 4, 8
"""White dragons; of two sets mixed only where many other faces lie beside them."""
SURELY_FOUND, LIKELY_FOUND = 0.4, 0.25
"""Weights of a find: of a framed dragon that speaks for a set, and of a blank tile that is counted."""
LIKELY, SURE = 0.85, 0.98
APART = 11.0
"""How far the colour of the backs is from that of the bodies where it tells them apart."""
MOST_ASKED = 12
"""Tiles that are asked for the colour of bodies, and of backs."""


def settled(reads: Sequence[Read], settings: Settings) -> NDArray[np.float64]:
    """The chances (reads, labels) of what was read in a photo, blank tiles given to what they are."""
    blanks = Blanks(reads, settings)
    return blanks.settled(blanks.palette())


class Blanks:
    """The tiles of one picture that show no drawing, and the colours round them."""

    def __init__(self, reads: Sequence[Read], settings: Settings) -> None:
        """`reads`: everything read in the picture."""
        self._reads = reads
        self._chances = np.stack([one.chances for one in reads]).astype(np.float64)
        self._white, self._back = settings.labels.index(WHITE), settings.labels.index(BACK)
        # A strip on edge is pale as well, and neither of the two.
        lie = np.array([one.found.kind != "standing" for one in reads])
        self._coloured = np.array([one.teller == "colour" for one in reads])
        self._inked = np.flatnonzero(self._chances[:, settings.numbers(DRAWN)].max(axis=1) > CLEAR)
        self._body = self._colour_of_bodies()
        either = self._chances[:, self._white] + self._chances[:, self._back]
        self._asked = np.flatnonzero(lie & (either > MAY_BE_BLANK))
        self._plain = self._colours_of_plain(self._asked[~self._coloured[self._asked]])

    def palette(self) -> Palette:
        """The colours that this picture shows well enough to be remembered."""
        body = self._body if len(self._inked) >= FEWEST_FACES else None
        backs = self._asked[self._chances[self._asked, self._back] > CLEAR][:MOST_ASKED].tolist()
        if len(backs) < FEWEST_BACKS:
            return Palette(body)
        return Palette(body, np.median(middles([self._reads[n].crop for n in backs]), axis=0))

    def settled(self, known: Palette, most: int = OF_TWO_SETS) -> NDArray[np.float64]:
        """The chances (reads, labels), those of blank tiles given to what they are. `known`: the colours of
        the set; `most`: white dragons that may lie there."""
        chances = self._chances.copy()
        body = known.body if self._body is None else self._body
        if self._plain:
            for number, lean in self._leanings(body, known.back, most).items():
                both = chances[number, self._white] + chances[number, self._back]
                chances[number, self._white], chances[number, self._back] = both * lean, both * (1 - lean)
        return chances

    def _leanings(self, body: Colour | None, back: Colour | None, most: int) -> dict[int, float]:
        """How likely each of the blank tiles is the white dragon; of those left out the reader knows best."""
        are_many = len(self._plain) > OF_TWO_SETS
        if body is None:
            return dict.fromkeys(self._plain, 1 - SURE) if are_many else {}
        if back is None and are_many:
            back = np.median(list(self._plain.values()), axis=0)
        if back is None or distance(back, body) < APART:
            return self._counted(body)
        dragons = [n for n, colour in self._plain.items() if distance(colour, body) < distance(colour, back)]
        by_colour = {n: 1 - SURE for n in self._plain if n not in dragons}
        # A set has four; of more the colour says less than the reader.
        return by_colour | (dict.fromkeys(dragons, SURE) if len(dragons) <= most else {})

    def _counted(self, body: Colour) -> dict[int, float]:
        """The same where backs may be as pale as bodies: a set has few white dragons, and all look alike."""
        doubtful = [n for n in self._plain if self._chances[n, self._back] > READS_DOUBTFULLY]
        away = {n: distance(self._plain[n], body) for n in doubtful}
        weights = {n: self._reads[n].found.weight for n in self._asked.tolist()}
        blanks = sum(away[n] < 2 * SAME_COLOUR and weights[n] >= LIKELY_FOUND for n in doubtful)
        is_framed = any(
            weights[n] >= SURELY_FOUND and self._chances[n, self._white] > CLEAR
            for n in weights
            if n not in doubtful
        )
        is_mixed = blanks <= OF_TWO_SETS and len(self._inked) >= 3 * blanks
        are_white = (blanks <= OF_A_SET or is_mixed) and not is_framed
        leaning = {n: LIKELY if away[n] < SAME_COLOUR and are_white else 1 - LIKELY for n in doubtful}
        return leaning | {n: 1 - SURE for n in doubtful if away[n] > 2 * SAME_COLOUR}

    def _colour_of_bodies(self) -> Colour | None:
        """What this picture's faces show between their marks; None with too few of them."""
        if len(self._inked) < FEWEST_INKED:
            return None
        crops = np.stack([self._reads[n].crop for n in self._inked[:MOST_ASKED].tolist()])
        return np.asarray(np.median(grounds(crops), axis=0))

    def _colours_of_plain(self, asked: NDArray[np.intp]) -> dict[int, Colour]:
        """The colours of those asked about that show no drawing, by number."""
        if not len(asked):
            return {}
        crops = np.stack([self._reads[n].crop for n in asked.tolist()])
        are_plain = are_plain_crops(crops)
        return dict(zip(asked[are_plain].tolist(), middles(crops[are_plain]), strict=True))
