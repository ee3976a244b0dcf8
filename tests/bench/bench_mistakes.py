"""Which planted mistakes are told, and what is told of minutes in which nothing happens.

    python tests/bench/bench_mistakes.py --rules mcr,riichi --seeds 10              perfect looks, no pictures
    python tests/bench/bench_mistakes.py --pixels --seeds 1 --kinds far_chow        through the detector
    python tests/bench/bench_mistakes.py --controls hands,cups --seconds 300 --pixels
    python tests/bench/bench_mistakes.py --clean --seeds 20                         deals without a mistake

One line a film; then, for each kind, how many were told with the right rule and seat, and what else was told.
A tile drawn out of turn is nobody's to see: there the tile discarded next counts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from engine.events import Event, FaultFound
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import SteppedClock
from vision.detect import Detector
from vision.simulate.controls import CONTROLS, USUAL_S, control_of
from vision.simulate.director import film_of
from vision.simulate.disturb import Disturbance
from vision.simulate.film import Film
from vision.simulate.mistakes import MISTAKES, mistaken_deal
from vision.simulate.play import play_deal
from vision.simulate.settings import PRESETS, preset
from vision.simulate.shots import shots
from webui.journal import Journal
from webui.live_table import LiveTable
from webui.looking import looks

sys.path.insert(0, str(Path(__file__).parents[1] / "webui"))
from calm_table import followed

RATE = 5.0


def by_pixels(
    rules: Ruleset, film: Film, seed: int, detector: Detector, disturbances: tuple[Disturbance, ...] = ()
) -> LiveTable:
    """The live table after every frame of `film`, read by the detector."""
    table = LiveTable(rules, Journal(None), 0)
    pictures = [shot.picture for shot in shots(film, RATE, seed, disturbances)]
    camera = SimulatedCamera(iter(pictures), rate=RATE, every_frame=True, clock=SteppedClock())
    seen = looks(camera, detector, stacks=rules.stacks, with_overlay=False, with_pictures=False)
    for _ in pictures:
        table.see(next(seen))
    table.finish()
    return table


def faults_of(table: LiveTable) -> list[FaultFound]:
    return [event for event in table.events if isinstance(event, FaultFound)]


def is_told(wanted: FaultFound, told: list[FaultFound]) -> bool:
    return any(
        (each.rule, each.seat) == (wanted.rule, wanted.seat)
        and (each.tiles == wanted.tiles or wanted.tiles == (None,))
        for each in told
    )


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--rules", default="mcr")
    given.add_argument("--kinds", default=",".join(MISTAKES))
    given.add_argument("--controls", default="")
    given.add_argument("--clean", action="store_true")
    given.add_argument("--seeds", type=int, default=10)
    given.add_argument("--preset", default="club", choices=list(PRESETS))
    given.add_argument("--seconds", type=float, default=USUAL_S)
    given.add_argument("--pixels", action="store_true")
    asked = given.parse_args()
    detector = Detector.load() if asked.pixels else None
    settings = preset(asked.preset)
    told_of, tried, alarms = Counter[str](), Counter[str](), Counter[str]()

    def table_of(
        rules: Ruleset, film: Film, seed: int, disturbances: tuple[Disturbance, ...] = ()
    ) -> LiveTable:
        if detector is None:
            return followed(rules, film)
        return by_pixels(rules, film, seed, detector, disturbances)

    for name in asked.rules.split(","):
        rules = load_ruleset(name)
        for seed in range(1, asked.seeds + 1):
            if asked.controls:
                for kind in asked.controls.split(","):
                    assert kind in CONTROLS, f"controls: {', '.join(CONTROLS)}"
                    control = control_of(rules, kind, settings, seed, asked.seconds)
                    table = table_of(rules, control.film, seed, control.disturbances)
                    begun_s = control.timed[-1][0] if control.timed else -1.0
                    extra: list[Event] = [
                        event
                        for entry in table.entries
                        if entry.at_s > begun_s + 1
                        for event in entry.events
                    ]
                    tried[kind] += 1
                    told_of[kind] += not extra
                    print(name, seed, kind, extra or "nothing told", flush=True)
            elif asked.clean:
                film, _ = film_of(rules, play_deal(rules, seed), settings, seed)
                faults = faults_of(table_of(rules, film, seed))
                tried["clean"] += 1
                told_of["clean"] += not faults
                print(name, seed, "clean", faults or "no alarm", flush=True)
            else:
                for kind in asked.kinds.split(","):
                    planted = mistaken_deal(rules, seed, kind)
                    film, _ = film_of(
                        rules, planted.events, settings, seed, 0, planted.misplaced, planted.instead
                    )
                    faults = faults_of(table_of(rules, film, seed))
                    tried[kind] += 1
                    told_of[kind] += is_told(planted.fault, faults)
                    others = [each.name for each in faults if each.rule != planted.fault.rule]
                    alarms[kind] += len(others)
                    word = "told" if is_told(planted.fault, faults) else "MISSED"
                    print(name, seed, kind, word, *others, flush=True)
    for kind, count in tried.items():
        print(f"{kind:16} {told_of[kind]:3} of {count:3}   other faults told: {alarms[kind]}")


if __name__ == "__main__":
    main()
