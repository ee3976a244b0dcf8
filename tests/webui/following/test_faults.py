"""A small round of the fault campaign (`tests/bench/door/bench_faults.py`): a real server loses nothing."""

from __future__ import annotations

import math
import sys
from itertools import islice
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "door"))
from faults.disks import small_files
from faults.kills import kills
from faults.outcome import Log, Outcome
from faults.packing import restores_killed
from faults.spoilt import spoilt_files

SEED = 20261124
ROUNDS = {
    "two kills of the worker": lambda: kills("worker", 2, SEED),
    "a kill of all": lambda: kills("all", 1, SEED),
    "files that may not grow": lambda: small_files(1, SEED),
    "a restore killed": lambda: islice(restores_killed(8, SEED), 8),
    "a damaged journal and book": lambda: spoilt_files(1, SEED, ("games/*-0003.db", "scores.db"), ("cut",)),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_nothing_is_lost_or_doubled_and_the_table_is_served_again(name: str) -> None:
    outcomes = list(ROUNDS[name]())
    assert outcomes
    for each in outcomes:
        assert (each.lost, each.doubled, each.wrong) == (0, 0, ""), each
        assert math.isfinite(each.after_s), each


def test_a_campaign_that_was_cut_off_goes_on_from_its_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = Log(path)
    log.add(Outcome("kill -9 of master", after_s=1.5), "kill-master")
    log.add(Outcome("kill -9 of master", after_s=2.5), "kill-master")
    with path.open("a") as file:
        file.write('{"case": "kill -9 of mas')
    again = Log(path)
    assert again.count_of("kill-master") == 2
    assert "| kill -9 of master | 2 | 0 | 0 | 0 | 0 | 2.00 / 2.50 |" in again.table()


def test_the_table_of_a_campaign_counts_what_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log(None)
    log.add(Outcome("disk full", lost=2, doubled=1, after_s=11.0, wrong="refused without a reason"))
    log.add(Outcome("disk full", after_s=0.5))
    assert "| disk full | 2 | 2 | 1 | 1 | 1 | 5.75 / 11.00 |" in log.table()
    assert not log.outcomes[0].is_good
    assert "NOT GOOD" in capsys.readouterr().out
