"""The fault campaign: what is done to a real server while entries arrive, and what comes of it.

    python tests/bench/door/bench_faults.py                        a short round of everything
    python tests/bench/door/bench_faults.py --only kill-master --times 400 --log kills.jsonl

With ``--log`` each outcome is kept as it comes; the same command again goes on where it was cut off. At the
end one table: how often, entries lost and doubled, times the table was not served again within 10 s, times
the page did not tell what was so, seconds until it was served (or took entries) again. Exits with status 1
when anything was lost, doubled, not served or not told.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from faults.clocks import clock_jumps, second_server
from faults.crowds import crowds
from faults.disks import full_disks, read_only, small_files
from faults.kills import kills
from faults.looking import RECORDING, SIMULATED, eyes
from faults.loops import looped
from faults.outcome import Log, Outcome
from faults.packing import backups_killed, restores_killed
from faults.served import Served
from faults.spoilt import spoilt_files

LOOP = "loop"
Campaign = Callable[[int, int], Iterator[Outcome]]
"""So many times, by which seed."""
CASES: dict[str, tuple[Campaign, int]] = {
    "kill-master": (partial(kills, "master"), 10),
    "kill-worker": (partial(kills, "worker"), 10),
    "kill-all": (partial(kills, "all"), 10),
    "kill-eyes": (partial(eyes, "kill", SIMULATED), 2),
    "kill-eyes-recording": (partial(eyes, "kill", RECORDING), 1),
    "stop-eyes": (partial(eyes, "stop", SIMULATED), 1),
    "kill-backup": (backups_killed, 20),
    "kill-restore": (restores_killed, 20),
    "full-disk": (full_disks, 10),
    "small-files": (small_files, 3),
    "read-only": (read_only, 1),
    "damaged-files": (spoilt_files, 1),
    "clock": (clock_jumps, 6),
    "second-server": (second_server, 2),
    "slow-clients": (crowds, 1),
    LOOP: (lambda times, seed: _looped(2.0, times, seed), 1),
}
"""Each campaign, and how often it does its fault when nothing else is asked."""


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--only", nargs="+", choices=list(CASES), default=list(CASES), metavar="CASE")
    given.add_argument("--times", type=int, help="of each case; what the log tells already counts")
    given.add_argument("--seed", type=int, default=20261123)
    given.add_argument("--log", type=Path, help="keeps each outcome; a campaign cut off goes on from it")
    given.add_argument("--loop-minutes", type=float, default=2.0, help="how long the recording is looped")
    given.add_argument("--niceness", type=int, default=0, help="of the servers; below 0 on a busy machine")
    asked = given.parse_args()
    Served.niceness = asked.niceness
    log = Log(asked.log)
    for name in asked.only:
        campaign, usual = CASES[name]
        if name == LOOP:
            campaign = partial(_looped, asked.loop_minutes)
        run(name, campaign, asked.times or usual, asked.seed, log)
    print(log.table())
    sys.exit(not all(outcome.is_good for outcome in log.outcomes))


def run(name: str, campaign: Campaign, times: int, seed: int, log: Log) -> None:
    """One campaign, or what is left of it."""
    done = log.count_of(name)
    if done < times:
        for outcome in campaign(times - done, seed + done):
            log.add(outcome, name)


def _looped(minutes: float, times: int, seed: int) -> Iterator[Outcome]:
    for _ in range(times):
        yield from looped(minutes)


if __name__ == "__main__":
    main()
