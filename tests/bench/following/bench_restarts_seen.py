"""Deals whose table and eyes are begun again every few seconds: what is told that did not happen, or twice.

    python tests/bench/following/bench_restarts_seen.py --rules doubles mcr --seeds 5-7

The tiles are found perfectly in calm looks, but after each restart all that was learned of the table is
forgotten: where the walls stood whole, how large a tile is. One line a deal, and what is missing or too many;
acts that were seen together for the first time may be told in another order.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from engine.rules import load_ruleset
from engine.table.events import FaultFound
from engine.table.reading import TableReading
from vision.layout.table import TableGeometry, learned, read_table
from vision.simulate.filming.director import film_of
from vision.simulate.filming.film import Film
from vision.simulate.filming.recording import told_truth
from vision.simulate.looks import calm_looks
from vision.simulate.playing.play import play_deal
from vision.simulate.poses import Scene
from vision.simulate.settings import preset
from webui.commands.camera.watch import Watched
from webui.live.truth import Agreement
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable


def followed(name: str, seed: int, every_s: float) -> tuple[Agreement, int, int]:
    """How well one deal is told, how often it was begun again, and how many faults were told."""
    rules = load_ruleset(name)
    film, timed = film_of(rules, play_deal(rules, seed), preset("club"), seed)
    watched, begun, next_s = Watched(), 0, every_s
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        table, eyes = LiveTable(rules, Journal(path), 0), VisionProcess(film, rules.stacks)
        for look in calm_looks(film):
            if look.at_s >= next_s:
                next_s, begun = look.at_s + every_s, begun + 1
                table.close()
                table, eyes = LiveTable(rules, Journal(path), 0), VisionProcess(film, rules.stacks)
            scene = film.scene_at(look.at_s)
            if scene is not eyes.scene:
                eyes.scene = scene
                eyes.geometry = learned(look.tiles, eyes.geometry.fitted(look.tiles))
                eyes.reading = read_table(look.tiles, look.dice, eyes.geometry)
            watched.take(look.at_s, table.see(SeenTable(look.number, look.at_s, eyes.reading)))
        watched.take(watched.last_s, table.finish())
        found = watched.agreement(told_truth(rules, timed), table)
        faults = sum(isinstance(event, FaultFound) for event in table.events)
        table.close()
    return found, begun, faults


class VisionProcess:
    """What is known of one table since they were opened."""

    def __init__(self, film: Film, stacks: int) -> None:
        x, y = film.settings.view.offset_mm
        self.geometry = TableGeometry(stacks=stacks, camera_mm=(x, y, film.settings.view.height_mm))
        self.reading = TableReading()
        self.scene: Scene | None = None


def _numbers(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--rules", nargs="+", default=["mcr", "riichi", "beginner", "doubles"])
    asked.add_argument("--seeds", type=_numbers, default=range(5, 8), metavar="FIRST-LAST")
    asked.add_argument("--every", type=float, default=7.0, help="seconds between two restarts")
    told = asked.parse_args()
    deals = starts = corrections = faults = 0
    for seed in told.seeds:
        for name in told.rules:
            found, begun, wrong = followed(name, seed, told.every)
            deals, starts = deals + 1, starts + begun
            corrections, faults = corrections + found.corrections, faults + wrong
            print(f"{name} {seed}: begun again {begun} times, corrections {found.corrections}", flush=True)
            for kind, events in (("missing", found.missing), ("too many", found.extra)):
                print(*(f"  {kind:9} {json.dumps(event)}" for event in events), sep="\n", flush=True)
    print(f"{starts} restarts in {deals} deals: corrections {corrections}, faults told {faults}")


if __name__ == "__main__":
    main()
