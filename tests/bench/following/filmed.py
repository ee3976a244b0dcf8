"""A film followed to its end: from perfect looks, or through the detector frame by frame."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.ruleset import Ruleset
from vision.detect.detector import Detector
from vision.pipeline.looker import Looker
from vision.simulate.filming.director import Timed
from vision.simulate.filming.disturb import Disturbance
from vision.simulate.filming.film import Film
from vision.simulate.filming.recording import as_seen
from vision.simulate.filming.shots import shots
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import seen_table

sys.path.insert(0, str(Path(__file__).parents[2] / "webui"))
from calm_table import followed

SQUARE_MM = 850.0
__all__ = ["by_pixels", "followed"]


def by_pixels(
    rules: Ruleset,
    film: Film,
    seed: int,
    detector: Detector,
    disturbances: tuple[Disturbance, ...] = (),
    rate: float = 5.0,
    known: tuple[Timed, ...] = (),
) -> tuple[LiveTable, dict[str, int]]:
    """The live table after every frame of `film`, read by the detector, and how often it looked how.

    `known`: what happened before; it stands in the journal already, as after a restart, and the frames begin
    where it ends."""
    table = LiveTable(rules, Journal(None), 0)
    begun_s = known[-1][0] if known else 0.0
    for at_s, event in known:
        table.record("import", (as_seen(event, rules),), at_s=at_s)
    looker = Looker(detector, None, SQUARE_MM, rules.stacks)
    looked: dict[str, int] = {}
    for shot in shots(film, rate, seed, disturbances, begun_s):
        seen = seen_table(looker.look(shot.picture, shot.at_s, shot.number))
        how = str(seen.status.get("reason") or seen.status.get("look") or seen.status.get("problem"))
        looked[how] = looked.get(how, 0) + 1
        table.see(seen)
    table.finish()
    return table, looked
