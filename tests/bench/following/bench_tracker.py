"""`python tests/bench/following/bench_tracker.py DIR [NAME]`: kept finds followed by `engine/follow` alone.

DIR holds what `bench_follow.py --keep DIR` kept. One line a deal: events missing or too many in the likeliest
history and in what was told, changes of mind, delay from the act to the telling, milliseconds a look.
The time includes the tentative look.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.follow.discards.believed import Believed
from engine.follow.tell.telling import Telling
from engine.follow.tentative import thought_of
from engine.follow.weigh.rates import Following
from engine.follow.weigh.tracker import Tracker
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import DealDrawn, DealStarted, Event, FaultFound, ScoresChanged
from engine.table.reading import ZONES
from vision.finds.deal import KeptDeal, deals_in
from vision.observation import VisionError
from vision.pipeline.replay import Replay
from webui.live.truth import Timed, agreement


def followed(
    deal: KeptDeal, rules: Ruleset
) -> tuple[list[Timed], list[tuple[float, float, Event]], int, list[float]]:
    """(acts of the likeliest history, (when it was, when it was told, act), changes, ms a look)."""
    eyes, following = Replay(deal.facts.square_mm, rules.stacks), Following()
    tracker, telling = Tracker(new_table(rules, 0), following=following), Telling(following.rates)
    believed = Believed(rules, following)
    told: list[list[tuple[float, float, Event]]] = []
    spent: list[float] = []
    changes = 0
    for find in deal.finds:
        seen = eyes.look(find)
        if len(seen.reading.hidden) == len(ZONES):
            continue
        begun_s = time.perf_counter()
        thought_of(seen.tentative, seen.at_s, tracker, believed)
        tracker.look(seen.at_s, believed.look(seen.at_s, seen.reading, tracker, seen.hidden), seen.hidden)
        step = telling.step(tracker)
        spent.append((time.perf_counter() - begun_s) * 1e3)
        told += [[(each.act.since_s, seen.at_s, each.act.event)] for each in step.told]
        for change in step.changed:
            since_s, at_s, _ = (told[change.place] or [(seen.at_s, seen.at_s, None)])[0]
            told[change.place] = [(since_s, at_s, event) for event in change.events]
            changes += 1
    acts = [(act.since_s, act.event) for act in tracker.acts]
    return acts, [each for place in told for each in place], changes, sorted(spent)


def line(name: str, deal: KeptDeal, rules: Ruleset) -> str:
    """How one deal was followed, in words."""
    acts, told, changes, spent = followed(deal, rules)
    truth = [
        each
        for each in deal.truth
        if not isinstance(each[1], ScoresChanged | DealDrawn | DealStarted | FaultFound)
    ]
    best = agreement(truth, acts)
    said = agreement(truth, [(since_s, event) for since_s, _, event in told], [at_s for _, at_s, _ in told])
    delay = f"delay {said.delay.median_s} s, P95 {said.delay.p95_s} s" if said.delay else "nothing told"
    lines = [
        f"{name:36} {'exact' if best.exact else f'corrections {best.corrections}'}, told "
        f"{'exact' if said.exact else f'corrections {said.corrections}'}, changed {changes}, {delay}, "
        f"a look {spent[len(spent) // 2]:.1f} ms, P99 {spent[len(spent) * 99 // 100]:.0f} ms"
    ]
    lines += [f"  missing   {json.dumps(each)}" for each in best.missing]
    lines += [f"  too many  {json.dumps(each)}" for each in best.extra]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Follows every kept deal whose name holds the second argument."""
    folder = Path(arguments[0])
    wanted = arguments[1] if len(arguments) > 1 else ""
    for stem, deal in deals_in([folder]):
        name = stem.replace("_", " ")
        if wanted in name:
            print(line(name, deal, load_ruleset(deal.facts.rules)), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except VisionError as wrong:
        raise SystemExit(str(wrong)) from None
