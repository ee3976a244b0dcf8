"""`python -m models.fit_own_set FOLDER`: fits the numbers by which a set teaches itself.

FOLDER keeps what the networks read on tables with strange sets and with sets read well; what is not there yet
is painted and read first (half a minute a table). Then every way of halving and doubling one number after the
other is tried, as long as that mends something: what counts are tiles told wrong, and first of all tiles that
the reader alone has right. The seeds here are for fitting only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from math import exp

from models.evaluate.own_set import LATE, RIICHI, Remembering, Tally, count, options_of, parser_of, tables
from models.evaluate.strange_tables import Moment
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS, Settings
from vision.own_set.own_set import SURE_BEFORE, OwnSet
from vision.own_set.weights import FITTED, Weights

STRANGE, WELL = range(12), range(100, 105)
HARM, HARM_STRANGE = 20, 5
"""So many strange tiles mended make up for one spoilt that was right, of a set read well or a strange one."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """The tables to fit to."""

    reader: Remembering
    settings: Settings
    strange: Sequence[Sequence[Moment]]
    well: Sequence[Sequence[Moment]]

    def cost(self, weights: Weights) -> float:
        """What these weights cost; tells what they give."""
        odd, known = Tally(), Tally()
        for of, late, tally in ((self.strange, LATE, odd), (self.well, 0, known)):
            for looks in of:
                own = OwnSet(self.reader, self.settings, RIICHI, weights)
                count(own, self.settings, looks, late, tally)
        cost = odd.wrong + odd.unknown / 2 + HARM_STRANGE * odd.spoilt + HARM * known.spoilt
        print(f"{weights}\n  cost {cost:g}\n  strange {odd}\n  well {known}", flush=True)
        return cost

    def best(self, start: Weights) -> Weights:
        """The weights from which no halving or doubling of one of them leads on."""
        best, least, is_better = start, self.cost(start), True
        while is_better:
            is_better = False
            for tried in _beside(best):
                cost = self.cost(tried)
                if cost < least:
                    best, least, is_better = tried, cost, True
        return best


def _beside(weights: Weights) -> Iterator[Weights]:
    for field in fields(Weights):
        for factor in (0.5, 2.0):
            value = getattr(weights, field.name)
            # What is nearly certain is halved and doubled in its doubt.
            changed = 1 - (1 - value) * factor if field.name == "sure" else value * factor
            tried = replace(weights, **{field.name: changed})
            if can_be_sure(tried):
                yield tried


def can_be_sure(weights: Weights) -> bool:
    """Whether a face that a group had in a game before, or that a person named, is sure enough to be told
    with these weights: the doubt that a group is no face at all must leave room for it."""
    return weights.sure < SURE_BEFORE and 2 * exp(-weights.none) < 1 - weights.sure


def main() -> None:
    """The command line."""
    parser = parser_of(__doc__)
    parser.add_argument("--beside", action="store_true", help="only the numbers as they are, halved, doubled")
    chosen = options_of(parser)
    detector = Detector.load(LIVE_MODELS, threads=1)
    strange = tables(detector, chosen.folder, chosen.art, STRANGE, True)
    fit = _Fit(
        Remembering(detector.reader),
        detector.settings,
        strange,
        tables(detector, chosen.folder, chosen.art, WELL, False),
    )
    if chosen.beside:
        for tried in (FITTED, *_beside(FITTED)):
            fit.cost(tried)
    else:
        print(fit.best(FITTED))
