"""`python -m models.fit_own_set FOLDER`: fits the numbers by which a set teaches itself.

FOLDER keeps what the networks read on tables with strange sets and with sets read well; what is not there yet
is painted and read first (half a minute a table). Then every way of halving and doubling one number after the
other is tried, as long as that mends something: what counts are tiles told wrong, and first of all tiles that
the reader alone has right. The seeds here are for fitting only.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from engine.rules import load_ruleset
from engine.table.tile_set import face_counts
from engine.tiles import plain
from models.evaluate.strange_tables import Moment, moments, painted
from vision.detect.detector import Detector, best_face
from vision.detect.judge import judge_each
from vision.detect.networks import LIVE_MODELS, Settings
from vision.detect.read import Read
from vision.observation import TileInPicture
from vision.own_set.own_set import OwnSet
from vision.own_set.weights import FITTED, Weights

STRANGE, WELL = range(12), range(100, 105)
BASES = (None, "fluffystuff", "riichi_xhokir", "commons_uni", "lietxia")
EVERY = 3
HARM, HARM_STRANGE = 20, 5
"""So many strange tiles mended make up for one spoilt that was right, of a set read well or a strange one."""
LATE = 40
"""Tiles of a strange set are counted from so many that lie face up."""
UNKNOWN = 0.35
"""A face less likely is told as unknown: half as bad as a wrong one."""


@dataclass(slots=True)
class Tally:
    """Tiles, and how many of them were told right, or as unknown; `alone`: by the reader alone; `spoilt`:
    right by the reader alone, and not with what is known of the set."""

    tiles: int = 0
    right: int = 0
    unknown: int = 0
    right_alone: int = 0
    unknown_alone: int = 0
    spoilt: int = 0

    @property
    def wrong(self) -> int:
        """Neither right nor unknown."""
        return self.tiles - self.right - self.unknown

    def __str__(self) -> str:
        """One line."""
        share, alone = (100 * each / max(1, self.tiles) for each in (self.right, self.right_alone))
        wrong_alone = self.tiles - self.right_alone - self.unknown_alone
        return (
            f"{self.tiles} tiles: right {share:.2f} %, wrong {self.wrong}, unknown {self.unknown}; by the "
            f"reader alone {alone:.2f} %, {wrong_alone}, {self.unknown_alone}; spoilt {self.spoilt}"
        )


def count(own: OwnSet, settings: Settings, looks: Sequence[Moment], late: int, tally: Tally) -> None:
    """Adds the tiles of one table to `tally`, of the looks with at least `late` faces."""
    for moment in looks:
        told = own.read(moment.reads, moment.places)
        own.lie_together(moment.rows)
        if sum(face is not None for face in moment.truth) < late:
            continue
        alone = list(_faces(moment.reads, settings))
        for face, before, after in zip(moment.truth, alone, _faces(told, settings), strict=True):
            if face is None:
                continue
            tally.tiles += 1
            tally.right += plain(face) == after
            tally.unknown += after == "?"
            tally.right_alone += plain(face) == before
            tally.unknown_alone += before == "?"
            tally.spoilt += before == plain(face) != after


def new_set(detector: Detector, weights: Weights = FITTED) -> OwnSet:
    """Nothing known yet of a riichi set."""
    return OwnSet(detector.reader, detector.settings, face_counts(load_ruleset("riichi")), weights)


def tables(
    detector: Detector, folder: Path, art: Path, seeds: Sequence[int], is_strange: bool
) -> list[list[Moment]]:
    """The looks at one table a seed, kept in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for seed in seeds:
        path = folder / f"{'strange' if is_strange else 'well'}-{seed}.pkl"
        if not path.exists():
            base = BASES[seed % len(BASES)]
            drawn = folder / "sets" / str(seed) if is_strange else None
            settings, _ = painted(seed, art / base if base else None, drawn)
            path.write_bytes(pickle.dumps(list(moments(detector, settings, seed, "riichi", EVERY))))
        found.append(pickle.loads(path.read_bytes()))
    return found


def _faces(reads: list[Read], settings: Settings) -> Iterator[str]:
    for tile in judge_each(reads, settings, least=settings.least_on_table):
        if isinstance(tile, TileInPicture) and tile.kind == "face":
            face = best_face(tile, UNKNOWN)[0]
            yield plain(face) if face != "?" else face
        else:
            yield "?"


@dataclass(frozen=True, slots=True)
class _Fit:
    """The tables to fit to."""

    detector: Detector
    strange: Sequence[Sequence[Moment]]
    well: Sequence[Sequence[Moment]]

    def cost(self, weights: Weights) -> float:
        """What these weights cost; tells what they give."""
        odd, known = Tally(), Tally()
        for of, late, tally in ((self.strange, LATE, odd), (self.well, 0, known)):
            for looks in of:
                count(new_set(self.detector, weights), self.detector.settings, looks, late, tally)
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
            yield replace(weights, **{field.name: changed})


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where tables that were read are kept")
    parser.add_argument("--art", type=Path, default=Path("../shared/art"), help="folder of drawn sets")
    parser.add_argument("--beside", action="store_true", help="only the numbers as they are, halved, doubled")
    chosen = parser.parse_args()
    if not chosen.art.is_dir():
        parser.error(f"{chosen.art} is not a folder")
    detector = Detector.load(LIVE_MODELS, threads=1)
    strange = tables(detector, chosen.folder, chosen.art, STRANGE, True)
    fit = _Fit(detector, strange, tables(detector, chosen.folder, chosen.art, WELL, False))
    if chosen.beside:
        for tried in (FITTED, *_beside(FITTED)):
            fit.cost(tried)
    else:
        print(fit.best(FITTED))


if __name__ == "__main__":
    main()
