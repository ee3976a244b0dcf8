"""Follows tables that are seen badly, and counts what goes wrong.

`python tests/bench/following/bench_noisy_eyes.py --looks 200000`: two whole deals of a rule set one after the
other, their perfect looks spoilt at random (`tests/fuzz/noise.py`), 0.3 to 10 a second. After every look:
no exception, the journal folds to the table that is shown, no face that the rules do not know, no fifth copy
without a doubt. Each table is one line of `--log`; started again with the same log it goes on where it
stopped. What failed is told with the seed that repeats it (`--only RULES SEED`). `--middle`: tables at which
discards lie in the middle in any order.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from engine.rules import load_ruleset, ruleset_names
from engine.ruleset import Ruleset
from tests.fuzz.noisy_eyes import NoisyTable, random_glances

RATES = (0.3, 0.5, 1.0, 2.0, 5.0, 5.0, 10.0, 10.0, 10.0)
NOISES = (0.02, 0.05, 0.1, 0.2, 0.5)
"""How likely one thing more goes wrong with each look; it stays wrong for some looks."""
MOST_LOOKS = 1500
"""Looks at one table: at ten a second some two minutes of play."""
MIDDLE, MIDDLE_RULES = " middle", ("hong_kong", "beginner", "doubles")
"""After the name of a rule set whose discards lie in the middle; those that are mostly played so."""
Row = dict[str, object]


def followed(name: str, seed: int, most: int = MOST_LOOKS) -> Row:
    """One table followed to its end, or for `most` looks, and what went wrong."""
    chance = random.Random(f"{name} {seed}")
    rate, noise = chance.choice(RATES), chance.choice(NOISES)
    begun = 0 if chance.random() < 0.5 else chance.randrange(5, 160)
    row: Row = {"rules": name, "seed": seed, "per_s": rate, "noise": noise, "looks": 0, "wrong": None}
    begun_s, looks = time.process_time(), 0
    table = None
    try:
        table = NoisyTable(rules_of(name), seed, begun, chance.random() < 0.7)
        for glance in random_glances(chance, rate, noise):
            if table.is_over or looks == most:
                break
            looks += 1
            table.look(glance)
        table.finish()
    except Exception as wrong:
        frame = traceback.extract_tb(wrong.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        row["wrong"] = f"{type(wrong).__name__} at {place}: {str(wrong)[:120]}"
        row["trace"] = traceback.format_exc()
    row["looks"], row["cpu_s"] = looks, round(time.process_time() - begun_s, 2)
    row["entries"] = 0 if table is None else len(table.room.entries)
    return row


def rules_of(name: str) -> Ruleset:
    """The rules of a row."""
    rules = load_ruleset(name.removesuffix(MIDDLE))
    return replace(rules, discards="middle") if name.endswith(MIDDLE) else rules


def tables(names: Sequence[str], first_seed: int) -> Iterator[tuple[str, int]]:
    """All tables there are to follow: every rule set in turn."""
    seed = first_seed
    while True:
        yield from ((name, seed) for name in names)
        seed += 1


def rows_of(log: Path) -> list[Row]:
    """What an earlier run has written."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def campaign(names: Sequence[str], looks: int, workers: int, first_seed: int, log: Path) -> list[Row]:
    """Follows tables until there were so many looks."""
    rows = rows_of(log)
    done = {(row["rules"], row["seed"]) for row in rows}
    count = sum(int(str(row["looks"])) for row in rows)
    waiting = (table for table in tables(names, first_seed) if table not in done)
    most = min(MOST_LOOKS, looks)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a") as file, ProcessPoolExecutor(workers, max_tasks_per_child=200) as pool:
        running = {pool.submit(followed, *next(waiting), most) for _ in range(workers)}
        while running:
            ended = next(as_completed(running))
            running.discard(ended)
            row = ended.result()
            rows.append(row)
            count += int(str(row["looks"]))
            file.write(json.dumps(row) + "\n")
            file.flush()
            if count < looks:
                running.add(pool.submit(followed, *next(waiting), most))
    return rows


def tell(rows: list[Row]) -> int:
    """Prints the table and how many went wrong."""
    by_rules: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_rules[str(row["rules"])].append(row)
    print("| rule set | tables | looks | entries | wrong | CPU ms a look |\n|---|---|---|---|---|---|")
    for name, own in [*sorted(by_rules.items()), ("all", rows)]:
        looks, entries = (sum(int(str(row[key])) for row in own) for key in ("looks", "entries"))
        wrong = sum(row["wrong"] is not None for row in own)
        cost = sum(float(str(row["cpu_s"])) for row in own) / max(1, looks) * 1e3
        print(f"| {name} | {len(own)} | {looks} | {entries} | {wrong} | {cost:.1f} |")
    causes: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["wrong"] is not None:
            causes[str(row["wrong"]).partition(":")[0]].append(row)
    for own in sorted(causes.values(), key=len, reverse=True):
        print(f"{len(own)} x {own[0]['wrong']}: --only {own[0]['rules']!r} {own[0]['seed']}")
    return sum(map(len, causes.values()))


def main() -> None:
    """The command line."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--looks", type=int, default=20_000)
    arguments.add_argument("--workers", type=int, default=1)
    arguments.add_argument("--first-seed", type=int, default=1)
    arguments.add_argument("--log", type=Path, default=Path("noisy-eyes.jsonl"))
    arguments.add_argument("--only", nargs=2, metavar=("RULES", "SEED"))
    arguments.add_argument("--middle", action="store_true", help="discards lie in the middle")
    asked = arguments.parse_args()
    names = [f"{name}{MIDDLE}" for name in MIDDLE_RULES] if asked.middle else list(ruleset_names())
    if asked.only:
        row = followed(asked.only[0], int(asked.only[1]))
        print(row.pop("trace", ""), json.dumps(row))
        sys.exit(row["wrong"] is not None)
    sys.exit(tell(campaign(names, asked.looks, asked.workers, asked.first_seed, asked.log)) > 0)


if __name__ == "__main__":
    main()
