"""Discards that the camera finds no more some time after they were laid: is the deal told all the same?

    python tests/bench/following/bench_lost.py --middle --seeds 3101-3103
    python tests/bench/following/bench_lost.py --rules riichi --share 0.05

Looks without other errors. So many of all discards are found until `--after` seconds after they came to lie
there, and then never again, as in a heap whose tiles hide each other. With `--middle` they lie in the middle
in any order. One line a deal: how many acts were told rightly, acts told that were none, faults among them.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from bench_follow import _numbers
from unpainted import NONE, SQUARE_MM, unpainted_looks

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.events import Event, FaultFound, ScoresChanged, StacksTaken
from vision.layout.lying import centre
from vision.observation import TileObservation
from vision.pipeline.look import Find
from vision.pipeline.replay import Replay
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.play import play_deal
from vision.simulate.settings import preset
from webui.live.truth import Timed, matched
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import seen_table

RATE, SHARE, AFTER_S = 5.0, 0.12, 8.0
INNER_MM = 230.0
"""Discards lie nearer to the centre than this."""
SAME_MM = 10.0
Laid = tuple[str, float, float, float]
"""A discard: its face, where it lies (mm), since when (s)."""


class Losing:
    """Takes a share of the discards out of the looks, each for good."""

    def __init__(self, seed: int, share: float, after_s: float) -> None:
        self._seed, self._share, self._after_s = seed, share, after_s
        self._laid: list[Laid] = []

    def look(self, find: Find) -> Find:
        """The look without what is found no more."""
        if find.observed is None:
            return find
        tiles, dice = find.observed
        return replace(
            find, observed=(tuple(each for each in tiles if not self._lost(each, find.at_s)), dice)
        )

    def _lost(self, tile: TileObservation, at_s: float) -> bool:
        x, y = centre(tile.corners_mm)
        if tile.kind != "face" or math.hypot(x, y) > INNER_MM:
            return False
        face = tile.faces[0][0]
        near = (e for e in self._laid if e[0] == face and math.dist(e[1:3], (x, y)) < SAME_MM)
        laid = next(near, None)
        if laid is None:
            laid = face, x, y, at_s
            self._laid.append(laid)
        chance = random.Random(f"{self._seed} {laid}").random()
        return at_s - laid[3] > self._after_s and chance < self._share


def acts(events: Iterable[Event]) -> list[Timed]:
    """What is compared: scores follow from it, and stacks are told as they are taken. Times do not count."""
    return [(0.0, each) for each in events if not isinstance(each, ScoresChanged | StacksTaken)]


def followed(
    rules: Ruleset, seed: int, rate: float = RATE, share: float = SHARE, after_s: float = AFTER_S
) -> tuple[list[Timed], list[Timed]]:
    """(what happened in one deal, what was told of it), at `rate` looks a second."""
    film, timed = film_of(rules, play_deal(rules, seed), preset("club"), seed)
    table, eyes = LiveTable(rules, Journal(None), 0), Replay(SQUARE_MM, rules.stacks)
    losing = Losing(seed, share, after_s)
    for find in unpainted_looks(film, rate, seed, NONE):
        table.see(seen_table(eyes.look(losing.look(find))))
    table.finish()
    told = acts(table.events)
    table.close()
    return acts(event for _, event in with_scores(rules, told_truth(rules, timed))), told


def main() -> None:
    """The command line."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--rules", nargs="+", default=["hong_kong", "mcr", "beginner", "doubles"])
    given.add_argument("--seeds", type=_numbers, default=range(3100, 3101), metavar="FIRST-LAST")
    given.add_argument("--middle", action="store_true", help="discards lie in the middle in any order")
    given.add_argument("--rate", type=float, default=RATE, help="looks a second")
    given.add_argument("--share", type=float, default=SHARE, help="of the discards, found no more (0-1)")
    given.add_argument(
        "--after", type=float, default=AFTER_S, metavar="SECONDS", help="so long after it was laid"
    )
    asked, sums = given.parse_args(), Counter[str]()
    for name, seed in product(asked.rules, asked.seeds):
        rules = load_ruleset(name)
        rules = replace(rules, discards="middle") if asked.middle else rules
        true, told = followed(rules, seed, asked.rate, asked.share, asked.after)
        right = len(matched(true, told))
        faults = [f"{each.name} ({each.evidence})" for _, each in told if isinstance(each, FaultFound)]
        sums.update(deals=1, whole=int(right == len(true) == len(told)), acts=len(true), right=right)
        sums.update(sure=sum("seen" in each for each in faults), faults=len(faults))
        others = len(told) - right
        print(
            f"{name} {seed}: {right} of {len(true)} acts, {others} that are none;", *faults or "-", flush=True
        )
    print(
        f"{sums['whole']} of {sums['deals']} deals whole: {sums['right']} of {sums['acts']} acts, "
        f"{sums['faults']} false faults, {sums['sure']} of them as seen"
    )


if __name__ == "__main__":
    main()
