"""`python -m models.evaluate.evening FOLDER`: what a strange set has taught after one deal, after two.

Riichi deals on club tables, three in a row with each set; three to six faces of it are drawn in manners that
no training draws, as for `models.evaluate.own_set`, whose seeds are others. FOLDER keeps what was read. In
the first deal tiles count from forty on that lie face up, in the others all. Each deal is told by the reader
alone, with what the set has taught so far, and also with a person who corrects a face when it is told wrong.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

from models.command import run
from models.evaluate.own_set import (
    BASES,
    EVERY,
    LATE,
    RIICHI,
    Remembering,
    Tally,
    count,
    options_of,
    parser_of,
)
from models.evaluate.strange_tables import Moment, moments, painted
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.own_set.own_set import OwnSet

SETS, DEALS = range(2620, 2632), 3
"""The seeds of the result, and how many deals are played with each set."""
NEXT = 10_000
"""From the seed of one deal of a set to that of the next."""


def evening(
    detector: Detector, folder: Path, art: Path, seed: int, deals: int, every: int = EVERY
) -> list[list[Moment]]:
    """The looks at each deal played with the set of that seed, after every so manieth discard, kept in
    `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"evening-{seed}-{deals}{'' if every == EVERY else f'-{every}'}.pkl"
    if not path.exists():
        base = BASES[seed % len(BASES)]
        settings, _ = painted(seed, art / base if base else None, folder / "sets" / str(seed))
        played = (moments(detector, settings, seed + NEXT * deal, "riichi", every) for deal in range(deals))
        path.write_bytes(pickle.dumps([list(looks) for looks in played]))
    found: list[list[Moment]] = pickle.loads(path.read_bytes())
    return found


def told(
    detector: Detector,
    own: OwnSet,
    deals: Sequence[Sequence[Moment]],
    tallies: Sequence[Tally],
    has_person: bool,
) -> None:
    """Adds each deal to its tally; between two deals the table is bare."""
    for number, (looks, tally) in enumerate(zip(deals, tallies, strict=True)):
        count(own, detector.settings, looks, LATE if number == 0 else 0, tally, has_person)
        own.read([], [])


def main() -> None:
    """The command line."""
    parser = parser_of(__doc__)
    parser.add_argument("--sets", type=int, default=len(SETS), help="at most")
    parser.add_argument("--deals", type=int, default=DEALS, help="with each set")
    parser.add_argument("--every", type=int, default=EVERY, help="looks after every so manieth discard")
    chosen = options_of(parser)
    detector = Detector.load(LIVE_MODELS, threads=1)
    reader = Remembering(detector.reader)
    alone, helped = ([Tally() for _ in range(chosen.deals)] for _ in range(2))
    for seed in SETS[: chosen.sets]:
        deals = evening(detector, chosen.folder, chosen.art, seed, chosen.deals, chosen.every)
        told(detector, OwnSet(reader, detector.settings, RIICHI), deals, alone, has_person=False)
        told(detector, OwnSet(reader, detector.settings, RIICHI), deals, helped, has_person=True)
        print(f"set {seed}: {sum(tally.tiles for tally in alone)} tiles so far", flush=True)
    for number, (tally, other) in enumerate(zip(alone, helped, strict=True), start=1):
        print(f"deal {number}: {tally}")
        print(f"  with a person who corrects {other.corrections} times: {other}")


if __name__ == "__main__":
    run(main)
