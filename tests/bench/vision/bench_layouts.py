"""`python tests/bench/vision/bench_layouts.py`: the same deals on tables where everything lies elsewhere.

Nearer or farther rivers and walls, hands on the rim, melds from the right end, other cameras, other tiles;
read and followed from perfect looks whenever all hands are gone, with nothing told but the rules. One line a
deal, then the sums.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "webui"))
from calm_table import readings

from engine.rules import load_ruleset
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LAYOUTS, TwinSettings, preset
from webui.commands.camera.watch import Watched
from webui.live.truth import Agreement
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

CLUB = preset("club")
OTHERS = {
    "small tiles": replace(CLUB, tile_mm=(24.0, 32.0, 16.0)),
    "large tiles": replace(CLUB, tile_mm=(28.0, 37.0, 21.0)),
    "low camera": replace(CLUB, view=replace(CLUB.view, height_mm=800.0, offset_mm=(0.0, 0.0))),
    "camera aside": replace(CLUB, view=replace(CLUB.view, height_mm=1000.0, offset_mm=(150.0, -200.0))),
    "high camera": replace(CLUB, view=replace(CLUB.view, height_mm=2500.0, offset_mm=(0.0, 0.0))),
    "small break": replace(CLUB, scatter=replace(CLUB.scatter, break_gap_mm=9.0)),
    "wide break": replace(CLUB, scatter=replace(CLUB.scatter, break_gap_mm=40.0)),
}
TABLES = {name: replace(CLUB, places=places) for name, places in LAYOUTS.items()} | OTHERS


def followed(name: str, seed: int, settings: TwinSettings) -> Agreement:
    """One deal of a rule set, on the table of these settings."""
    rules = load_ruleset(name)
    film, timed = film_of(rules, play_game(rules, seed, 1), settings, seed)
    truth = told_truth(rules, with_scores(rules, timed))
    table, watched = LiveTable(rules, Journal(None), None), Watched()
    for look, reading in readings(rules, film):
        watched.take(look.at_s, table.see(SeenTable(look.number, look.at_s, reading)))
    watched.take(watched.last_s, table.finish())
    return watched.agreement(truth, table)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rules", nargs="+", default=["mcr", "riichi"])
    asked.add_argument("--seeds", nargs="+", type=int, default=[1, 2])
    asked.add_argument("--tables", nargs="+", choices=tuple(TABLES), default=list(TABLES))
    told = asked.parse_args()
    found = []
    for table in told.tables:
        for name in told.rules:
            for seed in told.seeds:
                one = followed(name, seed, TABLES[table])
                found.append(one)
                line = f"P {one.precision:.3f} R {one.recall:.3f} corrections {one.corrections}"
                print(f"{table:14} {name:9} {seed} {line}", *(e["type"] for e in (*one.missing, *one.extra)))
    exact = sum(one.exact for one in found)
    waits = sum(not one.exact and acts_are_exact(one) for one in found)
    print(f"{exact} of {len(found)} exact; of {waits} more every act is, and the points wait for a person")


def acts_are_exact(one: Agreement) -> bool:
    """Whether nothing but the points of the deal's end is missing: only calm looks are taken, so that there
    are gaps, and points that rest on a gap wait for a person."""
    return not one.extra and all(event["type"] == "scores_changed" for event in one.missing)


if __name__ == "__main__":
    main()
