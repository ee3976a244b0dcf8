"""Of what is told with a confidence, how much stays.

`python tests/bench/following/bench_confidence.py DIR ...`

DIR holds what `bench_follow.py --keep DIR` kept. Each deal is followed once; an entry of the camera stays
when no later entry amends it and what it tells is true. One line each for the confidences between two steps:
how many entries, how sure they were told on average, how many of a hundred stayed.
"""

from __future__ import annotations

import argparse
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench_sensitivity import read

from engine.journal.record import Entry, event_to_json
from engine.rules import load_ruleset
from engine.table.events import Event, FaultFound, ScoresChanged, StacksTaken
from vision.finds.deal import KeptDeal
from webui.live.truth import agreement
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

STEPS = (0.0, 0.7, 0.9, 0.97, 0.99, 0.999)


def told(deal: KeptDeal, looks: Sequence[SeenTable]) -> Iterator[tuple[float, bool]]:
    """Each act told of a deal: (its confidence, whether it stayed)."""
    table = LiveTable(load_ruleset(deal.facts.rules), Journal(None))
    for seen in looks:
        table.see(seen)
    table.finish()
    amended = {entry.amends for entry in table.entries if entry.amends is not None}
    acts = [entry for entry in table.entries if entry.amends is None and _is_act(entry)]
    truth = [each for each in deal.truth if not isinstance(each[1], FaultFound | ScoresChanged)]
    events: list[tuple[float, Event]] = [(entry.at_s, entry.events[-1]) for entry in acts]
    wrong = agreement(truth, events).extra
    table.close()
    for entry, (_, event) in zip(acts, events, strict=True):
        yield entry.confidence, entry.number not in amended and event_to_json(event) not in wrong


def _is_act(entry: Entry) -> bool:
    last = entry.events[-1] if entry.events else None
    is_act = last is not None and not isinstance(last, FaultFound | ScoresChanged | StacksTaken)
    return entry.source == "camera" and is_act


def main() -> None:
    """Prints the table."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("folders", nargs="+", type=Path)
    rows: list[list[tuple[float, bool]]] = [[] for _ in STEPS]
    for deal, looks in read(given.parse_args().folders):
        for confidence, stayed in told(deal, looks):
            rows[bisect_right(STEPS, confidence) - 1].append((confidence, stayed))
    print("| told with | entries | on average | stayed |", "|---" * 4 + "|", sep="\n")
    for low, row in zip(STEPS, rows, strict=True):
        if row:
            mean, stayed = sum(each for each, _ in row) / len(row), sum(each for _, each in row) / len(row)
            print(f"| {low:g} and more | {len(row)} | {mean:.3f} | {100 * stayed:.1f} % |")


if __name__ == "__main__":
    main()
