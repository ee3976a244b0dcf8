"""How fast the engine is: random legal deals and replayed events a second.

    python tests/bench/engine/bench_engine.py [--deals 200] [--first SEED] [--rules NAME ...]
                                                [--replay FOLDER]

Exits with status 1 when a deal has a fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from engine.formats.any import read_game
from engine.formats.replay import replay
from engine.journal.amend import folded
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset, ruleset_names
from engine.table.apply import new_table


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--deals", type=int, default=200, help="a rule set")
    asked.add_argument("--first", type=int, default=0, help="the first deal's seed")
    asked.add_argument("--rules", nargs="+", default=ruleset_names(), choices=ruleset_names())
    asked.add_argument("--replay", type=Path, help="a folder of recorded games")
    told = asked.parse_args()
    clean = [bench_rules(name, range(told.first, told.first + told.deals)) for name in told.rules]
    if told.replay:
        bench_replay(told.replay)
    sys.exit(not all(clean))


def bench_rules(name: str, seeds: range) -> bool:
    """Plays a deal for each seed and folds them again without judging; whether none had a fault."""
    rules, ends, found, events, fold_s = load_ruleset(name), Counter(), 0, 0, 0.0
    start = time.perf_counter()
    for seed in seeds:
        deal = RandomDeal(rules, seed)
        ends[deal.play().ended_by] += 1
        found += len(deal.found)
        if deal.found:
            print(f"{name} seed {seed}: {deal.found[0]}")
        events += len(deal.events)
        begun = time.perf_counter()
        folded(new_table(rules), deal.events)
        fold_s += time.perf_counter() - begun
    seconds = time.perf_counter() - start - fold_s
    print(
        f"{name:15} {len(seeds)} deals {dict(ends)}, {found} faults, {len(seeds) / seconds:.1f} deals/s, "
        f"{events / fold_s:.0f} folded events/s",
        flush=True,
    )
    return not found


def bench_replay(folder: Path) -> None:
    """Replays every recorded game under `folder`, faults and scores included."""
    games = [read_game(path.read_text()) for path in sorted(folder.rglob("*.json*"))]
    start = time.perf_counter()
    events = sum(deal.events for game in games for deal in replay(game).deals)
    seconds = time.perf_counter() - start
    print(f"{len(games)} games, {events} events judged and scored, {events / seconds:.0f} events/s")


if __name__ == "__main__":
    main()
