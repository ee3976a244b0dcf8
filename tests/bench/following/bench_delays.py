"""`python tests/bench/following/bench_delays.py DIR ...`: how soon an act is shown and told, kind by kind.

DIR holds what `bench_follow.py --keep DIR` kept. Both delays count from the moment the tile was let go, in
seconds of the table's time: an act is shown at the first look that draws it, told or not, and told when its
entry is written. Only acts that are told rightly count. `--late S` lists those told later than S.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench_sensitivity import read

from engine.follow.weigh.acts import act_of
from engine.journal.record import wire_name
from engine.rules import load_ruleset
from engine.table.events import Event, FaultFound, ScoresChanged, StacksTaken
from vision.finds.deal import KeptDeal
from webui.live.truth import matched
from webui.live_table import LiveTable
from webui.storage.folding import effective
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable


@dataclass(frozen=True, slots=True)
class Delay:
    """An act that was told rightly: when it was done, shown and told, s."""

    event: Event
    done_s: float
    shown_s: float
    told_s: float


def delays(deal: KeptDeal, looks: Sequence[SeenTable]) -> Iterator[Delay]:
    """Each act of a deal that was told rightly."""
    table = LiveTable(load_ruleset(deal.facts.rules), Journal(None), None)
    shown_s: dict[str, list[float]] = defaultdict(list)
    told_s: dict[int, float] = {}
    at_s = 0.0
    for seen in looks:
        at_s = seen.at_s
        told_s |= {entry.number: at_s for entry in table.see(seen)}
        for act in table.shown:
            shown_s[repr(act_of(act.event))].append(at_s)
    told_s |= {entry.number: at_s for entry in table.finish()}
    counted = [
        (entry, event)
        for entry in effective(table.entries)
        for event in entry.events
        if not isinstance(event, FaultFound | ScoresChanged | StacksTaken)
    ]
    truth = [each for each in deal.truth if not isinstance(each[1], FaultFound | ScoresChanged)]
    for there, said in matched(truth, [(entry.at_s, event) for entry, event in counted]):
        done_s, event = truth[there]
        at_s = told_s[counted[said][0].number]
        drawn = [each for each in shown_s[repr(act_of(event))] if done_s - 0.5 <= each <= at_s]
        yield Delay(event, done_s, min([at_s, *drawn]), at_s)
    table.close()


def _tail(waits_s: Sequence[float]) -> float:
    return sorted(waits_s)[min(len(waits_s) - 1, int(0.95 * len(waits_s)))]


def _row(name: str, found: Sequence[Delay]) -> str:
    shown = sorted(each.shown_s - each.done_s for each in found)
    told = sorted(each.told_s - each.done_s for each in found)
    middle = len(found) // 2
    return (
        f"| {name} | {len(found)} | {shown[middle]:.2f} | {_tail(shown):.2f} "
        f"| {told[middle]:.2f} | {_tail(told):.2f} | {told[-1]:.2f} |"
    )


def main() -> None:
    """Prints the table."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("folders", nargs="+", type=Path)
    given.add_argument("--late", type=float, metavar="S", help="list the acts told later than this")
    asked = given.parse_args()
    found: list[Delay] = []
    for deal, looks in read(asked.folders):
        one = list(delays(deal, looks))
        found += one
        for each in one:
            if asked.late is not None and each.told_s - each.done_s > asked.late:
                waits = f"shown {each.shown_s - each.done_s:.2f} told {each.told_s - each.done_s:.2f}"
                print(f"{deal.facts.rules} {deal.facts.seed} {each.done_s:.1f} s: {waits} {each.event}")
    print(
        "| act | acts | shown, median s | P95 s | told, median s | P95 s | longest s |",
        "|---" * 7 + "|",
        sep="\n",
    )
    for name in sorted({wire_name(type(each.event)) for each in found}):
        print(_row(name, [each for each in found if wire_name(type(each.event)) == name]))
    print(_row("all", found))


if __name__ == "__main__":
    main()
