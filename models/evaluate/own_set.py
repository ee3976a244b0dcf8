"""`python -m models.evaluate.own_set FOLDER`: what it is worth that a set teaches itself.

Riichi deals on club tables with strange sets (three to six faces drawn in manners that no training draws) and
with sets read well, looked at twice after every third discard; the seeds were written down before any of them
was painted. FOLDER keeps what the networks read; what is not there yet is painted and read first (half a
minute a table). Each tile at each look is told right, wrong or as unknown, by the reader alone and with what
is known of the set by then. The reader alone is here without the means over looks, which a live table has.
"""

from __future__ import annotations

import argparse
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.rules import load_ruleset
from engine.table.tile_set import face_counts
from engine.tiles import plain
from models.command import run
from models.evaluate.strange_faces import LATER_SEEDS
from models.evaluate.strange_tables import Moment, moments, painted
from vision.detect.blanks import settled
from vision.detect.detector import Detector, best_face
from vision.detect.judge import judge_each
from vision.detect.networks import LIVE_MODELS, Network, Settings
from vision.detect.read import Read
from vision.observation import Point, TileInPicture
from vision.own_set.own_set import OwnSet

STRANGE, WELL, LATER = range(2200, 2216), range(2300, 2304), range(LATER_SEEDS, LATER_SEEDS + 16)
"""The seeds of the result; those of `LATER` have other manners (`models.evaluate.later_manners`)."""
RIICHI = face_counts(load_ruleset("riichi"))
BASES = (None, "fluffystuff", "riichi_xhokir", "commons_uni", "lietxia")
EVERY = 3
LATE = 40
"""Tiles of a strange set are counted from so many that lie face up."""
UNKNOWN = 0.35
"""A face less likely is told as unknown."""


class Remembering:
    """Answers as a reader does, and asks it of each crop only once."""

    def __init__(self, reader: Network) -> None:
        self._reader, self.fingerprint = reader, reader.fingerprint
        self._embeddings: dict[bytes, NDArray[np.float32]] = {}

    def run(self, crops: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """Nothing but the embeddings, (n, 128), third as of the reader."""
        keys = [crop.tobytes() for crop in crops]
        fresh = [number for number, key in enumerate(keys) if key not in self._embeddings]
        if fresh:
            for number, found in zip(fresh, self._reader.run(crops[fresh])[2], strict=True):
                self._embeddings[keys[number]] = found
        none = np.zeros((len(keys), 0), np.float32)
        return [none, none, np.stack([self._embeddings[key] for key in keys])]


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
    corrections: int = 0
    faces_wrong: int = 0
    faces_wrong_alone: int = 0
    """Faces of which at a deal's end most tiles are told wrong, and not as unknown."""

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


def count(
    own: OwnSet,
    settings: Settings,
    looks: Sequence[Moment],
    late: int,
    tally: Tally,
    has_person: bool = False,
) -> None:
    """Adds the tiles of one table to `tally`, of the looks with at least `late` faces.

    `has_person`: after such a look one tile of each face that was not told rightly is corrected.
    """
    for moment in looks:
        read = own.read(moment.reads, moment.places)
        own.lie_together(moment.rows)
        if sum(face is not None for face in moment.truth) < late:
            continue
        alone = list(_faces(moment.reads, settings))
        if has_person:
            tally.corrections += _correct(own, moment, list(_faces(read, settings)))
        for face, before, after in zip(moment.truth, alone, _faces(read, settings), strict=True):
            if face is None:
                continue
            tally.tiles += 1
            tally.right += plain(face) == after
            tally.unknown += after == "?"
            tally.right_alone += plain(face) == before
            tally.unknown_alone += before == "?"
            tally.spoilt += before == plain(face) != after
    if looks:
        last, read = looks[-1], own.read(looks[-1].reads, looks[-1].places)
        tally.faces_wrong += _wrong_faces(last, list(_faces(read, settings)))
        tally.faces_wrong_alone += _wrong_faces(last, list(_faces(last.reads, settings)))


def tables(
    detector: Detector, folder: Path, art: Path, seeds: Sequence[int], is_strange: bool, every: int = EVERY
) -> list[list[Moment]]:
    """The looks at one table a seed, after every so manieth discard, kept in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for seed in seeds:
        others = "" if every == EVERY else f"-{every}"
        path = folder / f"{'strange' if is_strange else 'well'}-{seed}{others}.pkl"
        if not path.exists():
            base = BASES[seed % len(BASES)]
            drawn = folder / "sets" / str(seed) if is_strange else None
            settings, _ = painted(seed, art / base if base else None, drawn)
            path.write_bytes(pickle.dumps(list(moments(detector, settings, seed, "riichi", every))))
        found.append(pickle.loads(path.read_bytes()))
    return found


def _correct(own: OwnSet, look: Moment, faces: Sequence[str]) -> int:
    """A person names one tile of each face that is not told rightly; how many."""
    wrong: dict[str, Point] = {}
    for face, place, said in zip(look.truth, look.places, faces, strict=True):
        if face is not None and said != plain(face):
            wrong.setdefault(plain(face), place)
    return sum(own.pin(place, 1.0, face) for face, place in wrong.items())


def _wrong_faces(look: Moment, faces: Sequence[str]) -> int:
    """How many faces are told wrong by most of their tiles."""
    lie: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for face, said in zip(look.truth, faces, strict=True):
        if face is not None:
            lie[plain(face)] += 1
            wrong[plain(face)] += said not in (plain(face), "?")
    return sum(2 * wrong[face] > lie[face] for face in lie)


def _faces(reads: list[Read], settings: Settings) -> Iterator[str]:
    if not reads:
        return
    for tile in judge_each(reads, settled(reads, settings), settings, least=settings.least_on_table):
        if isinstance(tile, TileInPicture) and tile.kind == "face":
            face = best_face(tile, UNKNOWN)[0]
            yield plain(face) if face != "?" else face
        else:
            yield "?"


def parser_of(about: str | None) -> argparse.ArgumentParser:
    """For a program over tables with strange sets."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where tables that were read are kept")
    parser.add_argument("--art", type=Path, default=Path("../shared/art"), help="folder of drawn sets")
    return parser


def options_of(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What the command line says; ends the program where no drawn sets are."""
    chosen = parser.parse_args()
    if not chosen.art.is_dir():
        parser.error(f"{chosen.art} is not a folder")
    return chosen


def main() -> None:
    """The command line."""
    parser = parser_of(__doc__)
    parser.add_argument("--only-read", action="store_true", help="paint and read the tables, tell nothing")
    parser.add_argument("--tables", type=int, default=len(STRANGE), help="of each kind, at most")
    parser.add_argument("--every", type=int, default=EVERY, help="looks after every so manieth discard")
    chosen = options_of(parser)
    detector = Detector.load(LIVE_MODELS, threads=1)
    reader = Remembering(detector.reader)
    for kind, all_seeds in (("read well", WELL), ("strange", STRANGE), ("later manners", LATER)):
        seeds, is_strange = all_seeds[: chosen.tables], all_seeds is not WELL
        whole, corrected = Tally(), Tally()
        late = LATE if is_strange else 0
        for seed in seeds:
            (looks,) = tables(detector, chosen.folder, chosen.art, [seed], is_strange, chosen.every)
            if chosen.only_read:
                continue
            own, before = OwnSet(reader, detector.settings, RIICHI), whole.tiles
            count(own, detector.settings, looks, late, whole)
            helped = OwnSet(reader, detector.settings, RIICHI)
            count(helped, detector.settings, looks, late, corrected, has_person=True)
            print(f"{kind} {seed}: {whole.tiles - before} tiles; so far {whole}", flush=True)
        faces = f"faces wrong at the end {whole.faces_wrong}, by the reader alone {whole.faces_wrong_alone}"
        print(f"{kind}, {len(seeds)} tables: {whole}; {faces}", flush=True)
        print(
            f"  with a person who corrects a face once, {corrected.corrections} times: {corrected}",
            flush=True,
        )


if __name__ == "__main__":
    run(main)
