"""What is told of minutes in which nothing happens in the game: nothing must be.

    python tests/bench/following/bench_controls.py  perfect looks, no pictures
    python tests/bench/following/bench_controls.py --pixels --kinds lamp,bump,covered --seconds 60 --rate 2

Each kind is a deal played up to a quiet moment and then the disturbance. Through the detector the deal before
is taken as known, as after a restart, so that only the disturbance is drawn. One line for each; then how many
of them told nothing but what was played.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence

from painted import add_painting, by_pixels, followed, painted

from engine.rules import load_ruleset
from engine.table.events import Event
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.simulate.controls import CONTROLS, USUAL_S, control_of
from vision.simulate.filming.recording import as_seen

MOVES = 6
"""Events of the deal played after the disturbance, with --then: they must be told."""
OF_THE_CAMERA = ("lamp", "bump", "covered")
"""These change the picture, not the table: perfect looks know nothing of them."""
SETTLED_S = 1.0


def said(told: Sequence[Event], due: Sequence[Event]) -> str:
    if told == due:
        return f"told the {len(due)} events played afterwards" if due else "nothing told"
    return f"TOLD {list(told)} INSTEAD OF {list(due)}"


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--rules", default="mcr")
    given.add_argument("--kinds", default="")
    given.add_argument("--seeds", type=int, default=1)
    add_painting(given)
    given.add_argument("--seconds", type=float, default=USUAL_S)
    given.add_argument("--pixels", action="store_true")
    given.add_argument("--then", action="store_true", help="play on afterwards: that must be told")
    given.add_argument("--rate", type=float, default=5.0, help="looks a second, with --pixels")
    asked = given.parse_args()
    detector = Detector.load(LIVE_MODELS) if asked.pixels else None
    usual = [kind for kind in CONTROLS if asked.pixels or kind not in OF_THE_CAMERA]
    quiet, tried = Counter[str](), Counter[str]()
    for name in asked.rules.split(","):
        rules = load_ruleset(name)
        for seed in range(1, asked.seeds + 1):
            for kind in asked.kinds.split(",") if asked.kinds else usual:
                began = time.process_time()
                moves = MOVES * asked.then
                control = control_of(rules, kind, painted(asked), seed, asked.seconds, 0, moves)
                looked: dict[str, int] = {}
                if detector is None:
                    table = followed(rules, control.film)
                else:
                    table, looked = by_pixels(
                        rules, control.film, seed, detector, control.disturbances, asked.rate, control.timed
                    )
                begun_s = control.timed[-1][0] if control.timed else -SETTLED_S
                camera = [each for each in table.entries if each.source == "camera"]
                late = [each for each in camera if each.at_s > begun_s + SETTLED_S]
                extra = [event for each in (late if detector is None else camera) for event in each.events]
                due = [as_seen(event, rules) for _, event in control.later]
                tried[kind] += 1
                quiet[kind] += extra == due
                spent = f"{time.process_time() - began:.0f} s of processor"
                told = said(extra, due)
                print(name, seed, kind, told, looked or "", table.question or "", spent, flush=True)
    for kind, count in tried.items():
        print(f"{kind:14} as it was in {quiet[kind]} of {count}")


if __name__ == "__main__":
    main()
