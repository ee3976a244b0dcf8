"""Games whose process is killed at random moments and begun again: what is lost or doubled.

    python tests/bench/following/bench_restarts.py            ten kills in a deal of each of five rule sets

The table is seen perfectly, a few looks an act. Each part between two kills runs in a process of its own that
ends with SIGKILL; after some kills up to five looks are missed. At the end the journal must tell the whole
deal, each act once.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from engine.journal.record import Entry
from engine.journal.unconfirmed import is_waiting
from engine.judge.consequences import found_faults
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import Event, FaultFound, ScoresChanged, Seat, Won
from engine.table.reading import TableReading
from webui.live_table import LiveTable
from webui.storage.folding import effective
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

sys.path.insert(0, str(Path(__file__).parents[3]))
from tests.webui.storage.test_restarts import readings, seen_events

RULES = "mcr,riichi,beginner,doubles,hong_kong"
LOOK_S = 0.6


def follow(name: str, path: Path, looks: list[TableReading], first: int, last: int, is_killed: bool) -> None:
    """A process of its own sees the looks from `first` to `last` and is killed, or finishes."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        assert killed == is_killed, f"the process ended with {status}"
        assert killed or os.WEXITSTATUS(status) == 0, f"the process ended with {status}"
        return
    live = LiveTable(load_ruleset(name), Journal(path))
    for number in range(first, last):
        live.see(SeenTable(number, (number + 1) * LOOK_S, looks[number]))
    if is_killed:
        os.kill(os.getpid(), signal.SIGKILL)
    live.finish()
    live.close()
    os._exit(0)


def faults_of(name: str, events: list[Event]) -> list[tuple[str, Seat | None]]:
    """The faults of what was played: simulated players win on a tile they passed now and then."""
    state, found = new_table(load_ruleset(name)), list[tuple[str, Seat | None]]()
    for event in events:
        found += [(each.name, each.seat) for each in found_faults(state, event)]
        state = apply(state, event)
    return found


def wrong_in(name: str, told: list[Event], events: list[Event], entries: tuple[Entry, ...]) -> list[str]:
    """What is not as it must be, in words."""
    found: list[str] = []
    bare = [replace(each, score=None) if isinstance(each, Won) else each for each in told]
    acts = [each for each in bare if not isinstance(each, FaultFound | ScoresChanged)]
    if acts != events:
        found.append(f"{len(acts)} acts told of {len(events)}")
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        found.append("entries are missing")
    faults = [(each.name, each.seat) for each in told if isinstance(each, FaultFound)]
    if faults != faults_of(name, events):
        found.append(f"these faults were told: {faults}")
    paid = sum(isinstance(each, ScoresChanged) for each in told)
    wins = sum(isinstance(each, Won) for each in events)
    # After looks that were missed the points of a win wait for a person.
    if paid != wins and not (paid < wins and is_waiting(entries)):
        found.append(f"{paid} payments told of {wins} wins, and none waits")
    return found


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--rules", default=RULES)
    given.add_argument("--kills", type=int, default=10, help="in each deal")
    given.add_argument("--seed", type=int, default=7)
    asked = given.parse_args()
    kills = bad = 0
    for name in asked.rules.split(","):
        events = seen_events(name, asked.seed)
        looks, chance = readings(name, asked.seed), random.Random(f"{name} {asked.seed}")
        moments = sorted(chance.sample(range(1, len(looks) - 6), asked.kills))
        with tempfile.TemporaryDirectory() as folder:
            path, first = Path(folder) / "journal.db", 0
            for moment in moments:
                follow(name, path, looks, first, moment, True)
                first = moment + chance.choice([0, 1, 5])
            follow(name, path, looks, first, len(looks), False)
            with Journal(path) as journal:
                entries = journal.entries()
        told = [event for entry in effective(entries) for event in entry.events]
        wrong = wrong_in(name, told, events, entries)
        kills, bad = kills + len(moments), bad + bool(wrong)
        told_of = "; ".join(wrong) or "nothing lost, nothing doubled"
        print(f"{name}: {len(events)} acts, killed {len(moments)} times: {told_of}", flush=True)
    print(f"{kills} kills, {bad} deals not as they were")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
