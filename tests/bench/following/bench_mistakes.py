"""Which planted mistakes are told, and whether deals without a mistake stay without a fault.

    python tests/bench/following/bench_mistakes.py                      ten of each kind, from perfect looks
    python tests/bench/following/bench_mistakes.py --clean --seeds 4    deals without a mistake
    python tests/bench/following/bench_mistakes.py --pixels --rules mcr --kinds far_chow  by the detector

One line a film; then, for each kind, how many were told with the right rule, seat and tiles, and how many
other faults were told. A tile drawn face down has no face to tell: there rule and seat count.
"""

from __future__ import annotations

import argparse
from collections import Counter

from painted import add_painting, by_pixels, followed, painted

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.events import FaultFound
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.simulate.filming.director import film_of
from vision.simulate.filming.film import Film
from vision.simulate.playing.mistakes import MISTAKES, Planted, mistaken_deal
from vision.simulate.playing.play import play_deal
from vision.simulate.settings import TwinSettings
from webui.live_table import LiveTable

RULES = "mcr,riichi,beginner,doubles,hong_kong"


def faults_of(table: LiveTable) -> list[FaultFound]:
    return [event for event in table.events if isinstance(event, FaultFound)]


def is_told(wanted: FaultFound, told: list[FaultFound]) -> bool:
    return any(
        (each.rule, each.seat) == (wanted.rule, wanted.seat)
        and (each.tiles == wanted.tiles or wanted.tiles == (None,))
        for each in told
    )


class Bench:
    """Follows films and counts."""

    def __init__(self, settings: TwinSettings, detector: Detector | None) -> None:
        self._settings, self._detector = settings, detector
        self._told, self._tried, self._others = Counter[str](), Counter[str](), Counter[str]()

    def plant(self, rules: Ruleset, seed: int, kind: str) -> None:
        planted: Planted = mistaken_deal(rules, seed, kind)
        film, _ = film_of(rules, planted.events, self._settings, seed, 0, planted.misplaced, planted.instead)
        faults = self._faults(rules, film, seed)
        others = [each.name for each in faults if each.rule != planted.fault.rule]
        self._count(rules, seed, kind, is_told(planted.fault, faults), others, "told", "MISSED")

    def play(self, rules: Ruleset, seed: int) -> None:
        film, _ = film_of(rules, play_deal(rules, seed), self._settings, seed)
        faults = [each.name for each in self._faults(rules, film, seed)]
        self._count(rules, seed, "clean", not faults, faults, "no fault", "ALARM")

    def _faults(self, rules: Ruleset, film: Film, seed: int) -> list[FaultFound]:
        if self._detector is None:
            return faults_of(followed(rules, film))
        return faults_of(by_pixels(rules, film, seed, self._detector)[0])

    def _count(
        self, rules: Ruleset, seed: int, kind: str, is_right: bool, others: list[str], right: str, wrong: str
    ) -> None:
        self._tried[kind] += 1
        self._told[kind] += is_right
        self._others[kind] += len(others)
        print(rules.name, seed, kind, right if is_right else wrong, *others, flush=True)

    def report(self) -> None:
        for kind, count in self._tried.items():
            print(f"{kind:16} {self._told[kind]:3} of {count:3}   other faults told: {self._others[kind]}")
        print(f"{'all':16} {self._told.total():3} of {self._tried.total():3}")


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--rules", default=RULES)
    given.add_argument("--kinds", default=",".join(MISTAKES))
    given.add_argument("--clean", action="store_true")
    given.add_argument("--seeds", type=int, default=2, help="for each rule set")
    given.add_argument("--first", type=int, default=1, help="the first seed")
    add_painting(given)
    given.add_argument("--pixels", action="store_true")
    asked = given.parse_args()
    bench = Bench(painted(asked), Detector.load(LIVE_MODELS) if asked.pixels else None)
    for name in asked.rules.split(","):
        rules = load_ruleset(name)
        for seed in range(asked.first, asked.first + asked.seeds):
            if asked.clean:
                bench.play(rules, seed)
                continue
            for kind in asked.kinds.split(","):
                bench.plant(rules, seed, kind)
    bench.report()


if __name__ == "__main__":
    main()
