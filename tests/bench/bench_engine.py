"""How fast the engine is: random legal deals and replayed events a second.

    python tests/bench/bench_engine.py [DEALS a rule set, 200] [FOLDER of recorded games to replay]

Exits with status 1 when a deal has a fault.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from engine.amend import folded
from engine.apply import new_table
from engine.formats.any import read_game
from engine.practice.random_deal import RandomDeal
from engine.replay import replay
from engine.rules import load_ruleset, ruleset_names


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    clean = [bench_rules(name, count) for name in ruleset_names()]
    if len(sys.argv) > 2:
        bench_replay(Path(sys.argv[2]))
    sys.exit(not all(clean))


def bench_rules(name: str, count: int) -> bool:
    """Plays `count` deals and folds them again without judging; whether none had a fault."""
    rules, ends, found, events, fold_s = load_ruleset(name), Counter(), 0, 0, 0.0
    start = time.perf_counter()
    for seed in range(count):
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
        f"{name:15} {count} deals {dict(ends)}, {found} faults, {count / seconds:.1f} deals/s, "
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
